<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Help: the keyboard</source>
        <translation>Hilfe: die Tastatur</translation>
    </message>
    <message>
        <source>Take the tour of this window</source>
        <translation>Rundgang durch dieses Fenster</translation>
    </message>
    <message>
        <source>Faults of this window…</source>
        <translation>Fehler dieses Fensters…</translation>
    </message>
    <message>
        <source>Notices, quiet hours, sleep…</source>
        <translation>Hinweise, Ruhezeiten, Schlaf…</translation>
    </message>
    <message>
        <source>What this is about</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>Faults of Pilothouse</source>
        <translation>Fehler von Pilothouse</translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation>Was schiefging</translation>
    </message>
    <message>
        <source>Details of the fault</source>
        <translation>Einzelheiten des Fehlers</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Einzelheiten zeigen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>Weglegen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Something went wrong in this window. Your runs are not touched by it: the engine that drives them is a process of its own. The details hold paths and program lines, no transcript.</source>
        <translation>In diesem Fenster ging etwas schief. Ihre Läufe sind davon nicht betroffen: Die Engine, die sie antreibt, ist ein eigener Prozess. Die Einzelheiten enthalten Pfade und Programmzeilen, kein Protokoll.</translation>
    </message>
    <message>
        <source>Agents of all runs</source>
        <translation>Agenten aller Läufe</translation>
    </message>
    <message>
        <source>Show the attempt in its run</source>
        <translation>Den Versuch in seinem Lauf zeigen</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>No agent is at work</source>
        <translation>Kein Agent arbeitet</translation>
    </message>
    <message>
        <source>Stop new work</source>
        <translation>Neue Arbeit anhalten</translation>
    </message>
    <message>
        <source>Let new work start</source>
        <translation>Neue Arbeit zulassen</translation>
    </message>
    <message>
        <source>No turn is started any more; those that run go on</source>
        <translation>Kein Zug beginnt mehr; laufende gehen weiter</translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation>Grenzen…</translation>
    </message>
    <message>
        <source>Change the limits of the fleet</source>
        <translation>Grenzen der Flotte ändern</translation>
    </message>
    <message>
        <source>No agent is at work.</source>
        <translation>Kein Agent arbeitet.</translation>
    </message>
    <message numerus="yes">
        <source>{n} agents at work</source>
        <comment>{n} agent at work</comment>
        <translation>
            <numerusform>{n} Agent arbeitet</numerusform>
            <numerusform>{n} Agenten arbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} being judged</source>
        <comment>{n} being judged</comment>
        <translation>
            <numerusform>{n} wird geprüft</numerusform>
            <numerusform>{n} werden geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} need you</source>
        <comment>{n} needs you</comment>
        <translation>
            <numerusform>{n} braucht Sie</numerusform>
            <numerusform>{n} brauchen Sie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} stand still with their runs</source>
        <comment>{n} stands still with its run</comment>
        <translation>
            <numerusform>{n} steht mit seinem Lauf still</numerusform>
            <numerusform>{n} stehen mit ihren Läufen still</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} in runs that nobody drives</source>
        <comment>{n} in a run that nobody drives</comment>
        <translation>
            <numerusform>{n} in einem Lauf, den niemand antreibt</numerusform>
            <numerusform>{n} in Läufen, die niemand antreibt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {n} runs</source>
        <comment>in {n} run</comment>
        <translation>
            <numerusform>in {n} Lauf</numerusform>
            <numerusform>in {n} Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>{running} of {concurrent} at once</source>
        <translation>{running} von {concurrent} zugleich</translation>
    </message>
    <message>
        <source>{used} of {cap} today</source>
        <translation>{used} von {cap} heute</translation>
    </message>
    <message>
        <source>{used} of {cap} {budget} today</source>
        <translation>{used} von {cap} {budget} heute</translation>
    </message>
    <message>
        <source>Limits: {limits}</source>
        <translation>Grenzen: {limits}</translation>
    </message>
    <message>
        <source>No limit is set.</source>
        <translation>Es ist keine Grenze gesetzt.</translation>
    </message>
    <message>
        <source>New work is stopped: no turn is started in any run. Turns that run go on to their end.</source>
        <translation>Neue Arbeit ist angehalten: In keinem Lauf beginnt ein Zug. Laufende Züge gehen zu Ende.</translation>
    </message>
    <message>
        <source>Every agent of every run appears here while it works: what it does, for how long, and what it uses. Ctrl+N launches a run.</source>
        <translation>Jeder Agent jedes Laufs steht hier, solange er arbeitet: was er tut, wie lange und was er verbraucht. Strg+N startet einen Lauf.</translation>
    </message>
    <message numerus="yes">
        <source>{n} inside</source>
        <comment>{n} inside</comment>
        <translation>
            <numerusform>{n} darin</numerusform>
            <numerusform>{n} darin</numerusform>
        </translation>
    </message>
    <message>
        <source>Graph of this run</source>
        <translation>Graph dieses Laufs</translation>
    </message>
    <message>
        <source>Next block, block before</source>
        <translation>Nächster Block, voriger Block</translation>
    </message>
    <message>
        <source>Fold the block, or unfold it</source>
        <translation>Den Block zu- oder aufklappen</translation>
    </message>
    <message>
        <source>Larger, smaller, all of it</source>
        <translation>Größer, kleiner, alles</translation>
    </message>
    <message>
        <source>Help page</source>
        <translation>Hilfeseite</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Close the help</source>
        <translation>Hilfe schließen</translation>
    </message>
    <message>
        <source>Medians, with the number of figures they rest on. A share of fewer than {least} is told in counts: a percentage of so few says nothing.</source>
        <translation>Mediane, mit der Zahl der Werte, auf denen sie beruhen. Ein Anteil von weniger als {least} wird in Zahlen genannt: Ein Prozentsatz von so wenigen sagt nichts.</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Landed a change, of those that ended</source>
        <translation>Brachten eine Änderung ein, von den beendeten</translation>
    </message>
    <message>
        <source>none ended</source>
        <translation>keiner beendet</translation>
    </message>
    <message>
        <source>A run that landed</source>
        <translation>Ein Lauf, der etwas einbrachte</translation>
    </message>
    <message>
        <source>All runs, for each landed</source>
        <translation>Alle Läufe, je Einbringung</translation>
    </message>
    <message>
        <source>Runs whose cost is unknown</source>
        <translation>Läufe mit unbekannten Kosten</translation>
    </message>
    <message>
        <source>OUTCOME</source>
        <translation>ERGEBNIS</translation>
    </message>
    <message>
        <source>GATES THAT CLEARED</source>
        <translation>BESTANDENE PRÜFUNGEN</translation>
    </message>
    <message>
        <source>No gate was judged yet</source>
        <translation>Noch keine Prüfung bewertet</translation>
    </message>
    <message>
        <source>CYCLES TO GREEN</source>
        <translation>RUNDEN BIS GRÜN</translation>
    </message>
    <message>
        <source>Turns until a step cleared</source>
        <translation>Züge, bis ein Schritt bestand</translation>
    </message>
    <message>
        <source>WHERE THE TIME WENT</source>
        <translation>WO DIE ZEIT BLIEB</translation>
    </message>
    <message>
        <source>Needing a person</source>
        <translation>Brauchte einen Menschen</translation>
    </message>
    <message>
        <source>Waiting for provider</source>
        <translation>Wartete auf Anbieter</translation>
    </message>
    <message>
        <source>COST</source>
        <translation>KOSTEN</translation>
    </message>
    <message>
        <source>TURNS THAT FAILED</source>
        <translation>GESCHEITERTE ZÜGE</translation>
    </message>
    <message>
        <source>No turn is over yet</source>
        <translation>Noch kein Zug ist vorbei</translation>
    </message>
    <message>
        <source>{n} of {all}</source>
        <translation>{n} von {all}</translation>
    </message>
    <message>
        <source>n {n}</source>
        <translation>n {n}</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>der ganze Lauf</translation>
    </message>
    <message>
        <source>{name}: this run has no such block
{where}</source>
        <translation>{name}: Dieser Lauf hat keinen solchen Block
{where}</translation>
    </message>
    <message numerus="yes">
        <source>cleared {n} of {times} times</source>
        <comment>cleared {n} of {times} times</comment>
        <translation>
            <numerusform>{n} von {times} Mal bestanden</numerusform>
            <numerusform>{n} von {times} Mal bestanden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} attempts, {time}</source>
        <comment>{n} attempt, {time}</comment>
        <translation>
            <numerusform>{n} Versuch, {time}</numerusform>
            <numerusform>{n} Versuche, {time}</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs across, blocks down</source>
        <translation>Läufe nebeneinander, Blöcke untereinander</translation>
    </message>
    <message>
        <source>Go to the block of that run</source>
        <translation>Zum Block dieses Laufs</translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>Alle Projekte</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message numerus="yes">
        <source>{name} · {n} runs</source>
        <comment>{name} · {n} run</comment>
        <translation>
            <numerusform>{name} · {n} Lauf</numerusform>
            <numerusform>{name} · {n} Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the journals…</source>
        <translation>Die Journale werden gelesen…</translation>
    </message>
    <message>
        <source>The newest {n} of {all} runs, the newest first. Enter goes to the block of that run.</source>
        <translation>Die neuesten {n} von {all} Läufen, der neueste zuerst. Eingabe führt zum Block dieses Laufs.</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs, the newest first. Enter goes to the block of that run.</source>
        <comment>{n} run. Enter goes to its block.</comment>
        <translation>
            <numerusform>{n} Lauf. Eingabe führt zu seinem Block.</numerusform>
            <numerusform>{n} Läufe, der neueste zuerst. Eingabe führt zum Block dieses Laufs.</numerusform>
        </translation>
    </message>
    <message>
        <source>The journals cannot be read: {error}</source>
        <translation>Die Journale können nicht gelesen werden: {error}</translation>
    </message>
    <message>
        <source>Workflow</source>
        <translation>Workflow</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <source>When a workflow has run, its runs stand here beside each other: what cleared, what did not, and what it took. Ctrl+N launches one.</source>
        <translation>Wenn ein Workflow gelaufen ist, stehen seine Läufe hier nebeneinander: was bestand, was nicht und was es brauchte. Strg+N startet einen.</translation>
    </message>
    <message>
        <source>Attempts of this block</source>
        <translation>Versuche dieses Blocks</translation>
    </message>
    <message>
        <source>Attempt {n}, {word}</source>
        <translation>Versuch {n}, {word}</translation>
    </message>
    <message>
        <source>Attempt {n}: {word}</source>
        <translation>Versuch {n}: {word}</translation>
    </message>
    <message numerus="yes">
        <source>{n} turns, {time}</source>
        <comment>{n} turn, {time}</comment>
        <translation>
            <numerusform>{n} Zug, {time}</numerusform>
            <numerusform>{n} Züge, {time}</numerusform>
        </translation>
    </message>
    <message>
        <source>usage unknown</source>
        <translation>Verbrauch unbekannt</translation>
    </message>
    <message>
        <source>{tokens} tokens, cost {cost}</source>
        <translation>{tokens} Token, Kosten {cost}</translation>
    </message>
    <message>
        <source>from {start} to {end}</source>
        <translation>von {start} bis {end}</translation>
    </message>
    <message>
        <source>session {session}</source>
        <translation>Sitzung {session}</translation>
    </message>
    <message>
        <source>Gate evidence</source>
        <translation>Belege der Prüfungen</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>Gate {gate}, {word}: {reason} ({label})</source>
        <translation>Prüfung {gate}, {word}: {reason} ({label})</translation>
    </message>
    <message>
        <source>Show all facts</source>
        <translation>Alle Tatsachen zeigen</translation>
    </message>
    <message>
        <source>Facts of the gate {gate}</source>
        <translation>Tatsachen der Prüfung {gate}</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keys, and what they do</source>
        <translation>Tasten und was sie tun</translation>
    </message>
    <message>
        <source>Paths that were tried, of the most that are</source>
        <translation>Versuchte Pfade, von den meisten möglichen</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Trying every path…</source>
        <translation>Jeder Pfad wird versucht…</translation>
    </message>
    <message>
        <source>Trying on…</source>
        <translation>Es geht weiter…</translation>
    </message>
    <message>
        <source>It cannot be tried: {words}</source>
        <translation>Es lässt sich nicht versuchen: {words}</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Dry run: try every path of this workflow without an agent</source>
        <translation>Probelauf: jeden Pfad dieses Workflows ohne Agenten versuchen</translation>
    </message>
    <message>
        <source>Stop the dry run</source>
        <translation>Probelauf anhalten</translation>
    </message>
    <message>
        <source>Try every path on a virtual clock; nothing is spawned and nothing is written</source>
        <translation>Jeden Pfad auf einer gedachten Uhr versuchen; nichts wird gestartet, nichts geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>{n} paths, every one that there is.</source>
        <comment>{n} path, every one that there is.</comment>
        <translation>
            <numerusform>{n} Pfad, mehr gibt es nicht.</numerusform>
            <numerusform>{n} Pfade, mehr gibt es nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At the worst {n} turns and {time} of driving.</source>
        <comment>At the worst {n} turn and {time} of driving.</comment>
        <translation>
            <numerusform>Schlimmstenfalls {n} Zug und {time} Laufzeit.</numerusform>
            <numerusform>Schlimmstenfalls {n} Züge und {time} Laufzeit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first {n} paths; there are more.</source>
        <comment>The first {n} path; there are more.</comment>
        <translation>
            <numerusform>Der erste Pfad ({n}); es gibt mehr.</numerusform>
            <numerusform>Die ersten {n} Pfade; es gibt mehr.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At the worst of these {n} turns and {time} of driving.</source>
        <comment>At the worst of these {n} turn and {time} of driving.</comment>
        <translation>
            <numerusform>Schlimmstenfalls davon {n} Zug und {time} Laufzeit.</numerusform>
            <numerusform>Schlimmstenfalls davon {n} Züge und {time} Laufzeit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and {n} other ends</source>
        <comment>and {n} other end</comment>
        <translation>
            <numerusform>und {n} anderes Ende</numerusform>
            <numerusform>und {n} andere Enden</numerusform>
        </translation>
    </message>
    <message>
        <source>No budget of the run stops it.</source>
        <translation>Kein Budget des Laufs hält ihn an.</translation>
    </message>
    <message>
        <source>Its budgets pause it: {bounds}.</source>
        <translation>Seine Budgets halten ihn an: {bounds}.</translation>
    </message>
    <message>
        <source>Its budgets pause it: {bounds}; nothing limits its cost.</source>
        <translation>Seine Budgets halten ihn an: {bounds}; nichts begrenzt die Kosten.</translation>
    </message>
    <message>
        <source>The plan of this workflow</source>
        <translation>Der Plan dieses Workflows</translation>
    </message>
    <message>
        <source>claimed only: nothing but the agent&apos;s own word proves it</source>
        <translation>nur behauptet: nichts als das Wort des Agenten belegt es</translation>
    </message>
    <message>
        <source>The blocks of this workflow</source>
        <translation>Die Blöcke dieses Workflows</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Die Datei</translation>
    </message>
    <message>
        <source>The file and its blocks</source>
        <translation>Die Datei und ihre Blöcke</translation>
    </message>
    <message>
        <source>Graph of this workflow</source>
        <translation>Graph dieses Workflows</translation>
    </message>
    <message>
        <source>It cannot be drawn yet</source>
        <translation>Er kann noch nicht gezeichnet werden</translation>
    </message>
    <message>
        <source>Its faults are listed below; each has its line.</source>
        <translation>Seine Fehler stehen unten, jeder mit seiner Zeile.</translation>
    </message>
    <message numerus="yes">
        <source>{n} blocks</source>
        <comment>{n} block</comment>
        <translation>
            <numerusform>{n} Block</numerusform>
            <numerusform>{n} Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>The graph of a workflow shows at most {n}.</source>
        <translation>Der Graph eines Workflows zeigt höchstens {n}.</translation>
    </message>
    <message>
        <source>Give up what you typed?</source>
        <translation>Verwerfen, was Sie schrieben?</translation>
    </message>
    <message>
        <source>What is on disk is shown again. What you typed since it was opened is lost.</source>
        <translation>Der Stand auf der Platte wird wieder gezeigt. Was Sie seit dem Öffnen schrieben, geht verloren.</translation>
    </message>
    <message>
        <source>Give it up</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep my changes</source>
        <translation>Meine Änderungen behalten</translation>
    </message>
    <message>
        <source>comes with Pilothouse</source>
        <translation>kommt mit Pilothouse</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>eigener</translation>
    </message>
    <message>
        <source>kept in {place}</source>
        <translation>liegt in {place}</translation>
    </message>
    <message>
        <source>Save it first</source>
        <translation>Erst speichern</translation>
    </message>
    <message>
        <source>It has faults</source>
        <translation>Er hat Fehler</translation>
    </message>
    <message>
        <source>Launch…</source>
        <translation>Starten…</translation>
    </message>
    <message>
        <source>Launch this workflow</source>
        <translation>Diesen Workflow starten</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>Duplizieren…</translation>
    </message>
    <message>
        <source>Begin another workflow with this one</source>
        <translation>Mit diesem einen anderen Workflow beginnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save this workflow</source>
        <translation>Diesen Workflow speichern</translation>
    </message>
    <message>
        <source>Undo all…</source>
        <translation>Alles zurück…</translation>
    </message>
    <message>
        <source>Undo everything since it was saved</source>
        <translation>Alles seit dem Speichern zurücknehmen</translation>
    </message>
    <message>
        <source>How the workflow is shown</source>
        <translation>Wie der Workflow gezeigt wird</translation>
    </message>
    <message>
        <source>Show what is on disk…</source>
        <translation>Stand auf der Platte zeigen…</translation>
    </message>
    <message>
        <source>Give up my changes</source>
        <translation>Meine Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Save mine over it</source>
        <translation>Meine darüber speichern</translation>
    </message>
    <message>
        <source>Overwrite the file on disk</source>
        <translation>Die Datei auf der Platte überschreiben</translation>
    </message>
    <message>
        <source>As it was before the faults.</source>
        <translation>Wie er vor den Fehlern war.</translation>
    </message>
    <message>
        <source>It comes with Pilothouse and stays as it is. Duplicate it to make it yours.</source>
        <translation>Er kommt mit Pilothouse und bleibt, wie er ist. Duplizieren Sie ihn, um einen eigenen zu haben.</translation>
    </message>
    <message>
        <source>The file has changed on disk since you opened it, and you have changes that are not saved.</source>
        <translation>Die Datei hat sich auf der Platte geändert, seit Sie sie öffneten, und Sie haben Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Empty: two steps and an approval</source>
        <translation>Leer: zwei Schritte und eine Freigabe</translation>
    </message>
    <message>
        <source>New workflow</source>
        <translation>Neuer Workflow</translation>
    </message>
    <message>
        <source>Duplicate a workflow</source>
        <translation>Einen Workflow duplizieren</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>In {place}, under {folder}</source>
        <translation>In {place}, unter {folder}</translation>
    </message>
    <message>
        <source>A name has lower-case letters, digits and dashes.</source>
        <translation>Ein Name besteht aus Kleinbuchstaben, Ziffern und Bindestrichen.</translation>
    </message>
    <message>
        <source>There is a workflow {name} already.</source>
        <translation>Es gibt schon einen Workflow {name}.</translation>
    </message>
    <message>
        <source>What it begins with</source>
        <translation>Womit er beginnt</translation>
    </message>
    <message>
        <source>Where it is kept</source>
        <translation>Wo er liegt</translation>
    </message>
    <message>
        <source>Name of the workflow</source>
        <translation>Name des Workflows</translation>
    </message>
    <message>
        <source>Title of the workflow</source>
        <translation>Titel des Workflows</translation>
    </message>
    <message>
        <source>What it does, in a few words</source>
        <translation>Was er tut, in wenigen Worten</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Create the workflow</source>
        <translation>Den Workflow anlegen</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Ablegen</translation>
    </message>
    <message>
        <source>Workflow: a bundled name or a file</source>
        <translation>Workflow: ein mitgelieferter Name oder eine Datei</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>What the scripted agent does: a playbook file</source>
        <translation>Was der Skript-Agent tut: eine Playbook-Datei</translation>
    </message>
    <message>
        <source>Choose a workflow and a repository.</source>
        <translation>Wählen Sie einen Workflow und ein Repository.</translation>
    </message>
    <message>
        <source>The workflow cannot be used:</source>
        <translation>Der Workflow ist nicht brauchbar:</translation>
    </message>
    <message>
        <source>Asking the agents how they stand…</source>
        <translation>Die Agenten werden gefragt, wie es steht…</translation>
    </message>
    <message numerus="yes">
        <source>Launch {n} runs</source>
        <comment>Launch {n} run</comment>
        <translation>
            <numerusform>{n} Lauf starten</numerusform>
            <numerusform>{n} Läufe starten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and {n} more</source>
        <comment>and {n} more</comment>
        <translation>
            <numerusform>und {n} weitere</numerusform>
            <numerusform>und {n} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready to launch.</source>
        <translation>Bereit zum Start.</translation>
    </message>
    <message numerus="yes">
        <source>{n} files of the checkout are not committed: the run begins without them.</source>
        <comment>{n} file of the checkout is not committed: the run begins without it.</comment>
        <translation>
            <numerusform>{n} Datei des Arbeitsstands ist nicht eingecheckt: der Lauf beginnt ohne sie.</numerusform>
            <numerusform>{n} Dateien des Arbeitsstands sind nicht eingecheckt: der Lauf beginnt ohne sie.</numerusform>
        </translation>
    </message>
    <message>
        <source>Launching…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <source>Launched {done} of {total}…</source>
        <translation>{done} von {total} gestartet…</translation>
    </message>
    <message>
        <source>These made no run; the others did:</source>
        <translation>Diese wurden kein Lauf, die anderen schon:</translation>
    </message>
    <message>
        <source>It could not be launched:</source>
        <translation>Er konnte nicht gestartet werden:</translation>
    </message>
    <message>
        <source>Repository</source>
        <translation>Repository</translation>
    </message>
    <message>
        <source>A folder with a git repository</source>
        <translation>Ein Ordner mit einem Git-Repository</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>A branch, tag or commit; empty: HEAD</source>
        <translation>Ein Branch, Tag oder Commit; leer: HEAD</translation>
    </message>
    <message>
        <source>Playbook</source>
        <translation>Playbook</translation>
    </message>
    <message>
        <source>Launch this run</source>
        <translation>Diesen Lauf starten</translation>
    </message>
    <message>
        <source>Choose a workflow file</source>
        <translation>Eine Workflow-Datei wählen</translation>
    </message>
    <message>
        <source>Choose a repository</source>
        <translation>Ein Repository wählen</translation>
    </message>
    <message>
        <source>Choose a playbook</source>
        <translation>Ein Playbook wählen</translation>
    </message>
    <message>
        <source>What the workflow asks</source>
        <translation>Was der Workflow fragt</translation>
    </message>
    <message>
        <source>Choose a workflow</source>
        <translation>Einen Workflow wählen</translation>
    </message>
    <message>
        <source>Workflows (*.yaml *.yml)</source>
        <translation>Workflows (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Playbooks (*.yaml *.yml)</source>
        <translation>Playbooks (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Old and new beside each other, or one under the other</source>
        <translation>Alt und neu nebeneinander oder untereinander</translation>
    </message>
    <message>
        <source>Viewed</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>You have seen the file at the top (V)</source>
        <translation>Sie haben die oberste Datei gesehen (V)</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Comment on the chosen line (C, or double click)</source>
        <translation>Die gewählte Zeile kommentieren (C oder Doppelklick)</translation>
    </message>
    <message>
        <source>Comment on the chosen line</source>
        <translation>Kommentar zur gewählten Zeile</translation>
    </message>
    <message>
        <source>What should be different here?</source>
        <translation>Was soll hier anders sein?</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add this comment (Enter)</source>
        <translation>Diesen Kommentar hinzufügen (Eingabe)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Say nothing of this line</source>
        <translation>Nichts zu dieser Zeile sagen</translation>
    </message>
    <message>
        <source>Put into the note</source>
        <translation>In die Notiz</translation>
    </message>
    <message>
        <source>They go back with your answer: refine</source>
        <translation>Sie gehen mit Ihrer Antwort zurück: nachbessern</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Take all comments away</source>
        <translation>Alle Kommentare entfernen</translation>
    </message>
    <message numerus="yes">
        <source>{n} comments: {places}</source>
        <comment>{n} comment: {places}</comment>
        <translation>
            <numerusform>{n} Kommentar: {places}</numerusform>
            <numerusform>{n} Kommentare: {places}</numerusform>
        </translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation>Mitgeliefert</translation>
    </message>
    <message>
        <source>none yet: New… makes one</source>
        <translation>noch keiner: Neu… legt einen an</translation>
    </message>
    <message>
        <source>has faults</source>
        <translation>hat Fehler</translation>
    </message>
    <message>
        <source>unsaved</source>
        <translation>ungespeichert</translation>
    </message>
    <message>
        <source>Workflows</source>
        <translation>Workflows</translation>
    </message>
    <message numerus="yes">
        <source>{n} workflows.</source>
        <comment>{n} workflow.</comment>
        <translation>
            <numerusform>{n} Workflow.</numerusform>
            <numerusform>{n} Workflows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} workflows hold “{search}”.</source>
        <comment>{n} of {all} workflows holds “{search}”.</comment>
        <translation>
            <numerusform>{n} von {all} Workflows enthält „{search}“.</numerusform>
            <numerusform>{n} von {all} Workflows enthalten „{search}“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Workflows are not saved</source>
        <translation>Workflows sind nicht gespeichert</translation>
    </message>
    <message>
        <source>What you typed into these files is not on disk yet.</source>
        <translation>Was Sie in diese Dateien schrieben, ist noch nicht auf der Platte.</translation>
    </message>
    <message>
        <source>Save all</source>
        <translation>Alle speichern</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Schließen ohne Speichern</translation>
    </message>
    <message>
        <source>Stay here</source>
        <translation>Hier bleiben</translation>
    </message>
    <message>
        <source>The folders cannot be read: {error}</source>
        <translation>Die Ordner können nicht gelesen werden: {error}</translation>
    </message>
    <message>
        <source>Search workflows by name, title and goals</source>
        <translation>Workflows nach Name, Titel und Zielen durchsuchen</translation>
    </message>
    <message>
        <source>Search names, titles, goals</source>
        <translation>Namen, Titel, Ziele durchsuchen</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>Neu…</translation>
    </message>
    <message>
        <source>New workflow from a template</source>
        <translation>Neuer Workflow aus einer Vorlage</translation>
    </message>
    <message>
        <source>Nothing of that is in a name, a title or a goal.</source>
        <translation>Nichts davon steht in einem Namen, Titel oder Ziel.</translation>
    </message>
    <message>
        <source>No workflow chosen</source>
        <translation>Kein Workflow gewählt</translation>
    </message>
    <message>
        <source>Choose one at the left.</source>
        <translation>Wählen Sie links einen.</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Gate blocked</source>
        <translation>Prüfung blockiert</translation>
    </message>
    <message>
        <source>Budget reached</source>
        <translation>Budget erreicht</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Unreadable run</source>
        <translation>Unlesbarer Lauf</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>Erlaubnis</translation>
    </message>
    <message>
        <source>The turn ended.</source>
        <translation>Der Zug ist zu Ende.</translation>
    </message>
    <message>
        <source>Cut off: no tokens were left.</source>
        <translation>Abgeschnitten: Es waren keine Token übrig.</translation>
    </message>
    <message>
        <source>The model declined.</source>
        <translation>Das Modell lehnte ab.</translation>
    </message>
    <message>
        <source>{n} tokens in</source>
        <translation>{n} Token hinein</translation>
    </message>
    <message>
        <source>{n} out</source>
        <translation>{n} heraus</translation>
    </message>
    <message>
        <source>{n} read from the cache</source>
        <translation>{n} aus dem Cache gelesen</translation>
    </message>
    <message>
        <source>{n} written to the cache</source>
        <translation>{n} in den Cache geschrieben</translation>
    </message>
    <message>
        <source>a tool</source>
        <translation>ein Werkzeug</translation>
    </message>
    <message>
        <source>Asked for permission</source>
        <translation>Erlaubnis erbeten</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Verweigert</translation>
    </message>
    <message>
        <source>whole turn: {usage}</source>
        <translation>ganzer Zug: {usage}</translation>
    </message>
    <message>
        <source>Merge conflict</source>
        <translation>Merge-Konflikt</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>Fehlschlag</translation>
    </message>
    <message>
        <source>Journal and world differ</source>
        <translation>Journal und Welt weichen ab</translation>
    </message>
    <message>
        <source>Paused by you</source>
        <translation>Von Ihnen angehalten</translation>
    </message>
    <message>
        <source>Answer several at once</source>
        <translation>Mehrere zugleich beantworten</translation>
    </message>
    <message>
        <source>What to answer</source>
        <translation>Was zu beantworten ist</translation>
    </message>
    <message>
        <source>Holds that are answered</source>
        <translation>Beantwortete Halte</translation>
    </message>
    <message>
        <source>Note to go with each answer</source>
        <translation>Notiz zu jeder Antwort</translation>
    </message>
    <message>
        <source>Note (optional)</source>
        <translation>Notiz (freiwillig)</translation>
    </message>
    <message>
        <source>Each is answered for itself, on the evidence that it shows here.</source>
        <translation>Jeder wird für sich beantwortet, auf den Belegen, die hier stehen.</translation>
    </message>
    <message>
        <source>{answer}: each that is ticked</source>
        <translation>{answer}: jeden, der angehakt ist</translation>
    </message>
    <message>
        <source>The hold that is selected</source>
        <translation>Der gewählte Halt</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Snooze</source>
        <translation>Zurückstellen</translation>
    </message>
    <message>
        <source>The evidence has moved. Look at it again before you answer.</source>
        <translation>Die Belege haben sich geändert. Sehen Sie noch einmal hin, bevor Sie antworten.</translation>
    </message>
    <message>
        <source>The note is kept only until the window closes: {why}</source>
        <translation>Die Notiz bleibt nur, bis das Fenster schließt: {why}</translation>
    </message>
    <message>
        <source>This has only just come. Look at it before you answer.</source>
        <translation>Das ist eben erst gekommen. Sehen Sie hin, bevor Sie antworten.</translation>
    </message>
    <message>
        <source>Yes, {answer} (y)</source>
        <translation>Ja, {answer} (y)</translation>
    </message>
    <message>
        <source>That was too quick to be sure that it was meant.</source>
        <translation>Das war zu schnell, um sicher gemeint zu sein.</translation>
    </message>
    <message>
        <source>Accept (a)</source>
        <translation>Annehmen (a)</translation>
    </message>
    <message>
        <source>Give this answer, after one more act</source>
        <translation>Diese Antwort geben, nach einer weiteren Handlung</translation>
    </message>
    <message>
        <source>Refine (r)</source>
        <translation>Nachbessern (r)</translation>
    </message>
    <message>
        <source>Answer with a note</source>
        <translation>Mit einer Notiz antworten</translation>
    </message>
    <message>
        <source>Raise (b)</source>
        <translation>Erhöhen (b)</translation>
    </message>
    <message>
        <source>Put aside until its evidence changes</source>
        <translation>Zurückstellen, bis sich die Belege ändern</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>Den Lauf zeigen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Give the answer that is shown</source>
        <translation>Die gezeigte Antwort geben</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Home: what needs you</source>
        <translation>Start: was Sie braucht</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Open its run</source>
        <translation>Seinen Lauf öffnen</translation>
    </message>
    <message>
        <source>Accept, or go on: shows first what it does</source>
        <translation>Annehmen oder weiter: zeigt erst, was geschieht</translation>
    </message>
    <message>
        <source>Yes, give the answer that is shown</source>
        <translation>Ja, die gezeigte Antwort geben</translation>
    </message>
    <message>
        <source>Refine, or answer with a note</source>
        <translation>Nachbessern oder mit Notiz antworten</translation>
    </message>
    <message>
        <source>It cannot be put aside: {why}</source>
        <translation>Es lässt sich nicht zurückstellen: {why}</translation>
    </message>
    <message>
        <source>It cannot be forgotten: {why}</source>
        <translation>Es lässt sich nicht vergessen: {why}</translation>
    </message>
    <message>
        <source>Nothing needs you</source>
        <translation>Nichts braucht Sie</translation>
    </message>
    <message numerus="yes">
        <source>{n} things need you</source>
        <comment>{n} thing needs you</comment>
        <translation>
            <numerusform>{n} Sache braucht Sie</numerusform>
            <numerusform>{n} Sachen brauchen Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>j k move · Enter opens · a accepts, y confirms · r note · b budget · s snooze · ? all keys</source>
        <translation>j k bewegen · Eingabe öffnet · a nimmt an, y bestätigt · r Notiz · b Budget · s zurückstellen · ? alle Tasten</translation>
    </message>
    <message>
        <source>the oldest waits {age}</source>
        <translation>der älteste wartet seit {age}</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs stand still</source>
        <comment>{n} run stands still</comment>
        <translation>
            <numerusform>{n} Lauf steht still</numerusform>
            <numerusform>{n} Läufe stehen still</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} agents wait</source>
        <comment>{n} agent waits</comment>
        <translation>
            <numerusform>{n} Agent wartet</numerusform>
            <numerusform>{n} Agenten warten</numerusform>
        </translation>
    </message>
    <message>
        <source>Raise the budget</source>
        <translation>Das Budget erhöhen</translation>
    </message>
    <message>
        <source>Snooze until it changes, or take it back</source>
        <translation>Zurückstellen, bis es sich ändert, oder zurückholen</translation>
    </message>
    <message>
        <source>Show or hide what is snoozed</source>
        <translation>Zurückgestelltes zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Let go what is armed</source>
        <translation>Loslassen, was bereitliegt</translation>
    </message>
    <message>
        <source>Answer several…</source>
        <translation>Mehrere beantworten…</translation>
    </message>
    <message>
        <source>What runs need from you is listed here. Ctrl+N launches one.</source>
        <translation>Was Läufe von Ihnen brauchen, steht hier. Strg+N startet einen.</translation>
    </message>
    <message>
        <source>Note to go with the answer</source>
        <translation>Notiz zur Antwort</translation>
    </message>
    <message>
        <source>{what}, with this note</source>
        <translation>{what}, mit dieser Notiz</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>Ihre Notiz</translation>
    </message>
    <message>
        <source>Your note (optional)</source>
        <translation>Ihre Notiz (freiwillig)</translation>
    </message>
    <message>
        <source>This is the past: go back to now.</source>
        <translation>Das ist die Vergangenheit: Gehen Sie zurück zu jetzt.</translation>
    </message>
    <message>
        <source>This attempt has ended; what you typed was not sent.</source>
        <translation>Dieser Versuch ist zu Ende; was Sie schrieben, wurde nicht gesendet.</translation>
    </message>
    <message>
        <source>Nobody listens here now: {why}.</source>
        <translation>Hier hört jetzt niemand zu: {why}.</translation>
    </message>
    <message>
        <source>this backend</source>
        <translation>dieses Backend</translation>
    </message>
    <message>
        <source>Message to the agent</source>
        <translation>Nachricht an den Agenten</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Die Nachricht senden</translation>
    </message>
    <message>
        <source>this attempt has ended</source>
        <translation>dieser Versuch ist zu Ende</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Umschalt+Eingabe</translation>
    </message>
    <message>
        <source>Begin a new line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Escape</translation>
    </message>
    <message>
        <source>Back to the transcript; what was typed is kept</source>
        <translation>Zurück zum Protokoll; Geschriebenes bleibt</translation>
    </message>
    <message>
        <source>Send (Enter; Shift+Enter begins a new line)</source>
        <translation>Senden (Eingabe; Umschalt+Eingabe für eine neue Zeile)</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet…</translation>
    </message>
    <message>
        <source>It hears this while it works, with the result of its next tool call.</source>
        <translation>Er hört es bei der Arbeit, mit dem Ergebnis seines nächsten Werkzeugaufrufs.</translation>
    </message>
    <message>
        <source>Told when this turn ends: {backend} hears nothing while it works.</source>
        <translation>Gesagt, wenn dieser Zug endet: {backend} hört bei der Arbeit nichts.</translation>
    </message>
    <message>
        <source>A person</source>
        <translation>Ein Mensch</translation>
    </message>
    <message>
        <source>{who} says to it</source>
        <translation>{who} sagt ihm</translation>
    </message>
    <message>
        <source>The agent has the message.</source>
        <translation>Der Agent hat die Nachricht.</translation>
    </message>
    <message>
        <source>The message is kept for the next prompt: this turn did not take it.</source>
        <translation>Die Nachricht bleibt für den nächsten Prompt: Dieser Zug nahm sie nicht an.</translation>
    </message>
    <message>
        <source>Turn {n} took {time}: {usage}</source>
        <translation>Zug {n} brauchte {time}: {usage}</translation>
    </message>
    <message>
        <source>Journal, line {seq}</source>
        <translation>Journal, Zeile {seq}</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends it, Escape leaves it.</source>
        <translation>Strg+Eingabe sendet, Escape verlässt.</translation>
    </message>
    <message numerus="yes">
        <source>{n} snoozed until changed</source>
        <comment>{n} snoozed until changed</comment>
        <translation>
            <numerusform>{n} zurückgestellt bis zu einer Änderung</numerusform>
            <numerusform>{n} zurückgestellt bis zu einer Änderung</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything that needs you, what can be decided at once first</source>
        <translation>Alles, was Sie braucht; was gleich entschieden werden kann, zuerst</translation>
    </message>
    <message>
        <source>Needs you: what waits for a person, what can be decided at once first</source>
        <translation>Braucht Sie: was auf einen Menschen wartet; was gleich entschieden werden kann, zuerst</translation>
    </message>
    <message>
        <source>with buttons</source>
        <translation>mit Knöpfen</translation>
    </message>
    <message>
        <source>without buttons</source>
        <translation>ohne Knöpfe</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Quiet for an hour</source>
        <translation>Eine Stunde Ruhe</translation>
    </message>
    <message>
        <source>Run {state}</source>
        <translation>Lauf {state}</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs ended</source>
        <comment>{n} run ended</comment>
        <translation>
            <numerusform>{n} Lauf ist zu Ende</numerusform>
            <numerusform>{n} Läufe sind zu Ende</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} things wait for you</source>
        <comment>{n} thing waits for you</comment>
        <translation>
            <numerusform>{n} Sache wartet auf Sie</numerusform>
            <numerusform>{n} Sachen warten auf Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Notices are shown by the desktop: {who}.</source>
        <translation>Hinweise zeigt der Desktop: {who}.</translation>
    </message>
    <message>
        <source>Notices are shown by the tray; they have no buttons there.</source>
        <translation>Hinweise zeigt das Symbolfeld; dort haben sie keine Knöpfe.</translation>
    </message>
    <message>
        <source>This desktop shows no notices and has no tray. What waits is counted in the window&apos;s title.</source>
        <translation>Dieser Desktop zeigt keine Hinweise und hat kein Symbolfeld. Was wartet, steht gezählt im Fenstertitel.</translation>
    </message>
    <message>
        <source>Kept awake now by {who}.</source>
        <translation>Wird jetzt wach gehalten von {who}.</translation>
    </message>
    <message>
        <source>Nothing keeps this computer awake now.</source>
        <translation>Nichts hält diesen Rechner jetzt wach.</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Type what to do, or which run to look at</source>
        <translation>Schreiben Sie, was zu tun oder welcher Lauf zu zeigen ist</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>Was getan werden kann</translation>
    </message>
    <message>
        <source>Search all transcripts for “{text}”</source>
        <translation>Alle Protokolle nach „{text}“ durchsuchen</translation>
    </message>
    <message>
        <source>Search runs and commands     Ctrl+K</source>
        <translation>Läufe und Befehle suchen     Strg+K</translation>
    </message>
    <message>
        <source>Open the command palette</source>
        <translation>Die Befehlspalette öffnen</translation>
    </message>
    <message>
        <source>Change between light, dark and the system&apos;s look</source>
        <translation>Zwischen hell, dunkel und dem Aussehen des Systems wechseln</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Settings, pages, and what concerns all runs</source>
        <translation>Einstellungen, Seiten und was alle Läufe betrifft</translation>
    </message>
    <message>
        <source>Launch a run</source>
        <translation>Lauf starten</translation>
    </message>
    <message>
        <source>Always light</source>
        <translation>Immer hell</translation>
    </message>
    <message>
        <source>Always dark</source>
        <translation>Immer dunkel</translation>
    </message>
    <message>
        <source>Follows the system</source>
        <translation>Folgt dem System</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Everything that needs you</source>
        <translation>Alles, was Sie braucht</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Doing</source>
        <translation>Tätigkeit</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>nobody drives its run</source>
        <translation>niemand treibt seinen Lauf an</translation>
    </message>
    <message>
        <source>stands still with its run</source>
        <translation>steht mit seinem Lauf still</translation>
    </message>
    <message>
        <source>{node} · attempt {attempt}</source>
        <translation>{node} · Versuch {attempt}</translation>
    </message>
    <message numerus="yes">
        <source>{n} processes</source>
        <comment>{n} process</comment>
        <translation>
            <numerusform>{n} Prozess</numerusform>
            <numerusform>{n} Prozesse</numerusform>
        </translation>
    </message>
    <message>
        <source>{share} of one processor</source>
        <translation>{share} eines Prozessors</translation>
    </message>
    <message>
        <source>cost of its ended turns: {amount}</source>
        <translation>Kosten seiner beendeten Züge: {amount}</translation>
    </message>
    <message>
        <source>no turn of it has ended yet</source>
        <translation>noch kein Zug ist zu Ende</translation>
    </message>
    <message>
        <source>The selected run</source>
        <translation>Der gewählte Lauf</translation>
    </message>
    <message>
        <source>Every agent of every run</source>
        <translation>Jeder Agent jedes Laufs</translation>
    </message>
    <message>
        <source>How runs of one workflow went</source>
        <translation>Wie die Läufe eines Workflows ausgingen</translation>
    </message>
    <message>
        <source>What can be run: read it, write it, try it</source>
        <translation>Was laufen kann: lesen, schreiben, versuchen</translation>
    </message>
    <message>
        <source>NEEDS YOU</source>
        <translation>BRAUCHT SIE</translation>
    </message>
    <message>
        <source>RUNS</source>
        <translation>LÄUFE</translation>
    </message>
    <message>
        <source>Pause every run at its next safe boundary</source>
        <translation>Jeden Lauf an seiner nächsten sicheren Grenze anhalten</translation>
    </message>
    <message>
        <source>Nothing needs you.</source>
        <translation>Nichts braucht Sie.</translation>
    </message>
    <message>
        <source>No run yet.</source>
        <translation>Noch kein Lauf.</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Blocks of this run</source>
        <translation>Blöcke dieses Laufs</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>scripted agent</source>
        <translation>Skript-Agent</translation>
    </message>
    <message>
        <source>No model works here: a script plays the agent. Edits, commands and gates are real.</source>
        <translation>Hier arbeitet kein Modell: Ein Skript spielt den Agenten. Änderungen, Befehle und Prüfungen sind echt.</translation>
    </message>
    <message>
        <source>go on after a provider&apos;s limit</source>
        <translation>nach der Grenze eines Anbieters weiter</translation>
    </message>
    <message>
        <source>Go on by itself after a provider&apos;s limit</source>
        <translation>Nach der Grenze eines Anbieters von selbst weiter</translation>
    </message>
    <message>
        <source>On: the run waits until its provider takes requests again, and goes on. Off: it asks you.</source>
        <translation>An: Der Lauf wartet, bis sein Anbieter wieder Anfragen nimmt, und geht weiter. Aus: Er fragt Sie.</translation>
    </message>
    <message>
        <source>from {start}</source>
        <translation>ab {start}</translation>
    </message>
    <message>
        <source>{repository}
