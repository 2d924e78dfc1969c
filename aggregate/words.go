package aggregate

import "adjudicate/events"

// Words that stand in outcomes. They are part of the stored form and do not change.
const (
	PlayMove      = "move"
	PlayCapture   = "capture"
	PlayPlacement = "placement"
	PlayPass      = "pass"
	PlaySurrender = "surrender"

	// How a play came about.
	HowSubmitted = "submitted"
	HowDefault   = "default"
	HowAutomatic = "automatic"
	// HowSpur is a small play out of turn that spurs the side to play on.
	HowSpur = "spur"
	// HowConflict is a play that the rules make of plays in each other's way.
	HowConflict  = "conflict"
	HowRoyalFell = "king-captured"
	HowNotified  = "notified"

	// The verdict of a ruling.
	Accepted = events.Accepted
	Rejected = events.Rejected
	// Verdicts on a play whose history is ruled on again: it is illegal and its effects
	// remain; it is illegal and a default play stands in its place; it never happened.
	Stands   = "stands"
	Replaced = "replaced"
	Voided   = "void"

	// A player's standing.
	StatusActive   = "active"
	StatusVacation = "vacation"

	// Why a piece leaves the board for its owner's holding.
	LiftSurrender  = "surrender"
	LiftDefinition = "definition"
	LiftEffect     = "effect"

	// Identities of lots, before their serial numbers.
	LotStart = "start" // of the order
	LotHand  = "hand"
	LotRule  = "rule"
)
