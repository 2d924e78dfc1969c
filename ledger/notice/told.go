package notice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
)

// told says of each kind of outcome what is to be heard of it. A kind that is not here is heard of by its ruling, or by how the game
// stands behind it.
var told = []func(*reader, events.Payload){
	of(func(r *reader, p events.PlayEnded) {
		if p.How != "default" {
			return
		}
		text := fmt.Sprintf("The time limit of %s has expired: a default play was made.", p.Side)
		if p.Defaults > 1 {
			text += fmt.Sprintf(" It was the %s in a row.", ordinal(p.Defaults))
		}
		r.side(p.Side, Default, "default play: "+p.Side, text)
	}),
	of(func(r *reader, p events.MatterOpened) {
		for _, a := range p.Asks {
			for _, player := range a.Players {
				if slices.Contains(p.Answer, player) {
					continue
				}
				text := fmt.Sprintf("%s awaits your answer (%s).", p.Matter, a.Clause)
				if p.Closes != nil {
					text += fmt.Sprintf(" Answers close on %s.", Moment(*p.Closes))
				}
				r.player(player, "", Matter, "your answer: "+p.Matter, text)
			}
		}
	}),
	of(func(r *reader, p events.DisputeEntered) {
		about := ""
		switch {
		case p.Input != 0:
			about = fmt.Sprintf(" about #%d", p.Input)
		case p.Entry != "":
			about = " about " + p.Entry
		case p.Clause != "":
			about = " about " + p.Clause
		}
		r.all(Dispute, "dispute "+p.Dispute, fmt.Sprintf("%s has opened dispute %s%s: %s", p.By, p.Dispute, about, p.Grounds), p.By, p.Judge, r.st.Holder(events.KnownOffice))
		r.player(p.Judge, "", Dispute, "dispute "+p.Dispute, fmt.Sprintf("You are the judge of dispute %s.", p.Dispute))
	}),
	of(func(r *reader, p events.JudgeSeated) {
		r.player(p.Judge, "", Dispute, "dispute "+p.Dispute, fmt.Sprintf("You are the judge of dispute %s.", p.Dispute))
	}),
	of(func(r *reader, p events.VerdictEntered) {
		r.all(Dispute, "verdict on "+p.Dispute, fmt.Sprintf("%s has ruled on dispute %s: %s. %s", p.Judge, p.Dispute, p.Verdict, p.Reasons), r.st.Holder(events.KnownOffice))
	}),
	of(func(r *reader, p events.AppealEntered) {
		r.all(Dispute, "appeal in "+p.Dispute, fmt.Sprintf("%s appeals against the verdict on dispute %s: %s", p.By, p.Dispute, p.Grounds), r.st.Holder(events.KnownOffice))
	}),
	of(func(r *reader, p events.InputRestated) { r.input = p.Input }),
	of(func(r *reader, p events.Ruled) {
		if r.input != 0 && p.Side != "" {
			r.other = append(r.other, fmt.Sprintf("%s #%d is now: %s", p.Side, r.input, p.Verdict))
		}
	}),
	of(func(r *reader, p events.StateRestated) { r.edition(p.Edition) }),
	of(func(r *reader, p events.EndDeclared) {
		text := fmt.Sprintf("Hand %d has ended", p.Hand)
		if p.Over {
			text = "The game is over"
		}
		r.all(End, strings.ToLower(text), text+cmp.Or(wonBy(p), ": there is no winner")+".")
	}),
}

func wonBy(p events.EndDeclared) string {
	if p.Player == "" {
		return ""
	}
	return fmt.Sprintf(": %s wins", p.Player)
}

// of makes a function about one kind of outcome one about all.
func of[P events.Payload](f func(*reader, P)) func(*reader, events.Payload) {
	return func(r *reader, p events.Payload) {
		if p, ok := p.(P); ok {
			f(r, p)
		}
	}
}

// edition tells everybody of an edition, and what it changes for em.
func (r *reader) edition(number int) {
	text := fmt.Sprintf("Edition %d has been adopted.", number)
	for _, e := range r.act.Outcomes {
		if b, ok := e.Payload.(events.EditionBegun); ok {
			text = fmt.Sprintf("Edition %d has been adopted: %d entries from #%d on were ruled on again, %d with a different verdict.", number, b.Restated, b.From, b.Flipped)
		}
	}
	for s := range r.st.Sides() {
		mine := text
		was := slices.IndexFunc(r.weights, func(w events.Weight) bool { return w.Side == s.Name })
		if now := r.st.Weight(s.Name); was >= 0 && r.weights[was].Weight != now {
			mine += fmt.Sprintf(" The Weight of %s is %s, before %s.", s.Name, now, r.weights[was].Weight)
		}
		for _, o := range r.other {
			if strings.HasPrefix(o, s.Name+" #") {
				mine += " " + o + "."
			}
		}
		r.player(s.Player, s.Name, Edition, fmt.Sprintf("edition %d", number), mine)
	}
	r.player(r.st.Holder(events.KnownOffice), "", Edition, fmt.Sprintf("edition %d", number), text)
}

func ordinal(n int) string {
	switch {
	case n%10 == 1 && n%100 != 11:
		return fmt.Sprint(n, "st")
	case n%10 == 2 && n%100 != 12:
		return fmt.Sprint(n, "nd")
	case n%10 == 3 && n%100 != 13:
		return fmt.Sprint(n, "rd")
	}
	return fmt.Sprint(n, "th")
}
