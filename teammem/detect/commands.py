"""Passwords on command lines and in the statements of databases and shells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from teammem.detect.reading import Hit, Reading
from teammem.detect.urls import is_password

_V = r"[\"']?([^\s\"'`|;<>]{4,200})"
_REST = r"[^\n|;&]{0,160}?"

# The word that must be there (lower case), and the expression whose last group is the value.
_COMMANDS: tuple[tuple[bytes, str], ...] = (
    (b"sshpass", rf"sshpass[ ]+(?:-v[ ]+)?-p[ ]?{_V}"),
    (b"curl", rf"curl\b{_REST}\s(?:-u|--user|--proxy-user|-U)[ =]?[\"']?[^\s:\"']{{0,80}}:{_V}"),
    (b"wget", rf"wget\b{_REST}\s--(?:http-|ftp-|proxy-)?password[ =]{_V}"),
    (b"http -a", rf"\bhttps? -a[ =][^\s:]{{1,80}}:{_V}"),
    (b"--auth", rf"\s--auth[ =][^\s:]{{1,80}}:{_V}"),
    (b"mysql", rf"\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mycli)\b{_REST}\s-p{_V}"),
    (b"mariadb", rf"\bmariadb(?:-dump|-admin)?\b{_REST}\s-p{_V}"),
    (b"login", rf"\b(?:login|logon)\b{_REST}\s(?:-p|--password|-pw|/p:)[ =]?{_V}"),
    (b"creds", rf"--(?:src-|dest-)?creds[ =][^\s:]{{1,80}}:{_V}"),
    (b"redis-cli", rf"\bredis-cli\b{_REST}\s(?:-a|--pass)[ =]{_V}"),
    (b"requirepass", rf"\b(?:requirepass|masterauth)[ ]+{_V}"),
    (b"mongo", rf"\bmongo(?:sh|dump|restore|export|import)?\b{_REST}\s(?:-p|--password)[ =]?{_V}"),
    (b"sqlcmd", rf"\b(?:sqlcmd|bcp|isql|osql)\b{_REST}\s-P[ ]?{_V}"),
    (b"sqlplus", rf"\b(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman)\b{_REST}\s[\w$#]+/{_V}@"),
    (b"smb", rf"\b(?:smbclient|smbmap|rpcclient|mount)\b{_REST}\s(?:-U|--user)[ =]?[^\s%]{{1,80}}%{_V}"),
    (b"cifs", r"[,\s]pass(?:word)?=([^\s,\"']{4,100})"),
    (b"ldap", rf"\bldap(?:search|modify|add|delete|passwd|whoami)\b{_REST}\s-w[ ]?{_V}"),
    (b"rabbitmqctl", rf"\brabbitmqctl[ ]+(?:add_user|change_password)[ ]+\S+[ ]+{_V}"),
    (b"htpasswd", rf"\bhtpasswd\b{_REST}\s-[a-zA-Z]*b[a-zA-Z]*[ ]+\S+[ ]+\S+[ ]+{_V}"),
    (b"pass:", rf"\s-?-?(?:pass|passin|passout|passwd|password)[ ]+pass:{_V}"),
    (b"unzip", rf"\b(?:unzip|zip)\b{_REST}\s-P[ ]?{_V}"),
    (b"7z", rf"\b7z[ar]?\b{_REST}\s-p{_V}"),
    (b"chpasswd", r"\becho[ ]+[\"']?[^\s:\"']{1,40}:([^\s\"'|]{4,100})[\"']?[ ]*\|[ ]*(?:sudo[ ]+)?chpasswd"),
    (b"net user", rf"\bnet[ ]+user[ ]+\S+[ ]+{_V}"),
    (b"net use", rf"\bnet[ ]+use\b{_REST}/user:\S+[ ]+{_V}"),
    (b"cmdkey", rf"\bcmdkey\b{_REST}/pass:{_V}"),
    (b"freerdp", rf"\b[xw]?freerdp\b{_REST}\s/p:{_V}"),
    (b"psexec", rf"\b(?:psexec|winexe|wmic)\b{_REST}\s[-/]p(?:assword)?[ :]{_V}"),
    (b"identified", r"\bidentified[ ]+(?:with[ ]+\S+[ ]+)?by[ ]+(?:password[ ]+)?[\"']([^\"'\n]{5,200})[\"']"),
    (b"password", r"\bpassword[ ]+[\"']([^\"'\n]{5,200})[\"']"),
    (b"asplaintext", r"ConvertTo-SecureString[ ]+(?:-String[ ]+)?[\"']?([^\s\"']{5,200})[\"']?[ ]"),
    (b"lftp", rf"\b(?:lftp|ncftp|ftp)\b{_REST}\s-u[ ]+[^\s,]{{1,80}},{_V}"),
    (b"snmp", rf"\bsnmp(?:walk|get|bulkwalk|set)\b{_REST}\s-[AX][ ]+{_V}"),
    (b"ipmitool", rf"\bipmitool\b{_REST}\s-P[ ]+{_V}"),
    (b"useradd", rf"\buser(?:add|mod)\b{_REST}\s-p[ ]+{_V}"),
    (b"wpa_passphrase", rf"\bwpa_passphrase[ ]+\S+[ ]+{_V}"),
    (b"expect", r"\bsend[ ]+[\"']([^\s\"'\\]{6,100})\\[rn][\"']"),
    (b"kinit", r"\becho[ ]+[\"']?([^\s\"'|]{6,100})[\"']?[ ]*\|[ ]*(?:sudo[ ]+-S|kinit)"),
    (b"sudo -s", r"\becho[ ]+[\"']?([^\s\"'|]{6,100})[\"']?[ ]*\|[ ]*sudo[ ]+-S"),
    (b"vncpasswd", r"\becho[ ]+[\"']?([^\s\"'|]{5,100})[\"']?[ ]*\|[ ]*vncpasswd"),
    (b"storepass", rf"-(?:storepass|keypass|srcstorepass|deststorepass)[ ]+{_V}"),
    (b"plink", rf"\b(?:plink|pscp|psftp)\b{_REST}\s-pw[ ]+{_V}"),
    (b"az login", rf"\baz[ ]+login\b{_REST}\s-p[ ]+{_V}"),
    (b"nuget", rf"\bnuget\b{_REST}\s-(?:Password|ApiKey)[ ]+{_V}"),
    (b"influx", rf"\binflux\b{_REST}\s(?:-password|-p)[ ]+{_V}"),
    (b"cqlsh", rf"\bcqlsh\b{_REST}\s-p[ ]+{_V}"),
    (b"elasticsearch", rf"\belasticsearch-(?:users|reset-password)\b{_REST}\s-p[ ]+{_V}"),
    (b"svn", rf"\bsvn\b{_REST}\s--password[ =]{_V}"),
)  # fmt: skip


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(
        source, re.IGNORECASE if source.startswith((r"\bidentified", r"\bpassword")) else 0
    )


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the passwords that commands carry as arguments."""
    for word, source in _COMMANDS:
        at = reading.lower.find(word)
        while at >= 0:
            line = max(reading.text.rfind("\n", 0, at) + 1, at - 200)
            end = reading.text.find("\n", at)
            end = min(end if end >= 0 else len(reading.text), at + 400)
            for found in _pattern(source).finditer(reading.text, line, end):
                value = found[1].rstrip(".,)")
                if is_password(value):
                    yield Hit(
                        "command-password", found.start(1), found.start(1) + len(value), value
                    )
            at = reading.lower.find(word, max(end, at + 1))
