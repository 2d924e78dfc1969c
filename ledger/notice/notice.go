// Package notice derives who must be told of what happens in a game.
//
//	state, events after it ──Read──► Entry: one input with its outcomes, and
//	                                     └──► Notices: to a player, of a kind, in a sentence
//	state, now ──────────────Remind──► the player whose time limit runs out within a day
//
// Notices derive from recorded events alone: the same events give the same notices, whenever and wherever
// they are read. So a sender need only remember how far it came.
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
	Text   string // what is said, in English
	Short  string // a few words, for a subject

	Said  []Phrase // Text, to be said in a language
	Brief Phrase   // Short, likewise
}

// An Entry is an input with its outcomes, and what is to be told of it.
type Entry struct {
	Act     *events.Act
	Notices []Notice
	State   *aggregate.State // after it; the reader goes on with it

	Algebraic string // its play, as aggregate.State.Algebraic writes it
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
	ruled := act.Ruled()
	algebraic := st.Algebraic(&ruled)
	r := &reader{st: st, act: act, awaited: Awaited(st), checked: st.Checks(), weights: st.Weights()}
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
	return &Entry{Act: act, Notices: r.list, State: st, Algebraic: algebraic}, nil
}

// A reader collects what is to be told of one entry.
type reader struct {
	st      *aggregate.State // after the entry
	act     *events.Act
	awaited []string // sides that were to play before it
	checked []events.Check
	weights []events.Weight
	other   []flipped // entries that an edition rules on otherwise
	input   uint64    // the entry that an adoption is stating
	list    []Notice
}

// Awaited are the sides that are to play.
func Awaited(st *aggregate.State) []string {
	if len(st.Round()) > 0 {
		return st.Awaited()
	}
	if !st.Over() {
		return st.AllToPlay()
	}
	return nil
}

func (r *reader) player(player, side, kind string, brief Phrase, said ...Phrase) {
	n := Notice{Kind: kind, Player: player, Side: side, Said: said, Brief: brief}
	n.Text, n.Short = n.In(nil)
	same := func(m Notice) bool {
		return m.Kind == n.Kind && m.Player == n.Player && m.Side == n.Side && m.Text == n.Text && m.Short == n.Short
	}
	if player != "" && !slices.ContainsFunc(r.list, same) {
		r.list = append(r.list, n)
	}
}

// side tells whoever holds a side.
func (r *reader) side(name, kind string, brief Phrase, said ...Phrase) {
	if s, ok := r.st.Side(name); ok {
		r.player(s.Player, name, kind, brief, said...)
	}
}

// all tells everybody who holds a side, and the others who have a part in it.
func (r *reader) all(kind string, brief Phrase, said []Phrase, others ...string) {
	for s := range r.st.Sides() {
		others = append(others, s.Player)
	}
	slices.Sort(others)
	for _, p := range slices.Compact(others) {
		r.player(p, "", kind, brief, said...)
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
	verdict := say("accepted")
	if ruled.Verdict != aggregate.Accepted {
		verdict = say("rejected")
	}
	said := phrases(say("Your entry as %s (#%d) is %s.", side, in.Sequence, verdict))
	if p, ok := in.Payload.(events.PlaySubmitted); ok {
		said = phrases(say("Your play %s as %s (#%d) is %s.", strings.Join(strings.Fields(p.Text), " "), side, in.Sequence, verdict))
	}
	for _, f := range ruled.Faults {
		if r.st.Hides() {
			break // a reason may tell of what the side does not see
		}
		said = append(said, say("%s (%s).", strings.TrimSuffix(f.Message, "."), f.Clause))
	}
	r.side(side, Ruling, say("%s: %s", verdict, side), said...)
}

// standing tells of what holds after the entry and did not before.
func (r *reader) standing() {
	for _, c := range r.st.Checks() {
		if slices.ContainsFunc(r.checked, func(b events.Check) bool { return b.Side == c.Side && slices.Equal(b.By, c.By) }) {
			continue
		}
		var by Phrase
		for _, id := range c.By {
			if p, ok := r.st.Piece(id); ok {
				one := say("%s on %s", p.Type, p.At)
				if by.English != "" {
					one = say("%s and %s", by, one)
				}
				by = one
			}
		}
		said := say("%s is in check by %s.", c.Side, by)
		if r.st.Hides() {
			said = say("%s is in check.", c.Side)
		}
		r.side(c.Side, Check, say("check: %s", c.Side), said)
	}
	tables := r.st.Tables() != nil
	for _, side := range Awaited(r.st) {
		began := slices.ContainsFunc(r.act.Outcomes, func(e events.Envelope) bool {
			p, ok := e.Payload.(events.TurnBegan)
			return ok && (!tables || p.Side == side)
		})
		if !began && slices.Contains(r.awaited, side) {
			continue
		}
		said := phrases(say("It is your turn as %s.", side))
		if l, ok := r.st.Facing(side).Limit(); ok {
			said = append(said, say("The time limit expires on %s.", l.Expires))
		}
		r.side(side, Turn, say("your turn: %s", side), said...)
	}
}

// Moment is a moment as notices write it.
func Moment(t time.Time) string { return t.UTC().Format("2 January 2006 at 15:04 UTC") }

// A Reminder is due before a limit expires: once for each moment at which it is to.
type Reminder struct {
	Notice
	ID string // the same whenever it is derived
}

// Reminding is from when and until when there are reminders as the game stands; two zero times if there are none.
func Reminding(st *aggregate.State) (from, until time.Time) {
	for _, l := range st.Limits() {
		if !st.Over() && l.Expires.Sub(l.From) > Ahead {
			return l.Expires.Add(-Ahead), l.Expires
		}
	}
	return from, until
}

// Remind returns the reminders that are due at a moment.
func Remind(st *aggregate.State, now time.Time) (rs []Reminder) {
	for _, l := range st.Limits() {
		if from := l.Expires.Add(-Ahead); !st.Over() && l.Expires.Sub(l.From) > Ahead && !now.Before(from) && now.Before(l.Expires) {
			rs = append(rs, remind(st, l)...)
		}
	}
	return rs
}

// remind returns the reminders of a limit.
func remind(st *aggregate.State, l events.LimitSet) (rs []Reminder) {
	for _, name := range Awaited(st) {
		if side, ok := st.Side(name); ok && (name == l.Side || len(st.Round()) > 0) {
			n := Notice{Kind: Limit, Player: side.Player, Side: name, Brief: say("time runs out: %s", name), Said: phrases(say("The time limit of %s expires on %s.", name, l.Expires))}
			n.Text, n.Short = n.In(nil)
			rs = append(rs, Reminder{n, fmt.Sprintf("limit-%s-%d", name, l.Expires.Unix())})
		}
	}
	return rs
}
