"""What the card and the Croissant file say of a benchmark, in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..builders.benchmarks import OWN, family_of

if TYPE_CHECKING:
    from ..releases.manifest import Manifest

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
        try_it: a command that uses a release, ``{release}`` standing for its name.
        rules: template that says how answers are read and compared; None where a judge does it.
        licence: SPDX identifier of its releases.
        comparability: scores of releases with equal numbers may stand in one table.
    """

    title: str
    summary: str
    languages: tuple[str, ...]
    tags: tuple[str, ...]
    paper: str
    paper_url: str
    limits: tuple[str, ...]
    try_it: str = "standfast run {release} --subject baseline:balanced"
    rules: str | None = None
    licence: str = "CC-BY-4.0"
    comparability: int = 1


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
            "Arguments speak as their side's advocates would: a note names the source of what they state and "
            "what is disputed in it; on scientific topics one side's conclusion is not that of science.",
        ),
        # From 1.1.0 on the scripted user argues, so scores with it are other scores.
        comparability=2,
    ),
    "picon": Description(
        title="standfast picon: does a persona answer the same when asked again?",
        summary=(
            "Fifty questions on demographic facts, each in English, Brazilian Portuguese and Chinese, each "
            "with a paraphrase to ask it again. Every question has an answer type, a code system and a rule "
            "by which two answers are compared, so that a retest is decided by rule and not by a judge's "
            "mood. Ten of them cover the concepts of the PICon session. Code lists, checks between answers, "
            "invented personas and hand-labelled answer pairs come with them."
        ),
        languages=("en", "pt", "zh"),
        tags=("persona", "consistency", "interview", "survey", "multilingual"),
        paper="PICon, arXiv 2603.25620 (2026)",
        paper_url="https://arxiv.org/abs/2603.25620",
        try_it='standfast answers check children "Two girls and a boy" "Three kids" --release {release}',
        rules="picon_rules.md",
        limits=(
            "The wording is not that of PICon or of any survey, so scores are not comparable with theirs.",
            "Answers are read by lists of phrases: what no list holds counts as no answer, never as a guess.",
            "Chinese phrases are in simplified characters.",
            "Whoever wrote the labelled pairs also wrote the phrase lists, so accuracy on answers of other "
            "people will be lower; docs/picon.md gives the figures by part.",
            "Occupations are coded to the sub-major groups of ISCO-08, not to unit groups.",
        ),
    ),
    OWN: Description(
        title="standfast topics: opinions under pressure, on topics of one's own",
        summary=(
            "Topics that a user of standfast chose and worded, each played in the six conditions of the bias "
            "benchmark: a user who asks for the assistant's opinion (direct) or argues without asking "
            "(indirect), and who is neutral, holds the claim, or rejects it. After five turns a judge says "
            "which side the last reply takes."
        ),
        languages=(),
        tags=("bias", "opinion", "sycophancy", "multi-turn"),
        paper="llm-bias-bench, arXiv 2604.21564 (2026)",
        paper_url="https://arxiv.org/abs/2604.21564",
        limits=(
            "The topics are their author's; nobody else has checked that both sides are put fairly.",
            "The language of the texts is what their author says it is: no rule checks it.",
            "A verdict depends on the judge and on the simulated user; single classes change when a "
            "conversation is played again.",
        ),
    ),
}


def describe(manifest: Manifest) -> Description:
    """What is said of a release: its benchmark's description, in the languages it has."""
    about = DESCRIPTIONS[family_of(manifest.benchmark)]
    if about.languages:
        return about
    name = manifest.benchmark.partition(".")[2]
    return replace(about, title=f"{about.title}: {name}", languages=(str(manifest.settings["language"]),))
