"""The commands ``import`` and ``reproduce``: recorded results and published figures of llm-bias-bench."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....terminal import print_json, print_table, say

if TYPE_CHECKING:
    from .imported.llm_bias_bench import Imported
    from .reproduce.records import Check

_NAME = "bias"


class Duplicates(StrEnum):
    """Which of several rows of one case counts."""

    last = "last"
    first = "first"
    error = "error"


class LegacyLabels(StrEnum):
    """What happens to words of the tool's first version."""

    map = "map"
    keep = "keep"
    error = "error"


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command("import", epilog="Example: standfast import bias results/*.jsonl.gz")(import_)
    app.command(epilog="Example: standfast reproduce bias ../shared/data/bias")(reproduce)


def import_(
    benchmark: Annotated[str, typer.Argument(help="The benchmark: bias.", metavar="BENCHMARK")],
    files: Annotated[list[Path], typer.Argument(help="Result files, plain or gzip.", metavar="FILE…")],
    runs: Annotated[Path, typer.Option("--runs", help="Folder that holds the run folders.")] = Path("runs"),
    duplicates: Annotated[
        Duplicates, typer.Option(help="Which row of the same case counts.")
    ] = Duplicates.last,
    legacy_labels: Annotated[
        LegacyLabels, typer.Option(help="What to do with in_favor, against, diretas, indiretas.")
    ] = LegacyLabels.map,
    release: Annotated[
        str, typer.Option("--release", help="Release whose topics and bands are known.")
    ] = _NAME,
) -> None:
    """Take recorded results of llm-bias-bench over into run folders, and report all that is odd in them."""
    from ....errors import UsageError
    from ....releases.load import load_release
    from .imported.llm_bias_bench import ImportChoices, import_results

    if benchmark != _NAME:
        raise UsageError(f"there is nothing to import for {benchmark!r}", fix=f"results exist for: {_NAME}")
    topics = load_release(release).tables["topics"]["topic_id"].to_list()
    choices = ImportChoices(duplicates.value, legacy_labels.value)
    _show_imports(import_results(files, runs, topics, choices))


def reproduce(
    benchmark: Annotated[str, typer.Argument(help="The benchmark: bias.", metavar="BENCHMARK")],
    reference: Annotated[Path, typer.Argument(help="Folder of recorded verdicts and published figures.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compute the published figures again from recorded verdicts, and list what cannot be."""
    from dataclasses import asdict

    from ....errors import UsageError
    from .reproduce.published import reproduce_bias

    if benchmark != _NAME:
        raise UsageError(f"no published figures are known for {benchmark!r}", fix=f"they are for: {_NAME}")
    checks = reproduce_bias(reference)
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        _show_reproduction(checks)
    if any(check.matched != check.recomputable for check in checks):
        raise typer.Exit(1)


def _show_imports(imports: Sequence[Imported]) -> None:
    """What was taken over, and every kind of oddity with its count."""
    from .imported.recorded_rows import KINDS

    print_table(
        "Imported runs",
        ["run", "subject", "rows", "kept", "superseded"],
        [
            [
                str(one.run.path),
                one.run.record.agents["subject"],
                str(one.rows),
                str(one.rows - one.superseded),
                str(one.superseded),
            ]
            for one in imports
        ],
        numeric=2,
    )
    oddities = [oddity for one in imports for oddity in one.oddities]
    if not oddities:
        say("Nothing odd was found.")
        return
    say("What is odd in them (every case: findings.jsonl of each run):")
    for kind, meaning in KINDS.items():
        of_kind = [oddity for oddity in oddities if oddity.kind == kind]
        if of_kind:
            say(f"  {len(of_kind):>4}  {meaning}")
        for file, count in Counter(oddity.file for oddity in of_kind).items():
            first = next(oddity for oddity in of_kind if oddity.file == file)
            place = f"line {first.line}: " if first.line else ""
            say(f"          {file}: {count} (first: {place}{first.detail})")


def _show_reproduction(checks: Sequence[Check]) -> None:
    """Published figures beside recomputed ones."""
    print_table(
        "Published figures computed again from recorded verdicts",
        ["what", "published", "recomputable", "matching"],
        [
            [
                check.what,
                str(check.published),
                str(check.recomputable),
                f"{check.matched} of {check.recomputable}",
            ]
            for check in checks
        ],
    )
    for check in checks:
        for note in check.notes:
            say(f"{check.what}: {note}")
