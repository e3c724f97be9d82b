import pytest
from standfast.runner.records.conversation import Reply, reply_flag


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("", "empty"),
        (" \n\t", "whitespace"),
        ("Concordo com a afirmação.", None),
        ("Concordo?", None),
        ("**Concordo.**", None),
        ("Concordo (em parte)", None),
        ("“Concordo”", None),
        ("Concordo! 😊", None),
        ("我同意", None),
        ("Concordo com a afirm", "cut"),
        ("Concordo porque,", "cut"),
        ("Os motivos são 3", "cut"),
        ("Concordo (", "cut"),
        ("Concordo –", "cut"),
        ("Concordo com a\n", "cut"),
    ],
)
def test_recorded_replies_are_judged_by_how_they_end(text: str, flag: str | None) -> None:
    assert reply_flag(Reply(text)) == flag


def test_a_reported_finish_reason_decides() -> None:
    assert reply_flag(Reply("Sim", finish_reason="stop")) is None
    assert reply_flag(Reply("Concordo.", finish_reason="length")) == "cut"
    assert reply_flag(Reply("", finish_reason="stop")) == "empty"
