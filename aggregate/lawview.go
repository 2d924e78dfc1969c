package aggregate

import (
	"slices"
	"strconv"
	"time"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// A Law is the rules in force under the readings that hold, as a judge applies them: what
// they are, where they say it, and what their formulas make of numbers. It is read only.
type Law struct {
	l *law
	j *Judge // where the judge stands, for what formulas ask of the game; nil: nothing can be asked of it
}

// Law returns the rules in force.
func (j *Judge) Law() Law { return Law{j.base.rulebook(), j} }

// Err says why the rules in force cannot be applied, nil if they can.
func (w Law) Err() error { return w.l.compile() }

// Rulebook returns the rules in force.
func (w Law) Rulebook() *rules.Rulebook { return w.l.book }

// Procedure returns the procedure in force; it is never nil, its sections may be.
func (w Law) Procedure() *rules.Procedure { return w.l.proc }

// Ruleset returns the compiled piece definitions, nil if they do not compile.
func (w Law) Ruleset() *movement.Ruleset {
	if w.l.compile() != nil {
		return nil
	}
	return w.l.ruleset
}

// Reading names an entry of the register with the reading that holds, "entry=reading", ""
// if there is no such entry.
func (w Law) Reading(entry string) string { return w.l.used(entry) }

// Reads reports whether a reading holds for an entry.
func (w Law) Reads(entry, reading string) bool { return w.l.reads(entry, reading) }

// Section names the place where a section of the procedure stands, "12.3/6 ¶2".
func (w Law) Section(section string) string {
	switch section {
	case "capturing":
		return w.l.citeCapturing()
	case "buying":
		return w.l.citeBuying()
	case "automatic":
		return w.l.citeAutomatic()
	}
	return w.l.sectionClause(section)
}

// Place names a place within the rule in which a section of the procedure stands.
func (w Law) Place(section, place string) string { return w.l.cite(section, place) }

// NotChosen are the types that a side may not choose when it comes into the game.
func (w Law) NotChosen() []string {
	if allot, _ := w.l.allots(rules.OnEnters); allot != nil {
		return allot.Except
	}
	return nil
}

// Turn names the clause on whose turn it is.
func (w Law) Turn() string { return w.l.citeTurn() }

// OwnRoyal names the clause by which only a side with its royal piece on-board captures one.
func (w Law) OwnRoyal() string { return w.l.citeOwnRoyal() }

// Default names the clause on default plays.
func (w Law) Default() string { return w.l.citeDefault() }

// Play names the clause that defines an atomic play.
func (w Law) Play(kind notation.Kind) string { return w.l.citePlay(kind) }

// Types returns the types that a word may mean: a name or a glyph.
func (w Law) Types(word string) []movement.TypeID { return w.l.typesCalled(word) }

// A TypeLaw is where a type's definition says how it does things.
type TypeLaw struct {
	Clause                         string // of the rule
	Move, Capture, Exit, Promotion string
	Readings                       []string // that its moves and captures ask for
}

// Type returns where a type's definition says how it does things.
func (w Law) Type(t movement.TypeID) TypeLaw {
	k := &w.l.kinds[t]
	return TypeLaw{
		Clause: k.clause, Move: k.cites.move, Capture: k.cites.capture,
		Exit: k.cites.exit, Promotion: k.cites.promotion, Readings: k.readings,
	}
}

// Clause names a place in the rule that defines a type.
func (w Law) Clause(t movement.TypeID, place string) string { return w.l.clauseOf(t, place) }

// Asked is a formula of the rules with the numbers that it was evaluated with.
type Asked struct {
	Text   string
	With   []Quantity // what the result depends on, in the order of the text
	Result float64
}

// Holds reports whether a condition holds.
func (a Asked) Holds() bool { return a.Result != 0 }

// Quantity is a number that a formula asks for.
type Quantity struct {
	Name  string
	Value float64
}

// ask asks a formula about a side where the judge stands, -1 for nobody.
func (w Law) ask(f *formula.Formula, q *quantities, side movement.SideID) Asked {
	a := asked(f, q)
	switch {
	case w.j != nil:
		d := &decision{judge: w.j, before: w.j.base, now: w.j.base}
		d.in.At = w.j.base.state.Clock()
		a.Result = d.asked(f, q, side)
	case f.AsksFirst(quantityCount):
		a.Result = f.Eval(q)
	}
	return a
}

// asked is a formula with the numbers that it is to be asked of.
func asked(f *formula.Formula, q *quantities) Asked {
	a := Asked{Text: f.String()}
	for _, name := range f.Vars() {
		for i, n := range quantityNames {
			if n == name {
				a.With = append(a.With, Quantity{name, q[i]})
			}
		}
	}
	return a
}

// ShapeLine is a line of the table of play shapes.
type ShapeLine struct {
	When   *Asked // nil: always
	Plays  []string
	Clause string
	First  bool // the first line whose condition holds, which decides
}

// Shapes asks the lines of the table of play shapes for a side, up to the one that decides.
func (w Law) Shapes(side movement.SideID, weight events.Half, counting int) []ShapeLine {
	q := quantities{qWeight: fromHalf(weight), qCounting: float64(counting)}
	var out []ShapeLine
	for i := range w.l.shapes {
		s := &w.l.shapes[i]
		line := ShapeLine{Plays: s.names, Clause: s.clause, First: true}
		if s.when != nil {
			a := w.ask(s.when, &q, side)
			line.When, line.First = &a, a.Holds()
		}
		if out = append(out, line); line.First {
			break
		}
	}
	return out
}

// OneOnly asks whether only single atomic plays are allowed while so many sides are in
// check; ok is false if no rule says so ever.
func (w Law) OneOnly(side movement.SideID, checked int) (a Asked, ok bool) {
	if w.l.oneOnly == nil {
		return Asked{}, false
	}
	return w.ask(w.l.oneOnly, &quantities{qChecked: float64(checked)}, side), true
}

// MayAttack asks the exception under which a placed piece may attack; ok is false if there
// is none.
func (w Law) MayAttack(side movement.SideID, weight events.Half, counting, pieces int, otherSquare bool) (a Asked, ok bool) {
	if w.l.mayAttack == nil {
		return Asked{}, false
	}
	return w.ask(w.l.mayAttack, &quantities{
		qWeight: fromHalf(weight), qCounting: float64(counting), qPieces: float64(pieces), qOtherSquare: flag(otherSquare),
	}, side), true
}

// A KindLaw is a declared kind of move, and where a type's definition says how it makes one.
type KindLaw struct {
	ID       movement.KindID
	Asset    string   // in which it is paid
	Clause   string   // that declares it
	Cite     string   // of the type's definition
	Readings []string // that its modes ask for
}

// Kind returns a declared kind of move, ok if there is one of this name.
func (w Law) Kind(name string, t movement.TypeID) (k KindLaw, ok bool) {
	of := w.l.kinds[t].of(name)
	k = KindLaw{Cite: of.cite, Readings: of.readings}
	terms := w.l.declaredKind(name)
	if terms == nil {
		return k, false
	}
	k.ID, k.Asset, k.Clause = terms.id, terms.asset, terms.clause
	return k, true
}

// Shape names what a play shape counts an atomic play as.
func (w Law) Shape(item *notation.Item) string { return kindWord(w.l.shapeOf(item)) }

// ActOf is the act that rules call an atomic play, of one in a declared kind that.
func (w Law) ActOf(item *notation.Item) string { return w.l.actOf(item) }

// InKind is the declared kind that an atomic play names, of a move or a capture; "" if it names none.
func (w Law) InKind(item *notation.Item) string { return w.l.inKind(item) }

// String tells a formula with its numbers: "W > 100 or n > 9, with W = 71 and n = 4".
func (a Asked) String() string {
	if len(a.With) == 0 {
		return a.Text
	}
	return a.Text + ", with " + a.Numbers()
}

// Numbers tells the numbers that a formula was asked of: "W = 71 and n = 4".
func (a Asked) Numbers() string {
	parts := make([]string, len(a.With))
	for i, q := range a.With {
		parts[i] = q.Name + " = " + strconv.FormatFloat(q.Value, 'f', -1, 64)
	}
	return listed(parts)
}

// PurchaseTerms are the terms on which a side gets a piece of a type by purchase now.
type PurchaseTerms struct {
	Type      string
	Price     Asked  // without the type's own fee
	Fee       Asked  // the type's own, with no text if there is none
	May       *Asked // whether the side may buy, nil if nothing is asked
	Own       *Asked // what the type itself asks, nil if nothing
	OwnClause string // where the type's terms stand
	Excluded  bool   // pieces of the type are not bought
	Limit     int    // of the type for a side, 0 for none
	Owned     int    // pieces of the type that the side owns
}

// Cost is what is to be paid.
func (t PurchaseTerms) Cost() events.Half {
	if t.Fee.Text != "" {
		return Payable(t.Price.Result, t.Fee.Result)
	}
	return Payable(t.Price.Result)
}

// Buying returns the terms on which a side gets a piece of a type by purchase; ok is false if
// no rule provides for purchases, or the side or the type is unknown.
func (j *Judge) Buying(side, word, buyer string) (terms PurchaseTerms, ok bool) {
	w := j.Law()
	i, known := j.base.state.findSide(side)
	if w.Ruleset() == nil || w.l.proc.Buying == nil || !known || len(w.Types(word)) != 1 || j.Position() == nil {
		return PurchaseTerms{}, false
	}
	t := w.Types(word)[0]
	own := &w.l.purchases[t]
	an := j.Analysis()
	s := j.base.state
	on, off := s.CountPieces(side)
	value := fromHalf(j.base.pos.ValueOf(t))
	weight, n := fromHalf(an.Weight(movement.SideID(i))), float64(an.Counting(movement.SideID(i)))
	terms = PurchaseTerms{Type: w.l.ruleset.TypeName(t), OwnClause: own.clause, Limit: w.l.ruleset.Def(t).Limit}
	terms.Owned = s.countOfType(side, terms.Type)
	terms.Excluded = own.forbidden || slices.Contains(w.l.proc.Buying.Except, terms.Type)
	q := quantities{qValue: value, qWeight: weight, qCounting: n, qPieces: float64(on), qOwned: float64(on + off),
		qOwnedOfType: float64(terms.Owned), qSpan: flag(s.free()), qMarks: float64(s.Held(buyer, events.Usual().Marks))}
	if w.l.price != nil {
		terms.Price = w.ask(w.l.price, &q, movement.SideID(i))
	}
	if w.l.mayBuy != nil {
		a := w.ask(w.l.mayBuy, &q, movement.SideID(i))
		terms.May = &a
	}
	if own.when != nil {
		a := w.ask(own.when, &q, movement.SideID(i))
		terms.Own = &a
	}
	if own.fee != nil {
		terms.Fee = w.ask(own.fee, &q, movement.SideID(i))
	}
	return terms, true
}

// ValueOf returns the material value of a type, asked of the board as it stands.
func (j *Judge) ValueOf(t movement.TypeID) events.Half { return j.base.pos.ValueOf(t) }

// Wait asks how long a side waits between its plays in the stage that runs, and from when on
// it may play again; ok is false if it has not played in it or no rule makes it wait.
func (j *Judge) Wait(side string) (units Asked, from, ready time.Time, ok bool) {
	w := j.Law()
	i, known := j.base.state.findSide(side)
	running := j.base.state.running()
	if !known || running == nil || w.Ruleset() == nil || j.Analysis() == nil {
		return Asked{}, from, ready, false
	}
	g := w.l.stage(running.Stage)
	if g == nil || g.wait == nil {
		return Asked{}, from, ready, false
	}
	d := &decision{judge: j, before: j.base, now: j.base}
	from, ready = d.ready(movement.SideID(i))
	if from.IsZero() {
		return Asked{}, from, ready, false
	}
	an := j.Analysis()
	onBoard, _ := j.base.state.CountPieces(side)
	return w.ask(g.wait, &quantities{
		qWeight: fromHalf(an.Weight(movement.SideID(i))), qCounting: float64(an.Counting(movement.SideID(i))), qPieces: float64(onBoard),
		qChecked: flag(an.InCheck(movement.SideID(i))), qCanTakeRoyal: flag(j.base.canTakeRoyal(movement.SideID(i))),
	}, movement.SideID(i)), from, ready, true
}

// Moment names the first clause on what follows at a moment, "" if nothing does.
func (w Law) Moment(on string) string { return w.l.citeMoment(on) }

// Allots names the clause on the right to choose pieces that a moment gives, "" if none does.
func (w Law) Allots(on string) string {
	_, clause := w.l.allots(on)
	return clause
}

// Provisions returns what follows by a clause at moments of sides and of the game.
func (w Law) Provisions(clause string) (list []rules.Doing) {
	for _, c := range w.l.book.Consequences() {
		if c.Occasion() && c.Clauses[0] == clause {
			list = append(list, c.Do...)
		}
	}
	return list
}

// A Contender is a player or side that may win, with what it holds of the asset that counts and the result of the
// condition.
type Contender struct {
	Name   string
	Held   int
	Counts string // the asset
	Clause string // where the condition stands
	Rests  []string
	Wins   Asked
}

// Contenders asks the first condition for winning of everybody; none if no rule has it.
func (j *Judge) Contenders() []Contender {
	w := j.Law()
	if w.Ruleset() == nil {
		return nil
	}
	d := &decision{judge: j, before: j.base, now: j.base}
	d.in.At = j.base.state.Clock()
	var out []Contender
	for i := range w.l.ends {
		e := &w.l.ends[i]
		if e.Of == "" || len(out) > 0 {
			continue
		}
		list, total := d.contenders(e, nil)
		env := d.endEnv(list, total)
		for _, c := range list {
			env.of(c, list)
			a := Asked{Text: e.when.String(), Result: e.when.Eval(env)}
			for _, name := range e.when.Vars() {
				if k := slices.Index(rules.EndVars, name); k >= 0 {
					a.With = append(a.With, Quantity{name, env.vars[k]})
				}
			}
			out = append(out, Contender{c.name, c.held, e.Counts, e.clause, w.l.usedOf(e.Readings...), a})
		}
	}
	return out
}

// A StageLaw is a stage as the rules have it, and where they say so.
type StageLaw struct {
	*rules.Stage
	g *stageLaw
}

// Stage returns a stage as the rules have it; ok is false if they have none of that name.
func (w Law) Stage(name string) (s StageLaw, ok bool) {
	g := w.l.stage(name)
	if g == nil {
		return StageLaw{}, false
	}
	return StageLaw{g.Stage, g}, true
}

// Itself returns the clause of the stage.
func (s StageLaw) Itself() string { return s.g.itself() }

// Announcing returns the clause on when the stage may be announced.
func (s StageLaw) Announcing() string { return s.g.before() }

// Objections returns the clause on objections to the stage.
func (s StageLaw) Objections() string { return s.g.objections() }

// During returns the clause on plays while the stage runs.
func (s StageLaw) During() string { return s.g.during() }

// Fault is the code of a fault about a stage.
func (s StageLaw) Fault(what string) string { return faultStage(s.g, what) }

// Called is what people read of a stage, which no rule may have any longer.
func (w Law) Called(stage string) string { return w.l.calledStage(stage) }

// Vacant returns the first office without whose holder the game is suspended in a state, and its
// clause; nil if there is none.
func (w Law) Vacant(s *State) (*rules.Office, string) {
	o := w.l.vacant(s)
	if o == nil {
		return nil, ""
	}
	return o, o.Clause(o.Cite)
}

// Automates reports whether a side plays by itself.
func (w Law) Automates(side *Side) bool {
	a := w.l.proc.Automatic
	return a != nil && a.Who != "" && side.Has(a.Who)
}

// AtWill is the clause by which the game ends once a side surrenders at any time.
func (w Law) AtWill() (clause string, ok bool) {
	for i := range w.l.ends {
		if e := &w.l.ends[i]; e.Asked() == rules.EndsOnSurrender && e.Anytime {
			return e.clause, true
		}
	}
	return "", false
}

// Word is what people read of an attribute of sides.
func (w Law) Word(attribute string) string { return w.l.word(attribute) }
