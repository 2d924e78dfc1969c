package aggregate

import (
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// outside is a table as its board asks for what is beside it; see movement.Outside. Accounts are ids: of a side
// its own, then those of players, then those that rules call by a name.
type outside table

const (
	accountOfPlayer = 1 << 20
	accountCalled   = 1 << 30
)

// Attr implements movement.Outside.
func (t *outside) Attr(i int, of float64, text string) float64 {
	s := t.state
	switch i {
	case rules.SidePlayer:
		if sd := t.side(of); sd != nil {
			return s.playerID(sd.player)
		}
		return formula.Absent
	case rules.SideIs:
		sd := t.side(of)
		return flag(sd != nil && sd.has(text))
	case rules.PlayerHas:
		return fromHalf(s.Balance(s.players[int(of)].Name, text))
	case rules.PlayerSealed:
		sent, _ := s.SealOf(text, s.players[int(of)].Name)
		return flag(sent)
	case rules.PlayerHolds:
		return flag(s.Holder(text) == s.players[int(of)].Name)
	case rules.PlayerAccount:
		return of + accountOfPlayer
	}
	return of
}

// Func implements movement.Outside.
func (t *outside) Func(f int, args []float64, text func(float64) string) float64 {
	s := t.state
	switch f {
	case rules.FuncPlayerCalled:
		return s.playerID(text(args[0]))
	case rules.FuncAccountCalled:
		if i, ok := s.findSide(text(args[0])); ok {
			return float64(i)
		}
		return args[0] + accountCalled
	case rules.FuncAssets:
		return fromHalf(t.balance(args[0], text(args[1]), text))
	case rules.FuncBound:
		a, b := t.side(args[1]), t.side(args[2])
		return flag(a != nil && b != nil && s.Bound(text(args[0]), a.name, b.name))
	}
	return 0
}

// Next implements movement.Outside.
func (t *outside) Next(set int, of, after float64) float64 {
	s := t.state
	if set == rules.AllPlayers {
		if next := int(after) + 1; next < len(s.players) {
			return float64(next)
		}
		return formula.Absent
	}
	for i := int(after) + 1; i < len(s.sides); i++ {
		if sd := &s.sides[i]; !sd.gone && (set == rules.AllSides || sd.player == s.players[int(of)].Name) {
			return float64(i)
		}
	}
	return formula.Absent
}

// Date implements movement.Outside: that of the input which is judged, else the latest that an outcome has told.
func (t *outside) Date() time.Time {
	if t.at.IsZero() {
		return t.state.clock
	}
	return t.at
}

// playerID is a player as a thing of formulas, absent if nobody is called so.
func (s *State) playerID(name string) float64 {
	return float64(slices.IndexFunc(s.players, func(p Player) bool { return p.Name == name }))
}

// balance is what an account has of an asset.
func (t *outside) balance(account float64, asset string, text func(float64) string) events.Half {
	s := t.state
	switch {
	case account < 0:
		return 0
	case account >= accountCalled:
		return s.Balance(text(account-accountCalled), asset)
	case account >= accountOfPlayer:
		return s.Balance(s.players[int(account-accountOfPlayer)].Name, asset)
	}
	if sd := t.side(account); sd != nil {
		return s.Balance(t.law.holder(sd, asset), asset)
	}
	return 0
}

// side is a side as a thing of formulas: nil for none, and for the one that the board makes up to ask who would be defended from it, which
// has no player, no account and no bonds.
func (t *outside) side(of float64) *side {
	if of < 0 || int(of) >= len(t.state.sides) {
		return nil
	}
	return &t.state.sides[int(of)]
}

// holder is whose account an asset of a side is: the side's own, if sides have it, else its player's.
func (l *law) holder(s *side, asset string) string {
	if slices.ContainsFunc(l.assets, func(a rules.Asset) bool { return a.Name == asset && a.Of == "side" }) {
		return s.name
	}
	return s.player
}

// judges says at which moment the formulas of definitions are asked.
func (t *table) judges(at time.Time) {
	was := (*outside)(t).Date()
	t.at = at
	if !sameMinute((*outside)(t).Date(), was) {
		t.touch()
	}
}

// sameMinute reports whether formulas know two moments as the same one.
func sameMinute(a, b time.Time) bool { return a.Truncate(time.Minute).Equal(b.Truncate(time.Minute)) }

// touch notes that something beside the board has changed which ways may depend on.
func (t *table) touch() {
	if t.laid != nil && t.laid.ruleset.Asks() {
		t.pos.Touch()
		t.changed()
	}
}
