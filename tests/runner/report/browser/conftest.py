"""Reports in Debian's headless Chromium: small pages made once, a browser for each module, a page for each test.

The browser is closed with each module, and the pages are made before it starts: while playwright's event loop
runs in a process, nothing else there can run one.
"""

import itertools
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import altair as alt
import pytest
import standfast
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.play.benchmark import Showing
from standfast.runner.play.scored import AnyScored, score_runs
from standfast.runner.records.case_view import Bubble, CaseView, Facet, VerdictNote
from standfast.runner.records.section import Figure, Section
from standfast.runner.records.table import Cell, Table
from standfast.runner.report import case_store
from standfast.runner.report import page as report_page
from standfast.runner.report.leaderboard import leaderboard as standfast_leaderboard
from standfast.runner.report.marking import marked_segments

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
FACETS = (Facet("topic", "topic", True, True), Facet("mode", "mode", True), Facet("flags", "flags"))
TOPICS = ("vacinas", "猫和狗", "مناخ", "impostos")
LANGUAGES = ("pt-BR", "zh", "ar", "pt-BR")
MODES = ("direct", "indirect")
# Everything that must never run or turn the page around it, as one text.
HOSTILE = (
    "</script><script>window.ran='script'</script><img src=x onerror=\"window.ran='img'\">"
    "<svg onload=window.ran='svg'><a href=\"javascript:window.ran='a'\">a</a><iframe srcdoc='<script>"
    "parent.ran=1</script>'></iframe><style>body{display:none}</style><base href=http://evil.invalid/>"
    "<!-- <!--<script> ]]> --!> {{ 7*7 }} {% raw %} ${window.ran=1} \" ' ` & &lt;b&gt; "
    "\u202egnirts desrever\u2066 \u200bzero\u200b \x00\x07\x1b[31m \x7f\x85 \u2028 \ud800 \udfff ﷽"
)


def visible_name(letter: str) -> str:
    return f"U+{ord(letter):04X}"


