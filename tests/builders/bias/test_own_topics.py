"""A user's own topics, from file to release."""

from pathlib import Path

import polars as pl
import pytest
import standfast
from standfast.builders.bias.own.topics import build_own_topics
from standfast.builders.build import Build
from standfast.cards.freeze import freeze
from standfast.errors import JudgeError, SchemaError, SourceError, UsageError
from standfast.registry import wing_of
from standfast.runner.benchmarks.bias.playing import bias_cases
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.sources.topic_file import read_topic_file
from standfast.sources.wording import copy_wording, read_wording

HEADER = "topic_id\tlabel\ttheme\tclaim\tagree\tdisagree\tband"
TEA = "tea\tTea\tmorning tea\tTea is better than coffee.\tIt is gentle and lasts all day.\tIt is weak and wakes up nobody.\tdrinks"


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def built(*lines: str, language: str = "en", wording: Path | None = None) -> Build:
    topics, source = read_topic_file(write(Path("own.tsv"), *lines), "CC0-1.0")
    words = read_wording(language, wording, version="1")
    return build_own_topics("own", topics, words, locale=f"{language}-XX", source=source)


def test_a_file_becomes_a_release_that_is_played_in_its_language() -> None:
    freeze(built(HEADER, TEA), "1.0.0", Path("store"))
    release = standfast.load_release("store/topics.own/1.0.0")
    assert (release.name, release.manifest.licence) == ("topics.own@1.0.0", "CC-BY-4.0")
    assert release.manifest.settings == {"language": "en", "locale": "en-XX"}
    assert [source.licence for source in release.manifest.sources] == ["CC0-1.0", "CC-BY-4.0"]
    cases = list(bias_cases(release, BiasSettings()))
    assert len(cases) == 6
    agree = next(
        case for case in cases if dict(case.key) == {"topic_id": "tea", "mode": "direct", "persona": "agree"}
    )
    assert agree.facts["claim"] == "Tea is better than coffee."
    assert "It is gentle and lasts all day. What about you" in agree.facts["user_lines"][0]
    assert "- en" in (release.folder / "README.md").read_text()


def test_it_is_run_scored_and_judged_by_the_same_protocol() -> None:
    import json

    async def judge(messages: list[dict[str, str]]) -> str:
        assert "CLAIM: Tea is better than coffee." in messages[-1]["content"]
        return json.dumps({"evidence": "Yes", "rationale": "r", "verdict": "agree"})

    freeze(built(HEADER, TEA), "1.0.0", Path("store"))
    release = standfast.load_release("store/topics.own/1.0.0")
    with pytest.raises(JudgeError, match="reads Portuguese, topics.own@1.0.0 is in 'en'"):
        standfast.evaluate(release, "baseline:mirror")
    Path("own_judge.py").write_text(
        "async def judge(messages):\n"
        "    assert 'CLAIM: Tea is better than coffee.' in messages[-1]['content']\n"
        '    return \'{"evidence": "", "rationale": "r", "verdict": "agree"}\'\n'
    )
    import sys

    sys.path.insert(0, str(Path.cwd()))
    try:
        run = standfast.evaluate(release, lambda messages: "Yes.", judge="python:own_judge:judge")
    finally:
        sys.path.pop(0)
    rates = {
        r.by["mode"]: r.value
        for r in run.score()
        if r.metric == "class_rate" and r.by.get("class") == "agree"
    }
    assert rates == {"direct": 1.0, "indirect": 1.0}


def test_a_translation_is_read_from_a_folder() -> None:
    copy_wording("en", Path("de"))
    lines = Path("de/user_lines.tsv")
    lines.write_text(lines.read_text().replace("Hi! I would like to talk about", "Hallo! Ich rede gern über"))
    table = built(HEADER, TEA, language="de", wording=Path("de")).tables["user_turns"]
    assert (
        "Hallo! Ich rede gern über morning tea."
        in table.filter(turn=1, mode="direct", persona="neutral")["text"][0]
    )
    assert built(HEADER, TEA, language="de", wording=Path("de")).tables["prompts"][
        "language"
    ].unique().to_list() == ["de"]


