package outbox

import (
	"path/filepath"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// TestMailsShowWhatTheirReaderMaySee sends the mails about a first move of dark chess: Black hears that it is their turn, and neither of the move nor
// of the pawn; White hears of both.
func TestMailsShowWhatTheirReaderMaySee(t *testing.T) {
	h := &place.Host{Engine: "adjudicate test"}
	sys, err := systems.Called("dark")
	if err != nil {
		t.Fatal(err)
	}
	then, err := array.Opening(sys, "", []string{"White=Ann", "Black=Bob"})
	if err != nil {
		t.Fatal(err)
	}
	draft, _, err := intake.Open(t.Context(), h, sys.Opening("night", strings.Repeat("5", 64), ""), sys.Book.Rules(), "", noon, then...)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "night.ledger")
	if _, err := draft.Put(t.Context(), h, path, true); err != nil {
		t.Fatal(err)
	}
	st, err := h.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	names, _, err := st.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g := st.Game(names[0])
	for _, p := range []string{"Ann", "Bob"} {
		if err := g.Put(t.Context(), people.Person{Player: p, Addresses: []string{strings.ToLower(p) + "@example.org"}}); err != nil {
			t.Fatal(err)
		}
	}
	s := &mailServer{}
	o := options(t, s.listen(t))
	pass1(t, g, o)
	l, err := g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Submit(t.Context(), events.PlaySubmitted{Side: "White", Text: "Pa2-a4"}, "Ann", noon); err != nil {
		t.Fatal(err)
	}
	before := len(s.taken)
	pass1(t, g, o)
	heard := map[string]string{}
	for i := before; i < len(s.taken); i++ {
		heard[s.to[i]] += s.taken[i]
	}
	if bob := heard["bob@example.org"]; !strings.Contains(bob, "It is your turn as Black") || strings.Contains(bob, "a2-a4") || strings.Contains(bob, "Pawn on a4") || !strings.Contains(bob, "not seen") {
		t.Errorf("Bob hears:\n%s", bob)
	}
	if ann := heard["ann@example.org"]; !strings.Contains(ann, "a2-a4") {
		t.Errorf("Ann hears:\n%s", ann)
	}
}
