# SPDX-License-Identifier: Apache-2.0
"""The git side of one run: the user's repository, the run's own store, and the agents' checkouts.

    user's repository    never written by an agent; we add refs/pilothouse/<run>/… and move the run's branch
    <run>/store.git      the engine's own; borrows the user's objects; everything measured is measured here
    <run>/checkout       the agent's clone; borrows the store's objects; nothing in it is trusted

Everything here is synchronous and may take long: call it through ``asyncio.to_thread``, one call at a time for a line.
Lines may be worked on side by side; `uncommitted`, and whatever only measures commits, may run beside all.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UsageError, WorkspaceError, WorkWouldBeLost
from engine.workspace import bundle as bundling
from engine.workspace import (
    export,
    integrating,
    landing,
    lfs,
    measure,
    preparing,
    removal,
    securing,
    source,
    working_tree,
)
from engine.workspace.calls import Git
from engine.workspace.clone import CloneShape
from engine.workspace.facts import Change, CommitBy, Diff, Exported, FileFacts, Landing, Losses, Secured, printable
from engine.workspace.hostile_files import is_real_folder, remove_tree, replace_file
from engine.workspace.integrating import Author, Branch, Integration, Joined, Unresolved
from engine.workspace.line import Line
from engine.workspace.locks import release
from engine.workspace.names import folder_name, run_ref
from engine.workspace.source import Source

MAIN_LINE = "main"
_GLANCE = 30.0
"""Seconds for a look at a checkout while an agent works in it."""
_STORE = "store.git"
_SETTINGS = "pilothouse/settings"


@dataclass(frozen=True, slots=True)
class RunRepository:
    """Everything that a run does with git."""

    run_dir: Path
    run_id: str
    source: Path
    """The user's repository: its worktree, or its git folder where it is bare."""
    branch: str
    base: str
    """The commit that the run starts from, in full."""
    store: Path
    _user: Source
    _shape: CloneShape

    @classmethod
    def create(cls, run_dir: Path, source_path: Path, base: str | None, branch: str, run_id: str) -> RunRepository:
        """Make the run's store, with its base pinned in the user's repository. Repeating it after a crash is safe.

        ``base`` is any revision, None for HEAD. Raises UsageError: not a repository, no commit yet, base unknown,
        branch name invalid, taken, or checked out.
        """
        if not (run_dir / _STORE).is_dir():
            found = source.find(source_path)
            commit = source.resolve_base(found, base)
            source.check_branch(found, branch)
            run_dir.mkdir(parents=True, exist_ok=True)
            _make_store(run_dir, found, commit, branch, run_id)
        made = cls.open(run_dir)
        if (made.run_id, made.branch) != (run_id, branch):
            raise UsageError(
                f"{str(run_dir)!r} belongs to the run {made.run_id!r} on the branch {made.branch!r} already"
            )
        made._pin_base()
        return made

    @classmethod
    def open(cls, run_dir: Path) -> RunRepository:
        """The repository of a run that was created before. Raises WorkspaceError where there is none."""
        store = run_dir / _STORE
        if not store.is_dir():
            raise WorkspaceError(f"{str(run_dir)!r} holds no repository of a run")
        settings = _read_settings(Git(store))
        try:
            kept = {key: settings[f"pilothouse.{key}"] for key in ("run", "branch", "base", "source", "name", "email")}
        except KeyError as error:
            raise WorkspaceError(f"{str(store)!r} is damaged: its configuration lacks {error}") from error
        user = source.find(Path(kept["source"]))
        shape = CloneShape(
            objects=store / "objects",
            object_format=user.object_format,
            identity=(kept["name"], kept["email"]),
            exclude=_text(store / "info" / "exclude"),
            shallow=_text(store / "shallow"),
        )
        return cls(run_dir, kept["run"], user.path, kept["branch"], kept["base"], store, user, shape)

    @staticmethod
    def release_locks(run_dir: Path) -> list[Path]:
        """Remove the locks that a killed driver left in the store, and name them. No process of it may be left."""
        return release(run_dir / _STORE)

    @classmethod
    def restore(
        cls,
        run_dir: Path,
        source_path: Path | None,
        base: str,
        branch: str,
        run_id: str,
        bundle: Path | None,
        landed: str | None,
    ) -> RunRepository:
        """Make the store of a run that was made elsewhere, with the commits of ``bundle``, and land it at ``landed``.

        ``source_path`` None: a bare repository beside the store stands in for the user's; the bundle is a whole one.
        Raises UsageError: the base is missing there, or the branch is taken.
        """
        if source_path is None:
            if bundle is None:
                raise UsageError("the file holds no commits; name the repository that the run works on with --repo")
            source_path = run_dir / "source.git"
            bundling.make_repository(source_path, bundle, base)
        found = source.find(source_path)
        bundling.check_target(found, base, branch, landed)
        _make_store(run_dir, found, base, branch, run_id)
        made = cls.open(run_dir)
        made._pin_base()
        if bundle is not None:
            bundling.unpack(Git(made.store), bundle)
        if landed is not None:
            made.land(landed, made.branch_tip())
        return made

    def bundle(self, dest: Path, *, whole: bool = False) -> bool:
        """Write the run's commits to a file (``whole``: with all history before its base); False if there are none."""
        return bundling.pack(Git(self.store), self.base, dest, whole=whole)

    # --- the line of commits -----------------------------------------------------------------------------------------

    def tip(self) -> str:
        """Where the run's line stands, read now: its branch in the user's repository, or the base before it landed."""
        return self.branch_tip() or self.base

    def branch_tip(self) -> str | None:
        """The run's branch in the user's repository, read now; None before it first landed."""
        return landing.tip(self._user.git, self.branch)

    def land(self, new: str, old: str | None, *, patience: float = landing.PATIENCE) -> Landing:
        """Bring ``new`` to the run's branch in the user's repository, if it still stands at ``old`` (None: absent).

        Done already is `Landed`. An ``old`` that ``new`` does not contain is pinned in the same move.
        Raises RepositoryLocked where a lock of somebody else's stays for ``patience`` seconds.
        """
        held = [self.base]
        return landing.land(Git(self.store), self._user, self.run_id, self.branch, new, old, held, patience)

    def landing_state(self, new: str, old: str | None) -> str:
        """For reconciling: ``done``, ``not done``, or ``moved to <commit>`` (or ``moved to nothing``: deleted)."""
        found = self.branch_tip()
        if found == new:
            return "done"
        return "not done" if found == old else f"moved to {found or 'nothing'}"

    # --- an agent's checkout -----------------------------------------------------------------------------------------

    def checkout(self, line: str = MAIN_LINE) -> Path:
        """Where the checkout of a line is, whether it exists or not."""
        return self.run_dir / "checkout" if line == MAIN_LINE else self.run_dir / "checkouts" / folder_name(line)

    def prepare(self, line: str, start: str) -> Path:
        """A clean checkout of ``start`` on the run's branch, ignored files left as they are.

        Whatever stood there uncommitted or unmerged is pinned by a ref first; locks of a dead process are removed,
        a damaged clone is made anew. No process of an agent may live in it meanwhile.
        """
        users = source.refs(self._user.git)
        if any(ref.commit == start for ref in users):  # the user's own, which they may delete
            self._pin(start, "start", folder_name(line))
        return preparing.prepare(self._line(line), start, users)

    def secure(
        self,
        line: str,
        *,
        node: str,
        attempt: int,
        fork_point: str,
        commit: CommitBy,
        message: str,
        credited_elsewhere: Iterable[str] = (),
    ) -> Secured:
        """Bring what an agent's turn left into the store, pin it, and say what it is. Repeating it is safe.

        With ``commit="engine"`` the working tree becomes a commit on top of the agent's tip (of the fork point, where
        the agent rewrote history), ignore rules respected, and the clone is moved there; with ``"agent"`` it is pinned
        as leftover, and the clone stays as it is. ``message`` is the engine's commit message without trailers.
        ``credited_elsewhere``: commits of other attempts that shared the checkout. No process of the agent may live in
        it meanwhile.
        """
        attempted = securing.Attempt(node, attempt, fork_point, commit, message, tuple(credited_elsewhere))
        return securing.secure(self._line(line), attempted)

    def uncommitted(self, line: str = MAIN_LINE) -> tuple[str, ...]:
        """Paths that differ from the last prepared or secured commit, read now; no lock is taken, an agent may work."""
        there = self._line(line)
        if not is_real_folder(there.checkout):
            return ()
        with working_tree.looking(there.files) as git:
            paths, nested = working_tree.differing(git, limit=_GLANCE)
        return tuple(sorted({*paths, *nested}))

    def removal_losses(self, line: str) -> Losses:
        """What `remove` would destroy."""
        return removal.losses(self._line(line))

    def remove(self, line: str, *, lose: bool = False) -> None:
        """Remove a checkout. Raises WorkWouldBeLost where it holds work, unless ``lose`` says so explicitly."""
        losses = self.removal_losses(line)
        if losses and not lose:
            lost = [*losses.modified, *losses.untracked, *losses.unmerged]
            shown = ", ".join(printable(item) for item in lost[:5])
            more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
            where = str(self.checkout(line))
            raise WorkWouldBeLost(
                f"{where!r} is kept: {shown}{more} would be lost; choose to lose it, or secure it first"
            )
        there = self._line(line)
        remove_tree(there.checkout)
        remove_tree(there.state)

    def unmerged(self) -> tuple[str, ...]:
        """Refs of the run's store with commits that no branch or tag of the user's repository holds."""
        ours = run_ref(self.run_id, "")
        stands_in = self.source.is_relative_to(self.run_dir)  # it would go with the run
        users = [ref.sha for ref in source.refs(self._user.git) if not ref.name.startswith(ours) and not stands_in]
        git = Git(self.store)
        held = "".join(f"^{sha}\n" for sha in [*users, self.base])
        return tuple(
            ref.name.removeprefix(ours)
            for ref in source.refs(git)
            if git.line("rev-list", "--max-count=1", "--ignore-missing", "--stdin", stdin=f"{ref.sha}\n{held}".encode())
        )

    def forget(self) -> None:
        """Delete every ref of this run in the user's repository but its branch. Raises RepositoryLocked, GitFailed."""
        refs = source.refs(self._user.git, run_ref(self.run_id, ""))
        moves = "".join(f"delete {ref.name}\0{ref.sha}\0" for ref in refs)
        if moves and (refused := landing.move_refs(self._user.git, moves, f"pilothouse: run {self.run_id} removed")):
            raise refused

    def readable_by_agents(self) -> tuple[Path, ...]:
        """Folders that git in a checkout must be able to read: the objects it borrows, through every hop."""
        found: list[Path] = []
        waiting = [self._shape.objects]
        while waiting:
            here = waiting.pop()
            if here in found:
                continue
            found.append(here)
            borrowed = _text(here / "info" / "alternates").split("\n")
            waiting += [(here / text).resolve() for text in borrowed if text and not text.startswith("#")]
        return tuple(found)

    # --- bringing branches together ----------------------------------------------------------------------------------

    def integrate(
        self,
        base: str,
        mode: integrating.Mode,
        branches: Sequence[Branch],
        *,
        node: str,
        message: str,
        onto: str | None = None,
    ) -> Integration:
        """Bring ``branches``, in this order, into the line that starts at ``base``, and pin what comes of it.

        What the line contains is passed over, what continues it is taken as it is, the rest is merged, each in a commit
        of its own; with ``squash`` all becomes one commit on ``base``. It stops at the first conflict; a later round
        goes on ``onto`` what was merged before it. ``message`` is the first line of what is made, credited to ``node``.
        Repeating it makes the same commits.
        """
        git, author = Git(self.store), self._author(node)
        done = integrating.integrate(git, author, base, mode, branches, message, onto)
        here = f"{node}/_integrated" if isinstance(done, Joined) else f"{node}/_conflict"  # no node is called so
        self._pin_in_store(run_ref(self.run_id, here), done.head if isinstance(done, Joined) else done.snapshot)
        return done

    def resolved_in_checkout(self, line: str, snapshot: str) -> str | Unresolved:
        """The commit in a person's checkout that resolves the conflict of ``snapshot``, brought into the store.

        It counts only where HEAD moved on from the snapshot, everything is committed, and no conflict marker is left.
        """
        secured = self.secure(line, node=line, attempt=0, fork_point=snapshot, commit="agent", message="")
        git = Git(self.store)
        why = integrating.why_not_clean(secured) or integrating.why_not_resolved(git, snapshot, secured.head)
        return Unresolved(why) if why else secured.head

    def resolution(self, snapshot: str, head: str, *, node: str, child: str, message: str) -> str | Unresolved:
        """The merge of ``child`` with the tree of ``head``, which resolves the conflict of ``snapshot``.

        Repeating it makes the same commit.
        """
        git = Git(self.store)
        why = integrating.why_not_resolved(git, snapshot, head)
        if why:
            return Unresolved(why)
        made = integrating.resolution(git, self._author(node), snapshot, head, message, child)
        self._pin_in_store(run_ref(self.run_id, f"{node}/_resolved", made), made)
        return made

    # --- measuring commits -------------------------------------------------------------------------------------------

    def changes(self, a: str, b: str) -> tuple[Change, ...]:
        """The net difference from commit ``a`` to commit ``b``, with line counts, sorted by path."""
        return measure.changes(Git(self.store), a, b)

    def diff(self, a: str, b: str, paths: Sequence[str] | None = None, limit: int = 1_000_000) -> Diff:
        """The same as a patch, cut visibly after ``limit`` bytes."""
        return measure.diff(Git(self.store), a, b, paths, limit)

    def file_facts(self, commit: str, path: str) -> FileFacts:
        """What is at a path of a commit; links are followed inside the commit only.

        Raises UsageError for a path that is empty, absolute, or holds a NUL.
        """
        return measure.file_facts(Git(self.store), commit, path)

    def show_file(self, commit: str, path: str, limit: int = 10_000_000) -> bytes | None:
        """At most ``limit`` bytes of a regular file of a commit; None where `file_facts` gives a reason."""
        return measure.show_file(Git(self.store), commit, path, limit)

    def is_ancestor(self, ancestor: str, descendant: str) -> bool:
        """True where ``descendant`` is ``ancestor`` or descends from it."""
        return measure.is_ancestor(Git(self.store), ancestor, descendant)

    def export(self, commit: str, dest: Path, *, keep: Sequence[str] = ()) -> Exported:
        """A clean checkout of a commit at ``dest``, made anew or brought there from an earlier export.

        No filter, hook or attribute trick of an agent applies. In a reused folder everything untracked goes, ignored or
        not, but what ``keep`` names (paths from the root). It is a git checkout of its own, with HEAD detached.
        """
        index = self.store / "pilothouse" / "exports" / f"{hashlib.sha256(bytes(dest)).hexdigest()}.index"
        return export.export(Git(self.store), self._shape, commit, dest, index, keep)

    def _line(self, line: str) -> Line:
        state = self.store / "pilothouse" / "lines" / folder_name(line)
        settings = (("include.path", str(self.store / _SETTINGS)), *lfs.NO_SERVER.items())
        git = Git(self.store, settings=settings)
        checkout = self.checkout(line)
        aside = self.run_dir / "aside" / folder_name(line)
        return Line(self.run_id, line, self.branch, checkout, state, aside, git, self._shape)

    def _author(self, node: str) -> Author:
        return Author(*self._shape.identity, self.run_id, node)

    def _pin_in_store(self, ref: str, commit: str) -> None:
        refused = landing.move_refs(Git(self.store), f"update {ref}\0{commit}\0\0", "pilothouse")
        if refused is not None:
            raise refused

    def _pin_base(self) -> None:
        ref = run_ref(self.run_id, "base")
        pinned = self._user.git.resolve(ref)
        if pinned is not None and pinned != self.base:
            raise UsageError(f"{str(self.source)!r} holds a run {self.run_id!r} already; choose another id")
        self._pin(self.base, "base")

    def _pin(self, commit: str, *name: str) -> None:
        """Hold a commit by a ref of ours in the user's repository."""
        move = f"update {run_ref(self.run_id, *name)}\0{commit}\0\0"
        refused = landing.move_refs(self._user.git, move, f"pilothouse: run {self.run_id}")
        if refused is not None:
            raise refused


