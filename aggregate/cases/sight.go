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

// sees checks what sides see of the board, of holdings and of accounts.
func (h *hearing) sees(k *Claims) {
	for _, claims := range []struct {
		of   map[string]map[string]string
		what string
		seen func(*aggregate.Sight, string) string
	}{{k.Sees, " sees on ", h.seen}, {k.SeesHands, " sees of the holding of ", h.seenHand}, {k.SeesAccounts, " sees of the account of ", h.seenAccount}} {
		for _, side := range slices.Sorted(maps.Keys(claims.of)) {
			sight, err := h.sightOf(side)
			if err != nil {
				h.differ("what %s sees: %v", side, err)
				continue
			}
			for _, where := range slices.Sorted(maps.Keys(claims.of[side])) {
				h.same("what "+side+claims.what+where, claims.of[side][where], claims.seen(sight, where))
			}
		}
	}
}

func (h *hearing) sightOf(side string) (*aggregate.Sight, error) {
	j, err := aggregate.NewJudge(h.state.Clone(), engineName)
	if err != nil {
		return nil, err
	}
	if side == nobody {
		return j.SightOf()
	}
	return j.SightOf(side)
}

// seenHand is the pieces of a side off the board that are seen, in the order of their names.
func (h *hearing) seenHand(sight *aggregate.Sight, side string) string {
	var all []string
	for p := range h.state.PiecesOf(side) {
		switch {
		case p.At != "" || !sight.SeesPiece(&p):
		case sight.Knows(&p):
			all = append(all, p.Type)
		default:
			all = append(all, "?")
		}
	}
	slices.Sort(all)
	return listed(all)
}

// seenAccount is what is seen of an account.
func (h *hearing) seenAccount(sight *aggregate.Sight, account string) string {
	var all []string
	for b, amount := range h.state.Balances() {
		if b.Account == account && sight.SeesAsset(account, b.Asset) {
			all = append(all, b.Asset+" "+amount.String())
		}
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

func (h *hearing) seen(sight *aggregate.Sight, square string) string {
	var all []string
	for p := range h.state.Pieces() {
		at := h.state.Covers(p, p.At, square)
		if parts := sight.Parts(&p); parts != nil {
			at = slices.Contains(parts, square)
		}
		switch {
		case !at || !sight.SeesPiece(&p):
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
