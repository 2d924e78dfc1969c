package explain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// terms appends what the rules ask of an input that is no play, as far as it can be asked
// apart from the ruling: the faults of the rest stand as they were ruled.
func (e *explainer) terms(n *Node) {
	opened := test(e.state.Opened(), "a game has been opened in the ledger").stands(aggregate.FaultNotOpened)
	if _, opening := e.Input.Payload.(events.GameOpened); opening {
		opened = test(!e.state.Opened(), "the ledger holds no game yet").stands(aggregate.FaultOpened)
	}
	n.add(opened)
	switch p := e.Input.Payload.(type) {
	case events.PurchaseRequested:
		e.office(n)
		e.purchase(n, p)
	case events.PiecesChosen:
		e.office(n)
		e.choice(n, p)
	case events.DestructionRequested:
		e.office(n)
		e.destruction(n, p)
	case events.StageAnnounced:
		e.office(n)
		e.begun(n)
		e.announcing(n, p)
	case events.StageObjected:
		e.office(n)
		e.begun(n)
		e.known(n, p.Side)
		if g, ok := e.law.Stage(p.Stage); ok && e.pending(n, g) {
			n.add(test(!slices.Contains(e.state.Pending().Objections, p.Side), p.Side+" has not objected yet").
				by(g.Objections()).stands(aggregate.FaultObjected))
		}
	case events.StageCorrected:
		e.office(n)
		e.begun(n)
		e.correcting(n, p)
	case events.StateAnnounced, events.LimitExtended:
		e.office(n)
		e.begun(n)
		if limit, on := e.state.Limit(); on && !e.state.Free() {
			n.add(test(e.Input.At.Before(limit.Expires), fmt.Sprintf("the time limit of %s expires only at %s", limit.Side, moment(limit.Expires))).
				by(e.law.Default()).stands(aggregate.FaultLimitExpired).needs("that time has passed is to be recorded first"))
		}
	case events.RuleAmended:
		e.amended(n, p.Number)
	case events.RuleRepealed:
		e.amended(n, p.Number)
	case events.RuleEnacted:
		have, in := e.state.Rule(p.Number)
		node := test(!in, fmt.Sprintf("no rule %s is in force yet", p.Number)).stands(aggregate.FaultRuleInForce)
		if in {
			node.by(fmt.Sprintf("%s/%d", have.Number, have.Revision)).needs("the rule is to be amended")
		}
		n.add(node)
	}
}

// amended asks whether a rule is in force that is to be changed.
func (e *explainer) amended(n *Node, number string) {
	have, in := e.state.Rule(number)
	node := test(in, fmt.Sprintf("rule %s is in force", number)).stands(aggregate.FaultRuleNotInForce)
	if in {
		node.Text += fmt.Sprintf(", at revision %d", have.Revision)
		node.by(fmt.Sprintf("%s/%d", have.Number, have.Revision))
	}
	n.add(node)
}

func (e *explainer) office(n *Node) {
	if o, clause := e.law.Vacant(e.state); o != nil {
		n.add(test(false, "somebody is "+o.Called()+": nobody holds the office").by(clause).stands(aggregate.FaultSuspended).needs("somebody is to be appointed"))
		return
	}
	list := e.law.Procedure().Offices
	for i := range list {
		if o := &list[i]; o.Suspends {
			n.add(test(true, e.state.Holder(o.Name)+" is "+o.Called()).by(o.Clause(o.Cite)).stands(aggregate.FaultSuspended))
		}
	}
}

// known asks for a side of the game.
func (e *explainer) known(n *Node, side string) bool {
	_, ok := e.state.Side(side)
	n.add(test(ok, fmt.Sprintf("there is a side %q", side)).stands(aggregate.FaultUnknownSide).needs("one of " + strings.Join(e.sideNames(), ", ")))
	return ok
}

