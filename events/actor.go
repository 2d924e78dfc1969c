package events

import "strings"

// PlayedFor returns the side for which an input acts, ok if that is for its Swinger alone or
// for the Chess-Umpire on the Swinger's behalf: plays, drafts, the destruction of pieces, objections.
// A Surrender is not among them, since the members of a Warm side's Party may notify it
// (1230.2 §4.B(iv)); nor are purchases, which anybody may make for a side (1230.1 §2.D).
func PlayedFor(p Payload) (side string, ok bool) {
	side = MadeBy(p)
	if _, purchase := p.(PurchaseRequested); purchase {
		return side, false
	}
	if play, isPlay := p.(PlaySubmitted); isPlay && strings.EqualFold(strings.TrimSpace(play.Text), "surrender") {
		return side, false
	}
	return side, side != ""
}