run {run}</source>
        <translation>{repository}
Lauf {run}</translation>
    </message>
    <message>
        <source>{0}: {1}, then it goes on by itself</source>
        <translation>{0}: {1}, dann geht er von selbst weiter</translation>
    </message>
    <message>
        <source>Stop at the next safe boundary; nothing is lost</source>
        <translation>An der nächsten sicheren Grenze anhalten; nichts geht verloren</translation>
    </message>
    <message>
        <source>Cancel run</source>
        <translation>Lauf abbrechen</translation>
    </message>
    <message>
        <source>End this run for good; everything it made is kept</source>
        <translation>Diesen Lauf endgültig beenden; alles, was er schuf, bleibt</translation>
    </message>
    <message>
        <source>Copy repair command</source>
        <translation>Reparaturbefehl kopieren</translation>
    </message>
    <message>
        <source>In a terminal it tells what is wrong with the journal and what cutting it loses; it changes nothing</source>
        <translation>In einem Terminal sagt er, was am Journal falsch ist und was sein Kürzen verliert; er ändert nichts</translation>
    </message>
    <message>
        <source>More of this run</source>
        <translation>Mehr zu diesem Lauf</translation>
    </message>
    <message>
        <source>What follows a provider&apos;s limit, and more of this run</source>
        <translation>Was auf die Grenze eines Anbieters folgt, und mehr zu diesem Lauf</translation>
    </message>
    <message>
        <source>· last event</source>
        <translation>· letztes Ereignis</translation>
    </message>
    <message>
        <source>how its time went cannot be read</source>
        <translation>wie seine Zeit verging, ist nicht zu lesen</translation>
    </message>
    <message>
        <source>working {time}</source>
        <translation>arbeitet {time}</translation>
    </message>
    <message>
        <source>needed you {time}</source>
        <translation>brauchte Sie {time}</translation>
    </message>
    <message>
        <source>waiting for provider {time}</source>
        <translation>wartete auf Anbieter {time}</translation>
    </message>
    <message>
        <source>cost {amount}</source>
        <translation>Kosten {amount}</translation>
    </message>
    <message numerus="yes">
        <source>{n} failed turns</source>
        <comment>{n} failed turn</comment>
        <translation>
            <numerusform>{n} gescheiterter Zug</numerusform>
            <numerusform>{n} gescheiterte Züge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} turns: {failure}</source>
        <comment>{n} turn: {failure}</comment>
        <translation>
            <numerusform>{n} Zug: {failure}</numerusform>
            <numerusform>{n} Züge: {failure}</numerusform>
        </translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>Holds and answers</source>
        <translation>Halte und Antworten</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Git</source>
        <translation>Git</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fehlschläge</translation>
    </message>
    <message>
        <source>The selected journal line as it stands</source>
        <translation>Die gewählte Journalzeile, wie sie dasteht</translation>
    </message>
    <message>
        <source>Nothing on record yet</source>
        <translation>Noch nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>Every event appears here as it is journaled.</source>
        <translation>Jedes Ereignis erscheint hier, sobald es im Journal steht.</translation>
    </message>
    <message>
        <source>Filter the journal</source>
        <translation>Journal filtern</translation>
    </message>
    <message>
        <source>What the lines shown are about</source>
        <translation>Wovon die gezeigten Zeilen handeln</translation>
    </message>
    <message>
        <source>Everything that tells</source>
        <translation>Alles, was etwas sagt</translation>
    </message>
    <message>
        <source>This block</source>
        <translation>Dieser Block</translation>
    </message>
    <message>
        <source>Show only lines of the selected block</source>
        <translation>Nur Zeilen des gewählten Blocks zeigen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Show signs of life and steps of the machinery as well</source>
        <translation>Auch Lebenszeichen und Schritte der Maschinerie zeigen</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Show the selected line as it stands in the journal</source>
        <translation>Die gewählte Zeile zeigen, wie sie im Journal steht</translation>
    </message>
    <message>
        <source>Journal of this run</source>
        <translation>Journal dieses Laufs</translation>
    </message>
    <message>
        <source>No line fits the filter</source>
        <translation>Keine Zeile passt zum Filter</translation>
    </message>
    <message>
        <source>Clear the filter, or show everything.</source>
        <translation>Leeren Sie den Filter oder zeigen Sie alles.</translation>
    </message>
    <message>
        <source>{topics} and {n} more</source>
        <translation>{topics} und {n} weitere</translation>
    </message>
    <message>
        <source>All topics</source>
        <translation>Alle Themen</translation>
    </message>
    <message>
        <source>Topics shown: {topics}</source>
        <translation>Gezeigte Themen: {topics}</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Select a line to see it as it stands in the journal.</source>
        <translation>Wählen Sie eine Zeile, um sie zu sehen, wie sie im Journal steht.</translation>
    </message>
    <message>
        <source>Budgets</source>
        <translation>Budgets</translation>
    </message>
    <message>
        <source>Raise the {budget} budget by</source>
        <translation>Budget {budget} erhöhen um</translation>
    </message>
    <message>
        <source>How much to add to the {budget} budget, for example {suggestion}</source>
        <translation>Um wie viel das Budget {budget} steigt, zum Beispiel {suggestion}</translation>
    </message>
    <message>
        <source>Raise the {budget} budget</source>
        <translation>Budget {budget} erhöhen</translation>
    </message>
    <message>
        <source>Show the fields that raise a budget</source>
        <translation>Die Felder zeigen, die ein Budget erhöhen</translation>
    </message>
    <message>
        <source>Raise a budget</source>
        <translation>Ein Budget erhöhen</translation>
    </message>
    <message>
        <source>The moment that all panes show</source>
        <translation>Der Zeitpunkt, den alle Ansichten zeigen</translation>
    </message>
    <message>
        <source>Line of the journal</source>
        <translation>Zeile des Journals</translation>
    </message>
    <message>
        <source>Drag to see the run as it was. Left and Right go line by line, End returns to now.</source>
        <translation>Ziehen Sie, um den Lauf zu sehen, wie er war. Links und Rechts gehen Zeile für Zeile, Ende kehrt zu jetzt zurück.</translation>
    </message>
    <message>
        <source>To the failure before (Shift+F8)</source>
        <translation>Zum Fehlschlag davor (Umschalt+F8)</translation>
    </message>
    <message>
        <source>To the next failure: a blocked gate, a failed attempt, a hold (F8)</source>
        <translation>Zum nächsten Fehlschlag: blockierte Prüfung, gescheiterter Versuch, Halt (F8)</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Return to now</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>Return to now (Alt+End)</source>
        <translation>Zurück zu jetzt (Alt+Ende)</translation>
    </message>
    <message>
        <source>now, after {n} events</source>
        <translation>jetzt, nach {n} Ereignissen</translation>
    </message>
    <message>
        <source>event {n} of {all}</source>
        <translation>Ereignis {n} von {all}</translation>
    </message>
    <message>
        <source>Timeline of this run</source>
        <translation>Zeitleiste dieses Laufs</translation>
    </message>
    <message>
        <source>Bars appear as attempts begin</source>
        <translation>Balken erscheinen, wenn Versuche beginnen</translation>
    </message>
    <message>
        <source>Next attempt, attempt before</source>
        <translation>Nächster Versuch, voriger Versuch</translation>
    </message>
    <message>
        <source>{name}, attempt {n}: {word}</source>
        <translation>{name}, Versuch {n}: {word}</translation>
    </message>
    <message>
        <source>{time} in all, {turns} in turns</source>
        <translation>{time} im Ganzen, {turns} in Zügen</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>{n} run</comment>
        <translation>
            <numerusform>{n} Lauf</numerusform>
            <numerusform>{n} Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs, by project</source>
        <translation>Läufe, nach Projekt</translation>
    </message>
    <message>
        <source>Search in what all agents said and did</source>
        <translation>Suche in allem, was Agenten sagten und taten</translation>
    </message>
    <message>
        <source>Search in all transcripts</source>
        <translation>In allen Protokollen suchen</translation>
    </message>
    <message>
        <source>Words as they stand; small and capital letters are alike.</source>
        <translation>Wörter, wie sie dastehen; Groß- und Kleinbuchstaben sind gleich.</translation>
    </message>
    <message>
        <source>Give {least_chars} characters or more.</source>
        <translation>Geben Sie {least_chars} Zeichen oder mehr ein.</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>wird gesucht…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <source>What is found is listed as it comes.</source>
        <translation>Was gefunden wird, steht hier, sobald es kommt.</translation>
    </message>
    <message numerus="yes">
        <source>{n} messages in {runs}</source>
        <comment>{n} message in {runs}</comment>
        <translation>
            <numerusform>{n} Nachricht in {runs}</numerusform>
            <numerusform>{n} Nachrichten in {runs}</numerusform>
        </translation>
    </message>
    <message>
        <source>the first {told}; give more words</source>
        <translation>die ersten {told}; geben Sie mehr Wörter ein</translation>
    </message>
    <message>
        <source>{told}, searching…</source>
        <translation>{told}, wird gesucht…</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>No transcript holds these words.</source>
        <translation>Kein Protokoll enthält diese Wörter.</translation>
    </message>
    <message>
        <source>What to look for in all transcripts</source>
        <translation>Wonach in allen Protokollen zu suchen ist</translation>
    </message>
    <message>
        <source>A word, a file, a command…</source>
        <translation>Ein Wort, eine Datei, ein Befehl…</translation>
    </message>
    <message>
        <source>Selected run only</source>
        <translation>Nur gewählter Lauf</translation>
    </message>
    <message>
        <source>Search in the selected run only</source>
        <translation>Nur im gewählten Lauf suchen</translation>
    </message>
    <message>
        <source>Messages that were found</source>
        <translation>Gefundene Nachrichten</translation>
    </message>
    <message>
        <source>Search transcripts</source>
        <translation>Protokolle durchsuchen</translation>
    </message>
    <message>
        <source>works here</source>
        <translation>arbeitet hier</translation>
    </message>
    <message>
        <source>does not work here</source>
        <translation>arbeitet hier nicht</translation>
    </message>
    <message numerus="yes">
        <source>In all runs, {failed} of {n} turns failed</source>
        <comment>In all runs, {failed} of {n} turn failed</comment>
        <translation>
            <numerusform>In allen Läufen scheiterten {failed} von {n} Zug</numerusform>
            <numerusform>In allen Läufen scheiterten {failed} von {n} Zügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In all runs, {failed} of {n} turns failed: {why}</source>
        <comment>In all runs, {failed} of {n} turn failed: {why}</comment>
        <translation>
            <numerusform>In allen Läufen scheiterten {failed} von {n} Zug: {why}</numerusform>
            <numerusform>In allen Läufen scheiterten {failed} von {n} Zügen: {why}</numerusform>
        </translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut nachsehen</translation>
    </message>
    <message>
        <source>Look again which agents work</source>
        <translation>Erneut nachsehen, welche Agenten arbeiten</translation>
    </message>
    <message>
        <source>Asking each program how it stands…</source>
        <translation>Jedes Programm wird gefragt, wie es steht…</translation>
    </message>
    <message numerus="yes">
        <source>{working} of {n} kinds of agents work here.</source>
        <comment>{working} of {n} kind of agents works here.</comment>
        <translation>
            <numerusform>{working} von {n} Art von Agenten arbeitet hier.</numerusform>
            <numerusform>{working} von {n} Arten von Agenten arbeiten hier.</numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be told which agents work: {error}</source>
        <translation>Es lässt sich nicht sagen, welche Agenten arbeiten: {error}</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>Teile der Einstellungen</translation>
    </message>
    <message>
        <source>Limits and prices are kept in {file}</source>
        <translation>Grenzen und Preise liegen in {file}</translation>
    </message>
    <message>
        <source>Close the settings</source>
        <translation>Einstellungen schließen</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>Preise</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Provider keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Text size in per cent</source>
        <translation>Textgröße in Prozent</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Reduced: menus and tool tips appear at once, the text cursor does not blink</source>
        <translation>Weniger: Menüs und Hinweise erscheinen sofort, die Schreibmarke blinkt nicht</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>Ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>All else is applied at once. Kept for this data directory.</source>
        <translation>Alles andere gilt sofort. Es wird für dieses Datenverzeichnis behalten.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>When something needs you</source>
        <translation>Wenn etwas Sie braucht</translation>
    </message>
    <message>
        <source>When a run ends</source>
        <translation>Wenn ein Lauf endet</translation>
    </message>
    <message>
        <source>While agents work, do not fall asleep by itself</source>
        <translation>Nicht von selbst einschlafen, solange Agenten arbeiten</translation>
    </message>
    <message>
        <source>Quiet hours, from and until</source>
        <translation>Ruhezeiten, von und bis</translation>
    </message>
    <message>
        <source>none, or 22:00-07:00</source>
        <translation>keine oder 22:00-07:00</translation>
    </message>
    <message>
        <source>Tell me</source>
        <translation>Sagen</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>Ruhezeiten</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Two times of day, as in 22:00-07:00</source>
        <translation>Zwei Uhrzeiten, wie in 22:00-07:00</translation>
    </message>
    <message>
        <source>A notice names the run, the step and the cause, and opens exactly what waits. Nothing is answered from it: an answer belongs to the evidence, which only the window shows. What comes together is told together, and what you have in front of you is not told at all.</source>
        <translation>Ein Hinweis nennt den Lauf, den Schritt und den Grund und öffnet genau, was wartet. Aus ihm wird nichts beantwortet: Eine Antwort gehört zu den Belegen, die nur das Fenster zeigt. Was zusammen kommt, wird zusammen gesagt, und was Sie vor sich haben, gar nicht.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Cache read</source>
        <translation>Cache lesen</translation>
    </message>
    <message>
        <source>Cache write</source>
        <translation>Cache schr.</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>US dollars for a million tokens. What a run cost is computed when a turn ends, from the price that holds then. A model without a price has an unknown cost, never none.</source>
        <translation>US-Dollar für eine Million Token. Was ein Lauf kostete, wird am Ende eines Zuges mit dem dann gültigen Preis berechnet. Ein Modell ohne Preis hat unbekannte Kosten, nie keine.</translation>
    </message>
    <message>
        <source>bundled, {date}</source>
        <translation>mitgeliefert, {date}</translation>
    </message>
    <message>
        <source>{column} of {model}: {text}</source>
        <translation>{column} von {model}: {text}</translation>
    </message>
    <message>
        <source>Model, as agents call it</source>
        <translation>Modell, wie Agenten es nennen</translation>
    </message>
    <message>
        <source>Price of input</source>
        <translation>Preis der Eingabe</translation>
    </message>
    <message>
        <source>Price of output</source>
        <translation>Preis der Ausgabe</translation>
    </message>
    <message>
        <source>Add this price</source>
        <translation>Diesen Preis hinzufügen</translation>
    </message>
    <message>
        <source>Remove your price</source>
        <translation>Ihren Preis entfernen</translation>
    </message>
    <message>
        <source>Prices of models, in US dollars for a million tokens</source>
        <translation>Preise von Modellen, in US-Dollar für eine Million Token</translation>
    </message>
    <message>
        <source>Back to the bundled price</source>
        <translation>Zurück zum mitgelieferten Preis</translation>
    </message>
    <message>
        <source>Name the model whose price this is.</source>
        <translation>Nennen Sie das Modell, dessen Preis das ist.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Restart it</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Restart the engine host with this version</source>
        <translation>Den Engine-Host mit dieser Version neu starten</translation>
    </message>
    <message>
        <source>It runs the code of another version. Its runs go on from their journals.</source>
        <translation>Er führt den Code einer anderen Version aus. Seine Läufe gehen aus ihren Journalen weiter.</translation>
    </message>
    <message>
        <source>{trouble} (and {n} more)</source>
        <translation>{trouble} (und {n} weitere)</translation>
    </message>
    <message>
        <source>Engine host: of version {version}</source>
        <translation>Engine-Host: Version {version}</translation>
    </message>
    <message>
        <source>Engine host: not running, started when needed</source>
        <translation>Engine-Host: läuft nicht, startet bei Bedarf</translation>
    </message>
    <message numerus="yes">
        <source>Engine host: not running · {n} driven elsewhere</source>
        <comment>Engine host: not running · {n} driven elsewhere</comment>
        <translation>
            <numerusform>Engine-Host: läuft nicht · {n} anderswo angetrieben</numerusform>
            <numerusform>Engine-Host: läuft nicht · {n} anderswo angetrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Engine host: idle</source>
        <translation>Engine-Host: untätig</translation>
    </message>
    <message numerus="yes">
        <source>Engine host: drives {n}</source>
        <comment>Engine host: drives {n}</comment>
        <translation>
            <numerusform>Engine-Host: treibt {n} an</numerusform>
            <numerusform>Engine-Host: treibt {n} an</numerusform>
        </translation>
    </message>
    <message>
        <source>{host}, process {pid}</source>
        <translation>{host}, Prozess {pid}</translation>
    </message>
    <message numerus="yes">
        <source>{n} faults</source>
        <comment>{n} fault</comment>
        <translation>
            <numerusform>{n} Fehler</numerusform>
            <numerusform>{n} Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>What went wrong in Pilothouse itself</source>
        <translation>Was in Pilothouse selbst schiefging</translation>
    </message>
    <message>
        <source>Every run</source>
        <translation>Jeder Lauf</translation>
    </message>
    <message>
        <source>A run takes a workflow and drives agents through it on one branch of git. This one is real but for its agent, which follows a script: its edits, commands, commits and gates all happen.</source>
        <translation>Ein Lauf nimmt einen Workflow und führt Agenten auf einem Git-Branch hindurch. Dieser ist echt bis auf seinen Agenten, der einem Skript folgt: Änderungen, Befehle, Commits und Prüfungen geschehen wirklich.</translation>
    </message>
    <message>
        <source>What the run consists of</source>
        <translation>Woraus der Lauf besteht</translation>
    </message>
    <message>
        <source>A workflow is a tree of blocks. A step is done only when its gates clear: things the engine measured itself, never what a model says of its own work.</source>
        <translation>Ein Workflow ist ein Baum von Blöcken. Ein Schritt ist erst fertig, wenn seine Prüfungen bestehen: was die Engine selbst maß, nie was ein Modell von seiner Arbeit sagt.</translation>
    </message>
    <message>
        <source>What the agent really did</source>
        <translation>Was der Agent wirklich tat</translation>
    </message>
    <message>
        <source>Every message and every tool call of every attempt, kept for good. Diff and gates stand beside.</source>
        <translation>Jede Nachricht und jeder Werkzeugaufruf jedes Versuchs, für immer aufgehoben. Diff und Prüfungen stehen daneben.</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>Was es kostet</translation>
    </message>
    <message>
        <source>No limit ends a run: at a cap it pauses, and you may raise the cap and let it go on where it was.</source>
        <translation>Keine Grenze beendet einen Lauf: An ihr hält er an, und Sie können sie erhöhen und ihn dort weitergehen lassen.</translation>
    </message>
    <message>
        <source>What needs you</source>
        <translation>Was Sie braucht</translation>
    </message>
    <message numerus="yes">
        <source>{n} comments on the diff will go with your note</source>
        <comment>{n} comment on the diff will go with your note</comment>
        <translation>
            <numerusform>{n} Kommentar zum Diff geht mit Ihrer Notiz</numerusform>
            <numerusform>{n} Kommentare zum Diff gehen mit Ihrer Notiz</numerusform>
        </translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Ihre Antwort</translation>
    </message>
    <message>
        <source>waited then</source>
        <translation>wartete da</translation>
    </message>
    <message>
        <source>just opened</source>
        <translation>eben geöffnet</translation>
    </message>
    <message>
        <source>waits {age}</source>
        <translation>wartet seit {age}</translation>
    </message>
    <message>
        <source>Note (needed by: {answers})</source>
        <translation>Notiz (nötig für: {answers})</translation>
    </message>
    <message>
        <source>Leave them out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>Leave the comments out of the answer</source>
        <translation>Die Kommentare aus der Antwort lassen</translation>
    </message>
    <message>
        <source>Copy the path of the checkout with the conflict</source>
        <translation>Den Pfad des Checkouts mit dem Konflikt kopieren</translation>
    </message>
    <message>
        <source>Previous hold of this run</source>
        <translation>Voriger Halt dieses Laufs</translation>
    </message>
    <message>
        <source>Next hold of this run</source>
        <translation>Nächster Halt dieses Laufs</translation>
    </message>
    <message>
        <source>Whatever needs a person comes here, from every run: with a sentence, the evidence, and the answers as buttons. Soon the demo asks for your approval. Enter never answers.</source>
        <translation>Was immer einen Menschen braucht, kommt hierher, aus jedem Lauf: mit einem Satz, den Belegen und den Antworten als Knöpfen. Bald bittet die Demo um Ihre Freigabe. Eingabe antwortet nie.</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Alles andere</translation>
    </message>
    <message>
        <source>This finds every run and every command. F1 opens the help, at the page of what you look at.</source>
        <translation>Dies findet jeden Lauf und jeden Befehl. F1 öffnet die Hilfe auf der Seite dessen, was Sie ansehen.</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Leave the tour</source>
        <translation>Rundgang verlassen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>{at} of {all}</source>
        <translation>{at} von {all}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Pilothouse in the tray</source>
        <translation>Pilothouse im Symbolfeld</translation>
    </message>
    <message>
        <source>Pilothouse: {needs} need you, {working} working, {done} done since you looked</source>
        <translation>Pilothouse: {needs} brauchen Sie, {working} arbeiten, {done} fertig, seit Sie hinsahen</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>Braucht Sie</translation>
    </message>
    <message numerus="yes">
        <source>and {n} more…</source>
        <comment>and {n} more…</comment>
        <translation>
            <numerusform>und {n} weitere…</numerusform>
            <numerusform>und {n} weitere…</numerusform>
        </translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Arbeitet</translation>
    </message>
    <message>
        <source>Done since you looked</source>
        <translation>Fertig, seit Sie hinsahen</translation>
    </message>
    <message>
        <source>Open Pilothouse</source>
        <translation>Pilothouse öffnen</translation>
    </message>
    <message>
        <source>Close the monitor</source>
        <translation>Den Monitor schließen</translation>
    </message>
    <message>
        <source>No run selected</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Choose one at the left, or launch another.</source>
        <translation>Wählen Sie links einen oder starten Sie einen anderen.</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Restart the engine host?</source>
        <translation>Den Engine-Host neu starten?</translation>
    </message>
    <message>
        <source>The agents of these runs are interrupted; the runs go on from their journals under this version.</source>
        <translation>Die Agenten dieser Läufe werden unterbrochen; die Läufe gehen unter dieser Version aus ihren Journalen weiter.</translation>
    </message>
    <message>
        <source>Let it be</source>
        <translation>Lassen</translation>
    </message>
    <message>
        <source>Search runs and commands</source>
        <translation>Läufe und Befehle suchen</translation>
    </message>
    <message>
        <source>Go to the next thing that waits</source>
        <translation>Zum Nächsten, das wartet</translation>
    </message>
    <message>
        <source>Go to the one before</source>
        <translation>Zu dem davor</translation>
    </message>
    <message>
        <source>Pause this run</source>
        <translation>Diesen Lauf anhalten</translation>
    </message>
    <message>
        <source>Pause this run now, interrupting its agents</source>
        <translation>Diesen Lauf jetzt anhalten und seine Agenten unterbrechen</translation>
    </message>
    <message>
        <source>Pause every run</source>
        <translation>Jeden Lauf anhalten</translation>
    </message>
    <message>
        <source>Resume every run that you paused</source>
        <translation>Jeden Lauf fortsetzen, den Sie anhielten</translation>
    </message>
    <message>
        <source>Answer several at once…</source>
        <translation>Mehrere zugleich beantworten…</translation>
    </message>
    <message>
        <source>Resume this run</source>
        <translation>Diesen Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Change what this run does after a provider&apos;s limit</source>
        <translation>Ändern, was dieser Lauf nach der Grenze eines Anbieters tut</translation>
    </message>
    <message>
        <source>Cancel this run…</source>
        <translation>Diesen Lauf abbrechen…</translation>
    </message>
    <message>
        <source>Go to the next failure of this run</source>
        <translation>Zum nächsten Fehlschlag dieses Laufs</translation>
    </message>
    <message>
        <source>Go to the failure before</source>
        <translation>Zum Fehlschlag davor</translation>
    </message>
    <message>
        <source>Go back in time by one event</source>
        <translation>Ein Ereignis zurück in der Zeit</translation>
    </message>
    <message>
        <source>Go on in time by one event</source>
        <translation>Ein Ereignis weiter in der Zeit</translation>
    </message>
    <message>
        <source>Return from the past to now</source>
        <translation>Aus der Vergangenheit zurück zu jetzt</translation>
    </message>
    <message>
        <source>Say something to the agent at work</source>
        <translation>Dem arbeitenden Agenten etwas sagen</translation>
    </message>
    <message>
        <source>Review the attempt: facts beside its diff</source>
        <translation>Den Versuch begutachten: Tatsachen neben dem Diff</translation>
    </message>
    <message>
        <source>Compare attempts</source>
        <translation>Versuche vergleichen</translation>
    </message>
    <message>
        <source>Search the transcripts of all runs</source>
        <translation>Die Protokolle aller Läufe durchsuchen</translation>
    </message>
    <message>
        <source>Copy what is known of this run</source>
        <translation>Kopieren, was von diesem Lauf bekannt ist</translation>
    </message>
    <message>
        <source>Copy the last message</source>
        <translation>Die letzte Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy the id of this run</source>
        <translation>Die Kennung dieses Laufs kopieren</translation>
    </message>
    <message>
        <source>Show everything that needs you</source>
        <translation>Alles zeigen, was Sie braucht</translation>
    </message>
    <message>
        <source>Show the selected run</source>
        <translation>Den gewählten Lauf zeigen</translation>
    </message>
    <message>
        <source>Show the fleet: every agent of every run</source>
        <translation>Die Flotte zeigen: jeder Agent jedes Laufs</translation>
    </message>
    <message>
        <source>Show the history of a workflow</source>
        <translation>Den Verlauf eines Workflows zeigen</translation>
    </message>
    <message>
        <source>Show the workflows</source>
        <translation>Die Workflows zeigen</translation>
    </message>
    <message>
        <source>New workflow…</source>
        <translation>Neuer Workflow…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Prices of models…</source>
        <translation>Preise von Modellen…</translation>
    </message>
    <message>
        <source>Which agents work here…</source>
        <translation>Welche Agenten hier arbeiten…</translation>
    </message>
    <message>
        <source>Keys of providers…</source>
        <translation>Schlüssel von Anbietern…</translation>
    </message>
    <message>
        <source>Text size, theme, motion…</source>
        <translation>Textgröße, Farben, Bewegung…</translation>
    </message>
    <message>
        <source>Show the keys of what has the focus</source>
        <translation>Die Tasten dessen zeigen, was den Fokus hat</translation>
    </message>
    <message>
        <source>Show the blocks of this run</source>
        <translation>Die Blöcke dieses Laufs zeigen</translation>
    </message>
    <message>
        <source>Show the journal of this run</source>
        <translation>Das Journal dieses Laufs zeigen</translation>
    </message>
    <message>
        <source>Show the graph of this run</source>
        <translation>Den Graphen dieses Laufs zeigen</translation>
    </message>
    <message>
        <source>Show the timeline of this run</source>
        <translation>Die Zeitleiste dieses Laufs zeigen</translation>
    </message>
    <message>
        <source>Show {page}</source>
        <translation>{page} zeigen</translation>
    </message>
    <message>
        <source>Copied {run}</source>
        <translation>{run} kopiert</translation>
    </message>
    <message>
        <source>Copied what is known of {run}</source>
        <translation>Kopiert, was von {run} bekannt ist</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>Die Läufe werden gelesen…</translation>
    </message>
    <message>
        <source>Cancel this run?</source>
        <translation>Diesen Lauf abbrechen?</translation>
    </message>
    <message>
        <source>{title}

