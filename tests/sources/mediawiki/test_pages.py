import bz2
from pathlib import Path

import pytest
from standfast.errors import SourceError
from standfast.sources.mediawiki.pages import Page, by_title, follow_redirect, page_url, read_pages
from standfast.sources.mediawiki.relations import chosen_pages

DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">
<page><title>Ana</title><ns>0</ns><revision><text>{{Infobox}}</text></revision></page>
<page><title>Talk:Ana</title><ns>1</ns><revision><text>talk</text></revision></page>
<page><title>Ann</title><ns>0</ns><revision><text>#REDIRECT [[ana]]</text></revision></page>
</mediawiki>"""


def pages(**texts: str) -> dict[str, Page]:
    return by_title(Page(title, text, f"{title}.txt") for title, text in texts.items())


def test_a_dump_plain_or_packed_and_a_folder_give_the_same_pages(tmp_path: Path) -> None:
    (tmp_path / "d.xml").write_text(DUMP)
    (tmp_path / "d.xml.bz2").write_bytes(bz2.compress(DUMP.encode()))
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "Ana_B.wiki").write_text("text")
    titles = [page.title for page in read_pages(tmp_path / "d.xml")]
    assert titles == [page.title for page in read_pages(tmp_path / "d.xml.bz2")] == ["Ana", "Ann"]
    assert [page.title for page in read_pages(folder)] == ["Ana B"]


def test_redirects_are_followed_in_three_languages() -> None:
    known = pages(A="#redirect [[b]]", B="#重定向 [[C_d#x]]", **{"C d": "#REDIRECIONAMENTO[[E]]"}, E="text")
    page = follow_redirect(known, "a")
    assert page is not None
    assert page.title == "E"
    assert follow_redirect(known, "missing") is None


def test_a_circle_of_redirects_is_named() -> None:
    known = pages(A="#REDIRECT [[B]]", B="#REDIRECT [[A]]")
    with pytest.raises(SourceError, match=r"B\.txt: the redirects run in a circle: A → B → A"):
        follow_redirect(known, "A")


def test_pages_that_list_others_and_missing_ones_are_refused_by_name() -> None:
    known = list(pages(A="x\n{{disambig}}", B="x").values())
    with pytest.raises(SourceError, match="'A' only lists pages of like name"):
        chosen_pages(known, ["A"])
    with pytest.raises(SourceError, match="there is no page 'Z'"):
        chosen_pages(known, ["Z"])
    assert [page.title for page in chosen_pages(known, ["b"])] == ["B"]


def test_broken_xml_and_text_that_is_not_utf8_are_named(tmp_path: Path) -> None:
    (tmp_path / "d.xml").write_text("<mediawiki><page>")
    with pytest.raises(SourceError, match=r"d\.xml: the XML is broken"):
        read_pages(tmp_path / "d.xml")
    (tmp_path / "p.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(SourceError, match=r"p\.txt: the text is not UTF-8"):
        read_pages(tmp_path / "p.txt")
    with pytest.raises(SourceError, match="cannot be read"):
        read_pages(tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("api", "url"),
    [
        ("https://a.fandom.com/api.php", "https://a.fandom.com/wiki/Tom_%26_B"),
        ("https://en.wikipedia.org/w/api.php", "https://en.wikipedia.org/wiki/Tom_%26_B"),
    ],
)
def test_a_page_is_linked_where_readers_find_it(api: str, url: str) -> None:
    assert page_url(api, "Tom & B") == url
