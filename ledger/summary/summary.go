// Package summary gives the standing of a game in brief: whose turn it is and until when, who won the last hand, what the last
// play was. A list of ten thousand games shows one for each.
//
//	events after the last summary ──Fold──► Summary ──Keep──► a note beside the ledger
//
// A summary is derived data, computable from the events at any time, and cached as a note of kind "summary". [Current]
// reads the note, folds the events appended since, and stores the result. Most outcomes are enough to update a
// summary; the adoption of an edition restates the whole state, so the summary is then taken from the state at the end, as
// package history reads it. Only what the editions say of the last play is known from the summary alone; a note of a program
// that did not keep that is as good as none, and so is one of an earlier version: it is made again from all events.
//
// It refuses what package events refuses to read.
package summary

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/rules/words"
)

// Kind is the kind of the notes that hold summaries.
const Kind = "summary"

const version = 5 // since which every stage without turns has a span

// Summary is how a game stands after the event at Sequence. Its zero value is that of a
// ledger without events.
type Summary struct {
	Sequence uint64    `json:"sequence"`
	Recorded time.Time `json:"recorded"` // of the last event
	Game     string    `json:"game"`
	System   string    `json:"system"`
	Hand     int       `json:"hand"` // the one being played, from 1
	Started  bool      `json:"started"`
	Array    bool      `json:"array,omitempty"`  // it began with an array, so that nobody need be umpire
	Over     bool      `json:"over,omitempty"`   // nothing is played any more
	Umpire   string    `json:"umpire,omitempty"` // without one the game is suspended
	Span     string    `json:"span,omitempty"`   // the state of a stage without turns, announced or running
	ToPlay   string    `json:"to_play,omitempty"`
	Player   string    `json:"player,omitempty"` // who holds the side to play
	Winner   *Winner   `json:"winner,omitempty"` // of the last hand that was won
	Last     *Play     `json:"last,omitempty"`
	Hides    bool      `json:"hides,omitempty"` // some rule has hidden a part of the game, and it is not over

	Expires *time.Time `json:"expires,omitempty"` // the time limit of the turn, as Limit says it to whom it concerns
	Free    string     `json:"free,omitempty"`    // the stage that runs in which it is nobody's turn
	Waiting []waiting  `json:"waiting,omitempty"` // plays that others consider

	Tables []tableTurn `json:"tables,omitempty"` // where sides take turns at several; ToPlay and Expires are of all of them
	Table  int         `json:"table,omitempty"`  // of which outcomes tell, from 1

	last     uuid.UUID // the id of the event at Sequence
	holders  []holder
	reciting uint64 // the input whose outcomes an edition restates, while it does

	algebraic bool // the words of the game say that plays are written so
	wrote     bool // the last one has been

	// Of the last play, where there are editions.
	edition int          // the one that holds
	bases   map[int]int  // by edition
	first   Play         // as it was ruled on first
	stated  map[int]Play // by the edition that restates it
}

// Winner is who won a hand.
type Winner struct {
	Player string `json:"player"`
	Title  string `json:"title"`
	Hand   int    `json:"hand"`

	With []string `json:"with,omitempty"` // who has won together with the player
}

// winner is whoever has won with a title, of several the first and with whom.
func winner(t aggregate.Title, names []string) *Winner {
	w := &Winner{Title: t.Title, Hand: t.Hand}
	if len(names) > 0 {
		w.Player = names[0]
	}
	if len(names) > 1 {
		w.With = names[1:]
	}
	return w
}

// Names are all who have won, "" for nobody.
func (w *Winner) Names() string { return strings.Join(append([]string{w.Player}, w.With...), ", ") }

// Play is the last play that was submitted, whatever the ruling on it.
type Play struct {
	Sequence uint64    `json:"sequence"`
	At       time.Time `json:"at"`
	Side     string    `json:"side"`
	Text     string    `json:"text"` // as executed if it was accepted, else as written
	Verdict  string    `json:"verdict,omitempty"`

	Algebraic string `json:"algebraic,omitempty"` // an accepted one in algebraic notation, if the words of the game say so
}

