"""Settings of remotes by which a plain `git push` publishes refs that nobody named."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def publishing(settings: Mapping[str, Sequence[str]], prefix: str) -> Iterator[tuple[str, str]]:
    """Yield key and value of each setting by which a push includes refs below a prefix.

    `remote.<name>.mirror` pushes all of refs/, and so does a pattern in `remote.<name>.push`
    (git-config, "remote.<name>.mirror"; git-push, "<refspec>").

    Args:
        settings: from `Repository.settings`.
        prefix: such as `refs/teammem/`.
    """
    for key, values in settings.items():
        section, _, rest = key.partition(".")
        _, _, variable = rest.rpartition(".")
        if section != "remote":
            continue
        if variable == "mirror" and values[-1].lower() in ("true", "yes", "on", "1"):
            yield key, values[-1]
        elif variable == "push":
            yield from ((key, value) for value in values if _includes(value, prefix))


def _includes(refspec: str, prefix: str) -> bool:
    if refspec.startswith("^"):
        return False
    source = refspec.removeprefix("+").partition(":")[0]
    before, star, _ = source.partition("*")
    if not star:
        return source.startswith(prefix)
    return prefix.startswith(before) or before.startswith(prefix)
