package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"adjudicate/internal/tray"
)

// signInAs takes an invitation in a role by its button.
func (b *tab) signInAs(name, role string) {
	b.t.Helper()
	token, err := Invite(b.t.Context(), b.s.store.Game(autumn), b.s.opts.Key, name, role, today.Add(time.Hour))
	if err != nil {
		b.t.Fatal(err)
	}
	b.visit("/games/" + autumn + "/in?with=" + token)
	b.press("main form button", "#entry, .desk, .deed")
}

// fill writes into a field.
func (b *tab) fill(sel, text string) {
	b.t.Helper()
	value[bool](b, fmt.Sprintf(`document.querySelector(%q).value = "", true`, sel))
	b.do(chromedp.SendKeys(chromedp.CSS(sel), text))
}

// TestInABrowserADisputeIsRuledOn passes, doubts that, argues, and as the umpire sees what is at stake, rules, and adopts the verdict
// after seeing what it changes.
func TestInABrowserADisputeIsRuledOn(t *testing.T) {
	b := open(t)
	b.signIn("Pavel")
	b.fill("input[name=play]", "pass")
	b.press("button[value=preview]", ".ruling")
	b.press("button.main", "#steps")
	_, at, _ := strings.Cut(b.where(), "?at=")
	b.visit("/games/" + autumn + "/deeds")
	b.fill("input[name=event]", "#"+at)
	b.fill("textarea[name=grounds]", "I meant to move the King.")
	b.press("form:has(textarea[name=grounds]) button", "#ruling")
	b.press("button.main", "#steps")
	b.says("#ruling", "I meant to move the King.")
	b.visit("/games/" + autumn + "/deeds")
	b.press("textarea[name=text]", "textarea[name=text]")
	b.fill("textarea[name=text]", "Everybody saw it coming.")
	b.press("form:has(textarea[name=text]) button", "#ruling")
	b.press("button.main", "#steps")

	b.signInAs("Odile", roleUmpire)
	b.press(`#court form:has([value=adopt]) button`, ".ruling pre")
	b.says(".ruling pre", "pass")
	b.fill("#court textarea[name=reasons]", "So it was.")
	value[bool](b, `document.querySelector("#court select[name=verdict]").value = "overturned", true`)
	b.press(`#court form:has([value=verdict]) button`, "#ruling")
	b.press("button.main", "#steps")
	b.visit(deskPath)
	value[bool](b, `document.querySelector("#court form:has([value=adopt]) select").value = "void", true`)
	b.press(`#court form:has([value=adopt]) button`, ".ruling pre")
	b.picture("desk")
	b.press(".ruling button.main", ".editions")
	b.says(".editions li[aria-current]", "current")
	b.visit("/games/" + autumn)
	b.says("#turn", "Masque to play")
}

// TestInABrowserTheUmpireAmendsAndUndoes sees what an amendment brings about, enters it, and takes it back by an edition that is
// adopted; the earlier one can still be stepped through.
func TestInABrowserTheUmpireAmendsAndUndoes(t *testing.T) {
	b := open(t)
	b.signInAs("Odile", roleUmpire)
	b.fill("input[name=line]", `adopt gess-adjacent yes "as it should be"`)
	b.press("#enter button", ".ruling pre")
	b.says(".ruling pre", "WOULD BE ACCEPTED")
	b.picture("amendment")
	b.press("button.main", "#steps")
	b.says("#ruling h2", "accepted")
	b.visit(deskPath)
	b.press("#undo", ".ruling pre")
	b.says(".ruling pre", "gess-adjacent")
	b.press(".ruling button.main", ".editions")
	b.press(`.editions a[href*="edition=1"]`, "#steps")
	b.says(".note", "The current edition is 2")
}

// TestInABrowserAMailIsTakenFromTheTray takes the nearest reading of one, without script.
func TestInABrowserAMailIsTakenFromTheTray(t *testing.T) {
	if browserPath() == "" {
		open(t) // says so
	}
	folder := t.TempDir()
	s, _ := office(t, func(o *Options) { o.Tray = func(string) string { return folder } })
	if err := tray.Put(folder, []byte("From: pavel@harbour.example\r\nDate: Sat, 2 Jan 1999 12:00:00 +0000\r\nSubject: my move\r\n\r\nThe king goes, I think: J20 to I19\r\n"), "nothing in it reads as a play"); err != nil {
		t.Fatal(err)
	}
	b := show(t, s)
	b.scriptless()
	b.signInAs("Odile", roleUmpire)
	b.says("#tray", "j20-i19")
	b.picture("tray")
	b.press(`#tray form:has(input[type=hidden][name=play]) button[value=submit]`, "#ruling")
	b.says("#ruling", "Masque: Kj20-i19")
	b.visit(deskPath)
	b.says("#tray", "No mail is waiting.")
}

// TestInABrowserACheckIsSeen looks at a side in check: the picture rings it, the legend and the description say it in words.
func TestInABrowserACheckIsSeen(t *testing.T) {
	b := open(t)
	b.visit("/games/" + autumn + "?at=743")
	if said := value[string](b, `document.querySelector(".board svg desc").textContent`); !strings.Contains(said, "in check") {
		t.Errorf("the description says nothing of a check: %.200s", said)
	}
	if marks := value[int](b, `[...document.querySelectorAll(".board svg title")].filter(e => e.textContent.endsWith(": check")).length`); marks == 0 {
		t.Error("no square is marked as in check")
	}
}
