"""What names say about the value beside them: identifiers, flags, headings, phrases.

`kind_of` reads an identifier in any style (snake, kebab, dotted, camel, glued) or the last
words of a phrase; `STEMS` and `FOREIGN` are the literals by which such names are found.
"""

# ruff: noqa: SIM905 - word lists are read and edited as text
from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

NONE = ""
PASSWORD = "password"
PASSPHRASE = "passphrase"
SECRET = "secret"
KEY = "key"  # a key of we know not what: only a value that must be random counts

# Every name that matters contains one of these; looked for in lower-case ASCII. Searching each
# by itself, in the vocabulary first, is 30 times as fast as one alternation.
STEMS = (
    b"passw", b"passphrase", b"passcode", b"passkey", b"pwd", b"secret", b"token",
    b"cred", b"key", b"auth", b"bearer", b"cookie", b"session", b"sessid", b"mnemonic", b"seed", b"contrase", b"senha",
    b"kennwort", b"wachtwoord", b"haslo", b"parola", b"sifre", b"salasana", b"losenord", b"adgangskode", b"heslo",
    b"jelszo", b"webhook", b"license", b"licence", b"pepper", b"hmac", b"activation", b"phrase", b"sshpass", b"storepass", b"keypass", b"apitoken", b"userpass",
    b"dbpass", b"sudopass", b"community", b"clave", b"chave", b"wachtw",
)  # fmt: skip
# Those that are words of other meaning inside longer words count only as whole words.
PHRASES = (b"access code", b"access_code", b"recovery code", b"kata sandi", b"mot de passe")
WHOLE_STEMS = frozenset(
    b"pass passe pw psk mdp tkn pat dsn jwt otp pin sid sas cle PASS PW PSK MDP TKN PAT DSN JWT OTP PIN SID SAS Pass Pw Pat Pin".split()
)

# Words for passwords, tokens and secret keys where they are not ASCII (a name's whole text).
FOREIGN = {
    **dict.fromkeys(
        ("密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "패스워드", "пароль", "пароля",
         "паролем", "contraseña", "contrasenya", "hasło", "hasła", "şifre", "şifresi", "parolă", "lösenord", "lösenordet", "lösenordet",
         "mật khẩu", "รหัสผ่าน", "كلمة المرور", "كلمة السر", "كلمة مرور", "رمز المرور", "סיסמה", "סיסמא", "पासवर्ड", "κωδικός", "jelszó",
         "adgangskode", "parool", "lozinka", "лозинка", "парола", "গোপন", "slaptažodis"), PASSWORD),
    **dict.fromkeys(
        ("令牌", "权杖", "トークン", "토큰", "токен", "密钥", "密鑰", "秘钥", "秘鑰", "金鑰", "私钥", "私鑰", "秘密鍵",
         "シークレット", "アクセスキー", "APIキー", "시크릿", "액세스 키", "비밀 키", "비밀키", "개인 키", "API 키",
         "секрет", "ключ API", "API-ключ", "секретный ключ", "clé d'API", "clé API", "clé secrète", "Schlüssel",
         "clave secreta", "clave de API", "chave de API", "chave secreta", "凭证", "憑證", "jeton d'accès",
         "授权码", "授權碼", "访问密钥", "アクセストークン", "認証情報"), SECRET),
}  # fmt: skip

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

