// Package notation answers: how is a play written?
//
// A play is a list of items, one a line or separated by ";". Most items are atomic plays in long
// algebraic notation:
//
//	Ra1-a5            a Move; glyph, type name or nothing may stand before the square
//	Ra1xb2            a Capture; Ra1xb2xc3 one of several pieces, in order
//	R@c3              a Placement from the holding; H3@c3 names the piece by its id
//	Ra1-b3 (charge)   a move of the kind that the rules call charge
//	Ra1-b3 (aid c2)   an order to help the piece on c2 come to b3, of the kind that the rules call aid
//	Qh7-a1 (exit)     a move by which the piece leaves the board
//	Ra1-off           a Move to off-board
//	action Mc3: d3    what a piece does to others without moving; action mash Mc3: d3, c4
//	close e5          a choice beside a play: the square that is closed
//	pass              Pass; surrender: Surrender
//
// The exception is the announcement of a promotion (Df6=R), which accompanies the atomic play before it.
// docs/notation.md is the full grammar; its examples are run as tests.
//
// Text is parsed into a [Play] whose names are unresolved. Which types, ids and squares exist is data of
// a game, so the package accepts any name, any printable glyph and squares up to z99. It knows no rules:
// whether a play is legal or ambiguous, and what a promotion needs, is for the judge. It refuses text that
// is not a list of items, with a [SyntaxError] that points at the character.
package notation

// Kind says what an item of a play is: one of those below, or by its name a kind of move that the rules of the game declare.
type Kind string

// The kinds of items that every game has. All but Promotion are atomic plays.
const (
	Move      Kind = "move"      // to a square
	Capture   Kind = "capture"   // of the piece on Victim
	Placement Kind = "placement" // from the holding to a square
	Exit      Kind = "exit"      // a move whose first part ends in a corner: off-board
	Off       Kind = "off"       // a Move to off-board
	Action    Kind = "action"    // something done to the pieces on Targets without moving
	Close     Kind = "close"     // of the square To, chosen beside a play
	Destroy   Kind = "destroy"   // of the piece on the square To, chosen beside a play
	Choice    Kind = "choice"    // of Choose, by the choice that Name calls, made beside a play
	Promotion Kind = "promotion" // announcement of what the piece on From becomes; no atomic play
	Pass      Kind = "pass"
	Surrender Kind = "surrender"
)

// String returns the kind's name in lower case, "move".
func (k Kind) String() string {
	switch k {
	case "":
		return "unknown"
	case Exit:
		return marks.Exit[0]
	}
	return string(k)
}

// Declared reports whether it is a kind of move that only the rules of a game know.
func (k Kind) Declared() bool {
	switch k {
	case "", Move, Capture, Placement, Exit, Off, Action, Close, Destroy, Choice, Promotion, Pass, Surrender:
		return false
	}
	return true
}

// The values of [Item.Way] that stand for where a captor ends.
const (
	Shot   = "shot" // on its own square
	Onward = "move" // on its victim's square
)

// Victim as [Item.Becomes] stands for the type of the piece just captured.
const Victim = "victim"

// Play is what one message asks for: its items in order.
type Play struct {
	Items []Item

	// Seal is what a play is sealed with that is told later, 64 hex digits: then there are no Items. Salt is what stands
	// before a play that opens a seal.
	Seal, Salt string
}

// Item is one atomic play or one announced promotion, with its names as written.
type Item struct {
	Kind Kind

	// Name is the piece's glyph or type name, "" if the play does not say. ID is the
	// piece's id; at most one of the two is set.
	Name, ID string

	// From is the square the piece stands on ("" for a Placement), To where it goes. For a
	// Capture, and for one written as a move of a declared kind, Victim is the victim's square and To is
	// where the captor ends, "" if the play leaves that to the rules. An Exit has in To its
	// corner, if named. For a Promotion, From is the square of the promoted piece.
	From, To, Victim string

	// Named is the glyph or type name of the victim, of several of the last, "" if the play does not say.
	Named string

	// Manner is the kind of a capture, "weapon", "" if the play does not say.
	Manner string

	// Choose is what a Choice is of, as written: a square, the name of a side or a type, or a number.
	Choose string

	// With is the other pieces that move together with the one on From, and where they go.
	With []With

	// Mark is the word of an Exit, if it is not the one that is usual for all.
	Mark string

	// Via is the squares over which a Move goes, or a Capture before its first victim, in order; none if the play does not tell its way.
	Via []string

	// Over is the squares of the pieces captured on the way, before Victim, in order.
	Over []string

	// Way is [Shot] or [Onward] if To is the captor's own or the victim's square.
	Way string

	// Action is the name of an action, "" if the play leaves it to the piece; Targets are
	// the squares of what it is done to, at least one, in the order written.
	Action  string
	Targets []string

	// Helps is the square of the piece that an order of a declared kind helps, "" if it names none.
	Helps string

	// Becomes is the glyph or name of the type that the piece is promoted to, or [Victim].
	Becomes string

	// Column is where the item begins in the text given to Parse, in characters from 1;
	// Length is its length in characters and Text the item as written.
	Column, Length int
	Text           string
}

// With is a piece that moves together with another one.
type With struct{ Name, From, To string }

// Atomic reports whether the item is an atomic play, as all but announcements are.
func (i Item) Atomic() bool { return i.Kind != Promotion }
