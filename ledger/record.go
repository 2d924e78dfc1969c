package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
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
// sequence upTo; 0 means its end. Where the array was set up anew each game is one of its own, with who played which side then. Comments give the grounds of each ruling and the rejected plays. Sys is the
// system; nil means the built-in one that the ledger names. The error is ErrNoRecord if the notation cannot
// record the game.
func WriteRecord(ctx context.Context, st store.Store, name string, out io.Writer, upTo uint64, sys *systems.System) error {
	r := &recorder{recorded: recorded{result: pgn.Unknown}}
	var dec events.Decoder
	for rec, err := range store.Lend(ctx, st, name, 1) {
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
	var text strings.Builder
	games := r.before
	if len(games) == 0 || len(r.plays) > 0 {
		games = append(games, r.recorded)
	}
	for i, one := range games {
		set := r.set
		if i > 0 {
			set.Sides = one.sides
		}
		if one.laid != nil {
			set.Pieces = one.laid
		}
		g, err := score.Record(sys, r.opened, set, one.plays, one.result)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		score.End(g, sys, one.end)
		text.WriteString(pgn.Format(g))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// recorder gathers what a record tells.
type recorder struct {
	opened events.GameOpened
	set    events.ArraySet
	play   *events.PlaySubmitted   // the input whose ruling has not come yet
	waits  map[string]score.Played // by matter: plays that others must agree to, which are none before they have
	last   string                  // the play of the last ruling, as executed
	chose  []string                // the clauses of the last act
	before []recorded              // games that ended before the array was set up anew
	held   []events.ArraySide      // who holds the sides by now
	hand   *events.EndDeclared     // how the last hand ended
	recorded

	started bool
	fresh   []string                     // pieces that the entry which is read has created, if they still are
	pieces  map[string]events.ArrayPiece // what they are, and where
	lays    bool                         // that entry sets up an array
}

// array gathers what an entry creates, which is the array of a game if it sets one up: that of the game before, or one that is drawn.
func (r *recorder) array(p events.Payload) {
	place := func(id, at string, moved bool) {
		if pc, ok := r.pieces[id]; ok {
			pc.At, pc.Moved = at, moved
			r.pieces[id] = pc
		}
	}
	if _, ok := p.(events.Ruled); ok {
		r.fresh, r.pieces, r.lays = nil, map[string]events.ArrayPiece{}, false
	}
	if p, ok := p.(events.PieceCreated); ok && r.started {
		r.fresh, r.pieces[p.Piece] = append(r.fresh, p.Piece), events.ArrayPiece{Type: p.Type, Side: p.Side, Base: p.Base}
	}
	if p, ok := p.(events.PiecePlaced); ok {
		place(p.Piece, p.At, p.Moved)
	}
	if p, ok := p.(events.PieceMoved); ok {
		place(p.Piece, p.To, false)
	}
	if p, ok := p.(events.PieceLifted); ok {
		place(p.Piece, "", false)
	}
	if p, ok := p.(events.PieceDestroyed); ok {
		r.fresh = slices.DeleteFunc(r.fresh, func(id string) bool { return id == p.Piece })
	}
	if _, ok := p.(events.StartDone); ok {
		r.started = true
	}
	if _, ok := p.(events.TurnBegan); ok && r.lays && len(r.plays) == 0 {
		r.laid = nil
		for _, id := range r.fresh {
			r.laid = append(r.laid, r.pieces[id])
		}
	}
}

// recorded is one game.
type recorded struct {
	sides  []events.ArraySide // with who made the first play of each
	plays  []score.Played
	result string
	end    string              // its title, where one was declared
	laid   []events.ArrayPiece // the array, where it was set up in the ledger; nil: that with which the ledger begins
}

func (r *recorder) event(e *events.Envelope) {
	if o, ok := e.Payload.(events.GameOpened); ok {
		r.opened = o
	}
	if a, ok := e.Payload.(events.ArraySet); ok {
		r.set, r.held = a, slices.Clone(a.Sides)
	}
	if h, ok := e.Payload.(events.SideHeld); ok {
		for i := range r.held {
			if r.held[i].Side == h.Side {
				r.held[i].Player = h.Player
			}
		}
	}
	if _, ok := e.Payload.(events.ArrayLaid); ok && r.started {
		if len(r.plays) > 0 {
			if r.hand != nil {
				r.ends(r.hand)
			}
			r.before, r.recorded = append(r.before, r.recorded), recorded{result: pgn.Unknown}
		}
		r.lays = true
	}
	r.array(e.Payload)
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
	if end, ok := e.Payload.(events.PlayEnded); ok && end.Play != "" { // a rule has made it
		r.plays = append(r.plays, score.Played{Side: end.Side, Text: end.Play, Words: strings.Join(r.chose, ", ")})
	}
	if _, ok := e.Payload.(events.AtomicPlayed); ok {
		r.chose = e.Basis.Clauses
	}
	r.matter(e.Payload)
	if back, ok := e.Payload.(events.PlayTakenBack); ok {
		r.takeBack(back.Plays)
	}
	if end, ok := e.Payload.(events.EndDeclared); ok {
		if r.hand = &end; end.Over {
			r.ends(r.hand)
		}
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

// takeBack leaves out the last plays that were made, and what was tried after the first of them: a record tells the game that has come of it.
func (r *recorder) takeBack(plays int) {
	for i := len(r.plays) - 1; i >= 0 && plays > 0; i-- {
		if !r.plays[i].Rejected {
			plays--
		}
		r.plays = r.plays[:i]
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
	if r.sides == nil {
		r.sides = slices.Clone(r.held)
	}
	r.plays = append(r.plays, p)
}

// ends notes who has won by the rules.
func (r *recorder) ends(end *events.EndDeclared) {
	sides := r.sides
	if sides == nil {
		sides = r.held
	}
	if len(sides) != 2 {
		return
	}
	r.end = end.Title
	switch end.Player {
	case sides[0].Player:
		r.result = pgn.WhiteWins
	case sides[1].Player:
		r.result = pgn.BlackWins
	case "":
		r.result = pgn.Draw
	}
}
