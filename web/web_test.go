package web

import (
	"bufio"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/net/html"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/ledger/ahead"
	"adjudicate/ledger/place"
)

// today is after the season's last entry.
var today = time.Date(1999, 1, 3, 0, 0, 0, 0, time.UTC)

const autumn = "the-autumn-hand"

// autumnFile is a store with the season in it, made once; tests copy it.
var autumnFile = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "web")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "games.ledger")
	st, err := host().OpenOrCreate(context.Background(), path)
	if err != nil {
		return "", err
	}
	defer st.Close()
	_, err = played.Into(st.Events, autumn, "../fixtures/season/autumn.season", ledger.Options{Engine: "adjudicate test"})
	return path, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowser()
	if path, err := autumnFile(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

func host() *place.Host { return &place.Host{Engine: "adjudicate test"} }

// office serves a copy of the season.
func office(t testing.TB, change ...func(*Options)) (*Server, *place.Store) {
	t.Helper()
	path, err := autumnFile()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(t.TempDir(), "games.ledger")
	if err := os.WriteFile(mine, text, 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := host().Open(t.Context(), mine)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	o := Options{Version: "test", Key: []byte("of the test"), Now: func() time.Time { return today }}
	for _, f := range change {
		f(&o)
	}
	s, err := New(st, o)
	if err != nil {
		t.Fatal(err)
	}
	return s, st
}

func get(s http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// wellFormed parses a page, and wants what every page has.
func wellFormed(t *testing.T, path, text string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	count := map[string]int{}
	ids := map[string]bool{}
	var links []string
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		count[n.Data]++
		if n.Data == "style" || n.Data == "script" && n.FirstChild != nil {
			t.Errorf("%s: an inline %s, which the policy forbids", path, n.Data)
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on") || a.Key == "style":
				t.Errorf("%s: attribute %s of %s, which the policy forbids", path, a.Key, n.Data)
			case a.Key == "id" && ids[a.Val]:
				t.Errorf("%s: two elements have the id %s", path, a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			case a.Key == "href" && n.Data == "a":
				links = append(links, a.Val)
			}
		}
	}
	if count["h1"] != 1 || count["main"] != 1 || count["title"] < 1 {
		t.Errorf("%s: %d h1, %d main, %d title: expected one of each", path, count["h1"], count["main"], count["title"])
	}
	for _, l := range links {
		if u, err := url.Parse(l); err != nil || u.Host != "" || u.Scheme != "" {
			t.Errorf("%s: link to %q: expected one within the office", path, l)
		}
	}
	return root
}

// TestEveryPageCanBeReached follows every link from the lobby on, within a bound, and wants each to lead to a page that holds together.
func TestEveryPageCanBeReached(t *testing.T) {
	s, _ := office(t)
	most := 70
	if testing.Short() {
		most = 25
	}
	seen, queue, kinds := map[string]bool{"/": true}, []string{"/"}, map[string]int{}
	for n := 0; len(queue) > 0 && n < most; n++ {
		path := queue[0]
		queue = queue[1:]
		w := get(s, path)
		if want := map[bool]int{false: http.StatusOK, true: http.StatusUnauthorized}[strings.HasSuffix(path, "/play")]; w.Code != want {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
			continue
		}
		if w.Header().Get("Content-Security-Policy") == "" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: without its policy", path)
		}
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			continue
		}
		kinds[strings.Join(strings.Split(strings.Split(path, "?")[0], "/")[:min(4, strings.Count(path, "/")+1)], "/")]++
		for n := range wellFormed(t, path, w.Body.String()).Descendants() {
			if n.Type != html.ElementNode || n.Data != "a" {
				continue
			}
			for _, a := range n.Attr {
				if a.Key != "href" || strings.HasPrefix(a.Val, "#") {
					continue
				}
				base, _ := url.Parse(path)
				to, err := base.Parse(a.Val)
				if err != nil {
					t.Errorf("%s: link to %q: %v", path, a.Val, err)
				} else if !seen[to.String()] {
					seen[to.String()] = true
					queue = append(queue, to.String())
				}
			}
		}
	}
	for _, part := range []string{"/", "/games/" + autumn, "/games/" + autumn + "/log", "/games/" + autumn + "/weights", "/games/" + autumn + "/holdings",
		"/games/" + autumn + "/rules", "/games/" + autumn + "/register", "/games/" + autumn + "/editions", "/games/" + autumn + "/disputes", "/games/" + autumn + "/moves"} {
		if part = strings.TrimSuffix(part, "/"); kinds[part] == 0 && kinds[part+"/"] == 0 {
			t.Errorf("no link has led to %s", part)
		}
	}
}

