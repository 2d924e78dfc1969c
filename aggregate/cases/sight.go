package cases

import (
	"maps"
	"slices"
	"strings"

	"adjudicate/aggregate"
)

// What claims call somebody without a side, and a square that is not seen.
const (
	nobody = "nobody"
	hidden = "hidden"
)

// sees checks what sides see of the board.
func (h *hearing) sees(k *Claims) {
	for _, side := range slices.Sorted(maps.Keys(k.Sees)) {
		j, err := aggregate.NewJudge(h.state.Clone(), engineName)
		var sight *aggregate.Sight
		if err == nil && side == nobody {
			sight, err = j.SightOf()
		} else if err == nil {
			sight, err = j.SightOf(side)
		}
		if err != nil {
			h.differ("what %s sees: %v", side, err)
			continue
		}
		for _, square := range slices.Sorted(maps.Keys(k.Sees[side])) {
			h.same("what "+side+" sees on "+square, k.Sees[side][square], h.seen(sight, square))
		}
	}
}

func (h *hearing) seen(sight *aggregate.Sight, square string) string {
	var all []string
	for p := range h.state.Pieces() {
		switch {
		case p.At != square || !sight.SeesPiece(&p):
		case sight.Knows(&p):
			all = append(all, p.Side+" "+p.Type)
		default:
			all = append(all, p.Side+" ?")
		}
	}
	switch {
	case len(all) > 0:
		return strings.Join(all, " + ")
	case sight.Sees(square):
		return "empty"
	}
	return hidden
}
