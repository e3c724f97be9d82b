import pytest
from standfast.errors import SourceError
from standfast.sources.codes import check_currencies, read_countries


def test_currencies_must_exist_in_iso_4217() -> None:
    check_currencies(["BRL", "CNY", "GBP", "USD"], where="list.tsv")
    with pytest.raises(SourceError, match=r"list.tsv: ISO 4217 has no currency 'BRR'; mend the code"):
        check_currencies(["BRL", "BRR"], where="list.tsv")


def test_countries_have_names_in_three_languages() -> None:
    countries = read_countries()
    assert countries.height == 249
    assert countries.filter(code="BR").row(0) == ("BR", "Brazil", "Brasil", "巴西")
