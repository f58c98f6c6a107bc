# SPDX-License-Identifier: Apache-2.0
"""A turn's work taken in: what agents did wrong with git is seen, what they did right is not held against them."""

from __future__ import annotations

from engine.workspace import Secured
from tests.engine.workspace.conftest import Desk


def commit_gate(seen: Secured) -> bool:
    """What the `commit` gate asks for, told by the facts alone."""
    return (
        seen.branch_found == seen.branch_expected
        and seen.head == seen.tip_of_branch
        and seen.descends
        and seen.head != seen.fork_point
        and bool(seen.changes)
        and not seen.foreign
        and seen.clean
    )


# --- honest work is clean ------------------------------------------------------------------------------------------


def test_a_commit_on_the_run_s_branch_is_the_head(desk: Desk) -> None:
    seen = desk.turn("fix; ci fix")

    assert commit_gate(seen)
    assert seen.head == desk.agent("rev-parse", "HEAD")
    assert [(c.subject, c.parents) for c in seen.commits] == [("fix", (desk.run.base,))]
    assert [c.path for c in seen.changes] == ["cart.py"]
    assert seen.engine_commit is None
    assert seen.leftover is None


def test_several_commits_are_listed_oldest_first(desk: Desk) -> None:
    seen = desk.turn("fix; ci fix; echo n > NOTES.md; ci notes")

    assert commit_gate(seen)
    assert [c.subject for c in seen.commits] == ["fix", "notes"]


def test_an_own_side_branch_may_be_merged(desk: Desk) -> None:
    seen = desk.turn(
        'b=$(git symbolic-ref --short HEAD); git checkout -q -b side; fix; ci fix; git checkout -q "$b";'
        "git merge -q --no-ff -m merge side"
    )

    assert commit_gate(seen)
    assert [c.subject for c in seen.commits] == ["fix", "merge"]


def test_the_engine_commits_what_an_agent_left(desk: Desk) -> None:
    seen = desk.turn("fix; echo n > NOTES.md; echo x > noise.log", "engine")

    assert seen.engine_commit == seen.head
    assert [c.path for c in seen.changes] == ["NOTES.md", "cart.py"]
    assert seen.clean
    assert desk.agent("status", "--porcelain") == ""
    assert desk.agent("rev-parse", "ph/one") == seen.head
    assert desk.agent("log", "-1", "--format=%an <%ae>|%cn|%B").strip() == (
        "Test Pilot <pilot@example.invalid>|Test Pilot|Work of a step\n\n"
        "Pilothouse-Run: run-1\nPilothouse-Node: s\nPilothouse-Attempt: 1"
    )
    assert (desk.checkout / "noise.log").exists()


def test_the_engine_commits_on_top_of_an_agent_s_commits(desk: Desk) -> None:
    seen = desk.turn("fix; ci fix; echo n > NOTES.md", "engine")

    assert [c.subject for c in seen.commits] == ["fix", "Work of a step"]
    assert [c.path for c in seen.uncommitted] == ["NOTES.md"]


def test_nothing_to_commit_makes_no_commit(desk: Desk) -> None:
    seen = desk.turn("true", "engine")

    assert (seen.head, seen.engine_commit, seen.changes) == (desk.run.base, None, ())


def test_a_second_turn_of_the_same_attempt_goes_on_from_the_first(desk: Desk) -> None:
    first = desk.turn("fix", "engine")
    desk.act("echo n > NOTES.md; ci notes")
    second = desk.secure("engine")

    assert [c.subject for c in second.commits] == ["Work of a step", "notes"]
    assert second.commits[0].sha == first.head
    assert second.foreign == ()
    assert second.kept == ()


def test_securing_again_makes_no_second_commit(desk: Desk) -> None:
    first = desk.turn("fix; ci fix; echo n > NOTES.md; echo m > MORE.md")
    again = desk.secure()

    assert again == first
    made = desk.secure("engine")
    clone_head = desk.checkout / ".git" / "refs" / "heads" / "ph" / "one"
    clone_head.write_text(first.head + "\n")  # as if cut off before the clone was moved
    assert desk.secure("engine").head == made.head


