package carry

import (
	"cmp"
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
)

// translate makes an input of the old ledger one of the new, nil if it has none. The text is
// that of a play that had to be written otherwise.
func (c *carrier) translate(in *events.Envelope) (p events.Payload, text string, err error) {
	p = in.Payload
	if opened, ok := p.(events.GameOpened); ok {
		if opened.Format > 1 {
			return nil, "", ErrNotOlder
		}
		p, err = c.renew(opened)
		return p, "", err
	}
	if player, ok := p.(events.PlayerRegistered); ok && len(player.Addresses) > 0 {
		return c.register(in, player), "", nil
	}
	p, text = relabel(p, c.labels)
	if play, ok := p.(events.PlaySubmitted); ok {
		play.Message = ledger.MessageDigest(play.Message)
		return play, text, nil
	}
	return c.refer(p)
}

// register leaves the addresses of a player to the desk.
func (c *carrier) register(in *events.Envelope, p events.PlayerRegistered) events.Payload {
	list, err := people.With(c.report.People, people.Person{Player: p.Player, Addresses: p.Addresses})
	if err != nil {
		c.report.left(in, fmt.Sprintf("its addresses, which could not be kept beside the ledger: %v", err))
	} else {
		c.report.People = list
	}
	if _, known := c.l.State().Player(p.Player); known {
		c.report.left(in, "it holds only addresses, which are kept beside the ledger")
		return nil
	}
	return events.PlayerRegistered{Player: p.Player}
}

// refer makes what an input of a dispute refers to that of the new ledger.
func (c *carrier) refer(p events.Payload) (events.Payload, string, error) {
	var err error
	p = events.Rename(p, func(n events.Name) string {
		if n.Role != events.RoleDispute && n.Role != events.RolePrecedent || err != nil {
			return n.Value
		}
		var to string
		to, err = c.called(n.Value)
		return to
	})
	if err != nil {
		return nil, "", err
	}
	if in, ok := p.(events.DisputeOpened); ok {
		if in.Event, in.Address, err = c.event(in.Event, in.Address); err == nil {
			in.From, in.Address, err = c.event(in.From, in.Address)
		}
		return in, "", err
	}
	if in, ok := p.(events.DisputeRuled); ok {
		in.From, in.Address, err = c.event(in.From, in.Address)
		return in, "", err
	}
	return p, "", nil
}

// called returns what the new ledger calls a dispute or precedent. One that the old ledger does
// not know keeps its name: it is refused in both.
func (c *carrier) called(name string) (string, error) {
	to, known := c.named[name]
	if !known {
		return name, nil
	}
	if to == "" {
		return "", fmt.Errorf("the entry that began %s is rejected in the new ledger", name)
	}
	return to, nil
}

// event finds in the new ledger what an event of the old one belongs to.
func (c *carrier) event(sequence uint64, address string) (uint64, string, error) {
	if sequence == 0 {
		return 0, address, nil
	}
	if sequence > c.upTo {
		return sequence, address, nil // refused in both
	}
	i, found := slices.BinarySearchFunc(c.spans, sequence, func(s span, first uint64) int { return cmp.Compare(s.first, first) })
	if !found {
		i--
	}
	place := c.spans[i].place
	if place.Change != "" {
		return 0, place.Change, nil
	}
	list := c.entries(place.Input)
	if len(list) == 0 {
		return 0, "", fmt.Errorf("it refers to event %d, which was not converted", sequence)
	}
	return list[len(list)-1].sequence, address, nil
}

// relabel gives what an input names the labels of the new ledger; the text is a play's, if it
// had to be written otherwise.
func relabel(p events.Payload, labels map[string]string) (out events.Payload, text string) {
	if len(labels) == 0 {
		return p, ""
	}
	p = events.Rename(p, func(n events.Name) string {
		if to, ok := labels[n.Value]; ok && (n.Role == events.RolePiece || n.Role == events.RoleDraw) {
			return to
		}
		return n.Value
	})
	play, ok := p.(events.PlaySubmitted)
	if !ok {
		return p, ""
	}
	in := aggregate.Input{Payload: p}
	read := in.Reading().Anyhow()
	if read.Err != nil {
		return p, ""
	}
	for i := range read.Play.Items {
		if to, ok := labels[read.Play.Items[i].ID]; ok {
			read.Play.Items[i].ID = to
			text = play.Text
		}
	}
	if text != "" {
		play.Text = read.Play.String()
	}
	return play, text
}

// pairLabels notes which pieces and lots that an input has brought about have other labels in the
// new ledger.
func pairLabels(old, is []events.Envelope, labels map[string]string) (differ []Label) {
	ours, theirs := given(is), given(old)
	for role, list := range theirs {
		for i, label := range list {
			if i >= len(ours[role]) {
				break
			}
			if to := ours[role][i]; to != label {
				labels[label] = to
				differ = append(differ, Label{Was: label, Is: to})
			} else {
				delete(labels, label)
			}
		}
	}
	return differ
}

// given lists the labels that outcomes give, by role in their order.
func given(outcomes []events.Envelope) [2][]string {
	var list [2][]string
	for i := range outcomes {
		if p, ok := outcomes[i].Payload.(events.PieceCreated); ok {
			list[0] = append(list[0], p.Piece)
		}
		if p, ok := outcomes[i].Payload.(events.LotDrawn); ok {
			list[1] = append(list[1], p.Draw)
		}
	}
	return list
}
