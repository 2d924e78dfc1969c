package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"

	"adjudicate/internal/testrace"
	"adjudicate/ledger/place"
)

// A page in German may hold words of three kinds: those of the catalogue, those of the game (names, entries, what rulings and rules say) and
// notation. Whatever else the same page says in English too was never translated.

// runs are the lines of a page, and the attributes that are shown or read out. What says itself in which language it is, is left out.
func runs(t *testing.T, text string) (list []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	add := func(text string) {
		for line := range strings.Lines(text) {
			if line = strings.Join(strings.Fields(line), " "); line != "" {
				list = append(list, line)
			}
		}
	}
	for n := range root.Descendants() {
		switch n.Type {
		case html.TextNode:
			if n.Parent.Data != "script" && !slices.ContainsFunc(n.Parent.Attr, func(a html.Attribute) bool { return a.Key == "lang" }) {
				add(n.Data)
			}
		case html.ElementNode:
			for _, a := range n.Attr {
				if slices.Contains([]string{"title", "alt", "placeholder", "label", "aria-label", "aria-valuetext", "aria-description"}, a.Key) {
					add(a.Val)
				}
			}
		}
	}
	return list
}

// wordForm is a word; notation has no two small letters beside one another, or figures.
var wordForm = regexp.MustCompile(`[\p{L}\p{M}\p{N}'’-]+`)

func isWord(w string) bool {
	return !strings.ContainsFunc(w, unicode.IsDigit) && strings.ToUpper(w) != w && len(w) > 1
}

// between separates what a page puts side by side: a name and its value, an entry and its verdict.
var address = regexp.MustCompile(`\S*\w[/:]\w\S*`) // a path, an address, a time zone

var between = regexp.MustCompile(`[:;,.()/·→×=“”"„]+|\d[\d.:-]*`)

func partsOf(text string) (list []string) {
	for _, part := range between.Split(address.ReplaceAllString(text, " "), -1) {
		words := slices.DeleteFunc(strings.Fields(part), func(w string) bool { return !isWord(strings.Trim(w, "-–+*&#?!%")) })
		if len(words) > 0 {
			list = append(list, strings.Join(words, " "))
		}
	}
	return list
}

// data are the texts of a game that no language changes: those of its events, and those that programs are given of it.
type data struct {
	parts map[string]bool
	names map[string]bool // words that begin with a capital in short texts
}

func (d *data) add(v any) {
	switch v := v.(type) {
	case string:
		if words := wordForm.FindAllString(v, 5); len(words) <= 4 {
			for _, w := range words {
				if unicode.IsUpper([]rune(w)[0]) {
					d.names[w] = true
				}
			}
		}
		for line := range strings.Lines(v) {
			d.parts[strings.Join(strings.Fields(line), " ")] = true
			for _, part := range partsOf(line) {
				d.parts[part] = true
			}
		}
	case []any:
		for _, x := range v {
			d.add(x)
		}
	case map[string]any:
		for k, x := range v {
			d.parts[k] = true
			d.add(x)
		}
	}
}

func (d *data) document(t *testing.T, text []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	d.add(v)
}

// dataOf reads a game and the documents about it.
func dataOf(t *testing.T, s *Server, g *place.Game) *data {
	t.Helper()
	d := &data{map[string]bool{}, map[string]bool{"adjudicate": true, g.Name: true}}
	for e, err := range g.Recall().Read(t.Context(), g.Name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		d.document(t, e.Data)
	}
	for _, at := range []string{"", "?at=743"} {
		for _, part := range []string{"", "/log?last=100" + strings.Replace(at, "?", "&", 1), "/holdings", "/rules", "/register", "/disputes", "/editions"} {
			w := get(s, "/api/v1/games/"+g.Name+part+map[bool]string{true: at}[!strings.Contains(part, "?")])
			if w.Code == http.StatusOK {
				d.document(t, w.Body.Bytes())
			}
		}
	}
	return d
}

// foreign finds in a page in German the words that nothing explains and that the page in English has as well.
func foreign(t *testing.T, en, de string, known *data, german map[string]bool) (list []string) {
	t.Helper()
	said := map[string]bool{}
	for _, r := range runs(t, en) {
		for _, w := range wordForm.FindAllString(r, -1) {
			said[w] = true
		}
	}
	for _, r := range runs(t, de) {
		for _, part := range partsOf(r) {
			if known.parts[part] {
				continue
			}
			for _, w := range wordForm.FindAllString(part, -1) {
				if isWord(w) && said[w] && !german[w] && !known.names[w] {
					list = append(list, fmt.Sprintf("%q in %.120q", w, r))
				}
			}
		}
	}
	return list
}

// TestPagesInGermanHoldNoEnglish compares pages of several systems in both languages, as everybody, a player and the umpire see them.
func TestPagesInGermanHoldNoEnglish(t *testing.T) {
	testrace.Elsewhere(t)
	german := map[string]bool{}
	for _, english := range phrases.Phrases("de") {
		for _, w := range wordForm.FindAllString(say("de", english), -1) {
			german[w] = true
		}
	}
	path := filepath.Join(t.TempDir(), "club.ledger")
	for _, system := range []string{"chess", "crazyhouse", "xiangqi"} {
		beginGame(t, system, path, system+"-club")
	}
	club, err := host().Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer club.Close()
	clubs, err := New(club, Options{Version: "1.0", Key: []byte("of the test"), Now: func() time.Time { return today.Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	season, st := office(t, func(o *Options) { o.Version = "1.0" })
	st.Host.Cache = t.TempDir()
	player, umpire := invited(t, season, "Pavel"), invitedAs(t, season, "Ursula", roleUmpire)
	type asked struct {
		path string
		as   *http.Cookie
	}
	try := func(s *Server, g *place.Game, more ...asked) {
		known := dataOf(t, s, g)
		list := append([]asked{{"/nowhere", nil}}, more...)
		for _, p := range parts {
			if !strings.Contains(p.path, "{") {
				list = append(list, asked{strings.TrimSuffix("/games/"+g.Name+"/"+p.path, "/"), nil})
			}
		}
		for _, q := range list {
			in := func(lang string) string {
				r := httptest.NewRequest(http.MethodGet, q.path, nil)
				r.Header.Set("Accept-Language", lang)
				if q.as != nil {
					r.AddCookie(q.as)
				}
				w := httptest.NewRecorder()
				if s.ServeHTTP(w, r); w.Code == http.StatusInternalServerError || w.Code == http.StatusUnauthorized {
					t.Errorf("%s: status %d", q.path, w.Code)
				}
				return w.Body.String()
			}
			for _, found := range foreign(t, in("en"), in("de"), known, german) {
				t.Errorf("%s: %s", q.path, found)
			}
		}
	}
	game := "/games/" + autumn
	try(season, st.Game(autumn), asked{game + "?at=743", nil}, asked{game + "/compare", nil}, asked{game + "/moves/K1", nil},
		asked{game + "/play", player}, asked{game + "/deeds", player}, asked{game + "/ahead", player}, asked{game + "/desk", umpire}, asked{game + "/letters", player}, asked{game + "/feed.atom", nil})
	for _, system := range []string{"chess", "crazyhouse", "xiangqi"} {
		names, _, err := club.Games(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasPrefix(name, system) {
				try(clubs, club.Game(name))
			}
		}
	}
}
