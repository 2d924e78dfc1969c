package offer

import (
	"adjudicate/aggregate"
)

// A Good is a type of piece that a side may buy, and what one costs.
type Good struct{ Side, Type, Cost string }

// Goods lists what a player may buy for each of some sides, as far as the side may own more of it.
func Goods(j *aggregate.Judge, player string, sides []string) (list []Good, err error) {
	book, err := j.State().Rulebook()
	if err != nil {
		return nil, err
	}
	for _, side := range sides {
		for _, def := range book.Pieces() {
			if terms, ok := j.Buying(side, def.Piece.Name, player); ok && !terms.Excluded && (terms.Limit == 0 || terms.Owned < terms.Limit) {
				list = append(list, Good{side, def.Piece.Name, terms.Cost().String()})
			}
		}
	}
	return list, nil
}

// A Power is what somebody may use that the rules give them, and what they say with it.
type Power struct {
	Name   string
	Side   bool // for which side they use it
	On     bool // what it is done to
	Amount bool // how much
	Sealed bool // it may be used under a seal
}

// Powers lists those of a player who plays some sides and holds the offices that the state says, whether they can be used now or not.
func Powers(j *aggregate.Judge, player string, sides []string) (list []Power, err error) {
	st := j.State()
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	for _, p := range book.Powers() {
		if p.By == "" || p.By == "player" || p.By == "side" && len(sides) > 0 || st.Holder(p.By) == player {
			list = append(list, Power{p.Name, p.By == "side", p.On != "", p.Amount != "", p.Sealed != ""})
		}
	}
	return list, nil
}
