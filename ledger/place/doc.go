// Package place finds and opens ledgers where people keep them.
//
// A place is written as a file path or a server address. A Host opens it; the Host holds, as values, everything
// that one machine and its user contribute. A Store is an open place with the data kept beside its events, and
// a Game one of the ledgers in it:
//
//	"hand-3.ledger", "esdb://…" ──Host.Open──► Store ──Find──► Game ──Ledger──► ledger.Ledger
//	                                             │               ├──► Desk: people, checkpoints
//	                                             └── Keeper ─────┴──► notes: derived data
//
// Events are in the file or on the server. The desk of a file is in the file itself, that of a server in a file
// of the umpire's. Notes are kept with the events if the store can do so, else in one file of the user's for
// each address. A file's notes are authenticated with a secret of the user's; notes from anybody else are
// ignored.
//
// A game is found by the name of its stream or by its title; without a name, the only game of a store is meant.
// Begin puts a new game into a place, in one append.
//
// The package refuses unknown schemes, malformed addresses, names that match no game or several, and beginning
// a game where there is one. No error and no displayed place contains the password of an address.
package place
