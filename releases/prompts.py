"""Prompts of a release, filled; the runner holds no wording of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import ReleaseError

if TYPE_CHECKING:
    import jinja2

    from .release import Release


class Prompts:
    """The prompts of a release in one language."""

    def __init__(self, release: Release, language: str) -> None:
        """Read them once.

        Args:
            release: the release.
            language: ISO 639-1 code.
        """
        self._release = release.name
        self._language = language
        rows = release.tables["prompts"].filter(language=language)
        self._texts: dict[str, str] = dict(rows.select("prompt_id", "text").iter_rows())

    def text(self, prompt_id: str) -> str:
        """A prompt as it stands in the release.

        Raises:
            ReleaseError: the release has no such prompt.
        """
        if prompt_id not in self._texts:
            raise ReleaseError(
                f"there is no prompt {prompt_id!r} ({self._language})",
                where=self._release,
                fix="use a release that has it, or an offline agent for this role",
            )
        return self._texts[prompt_id]

    def fill(self, prompt_id: str, values: dict[str, Any]) -> str:
        """A prompt with its placeholders filled.

        Raises:
            ReleaseError: no such prompt, or it has a placeholder that ``values`` does not name.
        """
        import jinja2

        try:
            return _template(self.text(prompt_id)).render(values).strip()
        except jinja2.TemplateError as error:
            raise ReleaseError(
                f"prompt {prompt_id!r} cannot be filled ({error})",
                where=self._release,
                fix="use a version of the package that knows this release's prompts",
            ) from error

    def digests(self, prompt_ids: Iterable[str]) -> dict[str, str]:
        """Prompt id to SHA-256 of its text.

        Raises:
            ReleaseError: no such prompt.
        """
        return {
            prompt_id: hashlib.sha256(self.text(prompt_id).encode()).hexdigest() for prompt_id in prompt_ids
        }


@lru_cache(maxsize=256)
def _template(text: str) -> jinja2.Template:
    import jinja2

    return jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False).from_string(text)
