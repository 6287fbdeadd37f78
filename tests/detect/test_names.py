"""What a name announces."""

from __future__ import annotations

import pytest

from teammem.detect import names

KINDS = {
    names.PASSWORD: "password DB_PASSWORD dbPassword spring.datasource.password userpass PGPASSWORD rootPwd wifi-psk"
    " password1 password_prod Passwort senha adminPass SIM-pin",
    names.PASSPHRASE: "passphrase ssh_passphrase backupPassphrase",
    names.SECRET: "client_secret apiKey API_KEY api-key ACCESS_TOKEN authToken secretKeyBase AWS_SECRET_ACCESS_KEY"
    " openai_key VultrKey signing_key MJ_APIKEY_PRIVATE github_pat private_key EXA_KEY otp_seed key_1_secret api_2_key",
    names.KEY: "key my_key session_id_cookie SENTRY_DSN license wallet_seed access_code auth webhook",
    names.NONE: "password_hash token_ttl api_key_id cache_key primary_key publicKey max_tokens next_token keyboard"
    " compass secret_name passwordPolicy key_file monkey sort_key secretArn token_count pubkey",
}
CASES = [(kind, name) for kind, text in KINDS.items() for name in text.split()]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_identifiers(kind: str, name: str) -> None:
    assert names.kind_of(name) == kind


@pytest.mark.parametrize(
    ("kind", "phrase"),
    [
        (names.SECRET, "the Vultr API key"),
        (names.SECRET, "our New Relic key"),
        (names.SECRET, "the Tavus key"),
        (names.SECRET, "openweathermap key"),
        (names.PASSPHRASE, "wallet recovery phrase"),
        (names.NONE, "a nice phrase"),
        (names.NONE, "the cache key"),
        (names.NONE, "the public key"),
        (names.NONE, "clothes pin"),
        (names.PASSWORD, "pass word"),
        (names.NONE, "word"),
        (names.NONE, ""),
        (names.KEY, "a strange key"),
        (names.NONE, "S3Key"),
        (names.NONE, "zip code"),
    ],
)
def test_phrases(kind: str, phrase: str) -> None:
    assert names.kind_of(phrase) == kind
