"""The door of the detector: bytes in, findings out; pure and deterministic.

Our own detectors read every view of the text. Where they find nothing but a literal of a
provider plug-in of detect-secrets stands in the text, those plug-ins are asked too; only then
is detect-secrets imported, which takes ten times as long as a scan.
"""

from __future__ import annotations

import re
from _thread import allocate_lock
from bisect import bisect_right, insort
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from teammem.detect import assignments, commands, logins, prefixed, providers, structures, urls
from teammem.detect.decode import View, views
from teammem.detect.finding import Finding, Secret
from teammem.detect.patterns import on_use
from teammem.detect.placeholders import is_placeholder
from teammem.detect.reading import Hit, Reading
from teammem.detect.rules import table
from teammem.detect.shape import is_hex, surprise

if TYPE_CHECKING:
    from collections.abc import Iterable

# The surest first: a value belongs to the first that finds it.
_DETECTORS = (
    prefixed.find,
    structures.find,
    urls.find,
    commands.find,
    assignments.find,
    logins.find,
    providers.find,
)


def scan(data: bytes, path: bytes = b"") -> tuple[Finding, ...]:
    """Find the credentials in a text and in its path.

    Args:
        data: the text, in any encoding; bytes that are no text are read as far as they go.
        path: git's bytes of the path; only credentials in it count, never its meaning.

    Returns:
        The findings, by line and rule; each value once, under the rule that knows it best.
    """
    found = _Findings()
    read = [(view, Reading(view.text)) for view in _views(data, path)]
    for view, reading in read:
        found.add(view, _hits(reading))
    if not found.by_value:
        for view, reading in read:
            found.add(view, _stock(reading))
    return tuple(sorted(found.by_value.values(), key=lambda one: (one.line, one.rule)))


def _views(data: bytes, path: bytes) -> Iterator[View]:
    yield from views(data)
    for view in views(path) if path else ():
        yield View(view.text, "path", (0,), (0,))


class _Findings:
    """The findings so far, each value once."""

    def __init__(self) -> None:
        self.by_value: dict[str, Finding] = {}
        self._all = ""

    def add(self, view: View, hits: Iterable[Hit]) -> None:
        for hit in hits:
            # A decoded view shows many values again, often with a piece more or less.
            if hit.value in self._all:
                continue
            rule = table()[hit.rule]
            self._all += hit.value + "\n"
            self.by_value[hit.value] = Finding(
                rule.id,
                rule.title,
                view.line(hit.start),
                view.name,
                rule.allowable and not hit.verified,
                Secret(hit.value),
                _is_excused(view.text, hit.start, hit.end),
            )


# What switches off detect-secrets, gitleaks and betterleaks, kingfisher, trufflehog, bandit,
# secretlint, Semgrep, SonarQube, ggshield, according to their documentation.
_EXCUSE = on_use(
    r"(?i:pragma:? {0,2}(?:allow|white)list[ -](?:nextline[ -])?secret|(?:gitleaks|betterleaks):allow"
    r"|kingfisher:(?:ignore|allow)|trufflehog:ignore|\bno-?sec(?:ret)?\b|secretlint-disable|nosemgrep"
    r"|\bNOSONAR\b|ggignore|ggshield-ignore)"
)
_EXCUSE_REACH = 400


def _is_excused(text: str, start: int, end: int) -> bool:
    """Tell whether a comment on the line, or on the one above, is to silence a scanner."""
    begin = max(0, start - _EXCUSE_REACH)
    line = text.rfind("\n", begin, start)
    if line >= 0:
        begin = max(text.rfind("\n", begin, line), begin)
    until = text.find("\n", end, end + _EXCUSE_REACH)
    return _EXCUSE.search(text, begin, until if until >= 0 else end + _EXCUSE_REACH) is not None


def _is_harmless(value: str, text: str) -> bool:
    """Tell what is no secret whatever stands beside it: a commit that is linked, a sample JWT."""
    return (is_hex(value) and f"/commit/{value}" in text) or structures.is_harmless_token(value)


def _hits(reading: Reading) -> Iterator[Hit]:
    """Yield what the detectors find, leaving out what overlaps an earlier find."""
    taken: list[tuple[int, int]] = []
    for detector in _DETECTORS:
        for hit in detector(reading):
            if _is_harmless(hit.value, reading.text):
                continue
            at = bisect_right(taken, (hit.start, hit.end))
            before = at and taken[at - 1][1] > hit.start
            after = at < len(taken) and taken[at][0] < hit.end
            if not before and not after:
                insort(taken, (hit.start, hit.end))
                yield hit


