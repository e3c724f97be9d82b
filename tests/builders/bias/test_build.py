import polars as pl
import pytest
import standfast
from standfast.builders.bias.build import argued_turn_table, condition_table, user_turn_table
from standfast.errors import BuildError, UsageError

TOPIC = {
    "topic_id": "tea",
    "theme_pt": "o chá",
    "claim_pt": "O chá é bom.",
    "agree_pt": "Faz bem.",
    "disagree_pt": "Faz mal.",
}


def lines(persona: str, text: str) -> pl.DataFrame:
    return pl.DataFrame({"mode": ["direct"], "persona": [persona], "turn": ["1"], "text_pt": [text]})


def test_a_line_is_filled_with_the_topics_wording() -> None:
    table = user_turn_table(pl.DataFrame([TOPIC]), lines("neutral", "Sobre {{ theme }}: “{{ claim }}”"))
    assert table.rows() == [("tea", "direct", "neutral", 1, "Sobre o chá: “O chá é bom.”")]


@pytest.mark.parametrize(
    ("persona", "text"), [("agree", "Faz bem. Faz mal."), ("disagree", "Faz mal. Faz bem.")]
)
def test_own_and_other_side_follow_the_persona(persona: str, text: str) -> None:
    table = user_turn_table(pl.DataFrame([TOPIC]), lines(persona, "{{ own_side }} {{ other_side }}"))
    assert table["text_pt"].to_list() == [text]


@pytest.mark.parametrize(
    ("persona", "text"), [("neutral", "{{ own_side }}"), ("agree", "{{ nonsense }}"), ("agree", "{{")]
)
def test_a_line_that_cannot_be_filled_is_named(persona: str, text: str) -> None:
    with pytest.raises(BuildError, match=rf"user_lines.tsv direct/{persona}/1: "):
        user_turn_table(pl.DataFrame([TOPIC]), lines(persona, text))


BANK = pl.DataFrame(
    {
        "topic_id": ["tea", "tea"],
        "side": ["agree", "disagree"],
        "rank": [1, 1],
        "text_pt": ["Aquece.", "Mancha."],
    }
)


@pytest.mark.parametrize(
    ("persona", "text"), [("agree", "Faz bem. Aquece."), ("disagree", "Faz mal. Mancha.")]
)
def test_an_argued_line_brings_the_arguments_of_its_own_side(persona: str, text: str) -> None:
    table = argued_turn_table(pl.DataFrame([TOPIC]), BANK, lines(persona, "{{ own_side }} {{ argument_1 }}"))
    assert table["text_pt"].to_list() == [text]


def test_an_argument_that_is_missing_is_named() -> None:
    with pytest.raises(BuildError, match="argued_lines.tsv direct/agree/1: 'argument_2' is undefined"):
        argued_turn_table(pl.DataFrame([TOPIC]), BANK, lines("agree", "{{ argument_2 }}"))


def test_an_arc_is_gathered_in_turn_order() -> None:
    arcs = pl.DataFrame(
        {"mode": ["direct"] * 10, "persona": ["agree"] * 10, "turn": [str(n) for n in (10, *range(1, 10))],
         "step_pt": [f"passo {n}" for n in (10, *range(1, 10))]}
    )  # fmt: skip
    (row,) = condition_table(arcs).to_dicts()
    assert row == {
        "mode": "direct",
        "persona": "agree",
        "brief": "user.brief.direct.agree",
        "arc": [f"passo {n}" for n in range(1, 11)],
    }


def test_bias_is_built_whole_and_valid() -> None:
    built = standfast.build("bias")
    assert {name: table.height for name, table in built.tables.items()} == {
        "topics": 38,
        "conditions": 6,
        "user_turns": 38 * 6 * 5,
        "arguments": 38 * 2 * 5,
        "argued_turns": 38 * 2 * 2 * 3,
        "prompts": 10,
    }
    assert built.tables["topics"]["topic_id"].is_sorted()
    assert built.tables["topics"]["needs_brazilian_context"].sum() == 22


def test_building_twice_gives_the_same_tables() -> None:
    first, second = standfast.build("bias"), standfast.build("bias")
    assert all(first.tables[name].equals(second.tables[name]) for name in first.tables)
    assert first.sources == second.sources


def test_an_unknown_benchmark_or_setting_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no benchmark 'bais'; choose one of sharp, bias, picon"):
        standfast.build("bais")
    with pytest.raises(UsageError, match="bias has no setting 'seed'"):
        standfast.build("bias", {"seed": 1})
