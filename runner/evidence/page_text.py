"""The readable text of a page, by selectolax (the Lexbor parser)."""

from __future__ import annotations

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
_BLOCKS = ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "blockquote", "pre", "dd", "dt")


def page_text(html: str) -> tuple[str, str]:
    """Title and text of a page: headings, paragraphs, list items and cells, one a line.

    What surrounds the text (scripts, navigation, header, footer, forms) is left out; of the page's ``main``
    or ``article``, where it has one, only that is taken.
    """
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(html)
    title_node = page.css_first("title")
    title = " ".join(title_node.text().split()) if title_node else ""
    page.strip_tags(list(_NOISE))
    root = page.css_first("main") or page.css_first("article") or page.body
    if root is None:
        return title, ""
    lines: list[str] = []
    for node in root.css(", ".join(_BLOCKS)):
        if any(inner is not node and inner.tag in _BLOCKS for inner in node.css(", ".join(_BLOCKS))):
            continue
        line = " ".join(node.text(separator=" ").split())
        if line:
            lines.append(line)
    return title, "\n".join(lines) or " ".join(root.text(separator=" ").split())
