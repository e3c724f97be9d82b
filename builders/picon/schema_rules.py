"""Rules between the rows and tables of the ``picon`` benchmark."""

from __future__ import annotations

import polars as pl

from ..schemas.fields import CLEAN_LINE, PLACEHOLDER, has_placeholder, not_in_language, repeated
from ..schemas.prompts import LANGUAGES
from ..schemas.rules import CrossRule, Tables

CORE_SIZE = 10
PERSONAS_PER_LANGUAGE = 4
# Columns that describe the question, not its wording.
_SHARED = [
    "concept", "answer_type", "code_system", "minimum", "maximum", "stability", "equality", "instruments",
    "core", "sensitive",
]  # fmt: skip
_CODED = ["yes_no", "category", "categories", "level"]
# What each comparison rule can compare.
_RULE_TYPES = {
    "exact_number": ["year", "count"],
    "near_number": ["year", "age", "duration", "count"],
    "near_share": ["count"],
    "one_step": ["scale"],
    "near_amount": ["amount"],
    "age": ["age"],
    "same_date": ["date"],
    "polarity": ["yes_no"],
    "one_code": ["category", "level"],
    "neighbour": ["category"],
    "branch": ["category"],
    "first_of_set": ["categories"],
    "same_set": ["categories"],
    "same_name": ["name"],
}


def _missing_languages(tables: Tables) -> list[str]:
    present = set(tables["questions"].select("question_id", "language").iter_rows())
    names = sorted({name for name, _ in present})
    return [f"{name}/{code}" for name in names for code in LANGUAGES if (name, code) not in present]


def _uneven_questions(tables: Tables) -> pl.DataFrame:
    uneven = pl.struct(_SHARED).n_unique().over("question_id") > 1
    return tables["questions"].filter(uneven)


def _wrong_core(tables: Tables) -> list[str]:
    core = tables["questions"].filter("core")["question_id"].n_unique()
    return [] if core == CORE_SIZE else [f"{core} core questions"]


def _not_one_sentence(tables: Tables, name: str) -> pl.DataFrame:
    marks = pl.col(name).str.count_matches(r"[?？.。!！;；]")
    return tables["questions"].filter((marks != 1) | ~pl.col(name).str.contains(r"[?？]$"))


def _same_wording(tables: Tables) -> pl.DataFrame:
    return tables["questions"].filter(pl.col("text") == pl.col("retest_text"))


def _wording_used_twice(tables: Tables) -> pl.DataFrame:
    questions = tables["questions"]
    retests = questions.select(text="retest_text")
    return questions.join(retests, on="text", how="semi")


def _without_codes(tables: Tables) -> pl.DataFrame:
    systems = tables["categories"]["code_system"].unique().to_list()
    unknown = pl.col("code_system").is_not_null() & ~pl.col("code_system").is_in(systems)
    lacking = pl.col("answer_type").is_in(_CODED) & pl.col("code_system").is_null()
    return tables["questions"].filter(unknown | lacking)


def _unsuited_rules(tables: Tables) -> pl.DataFrame:
    pairs = [f"{rule}/{kind}" for rule, kinds in _RULE_TYPES.items() for kind in kinds]
    return tables["questions"].filter(~pl.concat_str("equality", pl.lit("/"), "answer_type").is_in(pairs))


def _lost_parents(tables: Tables) -> pl.DataFrame:
    known = tables["categories"].select("code_system", parent="code")
    return (
        tables["categories"]
        .filter(pl.col("parent").is_not_null())
        .join(known, on=["code_system", "parent"], how="anti")
    )


def _lost_priors(tables: Tables) -> pl.DataFrame:
    known = tables["categories"].select("code_system", prior="code")
    return (
        tables["categories"]
        .explode("prior")
        .drop_nulls("prior")
        .join(known, on=["code_system", "prior"], how="anti")
    )


