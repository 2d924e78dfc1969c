package web

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"adjudicate/ledger/proof"
)

// TestCheckpointsAreListedAndReceiptsGiven looks at a game before a checkpoint is signed, after that, and after the game has gone on.
func TestCheckpointsAreListedAndReceiptsGiven(t *testing.T) {
	s, st := office(t)
	at := "/games/" + autumn
	if w := get(s, at+"/checkpoints"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "No checkpoint of this game is known.") || strings.Contains(w.Body.String(), "/receipt") {
		t.Errorf("before one is signed: status %d", w.Code)
	}
	if w := get(s, at+"/receipt?of=743"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "No known checkpoint covers event 744.") {
		t.Errorf("a receipt before one is signed: status %d %s", w.Code, w.Body)
	}
	umpire := umpireKey(t)
	c, err := st.Game(autumn).Sign(t.Context(), umpire)
	if err != nil {
		t.Fatal(err)
	}
	page := get(s, at+"/checkpoints").Body.String()
	text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, "|")
	if !strings.Contains(text, "|2095||umpire|") || !strings.Contains(html.UnescapeString(page), string(c.Note)) {
		t.Errorf("the checkpoint is not listed:\n%s", text)
	}
	if board := get(s, at).Body.String(); !strings.Contains(board, at+"/checkpoints") {
		t.Error("no page leads to the checkpoints")
	}

	w := get(s, at+"/receipt?of=%23743")
	r, err := proof.ReadReceipt(w.Body.Bytes(), proof.Verifiers([]*proof.Key{umpire}))
	if err != nil || w.Code != http.StatusOK || len(r.Events) != 2 || r.Events[0].Index != 742 || r.Events[1].Index != 743 {
		t.Fatalf("status %d, %v: %s", w.Code, err, w.Body)
	}
	if head := w.Header().Get("Content-Disposition"); head != `attachment; filename="the-autumn-hand-743.receipt"` {
		t.Errorf("it is called %s", head)
	}
	for _, c := range []struct {
		of, says string
		status   int
	}{
		{"744", "No such entry: #744.", http.StatusNotFound}, {"99999", "No such entry: #99999.", http.StatusNotFound}, {"0", "expected its number, such as 743", http.StatusBadRequest},
		{"", "expected its number, such as 743", http.StatusBadRequest}, {"<b>", "expected its number, such as 743", http.StatusBadRequest}, {"-1", "expected its number", http.StatusBadRequest},
	} {
		if w := get(s, at+"/receipt?of="+c.of); w.Code != c.status || !strings.Contains(w.Body.String(), c.says) || strings.Contains(w.Body.String(), "<b>") {
			t.Errorf("of=%s: status %d %s", c.of, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/games/none/checkpoints", "/games/none/receipt?of=1"} {
		if w := get(s, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}

	// What has come since is covered by none.
	postTo(s, at+"/play", map[string][]string{"name": {"ABCDEFGH"}, "side": {"Masque"}, "play": {"pass"}, "do": {"submit"}}, invited(t, s, "Pavel"))
	if w := get(s, at+"/receipt?of=2096"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "covers event 2097") {
		t.Errorf("of an entry behind the checkpoint: status %d %s", w.Code, w.Body)
	}
}

// TestAReceiptTellsNothingThatIsHidden asks for one of a private game, and of one that hides a part of itself.
func TestAReceiptTellsNothingThatIsHidden(t *testing.T) {
	s, _ := office(t, func(o *Options) { o.Private = []string{"*"} })
	for _, path := range []string{"/receipt?of=743", "/checkpoints"} {
		if w := get(s, "/games/"+autumn+path); w.Code != http.StatusNotFound {
			t.Errorf("%s of a private game: status %d", path, w.Code)
		}
	}
	n := darkOffice(t)
	if _, err := n.s.store.Game(n.name).Sign(t.Context(), umpireKey(t)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who    *http.Cookie
		path   string
		status int
	}{{nil, "/receipt?of=1", 403}, {n.ann, "/receipt?of=1", 403}, {n.gil, "/receipt?of=1", 200}, {nil, "/checkpoints", 200}} {
		if w := getAs(n.s, n.game+c.path, c.who); w.Code != c.status {
			t.Errorf("%s: status %d, want %d", c.path, w.Code, c.status)
		}
	}
}
