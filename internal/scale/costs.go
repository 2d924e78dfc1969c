package main

import "time"

// A kind is a kind of games: what share of all are of it, and what happens in one of them. A game that sleeps has neither plays nor readers.
type kind struct {
	name    string
	share   float64       // of all games
	every   time.Duration // between two plays of a game in the busy hour, on average
	readers int           // who look at the game after a play
	fetches int           // what each of them fetches: the page, the board, moves
	within  time.Duration // of the play
}

// The mix of games, assumed: of ten games that were ever begun eight are over or stand still, and one in a thousand is played live.
var kinds = []kind{
	{"asleep", 0.80, 0, 0, 0, 0},
	{"by correspondence: a play in four hours of the busy time", 0.199, 4 * time.Hour, 6, 2, 30 * time.Minute},
	{"live: a play in 15 seconds", 0.001, 15 * time.Second, 20, 1, 2 * time.Second},
}

// Costs of one process and one store. Times are of one processor.
type costs struct {
	judge   time.Duration // a play ruled on, its outcomes folded and written
	fetch   time.Duration // an answer worked out for a game whose state is in memory
	kept    time.Duration // an answer that was kept: every reader after the first asks for the same
	open    time.Duration // a game opened: its note and what came after it read, the law compiled or found
	sync    time.Duration // one sync of the store's log, on a majority of its nodes; all plays that wait share it
	state   int           // bytes of a game in memory: its state, its law (shared by games of one rulebook) and pages of it
	memory  int           // bytes that a process has for games
	cores   int           // processors of a process
	answers int           // answers that people ask for after a play: page, board, moves
}

// now is what this version costs, on one processor of the machine of docs/performance.md under some load: judge from BenchmarkPlays/dense, fetch and kept from
// BenchmarkServe, open from BenchmarkOpen (the sample season, 2,095 events), sync from a cluster of three in one building. The bytes of a game are assumed.
var now = costs{
	judge: 200 * time.Microsecond, fetch: 2 * time.Millisecond, kept: 150 * time.Microsecond, open: 5 * time.Millisecond, sync: 2 * time.Millisecond,
	state: 256 << 10, memory: 2 << 30, cores: 4, answers: 2,
}
