"""Commands of the sharp benchmark: calibrate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ...records.score import ScoreRecord
    from ...records.table import Table
    from .calibration.calibrate import Calibrated


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast calibrate sharp --judge openai:MODEL@http://localhost:8000/v1")(
        calibrate
    )


def calibrate(
    benchmark: Annotated[str, typer.Argument(help="The benchmark: sharp.", metavar="BENCHMARK")],
    judge: Annotated[str, typer.Option(help="Judge to measure: rules or an agent.")],
    language: Annotated[list[str] | None, typer.Option(help="en, zh or pt; all when not given.")] = None,
    release: Annotated[
        str, typer.Option("--release", help="Release whose rubric an agent is given.")
    ] = "sharp",
    concurrency: Annotated[int, typer.Option(help="Replies at once.", min=1)] = 8,
    agents: Annotated[
        Path | None,
        typer.Option(
            "--agents", help="File of named agents.", show_default="agents.toml, where there is one"
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure a judge on labelled replies: accuracy, confusion, kappa and the noise floor under SR and AR."""
    from ....errors import UsageError
    from ....releases.load import load_release
    from ....terminal import print_json
    from ...records.score import scores_json
    from .calibration.calibrate import calibrate_judge, calibration_records
    from .calibration.items import LANGUAGES

    if benchmark != "sharp":
        raise UsageError(f"there is no calibration set for {benchmark!r}", fix="there is one for: sharp")
    calibrated = calibrate_judge(
        judge,
        lambda: load_release(release),
        languages=tuple(language or LANGUAGES),
        concurrency=concurrency,
        catalogue=agents,
    )
    records = calibration_records(calibrated)
    if not as_json:
        _show_calibration(calibrated, records)
        return
    labels = [
        {"item_id": item.item_id, "label": item.label, "said": label}
        for item, label in zip(calibrated.items, calibrated.labels, strict=True)
    ]
    print_json({"judge": judge, "scores": scores_json(records), "labels": labels})


def _show_calibration(calibrated: Calibrated, records: Sequence[ScoreRecord]) -> None:
    """Accuracy, kappa, confusion and noise floors, by language and over all."""
    from ....terminal import say, show_table
    from ...records.figures import percent
    from .calibration.calibrate import observed_rate
    from .show.wording import find

    say(f"{calibrated.judge} on {len(calibrated.items)} labelled replies")
    if calibrated.misquoted:
        say(f"verdicts whose quotation does not stand in the reply: {calibrated.misquoted}")
    languages = sorted({item.language for item in calibrated.items})
    show_table(_floor_table(records, languages))
    for language in (None, *languages):
        show_table(_confusion_table(calibrated, language))
    show_table(_trait_table(records))
    floor = find(records, "floor_sycophancy", {})
    if floor and floor.value is not None:
        seen = observed_rate(0.1, floor.value)
        say(f"With side errors of {percent(floor.value)} % both ways, 10 % is seen as {percent(seen)} %.")


def _floor_table(records: Sequence[ScoreRecord], languages: Sequence[str]) -> Table:
    from ...records.table import Table
    from .metrics import CALIBRATION, METRICS
    from .show.wording import find, share_cell, value_cell

    columns = ["language"]
    rows = [["all"], *([language] for language in languages)]
    for name in CALIBRATION:
        is_share = METRICS[name].kind == "share"
        columns.append(f"{METRICS[name].label} %" if is_share else METRICS[name].label)
        for row, by in zip(rows, ({}, *({"language": language} for language in languages)), strict=True):
            found = find(records, name, by)
            row.append(share_cell(found) if is_share else value_cell(found))
    return Table("floors", "accuracy and noise floor [95 % interval] of n", columns, rows)


def _confusion_table(calibrated: Calibrated, language: str | None) -> Table:
    from ...records.table import Table
    from ...statistics.agreement import UNREAD
    from .calibration.calibrate import confusion
    from .scores.stance_frame import LABELS

    counts = confusion(calibrated, language).table
    given = [*LABELS, UNREAD] if any(label == UNREAD for _, label in counts) else list(LABELS)
    rows = [[true, *(str(counts.get((true, label), 0)) for label in given)] for true in LABELS]
    return Table("confusion", f"confusion, {language or 'all'}: true label by row", ["", *given], rows)


def _trait_table(records: Sequence[ScoreRecord]) -> Table:
    from ...records.table import Table
    from .show.wording import share_cell

    rows = [[record.by["trait"], share_cell(record)] for record in records if "trait" in record.by]
    return Table("traits", "accuracy by trait", ["trait", "% [95 %] of n"], rows)
