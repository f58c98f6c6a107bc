# SPDX-License-Identifier: Apache-2.0
"""The window of the help: pages and a search at the left, the page at the right. It loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QKeySequence,
    QShortcut,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.help.pages import FIRST, HelpPage, page_of_link, search
from app.labels import tip
from app.theme import theme
from app.tokens import SPACE_M, SPACE_S
from app.translate import tr

_PAGE_ROLE = Qt.ItemDataRole.UserRole
_SCHEMES = ("http", "https")


class _Page(QTextBrowser):
    """Markdown without HTML; pictures and style sheets are never fetched, links are handed on."""

    asked = Signal(str)  # a link between pages, as written

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("helpText")
        self.setAccessibleName(tr("Help page"))
        self.setOpenLinks(False)
        self.setStyleSheet("QTextBrowser { border: none; border-radius: 0; padding: 12px 20px; }")
        self.anchorClicked.connect(self._on_link)
        theme().changed.connect(self._dress)
        self._text = ""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None

    def show_text(self, text: str) -> None:
        """Show a page from its beginning."""
        self._text = text
        self._dress()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _dress(self) -> None:
        document = QTextDocument(self)
        document.setDefaultFont(theme().font("body"))
        document.setMarkdown(self._text, _MARKDOWN)
        document.setDocumentMargin(4)
        _space_out(document)
        self.setDocument(document)

    def _on_link(self, url: QUrl) -> None:
        if url.scheme() in _SCHEMES:
            QDesktopServices.openUrl(url)
        else:
            self.asked.emit(url.toString())


_MARKDOWN = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value | QTextDocument.MarkdownFeature.MarkdownNoHTML.value
)


def _space_out(document: QTextDocument) -> None:
    """Room between lines and paragraphs, rules between the rows of tables: Markdown says nothing of either."""
    block = document.begin()
    while block.isValid():
        cursor = QTextCursor(block)
        shape = block.blockFormat()
        shape.setLineHeight(135.0, 1)  # QTextBlockFormat.ProportionalHeight
        if cursor.currentTable() is None:
            shape.setTopMargin(14 if shape.headingLevel() else 4)
            shape.setBottomMargin(4)
        if block.textList() is not None:
            shape.setIndent(0)
        cursor.setBlockFormat(shape)
        _lighten(block)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        table = QTextCursor(frame.firstCursorPosition()).currentTable()
        if table is not None:
            look = table.format()
            look.setCellPadding(5)
            look.setCellSpacing(0)
            look.setBorder(0)
            look.setTopMargin(4)
            look.setBottomMargin(8)
            table.setFormat(look)


def _lighten(block: QTextBlock) -> None:
    """Bold as everywhere in the window: the fonts have a demi-bold, and a made-up bold beside it is blurred."""
    at = block.begin()
    while not at.atEnd():
        fragment = at.fragment()
        at += 1
        if fragment.charFormat().fontWeight() > QFont.Weight.DemiBold:
            cursor = QTextCursor(block)
            cursor.setPosition(fragment.position())
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
            look = QTextCharFormat()
            look.setFontWeight(QFont.Weight.DemiBold)
            cursor.mergeCharFormat(look)


class HelpWindow(QDialog):
    """Stays beside the window that it was opened from; that goes on."""

    def __init__(self, pages: Sequence[HelpPage], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("helpWindow")
        self.setAccessibleName(tr("Help"))
        self.setWindowTitle(tr("Help"))
        self._pages = list(pages)
        self.field = QLineEdit(self)
        self.field.setObjectName("helpSearch")
        self.field.setAccessibleName(tr("Search the help"))
        self.field.setPlaceholderText(tr("Search the help"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._on_text)
        self.field.returnPressed.connect(self._open_first)
        self.list = QListWidget(self)
        self.list.setObjectName("helpPages")
        self.list.setAccessibleName(tr("Pages"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._on_item)
        self.text = _Page(self)
        self.text.asked.connect(self._on_link)
        self._lay_out()
        self._on_text("")
        self.show_page(FIRST)

    def _lay_out(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACE_M, SPACE_M, SPACE_S, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        close = QPushButton(tr("Close"), left)
        close.setObjectName("helpClose")
        close.setAccessibleName(tr("Close the help"))
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        column.addWidget(close)
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(left)
        parts.addWidget(self.text)
        parts.setStretchFactor(1, 1)
        parts.setSizes([240, 660])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(parts)
        self.resize(920, 680)

    def page(self) -> str:
        """The id of the page that is shown; empty for none."""
        chosen = self.list.selectedItems()
        return str(chosen[0].data(_PAGE_ROLE)) if chosen else ""

    def show_page(self, page: str) -> bool:
        """Show a page by its id; False where there is none of it."""
        if page not in {one.id for one in self._pages}:
            return False
        self.field.clear()
        self.list.setCurrentRow(next(at for at, one in enumerate(self._pages) if one.id == page))
        return True

    def _on_text(self, text: str) -> None:
        chosen = self.page()
        self.list.clear()
        for found in search(self._pages, text):
            item = QListWidgetItem(found.page.title)
            item.setData(_PAGE_ROLE, found.page.id)
            item.setToolTip(tip(found.excerpt))
            self.list.addItem(item)
            if found.page.id == chosen:
                self.list.setCurrentItem(item)
        if text:
            self.text.find(text)

    def _open_first(self) -> None:
        if self.list.count() and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.find(self.field.text())

    def _on_item(self, item: QListWidgetItem | None) -> None:
        page = next((one for one in self._pages if item is not None and one.id == item.data(_PAGE_ROLE)), None)
        if page is not None:
            self.text.show_text(page.text)

    def _on_link(self, link: str) -> None:
        page = page_of_link(link)
        if page is None or not self.show_page(page):
            self.text.scrollToAnchor(link.partition("#")[2])


def open_help(pages: Callable[[], Sequence[HelpPage]], parent: QWidget, page: str = FIRST) -> HelpWindow:
    """Opens the help at a page, or turns to that page where it is open."""
    window = parent.findChild(HelpWindow)
    if window is None:
        window = HelpWindow(pages(), parent)
    window.show_page(page)
    window.show()
    window.raise_()
    window.activateWindow()
    return window


def add_help_key(dialog: QWidget, pages: Callable[[], Sequence[HelpPage]], page: Callable[[], str]) -> None:
    """F1 opens the page of what is looked at. For windows of their own: the main one has an act."""
    key = QShortcut(QKeySequence("F1"), dialog)
    key.activated.connect(lambda: open_help(pages, dialog, page()))
