"""Loading from the loopback Hub: kept copies, tags that move, and a Hub that cannot be reached."""

from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import CommitOperationAdd, HfApi
from standfast.errors import DigestMismatchError, HubError, ReleaseError, UsageError
from standfast.releases.hub.address import is_hub_reference, parse_address
from standfast.releases.hub.fetch import fetch_release
from standfast.releases.hub.publish import publish
from standfast.releases.hub.records import Publication, record
from standfast.releases.load import load_release
from standfast.releases.release import Release

UNREACHABLE = "http://127.0.0.1:9"


@pytest.fixture
def published(hub: Any, release: Release) -> Publication:
    return publish(hub.api(), release, "org/bench", compare=lambda *_: None).publication


def test_by_tag_and_by_commit_it_is_the_same_folder(
    hub: Any, published: Publication, release: Release
) -> None:
    folder = fetch_release("org/bench@v1.0.0", hub.api())
    assert folder == fetch_release("org/bench@1.0.0", hub.api())
    assert folder == fetch_release(f"org/bench@{published.commit}", hub.api())
    loaded = load_release(folder)
    assert loaded.digest == release.digest
    assert all(loaded.tables[name].equals(release.tables[name]) for name in release.tables)


def test_a_kept_commit_is_not_downloaded_again(hub: Any, published: Publication) -> None:
    fetch_release("org/bench@v1.0.0", hub.api())
    hub.behave()
    fetch_release("org/bench@v1.0.0", hub.api())
    assert hub.seen() == ["GET /api/datasets/org/bench/refs"]
    hub.behave()
    fetch_release(f"org/bench@{published.commit}", hub.api())
    assert hub.seen() == []


def test_a_kept_tag_needs_no_hub(hub: Any, published: Publication) -> None:
    folder = fetch_release("org/bench@v1.0.0", hub.api())
    hub.behave({"method": "GET", "path": "/refs", "drop": True, "times": 9})
    assert fetch_release("org/bench@v1.0.0", hub.api()) == folder


def test_what_is_not_kept_needs_the_hub(hub: Any, published: Publication) -> None:
    hub.behave({"method": "GET", "path": "/refs", "drop": True, "times": 9})
    with pytest.raises(HubError) as caught:
        fetch_release("org/bench@v1.0.0", hub.api())
    assert caught.value.state == "unreachable"


def move_tag(api: HfApi) -> str:
    operation = CommitOperationAdd(
        path_in_repo="README.md", path_or_fileobj=b"---\nlicense: mit\n---\nOther.\n"
    )
    head = api.create_commit("org/bench", [operation], commit_message="mine", repo_type="dataset").oid
    api.delete_tag("org/bench", tag="v1.0.0", repo_type="dataset")
    api.create_tag("org/bench", tag="v1.0.0", revision=head, repo_type="dataset")
    return head


def test_a_tag_that_moved_since_it_was_loaded_names_both_commits(hub: Any, published: Publication) -> None:
    fetch_release("org/bench@v1.0.0", hub.api())
    head = move_tag(hub.api())
    with pytest.raises(HubError) as caught:
        fetch_release("org/bench@v1.0.0", hub.api())
    assert caught.value.state == "tag-moved"
    assert str(caught.value) == (
        f"org/bench: the tag v1.0.0 was recorded at commit {published.commit} and is now at {head}; "
        f"use org/bench@{published.commit} for what was recorded"
    )
    assert fetch_release(f"org/bench@{published.commit}", hub.api()).name == published.commit


def test_a_tag_that_moved_since_it_was_published_is_noticed_by_those_who_never_loaded_it(
    hub: Any, published: Publication
) -> None:
    record(published)
    head = move_tag(hub.api())
    with pytest.raises(HubError, match=f"recorded at commit {published.commit} and is now at {head}"):
        fetch_release("org/bench@v1.0.0", hub.api())


def test_a_tag_that_is_gone_is_told(hub: Any, published: Publication) -> None:
    fetch_release("org/bench@v1.0.0", hub.api())
    hub.api().delete_tag("org/bench", tag="v1.0.0", repo_type="dataset")
    with pytest.raises(HubError, match=f"was recorded at commit {published.commit} and is now gone"):
        fetch_release("org/bench@v1.0.0", hub.api())


def test_a_commit_with_other_bytes_is_a_mismatch_and_is_not_kept(hub: Any, published: Publication) -> None:
    head = move_tag(hub.api())
    with pytest.raises(DigestMismatchError, match=r"README.md: the file is not the one that was frozen"):
        fetch_release(f"org/bench@{head}", hub.api())
    assert not any(path.name == head for path in Path().rglob("*"))


@pytest.mark.parametrize(
    ("reference", "sentence"),
    [
        ("org/bench@v9.0.0", "org/bench: there is no tag v9.0.0"),
        ("org/bench@" + "0" * 40, "there is no such revision or file while downloading release.json"),
        ("org/nothing@v1.0.0", "there is no such dataset, or it is private, while reading its tags"),
    ],
)
def test_what_is_not_there_is_said(hub: Any, published: Publication, reference: str, sentence: str) -> None:
    with pytest.raises(HubError, match=sentence) as caught:
        fetch_release(reference, hub.api())
    assert caught.value.state == "not-found"


def test_a_dataset_that_is_no_release_is_said(hub: Any) -> None:
    hub.api().create_repo("org/photos", repo_type="dataset")
    hub.api().create_tag("org/photos", tag="v1", repo_type="dataset")
    with pytest.raises(HubError, match="no such revision or file while downloading release.json"):
        fetch_release("org/photos@v1", hub.api())


def test_addresses() -> None:
    assert parse_address("org/bench@1.2.3").tag == "v1.2.3"
    assert parse_address("org/bench@nightly").tag == "nightly"
    assert parse_address("org/bench@" + "a" * 40).commit == "a" * 40
    with pytest.raises(UsageError, match="write ORG/NAME@TAG or ORG/NAME@COMMIT"):
        parse_address("org/bench")
    assert not is_hub_reference("bias@1.0.0")
    Path("org").mkdir()
    Path("org/bench@1").mkdir()
    assert not is_hub_reference("org/bench@1")


def test_a_torn_record_is_an_error() -> None:
    from standfast.releases.hub.records import read_records

    Path("published.json").write_text("[{")
    with pytest.raises(ReleaseError, match="the record of publications cannot be read"):
        read_records(Path("published.json"))


def test_a_checkout_records_in_its_releases_folder(published: Publication) -> None:
    Path("releases").mkdir()
    Path("releases/published.json").write_text("[]\n")
    assert record(published) == Path("releases/published.json")
    before = Path("releases/published.json").read_bytes()
    record(published)
    assert Path("releases/published.json").read_bytes() == before
    assert published.commit.encode() in before