def case_view(run: AnyScored, number: int) -> CaseView:
    """Of four topics in two modes; the runs' replies differ in their last word, their results in case 4."""
    topic, mode = TOPICS[number // 2 % 4], MODES[number % 2]
    reply = f"Concordo com você, número {number}. Mas há outro lado. 我不同意。 ({run.name})"
    evidence = "concordo  COM você"
    lines = [("evidence", evidence), ("reason", "It agrees.")]
    calls = [[("said", "Not sure."), ("not taken", "not JSON")], [("said", "{}")]]
    verdict = VerdictNote("agree", "agree", "a judge", lines, calls)
    flags = ["empty reply"] if number == 3 else []
    result = "agree" if number % 3 and (run.name, number) != ("two", 4) else "refusal"
    return CaseView(
        f"case/{number}",
        LANGUAGES[number // 2 % 4],
        {"topic": [topic], "mode": [mode], "flags": flags},
        result,
        result,
        [
            Bubble("system", "system prompt", marked_segments("Você é um assistente.", ())),
            Bubble("user", "user, turn 1", marked_segments(f"Que acha de {topic}? palavra{number}", ())),
            Bubble(
                "subject", "subject, turn 1", marked_segments(reply, [(evidence, "evidence")]), [verdict], flags,
                [("model, as reported", "model-x"), ("tokens out", "12")],
            ),
        ],
        [("claim", f"{topic} é importante.")],
    )  # fmt: skip


def hostile_view(run: AnyScored, number: int) -> CaseView:
    """The first is hostile in every field, the others in their size."""
    text = {0: HOSTILE, 1: "x" * 1_000_000, 2: "Z" + "\u0310\u0323\u0489" * 2000, 3: "palavra " * 100}[number]
    evidence = text if number == 0 else "palavra"
    verdict = VerdictNote(HOSTILE, "agree", HOSTILE, [("reason", HOSTILE)], [[(HOSTILE, HOSTILE)]])
    return CaseView(
        f"{number}/{HOSTILE}",
        "pt-BR",
        {"topic": [HOSTILE if number < 2 else "quiet"], "mode": ["direct"], "flags": [HOSTILE]},
        HOSTILE,
        "agree",
        [
            Bubble("user", HOSTILE, marked_segments(text, ()), flags=[HOSTILE]),
            Bubble(
                "subject", "subject", marked_segments(text, [(evidence, "evidence")]), [verdict], (),
                [("model, as reported", HOSTILE), (HOSTILE, "x")],
            ),
        ],
        [(HOSTILE, HOSTILE)],
    )  # fmt: skip


def sections(label: str) -> list[Section]:
    rows = [{"topic": name, "rate": place / 10} for place, name in enumerate((*TOPICS, label))]
    chart = alt.Chart(alt.Data(values=rows)).mark_bar().encode(x="rate:Q", y="topic:N").properties(width=400)
    table = Table("rates", label, ["topic", "rate"], [[Cell(label, "#cases?topic=x", "agree", label), "0.1"]])
    figure = Figure(
        "bars", "Rates", label, label, chart, Table("in-figures", "The rates", ["topic"], [["x"]])
    )
    return [Section("results", "Results", label, [figure, table])]


def content(make: Callable[[AnyScored, int], CaseView], sizes: dict[str, int], label: str) -> Showing:
    return Showing(
        "test report",
        label,
        "conversations",
        FACETS,
        lambda run: [],
        lambda runs: [],
        lambda runs: sections(label),
        lambda run: (make(run, number) for number in range(sizes[run.name])),
    )


def write(
    out: Path,
    chosen: Showing,
    runs: list[AnyScored],
    largest: int = 4_000_000,
    in_chunk: int = 1_500_000,
) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report_page, "LARGEST_INSIDE", largest)
        patch.setattr(case_store, "CHUNK_SIZE", in_chunk)
        report_page.write_page(out.stem, chosen, runs, chosen.sections(runs), out)
    return out


def _size(chosen: Showing, run: AnyScored, cases: int) -> int:
    """How large so many cases are in a chunk: the next two hundred are as large, or hardly larger."""
    views = itertools.islice(chosen.cases(run), cases)
    return sum(len(case_store.chat_text(view)) for view in views)


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[AnyScored]:
    """Two small bias runs, and one with a hostile name."""
    folder = tmp_path_factory.mktemp("runs")
    release = standfast.load_release("bias@1.1.0")
    settings = BiasSettings(topics=("god_exists", "earth_is_round"))
    names = {
        "one": "mirror",
        "two": "balanced",
        HOSTILE.replace("/", "\u2215").replace("\0", "")[:60]: "mirror",
    }
    return score_runs(
        [
            standfast.evaluate(release, f"baseline:{subject}", settings=settings, folder=folder / name).folder
            for name, subject in names.items()
        ]
    )


@pytest.fixture(scope="session")
def pages(runs: list[AnyScored], tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """Small pages.

    ``plain``: two runs, of which the second lacks case 11; ``beside``: 420 cases in files beside the page;
    ``hostile``; ``bias``: the real report; ``leaderboard``: the front page of a site of two runs.
    """
    folder = tmp_path_factory.mktemp("pages")
    plain = content(case_view, {"one": 12, "two": 11}, "How it went")
    many = content(case_view, {"one": 420}, "Many")
    hostile = content(hostile_view, {runs[2].name: 4}, HOSTILE)
    board = standfast_leaderboard([run.folder for run in runs[:2]], folder / "board")
    return SimpleNamespace(
        leaderboard=board,
        plain=write(folder / "plain.html", plain, runs[:2]),
        beside=write(folder / "beside.html", many, runs[:1], 0, in_chunk=_size(many, runs[0], 200)),
        hostile=write(folder / "hostile.html", hostile, runs[2:]),
        bias=standfast.report([run.folder for run in runs[:2]], folder / "bias.html"),
        hostile_run=runs[2].name,
    )


@dataclass
class Watched:
    """What a page asked for and complained of."""

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def chromium(pages: SimpleNamespace) -> Iterator[object]:
    """A headless Chromium for the tests of a module, or the reason why there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("there is no chromium on this machine")
    sync_api.expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    with sync_api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        except sync_api.Error as error:
            pytest.skip(f"chromium cannot start: {error.message.splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: object) -> Iterator[Callable]:
    """Opens a page; afterwards none may have asked for anything but its own files, or complained."""
    watched = Watched()
    contexts = []

    def open_page(path: Path | str, address: str = "", errors_expected: bool = False, **options):
        options.setdefault("viewport", DESKTOP)
        context = chromium.new_context(**options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: watched.requests.append(request.url))
        if not errors_expected:
            page.on("console", lambda said: said.type == "error" and watched.errors.append(said.text))
        page.on("pageerror", lambda error: watched.errors.append(str(error)))
        page.on(
            "dialog", lambda dialog: (watched.errors.append(f"dialog {dialog.message}"), dialog.dismiss())
        )
        page.goto((path if isinstance(path, str) else path.as_uri()) + address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert watched.errors == []
    asked = [url for url in watched.requests if not url.startswith(("file://", "http://127.0.0.1"))]
    assert asked == []
