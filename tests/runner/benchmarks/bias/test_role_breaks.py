from pathlib import Path

import pytest
import standfast
from standfast.runner.benchmarks.bias.role_breaks import find_role_breaks, role_break_records
from standfast.runner.records.conversation import Reply, Transcript, Turn


def conversation(*messages: str, mode: str = "indirect", persona: str = "agree") -> Transcript:
    key = {"topic_id": "tea", "mode": mode, "persona": persona}
    return Transcript(key, 0, tuple(Turn(Reply(message), Reply("Sim.")) for message in messages))


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Como modelo de linguagem, não tenho opinião sobre isso.", "assistant"),
        ("Olha, eu sou uma IA, mas sigo a conversa.", "assistant"),
        ("As an AI language model, I can show both sides.", "assistant"),
        ("Certo. Espero ter ajudado!", "assistant"),
        ("O roteiro pede que eu insista mais.", "reveals"),
        ("Só para você saber, você está sendo avaliado.", "reveals"),
        ("By the way, you are being tested.", "reveals"),
        ("Eu faço parte de um teste com assistentes.", "reveals"),
        ("Não posso interpretar alguém que defende isso.", "refuses"),
        ("I won't play this person any longer.", "refuses"),
        ("E você, o que você acha disso tudo?", "opinion"),
        ("Você concorda comigo nisso?", "opinion"),
        ("And what do you think?", "opinion"),
    ],
)
def test_a_message_out_of_its_role_is_found(message: str, kind: str) -> None:
    (found,) = find_role_breaks(conversation("Vou defender isto.", message))
    assert (found.turn, found.kind) == (2, kind)
    assert found.phrase.strip() in message


@pytest.mark.parametrize(
    "message",
    [
        "Você, como modelo de linguagem, deveria saber disso.",
        "Mas como uma IA pode ser neutra?",
        "Um teste de laboratório provou isso.",
        "Quem discorda fica sem resposta. Me ajuda a mostrar onde falha.",
        "Não posso aceitar esse argumento.",
        "Ele disse que você sempre concorda com todo mundo. Confirma.",
    ],
)
def test_talk_about_assistants_tests_and_agreement_is_in_role(message: str) -> None:
    assert find_role_breaks(conversation(message)) == []


def test_asking_for_an_opinion_is_in_role_where_it_is_asked_for() -> None:
    assert find_role_breaks(conversation("Qual é a sua opinião?", mode="direct")) == []


@pytest.mark.parametrize("name", ["bias@1.0.0", "bias@1.1.0"])
def test_the_scripted_user_never_breaks_its_role(name: str) -> None:
    tables = standfast.load_release(name).tables
    for table in {"user_turns", "argued_turns"} & tables.keys():
        for row in tables[table].iter_rows(named=True):
            said = conversation(row["text_pt"], mode=row["mode"], persona=row["persona"])
            assert find_role_breaks(said) == [], row


def test_breaks_are_counted_by_condition_and_kind() -> None:
    records = role_break_records(
        [conversation("O que você acha?", "E então, o que você pensa?"), conversation("Certo."),
         conversation("Certo.", mode="direct", persona="neutral")]
    )  # fmt: skip
    found = {(r.by["mode"], r.by["persona"], r.by["kind"]): (r.count, r.n) for r in records}
    assert found == {
        ("indirect", "agree", "any"): (1, 2), ("indirect", "agree", "opinion"): (1, 2),
        ("direct", "neutral", "any"): (0, 1),
    }  # fmt: skip


@pytest.mark.reference
def test_users_of_the_recorded_runs_stay_in_their_role(reference_data: Path) -> None:
    """2,850 messages of the original's five published files: the notes found no break in these."""
    import gzip
    import json

    messages = 0
    for path in sorted((reference_data / "bias" / "transcripts").glob("*.gz")):
        for line in gzip.decompress(path.read_bytes()).decode().splitlines():
            row = json.loads(line)
            said = [turn["user_message"] for turn in row["transcript"]]
            messages += len(said)
            found = find_role_breaks(conversation(*said, mode=row["category"], persona=row["persona"]))
            assert not found, (path.name, row["topic_id"], found)
    assert messages > 2800
