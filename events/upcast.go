package events

import "encoding/json"

// upcasters bring the payloads of older versions up to the newest, a step each. The registry
// finds at start what is missing between two versions.
var upcasters = []upcaster{
	// In format 1 a ledger names a system of the program: it has no register of its own and no
	// hash of the system's text. Version 2 leaves out what a ledger does not have.
	{GameOpened{}.Kind(), 1, with[gameOpened1]},
	{LedgerOpened{}.Kind(), 1, with[ledgerOpened1]},
	// A state of version 1 lists what is an asset since apart, and accounts in the order in which they began.
	{StateRestated{}.Kind(), 1, stateRestated1},

	// In format 1 kinds had the names of one game.
	{Ruled{}.Kind(), 1, into(func(v Ruled) Payload { v.Subject = current(v.Subject); return v })},
	{DisputeEntered{}.Kind(), 1, into(func(v DisputeEntered) Payload { v.Subject = current(v.Subject); return v })},
}

type gameOpened1 struct {
	Game   string `json:"game"`
	System string `json:"system"`
	Seed   string `json:"seed"`
	Note   string `json:"note,omitempty"`
}

type ledgerOpened1 struct {
	Game   string `json:"game"`
	System string `json:"system"`
	Seed   string `json:"seed"`
	Files  int    `json:"files"`
	Ranks  int    `json:"ranks"`
}

// with checks that a payload has the fields of an older version, which T declares, and no
// others. The next version only adds fields that it may leave out.
func with[T any](old json.RawMessage) (json.RawMessage, error) {
	var v T
	return old, strictly(old, &v)
}
