"""Sessions with subjects of all kinds, and searches that fail."""

import asyncio
import json
import random

import pytest
from standfast.errors import UsageError
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.function import agent_from, agent_from_function
from standfast.runner.agents.making import make_agent
from standfast.runner.agents.reply_cache import ReplyCache, cached
from standfast.runner.benchmarks.picon.interview.by_rule import judge_by_rules
from standfast.runner.benchmarks.picon.interview.notes import note_from_record, note_record
from standfast.runner.benchmarks.picon.interview.session import core_order, play_interview
from standfast.runner.benchmarks.picon.interview.statements import noted
from standfast.runner.benchmarks.picon.playing import PLAYING, find_picon_case, picon_cases
from standfast.runner.benchmarks.picon.scores.findings import findings_of
from standfast.runner.benchmarks.picon.scores.run_scores import measures_of
from standfast.runner.benchmarks.picon.settings import PiconSettings
from standfast.runner.records.conversation import Case, Reply

DARA = "dara-okafor-lindqvist"


def cast(subject, evidence="search:release") -> dict[str, Agent]:
    made = subject if isinstance(subject, Agent) else make_agent(subject, PLAYING.kinds("picon"))
    search = evidence if isinstance(evidence, Agent) else make_agent(evidence, PLAYING.kinds("picon"))
    scripted = make_agent("scripted", PLAYING.kinds("picon"))
    return {"subject": made, "questioner": scripted, "extractor": scripted, "evidence": search}


def failing_search(fails) -> Agent:
    """The release's search, with an outage where ``fails`` says so of a query."""
    whole = make_agent("search:release", PLAYING.kinds("picon"))

    async def reply_as(messages, case, schema):
        if fails(json.loads(messages[-1]["content"])["text"]):
            return Reply(json.dumps({"status": "failed", "passages": [], "problem": "outage"}))
        return await whole.reply_as(messages, case, schema)

    return Agent("search:failing", whole.reply, reply_as=reply_as)


def played(release, subject="baseline:steady", evidence="search:release", **settings):
    setting = PiconSettings(**{"personas": (DARA,), **settings})
    case = next(picon_cases(release, setting))

    async def go():
        transcript = await play_interview(case, cast(subject, evidence), setting)
        verdicts = [await judge_by_rules(case, transcript, n) for n in range(1, len(transcript.turns) + 1)]
        return transcript, findings_of(transcript, verdicts)

    return asyncio.run(go())


def measured(findings) -> dict:
    return {name: measure(findings) for name, measure in measures_of("paper").items()}


@pytest.mark.parametrize("subject", ["baseline:steady", "baseline:yes-confirmer", "baseline:drifter"])
def test_an_outage_changes_nothing_but_the_count_of_failed_searches(release, subject) -> None:
    whole, before = played(release, subject)
    broken, after = played(release, subject, failing_search(lambda name: name in ("Sweden", "Glasgow")))
    assert [turn.user.text for turn in whole.turns] == [turn.user.text for turn in broken.turns]
    assert measured(before) == measured(after)
    assert (before.failed_searches, after.failed_searches) == (0, 3)  # Glasgow, Glasgow in the UK, Sweden


def test_a_total_outage_leaves_what_evidence_decides_undefined(release) -> None:
    _, before = played(release)
    _, after = played(release, evidence=failing_search(lambda name: True))
    one, other = measured(before), measured(after)
    changed = {name for name in one if one[name] != other[name]}
    assert changed == {"non_refutation", "external_consistency", "trusted_external_consistency", "area"}
    assert all(other[name] is None for name in changed)


def test_who_lives_in_a_town_of_another_country_is_refuted(release) -> None:
    def answer(messages):
        if messages[-1]["content"].endswith("What country do you live in?"):
            return "Chile."
        asked = messages[-1]["content"].split("\n")[-1]
        return sheet.get(asked, "Yes." if asked.startswith("Is ") else "I would rather not say.")

    facts = release.tables["persona_facts"].filter(persona_id=DARA).join(
        release.tables["questions"].filter(language="en"), on="question_id"
    )  # fmt: skip
    sheet = dict(facts.select("text", "answer").iter_rows())
    _, findings = played(release, agent_from_function(answer, "python:x:y"))
    claims = [claim for turn in findings.turns for one in turn.confirmations for claim in one.claims]
    assert claims.count("refuted") == 1  # Glasgow is in Chile
    # Five turns named places; in one of them one of two claims is refuted.
    assert measured(findings)["non_refutation"] == pytest.approx((4 + 1 / 2) / 5)


