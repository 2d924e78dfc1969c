package compare_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
)

// A packed comparison tells of every input what one that is not packed tells, once it is opened; until then its inputs have
// verdicts and causes alone, but for the first ones.
func TestAPackedComparisonIsOpenedAsItWas(t *testing.T) {
	plan := readjudicate.Plan{Changes: []events.Change{
		{What: history.Void, Input: 151}, {What: history.Rule, Input: 745, Remedy: aggregate.RemedyIllegal},
		amended(t, 1653, "../../systems/partychess/amendments/free-for-all-kings.yaml")}}
	const open = 9
	told := func(packed bool) *compare.Report {
		cat := catalogue(t, autumn())
		run, err := readjudicate.Prepare(context.Background(), autumn(), cat, plan, engine)
		if err != nil {
			t.Fatal(err)
		}
		c := compare.NewCollector(run.Changes)
		c.Packed = packed
		c.Open = open
		out, err := run.Do(context.Background(), readjudicate.Options{Watch: c.Watch})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Report(out.Before, out.After)
		if err == nil {
			err = causes.Find(context.Background(), causes.Question{Store: autumn(), Catalogue: cat, Plan: plan, Engine: engine}, r)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want, got := told(false), told(true)
	if len(got.Inputs) != len(want.Inputs) || len(want.Inputs) < 100 {
		t.Fatalf("%d inputs differ, %d of the packed comparison", len(want.Inputs), len(got.Inputs))
	}
	same := []cmp.Option{cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(compare.Input{}), cmpopts.IgnoreFields(compare.Input{}, "From", "Root")}
	for i, in := range got.Inputs {
		if i < open {
			if in.Payload == nil || len(in.Cause.Chain) == 0 {
				t.Errorf("#%s is packed, the input %d", in.Address, i)
			}
		} else if in.Payload != nil || len(in.Before.Only)+len(in.After.Only)+len(in.Before.Facts)+len(in.After.Facts)+len(in.Cause.Chain) > 0 {
			t.Fatalf("#%s is not packed: %+v", in.Address, in)
		}
		full, err := in.Opened()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want.Inputs[i], full, same...); d != "" {
			t.Fatalf("#%s (-want +got):\n%s", in.Address, d)
		}
		if (in.From == nil) != (want.Inputs[i].From == nil) || in.From != nil && in.From.Address != want.Inputs[i].From.Address {
			t.Errorf("#%s follows from another input", in.Address)
		}
	}
	weighed := func(r *compare.Report) (list []compare.Weigh) {
		for w, err := range r.Weighed() {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, w)
		}
		return list
	}
	if d := cmp.Diff(want.Weights, weighed(got)); d != "" || len(got.Weights) >= len(want.Weights) || len(want.Weights) < 20 {
		t.Errorf("%d Weights, of which %d are not packed (-want +got):\n%s", len(want.Weights), len(got.Weights), d)
	}
	if d := cmp.Diff(want.Relied, got.Relied); d != "" {
		t.Errorf("plays that were relied on (-want +got):\n%s", d)
	}
}
