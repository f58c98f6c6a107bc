# SPDX-License-Identifier: Apache-2.0
"""The pictures of every screen as a page of the repository: `gallery.py PICTURES FOLDER`."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QImageWriter

LOSSLESS = 100
"""The quality at which WebP changes no pixel."""

COLOURS = 256
"""How many colours a picture has; the letters' soft edges take most of them."""

ALIKE = 6
"""Red, green or blue, of 255, that far apart look the same beside each other."""

_NAME = re.compile(r"(?P<screen>.+)-(?P<scheme>light|dark)-(?P<size>\d+x\d+)")

HEAD = """# Every screen

Made by `make gallery`, on runs of the scripted agent and told ones: each screen in the light and the dark theme, at
two sizes. A click on a picture shows it whole.
"""


def main() -> int:
    """Write the pictures, and a page that shows them; 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path, help="where `take.py` put them")
    parser.add_argument("folder", type=Path, help="where the page and its pictures go")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for old in args.folder.glob("*.webp"):
        old.unlink()
    shown: dict[str, list[str]] = defaultdict(list)
    for picture in sorted(args.pictures.glob("*.png")):
        if (name := _NAME.fullmatch(picture.stem)) is not None:
            shown[name["screen"]].append(_write(picture, args.folder))
    parts = [HEAD, *(_section(screen, names) for screen, names in shown.items())]
    (args.folder / "README.md").write_text("\n".join(parts), encoding="utf-8")
    return 0


def _write(picture: Path, folder: Path) -> str:
    target = folder / f"{picture.stem}.webp"
    writer = QImageWriter(str(target))
    writer.setQuality(LOSSLESS)
    if not writer.write(_with_few_colours(QImage(str(picture)))):
        raise SystemExit(f"{target} could not be written: {writer.errorString()}")
    return target.name


def _with_few_colours(image: QImage) -> QImage:
    """The colours that most pixels have, all others as the nearest of them: half the size, and nobody sees it."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = memoryview(image.constBits()).cast("B").cast("I")
    table: list[int] = []
    for colour, _ in Counter(pixels).most_common():
        if len(table) < COLOURS and not any(_are_alike(colour, known) for known in table):
            table.append(colour)
    plain = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return image.convertToFormat(QImage.Format.Format_Indexed8, table, plain)


def _are_alike(one: int, other: int) -> bool:
    """Whether no part of two colours differs by more than nobody sees."""
    return all(abs((one >> shift & 255) - (other >> shift & 255)) <= ALIKE for shift in (0, 8, 16))


def _section(screen: str, names: list[str]) -> str:
    cells = [f"[![{_alt(name)}]({name})]({name})" for name in names]
    rows = [" | ".join(cells[at : at + 2]) for at in range(0, len(cells), 2)]
    return "\n".join([f"## {screen.replace('-', ' ')}\n", "| | |\n|---|---|", *(f"| {row} |" for row in rows), ""])


def _alt(name: str) -> str:
    return name.removesuffix(".webp").replace("-", " ")


if __name__ == "__main__":
    sys.exit(main())
