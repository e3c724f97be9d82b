"""Tables of the ``picon`` benchmark: questions, code lists, checks, personas, labelled answers, prompts."""

from __future__ import annotations

import pandera.polars as pa
import polars as pl

from ..schemas.fields import CLEAN_TEXT, column, identifier, line
from ..schemas.prompts import KEY as PROMPT_KEY
from ..schemas.prompts import LANGUAGES, Prompts
from ..schemas.rules import BenchmarkSchema, TableSchema
from .schema_rules import RULES

STABILITIES = ["fixed", "slow", "volatile"]
ANSWER_TYPES = [
    "year", "count", "age", "duration", "scale", "date", "amount", "yes_no", "category", "categories",
    "level", "name",
]  # fmt: skip
EQUALITY_RULES = [
    "exact_number", "near_number", "near_share", "one_step", "near_amount", "age", "same_date", "polarity",
    "one_code", "neighbour", "branch", "first_of_set", "same_set", "same_name",
]  # fmt: skip
RELATIONS = [
    "at_least",
    "after_years",
    "fits_age",
    "same_code",
    "other_code",
    "shares_code",
    "one_of",
    "number_in",
]
VERDICTS = ["same", "compatible", "conflict", "one_sided", "no_answer"]
PARTS = ["tuning", "held_out", "long"]


