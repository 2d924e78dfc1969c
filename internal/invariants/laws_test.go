package invariants

import (
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/naivefold"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A law is something that holds after every input. It returns what is wrong, "" if nothing is.
var laws = []struct {
	title string
	holds func(g *game, s *step) string
}{
	{"a rejected input changes nothing", rejectedChangesNothing},
	{"the naive fold agrees", naiveAgrees},
	{"board and state show each piece on one square", oneSquareEach},
	{"pieces come, go and change by outcomes alone", piecesByOutcomes},
	{"money is conserved", moneyIsConserved},
	{"a side has one royal piece", oneRoyalEach},
	{"what is posted is what the board holds", postedIsHeld},
	{"a state written down is the same when read", writtenIsRead},
}

func rejectedChangesNothing(g *game, s *step) string {
	switch {
	case len(s.d.Outcomes) == 0:
		return "there is no ruling"
	case s.d.Outcomes[0].Payload.(events.Ruled).Verdict != s.d.Ruling.Verdict:
		return "the first outcome is not the ruling"
	case s.d.Ruling.Verdict == aggregate.Accepted && len(s.d.Ruling.Faults) > 0:
		return "it is accepted with faults"
	case s.d.Ruling.Verdict == aggregate.Accepted:
		return ""
	case len(s.d.Outcomes) > 1 && g.fines():
		return "" // what follows of it changes something
	case len(s.d.Outcomes) > 1:
		return "it is rejected and has outcomes"
	case len(s.d.Ruling.Faults) == 0:
		return "it is rejected without a fault"
	}
	return differ(describe(g, s.before), describe(g, s.after))
}

// fines reports whether rules of the game say what follows of a refused play.
func (g *game) fines() bool {
	return slices.ContainsFunc(g.judge.Law().Rulebook().Consequences(), func(c rules.SourcedConsequence) bool { return c.On == rules.OnRefused })
}

func describe(g *game, s *aggregate.State) string { return naivefold.Describe(s, g.naive.Draws()) }

// differ shows the first difference of two descriptions.
func differ(want, got string) string {
	if want == got {
		return ""
	}
	a, b := lines(want), lines(got)
	text := ""
	for l := range a {
		if !b[l] {
			text += "\n- " + l
		}
	}
	for l := range b {
		if !a[l] {
			text += "\n+ " + l
		}
	}
	return "(- expected, + found)" + text
}

func lines(text string) map[string]bool {
	set := map[string]bool{}
	for len(text) > 0 {
		i := slices.Index([]byte(text), '\n')
		if i < 0 {
			i = len(text)
		}
		set[text[:i]] = true
		text = text[min(i+1, len(text)):]
	}
	return set
}

func naiveAgrees(g *game, s *step) string {
	for _, o := range s.d.Outcomes {
		g.naive.Fold(o.Payload)
	}
	g.naive.Crowded()
	if len(g.naive.Complaints) > 0 {
		return fmt.Sprint(g.naive.Complaints)
	}
	return differ(g.naive.String(), describe(g, s.after))
}

func oneSquareEach(g *game, s *step) string {
	pos := g.judge.Position()
	if pos == nil {
		return ""
	}
	rs := pos.Ruleset()
	on := map[string]string{}
	standing := 0
	for pc := range s.after.Pieces() {
		id, ok := g.judge.PieceID(pc.ID)
		if !ok {
			return pc.ID + " is in the state and not on the table"
		}
		if _, defined := rs.Type(pc.Type); !defined {
			if pc.At != "" {
				return pc.ID + " is on the board and no rule defines a " + pc.Type
			}
			continue
		}
		if at := rs.SquareName(pos.Where(id)); at != pc.At {
			return fmt.Sprintf("%s is on %q by the state and on %q by the board", pc.ID, pc.At, at)
		}
		if pc.At == "" {
			continue
		}
		standing++
		if slices.Contains(s.after.Closed(), pc.At) {
			return fmt.Sprintf("%s stands on %s, which is closed", pc.ID, pc.At)
		}
		if other, taken := on[pc.At]; taken {
			return fmt.Sprintf("%s and %s both stand on %s", other, pc.ID, pc.At)
		}
		on[pc.At] = pc.ID
		if sq, _ := rs.Square(pc.At); pos.At(sq) != id {
			return fmt.Sprintf("%s is not what the board has on %s", pc.ID, pc.At)
		}
	}
	if n := len(pos.OnBoard()); n != standing {
		return fmt.Sprintf("%d pieces are on the board and %d in the state are", n, standing)
	}
	return ""
}

// piecesByOutcomes compares the pieces before and after and asks for each difference an
// outcome that brings it about.
func piecesByOutcomes(_ *game, s *step) string {
	told := map[string]map[string]bool{} // what outcomes say of a piece, by its id
	tell := func(id, what string) {
		if told[id] == nil {
			told[id] = map[string]bool{}
		}
		told[id][what] = true
	}
	for _, o := range s.d.Outcomes {
		switch p := o.Payload.(type) {
		case events.PieceCreated:
			tell(p.Piece, "created")
		case events.PieceDestroyed:
			tell(p.Piece, "destroyed")
		case events.PieceMoved:
			tell(p.Piece, "square")
		case events.PiecePlaced:
			tell(p.Piece, "square")
		case events.PieceLifted:
			tell(p.Piece, "square")
		case events.PieceCaptured:
			tell(p.Piece, "square")
			tell(p.Piece, "owner")
		case events.PiecePromoted:
			tell(p.Piece, "type")
			tell(p.Piece, "counters")
		case events.CounterChanged:
			tell(p.Piece, "counters")
		}
	}
	before := map[string]aggregate.Piece{}
	for pc := range s.before.Pieces() {
		before[pc.ID] = pc
	}
	for pc := range s.after.Pieces() {
		was, stood := before[pc.ID]
		delete(before, pc.ID)
		if !stood {
			if !told[pc.ID]["created"] {
				return pc.ID + " appears and nothing created it"
			}
			continue
		}
		for what, changed := range map[string]bool{
			"square": was.At != pc.At, "owner": was.Side != pc.Side, "type": was.Type != pc.Type,
			"counters": fmt.Sprint(was.Counters) != fmt.Sprint(pc.Counters),
		} {
			if changed && !told[pc.ID][what] {
				return fmt.Sprintf("%s has another %s and no outcome says so", pc.ID, what)
			}
		}
	}
	for id := range before {
		if !told[id]["destroyed"] {
			return id + " is gone and nothing destroyed it"
		}
	}
	return ""
}

// moneyIsConserved holds the money of all accounts, the Treasury's among them, to this law:
// it changes only by what a recorded transaction states and by what owners are paid for
// pieces that are destroyed, by their own wish or at the end of a hand. Purchases and what a
// fallen royal piece costs only move it; a purchase that pays nobody would destroy the price.
func moneyIsConserved(_ *game, s *step) string {
	var sum, told events.Half
	by := map[string]events.Half{}
	destroyed := map[string]int{}
	for _, o := range s.d.Outcomes {
		switch p := o.Payload.(type) {
		case events.AssetChanged:
			if p.Asset == events.MoneyAsset {
				by[p.Why] += p.Change
				told += p.Change
			}
			if has := s.after.Balance(p.Account, p.Asset); has < 0 {
				return fmt.Sprintf("%s has %v %s", p.Account, has, p.Asset)
			}
		case events.PieceDestroyed:
			destroyed[p.Why]++
		}
	}
	for at, amount := range s.after.Balances() {
		if at.Asset == events.MoneyAsset {
			sum += amount
		}
	}
	for at, amount := range s.before.Balances() {
		if at.Asset == events.MoneyAsset {
			sum -= amount
		}
	}
	if sum != told {
		return fmt.Sprintf("all accounts together changed by %v and the outcomes say %v", sum, told)
	}
	var stated events.Half
	if in, ok := s.in.Payload.(events.TransactionRecorded); ok && in.Asset == events.MoneyAsset && s.d.Ruling.Verdict == aggregate.Accepted {
		stated = in.Amount
	}
	for why, change := range by {
		switch why {
		case events.WhyTransaction:
			if change != stated {
				return fmt.Sprintf("the transaction states %v and changes %v", stated, change)
			}
		case events.WhyPurchase, events.WhyRoyalCapture:
			if change != 0 {
				return fmt.Sprintf("a %s makes or loses %v", why, change)
			}
		case events.WhyDestruction:
			if change <= 0 || destroyed[events.WhyOwner] != 1 {
				return fmt.Sprintf("%v is paid for %d destroyed pieces", change, destroyed[events.WhyOwner])
			}
		case events.WhyHand:
			if change <= 0 || destroyed[events.WhyHand] == 0 {
				return fmt.Sprintf("%v is paid at the end of a hand for %d destroyed pieces", change, destroyed[events.WhyHand])
			}
		case events.WhyRule: // a rule may pay from nowhere, and take what nobody gets
		default:
			return fmt.Sprintf("money changes by %v for %q", change, why)
		}
	}
	return ""
}

// oneRoyalEach asks for at most one royal piece a side, and exactly one if the law has never
// been such that a side may be without.
func oneRoyalEach(g *game, s *step) string {
	pos := g.judge.Position()
	if pos == nil || !s.after.Started() {
		return ""
	}
	now := crowned(s.after)
	g.sound = g.sound && now
	rs := pos.Ruleset()
	royals := map[string]int{}
	for pc := range s.after.Pieces() {
		if t, ok := rs.Type(pc.Type); ok && rs.Royal(t) {
			royals[pc.Side]++
		}
	}
	for side := range s.after.Sides() {
		n := royals[side.Name]
		if now && n > 1 || g.sound && n != 1 {
			return fmt.Sprintf("%s has %d royal pieces", side.Name, n)
		}
	}
	return ""
}

// postedIsHeld compares Weights and checks as posted with an analysis of the board, at the moment of the input or, as a piece may go by the
// hour and not all inputs post, of the last that posted.
func postedIsHeld(g *game, s *step) string {
	if slices.ContainsFunc(s.d.Outcomes, func(o events.Outcome) bool { _, posts := o.Payload.(events.WeightsPosted); return posts }) {
		g.posted = s.in
	}
	if heldAt(g, s, g.posted) == "" {
		return ""
	}
	return heldAt(g, s, s.in)
}

func heldAt(g *game, s *step, moment aggregate.Input) string {
	g.judge.StandAt(moment)
	an := g.judge.Analysis()
	if an == nil || !s.after.Started() {
		return ""
	}
	posted := s.after.Weights()
	var checked []events.Check
	i := 0
	for side := range s.after.Sides() {
		id, _ := g.judge.SideID(side.Name)
		if i >= len(posted) || posted[i].Side != side.Name || posted[i].Weight != an.Weight(id) {
			return fmt.Sprintf("%s weighs %v on the board; posted are %v", side.Name, an.Weight(id), posted)
		}
		i++
		if by := an.CheckedBy(id); len(by) > 0 {
			checked = append(checked, events.Check{Side: side.Name, By: names(g, by)})
		}
	}
	if i != len(posted) {
		return fmt.Sprintf("%d sides are in the game; posted are %v", i, posted)
	}
	if fmt.Sprint(checked) != fmt.Sprint(s.after.Checks()) {
		return fmt.Sprintf("on the board the checks are %v; recorded are %v", checked, s.after.Checks())
	}
	return ""
}

func names(g *game, ids []movement.PieceID) (list []string) {
	for _, id := range ids {
		list = append(list, g.judge.PieceName(id))
	}
	return list
}

// writtenIsRead writes the state down and reads it again, now and then.
func writtenIsRead(g *game, s *step) string {
	if total.inputs%8 != 0 {
		return ""
	}
	text, err := s.after.Snapshot(nil)
	if err != nil {
		return err.Error()
	}
	again := aggregate.NewState()
	if err := again.Restore(text); err != nil {
		return err.Error()
	}
	return differ(describe(g, s.after), describe(g, again))
}