// Said is the play as its game writes plays.
func (p *Play) Said() string { return cmp.Or(p.Algebraic, p.Text) }

// holder is a side and who holds it.
type holder struct {
	Side   string `json:"side"`
	Player string `json:"player"`
}

// waiting is a side whose play is made once others have agreed, and the matter that they are asked about. Its time limit does not
// expire until then.
type waiting struct {
	Matter string `json:"matter"`
	Side   string `json:"side"`
}

var (
	// errRestated says that everything but the last play has to be taken from the state.
	errRestated = errors.New("an edition restates the state")
	// errUntold says that the summary does not know the editions before one that is adopted.
	errUntold = errors.New("editions are missing from the summary")
)

// Fold takes the next event. It returns an error if the summary cannot be told from what it has and the event: errRestated if it can
// be with the state that the game has come to at the end.
func (s *Summary) Fold(e *events.Envelope) error {
	if s.Sequence == 0 {
		s.Hand = 1
	}
	s.Sequence, s.Recorded, s.last = e.Sequence, e.Recorded, e.ID
	if p, ok := e.Payload.(events.EditionBegun); ok && p.Edition != max(s.edition, 1)+1 {
		return errUntold
	}
	s.told(e)
	if !history.Folds(e) {
		return nil
	}
	if _, ok := e.Payload.(events.StateRestated); ok {
		return errRestated
	}
	s.outcome(e.Payload)
	return nil
}

// told takes what inputs and rulings say of the last play.
func (s *Summary) told(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.PlaySubmitted:
		s.Last = &Play{Sequence: e.Sequence, At: e.Recorded, Side: p.Side, Text: p.Text}
		s.first, s.stated, s.wrote = *s.Last, nil, false
	case events.EditionBegun:
		s.begun(&p)
	case events.InputRestated:
		s.reciting = p.Input
		if p.Standing == "inserted" || p.Standing == "withdrawn" {
			s.reciting = math.MaxUint64 // none that stands in the ledger by itself
		}
	case events.InputsRestated:
		s.refers(&p)
	case events.StateRestated:
		s.reciting = 0
	case events.Ruled:
		if s.Last == nil || p.Subject != (events.PlaySubmitted{}).Kind() || s.reciting != 0 && s.reciting != s.Last.Sequence {
			return
		}
		s.Last.Verdict, s.Last.Algebraic, s.wrote = p.Verdict, "", false
		if p.Play != "" {
			s.Last.Text = p.Play
		}
		if s.reciting == 0 {
			s.first = *s.Last
			return
		}
		s.states()
	}
}

// refers takes what an edition refers to of the last play.
func (s *Summary) refers(p *events.InputsRestated) {
	if s.Last == nil {
		return
	}
	for _, in := range p.Inputs {
		if in.Input != s.Last.Sequence {
			continue
		}
		last := s.first
		if stated, ok := s.stated[in.As]; ok {
			last = stated
		}
		s.Last, s.wrote = &last, false
		s.states()
	}
}

// states notes that the edition says of the last play what holds of it now.
func (s *Summary) states() {
	if s.stated == nil {
		s.stated = map[int]Play{}
	}
	s.stated[s.edition] = *s.Last
}

// begun goes over to an edition: of the last play holds what the editions that it was made
// from say, until it says otherwise.
func (s *Summary) begun(p *events.EditionBegun) {
	if s.bases == nil {
		s.bases = map[int]int{}
	}
	s.edition = p.Edition
	if p.Base < p.Edition { // an edition is made from an earlier one, so the line below ends
		s.bases[p.Edition] = p.Base
	}
	if s.Last == nil {
		return
	}
	last := s.first
	for e := p.Base; e > 0; e = s.bases[e] {
		if stated, ok := s.stated[e]; ok {
			last = stated
			break
		}
	}
	s.Last, s.wrote = &last, false
}

