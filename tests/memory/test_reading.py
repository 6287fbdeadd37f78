import pytest
from hypothesis import given
from hypothesis import strategies as st

from teammem.memory.reading import Broken, Loaded, Skipped, read


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\t\r\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"# User\n\n_No entries yet._\n", "no-entries"),
        (b"---\nname: a\n---\n_No entries yet._\n", "no-entries"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "lfs-pointer"),
    ],
)
def test_what_is_no_memory_is_skipped_with_a_reason(data: bytes, reason: str) -> None:
    assert read("a.md", data) == Skipped("a.md", reason)


def test_the_other_two_lists() -> None:
    assert isinstance(read("a.md", b"text"), Loaded)
    assert isinstance(read("a.md", b"\xff\xfe"), Broken)
    assert isinstance(read("a.md", b"---\n---\n"), Loaded)


@given(
    st.one_of(
        st.binary(max_size=80),
        st.text(max_size=80).map(lambda t: f"---\n{t}".encode("utf-8", "replace")),
    )
)
def test_every_file_ends_in_exactly_one_list(data: bytes) -> None:
    assert isinstance(read("a.md", data), Loaded | Broken | Skipped)
