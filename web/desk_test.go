package web

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/internal/tray"
	"adjudicate/ledger/people"
)

const deskPath = "/games/" + autumn + "/desk"

// form is a form of the desk made at the end of the game.
func form(s *Server, t *testing.T, words ...string) url.Values {
	t.Helper()
	head, err := s.head(t.Context(), autumn)
	if err != nil {
		t.Fatal(err)
	}
	f := url.Values{"head": {fmt.Sprint(head)}}
	for i := 0; i < len(words); i += 2 {
		f.Set(words[i], words[i+1])
	}
	return f
}

// TestTheDeskIsTheUmpiresAlone tries it as everybody else.
func TestTheDeskIsTheUmpiresAlone(t *testing.T) {
	s, _ := office(t)
	for role, c := range map[string]*http.Cookie{"nobody": nil, "a player": invited(t, s, "Pavel"), "a judge": invitedAs(t, s, "Pavel", roleJudge), "a watcher": invitedAs(t, s, "Wanda", roleWatcher)} {
		w := postTo(s, deskPath, form(s, t, "kind", "entry", "line", `announce "mine"`, "do", "submit"), c)
		status, says := http.StatusForbidden, "The desk is for the umpire alone."
		if c == nil {
			status, says = http.StatusUnauthorized, "Open the invitation to it."
		}
		if w.Code != status || strings.Contains(w.Body.String(), `id="enter"`) || !strings.Contains(w.Body.String(), says) {
			t.Errorf("%s: status %d, expected %d and %q:\n%s", role, w.Code, status, says, w.Body)
		}
	}
	watcher := invitedAs(t, s, "Wanda", roleWatcher)
	if w := postTo(s, "/games/"+autumn+"/deeds", form(s, t, "kind", "status", "status", "vacation", "do", "submit"), watcher); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "You are Wanda.") || strings.Contains(w.Body.String(), "/ahead") {
		t.Errorf("a watcher's deed: status %d\n%s", w.Code, w.Body)
	}
	if head, _ := s.head(t.Context(), autumn); head != 2095 {
		t.Errorf("something was written: the head is %d", head)
	}
}

// TestTheUmpireEntersOnce previews an announcement, enters it, and sends the form again.
func TestTheUmpireEntersOnce(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := invitedAs(t, s, l.State().Holder(events.KnownOffice), roleUmpire)
	f := form(s, t, "kind", "entry", "line", `announce "Masque to play"`)
	if w := postTo(s, deskPath, f, c); w.Code != 200 || !strings.Contains(w.Body.String(), "The ruling would be:") {
		t.Fatalf("a preview: status %d: %s", w.Code, w.Body)
	}
	f.Set("do", "submit")
	first := postTo(s, deskPath, f, c)
	head, _ := s.head(t.Context(), autumn)
	again := postTo(s, deskPath, f, c)
	now, _ := s.head(t.Context(), autumn)
	if first.Code != http.StatusSeeOther || head == 2095 || now != head || again.Header().Get("Location") != first.Header().Get("Location") {
		t.Errorf("entered: status %d, head %d; again: head %d, %s after %s", first.Code, head, now, again.Header().Get("Location"), first.Header().Get("Location"))
	}
	for line, says := range map[string]string{"announce": "", "frobnicate": "frobnicate", "Mask: pass": "Masque", "amend none.yaml": "the field for rules is empty"} {
		w := postTo(s, deskPath, form(s, t, "kind", "entry", "line", line), c)
		if !strings.Contains(w.Body.String(), says) || says != "" && !strings.Contains(w.Body.String(), `role="alert"`) {
			t.Errorf("%q: no word of %q in %s", line, says, w.Body)
		}
	}
}

