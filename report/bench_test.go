package report

import (
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// A piece on several squares is picked up by any of them. A Galley on c3 covers c4 and c5 too; once it is picked up, c4 is where it can go.
func TestABenchLeadsToAPieceFromEachOfItsSquares(t *testing.T) {
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	galley, err := rules.Parse("galley.yaml", []byte(`{number: "1230.90", title: Galley, piece: {name: Galley, glyph: Ga, value: 6, covers: [[0, 0], [0, 1], [0, 2]], modes: [{legs: [{dir: vertical}]}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	opening, err := systems.Opening("a game", "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(1999, 1, 1, 12, 0, 0, 0, time.UTC)
	list := []events.Payload{opening}
	for _, r := range append(book.Rules(), galley...) {
		list = append(list, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	list = append(list, events.PlayerRegistered{Player: "Ann"}, events.PlayerRegistered{Player: "Bob"}, events.OfficeFilled{Office: "umpire", Player: "Ann"},
		events.SideCreated{Side: "Red", Player: "Ann"}, events.SideCreated{Side: "Blue", Player: "Bob", Attributes: []string{"nap"}},
		events.TransactionRecorded{Account: "Bob", Asset: events.MoneyAsset, Amount: events.Whole(1000)}, events.GameStarted{},
		events.PurchaseRequested{Side: "Blue", Type: "Galley", Buyer: "Bob"})
	for _, play := range [][2]string{{"Blue", "K@a1"}, {"Red", "K@t20"}, {"Blue", "Ga@c3"}, {"Red", "Kt20-t19"}} {
		list = append(list, events.PlaySubmitted{Side: play[0], Text: play[1]})
	}
	for _, p := range list {
		d := j.Decide(aggregate.Input{Payload: p, At: noon, Actor: "Ann"})
		if d.Ruling.Verdict != aggregate.Accepted {
			t.Fatalf("%s: %v", p.Kind(), d.Ruling.Faults)
		}
		j.Commit(d)
	}
	host := BenchHost{
		Address: func(d Draft) string { return "from " + d.From + " play " + d.Play },
		Several: func(square string) string { return square },
		On:      func(piece, square string) string { return piece + " on " + square },
	}
	leads := func(from, square string) string {
		o := offer.New(j, aggregate.Input{Payload: events.PlaySubmitted{Side: "Blue"}, At: noon, Actor: "Bob"})
		b, err := NewBench(o, Draft{From: from}, host)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range b.Rows {
			for _, cell := range row {
				if cell.Square == square {
					return cell.To
				}
			}
		}
		return "no such square"
	}
	for _, x := range []struct{ from, square, want string }{
		{"", "c2", ""}, {"", "c3", "from Ga1 play "}, {"", "c4", "from Ga1 play "}, {"", "c5", "from Ga1 play "}, {"", "c6", ""},
		{"Ga1", "c4", "from  play Ga c3-c4"}, {"Ga1", "c5", "from Ga1 play "},
	} {
		if got := leads(x.from, x.square); got != x.want {
			t.Errorf("with %q picked up %s leads to %q, expected %q", x.from, x.square, got, x.want)
		}
	}
}
