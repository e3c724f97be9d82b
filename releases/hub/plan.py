"""What publishing a release would do, found by reading the Hub only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from huggingface_hub.errors import RepositoryNotFoundError

from ...errors import HubError
from ..stores import parse_version
from .address import tag_of
from .contents import HUB_FILES, commit_files, holds_release, refuse_foreign, release_files
from .failures import clear_failures
from .records import recorded_commit

if TYPE_CHECKING:
    from huggingface_hub import HfApi

    from ..release import Release

BRANCH = "main"
_VERSION_TAG = re.compile(r"v\d+\.\d+\.\d+")


@dataclass(frozen=True)
class PublishPlan:
    """The steps that are left to do.

    Attributes:
        repository: ``org/name``.
        release: ``benchmark@version``.
        tag: the tag it gets.
        create: whether the repository is still to be made.
        parent: head of the branch that a commit builds on; None where there is none yet.
        upload: files to send, with their sizes in bytes.
        delete: files of an older release that go.
        commit: the commit that already holds the release, or None.
        tagged: whether the tag is already on it.
    """

    repository: str
    release: str
    tag: str
    create: bool
    parent: str | None
    upload: tuple[tuple[str, int], ...]
    delete: tuple[str, ...]
    commit: str | None
    tagged: bool

    def sentences(self) -> list[str]:
        """The plan for people."""
        said = [f"create the dataset repository {self.repository}"] if self.create else []
        if self.commit is None:
            size = sum(size for _, size in self.upload)
            said.append(
                f"commit {len(self.upload)} files, {size:,} bytes, on {self.parent or 'the first commit'}"
            )
            said += [f"  + {path} ({size:,} bytes)" for path, size in self.upload]
            said += [f"  - {path}" for path in self.delete]
        else:
            said.append(f"commit {self.commit} holds {self.release} already: nothing to send")
        said.append(f"the tag {self.tag} is on it already" if self.tagged else f"tag it {self.tag}")
        said.append("read everything back and compare digests")
        return said


def make_plan(api: HfApi, release: Release, repository: str) -> PublishPlan:
    """Read the Hub and say what is left to do.

    Raises:
        HubError: the tag is on another commit, the repository holds something else or a newer version, or a
            call failed.
    """
    tag = tag_of(release.manifest.version)
    upload = tuple((path, local.stat().st_size) for path, local in release_files(release).items())
    with clear_failures(repository, "reading its branches and tags"):
        try:
            refs = api.list_repo_refs(repository, repo_type="dataset")
        except RepositoryNotFoundError:
            return PublishPlan(repository, release.name, tag, True, None, upload, (), None, False)
        heads = {ref.name: ref.target_commit for ref in refs.branches}
        tags = {ref.name: ref.target_commit for ref in refs.tags}
        head = heads.get(BRANCH)
        if tag in tags:
            check_tag(api, release, repository, tags[tag])
            return PublishPlan(repository, release.name, tag, False, head, upload, (), tags[tag], True)
        _refuse_newer(tags, release, repository)
        if head is None:
            return PublishPlan(repository, release.name, tag, False, None, upload, (), None, False)
        files = commit_files(api, repository, head)
        refuse_foreign(files, repository)
        commit = _commit_that_holds(api, release, repository, head)
        gone = tuple(sorted(set(files) - HUB_FILES - {path for path, _ in upload}))
        return PublishPlan(repository, release.name, tag, False, head, upload, gone, commit, False)


def check_tag(api: HfApi, release: Release, repository: str, commit: str) -> None:
    """Refuse a tag that stands where it should not.

    Raises:
        HubError: the tag's commit is not the recorded one, or holds something else than the release.
    """
    tag = tag_of(release.manifest.version)
    known = recorded_commit(api.endpoint, repository, tag)
    if known is not None and known != commit:
        raise HubError(
            "tag-moved",
            f"the tag {tag} was recorded at commit {known} and is now at {commit}",
            where=repository,
            fix="find out who moved it; publish a new version rather than moving a tag",
        )
    if not holds_release(commit_files(api, repository, commit), release):
        raise HubError(
            "tag-elsewhere",
            f"the tag {tag} is on commit {commit}, which does not hold {release.name} with digest "
            f"{release.digest[:16]}",
            where=repository,
            fix="freeze and publish a new version: a tag is never moved",
        )


def _refuse_newer(tags: Iterable[str], release: Release, repository: str) -> None:
    """The main branch holds the newest version: an older one may not be put on top of it."""
    version = parse_version(release.manifest.version)
    newer = [tag for tag in tags if _VERSION_TAG.fullmatch(tag) and parse_version(tag[1:]) > version]
    if newer:
        raise HubError(
            "newer-there",
            f"it holds {newer[0]} already, which is newer than {release.name}",
            where=repository,
            fix="publish versions in their order, or an old one to another repository",
        )


def commit_title(release: Release) -> str:
    """The title of a release's commit, by which a publish that was cut off finds it again."""
    return f"Release {release.name} ({release.digest[:16]})"


def _commit_that_holds(api: HfApi, release: Release, repository: str, head: str) -> str | None:
    """The newest commit that holds exactly the release: left by a publish that was cut off."""
    title = commit_title(release)
    for entry in api.list_repo_commits(repository, repo_type="dataset", revision=head):
        if entry.title == title and holds_release(commit_files(api, repository, entry.commit_id), release):
            return entry.commit_id
    return None
