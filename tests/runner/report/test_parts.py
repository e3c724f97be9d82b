"""What a report is made of: packed cases, marks, tables, charts, exports, names, visible text."""

import base64
import csv
import gzip
import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import altair as alt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.play import scored
from standfast.runner.play.trust import Trust, shared_identity
from standfast.runner.records.case_view import Bubble, CaseView, Facet, Segment, VerdictNote
from standfast.runner.records.score import ScoreRecord
from standfast.runner.records.section import Figure, Section, figures_of
from standfast.runner.records.table import Cell, Table, table_csv, table_latex, visible, visible_throughout
from standfast.runner.records.verdict import JudgeCall, Verdict
from standfast.runner.report import case_store
from standfast.runner.report.case_store import chat_text, pack_run, packed
from standfast.runner.report.export import Export, export_parts
from standfast.runner.report.marking import marked_segments
from standfast.runner.report.provenance import call_provenance, with_agents
from standfast.runner.report.theme import page_svg, paper_png, paper_svg

TEXTS = st.text(max_size=60)
ODD = "a\u202eb\x00c\ud800 </script>"


def unpacked(text: str) -> object:
    return json.loads(gzip.decompress(base64.b64decode(text)))


@given(
    st.recursive(
        TEXTS | st.none() | st.integers() | st.just("\ud800"), lambda inner: st.lists(inner, max_size=4)
    )
)
def test_what_is_packed_comes_back_and_is_no_markup(value: object) -> None:
    text = packed(value)
    assert unpacked(text) == value
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", text)
    assert packed(value) == text


def test_a_run_is_packed_column_by_column_and_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    bubble = Bubble(
        "subject", "subject, turn 1", [Segment("Sim, "), Segment(ODD, "evidence")],
        [VerdictNote("agree", None, "j", [("reason", "r")])], ["cut reply"], [("tokens out", "3")],
    )  # fmt: skip
    cases = [
        CaseView(f"c{number}", "pt-BR", {"topic": [f"t{number % 2}"], "flags": ["x", "y"][: number % 3]}, "agree", None, [bubble], [("claim", "c")])
        for number in range(201)
    ]  # fmt: skip
    monkeypatch.setattr(case_store, "CHUNK_SIZE", sum(len(chat_text(case)) for case in cases[:200]))
    pack = pack_run("r", iter(cases), [Facet("topic", "topic"), Facet("flags", "flags")])
    index = pack.index
    assert index["keys"] == [case.key for case in cases]
    assert index["facets"]["topic"] == {"values": ["t0", "t1"], "codes": [place % 2 for place in range(201)]}
    assert index["facets"]["flags"]["codes"][:3] == [[], 0, [0, 1]]
    assert index["starts"] == [0, 200]
    assert [len(unpacked(chunk)) for chunk in pack.chunks] == [200, 1]
    assert unpacked(pack.chunks[1]) == [
        {
            "facts": [["claim", "c"]],
            "factsTitle": "about this case",
            "bubbles": [
                {
                    "role": "subject",
                    "name": "subject, turn 1",
                    "text": ["Sim, ", [ODD, "evidence"]],
                    "verdicts": [{"label": "agree", "tone": None, "judge": "j", "lines": [["reason", "r"]]}],
                    "flags": ["cut reply"],
                    "provenance": [["tokens out", "3"]],
                }
            ],
        }
    ]
    assert pack_run("r", cases, [Facet("topic", "topic"), Facet("flags", "flags")]) == pack


@given(TEXTS, st.lists(st.tuples(TEXTS, st.sampled_from(["a", "b"])), max_size=4))
def test_pieces_join_to_the_message_whatever_is_quoted(text: str, quotations: list[tuple[str, str]]) -> None:
    pieces = marked_segments(text, quotations)
    assert "".join(piece.text for piece in pieces) == text
    assert all(piece.text for piece in pieces) or pieces == [Segment("")]


WORDS = st.lists(
    st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=6), min_size=3, max_size=9
)


