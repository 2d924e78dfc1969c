package rules

import "testing"

func TestARuleThatExchangesOrEntrustsSidesHandsOver(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{`{number: "1", note: "exchange: entrust:"}`, false},
		{`{number: "1", procedure: {powers: [{name: trade, by: side, do: [{exchange: other, other: 'first(sides, it != side)'}]}]}}`, true},
		{`{"number":"1","procedure":{"powers":[{"name":"trade","by":"side","do":[{"exchange" : "other"}]}]}}`, true},
		{`{number: "1", procedure: {consequences: [{on: turn-ends, do: [{entrust: side, holder: 'first(players)'}]}]}}`, true},
		{`{number: "1", procedure: {consequences: [{on: turn-ends, do: [{pay: 1, payee: side}]}]}}`, false},
		{`{number: "1", piece: {name: Ox, glyph: O, value: 1, betza: K, consequences: [{on: moved, do: [{exchange: other}]}]}}`, true},
		{`{number: "1", set: {"procedure.powers[0].do": [{exchange: other}]}}`, true},
		{`{number: "1", set: {"procedure.powers[0].do[0].entrust": side}}`, true},
		{`{number: "1", set: {title: exchange}}`, false},
	} {
		list, err := Parse("", []byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := list[0].HandsOver(); got != tt.want {
			t.Errorf("%s: %v", tt.text, got)
		}
	}
}
