package generate

import (
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/movement"
)

// chore is something that is no play and happens about so many times in a thousand plays.
// Its function returns nil if there is no occasion for it.
type chore struct {
	often int
	do    func(g *Generator, j *aggregate.Judge) events.Payload
}

var chores = []chore{
	{160, (*Generator).announce},
	{200, (*Generator).purchase},
	{50, (*Generator).salary},
	{12, (*Generator).oversleep},
	{12, (*Generator).destruction},
	{8, (*Generator).transaction},
	{8, (*Generator).extension},
	{6, (*Generator).automatic},
	{10, (*Generator).stage},
	{3, (*Generator).status},
	{3, (*Generator).succession},
	{3, (*Generator).lot},
	{2, (*Generator).vacancy},
	{2, (*Generator).address},
	{2, (*Generator).leave},
	{1, (*Generator).mark},
}

// chore names something that is no play, or nil: then it is time for one.
func (g *Generator) chore(j *aggregate.Judge) events.Payload {
	s := j.State()
	switch {
	case !s.Started():
		return events.GameStarted{}
	case g.o.ChangeEvery > 0 && g.rng.IntN(g.o.ChangeEvery) == 0:
		return g.change(s)
	case s.SideCount() < g.o.Sides && (s.SideCount() < 2 || g.often(50)):
		return g.newSide(s)
	}
	n := g.rng.IntN(1000)
	for i := range chores {
		if n -= chores[i].often; n < 0 {
			return chores[i].do(g, j)
		}
	}
	return nil
}

// draft names the free pieces of the side to play, if it has a right to any.
func (g *Generator) draft(j *aggregate.Judge) events.Payload {
	side, ok := j.State().Side(j.State().ToPlay())
	if !ok || side.Free.Count == 0 || side.Free.Moved && !side.Free.Draft || g.often(20) {
		return nil
	}
	pos := j.Position()
	rs := pos.Ruleset()
	left, budget := side.Free.Count, side.Free.Budget
	var types []string
	for tries := 0; left > 0 && tries < 40; tries++ {
		t, ok := g.typed(rs)
		if !ok {
			break
		}
		value := pos.ValueOf(t)
		if value > budget || left > 1 && 3*value > 2*budget {
			continue
		}
		types = append(types, rs.TypeName(t))
		budget -= value
		left--
	}
	if len(types) == 0 {
		return nil
	}
	return events.PiecesChosen{Side: side.Name, Types: types}
}

// lively is how many pieces a side buys up to.
const lively = 15

func (g *Generator) purchase(j *aggregate.Judge) events.Payload {
	s := j.State()
	side, ok := s.Side(pick(g, s.Order()))
	if !ok {
		return nil
	}
	on, off := s.CountPieces(side.Name)
	if on+off >= lively && !g.often(15) {
		return nil
	}
	rs := j.Position().Ruleset()
	t, ok := g.typed(rs)
	if g.often(30) {
		t = movement.TypeID(g.rng.IntN(rs.Types())) // also what cannot be bought
		ok = !slices.Contains(g.o.Absent, rs.TypeName(t))
	}
	if !ok {
		return nil
	}
	return events.PurchaseRequested{Side: side.Name, Type: rs.TypeName(t), Buyer: side.Player}
}

// salary pays whoever of those that hold sides has the least.
func (g *Generator) salary(j *aggregate.Judge) events.Payload {
	s := j.State()
	poor, least := "", events.Whole(110)
	for side := range s.Sides() {
		if has := s.Balance(side.Player, events.MoneyAsset); has < least {
			poor, least = side.Player, has
		}
	}
	if poor == "" || s.Balance(poor, events.MoneyAsset) > events.Whole(60) && g.often(500) {
		return nil
	}
	return events.TransactionRecorded{Account: poor, Asset: events.MoneyAsset, Amount: events.Half(100 + g.rng.IntN(300)), Note: "salary"}
}