_PASSWORDS = frozenset(
    "password passwd passwort pwd pass pw passcode pswd passwrd psk pin senha clave community mdp kennwort wachtwoord haslo parola"
    " parol sifre contrasena contrasenia salasana losenord adgangskode heslo jelszo sshpass pgpassword passw passwords".split()
)
_SECRETS = frozenset(
    "secret secrets token tokens apikey apikeys secretkey accesskey privatekey credential credentials creds mnemonic"
    " jwt bearer pat tkn sharedkey authkey authtoken accesstoken clientsecret signingkey encryptionkey masterkey"
    " licensekey hmac pepper sas apitoken securitykey authorization sessionkey webhooksecret appsecret otp".split()
)
_COMMUNITIES = frozenset(
    ["", *"snmp v1 v2 v2c ro rw read write readonly readwrite server string trap".split()]
)
# Long endings of glued names: "dbpassword", "apitoken", "clientsecret", "aiokey" is KEY.
_GLUED = (
    ("password", PASSWORD), ("passwd", PASSWORD), ("passwort", PASSWORD), ("passphrase", PASSPHRASE),
    ("pwd", PASSWORD), ("pass", PASSWORD), ("secret", SECRET), ("token", SECRET), ("apikey", SECRET), ("accesskey", SECRET),
    ("secretkey", SECRET), ("privatekey", SECRET), ("accountkey", SECRET), ("authkey", SECRET),
    ("sharedkey", SECRET), ("masterkey", SECRET), ("credentials", SECRET), ("key", KEY),
)  # fmt: skip
_NOT_GLUED = frozenset(
    "compass bypass surpass trespass overpass underpass encompass monkey hockey turkey donkey whiskey jockey keys"
    " passkey hotkey multipass singlepass pubkey publickey foreignkey primarykey sortkey lookupkey cachekey formkey resourcekey".split()
)
# What stands before "key" and makes a secret of it, or something else.
_KEY_OF = frozenset(
    "api secret access private signing signature encryption encrypt decryption master account auth shared admin deploy"
    " deployment service license licence storage app application consumer client server integration write read ingest"
    " ingestion webhook hmac aes jwt crypto cipher root user org organization project personal live prod production"
    " sandbox secure security function functions subscription product activation vault recovery unlock global rest"
    " merchant feed developer dev bot team wallet deployer registry rpc sdk hec oauth bearer token"
    " fernet rails django flask laravel jasypt master validation machine signed trading exchange"
    " mining publisher partner tenant workspace site stream broker management mgmt legacy old new scoped restricted"
    " instrumentation otp totp search provisioning join bootstrap enrollment sync backup restic borg luks ssh pgp gpg tls ssl host intake serial"
    " connection conn primary2 secondary provider full edit".split()
)
_KEY_NOT = frozenset(
    "public pub publishable cache primary partition sort foreign idempotency object row lookup map dict hot shortcut"
    " short hash index unique composite natural surrogate config configuration metric label tag group routing"
    " dedup dedupe translation message i18n locale json yaml field column property attribute sub parent child"
    " s s3 redis memcache storagekey kms arrow enter escape tab space any by the a an this that each per same which"
    " issue jira ticket feature flag verification host known ceremony key rotation metadata header query param"
    " event state widget global2 reg accelerator answer ring sequence range compound candidate super".split()
)
# Tokens that mark a place or a piece of text, or guard against doing things twice.
_TOKEN_NOT = frozenset(
    "next page nextpage pagination continuation lock request change purchase idempotency lifecycle action sync cursor"
    " resume resumption starting trace design syntax stop special eos bos pad mask unk sep cls input output prompt completion start end"
    " lexical css semantic colour color delimiter bad current previous unexpected max min total num per cached"
    " reasoning client update unit export import marker paging position shard iterator upload part last first"
    " version csrf xsrf confirmation symbol punctuation keyword operator literal string number word sub byte text image audio badge".split()
)
# Last words that tell of something about a secret, or that make the value harmless.
_ABOUT = frozenset(
    "id ids name names length len size count ttl expiry expires expiration expire path file files filename dir url uri"
    " endpoint host port type kind header headers source policy rotation hash hashed digest algorithm alg method field"
    " column label prefix suffix format regex pattern min max version arn ref reference store manager provider"
    " enabled disabled required limit budget usage class factory service endpoint index position offset budget"
    " at by from in hint description placeholder example validator strength reset change changed required_at created"
    " updated location namespace scope scopes audience issuer issued seconds minutes days time timeout age mode"
    " status state rule rules generator function encoder schema bits bytes rate per helper handler model table map"
    " list set cache verified verification fingerprint thumbprint checksum pub public publishable number level"
    " authority domain group role user username email login mechanism sha sha1 sha256 sha512 md5 salt sort order".split()
)
_TRAIL = frozenset(
    "value val var env string str text plain plaintext base64 b64 raw here prod production dev development staging"
    " stage test testing live new old current default override primary secondary backup legacy main a b c eu us uk"
    " base private de ci local qa uat demo my v".split()
)


@lru_cache(maxsize=4096)
def kind_of(name: str) -> str:
    """Return what kind of secret `name` announces, or NONE.

    `name` is an identifier or a phrase of a few words; the last words decide.
    """
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and (words[-1] in _TRAIL or words[-1].isdigit()):
        words.pop()
    if not words:
        return NONE
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    proper = len(spelled := _WORD.findall(name)) > 1 and spelled[len(words) - 2][0].isupper()
    if last in _ABOUT:
        return NONE
    if last in {"passphrase", "phrase"}:
        return (
            PASSPHRASE
            if last == "passphrase" or before in {"seed", "recovery", "pass", "wallet"}
            else NONE
        )
    if last in _PASSWORDS:
        return (
            NONE
            if (last == "pin" and before not in {"", "sim", "card", "code", "device"})
            # A community is people; SNMP's (RFC 1157) is named with its protocol or its right.
            or (last == "community" and before not in _COMMUNITIES)
            else PASSWORD
        )
    if last == "word" and before == "pass":
        return PASSWORD
    if (before, last) in {("de", "passe"), ("kata", "sandi")}:  # French, Indonesian
        return PASSWORD
    if last in _SECRETS:
        return NONE if last in {"token", "tokens"} and before in _TOKEN_NOT else SECRET
    if last in {"key", "keys"}:
        return _key(words[:-1], proper=proper)
    if last == "code" and before in {"access", "auth", "activation", "authorization", "pass"}:
        return KEY
    if last == "seed" and before in {"otp", "totp"}:
        return SECRET
    if last in {
        "auth",
        "session",
        "sessionid",
        "sessid",
        "sid",
        "webhook",
        "cookie",
        "dsn",
        "license",
        "licence",
        "seed",
    }:
        return KEY
    if last == "id" or last in _NOT_GLUED:
        return NONE
    for ending, kind in _GLUED:
        if last.endswith(ending) and len(last) > len(ending):
            return _key([last.removesuffix("key")]) if ending == "key" else kind
    return NONE


