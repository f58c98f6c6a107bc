# SPDX-License-Identifier: Apache-2.0
"""Clean checkouts for gates: what is committed, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.engine.workspace.conftest import Desk, git

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


def files(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if not path.is_dir() and ".git" not in path.relative_to(folder).parts)
    return sorted(str(path.relative_to(folder)) for path in found)


def test_an_export_is_a_clean_git_checkout_of_the_commit(desk: Desk) -> None:
    seen = desk.turn("fix; ci fix; echo dirty >> cart.py; echo x > stray")
    export = desk.run.export(seen.head, desk.home / "e")

    assert files(export.path) == [".gitignore", "README.md", "cart.py", "tests/test_cart.py"]
    assert (export.path / "cart.py").read_text() == "def total(xs):\n    return sum(xs)\n"
    assert git(export.path, "status", "--porcelain") == ""
    assert git(export.path, "rev-parse", "HEAD") == seen.head
    assert git(export.path, "remote") == ""


def test_ad_040_no_filter_mends_what_is_committed(desk: Desk) -> None:
    seen = desk.turn("""
        git config filter.mend.smudge 'sed "s/xs\\[1:\\]/xs/"'; git config filter.mend.clean cat
        printf 'cart.py filter=mend\\n' > .gitattributes; ci attributes
    """)
    export = desk.run.export(seen.head, desk.home / "e")

    assert "xs[1:]" in (export.path / "cart.py").read_text()


def test_archive_attributes_leave_nothing_out(desk: Desk) -> None:
    seen = desk.turn(
        "printf 'tests export-ignore\\ncart.py export-subst\\n' > .gitattributes; echo '$Format:%H$' >> cart.py",
        "engine",
    )
    export = desk.run.export(seen.head, desk.home / "e")

    assert "tests/test_cart.py" in files(export.path)
    assert "$Format:%H$" in (export.path / "cart.py").read_text()


def test_a_reused_export_is_brought_back_whatever_was_done_to_it(desk: Desk) -> None:
    first = desk.turn("fix", "engine")
    dest = desk.run.export(first.head, desk.home / "e", keep=[".venv"]).path
    (dest / "cart.py").write_text("mended by a test run\n")
    (dest / "README.md").unlink()
    (dest / "sitecustomize.py").write_text("evil\n")
    (dest / "noise.log").write_text("ignored\n")
    (dest / ".venv").mkdir()
    (dest / ".venv" / "prepared").write_text("x\n")
    (dest / "tests" / "deep").mkdir()
    (dest / "tests" / "deep" / ".venv").write_text("not the one to keep\n")
    (dest / ".git" / "hooks").mkdir(exist_ok=True)
    (dest / ".git" / "config").write_text("[core]\n\tworktree = /\n")
    git(desk.home, "init", "-q", str(dest / "nested"))
    desk.run.export(first.head, dest, keep=[".venv"])

    assert files(dest) == [".gitignore", ".venv/prepared", "README.md", "cart.py", "tests/test_cart.py"]
    assert git(dest, "status", "--porcelain", "--ignored=no") == "?? .venv/"
    second = desk.run.export(first.fork_point, dest)
    assert files(second.path) == [".gitignore", "README.md", "cart.py", "tests/test_cart.py"]
    assert "xs[1:]" in (dest / "cart.py").read_text()


def test_a_link_in_place_of_an_export_is_not_followed(desk: Desk) -> None:
    seen = desk.turn("fix", "engine")
    (desk.home / "outside").mkdir()
    (desk.home / "e").symlink_to(desk.home / "outside")
    desk.run.export(seen.head, desk.home / "e")

    assert list((desk.home / "outside").iterdir()) == []
    assert not (desk.home / "e").is_symlink()


def test_lfs_pointers_and_submodules_are_left_as_they_are_and_told(desk: Desk) -> None:
    (desk.repo / "big.bin").write_text(POINTER)
    (desk.repo / "not-one.txt").write_text("x" * 200)
    desk.user("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub/module")
    desk.user("add", "big.bin", "not-one.txt")
    desk.user("commit", "-qm", "lfs")
    export = desk.run.export(desk.run.base, desk.home / "e")

    assert (export.lfs_pointers, export.submodules) == (("big.bin",), ("sub/module",))
    assert (export.path / "big.bin").read_text() == POINTER
    assert list((export.path / "sub" / "module").iterdir()) == []


def test_line_endings_that_committed_attributes_ask_for_are_given(desk: Desk) -> None:
    seen = desk.turn("printf '*.bat text eol=crlf\\n' > .gitattributes; printf 'a\\n' > x.bat", "engine")

    assert (desk.run.export(seen.head, desk.home / "e").path / "x.bat").read_bytes() == b"a\r\n"


def test_two_thousand_files_are_exported_and_brought_up_to_date(desk: Desk) -> None:
    seen = desk.turn("mkdir many; for i in $(seq 2000); do echo $i > many/f$i; done", "engine")
    dest = desk.run.export(seen.head, desk.home / "e").path
    before = (dest / "many" / "f1").stat()
    desk.run.export(seen.head, dest)

    assert len(files(dest)) == 2004
    after = (dest / "many" / "f1").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
