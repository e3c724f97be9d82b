"""The readable text of a page, by selectolax (the Lexbor parser).

Pages are chosen by what a persona says, so they may be made to hurt: Lexbor, like every parser of the HTML
standard, takes time in the square of the depth of nesting. Pages nested deeper than any real one are refused
before they are parsed, and tags that only mark up words are cut out first, which also keeps lines whole.
"""

from __future__ import annotations

import re

_NOISE = (
    "script",
    "style",
    "noscript",
    "template",
    "nav",
    "header",
    "footer",
    "aside",
    "form",
    "svg",
    "iframe",
)
_INLINE = re.compile(
    r"</?(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small"
    r"|span|strike|strong|sub|sup|time|tt|u|var|wbr)(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)", re.IGNORECASE)
# Tags that hold nothing, or that the next of their kind ends.
_FLAT = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
        "dd",
        "dt",
        "li",
        "optgroup",
        "option",
        "p",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
    ]
)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "header",
        "hgroup",
        "main",
        "menu",
        "nav",
        "ol",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "ul",
    ]
)
_SCOPES = frozenset(("applet", "caption", "html", "marquee", "math", "object", "svg", "table", "template"))
DEEPEST = 1000


class DeepPageError(ValueError):
    """A page whose elements are nested too deeply to be parsed in reasonable time."""


def page_text(html: str) -> tuple[str, str]:
    """Title and text of a page: headings, paragraphs, list items and cells, one a line.

    What surrounds the text (scripts, navigation, header, footer, forms) is left out; of the page's ``main``
    or ``article``, where it has one, only that is taken.

    Raises:
        DeepPageError: elements are nested more than ``DEEPEST`` deep.
    """
    from selectolax.lexbor import LexborHTMLParser

    flat = _INLINE.sub("", html)
    if _too_deep(flat):
        raise DeepPageError(f"is nested more than {DEEPEST:,} elements deep")
    page = LexborHTMLParser(flat)
    title_node = page.css_first("title")
    title = " ".join(title_node.text().split()) if title_node else ""
    page.strip_tags(list(_NOISE))
    root = page.css_first("main") or page.css_first("article") or page.body
    if root is None:
        return title, ""
    lines = (" ".join(line.split()) for line in root.text(separator="\0").split("\0"))
    return title, "\n".join(filter(None, lines))


def _too_deep(html: str) -> bool:
    """Whether elements may be nested too deeply: judged as the standard reads end tags, in doubt deeper."""
    opened: list[str] = []
    for match in _TAG.finditer(html):
        name = match[2].lower()
        if name in _FLAT:
            continue
        if not match[1]:
            opened.append(name)
            if len(opened) > DEEPEST:
                return True
        elif name in _BLOCKS:
            _end_block(name, opened)
        elif opened and opened[-1] == name:
            opened.pop()
    return False


def _end_block(name: str, opened: list[str]) -> None:
    """A block's end tag ends what stands open inside it as well, but reaches out of no table."""
    for index in range(len(opened) - 1, -1, -1):
        if opened[index] == name:
            del opened[index:]
            return
        if opened[index] in _SCOPES:
            return