def test_a_second_attempt_is_not_held_against_its_first(desk: Desk) -> None:
    desk.turn("fix; ci fix", attempt=1)
    desk.run.prepare("main", desk.run.base)
    desk.act("git merge -q --ff-only $(git rev-parse HEAD) ; fix; ci fix-again")
    seen = desk.secure(attempt=2)

    assert commit_gate(seen)
    first = desk.store("rev-parse", "refs/pilothouse/run-1/s/1/head")
    desk.run.prepare("main", desk.run.base)
    desk.act(f"git merge -q --ff-only {first}")
    assert desk.secure(attempt=3).foreign == ()
    assert desk.secure(node="other").foreign == (first,)


# --- dishonest or unlucky work is seen -----------------------------------------------------------------------------


def test_ad_029_work_on_a_side_branch_is_not_delivered_but_kept(desk: Desk) -> None:
    seen = desk.turn('b=$(git symbolic-ref --short HEAD); git checkout -q -b side; fix; ci fix; git checkout -q "$b"')

    assert not commit_gate(seen)
    assert seen.head == seen.fork_point
    assert [(k.found_at, k.sha) for k in seen.kept] == [("refs/heads/side", desk.agent("rev-parse", "side"))]


def test_br_006_a_commit_on_another_branch_names_the_branch_found_and_expected(desk: Desk) -> None:
    seen = desk.turn("git checkout -q -b side; fix; ci fix")

    assert not commit_gate(seen)
    assert (seen.branch_found, seen.branch_expected, seen.tip_of_branch) == ("side", "ph/one", desk.run.base)


def test_ad_030_a_detached_head_is_no_branch(desk: Desk) -> None:
    seen = desk.turn("git checkout -q --detach; fix; ci fix")

    assert not commit_gate(seen)
    assert seen.branch_found is None
    assert seen.tip_of_branch == desk.run.base


def test_ad_032_an_amended_fork_point_does_not_descend(desk: Desk) -> None:
    seen = desk.turn("fix; git add -A; git commit -q --amend -m base")

    assert not seen.descends
    assert not commit_gate(seen)


def test_ad_033_a_line_rewritten_below_the_fork_point_does_not_descend(desk: Desk) -> None:
    (desk.repo / "second.txt").write_text("two\n")
    desk.user("add", "-A")
    desk.user("commit", "-qm", "second")
    seen = desk.turn("git reset -q --hard HEAD~1; fix; ci fix")

    assert not seen.descends


def test_with_the_engine_committing_a_rewritten_line_still_descends_from_the_fork_point(desk: Desk) -> None:
    seen = desk.turn("fix; git add -A; git commit -q --amend -m base; echo n > NOTES.md", "engine")

    assert not seen.descends
    assert [c.parents for c in seen.commits] == [(desk.run.base,)]
    assert [c.path for c in seen.changes] == ["NOTES.md", "cart.py"]
    assert [k.sha for k in seen.kept] == [seen.agent_head]


def test_ad_034_an_empty_commit_changes_nothing(desk: Desk) -> None:
    seen = desk.turn('git commit -q --allow-empty -m "Fix everything"')

    assert len(seen.commits) == 1
    assert seen.changes == ()


def test_ad_037_grafts_and_replace_refs_feign_no_ancestry(desk: Desk) -> None:
    orphan = "b=$(git symbolic-ref --short HEAD); f=$(git rev-parse HEAD); git checkout -q --orphan o; fix; ci new;"
    orphan += 'git branch -M "$b";'
    grafted = desk.turn(orphan + 'mkdir -p .git/info; echo "$(git rev-parse HEAD) $f" > .git/info/grafts')
    replaced = desk.turn(orphan + "git replace --graft HEAD $f")

    assert (grafted.descends, replaced.descends) == (False, False)
    assert not commit_gate(grafted)