// TestAPageShowsTheGameAtItsPoint holds the page of #743 to what the README says of it.
func TestAPageShowsTheGameAtItsPoint(t *testing.T) {
	s, _ := office(t)
	text := get(s, "/games/"+autumn+"?at=743").Body.String()
	for _, want := range []string{"Lantern: Rq14-q8; R@p12", "while Lantern and Garden are in check", "1230.2/49 §6", "Lantern to play", `rel="prev" href="/games/the-autumn-hand?at=741"`, `rel="next" href="/games/the-autumn-hand?at=745"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page of #743 does not say %q", want)
		}
	}
	if to := get(s, "/games/"+autumn+"?step=113").Body.String(); !strings.Contains(to, `aria-valuetext="#743"`) {
		t.Error("step 113 is not #743")
	}
	if de := get(s, "/games/"+autumn+"?at=743", "Accept-Language", "de-AT, en;q=0.5").Body.String(); !strings.Contains(de, "Lantern ist am Zug") || !strings.Contains(de, `<html lang="de">`) {
		t.Error("who prefers German is answered otherwise")
	}
	if en := get(s, "/games/"+autumn+"?at=743", "Accept-Language", "fr").Body.String(); !strings.Contains(en, `<html lang="en">`) {
		t.Error("who prefers a language that there is no catalogue for is not answered in English")
	}
}

// TestRefusalsNameWhatIsWrong asks what cannot be answered.
func TestRefusalsNameWhatIsWrong(t *testing.T) {
	s, _ := office(t)
	game := "/games/" + autumn
	for _, c := range []struct {
		path   string
		status int
		says   string
	}{
		{"/games/nobody", 404, "no such game"},
		{"/nowhere", 404, "Page not found"},
		{game + "?at=99999", 404, "99999"},
		{game + "?edition=7", 404, "7"},
		{game + "?edition=x%00y", 400, ""},
		{game + "?known=3000", 404, "3000"},
		{game + "?at=yesterdayish", 400, "yesterdayish"},
		{game + "/rules/9999", 404, "9999"},
		{game + "/moves/zz99", 404, "zz99"},
		{game + "/log?side=Lantrn", 200, "Lantern"},
		{game + "?at=" + strings.Repeat("1", 3000), 414, "too long"},
		{"/api/v1" + game + "?at=99999", 404, "99999"},
		{"/api/v1" + game + "/log?last=0", 422, "last"},
		{"/api/v1" + game + "/log?side=Lantrn", 400, "Lantern"},
		{"/api/v1" + game + "/nothing", 404, ""},
		{"/api/v1/games/%2e%2e%2fetc", 404, "no such game"},
		{"/games/" + strings.Repeat("%F0%9F%98%80", 60), 404, "no such game"},
	} {
		w := get(s, c.path)
		if w.Code != c.status || !strings.Contains(strings.ToLower(w.Body.String()), strings.ToLower(c.says)) {
			t.Errorf("%.80s: status %d, %.300s: expected %d and %q", c.path, w.Code, w.Body, c.status, c.says)
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete, "BREW"} {
		r := httptest.NewRequest(method, game, strings.NewReader("x=1"))
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d, expected 405", method, w.Code)
		}
	}
}

// TestNothingThatIsWrittenInAGameIsMarkup enters names and texts that are markup, and wants to see them as they are.
func TestNothingThatIsWrittenInAGameIsMarkup(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	evil := `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
	submit(t, l, announcement(evil))
	for _, path := range []string{"", "/log", "?step=328"} {
		text := get(s, "/games/"+autumn+path).Body.String()
		if strings.Contains(text, "<script>alert") || strings.Contains(text, "<img") {
			t.Errorf("%q: a note stands in the page as markup", path)
		}
		if !strings.Contains(text, "&lt;script&gt;") {
			t.Errorf("%q: the note is not shown", path)
		}
	}
}

// TestAnswersAreKeptAsLongAsTheyHold asks twice, adds to the game, and asks again.
func TestAnswersAreKeptAsLongAsTheyHold(t *testing.T) {
	s, st := office(t)
	path := "/games/" + autumn
	first := get(s, path)
	tag := first.Header().Get("ETag")
	if again := get(s, path, "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("the same page again: status %d, %d bytes: expected 304 and none", again.Code, again.Body.Len())
	}
	if s.figures.built.Load() != 1 {
		t.Errorf("%d answers were worked out, expected 1", s.figures.built.Load())
	}
	past := get(s, path+"?at=743&known=1000")
	if got := past.Header().Get("Cache-Control"); !strings.Contains(got, "max-age") {
		t.Errorf("a settled page has Cache-Control %q", got)
	}
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, announcement("something new"))
	if later := get(s, path, "If-None-Match", tag); later.Code != http.StatusOK || !strings.Contains(later.Body.String(), "something new") {
		t.Errorf("the page after another entry: status %d: expected the new one", later.Code)
	}
	if settled := get(s, path+"?at=743&known=1000", "If-None-Match", past.Header().Get("ETag")); settled.Code != http.StatusNotModified {
		t.Errorf("a settled page after another entry: status %d, expected 304", settled.Code)
	}
}

