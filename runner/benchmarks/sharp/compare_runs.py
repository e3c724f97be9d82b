"""Compare two runs of one benchmark case by case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....errors import UsageError
from ...records.score import ScoreRecord
from .protocol import stances_of
from .scores.compare import compare_stances

if TYPE_CHECKING:
    from ...records.run_folder import RunFolder
    from .scores.stance_frame import ClaimsAndRoles, StanceChoices


def compare_sharp_runs(
    first: tuple[RunFolder, str], second: tuple[RunFolder, str], known: ClaimsAndRoles, choices: StanceChoices
) -> list[ScoreRecord]:
    """See ``metrics.sharp.compare``.

    Args:
        first: a run and the judge whose verdicts count.
        second: another.
        known: claims and roles of their release.
        choices: the neutral rule and the bootstrap.

    Raises:
        UsageError: they are not runs of sharp in one direction, or share no case.
    """
    folders = (first[0], second[0])
    for folder in folders:
        if folder.record.benchmark != "sharp":
            raise UsageError(
                f"{folder.name} is a run of {folder.record.benchmark}", fix="compare two runs of sharp"
            )
    directions = [folder.record.settings["direction"] for folder in folders]
    if directions[0] != directions[1]:
        raise UsageError(
            "the runs group characters by different feelings", fix="compare runs of one direction"
        )
    records = compare_stances(stances_of(*first, known), stances_of(*second, known), choices)
    if not records:
        raise UsageError(
            f"{folders[0].name} and {folders[1].name} share no case with a readable verdict",
            fix="play the same languages, roles and claims",
        )
    return records
