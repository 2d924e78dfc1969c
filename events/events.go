// Package events defines the events of a ledger and their canonical encoding.
//
// An event is a Payload, one of a closed set of plain Go values, in an Envelope that records
// its ledger and sequence, who caused it, when, which event it follows from, and the clauses
// and readings it rests on. Payloads come in two families: inputs are what people did, outcomes
// are what the rules made of it. State is folded from outcomes alone.
//
// The encoding is canonical JSON: each value has exactly one encoding, so events can be
// compared, hashed and copied as bytes.
//
//	{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"hand-3","sequence":7,
//	 "type":"piece-moved.v1","recorded":"1998-10-02T12:00:00Z","actor":"Red",
//	 "causation":"0190b5b6-7c00-7000-8000-000000000000",
//	 "basis":{"clauses":["12.2/3 §6.A"]},
//	 "payload":{"piece":"R1","from":"a1","to":"a7"}}
//
// (on one line). Fields are in the order of the Go struct; an optional field is omitted if and
// only if it is empty. There is no white space, no float (halves are exact decimals) and no
// escape that JSON does not require. Times are UTC in RFC 3339 with only as many decimals as
// needed; lists are never null. docs/format.md is the full specification.
//
// Encode produces what a store holds; Decode, or a Decoder, reads it back. Export and Import
// convert to and from the exported form, which holds the same facts.
//
// Decode refuses anything that Encode would not have written: unknown types, versions and
// fields, other field orders, other spellings of the same value. Older versions of a payload
// are upgraded to the newest one by upcasters, one version at a time. The package reads no
// clock and no random source: NewID takes both as arguments.
package events

import (
	"time"

	"github.com/google/uuid"
)

// Basis is what an outcome rests on.
type Basis struct {
	Clauses  []string `json:"clauses,omitempty"`  // "12.2/3 §6.C": rule, revision, section
	Readings []string `json:"readings,omitempty"` // "gess-adjacent=no": register entry and reading
}

// Empty reports whether b names nothing.
func (b *Basis) Empty() bool { return b == nil || len(b.Clauses) == 0 && len(b.Readings) == 0 }

// Outcome is an outcome's payload with what it rests on, before it has a place in a ledger.
// Several outcomes may share one Basis; nil is an empty one.
type Outcome struct {
	Payload Payload
	Basis   *Basis
}

// Signature is the signature of an input by its actor. Plays and keys have theirs in their payload.
type Signature struct {
	Seen  uint64 `json:"seen"`  // the last event that the actor had seen, from 1
	Value string `json:"value"` // in base64, never empty; package signature of the ledger says of what

	// Former is set by Decode for a payload of an older version: its type and its bytes, with a space between them, which were signed.
	Former string `json:"-"`
}

// Envelope is one event of a ledger.
type Envelope struct {
	ID          uuid.UUID // never the nil UUID
	Ledger      string    // never empty
	Sequence    uint64    // from 1 in each ledger, without gaps
	Type        string    // "play-submitted.v1"; Encode fills it in from Payload
	Recorded    time.Time // when it was recorded
	Effective   uint64    // the sequence point from which it holds; 0 is its own Sequence
	Actor       string    // who did it; empty for nobody in particular
	Correlation uuid.UUID // of all events that belong together; the nil UUID for none
	Causation   uuid.UUID // the event that caused this one, an outcome's input; the nil UUID for none
	Basis       Basis
	Signature   *Signature // of an input that its actor signed; nil of any other event
	Payload     Payload
}
