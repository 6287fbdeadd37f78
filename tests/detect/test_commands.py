"""Passwords on command lines."""

from __future__ import annotations

import pytest

from teammem.detect import commands
from teammem.detect.reading import Reading
from tests.detect.samples import ALNUM, draw

WORD = draw(ALNUM, 14)
LINES = [
    "sshpass -p '{}' ssh a@b",
    "curl -s -u admin:{} https://a.net",
    "curl --user admin:{} https://a.net",
    "wget --password={} https://a.net",
    "http -a me:{} a.net",
    "mysql -h db -u root -p{} shop",
    "mariadb -u root -p{} shop",
    "docker login -u ci -p {} registry.net",
    "skopeo copy --src-creds=bot:{} a b",
    "redis-cli -h c -a {} ping",
    "requirepass {}",
    "mongosh -u a -p {} db",
    "sqlcmd -S s -U sa -P {}",
    "sqlplus app/{}@db",
    "smbclient -U me%{} //s/x",
    "mount -t cifs -o user=me,password={} //s/x /m",
    "ldapsearch -D cn=a -w {} -b dc=a",
    "rabbitmqctl add_user bot {}",
    "htpasswd -bc users bot {}",
    "openssl rsa -passin pass:{} -in k",
    "unzip -P {} a.zip",
    "7z x -p{} a.7z",
    "echo root:{} | chpasswd",
    "net user bot {} /add",
    "net use z: //s/x /user:bot {}",
    "cmdkey /add:s /user:b /pass:{}",
    "xfreerdp /u:me /p:{} /v:s",
    "psexec \\\\s -u me -p {} cmd",
    "CREATE USER a IDENTIFIED BY '{}';",
    "ALTER ROLE a WITH PASSWORD '{}';",
    "ConvertTo-SecureString '{}' -AsPlainText -Force",
    "lftp -u me,{} ftp.net",
    "snmpwalk -v3 -A {} host",
    "ipmitool -H h -U a -P {} power status",
    "useradd -m -p {} bot",
    "wpa_passphrase home {}",
    'send "{}\\r"',
    "echo {} | sudo -S apt update",
    "echo {} | vncpasswd -f",
    "keytool -storepass {} -list",
    "plink -pw {} me@s",
    "az login --service-principal -u x -p {} --tenant t",
    "cqlsh -u a -p {} host",
    "svn co --password {} https://s",
]


def found(text: str) -> list[str]:
    return [hit.value for hit in commands.find(Reading(text))]


@pytest.mark.parametrize("line", LINES)
def test_a_password_on_the_line_is_found_and_a_variable_passes(line: str) -> None:
    assert WORD in found(f"first\n{line.format(WORD)}\nlast\n")
    for harmless in ("$PASSWORD", "password", "<password>", "changeme"):
        assert found(line.format(harmless)) == []


def test_every_command_is_tried() -> None:
    assert len(LINES) >= len(commands._COMMANDS) - 4
