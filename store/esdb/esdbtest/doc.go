// Package esdbtest is a server for tests that speaks the protocol of EventStoreDB.
//
// A Cluster is one log that one Server, or several, offer over real connections on the
// loopback interface: the calls that the client of package esdb makes (append, read of a
// stream and of $all, subscriptions with and without a filter, deleting, gossip, server
// features), with revision checks, repeats known by their ids, stream metadata, a limit on
// the size of an append, credentials and TLS. A Server can be stopped and started again on
// the same port; what was appended stays. Faults makes it misbehave: answer late, not at
// all or wrongly, lose an answer after the deed, break off in the middle.
//
// It follows what the real server's clients are told, as far as package esdb depends on it,
// and is no evidence that the real one does the same. It keeps everything in memory, has no
// access lists, projections or persistent subscriptions, and refuses those calls as
// unimplemented.
package esdbtest
