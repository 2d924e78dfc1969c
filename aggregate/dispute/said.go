package dispute

import (
	"fmt"
	"time"

	"adjudicate/events"
)

// Said is what somebody says in a dispute in a few words: an argument, a judge, grounds, reasons.
type Said struct {
	Dispute, By string
	Word        string // what the verb is about: the argument, the judge named, the grounds of an appeal
	Reason      string
	Judge       string    // who is asked to judge an appeal, "" for anybody
	Until       time.Time // of a hearing
}

// Input is what is said as an input of the docket: to argue, withdraw, retract, assign, recuse, appeal or hear.
func (s Said) Input(verb string) events.Payload {
	switch verb {
	case "argue":
		return events.DisputeArgued{Dispute: s.Dispute, By: s.By, Text: s.Word}
	case "withdraw":
		return events.DisputeWithdrawn{Dispute: s.Dispute, By: s.By, Reason: s.Reason}
	case "retract":
		return events.VerdictRetracted{Dispute: s.Dispute, By: s.By, Reason: s.Reason}
	case "assign", "recuse":
		return events.JudgeNamed{Dispute: s.Dispute, By: s.By, Judge: s.Word, Reason: s.Reason}
	case "appeal":
		return events.VerdictAppealed{Dispute: s.Dispute, By: s.By, Grounds: s.Word, Judge: s.Judge}
	case "hear":
		return events.HearingSet{Dispute: s.Dispute, By: s.By, Until: s.Until}
	}
	panic(fmt.Sprintf("unknown verb in a dispute: %s", verb)) // verbs are the program's own
}
