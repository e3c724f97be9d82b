"""Models as questioner, extractor and judge: here Python agents that answer in JSON, well and badly."""

import asyncio
import json

import pytest
from standfast.errors import AgentError, RunError
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.function import agent_from_function
from standfast.runner.agents.making import make_agent
from standfast.runner.benchmarks.picon.interview.prompted_judge import prompted_judge
from standfast.runner.benchmarks.picon.interview.session import play_interview
from standfast.runner.benchmarks.picon.interview.statements import noted
from standfast.runner.benchmarks.picon.playing import PLAYING, picon_cases
from standfast.runner.benchmarks.picon.scores.findings import findings_of
from standfast.runner.benchmarks.picon.scores.measures import covered_share
from standfast.runner.benchmarks.picon.settings import PiconSettings
from standfast.runner.judges.structured import (
    FLAG,
    TEXT,
    Form,
    list_of,
    object_schema,
    one_of,
    read_object,
    read_value,
)
from standfast.runner.records.conversation import Reply

SETTINGS = PiconSettings(personas=("dara-okafor-lindqvist",), turns=12, sessions=1, decoys=0.5)


def questioner(messages):
    task = messages[-1]["content"]
    if "This is question" in task:
        number = task.rsplit("This is question ", 1)[1].split()[0]
        return json.dumps({"question": f"Where did you go to school, {number}?"})
    if "could be confused with it" in task:
        return json.dumps({"question": "Is it Leeds High School?", "entity": "Leeds High School"})
    assert "What a search found" in task or "could not be searched for" in task
    return json.dumps({"question": "Is it Roundhay School in Leeds?", "entity": "Roundhay School"})


def extractor(messages):
    task = messages[-1]["content"]
    if "Roundhay" in task.rsplit("Answer:", 1)[1]:
        claims = ["Roundhay School exists.", "Roundhay School is in Leeds."]
        return json.dumps({"entities": [{"entity": "Roundhay School", "claims": claims}]})
    return json.dumps({"entities": []})


def subject(messages):
    said = messages[-1]["content"]
    if said.startswith("Is it"):
        return "Yes, it is."
    return "Roundhay School, in Leeds." if "school, " in said else "Two girls."


def judge(messages):
    task = messages[-1]["content"]
    said = {"reason": "because", "quote": ""}
    if '"affirmed"' in task:
        ids = [
            line.split(":")[0]
            for line in task.split("each with its id:")[1].splitlines()
            if line.startswith("c")
        ]
        claims = [
            {"claim_id": name, "verdict": "supported" if name.endswith("1") else "refuted"} for name in ids
        ]
        return json.dumps({**said, "affirmed": True, "claims": claims})
    if '"contradicts"' in task:
        turn = int(task.split("Judge the answer of turn ")[1].split(".")[0])
        return json.dumps({**said, "substantive": True, "contradicts": [1, 2] if turn == 5 else []})
    return json.dumps({**said, "verdict": "compatible"})


def function(reply, name="model") -> Agent:
    return agent_from_function(reply, f"python:test:{name}")


def play(release, **other):
    agents = {
        "subject": function(subject), "questioner": function(questioner), "extractor": function(extractor),
        "evidence": make_agent("search:release", PLAYING.kinds("picon")), **other,
    }  # fmt: skip
    case = next(picon_cases(release, SETTINGS))
    return case, asyncio.run(play_interview(case, agents, SETTINGS))


def judged(release, agent, turn, **other):
    case, transcript = play(release, **other)
    return asyncio.run(prompted_judge(agent, release).judge(case, transcript, turn))


def test_models_play_their_roles(release) -> None:
    _, transcript = play(release)
    notes = {number: note for number, _, note in noted(transcript.turns)}
    assert [note.stage for note in notes.values()][10:15] == [
        "main", "confirmation", "confirmation", "main", "retest",
    ]  # fmt: skip
    (entity,) = notes[11].entities
    assert [claim.text for claim in entity.claims] == [
        "Roundhay School exists.",
        "Roundhay School is in Leeds.",
    ]
    assert [notes[12].asking.decoy, notes[13].asking.decoy] == [False, True]
    assert notes[13].asking.name == "Leeds High School"
    # What is known already is not claimed again.
    assert notes[14].entities == ()


