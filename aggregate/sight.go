package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// What sides may see of the board. Nothing that is ruled depends on it: it is asked by whoever shows a game.

// sightLaw is an entry of sight, compiled.
type sightLaw struct {
	see  string
	when *formula.Formula
}

func (l *law) compileSight(*formula.Vocabulary) error {
	r := l.resolver()
	for _, e := range l.book.Sights() {
		k := sightLaw{see: e.See}
		var err error
		if k.when, err = formula.Compile(string(e.When), rules.SightVocabulary(r, k.see), formula.Bool); err != nil {
			return fmt.Errorf("rule %s, sight: %w", e.Clause, err)
		}
		l.sights = append(l.sights, k)
	}
	return nil
}

// within is which squares pieces reach, by their modes: those to which they can move, on which they can capture, and to which they go by that.
// It is filled in as it is asked.
type within map[movement.PieceID]map[movement.Square]bool

func (w within) reaches(pos *movement.Position, id movement.PieceID, sq movement.Square) bool {
	if pos.Where(id) == movement.Off {
		return false
	}
	if w[id] == nil {
		w[id] = map[movement.Square]bool{}
		for _, to := range pos.SwapsOf(id, pos.MovesOf(id, nil)) {
			w[id][to] = true
		}
		for _, ply := range pos.ActsOf(id, nil) {
			if ply.Other != movement.NoPiece {
				w[id][ply.To] = true
			}
		}
		for _, take := range pos.OwnTakingsOf(id, pos.TakingsOf(id, nil)) {
			w[id][take.To] = w[id][take.To] || take.To != pos.Where(id) // a shot goes nowhere
			for victim := take.After(formula.Absent); victim != formula.Absent; victim = take.After(victim) {
				for _, at := range pos.SquaresOf(movement.PieceID(victim)) {
					w[id][at] = true
				}
			}
		}
	}
	return w[id][sq]
}

// Hides reports whether a rule in force hides a part of the game from its sides: none does once it is over.
func (s *State) Hides() bool {
	if s.over {
		return false
	}
	book, err := s.Rulebook()
	return err == nil && len(book.Sights()) > 0
}

// A Sight is what some sides may see of a game together.
type Sight struct {
	squares map[string]bool       // that are seen; nil: all
	known   map[string]bool       // pieces by their ids, whether their type is known; nil: all types are
	own     map[string]bool       // the sides
	at      map[string]bool       // pieces by their ids, whether a square is seen on which they stand; nil: all are
	parts   map[string][]string   // pieces by their ids that are not seen whole, with the squares on which something of them is seen
	held    map[string]bool       // pieces off the board by their ids; nil: all are seen
	assets  map[AccountAsset]bool // nil: all are seen
}

// Sees reports whether a square is seen.
func (v *Sight) Sees(square string) bool { return v == nil || v.squares == nil || v.squares[square] }

// SeesPiece reports whether a piece is seen.
func (v *Sight) SeesPiece(p *Piece) bool {
	if v == nil || v.own[p.Side] {
		return true
	}
	if p.At == "" {
		return v.held == nil || v.held[p.ID]
	}
	return v.at == nil || v.at[p.ID]
}

// Parts returns, for a piece on several squares that is seen and not as a whole, the squares on which something of it is seen: of such a piece it is not
// said which squares belong to it. It is nil for any other piece.
func (v *Sight) Parts(p *Piece) []string {
	if v == nil {
		return nil
	}
	return v.parts[p.ID]
}

// SeesHoldings reports whether all pieces of a side off the board are seen, whatever they are.
func (v *Sight) SeesHoldings(side string) bool { return v == nil || v.held == nil || v.own[side] }

// SeesBoard reports whether all pieces on the board are seen.
func (v *Sight) SeesBoard() bool { return v == nil || v.at == nil }

// SeesAsset reports whether it is seen how much an account has of an asset, where it has any.
func (v *Sight) SeesAsset(account, asset string) bool {
	return v == nil || v.assets == nil || v.assets[AccountAsset{account, asset}]
}

// SeesAssets reports whether no asset of any account is hidden.
func (v *Sight) SeesAssets() bool { return v == nil || v.assets == nil }

// Knows reports whether the type of a piece that is seen is known.
func (v *Sight) Knows(p *Piece) bool {
	return v == nil || v.own[p.Side] || v.known == nil || v.known[p.ID]
}

// Owns reports whether a side is one of those whose sight it is.
func (v *Sight) Owns(side string) bool { return v == nil || v.own[side] }

