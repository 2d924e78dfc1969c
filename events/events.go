// Package events is the vocabulary of a ledger and its written form.
//
// An event is a Payload, one of a closed set of plain Go values, in an Envelope that says
// where in which ledger it stands, who brought it about, when, what caused it and which
// clauses and readings it rests on. Payloads come in two families: inputs are what people
// did, outcomes are what the rules made of it. A state is folded from outcomes alone.
//
// The written form of an envelope is canonical JSON: one value has exactly one encoding, so
// that bytes can be compared, hashed and copied.
//
//	{"id":"0190b5b6-7c00-7000-8000-000000000001","ledger":"hand-3","sequence":7,
//	 "type":"piece-moved.v1","recorded":"1998-10-02T12:00:00Z","actor":"Red",
//	 "causation":"0190b5b6-7c00-7000-8000-000000000000",
//	 "basis":{"clauses":["1230.2/49 §6.A"]},
//	 "payload":{"piece":"R1","from":"a1","to":"a7"}}
//
// (on one line). Fields stand in the order of the Go struct; a field that may be left out is
// left out when it is empty and only then; there is no white space, no float (halves are
// exact decimals), no escape that JSON does not demand; times are UTC in RFC 3339 with as
// many decimals as needed; lists are never null. docs/format.md says it in full.
//
// Data flows through Encode on the way to a store and through Decode or a Decoder on the way
// back; Export and Import give the exported form, which holds the same facts.
//
// Decode refuses what Encode would not have written: unknown types, versions and fields,
// other orders, other spellings of the same value. Older versions of a payload are brought
// to the newest one by upcasters, a step a version. The package reads no clock and no random
// source: NewID is given both.
package events

import (
	"time"

	"github.com/google/uuid"
)

// Basis is what an outcome rests on.
type Basis struct {
	Clauses  []string `json:"clauses,omitempty"`  // "1230.2/49 §6.C": rule, revision, section
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
	Payload     Payload
}
