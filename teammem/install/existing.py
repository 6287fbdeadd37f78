"""What the team roots hold already when a clone is set up, as the guard sees it."""

from __future__ import annotations

from teammem import paths
from teammem.guard import anywhere, whole
from teammem.guard.finding import Report, merged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from teammem.install.clone import Clone


def judge(here: Clone) -> Report:
    """Judge the roots of HEAD, with their allow entries, and files there that git has not yet.

    What is staged the next commit judges.

    Raises:
        GitError: git cannot tell.
    """
    reports = []
    if here.repository.commit("HEAD"):
        reports.append(whole.judge(here.repository))
    listed = here.repository.read("ls-files", "-z", "--others", "--exclude-standard")
    for path in filter(paths.in_root, listed.split(b"\0")):
        file = here.top / path.decode("utf-8", "surrogateescape")
        if file.is_file() and not file.is_symlink():
            reports.append(anywhere.text(file.read_bytes(), path))
    return merged("the team roots here", *reports)
