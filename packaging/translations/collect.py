# SPDX-License-Identifier: Apache-2.0
"""
Collects what `tr` and `counted` mark in `app/` into every `.ts` of `resources/translations`, and makes each `.qm`.

`collect.py --pseudo FOLDER` makes the catalogue of no language instead: every text longer, with accents, in brackets.
What is shown without brackets did not go through the translator, and what is cut has no room for other languages.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "translations"
TEMPLATE = FOLDER / "pilothouse.ts"
"""Has every text and no translation: copied to `pilothouse_<language>.ts`, it is what a translator begins with."""

PSEUDO = "en"
"""Pretends to be this language: it has its two plural forms."""

_ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áçéîñöšúýžÁÇÉÎÑÖŠÚÝŽ")
_PLACE = re.compile(r"(\{\w*\}|%n|\n)")


def main() -> int:
    """Update, or make the pseudo-translation; 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pseudo", type=Path, metavar="FOLDER", help="where the pseudo-translation goes")
    args = parser.parse_args()
    if args.pseudo is not None:
        make_pseudo(args.pseudo)
        return 0
    FOLDER.mkdir(exist_ok=True)
    files = sorted(TEMPLATE.parent.glob("pilothouse*.ts")) or [TEMPLATE]
    update(files)
    for path in files:
        if path != TEMPLATE:
            release(path)
    return 0


def update(files: list[Path]) -> None:
    """Brings the texts of the source into these `.ts`; what was translated stays."""
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "app").rglob("*.py"))
    options = ["-silent", "-no-obsolete", "-locations", "none", "-tr-function-alias", "tr+=counted"]
    subprocess.run([_tool("lupdate"), *sources, *options, "-ts", *map(str, files)], cwd=ROOT, check=True)


def release(path: Path) -> Path:
    """Makes the `.qm` of a `.ts`, beside it."""
    target = path.with_suffix(".qm")
    subprocess.run([_tool("lrelease"), "-silent", str(path), "-qm", str(target)], cwd=ROOT, check=True)
    return target


def make_pseudo(folder: Path) -> Path:
    """Makes the pseudo-translation of the template as it is, and gives its `.qm`."""
    folder.mkdir(parents=True, exist_ok=True)
    tree = ET.parse(TEMPLATE)
    tree.getroot().set("language", PSEUDO)
    for message in tree.iter("message"):
        text, translation = message.findtext("source", ""), message.find("translation")
        if translation is None:
            continue
        translation.attrib.pop("type", None)
        translation.clear()
        if message.get("numerus") == "yes":
            for form in (message.findtext("comment", text), text):
                ET.SubElement(translation, "numerusform").text = pseudo(form)
        else:
            translation.text = pseudo(text)
    path = folder / f"pilothouse_{PSEUDO}.ts"
    tree.write(path, encoding="utf-8", xml_declaration=True)
    return release(path)


def pseudo(text: str) -> str:
    """`⟦Öpéñ ~~⟧` for `Open`: places stay as they are, a line break too, and the whole is 40 % longer."""
    parts = [part if _PLACE.fullmatch(part) else part.translate(_ACCENTS) for part in _PLACE.split(text)]
    longer = "~" * round(0.4 * len(_PLACE.sub("", text).strip()) - 1)  # a unit is as short everywhere
    return f"⟦{''.join(parts)}{' ' * bool(longer)}{longer}⟧"


def _tool(name: str) -> str:
    return str(Path(sys.executable).parent / f"pyside6-{name}")


if __name__ == "__main__":
    sys.exit(main())
