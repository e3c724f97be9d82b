"""Translations that builds have kept."""

import json

import pytest
from standfast.errors import SourceError, UsageError
from standfast.sources.translation import kept_translations, kept_translator


def line(english, text, language="pt"):
    return json.dumps({"english": english, "language": language, "text": text}, ensure_ascii=False) + "\n"


def test_the_last_translation_counts_and_a_torn_line_does_not(tmp_path):
    kept = tmp_path / "kept.jsonl"
    kept.write_text(line("A cat.", "Gato.") + line("A cat.", "Um gato.") + line("A dog.", "Um cão.")[:-1])
    assert kept_translations(kept) == {("A cat.", "pt"): "Um gato."}
    assert kept_translator(kept)([("A dog.", "pt"), ("A cat.", "pt"), ("A cat.", "zh")]) == [
        None,
        "Um gato.",
        None,
    ]


def test_translations_that_are_not_there(tmp_path):
    with pytest.raises(UsageError, match="there are no translations"):
        kept_translations(tmp_path / "none.jsonl")


@pytest.mark.parametrize("damaged", ["[]\n", "{\n", '{"english": "A cat."}\n', "3\n"])
def test_a_damaged_line_is_named(tmp_path, damaged):
    kept = tmp_path / "kept.jsonl"
    kept.write_text(line("A cat.", "Um gato.") + damaged)
    with pytest.raises(SourceError, match="line 2 is not a translation"):
        kept_translations(kept)