func (g *Generator) transaction(j *aggregate.Judge) events.Payload {
	s := j.State()
	account := pick(g, s.Players()).Name
	if g.often(200) {
		account = "Bank"
	}
	assets := []string{events.MoneyAsset, events.MoneyAsset, events.Usual().Points, events.Usual().Titles}
	for _, k := range g.law.proc.Kinds {
		assets = append(assets, k.Asset, k.Asset, k.Asset)
	}
	asset := pick(g, assets)
	amount := events.Whole(1 + g.rng.IntN(3))
	if asset == events.MoneyAsset {
		amount = events.Half(1 + g.rng.IntN(200))
	}
	if p := g.law.proc.Buying; p != nil && p.Payee != "" && g.often(300) {
		account, asset = p.Payee, events.MoneyAsset
	}
	if g.often(400) {
		amount = -amount
	}
	return events.TransactionRecorded{Account: account, Asset: asset, Amount: amount}
}

// mark changes from outside how many marks somebody has, which is rare.
func (g *Generator) mark(j *aggregate.Judge) events.Payload {
	amount := events.Whole(1)
	if g.often(500) {
		amount = -amount
	}
	return events.TransactionRecorded{Account: pick(g, j.State().Players()).Name, Asset: events.Usual().Marks, Amount: amount}
}