class Questions(pa.DataFrameModel):
    """The bank: what is asked, in which words, and how two answers are compared."""

    question_id: str = identifier("stable name of the question")
    concept: str = line("what the question measures, English")
    language: str = column("ISO 639-1 code of the wording", isin=LANGUAGES)
    text: str = line("the question", unique=True)
    retest_text: str = line("the same question in other words, for a retest", unique=True)
    answer_type: str = column(
        "what an answer is read as: a number (year, count, age, duration, scale), a date, an amount of "
        "money, yes or no, one code (category; level: the highest of those named), several codes, or a name",
        isin=ANSWER_TYPES,
    )
    code_system: str = identifier(
        "list of codes an answer is read by (see categories); beside a number: answers that are no number",
        nullable=True,
    )
    minimum: int = column("least number that can be an answer", nullable=True)
    maximum: int = column("greatest number that can be an answer", nullable=True)
    stability: str = column(
        "fixed: never changes; slow: over years; volatile: between two sessions", isin=STABILITIES
    )
    equality: str = column("name of the rule by which two answers are compared", isin=EQUALITY_RULES)
    instruments: pl.List(pl.String) = column("variables of known surveys with the same concept")  # type: ignore[valid-type]
    core: bool = column("whether it belongs to the ten-question session of the PICon protocol")
    sensitive: bool = column("whether people may mind being asked")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Categories(pa.DataFrameModel):
    """Code lists: answers people give, and the cues and number words their texts are read by."""

    code_system: str = identifier("name of the list")
    code: str = line("the code; a number where the entry stands for one")
    parent: str = line("wider code of the same list, or null", nullable=True)
    rank: int = column("place in an ordered list, or null", nullable=True)
    prior: pl.List(pl.String) = column("codes one of which is reached by those still working on this one")  # type: ignore[valid-type]
    label_en: str = line("name, English")
    label_pt: str = line("name, Brazilian Portuguese")
    label_zh: str = line("name, Chinese")
    synonyms_en: pl.List(pl.String) = column(  # type: ignore[valid-type]
        "other phrases for it, English; ^: only at the start of an answer; *: a gap of up to four words"
    )
    synonyms_pt: pl.List(pl.String) = column("the same, Brazilian Portuguese")  # type: ignore[valid-type]
    synonyms_zh: pl.List(pl.String) = column("the same, Chinese")  # type: ignore[valid-type]

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Checks(pa.DataFrameModel):
    """Rules between the answers to two questions of one interview."""

    check_id: str = identifier("stable name of the check", unique=True)
    first: str = identifier("question whose answer is held against the relation")
    relation: str = column(
        "at_least: first >= second + low; after_years: first's year lies low to high years after second's; "
        "fits_age: an age and a year of birth at the interview's date; same_code, other_code, shares_code: "
        "between two code answers; one_of: while second is one of second_codes, first is one of "
        "first_codes; number_in: while second is one of second_codes, low <= first <= high",
        isin=RELATIONS,
    )
    second: str = identifier("question it is compared with")
    first_codes: pl.List(pl.String) = column("codes the first answer may have")  # type: ignore[valid-type]
    second_codes: pl.List(pl.String) = column("codes of the second answer at which the check applies")  # type: ignore[valid-type]
    low: int = column("least number or distance, or null", nullable=True)
    high: int = column("greatest number, or null", nullable=True)
    when_question: str = identifier("third question that decides whether the check applies", nullable=True)
    when_codes: pl.List(pl.String) = column("codes of that answer at which it applies")  # type: ignore[valid-type]
    statement: str = line("what must hold, in words")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Personas(pa.DataFrameModel):
    """Invented people for demos and tests; none is a real person."""

    persona_id: str = identifier("stable name of the persona", unique=True)
    language: str = column("ISO 639-1 code of the language it answers in", isin=LANGUAGES)
    name: str = line("invented name", unique=True)
    interview_date: str = column("day on which age and durations are true", str_matches=r"^\d{4}-\d\d-\d\d$")
    story: str = column(
        "life story in the first person, enough to answer follow-up questions", str_matches=CLEAN_TEXT
    )

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class PersonaFacts(pa.DataFrameModel):
    """What a persona answers to a question, in its own words."""

    persona_id: str = identifier("the persona")
    question_id: str = identifier("the question or lead")
    answer: str = line("the persona's answer")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class AnswerPairs(pa.DataFrameModel):
    """Pairs of answers to one question, labelled by hand with the verdict they deserve."""

    question_id: str = identifier("the question")
    language: str = column("ISO 639-1 code of both answers", isin=LANGUAGES)
    first: str = column("an answer; may be empty")
    second: str = column("an answer to the same question, on the same day; may be empty")
    verdict: str = column("how the two compare", isin=VERDICTS)
    part: str = column(
        "tuning: looked at while the rules were written; held_out: measured before it was looked at; long: "
        "answers of several clauses, each set measured before it was looked at",
        isin=PARTS,
    )

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Chains(pa.DataFrameModel):
    """Which questions a scripted questioner puts after which core question, and when not."""

    question_id: str = identifier("question that follows up", unique=True)
    head: str = identifier("core question that it follows")
    step: int = column("its place after the core question, from 1", ge=1)
    unless_question: str = identifier("question whose answer makes it pointless, or null", nullable=True)
    unless_values: pl.List(pl.String) = column("codes or numbers of that answer that do")  # type: ignore[valid-type]

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Leads(pa.DataFrameModel):
    """What a scripted questioner asks about a place that an answer has named; the answer is another place."""

    lead_id: str = identifier("stable name of the lead")
    language: str = column("ISO 639-1 code of the wording", isin=LANGUAGES)
    about: str = identifier("question or lead whose answer names the place")
    step: int = column("its place among the leads about the same, from 1", ge=1)
    inside: bool = column("whether what is asked for lies in the place that it is about")
    stability: str = column("as in the questions table", isin=STABILITIES)
    text: str = line("the question; {entity} stands for the place", unique=True)
    retest_text: str = line("the same in other words", unique=True)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Documents(pa.DataFrameModel):
    """A few lines on places that the personas name: what a search finds without a network."""

    document_id: str = identifier("stable name of the document", unique=True)
    language: str = column("ISO 639-1 code", isin=LANGUAGES)
    title: str = line("what it is about")
    text: str = line("what it says, written for this release")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


SCHEMA = BenchmarkSchema(
    benchmark="picon",
    tables=(
        TableSchema("questions", Questions, ("question_id", "language"), remarks=("concept",)),
        TableSchema("categories", Categories, ("code_system", "code")),
        TableSchema("checks", Checks, ("check_id",)),
        TableSchema("personas", Personas, ("persona_id",)),
        TableSchema("persona_facts", PersonaFacts, ("persona_id", "question_id")),
        TableSchema("answer_pairs", AnswerPairs, ("question_id", "language", "first", "second")),
        TableSchema("chains", Chains, ("question_id",)),
        TableSchema("leads", Leads, ("lead_id", "language")),
        TableSchema("documents", Documents, ("document_id",)),
        TableSchema("prompts", Prompts, PROMPT_KEY),
    ),
    rules=RULES,
)
