"""Values that a sentence, a field or an option names, in the words of many languages."""

from __future__ import annotations

import random
import string

import pytest

from teammem.detect.engine import scan

_SENTENCES = (
    "the password is: {}",
    "The password was {}",
    "la contraseña es: {}",
    "le mot de passe est : {}",
    "mot de passe : {}",
    "Das Passwort ist: {}",
    "Das Kennwort lautet {}",
    "a senha é {}",
    "la password è {}",
    "hasło to {}",
    "wachtwoord is {}",
    "lösenordet är {}",
    "şifre: {}",
    "パスワードは{}です",
    "비밀번호는 {} 입니다",
    "пароль — {}",
    "密码：{}",
    "密碼是{}",
    "رمز المرور: {}",
    "סיסמה: {}",
    "mật khẩu là {}",
    "kata sandi: {}",
    "heslo: {}",
    "salasana: {}",
    "user admin, pass {}",
    "login: admin password: {}",
    "our token is **{}**",
    "SECRET_KEY_BASE={}",
    "<password>{}</password>",
    "--password={}",
    "| password | {} |",
    "use {} as password",
    "we set {} as the password",
    "creds admin / {}",
    "creds: admin/{}",
    "login: admin / {}",
    "log in as admin with {}",
    "login with `admin` and `{}`",
    "signed in as bob@acme.net with password {}",
    "user admin pass {}",
    "Zugangsdaten: admin / {}",
    "Anmeldung mit admin und {}",
    "identifiants : admin / {}",
    "usuario: admin / {}",
    "账号：admin / {}",
    "アカウント: admin / {}",
    "логин: admin / {}",
    "if it asks for the password, type {}",
    "the password changed from {} last week",
    "name,value,note\npassword,{},x",
    "name;value\npassword;{}",
    '"name","value"\n"password","{}"',
    "## Password\n\n{}",
    "- password\n  - {}",
    "password\n: {}",
    "password: <kbd>{}</kbd>",
    "<tr>\n<td>password</td>\n<td><code>{}</code></td>\n</tr>",
    "password: &main {}",
    "password: !!str {}",
)


def _drawn(seed: str) -> str:
    return "".join(random.Random(seed).choices(string.ascii_letters + string.digits, k=13)) + "7"


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_a_value_that_is_named(sentence: str) -> None:
    assert scan(f"# Note\n\n{sentence.format(_drawn(sentence))}\n".encode())


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_the_same_words_without_a_value(sentence: str) -> None:
    assert not scan(f"# Note\n\n{sentence.format('...')}\n".encode())
    assert not scan(f"# Note\n\n{sentence.format('<your-value>')}\n".encode())


@pytest.mark.parametrize(
    "text",
    [
        "login: src/auth2/handler9 is where it happens",
        "account: admin / 9f86d081884c7d659a2feaa0c55ad015",
        "user: bob / team-backend",
        "log in as admin with administrator rights",
        "usuario: admin / contrase\u00f1a",
        "use snake_case2 as key",
        "## API key\n\nRead-only",
        "token,name,value\nx,y,z",
        "login: admin / bob@acme2.net",
    ],
)
def test_words_beside_a_user(text: str) -> None:
    assert scan(f"# Note\n\n{text}\n".encode()) == ()
