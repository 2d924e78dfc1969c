package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
)

// Verification is what verifying a ledger found.
type Verification struct {
	*ledger.Verification
	Keys   int    `json:"-"`
	Engine string `json:"-"` // that verified
	Policy string `json:"-"` // what its quorum is, "" without one
}

// No reports whether something is not as it was recorded.
func (v *Verification) No() bool { return len(v.Differences) > 0 }

// Print writes the view for people.
func (v *Verification) Print(p *term.Page) {
	findings(p, v.Differences, v.More)
	verdict := p.Style(term.Green, "everything is as recorded")
	if n := len(v.Differences) + v.More; n > 0 {
		verdict = p.Style(term.Red, Counted(n, "difference"))
	}
	judged := Counted(v.Inputs, "input") + " judged again"
	if v.Quick {
		judged = "nothing judged again"
	}
	if v.Events == 0 {
		judged = "no such game"
	}
	p.Line("%s: %s, %s: %s.", cmp.Or(v.Name, "unnamed ledger"), Counted(v.Events, "event"), judged, verdict)
	if v.Stopped > 0 {
		p.Line("Events from %d on were not judged: they cannot follow from those before them.", v.Stopped)
	}
	v.otherwise(p)
	v.signatures(p)
	v.checkpoints(p)
	for _, text := range v.Elsewhere {
		p.Line("%s.", text)
	}
	for _, e := range v.Engines {
		if e != v.Engine {
			p.Line("Some rulings were made by %s; this is %s.", e, v.Engine)
		}
	}
}

// otherwise tells on which inputs the engine of then and this one do not agree.
func (v *Verification) otherwise(p *term.Page) {
	const most = 5
	if len(v.Otherwise) == 0 {
		return
	}
	p.Line("%s ruled on by another engine differently than by %s; those rulings stand:", Counted(len(v.Otherwise)+v.MoreOtherwise, "input"), v.Engine)
	for i, o := range v.Otherwise {
		if i == most {
			p.Line("… and %d more", len(v.Otherwise)-most+v.MoreOtherwise)
			break
		}
		p.Item(fmt.Sprintf("#%d (%s): ", o.Sequence, o.Engine), o.Reason+". "+o.Text)
	}
}

// findings lists what differs, as far as anybody reads on: of a list, and so many that are not in it.
func findings(p *term.Page, list []ledger.Difference, more int) {
	const most = 20
	for i, d := range list {
		if i == most {
			p.Line("… and %d more", len(list)-most+more)
			break
		}
		mark := fmt.Sprintf("#%d %s: ", d.Sequence, d.What)
		if d.Sequence == 0 {
			mark = d.What + ": "
		}
		p.Item(mark, d.Text)
	}
}

// checkpoints tells which checkpoints hold.
func (v *Verification) checkpoints(p *term.Page) {
	if len(v.Checkpoints) == 0 {
		if v.Unsealed {
			p.Line("No checkpoint is known, and a server keeps no checksums: carefully altered events, and events removed from the end, would go unnoticed.")
			return
		}
		p.Line("No checkpoint is known: events removed from the end would go unnoticed.")
		return
	}
	var held []string
	last := int64(0)
	for _, c := range v.Checkpoints {
		if c.Holds {
			held = append(held, fmt.Sprint(c.Size))
			last = max(last, c.Size)
		}
	}
	p.Line("%s, %d hold%s.", Counted(len(v.Checkpoints), "checkpoint"), len(held), ofSizes(held))
	if v.Keys == 0 {
		p.Line("Their signatures were not checked: give --key.")
	}
	if v.Policy != "" {
		accepted := int64(0)
		for _, c := range v.Checkpoints {
			if c.Accepted && c.Holds {
				accepted = max(accepted, c.Size)
			}
		}
		p.Line("The policy (cosigned by %s) accepts the first %s.", v.Policy, Counted(int(accepted), "event"))
	}
	if n := int64(v.Events) - last; n > 0 {
		p.Line("No checkpoint covers the last %s.", Counted(int(n), "event"))
	}
}

func ofSizes(held []string) string {
	const most = 8
	switch n := len(held); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf(" (of %s, … %s events)", strings.Join(held[:most-1], ", "), held[n-1])
	}
	return fmt.Sprintf(" (of %s events)", strings.Join(held, ", "))
}

// Verified is what verifying every game of a store found.
type Verified struct {
	*place.Verified
	Keys   int    `json:"-"`
	Engine string `json:"-"` // that verified
	Policy string `json:"-"` // what its quorum is, "" without one
}

// No reports whether something is not as it was recorded.
func (v *Verified) No() bool {
	return slices.ContainsFunc(v.Games, func(g *ledger.Verification) bool { return len(g.Differences) > 0 })
}

// Damage is what cannot be read.
func (v *Verified) Damage() error { return v.Err }

// Print writes the view for people.
func (v *Verified) Print(p *term.Page) {
	for _, g := range v.Games {
		(&Verification{Verification: g, Keys: v.Keys, Engine: v.Engine, Policy: v.Policy}).Print(p)
	}
	for _, g := range v.LeftOut {
		p.Line("%s: %s.", g.Name, p.Style(term.Red, g.Error))
	}
	state(p, v.State)
	p.Line("%s: %s verified, %d that cannot be read.", v.Store, Counted(len(v.Games), "game"), len(v.LeftOut))
}
