"""Publishing against the loopback Hub with the unmodified client: the states it can end in, and re-runs."""

from typing import Any

import pytest
from huggingface_hub import CommitOperationAdd, HfApi
from standfast.cards.card import render_card
from standfast.errors import HubError
from standfast.releases.hub.plan import make_plan
from standfast.releases.hub.publish import publish, publish_card
from standfast.releases.hub.records import record
from standfast.releases.manifest import MANIFEST_FILE
from standfast.releases.release import Release

REPOSITORY = "org/bench"
FILES = {"README.md", "conditions.parquet", "croissant.json", "eval.yaml", "prompts.parquet", MANIFEST_FILE,
         "single_turn.parquet", "topics.parquet", "user_turns.parquet"}  # fmt: skip


def no_comparison(*_: object) -> None:
    """Reading back is tested on the command line, where datasets finds this Hub."""


def send(api: HfApi, release: Release, **options: Any) -> Any:
    return publish(api, release, REPOSITORY, compare=no_comparison, **options)


def commits(api: HfApi) -> list[str]:
    return [one.title for one in api.list_repo_commits(REPOSITORY, repo_type="dataset")]


def tags(api: HfApi) -> dict[str, str]:
    return {t.name: t.target_commit for t in api.list_repo_refs(REPOSITORY, repo_type="dataset").tags}


def put(api: HfApi, path: str, data: bytes) -> str:
    """What someone else commits."""
    operations = [CommitOperationAdd(path_in_repo=path, path_or_fileobj=data)]
    return api.create_commit(REPOSITORY, operations, commit_message="mine", repo_type="dataset").oid


def test_one_commit_with_its_parent_and_a_tag_on_it(hub: Any, release: Release) -> None:
    api = hub.api()
    done = send(api, release)
    assert (done.committed, done.tagged) == (True, True)
    assert commits(api) == [f"Release bias@1.0.0 ({release.digest[:16]})", "initial commit"]
    assert tags(api) == {"v1.0.0": done.publication.commit}
    assert set(api.list_repo_files(REPOSITORY, repo_type="dataset")) == FILES | {".gitattributes"}
    assert len(hub.seen("POST", "/commit/")) == 1


def test_publishing_again_sends_nothing(hub: Any, release: Release) -> None:
    api = hub.api()
    first = send(api, release)
    hub.behave()
    again = send(api, release)
    assert (again.committed, again.tagged) == (False, False)
    assert again.publication == first.publication
    assert hub.seen("POST") == []


def test_a_private_repository_is_private(hub: Any, release: Release) -> None:
    send(hub.api(), release, private=True)
    assert hub.api().repo_info(REPOSITORY, repo_type="dataset").private
    with pytest.raises(HubError, match="no such dataset, or it is private"):
        make_plan_of_stranger(hub, release)


def make_plan_of_stranger(hub: Any, release: Release) -> None:
    publish_card(HfApi(endpoint=hub.endpoint, token=False), release, REPOSITORY, b"# A card\n")


def test_a_dry_run_reads_only(hub: Any, release: Release) -> None:
    plan = make_plan(hub.api(), release, REPOSITORY)
    assert plan.create
    assert {path for path, _ in plan.upload} == FILES
    assert plan.sentences()[0] == "create the dataset repository org/bench"
    assert hub.seen("POST") == []


def test_the_next_version_builds_on_the_last_and_removes_what_it_no_longer_has(
    hub: Any, release: Release, next_release: Release
) -> None:
    api = hub.api()
    first = send(api, release)
    put(api, "old_table.parquet", b"rows of a table that is gone")
    plan = make_plan(api, next_release, REPOSITORY)
    assert plan.delete == ("old_table.parquet",)
    second = send(api, next_release)
    assert set(api.list_repo_files(REPOSITORY, repo_type="dataset")) == FILES | {".gitattributes"}
    assert tags(api) == {"v1.0.0": first.publication.commit, "v1.0.1": second.publication.commit}


FAULTS = {
    "the repository is made, its answer lost": ("POST", "/repos/create", True),
    "no file goes up": ("POST", "/commit/", False),
    "the commit is made, its answer lost": ("POST", "/commit/", True),
    "the tag is not set": ("POST", "/tag/", False),
    "the tag is set, its answer lost": ("POST", "/tag/", True),
}


