package web

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestInABrowserPeopleWatchAndStep steps through the season by links, keys and slider, and hears of an entry at once.
func TestInABrowserPeopleWatchAndStep(t *testing.T) {
	b := open(t)
	b.visit("/games/" + autumn + "?at=743")
	b.says("#ruling", "in check")
	b.picture("game")
	b.press(`a[rel=prev]`, `a[rel=next]`)
	b.says("#ruling h2", "#741")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.says("#ruling h2", "#743")
	b.do(chromedp.KeyEvent(kb.ArrowDown)) // scrolls, and does not step
	for range 40 {
		if value[float64](b, `scrollY`) > 0 {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	if value[float64](b, `scrollY`) == 0 || !strings.Contains(b.text("#ruling h2"), "#743") {
		t.Error("the arrow down does not scroll")
	}
	b.press(`.facts a[href*="p12"]`, `.facts a[aria-current]`)
	if !value[bool](b, `[...document.querySelectorAll(".board svg path title")].some(e => e.textContent === "p12")`) {
		t.Error("the square that a fault names is not lit up")
	}
	if !value[bool](b, `document.activeElement.matches(".facts a[aria-current]")`) {
		t.Error("the focus does not stay on the fault")
	}
	b.visit("/games/" + autumn)
	time.Sleep(300 * time.Millisecond) // the stream is open
	l, err := b.s.store.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, announcement("heard at once"))
	b.says("#ruling", "heard at once")
}

// playsByClicking picks a piece up, plays it to the first square that is lit, and submits.
func playsByClicking(b *tab) {
	b.t.Helper()
	b.visit("/games/" + autumn + "/play")
	b.press(`.board svg a`, "#choices")
	b.press(`#choices .choices a`, ".ruling")
	if v := b.text(".ruling h2"); !strings.Contains(v, "accepted") {
		b.t.Fatalf("what is lit would be ruled: %s", b.text(".ruling"))
	}
	play := b.text(".ruling .play")
	b.picture("play")
	b.press(`button.main`, "#steps")
	if !strings.Contains(b.where(), "?at=") || !strings.Contains(b.text("#ruling"), play) || !strings.Contains(b.text("#ruling h2"), "accepted") {
		b.t.Errorf("%s shows %s, expected the ruling on %s", b.where(), b.text("#ruling"), play)
	}
}

func TestInABrowserAPlayIsMadeByClicking(t *testing.T) {
	b := open(t)
	b.signIn("Pavel")
	playsByClicking(b)
}

func TestInABrowserAPlayIsMadeWithoutScript(t *testing.T) {
	b := open(t)
	b.scriptless()
	b.signIn("Pavel")
	playsByClicking(b)
}

// TestInABrowserARefusalSaysWhy asks what a piece may not do, and types a play that is refused.
func TestInABrowserARefusalSaysWhy(t *testing.T) {
	b := open(t)
	b.signIn("Pavel")
	b.do(chromedp.SendKeys(chromedp.CSS(`input[name=play]`), "Ka1-t20"))
	b.press(`button[value=preview]`, ".ruling .rejected, [role=alert]")
	if text := b.text("main"); !strings.Contains(text, "a1") {
		t.Errorf("no reason against Ka1-t20: %s", text)
	}
	b.visit("/games/" + autumn + "/play")
	b.press(`.board svg a`, "#choices")
	b.press(`.left .steps a:not([rel])`, `.board svg a[href*="barred=1"][href*="play="]`)
	far := value[string](b, `[...document.querySelectorAll(".board svg a")].filter(a => a.getAttribute("href").includes("barred=1") && a.getAttribute("href").includes("play="))[0].dataset.square`)
	b.press(`.board svg a[data-square="`+far+`"]`, ".ruling .rejected")
	if text := b.text(".ruling .facts"); len(text) < 20 {
		t.Errorf("going to %s is refused without a reason: %q", far, text)
	}
	b.picture("refused")
}

// TestInABrowserAPhoneShowsIt wants no page wider than a phone, and targets that a finger hits: of squares the table has larger ones.
func TestInABrowserAPhoneShowsIt(t *testing.T) {
	b := open(t)
	b.phone()
	b.signIn("Pavel")
	for _, path := range []string{"/", "/games/" + autumn, "/games/" + autumn + "/play", "/games/" + autumn + "/log", "/games/" + autumn + "/rules", "/games/" + autumn + "/disputes", "/games/" + autumn + "/editions", "/games/" + autumn + "/holdings"} {
		b.visit(path)
		if wide := value[int](b, `document.scrollingElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s is %d pixels wider than a phone", path, wide)
		}
		small := value[[]string](b, `document.querySelectorAll("details").forEach(d => d.open = true), [...document.querySelectorAll("button, input:not([type=hidden]):not([type=checkbox]), select, .step, .choices a, .squares a, .parts a, summary")].filter(e => { const r = e.getBoundingClientRect(); return r.width > 0 && (r.width < 24 || r.height < 24) }).map(e => e.outerHTML.slice(0, 80))`)
		if len(small) > 0 {
			t.Errorf("%s: %d targets are smaller than 24 pixels, such as %s", path, len(small), small[0])
		}
	}
	b.visit("/games/" + autumn + "/play")
	b.picture("phone")
}

// TestInABrowserAScreenReaderHearsTheBoard reads the accessibility tree of the player's page, and walks the table of squares by keys.
func TestInABrowserAScreenReaderHearsTheBoard(t *testing.T) {
	b := open(t)
	b.signIn("Pavel")
	b.press("details.grid summary", ".squares a[tabindex]")
	call(b, accessibility.Enable, cdp.Empty{})
	tree := call(b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
	roles := map[string][]string{}
	for _, n := range tree {
		if n.Ignored || n.Role == nil {
			continue
		}
		name := ""
		if n.Name != nil {
			name = strings.Trim(string(n.Name.Value), `"`)
		}
		role := strings.Trim(string(n.Role.Value), `"`)
		roles[role] = append(roles[role], name)
	}
	for role, want := range map[string]int{"main": 1, "navigation": 2, "heading": 1, "grid": 1, "gridcell": 400, "figure": 1} {
		if len(roles[role]) < want {
			t.Errorf("%d of role %s, expected %d", len(roles[role]), role, want)
		}
	}
	for _, role := range []string{"link", "button", "textbox", "combobox", "figure", "grid"} {
		for _, name := range roles[role] {
			if name == "" {
				t.Errorf("a %s without a name", role)
			}
		}
	}
	first := value[string](b, `document.querySelector(".squares a[tabindex], .squares span[tabindex]").focus(), document.activeElement.getAttribute("aria-label")`)
	b.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowRight))
	if at := value[string](b, `document.activeElement.getAttribute("aria-label")`); !strings.HasPrefix(first, "a20") || !strings.HasPrefix(at, "b19") {
		t.Errorf("from %q down and to the right is %q, expected b19", first, at)
	}
	if stops := value[int](b, `document.querySelectorAll('.squares [tabindex="0"]').length`); stops != 1 {
		t.Errorf("the table is %d stops of the tab key, expected 1", stops)
	}
}