It ends for good. Its branch, commits, transcripts and journal are kept.</source>
        <translation>{title}

Er endet endgültig. Sein Branch, Commits, Protokolle und Journal bleiben.</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>Den Lauf abbrechen</translation>
    </message>
    <message>
        <source>A run takes a workflow and drives agents through it on one branch of a git repository. You see what they do, and decide where a person should. To watch one first, try “pilothouse demo” in a terminal.</source>
        <translation>Ein Lauf nimmt einen Workflow und führt Agenten auf einem Branch eines Git-Repositorys hindurch. Sie sehen, was sie tun, und entscheiden, wo ein Mensch es soll. Um erst einen anzusehen, versuchen Sie „pilothouse demo“ in einem Terminal.</translation>
    </message>
    <message>
        <source>Two attempts beside each other</source>
        <translation>Zwei Versuche nebeneinander</translation>
    </message>
    <message>
        <source>Reading the diff…</source>
        <translation>Der Diff wird gelesen…</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen…</translation>
    </message>
    <message>
        <source>This attempt changed nothing.</source>
        <translation>Dieser Versuch änderte nichts.</translation>
    </message>
    <message>
        <source>Both leave the same files.</source>
        <translation>Beide hinterlassen dieselben Dateien.</translation>
    </message>
    <message>
        <source>Attempt at the left</source>
        <translation>Versuch links</translation>
    </message>
    <message>
        <source>Attempt at the right</source>
        <translation>Versuch rechts</translation>
    </message>
    <message>
        <source>Diff of the attempt at the left</source>
        <translation>Diff des Versuchs links</translation>
    </message>
    <message>
        <source>Diff of the attempt at the right</source>
        <translation>Diff des Versuchs rechts</translation>
    </message>
    <message>
        <source>Transcript of the attempt at the left</source>
        <translation>Protokoll des Versuchs links</translation>
    </message>
    <message>
        <source>Transcript of the attempt at the right</source>
        <translation>Protokoll des Versuchs rechts</translation>
    </message>
    <message>
        <source>No transcript is on record</source>
        <translation>Kein Protokoll ist aufgezeichnet</translation>
    </message>
    <message>
        <source>What changes from the left attempt to the right one</source>
        <translation>Was sich vom linken zum rechten Versuch ändert</translation>
    </message>
    <message>
        <source>Facts of both attempts</source>
        <translation>Tatsachen beider Versuche</translation>
    </message>
    <message>
        <source>Transcripts</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>No diff</source>
        <translation>Kein Diff</translation>
    </message>
    <message>
        <source>No change</source>
        <translation>Keine Änderung</translation>
    </message>
    <message>
        <source>Back to the run</source>
        <translation>Zurück zum Lauf</translation>
    </message>
    <message>
        <source>Close the comparison (Escape)</source>
        <translation>Den Vergleich schließen (Escape)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>with</source>
        <translation>mit</translation>
    </message>
    <message>
        <source>Diffs and transcripts of both attempts</source>
        <translation>Diffs und Protokolle beider Versuche</translation>
    </message>
    <message>
        <source>Both diffs</source>
        <translation>Beide Diffs</translation>
    </message>
    <message>
        <source>From left to right</source>
        <translation>Von links nach rechts</translation>
    </message>
    <message>
        <source>The selected block</source>
        <translation>Der gewählte Block</translation>
    </message>
    <message>
        <source>No block selected</source>
        <translation>Kein Block gewählt</translation>
    </message>
    <message>
        <source>role {role}</source>
        <translation>Rolle {role}</translation>
    </message>
    <message>
        <source>Select a block to read its transcript</source>
        <translation>Wählen Sie einen Block, um sein Protokoll zu lesen</translation>
    </message>
    <message>
        <source>This block has not begun</source>
        <translation>Dieser Block hat nicht begonnen</translation>
    </message>
    <message>
        <source>This block has no agent of its own</source>
        <translation>Dieser Block hat keinen eigenen Agenten</translation>
    </message>
    <message>
        <source>The agent has said nothing yet</source>
        <translation>Der Agent hat noch nichts gesagt</translation>
    </message>
    <message>
        <source>Select a block to see how its gates were judged.</source>
        <translation>Wählen Sie einen Block, um zu sehen, wie seine Prüfungen bewertet wurden.</translation>
    </message>
    <message>
        <source>The gates are measured when the agent has ended its turn.</source>
        <translation>Die Prüfungen werden gemessen, wenn der Agent seinen Zug beendet hat.</translation>
    </message>
    <message>
        <source>This block has no gate of its own.</source>
        <translation>Dieser Block hat keine eigene Prüfung.</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>Select a block whose agent has worked.</source>
        <translation>Wählen Sie einen Block, dessen Agent gearbeitet hat.</translation>
    </message>
    <message>
        <source>Nothing secured yet</source>
        <translation>Noch nichts gesichert</translation>
    </message>
    <message>
        <source>The diff appears when the turn has ended.</source>
        <translation>Der Diff erscheint, wenn der Zug zu Ende ist.</translation>
    </message>
    <message>
        <source>The diff cannot be read</source>
        <translation>Der Diff kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Show its event in the journal</source>
        <translation>Sein Ereignis im Journal zeigen</translation>
    </message>
    <message>
        <source>No files</source>
        <translation>Keine Dateien</translation>
    </message>
    <message>
        <source>What an attempt leaves in its folder appears here.</source>
        <translation>Was ein Versuch in seinem Ordner hinterlässt, erscheint hier.</translation>
    </message>
    <message>
        <source>Files of this attempt</source>
        <translation>Dateien dieses Versuchs</translation>
    </message>
    <message>
        <source>Nothing on the blackboard</source>
        <translation>Nichts auf der Tafel</translation>
    </message>
    <message>
        <source>What agents leave for each other appears here.</source>
        <translation>Was Agenten füreinander hinterlassen, erscheint hier.</translation>
    </message>
    <message>
        <source>The blackboard of this run</source>
        <translation>Die Tafel dieses Laufs</translation>
    </message>
    <message>
        <source>Parts of the selected attempt</source>
        <translation>Teile des gewählten Versuchs</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Blackboard</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>Claimed only: nothing but the agent&apos;s own word proves this step</source>
        <translation>Nur behauptet: Nichts als das Wort des Agenten belegt diesen Schritt</translation>
    </message>
    <message>
        <source>Two attempts beside each other (Ctrl+Shift+C)</source>
        <translation>Zwei Versuche nebeneinander (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Begutachten</translation>
    </message>
    <message>
        <source>Facts beside the whole diff (Ctrl+Shift+R)</source>
        <translation>Tatsachen neben dem ganzen Diff (Strg+Umschalt+R)</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose a path for {title}</source>
        <translation>Einen Pfad für {title} wählen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{title} (required)</source>
        <translation>{title} (nötig)</translation>
    </message>
    <message>
        <source>This field holds {n} characters and no more: what was pasted may go on.</source>
        <translation>Dieses Feld fasst {n} Zeichen und nicht mehr: Das Eingefügte geht vielleicht weiter.</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>wählen…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>separated by commas, or a JSON array</source>
        <translation>durch Kommas getrennt oder ein JSON-Array</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a file or a folder</source>
        <translation>eine Datei oder ein Ordner</translation>
    </message>
    <message>
        <source>Who works as {name}</source>
        <translation>Wer als {name} arbeitet</translation>
    </message>
    <message>
        <source>The agent; the workflow says {agent}</source>
        <translation>Der Agent; der Workflow sagt {agent}</translation>
    </message>
    <message>
        <source>The model of {name}</source>
        <translation>Das Modell von {name}</translation>
    </message>
    <message>
        <source>Choose a model, or type its name</source>
        <translation>Ein Modell wählen oder seinen Namen eingeben</translation>
    </message>
    <message>
        <source>takes no model</source>
        <translation>nimmt kein Modell</translation>
    </message>
    <message>
        <source>its own default</source>
        <translation>seine eigene Vorgabe</translation>
    </message>
    <message>
        <source>does not work here: {note}</source>
        <translation>arbeitet hier nicht: {note}</translation>
    </message>
    <message>
        <source>Budget: {budget}</source>
        <translation>Budget: {budget}</translation>
    </message>
    <message>
        <source>How many turns all agents together may take</source>
        <translation>Wie viele Züge alle Agenten zusammen machen dürfen</translation>
    </message>
    <message>
        <source>How long the run may be driven, for example 90s, 30m or 2h; waiting for you costs nothing</source>
        <translation>Wie lange der Lauf angetrieben werden darf, zum Beispiel 90s, 30m oder 2h; auf Sie zu warten kostet nichts</translation>
    </message>
    <message>
        <source>How many calls of a model are allowed</source>
        <translation>Wie viele Aufrufe eines Modells erlaubt sind</translation>
    </message>
    <message>
        <source>How many tokens may be used, of all kinds together</source>
        <translation>Wie viele Token verbraucht werden dürfen, alle Arten zusammen</translation>
    </message>
    <message>
        <source>US dollars that may be spent</source>
        <translation>US-Dollar, die ausgegeben werden dürfen</translation>
    </message>
    <message>
        <source>Pinned and recent launches: Enter launches one again</source>
        <translation>Angeheftete und letzte Starts: Eingabe startet einen erneut</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pin this launch</source>
        <translation>Diesen Start anheften</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove this launch</source>
        <translation>Diesen Start entfernen</translation>
    </message>
    <message>
        <source>LAUNCH AGAIN</source>
        <translation>ERNEUT STARTEN</translation>
    </message>
    <message>
        <source>{repository}
{told}
Enter, or a double click, launches it again</source>
        <translation>{repository}
{told}
Eingabe oder ein Doppelklick startet ihn erneut</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Unpin this launch</source>
        <translation>Diesen Start lösen</translation>
    </message>
    <message>
        <source>One run for each of several tickets</source>
        <translation>Je ein Lauf für mehrere Tickets</translation>
    </message>
    <message>
        <source>The input that each ticket goes to</source>
        <translation>Die Eingabe, in die jedes Ticket kommt</translation>
    </message>
    <message>
        <source>Tickets, one a line</source>
        <translation>Tickets, eines je Zeile</translation>
    </message>
    <message>
        <source>One ticket a line</source>
        <translation>Ein Ticket je Zeile</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei…</translation>
    </message>
    <message>
        <source>Take the tickets from a text, CSV or JSON file</source>
        <translation>Die Tickets aus einer Text-, CSV- oder JSON-Datei nehmen</translation>
    </message>
    <message>
        <source>There is no ticket yet: type one a line, or take them from a file.</source>
        <translation>Es gibt noch kein Ticket: Schreiben Sie eines je Zeile oder nehmen Sie sie aus einer Datei.</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs, each with its own {names}.</source>
        <comment>{n} run, with its own {names}.</comment>
        <translation>
            <numerusform>{n} Lauf, mit eigenem Wert für {names}.</numerusform>
            <numerusform>{n} Läufe, jeder mit eigenem Wert für {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tickets (*.csv *.json *.txt);;All files (*)</source>
        <translation>Tickets (*.csv *.json *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a file of tickets</source>
        <translation>Eine Datei mit Tickets wählen</translation>
    </message>
    <message>
        <source>Each goes to</source>
        <translation>Jedes kommt in</translation>
    </message>
    <message>
        <source>Review of an attempt</source>
        <translation>Gutachten eines Versuchs</translation>
    </message>
    <message>
        <source>What is known of this attempt</source>
        <translation>Was von diesem Versuch bekannt ist</translation>
    </message>
    <message>
        <source>Review · {name} · attempt {n}</source>
        <translation>Gutachten · {name} · Versuch {n}</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>Show all that the run has changed up to here</source>
        <translation>Alles zeigen, was der Lauf bis hierher geändert hat</translation>
    </message>
    <message>
        <source>Close the review (Escape)</source>
        <translation>Das Gutachten schließen (Escape)</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Journal, graph and timeline</source>
        <translation>Journal, Graph und Zeitleiste</translation>
    </message>
    <message>
        <source>Blocks, journal, graph and timeline</source>
        <translation>Blöcke, Journal, Graph und Zeitleiste</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Tatsache</translation>
    </message>
    <message>
        <source>{type}, line {seq}, {time}</source>
        <translation>{type}, Zeile {seq}, {time}</translation>
    </message>
    <message>
        <source>decided by a person</source>
        <translation>von einem Menschen entschieden</translation>
    </message>
    <message>
        <source>decided by the engine</source>
        <translation>von der Engine entschieden</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Let this step count, on the commit shown</source>
        <translation>Diesen Schritt gelten lassen, auf dem gezeigten Commit</translation>
    </message>
    <message>
        <source>Refine</source>
        <translation>Nachbessern</translation>
    </message>
    <message>
        <source>Send the note to the same session, one more cycle</source>
        <translation>Die Notiz an dieselbe Sitzung senden, eine weitere Runde</translation>
    </message>
    <message>
        <source>Restart from…</source>
        <translation>Neu ab…</translation>
    </message>
    <message>
        <source>Go back to an earlier block and do it afresh</source>
        <translation>Zu einem früheren Block zurück und ihn neu beginnen</translation>
    </message>
    <message>
        <source>Jump to…</source>
        <translation>Springen zu…</translation>
    </message>
    <message>
        <source>Go on at a later block; the gates between are recorded as skipped</source>
        <translation>Bei einem späteren Block weiter; die Prüfungen dazwischen gelten als übersprungen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Neuer Versuch</translation>
    </message>
    <message>
        <source>A new attempt from the fork point, with your note</source>
        <translation>Ein neuer Versuch vom Abzweig aus, mit Ihrer Notiz</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Tell the same session what still blocks, with your note</source>
        <translation>Derselben Sitzung sagen, was noch blockiert, mit Ihrer Notiz</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Übergehen</translation>
    </message>
    <message>
        <source>Let it count although the gate is blocked; recorded as your decision</source>
        <translation>Gelten lassen, obwohl die Prüfung blockiert ist; als Ihre Entscheidung aufgezeichnet</translation>
    </message>
    <message>
        <source>Edit and retry</source>
        <translation>Ändern und neu versuchen</translation>
    </message>
    <message>
        <source>A new attempt whose instructions are your note</source>
        <translation>Ein neuer Versuch, dessen Anweisung Ihre Notiz ist</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Try again when the provider allows it</source>
        <translation>Erneut versuchen, wenn der Anbieter es erlaubt</translation>
    </message>
    <message>
        <source>Raise and continue</source>
        <translation>Erhöhen und weiter</translation>
    </message>
    <message>
        <source>Add to the budget and go on where it stands</source>
        <translation>Das Budget erhöhen und dort weiter, wo er steht</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>Hier aufhören</translation>
    </message>
    <message>
        <source>Settle this block as it is</source>
        <translation>Diesen Block abschließen, wie er ist</translation>
    </message>
    <message>
        <source>Send answer</source>
        <translation>Antwort senden</translation>
    </message>
    <message>
        <source>Send the note to the agent</source>
        <translation>Die Notiz an den Agenten senden</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Grant this one call</source>
        <translation>Diesen einen Aufruf gewähren</translation>
    </message>
    <message>
        <source>Allow for this attempt</source>
        <translation>Für diesen Versuch erlauben</translation>
    </message>
    <message>
        <source>Grant this tool until the attempt ends</source>
        <translation>Dieses Werkzeug gewähren, bis der Versuch endet</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Verweigern</translation>
    </message>
    <message>
        <source>Refuse the call and tell the agent</source>
        <translation>Den Aufruf ablehnen und es dem Agenten sagen</translation>
    </message>
    <message>
        <source>Resolve with an agent</source>
        <translation>Mit einem Agenten lösen</translation>
    </message>
    <message>
        <source>An agent brings both sides together; its work is measured</source>
        <translation>Ein Agent bringt beide Seiten zusammen; seine Arbeit wird gemessen</translation>
    </message>
    <message>
        <source>I resolved it</source>
        <translation>Ich habe es gelöst</translation>
    </message>
    <message>
        <source>Count what you committed: no marker left, a clean tree</source>
        <translation>Gelten lassen, was Sie einbrachten: keine Marke übrig, ein sauberer Stand</translation>
    </message>
    <message>
        <source>Drop that branch</source>
        <translation>Diesen Zweig fallen lassen</translation>
    </message>
    <message>
        <source>Go on without it; its work stays on a ref</source>
        <translation>Ohne ihn weiter; seine Arbeit bleibt auf einer Ref</translation>
    </message>
    <message>
        <source>Adopt</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Take what is there now as the run&apos;s</source>
        <translation>Nehmen, was jetzt da ist</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Do it once more, from what the journal recorded</source>
        <translation>Noch einmal tun, von dem aus, was das Journal aufzeichnete</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Leave aside what is there; it stays on a ref</source>
        <translation>Beiseitelassen, was da ist; es bleibt auf einer Ref</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Go on where it stands</source>
        <translation>Dort weiter, wo er steht</translation>
    </message>
    <message>
        <source>Quit run</source>
        <translation>Lauf aufgeben</translation>
    </message>
    <message>
        <source>End the run as abandoned; everything it made is kept</source>
        <translation>Den Lauf als aufgegeben beenden; alles, was er schuf, bleibt</translation>
    </message>
    <message>
        <source>The run waits until its provider takes requests again and goes on by itself, now and each time</source>
        <translation>Der Lauf wartet, bis sein Anbieter wieder Anfragen nimmt, und geht von selbst weiter, jetzt und jedes Mal</translation>
    </message>
    <message>
        <source>Always wait</source>
        <translation>Immer warten</translation>
    </message>
    <message>
        <source>{0} launched “{1}” on {2}, branch {3}, from {4}.</source>
        <translation>{0} startete „{1}“ auf {2}, Branch {3}, ab {4}.</translation>
    </message>
    <message>
        <source>Process {0} drives the run now.</source>
        <translation>Prozess {0} treibt den Lauf jetzt an.</translation>
    </message>
    <message>
        <source>Process {0} drives the run now. {1}</source>
        <translation>Prozess {0} treibt den Lauf jetzt an. {1}</translation>
    </message>
    <message>
        <source>The driver let go of the run: {0}.</source>
        <translation>Der Antrieb ließ den Lauf los: {0}.</translation>
    </message>
    <message>
        <source>The driver let go of the run.</source>
        <translation>Der Antrieb ließ den Lauf los.</translation>
    </message>
    <message>
        <source>Still driving.</source>
        <translation>Wird weiter angetrieben.</translation>
    </message>
    <message>
        <source>The agent works: {0}.</source>
        <translation>Der Agent arbeitet: {0}.</translation>
    </message>
    <message>
        <source>The command runs, {0}.</source>
        <translation>Der Befehl läuft, {0}.</translation>
    </message>
    <message>
        <source>Turn {0} ended after {1}, {2}.</source>
        <translation>Zug {0} endete nach {1}, {2}.</translation>
    </message>
    <message>
        <source>Turn {0} failed after {1}: {2}: {3}.</source>
        <translation>Zug {0} scheiterte nach {1}: {2}: {3}.</translation>
    </message>
    <message>
        <source>Turn {0} failed after {1}: {2}.</source>
        <translation>Zug {0} scheiterte nach {1}: {2}.</translation>
    </message>
    <message>
        <source>Turn {0} failed after {1}.</source>
        <translation>Zug {0} scheiterte nach {1}.</translation>
    </message>
    <message>
        <source>Turn {0} was interrupted after {1}; what it left is kept and not judged.</source>
        <translation>Zug {0} wurde nach {1} unterbrochen; was er hinterließ, bleibt und wird nicht bewertet.</translation>
    </message>
    <message>
        <source>Turn {0} ran out of time after {1}.</source>
        <translation>Zug {0} hatte nach {1} keine Zeit mehr.</translation>
    </message>
    <message>
        <source>Turn {0} stalled: nothing was heard for too long.</source>
        <translation>Zug {0} blieb stehen: Zu lange war nichts zu hören.</translation>
    </message>
    <message>
        <source>The command ended after {0}, exit code {1}.</source>
        <translation>Der Befehl endete nach {0}, Exit-Code {1}.</translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash; its session can go on.</source>
        <translation>Zug {0} wurde durch einen Absturz abgeschnitten; seine Sitzung kann weitergehen.</translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash; its session can go on: {1}.</source>
        <translation>Zug {0} wurde durch einen Absturz abgeschnitten; seine Sitzung kann weitergehen: {1}.</translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash.</source>
        <translation>Zug {0} wurde durch einen Absturz abgeschnitten.</translation>
    </message>
    <message>
        <source>Turn {0} was cut off by a crash: {1}.</source>
        <translation>Zug {0} wurde durch einen Absturz abgeschnitten: {1}.</translation>
    </message>
    <message>
        <source>Turn {0} was interrupted before there was a place for it; nothing was started.</source>
        <translation>Zug {0} wurde unterbrochen, bevor Platz für ihn war; nichts wurde gestartet.</translation>
    </message>
    <message>
        <source>Turn {0} did not begin: {1}.</source>
        <translation>Zug {0} begann nicht: {1}.</translation>
    </message>
    <message>
        <source>Turn {0} did not begin.</source>
        <translation>Zug {0} begann nicht.</translation>
    </message>
    <message>
        <source>Turn {0} does not wait for its provider any more.</source>
        <translation>Zug {0} wartet nicht mehr auf seinen Anbieter.</translation>
    </message>
    <message>
        <source>Turn {0} waits for provider {1} until {2}: {3}.</source>
        <translation>Zug {0} wartet auf Anbieter {1} bis {2}: {3}.</translation>
    </message>
    <message>
        <source>The agent asks to {0}: {1}.</source>
        <translation>Der Agent bittet um {0}: {1}.</translation>
    </message>
    <message>
        <source>The agent asks to {0}.</source>
        <translation>Der Agent bittet um {0}.</translation>
    </message>
    <message>
        <source>The request to {0} is granted.</source>
        <translation>Die Bitte um {0} ist gewährt.</translation>
    </message>
    <message>
        <source>The request to {0} is granted: {1}.</source>
        <translation>Die Bitte um {0} ist gewährt: {1}.</translation>
    </message>
    <message>
        <source>The request to {0} is denied.</source>
        <translation>Die Bitte um {0} ist verweigert.</translation>
    </message>
    <message>
        <source>The request to {0} is denied: {1}.</source>
        <translation>Die Bitte um {0} ist verweigert: {1}.</translation>
    </message>
    <message>
        <source>{0} says to the agent: {1}.</source>
        <translation>{0} sagt dem Agenten: {1}.</translation>
    </message>
    <message>
        <source>{0} says to the agent.</source>
        <translation>{0} sagt dem Agenten etwas.</translation>
    </message>
    <message>
        <source>Passing it on.</source>
        <translation>Wird weitergegeben.</translation>
    </message>
    <message>
        <source>The agent has it.</source>
        <translation>Der Agent hat es.</translation>
    </message>
    <message>
        <source>The running turn does not take it; its next prompt tells it.</source>
        <translation>Der laufende Zug nimmt es nicht an; sein nächster Prompt sagt es.</translation>
    </message>
    <message>
        <source>The agent asks whether it may use {0}.</source>
        <translation>Der Agent fragt, ob er {0} benutzen darf.</translation>
    </message>
    <message>
        <source>The agent does not wait for that permission any more.</source>
        <translation>Der Agent wartet nicht mehr auf diese Erlaubnis.</translation>
    </message>
    <message>
        <source>{0} is allowed.</source>
        <translation>{0} ist erlaubt.</translation>
    </message>
    <message>
        <source>{0} is allowed: {1}.</source>
        <translation>{0} ist erlaubt: {1}.</translation>
    </message>
    <message>
        <source>{0} is allowed for the rest of the attempt.</source>
        <translation>{0} ist für den Rest des Versuchs erlaubt.</translation>
    </message>
    <message>
        <source>{0} is allowed for the rest of the attempt: {1}.</source>
        <translation>{0} ist für den Rest des Versuchs erlaubt: {1}.</translation>
    </message>
    <message>
        <source>{0} is denied.</source>
        <translation>{0} ist verweigert.</translation>
    </message>
    <message>
        <source>{0} is denied: {1}.</source>
        <translation>{0} ist verweigert: {1}.</translation>
    </message>
    <message>
        <source>The work of turn {0} is secured at {1}: {2}.</source>
        <translation>Die Arbeit von Zug {0} ist bei {1} gesichert: {2}.</translation>
    </message>
    <message>
        <source>The work of turn {0} is secured at {1}.</source>
        <translation>Die Arbeit von Zug {0} ist bei {1} gesichert.</translation>
    </message>
    <message>
        <source>The agent&apos;s verdict: {0}: {1}.</source>
        <translation>Das Urteil des Agenten: {0}: {1}.</translation>
    </message>
    <message>
        <source>The agent&apos;s verdict: {0}.</source>
        <translation>Das Urteil des Agenten: {0}.</translation>
    </message>
    <message>
        <source>The agent&apos;s artifact {0}.</source>
        <translation>Das Artefakt {0} des Agenten.</translation>
    </message>
    <message>
        <source>Measured {0}: {1}.</source>
        <translation>{0} gemessen: {1}.</translation>
    </message>
    <message>
        <source>Measured {0}.</source>
        <translation>{0} gemessen.</translation>
    </message>
    <message>
        <source>The work of the branches is one line again, at {0}: {1}.</source>
        <translation>Die Arbeit der Zweige ist wieder eine Linie, bei {0}: {1}.</translation>
    </message>
    <message>
        <source>The work of the branches is one line again, at {0}.</source>
        <translation>Die Arbeit der Zweige ist wieder eine Linie, bei {0}.</translation>
    </message>
    <message>
        <source>The conflict of {0} is not resolved: {1}.</source>
        <translation>Der Konflikt von {0} ist nicht gelöst: {1}.</translation>
    </message>
    <message>
        <source>Merging {0} conflicts in {1}: {2}.</source>
        <translation>Das Mergen von {0} hat Konflikte in {1}: {2}.</translation>
    </message>
    <message>
        <source>The run&apos;s branch in the repository is now at {0}.</source>
        <translation>Der Branch des Laufs im Repository steht jetzt bei {0}.</translation>
    </message>
    <message>
        <source>The run&apos;s branch is at {0}, not at {1} where it was last seen; nothing was changed.</source>
        <translation>Der Branch des Laufs steht bei {0}, nicht bei {1}, wo er zuletzt war; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Could not {0}: {1}.</source>
        <translation>Misslungen: {0}: {1}.</translation>
    </message>
    <message>
        <source>Could not {0}.</source>
        <translation>Misslungen: {0}.</translation>
    </message>
    <message>
        <source>The limit on {0} was reached.</source>
        <translation>Die Grenze für {0} wurde erreicht.</translation>
    </message>
    <message>
        <source>{0} answered “{1}”.</source>
        <translation>{0} antwortete „{1}“.</translation>
    </message>
    <message>
        <source>{0} answered “{1}”: {2}.</source>
        <translation>{0} antwortete „{1}“: {2}.</translation>
    </message>
    <message>
        <source>{0} raised the {1} budget by {2}.</source>
        <translation>{0} erhöhte das Budget {1} um {2}.</translation>
    </message>
    <message>
        <source>{0} asked to pause now.</source>
        <translation>{0} bat, jetzt anzuhalten.</translation>
    </message>
    <message>
        <source>{0} asked to pause at the next boundary.</source>
        <translation>{0} bat, an der nächsten Grenze anzuhalten.</translation>
    </message>
    <message>
        <source>{0} decided that the run goes on by itself when a provider limits it.</source>
        <translation>{0} entschied, dass der Lauf von selbst weitergeht, wenn ein Anbieter ihn begrenzt.</translation>
    </message>
    <message>
        <source>{0} decided that the run asks a person when a provider limits it.</source>
        <translation>{0} entschied, dass der Lauf einen Menschen fragt, wenn ein Anbieter ihn begrenzt.</translation>
    </message>
    <message>
        <source>{0} cancelled the run; everything is kept.</source>
        <translation>{0} brach den Lauf ab; alles bleibt.</translation>
    </message>
    <message>
        <source>Block entered, at {0}.</source>
        <translation>Block betreten, bei {0}.</translation>
    </message>
    <message>
        <source>The workflow begins, at {0}.</source>
        <translation>Der Workflow beginnt, bei {0}.</translation>
    </message>
    <message>
        <source>There is nothing to fan out over.</source>
        <translation>Es gibt nichts, worauf zu verteilen wäre.</translation>
    </message>
    <message>
        <source>Planned: {0}.</source>
        <translation>Geplant: {0}.</translation>
    </message>
    <message>
        <source>The called workflow gets {0}.</source>
        <translation>Der gerufene Workflow bekommt {0}.</translation>
    </message>
    <message>
        <source>Round {0} ends the loop: its condition cleared.</source>
        <translation>Runde {0} beendet die Schleife: Ihre Bedingung ist erfüllt.</translation>
    </message>
    <message>
        <source>Round {0} does not end the loop: {1}.</source>
        <translation>Runde {0} beendet die Schleife nicht: {1}.</translation>
    </message>
    <message>
        <source>Round {0} does not end the loop.</source>
        <translation>Runde {0} beendet die Schleife nicht.</translation>
    </message>
    <message>
        <source>The join is decided: nothing counts.</source>
        <translation>Die Zusammenführung ist entschieden: Nichts zählt.</translation>
    </message>
    <message>
        <source>The join is decided: {0} counts.</source>
        <translation>Die Zusammenführung ist entschieden: {0} zählt.</translation>
    </message>
    <message>
        <source>Bringing {0} together: {1}.</source>
        <translation>{0} werden zusammengebracht: {1}.</translation>
    </message>
    <message>
        <source>Taking in what resolves the conflict of {0}, then bringing {1} together: {2}.</source>
        <translation>Was den Konflikt von {0} löst, wird aufgenommen, dann {1} zusammengebracht: {2}.</translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, a retry.</source>
        <translation>Versuch {0} begann ab {1}, eine Wiederholung.</translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, as you asked.</source>
        <translation>Versuch {0} begann ab {1}, wie Sie baten.</translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, because the one before was lost.</source>
        <translation>Versuch {0} begann ab {1}, weil der vorige verloren ging.</translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}, starting afresh.</source>
        <translation>Versuch {0} begann ab {1}, von Neuem.</translation>
    </message>
    <message>
        <source>Attempt {0} opened from {1}.</source>
        <translation>Versuch {0} begann ab {1}.</translation>
    </message>
    <message>
        <source>Turn {0} starts: {1}: {2}.</source>
        <translation>Zug {0} beginnt: {1}: {2}.</translation>
    </message>
    <message>
        <source>Turn {0} starts: {1}.</source>
        <translation>Zug {0} beginnt: {1}.</translation>
    </message>
    <message>
        <source>Interrupting turn {0}: {1}.</source>
        <translation>Zug {0} wird unterbrochen: {1}.</translation>
    </message>
    <message>
        <source>Securing what turn {0} left.</source>
        <translation>Was Zug {0} hinterließ, wird gesichert.</translation>
    </message>
    <message>
        <source>Measuring {0} on the secured commit.</source>
        <translation>{0} werden auf dem gesicherten Commit gemessen.</translation>
    </message>
    <message>
        <source>No gate asks for a measurement.</source>
        <translation>Keine Prüfung verlangt eine Messung.</translation>
    </message>
    <message>
        <source>Every gate cleared: {0}.</source>
        <translation>Jede Prüfung bestand: {0}.</translation>
    </message>
    <message>
        <source>Not cleared: {0}.</source>
        <translation>Nicht bestanden: {0}.</translation>
    </message>
    <message>
        <source>Bringing the run&apos;s branch to {0}.</source>
        <translation>Der Branch des Laufs wird auf {0} gebracht.</translation>
    </message>
    <message>
        <source>Attempt {0} ended: {1}: {2}.</source>
        <translation>Versuch {0} endete: {1}: {2}.</translation>
    </message>
    <message>
        <source>Attempt {0} ended: {1}.</source>
        <translation>Versuch {0} endete: {1}.</translation>
    </message>
    <message>
        <source>Settled: {0} at {1}.</source>
        <translation>Abgeschlossen: {0} bei {1}.</translation>
    </message>
    <message>
        <source>Settled: {0}: {1}.</source>
        <translation>Abgeschlossen: {0}: {1}.</translation>
    </message>
    <message>
        <source>Settled: {0}.</source>
        <translation>Abgeschlossen: {0}.</translation>
    </message>
    <message>
        <source>The workflow is settled: {0} at {1}.</source>
        <translation>Der Workflow ist abgeschlossen: {0} bei {1}.</translation>
    </message>
    <message>
        <source>The workflow is settled: {0}: {1}.</source>
        <translation>Der Workflow ist abgeschlossen: {0}: {1}.</translation>
    </message>
    <message>
        <source>The workflow is settled: {0}.</source>
        <translation>Der Workflow ist abgeschlossen: {0}.</translation>
    </message>
    <message>
        <source>Jumped forward to {0}, past {1} whose gates did not clear.</source>
        <translation>Vorgesprungen zu {0}, vorbei an {1}, deren Prüfungen nicht bestanden.</translation>
    </message>
    <message>
        <source>Went back to {0}: {1} start afresh.</source>
        <translation>Zurück zu {0}: {1} beginnen neu.</translation>
    </message>
    <message>
        <source>Needs you: {0}.</source>
        <translation>Braucht Sie: {0}.</translation>
    </message>
    <message>
        <source>Needs you.</source>
        <translation>Braucht Sie.</translation>
    </message>
    <message>
        <source>No longer needs you: {0}.</source>
        <translation>Braucht Sie nicht mehr: {0}.</translation>
    </message>
    <message>
        <source>No longer needs you.</source>
        <translation>Braucht Sie nicht mehr.</translation>
    </message>
    <message>
        <source>The run is paused: {0}.</source>
        <translation>Der Lauf ist angehalten: {0}.</translation>
    </message>
    <message>
        <source>The run is paused.</source>
        <translation>Der Lauf ist angehalten.</translation>
    </message>
    <message>
        <source>The run goes on.</source>
        <translation>Der Lauf geht weiter.</translation>
    </message>
    <message>
        <source>The run ended: {0}: {1}.</source>
        <translation>Der Lauf endete: {0}: {1}.</translation>
    </message>
    <message>
        <source>The run ended: {0}.</source>
        <translation>Der Lauf endete: {0}.</translation>
    </message>
    <message>
        <source>about to start</source>
        <translation>beginnt gleich</translation>
    </message>
    <message>
        <source>starts</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <source>the agent works</source>
        <translation>der Agent arbeitet</translation>
    </message>
    <message>
        <source>the command runs</source>
        <translation>der Befehl läuft</translation>
    </message>
    <message>
        <source>securing the work</source>
        <translation>sichert die Arbeit</translation>
    </message>
    <message>
        <source>measuring the gates</source>
        <translation>misst die Prüfungen</translation>
    </message>
    <message>
        <source>judging the gates</source>
        <translation>bewertet die Prüfungen</translation>
    </message>
    <message>
        <source>bringing the branch in</source>
        <translation>bringt den Branch ein</translation>
    </message>
    <message>
        <source>its work is being secured</source>
        <translation>seine Arbeit wird gesichert</translation>
    </message>
    <message>
        <source>its gates are being measured</source>
        <translation>seine Prüfungen werden gemessen</translation>
    </message>
    <message>
        <source>its gates are being judged</source>
        <translation>seine Prüfungen werden bewertet</translation>
    </message>
    <message>
        <source>its work is being brought in</source>
        <translation>seine Arbeit wird eingebracht</translation>
    </message>
    <message>
        <source>needs you inside</source>
        <translation>braucht Sie darin</translation>
    </message>
    <message>
        <source>waits for its children</source>
        <translation>wartet auf seine Kinder</translation>
    </message>
    <message>
        <source>stands still</source>
        <translation>steht still</translation>
    </message>
    <message>
        <source>waiting for provider until {0}</source>
        <translation>wartet auf Anbieter bis {0}</translation>
    </message>
    <message>
        <source>round {0} of {1}</source>
        <translation>Runde {0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1} done</source>
        <translation>{0} von {1} fertig</translation>
    </message>
    <message>
        <source>{0}, attempt {1}, {2} and {3} more</source>
        <translation>{0}, Versuch {1}, {2} und {3} weitere</translation>
    </message>
    <message>
        <source>{0}, attempt {1}, {2}</source>
        <translation>{0}, Versuch {1}, {2}</translation>
    </message>
    <message>
        <source>{0}, attempt {1} and {2} more</source>
        <translation>{0}, Versuch {1} und {2} weitere</translation>
    </message>
    <message>
        <source>{0}, attempt {1}</source>
        <translation>{0}, Versuch {1}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>its attempt is about to start</source>
        <translation>sein Versuch beginnt gleich</translation>
    </message>
    <message>
        <source>its turn has ended, and its gates are being measured</source>
        <translation>sein Zug ist zu Ende, und seine Prüfungen werden gemessen</translation>
    </message>
    <message>
        <source>its turn has ended, and its gates are being judged</source>
        <translation>sein Zug ist zu Ende, und seine Prüfungen werden bewertet</translation>
    </message>
    <message>
        <source>its work is done, and is being brought in</source>
        <translation>seine Arbeit ist getan und wird eingebracht</translation>
    </message>
    <message>
        <source>a command works here, and no agent</source>
        <translation>hier arbeitet ein Befehl, kein Agent</translation>
    </message>
    <message>
        <source>it needs you, and a note goes with your answer</source>
        <translation>er braucht Sie, und eine Notiz geht mit Ihrer Antwort</translation>
    </message>
    <message>
        <source>no turn of it runs</source>
        <translation>kein Zug von ihm läuft</translation>
    </message>
    <message>
        <source>cleared</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>blockiert</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>superseded</source>
        <translation>abgelöst</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>exhausted</source>
        <translation>erschöpft</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>gelungen</translation>
    </message>
    <message>
        <source>abandoned</source>
        <translation>aufgegeben</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>approval</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>the goal is sent</source>
        <translation>das Ziel wird gesendet</translation>
    </message>
    <message>
        <source>the agent is told what still blocks</source>
        <translation>dem Agenten wird gesagt, was noch blockiert</translation>
    </message>
    <message>
        <source>the agent is asked to refine</source>
        <translation>der Agent soll nachbessern</translation>
    </message>
    <message>
        <source>the session goes on</source>
        <translation>die Sitzung geht weiter</translation>
    </message>
    <message>
        <source>the session goes on after a crash</source>
        <translation>die Sitzung geht nach einem Absturz weiter</translation>
    </message>
    <message>
        <source>the lead is told what came in</source>
        <translation>der Leitung wird gesagt, was hereinkam</translation>
    </message>
    <message>
        <source>the agent gets its answer</source>
        <translation>der Agent bekommt seine Antwort</translation>
    </message>
    <message>
        <source>the agent is told what a person says</source>
        <translation>dem Agenten wird gesagt, was ein Mensch sagt</translation>
    </message>
    <message>
        <source>a budget is reached</source>
        <translation>ein Budget ist erreicht</translation>
    </message>
    <message>
        <source>you asked to pause now</source>
        <translation>Sie baten, jetzt anzuhalten</translation>
    </message>
    <message>
        <source>the run is cancelled</source>
        <translation>der Lauf ist abgebrochen</translation>
    </message>
    <message>
        <source>it is no longer needed</source>
        <translation>er wird nicht mehr gebraucht</translation>
    </message>
    <message>
        <source>a person decides now what happens at a provider&apos;s limit</source>
        <translation>ein Mensch entscheidet nun, was an der Grenze eines Anbieters geschieht</translation>
    </message>
    <message>
        <source>start the turn</source>
        <translation>den Zug beginnen</translation>
    </message>
    <message>
        <source>interrupt the turn</source>
        <translation>den Zug unterbrechen</translation>
    </message>
    <message>
        <source>tell the agent the answer</source>
        <translation>dem Agenten die Antwort sagen</translation>
    </message>
    <message>
        <source>pass a message on</source>
        <translation>eine Nachricht weitergeben</translation>
    </message>
    <message>
        <source>secure the work</source>
        <translation>die Arbeit sichern</translation>
    </message>
    <message>
        <source>measure the gates</source>
        <translation>die Prüfungen messen</translation>
    </message>
    <message>
        <source>bring the branches together</source>
        <translation>die Zweige zusammenbringen</translation>
    </message>
    <message>
        <source>bring the branch into the repository</source>
        <translation>den Branch ins Repository bringen</translation>
    </message>
    <message>
        <source>A key for {0}; it is not shown</source>
        <translation>Ein Schlüssel für {0}; er wird nicht gezeigt</translation>
    </message>
    <message>
        <source>Paste the key; it is not shown</source>
        <translation>Schlüssel einfügen; er wird nicht gezeigt</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep this key in the system&apos;s keyring</source>
        <translation>Diesen Schlüssel im Schlüsselbund des Systems behalten</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Take the key out of the keyring</source>
        <translation>Den Schlüssel aus dem Schlüsselbund nehmen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird nachgesehen…</translation>
    </message>
    <message>
        <source>It cannot be shown again. Another one replaces it; runs take it from their next turn on.</source>
        <translation>Er kann nicht wieder gezeigt werden. Ein anderer ersetzt ihn; Läufe nehmen ihn ab ihrem nächsten Zug.</translation>
    </message>
    <message>
        <source>in the keyring ({0})</source>
        <translation>im Schlüsselbund ({0})</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>aus {0}</translation>
    </message>
    <message>
        <source>Needed where its models are called by the engine, or through its model gateway.</source>
        <translation>Nötig, wo die Engine seine Modelle aufruft, auch durch ihr Modell-Gateway.</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>kein Schlüssel</translation>
    </message>
    <message>
        <source>nothing was changed</source>
        <translation>nichts wurde geändert</translation>
    </message>
    <message>
        <source>Key of {0}</source>
        <translation>Schlüssel von {0}</translation>
    </message>
    <message>
        <source>For models that the engine calls itself, and for agents behind its model gateway. Other agents have logins of their own. A key goes to the system&apos;s keyring and nowhere else: no file, no journal, no agent.</source>
        <translation>Für Modelle, die die Engine selbst aufruft, und für Agenten hinter ihrem Modell-Gateway. Andere Agenten haben eigene Anmeldungen. Ein Schlüssel kommt in den Schlüsselbund des Systems und sonst nirgends hin: keine Datei, kein Journal, kein Agent.</translation>
    </message>
    <message>
        <source>Turns at once</source>
        <translation>Züge zugleich</translation>
    </message>
    <message>
        <source>Turns a day</source>
        <translation>Züge am Tag</translation>
    </message>
    <message>
        <source>Requests a day</source>
        <translation>Anfragen am Tag</translation>
    </message>
    <message>
        <source>Tokens a day</source>
        <translation>Token am Tag</translation>
    </message>
    <message>
        <source>Cost a day, $</source>
        <translation>Kosten am Tag, $</translation>
    </message>
    <message>
        <source>An empty field is no limit. Days are counted in UTC. Tokens and cost are known when a turn ends, so turns that run when a limit is reached may go beyond it; the count of turns never does. Where an agent does not tell what it used, a limit on tokens or cost stops new turns, unless they may go on.</source>
        <translation>Ein leeres Feld ist keine Grenze. Tage zählen in UTC. Token und Kosten sind bekannt, wenn ein Zug endet; Züge, die an einer Grenze noch laufen, können sie daher überschreiten; die Zahl der Züge nie. Wo ein Agent nicht sagt, was er verbraucht hat, hält eine Grenze für Token oder Kosten neue Züge an, es sei denn, sie dürfen weitergehen.</translation>
    </message>
    <message>
        <source>A limit on tokens or cost goes on though what an agent used is not known</source>
        <translation>Eine Grenze für Token oder Kosten geht weiter, obwohl der Verbrauch eines Agenten unbekannt ist</translation>
    </message>
    <message>
        <source>Stop new work: no turn is started, those that run go on</source>
        <translation>Neue Arbeit anhalten: Kein Zug beginnt, laufende gehen weiter</translation>
    </message>
    <message>
        <source>Limit this project</source>
        <translation>Dieses Projekt begrenzen</translation>
    </message>
    <message>
        <source>A project to limit: the path of its repository, or the last part of it</source>
        <translation>Ein Projekt zum Begrenzen: der Pfad seines Repositorys oder dessen letzter Teil</translation>
    </message>
    <message>
        <source>A repository&apos;s path, or the last part of it</source>
        <translation>Pfad eines Repositorys oder dessen letzter Teil</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Alle Agenten</translation>
    </message>
    <message>
        <source>If use is unknown</source>
        <translation>Verbrauch unbekannt</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>weitergehen</translation>
    </message>
    <message>
        <source>{n} now</source>
        <translation>{n} jetzt</translation>
    </message>
    <message>
        <source>{used} today</source>
        <translation>{used} heute</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>ausstehend</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>needs you</source>
        <translation>braucht Sie</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>claimed</source>
        <translation>behauptet</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>decided</source>
        <translation>entschieden</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n} %</translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation>{n} s</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} min</translation>
    </message>
    <message>
        <source>{n} h</source>
        <translation>{n} h</translation>
    </message>
    <message>
        <source>{n} d</source>
        <translation>{n} T</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>{n}M</source>
        <translation>{n} Mio.</translation>
    </message>
    <message>
        <source>{n}k</source>
        <translation>{n}k</translation>
    </message>
    <message>
        <source>{date}, {time}</source>
        <translation>{date}, {time}</translation>
    </message>
    <message>
        <source>at least {figure}</source>
        <translation>mindestens {figure}</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>the past</source>
        <translation>die Vergangenheit</translation>
    </message>
    <message>
        <source>the time was up</source>
        <translation>die Zeit war um</translation>
    </message>
    <message>
        <source>nothing was heard for too long</source>
        <translation>zu lange war nichts zu hören</translation>
    </message>
    <message>
        <source>a budget was reached</source>
        <translation>ein Budget war erreicht</translation>
    </message>
    <message>
        <source>the provider limits the rate</source>
        <translation>der Anbieter begrenzt die Rate</translation>
    </message>
    <message>
        <source>the provider is overloaded</source>
        <translation>der Anbieter ist überlastet</translation>
    </message>
    <message>
        <source>no server was reached</source>
        <translation>kein Server war zu erreichen</translation>
    </message>
    <message>
        <source>no valid credentials</source>
        <translation>keine gültigen Zugangsdaten</translation>
    </message>
    <message>
        <source>the session outgrew the model&apos;s context</source>
        <translation>die Sitzung wuchs über den Kontext des Modells hinaus</translation>
    </message>
    <message>
        <source>the model declined</source>
        <translation>das Modell lehnte ab</translation>
    </message>
    <message>
        <source>the answer was cut off</source>
        <translation>die Antwort wurde abgeschnitten</translation>
    </message>
    <message>
        <source>a tool is missing</source>
        <translation>ein Werkzeug fehlt</translation>
    </message>
    <message>
        <source>the tests gave no result</source>
        <translation>die Tests gaben kein Ergebnis</translation>
    </message>
    <message>
        <source>something else was writing</source>
        <translation>etwas anderes schrieb zugleich</translation>
    </message>
    <message>
        <source>record and world disagree</source>
        <translation>Aufzeichnung und Welt weichen ab</translation>
    </message>
    <message>
        <source>the process crashed</source>
        <translation>der Prozess stürzte ab</translation>
    </message>
    <message>
        <source>nobody knows why</source>
        <translation>niemand weiß warum</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>wall clock</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>strongest</source>
        <translation>stärkste</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>mittlere</translation>
    </message>
    <message>
        <source>cheapest</source>
        <translation>billigste</translation>
    </message>
    <message>
        <source>winner</source>
        <translation>Gewinner</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>fallen gelassen</translation>
    </message>
    <message>
        <source>done when {gates}</source>
        <translation>fertig, wenn {gates}</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message numerus="yes">
        <source>{time} in {n} turns</source>
        <comment>{time} in {n} turn</comment>
        <translation>
            <numerusform>{time} in {n} Zug</numerusform>
            <numerusform>{time} in {n} Zügen</numerusform>
        </translation>
    </message>
    <message>
        <source>{spent}, open for {time}</source>
        <translation>{spent}, offen {time}</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>attempt {n} · {word}</source>
        <translation>Versuch {n} · {word}</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>parallel</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>crew</source>
        <translation>Mannschaft</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Folge</translation>
    </message>
    <message>
        <source>what the engine decided</source>
        <translation>was die Engine entschied</translation>
    </message>
    <message>
        <source>what waited for a person, and the answers</source>
        <translation>was auf einen Menschen wartete, und die Antworten</translation>
    </message>
    <message>
        <source>what agents were sent, and how it ended</source>
        <translation>was Agenten gesandt wurde, und wie es endete</translation>
    </message>
    <message>
        <source>what was measured, and how it was judged</source>
        <translation>was gemessen wurde, und wie es bewertet wurde</translation>
    </message>
    <message>
        <source>commits, merges and branches</source>
        <translation>Commits, Merges und Branches</translation>
    </message>
    <message>
        <source>caps that were reached or raised</source>
        <translation>Grenzen, die erreicht oder erhöht wurden</translation>
    </message>
    <message>
        <source>what failed, was blocked or was lost</source>
        <translation>was scheiterte, blockiert war oder verloren ging</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} of this attempt</source>
        <translation>{0} dieses Versuchs</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>Next entry, entry before</source>
        <translation>Nächster Eintrag, Eintrag davor</translation>
    </message>
    <message>
        <source>Unfold the entry, or follow its link</source>
        <translation>Den Eintrag aufklappen oder seinem Verweis folgen</translation>
    </message>
    <message>
        <source>Unfold, fold</source>
        <translation>Aufklappen, zuklappen</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>First entry; the end, and follow it</source>
        <translation>Erster Eintrag; das Ende, und ihm folgen</translation>
    </message>
    <message>
        <source>Find, find the next</source>
        <translation>Suchen, weitersuchen</translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation>Kopieren, was gewählt ist</translation>
    </message>
    <message>
        <source>Copied the first {n} characters of the selection</source>
        <translation>Die ersten {n} Zeichen der Auswahl kopiert</translation>
    </message>
    <message>
        <source>Copied to the clipboard</source>
        <translation>In die Zwischenablage kopiert</translation>
    </message>
    <message>
        <source>A note that was not sent</source>
        <translation>Eine Notiz, die nicht gesendet wurde</translation>
    </message>
    <message>
        <source>Use it here</source>
        <translation>Hier verwenden</translation>
    </message>
    <message>
        <source>Put it into the note of the hold that is shown</source>
        <translation>In die Notiz des gezeigten Halts übernehmen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the whole note</source>
        <translation>Die ganze Notiz kopieren</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Fallen lassen</translation>
    </message>
    <message>
        <source>Forget this note</source>
        <translation>Diese Notiz vergessen</translation>
    </message>
    <message>
        <source>Your note for {place} was not sent: that was answered elsewhere</source>
        <translation>Ihre Notiz zu {place} wurde nicht gesendet: Das wurde anderswo beantwortet</translation>
    </message>
    <message numerus="yes">
        <source>{n} more</source>
        <comment>{n} more</comment>
        <translation>
            <numerusform>{n} weitere</numerusform>
            <numerusform>{n} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Go to the end and follow</source>
        <translation>Zum Ende gehen und folgen</translation>
    </message>
    <message>
        <source>{n} new</source>
        <translation>{n} neue</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>{answer}: journaled</source>
        <translation>{answer}: im Journal</translation>
    </message>
    <message>
        <source>The {budget} budget was raised by {amount}</source>
        <translation>Das Budget {budget} wurde um {amount} erhöht</translation>
    </message>
    <message>
        <source>The run goes on by itself after a provider&apos;s limit</source>
        <translation>Der Lauf geht nach der Grenze eines Anbieters von selbst weiter</translation>
    </message>
    <message>
        <source>The run asks you when a provider limits it</source>
        <translation>Der Lauf fragt Sie, wenn ein Anbieter ihn begrenzt</translation>
    </message>
    <message>
        <source>Your message is on record</source>
        <translation>Ihre Nachricht ist aufgezeichnet</translation>
    </message>
    <message>
        <source>The run pauses now</source>
        <translation>Der Lauf hält jetzt an</translation>
    </message>
    <message>
        <source>The run will pause at the next safe boundary</source>
        <translation>Der Lauf hält an der nächsten sicheren Grenze an</translation>
    </message>
    <message>
        <source>The run goes on</source>
        <translation>Der Lauf geht weiter</translation>
    </message>
    <message>
        <source>The run is being cancelled; everything is kept</source>
        <translation>Der Lauf wird abgebrochen; alles bleibt</translation>
    </message>
    <message>
        <source>The engine host was restarted, process {pid}</source>
        <translation>Der Engine-Host wurde neu gestartet, Prozess {pid}</translation>
    </message>
    <message>
        <source>Queued: the driver of this run has not taken it yet</source>
        <translation>Eingereiht: Der Antrieb dieses Laufs hat es noch nicht genommen</translation>
    </message>
    <message>
        <source>{done}, line {seq}</source>
        <translation>{done}, Zeile {seq}</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>It could not be written down: {why}. Mend that, and try again.</source>
        <translation>Es konnte nicht aufgeschrieben werden: {why}. Beheben Sie das und versuchen Sie es noch einmal.</translation>
    </message>
    <message numerus="yes">
        <source>{n} files, {lines}</source>
        <comment>{n} file, {lines}</comment>
        <translation>
            <numerusform>{n} Datei, {lines}</numerusform>
            <numerusform>{n} Dateien, {lines}</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing secured yet</source>
        <translation>noch nichts gesichert</translation>
    </message>
    <message>
        <source>cannot be read: {error}</source>
        <translation>kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
        <source>{name}
{status}; lines added: {added}, removed: {removed}</source>
        <translation>{name}
{status}; Zeilen hinzugefügt: {added}, entfernt: {removed}</translation>
    </message>
    <message>
        <source>{name}, {status}, {added} added, {removed} removed, viewed</source>
        <translation>{name}, {status}, {added} hinzugefügt, {removed} entfernt, gesehen</translation>
    </message>
    <message>
        <source>{name}, {status}, {added} added, {removed} removed</source>
        <translation>{name}, {status}, {added} hinzugefügt, {removed} entfernt</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>kopiert</translation>
    </message>
    <message>
        <source>modified</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>binär</translation>
    </message>
    <message>
        <source>from {old}</source>
        <translation>von {old}</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>Diff</translation>
    </message>
    <message>
        <source>Next file, file before</source>
        <translation>Nächste Datei, vorige Datei</translation>
    </message>
    <message>
        <source>Next line, line before</source>
        <translation>Nächste Zeile, vorige Zeile</translation>
    </message>
    <message>
        <source>Comment on the line</source>
        <translation>Die Zeile kommentieren</translation>
    </message>
    <message>
        <source>Mark the file as viewed, or take it back</source>
        <translation>Die Datei als gesehen vermerken, oder nicht mehr</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>One page down</source>
        <translation>Eine Seite weiter</translation>
    </message>
    <message>
        <source>Copy lines</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Comment on this line…</source>
        <translation>Diese Zeile kommentieren…</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Binary file, not shown</source>
        <translation>Binärdatei, nicht gezeigt</translation>
    </message>
    <message>
        <source>Mode was {line}</source>
        <translation>Modus war {line}</translation>
    </message>
    <message>
        <source>Mode is now {line}</source>
        <translation>Modus ist jetzt {line}</translation>
    </message>
    <message>
        <source>A symbolic link; its target is shown</source>
        <translation>Ein symbolischer Link; sein Ziel wird gezeigt</translation>
    </message>
    <message>
        <source>A submodule</source>
        <translation>Ein Submodul</translation>
    </message>
    <message>
        <source>Executable</source>
        <translation>Ausführbar</translation>
    </message>
    <message>
        <source>added, line {n}: {text}</source>
        <translation>hinzugefügt, Zeile {n}: {text}</translation>
    </message>
    <message>
        <source>removed, line {n}: {text}</source>
        <translation>entfernt, Zeile {n}: {text}</translation>
    </message>
    <message>
        <source>line {n}: {text}</source>
        <translation>Zeile {n}: {text}</translation>
    </message>
    <message>
        <source>{n} more files are not shown</source>
        <translation>{n} weitere Dateien werden nicht gezeigt</translation>
    </message>
    <message>
        <source>{n} more lines of this file are not shown</source>
        <translation>{n} weitere Zeilen dieser Datei werden nicht gezeigt</translation>
    </message>
    <message>
        <source>No change of content</source>
        <translation>Keine Änderung des Inhalts</translation>
    </message>
    <message>
        <source>The diff goes on; the rest is not shown</source>
        <translation>Der Diff geht weiter; der Rest wird nicht gezeigt</translation>
    </message>
    <message>
        <source>{shown} … {n} more characters</source>
        <translation>{shown} … {n} weitere Zeichen</translation>
    </message>
    <message>
        <source>Nothing differs between the two commits.</source>
        <translation>Zwischen den beiden Commits unterscheidet sich nichts.</translation>
    </message>
    <message numerus="yes">
        <source>{n} files</source>
        <comment>{n} file</comment>
        <translation>
            <numerusform>{n} Datei</numerusform>
            <numerusform>{n} Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>{n} viewed</source>
        <translation>{n} gesehen</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>gekürzt</translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation>Geänderte Dateien</translation>
    </message>
    <message>
        <source>The runs cannot be listed: {error}</source>
        <translation>Die Läufe können nicht aufgezählt werden: {error}</translation>
    </message>
    <message>
        <source>Engine host: it died; the next is started in {n} s</source>
        <translation>Engine-Host: Er starb; der nächste startet in {n} s</translation>
    </message>
    <message>
        <source>Engine host: it died, and the next did not start: {words}</source>
        <translation>Engine-Host: Er starb, und der nächste startete nicht: {words}</translation>
    </message>
    <message>
        <source>The engine host had died; process {pid} takes its place, and the runs go on</source>
        <translation>Der Engine-Host war gestorben; Prozess {pid} tritt an seine Stelle, und die Läufe gehen weiter</translation>
    </message>
    <message>
        <source>not a file</source>
        <translation>keine Datei</translation>
    </message>
    <message>
        <source>Text of the chosen file, {name}</source>
        <translation>Text der gewählten Datei, {name}</translation>
    </message>
    <message>
        <source>{text} … {n} more characters</source>
        <translation>{text} … {n} weitere Zeichen</translation>
    </message>
    <message numerus="yes">
        <source>Launched {n} runs</source>
        <comment>Launched {n} run</comment>
        <translation>
            <numerusform>{n} Lauf gestartet</numerusform>
            <numerusform>{n} Läufe gestartet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{told}; {n} tickets made none</source>
        <comment>{told}; {n} ticket made none</comment>
        <translation>
            <numerusform>{told}; {n} Ticket wurde keiner</numerusform>
            <numerusform>{told}; {n} Tickets wurden keiner</numerusform>
        </translation>
    </message>
    <message>
        <source>there is no such agent</source>
        <translation>es gibt keinen solchen Agenten</translation>
    </message>
    <message>
        <source>it is not installed</source>
        <translation>er ist nicht installiert</translation>
    </message>
    <message>
        <source>Choose a repository.</source>
        <translation>Wählen Sie ein Repository.</translation>
    </message>
    <message>
        <source>There is no folder {repository}.</source>
        <translation>Es gibt keinen Ordner {repository}.</translation>
    </message>
    <message>
        <source>ticket {number}, {name}: {what}</source>
        <translation>Ticket {number}, {name}: {what}</translation>
    </message>
    <message>
        <source>{agent} does not work here: {why}</source>
        <translation>{agent} arbeitet hier nicht: {why}</translation>
    </message>
    <message>
        <source>{workflow} in {repository}</source>
        <translation>{workflow} in {repository}</translation>
    </message>
    <message>
        <source>no inputs</source>
        <translation>keine Eingaben</translation>
    </message>
    <message>
        <source>{name} is not text in UTF-8: {error}</source>
        <translation>{name} ist kein Text in UTF-8: {error}</translation>
    </message>
    <message>
        <source>the tickets cannot be read: {error}</source>
        <translation>die Tickets können nicht gelesen werden: {error}</translation>
    </message>
    <message>
        <source>{name} is not CSV: {error}</source>
        <translation>{name} ist kein CSV: {error}</translation>
    </message>
    <message>
        <source>{name} is not JSON: {error}</source>
        <translation>{name} ist kein JSON: {error}</translation>
    </message>
    <message>
        <source>{name} holds no array of texts or objects; write one ticket for each entry of an array</source>
        <translation>{name} enthält kein Array von Texten oder Objekten; schreiben Sie ein Ticket für jeden Eintrag eines Arrays</translation>
    </message>
    <message>
        <source>{n} tickets are too many at once; launch at most {most_tickets}</source>
        <translation>{n} Tickets sind zu viele auf einmal; starten Sie höchstens {most_tickets}</translation>
    </message>
    <message>
        <source>End the engine host and its agents now; the runs go on from their journals when Pilothouse opens again</source>
        <translation>Den Engine-Host und seine Agenten jetzt beenden; die Läufe gehen aus ihren Journalen weiter, wenn Pilothouse wieder öffnet</translation>
    </message>
    <message>
        <source>Runs are at work</source>
        <translation>Läufe arbeiten</translation>
    </message>
    <message>
        <source>A run is at work</source>
        <translation>Ein Lauf arbeitet</translation>
    </message>
    <message>
        <source>Runs wait for you</source>
        <translation>Läufe warten auf Sie</translation>
    </message>
    <message>
        <source>The engine drives what is listed here with or without this window. What shall become of it?</source>
        <translation>Die Engine treibt an, was hier steht, mit oder ohne dieses Fenster. Was soll daraus werden?</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Close the window; the runs go on</source>
        <translation>Das Fenster schließen; die Läufe gehen weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause each at its next safe boundary</source>
        <translation>Jeden an seiner nächsten sicheren Grenze anhalten</translation>
    </message>
    <message>
        <source>Close nothing, change nothing</source>
        <translation>Nichts schließen, nichts ändern</translation>
    </message>
    <message>
        <source>They wait with or without this window. Stop ends the agents that are kept ready meanwhile.</source>
        <translation>Sie warten mit oder ohne dieses Fenster. Stopp beendet die Agenten, die solange bereitgehalten werden.</translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation>Weiter warten lassen</translation>
    </message>
    <message>
        <source>Close the window; the runs wait on</source>
        <translation>Das Fenster schließen; die Läufe warten weiter</translation>
    </message>
    <message>
        <source>it cannot be checked: {error}</source>
        <translation>er kann nicht geprüft werden: {error}</translation>
    </message>
    <message>
        <source>The file cannot be read: {error}</source>
        <translation>Die Datei kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
        <source>{name} could not be saved: {error}</source>
        <translation>{name} konnte nicht gespeichert werden: {error}</translation>
    </message>
    <message>
        <source>Faults of this workflow: Enter goes to the place</source>
        <translation>Fehler dieses Workflows: Eingabe führt zur Stelle</translation>
    </message>
    <message>
        <source>warning, {fault}</source>
        <translation>Warnung, {fault}</translation>
    </message>
    <message>
        <source>FAULTS</source>
        <translation>FEHLER</translation>
    </message>
    <message>
        <source>WARNINGS</source>
        <translation>WARNUNGEN</translation>
    </message>
    <message numerus="yes">
        <source>{n} warnings</source>
        <comment>{n} warning</comment>
        <translation>
            <numerusform>{n} Warnung</numerusform>
            <numerusform>{n} Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Die Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>Es gibt keine solche Datei.</translation>
    </message>
    <message>
        <source>{name} has changed on disk since it was opened; look at both, then choose</source>
        <translation>{name} hat sich auf der Platte geändert, seit sie geöffnet wurde; sehen Sie beide an und wählen Sie dann</translation>
    </message>
    <message>
        <source>{folder} leads out of {within} by a link; nothing was written</source>
        <translation>{folder} führt durch einen Link aus {within} hinaus; nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>there is a file {file} already in {folder}; choose another name</source>
        <translation>es gibt schon eine Datei {file} in {folder}; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{name} is no regular file</source>
        <translation>{name} ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>{line} … {n} characters</source>
        <translation>{line} … {n} Zeichen</translation>
    </message>
    <message>
        <source>The file is larger than a workflow can be: {max_kib} KiB. Its beginning is shown.</source>
        <translation>Die Datei ist größer, als ein Workflow sein kann: {max_kib} KiB. Ihr Anfang wird gezeigt.</translation>
    </message>
    <message>
        <source>The file is not text in UTF-8, so it can be neither a workflow nor edited.</source>
        <translation>Die Datei ist kein Text in UTF-8, kann also weder ein Workflow sein noch bearbeitet werden.</translation>
    </message>
    <message>
        <source>It holds very long lines or hidden characters, which editing here would change. Edit it elsewhere.</source>
        <translation>Sie enthält sehr lange Zeilen oder verborgene Zeichen, die das Bearbeiten hier ändern würde. Bearbeiten Sie sie anderswo.</translation>
    </message>
    <message>
        <source>Source of this workflow</source>
        <translation>Quelltext dieses Workflows</translation>
    </message>
    <message>
        <source>Shift the lines to the right, to the left</source>
        <translation>Die Zeilen nach rechts, nach links rücken</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>{state}, round {n}</source>
        <translation>{state}, Runde {n}</translation>
    </message>
    <message numerus="yes">
        <source>{n} attempts</source>
        <comment>{n} attempt</comment>
        <translation>
            <numerusform>{n} Versuch</numerusform>
            <numerusform>{n} Versuche</numerusform>
        </translation>
    </message>
    <message>
        <source>deciding</source>
        <translation>entscheidet</translation>
    </message>
    <message>
        <source>nobody drives it</source>
        <translation>niemand treibt ihn an</translation>
    </message>
    <message>
        <source>nobody drives it: {why}</source>
        <translation>niemand treibt ihn an: {why}</translation>
    </message>
    <message numerus="yes">
        <source>Project {name}, {n} runs</source>
        <comment>Project {name}, {n} run</comment>
        <translation>
            <numerusform>Projekt {name}, {n} Lauf</numerusform>
            <numerusform>Projekt {name}, {n} Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Run {title}, {status}, {line}, last event {age} ago</source>
        <translation>Lauf {title}, {status}, {line}, letztes Ereignis vor {age}</translation>
    </message>
    <message>
        <source>{node} of {title}</source>
        <translation>{node} von {title}</translation>
    </message>
    <message>
        <source>{answer}: {where} ({project}), at commit {commit}.</source>
        <translation>{answer}: {where} ({project}), bei Commit {commit}.</translation>
    </message>
    <message>
        <source>{answer}: {where} ({project}).</source>
        <translation>{answer}: {where} ({project}).</translation>
    </message>
    <message>
        <source>It waits {age}; {words}.</source>
        <translation>Es wartet seit {age}; {words}.</translation>
    </message>
    <message>
        <source>No gate was measured.</source>
        <translation>Keine Prüfung wurde gemessen.</translation>
    </message>
    <message>
        <source>Cleared: {cleared}.</source>
        <translation>Bestanden: {cleared}.</translation>
    </message>
    <message>
        <source>Nothing cleared.</source>
        <translation>Nichts bestand.</translation>
    </message>
    <message>
        <source>Not cleared: {others}.</source>
        <translation>Nicht bestanden: {others}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} files.</source>
        <comment>{n} file.</comment>
        <translation>
            <numerusform>{n} Datei.</numerusform>
            <numerusform>{n} Dateien.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} files, {lines}.</source>
        <comment>{n} file, {lines}.</comment>
        <translation>
            <numerusform>{n} Datei, {lines}.</numerusform>
            <numerusform>{n} Dateien, {lines}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed files, measured</source>
        <translation>Geänderte Dateien, gemessen</translation>
    </message>
    <message>
        <source>Changed files: {files}</source>
        <translation>Geänderte Dateien: {files}</translation>
    </message>
    <message numerus="yes">
        <source>{name}, {n} things need you</source>
        <comment>{name}, {n} thing needs you</comment>
        <translation>
            <numerusform>{name}, {n} Sache braucht Sie</numerusform>
            <numerusform>{name}, {n} Sachen brauchen Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>{n} snoozed until changed, folded</source>
        <translation>{n} zurückgestellt bis zu einer Änderung, zugeklappt</translation>
    </message>
    <message>
        <source>{n} snoozed until changed, unfolded</source>
        <translation>{n} zurückgestellt bis zu einer Änderung, aufgeklappt</translation>
    </message>
    <message>
        <source>Unknown repository</source>
        <translation>Unbekanntes Repository</translation>
    </message>
    <message numerus="yes">
        <source>{n} agents and the whole run wait</source>
        <comment>{n} agent and the whole run wait</comment>
        <translation>
            <numerusform>{n} Agent und der ganze Lauf warten</numerusform>
            <numerusform>{n} Agenten und der ganze Lauf warten</numerusform>
        </translation>
    </message>
    <message>
        <source>the whole run waits</source>
        <translation>der ganze Lauf wartet</translation>
    </message>
    <message numerus="yes">
        <source>{n} agents go on</source>
        <comment>{n} agent goes on</comment>
        <translation>
            <numerusform>{n} Agent macht weiter</numerusform>
            <numerusform>{n} Agenten machen weiter</numerusform>
        </translation>
    </message>
    <message>
        <source>its branch waits</source>
        <translation>sein Zweig wartet</translation>
    </message>
    <message>
        <source>It cannot be read: {cause}</source>
        <translation>Er ist nicht zu lesen: {cause}</translation>
    </message>
    <message numerus="yes">
        <source>and {n} more gates, in the Gates tab</source>
        <comment>and {n} more gate, in the Gates tab</comment>
        <translation>
            <numerusform>und {n} weitere Prüfung, unter Prüfungen</numerusform>
            <numerusform>und {n} weitere Prüfungen, unter Prüfungen</numerusform>
        </translation>
    </message>
    <message>
        <source>no result</source>
        <translation>kein Ergebnis</translation>
    </message>
    <message>
        <source>agent says</source>
        <translation>der Agent sagt</translation>
    </message>
    <message>
        <source>commit {commit}</source>
        <translation>Commit {commit}</translation>
    </message>
    <message>
        <source>{paths} and {n} more, from {child}</source>
        <translation>{paths} und {n} weitere, aus {child}</translation>
    </message>
    <message>
        <source>{paths}, from {child}</source>
        <translation>{paths}, aus {child}</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>not resolved</source>
        <translation>nicht gelöst</translation>
    </message>
    <message>
        <source>checkout</source>
        <translation>Checkout</translation>
    </message>
    <message>
        <source>signal {signal}</source>
        <translation>Signal {signal}</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>Exit-Code {code}</translation>
    </message>
    <message>
        <source>the provider asks to wait {time}</source>
        <translation>der Anbieter bittet, {time} zu warten</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>Fehlschlag</translation>
    </message>
    <message>
        <source>last saw branch {branch} at {commit}</source>
        <translation>sah Branch {branch} zuletzt bei {commit}</translation>
    </message>
    <message>
        <source>last saw it at {commit}</source>
        <translation>sah ihn zuletzt bei {commit}</translation>
    </message>
    <message>
        <source>journal</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>it is at {commit}</source>
        <translation>er steht bei {commit}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>{used} of {cap}, {reserved} reserved by others at work</source>
        <translation>{used} von {cap}, {reserved} von anderen bei der Arbeit vorgemerkt</translation>
    </message>
    <message>
        <source>{used} of {cap}</source>
        <translation>{used} von {cap}</translation>
    </message>
    <message>
        <source>asked by</source>
        <translation>gefragt von</translation>
    </message>
    <message>
        <source>attempt {attempt} of {node}, which goes on with your answer</source>
        <translation>Versuch {attempt} von {node}, der mit Ihrer Antwort weitergeht</translation>
    </message>
    <message>
        <source>wants to use</source>
        <translation>will benutzen</translation>
    </message>
    <message>
        <source>an unnamed tool</source>
        <translation>ein Werkzeug ohne Namen</translation>
    </message>
    <message>
        <source>{name}, +{added} −{removed}: its transcript shows the lines</source>
        <translation>{name}, +{added} −{removed}: Das Protokoll zeigt die Zeilen</translation>
    </message>
    <message>
        <source>to change</source>
        <translation>zu ändern</translation>
    </message>
    <message numerus="yes">
        <source>and {n} more arguments, in the journal</source>
        <comment>and {n} more argument, in the journal</comment>
        <translation>
            <numerusform>und {n} weiteres Argument, im Journal</numerusform>
            <numerusform>und {n} weitere Argumente, im Journal</numerusform>
        </translation>
    </message>
    <message>
        <source>isolation</source>
        <translation>Isolierung</translation>
    </message>
    <message>
        <source>{n} of {all} used</source>
        <translation>{n} von {all} verbraucht</translation>
    </message>
    <message>
        <source>The past of this run cannot be read: {why}</source>
        <translation>Die Vergangenheit dieses Laufs kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
        <source>Nothing here takes a note: the comments are on the clipboard</source>
        <translation>Nichts nimmt hier eine Notiz: Die Kommentare sind in der Zwischenablage</translation>
    </message>
    <message>
        <source>Nothing has failed in this run.</source>
        <translation>In diesem Lauf ist nichts fehlgeschlagen.</translation>
    </message>
    <message>
        <source>{excerpt}

