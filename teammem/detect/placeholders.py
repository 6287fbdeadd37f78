"""Tells values that stand for a secret from values that are one, by the value alone.

Words near a value ("example", "test", "dummy") never excuse it: a real token in a paragraph
that begins with "for example" is still a real token.
"""

# ruff: noqa: SIM905 - word lists are read and edited as text
from __future__ import annotations

import base64
import re
from functools import lru_cache
from itertools import pairwise

from teammem.detect.patterns import on_use
from teammem.detect.shape import surprise

_BASE64 = on_use(r"(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3})?={0,2}\Z")
# Marks of a template, a mask or a piece of code in place of a value.
_TEMPLATE = on_use(
    r"\$\{|\$\(|\{\{|\}\}|<[A-Za-z/_ -]{2,}|[A-Za-z]>|%[({]|\.\.\.|…|\*{3}|•|#\{|\{[A-Za-z_][\w.]*\}"
    r"|XMPL|(?i:x{5}|example|placeholder|redacted|changeme|change_me|replace[-_]?me|your[-_]?(?:api|token|key|pass|secret))"
)
_VARIABLE = on_use(r"[$%@:]{1,2}[A-Za-z_][A-Za-z0-9_.]*%?\Z")
_ENCRYPTED = on_use(
    r"(?<![A-Za-z0-9])(?:ENC\[|\$ANSIBLE_VAULT|__encrypt__|(?:sha(?:1|256|384|512)|md5|blake[23]b?)[-:]|arn:aws)",
    re.IGNORECASE,
)
# Public by design, or printed as the sample of their format: Mapbox's public tokens, the bot token
# of Telegram's Bot API, the secret of Google's Key Uri Format ("Hello!" and 0xDEADBEEF).
_PUBLISHED = on_use(r"pk\.eyJ|ABC-DEF1234ghIkl|JBSWY3DPEHPK3PX")
_ENOUGH = 96  # what is long is judged by its beginning
_WORD = on_use(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_LEET = str.maketrans("013457@$!", "oieastasi")

_DUMMY = frozenset(
    """
    a abc access account actual add admin administrator all alice an and any api app auth authentication
    awesome bar basic baz bearer bob build change changed changeit changeme client code config correct
    credential credentials customer data database db default demo dev develop development digest do doe dummy
    enter env environment example fake field file foo foobar fixme for from generated get github
    gitlab git go goes good great guest hash header md sha sum hello here hidden hunter id in insert instance is it
    jane john key keys letmein live local localhost login long master me mine more mock my mysecret mysql name
    new nil no none not null of old on or org our owner
    pass passphrase passwd password passwort paste personal pg phrase placeholder please postgres private
    prod production project provided public put pw pwd qux qwerty rabbit random real redacted redis remote
    removed replace root sample sandbox secret secrets secure select server service session set shared show
    site some something somevalue staging string strong super supersecret sure team temp test tester
    testing text that the this to todo top token tokens true undefined unknown use user username
    value var variable very web welcome what with word world x xx xxx xxxx xxxxx y yes you your z zzz
    horse battery staple staplers postgresql mongo mongodb oracle sa scott tiger toor ubuntu vagrant pi raspberry
    """.split()
)


def is_placeholder(value: str) -> bool:
    """Tell whether `value` obviously stands for a value instead of being one.

    Templates (`${X}`, `<token>`, `{{ x }}`), masks, repeated or counting characters, words of
    the kind "your-api-key", digests, and what is encrypted already.
    """
    return _stands_for_one(value[:_ENOUGH])


@lru_cache(maxsize=512)
def _stands_for_one(value: str) -> bool:
    return (
        len(value) < 4
        or _TEMPLATE.search(value) is not None
        or _VARIABLE.match(value) is not None
        or _ENCRYPTED.search(value) is not None
        or _PUBLISHED.search(value) is not None
        or _is_monotonous(value)
        or is_dummy(value)
    )


def is_dummy(value: str) -> bool:
    """Tell whether `value` consists of nothing but the words that examples are made of."""
    if _only_dummies(value):
        return True
    spelled = value.rstrip("0123456789!").translate(_LEET)
    return 0 < len(spelled) <= 24 and spelled != value and _only_dummies(spelled)


def is_encoded_words(value: str) -> bool:
    """Tell whether `value` is base64 of a readable text, which is judged by itself."""
    if len(value) < 16 or not _BASE64.match(value):
        return False
    raw = base64.urlsafe_b64decode(value.replace("+", "-").replace("/", "_") + "==")
    return raw.isascii() and raw.decode().isprintable() and surprise(raw.decode()) < 0


def _only_dummies(value: str) -> bool:
    words = _WORD.findall(value)
    spelled = [word.lower() for word in words if not word.isdigit()]
    digits = sum(len(word) for word in words if word.isdigit())
    if not spelled:
        return 0 < digits < 4
    return digits <= 4 and all(_is_dummy_word(word) for word in spelled)


def _is_dummy_word(word: str) -> bool:
    if word in _DUMMY:
        return True
    # Two of them run together: "mypassword", "testtoken", "secretkey".
    return any(word[:cut] in _DUMMY and word[cut:] in _DUMMY for cut in range(2, len(word) - 1))


def _is_monotonous(value: str) -> bool:
    """Tell whether `value` repeats or counts: "aaaa...", "abcabcabc", "0123456789abcdef"."""
    plain = value.lower().encode("ascii", "ignore").translate(None, _SIGNS)
    if len(plain) < 8:
        counted = sum(after - before == 1 for before, after in pairwise(plain))
        return len(set(plain)) < 3 or (plain.isdigit() and counted >= 0.8 * (len(plain) - 1))
    if len(set(plain)) < 5 + len(plain) // 64:
        return True
    steps = sum(map(_STEPS.__contains__, pairwise(plain)))
    if steps >= 0.7 * (len(plain) - 1):
        return True
    return any(
        len(plain) >= 3 * period and plain[period:] == plain[:-period] for period in range(1, 33)
    )


_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
# Counting goes on from 9 to a or 0, from 0 or z to a, from f to 0.
_WRAPS = frozenset((ord(a), ord(b)) for a, b in ("9a", "90", "0a", "za", "z0", "f0", "f1", "z1"))
_STEPS = _WRAPS.union((code, code + step) for code in range(128) for step in (-1, 0, 1))
