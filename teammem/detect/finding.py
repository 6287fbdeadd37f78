"""What a scan returns: places, rules and the value in a wrapper that never prints itself."""

from __future__ import annotations

from typing import NamedTuple


class Secret:
    """The found value, kept in memory for allow entries and never shown.

    `repr`, `str`, `format`, pickling and attribute dumps reveal nothing; `reveal()` is called
    by `detect.allow` alone.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Return the value itself."""
        return self._value

    def __repr__(self) -> str:
        return "<secret>"

    def __format__(self, _spec: str) -> str:
        return "<secret>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a secret is not written anywhere")


class Finding(NamedTuple):
    """One credential that a scan found.

    Attributes:
        rule: id of the rule, kebab case, stable.
        title: what it is, for people ("GitHub personal access token").
        line: 1-based line in the scanned bytes (LF, CRLF and lone CR end a line); 0 = in the path.
        view: how the text was read when it was found ("plain", "base64", "percent", ...).
        allowable: whether an allow entry may except it (false for passwords, connection
            strings, private-key material and tokens whose checksum verifies).
        value: the value, wrapped.
        excused: whether a comment that silences other scanners stands on its line or the one
            above; it changes nothing here.
    """

    rule: str
    title: str
    line: int
    view: str
    allowable: bool
    value: Secret
    excused: bool = False
