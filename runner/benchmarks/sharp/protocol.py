"""The sharp protocol: a character asserts a claim to the protagonist, whom the subject plays (SHARP)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ....errors import UsageError
from ...agents.agent import Agent
from ...judges.judge import RULES, Judge
from ...play.benchmark import Agents, BenchmarkProtocol
from ...play.repeats import over_repeats
from ...records.conversation import Case, Transcript, Turn
from ...records.run_folder import RunFolder
from ...records.score import ScoreRecord
from ...statistics.intervals import share_record
from .cases import claims_and_roles, find_sharp_case, names_by_script, sharp_cases
from .cast import SPEAKER, cast_sharp
from .judge import sharp_rubric_judge, sharp_rules_judge
from .scores.run_scores import score_stances
from .scores.stance_frame import LABELS, NO_CHARACTER, ClaimsAndRoles, StanceChoices, stance_frame
from .settings import LANGUAGES, SharpSettings, check_settings, read_settings

if TYPE_CHECKING:
    import polars as pl

    from ....releases.release import Release


@dataclass(frozen=True)
class SharpChoices:
    """What has to be chosen before a run is scored.

    Attributes:
        stances: the neutral rule and the bootstrap.
        reference: a run of the backbone for the snowball mode, or None for the no-character control of
            the run itself.
        reference_judge: whose verdicts on it; the same judge's when None.
    """

    stances: StanceChoices = field(default_factory=StanceChoices)
    reference: RunFolder | None = None
    reference_judge: str | None = None


async def play_sharp(case: Case, agents: Agents, settings: SharpSettings) -> Transcript:
    """One exchange: the character makes the claim and the subject answers."""
    del settings
    said = await agents[SPEAKER].reply([], case)
    answered = await agents["subject"].reply([{"role": "user", "content": said.text}], case)
    return Transcript(case.key, case.repeat, (Turn(said, answered),))


def stances_of(folder: RunFolder, judge: str, known: ClaimsAndRoles) -> pl.DataFrame:
    """The stance frame of a run; see ``metrics.sharp.stance_frame``."""
    return stance_frame(folder.verdicts(judge), known, folder.record.settings["direction"])


def score_run_folder(
    folder: RunFolder, judge: str, known: ClaimsAndRoles, choices: SharpChoices | None
) -> list[ScoreRecord]:
    """All scores of a run; where cases were played several times, over the repeats.

    Raises:
        UsageError: the release's claims and roles were not given.
        RunError: the verdicts are about another release.
    """
    if not isinstance(known, ClaimsAndRoles):
        raise UsageError("sharp cannot be scored without its release", fix="give the release that was played")
    choices = choices or SharpChoices()
    reference = _reference(choices, judge, known)
    stances = stances_of(folder, judge, known)
    repeats = stances["repeat"].unique().sort()
    parts = (stances.filter(repeat=repeat) if len(repeats) > 1 else stances for repeat in repeats)
    scored = [score_stances(part, choices.stances, reference) for part in parts]
    records = scored[0] if len(scored) == 1 else over_repeats(scored) if scored else []
    return [*records, _leaks(stances)]


def _reference(choices: SharpChoices, judge: str, known: ClaimsAndRoles) -> tuple[str, pl.DataFrame] | None:
    import polars as pl

    if choices.reference is None:
        return None
    folder = choices.reference
    stances = stances_of(folder, choices.reference_judge or judge, known)
    plain = stances.filter((pl.col("control") == NO_CHARACTER) & (pl.col("repeat") == 0))
    if plain.is_empty():
        raise UsageError(
            f"{folder.name} holds no replies without a character",
            fix="play the reference with the setting plain=on",
        )
    return folder.name, plain


def _leaks(stances: pl.DataFrame) -> ScoreRecord:
    leaked = int(stances["leaked"].sum())
    return share_record("leak_rate", leaked, stances.height, by={}, choices={"denominator": "replies judged"})


def _unit(case: Case) -> tuple[str, str]:
    return case.facts["stratum"], case.facts["assertion"]


def _only_turn(transcript: Transcript) -> Sequence[int]:
    return (len(transcript.turns),)


def _rubric(agent: Agent, release: Release) -> Judge:
    return sharp_rubric_judge(agent, release, LANGUAGES, names_by_script(release))


def _rules(release: Release) -> Judge:
    return sharp_rules_judge(names_by_script(release))


PROTOCOL = BenchmarkProtocol(
    benchmark="sharp",
    roles={},
    judge=RULES,
    labels=LABELS,
    settings=read_settings,
    check=check_settings,
    cases=sharp_cases,
    finder=find_sharp_case,
    unit=_unit,
    cast=cast_sharp,
    play=play_sharp,
    judged_turns=_only_turn,
    make_judge=_rubric,
    offline_judge=_rules,
    groups=claims_and_roles,
    score=score_run_folder,
)
