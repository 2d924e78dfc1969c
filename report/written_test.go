package report

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/rules"
)

// amendedKings is the sample season with Kings that fall in a Free For All, two plays that never happened, and what is asked for told in a form; all but the first inputs are packed.
func amendedKings(t *testing.T, form Form, open int) *Candidate {
	t.Helper()
	ctx := context.Background()
	st, list := played.Ledger(t, "../fixtures/season/autumn.season")
	l, err := ledger.Open(ctx, st, list[0].Ledger, ledger.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	const file = "../systems/partychess/amendments/free-for-all-kings.yaml"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	law, err := rules.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	wire, payload, err := events.EncodePayload(events.RuleAmended{Number: law[0].Number, Rule: law[0].Canonical()})
	if err != nil {
		t.Fatal(err)
	}
	plan := readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: 151}, {What: history.Void, Input: 745, Reason: `a "slip" with "inputs":[],"weights":[] & <more>`},
		{What: history.Insert, Input: 1653, Type: wire, Payload: payload, Actor: "Ursula"}}}
	begun, err := NewDiff("", true, nil, 0, form)
	if err != nil {
		t.Fatal(err)
	}
	v := &Candidate{Diff: *begun}
	tr := &Trial{Ledger: l, Progress: func(string, int64) (func(int64), func()) { return func(int64) {}, func() {} }}
	cat, run, err := l.Plan(ctx, plan)
	if err != nil {
		t.Fatal(err)
	}
	watch := v.watching(run.Changes, 2)
	v.collect.Open = open
	c, err := tr.do(ctx, run, watch, 0)
	if err == nil {
		err = v.fill(c)
	}
	if err == nil {
		err = tr.causes(ctx, cat, plan, v.Report)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Inputs) < 100 {
		t.Fatalf("%d inputs differ", len(v.Inputs))
	}
	return v
}

func written(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is written piece by piece, of inputs that are packed, is what is written of the whole: as JSON, of both views that hold a comparison, and as a page.
func TestAComparisonIsWrittenPieceByPieceAsItIsWhole(t *testing.T) {
	whole := amendedKings(t, Whole, 0)
	encoded := func(v any) string {
		return written(t, func(b *bytes.Buffer) error {
			enc := json.NewEncoder(b)
			enc.SetEscapeHTML(false)
			return enc.Encode(v)
		})
	}
	candidate, diff := encoded(whole), encoded(&whole.Diff)
	page := written(t, func(b *bytes.Buffer) error { return WritePage(b, "autumn", &whole.Diff) })
	for what, least := range map[string]int{candidate: 100_000, diff: 100_000, page: 100_000} {
		if len(what) < least {
			t.Errorf("only %d bytes: %.200s", len(what), what)
		}
	}
	for _, open := range []int{0, 7, 1 << 20} {
		v := amendedKings(t, Written, open)
		for about, c := range map[string]struct{ want, got string }{
			"a candidate": {candidate, written(t, func(b *bytes.Buffer) error { return v.WriteJSON(b) })},
			"a diff":      {diff, written(t, func(b *bytes.Buffer) error { return v.Diff.WriteJSON(b) })},
			"a page":      {page, written(t, func(b *bytes.Buffer) error { return WritePage(b, "autumn", &v.Diff) })},
		} {
			if c.got != c.want {
				at := 0
				for at < min(len(c.got), len(c.want)) && c.got[at] == c.want[at] {
					at++
				}
				near := func(s string) string { return s[max(0, at-200):min(len(s), at+100)] }
				t.Errorf("%s, %d inputs not packed: %d bytes, want %d; they differ at byte %d:\n%s\nwant\n%s", about, open, len(c.got), len(c.want), at, near(c.got), near(c.want))
			}
		}
		if len(v.Weights) != len(whole.Weights) && open > len(v.Inputs) || open == 0 && len(v.Weights) > 0 {
			t.Errorf("%d inputs not packed: %d Weights are held of %d", open, len(v.Weights), len(whole.Weights))
		}
	}
}

// A candidate that was halted has no comparison, and is written all the same.
func TestAHaltedCandidateIsWritten(t *testing.T) {
	v := &Candidate{Edition: 2, Halted: &Halt{Input: 7, Kind: "play-submitted"}, Diff: Diff{Form: Written}}
	if got := written(t, func(b *bytes.Buffer) error { return v.WriteJSON(b) }); !strings.Contains(got, `"halted":{"input":7,`) || !strings.HasSuffix(got, "}\n") {
		t.Errorf("it is written as %s", got)
	}
}
