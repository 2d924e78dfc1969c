package web

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/summary"
	"adjudicate/store"
)

// The season ends with Pavel's turn. It is announced at noon of January 3rd, so by 1230.3 the limit of 72 hours runs until noon of January 6th.
func TestTheListOfGamesSaysHowMuchTimeIsLeft(t *testing.T) {
	now := today
	s, st := office(t, func(o *Options) { o.Now = func() time.Time { return now } })
	list := func(lang string) string {
		w := get(s, "/", "Accept-Language", lang)
		if w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		wellFormed(t, "/", w.Body.String())
		turn := regexp.MustCompile(`<p>([^\n]* (to play|am Zug).*?)</p>`).FindStringSubmatch(w.Body.String())
		if turn == nil {
			t.Fatalf("it is nobody's turn: %s", w.Body)
		}
		return turn[1]
	}
	if got := list("en"); strings.Contains(got, "time") {
		t.Errorf("before the announcement: %s", got)
	}
	announced := time.Date(1999, 1, 3, 12, 0, 0, 0, time.UTC)
	l, err := ledger.Open(t.Context(), st.Events, autumn, ledger.Options{Engine: "adjudicate test"})
	if err != nil {
		t.Fatal(err)
	}
	out, err := l.Submit(t.Context(), events.StateAnnounced{}, "Odile", announced)
	if err != nil {
		t.Fatal(err)
	}
	if ruling, _, _ := out.Ruling(); ruling.Verdict != "accepted" {
		t.Fatalf("%+v", ruling)
	}
	const until = `<time datetime="1999-01-06T12:00:00Z">1999-01-06 12:00 UTC</time>`
	for _, c := range []struct {
		now              time.Time
		lang, word, left string
	}{
		{announced, "en", "until", ` (<time datetime="P3DT0H0M0S">3 days left</time>)`},
		{announced.Add(30 * time.Minute), "en", "until", ` (<time datetime="P2DT23H30M0S">2 days 23 hours left</time>)`},
		{announced.Add(47*time.Hour + 59*time.Minute), "de", "bis", ` (<time datetime="P1DT0H1M0S">noch 1 Tag</time>)`},
		{announced.Add(70*time.Hour + 59*time.Minute), "de", "bis", ` (<time datetime="P0DT1H1M0S">noch 1 Stunde 1 Minute</time>)`},
		{announced.Add(66 * time.Hour), "en", "until", ` (<time datetime="P0DT6H0M0S">6 hours left</time>)`},
		{announced.Add(72*time.Hour - 2*time.Minute), "de", "bis", ` (<time datetime="P0DT0H2M0S">noch 2 Minuten</time>)`},
		{announced.Add(72*time.Hour - time.Second), "en", "until", ` (<time datetime="P0DT0H0M1S">less than a minute left</time>)`},
		{announced.Add(72 * time.Hour), "en", "until", " (expired)"},
	} {
		now = c.now
		if got, want := list(c.lang), " · "+c.word+" "+until+c.left; !strings.HasSuffix(got, want) {
			t.Errorf("%s at %s:\n%s\nwant it to end\n%s", c.lang, c.now, got, want)
		}
	}

	limit := func() string {
		var v struct {
			Ledgers []struct {
				Limit string `json:"limit"`
			} `json:"ledgers"`
		}
		w := get(s, "/api/v1/games")
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || len(v.Ledgers) != 1 {
			t.Fatalf("%d %s: %v", w.Code, w.Body, err)
		}
		return v.Ledgers[0].Limit
	}
	const want = "1999-01-06T12:00:00Z"
	if got := limit(); got != want {
		t.Errorf("the document says until %s, want %s", got, want)
	}

	// What an earlier program kept of the game says nothing of the limit, and is made again.
	keeper := st.Game(autumn).Keeper(t.Context())
	note, found, err := keeper.Kept(t.Context(), autumn, summary.Kind, store.Revision(l.Head()))
	if err != nil || !found {
		t.Fatalf("no note: %v", err)
	}
	var kept map[string]any
	if err := json.Unmarshal(note.Data, &kept); err != nil {
		t.Fatal(err)
	}
	if kept["expires"] != want {
		t.Errorf("kept: %s, want that it expires at %s", note.Data, want)
	}
	delete(kept, "expires")
	kept["version"] = 3
	if note.Data, err = json.Marshal(kept); err != nil {
		t.Fatal(err)
	}
	if err := keeper.Drop(t.Context(), autumn, summary.Kind, 0); err != nil {
		t.Fatal(err)
	}
	if err := keeper.Keep(t.Context(), note); err != nil {
		t.Fatal(err)
	}
	if got := limit(); got != want {
		t.Errorf("behind a note without it the document says until %s, want %s", got, want)
	}

	lasting, err := New(st, Options{Version: "test", Now: func() time.Time { return announced }, Lasting: true})
	if err != nil {
		t.Fatal(err)
	}
	if text := get(lasting, "/").Body.String(); !strings.Contains(text, until) || strings.Contains(text, "left") {
		t.Errorf("a page that is kept as a file says how much time is left, or not until when:\n%s", text)
	}
}

// A game that is over or has not begun says so in the reader's language, whoever would be next.
func TestTheListOfGamesSaysWhyItIsNobodysTurn(t *testing.T) {
	p := &page{Lang: "de"}
	for why, want := range map[string]string{"over": "Die Partie ist zu Ende", "suspended": "Die Partie ruht", "not started": "Noch nicht begonnen", "nobody": "Niemand ist am Zug", "Melee": "Melee"} {
		if got := p.Idle(why); got != want {
			t.Errorf("%s: %q, want %q", why, got, want)
		}
	}
}
