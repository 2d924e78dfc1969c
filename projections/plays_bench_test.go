package projections_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/cputime"
	"adjudicate/projections"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/season"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

// pipeline decides inputs, folds their outcomes and projects them, in memory.
type pipeline struct {
	judge   *aggregate.Judge
	project []projections.Projection
	next    uint64
}

func newPipeline(j *aggregate.Judge) *pipeline {
	return &pipeline{judge: j, project: []projections.Projection{projections.NewWeights(), projections.NewMarks(),
		projections.NewWinners(), projections.NewHistory(projections.Query{}, -1)}}
}

// do takes one input all the way and returns its decision.
func (p *pipeline) do(in aggregate.Input) aggregate.Decision {
	d := p.judge.Decide(in)
	p.judge.Commit(d)
	act := &events.Act{Input: p.envelope(in.Payload, nil, in.At), Outcomes: make([]events.Envelope, len(d.Outcomes))}
	for i := range d.Outcomes {
		act.Outcomes[i] = p.envelope(d.Outcomes[i].Payload, d.Outcomes[i].Basis, in.At)
	}
	for _, one := range p.project {
		one.Fold(act)
	}
	return d
}

func (p *pipeline) envelope(payload events.Payload, basis *events.Basis, at time.Time) events.Envelope {
	p.next++
	e := events.Envelope{Ledger: "bench", Sequence: p.next, Effective: p.next, Recorded: at, Payload: payload}
	if basis != nil {
		e.Basis = *basis
	}
	return e
}