def test_ad_041_index_flags_hide_nothing(desk: Desk) -> None:
    for flag in ("--assume-unchanged", "--skip-worktree"):
        seen = desk.turn(f"fix; git update-index {flag} cart.py; git commit -q --allow-empty -m fix")

        assert seen.dirty == ("cart.py",)
        assert not commit_gate(seen)


def test_a_file_with_its_old_times_put_back_is_still_seen(desk: Desk) -> None:
    seen = desk.turn("""
        touch -r cart.py "$T/times"; printf 'def total(xs):\\n    return sum(xs[2:])\\n' > cart.py
        touch -r "$T/times" cart.py; git config core.trustctime false; git commit -q --allow-empty -m fix
    """)

    assert seen.dirty == ("cart.py",)


def test_ad_043_content_of_a_nested_repository_is_in_no_commit(desk: Desk) -> None:
    seen = desk.turn("""
        mkdir vendor; ( cd vendor && git init -q && echo a > a.txt && git add -A && git commit -qm inner )
        git add vendor 2>/dev/null; git commit -qm vendor; echo x > vendor/out.txt
    """)

    assert seen.nested == ("vendor",)
    assert [(c.path, c.submodule) for c in seen.submodule_changes] == [("vendor", True)]
    facts = desk.run.file_facts(seen.head, "vendor/out.txt")
    assert not facts.regular
    assert "vendor" in str(facts.reason)
    assert desk.run.file_facts(seen.head, "vendor").kind == "submodule"


def test_the_engine_commits_no_pointer_to_a_nested_repository_but_names_it(desk: Desk) -> None:
    seen = desk.turn("fix; git init -q inner; echo a > inner/a; (cd inner; git add -A; git commit -qm inner)", "engine")

    assert [c.path for c in seen.changes] == ["cart.py"]
    assert seen.dirty == ("inner",)


def test_ad_044_a_forged_author_changes_no_credit(desk: Desk) -> None:
    seen = desk.turn("""
        fix; git add -A; GIT_AUTHOR_NAME=Alice GIT_AUTHOR_EMAIL=a@example.org GIT_AUTHOR_DATE=2001-01-01T00:00:00Z \
        git commit -qm 'fix

        Pilothouse-Attempt: 9'
    """)

    assert commit_gate(seen)
    assert [(c.author, c.authored_at[:10]) for c in seen.commits] == [("Alice", "2001-01-01")]


def test_ad_046_refs_that_an_agent_moved_stay_where_they_are_for_the_user(desk: Desk) -> None:
    desk.user("tag", "v1")
    seen = desk.turn("""
        fix; ci fix; git tag -f v1 >/dev/null; git update-ref refs/heads/main HEAD
        u=$(head -1 .git/objects/info/alternates); u=${u%/objects}
        git --git-dir="$u" fetch -q "$PWD" HEAD
        git --git-dir="$u" update-ref refs/heads/main "$(git rev-parse HEAD)"
        git --git-dir="$u" update-ref refs/tags/v1 "$(git rev-parse HEAD)"
    """)
    desk.run.land(seen.head, None)

    assert {desk.user("rev-parse", name) for name in ("main", "v1")} == {desk.run.base}
    assert desk.user("rev-parse", "ph/one") == seen.head


def test_ad_047_core_worktree_shows_us_no_other_tree(desk: Desk) -> None:
    seen = desk.turn("""
        mkdir -p "$T/copy"; git archive HEAD | tar -x -C "$T/copy"; git commit -q --allow-empty -m fix
        fix; git config core.worktree "$T/copy"
    """)

    assert seen.dirty == ("cart.py",)


def test_ad_069_a_hard_link_is_committed_as_it_was(desk: Desk) -> None:
    seen = desk.turn('echo first > "$T/outside.txt"; ln -f "$T/outside.txt" out.txt', "engine")
    (desk.home / "outside.txt").write_text("second\n")

    assert desk.run.show_file(seen.head, "out.txt") == b"first\n"


def test_ad_075_an_ignored_file_is_not_committed(desk: Desk) -> None:
    seen = desk.turn("echo x > out.log", "engine")

    assert seen.changes == ()
    assert seen.clean
    assert not desk.run.file_facts(seen.head, "out.log").regular


