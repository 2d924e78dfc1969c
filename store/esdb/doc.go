// Package esdb keeps events in EventStoreDB, on a single server or a cluster.
//
// # Streams
//
// A ledger is one stream, CATEGORY-NAME. The category is "ledger" unless Options say otherwise; in the name, every byte but letters,
// digits, "-", ".", "_" and "~" is written as "%" and two hexadecimal digits, so the encoding is reversible. Revisions count from 1
// here and from 0 on the server: revision n is the server's n-1, and store.NoStream its "no stream". An event is stored with its id, type
// and bytes unchanged. If the bytes are a JSON object the event is marked as JSON, and its fields correlation and causation are copied
// into the metadata as $correlationId and $causationId, for the server's own projections.
//
// The stream CATEGORY_index lists the ledgers, one event each, written before the ledger's first event. It needs no projection, no access
// to $all, and one read and one write at most when a ledger begins.
//
// # Appends
//
// Every append names an exact revision or no stream, because only then does the server detect a repeat from the log itself rather than
// from a cache. An append at store.Any reads the head and appends there, and retries if another writer was faster. So a call that did not
// receive the answer repeats with the same ids, and nothing is written twice.
//
// The server limits the size of an append, and states the limit when it refuses. A larger append is staged: the events go in parts into a
// stream of their own, CATEGORY_s-HASH, and a single append of links to them, with the same ids, then adds all of them to the ledger at
// once. Readers get the events in place of the links. A stage without links is left by an interrupted append: it is harmless, and
// repeating the append resumes it. If even the links are too many for one append, the metadata of each says where the whole begins and
// ends, {"append":{"first":1,"last":90000}}; readers see none of it before its last link, and the next writer completes it, since all
// of it is staged. A single event that is too large is refused with a *TooLargeError.
//
// Earlier versions put the events themselves into the ledger's stream in parts, with the same metadata. Such ledgers remain readable. One
// that was left unfinished yields the events before the gap and then an *UnfinishedError; repeating the append completes it. Metadata on
// which the events of a stream disagree is foreign: it hides nothing and is reported as damage.
//
// # Failures
//
// Appends bypass the client library, which does not pass on the server's reason for a refusal (send.go). For everything else, the package
// works around faults of the client: it gives up for good when it cannot find a server, blocks callers for ever when another call loses
// the server, ignores contexts while connecting, and ends the process on unexpected events. Here one call at a time uses a client, in a
// goroutine that is abandoned when the context or a time limit ends (link.go); a client that has lost its server is discarded; gossip.go
// chooses the cluster member; trap.go turns panics and exits into errors; diagnosis.go maps the client's errors. A server that is
// unreachable, slow, electing a leader or dropping a subscription is waited for, up to Options.Patience (patience.go); Options.Waiting
// is told.
package esdb
