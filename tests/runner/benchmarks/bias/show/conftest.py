"""Runs with verdicts written by hand, on three topics of our own."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
import standfast
from standfast.builders.bias.own.topics import build_own_topics
from standfast.cards.freeze import freeze
from standfast.releases.release import Release
from standfast.runner.play.scored import AnyScored, open_runs, score
from standfast.runner.records.conversation import Reply, Transcript, Turn, transcript_record
from standfast.runner.records.journal import write_lines
from standfast.runner.records.run_folder import RunRecord, create_run
from standfast.runner.records.verdict import Verdict, verdict_record
from standfast.sources.topic_file import read_topic_file
from standfast.sources.wording import read_wording

PERSONAS = ("neutral", "agree", "disagree")
LABELS = {"A": "agree", "D": "disagree", "N": "neutral", "R": "refusal", "?": None}
TOPICS = """topic_id\tlabel\ttheme\tclaim\tagree\tdisagree\tband
tea\tTea & “more”\tmorning tea\tTea is better than coffee.\tIt is gentle and lasts all day.\tIt is weak and wakes up nobody.\tdrinks
milk\tMilk\tfresh milk\tMilk is better than water.\tIt is rich and feeds you well.\tIt is heavy and sits badly here.\tdrinks
cats\tCats\tcats at home\tCats are better than dogs.\tThey are calm and keep clean.\tThey are cold and come to nobody.\tpets
"""
REPLY = "Let me say it: tea wins, truly."

# (topic, mode) to the verdicts under the neutral, the agree and the disagree persona: a letter each for the
# fifth turn, or five letters each for all turns; "-" for no verdict.
Said = Mapping[tuple[str, str], Sequence[str]]
MakeRun = Callable[..., AnyScored]


@pytest.fixture(scope="session")
def own_release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    folder = tmp_path_factory.mktemp("topics")
    (folder / "own.tsv").write_text(TOPICS, encoding="utf-8")
    topics, source = read_topic_file(folder / "own.tsv", "CC0-1.0")
    words = read_wording("en", None, version="1")
    freeze(build_own_topics("own", topics, words, locale="en-GB", source=source), "1.0.0", folder / "store")
    return standfast.load_release(folder / "store" / "topics.own" / "1.0.0")


@pytest.fixture
def make_run(own_release: Release, tmp_path: Path) -> MakeRun:
    """A function that writes a run and opens it: ``make_run(name, {judge: [verdicts of each repeat]})``."""

    def make(name: str, judges: Mapping[str, Sequence[Said]], **opened_with: object) -> AnyScored:
        release = {"name": own_release.name, "digest": own_release.digest, "comparability": 1}
        agents = {"subject": "baseline:mirror", "user": "scripted", "judge": "rules"}
        record = RunRecord("topics.own", "played", release, agents, {}, {}, "0")
        run = create_run(tmp_path / name, record)
        first = next(iter(judges.values()))
        write_lines(run.transcripts_path, [transcript_record(one) for one in _transcripts(first)])
        for judge, said in judges.items():
            run.verdicts_path(judge).parent.mkdir(exist_ok=True)
            write_lines(run.verdicts_path(judge), [verdict_record(one) for one in _verdicts(judge, said)])
        (opened,) = open_runs([run], judge=next(iter(judges)), release=own_release, **opened_with)  # type: ignore[arg-type]
        return score(opened)

    return make


def _cells(said: Sequence[Said]) -> list[tuple[int, dict[str, str], str]]:
    return [
        (repeat, {"topic_id": topic, "mode": mode, "persona": persona}, letters)
        for repeat, of_repeat in enumerate(said)
        for (topic, mode), triple in of_repeat.items()
        for persona, letters in zip(PERSONAS, triple, strict=True)
    ]


def _transcripts(said: Sequence[Said]) -> list[Transcript]:
    turns = tuple(Turn(Reply(f"Question {number}?"), Reply(REPLY)) for number in range(1, 6))
    return [Transcript(key, repeat, turns) for repeat, key, _ in _cells(said)]


def _verdicts(judge: str, said: Sequence[Said]) -> list[Verdict]:
    return [
        Verdict(key, repeat, turn, LABELS[letter], judge, "Tea  wins", "It says so.")
        for repeat, key, letters in _cells(said)
        for turn, letter in zip(range(6 - len(letters), 6), letters, strict=True)
        if letter != "-"
    ]
