"""Values beside their names, in every carrier, and their harmless twins."""

from __future__ import annotations

import pytest

from teammem.detect import assignments
from teammem.detect.engine import scan
from teammem.detect.reading import Reading
from tests.detect.samples import ALNUM, HEX, draw, uuid

CARRIERS = [
    "export ACME_API_KEY={}",
    'export ACME_API_KEY="{}"',
    "ACME_API_KEY: {}",
    "env:\n  - name: ACME_API_KEY\n    value: {}",
    '"acmeApiKey": "{}",',
    '{{"name": "ACME_API_KEY",\n "value": "{}"}}',
    "Client(api_key='{}')",
    'api_key = b"{}"',
    "api_key := `{}`",
    ":api_key => '{}'",
    "[acme]\napi_key = {}",
    "| Acme API key | `{}` | platform |",
    "| staging | ACME_API_KEY | {} |",
    "| host | API key |\n| --- | --- |\n| a1 | {} |\n\nmore",
    "host | api key\n--- | ---\na1 | {}",
    "- Acme API key: {}",
    "* `ACME_API_KEY`: `{}`",
    "https://a.net/items?page=2&acme_api_key={}&x=1",
    '<add key="ApiKey" value="{}" />',
    "<apiKey>{}</apiKey>",
    "<td>API key</td><td>{}</td>",
    "define('API_KEY', '{}');",
    "setx API_KEY {}",
    "ENV API_KEY {}",
    "deploy --api-key {} --now",
    "deploy --api-key={} --now",
    "os.environ['API_KEY'] = '{}'",
    "process.env.API_KEY || '{}'",
    'variable "api_key" {{\n  default = "{}"\n}}',
    "ParameterKey=ApiKey,ParameterValue={}",
    "api_key: >-\n  {}\n",
    "API key:\n\n```\n{}\n```\n",
    "API key\n\n```text\n{}\n```\n",
    "API key:\n- {}\n",
    "X-Api-Key: {}",
    "The Acme API key is {} and it never expires.",
    "use the API key {} and start again",
    "set ACME_API_KEY to {} on the runner",
    "the API key `{}` works",
    'Heads-up: "{}" is the API key that the agent should use.',
    "Paste {} as the API key.",
    "The API key for the staging cluster is {}.",
    "API key (staging) = {}",
    "API key — {}",
    "API key → {}",
    "we rotated the API key, now it is {}",
    "API密钥\uff1a{}\uff0c请勿外传",
    "密钥是{}。",
    "APIキーは「{}」です",
    "비밀 키: {}",
    "секретный ключ: {}",
    "clé d'API : {}",
]
SECRETS = {
    "mixed": draw(ALNUM, 32),
    "hex": draw(HEX, 32),
    "uuid": uuid(),
    "base64": draw(ALNUM + "+/", 43) + "=",
}
HARMLESS = [
    "YOUR_API_KEY",
    "<your-key>",
    "${API_KEY}",
    "xxxxxxxxxxxxxxxx",
    "changeme",
    "required",
    "settings.api_key",
    "sha256:" + draw(HEX, 64),
]


def found(text: str) -> bool:
    return bool(scan(f"# Note\n\n{text}\n".encode()))


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("shape", SECRETS)
def test_a_key_is_found_in_each_carrier(carrier: str, shape: str) -> None:
    assert found(carrier.format(SECRETS[shape]))


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("value", HARMLESS)
def test_a_placeholder_passes_in_each_carrier(carrier: str, value: str) -> None:
    assert not found(carrier.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "password = {}",
        'db_password: "{}"',
        "The Snowflake password is {} until May.",
        "the ssh password `{}` for the runs",
        '"{}" is the admin password',
        "密码\uff1a{}",
        "パスワード\uff1a{}",
        "пароль: {}",
        "Server=x;User ID=sa;Password={};Encrypt=True",
        "host:6380,password={},ssl=True",
        "--password {}",
        "contraseña: {}",
        "Passwort: {}",
    ],
)
def test_passwords(text: str) -> None:
    for value in (draw(ALNUM, 12), draw(ALNUM + "%*_!", 16, 3)):
        assert found(text.format(value)), value
    for value in ("changeme", "password", "input()", "argon2id", "required"):
        assert not found(text.format(value)), value


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("passphrase: cactus-glimpse", "-beauty-credit10"), True),
        (("passphrase: orbit-lantern", "-copper-velvet"), True),
        (("setting PASSPHRASE to cliff-dance", "-castle-ivory90 here"), True),
        ("passphrase: only-two", False),
        ("password: use-the-vault", False),
        (("gmail app password: qyel ", "hosm cfmf leeo"), True),
        ("app password: this that then them", False),
        (("password: Autumn", "2026!"), True),
        (("the wifi password is Meadow", "#1987 now"), True),
        ("password: Password2026!", False),
        (("arn:aws:secretsmanager:eu:1:secret:AcmeDb7", "-x9Qk2ZpR"), False),
        (("key: signed-2065c468-73e2", "-4385-a6c9-x9Qk2ZpRw7Lm"), False),
        (("password: 8472", "9163"), True),
        ("password: 20261130", False),
        (("license: ZXQ7-9KPL", "-WV3M-T8RB-X2QZ"), True),
        ("key: mem_egxt997vyz", False),
        ("wallet seed JQXZKWVPGTRMHBNDLFCS", False),
        (("ERLANG_KEY=ZXJQKWVPGTX", "RMHBQNDLFCSJX"), True),
        (("password: aGVsb", "G8gd29ybGQgdGhpcyBpcyB0ZXh0"), False),
        ("client_secret = load(settings)", False),
        ("token is v2.1.0-beta for now", False),
        (("key JQXZ7KWV3PGT", "9RMH2BND4LFC8SXZ"), True),
        ("token: ''", False),
        ("password:", False),
        ("the token", False),
        (('API key: """Zk9Qw2Xv', '7LpR4TnB8sYd"""'), True),
        (('x = "API key Zk9Qw2Xv', '7LpR4TnB8sYd"'), True),
        ("short is the API key", False),
        ("| a | password |\n|---|---|\n", False),
        (("| token |\n|---|\n| Zk9Qw2Xv", "7LpR4TnB8sYd |"), False),
        ("密码 在保险库里", False),
        (("令牌Zk9Qw2Xv", "7LpR4TnB8sYd"), True),
        ("令牌", False),
    ],
)
def test_single_cases(parts: str | tuple[str, ...], expected: bool) -> None:
    hits = list(assignments.find(Reading("".join(parts))))
    assert bool(hits) is expected


