package notice

import (
	"cmp"
	"fmt"
	"slices"

	"adjudicate/events"
)

// told says of each kind of outcome what is to be heard of it. A kind that is not here is heard of by its ruling, or by how the game
// stands behind it.
var told = []func(*reader, events.Payload){
	of(func(r *reader, p events.PlayEnded) {
		if p.How != "default" {
			return
		}
		said := phrases(say("The time limit of %s has expired: a default play was made.", p.Side))
		if p.Defaults > 1 {
			said = append(said, say("That makes %d in a row.", p.Defaults))
		}
		r.side(p.Side, Default, say("default play: %s", p.Side), said...)
	}),
	of(func(r *reader, p events.MatterOpened) {
		for _, a := range p.Asks {
			for _, player := range a.Players {
				if slices.Contains(p.Answer, player) {
					continue
				}
				said := phrases(say("%s awaits your answer (%s).", p.Matter, a.Clause))
				if p.Closes != nil {
					said = append(said, say("Answers close on %s.", *p.Closes))
				}
				r.player(player, "", Matter, say("your answer: %s", p.Matter), said...)
			}
		}
	}),
	of(func(r *reader, p events.DisputeEntered) {
		about := cmp.Or(p.Entry, p.Clause)
		if p.Input != 0 {
			about = fmt.Sprintf("#%d", p.Input)
		}
		said := say("%s has opened dispute %s: %s", p.By, p.Dispute, p.Grounds)
		if about != "" {
			said = say("%s has opened dispute %s about %s: %s", p.By, p.Dispute, about, p.Grounds)
		}
		r.all(Dispute, say("dispute %s", p.Dispute), phrases(said), p.By, p.Judge, r.st.Holder(events.KnownOffice))
		r.judge(p.Judge, p.Dispute)
	}),
	of(func(r *reader, p events.JudgeSeated) {
		r.judge(p.Judge, p.Dispute)
	}),
	of(func(r *reader, p events.VerdictEntered) {
		r.all(Dispute, say("verdict on %s", p.Dispute), phrases(say("%s has ruled on dispute %s: %s. %s", p.Judge, p.Dispute, p.Verdict, p.Reasons)), r.st.Holder(events.KnownOffice))
	}),
	of(func(r *reader, p events.AppealEntered) {
		r.all(Dispute, say("appeal in %s", p.Dispute), phrases(say("%s appeals against the verdict on dispute %s: %s", p.By, p.Dispute, p.Grounds)), r.st.Holder(events.KnownOffice))
	}),
	of(func(r *reader, p events.InputRestated) { r.input = p.Input }),
	of(func(r *reader, p events.Ruled) {
		if r.input != 0 && p.Side != "" {
			r.other = append(r.other, flipped{p.Side, r.input, p.Verdict})
		}
	}),
	of(func(r *reader, p events.StateRestated) { r.edition(p.Edition) }),
	of(func(r *reader, p events.EndDeclared) {
		brief, said := say("hand %d has ended", p.Hand), say("Hand %d has ended: there is no winner.", p.Hand)
		switch {
		case p.Over && p.Player == "":
			brief, said = say("the game is over"), say("The game is over: there is no winner.")
		case p.Over:
			brief, said = say("the game is over"), say("The game is over: %s wins.", p.Player)
		case p.Player != "":
			said = say("Hand %d has ended: %s wins.", p.Hand, p.Player)
		}
		r.all(End, brief, phrases(said))
	}),
}

// judge tells somebody that they are the judge of a dispute.
func (r *reader) judge(player, dispute string) {
	r.player(player, "", Dispute, say("dispute %s", dispute), say("You are the judge of dispute %s.", dispute))
}

// of makes a function about one kind of outcome one about all.
func of[P events.Payload](f func(*reader, P)) func(*reader, events.Payload) {
	return func(r *reader, p events.Payload) {
		if p, ok := p.(P); ok {
			f(r, p)
		}
	}
}

// A flipped is an entry that an edition rules on otherwise.
type flipped struct {
	side    string
	input   uint64
	verdict string
}

// edition tells every player of an edition, and what it changes for that player.
func (r *reader) edition(number int) {
	brief, said := say("edition %d", number), say("Edition %d has been adopted.", number)
	for _, e := range r.act.Outcomes {
		if b, ok := e.Payload.(events.EditionBegun); ok {
			said = say("Edition %d has been adopted. Entries ruled on again from #%d on: %d; with a different verdict: %d.", number, b.From, b.Restated, b.Flipped)
		}
	}
	for s := range r.st.Sides() {
		mine := phrases(said)
		was := slices.IndexFunc(r.weights, func(w events.Weight) bool { return w.Side == s.Name })
		if now := r.st.Weight(s.Name); was >= 0 && !r.st.Hides() && r.weights[was].Weight != now {
			mine = append(mine, say("The Weight of %s is %s, before %s.", s.Name, now, r.weights[was].Weight))
		}
		for _, o := range r.other {
			if o.side == s.Name {
				mine = append(mine, say("%s #%d is now: %s.", o.side, o.input, o.verdict))
			}
		}
		r.player(s.Player, s.Name, Edition, brief, mine...)
	}
	r.player(r.st.Holder(events.KnownOffice), "", Edition, brief, said)
}