// outcome folds what aggregate.State folds, as far as it is told here.
func (s *Summary) outcome(payload events.Payload) {
	switch p := payload.(type) {
	case events.LedgerOpened:
		s.Game, s.System, s.algebraic = p.Game, p.System, words.WritesAlgebraic(p.Words)
	case events.StartDone:
		s.Started = true
	case events.ArrayLaid:
		s.Started, s.Array = true, true
	case events.OfficeHeld:
		if p.Office == events.KnownOffice {
			s.Umpire = p.Player
		}
	case events.TablesSet:
		s.setTables(p)
	case events.TableTurned:
		s.Table = p.Table
	case events.TurnBegan:
		if t := s.table(); t != nil {
			t.ToPlay, t.Expires = p.Side, nil
			s.gather()
			return
		}
		s.ToPlay, s.Expires = p.Side, nil
		s.Player = s.holderOf(p.Side)
	case events.LimitSet:
		if t := s.table(); t != nil {
			t.Expires = &p.Expires
			s.gather()
			return
		}
		if s.Free == "" { // in a stage without turns it is when the side last played
			s.Expires = &p.Expires
		}
	case events.MatterOpened:
		s.waits(p)
	case events.MatterClosed:
		if s.Waiting = slices.DeleteFunc(s.Waiting, func(w waiting) bool { return w.Matter == p.Matter }); len(s.Waiting) == 0 {
			s.Waiting = nil
		}
	case events.RoundBegan:
		s.ToPlay, s.Player = strings.Join(p.Sides, ", "), ""
	case events.SideEntered:
		s.hold(p.Side, p.Player)
	case events.SideHeld:
		s.hold(p.Side, p.Player)
	case events.SideLeft:
		s.holders = slices.DeleteFunc(s.holders, func(w holder) bool { return w.Side == p.Side })
	case events.RulePutInForce:
		s.Hides = s.Hides || bytes.Contains(p.Rule, []byte(`"sight":`)) // also where a later rule takes it back: then less is told than may be
	case events.StageSet:
		if p.State == aggregate.StageRunning && p.Free {
			s.Free = p.Stage
		} else if s.Free == p.Stage {
			s.Free = ""
		}
		if p.Free {
			s.Span = onIfPending(p.State)
		}
	case events.EndDeclared:
		s.Hand = p.Hand + 1
		if s.Over = p.Over; p.Over {
			s.Hand, s.Hides = p.Hand, false
		}
		all := []string{p.Player}
		if w := s.Winner; w != nil && w.Hand == p.Hand {
			all = slices.Sorted(slices.Values(append(append(all, w.Player), w.With...)))
		}
		s.Winner = winner(aggregate.Title{Title: p.Title, Hand: p.Hand}, all)
	}
}

// onIfPending is the state of a stage that is announced or running, else "".
func onIfPending(state string) string {
	if state == aggregate.StageAnnounced || state == aggregate.StageRunning {
		return state
	}
	return ""
}

// waits notes a play that others are asked about.
func (s *Summary) waits(m events.MatterOpened) {
	if p, err := events.DecodePayload(m.Wants, m.Input); err == nil && p.Kind() == (events.PlaySubmitted{}).Kind() {
		s.Waiting = append(s.Waiting, waiting{m.Matter, events.MadeBy(p)})
	}
}

func (s *Summary) holderOf(side string) string {
	for i := range s.holders {
		if s.holders[i].Side == side {
			return s.holders[i].Player
		}
	}
	return ""
}

func (s *Summary) hold(side, player string) {
	if side == s.ToPlay {
		s.Player = player
	}
	for i := range s.holders {
		if s.holders[i].Side == side {
			s.holders[i].Player = player
			return
		}
	}
	s.holders = append(s.holders, holder{side, player})
}

