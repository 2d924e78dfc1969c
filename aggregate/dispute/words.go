package dispute

import (
	"slices"

	"adjudicate/events"
)

// What a dispute is about. The words of this file are part of the stored form.
const (
	AboutRuling  = "ruling"
	AboutReading = "reading"
	AboutClause  = "clause"
)

// Verdicts.
const (
	Sustained  = "sustained"
	Overturned = "overturned"
	Stands     = "stands" // though illegal
	Undecided  = "undecided"
)

// Verdicts lists them in the order in which they are documented.
var Verdicts = []string{Sustained, Overturned, Stands, Undecided}

// Effects of a verdict.
const (
	EffectIllegal = "illegal" // the play is held to be illegal
	EffectStands  = "stands"  // the play takes effect, or keeps it, though illegal
	EffectVoid    = "void"    // the input never happened
	EffectReopen  = "reopen"  // the play never happened, and its side has its turn again
	EffectRewind  = "rewind"  // as reopen, and nothing that was done in the game after it happened either
	EffectReading = "reading" // a reading is adopted from an input on
	EffectNone    = "none"
)

// Effects lists them in the order in which they are documented.
var Effects = []string{EffectIllegal, EffectStands, EffectVoid, EffectReopen, EffectRewind, EffectReading, EffectNone}

// Where a dispute stands.
const (
	Open      = "open"
	Ruled     = "ruled"
	Withdrawn = "withdrawn"
)

// How a judge came to a dispute or left it.
const (
	Assigned = "assigned"
	Recused  = "recused" // the judge withdrew
	Removed  = "removed"
)

// What has become of an appeal.
const (
	Affirmed = "affirmed"
	Reversed = "reversed"
)

// MarkStands is the mark of an input that stands though illegal.
const MarkStands = "stands-though-illegal"

var handled = []string{events.DisputeOpened{}.Kind(), events.DisputeArgued{}.Kind(), events.DisputeRuled{}.Kind(), events.DisputeWithdrawn{}.Kind(),
	events.VerdictRetracted{}.Kind(), events.JudgeNamed{}.Kind(), events.HearingSet{}.Kind(), events.VerdictAppealed{}.Kind()}

// Handles reports whether inputs of a kind, such as "dispute-opened", are for the docket to
// decide and not for the judge of the board.
func Handles(kind string) bool { return slices.Contains(handled, kind) }
