package events

import (
	"iter"
	"reflect"
	"strings"
)

// PlayedFor returns the side for which an input acts, ok if that is for its player alone or
// for the umpire on the player's behalf: plays, drafts, the destruction of pieces, objections.
// A Surrender is not among them, since others may notify it for a side whose turns are played automatically;
// nor are purchases, which anybody may make for a side.
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

// authors are the inputs that are somebody's will, and the field that names the player, or the side whose player it is. Others are
// the umpire's, or nobody's.
var authors = map[string]string{
	"play-submitted": "side", "pieces-chosen": "side", "destruction-requested": "side", "stage-objected": "side", "purchase-requested": "buyer",
	"key-registered": "player", "player-status-changed": "player", "power-used": "player", "answer-given": "player",
	"dispute-opened": "by", "dispute-argued": "by", "dispute-withdrawn": "by", "dispute-ruled": "judge", "verdict-retracted": "by",
	"verdict-appealed": "by", "judge-named": "by", "hearing-set": "by",
}

// Author returns the name by which an input says whose will it is: of a side, a player, or the account that pays. The zero Name is
// that of an input that is the umpire's, or nobody's.
func Author(p Payload) Name {
	field := authors[p.Kind()]
	for n := range Names(p) {
		if n.Field == field {
			return n
		}
	}
	return Name{}
}

// AuthorField returns the field that names whose will inputs of a kind are, "" of those that are the umpire's or nobody's.
func AuthorField(p Payload) string { return authors[p.Kind()] }

// ByAuthor returns an input that names its author: a side whose play it is, a player of all else. What it names already stays.
func ByAuthor(p Payload, side, player string) Payload {
	k := standard.roll.find(p.Kind())
	if k == nil {
		return p
	}
	v := reflect.New(reflect.TypeOf(p)).Elem()
	v.Set(reflect.ValueOf(p))
	for i := range k.names {
		n := &k.names[i]
		f := v.Field(n.index)
		if n.within != nil || n.many || f.String() != "" {
			continue
		}
		if n.name.Role == RoleSide && made[k.name] {
			f.SetString(side)
		} else if n.name.Field == authors[k.name] {
			f.SetString(player)
		}
	}
	return v.Interface().(Payload)
}

// Inputs yields an empty payload of every kind of input.
func Inputs() iter.Seq[Payload] {
	return func(yield func(Payload) bool) {
		for _, k := range standard.kinds {
			if k.input && !yield(reflect.Zero(k.typ).Interface().(Payload)) {
				return
			}
		}
	}
}
