# SPDX-License-Identifier: Apache-2.0
"""Where the files of `resources/` are, in a checkout, an installed wheel and a frozen bundle alike."""

from __future__ import annotations

from pathlib import Path

RESOURCES = Path(__file__).resolve().parent.parent / "resources"


def icon_file(name: str) -> Path:
    """The SVG of an icon; raises KeyError for a name that has none."""
    path = RESOURCES / "icons" / f"{name}.svg"
    if not path.is_file():
        raise KeyError(f"no icon is called {name!r}")
    return path


def font_files() -> list[Path]:
    """Our own font files, in a stable order."""
    return sorted(path for path in (RESOURCES / "fonts").glob("*") if path.suffix in {".otf", ".ttf"})