def test_a_decoy_that_was_named_is_no_decoy(release) -> None:
    def same(messages):
        answer = json.loads(questioner(messages))
        return json.dumps({**answer, **({"entity": "roundhay school"} if "entity" in answer else {})})

    _, transcript = play(release, questioner=function(same))
    assert not any(note.asking and note.asking.decoy for _, _, note in noted(transcript.turns))


UNREADABLE = ["no JSON here", '{"question": 3}', '{"question": " "}', "{}", '{"a": 1} {"b": 2}']


@pytest.mark.parametrize("role", ["questioner", "extractor"])
@pytest.mark.parametrize("said", UNREADABLE)
def test_a_model_that_is_never_readable_plays_no_role(release, role, said) -> None:
    asked = []

    def bad(messages):
        asked.append(messages)
        return said

    # The questioner has two questions to ask and a confirmation and a decoy after the school: four in all.
    with pytest.raises(
        AgentError, match=f"the {role} gave no usable answer 3 times in a row, asked twice each"
    ):
        play(
            release,
            **{role: function(bad)},
            **({"subject": function(names_places)} if role == "questioner" else {}),
        )
    assert len(asked) == 6
    assert len(asked[1]) == len(asked[0]) + 2  # what it said, and what is wrong with it


def names_places(messages):
    return "Glasgow." if messages[-1]["content"].endswith("you live in?") else "Roundhay School, in Leeds."


@pytest.mark.parametrize("said", UNREADABLE)
def test_a_question_that_cannot_be_read_is_asked_by_the_script_and_says_so(release, said) -> None:
    answers = [said, said]

    def once(messages):
        return answers.pop() if answers else questioner(messages)

    _, transcript = play(release, questioner=function(once))
    notes = [note for _, _, note in noted(transcript.turns)]
    assert [note.question_fault is not None for note in notes if note.stage == "main"] == [True, False]
    asked = next(note for note in notes if note.stage == "main")
    assert asked.question_id is not None  # the bank's, so its answer is read by rule
    assert findings_of(transcript, []).script_questions == 1


@pytest.mark.parametrize("said", UNREADABLE)
def test_an_extraction_that_cannot_be_read_is_null_and_counts_for_nothing(release, said) -> None:
    answers = [said, said]

    def once(messages):
        return answers.pop() if answers else extractor(messages)

    _, transcript = play(release, extractor=function(once))
    findings = findings_of(transcript, [])
    assert [turn.named for turn in findings.turns] == [None, *[False] * 9, True, False]
    assert covered_share(findings.turns, "paper") == (1, 11)
    assert findings.unread_extractions == 1


def test_a_failed_search_is_told_to_the_questioner_as_failed(release) -> None:
    told = []

    def watch(messages):
        told.append(messages[-1]["content"])
        return questioner(messages)

    play(release, questioner=function(watch), evidence=make_agent(
        "search:searxng@http://127.0.0.1:9?retries=0", PLAYING.kinds("picon")))  # fmt: skip
    confirm = [text for text in told if "yes or no" in text]
    assert "It could not be searched for." in confirm[0]
    assert "What a search found" not in confirm[0]


def test_the_judge_says_what_rules_cannot(release) -> None:
    answer = judged(release, function(judge), 5)
    assert answer.label == "contradiction"
    assert answer.details["conflicts"] == ({"turns": (1, 2, 5), "rule": "judge"},)
    confirmed = judged(release, function(judge), 12)
    assert confirmed.label == "affirmed"
    # The release's documents say nothing of the school: the search found nothing, and no judge is asked.
    assert set(confirmed.details["claims"].values()) <= {"nothing_found", "supported", "refuted"}


def test_rules_and_judge_are_both_kept_of_a_confirmation(release) -> None:
    def vague(messages):
        said = subject(messages)
        return "It is a big school." if said == "Yes, it is." else said

    real = judged(release, function(judge), 12, subject=function(vague))
    assert (real.details["affirmed"], real.details["rule_affirmed"]) == (True, False)
    assert set(real.details["rule_claims"]) == set(real.details["claims"])
    decoy = judged(release, function(judge), 13, subject=function(vague))
    assert (decoy.details["affirmed"], decoy.details["rule_affirmed"]) == (True, False)
    unread = judged(release, function(lambda messages: "nothing"), 12)
    assert (unread.label, unread.details.get("affirmed"), unread.details["rule_affirmed"]) == (
        None,
        None,
        True,
    )