// state takes everything but the last play from a state.
func (s *Summary) state(st *aggregate.State) {
	s.Game, s.System, s.Hand, s.Started, s.Umpire = st.Game(), st.System(), st.HandsWon()+1, st.Started(), st.Holder(events.KnownOffice)
	s.Span, s.ToPlay = "", cmp.Or(st.ToPlay(), strings.Join(st.Round(), ", "))
	s.holders = s.holders[:0]
	for side := range st.Sides() {
		s.holders = append(s.holders, holder{side.Name, side.Player})
	}
	s.Hides = st.Hides()
	s.Array, s.Over, s.algebraic = st.FromArray(), st.Over(), st.WritesAlgebraic()
	if s.Over {
		s.Hand--
	}
	s.Player = s.holderOf(s.ToPlay)
	s.Expires, s.Free, s.Waiting = nil, "", nil
	if s.Tables, s.Table = nil, 0; st.Tables() != nil {
		s.fromTables(st)
	} else if l, ok := st.Limit(); ok {
		s.Expires = &l.Expires
	}
	if p := st.Pending(); p.Free {
		s.Span = onIfPending(p.State)
	}
	if st.Free() {
		s.Free = st.Pending().Stage
	}
	for _, m := range st.Matters() {
		s.waits(m)
	}
	s.Winner = nil
	if titles := st.Titles(); len(titles) > 0 {
		s.Winner = winner(titles[len(titles)-1], st.Winners())
	}
}

// Limit is when the time limit of whoever is to play expires, nil if nobody plays against one.
func (s *Summary) Limit() *time.Time {
	if s.Idle() != "" || slices.ContainsFunc(s.Waiting, func(w waiting) bool { return w.Side == s.ToPlay }) {
		return nil
	}
	return s.Expires
}

// Turn says whose turn it is, or why it is nobody's.
func (s *Summary) Turn() string {
	if idle := s.Idle(); idle != "" {
		return idle
	}
	if s.Player == "" || s.Player == s.ToPlay {
		return s.ToPlay
	}
	return s.ToPlay + " (" + s.Player + ")"
}

// Idle says why it is nobody's turn, "" if it is somebody's.
func (s *Summary) Idle() string {
	switch {
	case s.Over:
		return "over"
	case s.Started && s.Umpire == "" && !s.Array:
		return "suspended"
	case s.Free != "":
		return strings.ReplaceAll(s.Free, "-", " ")
	case !s.Started:
		return "not started"
	case s.ToPlay == "":
		return "nobody"
	}
	return ""
}

// written is a summary as it stands in a note.
type written struct {
	Version int `json:"version"`
	Summary
	Event   uuid.UUID `json:"event"`
	Holders []holder  `json:"holders,omitempty"`

	Algebraic bool `json:"algebraic,omitempty"`
	Wrote     bool `json:"wrote,omitempty"`

	Edition int          `json:"edition,omitempty"`
	Bases   map[int]int  `json:"bases,omitempty"`
	First   *Play        `json:"first,omitempty"`
	Stated  map[int]Play `json:"stated,omitempty"`
}

// outdated reports whether the data of a note are those of an earlier version, which a program of that version may have kept as it should.
func outdated(data []byte) bool {
	var w struct{ Version int }
	return json.Unmarshal(data, &w) == nil && 0 < w.Version && w.Version < version
}

// encode writes a summary as the data of a note: JSON with a version.
func (s *Summary) encode() ([]byte, error) {
	w := written{Version: version, Summary: *s, Event: s.last, Holders: s.holders, Algebraic: s.algebraic, Wrote: s.wrote}
	if s.edition > 0 {
		w.Edition, w.Bases, w.Stated = s.edition, s.bases, s.stated
		if s.Last != nil {
			w.First = &s.first
		}
	}
	return json.Marshal(w)
}

// decode reads what encode wrote.
func decode(data []byte) (Summary, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return Summary{}, fmt.Errorf("read a summary: %w", err)
	}
	if w.Version != version {
		return Summary{}, fmt.Errorf("read a summary: version %d, expected %d", w.Version, version)
	}
	w.last, w.holders, w.algebraic, w.wrote = w.Event, w.Holders, w.Algebraic, w.Wrote
	w.edition, w.bases, w.stated = w.Edition, w.Bases, w.Stated
	if w.First == nil {
		w.First = w.Last // as it was ruled on first, where there are no editions
	}
	if w.First != nil {
		w.first = *w.First
		w.first.Algebraic = "" // that of the last play may be another where an edition restates what came before it
	}
	return w.Summary, nil
}
