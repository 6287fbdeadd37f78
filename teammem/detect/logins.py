"""User and password side by side: "creds admin / …", "login: admin/…", "log in as admin with …"."""

from __future__ import annotations

from collections.abc import Iterator

from teammem.detect.assignments import RULE_PASSWORD
from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_placeholder
from teammem.detect.reading import Hit, Reading
from teammem.detect.shape import classes, is_hex, surprise

# One of these words stands in the text, or the expression is not tried.
_WORDS = (b"cred", b"log", b"account", b"user", b"sign", b"zugang", b"identifiant", b"compte", b"usuario",
          b"cuenta", b"utente", b"conta", b"acceso", b"anmeld")  # fmt: skip
_FOREIGN = "账号|帐号|賬號|用户|用戶|登录|登錄|アカウント|ログイン|ユーザー|계정|로그인|사용자|логин|учётк|учетк|доступ"
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
    rf"(?:(?<![A-Za-z0-9_])(?i:{_NAME})|{_FOREIGN}){_FILL}{_USER}{_BETWEEN}{_VALUE}(?!/)"
)


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the passwords that stand beside a user's name."""
    text = reading.text
    if text.isascii() and not any(word in reading.vocabulary_lower for word in _WORDS):
        return
    for pair in _PAIR.finditer(text):
        value = pair["value"].rstrip(".:!?*_~")
        if value != pair["user"] and _is_chosen(value):
            start = pair.start("value")
            yield Hit(RULE_PASSWORD, start, start + len(value), value)


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