// TestWatchersHearOfEntries watches a game over a connection while another process, as it were, writes.
func TestWatchersHearOfEntries(t *testing.T) {
	s, st := office(t)
	ctx, cancel := context.WithCancel(t.Context())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, l) }()
	resp, err := http.Get("http://" + l.Addr().String() + "/api/v1/games/" + autumn + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	next := func() string {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return data
			}
		}
		return "the stream ended"
	}
	if got := next(); got != `{"head":2095}` {
		t.Errorf("at first: %s", got)
	}
	g, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, g, announcement("hear, hear"))
	if got, want := next(), fmt.Sprintf(`{"head":%d}`, g.Head()); got != want || g.Head() == 2095 {
		t.Errorf("after an entry: %s, expected %s", got, want)
	}
	cancel()
	if err := <-done; err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the end: %v", err)
	}
	for lines.Scan() { // the stream ends with the server
	}
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	if s.rooms.people != 0 || len(s.rooms.open) != 0 {
		t.Errorf("%d watchers and %d rooms are left", s.rooms.people, len(s.rooms.open))
	}
}

// TestDocumentsAreAsDescribed holds answers of the API to its description.
func TestDocumentsAreAsDescribed(t *testing.T) {
	s, _ := office(t)
	var api map[string]any
	if err := json.Unmarshal(get(s, "/api/v1/openapi.json").Body.Bytes(), &api); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("api.json", api); err != nil {
		t.Fatal(err)
	}
	words := map[string]string{"/rulings/{name}": "743", "/moves/{name}": "K3"}
	tried := 0
	for path, about := range api["paths"].(map[string]any) {
		if get, ok := about.(map[string]any)["get"].(map[string]any); !ok || get["security"] != nil {
			continue
		} else if content := get["responses"].(map[string]any)["200"].(map[string]any)["content"].(map[string]any); content["application/json"] == nil {
			continue // no document
		}
		ref := "api.json#/paths/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path) + "/get/responses/200/content/application~1json/schema"
		sch, err := c.Compile(ref)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		at := strings.Replace(path, "{game}", autumn, 1)
		for suffix, word := range words {
			if strings.HasSuffix(at, suffix) {
				at = strings.Replace(at, "{name}", word, 1)
			}
		}
		for _, query := range []string{"", "?at=743"} {
			w := get(s, at+query)
			v, err := jsonschema.UnmarshalJSON(w.Body)
			if err != nil || w.Code != 200 {
				t.Errorf("%s%s: status %d, %v", at, query, w.Code, err)
				continue
			}
			if err := sch.Validate(v); err != nil {
				t.Errorf("%s%s: %v", at, query, err)
			}
			tried++
		}
	}
	if tried < 20 {
		t.Errorf("only %d documents were held to the description", tried)
	}
}

