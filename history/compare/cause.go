package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// touched is, for whatever a ruling may rest on, the last input that left it otherwise in
// one history than in the other.
type touched struct {
	pieces map[string]*Input
	sides  map[string]*Input // their standing: checks, defaults, attributes
	turn   *Input            // whose turn it is, the order, and to whom the next turn is promised
	books  map[string]*Input // accounts
	points map[uint64]*Input // the last input at each: entries that are put in stand at that of the input behind them
}

func newTouched() touched {
	return touched{pieces: map[string]*Input{}, sides: map[string]*Input{}, books: map[string]*Input{}, points: map[uint64]*Input{}}
}

// by enters what an input left otherwise.
func (t *touched) by(in *Input) {
	if in.Differs == readjudicate.Citations.String() {
		return
	}
	t.points[in.Point] = in
	for _, list := range [][]events.Payload{in.Before.Only, in.After.Only} {
		for _, p := range list {
			t.outcome(in, p)
		}
	}
}

// outcome enters what one outcome left otherwise. The ruling itself leaves nothing, and what it
// names it found.
func (t *touched) outcome(by *Input, p events.Payload) {
	about := events.About(p)
	if about&events.PartRuling != 0 {
		return
	}
	if about&(events.PartTurn|events.PartOrder|events.PartTime|events.PartStages|events.PartStart) != 0 {
		t.turn = by
	}
	if piece := events.NamedFirst(p, events.RolePiece); piece != "" && about&(events.PartPieces|events.PartPlays) != 0 {
		t.pieces[piece] = by
	}
	for n := range events.Names(p) {
		switch {
		case n.Role == events.RoleSide && about&(events.PartPlays|events.PartChecks) != 0:
			t.sides[n.Value] = by
		case n.Role == events.RoleAccount, n.Role == events.RolePlayer && about&events.PartAccounts != 0:
			t.books[n.Value] = by
		}
	}
}

// lawCache keeps what changed between two laws as long as they are the same two.
type lawCache struct {
	a, b    []aggregate.RuleInForce
	ra, rb  []events.ReadingInForce
	differs []string
}

func (l *lawCache) of(a, b *aggregate.State) []string {
	if !(same(l.a, a.Rules()) && same(l.b, b.Rules()) && same(l.ra, a.Readings()) && same(l.rb, b.Readings())) {
		*l = lawCache{a.Rules(), b.Rules(), a.Readings(), b.Readings(), Law(a, b)}
	}
	return l.differs
}

