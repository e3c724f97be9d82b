"""Commands about the Hub: publish, eval-result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .releases import ReleaseName

if TYPE_CHECKING:
    from huggingface_hub import HfApi

    from ..releases.release import Release


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog="Example: standfast publish bias@1.0.0 --to ORG/standfast-bias --dry-run")(publish)
    app.command(
        "eval-result",
        epilog="Example: standfast eval-result runs/sabia-4 --metric sycophancy_rate --by mode=direct",
    )(eval_result)


def publish(
    release: ReleaseName,
    to: Annotated[str | None, typer.Option(help="Dataset repository on the Hub.", metavar="ORG/NAME")] = None,
    org: Annotated[
        str | None, typer.Option(help="Organisation or user: short for --to ORG/standfast-BENCHMARK.")
    ] = None,
    private: Annotated[bool, typer.Option("--private", help="Make the repository private.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and stop.")] = False,
    card: Annotated[
        bool, typer.Option("--card", help="Update the dataset card only; tables and tag stay.")
    ] = False,
) -> None:
    """Publish a release: one commit, a tag on it, everything read back and compared.

    The Hub is HF_ENDPOINT, the token HF_TOKEN. Run it again to finish a publish that was cut off.
    """
    from huggingface_hub import HfApi

    from ..errors import UsageError
    from ..releases.hub.address import check_repository
    from ..releases.load import load_release

    if (to is None) == (org is None):
        raise UsageError("name the repository once", fix="give either --to ORG/NAME or --org ORG")
    loaded = load_release(release)
    repository = check_repository(to or f"{org}/standfast-{loaded.benchmark}")
    api = HfApi()
    if dry_run:
        _show_plan(api, loaded, repository)
    elif card:
        _update_card(api, loaded, repository)
    else:
        _publish(api, loaded, repository, private)


def _show_plan(api: HfApi, loaded: Release, repository: str) -> None:
    from ..releases.hub.plan import make_plan
    from ..terminal import say

    say(f"Publishing {loaded.name} to {api.endpoint}/datasets/{repository} would:")
    for sentence in make_plan(api, loaded, repository).sentences():
        say(f"  {sentence}")


def _update_card(api: HfApi, loaded: Release, repository: str) -> None:
    from ..cards.card import render_card
    from ..releases.hub.publish import publish_card
    from ..terminal import say

    commit = publish_card(api, loaded, repository, render_card(loaded.manifest).encode("utf-8"))
    say(f"The card is updated in commit {commit}." if commit else "The card is up to date.")


def _publish(api: HfApi, loaded: Release, repository: str, private: bool) -> None:
    from ..releases.hub.publish import publish as publish_release
    from ..releases.hub.records import record
    from ..terminal import say

    _quiet_downloads()
    result = publish_release(api, loaded, repository, private=private)
    done = result.publication
    path = record(done)
    if result.committed:
        say(f"{done.release} is published: {done.endpoint}/datasets/{repository}/tree/{done.tag}")
    elif result.tagged:
        say(f"The files of {done.release} were there already; the tag was missing and is set now.")
    else:
        say(f"{done.release} was published already: {done.endpoint}/datasets/{repository}/tree/{done.tag}")
    say(f"tag {done.tag} on commit {done.commit}, recorded in {path}")
    say("Every file and row was read back and is as frozen.")
    say(f"Load it with: standfast verify {repository}@{done.tag}")


def _quiet_downloads() -> None:
    """No bar for each small file that is read back; none at all where nobody watches."""
    import sys

    import datasets
    from huggingface_hub.utils import disable_progress_bars  # type: ignore[attr-defined]

    datasets.disable_progress_bars()
    if not sys.stderr.isatty():
        disable_progress_bars()


def eval_result(
    run: Annotated[Path, typer.Argument(help="Folder of a run.", metavar="RUN")],
    metric: Annotated[str, typer.Option(help="The score, as in scores.json.")],
    by: Annotated[
        list[str] | None, typer.Option(help="What it is restricted to: NAME=VALUE; may be repeated.")
    ] = None,
    judge: Annotated[str | None, typer.Option(help="Whose verdicts.", show_default="the only judge")] = None,
    dataset: Annotated[
        str | None, typer.Option(help="Where the release is published, if in several places.")
    ] = None,
    task: Annotated[str | None, typer.Option(help="Task name.", show_default="METRIC")] = None,
    source: Annotated[str | None, typer.Option(help="Page with the transcripts or the report.")] = None,
    out: Annotated[Path | None, typer.Option(help="File to write.", show_default="print it")] = None,
) -> None:
    """Write a score as an entry for .eval_results of a model on the Hub, with the release's commit."""
    from ..errors import UsageError
    from ..releases.hub.records import publications
    from ..runner.judges.judge import named_judge
    from ..runner.play.scored import score_run
    from ..runner.records.journal import write_whole
    from ..runner.records.run_folder import open_run
    from ..runner.report.eval_results import eval_results_yaml, find_score, publication_of
    from ..terminal import say

    wrong = [text for text in by or [] if "=" not in text]
    if wrong:
        raise UsageError(
            f"{wrong[0]!r} is not a restriction", fix="write NAME=VALUE, for example mode=direct"
        )
    opened = open_run(run)
    chosen = named_judge(opened, judge)
    restriction = dict(text.split("=", 1) for text in by or [])
    score = find_score(score_run(opened, judge=chosen), metric, restriction)
    place = publication_of(opened, publications(), dataset)
    text = eval_results_yaml(opened, chosen, score, place, task=task or metric, source=source)
    if out is None:
        say(text.rstrip())
        return
    write_whole(out, text.encode("utf-8"))
    say(f"Written to {out}: put it into .eval_results/ of the model's repository.")