def test_the_whole_session_is_always_sent_and_a_later_one_begins_anew(release) -> None:
    seen = []

    def answer(messages):
        seen.append([message["content"] for message in messages])
        return "Two."

    transcript, _ = played(release, agent_from_function(answer, "python:x:y"), turns=12)
    notes = [note for _, _, note in noted(transcript.turns)]
    began = next(index for index, note in enumerate(notes) if note.session == 2)
    for index, messages in enumerate(seen):
        first = began if index >= began else 0
        expected = [
            text for turn in transcript.turns[first:index] for text in (turn.user.text, turn.subject.text)
        ]
        assert messages[0].startswith("You are Dara")
        assert messages[1:] == [*expected, transcript.turns[index].user.text]


@pytest.mark.parametrize("tokens", [[10, 20, 30, 30, 40], [10, 20, 30, 15, 25, 26]])
def test_from_where_a_server_reads_less_than_before_the_history_is_cut(release, tokens) -> None:
    async def reply(messages, case):
        count = len(messages) // 2
        return Reply("Two.", tokens_in=tokens[count] if count < len(tokens) else 1000 + count)

    transcript, findings = played(release, Agent("x", reply), turns=11, sessions=2)
    notes = [note for _, _, note in noted(transcript.turns)]
    assert [note.history_cut for note in notes if note.session == 1] == [False] * 3 + [True] * 18
    assert [note.history_cut for note in notes if note.session == 2] == [False] * 3 + [True] * 7
    assert findings.cut_histories == 18 + 7


def test_personas_from_a_file_and_inside(release, tmp_path) -> None:
    path = tmp_path / "ana.txt"
    path.write_text("You are Ana.", encoding="utf-8")
    firsts = []

    def answer(messages):
        firsts.append(messages[0])
        return "Two."

    for persona in (f"file:{path}", "inside"):
        played(release, agent_from_function(answer, "python:x:y"), personas=None, persona=persona,
               date="2026-02-03", turns=51)  # fmt: skip
    assert firsts[0] == {"role": "system", "content": "You are Ana."}
    assert firsts[-1]["role"] == "user"
    assert firsts[-1]["content"].startswith("Today is 2026-02-03.")


def test_without_a_sheet_every_question_of_the_chains_is_asked(release) -> None:
    transcript, _ = played(
        release, agent_from_function(lambda messages: "Well.", "python:x:y"), personas=None,
        persona="inside", date="2026-02-03", turns=50, sessions=1, decoys=0.0,
    )  # fmt: skip
    main = [note.question_id for _, _, note in noted(transcript.turns) if note.stage == "main"]
    assert len(main) == 40
    assert len(set(main)) > 35  # the way leads through the chains, coming back to each head


def test_orders(release) -> None:
    find = find_picon_case(release)
    cases = {
        order: find({"persona": DARA, "language": "en", "order": order}, 0).facts["material"]
        for order in ("fixed", "shuffled")
    }
    fixed, shuffled = core_order(cases["fixed"], 1), core_order(cases["shuffled"], 1)
    assert fixed == cases["fixed"].core
    assert sorted(shuffled) == sorted(fixed)
    assert shuffled != fixed
    assert shuffled == core_order(cases["shuffled"], 1) != core_order(cases["shuffled"], 2)
    assert len(list(picon_cases(release, PiconSettings(orders=("fixed", "shuffled"))))) == 8


def test_retest_wording(release) -> None:
    for wording, column in (("as_asked", "text"), ("paraphrase", "retest_text")):
        transcript, _ = played(release, retest=wording, turns=11, sessions=1)
        for _, turn, note in noted(transcript.turns):
            if note.stage == "retest":
                row = release.tables["questions"].filter(question_id=note.question_id, language="en")
                assert turn.user.text.endswith(row[column][0])


@pytest.mark.parametrize(("share", "decoys"), [(0.0, 0), (0.25, 4), (0.5, 14)])
def test_the_share_of_decoys(release, share, decoys) -> None:
    transcript, findings = played(release, decoys=share)
    asked = [note.asking for _, _, note in noted(transcript.turns) if note.asking]
    assert sum(one.decoy for one in asked) == decoys
    assert len(asked) - decoys == 14
    said = " ".join(turn.subject.text for turn in transcript.turns)
    assert not any(one.name in said for one in asked if one.decoy)
    assert sum(one.decoy for turn in findings.turns for one in turn.confirmations) == decoys


