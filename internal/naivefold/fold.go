package naivefold

import (
	"slices"
	"time"

	"adjudicate/events"
)

// Fold takes in one outcome.
func (t *Table) Fold(o events.Payload) {
	switch o := o.(type) {
	case events.Ruled: // says what follows; the outcomes behind it are what follows
	case events.LedgerOpened:
		t.game, t.system, t.seed, t.files, t.ranks, t.opened = o.Game, o.System, o.Seed, o.Files, o.Ranks, true
	case events.RulePutInForce:
		t.rules[o.Number] = rule{o.Revision, string(o.Rule), false}
	case events.RuleDormant:
		r, ok := t.rules[o.Number]
		if !ok {
			t.complain("rule %s is without force and was not in the book", o.Number)
		}
		r.dormant = o.Dormant
		t.rules[o.Number] = r
	case events.RuleOutOfForce:
		if _, ok := t.rules[o.Number]; !ok {
			t.complain("rule %s goes out of force and was not in it", o.Number)
		}
		delete(t.rules, o.Number)
	case events.ReadingInForce:
		t.readings[o.Entry] = o.Reading
	case events.OfficeHeld:
		t.offices[o.Office] = o.Player
	case events.PlayerKnown:
		t.players[o.Player] = player{o.Status, o.Addresses, o.Key}
	case events.SignaturesSet:
		t.signing = o
	case events.SideEntered:
		if _, ok := t.sides[o.Side]; ok {
			t.complain("the side %s enters a second time", o.Side)
		}
		t.sides[o.Side] = &side{player: o.Player, attributes: map[string]bool{}, born: t.hands}
		for _, a := range o.Attributes {
			t.sides[o.Side].attributes[a] = true
		}
	case events.SideLeft:
		t.side(o.Side, o)
		for at, m := range t.marks {
			if m.side == o.Side {
				t.marks[at] = mark{m.number, ""}
			}
		}
		for id, p := range t.pieces {
			if p.side == o.Side {
				t.complain("%s leaves and still owns %s", o.Side, id)
			}
		}
		delete(t.sides, o.Side)
	case events.SideHeld:
		t.side(o.Side, o).player = o.Player
	case events.SideAttributeSet:
		if s := t.side(o.Side, o); o.On {
			s.attributes[o.Attribute] = true
		} else {
			delete(s.attributes, o.Attribute)
		}
	case events.AllotmentSet:
		s := t.side(o.Side, o)
		s.free, s.freshly, s.moved = o, s.born == t.hands, false
	case events.PieceCreated:
		t.side(o.Side, o)
		if t.pieces[o.Piece] != nil || t.destroyed[o.Piece] {
			t.complain("the id %s is used a second time", o.Piece)
		}
		t.pieces[o.Piece] = &piece{typ: o.Type, side: o.Side, counters: o.Counters}
	case events.PieceMoved:
		t.leave(o.Piece, o.From, o).at = o.To
	case events.PiecePlaced:
		t.leave(o.Piece, "", o).at = o.At
	case events.PieceCaptured:
		t.side(o.Side, o)
		t.leave(o.Piece, o.At, o).side = o.Side
	case events.PieceLifted:
		t.leave(o.Piece, o.From, o)
	case events.RuleDecreed, events.TablesSet, events.TableTurned, events.MomentKept, events.PieceRestored, events.PlayTakenBack: // nor is any play taken back in them
	case events.SquareClosed, events.ArrayLaid: // the games that are folded here begin without an array
	case events.PieceConverted:
		t.side(o.Side, o)
		t.piece(o.Piece, o).side = o.Side
	case events.PieceDestroyed:
		t.piece(o.Piece, o)
		delete(t.pieces, o.Piece)
		t.destroyed[o.Piece] = true
	case events.PiecePromoted:
		p := t.piece(o.Piece, o)
		p.typ, p.counters = o.Type, o.Counters
	case events.CounterChanged:
		p := t.piece(o.Piece, o)
		p.counters = slices.Clone(p.counters)
		i := slices.IndexFunc(p.counters, func(c events.Counter) bool { return c.Name == o.Name })
		if i < 0 {
			p.counters = append(p.counters, events.Counter{Name: o.Name})
			i = len(p.counters) - 1
		}
		p.counters[i].Value = o.Value
		// A play made with that very piece, as what it still is, is remembered with the counter
		// that the piece has now.
		for _, s := range t.sides {
			if s.last != nil && s.last.Piece == o.Piece && s.last.As == "" && s.last.Type == p.typ {
				s.last.Counters = p.counters
			}
		}
	case events.AssetChanged:
		t.add(account{o.Account, o.Asset}, o.Change, o.Why)
		if o.Replaces != "" {
			t.add(account{o.Account, o.Replaces}, -o.Change, o.Why)
		}
	case events.AssetsCleared:
		for at := range t.accounts {
			if at.asset == o.Asset {
				t.accounts[at] = 0
			}
		}
	case events.EndDeclared:
		if o.Hand != t.hands+1 {
			t.complain("hand %d is won after hand %d", o.Hand, t.hands)
		}
		t.hands, t.over = o.Hand, o.Over
		t.titles = append(t.titles, o)
	case events.AtomicPlayed:
		s := t.side(o.Side, o)
		s.last = &o
		s.moved = s.moved || o.Play != "pass" && o.How != "king-captured"
	case events.PlayEnded:
		t.side(o.Side, o).defaults = o.Defaults
	case events.ChecksChanged:
		t.checks = o.Checks
	case events.OrderChanged:
		t.order = o.Order
	case events.TurnBegan:
		t.turn, t.skipped, t.promised, t.limit = o.Side, o.Skipped, "", nil
	case events.LimitSet:
		t.tell(o.From)
		if t.free() {
			t.side(o.Side, o).lastFree = o.From // when it played: there are no turns
		} else {
			t.limit = &o
		}
	case events.WeightsPosted:
		t.weights = o.Weights
	case events.RoundBegan:
		t.round, t.kept = o.Sides, map[string]events.PlayKept{}
	case events.PlayKept:
		if !slices.Contains(t.round, o.Side) {
			t.complain("a play of %s is kept, which is not asked for one", o.Side)
		}
		if have, ok := t.kept[o.Side]; ok {
			if have.Seal == "" || have.Play != "" {
				t.complain("%s plays twice in a round", o.Side)
			}
			o.Seal = have.Seal
		}
		t.kept[o.Side] = o
	case events.RoundEnded:
		t.round, t.kept = nil, nil
	case events.StageSet:
		t.stages[o.Stage] = o
		switch o.State {
		case "running":
			t.tell(o.Starts)
			for _, s := range t.sides {
				s.lastFree = time.Time{}
			}
		case "over":
			t.tell(o.Ends)
			t.stagesEnded[o.Stage] = o.Ends
		}
	case events.LotDrawn:
		if len(o.Among) == 0 {
			t.waiting[o.Draw] = o // a result supplied in advance
			return
		}
		t.lots = append(t.lots, o.Draw)
		delete(t.waiting, o.Draw)
	case events.MatterOpened:
		if t.matters[o.Matter] != nil {
			t.complain("%s is opened a second time", o.Matter)
		}
		t.matters[o.Matter] = &matter{o, map[string]bool{}}
		for _, p := range o.Answer {
			t.matters[o.Matter].answers[p] = true
		}
	case events.MatterAnswered:
		if m := t.matters[o.Matter]; m == nil {
			t.complain("an answer to %s, which does not wait", o.Matter)
		} else {
			m.answers[o.Player] = o.Yes
		}
	case events.SealKept:
		key := [2]string{o.About, o.Player}
		switch have, kept := t.seals[key]; {
		case o.Seal == "" && !kept:
			t.complain("the seal %v is kept no longer and was not kept", key)
		case o.Opened && have != o.Seal:
			t.complain("the seal %v is opened and was another", key)
		case o.Seal != "" && !o.Opened && kept:
			t.complain("the seal %v is sent twice", key)
		}
		if t.seals[key] = o.Seal; o.Seal == "" {
			delete(t.seals, key)
		}
	case events.MatterClosed:
		if t.matters[o.Matter] == nil {
			t.complain("%s is closed and did not wait", o.Matter)
		}
		delete(t.matters, o.Matter)
	case events.BondSet:
		pair := [3]string{o.Bond, min(o.Side, o.With), max(o.Side, o.With)}
		if t.bonds[pair] == o.On {
			t.complain("the bond %v is set to what it is", pair)
		}
		t.bonds[pair] = o.On
	case events.TurnPromised:
		if t.promised == o.Side {
			t.complain("%s is promised a turn that it was promised", o.Side)
		}
		t.promised = o.Side
	case events.SquareMarked:
		at := [2]string{o.Square, o.Mark}
		now := mark{}
		if o.On {
			now = mark{max(o.Number, 1), o.Side}
		}
		if t.marks[at] == now {
			t.complain("the mark %v is set to what it is", at)
		}
		if t.marks[at] = now; o.Side != "" {
			t.side(o.Side, o)
		}
	case events.StartDone:
		t.started = true
	case events.CalendarReached:
		if o.At.Before(t.reached) {
			t.complain("the calendar goes back from %v to %v", t.reached, o.At)
		}
		t.reached = o.At
		t.tell(o.At)
	default:
		t.complain("nothing is known of a %s", o.Kind())
	}
}

func (t *Table) tell(moment time.Time) {
	if moment.After(t.clock) {
		t.clock = moment
	}
}

// add changes an account, which goes below nothing only by what was paid outside of the game: where a history is ruled on
// again that stands, and leaves a debt.
func (t *Table) add(at account, change events.Half, why string) {
	t.accounts[at] += change
	if t.accounts[at] < 0 && change < 0 && why != "transaction" {
		t.complain("%s has %v %s", at.name, t.accounts[at], at.asset)
	}
}

// free reports whether a stage runs in which there are no turns.
func (t *Table) free() bool {
	for _, st := range t.stages {
		if st.State == "running" && st.Free {
			return true
		}
	}
	return false
}
