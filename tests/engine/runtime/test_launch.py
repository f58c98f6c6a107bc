# SPDX-License-Identifier: Apache-2.0
"""A launch makes a run, whole and on record, or leaves nothing that counts as one."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.definition import load
from engine.definition.model import CallBlock, Profile
from engine.errors import (
    DefinitionFaults,
    InputFaults,
    JournalLocked,
    JournalUnwritable,
    LaunchFaults,
    PilothouseError,
    RunExists,
    RunIdInvalid,
    UsageError,
)
from engine.journal import RunStore
from engine.kernel.events import RunCreated
from engine.runtime.follow import was_launched
from engine.runtime.launch import Request, _with_roles, launch, prepare
from engine.runtime.ledger import Ledger
from engine.workspace import RunRepository
from tests.helpers.runs import events, git, kinds, make_repository, make_script, make_workflow

TOP = """\
inputs:
  report: {type: text, required: true}
  count: {type: int, default: 1}
budgets: {turns: 7}"""


@pytest.fixture
def request_(tmp_path: Path) -> Request:
    agent = make_script(tmp_path / "agent.sh", "cat > /dev/null")
    step = "{step: one, role: worker, goal: 'Do it: {{ inputs.report }}', gate: [{file: done.txt}]}"
    workflow = make_workflow(tmp_path / "w.yaml", [step], agent, top=TOP)
    return Request(str(workflow), make_repository(tmp_path / "repo"), inputs={"report": "it fails"}, run_id="r")


@pytest.fixture
def store(data_dir: Path) -> RunStore:
    return RunStore()


async def test_a_launched_run_is_on_record_with_everything_that_identifies_it(
    request_: Request, store: RunStore
) -> None:
    folder = await launch(replace(request_, budgets={"turns": 3}, branch="work/x", base="main"), store)

    first = events(folder)[0].body
    assert isinstance(first, RunCreated)
    assert (first.run, first.branch, first.base_name) == ("r", "work/x", "main")
    assert first.base == git(request_.repository, "rev-parse", "main")
    assert first.inputs == {"report": "it fails", "count": 1}
    assert first.workflow.budgets.turns == 3
    assert "it fails" in (folder.blackboard / "task.md").read_text()
    assert folder.manifest()["branch"] == "work/x"
    assert folder.holder() is None
    assert git(request_.repository, "status", "--porcelain") == ""


async def test_a_run_without_a_name_gets_one_of_its_own(request_: Request, store: RunStore) -> None:
    ids = {(await launch(replace(request_, run_id=None), store)).id for _ in range(2)}
    assert len(ids) == 2
    assert all(run.startswith("w-") for run in ids)


async def test_later_changes_of_the_workflow_file_do_not_reach_the_run(request_: Request, store: RunStore) -> None:
    folder = await launch(request_, store)
    Path(request_.workflow).write_text("pilothouse: 1\n")
    first = events(folder)[0].body
    assert isinstance(first, RunCreated)
    assert [block.id for block in first.workflow.do] == ["one"]


Change = Callable[[Request, Path], Request]


def no_repository(request: Request, home: Path) -> Request:
    (home / "plain").mkdir()
    return replace(request, repository=home / "plain")


def no_commit(request: Request, home: Path) -> Request:
    (home / "empty").mkdir()
    git(home / "empty", "init", "-q")
    return replace(request, repository=home / "empty")


def checked_out(request: Request, home: Path) -> Request:
    git(request.repository, "worktree", "add", "-q", "-b", "taken", str(home / "elsewhere"))
    return replace(request, branch="taken")


def existing_branch(request: Request, home: Path) -> Request:
    git(request.repository, "branch", "old")
    return replace(request, branch="old")


def faulty_file(request: Request, home: Path) -> Request:
    (home / "faulty.yaml").write_text("pilothouse: 1\nname: x\ndo: [{step: one}]\n")
    return replace(request, workflow=str(home / "faulty.yaml"))


REFUSALS: dict[str, tuple[Change, type[PilothouseError]]] = {
    "a folder that is no repository": (no_repository, UsageError),
    "a folder that is not there": (lambda request, home: replace(request, repository=home / "none"), UsageError),
    "a repository without a commit": (no_commit, UsageError),
    "a base that is not there": (lambda request, home: replace(request, base="v9"), UsageError),
    "a branch that is checked out": (checked_out, UsageError),
    "a branch that is there already": (existing_branch, UsageError),
    "a branch with an impossible name": (lambda request, home: replace(request, branch="a..b"), UsageError),
    "a workflow that is not there": (lambda request, home: replace(request, workflow="nowhere"), UsageError),
    "a faulty workflow": (faulty_file, DefinitionFaults),
    "an input of the wrong type": (
        lambda request, home: replace(request, inputs={"report": "x", "count": "many"}),
        InputFaults,
    ),
    "a missing input": (lambda request, home: replace(request, inputs={}), InputFaults),
    "an unknown input": (lambda request, home: replace(request, inputs={"report": "x", "colour": "red"}), InputFaults),
    "an unknown role": (lambda request, home: replace(request, roles={"boss": "command"}), UsageError),
    "an unknown budget": (lambda request, home: replace(request, budgets={"patience": 1}), UsageError),
    "a budget that is no budget": (lambda request, home: replace(request, budgets={"turns": -1}), UsageError),
    "a budget without an end": (lambda request, home: replace(request, budgets={"cost": float("inf")}), UsageError),
    "an id that is none": (lambda request, home: replace(request, run_id="../r"), RunIdInvalid),
}


@pytest.mark.parametrize("what", REFUSALS)
async def test_a_launch_that_is_refused_leaves_nothing_behind(
    what: str, request_: Request, store: RunStore, tmp_path: Path
) -> None:
    change, error = REFUSALS[what]
    changed = change(request_, tmp_path)
    refs = git(request_.repository, "for-each-ref")
    with pytest.raises(error):
        await launch(changed, store)
    assert store.runs() == []
    assert not store.runs_dir.exists() or list(store.runs_dir.iterdir()) == []
    assert git(request_.repository, "for-each-ref") == refs


def test_preparing_writes_nothing(request_: Request, store: RunStore) -> None:
    prepared = prepare(request_)
    assert prepared.inputs == {"report": "it fails", "count": 1}
    assert not store.data_dir.exists()
    assert "pilothouse" not in git(request_.repository, "for-each-ref")


async def test_an_id_that_exists_is_refused_and_the_run_stays_as_it_was(request_: Request, store: RunStore) -> None:
    folder = await launch(request_, store)
    before = folder.journal.read_bytes()
    with pytest.raises(RunExists):
        await launch(replace(request_, inputs={"report": "other"}), store)
    assert folder.journal.read_bytes() == before
    assert store.runs() == [folder]


# ------------------------------------------------------------------------------------------- launches that were cut


def cut_before_repository(store: RunStore) -> None:
    store.create("r", {"cut": True}, workflow="old", task="old")


def cut_before_first_event(store: RunStore) -> None:
    cut_before_repository(store)
    (store.runs_dir / "r" / "journal.jsonl").touch()


def cut_in_first_event(store: RunStore) -> None:
    cut_before_repository(store)
    (store.runs_dir / "r" / "journal.jsonl").write_bytes(b'{"v":1,"seq":1,"at":"2026')


@pytest.mark.parametrize("cut", [cut_before_repository, cut_before_first_event, cut_in_first_event])
async def test_a_launch_that_was_cut_can_be_repeated(
    cut: Callable[[RunStore], None], request_: Request, store: RunStore
) -> None:
    cut(store)
    assert not was_launched(store.folder("r"))
    folder = await launch(request_, store)
    assert kinds(folder)[0] == "run_created"
    assert folder.manifest()["run"] == "r"
    assert "it fails" in (folder.blackboard / "task.md").read_text()
    assert "step: one" in folder.workflow.read_text()


async def test_a_launch_that_was_cut_after_its_repository_was_made_can_be_repeated(
    request_: Request, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cut(BaseException):
        pass

    def stays(*_: object, **__: object) -> None:
        """A killed process removes nothing."""

    with monkeypatch.context() as patch:
        patch.setattr(RunRepository, "create", _then(RunRepository.create, Cut))
        patch.setattr(shutil, "rmtree", stays)
        with pytest.raises(Cut):
            await launch(request_, store)
    assert (store.runs_dir / "r" / "store.git").is_dir()
    folder = await launch(request_, store)
    assert kinds(folder)[0] == "run_created"


def _then(function: Callable[..., object], error: type[BaseException]) -> Callable[..., object]:
    def made(*args: object) -> object:
        function(*args)
        raise error

    return made


async def test_a_launch_cut_before_and_repeated_from_another_base_is_no_run_from_the_old_one(
    request_: Request, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await test_a_launch_that_was_cut_after_its_repository_was_made_can_be_repeated(request_, store, monkeypatch)
    folder = store.folder("r")
    folder.journal.unlink()
    (request_.repository / "more.txt").write_text("more\n")
    git(request_.repository, "add", "-A")
    git(request_.repository, "commit", "-q", "-m", "more")

    with pytest.raises(UsageError, match="choose another id"):
        await launch(request_, store)


async def test_a_launch_that_another_process_is_at_is_refused(request_: Request, store: RunStore) -> None:
    cut_before_repository(store)
    other = await Ledger.open(store.folder("r").journal)
    with pytest.raises(JournalLocked):
        await launch(request_, store)
    assert store.folder("r").manifest() == {"cut": True}
    await other.close()


async def test_a_disk_that_refuses_the_first_event_leaves_no_run(
    request_: Request, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise JournalUnwritable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "durable", refuse)
        with pytest.raises(JournalUnwritable):
            await launch(request_, store)
    assert store.runs() == []
    assert kinds(await launch(request_, store))[0] == "run_created"


@pytest.mark.parametrize(
    ("roles", "why"),
    [
        ({}, "has no playbook"),
        ({"worker": "nobody"}, "no such backend"),
        ({"worker": "command"}, "has no argv"),
        ({"worker": "acp"}, "has no argv"),
    ],
)
async def test_a_role_that_could_not_even_start_is_refused_before_a_run_exists(
    request_: Request, store: RunStore, tmp_path: Path, roles: dict[str, str], why: str
) -> None:
    workflow = Path(request_.workflow)
    role = f'agent: command, argv: ["{tmp_path / "agent.sh"}"], isolation: open'
    assert role in workflow.read_text()
    workflow.write_text(workflow.read_text().replace(role, "agent: scripted"))

    with pytest.raises(UsageError, match=f"role 'worker' .*{why}"):
        await launch(replace(request_, roles=roles), store)

    assert store.runs() == []


def asked(request_: Request, tmp_path: Path, role: str) -> Request:
    """What is asked for, by a worker that is `role`."""
    workflow = Path(request_.workflow)
    old = f'agent: command, argv: ["{tmp_path / "agent.sh"}"], isolation: open'
    assert old in workflow.read_text()
    workflow.write_text(workflow.read_text().replace(old, role))
    return request_


@pytest.mark.parametrize(
    ("role", "why"),
    [
        ("agent: claude-code, model: sonnet", r"'claude' was not found on the PATH; get it with `npm install -g"),
        ("agent: codex, model: gpt", r"'codex' was not found on the PATH; get it with `npm install -g"),
        ("agent: acp, argv: [gemini, --acp]", r"'gemini' was not found on the PATH; to get it: "),
        ("agent: acp, argv: [ph-nobody]", r"'ph-nobody' was not found on the PATH\. "),
        ("agent: command, argv: [./ph-nobody]", r"ph-nobody' was not found\. "),
        ("agent: command, argv: [./plain.sh]", r"plain.sh' is not executable; make it executable: `chmod \+x .*plain"),
        ("agent: anthropic, model: m", r"there is no key for 'anthropic'.*ANTHROPIC_API_KEY"),
        ("agent: codex, network: model", r"there is no key for 'openai'.*`pilothouse key openai`.*OPENAI_API_KEY"),
    ],
)
async def test_a_role_whose_agent_is_not_here_is_refused_before_a_run_exists(
    request_: Request, store: RunStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: str, why: str
) -> None:
    (tmp_path / "plain.sh").write_text("#!/bin/sh\n")
    (tmp_path / "bin").mkdir()
    for variable in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    request_ = asked(request_, tmp_path, role)
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, **more: which(name, path=str(tmp_path / "bin")))

    with pytest.raises(UsageError, match=rf"(?s)role 'worker' cannot work here: .*{why}"):
        await launch(request_, store)

    assert store.runs() == []


def test_a_server_of_ones_own_needs_no_key_to_be_launched(
    request_: Request, store: RunStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    store.prepare()
    (store.data_dir / "settings.yaml").write_text("providers: {anthropic: {base_url: 'http://127.0.0.1:11434'}}\n")

    prepared = prepare(asked(request_, tmp_path, "agent: anthropic, model: m"), store.data_dir)

    assert prepared.workflow.roles["worker"].agent == "anthropic"


def test_the_playbook_reaches_the_scripted_roles_of_called_workflows_too(request_: Request, tmp_path: Path) -> None:
    head = "pilothouse: 1\nname: inner\nroles: {hand: {agent: scripted}}\n"
    (tmp_path / "inner.yaml").write_text(head + "do: [{step: act, role: hand, goal: Act., gate: [verdict]}]\n")
    outer = tmp_path / "outer.yaml"
    outer.write_text("pilothouse: 1\nname: outer\ndo: [{call: sub, workflow: inner.yaml}]\n")
    playbook = tmp_path / "p.yaml"
    playbook.write_text("playbook: 1\nnodes: {sub/act: [{turns: [{verdict: done}]}]}\n")
    asked = replace(request_, workflow=str(outer), inputs={})

    [call] = prepare(replace(asked, playbook=playbook)).workflow.do
    assert isinstance(call, CallBlock)
    assert call.body is not None
    assert call.body.roles["hand"].playbook == {"playbook": 1, "nodes": {"sub/act": [{"turns": [{"verdict": "done"}]}]}}
    with pytest.raises(UsageError, match="there is no playbook"):
        prepare(replace(asked, playbook=tmp_path / "p\0.yaml"))
    with pytest.raises(UsageError, match="'hand' is scripted and has no playbook"):
        prepare(asked)


def test_a_role_given_to_another_agent_keeps_nothing_of_how_the_first_was_started(request_: Request) -> None:
    assert prepare(request_).workflow.roles["worker"].argv
    asked = replace(request_, roles={"worker": "anthropic:some-model"})
    [role] = _with_roles(load(asked.workflow).workflow, asked).roles.values()
    assert (role.agent, role.model, role.argv) == ("anthropic", ("some-model",), ())


def test_all_that_is_wrong_with_a_launch_is_told_at_once(request_: Request) -> None:
    asked = replace(request_, roles={"worker": "scripted"}, budgets={"turns": -1}, inputs={"count": "many", "no": "x"})
    with pytest.raises(LaunchFaults) as caught:
        prepare(asked)
    told = caught.value.message.splitlines()
    assert told[0] == "5 things keep this run from beginning:"
    for part in ("is scripted and has no playbook", "the budgets", "'no'", "'report'", "'count'"):
        assert sum(part in line for line in told[1:]) == 1, part
    assert any(isinstance(fault, InputFaults) for fault in caught.value.faults)


def test_the_program_of_a_role_can_be_given_at_launch(request_: Request) -> None:
    asked = replace(request_, argv={"worker": (sys.executable, "--fast")}, inputs={"report": "r"})
    assert prepare(asked).workflow.roles["worker"].argv == (sys.executable, "--fast")
    with pytest.raises(UsageError, match="takes no argv"):
        prepare(replace(asked, roles={"worker": "claude-code"}))
    with pytest.raises(UsageError, match="has no role 'nobody'"):
        prepare(replace(asked, argv={"nobody": ("x",)}))


def test_a_profile_of_the_repository_stands_in_for_that_of_the_workflow(request_: Request) -> None:
    folder = request_.repository / ".pilothouse"
    folder.mkdir()
    (folder / "profiles.yaml").write_text("mine: {tests: {argv: [go, test, ./...], timeout: 5m}}\n")
    git(request_.repository, "add", "-A")
    git(request_.repository, "commit", "-q", "-m", "profiles")

    profile = prepare(replace(request_, profile="mine")).workflow.profile
    assert isinstance(profile, Profile)
    assert profile.tests is not None
    assert profile.tests.argv == ("go", "test", "./...")
    with pytest.raises(DefinitionFaults, match="another"):
        prepare(replace(request_, profile="another"))