@pytest.mark.parametrize("what", FAULTS)
@pytest.mark.parametrize("how", [{"drop": True}, {"status": 500}], ids=["dropped", "server error"])
def test_a_publish_cut_off_anywhere_is_finished_by_the_next(
    hub: Any, release: Release, what: str, how: dict[str, object]
) -> None:
    method, path, after = FAULTS[what]
    hub.behave({"method": method, "path": path, "after": after, **how})
    with pytest.raises(HubError) as caught:
        send(hub.api(), release)
    assert caught.value.state == ("unreachable" if "drop" in how else "server")
    assert "run the same command again: what has arrived is found and is not sent twice" in str(caught.value)
    done = send(hub.api(), release)
    assert commits(hub.api()) == [f"Release bias@1.0.0 ({release.digest[:16]})", "initial commit"]
    assert tags(hub.api()) == {"v1.0.0": done.publication.commit}


def test_a_lost_tag_is_set_on_the_release_even_when_the_branch_went_on(hub: Any, release: Release) -> None:
    api = hub.api()
    hub.behave({"method": "POST", "path": "/tag/", "drop": True})
    with pytest.raises(HubError):
        send(api, release)
    put(api, "README.md", b"---\nlicense: mit\n---\nAnother card.\n")
    done = send(api, release)
    assert (done.committed, done.tagged) == (False, True)
    assert commits(api) == ["mine", f"Release bias@1.0.0 ({release.digest[:16]})", "initial commit"]
    assert api.list_repo_commits(REPOSITORY, repo_type="dataset")[1].commit_id == done.publication.commit


