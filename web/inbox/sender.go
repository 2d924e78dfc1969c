package inbox

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/ledger/people"
	"adjudicate/ledger/post"
)

// known finds out who the sender is and whether the game is content with how sure that is.
func (t *taking) known(ctx context.Context, st *aggregate.State, known []people.Person, now time.Time) error {
	t.sides = nil
	if list := people.Find(known, t.m.Outer()); len(list) == 1 {
		t.v.Player = list[0]
		for side := range st.Sides() {
			if side.Player == t.v.Player {
				t.sides = append(t.sides, side.Name)
			}
		}
	}
	posted, err := t.g.Posted(ctx, nil)
	if err != nil {
		return err
	}
	trust := t.o.Trust
	if posted.Demand != people.DemandAuthentic {
		trust.Lookup = nil // nobody is asked for keys that nothing hangs on
	}
	proof := t.m.Prove(&trust)
	t.v.Proof, t.forged = proof.Why, proof.Forged
	switch {
	case t.m.Outer() == "" && t.m.Refusal != nil:
		return &problem{why: t.m.Refusal.Error()}
	case t.v.Player == "" && t.m.Forwarder == "":
		return &problem{why: "no player of this game has the address " + t.m.Outer(), how: "If you play here, write from your registered address, or ask the umpire to register this one."}
	case proof.Forged:
		return &problem{why: "it may be forged: " + proof.Why}
	case t.m.Refusal != nil && !wanted().MatchString(t.m.Subject):
		return &problem{why: t.m.Refusal.Error()}
	}
	return t.demanded(ctx, posted.Demand, proof.Proved(), proof.Why, now)
}

// demanded holds the mail against what the game demands of mails.
func (t *taking) demanded(ctx context.Context, demand string, proved bool, why string, now time.Time) error {
	switch demand {
	case "", people.DemandNothing:
		return nil
	case people.DemandAuthentic:
		if !proved {
			return &problem{why: "its sender cannot be verified: " + why, how: "Send it through the mail server of your own address, or play on the page. The umpire may also accept the play."}
		}
		return nil
	case people.DemandToken:
		origin, err := t.g.Origin(ctx)
		if err != nil || origin == uuid.Nil {
			return err
		}
		if !post.HasToken(t.o.Key, origin.String(), t.v.Player, t.m.Subject, now) {
			return &problem{why: "its subject lacks the token of the player", how: "Reply to the last mail that this game sent you, and keep the text in braces in its subject."}
		}
		return nil
	}
	return &problem{why: "the umpire reviews mailed plays in this game", how: "You need do nothing: the ruling will be sent to you."}
}

// wish notes whether the sender wants the mails of the game.
func (t *taking) wish(ctx context.Context, off bool) error {
	if _, err := t.g.Wish(ctx, t.v.Player, func(w *people.Wish) { w.Off = off }); err != nil {
		return err
	}
	text := fmt.Sprintf("You get the mails of %s again.\n\nA mail with the subject \"unsubscribe %[1]s\" ends them.\n", t.g.Name)
	if off {
		text = fmt.Sprintf("You get no more mails of %s, but answers to your own.\n\nA mail with the subject \"subscribe %[1]s\" has them sent again.\n", t.g.Name)
	}
	return t.note(ctx, people.MailWish, &people.Answer{To: t.m.Outer(), Name: t.m.Name, Subject: "Re: " + clipped(t.m.Subject, 200), Text: text})
}
