"""What the card and the Croissant file say of a benchmark, read from the ``card.toml`` of its wing."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ..errors import BuildError
from ..registry import wing_of

if TYPE_CHECKING:
    from ..releases.manifest import Manifest

REPOSITORY = "https://github.com/standfast/standfast"


@dataclass(frozen=True)
class Paper:
    """The paper whose protocol a benchmark follows, as it is cited.

    Attributes:
        key: BibTeX key.
        citation: as it stands in running text.
        url: where it is.
        title, author, year, venue: BibTeX fields.
    """

    key: str
    citation: str
    url: str
    title: str
    author: str
    year: int
    venue: str


@dataclass(frozen=True)
class Use:
    """What a release is made for and what it is not, one sentence each."""

    intended: tuple[str, ...]
    not_for: tuple[str, ...]


@dataclass(frozen=True)
class Responsible:
    """Answers to the questions of Croissant's responsible-AI vocabulary, one paragraph each."""

    collection: str
    preprocessing: str
    annotation: str
    biases: str
    personal: str
    social_impact: str
    maintenance: str


@dataclass(frozen=True)
class SingleTurn:
    """The part that one question and one answer can test, for other tools than ours.

    Attributes:
        task_id: the task's name on the Hub.
        summary: what the rows are, in half a sentence.
        scorer: Inspect's scorer, for example ``model_graded_qa``.
        texts: wordings the rows are made with, by name; ``{claim}`` stands for a row's claim.
        scorer_args: the scorer's own arguments.
    """

    task_id: str
    summary: str
    scorer: str
    texts: Mapping[str, str]
    scorer_args: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Description:
    """A benchmark in words.

    Attributes:
        title: its name for people.
        summary: one paragraph: what it asks of an agent.
        languages: ISO 639-1 codes of the texts.
        tags: search words for the Hub.
        task_categories: the Hub's task names.
        limits: what it does not show, one sentence each.
        paper: the paper it follows, or None where it follows none.
        use: what it is for.
        responsible: how it came about and what to mind.
        single_turn: the single-turn part, or None where the benchmark has none.
        rules: template that says how answers are read and compared, from the file beside ``card.toml`` that
            is named there; None where a judge does it.
        publisher: who makes the data set.
        repository: where its sources are.
    """

    title: str
    summary: str
    languages: tuple[str, ...]
    tags: tuple[str, ...]
    task_categories: tuple[str, ...]
    limits: tuple[str, ...]
    paper: Paper | None
    use: Use
    responsible: Responsible
    single_turn: SingleTurn | None
    rules: str | None = None
    publisher: str = "The standfast developers"
    repository: str = REPOSITORY


def describe_release(manifest: Manifest) -> Description:
    """The description of a release: its benchmark's, and for a user's own topics their name and language.

    Raises:
        BuildError: as for ``describe``.
    """
    about = describe(manifest.benchmark)
    if about.languages:
        return about
    name = manifest.benchmark.partition(".")[2]
    return replace(about, title=f"{about.title}: {name}", languages=(str(manifest.settings["language"]),))


@cache
def describe(benchmark: str) -> Description:
    """The description of a benchmark.

    Raises:
        BuildError: there is no such file, or a field is missing, unknown or of another kind.
    """
    package = wing_of(benchmark).builds
    name = f"{package}/card.toml"
    try:
        record = tomllib.loads((files(package) / "card.toml").read_text("utf-8"))
        paper, single, rules = (record.pop(part, None) for part in ("paper", "single_turn", "rules"))
        return Description(
            paper=Paper(**paper) if paper else None,
            use=Use(**_tuples(record.pop("use"))),
            responsible=Responsible(**record.pop("responsible")),
            single_turn=SingleTurn(**single) if single else None,
            rules=(files(package) / rules).read_text("utf-8") if rules else None,
            **_tuples(record),
        )
    except FileNotFoundError as error:
        raise BuildError("the benchmark has no description", where=name, fix="write one") from error
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise BuildError(
            f"the description cannot be read ({error})", where=name, fix="give every field of describe.py"
        ) from error


def _tuples(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}
