package report_test

import (
	"testing"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/report"
)

// A precedent of a verdict that is under appeal, or retracted, is listed with that verdict though its dispute has none.
func TestPrecedentsOfADisputeWithoutAVerdictAreListed(t *testing.T) {
	for _, last := range []events.Payload{events.AppealEntered{Dispute: "D1", By: "Bob", Grounds: "no"}, events.DisputeReopened{Dispute: "D1"}} {
		var d dispute.Docket
		for i, p := range []events.Payload{
			events.DisputeEntered{Dispute: "D1", About: dispute.AboutClause, By: "Ann", Clause: "1230.4"},
			events.VerdictEntered{Dispute: "D1", Judge: "Cy", Verdict: "overturned", Reasons: "for cause"},
			events.PrecedentSet{Dispute: "D1", Precedent: "P1", Clauses: []string{"1230.4"}},
			last,
		} {
			n := uint64(i + 1)
			d.Apply(&events.Envelope{Sequence: n, Effective: n, Payload: p})
		}
		v := report.NewPrecedents(&d, nil, "")
		if len(v.Clauses) != 1 || len(v.Clauses[0].Precedents) != 1 {
			t.Fatalf("%+v", v)
		}
		if p := v.Clauses[0].Precedents[0]; !p.Retracted || p.Judge != "Cy" || p.Reasons != "for cause" {
			t.Errorf("behind %s: %+v, want P1 with the verdict of Cy, retracted", last.Kind(), p)
		}
	}
}
