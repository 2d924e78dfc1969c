// Package esdb keeps events in EventStoreDB, on one server or a cluster of them.
//
// A ledger is one stream, CATEGORY-NAME: the category is "ledger" unless Options say
// otherwise, and in the name every byte but letters, digits, "-", ".", "_" and "~" is written
// as "%" and two hexadecimal digits, so that any name can be a stream's and every stream's
// name can be read back. Revisions count from 1 here and from 0 there: revision n is the
// server's n-1, and store.NoStream its "no stream". An event goes with its id, its type and
// its bytes as they are; if the bytes are a JSON object it is marked as JSON, and the fields
// correlation and causation are copied into its metadata as $correlationId and
// $causationId, for the server's own projections.
//
// The server is always asked for an exact revision or for no stream, because only then does
// it hold a repeat against the log itself and not against what it happens to remember. An
// append at store.Any reads the head and appends there, again if another was faster. So a
// call that did not hear the answer asks again with the same ids, and nothing is written
// twice.
//
// The server takes only so many bytes in one append, and says how many when it refuses. What
// is more is staged: the events go in parts into a stream of their own, CATEGORY_s-HASH, and
// then one append of links to them, with the same ids, makes all of them the ledger's at once.
// Readers are given the events where the links stand. A stage that nothing links to is what an
// interrupted append leaves behind: it is in nobody's way, and the same append again goes on
// with it. Where even the links are too many for one append, each says in its metadata where the
// whole begins and ends, {"append":{"first":1,"last":90000}}; readers see none of it before its
// last, and whoever writes next finishes it, since all of it is staged.
//
// Programs of earlier versions put the events themselves into the ledger's stream in parts, with
// the same words in their metadata. Such ledgers are read as ever. One that was left unfinished
// shows what stands before and then says so by an *UnfinishedError; the same append again
// finishes it. Words that the events of a stream do not all say alike are somebody else's: they
// hide nothing and are told as damage. One event that is too large is refused by a
// *TooLargeError.
//
// Which ledgers there are stands in a stream of its own, CATEGORY_index, one event a
// ledger, written before the ledger's first. It needs no projection, no rights to $all, and
// no more than one read and one write when a ledger begins.
//
// Appends are made without the client, which does not pass on what the server says of a refusal
// (send.go). The client below this package gives up for good when it cannot find a server, lets callers
// wait for ever when another call of theirs loses the server, has no regard to contexts
// while it connects, and ends the process over an event that it does not like. Here one
// call at a time uses a client, in a goroutine of its own that is left behind when the
// context or a time limit ends (link.go); a client that has lost its server is thrown away;
// the member of a cluster to talk to is looked for here (gossip.go); and attempts to panic
// or to exit become errors (trap.go). What an error of the client means stands in one place
// (diagnosis.go). A server that is away, slow, between leaders, or that drops a subscription
// is waited for, as long as Options.Patience (patience.go); Options.Waiting hears of it.
package esdb
