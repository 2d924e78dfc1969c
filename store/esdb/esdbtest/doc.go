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
// It gives every answer that a real server of version 23.10.8 gave when it was asked the same
// (testdata/answers*.json, replayed by a test), and behaves as servers of another version where
// Options.Version names one and their source says how they differ. What a recording cannot show
// a test switches on: what is accepted and not yet readable (Delay, Hold), truncation of what
// was not replicated (Truncate), a leader that was deposed and still answers (Depose), a node that
// is not ready (Faults.NotReady), one that passes on what it is sent and hears nothing
// (Faults.ForwardingTimeout).
//
// It keeps everything in memory, has no projections or persistent subscriptions, and refuses
// those calls as unimplemented.
package esdbtest
