package report

import (
	"context"
	"iter"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/projections"
	"adjudicate/rules"
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

// ReadWeights shows the Weights that a history has posted.
func ReadWeights(list iter.Seq2[events.Envelope, error]) (*Weights, error) {
	posted := projections.NewWeights()
	if err := fold(list, posted); err != nil {
		return nil, err
	}
	return NewWeights(posted), nil
}

// ReadKnives shows who holds knives in a state, and how the history that led to it gave them.
func ReadKnives(list iter.Seq2[events.Envelope, error], st *aggregate.State) (*Knives, error) {
	awards, hands := projections.NewKnives(), projections.NewWinners()
	if err := fold(list, awards, hands); err != nil {
		return nil, err
	}
	v := knivesOf(st)
	v.Tell(awards, hands)
	return v, nil
}

// LogQuery says which entries of a history are listed. What is left empty does not matter.
type LogQuery struct {
	Side, Piece, Clause, Reading string
	Player                       string // who made an input, or whom it names
	Since, Until                 uint64 // sequences of inputs; 0: from the beginning, to the end
	Rejected, Plays              bool
	All                          bool // also the rules that open the game
	Last                         int  // only so many of the last; all of them if it is negative
}

// LogOf is ReadLog of a view whose events are given, by the register at its end.
func LogOf(ctx context.Context, v *history.View, list iter.Seq2[events.Envelope, error], q LogQuery) (*Log, error) {
	st, err := v.State(ctx)
	if err != nil {
		return nil, err
	}
	register, err := st.Register()
	if err != nil {
		return nil, err
	}
	return ReadLog(ctx, v, list, q, register)
}

// ReadLog lists the entries of a view that a query asks for; list are its events, which are read twice where the query has names. It holds what it
// lists, not what it reads. A name that the history does not know is a *names.UnknownError.
func ReadLog(ctx context.Context, v *history.View, list iter.Seq2[events.Envelope, error], q LogQuery, register *rules.Register) (*Log, error) {
	query := projections.Query{Side: q.Side, Piece: q.Piece, Clause: q.Clause, Reading: q.Reading, Player: q.Player, Since: q.Since, Until: q.Until}
	if q.Rejected {
		query.Verdict = aggregate.Rejected
	}
	if q.Plays {
		query.Kind = events.PlaySubmitted{}.Kind()
	}
	known := projections.NewKnown()
	if query.Side+query.Piece+query.Clause+query.Player != "" {
		if err := fold(list, known); err != nil {
			return nil, err
		}
	}
	query, err := askLog(query, known, register)
	if err != nil {
		return nil, err
	}
	marks, err := v.Marks(ctx)
	if err != nil {
		return nil, err
	}
	found, said := &logged{acts: projections.NewHistory(query, q.Last), query: query, all: q.All, opening: true}, speech{aggregate.NewState()}
	if err := fold(list, found, said); err != nil {
		return nil, err
	}
	log := found.log(v, marks, NamesBy(said.law.Speaker()))
	return log, write(ctx, v, said.law, log.Entries)
}
