package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/season/pgn"
	"adjudicate/season/score"
	"adjudicate/store"
	"adjudicate/systems"
)

// ErrNoRecord says that a ledger is of a game that Portable Game Notation cannot record.
var ErrNoRecord = errors.New("not a game of a built-in system with an opening array")

// WriteRecord writes the game of a ledger in Portable Game Notation, as first recorded, up to and including
// sequence upTo; 0 means its end. Comments give the grounds of each ruling and the rejected plays. Sys is the
// system; nil means the built-in one that the ledger names. The error is ErrNoRecord if the notation cannot
// record the game.
func WriteRecord(ctx context.Context, st store.Store, name string, out io.Writer, upTo uint64, sys *systems.System) error {
	r := &recorder{result: pgn.Unknown}
	var dec events.Decoder
	for rec, err := range st.Read(ctx, name, 1) {
		if err != nil {
			return err
		}
		if upTo != 0 && uint64(rec.Revision) > upTo {
			break
		}
		e, err := dec.Decode(rec.Data)
		if err != nil {
			return fmt.Errorf("%s: event %d: %w", name, rec.Revision, err)
		}
		r.event(&e)
	}
	if sys == nil {
		var err error
		if sys, err = systems.Find(r.opened.System); err != nil {
			return fmt.Errorf("%s: %w: %w", name, ErrNoRecord, err)
		}
	}
	if len(r.set.Sides) != 2 || sys.FEN == nil {
		return fmt.Errorf("%s: %w", name, ErrNoRecord)
	}
	g, err := score.Record(sys, r.opened, r.set, r.plays, r.result)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	score.End(g, sys, r.end)
	_, err = io.WriteString(out, pgn.Format(g))
	return err
}

// recorder gathers what a record tells.
type recorder struct {
	opened events.GameOpened
	set    events.ArraySet
	play   *events.PlaySubmitted // the input whose ruling has not come yet
	plays  []score.Played
	waits  map[string]score.Played // by matter: plays that others must agree to, which are none before they have
	last   string                  // the play of the last ruling, as executed
	result string
	end    string // its title, where one was declared
}

func (r *recorder) event(e *events.Envelope) {
	if o, ok := e.Payload.(events.GameOpened); ok {
		r.opened = o
	}
	if a, ok := e.Payload.(events.ArraySet); ok {
		r.set = a
	}
	if p, ok := e.Payload.(events.PlaySubmitted); ok {
		r.play = &p
	}
	if ruled, ok := e.Payload.(events.Ruled); ok && r.play != nil && ruled.Subject == r.play.Kind() {
		r.ruled(&ruled, e)
		r.play = nil
	}
	if ruled, ok := e.Payload.(events.Ruled); ok {
		r.last = ruled.Play
	}
	r.matter(e.Payload)
	if end, ok := e.Payload.(events.EndDeclared); ok {
		r.ends(end)
	}
}

// matter takes back a play that waits for the consent of others, and notes it when it is made.
func (r *recorder) matter(p events.Payload) {
	if m, ok := p.(events.MatterOpened); ok && len(r.plays) > 0 {
		if wanted, err := events.DecodePayload(m.Wants, m.Input); err == nil && wanted.Kind() == (events.PlaySubmitted{}).Kind() {
			if r.waits == nil {
				r.waits = map[string]score.Played{}
			}
			r.waits[m.Matter] = r.plays[len(r.plays)-1]
			r.plays = r.plays[:len(r.plays)-1]
		}
	}
	if m, ok := p.(events.MatterClosed); ok {
		if play, waited := r.waits[m.Matter]; waited && m.How == aggregate.MatterTaken {
			if r.last != "" {
				play.Text = r.last
			}
			r.plays = append(r.plays, play)
		}
		delete(r.waits, m.Matter)
	}
}

// ruled notes a play and what the ruling on it rests on.
func (r *recorder) ruled(ruled *events.Ruled, e *events.Envelope) {
	p := score.Played{Side: r.play.Side, Text: r.play.Text, Rejected: ruled.Verdict == aggregate.Rejected}
	if !p.Rejected {
		if ruled.Play != "" {
			p.Text = ruled.Play
		}
		p.Words = strings.Join(e.Basis.Clauses, ", ")
	}
	var words []string
	for _, f := range ruled.Faults {
		text := f.Message
		if f.Clause != "" {
			text += " (" + f.Clause + ")"
		}
		words = append(words, text)
	}
	if p.Rejected {
		p.Words = strings.Join(words, "; ")
	}
	r.plays = append(r.plays, p)
}

// ends notes who has won by the rules.
func (r *recorder) ends(end events.EndDeclared) {
	if !end.Over || len(r.set.Sides) != 2 {
		return
	}
	r.end = end.Title
	switch end.Player {
	case r.set.Sides[0].Player:
		r.result = pgn.WhiteWins
	case r.set.Sides[1].Player:
		r.result = pgn.BlackWins
	case "":
		r.result = pgn.Draw
	}
}
