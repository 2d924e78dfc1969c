package explain

import (
	"cmp"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/notation"
)

// toPlay says whose turn it is.
func (e *explainer) toPlay() string {
	if sides := e.state.Round(); len(sides) > 0 {
		return enumerated(sides) + " are to play at once"
	}
	return cmp.Or(e.state.ToPlay(), "nobody") + " is to play"
}

// round asks what the rules ask of a play that is made together with those of others, and reports whether it is one, or would
// have to be. It has no turn: it is kept, open or sealed, until all have come.
func (e *explainer) round(root *Node, side string, play notation.Play, at time.Time) bool {
	t := e.law.Procedure().Together
	sides := e.state.Round()
	asked := slices.Contains(sides, side)
	if !asked && play.Seal == "" && play.Salt == "" {
		return false
	}
	clause := ""
	if t != nil {
		clause = e.law.Place("together", t.Cite)
	}
	if !asked {
		root.add(test(false, side+" may seal a play").by(clause).stands(aggregate.FaultSeal).
			needs("only sides that play at once do; " + e.toPlay()))
		return true
	}
	e.kept = true
	n := all(side+" is one of those who play at once: "+enumerated(sides), fact("the play is kept until all are in, and made together with theirs")).by(clause)
	if limit, on := e.state.Limit(); on {
		n.add(test(at.Before(limit.Expires), "the play of "+moment(at)+" came before the time limit expires at "+moment(limit.Expires)).
			by(e.law.Default()).stands(aggregate.FaultLimitExpired).needs("that time has passed is to be recorded: then the default play stands"))
	}
	have, sent := e.state.KeptOf(side)
	opens := play.Salt != ""
	if !opens && (play.Seal != "" || len(play.Items) > 0) { // else the text does not read as a play, and it is asked no more
		text := side + " has not sent its play yet"
		if sent && have.Seal != "" && have.Play == "" {
			text = side + " has not sent its play yet, open or sealed"
		}
		n.add(test(!sent, text).by(clause).stands(aggregate.FaultPlayed).needs("only the first play of a side counts"))
	}
	sealed := fact("the play is sealed: others read it when all are in").by(clause)
	if play.Seal == "" {
		sealed = nil
	}
	for _, f := range e.seals() {
		sealed = test(false, "the play is sealed and opened as the rules ask, but "+f.Message).by(clause).stands(f.Code)
	}
	if sealed == nil && opens {
		sealed = test(true, "the text is the one that "+side+" sealed, and all plays are in").by(clause)
	}
	root.add(n.add(sealed))
	return true
}

// seals is the faults of the ruling about what is sealed.
func (e *explainer) seals() (list []events.Fault) {
	for _, f := range e.attempt.Before.Faults {
		if f.Code == aggregate.FaultSeal {
			list = append(list, f)
		}
	}
	return list
}
