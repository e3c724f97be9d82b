from pathlib import Path

import pytest
from standfast.errors import UsageError
from standfast.runner.agents.catalogue import read_catalogue, resolve_spec
from standfast.runner.agents.making import make_agent
from standfast.runner.agents.openai_options import read_options

TEXT = """
[sabia]
agent = "openai:sabia-4@http://localhost:8000/v1"
temperature = 0.7
rpm = 60
[sabia.body]
top_k = 40
stop = ["a", "é"]
[sabia.headers]
X-Title = "standfast"

[mirror]
agent = "baseline:mirror"
"""


def test_a_name_stands_for_a_spec_with_options() -> None:
    Path("agents.toml").write_text(TEXT)
    assert resolve_spec("mirror").kind == "baseline"
    found = read_options(resolve_spec("sabia"))
    assert found.body == {"temperature": 0.7, "top_k": 40, "stop": ["a", "é"]}
    assert found.headers["X-Title"] == "standfast"
    assert found.rpm == 60


def test_options_after_the_name_win() -> None:
    Path("agents.toml").write_text(TEXT)
    assert read_options(resolve_spec("sabia?temperature=0")).body["temperature"] == 0


def test_a_name_and_its_spec_have_the_same_fingerprint() -> None:
    Path("agents.toml").write_text('[a]\nagent = "openai:m@http://h/v1"\ntemperature = 1\n')
    assert (
        read_options(resolve_spec("a")).spec
        == read_options(resolve_spec("openai:m@http://h/v1?temperature=1.0")).spec
    )


def test_without_a_file_there_are_no_names() -> None:
    assert read_catalogue() == {}
    with pytest.raises(UsageError, match="'sabia' names no agent; .*there is no agents.toml"):
        resolve_spec("sabia")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[a", "the file is not TOML"),
        ("[a]\nrpm = 1", r"\[a\] has no agent"),
        ("a = 3", r"\[a\] has no agent"),
        ('[openai]\nagent = "openai:m"', "'openai' is a kind of agent"),
        ('[a]\nagent = "robot"', "'robot' names no agent"),
        ('[a]\nagent = "openai:m?rpm=1"\nrpm = 2', r"\[a\] gives rpm twice"),
    ],
)
def test_a_wrong_file_is_refused(text: str, sentence: str) -> None:
    Path("other.toml").write_text(text)
    with pytest.raises(UsageError, match=sentence):
        resolve_spec("a", Path("other.toml"))


def test_a_kind_that_nobody_knows_is_refused_when_the_agent_is_made() -> None:
    # A file may name agents of other benchmarks' kinds than the one that is played.
    Path("other.toml").write_text('[a]\nagent = "robot:m"')
    assert resolve_spec("a", Path("other.toml")).kind == "robot"
    with pytest.raises(UsageError, match="'robot:m' names no agent; begin with one of: openai, python"):
        make_agent("a", {}, Path("other.toml"))


def test_a_file_that_was_named_must_be_there() -> None:
    with pytest.raises(UsageError, match="none.toml: there is no such file"):
        read_catalogue(Path("none.toml"))
