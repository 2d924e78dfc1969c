package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history/compare"
	"adjudicate/internal/term"
)

// differing is a difference of which the first input was turned by a change and each of the others followed from those named
// behind it, the last of them the nearest; a number alone was turned by the law.
func differing(chains ...[]uint64) *Diff {
	v := &Diff{Report: &compare.Report{First: chains[0][0]}, Kinds: []string{"verdict"}, Brief: true}
	for i, c := range chains {
		at := c[len(c)-1]
		in := &compare.Input{Point: at, Address: numberWords([]uint64{at})[0], Differs: "verdict", Payload: events.PlaySubmitted{Side: "Red", Text: "pass"},
			Before: &compare.Ruling{Verdict: "accepted"}, After: &compare.Ruling{Verdict: "rejected"}, Cause: compare.Cause{Kind: compare.ByBoard, Changes: []string{"2.1"}, Chain: c}}
		for _, from := range v.Inputs {
			if len(c) > 1 && from.Point == c[len(c)-2] {
				in.From, in.Root, in.Cause.Steps = from, from.Root, len(c)-1
				if in.Root == nil {
					in.Root = from
				}
			}
		}
		switch {
		case i == 0:
			in.Cause.Kind = compare.ByChange
		case len(c) == 1:
			in.Cause.Kind, in.Cause.Law = compare.ByLaw, []string{"1230.5/6 → 1230.5/7"}
		default:
			in.Cause.Inputs = c[len(c)-2 : len(c)-1]
		}
		v.Inputs = append(v.Inputs, in)
	}
	return v
}

// heads are the lines of a list that name inputs or fold them, without what is told of each.
func heads(v *Diff) (out []string) {
	p := &term.Page{Width: 200}
	v.list(p)
	for _, line := range strings.Split(p.String(), "\n") {
		if word := strings.TrimSpace(line); strings.HasPrefix(word, "#") || strings.HasPrefix(word, "…") {
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	return out
}

func TestWhatFollowsStandsUnderWhatItFollowsFrom(t *testing.T) {
	v := differing([]uint64{10}, []uint64{10, 20}, []uint64{10, 20, 30}, []uint64{10, 40})
	want := []string{"  #10    ok → NO  Red: pass", "    #20    ok → NO  Red: pass", "      #30    ok → NO  Red: pass", "    #40    ok → NO  Red: pass"}
	if diff := cmp.Diff(want, heads(v)); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	if direct, followed := v.turned(); direct != 1 || followed != 3 {
		t.Errorf("%d were turned directly, %d followed: want 1 and 3", direct, followed)
	}
}

func TestMuchThatFollowsIsOneLineThatOpens(t *testing.T) {
	chains := [][]uint64{{10}}
	for at := uint64(20); at <= 90; at += 10 {
		chains = append(chains, []uint64{10, at})
	}
	v := differing(chains...)
	folded := []string{"  #10    ok → NO  Red: pass", "    … 8 inputs followed from this, #20 to #90: 8 ok → NO (--open 10, or --all)"}
	if diff := cmp.Diff(folded, heads(v)); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	v.Paged = true
	if diff := cmp.Diff("    … 8 inputs followed from this, #20 to #90: 8 ok → NO", heads(v)[1]); diff != "" {
		t.Errorf("on a page (-want +got):\n%s", diff)
	}
	v.Open = []string{"10"}
	if got := heads(v); len(got) != 9 {
		t.Errorf("opened it has %d lines, want 9: %q", len(got), got)
	}
}

// Nine inputs that the same law turned, of which the first is told.
func TestWhatOneChangeTurnsIsOneLineThatOpens(t *testing.T) {
	chains := [][]uint64{{10}}
	for at := uint64(20); at <= 100; at += 10 {
		chains = append(chains, []uint64{at})
	}
	v := differing(append(chains, []uint64{50, 110})...)
	folded := []string{"  #10    ok → NO  Red: pass", "  #20    ok → NO  Red: pass", "  … 8 others were turned by the same, #30 to #100; 1 input followed: 9 ok → NO (--open 2.1, or --all)"}
	if diff := cmp.Diff(folded, heads(v)); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	v.Open = []string{"2.1"}
	if got := heads(v); len(got) != 11 {
		t.Errorf("opened it has %d lines, want 11: %q", len(got), got)
	}
}
