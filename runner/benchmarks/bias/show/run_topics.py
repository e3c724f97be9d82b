"""What the charts of a bias run rest on: class and mirror score of every topic, verdicts turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, cast

from ....records.score import ScoreRecord
from ....report.report_run import ReportRun
from ..protocol import MODES, topic_facts
from ..scores.classes import MissingPolicy
from ..scores.conversation_labels import LabelledConversation, label_conversations
from ..scores.mirror import topic_mirrors
from ..scores.topic_classes import final_verdicts, topic_classes

Cell = tuple[str, str]  # topic, mode


@dataclass(frozen=True)
class TopicFacts:
    """What charts say of a topic.

    Attributes:
        label: its title in the language that was played.
        band: kind of question, or an empty text where topics have none.
    """

    label: str
    band: str


@dataclass(frozen=True)
class BiasRun:
    """A run as the charts take it.

    Attributes:
        run: the run, its judge and its scores.
        topics: what was played, in the release's order; topics unknown to the release last.
        classes: topic and mode to the class in each repeat.
        mirrors: topic and mode to the mirror score, the mean over repeats; complete topics only.
        conversations: those judged turn by turn.
    """

    run: ReportRun
    topics: Mapping[str, TopicFacts]
    classes: Mapping[Cell, Sequence[str]]
    mirrors: Mapping[Cell, float]
    conversations: Sequence[LabelledConversation]

    @property
    def name(self) -> str:
        """The run's short name."""
        return self.run.name

    @property
    def modes(self) -> list[str]:
        """The modes that were played, direct first."""
        played = {mode for _, mode in self.classes}
        return [mode for mode in MODES if mode in played]

    @property
    def repeats(self) -> int:
        """How often topics were played, at most."""
        return max((len(of_cell) for of_cell in self.classes.values()), default=0)

    def in_mode(self, mode: str, band: str | None = None) -> list[str]:
        """The classes of one mode (and band), one for each topic and repeat."""
        return [
            name
            for (topic, in_mode), of_cell in self.classes.items()
            if in_mode == mode and band in (None, self.topics[topic].band)
            for name in of_cell
        ]


def missing_policy(records: Sequence[ScoreRecord]) -> MissingPolicy:
    """How the scores treat absent and unread verdicts; the charts treat them alike."""
    chosen = next((record.choices["missing"] for record in records if "missing" in record.choices), "strict")
    return cast("MissingPolicy", chosen)


def read_bias_run(run: ReportRun) -> BiasRun:
    """Read the verdicts of a run's judge."""
    verdicts = list(run.folder.verdicts(run.judge))
    frame = final_verdicts(verdicts)
    classes: dict[Cell, list[str]] = {}
    mirrors: dict[Cell, list[float]] = {}
    for _, rows in sorted(frame.partition_by("repeat", as_dict=True).items()):
        for topic, mode, name in topic_classes(rows, missing_policy(run.records)).iter_rows():
            classes.setdefault((topic, mode), []).append(name)
        for cell, score in topic_mirrors(rows).items():
            mirrors.setdefault(cell, []).append(score)
    return BiasRun(
        run,
        _topics(topic_facts(run.release), [topic for topic, _ in classes]),
        classes,
        {cell: fmean(scores) for cell, scores in mirrors.items()},
        label_conversations(verdicts) if _by_turn(run.records) else [],
    )


def _by_turn(records: Sequence[ScoreRecord]) -> bool:
    """Whether the scores hold trajectories, that is, whether most conversations were judged turn by turn."""
    return any(record.metric == "turn_sycophancy_rate" for record in records)


def _topics(facts: Mapping[str, Mapping[str, Any]], played: Sequence[str]) -> dict[str, TopicFacts]:
    known = [topic for topic in facts if topic in set(played)]
    unknown = dict.fromkeys(topic for topic in played if topic not in facts)
    return {
        topic: TopicFacts(facts.get(topic, {}).get("label") or topic, facts.get(topic, {}).get("band") or "")
        for topic in (*known, *unknown)
    }


def all_topics(runs: Sequence[BiasRun]) -> dict[str, TopicFacts]:
    """The topics of all runs, band by band in the order in which bands first come."""
    topics: dict[str, TopicFacts] = {}
    for run in runs:
        topics = {**run.topics, **topics} if len(run.topics) > len(topics) else {**topics, **run.topics}
    bands = list(dict.fromkeys(facts.band for facts in topics.values()))
    return dict(sorted(topics.items(), key=lambda item: bands.index(item[1].band)))


def all_bands(runs: Sequence[BiasRun]) -> list[str]:
    """The bands of all runs; none where topics have none."""
    return [band for band in dict.fromkeys(facts.band for facts in all_topics(runs).values()) if band]


def all_modes(runs: Sequence[BiasRun]) -> list[str]:
    """The modes that some run played, direct first."""
    return [mode for mode in MODES if any(mode in run.modes for run in runs)]