def _half_ranked(tables: Tables) -> pl.DataFrame:
    ranked = pl.col("rank").is_not_null().over("code_system").sum().over("code_system")
    size = pl.len().over("code_system")
    return tables["categories"].filter((ranked > 0) & (ranked < size))


def _untidy_synonyms(tables: Tables, language: str) -> pl.DataFrame:
    name = f"synonyms_{language}"
    synonyms = pl.col(name).list
    untidy = pl.col(name).list.eval(~pl.element().str.contains(CLEAN_LINE)).list.any()
    return tables["categories"].filter(untidy | (synonyms.len() != synonyms.n_unique()))


# Tables that may name a lead where others name a question.
_WITH_LEADS = ("persona_facts", "leads")
_ENTITY = r"\{entity\}"


def _missing_lead_languages(tables: Tables) -> list[str]:
    present = set(tables["leads"].select("lead_id", "language").iter_rows())
    names = sorted({name for name, _ in present})
    return [f"{name}/{code}" for name in names for code in LANGUAGES if (name, code) not in present]


def _leads_named_like_questions(tables: Tables) -> pl.DataFrame:
    return tables["leads"].join(tables["questions"], left_on="lead_id", right_on="question_id", how="semi")


def _leads_without_entity(tables: Tables, name: str) -> pl.DataFrame:
    once = pl.col(name).str.count_matches(_ENTITY) == 1
    others = pl.col(name).str.replace(_ENTITY, "").str.contains(PLACEHOLDER)
    return tables["leads"].filter(~once | others | ~pl.col(name).str.contains(r"[?？]$"))


def _foreign_leads(tables: Tables, name: str, language: str) -> pl.DataFrame:
    asked = tables["leads"].filter(pl.col("language") == language)
    return not_in_language(asked.with_columns(pl.col(name).str.replace(_ENTITY, "")), name, language)


def _unknown_questions(tables: Tables, table: str, name: str) -> pl.DataFrame:
    known = tables["questions"]["question_id"].unique().to_list()
    if table in _WITH_LEADS:
        known += tables["leads"]["lead_id"].unique().to_list()
    return tables[table].filter(pl.col(name).is_not_null() & ~pl.col(name).is_in(known))


def _unknown_check_codes(tables: Tables) -> list[str]:
    systems = dict(tables["questions"].select("question_id", "code_system").iter_rows())
    known = set(tables["categories"].select("code_system", "code").iter_rows())
    return [
        f"{check['check_id']}: {question} has no code {code}"
        for check in tables["checks"].iter_rows(named=True)
        for question, codes in (
            (check["first"], check["first_codes"]),
            (check["second"], check["second_codes"]),
            (check["when_question"], check["when_codes"]),
        )
        for code in codes
        if (systems.get(question), code) not in known
    ]


def _missing_facts(tables: Tables) -> list[str]:
    core = tables["questions"].filter("core")["question_id"].unique().sort().to_list()
    present = set(tables["persona_facts"].select("persona_id", "question_id").iter_rows())
    return [
        f"{persona}/{name}"
        for persona in tables["personas"]["persona_id"]
        for name in core
        if (persona, name) not in present
    ]


def _lost_facts(tables: Tables) -> pl.DataFrame:
    return tables["persona_facts"].join(tables["personas"], on="persona_id", how="anti")


def _few_personas(tables: Tables) -> list[str]:
    counts = dict(tables["personas"].group_by("language").len().iter_rows())
    return [
        f"{code} has {counts.get(code, 0)}"
        for code in LANGUAGES
        if counts.get(code, 0) < PERSONAS_PER_LANGUAGE
    ]


def _foreign_stories(tables: Tables, language: str) -> pl.DataFrame:
    return not_in_language(tables["personas"].filter(pl.col("language") == language), "story", language)


