from teammem.memory import topic

QWEN = """# Feedback

- Use real databases in tests
  - Why: a mock hid a broken migration
  - How to apply: integration tests only
- Keep pull requests small
  - **Why:** reviewers asked
"""


def test_a_topic_file_s_entries() -> None:
    found = topic.facts(QWEN)
    assert [(fact.line, fact.summary) for fact in found] == [
        (3, "Use real databases in tests"),
        (6, "Keep pull requests small"),
    ]
    assert found[0].text() == (
        "Use real databases in tests\n\n**Why:** a mock hid a broken migration\n\n"
        "**How to apply:** integration tests only\n"
    )
    assert found[1].how_to_apply == ""


def test_a_wrapped_line_belongs_to_what_it_continues() -> None:
    found = topic.facts("- one\n  more\n  - Why: because\n    of that\n")
    assert (found[0].summary, found[0].why) == ("one more", "because of that")


def test_other_bodies_are_no_topic_files() -> None:
    assert topic.facts("The rule.\n\n- a\n- b\n") == ()
    assert topic.facts("- only one point\n") == ()
    assert topic.facts("") == ()
    assert topic.facts("- a\n  - nested point\n- b\n") == ()


def test_no_entries_yet() -> None:
    assert topic.is_empty("# User\n\n_No entries yet._\n")
    assert not topic.is_empty("_No entries yet._ was here\n")
    assert not topic.is_empty("# User\n\n_No entries yet._\n\nBut this.\n")