func same[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// cause finds out why an input differs.
func (c *Collector) cause(s *readjudicate.Step, in *Input) error {
	if change := cmp.Or(in.Change, s.Withdrew); change != "" {
		in.Cause = Cause{Kind: ByChange, Changes: []string{change}, Gone: in.Change == "" || in.Standing == history.Withdrawn, Chain: []uint64{in.Point}}
		c.legislates(in.Payload, change)
		return nil
	}
	c.restsOn(s, in)
	law := c.law.of(s.StateBefore, s.StateAfter)
	if len(law) > 0 {
		turned, err := c.turnedByLaw(s, in)
		if err != nil {
			return err
		}
		if turned {
			in.sources = nil
			in.Cause = Cause{Kind: ByLaw, Chain: []uint64{in.Point}}
			in.Cause.Law, in.Cause.Clauses = cited(law, in)
			in.Cause.Changes = c.changesOf(in.Cause.Law)
			return nil
		}
	}
	in.Cause = c.follows(in)
	return nil
}

// turnedByLaw judges the input on the first history's board under the second one's law. If
// that comes out as in the second history, and not as in the first, the law turned it. Where nothing that an earlier
// input left stands otherwise, only the law can have.
func (c *Collector) turnedByLaw(s *readjudicate.Step, in *Input) (bool, error) {
	if s.Before == nil || s.After == nil {
		return false, nil
	}
	if len(in.sources) == 0 || in.Differs == readjudicate.Citations.String() {
		return true, nil
	}
	if !s.Alone.Touches(s) || ofBoard(s, in) && !s.Alone.Renames(s) {
		return false, nil
	}
	if weighs(in) {
		weights, err := s.Alone.Weighs(s)
		return err == nil && !slices.Equal(weights, weighed(s.Before, s.StateBefore)), err
	}
	d, err := s.Alone.Decides(s)
	if err != nil {
		return false, fmt.Errorf("find the cause of %d: %w", in.Point, err)
	}
	if d.Ruling.Verdict == aggregate.Rejected && in.After.Verdict == aggregate.Replaced {
		return true, nil
	}
	switch in.Differs {
	case readjudicate.Verdict.String():
		return d.Ruling.Verdict == in.After.Verdict, nil
	case readjudicate.Effects.String():
		return readjudicate.Compare(s.Before, d.Outcomes) >= readjudicate.Effects, nil
	}
	return true, nil
}

// ofBoard reports whether a play is accepted in one history alone, and in the other refused for nothing but what stands otherwise.
func ofBoard(s *readjudicate.Step, in *Input) bool {
	var faults []events.Fault
	switch aggregate.Accepted {
	case in.Before.Verdict:
		faults = in.After.Faults
	case in.After.Verdict:
		faults = in.Before.Faults
	}
	return len(faults) > 0 && !slices.ContainsFunc(faults, func(f events.Fault) bool {
		return !aggregate.OfBoard(f.Code) && (f.Code != aggregate.FaultNotYourTurn || slices.Equal(s.StateBefore.AllToPlay(), s.StateAfter.AllToPlay()))
	})
}

// weighs reports whether all that differs is what the sides weigh.
func weighs(in *Input) bool {
	for _, list := range [][]events.Payload{in.Before.Only, in.After.Only} {
		for _, p := range list {
			if _, ok := p.(events.WeightsPosted); !ok {
				return false
			}
		}
	}
	return in.Differs == readjudicate.Effects.String()
}

// cited leaves of what differs in the law what the two rulings cite; all of it if they cite
// none of it. Clauses are those of the rulings that stand in a rule that differs.
func cited(law []string, in *Input) (differs, clauses []string) {
	var all []string
	for _, r := range []*Ruling{in.After, in.Before} {
		for _, f := range r.Faults {
			all = append(all, f.Clause, f.Interpretation)
		}
	}
	for _, r := range []*Ruling{in.After, in.Before} {
		all = append(append(all, r.Basis.Clauses...), r.Basis.Readings...)
	}
	for _, line := range law {
		name := lawName(line)
		for _, clause := range all {
			if clause == "" || lawName(clause) != name {
				continue
			}
			if !slices.Contains(differs, line) {
				differs = append(differs, line)
			}
			if !slices.Contains(clauses, clause) {
				clauses = append(clauses, clause)
			}
		}
	}
	if len(differs) == 0 {
		differs = law
	}
	return differs, clauses
}

// lawName is the number of a rule or the entry of the register that a text begins with:
// "12.15" of "12.15/2 §3.a" and of "12.15/2 → 12.15/3".
func lawName(text string) string {
	if i := strings.IndexAny(text, "/ :="); i >= 0 {
		return text[:i]
	}
	return text
}

// changesOf names the changes that brought differences of the law about.
func (c *Collector) changesOf(law []string) []string {
	var out []string
	for _, line := range law {
		for _, id := range c.lawBy[lawName(line)] {
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

// legislates remembers which change put a rule or reading in force, or kept it from being.
func (c *Collector) legislates(p events.Payload, change string) {
	if n, ok := events.Law(p); ok && !slices.Contains(c.lawBy[n.Value], change) {
		c.lawBy[n.Value] = append(c.lawBy[n.Value], change)
	}
}

// source is something that a ruling may rest on and that stands otherwise, with the last input that left it so.
type source struct {
	from  *Input
	piece string
	named bool // the rulings name the piece
	turn  bool // whose turn it is is another
	next  bool // whose turn it is is not, but who plays next
}

// restsOn finds what the rulings rest on that stands otherwise, the likeliest first: whose turn it is where a
// ruling says so, the pieces that they name, then checks, Weights, books, the order, any piece. Where everything rests on
// one change nobody will ask which of them share one, and what take would leave out is not looked for.
func (c *Collector) restsOn(s *readjudicate.Step, in *Input) {
	if s.Follows != 0 {
		in.rests(source{from: c.touched.points[s.Follows]})
		return
	}
	a, b := s.StateBefore, s.StateAfter
	enough := func() bool { return c.course == nil && len(in.sources) > 0 }
	if !slices.Equal(a.AllToPlay(), b.AllToPlay()) && hasFault(in, aggregate.FaultNotYourTurn) {
		if in.rests(source{from: c.touched.turn, turn: true}); enough() {
			return
		}
	}
	for _, id := range concerned(in, a, b) {
		if stand(a, id) != stand(b, id) {
			in.rests(source{from: c.touched.pieces[id], piece: id, named: true})
		}
	}
	if enough() {
		return
	}
	for _, side := range sides(a, b) {
		if a.InCheck(side) != b.InCheck(side) || a.Weight(side) != b.Weight(side) && c.weighsByBoard(s) {
			if in.rests(source{from: c.touched.sides[side]}); enough() {
				return
			}
		}
	}
	for _, account := range a.AccountsUnlike(b) {
		if in.rests(source{from: c.touched.books[account]}); enough() {
			return
		}
	}
	switch {
	case !slices.Equal(a.AllToPlay(), b.AllToPlay()):
		in.rests(source{from: c.touched.turn, turn: true})
	case a.Promised() != b.Promised() || !slices.Equal(a.Order(), b.Order()):
		in.rests(source{from: c.touched.turn, next: true})
	}
	if enough() {
		return
	}
	for id := range a.PiecesUnlike(b) {
		if in.rests(source{from: c.touched.pieces[id], piece: id}); enough() {
			return
		}
	}
}

// weighsByBoard reports whether what stands otherwise may be why the sides weigh otherwise: not so where the law differs, and no
// piece does.
func (c *Collector) weighsByBoard(s *readjudicate.Step) bool {
	if len(c.law.of(s.StateBefore, s.StateAfter)) == 0 {
		return true
	}
	for range s.StateBefore.PiecesUnlike(s.StateAfter) {
		return true
	}
	return false
}

// rests enters something that the rulings may rest on. Of what they do not name one of each input is enough.
func (in *Input) rests(x source) {
	if x.from != nil && (x.named || !slices.ContainsFunc(in.sources, func(o source) bool { return o.from == x.from })) {
		in.sources = append(in.sources, x)
	}
}

// follows is the cause of an input that follows from its sources.
func (c *Collector) follows(in *Input) Cause {
	out := Cause{Kind: ByBoard}
	in.From = out.take(in.sources, nil)
	if c.course == nil {
		in.sources = nil // nobody will ask which of them share a change
	}
	if in.From != nil {
		out.Changes = in.From.Cause.Changes
	}
	out.chain(in)
	return out
}

// take tells what of the sources an input follows from: the likeliest, and where that is a piece that the rulings
// name, the others that they name. With a condition only those inputs count for which it holds. It returns the
// nearest of them.
func (c *Cause) take(sources []source, holds func(*Input) bool) (nearest *Input) {
	c.Inputs, c.Pieces, c.Turn, c.Next = nil, nil, false, false
	for _, x := range sources {
		if holds != nil && !holds(x.from) {
			continue
		}
		if len(c.Inputs) > 0 && !(len(c.Pieces) > 0 && x.named) || len(c.Pieces) == mostPieces {
			continue
		}
		c.Turn, c.Next = x.turn, x.next
		if x.piece != "" {
			c.Pieces = append(c.Pieces, x.piece)
		}
		if !slices.Contains(c.Inputs, x.from.Point) {
			c.Inputs = append(c.Inputs, x.from.Point)
		}
		if nearest == nil || x.from.place > nearest.place {
			nearest = x.from
		}
	}
	slices.Sort(c.Inputs)
	return nearest
}

// mostPieces is how many pieces a cause names.
const mostPieces = 4

// Follow leads every input that differs by the board back to one that a change or the law turned, over inputs that
// rest on the same changes. It is called when the changes of all causes are known.
func (r *Report) Follow() {
	turned := map[string]*Input{} // by change
	for _, in := range r.Inputs {
		shares := func(from *Input) bool {
			return slices.ContainsFunc(from.Cause.Changes, func(id string) bool { return slices.Contains(in.Cause.Changes, id) })
		}
		if in.Cause.Kind == ByBoard {
			in.From = in.Cause.take(in.sources, shares)
			if in.From == nil {
				in.From = in.Cause.take(direct(turned, in), nil)
			}
			in.Cause.chain(in)
		}
		if in.Cause.Kind != ByBoard {
			for _, id := range in.Cause.Changes {
				turned[id] = in
			}
		}
	}
	r.rely()
}

// direct is the last input before another that one of its changes itself concerns.
func direct(turned map[string]*Input, to *Input) []source {
	var last *Input
	for _, id := range to.Cause.Changes {
		if in := turned[id]; in != nil && (last == nil || in.place > last.place) {
			last = in
		}
	}
	if last == nil {
		return nil
	}
	return []source{{from: last}}
}

// mostChain is how many inputs of a chain are listed: of a longer one the first and the last ones.
const mostChain = 64

// chain lists how an input follows from one that a change or the law turned.
func (c *Cause) chain(in *Input) {
	c.Chain, c.Steps, in.Root = nil, 0, nil
	if in.From != nil {
		in.Root, c.Steps = cmp.Or(in.From.Root, in.From), in.From.Cause.Steps
		if in.From.Point != in.Point { // else it was put in before this one
			c.Steps++
		}
	}
	if !in.brief {
		c.Chain = in.links(c.Steps)
	}
}

// links are the points of the chain of an input.
func (in *Input) links(steps int) []uint64 {
	n := min(steps+1, mostChain) // there may be many inputs
	list := make([]uint64, 0, n)
	for one := in; len(list) < n-1; one = one.From {
		if one.From.Point != one.Point { // else it was put in before that one
			list = append(list, one.Point)
		}
	}
	list = append(list, cmp.Or(in.Root, in).Point)
	slices.Reverse(list)
	return list
}

// Path is the whole of an input's chain, the input itself last.
func (in *Input) Path() []*Input {
	path := []*Input{in}
	for one := in.From; one != nil; one = one.From {
		path = append(path, one)
	}
	slices.Reverse(path)
	return path
}

func hasFault(in *Input, code string) bool {
	for _, list := range [][]events.Fault{in.Before.Faults, in.After.Faults} {
		if slices.ContainsFunc(list, func(f events.Fault) bool { return f.Code == code }) {
			return true
		}
	}
	return false
}

// concerned lists the pieces that the two rulings name: movers first, then those of faults
// and facts, whatever gives check, and the victims.
func concerned(in *Input, a, b *aggregate.State) []string {
	var ids []string
	add := func(list ...string) {
		for _, id := range list {
			if id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	only := func(about events.Part) {
		for _, p := range slices.Concat(in.After.Only, in.Before.Only) {
			if events.About(p)&about != 0 {
				add(events.Named(p, events.RolePiece)...)
			}
		}
	}
	only(events.PartPlays)
	for _, r := range []*Ruling{in.After, in.Before} {
		for _, f := range r.Faults {
			add(f.Pieces...)
			for _, sq := range f.Squares {
				for _, s := range []*aggregate.State{a, b} {
					if p, ok := s.PieceAt(sq); ok {
						add(p.ID)
					}
				}
			}
		}
		for _, f := range r.Facts {
			add(f.Pieces...)
		}
	}
	for _, s := range []*aggregate.State{a, b} {
		for _, c := range s.Checks() {
			add(c.By...)
		}
	}
	only(events.PartPieces)
	return ids
}
