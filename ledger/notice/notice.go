// Package notice says who is to hear of what happens in a game.
//
//	state, events behind it ──Read──► Entry: one input with its outcomes, and
//	                                     └──► Notices: to a player, of a kind, in a sentence
//	state, now ──────────────Remind──► the player whose time limit runs out within a day
//
// Notices are derived from what is recorded alone: the same events give the same notices, however often
// they are read and from wherever, so that who sends them need only remember how far e came.
package notice

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// What a notice is about.
const (
	Turn    = "turn"    // the side is to play
	Ruling  = "ruling"  // what became of the side's play
	Check   = "check"   // the side is in check
	Default = "default" // the limit expired, and a default play was made
	Limit   = "limit"   // the limit expires within Ahead
	Matter  = "matter"  // an answer is wanted
	Dispute = "dispute" // a dispute was opened or ruled on
	Edition = "edition" // another edition was adopted
	End     = "end"     // a hand or the game has ended
)

// Ahead is how long before a limit expires a reminder is due. Limits that are not longer have none.
const Ahead = 24 * time.Hour

// A Notice is one thing that a player is to hear.
type Notice struct {
	Kind   string
	Player string
	Side   string // that it is about, "" if it is about the whole game
	Text   string // a sentence
	Short  string // a few words, for a subject
}

// An Entry is an input with its outcomes, and what is to be told of it.
type Entry struct {
	Act     *events.Act
	Notices []Notice
	State   *aggregate.State // after it; the reader goes on with it
}

// Read yields the entries of a stream behind a state, which it carries on. Of entries that nobody is to hear of it yields those as
// well. After an error it ends.
func Read(st *aggregate.State, stream iter.Seq2[events.Envelope, error]) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for act, err := range events.Acts(stream) {
			var e *Entry
			if err == nil {
				e, err = read(st, act)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// read folds one entry.
func read(st *aggregate.State, act *events.Act) (*Entry, error) {
	r := &reader{st: st, act: act, awaited: awaited(st), checked: st.Checks(), weights: st.Weights()}
	for e := range act.All() {
		if err := history.Fold(st, e); err != nil {
			return nil, err
		}
	}
	r.ruling()
	for i := range act.Outcomes {
		for _, f := range told {
			f(r, act.Outcomes[i].Payload)
		}
	}
	r.standing()
	return &Entry{Act: act, Notices: r.list, State: st}, nil
}

// A reader collects what is to be told of one entry.
type reader struct {
	st      *aggregate.State // after the entry
	act     *events.Act
	awaited []string // sides that were to play before it
	checked []events.Check
	weights []events.Weight
	other   []string // entries that an edition rules on otherwise, by "side #number"
	input   uint64   // the entry that an adoption is stating
	list    []Notice
}

// awaited are the sides that are to play.
func awaited(st *aggregate.State) []string {
	if len(st.Round()) > 0 {
		return st.Awaited()
	}
	if side := st.ToPlay(); side != "" && !st.Over() {
		return []string{side}
	}
	return nil
}

func (r *reader) player(player, side, kind, short, text string) {
	n := Notice{Kind: kind, Player: player, Side: side, Text: text, Short: short}
	if player != "" && !slices.Contains(r.list, n) {
		r.list = append(r.list, n)
	}
}

// side tells whoever holds a side.
func (r *reader) side(name, kind, short, text string) {
	if s, ok := r.st.Side(name); ok {
		r.player(s.Player, name, kind, short, text)
	}
}

// all tells everybody who holds a side, and the others who have a part in it.
func (r *reader) all(kind, short, text string, others ...string) {
	for s := range r.st.Sides() {
		others = append(others, s.Player)
	}
	slices.Sort(others)
	for _, p := range slices.Compact(others) {
		r.player(p, "", kind, short, text)
	}
}

// ruling tells who has made an input what became of it.
func (r *reader) ruling() {
	in := r.act.Input
	ruled, _, ok := r.act.Ruling()
	if in.Payload == nil || !ok {
		return
	}
	side := events.MadeBy(in.Payload)
	if side == "" {
		return
	}
	what := "entry"
	if p, ok := in.Payload.(events.PlaySubmitted); ok {
		what = "play " + strings.Join(strings.Fields(p.Text), " ")
	}
	text := fmt.Sprintf("Your %s as %s (#%d) is %s.", what, side, in.Sequence, ruled.Verdict)
	for _, f := range ruled.Faults {
		text += fmt.Sprintf(" %s (%s).", strings.TrimSuffix(f.Message, "."), f.Clause)
	}
	r.side(side, Ruling, ruled.Verdict+": "+side, text)
}

// standing tells of what holds after the entry and did not before.
func (r *reader) standing() {
	for _, c := range r.st.Checks() {
		if slices.ContainsFunc(r.checked, func(b events.Check) bool { return b.Side == c.Side && slices.Equal(b.By, c.By) }) {
			continue
		}
		var by []string
		for _, id := range c.By {
			if p, ok := r.st.Piece(id); ok {
				by = append(by, fmt.Sprintf("%s on %s", p.Type, p.At))
			}
		}
		r.side(c.Side, Check, "check: "+c.Side, fmt.Sprintf("%s is in check by %s.", c.Side, strings.Join(by, " and ")))
	}
	began := slices.ContainsFunc(r.act.Outcomes, func(e events.Envelope) bool { _, ok := e.Payload.(events.TurnBegan); return ok })
	for _, side := range awaited(r.st) {
		if !began && slices.Contains(r.awaited, side) {
			continue
		}
		text := fmt.Sprintf("It is your turn as %s.", side)
		if l, ok := r.st.Limit(); ok {
			text += fmt.Sprintf(" The time limit expires on %s.", Moment(l.Expires))
		}
		r.side(side, Turn, "your turn: "+side, text)
	}
}

// Moment is a moment as notices write it.
func Moment(t time.Time) string { return t.UTC().Format("2 January 2006 at 15:04 UTC") }

// A Reminder is due before a limit expires: once for each moment at which it is to.
type Reminder struct {
	Notice
	ID string // the same whenever it is derived
}

// Remind returns the reminder that is due at a moment, if one is.
func Remind(st *aggregate.State, now time.Time) (rs []Reminder) {
	l, ok := st.Limit()
	if !ok || st.Over() || l.Expires.Sub(l.From) <= Ahead || now.Before(l.Expires.Add(-Ahead)) || !now.Before(l.Expires) {
		return nil
	}
	for _, name := range awaited(st) {
		if side, ok := st.Side(name); ok && (name == l.Side || len(st.Round()) > 0) {
			text := fmt.Sprintf("The time limit of %s expires on %s.", name, Moment(l.Expires))
			rs = append(rs, Reminder{Notice{Kind: Limit, Player: side.Player, Side: name, Text: text, Short: "time runs out: " + name},
				fmt.Sprintf("limit-%s-%d", name, l.Expires.Unix())})
		}
	}
	return rs
}
