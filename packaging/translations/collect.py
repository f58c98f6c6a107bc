# SPDX-License-Identifier: Apache-2.0
"""Collects what `tr` marks in `app/` into every `.ts` of `resources/translations`, and makes the `.qm` of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "translations"
TEMPLATE = FOLDER / "pilothouse.ts"
"""Has every text and no translation: copied to `pilothouse_<language>.ts`, it is what a translator begins with."""


def main() -> int:
    """Update; 0."""
    tools = Path(sys.executable).parent
    FOLDER.mkdir(exist_ok=True)
    files = sorted(TEMPLATE.parent.glob("pilothouse*.ts")) or [TEMPLATE]
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "app").rglob("*.py"))
    lupdate = [str(tools / "pyside6-lupdate"), *sources, "-silent", "-no-obsolete", "-locations", "none", "-ts"]
    subprocess.run([*lupdate, *map(str, files)], cwd=ROOT, check=True)
    for path in files:
        if path != TEMPLATE:
            subprocess.run([str(tools / "pyside6-lrelease"), "-silent", str(path)], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
