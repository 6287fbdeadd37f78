"""teammem: shared memory for software teams and their coding agents."""

__version__ = "0.1.0"