// TestAnAmendmentIsForeseen previews a dearer Rook, and enacts it.
func TestAnAmendmentIsForeseen(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	revision := func() (n int) {
		book, err := l.State().WholeRulebook()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range book.Rules() {
			if r.Number == "1230.5" {
				n = r.Revision
			}
		}
		return n
	}
	was := revision()
	c := invitedAs(t, s, l.State().Holder(events.KnownOffice), roleUmpire)
	rule := fmt.Sprintf("number: \"1230.5\"\nrevision: %d\ntitle: Party Chess Piece Rook\npiece:\n  name: Rook\n  glyph: R\n  value: 9\n  modes: [{legs: [{dir: orthogonal}]}]\n", was+1)
	f := form(s, t, "kind", "entry", "line", "amend rook.yaml", "rules", rule)
	w := postTo(s, deskPath, f, c)
	for _, want := range []string{"WOULD BE ACCEPTED", "Rook", "Nothing is written"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the preview does not say %q: %s", want, w.Body)
		}
	}
	f.Set("do", "submit")
	if w := postTo(s, deskPath, f, c); w.Code != http.StatusSeeOther {
		t.Fatalf("entering it: status %d: %s", w.Code, w.Body)
	}
	if l, err = st.Game(autumn).Ledger(t.Context(), 0, nil); err != nil {
		t.Fatal(err)
	}
	if is := revision(); is != was+1 {
		t.Errorf("rule 1230.5 has revision %d after %d", is, was)
	}
}

// TestHistoryIsCorrectedAfterItWasSeen takes the last entry back by an edition, and refuses to adopt what was seen of another game.
func TestHistoryIsCorrectedAfterItWasSeen(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := invitedAs(t, s, l.State().Holder(events.KnownOffice), roleUmpire)
	entered := postTo(s, deskPath, form(s, t, "kind", "entry", "line", "Masque: pass", "do", "submit"), c)
	at := strings.TrimPrefix(entered.Header().Get("Location"), "/games/"+autumn+"?at=")
	page := getAs(s, deskPath, c).Body.String()
	if !strings.Contains(page, `value="void `+at+` &quot;undone&quot;"`) {
		t.Fatalf("no undo of #%s: %s", at, page)
	}
	f := form(s, t, "kind", "plan", "lines", "void "+at+` "undone"`, "policy", "void")
	w := postTo(s, deskPath, f, c)
	if !strings.Contains(w.Body.String(), "Masque: pass") || !strings.Contains(w.Body.String(), ">Adopt<") {
		t.Fatalf("the preview of the undoing: %s", w.Body)
	}
	earlier := postTo(s, deskPath, form(s, t, "kind", "plan", "lines", `void 745 "a slip"`, "policy", "void"), c).Body.String()
	if !strings.Contains(earlier, "with different effects not listed") || strings.Contains(earlier, "--") {
		t.Errorf("the page of what a correction changes names flags of commands: %s", earlier)
	}
	head, _ := s.head(t.Context(), autumn)
	stale := url.Values{"kind": {"plan"}, "lines": f["lines"], "policy": {"void"}, "head": {"2000"}, "do": {"submit"}}
	if w := postTo(s, deskPath, stale, c); w.Code == http.StatusSeeOther || !strings.Contains(w.Body.String(), "moved on") {
		t.Errorf("adopting what was seen at #2000: status %d", w.Code)
	}
	f.Set("do", "submit")
	if w := postTo(s, deskPath, f, c); w.Code != http.StatusSeeOther {
		t.Fatalf("adopting: status %d: %s", w.Code, w.Body)
	}
	l, err = st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil || l.State().ToPlay() != "Masque" || l.Head() <= head {
		t.Errorf("after the undoing %s is to play (%v), the ledger has grown from %d to %d", l.State().ToPlay(), err, head, l.Head())
	}
	if text := get(s, "/games/"+autumn+"?edition=1&at="+at).Body.String(); !strings.Contains(text, "Masque: pass") {
		t.Error("the edition of before does not show the entry any more")
	}
	side := get(s, "/games/"+autumn+"/compare?edition=2").Body.String() // beside the one that it was made from
	wellFormed(t, "the comparison", side)
	row := regexp.MustCompile(`<td class="play">Masque: pass</td><td class="accepted">accepted</td><td class="void">void</td>`)
	if strings.Count(side, "<figure") != 2 || len(row.FindAllString(side, -1)) != 1 || strings.Count(side, "<tr") != 2 {
		t.Errorf("the editions side by side: %s", side)
	}
	if !strings.Contains(get(s, "/games/"+autumn+"/editions").Body.String(), "/compare?with=1&amp;edition=2") {
		t.Error("no link leads from the editions to their comparison")
	}
}

