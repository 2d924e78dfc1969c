// Package esdbtest provides a server for tests that speaks the protocol of EventStoreDB.
//
// A Cluster is one log that one or more Servers offer over real loopback connections. It implements the calls that package esdb makes
// (append, read of a stream and of $all, subscriptions with and without a filter, deletion, gossip, server features), with revision
// checks, repeats detected by id, stream metadata, a limit on the size of an append, credentials and TLS. A Server can be stopped and
// restarted on the same port; appended events persist. Faults makes it misbehave: answer late, wrongly or not at all, lose an answer after
// the write, break off in the middle.
//
// Its answers are those of a real server of version 23.10.8 (testdata/answers*.json, replayed by a test). Where Options.Version names
// another version, it follows the differences found in that version's source. Tests can enable behaviour that a recording cannot show:
// events accepted but not yet readable (Delay, Hold), truncation of what was not replicated (Truncate), a deposed leader that still
// answers (Depose), a node that is not ready (Faults.NotReady), and one that forwards requests but receives no answer
// (Faults.ForwardingTimeout).
//
// It keeps everything in memory. Projections and persistent subscriptions are refused as unimplemented.
package esdbtest
