package report

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/projections"
)

// fold reads a history into projections.
func fold(list iter.Seq2[events.Envelope, error], into ...projections.Projection) error {
	for act, err := range events.Acts(list) {
		if err != nil {
			return err
		}
		for _, one := range into {
			one.Fold(act)
		}
	}
	return nil
}

// WeightsNow shows the Weights that a history has come to.
func WeightsNow(ctx context.Context, v *history.View) (*Weights, error) {
	st, err := v.State(ctx)
	if err != nil {
		return nil, err
	}
	return &Weights{Weights: append([]events.Weight{}, st.Weights()...), Short: true}, nil
}

// ReadWeights shows the Weights that a history has posted.
func ReadWeights(list iter.Seq2[events.Envelope, error]) (*Weights, error) {
	posted := projections.NewWeights()
	if err := fold(list, posted); err != nil {
		return nil, err
	}
	return NewWeights(posted), nil
}

// ReadMarks shows who holds marks in a state, and how the history that led to it gave them.
func ReadMarks(list iter.Seq2[events.Envelope, error], st *aggregate.State) (*HandMarks, error) {
	awards, hands := projections.NewMarks(), projections.NewWinners()
	if err := fold(list, awards, hands); err != nil {
		return nil, err
	}
	v := marksOf(st)
	v.Tell(awards, hands)
	return v, nil
}

// A Running is what views of a whole history hold of it, which goes on from where it was last read. Its views stay as they are when it does.
type Running struct {
	weights *projections.Weights
	awards  *projections.Marks
	hands   *projections.Winners
}

// NewRunning returns the Running of a history that has not begun.
func NewRunning() *Running {
	return &Running{projections.NewWeights(), projections.NewMarks(), projections.NewWinners()}
}

// Read goes on with whole acts. After an error nothing more can be asked.
func (r *Running) Read(list iter.Seq2[events.Envelope, error]) error {
	return fold(list, r.weights, r.awards, r.hands)
}

// Len is how many postings of Weights are held.
func (r *Running) Len() int { return r.weights.Len() }

// Weights is ReadWeights of what has been read.
func (r *Running) Weights() *Weights { return NewWeights(r.weights) }

// WeightsUpTo is ReadWeights of what has been read up to a sequence, of a history whose sequences only grow.
func (r *Running) WeightsUpTo(sequence uint64) *Weights { return NewWeights(r.weights.UpTo(sequence)) }

// Marks is ReadMarks of what has been read, with the state that it has come to.
func (r *Running) Marks(st *aggregate.State) *HandMarks {
	v := marksOf(st)
	v.Tell(r.awards, r.hands)
	return v
}

// LogQuery says which entries of a history are listed. What is left empty does not matter.
type LogQuery struct {
	Side, Piece, Clause, Reading string
	Player                       string // who made an input, or whom it names
	Since, Until                 string // the addresses of the first entry and the last one, or events of theirs; "": from the beginning, to the end
	Rejected, Plays              bool
	All                          bool // also the rules that open the game
	Last                         int  // only so many of the last; all of them if it is negative
}

// A SpanError says that a list is to end before it begins.
type SpanError struct{ Since, Until uint64 }

func (e *SpanError) Error() string {
	return fmt.Sprintf("the list ends before it begins: it is to begin at #%d and to end at #%d", e.Since, e.Until)
}

// span reads where a list begins and ends.
func (q *LogQuery) span(v *history.View) (since, until history.Place, err error) {
	for _, f := range []struct {
		text string
		at   *history.Place
	}{{q.Since, &since}, {q.Until, &until}} {
		var address string
		if f.at.Input, address, err = history.ParseAddress(f.text); err == nil && address != "" {
			*f.at, err = v.Catalogue.Inserted(v.Edition, address)
		}
		if err != nil {
			return since, until, err
		}
	}
	if until.Input != 0 && since.Input > until.Input+1 {
		err = &SpanError{since.Input, until.Input}
	}
	return since, until, err
}

// bounds are those of a part of a history, from one entry up to another; a zero Place is no bound.
type bounds struct {
	since, until history.Place
	v            *history.View
	put          map[uuid.UUID]string // the addresses of what the edition has put in
}

// has reports whether an act is within them, as far as sequences do not tell: what an edition has put in just before an input has its sequence.
func (s *bounds) has(a *events.Act) bool {
	at := a.Input.Sequence
	return (at != s.since.Input || s.rank(s.put[a.Input.ID]) >= s.rank(s.since.Change)) && (at != s.until.Input || s.rank(s.put[a.Input.ID]) <= s.rank(s.until.Change))
}

// rank orders what stands at one input: what the edition has put in there, as it has it, then the input.
func (s *bounds) rank(change string) int {
	list := s.v.Edition.Changes
	if i := slices.IndexFunc(list, func(c events.Change) bool { return c.ID == change }); i >= 0 && change != "" {
		return i
	}
	return len(list)
}

