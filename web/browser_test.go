package web

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// What follows runs the office as people see it, in Chromium. Where there is none the tests say so and are left out, but where CI is
// set they fail.

var pictures = flag.Bool("screenshots", false, "renew the pictures of docs/pictures")

// browserPath finds Chromium.
var browserPath = sync.OnceValue(func() string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	return ""
})

// browser is one Chromium for all tests; closeBrowser ends it.
var (
	browser = sync.OnceValues(func() (context.Context, error) {
		opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browserPath()), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-dev-shm-usage", true))
		ctx, stop := chromedp.NewExecAllocator(context.Background(), opts...)
		ctx, end := chromedp.NewContext(ctx)
		closeBrowser = func() { end(); stop() }
		return ctx, chromedp.Do(ctx)
	})
	closeBrowser = func() {}
)

// missing is a square that no game has, for the page that says so.
const missing = "/moves/zz99"

// refusals are how addresses end that refuse in these tests: what the browser says of that is no complaint.
var refusals = []string{missing, "/in/answer"}

// A tab is a page of the office in a browser.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string
	s    *Server
}

// open serves the season and opens a tab on it. What the browser complains of fails the test.
func open(t *testing.T) *tab {
	t.Helper()
	if browserPath() == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no Chromium: what people see is not tested")
		}
		t.Skip("there is no Chromium: left out. make test installs it where it may; CHROMIUM names one")
	}
	s, _ := office(t)
	return show(t, s)
}

// show serves an office and opens a tab on it.
func show(t *testing.T, s *Server) *tab {
	t.Helper()
	return showFor(t, s, 90*time.Second) // machines are busy
}

// showFor is show for a test that may take longer.
func showFor(t *testing.T, s *Server, within time.Duration) *tab {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	s.opts.URL = "http://localhost:" + port // a name, as passkeys need one
	s.rely = relying(s.opts)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, l) }()
	t.Cleanup(func() { cancel(); <-done })
	whole, err := browser()
	if err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	in, end := chromedp.NewContext(whole, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	if err := chromedp.Do(in); err != nil { // else the tab would end with its time
		t.Fatal(err)
	}
	in, stop := context.WithTimeout(in, within)
	t.Cleanup(stop)
	b := &tab{t, in, s.opts.URL, s}
	if err := chromedp.Listen(in, func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("a script failed: %s", ev.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			if ev.Entry.Level == log.EntryLevelError && !strings.Contains(ev.Entry.Text, "status of 401") && !strings.Contains(ev.Entry.Text, "ERR_INCOMPLETE_CHUNKED") && !strings.Contains(ev.Entry.URL, "favicon") && !slices.ContainsFunc(refusals, func(end string) bool { return strings.HasSuffix(ev.Entry.URL, end) }) {
				t.Errorf("the browser says %q about %s", ev.Entry.Text, ev.Entry.URL)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	call(b, log.Enable, cdp.Empty{})
	b.desk()
	return b
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// run does something that has a value.
func run[T any](b *tab, a chromedp.Action[T]) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, a)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// call asks the browser itself.
func call[P, R any](b *tab, cmd cdp.Command[P, R], params P) R {
	b.t.Helper()
	v, err := chromedp.Call(b.ctx, cmd, params)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// visit opens an address of the office.
func (b *tab) visit(path string) { b.t.Helper(); b.do(chromedp.Navigate(b.base + path)) }

// press presses what a selector finds, and waits until something is there.
func (b *tab) press(sel, then string) {
	b.t.Helper()
	var err error
	for range 5 { // what is pressed may be replaced at that moment
		if err = chromedp.Do(b.ctx, chromedp.Click(chromedp.CSS(sel))); err == nil || !strings.Contains(err.Error(), "o node") {
			break
		}
	}
	if err != nil {
		b.t.Fatalf("%s cannot be pressed: %v", sel, err)
	}
	b.wait(then)
}

// wait waits until something is on the page.
func (b *tab) wait(sel string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.WaitReady(chromedp.CSS(sel))); err != nil {
		var text string
		short, stop := context.WithTimeout(context.WithoutCancel(b.ctx), 5*time.Second)
		defer stop()
		text, _ = chromedp.Run(short, chromedp.Text(chromedp.CSS("body")))
		b.t.Fatalf("nothing is %s: %v\n%.1500s", sel, err, text)
	}
}

// text is what an element says.
func (b *tab) text(sel string) string {
	b.t.Helper()
	return value[string](b, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, sel))
}

// says waits until an element says something.
func (b *tab) says(sel, want string) {
	b.t.Helper()
	var got string
	for range 300 {
		if got = b.text(sel); strings.Contains(got, want) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Errorf("%s says %q, expected %q", sel, got, want)
}

// value is what an expression of the page is.
func value[T any](b *tab, js string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](js))
}

func (b *tab) where() string {
	return strings.TrimPrefix(run(b, chromedp.Location()), b.base)
}

// signIn takes the invitation of a player by its button.
func (b *tab) signIn(player string) {
	b.t.Helper()
	token, err := Invite(b.t.Context(), b.s.store.Game(autumn), b.s.opts.Key, player, "", today.Add(time.Hour))
	if err != nil {
		b.t.Fatal(err)
	}
	b.visit("/games/" + autumn + "/in?with=" + token)
	b.press("main form button", "#entry, .desk")
}

// picture keeps what the tab shows as a picture of the documentation, if pictures are renewed.
func (b *tab) picture(name string) {
	b.t.Helper()
	if !*pictures {
		return
	}
	format, quality := cdpage.CaptureScreenshotFormatWebp, int64(55)
	shot := call(b, cdpage.CaptureScreenshot, cdpage.CaptureScreenshotParams{Format: format, Quality: &quality}).Data
	if err := os.MkdirAll("../docs/pictures", 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("../docs/pictures", name+".webp"), shot, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// scriptless opens pages without script from then on.
func (b *tab) scriptless() {
	b.t.Helper()
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

// desk has the window of a large screen.
func (b *tab) desk() {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(1280, 900))
}

// phone has the size of one from then on.
func (b *tab) phone() {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile))
}
