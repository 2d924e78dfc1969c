// Scale reckons what a million games cost: how many processes and what store they need, what is asked of each, and what of today's office would
// not hold. It rules on nothing and opens no store. It draws the requests of a busy stretch (plays, and people who look at a game afterwards) for
// games of which most sleep, some have a play a few times a day, and a few are played live; it hands each to a process, which keeps
// the states of the games it had last, as many as its memory holds, and which answers with as many processors as it has, one request
// after the other; plays then wait for the store, which syncs what arrived meanwhile at once.
//
// What an operation takes is measured elsewhere (docs/performance.md) and stands in costs.go with where it is from; how many games there are of
// each kind is assumed. The run is a function of its seed, so that docs/scale.md holds its output and a test holds the page to it:
//
//	go run ./internal/scale
package main