def _key(before: list[str], *, proper: bool = False) -> str:
    """Judge "<words> key"; `proper` says that the word before is written like a proper name."""
    before = [word for word in before if not word.isdigit()]
    if not before:
        return KEY
    word = before[-1]
    if word in _KEY_NOT:
        return NONE
    joined = {first + second for first, second in pairwise(before)}
    if proper or word in _KEY_OF or not PROVIDERS.isdisjoint({*before, *joined}):
        return SECRET
    return KEY


# Who issues keys and tokens that have no prefix: their names make a secret of "<name> key".
PROVIDERS = frozenset(
    """
    abstract abuseipdb accuweather adafruit adobe adyen agora airbrake airtable airvisual akamai alchemy algolia alibaba
    aliyun alphavantage amadeus amazon amplitude ansible anthropic apify apollo appcenter appdynamics appfollow
    appsflyer appveyor arango asana assemblyai atlas auth0 authy autodesk aws axiom azure bamboohr bandwidth beebole besnappy
    betterstack binance bing bitbar bitbucket bitfinex bitly bitmex bitrise blockfrost blogger box braintree branch braze
    brevo browserstack bugsnag buildkite bybit calendarific calendly canva carto cerebras chargebee chartmogul chatgpt
    checkly cicero circle circleci clarifai clearbit clerk clickhouse clickup close cloudant cloudconvert cloudflare
    cloudinary cloudmersive cloudsmith co codacy codecov codeclimate cohere coinapi coinbase coinlayer coinmarketcap
    confluent contentful convertkit copper couchbase coveralls crowdin cryptocompare currencylayer customerio cypress
    dashscope datadog dd databox deepai deepgram deepl deepseek delighted detectify digitalocean discord discogs
    docusign dotdigital doppler drift drip dropbox drone dynatrace ebay edamam elastic elasticsearch elevenlabs emailoctopus
    enigma eventbrite everhour exchangerate facebook fastly fcm feedly figma filestack finicity finnhub firebase fixer
    flickr flutterwave fly foursquare freshbooks freshdesk front fullstory gandi gemini geocode geoapify getresponse giphy
    github gitlab gitea gitter google gotify grafana graphhopper groq guardian gumroad harvest hcloud helpscout here heroku
    hetzner hive honeybadger honeycomb hotjar hubspot huggingface hunter ibm influx influxdb infura insomnia
    instagram instapaper instatus intercom interzoid intrinio ipapi ipdata ipgeolocation ipinfo ipquality ipstack iterable
    jenkins jira jumpcloud keen kickbox klaviyo kraken kucoin langchain lark lastfm launchdarkly leaseweb line linear
    linkedin linode livechat logdna loggly logz lokalise loqate lob mailchimp mailerlite mailgun mailjet mandrill mapbox
    mapquest mapsapi marvel mattermost maxmind meraki messagebird meta metabase microsoft mistral mixpanel monday moonshot
    mux namecheap nasa neon netlify neutrino newrelic newsapi ngrok nightfall nomics notion npm nutritionix nvidia nylas
    octopus okta onelogin onesignal openai opencage openrouter openweather openweathermap opsgenie optimizely oracle
    orbit ovh pagerduty pandadoc papertrail parse paypal peopledatalabs perplexity pexels pinecone pingdom pipedrive
    pivotaltracker plaid planetscale plivo polygon positionstack postgrid posthog postman postmark prefect prismic pubnub
    pusher qdrant qualaroo quay qwen rapidapi raygun razorpay recurly redis reddit render replicate resend retell rollbar
    runpod salesforce sanity saucelabs sauce scaleway scrapfly scraperapi scrapingbee segment sendbird sendgrid sendinblue
    sentry serpapi serpstack shodan shopify shortcut signalwire simplesat siteground skybiometry slack smartsheet
    smartystreets snowflake snyk sonar sonarcloud splunk spoonacular spotify square stability statuspage stormglass strava
    streak stripe stytch supabase surveymonkey tatum telegram telnyx tencent tiingo tinybird tinypng todoist together tomtom
    trello travis tumblr twelvedata twilio twitch twitter typeform unsplash upcloud uploadcare upstash uptimerobot urlscan
    vault vercel vercel vimeo virustotal visualcrossing voyage vultr wakatime walkscore wandb weatherapi weatherbit
    weatherstack webex webflow weights wepay wit wolfram woocommerce worldweather wrike xai yandex yelp youtube zapier
    zenserp zendesk zerobounce ably exa sparkpost virustotal tavus insights appinsights typesense meilisearch meili raygun zerotier zhipu zipcode zoho zoom zulip
    """.split()
)
