// Package place finds ledgers where people keep them.
//
// A place is written as the path of a file or as the address of a server. What opens it is a
// Host: all that one machine and its user add to a ledger, given as values. A Store is an open
// place with what lies beside its events, and a Game one of the ledgers in it:
//
//	"hand-3.ledger", "esdb://…" ──Host.Open──► Store ──Find──► Game ──Ledger──► ledger.Ledger
//	                                             │               ├──► Desk: people, checkpoints
//	                                             └── Keeper ─────┴──► notes: what is derived
//
// Events are in the file or on the server. The desk of a file is in the file itself, that of a
// server in a file of the umpire's. Notes are kept where the events are if the store can do so,
// else in a file of the user's for each address. A file's notes are sealed with a secret of the
// user's: nobody else's are believed.
//
// A name means the game whose stream it names, or whose title it is; without a name the only
// game of a store is meant. Begin puts a new game into a place, in one append.
//
// It refuses a scheme that names no kind of store, an address that cannot be read, a name that
// means no game or could mean several, and to begin a game where there is one. No error and no
// place shown holds the password of an address.
package place
