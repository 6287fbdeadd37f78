"""Text about secrets that holds none."""

from __future__ import annotations

import pytest

from teammem.detect.engine import scan
from tests.detect.samples import ALNUM, HEX, draw, pem

NOTES = [
    "Files that start with -----BEGIN RSA " + "PRIVATE KEY----- must not be committed.",
    "The hook refuses `-----BEGIN OPENSSH {0}-----` and `-----BEGIN PGP {0} BLOCK-----` headers.".format(
        "PRIVATE KEY"
    ),
    "grep -rn 'BEGIN .*PRIVATE KEY' . finds key files; move them to the vault.",
    "Tokens of GitHub begin with ghp_, gho_, ghu_, ghs_ or ghr_ and have 36 characters after it.",
    "OpenAI keys look like sk-... or sk-proj-...; Anthropic's like sk-ant-api03-...",
    "A Slack bot token starts with `xoxb-`, a user token with `xoxp-`, an app token with `xapp-`.",
    "AWS access key ids start with AKIA (long lived) or ASIA (temporary).",
    "Google API keys are 39 characters and start with AIza.",
    "Replace `ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` by your own token.",
    "export GITHUB_TOKEN=<your token here>",
    "export OPENAI_API_KEY=sk-your-key-here",
    "api_key = os.environ['API_KEY']",
    "password = getpass.getpass('Password: ')",
    "const token = await fetchToken(clientId, clientSecret);",
    "db_password: ${DB_PASSWORD}\napi_key: {{ vault.api_key }}\ntoken: $(gh auth token)",
    "secretKeyRef:\n  name: app-secrets\n  key: database-password",
    'kubectl create secret generic db --from-literal=password="$DB_PASSWORD"',
    "Authorization: Bearer <token>",
    "curl -H 'Authorization: Bearer $TOKEN' -u $USER:$PASS https://api.acme.net",
    "curl -u user:password https://example.com",
    "postgres://user:password@localhost:5432/db is what the docs show.",
    "redis://:${REDIS_PASSWORD}@cache:6379/0 and amqp://guest:guest@localhost:5672//",
    "mysql -u root -p asks for the password; never write it behind -p.",
    "docker login -u ci --password-stdin < token.txt",
    'sshpass -p "$SSH_PASSWORD" is forbidden here; use keys.',
    "Rotate keys each quarter: create the new key, deploy it, revoke the old key after 24 hours.",
    "## Rotation guide\n\n1. Open the console.\n2. Create a new access key.\n3. Put it into the vault as `prod/app/db`.\n4. Delete the old access key.",
    "The JWT has three parts, header.payload.signature; ours begin with eyJ and we verify RS256.",
    "Passwords need 12 characters, one digit and one symbol; hashed with argon2id.",
    "password_min_length: 14\npassword_hash: argon2id\ntoken_ttl: 3600\nsession_cookie_name: sid",
    "| setting | value |\n| --- | --- |\n| token_expiry | 24h |\n| api_key_header | X-Api-Key |\n| password | from the vault |",
    "max_tokens=4096, next_token=null, num_tokens: 128000, token_count: 31337",
    "The cache key is user:profile:v2:1234 and the partition key is tenant_id.",
    "primary key: id; foreign key: customer_id; sort key: created_at#order_id",
    "The seed phrase has twelve words and lives in the safe, not in this repository.",
    'secret_arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:app/db-AbCdEf"',
    "KMS key id 1234abcd-12ab-34cd-56ef-1234567890ab is an id, not a secret.",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 is the image digest.",
    "Commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b removed the token from the tests.",
    "ssh-ed25519 public keys go to authorized_keys; the private key stays on the machine.",
    "Use `age -r age1...` with the public recipient; the identity file begins with AGE-SECRET-KEY-1.",
    "The webhook URL looks like https://hooks.slack.com/services/T000/B000/XXXX.",
    "Set the header X-Api-Key to the key of your tenant.",
    "`token: string; password?: string; apiKey: ApiKey | undefined`",
    "Key concepts: tokens, keys, sessions. Key: value pairs are sorted.",
    "type: password, name: token, placeholder: Enter your API key",
    "密码策略: 至少十二位。令牌过期时间为三十分钟。请不要把密钥写进仓库。",
    "パスワードは保管庫で管理します。トークンの有効期限は30分です。APIキーは環境変数から読みます。",
    "비밀번호는 저장소에 기록하지 않습니다. 토큰: 만료 30분. API 키는 환경 변수에서 읽습니다.",
    "Пароль хранится в хранилище, токен живёт 30 минут. Das Passwort steht im Tresor.",
    "La contraseña se guarda en la bóveda; el token caduca en 30 minutos. Le mot de passe change chaque mois.",
    "basic auth is off; bearer tokens only. Cookie: session=... is set by the proxy.",
    "Stripe's test card is 4242 4242 4242 4242; pk_live_ keys are public, sk_live_ ones are not.",
    "git commit 0f0cf010873a..055e46129bc2; the key of PROJ-1234 changed to OPS-99.",
    "AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY are Amazon's samples.",
    "The password is changeme until the first login, then everybody sets an own one.",
    'token = "REPLACE_ME"  # password = "********", secret = "[redacted]"',
]