// purchase asks the terms of a purchase.
func (e *explainer) purchase(n *Node, p events.PurchaseRequested) {
	if !e.known(n, p.Side) {
		return
	}
	terms, ok := e.Judge.Buying(p.Side, p.Type, p.Buyer)
	if !ok {
		return
	}
	clause := e.law.Section("buying")
	n.add(test(!terms.Excluded, article(terms.Type)+" can be bought").by(clause).stands(aggregate.FaultTypeExcluded))
	if terms.May != nil {
		n.add(test(terms.May.Holds(), p.Side+" may buy a piece: "+terms.May.String()).by(clause).stands(aggregate.FaultHoldingFull))
	}
	if terms.Own != nil {
		n.add(test(terms.Own.Holds(), "the type's own terms are met: "+terms.Own.String()).by(terms.OwnClause).stands(aggregate.FaultPurchaseTerms))
	}
	if terms.Limit > 0 {
		n.add(test(terms.Owned < terms.Limit, fmt.Sprintf("a side has at most %d of the type %s: %s has %d", terms.Limit, terms.Type, p.Side, terms.Owned)).
			stands(aggregate.FaultInstanceLimit))
	}
	cost, has := terms.Cost(), e.state.Balance(p.Buyer, events.MoneyAsset)
	pay := test(p.Buyer != "" && has >= cost, fmt.Sprintf("%s has the money: it costs %v, and there is %v", p.Buyer, cost, has)).by(clause).
		stands(aggregate.FaultFunds, aggregate.FaultName).add(fact("the price is " + terms.Price.String()).by(clause))
	if terms.Fee.Text != "" {
		pay.add(fact(fmt.Sprintf("and the type's own fee: %s", terms.Fee)).by(terms.OwnClause))
	}
	n.add(pay)
}

// choice asks the terms of a choice of free pieces.
func (e *explainer) choice(n *Node, p events.PiecesChosen) {
	if !e.known(n, p.Side) || e.law.Ruleset() == nil {
		return
	}
	side, _ := e.state.Side(p.Side)
	clause := e.law.Allots(rules.OnHandEnds)
	if side.Free.Draft {
		clause = e.law.Allots(rules.OnEnters)
	}
	right := side.Free
	n.add(test(right.Count > 0, fmt.Sprintf("%s has a right to free pieces: to %d worth %v", p.Side, right.Count, right.Budget)).by(clause).stands(aggregate.FaultNoFreePieces))
	if right.Count == 0 {
		return
	}
	if !right.Draft {
		n.add(test(!right.Moved, "it has made no play but a Pass since").by(clause).stands(aggregate.FaultFreePiecesOver))
		if right.Moved {
			return
		}
	}
	n.add(test(len(p.Types) > 0 && len(p.Types) <= right.Count, fmt.Sprintf("it chooses 1 to %d pieces: %d", right.Count, len(p.Types))).
		by(clause).stands(aggregate.FaultFreePiecesCount))
	var sum events.Half
	var worth []string
	for _, word := range p.Types {
		types := e.law.Types(word)
		if len(types) != 1 {
			n.add(test(false, fmt.Sprintf("a rule in force defines a piece %q", word)).stands(aggregate.FaultUnknownType, aggregate.FaultAmbiguous))
			continue
		}
		name := e.law.Ruleset().TypeName(types[0])
		v := e.Judge.ValueOf(types[0])
		sum += v
		worth = append(worth, fmt.Sprintf("%s %v", name, v))
		if right.Draft && slices.Contains(e.law.NotChosen(), name) {
			n.add(test(false, article(name)+" can be chosen").by(clause).stands(aggregate.FaultTypeExcluded))
		}
	}
	n.add(test(sum <= right.Budget, fmt.Sprintf("they are worth at most %v: %v", right.Budget, sum)).by(clause).stands(aggregate.FaultFreePiecesBudget).
		add(fact(strings.Join(worth, ", "))))
}

