import pytest

from teammem import errors, exits


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ((exits.REFUSED, exits.INTERNAL), exits.INTERNAL),
        ((exits.REFUSED, exits.GIT), exits.GIT),
        ((exits.CONFIG, exits.GIT), exits.GIT),
        ((exits.REFUSED, exits.CONFIG), exits.CONFIG),
        ((exits.OK, exits.REFUSED), exits.REFUSED),
        ((), exits.OK),
    ],
)
def test_the_worst_outcome_decides(codes: tuple[int, ...], expected: int) -> None:
    assert exits.worst(*codes) == expected


def test_every_error_has_a_documented_exit_code() -> None:
    leaves = errors.TeammemError.__subclasses__()
    assert {leaf.exit_code for leaf in leaves} <= set(exits.MEANING)
    assert len({leaf.reason for leaf in leaves}) == len(leaves)