@pytest.mark.parametrize("note", NOTES)
def test_text_about_secrets_passes(note: str) -> None:
    assert scan(f"---\nname: note\ntype: reference\n---\n\n# Note\n\n{note}\n".encode()) == ()


def test_there_are_forty_of_them_and_more() -> None:
    assert len(set(NOTES)) > 40


def test_all_of_them_together_pass() -> None:
    assert scan("\n\n".join(NOTES).encode()) == ()


def _mixed(length: int, seed: int = 0) -> str:
    return "x7" + draw(ALNUM, length - 2, seed)


# What stands where a value could, and the same place with a value in it.
_TWINS = {
    "version": ("passwd\t1:4.13+dfsg1-1+deb12u1", "passwd\t" + _mixed(14)),
    "link": (
        "a password [prompt](https://cdn.net/Ab9/xZ41q.svg)",
        "password: " + _mixed(14) + "](x)",
    ),
    "commit": (
        "* fix token ([3dd08b3](https://git.net/commit/3dd08b3f))",
        "* the token is " + _mixed(20),
    ),
    "badge": (
        "![s](https://ci.net/s.svg?token=" + draw(HEX, 40) + ")",
        "https://ci.net/s?token=" + draw(HEX, 40),
    ),
    "key id": ("Release GPG key: " + draw("0123456789ABCDEF", 40), "API key: " + draw(HEX, 40)),
    "node": ("mdp: mdp@1a01000 {", "mdp: " + _mixed(14)),
    "empty field": (
        '{"temp_token":"","node":{"id":"MDEwOlJlcG9zaXRvcnkx"}}',
        '{"temp_token":"' + _mixed(24) + '"}',
    ),
    "null field": ('{"token":null,"node":{"id":"MDEwOlJl"}}', '{"token":"' + _mixed(24) + '"}'),
    "counted": ("password: 123456", "password: 719" + "306"),
    "own name": ("password: my_u4v_password", "password: " + "my_u4v_" + _mixed(10)),
    "call": ("const key = pbkdf2.pbkdf2Sync('x', s)", "const secret_key = " + _mixed(20)),
    "file": (
        "the key is `" + draw(HEX, 40) + ".pem` here",
        "the secret key is `" + draw(HEX, 40) + "` here",
    ),
    "digest": ("X-Auth-Token: {SHA1}" + draw(HEX, 40), "X-Auth-Token: " + draw(HEX, 40)),
    "repeated": ("secret_key = " + "f1f2f3f4f5f6f7f8" * 4, "secret_key = " + draw(HEX, 64)),
    "revision": (
        "github token, revision  : " + draw(HEX, 40),
        "github token, value : " + draw(HEX, 40),
    ),
    "punycode": (
        "xn--p" + "-8sbkgc5ag7bhce.xn--p1ai",
        "access id p" + "-" + draw("abcdefgh12345678", 12) + "am",
    ),
    "word list": (
        "recovery words:\n" + "abandon\nability\nable\nabout\nabove\nabsent\nacid\nbag\ncab\ndad\near\nfan",
        "recovery words: "
         "elder donkey canal cluster fatigue bottom" + " " * 1 + "barrel jungle lawsuit claw chalk fluid",
    ),
    "sample material": (
        pem().replace("KEY-----\n", "KEY-----\nEXAMPLE", 1),
        pem(),
    ),
    "resource name": (
        "proxy --auth SecretArn=arn:aws:secretsmanager:us-west-2:123456789123:secret:db-1234f",
        "proxy --auth admin:" + _mixed(14),
    ),
    "Amazon's sample": ("AK" + "IAQFODXMPL4YFHP7DZ", "AK" + "IAQFODKCRL4YFHP7DZ"),
    "source list": (
        "lang/sk" + "-" + draw(HEX, 32) + ".json",
        "sk" + "-" + draw(HEX, 32),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _TWINS)
def test_what_only_stands_where_a_value_could(name: str) -> None:
    harmless, secret = _TWINS[name]
    assert scan(f"# Note\n\n{harmless}\n".encode()) == ()
    assert scan(f"# Note\n\n{secret}\n".encode()) != ()


def test_a_value_is_found_whole() -> None:
    for letter in "rbuf":
        value = letter + draw(ALNUM, 20)
        assert [one.value.reveal() for one in scan(f"password = {value}\n".encode())] == [value]
        assert [one.value.reveal() for one in scan(f'password = r"{value}"\n'.encode())] == [value]
    asked = scan(("https://a.net/?token=" + draw(HEX, 40) + "&issuer=Acme").encode())
    assert [one.value.reveal() for one in asked] == [draw(HEX, 40)]
