package offer_test

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/aggregate/offer"
	"adjudicate/notation"
)

// TestWhatPeopleWriteMeansAPlay reads lines as people write them at the beginning of a game.
func TestWhatPeopleWriteMeansAPlay(t *testing.T) {
	for _, c := range []struct{ system, line, want string }{
		{"chess", "I'd like to move my pawn from e2 to e4, please", "Pe2-e4"},
		{"chess", "E2 - E4!!", "Pe2-e4"},
		{"chess", "1. e4", "Pe2-e4"},
		{"chess", "1. Nf3", "Ng1-f3"},
		{"chess", "Here's my answer, as promised: knight to f3 (the king's side one)", "Ng1-f3"},
		{"chess", "I hope that your cold is better. We'll meet in e3 tomorrow", ""}, // a longer line about one square
		{"chess", "e5", ""},             // no piece gets there
		{"chess", "from e2 to e5", ""},  // nor there
		{"chess", "thank you, bye", ""}, // no square
		{"crazyhouse", "e2 e4", "Pe2-e4"},
		{"duck", "pawn e2-e4 and the duck to a3", "Pe2-e4; close a3"},
		{"clobber", "the stone from b1 takes the one on b2", "Pb1xb2"},
		{"hex", "c3", "S@c3"},
	} {
		j := begun(t, c.system)
		o := offered(j, j.State().ToPlay(), "", noon)
		if got := strings.Join(texts(o.Meant(c.line)), ", "); got != c.want {
			t.Errorf("%s: %q means %q, want %q", c.system, c.line, got, c.want)
		}
	}
}

// TestEveryPlayMeansItself gives each play that is offered as a line.
func TestEveryPlayMeansItself(t *testing.T) {
	for _, system := range []string{"chess", "crazyhouse", "shogi", "clobber"} {
		j := begun(t, system)
		o := offered(j, j.State().ToPlay(), "", noon)
		n := 0
		for _, p := range o.Pieces() {
			for _, c := range o.Choices(p.ID, false) {
				n++
				if got := o.Meant(c.Play); !slices.ContainsFunc(got, func(m offer.Choice) bool { return m.Play == c.Play }) {
					t.Errorf("%s: %s means %v", system, c.Play, texts(got))
				}
			}
		}
		if n == 0 {
			t.Errorf("%s: nothing is offered", system)
		}
	}
}

// TestAWordThatIsAPlayIsFoundAmongAFew reads what is no play for one word too many.
func TestAWordThatIsAPlayIsFoundAmongAFew(t *testing.T) {
	for line, want := range map[string]string{
		"I resign":                      "resign",
		"Pass, please":                  "pass",
		"pasz":                          "pass",
		"we should resign to fate then": "",
		"well played":                   "",
	} {
		_, err := notation.Parse(line)
		got := ""
		for _, r := range offer.Spelt(err) {
			got = r.Play
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

// TestALongTextIsNotReadToItsEnd names squares in many lines before the play: each line may cost as much as all plays of a side.
func TestALongTextIsNotReadToItsEnd(t *testing.T) {
	j := begun(t, "chess")
	for lines, want := range map[int]int{7: 1, 8: 0} {
		text := strings.Repeat("what became of our talk about a1 and h8?\nthank you\n", lines) + "e2 to e4\n"
		if got := offer.Read(j, "somebody", []string{"White"}, text, noon); len(got) != want {
			t.Errorf("behind %d lines that name squares: %v", lines, got)
		}
	}
}
