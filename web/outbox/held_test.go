package outbox

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
)

// wished has Ann written to in a way.
func wished(t *testing.T, g *place.Game, w people.Wish) {
	t.Helper()
	if _, err := g.Wish(t.Context(), "Ann", func(old *people.Wish) { *old = w }); err != nil {
		t.Fatal(err)
	}
}

// mailsTo is what the server has taken for somebody.
func (s *mailServer) mailsTo(who string) (texts []string) {
	for i, to := range s.to {
		if to == who+"@example.org" {
			texts = append(texts, s.taken[i])
		}
	}
	return texts
}

// TestWhatIsHeldGoesAsOneLetterWhenItsHourHasCome sends a whole game in Ann's quiet hours. Bob hears of everything at once; Ann, when they end, in one letter
// in which nothing is missing that they would have been told but turns that are over. The pass is killed between the server's yes and the note: the same letter comes again.
func TestWhatIsHeldGoesAsOneLetterWhenItsHourHasCome(t *testing.T) {
	plain := &mailServer{}
	g := season(t)
	fromTheStart(t, g)
	pass1(t, g, options(t, plain.listen(t)))
	want, bobs := plain.mailsTo("ann"), len(plain.mailsTo("bob"))

	g, s := season(t), &mailServer{}
	fromTheStart(t, g)
	wished(t, g, people.Wish{Quiet: "11:00-13:00", Language: "en"})
	o := options(t, s.listen(t))
	pass1(t, g, o)
	if a, b := len(s.mailsTo("ann")), len(s.mailsTo("bob")); a != 0 || b != bobs {
		t.Fatalf("in the quiet hours Ann got %d mails and Bob %d, want 0 and %d", a, b, bobs)
	}
	if pass1(t, g, o) != 0 {
		t.Error("a second pass sends something")
	}
	o.Now = func() time.Time { return noon.Add(time.Hour) }
	sender := o.Sender
	func() {
		defer func() { _ = recover() }()
		o.Sender = &after{Sender: sender, do: func() { panic("killed") }}
		_, _ = Pass(t.Context(), g, o)
	}()
	o.Sender = sender
	o.Now = func() time.Time { return noon.Add(time.Hour + Lease) }
	pass1(t, g, o)
	if n := pass1(t, g, o); n != 0 {
		t.Errorf("once more %d", n)
	}
	got := s.mailsTo("ann")
	if ids := s.ids(t); len(got) != 2 || got[0] != got[1] && ids[len(ids)-1] != ids[len(ids)-2] {
		t.Fatalf("%d letters to Ann after a kill, want the same one twice", len(got))
	}
	rulings := 0
	for _, text := range want {
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "Your play ") {
				rulings++
				if head := strings.TrimSpace(line); !strings.Contains(unfolded(got[0]), unfolded(head)[:30]) {
					t.Errorf("the letter lacks %q", head)
				}
			}
		}
	}
	if rulings < 2 || strings.Count(unfolded(got[0]), ": Your play ") < rulings {
		t.Errorf("of %d rulings the letter holds %d:\n%s", rulings, strings.Count(unfolded(got[0]), ": Your play "), got[0])
	}
	if p, err := g.Posted(t.Context(), nil); err != nil || len(p.Held)+len(p.Sent) != 0 {
		t.Errorf("something is still noted: %+v, %v", p, err)
	}
}

// unfolded is a text without line ends, as wrapped as it may be.
func unfolded(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "=\r\n", "")), " ")
}

func TestWhoWantsNoLettersGetsNone(t *testing.T) {
	g, s := season(t), &mailServer{}
	fromTheStart(t, g)
	wished(t, g, people.Wish{Off: true})
	pass1(t, g, options(t, s.listen(t)))
	if a, b := len(s.mailsTo("ann")), len(s.mailsTo("bob")); a != 0 || b == 0 {
		t.Errorf("Ann got %d, Bob %d", a, b)
	}
}

// TestALetterSpeaksItsReadersLanguageAndEndsAtAClick reads a German letter, with the fields of RFC 8058.
func TestALetterSpeaksItsReadersLanguageAndEndsAtAClick(t *testing.T) {
	g, s := season(t), &mailServer{}
	fromTheStart(t, g)
	wished(t, g, people.Wish{Language: "de", Zone: "Europe/Berlin"})
	o := options(t, s.listen(t))
	o.Wishes = func(game, origin, player string) string {
		return "https://play.example/games/" + game + "/letters?with=" + player
	}
	pass1(t, g, o)
	anns, bobs := strings.Join(s.mailsTo("ann"), "\n"), strings.Join(s.mailsTo("bob"), "\n")
	for _, has := range []string{"Du bist mit Red am Zug.", "ist angenommen.", `<html lang=3D"de">`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
		"List-Unsubscribe: <https://play.example/games/two-for-tea/letters?with=Ann>,"} {
		if !strings.Contains(unfolded(anns), unfolded(has)) {
			t.Errorf("a letter in German lacks %q", has)
		}
	}
	if strings.Contains(anns, "It is your turn") || strings.Contains(bobs, "am Zug") || !strings.Contains(bobs, "It is your turn") {
		t.Error("the languages are mixed up")
	}
	o.Wishes = func(string, string, string) string { return "http://127.0.0.1:8080/letters" }
	o.List = ""
	s.taken, s.to = nil, nil
	fromTheStart(t, g)
	pass1(t, g, o)
	if strings.Contains(strings.Join(s.taken, ""), "One-Click") {
		t.Error("one click is promised without TLS, which RFC 8058 asks for")
	}
}

// TestEverythingThatIsSaidCanBeSaidInGerman reads from the source of the notices what they say.
func TestEverythingThatIsSaidCanBeSaidInGerman(t *testing.T) {
	said := map[string]bool{momentForm: true}
	for _, pattern := range []string{"../../ledger/notice/*.go", "*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			p, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(p, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				name := ""
				switch f := call.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
				}
				if text, ok := call.Args[0].(*ast.BasicLit); ok && name == "say" {
					words, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					said[words] = true
				}
				return true
			})
		}
	}
	if len(said) < 35 {
		t.Errorf("only %d phrases were found", len(said))
	}
	for english := range said {
		other := phrases.Phrase("de", english)
		if other == "" {
			t.Errorf("the catalogue lacks %q", english)
		}
		if english != momentForm && verbs(other) != verbs(english) {
			t.Errorf("%q has other verbs than %q", other, english)
		}
	}
	for _, english := range phrases.Phrases("de") {
		if !said[english] {
			t.Errorf("the catalogue has %q, which nobody says", english)
		}
	}
}

// verbs are the verbs of package fmt in a text.
func verbs(text string) (list string) {
	for i := strings.IndexByte(text, '%'); i >= 0 && i+1 < len(text); i = strings.IndexByte(text, '%') {
		list += text[i : i+2]
		text = text[i+2:]
	}
	return list
}
