"""The translator of a build: an agent bound to the builder's translating function."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..runner.play.engine import Progress
    from ..runner.play.meter import Spending
    from ..runner.play.translating import Translator

TranslatorOption = Annotated[
    str | None,
    typer.Option(
        "--translator",
        help="Agent that fills in what has no name in a language, where a benchmark has use for it.",
    ),
]
TranslationsFile = Annotated[
    Path | None,
    typer.Option(
        "--translations",
        help="File of translations, added to by --translator; without it, only what it holds is used.",
        show_default="BUILD-translations.jsonl with --translator",
    ),
]


def translation_settings(
    benchmark: str,
    translator: str | None,
    translations: Path | None,
    folder: Path,
    concurrency: int,
    agents: Path | None,
) -> dict[str, Any]:
    """The builder's settings for translating, none where neither option was given.

    Args:
        benchmark: what is built.
        translator: spec of the agent.
        translations: where translations are kept.
        folder: of the build, from which the default of ``translations`` is told.
        concurrency: sentences at once.
        agents: the ``agents.toml``.
    """
    if translator is None:
        return {} if translations is None else _known_only(translations)
    from ..runner.play.translating import Translator, make_translating_agent
    from ..sources.translation import translation_instructions
    from ..terminal import say

    kept = translations or folder.with_name(f"{folder.name}-translations.jsonl")
    spec = make_translating_agent(translator, agents).spec
    bound = Translator(translator, translation_instructions(), kept, concurrency, agents)

    def translate(sentences: Sequence[tuple[str, str]]) -> list[str | None]:
        try:
            return _translated(benchmark, bound, sentences)
        except KeyboardInterrupt:
            say(f"Stopped. The translations that came are in {kept}.")
            say("Run the same command again to continue.")
            raise typer.Exit(1) from None

    return {"translate": translate, "translator": spec}


def _known_only(kept: Path) -> dict[str, Any]:
    from ..sources.translation import kept_translator

    return {"translate": kept_translator(kept), "translator": f"kept in {kept.name}"}


def _translated(
    benchmark: str, translator: Translator, sentences: Sequence[tuple[str, str]]
) -> list[str | None]:
    from ..runner.play.run import RunProgress
    from ..runner.play.translating import translate_sentences
    from ..terminal import say
    from .progress import short, watch_run

    def tell(progress: Progress, total: int, spending: Spending) -> None:
        watch(RunProgress("translating", progress.done, progress.failed, progress.skipped, total, spending))

    with watch_run(benchmark) as watch:
        texts, spent = translate_sentences(translator, sentences, tell)
    tries = f" (+{spent.retries:,} tries)" if spent.retries else ""
    say(
        f"{len(set(sentences)):,} sentences to translate: {spent.calls:,} asked now{tries}, "
        f"{short(spent.tokens_in)} tokens in, {short(spent.tokens_out)} out; "
        f"{len(set(sentences)) - spent.calls:,} were there already. They are in {translator.kept}."
    )
    return texts
