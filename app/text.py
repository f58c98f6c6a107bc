# SPDX-License-Identifier: Apache-2.0
"""Hostile text made fit to draw: nothing hidden, nothing interpreted. No Qt in here."""

from __future__ import annotations

import re

SHOWN_CHARS = 24_000
"""How many characters of one entry are laid out in the view: about 5 ms of work, or 20 where they are Chinese."""

SHOWN_LINES = 600
"""How many lines of one entry are laid out in the view."""

_ANSI = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours and cursor movements
    r"|\x9b[0-?]*[ -/]*[@-~]"
    r"|\x1b[\]PX^_][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\)"  # titles, links, device strings
    r"|\x1b(?:[#%()*+./-][0-9A-Za-z]|[78=>cDEHMNOZlmno|}~\\])"
)
_BREAKS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_ODD = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f"  # control characters
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they reorder what follows: text that reads other than it is
    "\ufff9-\ufffc\ufeff\U000e0000-\U000e007f"  # invisible, or a place for an object
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\uffa0"  # nothing to see
    "\ud800-\udfff]"  # half a character
)

_JOINERS, _SELECTORS = "\u200c\u200d", "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_STRAY = re.compile(  # emoji and some scripts need them, each behind a character of theirs; elsewhere they hide things
    f"(?<![^\x00-\x7f{_JOINERS}\U000e0100-\U000e01ef])[{_JOINERS}]"
    f'|(?<![^\x00-"\x24-\x29\x2b-\x2f\x3a-\x7f{_JOINERS}{_SELECTORS}])[{_SELECTORS}]'
)


def clean(text: str) -> str:
    """
    The text as it is drawn: escape sequences dropped, line breaks as line feeds, control characters as pictures.

    The result holds no character that could reorder, hide or fetch anything, and never raises in Qt.
    """
    if "\x1b" in text or "\x9b" in text:
        text = _ANSI.sub("", text)
    text = _BREAKS.sub("\n", text)
    if not text.isascii():
        text = _STRAY.sub(_picture, text)
    return _ODD.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF or 0xFFF9 <= code <= 0xFFFC or code >= 0xE0000:
        return "\ufffd"
    return f"⟦U+{code:04X}⟧"


def shown_part(text: str) -> tuple[str, bool]:
    """What of a long text is laid out, cleaned, and whether something was left out."""
    part = text[:SHOWN_CHARS]
    lines = part.split("\n", SHOWN_LINES)
    if len(lines) > SHOWN_LINES:
        part = "\n".join(lines[:SHOWN_LINES])
    return clean(part).rstrip("\n"), len(part) < len(text) and bool(text[len(part) :].strip("\n"))


def one_line(text: str, limit: int = 400) -> str:
    """The first line that holds something, cleaned and cut: for a row that has room for one."""
    lines = clean(text[: 4 * limit]).split("\n")
    return next((" ".join(words)[:limit] for line in lines if (words := line.split())), "")


def utf16_length(text: str) -> int:
    """The length as Qt counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def utf16_slice(text: str, start: int, end: int) -> str:
    """A part by Qt's positions; half a character at either end becomes a replacement sign."""
    if text.isascii():
        return text[start:end]
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le", "replace")


def utf16_index(text: str, index: int) -> int:
    """Qt's position of a position in `text`."""
    return index if text.isascii() else utf16_length(text[:index])