def test_ad_120_a_commit_that_failed_leaves_the_work_on_a_ref(desk: Desk) -> None:
    seen = desk.turn("fix; ( ulimit -f 0; trap '' XFSZ; git add -A; git commit -qm fix ) >/dev/null 2>&1 || true")

    assert seen.head == seen.fork_point
    assert seen.dirty == ("cart.py",)
    assert seen.leftover is not None
    assert b"sum(xs)" in (desk.run.show_file(seen.leftover.sha, "cart.py") or b"")


def test_ad_126_a_stale_lock_in_our_own_clone_goes(desk: Desk) -> None:
    seen = desk.turn("echo n > NOTES.md; touch .git/index.lock .git/HEAD.lock .git/refs/heads/x.lock", "engine")

    assert [c.path for c in seen.changes] == ["NOTES.md"]
    desk.act("fix; ci fix")
    desk.act("touch .git/index.lock")
    desk.run.prepare("main", seen.head)
    desk.act("fix; ci fix")


def test_commits_that_were_there_before_the_attempt_are_foreign(desk: Desk) -> None:
    desk.user("checkout", "-qb", "feature")
    (desk.repo / "cart.py").write_text("def total(xs):\n    return sum(xs)\n")
    desk.user("commit", "-qam", "somebody else's fix")
    feature = desk.user("rev-parse", "HEAD")
    desk.user("checkout", "-q", "main")
    seen = desk.turn("git merge -q --ff-only feature")

    assert seen.descends
    assert seen.foreign == (feature,)
    assert not commit_gate(seen)


def test_br_003_commits_of_another_attempt_in_the_same_checkout_are_not_credited(desk: Desk) -> None:
    desk.turn("echo mine > mine; ci mine")
    theirs = desk.agent("rev-parse", "HEAD")
    desk.act("echo yours > yours; ci yours")
    seen = desk.run.secure(
        "main", node="b", attempt=1, fork_point=desk.run.base, commit="agent", message="", credited_elsewhere=[theirs]
    )

    assert seen.foreign == (theirs,)
    assert [c.path for c in desk.run.changes(theirs, seen.head)] == ["yours"]


def test_br_003_a_commit_shows_every_file_it_carries(desk: Desk) -> None:
    seen = desk.turn("echo t > theirs; git add theirs; echo m > mine; git add mine; git commit -qm mine")

    assert [c.path for c in seen.changes] == ["mine", "theirs"]


def test_work_left_uncommitted_is_pinned_and_cleared_before_the_next_attempt(desk: Desk) -> None:
    seen = desk.turn("fix; ci fix; echo n > NOTES.md; rm README.md")

    assert seen.leftover is not None
    assert seen.leftover.ref == "refs/pilothouse/run-1/s/1/leftover"
    assert seen.dirty == ("NOTES.md", "README.md")
    assert desk.run.show_file(seen.leftover.sha, "NOTES.md") == b"n\n"
    assert (desk.checkout / "NOTES.md").exists()
    desk.run.prepare("main", seen.head)
    assert not (desk.checkout / "NOTES.md").exists()
    assert (desk.checkout / "README.md").exists()
    assert desk.store("for-each-ref", "refs/pilothouse/run-1/_lines/main/leftover") == ""


def test_a_rewritten_turn_of_the_same_attempt_keeps_the_first(desk: Desk) -> None:
    first = desk.turn("fix; ci fix")
    desk.act("git commit -q --amend -m better")
    second = desk.secure()

    assert second.head != first.head
    assert [k.sha for k in second.kept] == [first.head]


def test_an_unfinished_merge_is_a_problem(desk: Desk) -> None:
    seen = desk.turn("""
        git checkout -q -b side; echo a > cart.py; ci a; git checkout -q -; echo b > cart.py; ci b
        git merge side >/dev/null || true
    """)

    assert seen.problems == ("a merge was left unfinished",)
    assert not seen.clean