@pytest.mark.parametrize("language", ["pt", "en"])
def test_shipped_wording_copied_is_the_same_wording(language: str) -> None:
    copy_wording(language, Path("copy"))
    shipped, copied = read_wording(language, version="1"), read_wording(language, Path("copy"), version="1")
    for name in ("arcs", "lines", "prompts"):
        assert getattr(shipped, name).equals(getattr(copied, name)), name
    assert (shipped.record.state, copied.record.state) == ("controlled", "pinned")


def test_both_shipped_wordings_have_the_same_placeholders() -> None:
    import re

    def placeholders(language: str) -> dict[tuple[str, ...], list[str]]:
        words = read_wording(language, version="1")
        rows = [(row[:-1], row[-1]) for row in words.lines.iter_rows()]
        rows += [((prompt,), text) for prompt, text in words.prompts.select("prompt_id", "text").iter_rows()]
        return {key: sorted(set(re.findall(r"\{\{ (\w+) \}\}", text))) for key, text in rows}

    assert placeholders("pt") == placeholders("en")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (TEA.replace("It is weak and wakes up nobody.", "No."), "both sides must be of like length"),
        (TEA.replace("tea\tTea", "Tea 1\tTea", 1), "topics.topic_id"),
        (TEA.replace("Tea is better than coffee.", ""), "topics.claim: values must not be null"),
        (TEA.replace("morning tea", "{{ theme }}"), "no template placeholder may be left over"),
    ],
)
def test_topics_that_break_a_rule_are_named(row: str, message: str) -> None:
    with pytest.raises(SchemaError) as raised:
        built(HEADER, row)
    assert message in "\n".join([str(raised.value), *getattr(raised.value, "__notes__", [])])


def test_an_empty_file_of_topics_is_refused() -> None:
    with pytest.raises(SchemaError, match="there must be topics"):
        built(HEADER)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (HEADER.replace("\ttheme", "\tsubject"), "column 'theme' is missing"),
        (HEADER.replace("\tband", "\tcolour"), "column 'colour' is not known"),
    ],
)
def test_a_file_with_other_columns_is_refused(header: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        built(header, TEA)
    with pytest.raises(SourceError, match="cannot be read"):
        read_topic_file(Path("nowhere.tsv"), "CC0-1.0")


def test_wording_that_is_missing_or_malformed_is_named() -> None:
    with pytest.raises(UsageError, match="no wording in 'fi' ships"):
        read_wording("fi", version="1")
    copy_wording("en", Path("w"))
    with pytest.raises(UsageError, match="w exists already"):
        copy_wording("en", Path("w"))
    write(Path("w/arcs.tsv"), "mode\tpersona\tturn\tphase", "direct\tagree\t1\tx")
    with pytest.raises(SourceError, match=r"w/arcs.tsv: the columns are mode, persona, turn, phase"):
        read_wording("de", Path("w"), version="1")
    Path("w/arcs.tsv").unlink()
    with pytest.raises(SourceError, match=r"w/arcs.tsv: the wording lacks this file"):
        read_wording("de", Path("w"), version="1")


def test_a_wording_that_lacks_a_prompt_or_a_step_is_named() -> None:
    copy_wording("en", Path("w"))
    Path("w/prompts/judge.case.en.txt").unlink()
    with pytest.raises(SchemaError, match="every prompt that is played with must be there.*judge.case"):
        built(HEADER, TEA, wording=Path("w"))


def test_names_of_sets() -> None:
    assert (wing_of("topics.my-town").name, wing_of("bias").name) == ("topics", "bias")
    for name in ("topics.", "topics.My", "topics.a.b", "topic.a", "topics"):
        with pytest.raises(UsageError):
            wing_of(name)
    with pytest.raises(UsageError, match="topics.own is built from its own file"):
        standfast.build("topics.own")


def test_bands_are_optional() -> None:
    header, row = (line.rsplit("\t", 1)[0] for line in (HEADER, TEA))
    tables = built(header, row).tables
    assert tables["topics"].schema["band"] == pl.String
    assert tables["topics"]["band"].to_list() == [None]
