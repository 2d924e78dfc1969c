package amendment_test

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// thirty is the built-in rulebook with as many leapers and riders as make thirty pieces.
func thirty(b testing.TB) (*rules.Rulebook, map[string]string) {
	b.Helper()
	book, register, err := systems.Load("partychess")
	if err != nil {
		b.Fatal(err)
	}
	readings, err := register.Complete(nil)
	if err != nil {
		b.Fatal(err)
	}
	glyphs := ""
	for _, d := range book.Pieces() {
		glyphs += strings.ToLower(d.Piece.Glyph)
	}
	n := len(book.Pieces())
	for c := byte('!'); n < 30; c++ {
		if strings.Contains(glyphs, strings.ToLower(string(c))) || c >= 'A' && c <= 'Z' {
			continue
		}
		book = book.With(rules.Rule{Number: fmt.Sprintf("9.%d", n), Title: "More", Piece: &rules.Piece{
			Name: fmt.Sprintf("More%d", n), Glyph: string(c), Value: "3",
			Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "all", N: "1..5"}}}, {Legs: []rules.Leg{{Leap: []int{3, 2}}}}},
		}})
		n++
	}
	if got := len(book.Pieces()); got != 30 {
		b.Fatalf("%d pieces", got)
	}
	return book, readings
}

// BenchmarkCompile30 is what a change of the rules costs the engine: a rulebook of thirty
// pieces, read already, made into tables.
func BenchmarkCompile30(b *testing.B) {
	book, readings := thirty(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := movement.Compile(book, readings); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAmended30 is the same after an amendment: the rulebook has to judge its
// definitions again.
func BenchmarkAmended30(b *testing.B) {
	book, readings := thirty(b)
	r, _ := book.Rule("1230.6")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := movement.Compile(book.With(r), readings); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkForesee is a preview of an amendment in a small game.
func BenchmarkForesee(b *testing.B) {
	s := game(b, "Red: King e5 K1, Rook a1 R1; Blue: King k1 K2, Camel t20 C1")
	r := revised(b, s, "1230.6", func(r *rules.Rule) { r.Piece.Value = "6" })
	b.ReportAllocs()
	for b.Loop() {
		foresee(b, s, events.RuleAmended{Number: r.Number, Rule: r.Canonical()})
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "previews/s")
}
