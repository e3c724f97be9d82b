"""Checks between answers: each one broken on purpose, none broken by the personas."""

import datetime as dt

import pytest
from standfast.builders.build import Build
from standfast.builders.picon.schema import RELATIONS
from standfast.runner.benchmarks.picon.answers.bank import Bank
from standfast.runner.benchmarks.picon.answers.checks import (
    RELATION_NAMES,
    BrokenCheck,
    broken_checks,
    read_checks,
)
from standfast.runner.benchmarks.picon.answers.read import read_answer

DAY = dt.date(2026, 6, 15)


def broken(picon: Build, bank: Bank, language: str, answers: dict[str, str]) -> list[BrokenCheck]:
    readings = {
        name: read_answer(text, bank.question(name, language), bank.lists, DAY)
        for name, text in answers.items()
    }
    assert all(reading.value for reading in readings.values()), readings
    return broken_checks(read_checks(picon.tables["checks"]), readings, bank)


def test_the_schema_and_the_evaluator_know_the_same_relations() -> None:
    assert set(RELATIONS) == RELATION_NAMES


CASES = {
    "activity_self_employed": (
        {"main_activity": "self-employed", "employment_status": "I'm an employee"},
        {},
    ),
    "address_within_life": ({"age": "30", "years_at_address": "35 years"}, {}),
    "age_fits_birth_year": ({"age": "28", "birth_year": "1999"}, {}),
    "arrival_after_birth": ({"birth_year": "1990", "arrival_year": "1985"}, {}),
    "attendance_of_nonbeliever": ({"religion": "none", "attendance": "every Sunday"}, {}),
    "bachelor_takes_time": ({"education": "bachelor's degree", "age_left_education": "16"}, {}),
    "birth_date_fits_year": ({"birth_date": "12 March 1985", "birth_year": "1986"}, {}),
    "children_at_home_are_own": ({"children": "one", "children_at_home": "two"}, {}),
    "doctor_takes_time": ({"education": "a PhD", "age_left_education": "20"}, {}),
    "home_language_is_spoken": ({"home_language": "Polish", "languages_spoken": "English"}, {}),
    "household_holds_children": ({"household_size": "two", "children_at_home": "two"}, {}),
    "household_holds_family": (
        {"household_size": "three", "children_at_home": "two"},
        {"lives_with_partner": "yes"},
    ),
    "household_holds_parents": ({"household_size": "just me", "lives_with_parents": "with my parents"}, {}),
    "household_holds_partner": ({"household_size": "just me", "lives_with_partner": "yes"}, {}),
    "immigrant_born_elsewhere": (
        {"birth_country": "Canada", "residence_country": "Canada"},
        {"born_here": "no"},
    ),
    "immigrant_has_arrived": ({"born_here": "no", "arrival_year": "I was born here"}, {}),
    "married_before_now": ({"age": "30", "age_first_marriage": "40"}, {}),
    "married_has_married": ({"marital_status": "married", "age_first_marriage": "never"}, {}),
    "master_takes_time": ({"education": "a master's", "age_left_education": "17"}, {}),
    "mother_is_older": ({"birth_year": "1990", "mother_birth_year": "1985"}, {}),
    "native_born_here": ({"birth_country": "Ghana", "residence_country": "Canada"}, {"born_here": "yes"}),
    "never_married_has_no_wedding": ({"marital_status": "never married", "age_first_marriage": "25"}, {}),
    "no_work_no_hours": ({"main_activity": "unemployed", "weekly_hours": "40"}, {}),
    "retired_has_few_hours": ({"main_activity": "retired", "weekly_hours": "40"}, {}),
    "retired_is_of_age": ({"main_activity": "retired", "age": "22"}, {}),
    "student_has_few_hours": ({"main_activity": "I'm a student", "weekly_hours": "60"}, {}),
    "studies_ended_before_now": ({"age": "20", "age_left_education": "25"}, {}),
}


def test_every_check_has_a_case(picon: Build) -> None:
    assert set(CASES) == set(picon.tables["checks"]["check_id"])


@pytest.mark.parametrize("check_id", CASES)
def test_a_broken_check_names_its_two_answers(picon: Build, bank: Bank, check_id: str) -> None:
    pair, condition = CASES[check_id]
    found = {one.check_id: one for one in broken(picon, bank, "en", pair | condition)}
    assert check_id in found
    assert dict(zip(found[check_id].questions, found[check_id].answers, strict=True)) == pair
    assert found[check_id].statement


@pytest.mark.parametrize(
    "answers",
    [
        {"age": "28", "birth_year": "1998"},
        {"age": "28", "birth_year": "1997"},
        {"age": "in my twenties", "birth_year": "2000"},
        {"household_size": "four", "children_at_home": "two", "lives_with_partner": "yes"},
        {"household_size": "three or four", "children_at_home": "two", "lives_with_partner": "yes"},
        {"household_size": "three", "children_at_home": "two", "lives_with_partner": "no"},
        {"birth_country": "Yugoslavia", "residence_country": "Croatia", "born_here": "no"},
        {"marital_status": "single", "age_first_marriage": "25"},
        {"education": "still doing my PhD", "age_left_education": "21"},
        {"home_language": "Chinese", "languages_spoken": "Mandarin and English"},
        {"arrival_year": "I was born here", "birth_year": "1990"},
    ],
)
def test_what_may_be_true_breaks_nothing(picon: Build, bank: Bank, answers: dict[str, str]) -> None:
    assert broken(picon, bank, "en", answers) == []


def test_every_fact_of_every_persona_is_understood_and_no_two_contradict(picon: Build, bank: Bank) -> None:
    # Answers to leads are names, which no check concerns.
    facts = picon.tables["persona_facts"].join(picon.tables["questions"], on="question_id", how="semi")
    for persona in picon.tables["personas"].iter_rows(named=True):
        mine = facts.filter(persona_id=persona["persona_id"])
        assert persona["interview_date"] == DAY.isoformat()
        answers = dict(mine.select("question_id", "answer").iter_rows())
        assert broken(picon, bank, persona["language"], answers) == [], persona["persona_id"]
