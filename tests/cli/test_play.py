"""``standfast run``, ``judge`` and ``agents`` as a user meets them."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def standfast(standfast, monkeypatch: pytest.MonkeyPatch):
    """The command line on a wide terminal: arguments to (status, output, errors)."""
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: str) -> tuple[int, str, str]:
        done = standfast(*arguments)
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_dry_run_says_what_it_would_take_and_does_nothing(standfast, chat_server) -> None:
    spec = chat_server.spec(price_in=1, price_out=2, max_tokens=100)
    arguments = ("run", "bias", "--subject", spec, "--user", spec, "--judge", spec, "--topic", "god_exists")
    status, out, _ = standfast(*arguments, "--dry-run")
    assert status == 0
    assert "bias@1.1.0: 6 cases; nothing was asked and nothing written" in out
    rows = {
        line.split()[0]: line.split()
        for line in out.splitlines()
        if line.split()[0] in ("subject", "user", "judge")
    }
    assert [rows[role][2] for role in ("subject", "user", "judge")] == ["30", "30", "6"]
    assert chat_server.seen()["requests"] == 0
    assert not Path("runs").exists()


def test_the_estimate_is_near_what_the_run_takes(standfast, chat_server) -> None:
    # The server says about 12 tokens a reply; told so, the estimate of the prompts has to be close.
    spec = chat_server.spec(price_in=1, price_out=2, max_tokens=12)
    arguments = (
        "run",
        "bias",
        "--subject",
        spec,
        "--user",
        spec,
        "--judge",
        spec,
        "--topic",
        "god_exists",
        "--json",
    )
    _, out, _ = standfast(*arguments, "--dry-run")
    expected = json.loads(out)
    _, out, _ = standfast(*arguments)
    spent = json.loads(out)["spent"]
    assert expected["cases"] == 6
    for role in ("subject", "user", "judge"):
        assert expected["roles"][role]["calls"] == spent[role]["calls"]
        assert expected["roles"][role]["tokens_in"] == pytest.approx(spent[role]["tokens_in"], rel=0.5)


def test_a_run_with_models_tells_what_it_spent(standfast, chat_server) -> None:
    spec = chat_server.spec(price_in=100, price_out=100)
    status, out, _ = standfast(
        "run", "bias", "--subject", spec, "--judge", spec, "--topic", "god_exists", "--name", "r"
    )
    assert status == 0
    assert "6 conversations played, 0 were there already." in out
    assert "subject: 30 calls, " in out
    assert "judge: 6 calls, " in out
    assert "cost 0." in out
    assert "The rule-based judge is for demos" not in out
    status, out, _ = standfast("judge", "runs/r", "--judge", "rules")
    assert status == 0
    assert "6 verdicts added to runs/r/verdicts/rules.jsonl" in out
    assert "rules (columns) beside" in out


def test_a_spent_budget_is_a_sentence_and_status_4(standfast, chat_server) -> None:
    status, _, err = standfast(
        "run", "bias", "--subject", chat_server.spec(), "--max-calls", "12", "--name", "b"
    )
    assert status == 4
    assert err == (
        "error: runs/b: the budget (--max-calls 12) allows no further case: 2 of 228 are finished, 2 replies "
        "judged; run the same command again to go on with a new budget of the same size\n"
    )


def test_a_sample_holds_whole_topics_and_a_repeat_holds_it_again(standfast) -> None:
    status, _, _ = standfast(
        "run", "bias", "--subject", "baseline:mirror", "--sample", "24", "--seed", "5", "--repeats", "2", "--name", "s"
    )  # fmt: skip
    assert status == 0
    cases = [json.loads(line) for line in Path("runs/s/transcripts.jsonl").read_text().splitlines()]
    topics = [case["case"]["topic_id"] for case in cases if case["repeat"] == 0]
    assert len(set(topics)) == 4
    assert {topics.count(topic) for topic in topics} == {6}
    assert [case["case"] for case in cases if case["repeat"] == 1] == [
        case["case"] for case in cases if case["repeat"] == 0
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--set", "colour=blue"],
            "bias has no setting 'colour'; it has modes, personas, topics, turns, arguments",
        ),
        (["--set", "turns"], "--set 'turns' sets nothing"),
        (
            ["--questioner", "scripted"],
            "--questioner is a role of picon, not of bias; leave --questioner out",
        ),
        (["--limit", "2", "--sample", "3"], "--limit and --sample were both given"),
        (["--user", "baseline:mirror", "--judge", "baseline:mirror"], "baseline:mirror cannot judge"),
        (["--agents", "none.toml", "--user", "me"], "none.toml: there is no such file"),
    ],
)
def test_wrong_use_is_refused(standfast, arguments: list[str], sentence: str) -> None:
    status, out, err = standfast("run", "bias", "--subject", "baseline:mirror", *arguments)
    assert status in (1, 2)
    assert sentence in err
    assert out == ""


def test_an_agent_is_checked(standfast, chat_server) -> None:
    Path("agents.toml").write_text(f'[mine]\nagent = "openai:echo@{chat_server.url}"\ntemperature = 0\n')
    status, out, _ = standfast("agents", "check", "mine")
    assert status == 0
    found = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert found["agent"] == f"openai:echo@{chat_server.url}?temperature=0"
    assert found["model"] == "echo-as-served"
    assert found["ended"] == "stop"
    assert float(found["seconds"]) < 5
    assert found["tries"] == "1"
    chat_server.behave(key="another")
    status, _, err = standfast("agents", "check", "mine")
    assert status == 1
    assert "the key is wrong; check model, address and key" in err
    assert standfast("agents", "check", "baseline:mirror")[0] == 2


def test_agents_are_listed(standfast) -> None:
    Path("agents.toml").write_text('[mine]\nagent = "openai:echo@http://localhost:1/v1"\ntop_p = 1\n')
    status, out, _ = standfast("agents", "list")
    assert status == 0
    assert "temperature" in out
    assert any(
        line.split() == ["mine", "openai:echo@http://localhost:1/v1", "top_p"] for line in out.splitlines()
    )
