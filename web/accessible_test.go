package web

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"adjudicate/internal/tray"
)

// Every kind of page is held to WCAG 2.2 AA: by axe-core, by day and by night, on a desk and on a phone, and by what axe-core does not
// see: that the focus is visible wherever it goes, and that nothing moves for those who asked for that.
//
// testdata/axe has axe-core as its authors publish it, so that the test needs no network and judges the same tomorrow; its licence is beside it.
// No program that is built contains it.

// axeSum is what axe-core's own list of its releases (sri-history.json) says of axe.min.js of 4.14.1.
const axeSum = "KTSJmUUM3yhJqOcLeRL8LahahJ2jnA0NU5T1HUqe2Vw="

// axe is the script that looks at a page.
func axe(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/axe/axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(text); base64.StdEncoding.EncodeToString(sum[:]) != axeSum {
		t.Fatal("testdata/axe/axe.min.js is not the axe-core 4.14.1 that was published")
	}
	return string(text)
}

// A sight is a page as somebody sees it.
type sight struct {
	path string
	role string // of who is signed in, with "player" for a player; "" is nobody
	does string // a form's button that is pressed, with its selector, before looking
}

// sights are the pages to look at, by the template that makes them.
func sights(b *tab) map[string][]sight {
	b.t.Helper()
	invitation, err := Invite(b.t.Context(), b.s.store.Game(autumn), b.s.opts.Key, "Pavel", "", today.Add(time.Hour))
	if err != nil {
		b.t.Fatal(err)
	}
	game := "/games/" + autumn
	b.visit(game + "/rules")
	rule := value[string](b, `document.querySelector("main a[href*='/rules/']").getAttribute("href")`)
	return map[string][]sight{
		"lobby":    {{path: "/"}},
		"game":     {{path: game + "?at=743"}, {path: game}},
		"log":      {{path: game + "/log"}},
		"weights":  {{path: game + "/weights"}},
		"holdings": {{path: game + "/holdings"}},
		"rules":    {{path: game + "/rules"}},
		"rule":     {{path: rule}},
		"register": {{path: game + "/register"}},
		"editions": {{path: game + "/editions"}},
		"compare":  {{path: game + "/compare?with=1&edition=1"}},
		"disputes": {{path: game + "/disputes"}},
		"moves":    {{path: game + "/moves/j20"}},

		"checkpoints": {{path: game + "/checkpoints"}},

		"failure":  {{path: game + missing}},
		"signin":   {{path: game + "/in?with=" + invitation}, {path: game + "/in"}},
		"stranger": {{path: game + "/play"}, {path: "/in"}},
		"keys":     {{path: game + "/keys", role: "player"}},
		"play":     {{path: game + "/play", role: "player"}, {path: game + "/play", role: "player", does: `.board svg a`}},
		"ahead":    {{path: game + "/ahead", role: "player"}},
		"deeds":    {{path: game + "/deeds", role: "player"}},
		"letters":  {{path: game + "/letters", role: "player"}},
		"desk":     {{path: game + "/desk", role: roleUmpire}},
	}
}

// media sets what the reader's system asks for.
func (b *tab) media(features ...string) {
	b.t.Helper()
	var list []*emulation.MediaFeature
	for i := 0; i < len(features); i += 2 {
		list = append(list, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list})
}

// few are the kinds of pages that are looked at as a rule; make test sets ADJUDICATE_LOOKS, for all.
var few = []string{"game", "play", "deeds"}

// roam signs in as is needed and goes to each page, in the order of their templates.
func roam(b *tab, look func(kind string, p sight)) {
	b.t.Helper()
	all := sights(b)
	made, err := pageFiles.ReadDir("page")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, f := range made {
		if kind := strings.TrimSuffix(f.Name(), ".html"); kind != "layout" && len(all[kind]) == 0 {
			b.t.Errorf("no page of the kind %s is looked at", kind)
		}
	}
	if os.Getenv("ADJUDICATE_LOOKS") == "" {
		maps.DeleteFunc(all, func(kind string, _ []sight) bool { return !slices.Contains(few, kind) })
	}
	role := ""
	for _, kind := range slices.SortedFunc(maps.Keys(all), func(a, c string) int { return strings.Compare(all[a][0].role+a, all[c][0].role+c) }) {
		for _, p := range all[kind] {
			switch {
			case p.role == role:
			case p.role == roleUmpire:
				b.signInAs("Odile", roleUmpire)
			default:
				b.signIn("Pavel")
			}
			role = p.role
			b.visit(p.path)
			if p.does != "" {
				b.press(p.does, "#choices")
			}
			value[bool](b, `document.querySelectorAll("details").forEach(d => d.open = true), true`)
			look(kind, p)
		}
	}
}

