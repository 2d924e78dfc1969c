package web

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"adjudicate/ledger"
)

// hide has a tab believe that it is hidden, or shown again. A browser without windows shows all tabs.
func (b *tab) hide(hidden bool) {
	b.t.Helper()
	value[bool](b, fmt.Sprintf(`Object.defineProperty(document, "hidden", { configurable: true, get: () => %t }), document.dispatchEvent(new Event("visibilitychange"))`, hidden))
}

// streams waits until so many streams are open.
func (b *tab) streams(want int) {
	b.t.Helper()
	open := -1
	for b.ctx.Err() == nil {
		b.s.rooms.mu.Lock()
		open = b.s.rooms.people
		b.s.rooms.mu.Unlock()
		if open == want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("%d streams are open, expected %d", open, want)
}

// TestInABrowserAHiddenTabHoldsNoStream opens two tabs on one game. A browser opens six connections to an office at most, so a stream of each tab that lies
// behind others would leave none for pages.
func TestInABrowserAHiddenTabHoldsNoStream(t *testing.T) {
	one := open(t)
	one.visit("/games/" + autumn)
	one.streams(1)
	in, end := chromedp.NewContext(one.ctx)
	defer end()
	two := &tab{t, in, one.base, one.s}
	two.visit("/games/" + autumn)
	two.streams(2)
	one.hide(true)
	one.streams(1)
	l, err := one.s.store.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, announcement("heard in the tab that is seen"))
	two.says("#ruling", "heard in the tab that is seen")
	if strings.Contains(one.text("#ruling"), "heard") {
		t.Error("a hidden tab follows the game")
	}
	two.hide(true)
	two.streams(0)
	one.hide(false)
	one.streams(1)
}

// TestInABrowserTheListOfGamesRenewsItself lets an hour pass on the clocks of the office and of the page.
func TestInABrowserTheListOfGamesRenewsItself(t *testing.T) {
	announced := time.Date(1999, 1, 3, 12, 0, 0, 0, time.UTC)
	var passed atomic.Int64
	s, st := office(t, func(o *Options) { o.Now = func() time.Time { return announced.Add(time.Duration(passed.Load())) } })
	l, err := ledger.Open(t.Context(), st.Events, autumn, ledger.Options{Engine: "adjudicate test"})
	if err != nil {
		t.Fatal(err)
	}
	submit(t, l, announcement("the clock runs"))
	if browserPath() == "" {
		open(t) // says why it is left out
	}
	b := show(t, s)
	b.visit("/")
	before := b.text(".games")
	if !strings.Contains(before, "left") {
		t.Fatalf("the list says no time left: %s", before)
	}
	value[bool](b, `document.querySelector(".games h2 a").focus(), true`)
	passed.Store(int64(time.Hour))
	b.hide(false) // within a minute nothing is asked for
	value[bool](b, `window.before = document.getElementById("main"), window.clock = Date.now, Date.now = () => clock() + 61_000, true`)
	b.hide(true) // and in a hidden tab neither
	if !value[bool](b, `document.getElementById("main") === window.before`) || b.text(".games") != before {
		t.Error("the list is renewed before its time, or in a hidden tab")
	}
	b.hide(false)
	for b.ctx.Err() == nil && b.text(".games") == before {
		time.Sleep(20 * time.Millisecond)
	}
	if now := b.text(".games"); now == before || !strings.Contains(now, "left") {
		t.Errorf("after an hour the list says %q", now)
	}
	if !value[bool](b, `document.activeElement.matches(".games h2 a")`) {
		t.Error("the focus does not stay on the game")
	}
	// An office that does not answer leaves the list as it is.
	value[bool](b, `window.fetch = () => Promise.reject(new TypeError("no network")), Date.now = () => clock() + 122_000, true`)
	now := b.text(".games")
	b.hide(false)
	if b.text(".games") != now {
		t.Error("the list is gone when the office does not answer")
	}
}
