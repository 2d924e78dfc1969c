package web

import (
	"html/template"
	"io"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"golang.org/x/net/html"

	"adjudicate/report"
)

const evil = `javascript:alert(0)//<script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;<!--`

// bodies are what each template is given; the pages of which nothing is said in a game have none.
var bodies = map[string]any{"game": &scene{}, "log": &logPage{}, "weights": &weightsPage{}, "holdings": &holdingsPage{}, "rules": &rulesPage{}, "rule": &rulePage{}, "register": &report.Register{},
	"editions": &report.Editions{}, "compare": &comparison{}, "disputes": &report.Docket{}, "moves": &movesPage{}, "ahead": &aheadPage{}, "deeds": &deedsPage{tried: &tried{}}, "desk": &deskPage{tried: &tried{}}, "letters": &lettersPage{},
	"keys": &keysPage{}, "play": &playPage{}, "lobby": &lobby{Ledgers: new(report.Ledgers)}, "failure": evil, "checkpoints": &signedPage{}, "signin": map[string]string{"Player": evil, "Role": evil, "Token": evil}, "stranger": nil}

// wicked says something evil in every text below a value, and holds it true and present.
func wicked(v reflect.Value, deep int) {
	embedded := v.Kind() == reflect.Struct || v.Kind() == reflect.Pointer && !v.IsNil()
	if deep > 12 || !v.CanSet() && !embedded {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if embedded {
			wicked(v.Elem(), deep+1)
		} else if v.Type() != reflect.TypeFor[*time.Location]() {
			v.Set(reflect.New(v.Type().Elem()))
			wicked(v.Elem(), deep+1)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() && v.CanSet() {
			v.Set(reflect.ValueOf(time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			wicked(v.Field(i), deep+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		wicked(v.Index(0), deep+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		wicked(key, deep+1)
		wicked(value, deep+1)
		v.SetMapIndex(key, value)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(2)
	case reflect.Uint64:
		v.SetUint(2)
	case reflect.String:
		if v.Type() != reflect.TypeFor[template.HTML]() { // pictures, which the tests of report/draw hold
			v.SetString(evil)
		}
	}
}

// TestNoPageHasMarkupOfOthers sets every kind of page with markup in all that it says, and has a parser of HTML look for any of it.
func TestNoPageHasMarkupOfOthers(t *testing.T) {
	s := &Server{opts: Options{Version: evil, Now: time.Now}, rely: &webauthn.WebAuthn{}}
	s.zones.Store(evil, time.UTC)
	files, err := pageFiles.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".html")
		body, ok := bodies[name]
		if name == "layout" {
			continue
		} else if !ok {
			t.Errorf("no body for the page %s", name)
			continue
		}
		if v := reflect.ValueOf(body); v.Kind() == reflect.Pointer {
			wicked(v.Elem(), 0)
		}
		p := &page{Lang: "de", Title: evil, Game: evil, Section: evil, Where: where{evil, evil, evil}, Visitor: evil, Role: roleUmpire, Body: body}
		text, err := s.render(name, p)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		seen := false
		for z := html.NewTokenizer(strings.NewReader(string(text))); ; {
			kind := z.Next()
			if kind == html.ErrorToken {
				if z.Err() != io.EOF {
					t.Errorf("%s: %v", name, z.Err())
				}
				break
			}
			tok := z.Token()
			seen = seen || kind == html.TextToken && strings.Contains(tok.Data, evil)
			if kind == html.CommentToken || tok.Data == "script" && len(tok.Attr) == 0 && kind == html.StartTagToken {
				t.Errorf("%s: %v stands in the page", name, tok)
			}
			for _, a := range tok.Attr {
				address := a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "formaction"
				if to, err := url.Parse(a.Val); strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Val == "x" || address && (err != nil || to.Scheme != "" || to.Host != "") {
					t.Errorf("%s: %v stands in the page", name, tok)
				}
			}
		}
		if !seen {
			t.Errorf("%s does not show what was said", name)
		}
	}
}
