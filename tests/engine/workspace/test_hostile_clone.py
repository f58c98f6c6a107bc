# SPDX-License-Identifier: Apache-2.0
"""Whatever an agent does to its clone: none of its code runs in the engine, nothing outside changes or is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.workspace import RunRepository
from tests.engine.workspace.conftest import Desk, git

MARK = 'm="$T/pwned"; say="touch $m"; printf "#!/bin/sh\\n$say\\ncat\\n" > "$T/evil"; chmod +x "$T/evil";'


def pwned(desk: Desk) -> bool:
    return (desk.home / "pwned").exists()


def round_trip(desk: Desk, script: str) -> None:
    """Everything the engine does with what a turn left."""
    desk.run.prepare("main", desk.run.base)
    desk.act(script)
    desk.run.uncommitted()
    seen = desk.secure("engine")
    desk.run.removal_losses("main")
    desk.run.export(seen.head, desk.home / "export")
    desk.run.land(seen.head, None)
    desk.run.prepare("main", seen.head)
    desk.secure("agent", attempt=2, fork=seen.head)
    desk.run.remove("main", lose=True)


ATTACKS = {
    "hooks": """
        for h in pre-commit post-commit post-checkout reference-transaction post-merge post-index-change; do
        mkdir -p .git/hooks; cp "$T/evil" .git/hooks/$h; done; echo n > NOTES.md""",
    "fsmonitor": 'git config core.fsmonitor "$T/evil"; echo n > NOTES.md',
    "filters": """
        for f in smudge clean process; do git config filter.mend.$f "$T/evil"; done
        printf '* filter=mend\\n' > .gitattributes; echo n > NOTES.md""",
    "an included file": """
        printf "[core]\\n fsmonitor = $T/evil\\n hooksPath = $T\\n" > "$T/more"; git config include.path "$T/more" """,
    "diff drivers": """
        git config diff.x.textconv "$T/evil"; git config diff.x.command "$T/evil"
        git config diff.external "$T/evil"; printf '* diff=x\\n' > .gitattributes""",
    "pagers and prompts": 'for k in pager editor askPass sshCommand; do git config core.$k "$T/evil"; done',
    "a lazy fetch": """
        echo n > n; ci n; rm -f .git/objects/$(git rev-parse HEAD^{tree} | sed 's,..,&/,')
        git config core.repositoryFormatVersion 1; git config extensions.partialClone o
        git config remote.o.promisor true; git config remote.o.url "ext::$T/evil"
        git config remote.o.uploadpack "$T/evil"
        git config uploadpack.packObjectsHook "$T/evil"; git config protocol.ext.allow always
        git config core.alternateRefsCommand "$T/evil" """,
    "signing": """
        git config commit.gpgSign true; git config gpg.program "$T/evil"; git config user.signingKey x; echo n > n""",
    "a nested repository with settings of its own": """
        mkdir inner; ( cd inner; git init -q; echo a > a; git add -A; git commit -qm a )
        git add inner 2>/dev/null; git commit -qm inner; cd inner
        git config core.fsmonitor "$T/evil"; git config filter.x.clean "$T/evil"; echo '* filter=x' > .gitattributes
        echo cc > a""",
    "a worktree elsewhere": 'git config core.worktree "$T"; echo n > NOTES.md',
}


def test_the_nested_repository_of_the_attack_below_does_run_code_in_a_plain_git_call(desk: Desk) -> None:
    desk.run.prepare("main", desk.run.base)
    desk.act(MARK + ATTACKS["a nested repository with settings of its own"] + '\nrm -f "$T/pwned"')
    desk.agent("add", "-A")

    assert pwned(desk)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_code_of_an_agent_runs_in_our_git_calls(desk: Desk, attack: str) -> None:
    round_trip(desk, MARK + ATTACKS[attack] + '\nrm -f "$T/pwned"')

    assert not pwned(desk)


DAMAGE = {
    "no git folder": "rm -rf .git",
    "a git file": 'rm -rf .git; echo "gitdir: $T/repo/.git" > .git',
    "a git link": 'rm -rf .git; ln -s "$T/repo/.git" .git',
    "no HEAD": "rm .git/HEAD",
    "a pipe for HEAD": "rm .git/HEAD; mkfifo .git/HEAD",
    "a folder for HEAD": "rm .git/HEAD; mkdir .git/HEAD",
    "a HEAD that names nothing": "echo nonsense > .git/HEAD",
    "an unborn branch": "git checkout -q --orphan new",
    "a HEAD with no object": "echo 1234567890123456789012345678901234567890 > .git/HEAD",
    "a branch in a circle": """
        echo 'ref: refs/heads/b' > .git/refs/heads/a; echo 'ref: refs/heads/a' > .git/refs/heads/b
        echo 'ref: refs/heads/a' > .git/HEAD""",
    "a HEAD that leads outside": "echo 'ref: refs/../../../repo/.git/HEAD' > .git/HEAD",
    "no objects": "fix; ci fix; rm -rf .git/objects",
    "objects that are a link": 'fix; ci fix; rm -rf .git/objects; ln -s "$T/repo/.git/objects" .git/objects',
    "packs that are a link": 'rm -rf .git/objects/pack; ln -s "$T/repo/.git/objects/pack" .git/objects/pack',
    "an empty object": "fix; ci fix; f=.git/objects/$(git rev-parse HEAD | sed 's,..,&/,'); chmod u+w $f; : > $f",
    "a broken tree": "fix; ci fix; rm -f .git/objects/$(git rev-parse HEAD^{tree} | sed 's,..,&/,')",
    "refs that are a link": 'fix; ci fix; rm -rf .git/refs; ln -s "$T" .git/refs',
    "an index of noise": "head -c 3000 /dev/urandom > .git/index",
    "no rights": "mkdir -p d; echo x > d/x; chmod 000 d .git",
    "a branch in the way": """
        git checkout -q --detach; git update-ref -d refs/heads/ph/one; rm -rf .git/refs/heads/ph; git branch ph""",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_clone_is_told_and_made_anew_and_its_files_are_kept(desk: Desk, damage: str) -> None:
    seen = desk.turn("echo n > NOTES.md\n" + DAMAGE[damage], "engine")

    assert seen.head != seen.fork_point
    assert desk.run.is_ancestor(seen.fork_point, seen.head)
    assert desk.run.show_file(seen.head, "NOTES.md") == b"n\n"
    desk.run.prepare("main", seen.head)
    assert desk.agent("rev-parse", "HEAD") == seen.head
    assert desk.agent("status", "--porcelain") == ""
    assert desk.user("rev-parse", "HEAD") == desk.run.base
    assert desk.user("status", "--porcelain") == ""


@pytest.mark.parametrize("damage", ["no git folder", "no HEAD", "no objects", "a broken tree", "a HEAD with no object"])
def test_a_damaged_clone_is_never_clean(desk: Desk, damage: str) -> None:
    seen = desk.turn(DAMAGE[damage])

    assert seen.problems
    assert not seen.clean
    assert seen.agent_head is None


def test_a_checkout_that_is_gone_loses_nothing_settled(desk: Desk) -> None:
    seen = desk.turn('cd ..; rm -rf checkout; ln -s "$T/repo" checkout', "engine")

    assert seen.head == seen.fork_point
    assert seen.problems
    assert desk.run.prepare("main", desk.run.base).resolve() == desk.checkout
    assert not desk.checkout.is_symlink()
    assert desk.user("status", "--porcelain") == ""


def test_links_in_the_way_of_our_files_lead_us_nowhere(desk: Desk) -> None:
    desk.turn("""
        mkdir "$T/outside"; echo keep > "$T/outside/test_cart.py"; rm -rf tests; ln -s "$T/outside" tests
        rm cart.py; ln -s "$T/outside/test_cart.py" cart.py
    """)
    desk.run.prepare("main", desk.run.base)

    assert (desk.home / "outside" / "test_cart.py").read_text() == "keep\n"
    assert not (desk.checkout / "tests").is_symlink()
    assert not (desk.checkout / "cart.py").is_symlink()


def test_alternates_that_lead_elsewhere_bring_nothing_in(desk: Desk) -> None:
    secret = desk.home / "secret"
    git(desk.home, "init", "-q", str(secret))
    (secret / "s").write_text("secret\n")
    git(secret, "add", "-A")
    git(secret, "commit", "-qm", "secret")
    sha = git(secret, "rev-parse", "HEAD")
    seen = desk.turn(f"""
        echo {secret}/.git/objects > .git/objects/info/alternates; echo {sha} > .git/HEAD
    """)

    assert seen.agent_head is None
    assert seen.problems
    assert desk.store("cat-file", "--batch-check", "--batch-all-objects").count(sha) == 0


def test_objects_that_feign_their_names_are_refused(desk: Desk) -> None:
    seen = desk.turn("""
        fix; ci fix; good=$(git rev-parse HEAD:cart.py); bad=$(echo evil | git hash-object -w --stdin)
        g=.git/objects/$(echo $good | sed 's,..,&/,'); chmod u+w $g; cp .git/objects/$(echo $bad | sed 's,..,&/,') $g
    """)

    assert seen.agent_head is None
    assert seen.problems
    assert seen.head == seen.fork_point


def test_a_tree_that_no_git_may_write_is_refused(desk: Desk) -> None:
    seen = desk.turn("""
        blob=$(echo '[core]' | git hash-object -w --stdin)
        tree=$(printf '100644 blob %s\\tconfig\\n' $blob | git mktree)
        root=$(printf '040000 tree %s\\t.git\\n' $tree | git mktree)
        git update-ref HEAD $(git commit-tree -p HEAD -m evil $root)
    """)

    assert seen.agent_head is None
    assert any("hasDotgit" in problem for problem in seen.problems)


def test_ten_thousand_refs_are_borne(desk: Desk) -> None:
    seen = desk.turn("""
        fix; ci fix; h=$(git rev-parse HEAD)
        for i in $(seq 10000); do echo "$h refs/tags/t$i"; done > "$T/refs"; sort -k2 "$T/refs" > .git/packed-refs
        git update-ref refs/heads/ph/one $h
    """)

    assert seen.head == seen.tip_of_branch
    assert seen.kept == ()


def test_what_no_ref_can_hold_is_moved_to_the_run_s_folder(desk: Desk) -> None:
    desk.turn("git init -q inner; echo a > inner/a")
    desk.run.prepare("main", desk.run.base)

    assert not (desk.checkout / "inner").exists()
    assert [p.read_text() for p in desk.run.run_dir.glob("aside/main/*/inner/a")] == ["a\n"]


def test_uncommitted_and_unmerged_work_that_nobody_secured_is_kept_by_preparing(desk: Desk) -> None:
    desk.run.prepare("main", desk.run.base)
    desk.act("git checkout -q -b side; fix; ci fix; git checkout -q ph/one; echo n > NOTES.md")
    side = desk.agent("rev-parse", "side")
    desk.run.prepare("main", desk.run.base)

    kept = desk.store("for-each-ref", "--format=%(refname) %(objectname)", "refs/pilothouse/run-1/_lines/main/").split(
        "\n"
    )
    assert f"refs/pilothouse/run-1/_lines/main/kept/{side} {side}" in kept
    (leftover,) = [line.split()[1] for line in kept if "/leftover/" in line]
    assert desk.run.show_file(leftover, "NOTES.md") == b"n\n"


def test_settings_hooks_and_excludes_do_not_outlive_an_attempt(desk: Desk) -> None:
    desk.turn("git config core.fsmonitor false; echo evil > .git/hooks-are-here; echo '*' > .git/info/exclude; fix")
    desk.run.prepare("main", desk.run.base)

    assert not (desk.checkout / ".git" / "hooks-are-here").exists()
    assert desk.agent("config", "--local", "--list").count("fsmonitor") == 0
    assert (desk.checkout / ".git" / "info" / "exclude").read_text() != "*\n"


def test_preparing_that_was_cut_off_is_repeated_without_taking_our_own_half_for_work(desk: Desk) -> None:
    seen = desk.turn("fix; echo n > NOTES.md", "engine")
    (desk.run.store / "pilothouse" / "lines" / "main" / "preparing").write_text(seen.head)
    (desk.checkout / "cart.py").unlink()
    desk.run.prepare("main", seen.head)

    assert (desk.checkout / "cart.py").exists()
    assert desk.store("for-each-ref", "refs/pilothouse/run-1/_lines/main/leftover") == ""


def test_the_clone_has_no_remote_and_borrows_from_the_store_alone(desk: Desk) -> None:
    desk.user("remote", "add", "origin", "https://example.invalid/x.git")
    desk.user("tag", "-a", "-m", "one", "v1")
    desk.run.prepare("main", desk.run.base)

    assert desk.agent("remote") == ""
    assert (desk.checkout / ".git/objects/info/alternates").read_text() == f"{desk.run.store}/objects\n"
    assert desk.agent("describe") == "v1"
    assert desk.agent("config", "user.name") == "Test Pilot"


def test_lines_have_checkouts_of_their_own(desk: Desk) -> None:
    run: RunRepository = desk.run
    one, two = run.prepare("approaches[minimal]/fix", run.base), run.prepare("approaches[a/b]/fix", run.base)

    assert len({one, two, run.checkout()}) == 3
    assert all(Path(path).parent == run.run_dir / "checkouts" for path in (one, two))
    (one / "NOTES.md").write_text("n\n")
    seen = run.secure(
        "approaches[minimal]/fix",
        node="approaches[minimal]/fix",
        attempt=1,
        fork_point=run.base,
        commit="engine",
        message="m",
    )
    assert desk.store("rev-parse", "refs/pilothouse/run-1/approaches%5Bminimal%5D/fix/1/head") == seen.head
    assert not (two / "NOTES.md").exists()


def test_pipes_where_git_looks_for_settings_block_nobody(desk: Desk) -> None:
    seen = desk.turn(
        """
        mkdir -p deep; rm .gitignore; mkfifo .gitignore deep/.gitattributes pipe; echo n > deep/NOTES.md
        mkdir -p inner/.git/objects inner/.git/refs; mkfifo inner/.git/HEAD
        """,
        "engine",
    )

    assert [c.path for c in seen.changes] == [".gitignore", "deep/NOTES.md"]
    assert {".gitignore", "deep/.gitattributes", "inner/.git/HEAD"} <= {item.path for item in seen.unreadable}
    export = desk.run.export(seen.head, desk.home / "e").path
    os.mkfifo(export / ".gitattributes")
    desk.run.export(seen.head, export)


def test_everything_stashed_is_kept(desk: Desk) -> None:
    seen = desk.turn("echo one >> cart.py; git stash -q; echo two >> cart.py; git stash -q")
    stashes = desk.agent("stash", "list", "--format=%H").split("\n")

    assert sorted(k.sha for k in seen.kept) == sorted(stashes)
    assert len(stashes) == 2


def test_a_start_that_is_the_user_s_own_is_pinned_in_their_repository(desk: Desk) -> None:
    start = desk.user("commit-tree", "-p", desk.run.base, "-m", "theirs", "HEAD^{tree}")
    desk.user("update-ref", "refs/heads/ph/one", start)
    desk.run.prepare("main", start)

    assert desk.user("rev-parse", "refs/pilothouse/run-1/start/main") == start


def test_folders_that_are_closed_to_us_are_opened_and_nothing_in_them_is_omitted(desk: Desk) -> None:
    seen = desk.turn(
        "mkdir -p a/b; echo x > a/b/x; chmod 500 a/b; chmod 0 a; fix; ci fix; chmod 0 .git/objects .git/refs .git",
        "engine",
    )

    assert seen.problems == ()
    assert [c.path for c in seen.changes] == ["a/b/x", "cart.py"]
    desk.run.prepare("main", desk.run.base)
    assert not (desk.checkout / "a").exists()
