package movement

import (
	"slices"
	"time"

	"adjudicate/rules"
)

// What a game holds beside its board, and formulas of definitions may ask for: who plays the sides, what they have, the date.

// An Outside knows a game beside its board. A position without one knows no players, and no date; ids are those of the vocabularies of
// package rules, texts stand as they are written.
type Outside interface {
	Attr(i int, of float64, text string) float64                   // rules.SidePlayer to rules.PlayerHolds
	Func(f int, args []float64, text func(float64) string) float64 // rules.FuncPlayerCalled to rules.FuncBound
	Next(set int, of, after float64) float64                       // rules.AllPlayers and rules.PlayerSides
	Date() time.Time
}

// outsideWords are what formulas ask of a game beside its board.
var outsideWords = rules.SearchFor("player", ".has(", ".is(", ".holds(", ".sealed(", "assets(", "bound(", "year", "month", "day", "hour", "minute", "turns")

// Asks reports whether ways and values may depend on what is beside the board, so that they change with it.
func (rs *Ruleset) Asks() bool { return rs.outside }

// Changes reports whether ways and values may depend on more than the board and what marks its pieces: on what is beside it, or on what
// pieces have been through.
func (rs *Ruleset) Changes() bool { return rs.outside || rs.ages }

// asksOutside reports whether a definition, or what definitions ask procedures for, has a word of what is beside the board. What else a rule of
// these says, as who may offer a draw, is not asked.
func asksOutside(rb *rules.Rulebook) bool {
	for r := range rb.Mentions(outsideWords) {
		if r.Piece != nil && outsideWords.In(said(r.Piece)) {
			return true
		}
		if p := r.Procedure; p != nil && (outsideWords.In(p.Quantities, p.Conditions, p.Modes) ||
			slices.ContainsFunc(p.Duties, func(d rules.Duty) bool { return d.Disarms && outsideWords.In(d) })) {
			return true
		}
	}
	return false
}

// asksPast reports whether a definition asks what pieces have been through, itself or by what procedures name.
func asksPast(rb *rules.Rulebook) bool {
	var names []string // of quantities that ask for it
	for r := range rb.Mentions(pastWords) {
		if r.Piece != nil && pastWords.In(said(r.Piece)) || r.Procedure != nil && pastWords.In(r.Procedure.Conditions, r.Procedure.Modes) {
			return true
		}
		if r.Procedure != nil {
			for _, q := range r.Procedure.Quantities {
				if pastWords.In(q) {
					names = append(names, q.Name)
				}
			}
		}
	}
	if len(names) == 0 {
		return false
	}
	all := rb.Procedure().Quantities
	for more := true; more; { // those that are made of others
		more = false
		for _, q := range all {
			if !slices.Contains(names, q.Name) && rules.SearchFor(names...).In(q.Is) {
				names, more = append(names, q.Name), true
			}
		}
	}
	words := rules.SearchFor(names...)
	return words.In(rb.Procedure().Conditions, rb.Procedure().Modes) ||
		slices.ContainsFunc(rb.Pieces(), func(d rules.Definition) bool { return words.In(said(d.Piece)) })
}

// said is a definition without what it tells people alone.
func said(p *rules.Piece) rules.Piece {
	out := *p
	out.Description = ""
	return out
}

// SetOutside says who knows what is beside the board.
func (p *Position) SetOutside(o Outside) {
	p.changed()
	p.outside = o
}

// Touch says that something beside the board has changed.
func (p *Position) Touch() { p.changed() }

func (p *Position) outsideAttr(i int, of float64, args []float64) float64 {
	if p.outside == nil {
		if i == rules.SidePlayer {
			return absent
		}
		return 0
	}
	text := ""
	if len(args) > 0 {
		text = p.rs.texts[int(args[0])]
	}
	return p.outside.Attr(i, of, text)
}

func (p *Position) outsideFunc(f int, args []float64) float64 {
	if p.outside == nil {
		if f == rules.FuncPlayerCalled || f == rules.FuncAccountCalled {
			return absent
		}
		return 0
	}
	return p.outside.Func(f, args, func(id float64) string { return p.rs.texts[int(id)] })
}

// calendar answers the variables of the date and of the turns, by their place among those that a vocabulary adds.
func (p *Position) calendar(i int) float64 {
	if i == rules.VarTurns {
		return float64(p.history.turns)
	}
	if p.outside == nil {
		return 0
	}
	return DateVar(i, p.outside.Date())
}

// DateVar answers a variable of the date or the time: rules.VarYear to rules.VarWeekday, rules.VarHour, rules.VarMinute. Monday is 1, Sunday 7.
func DateVar(i int, at time.Time) float64 {
	at = at.UTC()
	switch i {
	case rules.VarYear:
		return float64(at.Year())
	case rules.VarMonth:
		return float64(at.Month())
	case rules.VarDay:
		return float64(at.Day())
	case rules.VarHour:
		return float64(at.Hour())
	case rules.VarMinute:
		return float64(at.Minute())
	}
	return float64((int(at.Weekday())+6)%7 + 1)
}
