"""One judgement over many places: a blob is read once, and each place is judged for itself."""

from __future__ import annotations

import pytest

from tests.support.sandbox import Sandbox

GOOD = f"revoked: {'0' * 40}\nreason: r\nby: b\nat: t\nschema: 1\n"


@pytest.mark.parametrize("other", [".teammem/zzz.yaml", ".teammem/a/other.yaml", "a.yaml"])
@pytest.mark.parametrize("folder", ["allow", "tombstones"])
def test_a_twin_elsewhere_does_not_hide_a_broken_record(
    team: Sandbox, folder: str, other: str
) -> None:
    for text, code in (("- a\n", 1), (GOOD if folder == "allow" else "schema: 99\n", 0)):
        team.write(f".teammem/{folder}/x-000000.yaml", text)
        team.write(other, text)
        team.git("add", "-A")
        done = team.gate("staged")
        assert (done.code, "[unparsable-record" in done.text) == (code, code == 1)
        assert f"{other}:" not in done.text