// TestMailsLieInTheTrayUntilTheyAreTaken reads a mail that is nearly a play, takes the nearest reading, and puts another mail away.
func TestMailsLieInTheTrayUntilTheyAreTaken(t *testing.T) {
	folder := t.TempDir()
	s, st := office(t, func(o *Options) { o.Tray = func(string) string { return folder } })
	g := st.Game(autumn)
	if err := g.Put(t.Context(), people.Person{Player: "Pavel", Addresses: []string{"pavel@example.org"}}); err != nil {
		t.Fatal(err)
	}
	mails := []string{"From: pavel@example.org\r\nDate: Sat, 2 Jan 1999 12:00:00 +0000\r\nMessage-ID: <1@x>\r\nSubject: my move\r\n\r\nThe king goes, I think: J20 to I19\r\n",
		"From: spam@example.net\r\nSubject: <b>win</b>\r\n\r\nhello\r\n"}
	for _, m := range mails {
		if err := tray.Put(folder, []byte(m), "no play in it"); err != nil {
			t.Fatal(err)
		}
	}
	l, err := g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := invitedAs(t, s, l.State().Holder(events.KnownOffice), roleUmpire)
	page := getAs(s, deskPath, c).Body.String()
	for _, want := range []string{"j20-i19", "my move", "no play in it", "&lt;b&gt;win&lt;/b&gt;", "mailto:pavel@example.org"} {
		if !strings.Contains(page, want) {
			t.Errorf("the tray does not show %q: %s", want, page)
		}
	}
	list, err := tray.List(folder)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d mails, %v", len(list), err)
	}
	king, spam := list[0].Name, list[1].Name
	if strings.Contains(string(list[0].Raw), "spam") {
		king, spam = spam, king
	}
	w := postTo(s, deskPath, form(s, t, "kind", "take", "mail", king, "side", "Masque", "play", "j20-i19", "do", "submit"), c)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("taking it: status %d: %s", w.Code, w.Body)
	}
	if ruled := get(s, w.Header().Get("Location")).Body.String(); !strings.Contains(ruled, "Masque: j20-i19") {
		t.Errorf("%s is not the play", w.Header().Get("Location"))
	}
	if w := postTo(s, deskPath, form(s, t, "kind", "discard", "mail", spam), c); w.Code != http.StatusSeeOther {
		t.Errorf("putting it away: status %d", w.Code)
	}
	for _, bad := range []string{"../../etc/passwd", king, ""} {
		if w := postTo(s, deskPath, form(s, t, "kind", "discard", "mail", bad), c); w.Code != http.StatusNotFound {
			t.Errorf("a mail %q: status %d", bad, w.Code)
		}
	}
	if list, _ := tray.List(folder); len(list) != 0 {
		t.Errorf("%d mails are left", len(list))
	}
	if kept, _ := os.ReadDir(filepath.Join(folder, "done")); len(kept) != 4 {
		t.Errorf("%d files are kept of two mails", len(kept))
	}
}

// TestADisputeGoesItsWay opens one as a player, argues, has it ruled by the umpire, and adopts the verdict.
func TestADisputeGoesItsWay(t *testing.T) {
	s, st := office(t)
	deeds := "/games/" + autumn + "/deeds"
	pavel := invited(t, s, "Pavel")
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	umpire := invitedAs(t, s, l.State().Holder(events.KnownOffice), roleUmpire)
	ruled := postTo(s, "/games/"+autumn+"/play", url.Values{"side": {"Masque"}, "play": {"pass"}, "name": {"d"}, "do": {"submit"}}, pavel)
	at := strings.TrimPrefix(ruled.Header().Get("Location"), "/games/"+autumn+"?at=")
	before, _ := s.store.Game(autumn).Ledger(t.Context(), 0, nil)
	d, _ := before.Docket(t.Context())
	had := len(d.IDs())
	w := postTo(s, deeds, form(s, t, "kind", "doubt", "event", "#"+at, "grounds", "it was a slip", "do", "submit"), pavel)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("opening: status %d: %s", w.Code, w.Body)
	}
	after, _ := s.store.Game(autumn).Ledger(t.Context(), 0, nil)
	d, _ = after.Docket(t.Context())
	ids := d.IDs()
	if len(ids) != had+1 {
		t.Fatalf("%d disputes after %d", len(ids), had)
	}
	id := ids[len(ids)-1]
	if w := postTo(s, deeds, form(s, t, "kind", "argue", "dispute", id, "text", "anybody can see it", "do", "submit"), pavel); w.Code != http.StatusSeeOther {
		t.Errorf("arguing: status %d: %s", w.Code, w.Body)
	}
	if w := postTo(s, deskPath, form(s, t, "kind", "adopt", "dispute", id, "policy", "void"), umpire); w.Code != 200 || !strings.Contains(w.Body.String(), "Outcome") {
		t.Errorf("the stakes: status %d: %s", w.Code, w.Body)
	}
	if w := postTo(s, deskPath, form(s, t, "kind", "verdict", "dispute", id, "verdict", "overturned", "reasons", "so it was", "do", "submit"), umpire); w.Code != http.StatusSeeOther {
		t.Fatalf("ruling: status %d: %s", w.Code, w.Body)
	}
	if w := postTo(s, deskPath, form(s, t, "kind", "adopt", "dispute", id, "policy", "void", "do", "submit"), umpire); w.Code != http.StatusSeeOther {
		t.Fatalf("adopting: status %d: %s", w.Code, w.Body)
	}
	if end, _ := s.store.Game(autumn).Ledger(t.Context(), 0, nil); end.State().ToPlay() != "Masque" {
		t.Errorf("%s is to play, though Masque's pass fell", end.State().ToPlay())
	}
}

