package season

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzWhatIsWrittenIsReadBack(f *testing.F) {
	f.Add(preamble + "09:30 Red: Ra1-a5; p@b2 => accepted by 1230.2 §6\n  expect check Red by a5, K1\n")
	f.Add(preamble + "enact\n| a: b\n|\n  => rejected\n# end\n")
	f.Add(preamble + "\"Deep Blue\": x\n by \"a b\"\n sent 1998-10-05 12:00:01 +0130\n message <x>\n")
	f.Add("season 1\non 2000-02-29\nlot a:b gives \"x, y\", z from \"q\\\"\"\n")
	f.Add(preamble + "Red: pass\n  label a-1\ndispute open #a-1 clause \"1230.2 §6\" \"why\" by Fred judge Fred\ndispute open reading x y from #17 \"w\" by Fred\n" +
		"dispute argue D1 \"so\" by Fred\ndispute rule D1 stands \"r\" by Fred effect reading reading x y from #a-1 clause a, \"b c\" precedent P1, P2 => rejected\ndispute withdraw D2 by Fred\n")
	f.Add(preamble + "array \"A b\" held by Fred, C held by Fred from \"8/8 w - - 0 1\"\nC: x\n")
	short, err := os.ReadFile("../fixtures/season/short.season")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(short))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("fuzz", []byte(text))
		if err != nil {
			var errs SyntaxErrors
			if !errors.As(err, &errs) || len(errs) == 0 || errs[0].Line < 1 || errs[0].Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		written := s.String()
		again, err := Parse("written", []byte(written))
		if err != nil {
			t.Fatalf("%v\nin what was written:\n%s", err, written)
		}
		if diff := cmp.Diff(s, again, sameText); diff != "" {
			t.Fatalf("parsing what was written differs (-first +second):\n%s", diff)
		}
		if second := again.String(); second != written {
			t.Fatalf("writing twice differs:\n%s\nthen\n%s", written, second)
		}
	})
}
