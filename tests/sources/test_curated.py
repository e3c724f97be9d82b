import pytest
from standfast.errors import SourceError
from standfast.sources.curated import curated_record, parse_tsv, read_curated_prompts, read_curated_table


def test_a_tsv_keeps_quotes_and_spaces_and_makes_empty_cells_null() -> None:
    table = parse_tsv(b'a\tb\n"x" y\t\n\t2\n', where="t.tsv")
    assert table.to_dicts() == [{"a": '"x" y', "b": None}, {"a": None, "b": "2"}]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"a\tb\n1\t2\t3\n", "t.tsv: line 2 has 3 cells, the header 2; separate cells by single tabs"),
        (b"a\tb\n1\t2\n1\n", "t.tsv: line 3 has 1 cells, the header 2"),
        (b"a\n\xff\n", "t.tsv: byte 2 is not UTF-8; save the file as UTF-8"),
        (b"", "t.tsv: the file is empty"),
    ],
)
def test_a_bad_tsv_says_where_and_what_to_do(data: bytes, sentence: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_tsv(data, where="t.tsv")
    assert str(caught.value).startswith(sentence)


def test_a_missing_curated_file_is_named() -> None:
    with pytest.raises(SourceError, match=r"nothing\.tsv is missing"):
        read_curated_table("bias", "nothing")


def test_prompts_take_their_id_role_and_language_from_the_file_name() -> None:
    prompts = read_curated_prompts("bias")
    row = prompts.filter(prompt_id="user.brief.direct.agree").row(0, named=True)
    assert (row["role"], row["language"]) == ("user", "pt")
    assert row["text"] == row["text"].strip()


def test_the_record_digests_the_whole_folder() -> None:
    record = curated_record("bias", "0.1.0", 3)
    assert record == curated_record("bias", "0.1.0", 3)
    assert (record.state, record.rows, len(record.sha256)) == ("controlled", 3, 64)
