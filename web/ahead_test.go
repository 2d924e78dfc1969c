package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"adjudicate/aggregate"
)

func TestPlaysAheadAreTheirAuthorsAloneAndMadeInTime(t *testing.T) {
	s, st := office(t)
	st.Host.Cache = t.TempDir()
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	side, _ := l.State().Side(l.State().ToPlay())
	mine := invited(t, s, side.Player)
	var other string
	for o := range l.State().Sides() {
		if o.Player != side.Player {
			other = o.Player
		}
	}
	page := "/games/" + autumn + "/ahead"
	if w := get(s, page); w.Code != http.StatusUnauthorized {
		t.Fatalf("to anybody: %d", w.Code)
	}
	form := url.Values{"id": {"one"}, "side": {side.Name}, "play": {"pass"}, "do": {"draft"}}
	if w := postTo(s, page, form, mine); w.Code != http.StatusSeeOther {
		t.Fatalf("a draft: %d %s", w.Code, w.Body)
	}
	text := getAs(s, page, mine).Body.String()
	wellFormed(t, page, text)
	if !strings.Contains(text, side.Name+": pass") || !strings.Contains(text, "draft") {
		t.Errorf("the draft is not shown: %s", text)
	}
	theirs := invited(t, s, other)
	if text := getAs(s, page, theirs).Body.String(); strings.Contains(text, side.Name+": pass") {
		t.Error("another player sees it")
	}
	if w := postTo(s, page, url.Values{"id": {"one"}, "do": {"withdraw"}}, theirs); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "no such play") {
		t.Errorf("another player withdraws it: %d", w.Code)
	}
	games := aheadGames(st, s.opts.Now)
	head := l.Head()
	pass := func() uint64 {
		t.Helper()
		if err := playAhead(t.Context(), games); err != nil {
			t.Fatal(err)
		}
		rev, err := st.Events.Head(t.Context(), autumn)
		if err != nil {
			t.Fatal(err)
		}
		return uint64(rev)
	}
	if now := pass(); now != head {
		t.Fatalf("a draft was made: %d events, %d before", now, head)
	}
	// Changed to a play that waits for nothing it is made, and stands there as the player's.
	form.Set("do", "keep")
	if w := postTo(s, page, form, mine); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if now := pass(); now <= head {
		t.Fatal("it was not made")
	}
	if l, err = st.Game(autumn).Ledger(t.Context(), 0, nil); err != nil || l.State().ToPlay() == side.Name {
		t.Errorf("%s is still to play (%v)", side.Name, err)
	}
	if text := getAs(s, page, mine).Body.String(); !strings.Contains(text, aggregate.Accepted) || !strings.Contains(text, ">made<") {
		t.Error("what became of it is not shown")
	}
}

func TestProgramsWriteAhead(t *testing.T) {
	s, st := office(t)
	st.Host.Cache = t.TempDir()
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	side, _ := l.State().Side(l.State().ToPlay())
	token := invited(t, s, side.Player).Value
	do := func(method, query, key, body string) (int, aheadList, string) {
		t.Helper()
		r := httptest.NewRequest(method, "/api/v1/games/"+autumn+"/ahead"+query, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Idempotency-Key", key)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		var list aheadList
		_ = json.Unmarshal(w.Body.Bytes(), &list)
		return w.Code, list, w.Body.String()
	}
	play, err := json.Marshal(aheadSubmission{Side: side.Name, Play: "pass", Draft: true})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a repeat is the same play
		if code, _, text := do("POST", "", "k", string(play)); code != 200 {
			t.Fatal(code, text)
		}
	}
	if code, list, _ := do("GET", "", "", ""); code != 200 || len(list.Plays) != 1 || list.Plays[0].Status != "draft" {
		t.Fatalf("%d %+v", code, list)
	}
	if code, list, _ := do("POST", "?withdraw", "k", ""); code != 200 || list.Plays[0].Status != "withdrawn" {
		t.Errorf("%d %+v", code, list)
	}
	for _, c := range []struct {
		key, body string
		want      int
	}{{"", `{"play":"pass"}`, 400}, {"x", `{"plai":"pass"}`, 400}, {"x", `{"side":"nobody","play":"pass"}`, 400}, {"x", `{"side":"` + side.Name + `","play":"pass","if":"Blue"}`, 422}} {
		if code, _, text := do("POST", "", c.key, c.body); code != c.want || !strings.Contains(text, `"detail"`) {
			t.Errorf("%s: %d %s", c.body, code, text)
		}
	}
}
