"""`teammem init`."""

from __future__ import annotations

from pathlib import Path

import click

from teammem.cli.output import Outcome, verb


@click.command()
@click.option("--dry-run", is_flag=True, help="Say what would change; change nothing.")
@click.option("--pre-commit", is_flag=True, help="Also the entry for pre-commit and prek.")
@click.option("--repo", default="", metavar="URL", help="The repository in that entry.")
@click.option("--rev", default="", metavar="TAG", help="Its tag or commit.")
@click.option("--owners", default="", metavar="'@org/team ...'", help="Owners for CODEOWNERS.")
@click.option("--ci", type=click.Choice(["github", "gitlab"]), default=None, help="CI recipe.")
@click.option("--strict", is_flag=True, help="In CI, allow entries count only once merged.")
@click.option("--agents-md", is_flag=True, help="Also the block in AGENTS.md and CLAUDE.md.")
@click.option("--hooks-path", is_flag=True, help="Write hooks even into a shared core.hooksPath.")
@verb
def init(
    dry_run: bool,
    pre_commit: bool,
    repo: str,
    rev: str,
    owners: str,
    ci: str | None,
    strict: bool,
    agents_md: bool,
    hooks_path: bool,
) -> Outcome:
    """Set up a repository and the hooks of this clone.

    Writes .teammem/README.md, .teammem/.gitattributes and native git hooks, beside those of
    pre-commit or prek where they are. Commits nothing; a second run changes nothing.
    """
    from teammem.cli import here, setup
    from teammem.install import init as service

    report = service.init(
        Path.cwd(),
        dry_run=dry_run,
        pre_commit=pre_commit,
        repo=repo,
        rev=rev,
        owners=owners,
        ci=ci or "",
        strict=strict,
        agents_md=agents_md,
        hooks_path=hooks_path,
    )
    work = here.open_here()
    if not dry_run and not work.actor.is_agent:
        work.trust()
    return setup.outcome(report, dry_run=dry_run)
