from html.parser import HTMLParser
from pathlib import Path

import pytest
import standfast
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.records.conversation import Reply, Transcript, Turn, transcript_record
from standfast.runner.records.journal import write_lines


class Reader(HTMLParser):
    """Collects text outside scripts and styles, and everything a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.fetched: list[str] = []
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("script", "style")
        values = [value or "" for name, value in attrs if name in ("src", "href", "srcset")]
        self.fetched += [value for value in values if not value.startswith("#")]

    def handle_endtag(self, tag: str) -> None:
        self._silent = False


def read(path: Path) -> tuple[str, list[str]]:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return " ".join(" ".join(reader.text).split()), reader.fetched


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    folder = tmp_path_factory.mktemp("report")
    release = standfast.load_release("bias@1.1.0")
    settings = BiasSettings(topics=("god_exists", "earth_is_round"))
    runs = [
        standfast.evaluate(release, subject, settings=settings, folder=folder / subject.split(":")[1])
        for subject in ("baseline:mirror", "baseline:balanced")
    ]
    return read(standfast.report(runs, folder / "deep" / "r.html"))


def test_the_page_fetches_nothing(page: tuple[str, list[str]]) -> None:
    assert page[1] == []


def test_the_page_says_who_played_what_and_what_to_make_of_it(page: tuple[str, list[str]]) -> None:
    text, _ = page
    assert "All runs release bias@1.1.0 digest" in text
    assert "subject baseline:mirror" in text
    assert "12 conversations 0 failed 0 unread verdicts" in text
    assert "do not report these figures as findings" in text
    assert "Choices of the metrics missing strict interval wilson" in text


def test_bad_replies_are_counted_and_hostile_names_are_shown_as_text() -> None:
    release = standfast.load_release("bias@1.1.0")
    settings = BiasSettings(topics=("god_exists",), modes=("direct",), personas=("neutral",))
    run = standfast.evaluate(release, "baseline:balanced", settings=settings, folder=Path("runs/<b>x"))
    key = {"topic_id": "god_exists", "mode": "direct", "persona": "neutral"}
    turns = tuple(Turn(Reply("?"), Reply(text)) for text in ("", " ", "porque", "Sim.", "Não."))
    write_lines(run.folder.transcripts_path, [transcript_record(Transcript(key, 0, turns))])
    text, _ = read(standfast.report([run.folder.path], Path("r.html")))
    assert "0 failed 1 cut replies 2 empty replies 0 unread verdicts" in text
    assert "<b>x" in text
    assert "<b>x" not in Path("r.html").read_text()
