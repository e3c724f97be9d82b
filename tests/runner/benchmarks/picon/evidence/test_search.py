"""Searches: what each engine gives, and how they fail."""

import asyncio
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import AgentUnusableError, UsageError
from standfast.runner.agents.making import make_agent
from standfast.runner.benchmarks.picon.evidence.passages import best_texts, bm25_scores, split_text
from standfast.runner.benchmarks.picon.evidence.search import search_with
from standfast.runner.benchmarks.picon.evidence.searcher import Found, Hit, Query
from standfast.runner.benchmarks.picon.playing import PLAYING
from standfast.runner.records.conversation import Case

CASE = Case("picon", {"persona": "x"}, {})


def enumerate_claims(claims):
    return ((f"c{number}", text) for number, text in enumerate(claims, start=1))


def search(spec: str, text: str = "good", claims: tuple[str, ...] = ("Glasgow is in Scotland.",)) -> Found:
    async def go() -> Found:
        agent = make_agent(spec, PLAYING.kinds("picon"))
        try:
            return await search_with(agent, Query(text, tuple(enumerate_claims(claims)), "en"), CASE)
        finally:
            await agent.close()

    return asyncio.run(go())


def test_searxng_reads_the_first_page_that_can_be_read(evidence_server) -> None:
    spec = f"search:searxng@{evidence_server}?private=allow"
    found = search(spec)
    assert found.status == "found"
    assert found.passages[0].text == "Glasgow is in Scotland."
    assert found.passages[0].serves == ("c1",)
    assert found.hits == (Hit(f"{evidence_server}/page/good", "T", "snippet good"),)
    assert (found.engine, found.attempts) == ("searxng", 1)
    after = search(spec, "bad first")
    assert after.passages[0].title == "Glasgow"
    assert "status 404" in after.problem
    assert "image/png" in after.problem


def test_pages_inside_the_network_are_left_and_snippets_stay(evidence_server) -> None:
    found = search(f"search:searxng@{evidence_server}", "good", ("snippet good",))
    assert found.status == "found"
    assert [one.text for one in found.passages] == ["snippet good"]
    assert "not in the public network" in found.problem


def test_nothing_is_found_where_there_is_nothing(evidence_server) -> None:
    assert search(f"search:searxng@{evidence_server}", "none") == Found("nothing", engine="searxng")
    assert search(f"search:wikipedia@{evidence_server}", "nothing") == Found("nothing", engine="wikipedia")


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("outage", "status 503"),
        ("garbage", "not JSON"),
        ("other form", "another form"),
        ("slow", "within 0.3"),
    ],
)
def test_a_failing_search_says_so(evidence_server, query, problem) -> None:
    found = search(f"search:searxng@{evidence_server}?seconds=0.3&retries=1&backoff=0.01", query)
    assert found.status == "failed"
    assert problem in found.problem


def test_nobody_there_is_a_failed_search() -> None:
    found = search("search:searxng@http://127.0.0.1:9?retries=2&backoff=0.01")
    assert (found.status, found.attempts) == ("failed", 3)
    assert found.problem == "no answer (ClientConnectorError), after 3 tries"


def test_an_engine_that_fails_for_a_moment_is_asked_again(evidence_server) -> None:
    began = time.monotonic()
    found = search(f"search:searxng@{evidence_server}?backoff=0.01", "busy twice")
    assert (found.status, found.attempts) == ("found", 3)
    assert time.monotonic() - began > 0.2  # the server asked for a tenth of a second, twice


def test_a_refusal_is_not_asked_again(evidence_server) -> None:
    assert search(f"search:searxng@{evidence_server}?backoff=0.01", "forbidden").attempts == 1


