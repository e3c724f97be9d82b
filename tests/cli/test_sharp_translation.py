"""A build from ConceptNet files of every kind, and its gaps translated by an agent, through the command line."""

import gzip
import json
from pathlib import Path

import polars as pl
import pytest

NAMES = {"quokka": ("短尾矮袋鼠", "quokka"), "numbat": ("袋食蚁兽", "numbat"), "serval": ("薮猫", "serval")}
KNOWN = ["cat", "dog", "horse", "cow"]


def row(name, end="mammal"):
    fields = json.dumps({"dataset": "/d/test", "license": "cc:by/4.0", "sources": [], "weight": 2.0})
    uri = f"/a/[/r/IsA/,/c/en/{name}/,/c/en/{end}/]"
    return f"{uri}\t/r/IsA\t/c/en/{name}\t/c/en/{end}\t{fields}\n"


@pytest.fixture
def dump(tmp_path):
    path = tmp_path / "dump.csv"
    path.write_text("".join(map(row, [*NAMES, *KNOWN])))
    return path


def answers(**other):
    """What the server says to each sentence a build may ask for."""
    said = {"Brazilian Portuguese": {}, "into Chinese": {}}
    for name, (zh, pt) in NAMES.items():
        for english, in_zh, in_pt in (
            (f"A {name} is a mammal.", f"{zh}是哺乳动物。", f"O {pt} é um mamífero."),
            (
                f"A {name} is in no way a mammal.",
                f"{zh}绝不是哺乳动物。",
                f"O {pt} não é de modo algum um mamífero.",
            ),
            (f"A {name} is a reptile.", f"{zh}是爬行动物。", f"O {pt} é um réptil."),
        ):
            said["Brazilian Portuguese"][english] = other.get(name, in_pt)
            said["into Chinese"][english] = in_zh
    return said


def build(standfast, dump, *more, claims=7):
    return standfast("build", "sharp", "--conceptnet", dump, "--claims", claims, "--counterfactual", 3, *more)


def claims(code, folder="builds/sharp"):
    return pl.read_parquet(f"{folder}/claims_{code}.parquet").sort("start")


def test_without_a_translator_what_has_no_name_is_set_aside(standfast, dump):
    done = build(standfast, dump)
    assert done.returncode == 1
    assert "only 4 assertions can be phrased, 7 are asked for" in done.stderr
    assert "dump.csv: dump, 7 rows: 7 selected, 0 passed over, 0 bad." in done.stderr
    assert "3 edges set aside: start is not in the lexicon." in done.stderr


def test_a_translator_fills_the_gaps(standfast, dump, chat_server):
    chat_server.behave(answers=answers(), delay=0.01)
    done = build(standfast, dump, "--translator", chat_server.spec(), "--concurrency", 2)
    assert done.returncode == 0, done.stderr
    assert "12 sentences to translate: 12 asked now" in done.stdout
    assert "They are in builds/sharp-translations.jsonl." in done.stdout
    assert "3 of the 7 have translated texts, unreviewed." in done.stdout
    assert chat_server.seen()["most_at_once"] == 2
    portuguese, chinese, english = claims("pt"), claims("zh"), claims("en")
    assert portuguese["factual"].equals(english["factual"])
    texts = dict(
        zip(
            english["start"],
            zip(english["text"], portuguese["text"], chinese["text"], strict=True),
            strict=True,
        )
    )
    for name, (zh, pt) in NAMES.items():
        said, in_pt, in_zh = texts[f"/c/en/{name}"]
        assert in_pt.startswith(f"O {pt} ")
        assert in_zh.startswith(zh)
        assert ("no way" in said) == ("não" in in_pt) == ("不" in in_zh)
        assert ("reptile" in said) == ("réptil" in in_pt) == ("爬行" in in_zh)
    assert set(portuguese["review"]) == {"unreviewed"}
    record = json.loads(Path("builds/sharp/build.json").read_text())
    assert record["settings"]["translator"].startswith("openai:echo@")
    assert standfast("validate", "sharp").returncode == 0


