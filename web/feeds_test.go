package web

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"adjudicate/events"
)

func TestAFeedTellsTheLastEntries(t *testing.T) {
	s, st := office(t, func(o *Options) { o.URL = "https://play.example/" })
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, announcement("<b>now</b> & then"))
	w := get(s, "/games/"+autumn+"/feed.atom")
	if w.Code != 200 || w.Header().Get("Content-Type") != atomType || w.Header().Get("ETag") == "" {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	var f struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string   `xml:"id"`
		Updated string   `xml:"updated"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Updated string `xml:"updated"`
			Link    struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(w.Body.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Entries) != feedEntries || f.ID == "" {
		t.Fatalf("%d entries of %q", len(f.Entries), f.ID)
	}
	first := f.Entries[0]
	if !strings.Contains(first.Title, `announce "<b>now</b> & then": accepted`) || !strings.HasPrefix(first.Link.Href, "https://play.example/games/"+autumn+"?at=") || f.Updated != first.Updated {
		t.Errorf("the first entry of %s is %+v", f.Updated, first)
	}
	if de := get(s, "/games/"+autumn+"/feed.atom?lang=de").Body.String(); !strings.Contains(de, "&#34;: angenommen") || strings.Contains(de, ": accepted") {
		t.Error("the German feed tells verdicts in English")
	}
	seen := map[string]bool{}
	for _, e := range f.Entries {
		if seen[e.ID] || !strings.HasPrefix(e.ID, f.ID+"/") {
			t.Errorf("two entries with the id %s, or not of the feed", e.ID)
		}
		seen[e.ID] = true
	}
	if again := get(s, "/games/"+autumn+"/feed.atom", "If-None-Match", w.Header().Get("ETag")); again.Code != 304 {
		t.Errorf("asked again: %d", again.Code)
	}
}

func TestACalendarHoldsTheDeadlines(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, announcement("from which the limit runs"))
	limit, ok := l.State().Limit()
	if !ok {
		t.Fatal("no limit runs")
	}
	side, _ := l.State().Side(limit.Side)
	event := func(query string) []*ics.VEvent {
		t.Helper()
		w := get(s, "/games/"+autumn+"/deadlines.ics"+query)
		cal, err := ics.ParseCalendar(w.Body)
		if err != nil || w.Header().Get("Content-Type") != calendarType {
			t.Fatal(err, w.Header())
		}
		return cal.Events()
	}
	list := event("?side=" + limit.Side)
	if len(list) != 1 {
		t.Fatalf("%d deadlines of %s", len(list), limit.Side)
	}
	if at, err := list[0].GetStartAt(); err != nil || !at.Equal(limit.Expires) {
		t.Errorf("it is at %v (%v), not at %v", at, err, limit.Expires)
	}
	if got := event("?player=" + side.Player); len(got) == 0 {
		t.Errorf("%s has no deadline", side.Player)
	}
	if got := event("?side=" + strings.ToLower(limit.Side)); len(got) != 1 {
		t.Errorf("in small letters %s has %d deadlines", limit.Side, len(got))
	}
	for _, query := range []string{"?player=nobody", "?side=nobody"} {
		if w := get(s, "/games/"+autumn+"/deadlines.ics"+query); w.Code != 400 || !strings.Contains(w.Body.String(), "nobody") {
			t.Errorf("%s is answered with %d", query, w.Code)
		}
	}
	// An extension moves the same event.
	id := list[0].Id()
	at := limit.Expires.Add(-time.Hour)
	res, err := l.Submit(t.Context(), events.LimitExtended{Length: 6}, l.Actor(events.LimitExtended{}), later(l, at))
	if err != nil {
		t.Fatal(err)
	}
	if moved, ok := l.State().Limit(); !ok || !moved.Expires.After(limit.Expires) {
		t.Fatalf("the limit was not extended: %+v", res.Ruled())
	}
	after := event("?side=" + limit.Side)
	if len(after) != 1 || after[0].Id() != id {
		t.Fatalf("after the extension: %d events", len(after))
	}
	if at, _ := after[0].GetStartAt(); !at.After(limit.Expires) {
		t.Errorf("after the extension it is still at %v", at)
	}
}

func TestWhatProgramsAreRefusedIsAProblemDocument(t *testing.T) {
	s, _ := office(t)
	for range writeAtOnce + 1 {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/v1/games/"+autumn+"/plays", strings.NewReader("{}")))
		if w.Header().Get("Content-Type") != "application/problem+json" || w.Code != http.StatusUnauthorized && w.Code != http.StatusTooManyRequests {
			t.Fatalf("%d %v", w.Code, w.Header())
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodDelete, "/api/v1/games/"+autumn, nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// TestWritingIsDescribed holds what is written to the description of the API.
func TestWritingIsDescribed(t *testing.T) {
	s, _ := office(t)
	var api struct {
		Paths map[string]map[string]struct {
			RequestBody map[string]any   `json:"requestBody"`
			Security    []map[string]any `json:"security"`
		} `json:"paths"`
		Webhooks map[string]map[string]struct {
			Parameters []struct{ Name string }
		} `json:"webhooks"`
	}
	if err := json.Unmarshal(get(s, "/api/v1/openapi.json").Body.Bytes(), &api); err != nil {
		t.Fatal(err)
	}
	if op := api.Webhooks["entry"]["post"]; len(op.Parameters) != 3 || op.Parameters[2].Name != "Webhook-Signature" {
		t.Errorf("webhooks are not described: %+v", api.Webhooks)
	}
	for _, path := range []string{"/plays", "/ahead"} {
		if op := api.Paths["/api/v1/games/{game}"+path]["post"]; op.RequestBody == nil || len(op.Security) != 1 {
			t.Errorf("POST %s is not described: %+v", path, op)
		}
	}
}

func TestAPrivateGameHasNoFeedForOthers(t *testing.T) {
	s, _ := office(t, func(o *Options) { o.Private = []string{"*"} })
	for _, path := range []string{"/feed.atom", "/deadlines.ics"} {
		if w := get(s, "/games/"+autumn+path); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
