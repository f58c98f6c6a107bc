<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1">
<context>
    <name></name>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help: the keyboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the tour of this window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Faults of this window…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notices, quiet hours, sleep…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this is about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Faults of Pilothouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong in this window. Your runs are not touched by it: the engine that drives them is a process of its own. The details hold paths and program lines, no transcript.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agents of all runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the attempt in its run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent is at work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop new work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let new work start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No turn is started any more; those that run go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the limits of the fleet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent is at work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} agents at work</source>
        <comment>{n} agent at work</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} being judged</source>
        <comment>{n} being judged</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} need you</source>
        <comment>{n} needs you</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} stand still with their runs</source>
        <comment>{n} stands still with its run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} in runs that nobody drives</source>
        <comment>{n} in a run that nobody drives</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {n} runs</source>
        <comment>in {n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{running} of {concurrent} at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {cap} today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {cap} {budget} today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits: {limits}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit is set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New work is stopped: no turn is started in any run. Turns that run go on to their end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every agent of every run appears here while it works: what it does, for how long, and what it uses. Ctrl+N launches a run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} inside</source>
        <comment>{n} inside</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Graph of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next block, block before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold the block, or unfold it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger, smaller, all of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Medians, with the number of figures they rest on. A share of fewer than {least} is told in counts: a percentage of so few says nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Landed a change, of those that ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run that landed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All runs, for each landed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs whose cost is unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OUTCOME</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GATES THAT CLEARED</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No gate was judged yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CYCLES TO GREEN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns until a step cleared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>WHERE THE TIME WENT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needing a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>COST</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TURNS THAT FAILED</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No turn is over yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: this run has no such block
{where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>cleared {n} of {times} times</source>
        <comment>cleared {n} of {times} times</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} attempts, {time}</source>
        <comment>{n} attempt, {time}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Runs across, blocks down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the block of that run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All projects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{name} · {n} runs</source>
        <comment>{name} · {n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the journals…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest {n} of {all} runs, the newest first. Enter goes to the block of that run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} runs, the newest first. Enter goes to the block of that run.</source>
        <comment>{n} run. Enter goes to its block.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The journals cannot be read: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a workflow has run, its runs stand here beside each other: what cleared, what did not, and what it took. Ctrl+N launches one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempts of this block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {n}, {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {n}: {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} turns, {time}</source>
        <comment>{n} turn, {time}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>usage unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens, cost {cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {start} to {end}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session {session}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate {gate}, {word}: {reason} ({label})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all facts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts of the gate {gate}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> or </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys, and what they do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paths that were tried, of the most that are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trying every path…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trying on…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be tried: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dry run: try every path of this workflow without an agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the dry run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try every path on a virtual clock; nothing is spawned and nothing is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} paths, every one that there is.</source>
        <comment>{n} path, every one that there is.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At the worst {n} turns and {time} of driving.</source>
        <comment>At the worst {n} turn and {time} of driving.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first {n} paths; there are more.</source>
        <comment>The first {n} path; there are more.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At the worst of these {n} turns and {time} of driving.</source>
        <comment>At the worst of these {n} turn and {time} of driving.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and {n} other ends</source>
        <comment>and {n} other end</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No budget of the run stops it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its budgets pause it: {bounds}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its budgets pause it: {bounds}; nothing limits its cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan of this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>claimed only: nothing but the agent&apos;s own word proves it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The blocks of this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file and its blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph of this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be drawn yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its faults are listed below; each has its line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} blocks</source>
        <comment>{n} block</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The graph of a workflow shows at most {n}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give up what you typed?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is on disk is shown again. What you typed since it was opened is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep my changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comes with Pilothouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept in {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin another workflow with this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo everything since it was saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the workflow is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what is on disk…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give up my changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save mine over it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwrite the file on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As it was before the faults.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It comes with Pilothouse and stays as it is. Duplicate it to make it yours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has changed on disk since you opened it, and you have changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty: two steps and an approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate a workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In {place}, under {folder}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name has lower-case letters, digits and dashes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a workflow {name} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it begins with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title of the workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it does, in a few words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create the workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workflow: a bundled name or a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the scripted agent does: a playbook file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a workflow and a repository.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workflow cannot be used:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the agents how they stand…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Launch {n} runs</source>
        <comment>Launch {n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and {n} more</source>
        <comment>and {n} more</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Ready to launch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} files of the checkout are not committed: the run begins without them.</source>
        <comment>{n} file of the checkout is not committed: the run begins without it.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Launching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched {done} of {total}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These made no run; the others did:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be launched:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder with a git repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A branch, tag or commit; empty: HEAD</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Playbook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a workflow file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a playbook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the workflow asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workflows (*.yaml *.yml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Playbooks (*.yaml *.yml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Old and new beside each other, or one under the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Viewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You have seen the file at the top (V)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment on the chosen line (C, or double click)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment on the chosen line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What should be different here?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add this comment (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say nothing of this line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put into the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They go back with your answer: refine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take all comments away</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} comments: {places}</source>
        <comment>{n} comment: {places}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none yet: New… makes one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsaved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workflows</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} workflows.</source>
        <comment>{n} workflow.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} workflows hold “{search}”.</source>
        <comment>{n} of {all} workflows holds “{search}”.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Workflows are not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you typed into these files is not on disk yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folders cannot be read: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search workflows by name, title and goals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search names, titles, goals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New workflow from a template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of that is in a name, a title or a goal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No workflow chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one at the left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unreadable run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The turn ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut off: no tokens were left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model declined.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} tokens in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} read from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} written to the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked for permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole turn: {usage}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge conflict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal and world differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer several at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds that are answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note to go with each answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each is answered for itself, on the evidence that it shows here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{answer}: each that is ticked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hold that is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Snooze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The evidence has moved. Look at it again before you answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The note is kept only until the window closes: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This has only just come. Look at it before you answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yes, {answer} (y)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was too quick to be sure that it was meant.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept (a)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give this answer, after one more act</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refine (r)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer with a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise (b)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put aside until its evidence changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the answer that is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home: what needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept, or go on: shows first what it does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yes, give the answer that is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refine, or answer with a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be put aside: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be forgotten: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} things need you</source>
        <comment>{n} thing needs you</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>j k move · Enter opens · a accepts, y confirms · r note · b budget · s snooze · ? all keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the oldest waits {age}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} runs stand still</source>
        <comment>{n} run stands still</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} agents wait</source>
        <comment>{n} agent waits</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Raise the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Snooze until it changes, or take it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide what is snoozed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let go what is armed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer several…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What runs need from you is listed here. Ctrl+N launches one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note to go with the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what}, with this note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your note (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the past: go back to now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This attempt has ended; what you typed was not sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody listens here now: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message to the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this attempt has ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the transcript; what was typed is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send (Enter; Shift+Enter begins a new line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It hears this while it works, with the result of its next tool call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Told when this turn ends: {backend} hears nothing while it works.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{who} says to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent has the message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message is kept for the next prompt: this turn did not take it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {n} took {time}: {usage}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal, line {seq}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Enter sends it, Escape leaves it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} snoozed until changed</source>
        <comment>{n} snoozed until changed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Everything that needs you, what can be decided at once first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs you: what waits for a person, what can be decided at once first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with buttons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without buttons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet for an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run {state}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} runs ended</source>
        <comment>{n} run ended</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} things wait for you</source>
        <comment>{n} thing waits for you</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Notices are shown by the desktop: {who}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notices are shown by the tray; they have no buttons there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This desktop shows no notices and has no tray. What waits is counted in the window&apos;s title.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept awake now by {who}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing keeps this computer awake now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type what to do, or which run to look at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all transcripts for “{text}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search runs and commands     Ctrl+K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change between light, dark and the system&apos;s look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings, pages, and what concerns all runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follows the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Doing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody drives its run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stands still with its run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{node} · attempt {attempt}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} processes</source>
        <comment>{n} process</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{share} of one processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost of its ended turns: {amount}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no turn of it has ended yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every agent of every run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How runs of one workflow went</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can be run: read it, write it, try it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NEEDS YOU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RUNS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause every run at its next safe boundary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing needs you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scripted agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model works here: a script plays the agent. Edits, commands and gates are real.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go on after a provider&apos;s limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on by itself after a provider&apos;s limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On: the run waits until its provider takes requests again, and goes on. Off: it asks you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {start}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository}
