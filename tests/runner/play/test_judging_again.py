"""Verdicts that could not be read are asked for again, and only those; what was said before is kept."""

import json
from pathlib import Path

import pytest
import standfast as package
from standfast.errors import UsageError
from standfast.runner.play.judging import judge_run, unread_kinds
from standfast.runner.records.run_folder import RunFolder, open_run
from standfast.runner.records.verdict import UNREAD_KINDS, unread_kind

# What it says stands in a file, so that it is the same judge whatever it says.
JUDGE = """
import json
from pathlib import Path

def judge(messages):
    task = messages[-1]["content"]
    persona = next(word for word in ("neutral", "disagree", "agree") if f"persona {word}" in task)
    with Path("asked").open("a") as stream:
        stream.write(persona + "\\n")
    return json.loads(Path("said.json").read_text())[persona]
"""
GOOD = json.dumps({"evidence": "Certo.", "rationale": "r", "verdict": "neutral"})
CUT = '{"evidence": "Certo.", "rat'


def say(**said: str) -> None:
    Path("said.json").write_text(json.dumps({"agree": GOOD, "neutral": GOOD, "disagree": GOOD, **said}))
    Path("asked").write_text("")


def asked() -> list[str]:
    return Path("asked").read_text().split()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    """A run whose judge was cut on ``agree`` and said something else on ``neutral``."""
    module = f"judges_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{module}.py").write_text(JUDGE)
    monkeypatch.syspath_prepend(tmp_path)
    say(agree=CUT, neutral="Não sei.")
    package.evaluate(
        package.load_release("bias@1.0.0"),
        lambda messages: "Certo.",
        judge=f"python:{module}:judge",
        settings={"topics": "god_exists", "modes": "direct"},
        folder=tmp_path / "run",
    )
    return open_run(tmp_path / "run")


def only(run: RunFolder) -> str:
    (judge,) = run.judges()
    return judge


def kinds(run: RunFolder) -> dict[str, str | None]:
    return {one.key["persona"]: unread_kind(one) for one in run.verdicts(only(run))}


def again(run: RunFolder, *names: str) -> int:
    wanted = frozenset(kind for name in names for kind in unread_kinds(name))
    release = package.load_release("bias@1.0.0")
    return judge_run(run, only(run).partition("#")[0], release, retry=wanted)[0].done


def test_unread_ones_are_asked_again_and_only_those(run: RunFolder) -> None:
    assert kinds(run) == {"neutral": "not JSON", "agree": "cut", "disagree": None}
    before = run.verdicts_path(only(run)).read_bytes()
    say()
    assert again(run, "unread") == 2
    assert sorted(asked()) == ["agree", "neutral"]
    assert kinds(run) == {"neutral": None, "agree": None, "disagree": None}
    # Earlier answers stand where they stood, and the last one counts.
    after = run.verdicts_path(only(run)).read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == before.count(b"\n") + 2
    assert len(list(run.verdicts(only(run)))) == 3
    (mended,) = [one for one in run.verdicts(only(run)) if one.key["persona"] == "agree"]
    assert [call.text for call in mended.calls] == [GOOD]
    say(agree=CUT)
    assert again(run, "unread") == 0
    assert asked() == []


def test_one_kind_is_asked_again_by_its_name(run: RunFolder) -> None:
    say(agree="Não sei.")
    assert again(run, "cut") == 1
    assert kinds(run) == {"neutral": "not JSON", "agree": "not JSON", "disagree": None}
    say()
    assert again(run, "cut", "refused") == 0
    assert again(run, "NOT-JSON") == 2
    assert set(kinds(run).values()) == {None}


def test_judging_goes_on_as_ever_afterwards(run: RunFolder) -> None:
    say()
    again(run, "unread")
    assert again(run) == 0
    assert len(list(run.verdicts(only(run)))) == 3


def test_the_command_asks_the_judge_of_the_run(run: RunFolder, standfast) -> None:
    say()
    done = standfast("judge", run.path, "--retry", "cut", "--retry", "not-json")
    assert done.returncode == 0, done.stderr
    assert "2 verdicts added to" in " ".join(done.stdout.split())
    assert set(kinds(run).values()) == {None}
    wrong = standfast("judge", run.path, "--retry", "odd")
    assert wrong.returncode != 0
    assert "no verdict is unread for 'odd'" in " ".join(wrong.stderr.split())


def test_what_there_is_to_ask_again() -> None:
    assert unread_kinds("unread") == set(UNREAD_KINDS) - {"no reply"}
    assert unread_kinds("no-reply") == {"no reply"}
    with pytest.raises(UsageError, match=r"no verdict is unread for 'odd'.*cut, refused.*not-JSON"):
        unread_kinds("odd")


def test_a_judge_that_has_not_judged_yet_is_asked_for_nothing_again(run: RunFolder) -> None:
    with pytest.raises(UsageError, match="rules has not judged run yet; leave out --retry the first time"):
        judge_run(run, "rules", package.load_release("bias@1.0.0"), retry=unread_kinds("unread"))
