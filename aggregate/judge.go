package aggregate

import (
	"fmt"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// Input is one thing that somebody did, as the judge sees it.
type Input struct {
	ID      string // the input's event id
	Address string // of an input that is ruled on again, its address in the ledger: "194", "2.1"
	Payload events.Payload
	At      time.Time // when it was recorded
	Actor   string    // who recorded it

	// Play is what Payload says if it is a play, as it was read by whoever looked at it first;
	// nil if nobody has yet.
	Play *notation.Reading

	// Happened says that the input was accepted when it was recorded and is ruled on again. What
	// it tells of the world outside the game stands whatever the rules have become: a transaction,
	// a player's status. What an account can no longer pay is a debt, a balance below 0.
	Happened bool
}

// Reading returns the play of an input as it was read, and reads it if nobody has; nil if the
// input is no play.
func (in *Input) Reading() *notation.Reading {
	p, ok := in.Payload.(events.PlaySubmitted)
	if !ok {
		return nil
	}
	in.Play = in.Play.Of(p.Text)
	return in.Play
}

// Decision is what the rules make of an input. Ruling is also the payload of the first
// outcome; a rejected input has others only where rules say what follows of the refusal of a play.
type Decision struct {
	Ruling   events.Ruled
	Outcomes []events.Outcome
}

// A Judge is a state, its compiled rulebook and a board position, in step. It is not safe
// for concurrent use.
//
// It keeps two tables: one as committed, and one on which a decision is worked out. The
// second is a copy of the first whenever a decision begins. Committing the decision made
// last merely exchanges the two.
type Judge struct {
	engine     string
	base, work *table
	decided    []events.Outcome // the accepted outcomes that made work out of base
	left       *leftOver        // who is told what may be written next behind a play; nil: nobody
	watch      *Attempt         // who is told how a decision comes about; nil: nobody
	labels     *Labels          // given in any edition; nil: nothing is ruled on again
	sparing    bool             // duties oblige nobody
	staged     bool             // a play that is tried is bound by the stage that runs
	casting    bool             // lots decide of the acts of what is tried: a rule makes it
	fated      *drawnLots       // what lots have decided of a play that is tried; nil: none is drawn
	idle       *decision        // memory for the next decision
	spare      *play            // and for the next play
	trial      *table           // for boards under other readings
	read       notation.Reading // memory for the text of the next play
}

// NewJudge returns a judge of the game in s, which it follows from then on: s must not be
// changed by others. Engine is the version that rulings name. The error says that a rule in
// force cannot be read. Rules that can be read but not be applied, as while a game is being
// set up, are no error: inputs that need them are rejected.
func NewJudge(s *State, engine string) (*Judge, error) {
	return NewJudgeAfter(nil, s, engine)
}

// NewJudgeAfter is NewJudge for whoever has made a judge of the same game before, of whose law nothing is read twice; nil for none.
func NewJudgeAfter(before *Judge, s *State, engine string) (*Judge, error) {
	base := newTable(s)
	if before != nil {
		base.law = before.base.law
	}
	j := &Judge{engine: engine, base: base, work: base.beside()}
	if l := j.base.rulebook(); l.broken != nil {
		return nil, fmt.Errorf("judge of %q: %w", s.Game(), l.broken)
	}
	return j, nil
}

// Decide judges an input and never writes: state and position of j stay as they are. An
// input of a kind that has no handler is rejected.
func (j *Judge) Decide(in Input) Decision { return j.DecideUnder(in, nil) }

// begin starts a decision on a copy of what is committed.
func (j *Judge) begin(in Input, o *Order) *decision { return j.beginIn(new(decision), in, o) }

// beginIn is begin in memory for it.
func (j *Judge) beginIn(d *decision, in Input, o *Order) *decision {
	j.decided = nil
	j.base.rulebook()
	at := in.moment()
	j.base.judges(at)
	if l := j.base.law; l.compiled && slices.ContainsFunc(l.duties, func(d duty) bool { return d.Oblige != "" }) {
		j.base.tried() // so that one decision after the other has it
	}
	j.work.copyFrom(j.base)
	j.work.judges(at)
	*d = decision{
		judge: j, in: in, before: j.base, now: j.work,
		out: make([]events.Outcome, 1, 10), order: o,
	}
	d.ruling = events.Ruled{Verdict: Accepted, Engine: j.engine}
	if in.Payload != nil {
		d.ruling.Subject = in.Payload.Kind()
	}
	d.read(j.base)
	return d
}

// read reads the play that the input is, if it is one, with the kinds of moves that the rules in force on a table declare.
func (d *decision) read(t *table) {
	if d.in.Play = d.in.Reading(); d.in.Play != nil && d.in.Play.Err != nil && t.compile() == nil {
		d.in.Play = d.in.Play.Knowing(t.law.proc.KindNames())
	}
}

// Kinds are the kinds of moves that the rules in force declare.
func (j *Judge) Kinds() []string {
	if j.base.compile() != nil {
		return nil
	}
	return j.base.law.proc.KindNames()
}

// judgeInput asks the handler of the input's kind.
func (d *decision) judgeInput() {
	if handle, ok := handlers()[d.ruling.Subject]; ok {
		if !d.banned() && !d.waits() {
			d.carryOut(handle)
		}
		d.wake()
	} else {
		d.refuse(FaultUnknownInput, "", "unknown kind of input: %q", d.ruling.Subject)
	}
}

// Judges reports whether there are rules for inputs of a payload's kind. Adoptions of editions
// and disputes are not ruled on by the rules of the game.
func Judges(p events.Payload) bool {
	if p == nil {
		return false
	}
	_, ok := handlers()[p.Kind()]
	return ok
}

// Commit folds what Decide yielded, or any other list of outcomes.
func (j *Judge) Commit(d Decision) {
	if len(d.Outcomes) > 0 && len(d.Outcomes) == len(j.decided) && &d.Outcomes[0] == &j.decided[0] {
		// The state that callers hold on to stays where it is.
		*j.base.state, *j.work.state = *j.work.state, *j.base.state
		j.base.state, j.work.state = j.work.state, j.base.state
		j.base, j.work = j.work, j.base
	} else {
		j.base.state.noting() // a judge that commits nothing leaves its state as it was: others may read it
		for _, o := range d.Outcomes {
			j.base.apply(o.Payload)
		}
	}
	j.decided = nil
	j.base.clearSides()
	j.base.judges(time.Time{})
}

// StandAt lets the ways of pieces, as Position and Analysis know them, be those at the moment of an input, until the next Decide or Commit:
// a rule may ask for the hour. Without it they are those of no particular moment.
func (j *Judge) StandAt(in Input) { j.base.judges(in.moment()) }

// State returns the state as committed. It is the judge's own: read only.
func (j *Judge) State() *State { return j.base.state }

// Position returns the board as committed, nil if the rules in force do not compile. It is
// the judge's own, read only and valid until the next Commit. Piece and side ids of the
// position are found by PieceID and SideID.
func (j *Judge) Position() *movement.Position {
	if j.base.compile() != nil {
		return nil
	}
	return j.base.pos
}

// Analysis returns the analysis of Position, nil if there is none.
func (j *Judge) Analysis() *movement.Analysis {
	if j.base.compile() != nil {
		return nil
	}
	return j.base.analysis()
}

// Weights returns what the sides weigh on the board as committed, nil if no rule says so.
func (j *Judge) Weights() []events.Weight {
	if j.base.compile() != nil || j.base.law.proc.Weights == nil {
		return nil
	}
	return j.base.posted()
}

// PieceID returns the position's id of a piece.
func (j *Judge) PieceID(id string) (movement.PieceID, bool) {
	i, ok := j.base.state.findPiece(id)
	return movement.PieceID(i), ok
}

// PieceName returns the ledger's id of a piece of the position.
func (j *Judge) PieceName(id movement.PieceID) string { return j.base.pieceName(id) }

// SideID returns the position's id of a side.
func (j *Judge) SideID(name string) (movement.SideID, bool) {
	i, ok := j.base.state.findSide(name)
	return movement.SideID(i), ok
}
