"""Commands about answers to bank questions: read one, compare two, measure the rules."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ...records.metric import Metric, figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .answers.accuracy import PairResult


class Language(StrEnum):
    """Language of a question and its answers."""

    en = "en"
    pt = "pt"
    zh = "zh"


ReleaseName = Annotated[str, typer.Option("--release", help="Release that holds the question bank.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_RIGHT = Metric("right", "right")


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    group = typer.Typer(help="Read answers to bank questions and compare them by rule.", no_args_is_help=True)
    group.command(epilog='Example: standfast answers check children "Two girls and a boy" "Three kids"')(
        check
    )
    group.command(epilog="Example: standfast answers measure --misses")(measure)
    app.add_typer(group, name="answers")


def check(
    question_id: Annotated[str, typer.Argument(help="The question.", metavar="QUESTION_ID")],
    answer: Annotated[str, typer.Argument(help="An answer.", metavar="ANSWER")],
    second: Annotated[str | None, typer.Argument(help="Another answer to compare it with.")] = None,
    language: Annotated[Language, typer.Option(help="Language of the answers.")] = Language.en,
    on: Annotated[
        str | None, typer.Option(help="Day of the interview, YYYY-MM-DD.", show_default="today")
    ] = None,
    release: ReleaseName = "picon",
    as_json: AsJson = False,
) -> None:
    """Show what an answer is read as and, given two, whether they agree."""
    from ....releases.load import load_release
    from ....terminal import print_json, say
    from .answers.accuracy import compare_answers
    from .answers.bank import read_bank
    from .answers.read import read_answer
    from .answers.value import describe_reading, reading_record

    bank = read_bank(load_release(release))
    question = bank.question(question_id, language.value)
    day = _day(on)
    readings = [read_answer(text, question, bank.lists, day) for text in (answer, second) if text is not None]
    verdict = None
    if second is not None:
        verdict, *_ = compare_answers(bank, question_id, language.value, (answer, second), (day, day))
    if as_json:
        print_json(
            {"question_id": question_id, "readings": list(map(reading_record, readings)), "verdict": verdict}
        )
        return
    say(f"{question.text}  [{question.answer_type}, {question.equality}]")
    codes = bank.lists.lists[question.code_system] if question.code_system else None
    for reading in readings:
        say(f"  {reading.text!r}: {describe_reading(reading, codes, language.value)}")
    if verdict:
        say(f"  verdict: {verdict}")


def measure(
    release: ReleaseName = "picon",
    misses: Annotated[bool, typer.Option("--misses", help="List the pairs the rules get wrong.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure the rules on the hand-labelled answer pairs of a release."""
    from ....releases.load import load_release
    from ....terminal import print_json, print_table
    from .answers.accuracy import accuracy, measure_pairs
    from .answers.bank import read_bank

    loaded = load_release(release)
    results = measure_pairs(read_bank(loaded), loaded.tables["answer_pairs"])
    records = accuracy(results)
    if as_json:
        from ...records.score import scores_json

        print_json(scores_json(records))
        return
    print_table(
        f"{loaded.name}: verdicts that equal the label, 95 % Wilson interval",
        ["by", "value", "pairs", "right", "%", "low", "high"],
        [
            [
                next(iter(record.by), "all"),
                next(iter(record.by.values()), ""),
                str(record.n),
                str(record.count),
                figure(_RIGHT, record.value),
                figure(_RIGHT, record.low),
                figure(_RIGHT, record.high),
            ]
            for record in records
        ],
        numeric=2,
    )
    if misses:
        _show_misses([result for result in results if not result.hit])


def _show_misses(results: Sequence[PairResult]) -> None:
    from ....terminal import print_table

    print_table(
        "Pairs the rules get wrong",
        ["question", "language", "part", "first", "second", "label", "found"],
        [
            [
                result.question_id,
                result.language,
                result.part,
                result.first.text,
                result.second.text,
                result.expected,
                result.found,
            ]
            for result in results
        ],
        numeric=7,
    )


def _day(text: str | None) -> dt.date:
    from ....errors import UsageError

    try:
        return dt.date.fromisoformat(text) if text else dt.date.today()
    except ValueError:
        raise UsageError(f"{text!r} is not a day", where="--on", fix="write it as 2026-06-15") from None
