package web

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/events"
)

// TestALineGrowsByWhatIsEntered steps along a game that goes on: what is kept and what has been added is what a new office reads, at the end and at a
// point of the past, and the log has as many pages.
func TestALineGrowsByWhatIsEntered(t *testing.T) {
	s, st := office(t)
	told := func(s *Server, w where) (list []string) {
		t.Helper()
		head, err := s.head(t.Context(), autumn)
		if err != nil {
			t.Fatal(err)
		}
		l, err := s.look(t.Context(), autumn, w, head)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := l.line(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range whole.entries {
			list = append(list, fmt.Sprint(e.Sequence, e.Address, e.Said(), e.Verdict))
		}
		return list
	}
	before := told(s, where{})
	documents := func(s *Server) (text string) {
		for _, path := range []string{"/weights", "/knives", "/weights?at=743", "/knives?known=1500", "/log?last=7"} {
			text += get(s, apiRoot+"/games/"+autumn+path).Body.String()
		}
		return text
	}
	documents(s)
	for i := range 3 {
		l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Submit(t.Context(), events.PlaySubmitted{Side: "Masque", Text: "pass"}, "Pavel", l.Last()); err != nil {
			t.Fatal(err)
		}
		submit(t, l, announcement(fmt.Sprintf("again %d", i)))
		grown := told(s, where{})
		if len(grown) != len(before)+2+2*i || !strings.Contains(grown[len(grown)-1], fmt.Sprintf("again %d", i)) {
			t.Errorf("%d entries after %d, the last one %s", len(grown), len(before), grown[len(grown)-1])
		}
		fresh, err := New(st, s.opts)
		if err != nil {
			t.Fatal(err)
		}
		if want := told(fresh, where{}); strings.Join(want, "\n") != strings.Join(grown, "\n") {
			t.Errorf("after entry %d the line is not what is read anew", i)
		}
		if documents(s) != documents(fresh) {
			t.Errorf("after entry %d documents are not as they are when everything is read anew", i)
		}
	}
	if past := told(s, where{Known: "2095"}); strings.Join(past, "\n") != strings.Join(before, "\n") {
		t.Errorf("as it was known at 2095 the line has %d entries, expected %d", len(past), len(before))
	}
	n := len(before) + 6
	pages := (n + pageEntries - 1) / pageEntries
	for path, want := range map[string]string{"": fmt.Sprintf("1 / %d<", pages), "?page=2": fmt.Sprintf("2 / %d<", pages), "?page=99": fmt.Sprintf("%d / %d<", pages, pages), "?at=743&page=1": "1 / 3<", "?plays=1": `class="num">1<`} {
		if text := get(s, "/games/"+autumn+"/log"+path).Body.String(); !strings.Contains(text, want) {
			t.Errorf("log%s has no %q", path, want)
		}
	}
	w := get(s, apiRoot+"/games/"+autumn+"/log?last=2&before=743").Body.String()
	if strings.Count(w, `"address"`) != 2 || strings.Contains(w, `"address":"743"`) {
		t.Errorf("the entries before #743: %s", w)
	}
}
