"""Passwords on command lines and in the statements of databases and shells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from teammem.detect.reading import Hit, Reading
from teammem.detect.urls import is_password

_V = r"[\"']?([^\s\"'`|;<>]{4,200})"
_REST = r"[^\n|;&]{0,160}?"

# The words of which one must be there, and the expression whose last group is the value.
_COMMANDS: tuple[tuple[bytes, str], ...] = (
    (b"sshpass", rf"sshpass[ ]+(?:-v[ ]+)?-p[ ]?{_V}"),
    (b"curl", rf"curl\b{_REST}\s(?:-u|--user|--proxy-user|-U)[ =]?[\"']?[^\s:\"']{{0,80}}:{_V}"),
    (b"wget", rf"wget\b{_REST}\s--(?:http-|ftp-|proxy-)?password[ =]{_V}"),
    (b"http", rf"\bhttp -a[ =][^\s:]{{1,80}}:{_V}"),
    (b"auth", rf"\s--auth[ =][^\s:]{{1,80}}:{_V}"),
    (b"mysql mysqldump mysqladmin mysqlimport mysqlsh mycli", rf"\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mycli)\b{_REST}\s-p{_V}"),
    (b"mariadb", rf"\bmariadb(?:-dump|-admin)?\b{_REST}\s-p{_V}"),
    (b"login logon", rf"\b(?:login|logon)\b{_REST}\s(?:-p|--password|-pw|/p:)[ =]?{_V}"),
    (b"creds", rf"--(?:src-|dest-)?creds[ =][^\s:]{{1,80}}:{_V}"),
    (b"redis", rf"\bredis-cli\b{_REST}\s(?:-a|--pass)[ =]{_V}"),
    (b"requirepass masterauth", rf"\b(?:requirepass|masterauth)[ ]+{_V}"),
    (b"mongo mongosh mongodump mongorestore mongoexport mongoimport", rf"\bmongo(?:sh|dump|restore|export|import)?\b{_REST}\s(?:-p|--password)[ =]?{_V}"),
    (b"sqlcmd bcp isql osql", rf"\b(?:sqlcmd|bcp|isql|osql)\b{_REST}\s-P[ ]?{_V}"),
    (b"sqlplus sqlldr expdp impdp rman", rf"\b(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman)\b{_REST}\s[\w$#]+/{_V}@"),
    (b"smbclient smbmap rpcclient mount", rf"\b(?:smbclient|smbmap|rpcclient|mount)\b{_REST}\s(?:-U|--user)[ =]?[^\s%]{{1,80}}%{_V}"),
    (b"cifs", r"[,\s]pass(?:word)?=([^\s,\"']{4,100})"),
    (b"ldapsearch ldapmodify ldapadd ldapdelete ldappasswd ldapwhoami", rf"\bldap(?:search|modify|add|delete|passwd|whoami)\b{_REST}\s-w[ ]?{_V}"),
    (b"rabbitmqctl", rf"\brabbitmqctl[ ]+(?:add_user|change_password)[ ]+\S+[ ]+{_V}"),
    (b"htpasswd", rf"\bhtpasswd\b{_REST}\s-[a-zA-Z]*b[a-zA-Z]*[ ]+\S+[ ]+\S+[ ]+{_V}"),
    (b"openssl pass", rf"\s-?-?(?:pass|passin|passout|passwd|password)[ ]+pass:{_V}"),
    (b"unzip zip", rf"\b(?:unzip|zip)\b{_REST}\s-P[ ]?{_V}"),
    (b"7z 7za", rf"\b7z[ar]?\b{_REST}\s-p{_V}"),
    (b"chpasswd", r"\becho[ ]+[\"']?[^\s:\"']{1,40}:([^\s\"'|]{4,100})[\"']?[ ]*\|[ ]*(?:sudo[ ]+)?chpasswd"),
    (b"net", rf"\bnet[ ]+user[ ]+\S+[ ]+{_V}"),
    (b"net", rf"\bnet[ ]+use\b{_REST}/user:\S+[ ]+{_V}"),
    (b"cmdkey", rf"\bcmdkey\b{_REST}/pass:{_V}"),
    (b"xfreerdp wfreerdp freerdp", rf"\b[xw]?freerdp\b{_REST}\s/p:{_V}"),
    (b"psexec winexe wmic PsExec", rf"\b(?:psexec|winexe|wmic)\b{_REST}\s[-/]p(?:assword)?[ :]{_V}"),
    (b"identified IDENTIFIED Identified", r"\bidentified[ ]+(?:with[ ]+\S+[ ]+)?by[ ]+(?:password[ ]+)?[\"']([^\"'\n]{5,200})[\"']"),
    (b"password PASSWORD Password", r"\bpassword[ ]+[\"']([^\"'\n]{5,200})[\"']"),
    (b"AsPlainText asplaintext", r"ConvertTo-SecureString[ ]+(?:-String[ ]+)?[\"']?([^\s\"']{5,200})[\"']?[ ]"),
    (b"lftp ncftp ftp", rf"\b(?:lftp|ncftp|ftp)\b{_REST}\s-u[ ]+[^\s,]{{1,80}},{_V}"),
    (b"snmpwalk snmpget snmpbulkwalk snmpset", rf"\bsnmp(?:walk|get|bulkwalk|set)\b{_REST}\s-[AX][ ]+{_V}"),
    (b"ipmitool", rf"\bipmitool\b{_REST}\s-P[ ]+{_V}"),
    (b"useradd usermod", rf"\buser(?:add|mod)\b{_REST}\s-p[ ]+{_V}"),
    (b"wpa", rf"\bwpa_passphrase[ ]+\S+[ ]+{_V}"),
    (b"send", r"\bsend[ ]+[\"']([^\s\"'\\]{6,100})\\[rn][\"']"),
    (b"kinit sudo", r"\becho[ ]+[\"']?([^\s\"'|]{6,100})[\"']?[ ]*\|[ ]*(?:sudo[ ]+-S|kinit)"),
    (b"vncpasswd", r"\becho[ ]+[\"']?([^\s\"'|]{5,100})[\"']?[ ]*\|[ ]*vncpasswd"),
    (b"storepass keypass srcstorepass deststorepass", rf"-(?:storepass|keypass|srcstorepass|deststorepass)[ ]+{_V}"),
    (b"plink pscp psftp", rf"\b(?:plink|pscp|psftp)\b{_REST}\s-pw[ ]+{_V}"),
    (b"az", rf"\baz[ ]+login\b{_REST}\s-p[ ]+{_V}"),
    (b"nuget", rf"\bnuget\b{_REST}\s-(?:Password|ApiKey)[ ]+{_V}"),
    (b"influx", rf"\binflux\b{_REST}\s(?:-password|-p)[ ]+{_V}"),
    (b"cqlsh", rf"\bcqlsh\b{_REST}\s-p[ ]+{_V}"),
    (b"elasticsearch", rf"\belasticsearch-(?:users|reset-password)\b{_REST}\s-p[ ]+{_V}"),
    (b"svn", rf"\bsvn\b{_REST}\s--password[ =]{_V}"),
)  # fmt: skip


_BEFORE = 200
_REACH = 400


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(
        source, re.IGNORECASE if source.startswith((r"\bidentified", r"\bpassword")) else 0
    )


@cache
def _by_word() -> dict[bytes, list[str]]:
    table: dict[bytes, list[str]] = {}
    for names, source in _COMMANDS:
        for name in names.split():
            table.setdefault(name, []).append(source)
    return table


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the passwords that commands carry as arguments."""
    text, table = reading.text, _by_word()
    for word in sorted(table.keys() & reading.words):
        name = word.decode()
        at = text.find(name)
        while at >= 0:
            line = max(text.rfind("\n", 0, at) + 1, at - _BEFORE)
            end = text.find("\n", at, at + _REACH)
            end = end if end >= 0 else min(len(text), at + _REACH)
            for source in table[word]:
                for found in _pattern(source).finditer(text, line, end):
                    value = found[1].rstrip(".,)")
                    if is_password(value):
                        start = found.start(1)
                        yield Hit("command-password", start, start + len(value), value)
            at = text.find(name, max(end, at + 1))