// TestProgramsAreAnsweredByDocuments asks for what there is and what there is not: each answer is JSON, with an ETag or as a problem (RFC 9457).
func TestProgramsAreAnsweredByDocuments(t *testing.T) {
	s, _ := office(t)
	for path, status := range map[string]int{"/games": 200, "/games/" + autumn: 200, "/openapi.json": 200, "/games/" + autumn + "/log?last=1": 200,
		"/nonsense": 404, "/games/nobodys": 404, "/games/" + autumn + "/nonsense": 404, "/games/" + autumn + "/rules/log/more": 404, "/games/" + autumn + "/log?last=x": 422} {
		w := get(s, apiRoot+path)
		kind := w.Header().Get("Content-Type")
		if w.Code != status || !json.Valid(w.Body.Bytes()) || status == 200 && w.Header().Get("ETag") == "" || status != 200 && kind != "application/problem+json" {
			t.Errorf("%s: status %d, %s, ETag %q: %.100s", path, w.Code, kind, w.Header().Get("ETag"), w.Body)
		}
		if tag := w.Header().Get("ETag"); tag != "" {
			if again := get(s, apiRoot+path, "If-None-Match", tag); again.Code != http.StatusNotModified {
				t.Errorf("%s again, with its ETag: status %d", path, again.Code)
			}
		}
	}
}

// TestTheGermanCatalogueIsComplete holds the catalogue to the phrases of the templates.
func TestTheGermanCatalogueIsComplete(t *testing.T) {
	phrase := regexp.MustCompile(`\.T "([^"]+)"`)
	used := map[string]bool{}
	files, err := pageFiles.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := pageFiles.ReadFile("page/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range phrase.FindAllStringSubmatch(string(text), -1) {
			used[m[1]] = true
		}
	}
	for i := range parts {
		used[parts[i].title] = true
	}
	said := regexp.MustCompile(`(?:say\([^",]*, |\.T\()"([^"]+)"|counted\(\w+, "([^"]+)", "([^"]+)"`)
	code, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	deadlines, err := os.ReadFile("../report/deadlines.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`Format: "([^"]*[a-z]{2}[^"]*)"`).FindAllStringSubmatch(string(deadlines), -1) {
		used[m[1]] = true
	}
	for _, f := range code {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range said.FindAllStringSubmatch(string(text), -1) {
			for _, p := range m[1:] {
				used[p] = true
			}
		}
	}
	for _, section := range []string{"Play", "Sign in", "Other actions", "Desk", "Plays ahead", ahead.Waiting, ahead.Draft, ahead.Making, ahead.Made, ahead.Lapsed, ahead.Withdrawn} {
		used[section] = true
	}
	for _, word := range slices.Concat(dispute.Verdicts, dispute.Effects, readjudicate.Policies, amendment.Kinds) { // what templates say by a variable
		used[word] = true
	}
	for _, word := range []string{aggregate.Accepted, aggregate.Rejected, aggregate.Stands, aggregate.Replaced, aggregate.Voided, "noted", aggregate.MatterTaken, aggregate.MatterRefused,
		dispute.Open, dispute.Ruled, dispute.Withdrawn} {
		used[word] = true
	}
	for _, failure := range []string{noSuchPage, notMade, tooMuch, tooOften, tooMany, hidden} {
		used[sentence(failure)] = true
	}
	for _, status := range []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusConflict,
		http.StatusRequestURITooLong, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable} {
		used[http.StatusText(status)] = true
	}
	delete(used, "")
	for _, lang := range phrases.Languages() {
		for p := range used {
			if other := phrases.Phrase(lang, p); other == "" {
				t.Errorf("%s: %q is missing", lang, p)
			} else if strings.Count(p, "%") != strings.Count(other, "%") {
				t.Errorf("%s: %q says other things than %q", lang, other, p)
			}
		}
		for _, p := range phrases.Phrases(lang) {
			if !used[p] {
				t.Errorf("%s: no page says %q", lang, p)
			}
		}
	}
}