def _wording_rules() -> list[CrossRule]:
    rules = []
    for name in ("text", "retest_text"):
        rules += [
            CrossRule(
                "a question is one sentence that ends in a question mark",
                "questions",
                name,
                lambda tables, name=name: _not_one_sentence(tables, name),  # type: ignore[misc]
            ),
            CrossRule(
                "no two questions may be alike",
                "questions",
                name,
                lambda tables, name=name: repeated(tables["questions"], name),  # type: ignore[misc]
            ),
            CrossRule(
                "no template placeholder may be left over",
                "questions",
                name,
                lambda tables, name=name: has_placeholder(tables["questions"], name),  # type: ignore[misc]
            ),
        ]
        rules += [
            CrossRule(
                f"text must be in its language ({code})",
                "questions",
                name,
                lambda tables, name=name, code=code: not_in_language(  # type: ignore[misc]
                    tables["questions"].filter(pl.col("language") == code), name, code
                ),
            )
            for code in LANGUAGES
        ]
    return rules


RULES = (
    CrossRule("every question is asked in all three languages", "questions", None, _missing_languages),
    CrossRule("a question's facts are the same in every language", "questions", None, _uneven_questions),
    CrossRule("the core holds ten questions", "questions", "core", _wrong_core),
    CrossRule("the retest text differs from the text", "questions", "retest_text", _same_wording),
    CrossRule("no text may be another question's retest text", "questions", "text", _wording_used_twice),
    CrossRule("the code system must be a list of categories", "questions", "code_system", _without_codes),
    CrossRule("the comparison rule must suit the answer type", "questions", "equality", _unsuited_rules),
    *_wording_rules(),
    CrossRule("the parent must be a code of the same list", "categories", "parent", _lost_parents),
    CrossRule("what comes before must be a code of the same list", "categories", "prior", _lost_priors),
    CrossRule("a list is ranked whole or not at all", "categories", "rank", _half_ranked),
    *(
        CrossRule(
            "synonyms are clean and stand once",
            "categories",
            f"synonyms_{code}",
            lambda tables, code=code: _untidy_synonyms(tables, code),  # type: ignore[misc]
        )
        for code in LANGUAGES
    ),
    *(
        CrossRule(
            "the question must be in the bank",
            table,
            name,
            lambda tables, table=table, name=name: _unknown_questions(tables, table, name),  # type: ignore[misc]
        )
        for table, name in (
            ("checks", "first"),
            ("checks", "second"),
            ("checks", "when_question"),
            ("persona_facts", "question_id"),
            ("answer_pairs", "question_id"),
            ("chains", "question_id"),
            ("chains", "head"),
            ("chains", "unless_question"),
            ("leads", "about"),
        )
    ),
    CrossRule("every lead is worded in all three languages", "leads", None, _missing_lead_languages),
    CrossRule("no lead may be named like a question", "leads", "lead_id", _leads_named_like_questions),
    *(
        CrossRule(
            "a lead is a question that names its place once",
            "leads",
            name,
            lambda tables, name=name: _leads_without_entity(tables, name),  # type: ignore[misc]
        )
        for name in ("text", "retest_text")
    ),
    *(
        CrossRule(
            f"text must be in its language ({code})",
            "leads",
            name,
            lambda tables, name=name, code=code: _foreign_leads(tables, name, code),  # type: ignore[misc]
        )
        for name in ("text", "retest_text")
        for code in LANGUAGES
    ),
    CrossRule("a check's codes must be codes of its questions", "checks", None, _unknown_check_codes),
    CrossRule("at least four personas a language", "personas", "language", _few_personas),
    CrossRule("a persona has an answer to every core question", "persona_facts", None, _missing_facts),
    CrossRule("a fact must belong to a persona", "persona_facts", "persona_id", _lost_facts),
    *(
        CrossRule(
            f"the story must be in the persona's language ({code})",
            "personas",
            "story",
            lambda tables, code=code: _foreign_stories(tables, code),  # type: ignore[misc]
        )
        for code in LANGUAGES
    ),
)
