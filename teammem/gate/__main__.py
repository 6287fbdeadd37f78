"""`python -I -m teammem.gate ROLE ...`: what the native shims run."""

from teammem.gate.main import main

if __name__ == "__main__":
    raise SystemExit(main())
