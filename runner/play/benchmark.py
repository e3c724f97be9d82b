"""The one interface of everything that plays a benchmark; the engine knows no more of it than this."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ..agents.agent import Agent
from ..records.conversation import Case, Transcript
from ..records.run_folder import RunFolder
from ..records.score import ScoreRecord
from .engine import Progress

if TYPE_CHECKING:
    from ...releases.release import Release
    from ..judges.judge import Judge


class Settings(Protocol):
    """What can be set of a protocol: a frozen dataclass with plain values."""

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint."""


SettingsT = TypeVar("SettingsT", bound=Settings)
Agents = Mapping[str, Agent]
CaseFinder = Callable[[Mapping[str, str], int], Case]
# Run, searcher, cases, how many at once, and who is told of progress.
SearchAgain = Callable[
    [RunFolder, Agent, CaseFinder, int, Callable[[Progress], None]], Coroutine[Any, Any, Progress]
]


@dataclass(frozen=True)
class Cast:
    """The agents of a run, ready to play.

    Attributes:
        agents: role to agent; those that need prompts have been given them.
        prompts: prompt id to digest, for every prompt that any of them sends.
    """

    agents: Agents
    prompts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class BenchmarkProtocol(Generic[SettingsT]):
    """How a benchmark is played, judged and scored.

    Attributes:
        benchmark: its name.
        roles: the roles beside the subject, with the spec each has when none is given.
        judge: spec of the judge when none is given.
        labels: what a judge may say.
        settings: from names and plain values (command line, Python) to settings; refuses unknown names.
        check: refuses settings that a release cannot serve.
        cases: all cases of the settings, one by one, in a fixed order; keys are unique among them.
        finder: from a release to a function that gives the case of a key and repeat, for judging; keys that
            the release does not have give a case without facts.
        unit: the stratum of a case and the unit of it that a sample draws or leaves out as a whole, because
            scores need all its cases.
        cast: gives prompts to the agents of the roles that need them.
        play: plays a case; asks agents by role and returns the transcript.
        judged_turns: the turns of a transcript (from 1) that a judge labels.
        make_judge: the judge made of an agent, prompted from the release.
        offline_judge: the judge ``rules``, for a release; refuses one that it cannot read.
        search_again: makes searches again that failed when the cases were played; None where nothing is
            searched for.
        make_blind_judge: as ``make_judge``, for a judge that is not told the user's side; None where there is
            no side to hide.
        groups: what scores have to know of a release (topics to bands; claims and roles).
        score: run folder, judge, groups and choices to scores; choices may be None.
        faults: those scores that count what went wrong on the way, for the head of a report; one of a name
            that every run has (``unread_verdicts``) replaces it.
    """

    benchmark: str
    roles: Mapping[str, str]
    judge: str
    labels: Sequence[str]
    settings: Callable[[Mapping[str, Any]], SettingsT]
    check: Callable[[Release, SettingsT], None]
    cases: Callable[[Release, SettingsT], Iterator[Case]]
    finder: Callable[[Release], CaseFinder]
    unit: Callable[[Case], tuple[str, str]]
    cast: Callable[[Release, SettingsT, Agents], Cast]
    play: Callable[[Case, Agents, SettingsT], Awaitable[Transcript]]
    judged_turns: Callable[[Transcript], Sequence[int]]
    make_judge: Callable[[Agent, Release], Judge]
    offline_judge: Callable[[Release], Judge]
    groups: Callable[[Release], Any]
    score: Callable[[RunFolder, str, Any, Any], list[ScoreRecord]]
    make_blind_judge: Callable[[Agent, Release], Judge] | None = None
    search_again: SearchAgain | None = None
    faults: Sequence[str] = ()