// TestPlayersBuyAndGoAway buys a piece, is refused one that cannot be paid, and goes on vacation.
func TestPlayersBuyAndGoAway(t *testing.T) {
	s, _ := office(t)
	deeds := "/games/" + autumn + "/deeds"
	pavel := invited(t, s, "Pavel")
	page := getAs(s, deeds, pavel).Body.String()
	if !strings.Contains(page, `<option value="Rook">Rook: `) {
		t.Fatalf("no Rook is for sale: %s", page)
	}
	w := postTo(s, deeds, form(s, t, "kind", "buy", "type", "Rook"), pavel)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "The ruling would be:") {
		t.Errorf("a preview of buying: status %d: %s", w.Code, w.Body)
	}
	if w := postTo(s, deeds, form(s, t, "kind", "buy", "type", "Rook", "side", "Lantern"), pavel); !strings.Contains(w.Body.String(), "does not hold") {
		t.Errorf("buying for another side: %s", w.Body)
	}
	if w := postTo(s, deeds, form(s, t, "kind", "status", "status", "vacation", "do", "submit"), pavel); w.Code != http.StatusSeeOther {
		t.Errorf("going away: status %d: %s", w.Code, w.Body)
	}
	if page := getAs(s, deeds, pavel).Body.String(); !strings.Contains(page, "Come back") {
		t.Error("who is away cannot come back")
	}
}

// TestAPrivateGameIsForTheInvited looks everywhere without an invitation, and with one.
func TestAPrivateGameIsForTheInvited(t *testing.T) {
	s, _ := office(t, func(o *Options) { o.Private = []string{autumn} })
	paths := []string{"/games/" + autumn, "/games/" + autumn + "/log", "/games/" + autumn + "/board.svg", "/api/v1/games/" + autumn, "/api/v1/games/" + autumn + "/log", "/api/v1/games/" + autumn + "/events",
		"/games/" + autumn + "/play", "/games/the%2Dautumn-hand", "/games/" + autumn + "/moves/K3"}
	for _, path := range paths {
		if w := get(s, path); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "Lantern") {
			t.Errorf("%s: status %d for anybody", path, w.Code)
		}
	}
	if called, _ := office(t, func(o *Options) { o.Private = []string{"The Autumn Hand"} }); get(called, paths[0]).Code != http.StatusNotFound {
		t.Error("a game that is named as people call it is shown to anybody")
	}
	for _, path := range []string{"/", "/api/v1/games"} {
		if w := get(s, path); w.Code != 200 || strings.Contains(w.Body.String(), autumn) {
			t.Errorf("%s tells of the game: %s", path, w.Body)
		}
	}
	c := invitedAs(t, s, "Wanda", roleWatcher)
	for _, path := range []string{paths[0], paths[1], "/", "/api/v1/games"} {
		if w := getAs(s, path, c); w.Code != 200 || !strings.Contains(w.Body.String(), autumn) || strings.Contains(w.Header().Get("Cache-Control"), "public") {
			t.Errorf("%s for a watcher: status %d, %s", path, w.Code, w.Header().Get("Cache-Control"))
		}
	}
	if w := getAs(s, "/games/"+autumn+"?at=743&known=1000", c); !strings.Contains(w.Header().Get("Cache-Control"), "private") {
		t.Errorf("a settled page of a private game may be kept by anybody: %s", w.Header().Get("Cache-Control"))
	}
}
