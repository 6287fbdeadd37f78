"""docs/reference/rules.md says of every rule what the code says."""

import re
from pathlib import Path

from teammem.memory.rules import RULES, SEVERITIES, Problem

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "rules.md").read_text("utf-8")


def test_the_page_and_the_table_agree() -> None:
    sections = re.findall(
        r"^## (TM\d{3}): (.+)\n\nSeverity: (\w+)\. .+\n\nWhat to do: (.+)\.$", PAGE, re.MULTILINE
    )
    assert sections == [
        (code, rule.title, rule.severity, rule.advice) for code, rule in RULES.items()
    ]


def test_a_problem_says_its_rule_and_detail() -> None:
    assert str(Problem("TM015", 3, "type")) == "TM015 unknown type: type"
    assert str(Problem("TM002")) == "TM002 contains a NUL byte"
    assert {Problem(code).severity for code in RULES} == set(SEVERITIES)
