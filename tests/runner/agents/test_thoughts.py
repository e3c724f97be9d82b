import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.agents.thoughts import TAGS, Parted, part_thought

THOUGHT = "A afirmação é falsa, discordo da afirmação."
SAID = "Concordo com a afirmação."
PLAIN = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="<>[]◁▷|`"), max_size=60)


@pytest.mark.parametrize("tags", TAGS, ids=[opening for opening, _ in TAGS])
@pytest.mark.parametrize("change", [str, str.upper, lambda tag: f"\n {tag}\n"])
def test_a_leading_thought_is_told_apart_in_every_family(tags: tuple[str, str], change) -> None:
    opening, closing = map(change, tags)
    assert part_thought(f"{opening}{THOUGHT}{closing}\n\n{SAID}") == Parted(SAID, THOUGHT)
    assert part_thought(f"{opening}{THOUGHT}") == Parted("", THOUGHT, closed=False)
    assert part_thought(f"{opening}\n\n{closing}\n{SAID}") == Parted(SAID)


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("<think>a</think><think>b</think>\n<reflection>c</reflection> d", Parted("d", "a\n\nb\n\nc")),
        ("<think>a</think><think>b", Parted("", "a\n\nb", closed=False)),
        ("<think>one <think>two</think> three</think>four", Parted("four", "one <think>two</think> three")),
        ("<think>The tag <think> opens.</think>four", Parted("four", "The tag <think> opens.")),
        ("<think>a</think>Write <think> to open, </think> to close.",
         Parted("Write <think> to open, </think> to close.", "a")),
        ("<think>a</think>", Parted("", "a")),
        ("<think>", Parted("", None, closed=False)),
        ("<think>a</think><answer>b</answer>", Parted("b", "a")),
        ("<think>a</think><answer>b</answer>\nand c", Parted("b\nand c", "a")),
        ("<Thought>a</Thought><Output>b", Parted("b", "a")),
        ("I disagree.\n</think>\n\nI agree.", Parted("I agree.", "I disagree.")),
        ("I disagree.</think>I agree.", Parted("I agree.", "I disagree.")),
        ("so it is 12\n</think> 12", Parted("12", "so it is 12")),
        ("I disagree.\n[/THINK]\nI agree.", Parted("I agree.", "I disagree.")),
        ("I disagree.\n</think>", Parted("", "I disagree.")),
    ],
)  # fmt: skip
def test_several_nested_and_half_open_thoughts(text: str, parted: Parted) -> None:
    assert part_thought(text) == parted


@pytest.mark.parametrize(
    "text",
    [
        "Concordo.",
        "  Concordo. \n",
        "",
        " \n",
        "A model closes its thought with </think> and goes on.",
        "It ends with `</think>`.\nNothing else.",
        "It ends with </think>",
        "Write:\n```\n</think>\n```\nand that is all.",
        "I agree. <think>or do I?</think>",
        "The token <|channel|> opens a channel, analysis<|message|> is one.",
        "The analysis says so; assistantfinal is no word.",
        "<b>I agree</b>",
        "<thinker>I agree</thinker>",
        "<answer>I agree</answer>",
    ],
)
def test_a_reply_without_a_thought_is_left_as_it_is(text: str) -> None:
    assert part_thought(text) == Parted(text)


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        (f"<|channel|>analysis<|message|>{THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>{SAID}<|return|>",
         Parted(SAID, THOUGHT)),
        (f"<|start|>assistant<|channel|>analysis<|message|>{THOUGHT}<|end|><|channel|>final<|message|>{SAID}",
         Parted(SAID, THOUGHT)),
        (f"analysis<|message|>{THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>{SAID}", Parted(SAID, THOUGHT)),
        (f"<|channel|>analysis<|message|>{THOUGHT}", Parted("", THOUGHT, closed=False)),
        (f"<|channel|>analysis<|message|>{THOUGHT}<|end|>", Parted("", THOUGHT)),
        (f"<|channel|>analysis<|message|>{THOUGHT}<|end|>{SAID}", Parted(SAID, THOUGHT)),
        (f"<|channel|>analysis<|message|>{THOUGHT}<|end|><|channel|>commentary<|message|>so", Parted("", f"{THOUGHT}\n\nso", closed=False)),
        (f"<|channel|>final<|message|>{SAID}", Parted(SAID)),
        ("<|channel|>ana", Parted("", closed=False)),
        (f"analysis{THOUGHT}assistantfinal{SAID}", Parted(SAID, THOUGHT)),
    ],
)  # fmt: skip
def test_channels(text: str, parted: Parted) -> None:
    assert part_thought(text) == parted


@given(PLAIN.filter(lambda text: not text.lower().lstrip().startswith(("here", "analysis"))))
def test_a_text_without_tags_is_never_changed(text: str) -> None:
    assert part_thought(text) == Parted(text)


@given(st.sampled_from(TAGS[:17]), PLAIN, PLAIN)
def test_what_was_thought_and_said_comes_back(tags: tuple[str, str], thought: str, said: str) -> None:
    opening, closing = tags
    parted = part_thought(f"{opening}{thought}{closing}{said}")
    assert (parted.thought or "", parted.text, parted.closed) == (thought.strip(), said.strip(), True)


@given(st.lists(st.sampled_from([tag for pair in TAGS for tag in pair] + ["a", ".", "\n", "<|channel|>", "<|message|>", "final"]),
                max_size=8).map("".join))  # fmt: skip
def test_whatever_comes_is_parted(text: str) -> None:
    parted = part_thought(text)
    assert parted.closed or not parted.text or "<|" in text
