# SPDX-License-Identifier: Apache-2.0
"""The syntax colours of YAML: found by pygments in a thread, line by line for what is being typed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Literal, Name, Punctuation, String, _TokenType
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.tasks import Loader, Tasks
from app.text import utf16_length
from app.theme import theme

LEX_AFTER_MS = 120
"""How long after the last edit the whole text is looked at again, in milliseconds."""

_LONGEST = 1_000
"""Characters of a line that is coloured; a longer one is no line that a person wrote."""

_AT_ONCE = 60
"""Lines that are coloured anew before the window has its turn."""

_INKS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "muted"),
    (Name.Tag, "blue"),
    (Name.Variable, "violet"),
    (Name.Namespace, "plum"),
    (Keyword, "violet"),
    (String, "green"),
    (Literal.Scalar, "text"),
    (Literal.Number, "brass"),
    (Punctuation, "muted"),
)


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line, by Qt's positions, and the token of its colour."""

    start: int
    length: int
    ink: str


Line = tuple[Span, ...]


def lexed(text: str) -> list[Line]:
    """The coloured parts of every line. Takes a second for the largest file: for a thread."""
    lines = text.split("\n")
    if any(len(line) > _LONGEST for line in lines):
        lines = [line if len(line) <= _LONGEST else "" for line in lines]
    found: list[list[Span]] = [[]]
    column = 0
    for _, token, value in _lexer().get_tokens_unprocessed("\n".join(lines)):
        ink = _ink(token)
        for at, part in enumerate(value.split("\n")):
            if at:
                found.append([])
                column = 0
            width = utf16_length(part)
            if part.strip() and ink != "text":
                found[-1].append(Span(column, width, ink))
            column += width
    return [tuple(spans) for spans in found]


@cache
def _lexer() -> Lexer:
    from pygments.lexers.data import YamlLexer

    return YamlLexer()


@cache
def _ink(token: _TokenType) -> str:
    return next((ink for kind, ink in _INKS if kind in token.split()), "text")


def _same_ends(old: list[tuple[str, Line]], new: list[tuple[str, Line]]) -> tuple[int, int]:
    """How many lines at the beginning and at the end are as they were: what only moved took its colours along."""
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    return first, last


class Highlighter(QSyntaxHighlighter):
    """
    Colours a document. What is right for the whole text comes a moment after what is right for the line alone.

    Attributes:
        colouring: True while the document changes by being coloured, and not by anybody's hand.
    """

    def __init__(self, document: QTextDocument, tasks: Tasks, owner: QObject) -> None:
        super().__init__(document)
        self._lines: list[Line] = []
        self._texts: list[str] = []
        self._wanted: list[int] = []
        self._busy = self._again = self.colouring = False
        self._formats: dict[str, QTextCharFormat] = {}
        self._loader = Loader(tasks, owner, "colour a workflow")
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(LEX_AFTER_MS)
        self._soon.timeout.connect(self._lex)
        self._step = QTimer(self)
        self._step.setInterval(0)
        self._step.timeout.connect(self._colour_some)
        theme().changed.connect(self._on_theme)

    def begin(self, text: str) -> None:
        """Another text is about to be shown: it is plain until it has been looked at."""
        self._lines, self._texts, self._wanted = [], [], []
        self._soon.start(0)

    def edited(self) -> None:
        """The text has changed."""
        self._soon.start()

    def highlightBlock(self, text: str) -> None:
        for span in self._spans(self.currentBlock().blockNumber(), text):
            self.setFormat(span.start, span.length, self._format(span.ink))

    def _spans(self, number: int, text: str) -> Line:
        if number < len(self._texts) and self._texts[number] == text:
            return self._lines[number]
        if not self._texts or len(text) > _LONGEST:
            return ()
        return lexed(text)[0]

    def _lex(self) -> None:
        """One look at a time: a thread cannot be called back."""
        if self._busy:
            self._again = True
            return
        text = self.document().toRawText().replace("\u2029", "\n")
        self._busy = self._loader.load(lambda: (text.split("\n"), lexed(text)), self._on_lexed)
        if not self._busy:
            self._soon.start()

    def _on_lexed(self, found: tuple[list[str], list[Line]]) -> None:
        self._busy = False
        if self._again:
            self._again = False
            self._lex()
            return
        texts, lines = found
        lines += [()] * (len(texts) - len(lines))
        old, new = list(zip(self._texts, self._lines, strict=True)), list(zip(texts, lines, strict=True))
        first, last = (0, 0) if self._wanted else _same_ends(old, new)
        self._texts, self._lines = texts, lines
        self._wanted = list(range(len(lines) - last - 1, first - 1, -1))
        self._step.start()

    def _colour_some(self) -> None:
        self.colouring = True
        for _ in range(min(_AT_ONCE, len(self._wanted))):
            block = self.document().findBlockByNumber(self._wanted.pop())
            if block.isValid():
                self.rehighlightBlock(block)
        self.colouring = False
        if not self._wanted:
            self._step.stop()

    def _format(self, ink: str) -> QTextCharFormat:
        form = self._formats.get(ink)
        if form is None:
            form = self._formats[ink] = QTextCharFormat()
            form.setForeground(theme().colour(ink))
        return form

    def _on_theme(self) -> None:
        self._formats.clear()
        self._wanted = list(range(len(self._lines) - 1, -1, -1))
        self._step.start()
