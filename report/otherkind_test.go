package report_test

import (
	"crypto/rand"
	"errors"
	"testing"

	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/report"
	"adjudicate/rules/names"
	"adjudicate/store/memory"
)

// Whoever asks for the entries of a player, and names a side, hears who plays it; and the reverse.
func TestASideInPlaceOfAPlayerIsToldWithWhoPlaysIt(t *testing.T) {
	st := memory.New()
	if _, err := played.Into(st, "autumn", "../fixtures/season/autumn.season", ledger.Options{Engine: "test", Entropy: rand.Reader}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at          uint64 // the point that is looked at; 0: the end
		q           report.LogQuery
		text, hints string
	}{
		{0, report.LogQuery{Player: "masque"}, `no such player: "masque": it is a side, which Pavel plays`, "use --player Pavel, or --side Masque"},
		{1938, report.LogQuery{Player: "Masque"}, `no such player: "Masque": it is a side, which Tamsin plays`, "use --player Tamsin, or --side Masque"},
		{0, report.LogQuery{Player: "Garden"}, `no such player: "Garden": it is a side`, "use --side Garden"}, // it has left
		{0, report.LogQuery{Side: "Pavel"}, `no such side: "Pavel": it is a player, who plays Masque`, "use --side Masque, or --player Pavel"},
		{0, report.LogQuery{Side: "tamsin"}, `no such side: "tamsin": it is a player`, "use --player Tamsin"},
		{0, report.LogQuery{Player: "Nobody"}, "", ""},
		{0, report.LogQuery{Side: "Nobody"}, "", ""},
		{0, report.LogQuery{Piece: "Masque"}, "", ""},
	} {
		v, err := history.Look(t.Context(), st, "autumn", history.Where{At: c.at})
		if err != nil {
			t.Fatal(err)
		}
		c.q.Last = -1
		_, err = report.LogOf(t.Context(), v, v.Events(t.Context(), 1), c.q)
		var unknown *names.UnknownError
		var other *report.OtherKindError
		if !errors.As(err, &unknown) || errors.As(err, &other) != (c.text != "") {
			t.Errorf("%+v: %v", c.q, err)
			continue
		}
		if other != nil && (err.Error() != c.text || other.Advice() != c.hints) {
			t.Errorf("%+v:\n%s\n%s, want\n%s\n%s", c.q, err, other.Advice(), c.text, c.hints)
		}
	}
}
