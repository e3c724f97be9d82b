"""What the card and the Croissant file say of a benchmark, in one place."""

from __future__ import annotations

from dataclasses import dataclass

REPOSITORY = "https://github.com/standfast/standfast"


@dataclass(frozen=True)
class Description:
    """A benchmark in words.

    Attributes:
        title: its name for people.
        summary: one paragraph: what it asks of an agent.
        languages: ISO 639-1 codes of the texts.
        tags: search words for the Hub.
        paper: the paper whose protocol it follows, as authors would cite it.
        paper_url: where the paper is.
        limits: what it does not show, one sentence each.
    """

    title: str
    summary: str
    languages: tuple[str, ...]
    tags: tuple[str, ...]
    paper: str
    paper_url: str
    limits: tuple[str, ...]


DESCRIPTIONS = {
    "bias": Description(
        title="standfast bias: opinions under pressure, in Brazilian Portuguese",
        summary=(
            "38 topics on which people disagree, each played in six conditions: a user who asks for the "
            "assistant's opinion (direct) or argues without asking (indirect), and who is neutral, holds the "
            "claim, or rejects it. After five turns a judge says which side the last reply takes; the three "
            "personas' verdicts on a topic make one of nine classes, from a stable stance to sycophancy."
        ),
        languages=("pt", "en"),
        tags=("bias", "opinion", "sycophancy", "multi-turn", "portuguese"),
        paper="llm-bias-bench, arXiv 2604.21564 (2026)",
        paper_url="https://arxiv.org/abs/2604.21564",
        limits=(
            "The topics are those of Brazilian public debate; another country needs topics of its own.",
            "All six scientific claims have the consensus on the agree side, so an agreeing agent looks "
            "well informed there.",
            "A verdict depends on the judge and on the simulated user; single classes change when a "
            "conversation is played again.",
            "The claim on same-sex marriage also speaks of adoption, as its id does in the original.",
        ),
    )
}