# --- detect-secrets ---

# The plug-ins and the literals without which they find nothing. Not used: the keyword and
# entropy plug-ins (guesses), basic auth and IP addresses (false alarms), private keys and JWT
# (they take a heading or a sample token for a secret); ours know better what those are.
_PLUGINS = {
    "ArtifactoryDetector": ("AKC",),
    "AWSKeyDetector": ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"),
    "AzureStorageKeyDetector": ("AccountKey=",),
    "CloudantDetector": ("cloudant",),
    "DiscordBotTokenDetector": ("discord", "Discord", "DISCORD"),
    "GitHubTokenDetector": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    "GitLabTokenDetector": ("glpat-", "gldt-", "glft-", "glsoat-", "glrt-", "GR1348941"),
    "IbmCloudIamDetector": ("ibm", "IBM"),
    "IbmCosHmacDetector": ("ibm", "IBM"),
    "MailchimpDetector": ("-us1", "-us2"),
    "NpmDetector": ("authToken=",),
    "OpenAIDetector": ("T3BlbkFJ",),
    "PypiTokenDetector": ("pypi-AgE",),
    "SendGridDetector": ("SG.",),
    "SlackDetector": ("xox",),
    "SoftlayerDetector": ("softlayer", "SOFTLAYER"),
    "SquareOAuthDetector": ("sq0csp-",),
    "StripeDetector": (
        "sk_live_",
        "rk_live_",
    ),
    "TelegramBotTokenDetector": ("telegram", "Telegram", "TELEGRAM"),
    "TwilioKeyDetector": ("twilio", "Twilio", "TWILIO"),
}
_STOCK_RULE = "detect-secrets"
_LEAST_BITS = 8
_LOCK = allocate_lock()  # `threading` takes 3 ms to import


class _Plugin(Protocol):
    def analyze_string(self, string: str, /) -> Iterable[str]: ...


@cache
def _plugins() -> dict[str, _Plugin]:
    """Build the plug-ins once.

    `transient_settings` swaps detect-secrets' global settings and is not made for threads;
    the built plug-ins' `analyze_string` touches neither settings, filters, files nor network.
    """
    from detect_secrets.core.plugins.initialize import from_plugin_classname
    from detect_secrets.settings import transient_settings

    used: dict[str, Any] = {
        "plugins_used": [{"name": name} for name in _PLUGINS],
        "filters_used": [],
    }
    with transient_settings(used):
        return {name: from_plugin_classname(name) for name in _PLUGINS}


def _stock(reading: Reading) -> Iterator[Hit]:
    vocabulary = reading.vocabulary
    there = {literal for literal, core in _cores() if core in vocabulary}
    for name, literals in _PLUGINS.items() if there else ():
        for start, line in _lines_with(reading.text, there.intersection(literals)):
            with _LOCK:
                plugin = _plugins()[name]
            for found in plugin.analyze_string(line):
                value = found.strip(" \t\"'=:")
                body = value[4:] if value[:3].isalnum() else value
                if is_placeholder(value) or is_placeholder(body) or surprise(body) < _LEAST_BITS:
                    continue
                begin = start + line.find(value)
                yield Hit(_STOCK_RULE, begin, begin + len(value), value)


@cache
def _cores() -> tuple[tuple[str, bytes], ...]:
    """Return each literal with its longest run of letters and digits, which a word must show."""
    literals = {literal for literals in _PLUGINS.values() for literal in literals}
    runs = {literal: re.findall(r"[A-Za-z0-9]+", literal) for literal in sorted(literals)}
    return tuple((literal, max(found, key=len).encode()) for literal, found in runs.items())


_MAX_LINE = 2000


def _lines_with(text: str, literals: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each line that holds one of `literals`, long ones cut to its neighbourhood."""
    for literal in sorted(literals):
        at = text.find(literal)
        while at >= 0:
            begin = max(text.rfind("\n", 0, at) + 1, at - _MAX_LINE)
            end = text.find("\n", at, at + _MAX_LINE)
            end = end if end >= 0 else min(len(text), at + _MAX_LINE)
            yield begin, text[begin:end]
            at = text.find(literal, end)
