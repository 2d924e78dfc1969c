// Package simulate runs the whole program in a small world that misbehaves, and holds it to its promises. It consists of tests.
//
// # The idea
//
// A world has one disk, one clock, a mail server, a mailbox, a network, players, and several processes that share a ledger. Everything
// above these seams is the program's own code: the store in SQLite, the ledger, the judge, the desk, the office that takes and sends
// mails and answers requests, the commands, the copies. Everything below is simulated and under one scheduler:
//
//	players ── mails, requests, commands ──► processes: office, office, command, follower
//	                 │                              │ real code
//	      mailbox, network, mail server      store/sqlite ──► SQLite ──► faults.Disk
//	                 └──────────── scheduler, one seed ───────────┘
//
// One process runs at a time. At each operation on the disk, each lock, each letter and each request it hands control to the scheduler,
// which draws who goes on, and what goes wrong. So two processes meet at every point at which they can on a real machine, and one seed
// is one run: it comes to the same trace, byte for byte (TestASeedIsOneRun).
//
// # What goes wrong
//
// A [fault] is drawn at every step, of every class: a process is killed between any two operations of its own; the power is cut, and of what was not
// synced any part is on the disk, sector by sector; a write fails or is torn; a sync fails; the disk is full for a while; the clock
// leaps ahead or back; a mail to the office comes twice, later, or not at all; the mail server takes a letter and its answer is lost, or
// refuses it now or for good; a request or its answer is lost, or the request comes twice or after its client has given up. In some worlds the disk
// also reports syncs that it has not done, or a bit of it flips: no program can keep its promises there, but must not
// tell another game.
//
// A killed process is one whose operations reach nothing any more: its goroutine runs to its end while every write of it fails, and what it
// says is heard by nobody. Its locks end with it.
//
// # What must hold
//
// After every step: whatever any process is told that an event is, all others are told; what was acknowledged or read is there after every
// crash; what was refused without doubt is not there; no play is entered twice; nothing panics. After every power cut and at the end
// the ledger verifies (which judges everything again, dues before inputs), what is kept folds to the same state as the events alone, and a copy is a
// beginning of its source. At the end, when everything works again: each play that somebody was told of stands as told, each mail was dealt
// with, every letter that follows from the ledger was sent, none besides, and one came twice only if a
// process ended between the server's yes and the note of it.
//
// # What is not modelled
//
// Memory that two processors see differently, and two goroutines of one process at once (the race detector and the tests of web do that). The
// index of SQLite's log as a killed process leaves it (make kills does, with real processes). Files beside the ledger (the tray, locks of
// holders) fail with no fault but a kill between two of them. The desk has no checksum of its own, so bits flip in events only. The
// protocols of mail and of servers (their packages test them), and loops that only wait.
package simulate
