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
        <source>Every agent of every run appears here while it works: what it does, for how long, and what it uses. Ctrl+N launches a run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph of this run</source>
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
        <source>Figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs across, blocks down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
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
        <source>Gate evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all facts</source>
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
    <message>
        <source>The plan of this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph of this workflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the workflow is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New workflow</source>
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
        <source>Workflow: a bundled name or a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the workflow asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workflows</source>
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
        <source>Permission</source>
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
        <source>The hold that is selected</source>
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
    <message>
        <source>{count} things wait for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} runs ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation type="unfinished"></translation>
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
        <source>Pilothouse</source>
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
        <source>Run</source>
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
        <source>{0}: {1}, then it goes on by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>· last event</source>
        <translation type="unfinished"></translation>
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
        <source>Journal of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budgets</source>
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
        <source>Timeline of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs, by project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search in all transcripts</source>
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
        <source>In all runs, {0} of {1} failed{2}</source>
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
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
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
        <source>Motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Applied at once, and kept for this data directory.</source>
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
        <source>Prices of models, in US dollars for a million tokens</source>
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
        <source>Engine host: of version {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} faults</source>
        <translation type="unfinished"></translation>
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
    <message>
        <source>Your answer</source>
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
        <source>and {count} more…</source>
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
        <source>Go on by itself after a provider&apos;s limit, or ask: change it for this run</source>
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
        <source>Reading the runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two attempts beside each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changes from the left attempt to the right one</source>
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
        <source>From left to right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected block</source>
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
        <source>Nothing on the blackboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What agents leave for each other appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the selected attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claimed only: nothing but the agent&apos;s own word proves this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model, or type its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned and recent launches: Enter launches one again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LAUNCH AGAIN</source>
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
        <source>Each goes to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review of an attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the review (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal, graph and timeline</source>
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
        <source>unknown</source>
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
        <source>tokens</source>
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
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of this attempt</source>
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
</context>
</TS>