// SightOf returns what sides may see together as the game stands, of no sides what somebody without one may see. It is nil if everything is seen.
func (j *Judge) SightOf(sides ...string) (*Sight, error) {
	t := j.base
	if !t.state.Hides() {
		return nil, nil
	}
	if err := t.compile(); err != nil {
		return nil, err
	}
	v := &Sight{own: map[string]bool{}}
	looking := []movement.SideID{formula.Absent}
	var players []float64 // who play the sides
	for i, name := range sides {
		id, ok := t.state.findSide(name)
		if !ok {
			return nil, fmt.Errorf("no such side: %q", name)
		}
		if i == 0 {
			looking = looking[:0]
		}
		v.own[name] = true
		players = append(players, t.state.playerID(t.state.sides[id].player))
		looking = append(looking, movement.SideID(id))
	}
	rs := t.law.ruleset
	of := map[string][]*formula.Formula{}
	for _, e := range t.law.sights {
		of[e.see] = append(of[e.see], e.when)
	}
	squares, types, holdings := of[rules.SeeSquares], of[rules.SeeTypes], of[rules.SeeHoldings]
	reach := within{}
	asks := func(list []*formula.Formula, about func(scene) formula.Env) bool {
		for _, s := range looking {
			for _, f := range list {
				if f.Holds(about(scene{t: t, at: t.state.Clock(), self: movement.NoPiece, victim: movement.NoPiece, mover: int(s), standing: true, reach: reach})) {
					return true
				}
			}
		}
		return false
	}
	holds := func(list []*formula.Formula, it float64) bool {
		return asks(list, func(s scene) formula.Env { s.it = it; return &dutyScene{s} })
	}
	if of[rules.SeeAssets] != nil {
		v.assets = map[AccountAsset]bool{}
		for b := range t.state.Balances() {
			whose := accountSceneOf(scene{t: t}, b)
			v.assets[b] = whose.it >= 0 && v.own[t.state.sides[int(whose.it)].name] || whose.it < 0 && slices.Contains(players, whose.player) && whose.player >= 0 ||
				asks(of[rules.SeeAssets], func(s scene) formula.Env { return accountSceneOf(s, b) })
		}
	}
	if holdings != nil {
		v.held = map[string]bool{}
	}
	if types != nil {
		v.known = map[string]bool{}
	}
	if squares != nil {
		v.squares, v.at = map[string]bool{}, map[string]bool{}
		for _, sq := range rs.Squares() {
			if holds(squares, float64(sq)) {
				v.squares[rs.SquareName(sq)] = true
			}
		}
	}
	for i := range t.state.pieces {
		id, pc := movement.PieceID(i), &t.state.pieces[i]
		if squares == nil || t.pos.Gone(id) || pc.at == "" || !v.own[t.state.sides[pc.side].name] {
			continue
		}
		for _, sq := range t.pos.SquaresOf(id) {
			v.squares[rs.SquareName(sq)] = true
		}
	}
	for i := range t.state.pieces {
		id, pc := movement.PieceID(i), &t.state.pieces[i]
		if t.pos.Gone(id) {
			continue
		}
		if types != nil && holds(types, float64(i)) {
			v.known[pc.id] = true
		}
		if holdings != nil && pc.at == "" && holds(holdings, float64(i)) {
			v.held[pc.id] = true
		}
		if pc.at == "" {
			continue
		}
		own, all := v.own[t.state.sides[pc.side].name], t.pos.SquaresOf(id)
		var seen []string
		for _, sq := range all {
			if name := rs.SquareName(sq); v.Sees(name) {
				seen = append(seen, name)
			}
		}
		if squares != nil && len(seen) > 0 {
			v.at[pc.id] = true
		}
		if hidden := types != nil && !v.known[pc.id]; len(all) > 1 && !own && len(seen) > 0 && (hidden || len(seen) < len(all)) {
			if v.parts == nil {
				v.parts = map[string][]string{}
			}
			v.parts[pc.id] = seen
		}
	}
	return v, nil
}

// An accountScene answers formulas about what an account has, in the order of rules.SightVocabulary.
type accountScene struct {
	dutyScene
	player         float64
	account, asset string
}

// accountSceneOf is a scene about an account: that of a side, else of a player, else neither's.
func accountSceneOf(s scene, b AccountAsset) *accountScene {
	e := &accountScene{dutyScene: dutyScene{s}, player: s.player(b.Account), account: b.Account, asset: b.Asset}
	e.it = formula.Absent
	if i, ok := s.t.state.findSide(b.Account); ok && (e.player == formula.Absent || s.t.law.holder(&s.t.state.sides[i], b.Asset) == b.Account) {
		e.it, e.player = float64(i), s.player(s.t.state.sides[i].player)
	}
	return e
}

// Var implements formula.Env.
func (e *accountScene) Var(i int) float64 {
	if i == rules.SightPlayer {
		return e.player
	}
	return e.dutyScene.Var(i)
}

// Call implements formula.Env: of the board's functions the first is count.
func (e *accountScene) Call(f int, args []float64) float64 {
	switch f - 1 {
	case rules.FuncOfAsset:
		return flag(e.asset == e.text(args[0]))
	case rules.FuncAccounts:
		return flag(e.account == e.text(args[0]))
	}
	return e.dutyScene.Call(f, args)
}
