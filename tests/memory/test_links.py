import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory import document, entry, ids, links
from teammem.memory.entry import Entry


def make(number: int, *targets: int, status: str = "") -> Entry:
    head = f"id: {name(number)}\n"
    if targets:
        head += f"supersedes: [{', '.join(map(name, targets))}]\n"
    if status:
        head += f"status: {status}\n"
    return entry.read(f"{number}.md", document.read(f"---\n{head}---\nBody\n".encode()))


def name(number: int) -> str:
    return ids.new(number, b"0123456789")


def test_a_chain_hides_all_but_its_last() -> None:
    found = links.link([make(1), make(2, 1), make(3, 2)])
    assert dict(found.superseded) == {name(1): (name(2),), name(2): (name(3),)}
    assert (found.cycles, found.dangling, found.forks) == ((), (), ())


def test_a_candidate_only_proposes() -> None:
    found = links.link([make(1), make(2, 1, status="candidate")])
    assert found.superseded == {}
    assert found.proposed == {name(1): (name(2),)}
    assert links.link([make(1), make(2, 1, status="verified")]).superseded


def test_a_fork_is_reported() -> None:
    found = links.link([make(1), make(2, 1), make(3, 1)])
    assert found.forks == (name(1),)
    assert found.superseded[name(1)] == (name(2), name(3))


@pytest.mark.parametrize("cycle", [[(1, 1)], [(1, 2), (2, 1)], [(1, 2), (2, 3), (3, 1)]])
def test_a_cycle_is_reported_and_hides_nothing(cycle: list[tuple[int, int]]) -> None:
    found = links.link([make(number, target) for number, target in cycle])
    assert found.superseded == {}
    assert found.cycles == (tuple(sorted(name(number) for number, _ in cycle)),)


def test_what_a_cycle_points_at_is_still_hidden() -> None:
    found = links.link([make(1, 2, 9), make(2, 1), make(9)])
    assert found.superseded == {name(9): (name(1),)}


def test_a_link_to_nothing_dangles_unless_it_was_forgotten() -> None:
    assert links.link([make(2, 1)]).dangling == ((name(2), name(1)),)
    assert links.link([make(2, 1)], [name(1)]).dangling == ()


def test_a_long_chain_needs_no_recursion() -> None:
    found = links.link([make(n, n - 1) for n in range(1, 3000)])
    assert len(found.superseded) == 2998


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=12))
def test_something_is_always_left(edges: list[tuple[int, int]]) -> None:
    targets: dict[int, list[int]] = {number: [] for number in range(1, 7)}
    for source, target in edges:
        targets[source].append(target)
    found = links.link([make(number, *to) for number, to in targets.items()])
    assert len(found.superseded) < 6
    in_cycle = {member for group in found.cycles for member in group}
    for old, new in found.superseded.items():
        assert old not in new
        assert old not in in_cycle or set(new) - in_cycle or len(found.cycles) > 1