def _make_store(run_dir: Path, found: Source, base: str, branch: str, run_id: str) -> None:
    """The store, whole or not at all."""
    fresh = run_dir / f"{_STORE}.new"
    remove_tree(fresh)
    fresh.mkdir()
    git = Git(fresh)
    git.run("init", "--bare", "--quiet", "--template=", f"--object-format={found.object_format}")
    (fresh / "info").mkdir(exist_ok=True)
    (fresh / "objects" / "info").mkdir(exist_ok=True)
    replace_file(fresh / "objects" / "info" / "alternates", f"{found.objects.as_posix()}\n")
    for name in ("info/exclude", "info/attributes", "shallow"):
        if (found.common_dir / name).is_file():
            shutil.copyfile(found.common_dir / name, fresh / name)
    (fresh / "pilothouse").mkdir()
    for key, value in source.settings_taken_over(found):
        git.run("config", "--file", str(fresh / _SETTINGS), "--add", key, value)
    name, email = source.identity(found)
    kept = {"run": run_id, "branch": branch, "base": base, "source": str(found.path), "name": name, "email": email}
    for key, value in kept.items():
        git.run("config", "--file", str(fresh / "config"), f"pilothouse.{key}", value)
    fresh.replace(run_dir / _STORE)


def _read_settings(git: Git) -> dict[str, str]:
    listed = git.out("config", "--file", str(git.git_dir / "config"), "-z", "--list")
    pairs = (record.partition(b"\n") for record in listed.split(b"\0") if record)
    return {key.decode("utf-8", "replace"): value.decode("utf-8", "surrogateescape") for key, _, value in pairs}


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""