{where}
run {run}</source>
        <translation>{excerpt}

{where}
Lauf {run}</translation>
    </message>
    <message>
        <source>attempt {attempt}</source>
        <translation>Versuch {attempt}</translation>
    </message>
    <message>
        <source>turn {turn}</source>
        <translation>Zug {turn}</translation>
    </message>
    <message>
        <source>Show all ({n} characters)</source>
        <translation>Alles zeigen ({n} Zeichen)</translation>
    </message>
    <message>
        <source>(no lines are given)</source>
        <translation>(es sind keine Zeilen angegeben)</translation>
    </message>
    <message>
        <source>{n} more lines</source>
        <translation>{n} weitere Zeilen</translation>
    </message>
    <message>
        <source>{n} more characters</source>
        <translation>{n} weitere Zeichen</translation>
    </message>
    <message>
        <source>Find in transcript</source>
        <translation>Im Protokoll suchen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Previous match (Shift+Return)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Escape)</translation>
    </message>
    <message>
        <source>{share} searched</source>
        <translation>{share} durchsucht</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Kein Treffer</translation>
    </message>
    <message>
        <source>No match in this transcript</source>
        <translation>Kein Treffer in diesem Protokoll</translation>
    </message>
    <message>
        <source>Entry {n}, in the part not shown</source>
        <translation>Eintrag {n}, im nicht gezeigten Teil</translation>
    </message>
    <message>
        <source>Entry {n}</source>
        <translation>Eintrag {n}</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Gedanke</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Verbrauch</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Raw output</source>
        <translation>Rohe Ausgabe</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>{word} · turn {turn}</source>
        <translation>{word} · Zug {turn}</translation>
    </message>
    <message>
        <source>no output</source>
        <translation>keine Ausgabe</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>{n} min {s} s</source>
        <translation>{n} min {s} s</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} Zeichen</translation>
    </message>
    <message>
        <source>The first {n} of {all} characters; the file of the attempt has all of them</source>
        <translation>Die ersten {n} von {all} Zeichen; die Datei des Versuchs hat alle</translation>
    </message>
    <message>
        <source>silent for {age}</source>
        <translation>seit {age} still</translation>
    </message>
    <message>
        <source>{age} ago</source>
        <translation>vor {age}</translation>
    </message>
    <message>
        <source>Last event {words}</source>
        <translation>Letztes Ereignis {words}</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>{amount} reserved</source>
        <translation>{amount} vorgemerkt</translation>
    </message>
    <message>
        <source>at least: some usage was lost</source>
        <translation>mindestens: etwas Verbrauch ging verloren</translation>
    </message>
    <message>
        <source>90 % of the cap is used</source>
        <translation>90 % der Grenze sind verbraucht</translation>
    </message>
    <message>
        <source>the cap is reached</source>
        <translation>die Grenze ist erreicht</translation>
    </message>
    <message>
        <source>this cap cannot be watched</source>
        <translation>diese Grenze kann nicht überwacht werden</translation>
    </message>
    <message>
        <source>Budget {budget}</source>
        <translation>Budget {budget}</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>does</source>
        <translation>tut</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Everything can be done without a mouse. The command palette finds what has no key of its own.</source>
        <translation>Alles geht ohne Maus. Die Befehlspalette findet, was keine eigene Taste hat.</translation>
    </message>
    <message>
        <source>**Tab** and **Shift+Tab** go from one control to the next; arrow keys move within lists, trees and tabs.</source>
        <translation>**Tab** und **Umschalt+Tab** gehen von einem Bedienelement zum nächsten; Pfeiltasten bewegen in Listen, Bäumen und Reitern.</translation>
    </message>
    <message>
        <source>**Escape** closes a dialog and changes nothing.</source>
        <translation>**Escape** schließt einen Dialog und ändert nichts.</translation>
    </message>
    <message>
        <source>**Enter** never answers what needs you, and no key does within the first second.</source>
        <translation>**Eingabe** beantwortet nie, was Sie braucht, und keine Taste tut es in der ersten Sekunde.</translation>
    </message>
    <message>
        <source>Agents work</source>
        <translation>Agenten arbeiten</translation>
    </message>
    <message>
        <source>INPUTS</source>
        <translation>EINGABEN</translation>
    </message>
    <message>
        <source>ROLES</source>
        <translation>ROLLEN</translation>
    </message>
    <message>
        <source>BUDGETS</source>
        <translation>BUDGETS</translation>
    </message>
    <message>
        <source>That is {n} characters; at most {most} are taken. Put it into a file, and name the file.</source>
        <translation>Das sind {n} Zeichen; höchstens {most} werden genommen. Legen Sie es in eine Datei und nennen Sie die Datei.</translation>
    </message>
    <message>
        <source>{n} characters, kept whole; this is how they begin. Delete empties the field.</source>
        <translation>{n} Zeichen, ganz aufgehoben; so beginnen sie. Entf leert das Feld.</translation>
    </message>
    <message>
        <source>… cut: the first {n} of {all} characters are shown</source>
        <translation>… gekürzt: Die ersten {n} von {all} Zeichen werden gezeigt</translation>
    </message>
</context>
</TS>
