package notation

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// meaning compares items without where they stand in the text.
var meaning = cmpopts.IgnoreFields(Item{}, "Column", "Length", "Text")

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"Ra1-a5", "Rook a1xb2 (shot)", "#H3@c3; p12@c4", "*a1xb1=victim", "Dd3-d4\nDf6=Rook",
		"special Ra1-b3", "scratch Qh7", "Ra1-off", "pass", "\"Strange \\\" Name\" a1×b2–c3 = \"x\" (special)",
		"@@a1", "f6=@a1", "x;-", "#\"a;b\"@c3",
		"\"0\\\f\"a1-a2", "action Mc3: d3, c4", "action mash c3: d3 c4=R", "action mash \"Strange Name\" c3 :d3", "action m #M2 c3: d3", "action c3 : d3,",
		"a1XAa1:a1", "a1XA \tA a1", "a1X\"0\"a1", "\"0\u0344", "(1. e2 to e4)", "I to a1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		play, err := Parse(text)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("Parse(%q): error of type %T", text, err)
			}
			if n := len([]rune(syntax.Text)); syntax.Column < 1 || syntax.Column > n+1 {
				t.Fatalf("Parse(%q): column %d of %d", text, syntax.Column, n)
			}
			if syntax.Error() == "" || syntax.Caret() == "" {
				t.Fatalf("Parse(%q): nothing said", text)
			}
			return
		}
		again, err := Parse(play.String())
		if err != nil {
			t.Fatalf("Parse(%q) = %q, which does not parse: %v", text, play, err)
		}
		if diff := cmp.Diff(play, again, meaning); diff != "" {
			t.Fatalf("Parse(%q) = %q, which reads differently (-first +again):\n%s", text, play, diff)
		}
		if again.String() != play.String() {
			t.Fatalf("canonical form %q becomes %q", play, again)
		}
	})
}
