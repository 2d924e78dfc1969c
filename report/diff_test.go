package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// What stands in spite of its faults says which they are, whether it had been refused for them or not.
func TestWhatStandsSaysInSpiteOfWhat(t *testing.T) {
	fault := events.Fault{Code: aggregate.FaultNotYourTurn, Clause: "1230.2 §3", Message: "it is the turn of Blue, not of Red"}
	ok, no := events.Ruled{Verdict: aggregate.Accepted}, events.Ruled{Verdict: aggregate.Rejected, Faults: []events.Fault{fault}}
	stands := events.Ruled{Verdict: aggregate.Stands, Facts: []events.Fact{
		{Code: "weights", Message: "Red may make 3 atomic plays"},
		{Code: aggregate.FactStands, Message: "the play is illegal, and its effects remain"},
		{Code: fault.Code, Clause: fault.Clause, Message: fault.Message}}}
	for _, c := range []struct {
		about         string
		before, after events.Ruled
		word          string
	}{
		{"stood, and stands though illegal", ok, stands, "though "},
		{"was refused, and stands", no, stands, "though "},
		{"stood though illegal, and is accepted", stands, ok, "no longer: "},
		{"stood though illegal, and is refused", stands, no, ""},
	} {
		faults, word := faultsTurned(c.before, c.after)
		if diff := cmp.Diff([]events.Fault{fault}, faults); diff != "" || word != c.word {
			t.Errorf("%s: %q (-want +got):\n%s", c.about, word, diff)
		}
	}
}