// dense is a started game of nine sides with 140 pieces on the board, nobody in check, under the built-in
// rules with some amended. The pieces that amendments define take the places of the Camels.
func dense(b *testing.B, amendments ...rules.Rule) *aggregate.State {
	b.Helper()
	const path = "../fixtures/bench/dense.json"
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	doc, err := position.Read(path, bytes.NewReader(text))
	if err != nil {
		b.Fatal(err)
	}
	book, _, err := systems.Load("partychess")
	if err != nil {
		b.Fatal(err)
	}
	for _, r := range amendments {
		book = book.With(r)
		for i := range doc.Pieces {
			if r.Piece != nil && doc.Pieces[i].Type == "Camel" {
				doc.Pieces[i].Type = r.Piece.Name
			}
		}
	}
	set, book, err := position.Setup(path, doc, book)
	if err != nil {
		b.Fatal(err)
	}
	calm(b, set.Position)
	s := aggregate.NewState()
	s.Apply(events.LedgerOpened{Game: "dense", System: "partychess", Seed: strings.Repeat("11", 32), Files: 20, Ranks: 20})
	for _, r := range book.Rules() {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	s.Apply(events.PlayerKnown{Player: "Umpire", Status: "active"})
	s.Apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"})
	var order []string
	for _, side := range doc.Sides {
		s.Apply(events.PlayerKnown{Player: side.Name + "'s", Status: "active"})
		s.Apply(events.SideEntered{Side: side.Name, Player: side.Name + "'s", Attributes: []string{"party"}})
		order = append(order, side.Name)
	}
	for i, pc := range doc.Pieces {
		s.Apply(events.PieceCreated{Piece: pc.ID, Type: pc.Type, Side: pc.Side})
		if sq := set.Position.Where(movement.PieceID(i)); sq != movement.Off {
			s.Apply(events.PiecePlaced{Piece: pc.ID, At: set.Rules.SquareName(sq)})
		}
	}
	s.Apply(events.StartDone{})
	s.Apply(events.OrderChanged{Order: order})
	s.Apply(events.TurnBegan{Side: order[0]})
	return s
}

// calm moves whatever gives check to squares from which it does not.
func calm(b *testing.B, p *movement.Position) {
	rng := rand.New(rand.NewPCG(3, 3))
	squares := p.Ruleset().Squares()
	for range 5000 {
		var by []movement.PieceID
		for s := range p.Sides() {
			by = p.CheckedBy(movement.SideID(s), by)
		}
		if len(by) == 0 {
			return
		}
		if sq := squares[rng.IntN(len(squares))]; p.At(sq) == movement.NoPiece {
			p.Put(by[rng.IntN(len(by))], sq)
		}
	}
	b.Fatal("some piece gives check wherever it stands")
}

// line finds legal plays of one Move each after which nobody is in check, so that the
// board stays as full as it was.
func line(b *testing.B, start *aggregate.State, plays int) []aggregate.Input {
	b.Helper()
	j, err := aggregate.NewJudge(start.Clone(), "bench")
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	var out []aggregate.Input
	at := time.Date(1998, 10, 5, 9, 0, 0, 0, time.UTC)
	for tries := 0; len(out) < plays; tries++ {
		if tries > 20000 {
			b.Fatalf("only %d plays found", len(out))
		}
		side := j.State().ToPlay()
		var pieces []movement.PieceID
		for pc := range j.State().PiecesOf(side) {
			if id, ok := j.PieceID(pc.ID); ok && pc.At != "" {
				pieces = append(pieces, id)
			}
		}
		id := pieces[rng.IntN(len(pieces))]
		pos := j.Position()
		moves := pos.MovesOf(id, nil)
		if len(moves) == 0 {
			continue
		}
		rs := pos.Ruleset()
		to := moves[rng.IntN(len(moves))]
		in := aggregate.Input{ID: "play", At: at, Actor: side, Payload: events.PlaySubmitted{
			Side: side, Text: rs.SquareName(pos.Where(id)) + "-" + rs.SquareName(to)}}
		d := j.Decide(in)
		checks := false
		for _, o := range d.Outcomes {
			if c, ok := o.Payload.(events.ChecksChanged); ok {
				checks = len(c.Checks) > 0
			}
		}
		if d.Ruling.Verdict != aggregate.Accepted || checks {
			continue
		}
		j.Commit(d)
		out = append(out, in)
	}
	return out
}

// BenchmarkPlays takes plays all the way: decided, folded and projected, in memory.
func BenchmarkPlays(b *testing.B) {
	b.Run("dense", func(b *testing.B) {
		start := dense(b)
		list := line(b, start, 300)
		plays, left := 0, 0
		var spent time.Duration
		for b.Loop() {
			b.StopTimer()
			j, err := aggregate.NewJudge(start.Clone(), "bench")
			if err != nil {
				b.Fatal(err)
			}
			j.Analysis() // compiled and laid out
			p := newPipeline(j)
			b.StartTimer()
			began := cputime.Used()
			for _, in := range list {
				p.do(in)
			}
			spent += cputime.Used() - began
			plays += len(list)
			left = len(j.Position().OnBoard())
		}
		b.ReportMetric(float64(plays)/spent.Seconds(), "plays/s")
		b.ReportMetric(float64(left), "pieces")
	})
	b.Run("season", func(b *testing.B) {
		const path = "../fixtures/season/autumn.season"
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		s, err := season.Parse(path, text)
		if err == nil {
			err = s.Resolve(season.Beside(os.DirFS(filepath.Dir(path))))
		}
		if err != nil {
			b.Fatal(err)
		}
		plays := 0
		var spent time.Duration // on plays alone, not on the rules that are enacted between them
		for b.Loop() {
			j, err := aggregate.NewJudge(aggregate.NewState(), "bench")
			if err != nil {
				b.Fatal(err)
			}
			p := newPipeline(j)
			var began time.Duration
			playing := false // plays that follow each other are timed together: to read the clock takes as long as a twentieth of one
			for _, e := range s.Entries {
				for _, payload := range e.Inputs {
					in := aggregate.Input{ID: "in", At: e.At, Actor: e.Actor, Payload: payload}
					_, play := payload.(events.PlaySubmitted)
					switch {
					case play && !playing:
						began = cputime.Used()
					case playing && !play:
						spent += cputime.Used() - began
					}
					playing = play
					if p.do(in); play {
						plays++
					} else {
						j.Analysis()
					}
				}
			}
			if playing {
				spent += cputime.Used() - began
			}
		}
		b.ReportMetric(float64(plays)/spent.Seconds(), "plays/s")
	})
}