def test_a_retest_goes_to_the_judge_only_where_the_rules_abstain(release) -> None:
    asked = []

    def watch(messages):
        asked.append(messages[-1]["content"])
        return judge(messages)

    case, transcript = play(release)
    numbers = {
        note.question_id: number for number, _, note in noted(transcript.turns) if note.stage == "retest"
    }
    made = prompted_judge(function(watch), release)
    by_rule = asyncio.run(made.judge(case, transcript, numbers["children"]))
    assert (by_rule.label, by_rule.details["rule_retest"], asked) == ("same", "same", [])
    by_model = asyncio.run(made.judge(case, transcript, numbers["religion"]))  # "Two girls." is no religion
    assert by_model.details == {"first_turn": by_model.details["first_turn"], "retest": "compatible",
                                "judge_retest": "compatible"}  # fmt: skip
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("nothing", "no JSON object"),
        (json.dumps({"reason": "", "quote": "", "substantive": True, "contradicts": [99]}), "not there"),
        (
            json.dumps({"reason": "", "quote": "", "substantive": "yes", "contradicts": []}),
            "substantive is no boolean",
        ),
    ],
)
def test_a_judge_that_cannot_be_read_gives_no_label(release, said, problem) -> None:
    verdict = judged(release, function(lambda messages: said), 5)
    assert verdict.label is None
    assert problem in verdict.problem
    assert "substantive" not in verdict.details


def test_a_quotation_that_is_not_there_is_flagged(release) -> None:
    verdict = judged(release, function(lambda m: judge(m).replace('"quote": ""', '"quote": "I lied"')), 4)
    assert verdict.label == "consistent"
    assert verdict.problem == "the evidence does not stand in the reply"


def test_an_agent_that_can_be_held_to_a_schema_is(release) -> None:
    schemas = []

    async def reply(messages, case):
        raise AssertionError

    async def reply_as(messages, case, schema):
        schemas.append(schema)
        return Reply(questioner(messages))

    play(release, questioner=Agent("openai:x", reply, chat=True, reply_as=reply_as))
    assert len(schemas) == 4
    assert all(schema["additionalProperties"] is False for schema in schemas)


def test_a_run_with_models_end_to_end(release, tmp_path, monkeypatch) -> None:
    import standfast

    (tmp_path / "models.py").write_text(
        "import json\n"
        "def q(messages): return json.dumps({'question': 'And then?', 'entity': 'X'})\n"
        "def e(messages): return json.dumps({'entities': []})\n"
        "def bad(messages): return 'no'\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(
        RunError, match=r"1 of 1 conversations failed \(first: .*the questioner gave no usable"
    ):
        standfast.evaluate(release, "baseline:steady", roles={"questioner": "python:models:bad"},
                           settings={"personas": "ruth-ellery"}, folder=tmp_path / "a")  # fmt: skip
    run = standfast.evaluate(release, subject, roles={"extractor": "python:models:e"},
                             settings={"personas": "ruth-ellery", "turns": 12}, folder=tmp_path / "b")  # fmt: skip
    records = {record.metric: record for record in run.score() if not record.by}
    assert records["coverage"].value == 0
    assert {"extractor.system", "questioner.opening.en"} <= set(run.folder.record.prompts)


def test_reading_objects() -> None:
    schema = object_schema(a=TEXT, b=list_of(object_schema(c=one_of(["x", "y"]))), d=FLAG)
    good = {"a": "1", "b": [{"c": "x"}], "d": True}
    assert read_object(f"```json\n{json.dumps(good)}\n```", Form(schema)) == (good, None)
    for wrong, fault in (
        ({**good, "e": 1}, "a field 'e' too many"), ({**good, "d": 1}, "d is no boolean"),
        ({**good, "b": [{"c": "z"}]}, "c is none of x, y"), ({**good, "b": {}}, "b is no array"),
        ({"a": "1"}, "has no b"),
    ):  # fmt: skip
        assert fault in read_value(wrong, schema, "it")[1].text
    assert read_value(True, {"type": "integer"}, "it")[1].text == "it is no integer"
    nested = {**good, "b": [{"c": "X"}]}
    assert read_value(nested, schema, "it") == (good, None)
