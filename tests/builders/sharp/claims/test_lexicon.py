"""The curated lexicon keeps its own rules."""

import re

import pytest
from standfast.builders.sharp.claims.fold import fold
from standfast.builders.sharp.claims.lexicon import read_lexicon
from standfast.sources.curated import read_curated_table

LEXICON = read_lexicon()
HAN = re.compile(r"^[\u4e00-\u9fffTV]+$")


def test_every_noun_has_names_and_a_gender_that_goes_with_its_number():
    for noun in LEXICON.nouns.values():
        assert HAN.match(noun.zh), noun
        assert noun.pt, noun
        assert noun.pt == noun.pt.strip(), noun
        assert noun.pt_gender in {"m", "f"} or noun.number == "name", noun
        assert not noun.localiser or noun.preposition, noun


def test_what_people_do_and_what_is_said_of_one_alone_have_names_too():
    for noun in LEXICON.activities.values():
        assert HAN.match(noun.zh), noun
        assert noun.en.split()[0].endswith("ing"), noun
        assert re.match(r"\S+(r|r-se)\b", noun.pt), noun
    for entry in LEXICON.definitions:
        assert entry.en.startswith("the "), entry
        assert entry.pt.split()[0] in {"o", "a"}, entry
        holes = {text.count("{noun}") for text in (entry.term, entry.en, entry.zh, entry.pt)}
        assert holes == {int(bool(entry.noun_kinds))}, entry


def test_contrasts_and_classes_are_entries_themselves():
    for entry in LEXICON.properties.values():
        assert not entry.contrast or fold(entry.contrast) in LEXICON.properties, entry
    for entry in LEXICON.classes.values():
        assert fold(entry.term) in LEXICON.nouns, entry
        assert not entry.contrast or fold(entry.contrast) in LEXICON.nouns, entry


def test_capabilities_begin_with_the_modal_that_negation_denies():
    for action in LEXICON.actions.values():
        if action.relation == "CapableOf":
            assert action.zh[0] in "会能", action


@pytest.mark.parametrize("name", ["nouns", "classes", "properties", "blocked", "activities", "definitions"])
def test_tables_are_sorted_and_without_repeats(name):
    terms = read_curated_table("sharp", name)["term"].to_list()
    assert terms == sorted(set(terms))


@pytest.mark.parametrize(
    ("name", "key"),
    [("nouns", ["term"]), ("properties", ["term"]), ("classes", ["term"]), ("actions", ["relation", "term"])],
)
def test_terms_that_fold_together_are_the_same_entry(name, key):
    entries = {}
    for row in read_curated_table("sharp", name).iter_rows(named=True):
        folded = tuple(fold(row[column]) if column == "term" else row[column] for column in key)
        known = entries.setdefault(folded, row)
        assert {**known, "term": ""} == {**row, "term": ""}
