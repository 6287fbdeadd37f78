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