// destruction gives up a piece: an off-board one, rarely one on the board.
func (g *Generator) destruction(j *aggregate.Judge) events.Payload {
	rs := j.Position().Ruleset()
	side := pick(g, j.State().Order())
	var list []string
	onBoard := g.often(150)
	for pc := range j.State().PiecesOf(side) {
		if t, ok := rs.Type(pc.Type); (pc.At != "") == onBoard && !(ok && rs.Royal(t)) {
			list = append(list, pc.ID)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return events.DestructionRequested{Side: side, Piece: pick(g, list)}
}

func (g *Generator) announce(j *aggregate.Judge) events.Payload {
	if _, running := j.State().Limit(); running && g.often(900) {
		return nil
	}
	return events.StateAnnounced{}
}

func (g *Generator) extension(j *aggregate.Judge) events.Payload {
	limit, running := j.State().Limit()
	if !running || g.law.proc.Clock == nil {
		return nil
	}
	days := int(limit.Expires.Sub(limit.From)/(24*time.Hour)) + 1 + g.rng.IntN(3)
	return events.LimitExtended{Length: days}
}

// oversleep lets the running limit expire. One side now and then does so turn after turn.
func (g *Generator) oversleep(j *aggregate.Judge) events.Payload {
	s := j.State()
	if g.asleep == "" && g.often(250) {
		g.asleep = s.ToPlay()
	}
	limit, running := s.Limit()
	if !running {
		return nil
	}
	if late := limit.Expires.Add(time.Duration(g.rng.IntN(600)) * time.Minute); late.After(g.at) {
		g.at = late
	}
	if g.often(100) {
		return events.PlaySubmitted{Side: s.ToPlay(), Text: "pass"} // too late
	}
	return events.TimePassed{}
}

// automatic has a side play automatically, or one that does no longer. Few do at a time.
func (g *Generator) automatic(j *aggregate.Judge) events.Payload {
	var those []string
	for side := range j.State().Sides() {
		if side.Has(g.words.auto) {
			those = append(those, side.Name)
		}
	}
	if len(those) > g.rng.IntN(3) {
		return events.AttributeChanged{Attribute: g.words.auto, Side: pick(g, those)}
	}
	return events.AttributeChanged{Attribute: g.words.auto, Side: pick(g, j.State().Order()), On: true}
}

// stage announces a stage, or objects to or corrects the one announced.
func (g *Generator) stage(j *aggregate.Judge) events.Payload {
	s := j.State()
	terms, stage := g.law.proc.Stage(g.words.stage), s.Stage(g.words.stage)
	if terms == nil || stage.State == aggregate.StageRunning || len(s.Checks()) > 0 && g.often(900) {
		return nil
	}
	if stage.State != aggregate.StageAnnounced {
		rest := s.StageEnded(g.words.stage).Add(time.Duration(terms.Rest) * 24 * time.Hour)
		if g.at.Before(rest) && g.often(950) {
			return nil
		}
		if g.often(600) {
			side := pick(g, s.Order())
			g.queue = append(g.queue, events.StageObjected{Stage: g.words.stage, Side: side})
			if g.often(500) {
				g.queue = append(g.queue, events.StageCorrected{Stage: g.words.stage, Length: terms.Least + g.rng.IntN(terms.Objected)})
			}
			if g.often(300) {
				g.queue = append(g.queue, events.StageObjected{Stage: g.words.stage, Side: pick(g, s.Order())})
			}
		}
		return events.StageAnnounced{Stage: g.words.stage, Length: terms.Least + g.rng.IntN(terms.Most)}
	}
	return events.StageObjected{Stage: g.words.stage, Side: pick(g, s.Order())}
}

func (g *Generator) status(j *aggregate.Judge) events.Payload {
	p := pick(g, j.State().Players())
	status := aggregate.StatusVacation
	if p.Status == aggregate.StatusVacation {
		status = aggregate.StatusActive
	}
	return events.PlayerStatusChanged{Player: p.Name, Status: status}
}

// succession hands a side to somebody who has none, if there is one.
func (g *Generator) succession(j *aggregate.Judge) events.Payload {
	s := j.State()
	player := g.idle(s)
	return events.SideTransferred{Side: pick(g, s.Order()), Player: player}
}

// idle returns a player who holds no side, or anybody if all do.
func (g *Generator) idle(s *aggregate.State) string {
	holds := map[string]bool{}
	for side := range s.Sides() {
		holds[side.Player] = true
	}
	var list []string
	for _, p := range s.Players() {
		if !holds[p.Name] {
			list = append(list, p.Name)
		}
	}
	if len(list) == 0 {
		return pick(g, s.Players()).Name
	}
	return pick(g, list)
}

// lot supplies the result of a draw that may come, though hardly one that will fit.
func (g *Generator) lot(j *aggregate.Judge) events.Payload {
	side := pick(g, j.State().Order())
	var list []string
	for pc := range j.State().PiecesOf(side) {
		if pc.At == "" && len(list) < 2 {
			list = append(list, pc.ID)
		}
	}
	return events.LotSupplied{Draw: aggregate.LotHand + ":" + side, Result: list, Source: "dice"}
}

// order supplies the order that follows a stage. The dice favour whoever gives
// check, so that Kings fall now and then.
func (g *Generator) order(j *aggregate.Judge) events.Payload {
	s := j.State()
	list := append([]string(nil), s.Order()...)
	g.rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	for _, c := range s.Checks() {
		if pc, ok := s.Piece(c.By[0]); ok && !s.InCheck(pc.Side) {
			if i := slices.Index(list, pc.Side); i >= 0 {
				list[0], list[i] = list[i], list[0]
			}
		}
	}
	if g.often(200) && len(list) > 1 {
		list = list[1:] // it will not fit
	}
	return events.LotSupplied{Draw: g.orderLot(g.words.stage), Result: list, Source: "dice"}
}

// vacancy empties the office; somebody plays before it is filled.
func (g *Generator) vacancy(j *aggregate.Judge) events.Payload {
	if g.often(500) {
		g.queue = append(g.queue, events.PlaySubmitted{Side: j.State().ToPlay(), Text: "pass"})
	}
	return events.OfficeVacated{Office: events.KnownOffice}
}

func (g *Generator) address(j *aggregate.Judge) events.Payload {
	p := pick(g, j.State().Players())
	g.mails++
	return events.PlayerRegistered{Player: p.Name, Addresses: append(append([]string(nil), p.Addresses[:min(1, len(p.Addresses))]...), fmt.Sprintf("new%d@example.org", g.mails))}
}

// leave takes a side out of the game: one without a royal piece first.
func (g *Generator) leave(j *aggregate.Judge) events.Payload {
	s := j.State()
	if s.SideCount() < g.o.Sides || s.SideCount() < 3 {
		return nil
	}
	return events.SideRemoved{Side: pick(g, s.Order())}
}

func (g *Generator) newSide(s *aggregate.State) events.Payload {
	for i := 0; ; i++ {
		if _, there := s.Side(sideName(i)); there {
			continue
		}
		first := true
		for side := range s.Sides() {
			first = first && !side.Has(g.words.first)
		}
		return events.SideCreated{Side: sideName(i), Player: g.idle(s), Attributes: g.kind(first)}
	}
}

// kind is what is true of a new side.
func (g *Generator) kind(first bool) []string {
	if first {
		return []string{g.words.first}
	}
	return []string{g.words.of}
}

// orderLot is the identity of a lot about the order.
func (g *Generator) orderLot(what string) string { return g.base.Procedure().Order.Lot + ":" + what }