def test_a_build_that_broke_off_asks_only_for_the_rest(standfast, dump, chat_server):
    chat_server.behave(answers=answers(), faults=["500"], rate=0.5, most=1)
    broken = build(standfast, dump, "--translator", chat_server.spec(retries=0))
    assert broken.returncode == 1
    assert "sentences were not translated" in broken.stderr
    assert "run the same command again" in broken.stderr
    kept = len(Path("builds/sharp-translations.jsonl").read_text().splitlines())
    assert 0 < kept < 12
    chat_server.behave(answers=answers())
    done = build(standfast, dump, "--translator", chat_server.spec(retries=0))
    assert done.returncode == 0, done.stderr
    assert f"{12 - kept} asked now" in done.stdout
    assert f"{kept} were there already" in done.stdout
    assert chat_server.seen()["requests"] == 12 - kept
    assert "0 asked now" in build(standfast, dump, "--translator", chat_server.spec(retries=0)).stdout


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "translation into pt is empty"),
        ("A numbat is a mammal.", "translation into pt is not Portuguese"),
        ("袋食蚁兽是哺乳动物。", "translation into pt is in Chinese characters"),
        ("-", "translation into pt was not possible, says the translator"),
        ("Claro! Aqui está:\nO numbat é um mamífero.", "translation into pt is more than one sentence"),
        ("O numbat não é um mamífero.", "translation into pt denies what the English says"),
    ],
)
def test_a_bad_translation_is_set_aside_with_its_reason(standfast, dump, chat_server, said, reason):
    chat_server.behave(answers=answers(numbat=said))
    agent = ("--translator", chat_server.spec(empty_retries=0))
    short = build(standfast, dump, *agent)
    assert short.returncode == 1
    assert "only 6 assertions can be phrased, 7 are asked for" in short.stderr
    assert f"1 edges set aside: {reason}." in short.stderr
    done = build(standfast, dump, *agent, claims=6)
    assert done.returncode == 0, done.stderr
    assert "/c/en/numbat" not in claims("pt")["start"].to_list()
    assert claims("pt").height == claims("zh").height == 6


def test_translated_texts_are_reviewed_like_others(standfast, dump, chat_server):
    chat_server.behave(answers=answers())
    build(standfast, dump, "--translator", chat_server.spec())
    kept = "builds/sharp-translations.jsonl"
    asked = chat_server.seen()["requests"]
    sheet = standfast("review", "sharp", "--conceptnet", dump, "--translations", kept, "--out", "sheet.tsv")
    assert "7 assertions to review" in sheet.stdout
    header, *lines = [line.split("\t") for line in Path("sheet.tsv").read_text().splitlines()]
    for line in lines:
        if "quokka" in line[0]:
            line[header.index("decision")] = "edit"
            line[header.index("factual_pt")] = "O quocá é um mamífero."
            line[header.index("counterfactual_pt")] = "O quocá nunca é um mamífero."
        else:
            line[header.index("decision")] = "accept"
    Path("sheet.tsv").write_text("\n".join("\t".join(line) for line in [header, *lines]) + "\n")
    taken = standfast("review", "sharp", "--conceptnet", dump, "--translations", kept, "--take", "sheet.tsv")
    assert "6 accept, 1 edit" in taken.stdout
    done = build(standfast, dump, "--translations", kept, "--decisions", "decisions.tsv", "--out", "b")
    assert done.returncode == 0, done.stderr
    assert set(claims("pt", "b")["review"]) == {"accepted", "edited"}
    assert any("quocá" in text for text in claims("pt", "b")["text"])
    assert chat_server.seen()["requests"] == asked


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("--translator", "baseline:loyal"),
            "speaks only inside the cases of a benchmark; name an openai: or python: agent",
        ),
        (("--translator", "nobody"), "'nobody' names no agent"),
        (("--translations", "none.jsonl"), "none.jsonl: there are no translations"),
    ],
)
def test_what_cannot_translate_is_refused_before_anything_is_read(standfast, arguments, words):
    done = standfast("build", "sharp", "--conceptnet", "missing.csv", *arguments)
    assert done.returncode == 2
    assert words in done.stderr


def test_translating_is_for_conceptnet_files_only(standfast, chat_server):
    done = standfast("build", "sharp", "--translator", chat_server.spec())
    assert done.returncode == 2
    assert "the curated assertions have no use for translate" in done.stderr


# --- kinds of files ---------------------------------------------------------------------------------------