// openRoom is an office with something on every page, in a tab.
func openRoom(t *testing.T) *tab {
	t.Helper()
	if browserPath() == "" {
		open(t) // says so
	}
	folder := t.TempDir()
	s, st := office(t, func(o *Options) {
		o.Tray, o.Mails, o.URL = func(string) string { return folder }, true, "https://play.example"
	})
	if _, err := st.Game(autumn).Sign(t.Context(), umpireKey(t)); err != nil {
		t.Fatal(err)
	}
	if err := tray.Put(folder, []byte("From: pavel@harbour.example\r\nDate: Sat, 2 Jan 1999 12:00:00 +0000\r\nSubject: my move\r\n\r\nThe king goes, I think: J20 to I19\r\n"), "nothing in it reads as a play"); err != nil {
		t.Fatal(err)
	}
	s.store.Host.Cache = t.TempDir()
	me := invited(t, s, "Pavel")
	for path, f := range map[string]url.Values{
		"ahead": {"id": {"one"}, "side": {"Masque"}, "play": {"pass"}, "if": {"Lantern: *"}, "do": {"draft"}},
		"deeds": form(s, t, "kind", "doubt", "event", "#743", "grounds", "I meant another square.", "do", "submit"),
	} {
		if w := postTo(s, "/games/"+autumn+"/"+path, f, me); w.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	return showFor(t, s, 4*time.Minute)
}

// looks are the rules of axe-core whose answer can be another by night or on a phone.
const looks = `{type: "rule", values: ["color-contrast", "link-in-text-block", "target-size", "meta-viewport", "css-orientation-lock", "scrollable-region-focusable"]}`

// TestInABrowserAxeFindsNothing runs axe-core on every kind of page.
func TestInABrowserAxeFindsNothing(t *testing.T) {
	script := axe(t)
	b := openRoom(t)
	roam(b, func(kind string, p sight) {
		call(b, runtime.Evaluate, runtime.EvaluateParams{Expression: script})
		for _, as := range []struct {
			name, scheme, rules string
			phone               bool
		}{
			{"by day", "light", `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`, false},
			{"by night", "dark", looks, false},
			{"on a phone", "light", looks, true},
		} {
			b.media("prefers-color-scheme", as.scheme, "prefers-reduced-motion", "reduce")
			if as.phone {
				b.phone()
			}
			found := awaited[[]string](b, `axe.run(document, {resultTypes: ["violations"], runOnly: `+as.rules+`}).then(r => [r.passes.length === 0 ? "axe looked at nothing" : "",
				...r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 120) + " " + (n.failureSummary || "").slice(0, 300)))].filter(x => x))`)
			for i, f := range found {
				if i == 4 {
					t.Errorf("%s %s: and %d more", p.path, as.name, len(found)-i)
					break
				}
				t.Errorf("%s %s (%s): %s", p.path, as.name, kind, f)
			}
		}
		b.desk()
	})
}

// awaited is what a promise of the page comes to.
func awaited[T any](b *tab, js string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
}

// TestInABrowserTheFocusIsSeen puts the focus on everything that can have it, as the tab key does, and wants an outline of two pixels or more, or
// on the picture the edge of the square, of a colour that stands out (3, WCAG 2.2, 1.4.11) and is not hidden.
func TestInABrowserTheFocusIsSeen(t *testing.T) {
	b := openRoom(t)
	roam(b, func(kind string, p sight) {
		b.do(chromedp.KeyEvent(kb.Tab)) // from here on the focus is shown as to somebody who uses keys
		if skip := value[string](b, `document.activeElement.className + " " + (document.activeElement.getBoundingClientRect().left >= 0)`); p.does == "" && skip != "skip true" {
			t.Errorf("%s: the first stop of the tab key is %q, expected the link to the content, on the page", p.path, skip)
		}
		for _, scheme := range []string{"light", "dark"} {
			b.media("prefers-color-scheme", scheme)
			bad := value[[]string](b, focusJS)
			if bad[0] == "0" {
				t.Errorf("%s: nothing can have the focus", p.path)
			}
			for _, f := range bad[1:] {
				t.Errorf("%s (%s, %s): %s", p.path, kind, scheme, f)
			}
		}
	})
}

// focusJS answers with how many elements it looked at, and what is wrong with some.
const focusJS = `(() => {
	const light = c => { const [r, g, b] = c.match(/[\d.]+/g).slice(0, 3).map(x => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
	const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\)$|transparent/.test(c)) return c; } return "rgb(255, 255, 255)"; };
	const all = [...document.querySelectorAll("a[href], a[*|href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]")].filter(e => e.getClientRects().length && !e.disabled);
	const bad = new Set();
	for (const e of all) {
		e.focus({ preventScroll: true });
		if (document.activeElement !== e || !e.matches(":focus-visible")) { if (e.tabIndex >= 0) bad.add("no focus on " + e.outerHTML.slice(0, 90)); continue; }
		const place = e.closest("svg") && e.querySelector(".place");
		const s = getComputedStyle(place || e);
		const width = parseFloat(place ? s.strokeWidth : s.outlineStyle === "none" ? "0" : s.outlineWidth), colour = place ? s.stroke : s.outlineColor;
		if (!(width >= 2)) bad.add("no outline of " + e.outerHTML.slice(0, 90));
		else if (ratio(colour, ground(place ? place.ownerSVGElement : e.parentElement)) < 3) bad.add("an outline of " + colour + " on " + ground(e.parentElement) + ": " + e.outerHTML.slice(0, 90));
	}
	return [String(all.length), ...[...bad].slice(0, 4)];
})()`

// TestInABrowserNothingMovesUnasked wants no movement for those who asked for less, and some for the others, so that the test can fail.
func TestInABrowserNothingMovesUnasked(t *testing.T) {
	b := openRoom(t)
	roam(b, func(kind string, p sight) {
		for wish, moves := range map[string]bool{"reduce": false, "no-preference": true} {
			if kind == "weights" || p.role == roleUmpire && moves {
				continue
			}
			b.media("prefers-reduced-motion", wish)
			got := value[[]string](b, `document.getElementById("ruling")?.classList.add("fresh"), [...document.querySelectorAll("*")].filter(e => { const s = getComputedStyle(e); return s.animationName !== "none" || parseFloat(s.transitionDuration) > 0 || s.scrollBehavior === "smooth" || /^(animate|marquee|blink)/i.test(e.tagName); }).map(e => e.outerHTML.slice(0, 80))`)
			if !moves && len(got) > 0 {
				t.Errorf("%s moves: %s", p.path, got[0])
			}
			if moves && kind == "game" && len(got) == 0 {
				t.Errorf("%s: a fresh ruling is not shown as such", p.path)
			}
		}
	})
}

// TestInABrowserArrowKeysKeepTheirMeaning presses them where they have one: in a region that scrolls, on the slider, in a field, and with a key held.
func TestInABrowserArrowKeysKeepTheirMeaning(t *testing.T) {
	b := openRoom(t)
	b.phone()
	b.visit("/games/" + autumn + "?at=743")
	stays := func(what string) {
		t.Helper()
		if at := b.where(); !strings.HasSuffix(at, "?at=743") || !strings.Contains(b.text("#ruling h2"), "#743") {
			t.Errorf("%s stepped to %s", what, at)
		}
	}
	value[bool](b, `document.querySelector("figure.board svg").style.minWidth = "900px", document.querySelector("figure.board").focus(), true`)
	b.until(`document.activeElement.matches("figure.board") && document.activeElement.scrollWidth > document.activeElement.clientWidth`, "the picture does not scroll")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.until(`document.querySelector("figure.board").scrollLeft > 0`, "the arrow does not scroll the picture")
	stays("an arrow in the picture")
	value[bool](b, `document.body.focus(), document.activeElement.blur(), true`)
	b.do(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(2))) // with the control key
	stays("control and an arrow")
	b.do(chromedp.KeyEvent(kb.PageDown))
	b.until(`scrollY > 0`, "page down does not scroll")
	stays("page down")
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.says("#ruling h2", "#741") // so that the test can fail
}

// until waits for something to be so.
func (b *tab) until(js, or string) {
	b.t.Helper()
	for range 400 { // a busy machine scrolls late
		if value[bool](b, js) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Error(or)
}