def test_a_table_is_read_to_its_end_only() -> None:
    text = "| a | token |\n|---|---|\n" + "| 1 | x |\n" * 300 + f"| 1 | {draw(ALNUM, 32)} |"
    assert list(assignments._columns(Reading(text))) == []


def test_an_openpgp_key_id_that_a_sentence_tells_is_public() -> None:
    number = "4AEE18F8" + "3AFDEB23"
    assert not scan(f"My GPG key is {number}.\n".encode())
    assert scan(f"My API key is {number}.\n".encode())


def test_a_community_of_people_has_no_password() -> None:
    value = "tR7k" + "Q2mZ" + "x9Lw"
    assert not scan(f"Join our Community {value} today\n".encode())
    for text in (
        f"snmp community {value}",
        f"community: {value}",
        f"snmp-server community {value} ro",
    ):
        assert scan(f"{text}\n".encode()), text


@pytest.mark.parametrize("name", ["version_token", "x-csrf-token", "page_token"])
def test_tokens_that_guard_against_doing_things_twice_are_none(name: str) -> None:
    value = "56pRkL3s" + "lrzet2iQrTp9n0bd" + "JVYTB9YE"
    assert not scan(f'"{name}": "{value}"\n'.encode())
    assert scan(f'"access_token": "{value}"\n'.encode())


def test_a_commit_that_the_text_links_is_no_token() -> None:
    number = "370baa4aeee9" + "9dc3e4244fbe" + "3cd92fcf4dff80d8"
    link = f"[{number}](https://github.com/a/b/commit/{number})"
    assert not scan(f"* wrap the key https://github.com/a\n* export it ({link})\n".encode())
    assert scan(f"our github token: {number}\n".encode())


def test_an_application_id_of_square_is_public() -> None:
    tail = "c2OuYt13Ya" + "CAeJq2cd8OQx3k"
    assert not scan(f'"app_id": "sandbox-sq0{"idb"}-{tail}"\n'.encode())
    assert scan(f'"secret": "sandbox-sq0{"csp"}-{tail}"\n'.encode())


@pytest.mark.parametrize(
    ("harmless", "real"),
    [
        # Links that show a picture or a shared file to everybody.
        (
            "![c](https://img.shields.io/codecov/c/gh/a/b?logo=x&token={})",
            "https://a.io/c?token={}",
        ),
        (
            "![c](https://img.shields.io/codecov/c/gh/a/b.svg?token={})",
            "https://a.io/b.zip?token={}",
        ),
        ("<img src='https://a.appspot.com/o/f.png?alt=media&token={}'>", "https://a.io/o?token={}"),
        ("https://docs.google.com/viewform?formkey={}", "https://a.io/view?apikey={}"),
        ("https://drive.google.com/file/d/1?resourcekey={}", "https://a.io/file?secretkey={}"),
        ("A hash of `password` is `$P$8oh{}`.", "The root `password` is `aB3$8oh{}`."),
        ("A hash (of the string ``password``) is ``$2b$12${}``.", "password: `$2b$12${}`"),
        ("sheet = open_by_key('{}')", "client = with_api_key('{}')"),
        ("password: __encrypt__{}==", "password: encrypt__{}=="),
        ("connect.password = srx{}_pass", "connect.password = pass_srx{}"),
        ("set(MAPBOX_KEY, 'pk.eyJ1Ijoi{}')", "set(MAPBOX_KEY, 'sk.eyJ1Ijoi{}')"),
    ],
)
def test_what_only_looks_like_an_assignment(harmless: str, real: str) -> None:
    value = draw(ALNUM, 22, 3)
    short = "2" if "srx" in harmless else value
    assert not scan(f"{harmless.format(short)}\n".encode())
    assert scan(f"{real.format(value)}\n".encode())


@pytest.mark.parametrize(
    "value", ["JBSWY3DP" + "EHPK3PXP", "123456:ABC-DEF1234" + "ghIkl-zyx57W2v1u123ew11"]
)
def test_the_samples_of_a_format_s_own_documentation(value: str) -> None:
    assert not scan(f"secret = '{value}'\n".encode())
    assert scan(f"secret = '{draw(ALNUM, len(value))}'\n".encode())


def test_a_quoted_sample_ends_at_its_quote() -> None:
    leet = "topS3cr3t" + "P4$$w0rd"
    assert not scan(f'entry.set_password("{leet}").await?;\n'.encode())
    assert scan(f'entry.set_password("{draw(ALNUM, 16)}").await?;\n'.encode())


def test_the_id_of_a_finding_is_no_token() -> None:
    number = "12f51c" + "3ddbe5"
    assert not scan(f".teammem/a.md:6: GitHub token [github-pat, {number}]\n".encode())
    assert scan(f"the GitHub token [for CI] is {draw(ALNUM, 24)}\n".encode())