// TestManyAskAtOnce is for the race detector.
func TestManyAskAtOnce(t *testing.T) {
	s, _ := office(t)
	paths := []string{"/", "/games/" + autumn, "/games/" + autumn + "/log", "/games/" + autumn + "?at=743", "/api/v1/games/" + autumn, "/games/" + autumn + "/holdings?at=500", "/metrics"}
	var wg sync.WaitGroup
	for i := range 28 {
		wg.Go(func() {
			if w := get(s, paths[i%len(paths)]); w.Code != 200 {
				t.Errorf("%s: status %d", paths[i%len(paths)], w.Code)
			}
		})
	}
	wg.Wait()
}

func TestAStoreThatIsGoneIsTheServersFault(t *testing.T) {
	s, st := office(t)
	st.Close()
	for _, path := range []string{"/games/" + autumn, "/api/v1/games/" + autumn, "/healthz"} {
		w := get(s, path)
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "sql") {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
	}
}

func announcement(text string) events.Payload { return events.StateAnnounced{Note: text} }

func submit(t *testing.T, l *ledger.Ledger, p events.Payload) {
	t.Helper()
	if _, err := l.Submit(t.Context(), p, "", l.Last().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
}

func TestAPageShowsAPartOfTheBoard(t *testing.T) {
	s, _ := office(t)
	page := get(s, "/games/"+autumn+"?at=743&crop=c3-h9")
	text := page.Body.String()
	wellFormed(t, "the part", text)
	if page.Code != http.StatusOK || !strings.Contains(text, "crop=c3-h9") || strings.Contains(text, "on a1</title>") {
		t.Errorf("status %d; links lead to the whole board, or a1 is shown", page.Code)
	}
	whole := get(s, "/games/"+autumn+"/board.svg?at=743").Body.String()
	part := get(s, "/games/"+autumn+"/board.svg?at=743&crop=c3-h9").Body.String()
	if inside := strings.Count(part, "<circle"); inside == 0 || inside >= strings.Count(whole, "<circle") {
		t.Errorf("%d circles in the part", inside)
	}
	for _, path := range []string{"?crop=c3", "/board.png?crop=%22%3E%3Cb%3E"} {
		if w := get(s, "/games/"+autumn+path); w.Code != http.StatusBadRequest || strings.Contains(w.Body.String(), "<b>") || !strings.Contains(w.Body.String(), "opposite corners") {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
	}
}

func TestAStretchIsAnAnimatedPicture(t *testing.T) {
	s, _ := office(t)
	page := get(s, "/games/"+autumn+"?at=743&crop=c3-h9")
	link := regexp.MustCompile(`href="([^"]*/film\.svg[^"]*)"`).FindStringSubmatch(page.Body.String())
	if link == nil {
		t.Fatal("the page has no link to it")
	}
	film := get(s, html.UnescapeString(link[1]))
	text := film.Body.String()
	if err := xml.Unmarshal(film.Body.Bytes(), new(struct{})); err != nil {
		t.Error(err)
	}
	if n := strings.Count(text, `class="frame`); film.Code != http.StatusOK || n < 2 || n > filmed+2 || strings.Contains(text, "on a1</title>") {
		t.Errorf("status %d, %d boards, or a1 is shown", film.Code, n)
	}
	if got := film.Header().Get("Content-Security-Policy"); !strings.Contains(got, "style-src 'self' 'unsafe-inline'") || strings.Contains(got, "script") {
		t.Errorf("policy %q: it cannot move, or could do more", got)
	}
	for query, says := range map[string]string{"": "number of the entry", "?from=x": "invalid", "?from=2.1": "number of the entry", "?from=99999": "nothing to show", "?from=1": "at most 2000", "?from=740&at=743&crop=c3": "opposite corners"} {
		if w := get(s, "/games/"+autumn+"/film.svg"+query); w.Code != http.StatusBadRequest || !strings.Contains(strings.ToLower(w.Body.String()), says) {
			t.Errorf("%q: status %d, expected 400 and %q: %s", query, w.Code, says, w.Body.String()[:min(200, w.Body.Len())])
		}
	}
}