run {run}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}, then it goes on by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop at the next safe boundary; nothing is lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End this run for good; everything it made is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy repair command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a terminal it tells what is wrong with the journal and what cutting it loses; it changes nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What follows a provider&apos;s limit, and more of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>· last event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how its time went cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needed you {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for provider {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost {amount}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} failed turns</source>
        <comment>{n} failed turn</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} turns: {failure}</source>
        <comment>{n} turn: {failure}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds and answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Git</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected journal line as it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing on record yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every event appears here as it is journaled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the lines shown are about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that tells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only lines of the selected block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show signs of life and steps of the machinery as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the selected line as it stands in the journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No line fits the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the filter, or show everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{topics} and {n} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All topics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Topics shown: {topics}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a line to see it as it stands in the journal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budgets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the {budget} budget by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much to add to the {budget} budget, for example {suggestion}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the {budget} budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the fields that raise a budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise a budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The moment that all panes show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line of the journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag to see the run as it was. Left and Right go line by line, End returns to now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the failure before (Shift+F8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the next failure: a blocked gate, a failed attempt, a hold (F8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return to now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return to now (Alt+End)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now, after {n} events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>event {n} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bars appear as attempts begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next attempt, attempt before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, attempt {n}: {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{time} in all, {turns} in turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>{n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Runs, by project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in what all agents said and did</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in all transcripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words as they stand; small and capital letters are alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give {least_chars} characters or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is found is listed as it comes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} messages in {runs}</source>
        <comment>{n} message in {runs}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>the first {told}; give more words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{told}, searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No transcript holds these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to look for in all transcripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A word, a file, a command…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in the selected run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages that were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search transcripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>works here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not work here</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>In all runs, {failed} of {n} turns failed</source>
        <comment>In all runs, {failed} of {n} turn failed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In all runs, {failed} of {n} turns failed: {why}</source>
        <comment>In all runs, {failed} of {n} turn failed: {why}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again which agents work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking each program how it stands…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{working} of {n} kinds of agents work here.</source>
        <comment>{working} of {n} kind of agents works here.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be told which agents work: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits and prices are kept in {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size in per cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduced: menus and tool tips appear at once, the text cursor does not blink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All else is applied at once. Kept for this data directory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When something needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a run ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>While agents work, do not fall asleep by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet hours, from and until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none, or 22:00-07:00</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two times of day, as in 22:00-07:00</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A notice names the run, the step and the cause, and opens exactly what waits. Nothing is answered from it: an answer belongs to the evidence, which only the window shows. What comes together is told together, and what you have in front of you is not told at all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Origin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>US dollars for a million tokens. What a run cost is computed when a turn ends, from the price that holds then. A model without a price has an unknown cost, never none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bundled, {date}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} of {model}: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model, as agents call it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add this price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove your price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prices of models, in US dollars for a million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the bundled price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the model whose price this is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart the engine host with this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs the code of another version. Its runs go on from their journals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{trouble} (and {n} more)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine host: of version {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine host: not running, started when needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Engine host: not running · {n} driven elsewhere</source>
        <comment>Engine host: not running · {n} driven elsewhere</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Engine host: idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Engine host: drives {n}</source>
        <comment>Engine host: drives {n}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{host}, process {pid}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} faults</source>
        <comment>{n} fault</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>What went wrong in Pilothouse itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run takes a workflow and drives agents through it on one branch of git. This one is real but for its agent, which follows a script: its edits, commands, commits and gates all happen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the run consists of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A workflow is a tree of blocks. A step is done only when its gates clear: things the engine measured itself, never what a model says of its own work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the agent really did</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every message and every tool call of every attempt, kept for good. Diff and gates stand beside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit ends a run: at a cap it pauses, and you may raise the cap and let it go on where it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} comments on the diff will go with your note</source>
        <comment>{n} comment on the diff will go with your note</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waited then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>just opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits {age}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note (needed by: {answers})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave them out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the comments out of the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the path of the checkout with the conflict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous hold of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next hold of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whatever needs a person comes here, from every run: with a sentence, the evidence, and the answers as buttons. Soon the demo asks for your approval. Enter never answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This finds every run and every command. F1 opens the help, at the page of what you look at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{at} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pilothouse in the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pilothouse: {needs} need you, {working} working, {done} done since you looked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and {n} more…</source>
        <comment>and {n} more…</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done since you looked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Pilothouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the monitor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one at the left, or launch another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart the engine host?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agents of these runs are interrupted; the runs go on from their journals under this version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let it be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search runs and commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the next thing that waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause this run now, interrupting its agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause every run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume every run that you paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer several at once…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change what this run does after a provider&apos;s limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel this run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the next failure of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the failure before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back in time by one event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on in time by one event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return from the past to now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say something to the agent at work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review the attempt: facts beside its diff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the transcripts of all runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy what is known of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the last message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the id of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show everything that needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the selected run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the fleet: every agent of every run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the history of a workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the workflows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New workflow…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prices of models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which agents work here…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys of providers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size, theme, motion…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the keys of what has the focus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the blocks of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the journal of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the graph of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the timeline of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {page}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied {run}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied what is known of {run}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel this run?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title}

It ends for good. Its branch, commits, transcripts and journal are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run takes a workflow and drives agents through it on one branch of a git repository. You see what they do, and decide where a person should. To watch one first, try “pilothouse demo” in a terminal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two attempts beside each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the diff…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This attempt changed nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both leave the same files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt at the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt at the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diff of the attempt at the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diff of the attempt at the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript of the attempt at the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript of the attempt at the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No transcript is on record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changes from the left attempt to the right one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts of both attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No diff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the comparison (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diffs and transcripts of both attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both diffs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From left to right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No block selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>role {role}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a block to read its transcript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This block has not begun</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This block has no agent of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent has said nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a block to see how its gates were judged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gates are measured when the agent has ended its turn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This block has no gate of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a block whose agent has worked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing secured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The diff appears when the turn has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The diff cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show its event in the journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What an attempt leaves in its folder appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of this attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing on the blackboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What agents leave for each other appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The blackboard of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the selected attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blackboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claimed only: nothing but the agent&apos;s own word proves this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two attempts beside each other (Ctrl+Shift+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts beside the whole diff (Ctrl+Shift+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a path for {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} (required)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This field holds {n} characters and no more: what was pasted may go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>separated by commas, or a JSON array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file or a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who works as {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent; the workflow says {agent}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model, or type its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its own default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not work here: {note}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget: {budget}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many turns all agents together may take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long the run may be driven, for example 90s, 30m or 2h; waiting for you costs nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many calls of a model are allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens may be used, of all kinds together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>US dollars that may be spent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned and recent launches: Enter launches one again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin this launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LAUNCH AGAIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repository}
{told}
Enter, or a double click, launches it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin this launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run for each of several tickets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input that each ticket goes to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tickets, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One ticket a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the tickets from a text, CSV or JSON file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no ticket yet: type one a line, or take them from a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} runs, each with its own {names}.</source>
        <comment>{n} run, with its own {names}.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Tickets (*.csv *.json *.txt);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file of tickets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each goes to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review of an attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is known of this attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review · {name} · attempt {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all that the run has changed up to here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the review (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal, graph and timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks, journal, graph and timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{type}, line {seq}, {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decided by a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decided by the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let this step count, on the commit shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the note to the same session, one more cycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart from…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to an earlier block and do it afresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on at a later block; the gates between are recorded as skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new attempt from the fork point, with your note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell the same session what still blocks, with your note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let it count although the gate is blocked; recorded as your decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new attempt whose instructions are your note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again when the provider allows it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise and continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the budget and go on where it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settle this block as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the note to the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grant this one call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow for this attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grant this tool until the attempt ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuse the call and tell the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resolve with an agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An agent brings both sides together; its work is measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I resolved it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count what you committed: no marker left, a clean tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop that branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on without it; its work stays on a ref</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adopt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take what is there now as the run&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do it once more, from what the journal recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave aside what is there; it stays on a ref</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on where it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the run as abandoned; everything it made is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run waits until its provider takes requests again and goes on by itself, now and each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} launched “{1}” on {2}, branch {3}, from {4}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process {0} drives the run now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process {0} drives the run now. {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The driver let go of the run: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The driver let go of the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Still driving.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent works: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command runs, {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} ended after {1}, {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} failed after {1}: {2}: {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} failed after {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} failed after {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} was interrupted after {1}; what it left is kept and not judged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} ran out of time after {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} stalled: nothing was heard for too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command ended after {0}, exit code {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash; its session can go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash; its session can go on: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} was interrupted before there was a place for it; nothing was started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} did not begin: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} did not begin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} does not wait for its provider any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} waits for provider {1} until {2}: {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent asks to {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent asks to {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request to {0} is granted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request to {0} is granted: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request to {0} is denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request to {0} is denied: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} says to the agent: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} says to the agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passing it on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The running turn does not take it; its next prompt tells it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent asks whether it may use {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent does not wait for that permission any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is allowed: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is allowed for the rest of the attempt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is allowed for the rest of the attempt: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is denied: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The work of turn {0} is secured at {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The work of turn {0} is secured at {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent&apos;s verdict: {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent&apos;s verdict: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent&apos;s artifact {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The work of the branches is one line again, at {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The work of the branches is one line again, at {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conflict of {0} is not resolved: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merging {0} conflicts in {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s branch in the repository is now at {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s branch is at {0}, not at {1} where it was last seen; nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The limit on {0} was reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} answered “{1}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} answered “{1}”: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} raised the {1} budget by {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} asked to pause now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} asked to pause at the next boundary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} decided that the run goes on by itself when a provider limits it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} decided that the run asks a person when a provider limits it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cancelled the run; everything is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block entered, at {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workflow begins, at {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to fan out over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planned: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The called workflow gets {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round {0} ends the loop: its condition cleared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round {0} does not end the loop: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round {0} does not end the loop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The join is decided: nothing counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The join is decided: {0} counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bringing {0} together: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taking in what resolves the conflict of {0}, then bringing {1} together: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, a retry.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, as you asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, because the one before was lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, starting afresh.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} starts: {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0} starts: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupting turn {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Securing what turn {0} left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring {0} on the secured commit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No gate asks for a measurement.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every gate cleared: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not cleared: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bringing the run&apos;s branch to {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} ended: {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} ended: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settled: {0} at {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settled: {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settled: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workflow is settled: {0} at {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workflow is settled: {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workflow is settled: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jumped forward to {0}, past {1} whose gates did not clear.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Went back to {0}: {1} start afresh.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs you: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer needs you: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer needs you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is paused: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is paused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run ended: {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run ended: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the agent works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the command runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>securing the work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring the gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judging the gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bringing the branch in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its work is being secured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its gates are being measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its gates are being judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its work is being brought in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs you inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits for its children</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stands still</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for provider until {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>round {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, attempt {1}, {2} and {3} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, attempt {1}, {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, attempt {1} and {2} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, attempt {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its attempt is about to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its turn has ended, and its gates are being measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its turn has ended, and its gates are being judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its work is done, and is being brought in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a command works here, and no agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it needs you, and a note goes with your answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no turn of it runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cleared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>superseded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exhausted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>abandoned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the goal is sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the agent is told what still blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the agent is asked to refine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session goes on after a crash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the lead is told what came in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the agent gets its answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the agent is told what a person says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a budget is reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>you asked to pause now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the run is cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no longer needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a person decides now what happens at a provider&apos;s limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start the turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupt the turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tell the agent the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pass a message on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secure the work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measure the gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bring the branches together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bring the branch into the repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A key for {0}; it is not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the key; it is not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this key in the system&apos;s keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the key out of the keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown again. Another one replaces it; runs take it from their next turn on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the keyring ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needed where its models are called by the engine, or through its model gateway.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For models that the engine calls itself, and for agents behind its model gateway. Other agents have logins of their own. A key goes to the system&apos;s keyring and nowhere else: no file, no journal, no agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns a day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests a day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens a day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost a day, $</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An empty field is no limit. Days are counted in UTC. Tokens and cost are known when a turn ends, so turns that run when a limit is reached may go beyond it; the count of turns never does. Where an agent does not tell what it used, a limit on tokens or cost stops new turns, unless they may go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A limit on tokens or cost goes on though what an agent used is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop new work: no turn is started, those that run go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit this project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A project to limit: the path of its repository, or the last part of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A repository&apos;s path, or the last part of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If use is unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>claimed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n}M</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n}k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{date}, {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least {figure}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the past</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the time was up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing was heard for too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a budget was reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the provider limits the rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the provider is overloaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no server was reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no valid credentials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session outgrew the model&apos;s context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model declined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer was cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tool is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tests gave no result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>something else was writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record and world disagree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the process crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody knows why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wall clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>strongest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>middle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cheapest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>winner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done when {gates}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{time} in {n} turns</source>
        <comment>{time} in {n} turn</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{spent}, open for {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attempt {n} · {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>crew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the engine decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what waited for a person, and the answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what agents were sent, and how it ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what was measured, and how it was judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commits, merges and branches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>caps that were reached or raised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what failed, was blocked or was lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of this attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next entry, entry before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfold the entry, or follow its link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfold, fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First entry; the end, and follow it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find, find the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the first {n} characters of the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied to the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A note that was not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put it into the note of the hold that is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the whole note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget this note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your note for {place} was not sent: that was answered elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} more</source>
        <comment>{n} more</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the end and follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{answer}: journaled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {budget} budget was raised by {amount}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run goes on by itself after a provider&apos;s limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run asks you when a provider limits it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message is on record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run pauses now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run will pause at the next safe boundary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is being cancelled; everything is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine host was restarted, process {pid}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued: the driver of this run has not taken it yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{done}, line {seq}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be written down: {why}. Mend that, and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} files, {lines}</source>
        <comment>{n} file, {lines}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>nothing secured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}
{status}; lines added: {added}, removed: {removed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, {status}, {added} added, {removed} removed, viewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, {status}, {added} added, {removed} removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>binary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {old}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next file, file before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next line, line before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment on the line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the file as viewed, or take it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One page down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment on this line…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Binary file, not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mode was {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mode is now {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A symbolic link; its target is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A submodule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Executable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added, line {n}: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removed, line {n}: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {n}: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} more files are not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} more lines of this file are not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No change of content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The diff goes on; the rest is not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shown} … {n} more characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing differs between the two commits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} files</source>
        <comment>{n} file</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{n} viewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs cannot be listed: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine host: it died; the next is started in {n} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine host: it died, and the next did not start: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine host had died; process {pid} takes its place, and the runs go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the chosen file, {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} … {n} more characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Launched {n} runs</source>
        <comment>Launched {n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{told}; {n} tickets made none</source>
        <comment>{told}; {n} ticket made none</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>there is no such agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a repository.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {repository}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ticket {number}, {name}: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{agent} does not work here: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{workflow} in {repository}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not text in UTF-8: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tickets cannot be read: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not CSV: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not JSON: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds no array of texts or objects; write one ticket for each entry of an array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} tickets are too many at once; launch at most {most_tickets}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the engine host and its agents now; the runs go on from their journals when Pilothouse opens again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs are at work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is at work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs wait for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine drives what is listed here with or without this window. What shall become of it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window; the runs go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause each at its next safe boundary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close nothing, change nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They wait with or without this window. Stop ends the agents that are kept ready meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window; the runs wait on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be checked: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be read: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} could not be saved: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Faults of this workflow: Enter goes to the place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning, {fault}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FAULTS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>WARNINGS</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} warnings</source>
        <comment>{n} warning</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has changed on disk since it was opened; look at both, then choose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} leads out of {within} by a link; nothing was written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is a file {file} already in {folder}; choose another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is no regular file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{line} … {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is larger than a workflow can be: {max_kib} KiB. Its beginning is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is not text in UTF-8, so it can be neither a workflow nor edited.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds very long lines or hidden characters, which editing here would change. Edit it elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source of this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift the lines to the right, to the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{state}, round {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} attempts</source>
        <comment>{n} attempt</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>deciding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody drives it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody drives it: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Project {name}, {n} runs</source>
        <comment>Project {name}, {n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Run {title}, {status}, {line}, last event {age} ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{node} of {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{answer}: {where} ({project}), at commit {commit}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{answer}: {where} ({project}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waits {age}; {words}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No gate was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cleared: {cleared}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing cleared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not cleared: {others}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} files.</source>
        <comment>{n} file.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} files, {lines}.</source>
        <comment>{n} file, {lines}.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Changed files, measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed files: {files}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{name}, {n} things need you</source>
        <comment>{name}, {n} thing needs you</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{n} snoozed until changed, folded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} snoozed until changed, unfolded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} agents and the whole run wait</source>
        <comment>{n} agent and the whole run wait</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>the whole run waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} agents go on</source>
        <comment>{n} agent goes on</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>its branch waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be read: {cause}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and {n} more gates, in the Gates tab</source>
        <comment>and {n} more gate, in the Gates tab</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>no result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>agent says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commit {commit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{paths} and {n} more, from {child}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{paths}, from {child}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>conflict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not resolved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checkout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signal {signal}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the provider asks to wait {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last saw branch {branch} at {commit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last saw it at {commit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is at {commit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {cap}, {reserved} reserved by others at work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{used} of {cap}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asked by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attempt {attempt} of {node}, which goes on with your answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wants to use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an unnamed tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, +{added} −{removed}: its transcript shows the lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to change</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and {n} more arguments, in the journal</source>
        <comment>and {n} more argument, in the journal</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>isolation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} of {all} used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The past of this run cannot be read: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing here takes a note: the comments are on the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has failed in this run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{excerpt}

{where}
run {run}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attempt {attempt}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turn {turn}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all ({n} characters)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(no lines are given)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} more lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} more characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in transcript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (Shift+Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share} searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No match in this transcript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entry {n}, in the part not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entry {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{word} · turn {turn}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} min {s} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first {n} of {all} characters; the file of the attempt has all of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>silent for {age}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{age} ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last event {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no cap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{amount} reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least: some usage was lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>90 % of the cap is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the cap is reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this cap cannot be watched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget {budget}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything can be done without a mouse. The command palette finds what has no key of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>**Tab** and **Shift+Tab** go from one control to the next; arrow keys move within lists, trees and tabs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>**Escape** closes a dialog and changes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>**Enter** never answers what needs you, and no key does within the first second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agents work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>INPUTS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ROLES</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BUDGETS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is {n} characters; at most {most} are taken. Put it into a file, and name the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} characters, kept whole; this is how they begin. Delete empties the field.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… cut: the first {n} of {all} characters are shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
