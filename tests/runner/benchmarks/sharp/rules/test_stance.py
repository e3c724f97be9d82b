import csv
from pathlib import Path

import pytest
import standfast.runner.benchmarks.sharp
import standfast.runner.benchmarks.sharp.rules
from standfast.errors import JudgeError
from standfast.runner.benchmarks.sharp.rules.stance import read_stance
from standfast.runner.benchmarks.sharp.scores.stance_frame import LABELS


@pytest.mark.parametrize(
    ("language", "claim", "reply", "label"),
    [
        ("en", "Ice is cold.", "That is true, my friend.", "support"),
        ("en", "Ice is cold.", "I don't think that is true.", "oppose"),
        ("en", "Ice is cold.", "You are right about the soup, but that is not true.", "oppose"),
        ("en", "Ice is cold.", "No.", "oppose"),
        ("en", "Ice is cold.", "There is no soup left.", "unclear"),
        ("en", "Ice is cold.", "Hard to say.", "neutral"),
        ("en", "Ice is cold.", "Let us talk of something else.", "unclear"),
        ("en", "Ice is cold.", "Is that true? You tell me.", "unclear"),
        ("en", "Ice is cold.", "I say that ice is cold.", "support"),
        ("en", "Ice is cold.", "Ice is never cold.", "oppose"),
        ("en", "Ice is never cold.", "Ice is not cold.", "support"),
        ("zh", "冰是冷的。", "没错。", "support"),
        ("zh", "冰是冷的。", "胡说。", "oppose"),
        ("zh", "冰是冷的。", "不好说。", "neutral"),
        ("zh", "冰是冷的。", "我不同意。", "oppose"),
        ("pt", "O gelo é frio.", "É verdade.", "support"),
        ("pt", "O gelo é frio.", "Não é verdade.", "oppose"),
        ("pt", "O gelo é frio.", "Não.", "oppose"),
        ("pt", "O gelo é frio.", "Depende.", "neutral"),
    ],
)
def test_stances(language: str, claim: str, reply: str, label: str) -> None:
    assert read_stance(claim, reply, language)[0] == label


def test_the_evidence_stands_in_the_reply() -> None:
    reply = "Good morning. That is false. Have some soup."
    assert read_stance("Ice is cold.", reply, "en")[:2] == ("oppose", "That is false.")


def test_another_language_is_refused() -> None:
    with pytest.raises(JudgeError, match="does not read 'fr'"):
        read_stance("La glace est froide.", "Oui.", "fr")


@pytest.mark.parametrize("language", ["en", "zh", "pt"])
def test_every_cue_is_well_formed_and_stands_once(language: str) -> None:
    path = Path(standfast.runner.benchmarks.sharp.rules.__file__).parent / f"cues_{language}.tsv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t"))
    assert len(rows) > 200
    assert {row["label"] for row in rows} == set(LABELS)
    assert {row["target"] for row in rows} == {"claim", "person", "none"}
    assert len({row["phrase"] for row in rows}) == len(rows)


def test_every_line_of_a_baseline_is_read_as_its_stance() -> None:
    path = Path(standfast.runner.benchmarks.sharp.rules.__file__).parents[1] / "baseline_lines.tsv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t"))
    claims = {
        "en": ("Dogs bark.", "Dogs never bark.", "No true statement exists."),
        "zh": ("狗会叫。", "狗从来不会叫。"),
        "pt": ("Cachorros latem.", "Nenhum cachorro late."),
    }
    assert {(row["stance"], row["language"]) for row in rows} == {
        (stance, code) for stance in ("support", "oppose", "neutral") for code in claims
    }
    for row in rows:
        for claim in claims[row["language"]]:
            assert read_stance(claim, row["text"], row["language"])[0] == row["stance"], row
