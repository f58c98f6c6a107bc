# SPDX-License-Identifier: Apache-2.0
"""The pages of the help as data: read from `resources/help`, one made of the acts, searched by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.actions import Act, keys_shown
from app.assets import RESOURCES
from app.translate import QT_TR_NOOP, tr

FOLDER = RESOURCES / "help"
FIRST, KEYBOARD = "first-steps", "keyboard"

_ORDER = re.compile(r"^\d+-")
_MARKS = re.compile(r"[*_`#>|]|\]\([^)]*\)|\[")
_AROUND = 60


@dataclass(frozen=True, slots=True)
class HelpPage:
    """
    One page.

    Attributes:
        id: the file's name without its number and ending; links between pages and F1 use it.
        text: Markdown.
    """

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """A page that holds the words, and what stands around the first of them."""

    page: HelpPage
    excerpt: str


def read_pages(folder: Path = FOLDER, acts: Iterable[Act] = ()) -> list[HelpPage]:
    """Every page in the order of the files' numbers, and last the keyboard as it is bound now. Blocks for a moment."""
    pages = []
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        id_ = _ORDER.sub("", path.stem)
        pages.append(HelpPage(id_, _title_of(text) or id_.replace("-", " ").capitalize(), text))
    return [*pages, keyboard_page(acts)]


def keyboard_page(acts: Iterable[Act]) -> HelpPage:
    """The bindings that hold now."""
    title, does, keys = tr("Keyboard"), tr("does"), tr("keys")
    head = [f"# {title}", "", tr(_ABOUT), "", f"| {_cell(does)} | {_cell(keys)} |", "|---|---|"]
    foot = [f"- {tr(line)}" for line in _MORE]
    rows = [f"| {_cell(act.title)} | {_cell(keys_shown(act))} |" for act in acts if act.keys]
    return HelpPage(KEYBOARD, title, "\n".join([*head, *dict.fromkeys(rows), "", *foot]))


def search(pages: Sequence[HelpPage], words: str) -> list[Found]:
    """Pages that hold all the words, those with one in the title first; every page where there are none."""
    wanted = words.casefold().split()
    found = []
    for at, page in enumerate(pages):
        plain = _plain(page.text)
        folded = plain.casefold()
        if all(word in folded for word in wanted):
            rank = 0 if any(word in page.title.casefold() for word in wanted) else 1
            found.append((rank, at, Found(page, _excerpt(plain, wanted[0]) if wanted else "")))
    return [one for *_, one in sorted(found, key=lambda entry: entry[:2])]


def page_of_link(link: str) -> str | None:
    """The page that a link between pages means (`50-agents.md#roles`); None for a link that leads elsewhere."""
    path, _, _ = link.partition("#")
    return _ORDER.sub("", path.removesuffix(".md")) if path.endswith(".md") and "/" not in path else None


def _title_of(text: str) -> str:
    first = text.lstrip().split("\n", 1)[0]
    return first[2:].strip() if first.startswith("# ") else ""


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub(" ", text).split())


def _excerpt(plain: str, word: str) -> str:
    at = max(0, plain.casefold().find(word) - _AROUND // 2)
    cut = plain[at : at + 2 * _AROUND]
    return f"{'… ' if at else ''}{cut}{' …' if at + len(cut) < len(plain) else ''}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


_ABOUT = QT_TR_NOOP("Everything can be done without a mouse. The command palette finds what has no key of its own.")
_MORE = (
    QT_TR_NOOP(
        "**Tab** and **Shift+Tab** go from one control to the next; arrow keys move within lists, trees and tabs."
    ),
    QT_TR_NOOP("**Escape** closes a dialog and changes nothing."),
    QT_TR_NOOP("**Enter** never answers what needs you, and no key does within the first second."),
)
