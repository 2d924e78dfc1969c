package aggregate

import (
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// Apply folds one outcome into s. It never judges: it is total, writes down what the
// outcome says and leaves out what it cannot place (a piece or side it does not know).
// Inputs and payloads it does not know leave s unchanged.
func (s *State) Apply(payload events.Payload) {
	switch p := payload.(type) {
	case events.AtomicPlayed:
		s.applyAtomic(payload, &p)
	case events.PieceMoved:
		s.arrive(p.Piece, p.From, p.To)
	case events.PiecePlaced:
		if i, ok := s.arrive(p.Piece, "", p.At); ok {
			s.pieceToWrite(i).markPlaced(p)
		}
	case events.SquareClosed:
		s.close(p)
	case events.ArrayLaid:
		s.forgetMoments()
		s.lay(p)
	case events.PieceCaptured:
		if i, ok := s.take(p); ok {
			s.pieceToWrite(i).marks = marks{}
			if owner, ok := s.findSide(p.Side); ok {
				s.pieceToWrite(i).side = int32(owner)
			}
		}
	case events.PieceLifted:
		s.arrive(p.Piece, "", "")
	case events.PieceConverted:
		if i, ok := s.findPiece(p.Piece); ok {
			if owner, ok := s.findSide(p.Side); ok {
				s.pieceToWrite(i).side = int32(owner)
			}
		}
	case events.WeightsPosted:
		s.weights = p.Weights
	case events.ChecksChanged:
		s.checks = p.Checks
	case events.OrderChanged:
		s.order = p.Order
	case events.TurnBegan:
		s.toPlay, s.skipped, s.promised = p.Side, p.Skipped, ""
		if s.spurred = false; s.hasLimit {
			s.hasLimit, s.limit = false, events.LimitSet{}
		}
		s.reach(p)
	case events.PlayEnded:
		s.turns++
		s.spurred = p.How == HowSpur
		if i, ok := s.findSide(p.Side); ok {
			s.sideToWrite(i).defaults = p.Defaults
			s.givenBy(i, p)
			s.stepped(i, p)
			if p.At != nil {
				s.sideToWrite(i).endedAt = *p.At
			}
		}
		s.lapse(p)
		s.endMoment(p.How)
		s.repack()
	case events.PieceCreated:
		s.create(p)
	case events.PieceDestroyed:
		s.destroy(p.Piece)
	case events.PiecePromoted:
		if i, ok := s.findPiece(p.Piece); ok {
			pc := s.pieceToWrite(i)
			pc.typ, pc.counters, pc.base = p.Type, p.Counters, p.Base
		}
	case events.CounterChanged:
		s.setCounter(p)
	case events.AssetChanged:
		s.change(p.Account, p.Asset, p.Change)
		if p.Replaces != "" {
			s.change(p.Account, p.Replaces, -p.Change)
		}
	case events.AssetsCleared:
		s.writesTo(listBalances)
		for i := range s.balances {
			if s.balances[i].asset == p.Asset {
				s.balances[i].amount = 0
			}
		}
	case events.LimitSet:
		s.setLimit(p)
	case events.LotDrawn:
		s.drawLot(p)

	// What does not come with every play.
	case events.LedgerOpened:
		s.game, s.system, s.seed, s.opened = p.Game, p.System, p.Seed, true
		s.files, s.ranks, s.format = p.Files, p.Ranks, p.Format
		s.text, s.words, s.register = p.Text, p.Words, p.Register
		s.remembers = true
		for _, e := range p.Register {
			s.readAs(e)
		}
	case events.EntryRegistered:
		s.register = append(s.register[:len(s.register):len(s.register)], events.RegisterEntry(p))
		s.readAs(events.RegisterEntry(p))
	case events.RulePutInForce:
		s.noteInvention(p.Inventor, timeOf(p.Invented))
		s.putRule(RuleInForce{Number: p.Number, Revision: p.Revision, Rule: p.Rule, Until: timeOf(p.Until)})
	case events.RuleDormant:
		s.changeRule(p.Number, func(r *RuleInForce) { r.Dormant = p.Dormant })
	case events.TablesSet:
		s.setTables(p)
	case events.TableTurned:
		s.turnTo(p)
	case events.RuleDecreed:
		s.changeRule(p.Number, func(r *RuleInForce) { r.Decreed = p.Force })
	case events.RuleOutOfForce:
		s.dropRule(p.Number)
	case events.ReadingInForce:
		s.adopt(p)
	case events.OfficeHeld:
		s.setOffice(p)
	case events.PlayerKnown:
		s.putPlayer(Player{Name: p.Player, Addresses: p.Addresses, Status: p.Status, Key: p.Key})
	case events.SignaturesSet:
		s.signing = p
	case events.SideEntered:
		s.sides = append(s.sides, side{name: p.Side, player: p.Player, attributes: sortedNames(p.Attributes), entered: s.hand})
		s.sideToWrite(len(s.sides) - 1)
		s.noteEntry(p.Side)
		s.forgetMoments()
	case events.SideLeft:
		s.forgetMoments()
		if i, ok := s.findSide(p.Side); ok {
			s.sideToWrite(i).gone = true
			s.left++
			s.freeMarks(p.Side)
			s.freeBonds(p.Side)
		}
	case events.SideHeld:
		s.forgetMoments()
		if i, ok := s.findSide(p.Side); ok {
			s.sideToWrite(i).player = p.Player
		}
	case events.SideAttributeSet:
		if i, ok := s.findSide(p.Side); ok {
			s.sideToWrite(i).set(p.Attribute, p.On)
		}
	case events.AllotmentSet:
		if i, ok := s.findSide(p.Side); ok {
			s.sideToWrite(i).free = FreePieces{Count: p.Count, Budget: p.Budget, Draft: s.hand == s.sides[i].entered}
		}
	case events.EndDeclared:
		s.forgetMoments()
		s.hand, s.over = p.Hand, p.Over
		s.titles = append(s.titles, Title{Player: p.Player, Title: p.Title, Hand: p.Hand})
	case events.StageSet:
		s.forgetMoments()
		s.setStage(p)
	case events.CalendarReached:
		s.calendar = p.At
		s.tell(p.At)
	case events.RoundBegan:
		s.forgetMoments()
		s.round = round{sides: p.Sides}
	case events.PlayKept:
		s.round.keep(p)
	case events.RoundEnded:
		s.round = round{}
	case events.MatterOpened:
		s.openMatter(p)
	case events.SealKept:
		s.keepSeal(p)
	case events.MatterAnswered:
		s.answerMatter(p)
	case events.MatterClosed:
		s.closeMatter(p.Matter)
	case events.BondSet:
		s.setBond(p)
	case events.SquareMarked:
		s.setMark(p)
	case events.TurnPromised:
		s.promised = p.Side
	case events.MomentKept:
		s.keepMoment(p)
	case events.PieceRestored:
		s.revive(p)
	case events.PlayTakenBack:
		s.takeBack(p)
	case events.StartDone:
		s.keepFirst()
		s.started = true
	case events.StateRestated:
		// Whoever reads a ledger asks Restore whether the state can be read.
		_ = s.Restore(p.State)
	}
}

// lapse remembers whose limit expired unnoticed, until the next play that somebody makes.
func (s *State) lapse(p events.PlayEnded) {
	switch {
	case p.Expired != nil:
		s.lapsed = lapse{p.Side, *p.Expired}
	case p.How != HowAutomatic:
		s.lapsed = lapse{}
	}
}

// applyAtomic makes p its side's most recent atomic play. What a captured royal piece
// brings upon its owner is no play that the owner made, so it does not use up a right.
func (s *State) applyAtomic(payload events.Payload, p *events.AtomicPlayed) {
	i, ok := s.findSide(p.Side)
	if !ok {
		return
	}
	s.mark(p)
	sd := s.sideToWrite(i)
	sd.last = payload
	if p.Play != PlayPass && p.How != HowRoyalFell {
		sd.free.Moved = true
	}
}

func (s *State) create(p events.PieceCreated) {
	if _, ok := s.findPiece(p.Piece); ok {
		return
	}
	owner, ok := s.findSide(p.Side)
	if !ok {
		return
	}
	s.pieces = append(s.pieces, piece{id: p.Piece, typ: p.Type, side: int32(owner), counters: p.Counters, marks: marks{base: p.Base}, past: past{made: int32(s.turns), came: int32(s.turns)}})
	s.pieceIdx.add(hashName(p.Piece), len(s.pieces)-1, s.hashPiece)
	s.pieceToWrite(len(s.pieces) - 1)
	s.writesTo(listPieces)
	s.countPiece(p.Piece)
}

func (s *State) hashPiece(i int) uint32 { return hashName(s.pieces[i].id) }

// repackAt is how many destroyed pieces may lie between the others before they are
// cleared away. The moment depends on the outcomes alone.
const repackAt = 64

func (s *State) destroy(id string) {
	i, ok := s.findPiece(id)
	if !ok {
		return
	}
	pc := s.pieceToWrite(i)
	pc.gone, pc.at = true, ""
	s.gone++
	s.laid.reached, s.laid.row = nil, 0
}

// repack clears destroyed pieces away once they are many. It changes the indices of the
// others, so it happens between plays only.
func (s *State) repack() {
	if s.gone < repackAt || 2*s.gone < len(s.pieces) {
		return
	}
	s.unequal.forget()
	kept := s.pieces[:0]
	for _, pc := range s.pieces {
		if !pc.gone || s.inMoments(pc.id) {
			kept = append(kept, pc)
		}
	}
	clear(s.pieces[len(kept):])
	s.pieces, s.gone = kept, 0
	for i := range kept {
		if kept[i].gone {
			s.gone++
		}
	}
	s.repacked++
	s.pieceIdx.reset()
	for i := range s.pieces {
		s.pieceIdx.add(s.hashPiece(i), i, s.hashPiece)
	}
}

func (s *State) setCounter(p events.CounterChanged) {
	i, ok := s.findPiece(p.Piece)
	if !ok {
		return
	}
	s.pieceToWrite(i).counters = withCounter(s.pieces[i].counters, p.Name, p.Value)
	for k := range s.sides {
		// A play with that piece is remembered with its present counter.
		if last, played := s.sides[k].atomic(); played && last.Piece == p.Piece && last.As == "" && last.Type == s.pieces[i].typ {
			last.Counters = s.pieces[i].counters
			s.sideToWrite(k).last = last
		}
	}
}

// withCounter returns a new list: the old one belongs to an outcome.
func withCounter(old []events.Counter, name string, value int) []events.Counter {
	list := make([]events.Counter, 0, len(old)+1)
	found := false
	for _, c := range old {
		if c.Name == name {
			c.Value, found = value, true
		}
		list = append(list, c)
	}
	if !found {
		list = append(list, events.Counter{Name: name, Value: value})
	}
	return list
}

func (s *State) setBalance(account, asset string, amount events.Half) {
	s.writesTo(listBalances)
	if i, ok := s.findBalance(account, asset); ok {
		s.balances[i].amount = amount
		return
	}
	s.balances = append(s.balances, balance{account, asset, amount})
	s.balanceIdx.add(hashPair(account, asset), len(s.balances)-1, func(i int) uint32 {
		return hashPair(s.balances[i].account, s.balances[i].asset)
	})
}

// setLimit notes a time limit. In a stage without turns it is when the side last played.
func (s *State) setLimit(p events.LimitSet) {
	s.tell(p.From)
	if s.free() {
		if i, ok := s.findSide(p.Side); ok {
			s.sideToWrite(i).lastPlayAt = p.From
		}
		return
	}
	s.limit, s.hasLimit = p, true
}

func (s *State) setStage(p events.StageSet) {
	stages := slices.Clone(s.stages)
	i := slices.IndexFunc(stages, func(st stage) bool { return st.Stage == p.Stage })
	if i < 0 {
		i = len(stages)
		stages = append(stages, stage{})
	}
	stages[i].StageSet = p
	switch p.State {
	case StageRunning:
		s.tell(p.Starts)
		for k := range s.sides {
			s.sideToWrite(k).lastPlayAt = time.Time{}
		}
	case StageOver:
		s.tell(p.Ends)
		stages[i].over = p.Ends
	}
	s.stages = stages
}

func (s *State) setOffice(p events.OfficeHeld) {
	offices := slices.DeleteFunc(slices.Clone(s.offices), func(o events.OfficeHeld) bool { return o.Office == p.Office })
	if p.Player != "" {
		offices = append(offices, p)
	}
	s.offices = offices
}

// atomic returns the atomic play that a side made last, and whether it has made one.
func (d *side) atomic() (last events.AtomicPlayed, played bool) {
	last, played = d.last.(events.AtomicPlayed)
	return last, played
}

// has reports whether an attribute is true of a side.
func (d *side) has(attribute string) bool {
	return attribute != "" && slices.Contains(d.attributes, attribute)
}

// set makes an attribute of a side true or false.
func (d *side) set(attribute string, on bool) {
	rest := slices.DeleteFunc(slices.Clone(d.attributes), func(a string) bool { return a == attribute })
	if on {
		rest = append(rest, attribute)
	}
	d.attributes = sortedNames(rest)
}

// sortedNames returns names in the order in which a state keeps them, nil of none.
func sortedNames(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	return slices.Sorted(slices.Values(names))
}

// tell notes that a moment has come.
func (s *State) tell(moment time.Time) {
	if moment.After(s.clock) {
		s.clock = moment
	}
}

// drawLot notes a lot. One without the names it was drawn among is a result supplied in
// advance: it waits for the draw of that identity, which uses it up.
func (s *State) drawLot(p events.LotDrawn) {
	if len(p.Among) == 0 {
		s.supplied = append(s.supplied[:len(s.supplied):len(s.supplied)], p)
		return
	}
	s.noteDraw(p.Draw)
	if prefix, n := splitLabel(p.Draw); n > 0 && s.format >= labelFormat {
		s.countLabel(prefix, n)
	}
	for i := range s.supplied {
		if s.supplied[i].Draw == p.Draw {
			left := append([]events.LotDrawn(nil), s.supplied[:i]...)
			s.supplied = append(left, s.supplied[i+1:]...)
			return
		}
	}
}

func (s *State) putRule(r RuleInForce) {
	list := append([]RuleInForce(nil), s.rules...)
	s.laid.kept = s.laid.kept || rules.AsksPast(r.Rule)
	for i := range list {
		if have := &list[i]; have.Number == r.Number {
			r.Decreed = have.Decreed
			switch {
			case r.Until.IsZero():
			case have.Until.IsZero():
				r.Before = string(have.Rule)
			default:
				r.Before = have.Before
			}
			*have = r
			s.rules = list
			return
		}
	}
	s.rules = append(list, r)
}

// changeRule changes what is known of a rule beside its text.
func (s *State) changeRule(number string, change func(*RuleInForce)) {
	if i := slices.IndexFunc(s.rules, func(r RuleInForce) bool { return r.Number == number }); i >= 0 {
		s.rules = slices.Clone(s.rules)
		change(&s.rules[i])
	}
}

func (s *State) dropRule(number string) {
	var rules []RuleInForce
	for _, r := range s.rules {
		if r.Number != number {
			rules = append(rules, r)
		}
	}
	s.rules = rules
}

// readAs adopts the reading of an entry that holds from the beginning, if it is not the default.
func (s *State) readAs(e events.RegisterEntry) {
	if e.InForce != e.Default {
		s.adopt(events.ReadingInForce{Entry: e.Entry, Reading: e.InForce})
	}
}

func (s *State) adopt(p events.ReadingInForce) {
	readings := append([]events.ReadingInForce(nil), s.readings...)
	for i := range readings {
		if readings[i].Entry == p.Entry {
			readings[i] = p
			s.readings = readings
			return
		}
	}
	s.readings = append(readings, p)
}

func (s *State) putPlayer(p Player) {
	players := append([]Player(nil), s.players...)
	for i := range players {
		if players[i].Name == p.Name {
			players[i] = p
			s.players = players
			return
		}
	}
	s.players = append(players, p)
}

// change adds to what an account has of an asset.
func (s *State) change(account, asset string, change events.Half) {
	s.setBalance(account, asset, s.Balance(account, asset)+change)
}
