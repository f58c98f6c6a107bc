# SPDX-License-Identifier: Apache-2.0
"""Tests of the monitor run their coroutines on its own loop, dressed in the light theme."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping

import pytest
from PySide6.QtWidgets import QApplication

from app.garbage import collected_here
from app.loop import AppLoop
from app.theme import install_theme


def _application() -> QApplication:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setQuitOnLastWindowClosed(False)
    return app


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Async tests below this folder run on Qt's loop."""
    return {"qt": lambda: AppLoop(_application())}


@pytest.fixture(autouse=True)
def _light_theme(qapp: QApplication) -> Iterator[None]:
    """Nor does a thread of a loader, as in the application, end what earlier tests left of Qt."""
    install_theme(_application(), "light", 1.0)
    with collected_here() as garbage:
        yield
        garbage.look()
