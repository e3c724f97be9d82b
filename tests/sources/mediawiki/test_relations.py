import polars as pl
import pytest
from standfast.sources.mediawiki.pages import Page
from standfast.sources.mediawiki.relations import labels_in, wiki_relations

FIELDS = pl.DataFrame(
    [
        ("family", "en", "relative"),
        ("friends", "en", "friend"),
        ("loyalty", "en", "loyalty"),
        ("朋友", "zh", "朋友"),
    ],
    schema=["field", "language", "label"],
    orient="row",
)
LABELS = {"en": ["friend", "best friend", "rival", "brother"], "zh": ["朋友", "情敌", "敌人"]}


def rows(*pages: Page) -> list[tuple[str, str, str, bool]]:
    return [(r.subject, r.object, r.label, r.certain) for r in wiki_relations(pages, FIELDS, LABELS)]


def test_an_infobox_gives_kinship_where_it_is_said_and_the_field_elsewhere() -> None:
    text = (
        "{{Individual infobox\n|name=Ana\n|family=\n*[[Eva Lima]] (maternal aunt)\n*[[Rui]]\n"
        "|friends2=[[Tom]]\n|loyalty=[[Order]]\n|wand=[[Oak]]}}"
    )
    assert rows(
        Page("Ana (witch)", text, "u"),
        Page("Tom", "#REDIRECT [[Thomas Ash]]", "v"),
        Page("Thomas Ash", "", "w"),
    ) == [
        ("Ana", "Eva Lima", "maternal aunt", True),
        ("Ana", "Rui", "relative", True),
        ("Ana", "Thomas Ash", "friend", True),
        ("Ana", "Order", "loyalty", True),
    ]


def test_other_templates_and_disambiguation_pages_give_nothing() -> None:
    assert rows(Page("Ana", "{{Quote|friends=[[Rui]]}}", "u")) == []
    assert rows(Page("Ana", "{{Infobox x|friends=[[Rui]]}}\n{{Disambig}}", "u")) == []


def test_a_section_on_relationships_gives_labels_that_need_a_reader() -> None:
    text = (
        "== Life ==\n=== [[Tom]] ===\nHis rival.\n"
        "== Relationships ==\n* [[Luna]] – a rival<br>of hers\n"
        "=== [[Rui Sá|Rui]] ===\nRui is her '''best friend''', not her brother.\n"
        "=== Eva ===\nNothing is said.\n== After ==\n=== [[Bo]] ===\nfriend\n"
    )
    assert sorted(rows(Page("Ana", text, "u"))) == [
        ("Ana", "Luna", "rival", False),
        ("Ana", "Rui Sá", "best friend", False),
    ]


def test_a_chinese_page_is_read_as_well() -> None:
    text = "{{人物信息框|朋友=[[段甲]]、[[萧乙]]（义兄）}}\n== 人物关系 ==\n=== 慕容丙 ===\n两人是情敌，但不是敌人。"
    assert rows(Page("王丁", text, "u")) == [
        ("王丁", "段甲", "朋友", True),
        ("王丁", "萧乙", "义兄", True),
        ("王丁", "慕容丙", "情敌", False),
    ]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("her best friend", ["best friend"]),
        ("a friend and once a best friend", ["best friend", "friend"]),
        ("friendly brotherhood", []),
        ("She was never his rival.", []),
        ("Not a rival. Later a rival.", ["rival"]),
    ],
)
def test_labels_are_whole_words_the_longest_first_and_not_denied(text: str, labels: list[str]) -> None:
    assert [label for _, label in labels_in(text, {"en": LABELS["en"]})] == labels