// destruction asks the terms of a destruction by the owner.
func (e *explainer) destruction(n *Node, p events.DestructionRequested) {
	if !e.known(n, p.Side) {
		return
	}
	pc, there := e.state.Piece(p.Piece)
	node := test(there && pc.Side == p.Side, fmt.Sprintf("%s owns %s", p.Side, p.Piece)).
		stands(aggregate.FaultUnknownPiece, aggregate.FaultNotYours).of(p.Piece)
	if b := e.law.Procedure().Buying; b != nil {
		if b.CiteDestroy != "" {
			node.by(e.law.Place("buying", b.CiteDestroy))
		}
		node.add(fact("the compensation is " + string(b.Compensation)))
	}
	n.add(node)
}

func (e *explainer) begun(n *Node) {
	n.add(test(e.state.Started(), "the game has begun").by(e.law.Turn()).stands(aggregate.FaultNotStarted))
}

// lasting is a number of a stage's units.
func lasting(g aggregate.StageLaw, n int) time.Duration {
	return time.Duration(n) * time.Duration(rules.Units[g.Unit]) * time.Second
}

func unit(name string) string {
	if name == "" {
		return "day"
	}
	return name
}

// announcing asks the terms of the announcement of a stage.
func (e *explainer) announcing(n *Node, p events.StageAnnounced) {
	g, ok := e.law.Stage(p.Stage)
	if !ok {
		return
	}
	n.add(test(e.state.Pending().State == "", "no stage is announced or running").by(g.Itself()).stands(g.Fault("state")))
	if over := e.state.StageEnded(p.Stage); !over.IsZero() {
		rest := over.Add(lasting(g, g.Rest))
		n.add(test(!e.Input.At.Before(rest), fmt.Sprintf("%s have passed since the last one, which ended at %s: they have at %s",
			counted(g.Rest, unit(g.Unit)), moment(over), moment(rest))).by(g.Announcing()).stands(g.Fault("too-soon")))
	}
	checks := test(len(e.state.Checks()) == 0, "no side is in check").by(g.Announcing()).stands(aggregate.FaultSideInCheck)
	if b := boardOf(e.Judge); b.pos != nil {
		for _, c := range e.state.Checks() {
			if id, ok := b.j.SideID(c.Side); ok {
				checks.add(b.check(id))
			}
		}
	}
	n.add(checks)
	n.add(test(p.Length >= g.Least && p.Length <= g.Most, fmt.Sprintf("it lasts %d to %s: %d", g.Least, counted(g.Most, unit(g.Unit)), p.Length)).
		by(g.Itself()).stands(aggregate.FaultLength))
}

// pending asks whether a stage is announced that has not begun.
func (e *explainer) pending(n *Node, g aggregate.StageLaw) bool {
	st := e.state.Pending()
	there := st.Stage == g.Name
	n.add(test(there, "a "+g.Called()+" is announced").by(g.Objections()).stands(g.Fault("state")))
	if !there {
		return false
	}
	early := st.State == aggregate.StageAnnounced && e.Input.At.Before(st.Starts)
	n.add(test(early, "it begins only at "+moment(st.Starts)).by(g.Objections()).stands(g.Fault("begun")))
	return early
}

// correcting asks the terms of another length after an objection.
func (e *explainer) correcting(n *Node, p events.StageCorrected) {
	g, ok := e.law.Stage(p.Stage)
	if !ok {
		return
	}
	if e.pending(n, g) {
		n.add(test(len(e.state.Pending().Objections) > 0, "somebody has objected to it").by(g.Objections()).stands(g.Fault("state")))
	}
	most := g.Objected
	if most == 0 {
		most = g.Most
	}
	n.add(test(p.Length >= g.Least && p.Length <= most,
		fmt.Sprintf("after an objection it lasts %d to %s: %d", g.Least, counted(most, unit(g.Unit)), p.Length)).
		by(g.Objections()).stands(aggregate.FaultLength))
}
