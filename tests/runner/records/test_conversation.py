import pytest
from standfast.runner.records.conversation import (
    Outcome,
    Reply,
    Transcript,
    Turn,
    reply_outcome,
    transcript_from_record,
    transcript_record,
)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("Concordo com a afirmação.", "said"),
        ("Concordo?", "said"),
        ("**Concordo.**", "said"),
        ("Concordo (em parte)", "said"),
        ("“Concordo”", "said"),
        ("Concordo! 😊", "said"),
        ("我同意", "said"),
        ("Concordo com a afirm", "cut"),
        ("Concordo porque,", "cut"),
        ("Os motivos são 3", "cut"),
        ("Concordo (", "cut"),
        ("Concordo –", "cut"),
        ("Concordo com a\n", "cut"),
    ],
)
def test_recorded_replies_are_judged_by_how_they_end(text: str, outcome: Outcome) -> None:
    assert reply_outcome(Reply(text)) == outcome


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply("Sim", finish_reason="stop"), "said"),
        (Reply("Concordo.", finish_reason="length"), "cut"),
        (Reply("Concordo.", finish_reason="max_tokens"), "cut"),
        (Reply("Concordo.", finish_reason="content_filter"), "filtered"),
        (Reply("Não posso.", refusal=True, finish_reason="stop"), "refused"),
        (Reply("Não posso.", refusal=True, finish_reason="length"), "refused"),
        (Reply("", finish_reason="stop"), "empty"),
        (Reply(" \n", finish_reason="stop"), "empty"),
        (Reply("", finish_reason="length"), "cut"),
        (Reply("", finish_reason="length", thought="Então"), "cut"),
        (Reply("", finish_reason="stop", thought="Então"), "thought_only"),
        (Reply("", finish_reason="content_filter"), "filtered"),
        (Reply("", refusal=True), "refused"),
        (Reply("", finish_reason="failed"), "failed"),
        (Reply("Concordo.", finish_reason="stop", thought="Discordo"), "said"),
    ],
)
def test_outcomes_are_told_apart_by_what_the_server_says(reply: Reply, outcome: Outcome) -> None:
    assert reply_outcome(reply) == outcome


def test_what_is_not_known_of_a_reply_is_not_written_and_older_transcripts_are_read() -> None:
    plain = Transcript({"a": "b"}, 0, (Turn(Reply("Oi."), Reply("Olá.", tokens_in=0)),))
    record = transcript_record(plain)
    assert record["turns"] == [
        {"turn": 1, "user": {"text": "Oi."}, "subject": {"text": "Olá.", "tokens_in": 0}}
    ]
    assert transcript_from_record(record) == plain
    known = Reply(
        "Não.", thought="Hm", refusal=True, tokens_thought=4, tokens_cached=0, discarded=1, discarded_in=9
    )
    full = Transcript({"a": "b"}, 0, (Turn(Reply("Oi."), known),))
    assert transcript_from_record(transcript_record(full)) == full