def test_engines_in_turn(evidence_server) -> None:
    quick = "?retries=0"
    dead = "searxng@http://127.0.0.1:9"
    found = search(f"search:{dead}+wikipedia@{evidence_server}{quick}", "Glasgow")
    assert (found.status, found.engine, found.attempts) == ("found", "wikipedia", 2)
    assert found.problem == "searxng: no answer (ClientConnectorError)"
    # What the dead one would have found is unknown, so that the other finds nothing proves nothing.
    for spec in (f"{dead}+wikipedia@{evidence_server}", f"wikipedia@{evidence_server}+{dead}"):
        assert search(f"search:{spec}{quick}", "nothing").status == "failed"
    both = f"search:wikipedia@{evidence_server}+searxng@{evidence_server}{quick}"
    assert search(both, "good").engine == "wikipedia"
    with pytest.raises(UsageError, match="two keys"):
        make_agent("search:serper+tavily?key_env=X", PLAYING.kinds("picon"))


def test_wikis(evidence_server) -> None:
    found = search(f"search:wikipedia@{evidence_server}", "Glasgow")
    assert found.passages[0].url == "https://en.wikipedia.org/wiki/Glasgow"
    assert found.passages[0].text == "Glasgow is a city in Scotland."
    assert search(f"search:wikipedia@{evidence_server}", "error").status == "failed"
    items = search(f"search:wikidata@{evidence_server}", "Glasgow")
    assert [one.text for one in items.passages] == ["Glasgow: city in Scotland"]


@pytest.mark.parametrize(("engine", "variable"), [("serper", "SERPER_API_KEY"), ("tavily", "TAVILY_API_KEY")])
def test_engines_with_keys(evidence_server, engine, variable, monkeypatch) -> None:
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(AgentUnusableError, match=variable):
        search(f"search:{engine}@{evidence_server}")
    monkeypatch.setenv(variable, "secret-key")
    found = search(f"search:{engine}@{evidence_server}?private=allow")
    assert found.passages[0].text == "Glasgow is in Scotland."
    monkeypatch.setenv("OTHER", "wrong")
    refused = search(f"search:{engine}@{evidence_server}?key_env=OTHER")
    assert refused.status == "failed"
    assert "wrong" not in refused.problem


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Glasgow lies in Scotland.\n\nIts river is the Clyde.", encoding="utf-8")
    (tmp_path / "b.html").write_text("<title>Cobh</title><p>Cobh is in Ireland.</p>", encoding="utf-8")
    (tmp_path / "c.bin").write_bytes(b"\xff")
    found = search(f"search:folder@{tmp_path}", "Cobh", ("Cobh is in Ireland.",))
    assert found.passages[0].title == "Cobh"
    assert search(f"search:folder@{tmp_path}", "zzz", ("qqq",)) == Found("nothing", engine="folder")
    before = make_agent(f"search:folder@{tmp_path}", PLAYING.kinds("picon")).spec
    (tmp_path / "a.txt").write_text("other", encoding="utf-8")
    assert (
        make_agent(f"search:folder@{tmp_path}", PLAYING.kinds("picon")).spec != before
    )  # its content decides the run


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("search:bing", "no search 'bing'"), ("search:searxng", "no address"),
        ("search:folder@nowhere", "no such folder"), ("search:wikipedia?size=big", "is not a number"),
        ("search:wikipedia?seconds=0", "allows nothing"), ("search:wikipedia?private=yes", "is not an answer"),
        ("search:wikipedia?depth=3", "no option 'depth'"),
    ],
)  # fmt: skip
def test_wrong_specs(spec, fault) -> None:
    with pytest.raises(UsageError, match=fault):
        make_agent(spec, PLAYING.kinds("picon"))


def test_bm25_by_hand() -> None:
    # Two texts of two words; "b" in one: idf = ln(1 + 1.5/1.5) = ln 2, and the length norm is 1.
    assert bm25_scores("b", ["a b", "a c"]) == pytest.approx([0.6931 * 2.5 / 2.5, 0.0], abs=1e-4)
    assert best_texts("Glasgow", ["of cats", "GLASGOW, Scotland", "glásgow glasgow here"], 5) == [2, 1]
    assert best_texts("成都", ["杭州的西湖", "成都在四川"], 1) == [1]
    assert best_texts("x", [], 3) == []


@given(st.text(alphabet="ab .\n。", max_size=300), st.integers(5, 50))
def test_splitting_loses_nothing_but_white_space(text, longest) -> None:
    pieces = split_text(text, longest)
    assert all(len(piece) <= longest for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())
