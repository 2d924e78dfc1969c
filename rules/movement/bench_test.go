package movement_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"adjudicate/internal/cputime"
	"adjudicate/rules/movement"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

// dense is nine sides with 140 pieces on the 20×20 board.
func dense(b *testing.B) *movement.Position {
	b.Helper()
	text, err := os.ReadFile("../../fixtures/bench/dense.json")
	if err != nil {
		b.Fatal(err)
	}
	d, err := position.Read("dense.json", bytes.NewReader(text))
	if err != nil {
		b.Fatal(err)
	}
	s, _, err := position.Setup("dense.json", d, nil)
	if err != nil {
		b.Fatal(err)
	}
	return s.Position
}

// BenchmarkAnalysis is the whole analysis of the dense position: every move, capture and
// defence, every check, all Weights.
func BenchmarkAnalysis(b *testing.B) {
	p := dense(b)
	var a movement.Analysis
	a.Run(p)
	b.ReportAllocs()
	began := cputime.Used()
	for b.Loop() {
		a.Run(p)
	}
	spent := cputime.Used() - began
	b.ReportMetric(float64(b.N)/spent.Seconds(), "positions/s")
	b.ReportMetric(float64(spent.Nanoseconds())/1000/float64(b.N), "cpu-µs/op")
}

// BenchmarkInCheck is the question whether any of the nine sides is in check.
func BenchmarkInCheck(b *testing.B) {
	p := dense(b)
	b.ReportAllocs()
	for b.Loop() {
		for s := range p.Sides() {
			p.InCheck(movement.SideID(s))
		}
	}
}

// BenchmarkCompile is the built-in rulebook of 21 pieces, read already, made into tables.
func BenchmarkCompile(b *testing.B) {
	rb, register, err := systems.Load("partychess")
	if err != nil {
		b.Fatal(err)
	}
	readings, err := register.Complete(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := movement.Compile(rb, readings); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rulebooks/s")
}

// BenchmarkRecompile is the same after an amendment of one piece.
func BenchmarkRecompile(b *testing.B) {
	rb, register, err := systems.Load("partychess")
	if err != nil {
		b.Fatal(err)
	}
	readings, err := register.Complete(nil)
	if err != nil {
		b.Fatal(err)
	}
	before, err := movement.Compile(rb, readings)
	if err != nil {
		b.Fatal(err)
	}
	r, _ := rb.Rule("1230.6")
	piece := *r.Piece
	r.Revision, r.Piece = r.Revision+1, &piece
	after := rb.With(r)
	after.Pieces()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := movement.Recompile(before, after, readings); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "amendments/s")
}

// BenchmarkFollow is what scales do after a play: the sides of the dense position move in turn, any piece wherever it may go.
func BenchmarkFollow(b *testing.B) {
	type made struct {
		id   movement.PieceID
		to   movement.Square
		side movement.SideID
		last movement.Last
	}
	p := dense(b)
	rng := rand.New(rand.NewPCG(5, 5))
	var list []made
	for len(list) < 400 {
		side := movement.SideID(len(list) % p.Sides())
		id := p.OnBoard()[rng.IntN(len(p.OnBoard()))]
		moves := p.MovesOf(id, nil)
		if p.Owner(id) != side || len(moves) == 0 {
			continue
		}
		m := made{id, moves[rng.IntN(len(moves))], side, movement.Last{Play: movement.Move, Type: p.TypeOf(id), As: movement.NoType, Counters: p.CountersOf(id)}}
		p.Put(m.id, m.to)
		p.SetLast(m.side, m.last)
		list = append(list, m)
	}
	start := dense(b)
	b.ReportAllocs()
	var spent time.Duration
	for b.Loop() {
		p.CopyFrom(start)
		var scales movement.Scales
		scales.Follow(p)
		began := cputime.Used()
		for i := range list {
			p.Put(list[i].id, list[i].to)
			p.SetLast(list[i].side, list[i].last)
			scales.Follow(p)
		}
		spent += cputime.Used() - began
	}
	b.ReportMetric(float64(spent.Nanoseconds())/1000/float64(b.N*len(list)), "cpu-µs/play")
}