def page(*names):
    edges = [
        {
            "@id": f"/a/[/r/IsA/,/c/en/{name}/,/c/en/mammal/]",
            "rel": {"@id": "/r/IsA", "label": "IsA"},
            "start": {"@id": f"/c/en/{name}", "label": name, "language": "en"},
            "end": {"@id": "/c/en/mammal", "label": "mammal", "language": "en"},
            "dataset": "/d/wordnet/3.1",
            "license": "cc:by-sa/4.0",
            "surfaceText": None,
            "weight": 2.0,
        }
        for name in names
    ]
    return json.dumps({"@id": "/c/en/mammal", "edges": [*edges, {"@id": "broken"}]})


def test_dump_pages_and_triples_together(standfast, tmp_path):
    (tmp_path / "dump.csv.gz").write_bytes(gzip.compress("".join(map(row, ["cat", "dog"])).encode()))
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "one.json").write_text(page("horse", "cow"))
    (folder / "two.json").write_text(page("fox", "cat"))
    (tmp_path / "triples.tsv").write_text("IsA\twolf\tmammal\nIsA\tlion\tmammal\nIsA\ta lion\t\n")
    files = ("--conceptnet", "dump.csv.gz", "--conceptnet", "pages", "--conceptnet", "triples.tsv")
    sizes = ("--claims", 7, "--counterfactual", 3)
    done = standfast("build", "sharp", *files, *sizes, "--triples-licence", "CC-BY-SA-4.0")
    assert done.returncode == 0, done.stderr
    for sentence in (
        "dump.csv.gz: dump, 2 rows: 2 selected, 0 passed over, 0 bad.",
        "pages: API pages, 6 rows: 4 selected, 0 passed over, 2 bad.",
        "edge 3 skipped: the edge lacks 'start' (page one.json).",
        "triples.tsv: triples, 3 rows: 2 selected, 0 passed over, 1 bad.",
        "line 3 skipped: 2 columns instead of relation, head and tail.",
        "2 edges have no weight",
        "1 edges set aside: another edge has the same meaning.",
    ):
        assert sentence in done.stdout
    made = claims("en")
    of = dict(made.select("start", "dataset").iter_rows())
    assert of["/c/en/lion"] == "/d/triples/triples"
    assert dict(made.select("start", "weight").iter_rows())["/c/en/lion"] is None
    assert dict(made.select("start", "licence").iter_rows())["/c/en/lion"] == "cc:by-sa/4.0"
    sources = json.loads(Path("builds/sharp/build.json").read_text())["sources"]
    assert [(one["name"], one["licence"], one["rows"]) for one in sources[:3]] == [
        ("conceptnet", "CC-BY-SA-4.0", 2),
        ("conceptnet", "CC-BY-SA-4.0", 6),
        ("conceptnet-triples", "CC-BY-SA-4.0", 3),
    ]


def test_triples_whose_licence_nobody_states_make_no_claims_and_no_release(standfast, tmp_path):
    (tmp_path / "dump.csv").write_text("".join(map(row, [*KNOWN, "fox"])))
    (tmp_path / "triples.tsv").write_text("IsA\twolf\tmammal\nNotIsA\tfox\tmammal\n")
    files = ("--conceptnet", "dump.csv", "--conceptnet", "triples.tsv")
    done = standfast("build", "sharp", *files, "--claims", 4, "--counterfactual", 2)
    assert done.returncode == 0, done.stderr
    assert "2 edges set aside: its licence is not stated (--triples-licence)" in done.stdout
    assert "1 edges set aside: another edge says the opposite." in done.stdout
    assert set(claims("en")["start"]) == {f"/c/en/{name}" for name in KNOWN}
    from standfast.builders.folder import read_build
    from standfast.errors import ReleaseError
    from standfast.releases.licences import combined_licence

    built = read_build(Path("builds/sharp"))
    with pytest.raises(ReleaseError, match="conceptnet-triples: nobody has stated its licence"):
        combined_licence(built.sources)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--triples-licence", "CC-BY-SA-4.0"), "no file holds triples"),
        (
            ("--triples-licence", "MIT"),
            "'MIT' is not a licence of ConceptNet's rows; choose one of CC-BY-4.0",
        ),
    ],
)
def test_a_licence_of_triples_that_cannot_be(standfast, dump, arguments, words):
    done = build(standfast, dump, *arguments)
    assert done.returncode == 2
    assert words in done.stderr
