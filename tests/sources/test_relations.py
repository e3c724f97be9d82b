from pathlib import Path

import pytest
from standfast.errors import SourceError
from standfast.sources.relations import Relation, read_relations, relation_frame, write_relations


def test_relations_survive_a_file_and_tabs_cannot_break_it(tmp_path: Path) -> None:
    frame = relation_frame(
        [
            Relation("wiki", "Ana", "Rui", "amigo", "pt", "infobox\tamigos\nx", "file.txt"),
            Relation("wiki", "Ana", "Eva", "rival", "pt", "section", "file.txt", "chapter-2", certain=False),
        ]
    )
    write_relations(tmp_path / "r.tsv", frame)
    back = read_relations(tmp_path / "r.tsv")
    assert back["evidence"].to_list() == ["infobox amigos x", "section"]
    assert back.drop("evidence").equals(frame.drop("evidence"))


@pytest.mark.parametrize(
    ("text", "problem"), [("a\tb\n1\t2\n", "the columns are a, b"), (None, "cannot be read")]
)
def test_another_file_is_refused(tmp_path: Path, text: str | None, problem: str) -> None:
    if text is not None:
        (tmp_path / "r.tsv").write_text(text)
    with pytest.raises(SourceError, match=rf"r\.tsv: .*{problem}"):
        read_relations(tmp_path / "r.tsv")