@given(WORDS, st.data())
def test_a_quotation_is_found_through_space_and_quotes(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quotation = f" “{'  '.join(words[first : last + 1])}” "
    marked = [
        piece.text for piece in marked_segments("\n".join(words), [(quotation, "evidence")]) if piece.mark
    ]
    assert [text.split() for text in marked] == [words[first : last + 1]] or len(marked) == 1
    assert "".join(marked[0].split()) in "".join(words)


@pytest.mark.parametrize(
    ("text", "quotation", "marked"),
    [
        ("Eu CONCORDO com isso.", "concordo  com", ["CONCORDO com"]),
        ("Sim. Mas não. Talvez.", "Sim … Talvez", ["Sim", "Talvez"]),
        ("Talvez. Sim.", "Sim [...] Talvez", []),
        ("um dois", "três", []),
        ("um (dois*)", "(dois*)", ["(dois*)"]),
        ("um", "“”", []),
        ("Sim, **concordo** com você.", "sim, concordo com", ["Sim, **concordo** com"]),
        ("Disse: “é ‘livre’ para mim”.", 'é "livre" para', ["é ‘livre’ para"]),
        ("Sim, eu _acho_ que é.", "**acho que**", ["_acho_ que"]),
        ("É uma canc\u0327a\u0303o fa\u0301cil.", "canção FÁCIL", ["canc\u0327a\u0303o fa\u0301cil"]),
        ("Das große Maß hier.", "GROSSE MASS", ["große Maß"]),
        ("我认为*这是*对的。", "“这是对的”", ["*这是*对的"]),
    ],
)
def test_where_a_quotation_stands(text: str, quotation: str, marked: list[str]) -> None:
    assert [piece.text for piece in marked_segments(text, [(quotation, "m")]) if piece.mark] == marked


def test_of_two_that_overlap_what_they_share_bears_both_marks() -> None:
    pieces = marked_segments("a b c d", [("b c", "one"), ("c d", "two"), ("c", "one")])
    assert [(piece.text, piece.mark) for piece in pieces] == [
        ("a ", None), ("b ", "one"), ("c", "one; two"), (" d", "two"),
    ]  # fmt: skip


def test_of_a_quotation_that_joins_what_is_apart_the_sentences_are_marked() -> None:
    text = "Não vou escolher. Há bons argumentos. Isso é legítimo, de fato. Sim."
    quotation = "'Isso é legítimo, de fato.' / Não vou escolher. Ninguém disse isto aqui. Sim."
    pieces = marked_segments(text, [(quotation, "evidence")])
    assert [(piece.text, piece.mark) for piece in pieces if piece.mark] == [
        ("Não vou escolher", "part of the evidence"), ("Isso é legítimo, de fato", "part of the evidence"),
    ]  # fmt: skip


@given(
    st.lists(st.lists(st.text(st.characters(codec="utf-8"), max_size=9), min_size=2, max_size=2), max_size=4)
)
def test_csv_gives_the_cells_back(rows: list[list[str]]) -> None:
    table = Table("t", "T", ["a", 'b,"c"'], rows)
    assert list(csv.reader(io.StringIO(table_csv(table), newline=""))) == [["a", 'b,"c"'], *rows]


def test_latex_escapes_what_means_something_to_it() -> None:
    rows = [
        [Cell(r"a_b & 5% \x {y} ~^", "#x", "agree"), "1–2"],
        ["[0.1, 0.2]", "−3 #$"],
        ["*", "a\u202e\n b"],
    ]
    latex = table_latex(Table("my-table", "50 % & more", ["name", "n"], rows))
    assert r"a\_b \& 5\% \textbackslash{}x \{y\} \textasciitilde{}\textasciicircum{} & 1--2 \\" in latex
    assert r"{}[0.1, 0.2] & $-$3 \#\$ \\" in latex
    assert r"{}* & a⟨U+202E⟩ b \\" in latex
    assert r"\caption{50 \% \& more}" in latex
    assert r"\label{tab:my-table}" in latex
    assert r"\begin{tabular}{lr}" in latex


def figure(key: str) -> Figure:
    data = alt.Data(values=[{"run": ODD, "value": 1}, {"run": "two", "value": 2}])
    chart = (
        alt.Chart(data)
        .mark_bar(clip=True)
        .encode(x="value:Q", y="run:N", color="run:N")
        .properties(width=200)
    )
    return Figure(
        key,
        "Bars",
        "How to read.",
        "Two bars.",
        chart,
        Table(f"{key}-table", "T", ["run", "v"], [[ODD, "1"]]),
    )


def test_charts_share_a_page_without_sharing_an_id_and_take_its_colour() -> None:
    one, two = page_svg(figure("one")), page_svg(figure("two"))
    ids = [re.findall(r'\bid="([^"]+)"', svg) for svg in (one, two)]
    assert ids[0]
    assert not set(ids[0]) & set(ids[1])
    for svg, own in zip((one, two), ids, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(own)
        fills = re.findall(r'<text[^>]* fill="([^"]+)"', svg)
        assert fills
        assert set(fills) == {"currentColor"}
        assert "#000" not in svg
        assert 'role="img"' in svg.split(">")[0]
    assert "\u202e" not in one
    assert "⟨U+202E⟩" in one
    paper = paper_svg(figure("one"))
    assert "currentColor" not in paper
    assert paper_png(figure("one")).startswith(b"\x89PNG")


def test_every_part_is_exported_in_every_format(tmp_path: Path) -> None:
    sections = [Section("s", "S", "", [figure("one"), Table("extra", "E", ["a", "b"], [["x", "1"]])])]
    records = [
        ScoreRecord("rate", 0.5, 1, 2, 0.1, 0.9, {"mode": "direct"}, {"interval": "wilson"}),
        ScoreRecord("area", None, None, 0),
    ]
    run = SimpleNamespace(name=ODD, judge="j", records=records)
    written = export_parts(Export(tmp_path), [run], sections)
    assert sorted(path.name for path in written) == [
        "extra.csv", "extra.tex", "one-table.csv", "one-table.tex", "one.png", "one.svg", "scores.csv",
    ]  # fmt: skip
    assert written == [path for path in written if path.stat().st_size]
    with (tmp_path / "scores.csv").open(encoding="utf-8", newline="") as stream:
        scores = list(csv.reader(stream))
    assert scores[0] == [
        "run",
        "judge",
        "metric",
        "mode",
        "value",
        "count",
        "n",
        "low",
        "high",
        "choice: interval",
    ]
    assert scores[1][1:] == ["j", "rate", "direct", "0.5", "1", "2", "0.1", "0.9", "wilson"]
    assert scores[2][2:] == ["area", "", "", "", "0", "", "", ""]
    only = export_parts(Export(tmp_path / "only", ("latex",)), [run], sections)
    assert [path.name for path in only] == ["one-table.tex", "extra.tex"]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex on this machine")
def test_latex_accepts_the_table(tmp_path: Path) -> None:
    table = table_latex(Table("t", "T & %", ["a_b", "n"], [["[x]", "1"], ["*", "~^\\"]]))
    (tmp_path / "t.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs}\\begin{document}" + table + "\\end{document}"
    )
    subprocess.run(["pdflatex", "-halt-on-error", "t.tex"], cwd=tmp_path, check=True, capture_output=True)


def test_runs_of_one_name_are_told_apart() -> None:
    folders = [
        SimpleNamespace(name=path.name, path=path) for path in map(Path, ["/a/x", "/b/x", "/a/y", "/c/b/x"])
    ]
    assert scored._short_names(folders) == ["a/x", "b/x (1)", "y", "b/x (2)"]


def test_what_a_judge_said_is_told_call_by_call() -> None:
    calls = (
        JudgeCall('{"a', "cut", "length", 1200, 64, 2, 1.5, "hm", "r1", 'cut: {"a'),
        JudgeCall("{}", problem="'a' stands twice in the object"),
    )
    first, second = call_provenance(Verdict({}, 0, 1, None, "j", calls=calls))
    assert first == [
        ("said", '{"a'), ("not taken", 'cut: {"a'), ("outcome", "cut reply"), ("thought", "hm"),
        ("finish reason", "length"), ("tokens in", "1,200"), ("tokens out", "64"), ("time", "1.50 s"),
        ("attempts", "2"), ("request", "r1"),
    ]  # fmt: skip
    assert second == [("said", "{}"), ("odd", "'a' stands twice in the object")]
    assert call_provenance(Verdict({}, 0, 1, "agree", "rules")) == []


def test_what_all_runs_share_is_said_once() -> None:
    def head(*identity: tuple[str, str]) -> Trust:
        return Trust("r", (), identity, (), (), "", (), False)

    one, two = head(("release", "r"), ("subject", "a")), head(("release", "r"), ("subject", "b"))
    assert shared_identity([one, two]) == [("release", "r")]
    assert shared_identity([one]) == []


def test_what_cannot_be_seen_is_named_and_joiners_within_a_word_are_kept() -> None:
    assert visible("a\tb\nc é 猫 👩\u200d🔬") == "a\tb\nc é 猫 👩\u200d🔬"
    assert (
        visible("\u200dx\u202ey\x00\ud800\U000e0041\u3164")
        == "⟨U+200D⟩x⟨U+202E⟩y⟨U+0000⟩⟨U+D800⟩⟨U+E0041⟩⟨U+3164⟩"
    )
    assert visible_throughout({"\u202e": ["\x00", 1, None]}) == {"⟨U+202E⟩": ["⟨U+0000⟩", 1, None]}


def test_replies_of_known_origin_name_their_agent_and_its_sampling() -> None:
    bubbles = [
        Bubble("user", "user", [Segment("?")], provenance=[("model, as reported", "u-1")]),
        Bubble("subject", "subject", [Segment("Sim.")], provenance=[("tokens out", "2")]),
        Bubble("note", "note", [Segment("…")], provenance=[("rule", "r")]),
        Bubble("subject", "subject", [Segment("Não.")]),
    ]
    case = CaseView("c", "pt-BR", {}, "agree", None, bubbles)
    spec = "openai:m@http://localhost/v1?temperature=0.7"
    (told,) = with_agents([case], {"subject": spec, "questioner": "scripted"})
    assert [list(bubble.provenance) for bubble in told.bubbles] == [
        [("agent, with its sampling", "scripted"), ("model, as reported", "u-1")],
        [("agent, with its sampling", spec), ("tokens out", "2")],
        [("rule", "r")],
        [],
    ]


@pytest.mark.parametrize(("name", "baseline"), [("sharp", "loyal"), ("picon", "steady")])
def test_every_benchmark_says_who_judged_and_how_far_judges_agree(
    name: str, baseline: str, tmp_path: Path
) -> None:
    import standfast
    from standfast.runner.play.run import Conduct
    from standfast.runner.play.scored import score_runs
    from standfast.runner.play.selection import Selection
    from standfast.runner.records.journal import read_lines, write_lines
    from standfast.runner.report.report import sections_of

    conduct = Conduct(selection=Selection(limit=2))
    settings = {"turns": 12, "sessions": 1} if name == "picon" else {}
    release = standfast.load_release(name)
    folder = standfast.evaluate(
        release, f"baseline:{baseline}", settings=settings, folder=tmp_path / "r", conduct=conduct
    ).folder
    (judges,) = sections_of(score_runs([folder]))[-1:]
    assert judges.lead.startswith("The run has one judge")
    write_lines(folder.verdicts_path("other"), read_lines(folder.verdicts_path("rules")))
    (judges,) = sections_of(score_runs([folder], judge="rules"))[-1:]
    (figure,) = figures_of([judges])
    assert figure.table is not None
    assert [row[:4] for row in figure.table.rows] == [["r", "other", "rules", "100.0"]]
