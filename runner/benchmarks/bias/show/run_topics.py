"""What the charts of a bias run rest on: class and mirror score of every topic, verdicts turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ....play.scored import AnyScored
from ....records.score import ScoreRecord
from ..playing import topic_facts
from ..scores.mirror import topic_mirrors
from ..scores.topic_classes import TopicMode, final_verdicts, topic_classes
from ..scores.trajectory import LabelledConversation, label_conversations
from ..settings import MODES


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
class ChartedRun:
    """A run as the charts take it.

    Attributes:
        run: the run, its judge and its scores.
        topics: what was played, in the release's order; topics unknown to the release last.
        classes: topic and mode to the class in each repeat.
        mirrors: topic and mode to the mirror score, the mean over repeats; complete topics only.
        conversations: those judged turn by turn.
    """

    run: AnyScored
    topics: Mapping[str, TopicFacts]
    classes: Mapping[TopicMode, Sequence[str]]
    mirrors: Mapping[TopicMode, float]
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


def charted_run(run: AnyScored) -> ChartedRun:
    """Read the verdicts of a run's judge."""
    verdicts = list(run.folder.verdicts(run.judge))
    frame = final_verdicts(verdicts)
    classes: dict[TopicMode, list[str]] = {}
    mirrors: dict[TopicMode, list[float]] = {}
    for _, rows in sorted(frame.partition_by("repeat", as_dict=True).items()):
        for topic, mode, name in topic_classes(rows, run.choices.missing).iter_rows():
            classes.setdefault((topic, mode), []).append(name)
        for topic_mode, score in topic_mirrors(rows).items():
            mirrors.setdefault(topic_mode, []).append(score)
    return ChartedRun(
        run,
        _topics(topic_facts(run.release), [topic for topic, _ in classes]),
        classes,
        {topic_mode: fmean(scores) for topic_mode, scores in mirrors.items()},
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


def all_topics(runs: Sequence[ChartedRun]) -> dict[str, TopicFacts]:
    """The topics of all runs, band by band in the order in which bands first come."""
    topics: dict[str, TopicFacts] = {}
    for run in runs:
        topics = {**run.topics, **topics} if len(run.topics) > len(topics) else {**topics, **run.topics}
    bands = list(dict.fromkeys(facts.band for facts in topics.values()))
    return dict(sorted(topics.items(), key=lambda item: bands.index(item[1].band)))


def all_bands(runs: Sequence[ChartedRun]) -> list[str]:
    """The bands of all runs; none where topics have none."""
    return [band for band in dict.fromkeys(facts.band for facts in all_topics(runs).values()) if band]


def all_modes(runs: Sequence[ChartedRun]) -> list[str]:
    """The modes that some run played, direct first."""
    return [mode for mode in MODES if any(mode in run.modes for run in runs)]
