"""What a value looks like: a person's words, or something a machine drew at random.

`surprise` compares two explanations of a string: words and identifiers, or symbols drawn
uniformly. The letter-pair table was counted over the words (two letters and more, each word
weighted by the logarithm of its frequency) in the sources and documentation of the CPython
standard library and of the packages installed beside it.
"""

from __future__ import annotations

from teammem.detect.patterns import on_use

# One row per first letter, one character per second; "k" = as likely as by chance, each step
# above it half a bit rarer in words than by chance, each step below half a bit more common.
_PAIRS = (
    "jjjjpolqltnhjhtkrhjgmnonnr",
    "gjjlhmppilqgnoinqjjnirrrlr",
    "hollhnqhktijnpfosklhkqrtnt",
    "illkelnpgqqlnninrkjlkpqqou",
    "jnjhllnqnurjlholnghipmnkot",
    "imlkigmrfrsjonhntjlkjrrrnt",
    "ionnenliitrjmjjnthimkopspq",
    "fonnfpqohspmmngoskmjlqrsmr",
    "kmikkmksqrqjkfiltkiislvovl",
    "hnmlgmmnjninnnglqninhpmqop",
    "inllenlnhopjnlknqlhllpmqmt",
    "hpnkfnqrgtqiophnupkkkortjt",
    "fkonfpqshtqlkoihtpknkqssmu",
    "ipiihlgpjrnnpmjntpigmmrtpt",
    "nljjpmmqnsnjjfkjwgjjjmkort",
    "gqmngnqljvqhpohjqgkjlrpukv",
    "jnnnknonmrrjmmqnkjjndnnooq",
    "hollfnlrhvnmkmhntkijmopumv",
    "kpjngoojhtnlnojjooifjpotmu",
    "hplnfnrigvsmnoimuhjklqpskq",
    "kjkljmmskuqijgnjvhihqqtqss",
    "fnnndpopgssoopkmsnmoqnopqq",
    "gomlhnojgrplojhoriimponnrs",
    "jlilikqniqqmknmhrmmgoopgkp",
    "kmkljmnokrqjjjlgrlhinnmnhl",
    "ipomeoooiqqonpkoqnmnpqonne",
)
_BASE = 97
_EVEN = ord("k")
# Half bits, from the same counting: how much more a random string has of each transition.
_CASE_UP = 5
_INTO_DIGITS = 4
_OUT_OF_DIGITS = 6
_WITHIN_DIGITS = 0

_ENOUGH = 96

_HEX = on_use(r"(?:0x)?(?:[0-9a-f]+|[0-9A-F]+)\Z")
_UUID = on_use(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")


def surprise(value: str) -> float:
    """Return the log-likelihood ratio, in bits, of "random" against "words" for `value`.

    Positive: more like something drawn at random. Only neighbouring ASCII letters and digits
    count, so that separators cost nothing; what is long is judged by its beginning.
    """
    total = 0
    last = " "
    for char in value[:_ENOUGH]:
        if char.isascii() and char.isalnum():
            if last.isalpha():
                if char.isdigit():
                    total += _INTO_DIGITS
                else:
                    row = _PAIRS[ord(last.lower()) - _BASE]
                    total += ord(row[ord(char.lower()) - _BASE]) - _EVEN
                    if last.islower() and char.isupper():
                        total += _CASE_UP
            elif last.isdigit():
                total += _WITHIN_DIGITS if char.isdigit() else _OUT_OF_DIGITS
            last = char
        else:
            last = " "
    return total / 2


def is_hex(value: str) -> bool:
    """Tell whether `value` is one-case hexadecimal with both digits and letters."""
    return (
        _HEX.match(value) is not None
        and not value.isdigit()
        and any(char.isdigit() for char in value.removeprefix("0x"))
    )


def is_uuid(value: str) -> bool:
    """Tell whether `value` is written as a UUID (RFC 9562)."""
    return _UUID.match(value) is not None


def classes(value: str) -> int:
    """Count the kinds of characters in `value`: lower case, upper case, digits, symbols."""
    return (
        any(char.islower() for char in value)
        + any(char.isupper() for char in value)
        + any(char.isdigit() for char in value)
        + any(not char.isalnum() for char in value)
    )
