"""What can be printed of relations beside their tables: conflicts and agreement of their sources."""

from __future__ import annotations

from typing import Any

from ....terminal import print_table, say
from ...building import Settings
from ..settings import read_settings
from .ratings import ranks_of, side_by_side, signs_of
from .table import IntimacyBuild, build_intimacy


def report_conflicts(settings: Settings) -> None:
    """Print every rating that another contradicts, the one that was used marked."""
    built = _built(settings)
    found, unknown = built.conflicts, built.unknown_names
    if not found.is_empty():
        print_table(
            "Conflicts between sources and labels",
            ["feeling", "kind", "source", "time", "label", "rule", "level", "used"],
            [_conflict_row(row) for row in found.iter_rows(named=True)],
            numeric=6,
        )
    pairs = found.select("script", "protagonist", "character", "direction", "kind").unique()
    signs = pairs.filter(kind="sign").height
    say(f"{signs} relations with opposite signs, {pairs.height - signs} with other levels; none is averaged.")
    if unknown:
        shown = ", ".join(unknown[:8])
        say(f"{len(unknown)} names that no script knows, left out: {shown}{' …' if len(unknown) > 8 else ''}")


def report_agreement(settings: Settings) -> None:
    """Print how far every other source rates as ours does, and each relation where sign or level differs."""
    settled = _built(settings).settled
    ours = settled.filter(source="curated")
    for source in sorted(set(settled["source"]) - {"curated"}):
        for direction in ("to", "from"):
            theirs = settled.filter(source=source, direction=direction)
            pairs = side_by_side(ours, theirs)
            ranks, signs = ranks_of(pairs), signs_of(pairs)
            tau = "undefined" if ranks.tau is None else f"{ranks.tau:.3f}"
            say(
                f"{source}, {direction}: tau-b {tau} (n {ranks.n}, tied pairs {ranks.ties_first} ours, "
                f"{ranks.ties_second} theirs); sign alike in {signs.same} of {signs.n}"
            )
            differing = pairs.filter(
                (pairs["sign_ours"] != pairs["sign_theirs"]) | (pairs["ours"] != pairs["theirs"])
            )
            if differing.is_empty():
                continue
            print_table(
                f"{source}, {direction}: where it differs from our ratings",
                ["character", "our label", "ours", "theirs"],
                [
                    [row["character"], row["label"], *(_level(row, side) for side in ("ours", "theirs"))]
                    for row in differing.iter_rows(named=True)
                ],
                numeric=2,
            )


def _level(row: dict[str, Any], side: str) -> str:
    level = row[side]
    return str(row[f"sign_{side}"] or "–") if level is None else str(level)


def _conflict_row(row: dict[str, Any]) -> list[str]:
    ends = [row["protagonist"], row["character"]]
    feeling = " → ".join(ends if row["direction"] == "to" else ends[::-1])
    level = "–" if row["affection"] is None else str(row["affection"])
    used = "used" if row["used"] else ""
    return [
        feeling, row["kind"], row["source"], row["story_time"], row["label"] or "–", row["rule"], level, used,
    ]  # fmt: skip


def _built(settings: Settings) -> IntimacyBuild:
    return build_intimacy(read_settings(settings)[0])


REPORTS = {"agreement": report_agreement, "conflicts": report_conflicts}