def test_confirmations_belong_to_what_they_ask_about_by_id(release) -> None:
    transcript, _ = played(release, decoys=0.5)
    exchanges = {number: note for number, _, note in noted(transcript.turns)}
    for number, note in exchanges.items():
        if note.asking:
            named = [
                one for one in exchanges[note.asking.turn].entities if one.entity_id == note.asking.entity_id
            ]
            assert len(named) == 1
            assert note.asking.decoy or named[0].name in transcript.turns[number - 1].user.text
    ids = [claim.claim_id for note in exchanges.values() for one in note.entities for claim in one.claims]
    # One claim for each of the 14 things, and one more for each of the 7 that lie in what was asked about.
    assert len(ids) == len(set(ids)) == 14 + 7


def test_notes_survive_the_journal(release) -> None:
    transcript, _ = played(release)
    for _, turn, note in noted(transcript.turns):
        assert note_record(note_from_record(json.loads(json.dumps(note_record(note))))) == turn.notes


def test_roles_that_cannot_be_played(release) -> None:
    import standfast

    for roles, fault in (
        ({"evidence": "scripted"}, "does not search"),
        ({"questioner": "search:release"}, "neither scripted nor a chat agent; name another questioner"),
        ({"user": "scripted"}, "no role 'user'"),
    ):
        with pytest.raises(UsageError, match=fault):
            standfast.evaluate(release, "baseline:steady", roles=roles)
    with pytest.raises(UsageError, match="baseline plays the release"):
        standfast.evaluate(release, "baseline:steady", settings={"persona": "inside", "date": "2026-01-01"})


def test_a_case_that_the_release_does_not_have(release) -> None:
    from standfast.errors import JudgeError

    find = find_picon_case(release)
    assert find({"persona": "nobody", "language": "en", "order": "fixed"}, 0).facts == {}
    with pytest.raises(JudgeError, match="does not have case"):
        asyncio.run(judge_by_rules(Case("picon", {"persona": "x"}, {}), None, 1))  # type: ignore[arg-type]


def test_a_rehearsal_searches_nowhere(release) -> None:
    from standfast.runner.play.plan import make_plan
    from standfast.runner.play.run import estimate

    # Nobody listens there: a search that was really made would fail and count nothing found.
    plan = make_plan(release, "baseline:steady", roles={"evidence": "search:searxng@http://127.0.0.1:9"},
                     settings={"personas": DARA})  # fmt: skip
    expected = estimate(plan)
    assert expected.cases == 1
    assert expected.total()["evidence"].calls == 14


def test_a_later_session_is_no_copy_of_the_first_where_replies_are_kept(release, tmp_path) -> None:
    """An agent that answers at random must not look consistent because its first answers were cached."""
    drawn = random.Random(7)

    async def reply(messages, case):
        return Reply(f"{drawn.randrange(10**9)}.", finish_reason="stop")

    chance = Agent("openai:chance", reply, chat=True, remote=True)
    transcripts = []
    for _ in range(2):
        cache = ReplyCache(tmp_path / "kept.sqlite")
        transcript, _ = played(release, cached(chance, cache), turns=0)
        cache.close()
        transcripts.append(transcript)
    notes = [note for _, _, note in noted(transcripts[0].turns)]
    by_session = {
        session: {
            note.question_id: turn.subject.text
            for turn, note in zip(transcripts[0].turns, notes, strict=True)
            if note.session == session and note.stage in ("get_to_know", "later")
        }
        for session in (1, 2)
    }
    first, second = by_session[1], by_session[2]
    assert first.keys() >= second.keys() > set()
    assert not [name for name in second if first[name] == second[name]]
    # Played again, the whole interview comes from the cache.
    assert transcripts[0] == transcripts[1]


def test_a_python_agent_is_told_its_persona_and_every_session(release) -> None:
    told = []

    class Character:
        def __init__(self, info):
            told.append(info)

        def reply(self, messages):
            return "Two."

    played(release, agent_from(Character, "python:x:Character"), turns=0, sessions=3)
    assert [(info.session, info.language, dict(info.role)) for info in told] == [
        (session, "en", {"persona": DARA}) for session in (1, 2, 3)
    ]
    assert len({info.case for info in told}) == 1
