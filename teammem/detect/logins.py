"""User and password side by side: "creds admin / …", "login: admin/…", "log in as admin with …"."""

from __future__ import annotations

from collections.abc import Iterator

from teammem.detect.credible import RULE_PASSWORD
from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_placeholder
from teammem.detect.reading import Hit, Reading
from teammem.detect.shape import classes, is_hex, surprise

# How the words begin in lower-case ASCII; the expression is tried only where one stands.
_STEMS = (b"cred", b"log", b"account", b"user", b"sign", b"zugang", b"identifiant", b"compte", b"usu",
          b"cuenta", b"utente", b"conta", b"acceso", b"anmeld")  # fmt: skip
_FOREIGN = ("账号", "帐号", "賬號", "用户", "用戶", "登录", "登錄", "アカウント", "ログイン", "ユーザー", "계정", "로그인",
            "사용자", "логин", "учётк", "учетк", "доступ")  # fmt: skip
_NAME = (
    r"(?:creds?|credentials?|log(?:ged|ging)?[ -]?in|log(?:ged|ging)? on|logon|sign(?:ed)?[ -]?in|account|user(?:name)?"
    r"|zugang(?:sdaten)?|anmeldung|identifiants?|compte|usuario|usuário|cuenta|acceso|utente|conta)"
)
_FILL = r"(?:[ \t:=\uff1a\"'`*(]|[ \t](?:is|are|as|with|using|are now|mit|als|avec|con|com|como)(?=[ \t])){1,6}"
_USER = r"[\"'`*]{0,2}(?P<user>[A-Za-z][\w.@+-]{1,40})[\"'`*]{0,2}"
_BETWEEN = (
    r"(?:[ \t]{0,2}[/|·][ \t]{0,2}|[ \t]?[,:][ \t]{0,2}"
    r"|[ \t]+(?:with|and|using|mit|und|avec|et|con|y|com|e)[ \t]+(?:(?:the|password|pass|pw)[ \t]+){0,2})"
)
_VALUE = r"[\"'`*]{0,2}(?P<value>[^\s\"'`<>|/,;()]{8,128})"
_PAIR = on_use(
    rf"(?:(?<![A-Za-z0-9_])(?i:{_NAME})|{'|'.join(_FOREIGN)}){_FILL}{_USER}{_BETWEEN}{_VALUE}(?!/)"
)


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the passwords that stand beside a user's name."""
    for begin in sorted(_places(reading)):
        pair = _PAIR.match(reading.text, begin)
        if not pair:
            continue
        value = pair["value"].rstrip(".:!?*_~")
        if value != pair["user"] and _is_chosen(value):
            start = pair.start("value")
            yield Hit(RULE_PASSWORD, start, start + len(value), value)


def _places(reading: Reading) -> Iterator[int]:
    for stem in _STEMS:
        if stem in reading.vocabulary_lower:
            at = reading.lower.find(stem)
            while at >= 0:
                yield at
                at = reading.lower.find(stem, at + len(stem))
    for word in () if reading.text.isascii() else _FOREIGN:
        at = reading.text.find(word)
        while at >= 0:
            yield at
            at = reading.text.find(word, at + len(word))


def _is_chosen(value: str) -> bool:
    """Tell a password from a word: nothing but the place says that it is one."""
    if (
        len(value) < 8
        or is_placeholder(value)
        or is_hex(value)
        or "@" in value[1:-1]
        or "=" in value[:-2]
    ):
        return False
    digits = any(char.isdigit() for char in value)
    letters = any(char.isalpha() for char in value)
    bits = surprise(value)
    return digits and letters and (bits >= 8 or (classes(value) == 4 and bits >= 4))
