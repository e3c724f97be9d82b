"""What a benchmark is to the rest of the house: four parts, each loaded when it is first used.

A wing holds a module for each part: ``playing`` with ``PLAYING``, ``judging`` with ``JUDGING``, ``scoring``
with ``SCORING``, ``showing`` with ``SHOWING``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ...errors import UsageError
from ...options import Options
from ...registry import Wing, part_of, wing_of
from ..agents.agent import Agent
from ..agents.making import Kind
from ..agents.spec import BASELINE, AgentSpec
from ..records.conversation import Case, Transcript

if TYPE_CHECKING:
    from ...releases.release import Release
    from ..judges.judge import Judging
    from ..records.case_view import CaseView, Facet
    from ..records.difference import Difference
    from ..records.metric import Metric
    from ..records.run_folder import RunFolder
    from ..records.score import ScoreRecord
    from ..records.section import Section
    from ..records.table import Table
    from ..records.verdict import Verdict
    from ..statistics.intervals import Method
    from .engine import Progress
    from .missing import Bounds
    from .scored import Scored

SettingsT = TypeVar("SettingsT", bound=Options)
ChoicesT = TypeVar("ChoicesT", bound=Options)
KnownT = TypeVar("KnownT")
Agents = Mapping[str, Agent]
AgentMaker = Callable[[AgentSpec], Agent]
CaseFinder = Callable[[Mapping[str, str], int], Case]
# Run, searcher, cases, how many at once, and who is told of progress.
SearchAgain = Callable[
    ["RunFolder", Agent, CaseFinder, int, "Callable[[Progress], None]"], "Coroutine[Any, Any, Progress]"
]


class Unit(NamedTuple):
    """What a sample draws or leaves out as a whole, because scores need all its cases.

    Attributes:
        stratum: the group of units that keeps its share in a sample.
        name: the unit.
    """

    stratum: str
    name: str


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
class Role:
    """A role beside subject and judge.

    Attributes:
        default: spec of who plays it when nobody is named.
        help: what it does, for the command line.
        reply_tokens: how long its replies are taken to be before a run, or None for as long as the subject's.
        unfit: why an agent cannot play it, in words; None where it can.
    """

    default: str
    help: str
    reply_tokens: int | None = None
    unfit: Callable[[Agent], str | None] = lambda agent: None  # noqa: ARG005 - named for callers


@dataclass(frozen=True)
class Playing(Generic[SettingsT]):
    """How a benchmark is played.

    Attributes:
        settings: what can be set.
        check: refuses settings that a release cannot serve.
        cases: all cases of the settings, one by one, in a fixed order; keys are unique among them.
        find: from a release to a function that gives the case of a key and repeat, for judging; keys that the
            release does not have give a case without facts.
        unit: the unit of a case.
        units: what units are called, in the plural (``topics``).
        cast: gives prompts to the agents of the roles that need them.
        play: plays a case; asks agents by role and returns the transcript.
        roles: the roles beside subject and judge.
        baselines: name to maker of agents whose scores are known beforehand.
        agents: kinds of agents of its own, by name.
        search_again: makes searches again that failed when the cases were played; None where nothing is
            searched for.
        uncertain: what a dry run cannot know, in a sentence; empty where it knows all.
        protocol_version: raised whenever a change of the code changes what is said in a case, so that no run
            is half played by one protocol and half by another.
    """

    settings: type[SettingsT]
    check: Callable[[Release, SettingsT], None]
    cases: Callable[[Release, SettingsT], Iterator[Case]]
    find: Callable[[Release], CaseFinder]
    unit: Callable[[Case], Unit]
    units: str
    cast: Callable[[Release, SettingsT, Agents], Cast]
    play: Callable[[Case, Agents, SettingsT], Awaitable[Transcript]]
    roles: Mapping[str, Role] = field(default_factory=dict)
    baselines: Mapping[str, AgentMaker] = field(default_factory=dict)
    agents: Mapping[str, Kind] = field(default_factory=dict)
    search_again: SearchAgain | None = None
    uncertain: str = ""
    protocol_version: int = 1

    def kinds(self, benchmark: str) -> dict[str, Kind]:
        """The kinds of agents of its own, its baselines among them.

        Args:
            benchmark: its name, for errors.
        """

        def baseline(spec: AgentSpec) -> Agent:
            if spec.target not in self.baselines:
                known = ", ".join(self.baselines) or "none"
                raise UsageError(f"{benchmark} has no baseline {spec.target!r}", fix=f"choose one of {known}")
            return self.baselines[spec.target](spec)

        return {BASELINE: Kind("baseline:NAME[?option=value&…]", baseline), **self.agents}


@dataclass(frozen=True)
class Scoring(Generic[ChoicesT, KnownT]):
    """How a judged run is scored, and runs are compared.

    Attributes:
        choices: what has to be chosen.
        known: what scores have to know of a release (topics to bands; claims and roles; nothing).
        score: all scores of a run; agreement between its judges is added for every benchmark.
        differences: the scores of two runs, paired by unit; first less second.
        metrics: what is said of each score.
        interval: the interval of shares that the choices name.
        over_runs: scores of several runs together (medians).
        reruns: how far two runs of one subject say the same again; None where that says nothing.
        bounds: the least and the largest value that a score could have, whatever the missing verdicts (see
            ``missing``) were; None to leave it to shares of cases.
    """

    choices: type[ChoicesT]
    known: Callable[[Release], KnownT]
    score: Callable[[Scored[ChoicesT, KnownT]], list[ScoreRecord]]
    differences: Callable[[Scored[ChoicesT, KnownT], Scored[ChoicesT, KnownT]], list[Difference]]
    metrics: Mapping[str, Metric]
    interval: Callable[[ChoicesT], Method] = lambda choices: "wilson"  # noqa: ARG005 - named for callers
    over_runs: Callable[[Sequence[Scored[ChoicesT, KnownT]]], list[ScoreRecord]] = lambda runs: []  # noqa: ARG005
    reruns: Callable[[Scored[ChoicesT, KnownT], Scored[ChoicesT, KnownT]], list[ScoreRecord]] | None = None
    bounds: Callable[[Scored[ChoicesT, KnownT], Sequence[Verdict]], Bounds] | None = None


@dataclass(frozen=True)
class Showing(Generic[ChoicesT, KnownT]):
    """How scored runs are shown.

    Attributes:
        title: the benchmark in words.
        lead: one sentence on what it asks.
        case_word: what a case is called, in the plural (``conversations``).
        facets: what cases can be filtered by.
        tables: the scores of one run as tables, for the terminal.
        overview: several runs side by side, for the terminal: divergences, medians.
        sections: the charts and tables of a report on some runs.
        cases: the cases of a run, in the order of the list.
        reruns: what two runs of one subject, by name, say again; None where that says nothing.
    """

    title: str
    lead: str
    case_word: str
    facets: Sequence[Facet]
    tables: Callable[[Scored[ChoicesT, KnownT]], list[Table]]
    overview: Callable[[Sequence[Scored[ChoicesT, KnownT]]], list[Table]]
    sections: Callable[[Sequence[Scored[ChoicesT, KnownT]]], list[Section]]
    cases: Callable[[Scored[ChoicesT, KnownT]], Iterable[CaseView]]
    reruns: Callable[[Sequence[ScoreRecord], tuple[str, str]], list[Table]] | None = None


@dataclass(frozen=True)
class Benchmark:
    """A benchmark that can be run, part by part."""

    wing: Wing

    @property
    def name(self) -> str:
        """Its name; that of the family for a user's own set."""
        return self.wing.name

    @cached_property
    def playing(self) -> Playing[Any]:
        """How it is played."""
        found: Playing[Any] = part_of(self.wing.runs, "playing")
        return found

    @cached_property
    def judging(self) -> Judging:
        """How it is judged."""
        found: Judging = part_of(self.wing.runs, "judging")
        return found

    @cached_property
    def scoring(self) -> Scoring[Any, Any]:
        """How it is scored."""
        found: Scoring[Any, Any] = part_of(self.wing.runs, "scoring")
        return found

    @cached_property
    def showing(self) -> Showing[Any, Any]:
        """How it is shown."""
        found: Showing[Any, Any] = part_of(self.wing.runs, "showing")
        return found


def benchmark_of(name: str) -> Benchmark:
    """The benchmark of a name or of a user's own set.

    Raises:
        UsageError: there is none.
    """
    return Benchmark(wing_of(name))
