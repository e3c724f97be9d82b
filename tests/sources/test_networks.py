from pathlib import Path

import pytest
from standfast.errors import SourceError
from standfast.sources.networks import EdgeColumns, NameList, read_network


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_text(text, encoding=encoding)
    return path


def test_doubles_loops_and_contradictions_are_reported_and_the_rest_is_kept(tmp_path: Path) -> None:
    edges = write(tmp_path, "e.csv", "source,target,type\n1,2,+\n1,2,+\n2,1,-\n3,3,-\n2,3,−\n")
    names = write(tmp_path, "n.csv", "id,name,bio\n1,Ana,x\n2,Rui,y\n3,Eva,z\n")
    network = read_network(edges, names=NameList(names))
    assert network.relations.select("subject", "object", "label", "evidence").rows() == [
        ("Ana", "Rui", "+", "line 2"),
        ("Rui", "Ana", "-", "line 4"),
        ("Rui", "Eva", "-", "line 6"),
    ]
    assert (network.duplicates, network.self_loops, network.contradictions) == (1, ("Eva",), ("Ana – Rui",))


def test_a_labelled_list_with_a_byte_order_mark_and_glosses(tmp_path: Path) -> None:
    text = "人物1,小类关系,大类关系,人物2\n钟万仇[小说人物],情敌,情人,段正淳\n"
    path = write(tmp_path, "kg.csv", text, "utf-8-sig")
    network = read_network(path, EdgeColumns("人物1", "人物2", "小类关系", "zh"))
    assert network.relations.select("subject", "object", "label", "language").rows() == [
        ("钟万仇", "段正淳", "情敌", "zh")
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("source,target\na,b\n", "e.csv: there is no column 'type'"),
        ("source,target,type\na,b,?\n", r"e.csv line 2: the sign is '\?'"),
        ("source,target,type\na,,+\n", "e.csv line 2: a name is missing"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(SourceError, match=problem):
        read_network(write(tmp_path, "e.csv", text))


def test_a_number_without_a_name_is_named(tmp_path: Path) -> None:
    edges = write(tmp_path, "e.tsv", "source\ttarget\ttype\n1\t9\t+\n")
    names = write(tmp_path, "n.csv", "id,name\n1,Ana\n")
    with pytest.raises(SourceError, match="e.tsv line 2: nobody has the number 9"):
        read_network(edges, names=NameList(names))


@pytest.mark.reference
def test_the_real_list_gives_the_narrow_class_so_that_a_love_rival_is_no_lover(reference_data: Path) -> None:
    path = reference_data / "relations" / "person_rel_kg_subset.csv"
    if not path.is_file():
        pytest.skip(f"no {path}")
    relations = read_network(path, EdgeColumns("人物1", "人物2", "小类关系", "zh")).relations
    rivals = relations.filter(label="情敌")
    assert rivals.height == 5
    assert set(rivals["subject"]) == {"段正淳", "钟万仇"}
    assert not relations["subject"].str.contains(r"\[").any()
