"""Regular expressions that are compiled when they are first used.

A hook runs the detector on every commit, most of them small notes that need few of our
expressions; compiling all of them would take longer than the scan.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class _OnUse:
    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        # From now on these are found before __getattr__ is asked.
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)


def on_use(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what behaves like `re.compile(source, flags)` and compiles at its first call."""
    return cast("re.Pattern[AnyStr]", _OnUse(source, flags))
