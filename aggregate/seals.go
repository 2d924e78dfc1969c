package aggregate

import (
	"fmt"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/notation"
)

// Seals: answers to matters and uses of powers that nobody reads before the others are there. A seal is the SHA-256 of a salt, a colon, a
// space and the text, as for plays that are made together; whoever keeps the ledger can neither read nor change what it stands for.

// powerText is what is sealed of the use of a power: "bid", "bid on e4", "bid amount 5".
func powerText(used events.PowerUsed) string {
	text := used.Power
	if used.On != "" {
		text += " on " + used.On
	}
	if used.Amount != 0 {
		text += fmt.Sprintf(" amount %d", used.Amount)
	}
	return text
}

// answerText is what is sealed of an answer.
func answerText(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// sealText is the seal of a text under a salt.
func sealText(salt, text string) string {
	_, opening := notation.Seal(salt, text)
	return notation.SealOf(opening)
}

// SealPower is the use of a power as it is sent under a seal.
func SealPower(used events.PowerUsed, salt string) events.PowerUsed {
	return events.PowerUsed{Power: used.Power, Player: used.Player, Side: used.Side, Seal: sealText(salt, powerText(used))}
}

// SealAnswer is an answer as it is sent under a seal.
func SealAnswer(a events.AnswerGiven, salt string) events.AnswerGiven {
	return events.AnswerGiven{Matter: a.Matter, Player: a.Player, Seal: sealText(salt, answerText(a.Yes))}
}

// sealBy returns the seal that a player has sent about something.
func (s *State) sealBy(about, player string) (events.SealKept, bool) {
	i := slices.IndexFunc(s.seals, func(k events.SealKept) bool { return k.About == about && k.Player == player })
	if i < 0 {
		return events.SealKept{}, false
	}
	return s.seals[i], true
}

// SealOf reports whether a player has sent a seal about a matter or a power, and whether it has been opened.
func (s *State) SealOf(about, player string) (sent, opened bool) {
	k, sent := s.sealBy(about, player)
	return sent, k.Opened
}

func (s *State) keepSeal(p events.SealKept) {
	s.seals = slices.DeleteFunc(slices.Clone(s.seals), func(k events.SealKept) bool { return k.About == p.About && k.Player == p.Player })
	if p.Seal != "" {
		s.seals = append(s.seals, p)
	}
}

// unseal keeps the seals about something no longer.
func (d *decision) unseal(b *events.Basis, about string) {
	for _, k := range slices.Clone(d.state().seals) {
		if k.About == about {
			d.emit(b, events.SealKept{About: about, Player: k.Player})
		}
	}
}

// seals records a seal, or notes a fault if the input may not send one now.
func (d *decision) seals(about, player, seal, clause string, b *events.Basis) {
	if _, sent := d.state().sealBy(about, player); sent {
		d.refuse(FaultSeal, clause, "%s has sealed %s already, and a seal is binding: open it when all seals are in", player, about)
		return
	}
	if len(seal) != 64 {
		d.refuse(FaultSeal, clause, "a seal is the SHA-256 of a salt, a colon, a space and the text: 64 hexadecimal digits")
		return
	}
	d.rests = b
	d.emit(b, events.SealKept{About: about, Player: player, Seal: seal})
}

// opens reports whether a text with its salt matches the unopened seal of a player; otherwise it notes a fault.
func (d *decision) opens(about, player, salt, text, clause string) (events.SealKept, bool) {
	k, sent := d.state().sealBy(about, player)
	switch {
	case !sent:
		d.refuse(FaultSeal, clause, "%s has not sealed %s, and all seals are in", player, about)
	case k.Opened:
		d.refuse(FaultSeal, clause, "%s has already opened the seal on %s", player, about)
	case sealText(salt, text) != k.Seal:
		d.refuse(FaultSeal, clause, "this does not open the seal of %s: send the salt with the exact text that was sealed, here %q", player, text)
	default:
		k.Opened = true
		return k, true
	}
	return k, false
}

// sealing reports whether the answers to a matter are sealed now: until all who are asked have sealed one, or the time for it is over.
func (d *decision) sealing(m *events.MatterOpened) bool {
	return m.Seals != nil && d.in.At.Before(*m.Seals) && d.eachAsked(m, func(p string) bool { sent, _ := d.state().SealOf(m.Matter, p); return !sent })
}

// eachAsked reports whether something is so of somebody who is asked and has not agreed by bringing the matter forward.
func (d *decision) eachAsked(m *events.MatterOpened, so func(string) bool) bool {
	return slices.ContainsFunc(m.Asks, func(a events.Asking) bool {
		return slices.ContainsFunc(a.Players, func(p string) bool {
			_, opened := d.state().SealOf(m.Matter, p)
			return (opened || !slices.Contains(m.Answer, p)) && so(p)
		})
	})
}

// answerSecret judges an answer to a matter whose answers are sealed.
func (d *decision) answerSecret(m *events.MatterOpened, in events.AnswerGiven, clause string) {
	b := basisOf(nil, clause)
	sealing := d.sealing(m)
	switch {
	case slices.Contains(m.Answer, in.Player):
		if sent, _ := d.state().SealOf(in.Matter, in.Player); !sent {
			d.refuse(FaultNoChange, clause, "%s agreed by submitting %s", in.Player, in.Matter)
			return
		}
		fallthrough
	case !sealing && in.Seal == "":
		k, ok := d.opens(in.Matter, in.Player, in.Salt, answerText(in.Yes), clause)
		if !ok {
			return
		}
		d.rests = b
		d.emit(b, k)
		d.emit(b, events.MatterAnswered{Matter: in.Matter, Player: in.Player, Yes: in.Yes})
		waits := d.eachAsked(m, func(p string) bool { sent, opened := d.state().SealOf(m.Matter, p); return sent && !opened })
		d.settleMatter(in.Matter, !waits)
	case sealing && in.Seal != "":
		d.seals(in.Matter, in.Player, in.Seal, clause, b)
	case sealing:
		d.refuse(FaultSeal, clause, "answers to %s are secret: send a seal first, and open it when all seals are in or after %s", in.Matter, when(*m.Seals))
	default:
		d.refuse(FaultSeal, clause, "the time for seals on %s is over: open yours", in.Matter)
	}
}

// secretUntil sets when seals on a matter end, and when answers do.
func secretUntil(m *events.MatterOpened, at time.Time, days, secret int) {
	seals := at.Add(time.Duration(days) * 24 * time.Hour)
	if m.Seals == nil || seals.After(*m.Seals) {
		m.Seals = moment(seals)
	}
	if closes := seals.Add(time.Duration(secret) * 24 * time.Hour); m.Closes == nil || closes.After(*m.Closes) {
		m.Closes = moment(closes)
	}
}