// LogOf is ReadLog of a view whose events are given, by the register at its end.
func LogOf(ctx context.Context, v *history.View, list iter.Seq2[events.Envelope, error], q LogQuery) (*Log, error) {
	st, err := v.State(ctx)
	if err != nil {
		return nil, err
	}
	return ReadLog(ctx, v, list, q, st)
}

// ReadLog lists the entries of a view that a query asks for; list are its events, and end is the state at its end. It holds what it
// lists, not what it reads. Of the last entries it reads hardly more than those, and of those since a point what follows it; list is read only where
// all of it is asked for, or the query names what the end does not know by that name. A name that the history has never known is a
// *names.UnknownError, within an *OtherKindError where it is a side for a player, or the reverse. A list that ends before it begins is a *SpanError.
func ReadLog(ctx context.Context, v *history.View, list iter.Seq2[events.Envelope, error], q LogQuery, end *aggregate.State) (*Log, error) {
	since, until, err := q.span(v)
	if err != nil {
		return nil, err
	}
	register, err := end.Register()
	if err != nil {
		return nil, err
	}
	query := projections.Query{Side: q.Side, Piece: q.Piece, Clause: q.Clause, Reading: q.Reading, Player: q.Player, Since: since.Input, Until: until.Input}
	if q.Rejected {
		query.Verdict = aggregate.Rejected
	}
	if q.Plays {
		query.Kind = events.PlaySubmitted{}.Kind()
	}
	known := projections.NewKnown()
	if !knows(end, &query) {
		if err := fold(list, known); err != nil {
			return nil, err
		}
		query, err = askLog(query, known.Names, register)
		err = otherKind(err, known.Names, end)
	} else {
		query, err = askLog(query, func(role events.Role) []string { return namesIn(&query)[role] }, register)
	}
	if err != nil {
		return nil, err
	}
	marks, err := v.Marks(ctx)
	if err != nil {
		return nil, err
	}
	between := bounds{since, until, v, v.Addresses()}
	if q.Last > 0 || since.Input > 1 {
		return lastOf(ctx, v, q, query, between, end, marks)
	}
	found, said := &logged{acts: projections.NewHistory(query, q.Last), query: query, between: between, all: q.All, opening: true}, speech{aggregate.NewState()}
	if err := fold(list, found, said); err != nil {
		return nil, err
	}
	log := found.log(v, marks, NamesBy(said.law.Speaker()))
	return log, write(ctx, v, said.law, log.Entries)
}

// lastEvents is how many events are read for each of the last entries at first, and lastMore how many times as many where those do not hold them.
const (
	lastEvents = 32
	lastMore   = 8
)

// knows reports whether a state knows everything that a query names, spelled as it is there.
func knows(s *aggregate.State, q *projections.Query) bool {
	names := namesIn(q)
	for _, is := range []struct {
		role  events.Role
		known func(string) bool
	}{
		{events.RoleSide, func(name string) bool { return slices.Contains(s.Entered(), name) }},
		{events.RolePlayer, func(name string) bool { return slices.Contains(s.PlayerNames(), name) }},
		{events.RolePiece, func(id string) bool { _, there := s.Piece(id); return there }},
		{events.RoleRule, func(number string) bool { _, there := s.Rule(number); return there }},
	} {
		if list := names[is.role]; len(list) > 0 && !is.known(list[0]) {
			return false
		}
	}
	return true
}

// lastOf lists the last entries of a view, or those since a point, reading from its end on. End is the state there.
func lastOf(ctx context.Context, v *history.View, q LogQuery, query projections.Query, between bounds, st *aggregate.State, marks map[history.Place][]history.Mark) (*Log, error) {
	end, back := v.UpTo, lastEvents*uint64(max(q.Last, 0))
	if between.until.Input != 0 {
		end = min(end, between.until.Input)
	}
	if q.Last < 1 {
		back = end - min(between.since.Input-1, end)
	}
	for ; ; back *= lastMore {
		from := uint64(1)
		if end > back {
			at, ok, err := v.Catalogue.EntryAt(ctx, end-back)
			if err != nil {
				return nil, err
			}
			if ok && at.Input > 1 {
				from = at.Input
			}
		}
		found := &logged{acts: projections.NewHistory(query, q.Last), query: query, between: between, all: q.All, opening: from == 1 || q.Last < 1}
		if err := fold(v.Events(ctx, from), found); err != nil {
			return nil, err
		}
		if from == 1 || q.Last >= 0 && found.acts.Len() >= q.Last || from < between.since.Input {
			log := found.log(v, marks, NamesBy(st.Speaker()))
			return log, write(ctx, v, st, log.Entries)
		}
	}
}