def test_a_parent_that_moved_is_told_and_nothing_is_written(
    hub: Any, release: Release, next_release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = hub.api()
    send(api, release)
    real = HfApi.create_commit

    def slow(self: HfApi, *arguments: Any, **options: Any) -> Any:
        monkeypatch.setattr(HfApi, "create_commit", real)
        put(hub.api(), "README.md", b"---\nlicense: mit\n---\nMeanwhile.\n")
        return real(self, *arguments, **options)

    monkeypatch.setattr(HfApi, "create_commit", slow)
    with pytest.raises(
        HubError, match="org/bench: someone else committed while sending the files; nothing"
    ) as c:
        send(api, next_release)
    assert c.value.state == "parent-moved"
    assert "v1.0.1" not in tags(api)
    assert send(api, next_release).committed


def test_a_tag_on_another_commit_is_named_and_left(hub: Any, release: Release) -> None:
    api = hub.api()
    api.create_repo(REPOSITORY, repo_type="dataset")
    api.create_tag(REPOSITORY, tag="v1.0.0", repo_type="dataset")
    before = tags(api)
    with pytest.raises(HubError) as caught:
        send(api, release)
    assert caught.value.state == "tag-elsewhere"
    assert str(caught.value) == (
        f"org/bench: the tag v1.0.0 is on commit {before['v1.0.0']}, which does not hold bias@1.0.0 with digest "
        f"{release.digest[:16]}; freeze and publish a new version: a tag is never moved"
    )
    assert tags(api) == before
    assert commits(api) == ["initial commit"]


def test_a_tag_set_by_someone_else_in_between_is_looked_at(hub: Any, release: Release) -> None:
    api = hub.api()
    hub.behave(
        {"method": "POST", "path": "/tag/", "status": 409, "message": "Tag reference exists", "after": True}
    )
    assert send(api, release).tagged
    assert len(tags(api)) == 1


def test_a_tag_that_moved_since_it_was_recorded_names_both_commits(hub: Any, release: Release) -> None:
    api = hub.api()
    done = send(api, release).publication
    record(done)
    head = put(api, "README.md", b"---\nlicense: mit\n---\nAnother card.\n")
    api.delete_tag(REPOSITORY, tag="v1.0.0", repo_type="dataset")
    api.create_tag(REPOSITORY, tag="v1.0.0", revision=head, repo_type="dataset")
    with pytest.raises(HubError, match=f"recorded at commit {done.commit} and is now at {head}") as caught:
        send(api, release)
    assert caught.value.state == "tag-moved"


def test_a_repository_of_something_else_is_left_alone(hub: Any, release: Release) -> None:
    api = hub.api()
    api.create_repo(REPOSITORY, repo_type="dataset")
    put(api, "photos.txt", b"mine")
    with pytest.raises(
        HubError, match=r"org/bench: it holds photos.txt but no release.json: .* another"
    ) as caught:
        send(api, release)
    assert caught.value.state == "foreign-repository"
    assert commits(api) == ["mine", "initial commit"]


@pytest.mark.parametrize("token", ["hub_reader_token", "nonsense", False])
def test_a_missing_right_is_said(hub: Any, release: Release, token: Any) -> None:
    with pytest.raises(
        HubError, match="refuses while creating it.*set HF_TOKEN to a token that may write"
    ) as c:
        send(HfApi(endpoint=hub.endpoint, token=token), release)
    assert c.value.state == "no-right"


@pytest.mark.parametrize(
    ("fault", "state", "sentence"),
    [
        (
            {"status": 429, "headers": {"RateLimit": '"api";r=0;t=55', "RateLimit-Policy": '"fixed window";"api";q=500;w=300'}},
            "rate-limited",
            r"rate limit is reached while tagging the commit \(500 calls in 300 seconds are allowed\); wait 55 seconds",
        ),
        ({"status": 429, "headers": {"Retry-After": "7"}}, "rate-limited", "wait 7 seconds, then run the same"),
        ({"status": 429}, "rate-limited", "wait some minutes, then run the same"),
        ({"status": 403, "message": "Private repository storage limit reached"}, "quota", "no room .* storage limit"),
        ({"status": 413, "message": "Payload too large"}, "quota", "no room for it while tagging the commit: Payload"),
        ({"status": 403, "message": "Forbidden {0}"}, "no-right", r"refuses while tagging the commit: Forbidden \(0\)"),
        ({"status": 502, "message": "Bad gateway"}, "server", "the Hub answers 502 while tagging the commit"),
    ],
)  # fmt: skip
def test_every_refusal_has_its_state(
    hub: Any, release: Release, fault: dict[str, object], state: str, sentence: str
) -> None:
    hub.behave({"method": "POST", "path": "/tag/", **fault})
    with pytest.raises(HubError, match=sentence) as caught:
        send(hub.api(), release)
    assert caught.value.state == state


def test_a_hub_that_is_not_there_is_unreachable(release: Release) -> None:
    with pytest.raises(HubError) as caught:
        send(HfApi(endpoint="http://127.0.0.1:9", token="x"), release)
    assert caught.value.state == "unreachable"


def test_the_card_alone_can_be_updated(hub: Any, release: Release, next_release: Release) -> None:
    api = hub.api()
    done = send(api, release).publication
    there = (release.folder / "README.md").read_bytes()
    assert render_card(release.manifest).encode() == there
    assert publish_card(api, release, REPOSITORY, there) is None
    better = b"---\nlicense: cc-by-4.0\n---\n# Better said\n"
    commit = publish_card(api, release, REPOSITORY, better)
    assert commits(api)[0] == "Update the card of bias@1.0.0"
    assert tags(api) == {"v1.0.0": done.commit}
    tables = {
        p.path: p.blob_id for p in api.list_repo_tree(REPOSITORY, repo_type="dataset", revision=done.commit)
    }
    now = {p.path: p.blob_id for p in api.list_repo_tree(REPOSITORY, repo_type="dataset", revision=commit)}
    assert {path for path in now if now[path] != tables[path]} == {"README.md"}
    assert not send(api, release).committed
    with pytest.raises(HubError, match="its main branch does not hold bias@1.0.1"):
        publish_card(api, next_release, REPOSITORY, better)


def test_an_older_version_is_not_put_on_top_of_a_newer(
    hub: Any, release: Release, next_release: Release
) -> None:
    send(hub.api(), next_release)
    with pytest.raises(
        HubError, match=r"it holds v1.0.1 already, which is newer than bias@1.0.0; publish versions"
    ):
        send(hub.api(), release)
    assert list(tags(hub.api())) == ["v1.0.1"]
