package readjudicate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/rules/names"
	"adjudicate/store"
)

// Policies: what becomes of a play that was legal and no longer is.
const (
	DefaultPlay = "default-play" // what the time limit would have made of it
	Void        = "void"         // it never happened, and the turn is still that side's
	Reopen      = "reopen"       // it never happened, the turn is open again and no limit runs until the next announcement
	Rewind      = "rewind"       // as Reopen, and nothing that was done in the game after it happened either
	Stands      = "stands"       // its effects remain, as far as the board has room, and it is marked; so of inputs of every kind
	Halt        = "halt"         // nothing: re-adjudication ends there with a HaltError, at inputs of every kind
)

// Policies lists them, the default first.
var Policies = []string{DefaultPlay, Void, Reopen, Rewind, Stands, Halt}

// reopens reports whether a policy gives a side whose play falls its turn again.
func reopens(policy string) bool { return policy == Reopen || policy == Rewind }

// Plan is what is to be otherwise.
type Plan struct {
	Base     int             // the edition to begin with; 0 is the current one
	Changes  []events.Change // to add to those of Base; ids are assigned
	Withdraw []string        // ids of changes of Base that no longer hold; "*" for all
	Policy   string          // "" is that of Base, DefaultPlay for the first edition
	Thorough bool            // judge every input from the first change on
	Strict   bool            // a play that the plan puts in has to be legal there, as other entries have to be accepted
}

// Named returns the plan with an id for every change that has none, as if it were held against a ledger
// in which its edition would have that number.
func (p Plan) Named(number int) Plan {
	p.Changes = slices.Clone(p.Changes)
	for i := range p.Changes {
		if c := &p.Changes[i]; c.ID == "" {
			c.ID = fmt.Sprintf("%d.%d", number, i+1)
		}
	}
	return p
}

// Against returns the plan that comes to the same edition from the current one, so that what it comes to
// is compared with what holds and not with the edition that it begins with.
func (p Plan) Against(cat *history.Catalogue) (Plan, error) {
	current := cat.Current()
	base, err := cat.Edition(p.Base)
	if err != nil || base.Number == current.Number {
		return p, err
	}
	out := p.Named(len(cat.Editions()) + 1)
	out.Base, out.Policy, out.Withdraw = current.Number, cmp.Or(p.Policy, base.Policy, DefaultPlay), nil
	has := func(list []events.Change, id string) bool {
		return slices.ContainsFunc(list, func(c events.Change) bool { return c.ID == id })
	}
	var kept []events.Change
	for _, c := range base.Changes {
		if !c.Due && !slices.Contains(p.Withdraw, c.ID) && !slices.Contains(p.Withdraw, "*") {
			kept = append(kept, c)
		}
	}
	for _, c := range current.Changes {
		if !c.Due && !has(kept, c.ID) {
			out.Withdraw = append(out.Withdraw, c.ID)
		}
	}
	kept = slices.DeleteFunc(kept, func(c events.Change) bool { return has(current.Changes, c.ID) })
	out.Changes = append(kept, out.Changes...)
	return out, nil
}

// A Run is a plan that has been held against a ledger. It can be done once.
type Run struct {
	Base    *history.Edition
	Number  int             // of the edition that it would become
	Changes []events.Change // all that hold in it, in effective order
	Policy  string
	From    uint64 // the first input concerned; 0 if nothing changes
	Head    uint64 // the last event taken into account

	Asked []events.Change // what the plan changes, beside what holds already

	cat      *history.Catalogue
	st       store.Store
	engine   string
	tree     *Tree  // of the runs before; nil: none
	earliest uint64 // the first input that a change is about
	timeless bool   // moments have not been asked for: the tree remembers where a run like this one begins
	likeness string // see Run.recall
	ground   uint64 // the last event before the adoptions at the end
	thorough bool
	strict   bool
	about    map[history.Place]*events.Change // corrections, voids and rulings
	plays    map[string]string                // change id → its place in the plan, for messages
	due      []came                           // what time made due in the base, or in the plan where that is one made before
	next     int                              // the last number given to a change of this edition
	reopened map[history.Place]bool           // entries of which a change of the base no longer holds
	clock    *moments                         // nil where neither the base nor this is retimed
	inputs   map[uint64]*events.Envelope      // of events that were asked for; see inputAt
}

// Catalogue is that of the ledger that the run is held against.
func (r *Run) Catalogue() *history.Catalogue { return r.cat }

// Prepare holds a plan against what a ledger is known to hold.
func Prepare(ctx context.Context, st store.Store, cat *history.Catalogue, plan Plan, engine string) (*Run, error) {
	return (*Tree)(nil).Prepare(ctx, st, cat, plan, engine)
}

// Prepare is Prepare for a run that uses the tree where every input is judged, and grows it. Of a run like one that the tree remembers Watch is shown less: see Run.recall.
func (t *Tree) Prepare(ctx context.Context, st store.Store, cat *history.Catalogue, plan Plan, engine string) (*Run, error) {
	base, err := cat.Edition(plan.Base)
	if err != nil {
		return nil, err
	}
	r := &Run{Base: base, Number: len(cat.Editions()) + 1, Policy: cmp.Or(plan.Policy, base.Policy, DefaultPlay), Head: cat.Known(),
		cat: cat, st: st, tree: t, engine: engine, thorough: plan.Thorough, strict: plan.Strict, about: map[history.Place]*events.Change{}, plays: map[string]string{}, reopened: map[history.Place]bool{}, inputs: map[uint64]*events.Envelope{}}
	if !slices.Contains(Policies, r.Policy) {
		return nil, &ChangeError{Change: "the policy", Text: names.Unknown("policy", r.Policy, Policies).Error()}
	}
	r.Asked = plan.Changes
	points := []uint64{}
	plan = plan.Named(r.Number)
	r.next = r.lastNumber(plan.Changes)
	plan.Changes = r.takeDue(plan.Changes)
	held := r.takeDue(slices.Clone(base.Changes))
	stays := plan.keeps(held)
	for _, c := range held {
		if slices.Contains(plan.Withdraw, c.ID) || slices.Contains(plan.Withdraw, "*") {
			if stays[c.ID] {
				continue
			}
			points = append(points, c.Input)
			if c.What != history.Insert {
				r.reopened[history.PlaceOf(&c)] = true
			}
			continue
		}
		r.Changes = append(r.Changes, c)
	}
	for _, id := range plan.Withdraw {
		if id != "*" && !slices.ContainsFunc(base.Changes, func(c events.Change) bool { return c.ID == id }) {
			return nil, &ChangeError{Change: "withdrawing " + id, Text: fmt.Sprintf("edition %d has no such change", base.Number)}
		}
	}
	has := map[string]bool{}
	for i := range r.Changes {
		has[r.Changes[i].ID] = true
	}
	for i, c := range plan.Changes {
		label := "change " + strconv.Itoa(i+1)
		if has[c.ID] {
			return nil, &ChangeError{Change: label, Text: "repeated change " + c.ID}
		}
		has[c.ID] = true
		if stays[c.ID] {
			r.Changes = append(r.Changes, c)
			continue
		}
		r.plays[c.ID] = label
		if err := r.check(ctx, label, &c); err != nil {
			return nil, err
		}
		points = append(points, c.Input)
		if i := r.inserted(c.Address); i >= 0 && c.What == history.Insert {
			c.Address = "" // its place says it
			r.Changes = slices.Insert(r.Changes, i, c)
			continue
		}
		r.Changes = append(r.Changes, c)
	}
	slices.SortStableFunc(r.Changes, func(a, b events.Change) int { return cmp.Compare(a.Input, b.Input) })
	if err := r.index(); err != nil {
		return nil, err
	}
	if base.Policy != "" && (r.Policy != base.Policy || reopens(r.Policy)) && base.From != 0 {
		points, r.thorough = append(points, base.From), true // what was replaced is to be judged anew
	}
	for i := range r.Changes { // what a play has fall with it is found from there on
		if c := &r.Changes[i]; len(points) > 0 && reopening(c) {
			points, r.thorough = append(points, c.Input), true
		}
	}
	if r.Base.Ended != 0 {
		points = append(points, r.Base.Ended) // it goes on with what was recorded after it ended
		if later := r.laterFrom(); later != 0 {
			points = append(points, later)
		}
	}
	if len(points) == 0 {
		r.keepDue()
		return r, nil
	}
	r.earliest = slices.Min(points)
	if like, err := r.like(ctx); err != nil {
		return nil, err
	} else if like != nil && like.earliest == r.earliest {
		r.From, r.timeless = like.from, true
		return r, nil
	}
	return r, r.begin(ctx)
}

// begin finds the first input concerned, and the moments that this hangs on.
func (r *Run) begin(ctx context.Context) error {
	earlier, err := r.moments(ctx, r.earliest)
	if err != nil {
		return err
	}
	r.From, r.timeless = slices.Min(append(earlier, r.earliest)), false
	r.keepDue()
	return nil
}

// keeps lists which changes of the base a plan withdraws and brings as they are, in their order: those stay.
func (p *Plan) keeps(held []events.Change) map[string]bool {
	stays := map[string]bool{}
	if !slices.Contains(p.Withdraw, "*") {
		return stays
	}
	next := 0
	for i := range held {
		at := slices.IndexFunc(p.Changes[next:], func(c events.Change) bool { return c.ID == held[i].ID })
		if at >= 0 && reflect.DeepEqual(p.Changes[next+at], held[i]) {
			stays[held[i].ID] = true
			next += at + 1
		}
	}
	return stays
}

// lastNumber is the highest number that changes of this edition have.
func (r *Run) lastNumber(changes []events.Change) int {
	last := 0
	for _, c := range changes {
		if edition, number, ok := strings.Cut(c.ID, "."); ok && edition == strconv.Itoa(r.Number) {
			if n, err := strconv.Atoi(number); err == nil {
				last = max(last, n)
			}
		}
	}
	return last
}

// laterFrom is the first point at which an edition adopted after the base differs from it.
func (r *Run) laterFrom() uint64 {
	var least uint64
	for _, e := range r.cat.Editions() {
		if e.Number > r.Base.Number && e.From != 0 && (least == 0 || e.From < least) {
			least = e.From
		}
	}
	return least
}

// index enters the changes of single inputs and refuses those that contradict each other.
func (r *Run) index() error {
	type entry struct {
		before        uint64
		kind, payload string
	}
	inserts := map[entry]*events.Change{}
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.What == history.Insert {
			e := entry{c.Input, c.Type, string(c.Payload)}
			if o := inserts[e]; o != nil {
				return &ChangeError{Change: r.label(c), At: c.Input, Text: "inserts the same as " + r.label(o) + " inserts"}
			}
			inserts[e] = c
			continue
		}
		place := history.PlaceOf(c)
		if place.Change != "" && r.inserted(place.Change) < 0 {
			return &ChangeError{Change: r.label(c), At: c.Input, Text: fmt.Sprintf("concerns entry %s, which is being withdrawn: withdraw %s too", place.Change, c.ID)}
		}
		if o := r.about[place]; o != nil {
			return &ChangeError{Change: r.label(c), At: c.Input, Text: fmt.Sprintf("%s already says %q for that input, but this one says %q", r.label(o), o.What, c.What)}
		}
		r.about[place] = c
	}
	type change struct {
		before uint64
		of     law
	}
	laws := map[change]*events.Change{}
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.What != history.Insert {
			continue
		}
		of, ok := lawOf(c)
		if !ok {
			continue
		}
		if o := laws[change{c.Input, of}]; o != nil {
			return &ChangeError{Change: r.label(c), At: c.Input, Text: "changes the same rule or reading from the same point as " + r.label(o)}
		}
		laws[change{c.Input, of}] = c
	}
	return nil
}

// inserted returns the index of the change that puts an entry in, -1 if there is none.
func (r *Run) inserted(address string) int {
	if address == "" {
		return -1
	}
	return slices.IndexFunc(r.Changes, func(c events.Change) bool { return c.What == history.Insert && c.ID == address })
}

// A law names a rule or a reading.
type law struct {
	role  events.Role
	value string
}

// lawOf is the rule or reading that an insertion changes; ok is false if it changes none.
func lawOf(c *events.Change) (of law, ok bool) {
	p, err := events.DecodePayload(c.Type, c.Payload)
	if err != nil {
		return of, false
	}
	n, ok := events.Law(p)
	return law{n.Role, n.Value}, ok
}

func (r *Run) label(c *events.Change) string {
	if l, ok := r.plays[c.ID]; ok {
		return l
	}
	return "change " + c.ID
}

// check holds one change against the ledger and completes it: its point becomes that of an
// input, and an insertion gets a moment.
func (r *Run) check(ctx context.Context, label string, c *events.Change) error {
	fail := func(format string, args ...any) error {
		return &ChangeError{Change: label, Text: fmt.Sprintf(format, args...)}
	}
	switch c.What {
	case history.Insert, history.Correct, history.Void, history.Rule:
	default:
		return fail("unknown kind of change %q: expected insert, correct, void or rule", c.What)
	}
	at, before, err := r.entryOf(ctx, c)
	var missing *history.AddressError
	var point *pointError
	switch {
	case errors.As(err, &missing):
		return fail("%v", missing)
	case errors.As(err, &point):
		return fail("%v", point)
	case err != nil:
		return err
	}
	name := fmt.Sprintf("event %d", at.Sequence)
	if c.Address != "" {
		name = "entry " + c.Address
	}
	if _, opens := at.Payload.(events.GameOpened); opens && c.What != history.Insert {
		return fail("%s opens the game: it cannot be changed", name)
	}
	if !aggregate.Judges(at.Payload) && c.What != history.Insert {
		return fail("%s is %s, which the rules of the game do not decide: it cannot be changed", name, at.Payload.Kind())
	}
	if c.What == history.Insert {
		before, at = r.corrected(before, at)
		switch {
		case c.At == nil:
			c.At = &before
		case c.At.Before(before) || c.At.After(at.Recorded):
			return fail("dated %s: expected a moment from %s, that of the preceding input, to %s, that of the following one",
				written(*c.At), written(before), written(at.Recorded))
		}
	}
	return r.checkPayload(c, at, name, fail)
}

func written(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func (r *Run) checkPayload(c *events.Change, at *events.Envelope, name string, fail func(string, ...any) error) error {
	_, isPlay := at.Payload.(events.PlaySubmitted)
	const signing = "%s cannot be put in or changed: who signs is no part of a history that is ruled on again"
	if c.What != history.Insert && events.About(at.Payload) == events.PartKeys {
		return fail(signing, at.Payload.Kind())
	}
	switch c.What {
	case history.Insert, history.Correct:
		p, err := events.DecodePayload(c.Type, c.Payload)
		if err != nil {
			return fail("%v", err)
		}
		switch {
		case !events.IsInput(p.Kind()) || !aggregate.Judges(p):
			return fail("%s is not an input that can be ruled on", p.Kind())
		case c.What == history.Correct && p.Kind() != at.Payload.Kind():
			return fail("cannot correct %s from %s to %s: void it and insert the other", name, at.Payload.Kind(), p.Kind())
		}
		if _, opens := p.(events.GameOpened); opens {
			return fail("a game can be opened only once")
		}
		if events.About(p) == events.PartKeys {
			return fail(signing, p.Kind())
		}
		if play, ok := p.(events.PlaySubmitted); ok && play.Signature != "" {
			play.Signature = "" // of what was recorded; nobody signs a change
			p = play
		}
		wire, data, err := events.EncodePayload(p)
		if err != nil {
			return fail("%v", err)
		}
		c.Type, c.Payload = wire, data
	case history.Rule:
		if !slices.Contains(aggregate.Remedies, c.Remedy) {
			return fail("%v", names.Unknown("remedy", c.Remedy, aggregate.Remedies))
		}
		if !isPlay && c.Remedy == aggregate.RemedyDefault {
			return fail("%s is %s: only a play can be replaced by a default play", name, at.Payload.Kind())
		}
		if !isPlay && reopening(c) {
			return fail("%s is %s: only a play can reopen a turn", name, at.Payload.Kind())
		}
	}
	return nil
}

// Undated lists the entries that a plan puts in without a moment of their own, with the one that they
// take from the entry before. When an amendment of the rules was made does not matter.
func (r *Run) Undated(plan Plan) (list []events.Change) {
	for _, c := range r.Changes {
		asked := slices.ContainsFunc(plan.Changes, func(p events.Change) bool {
			return p.What == history.Insert && p.At == nil && p.Type == c.Type && bytes.Equal(p.Payload, c.Payload)
		})
		p, err := events.DecodePayload(c.Type, c.Payload)
		if c.What != history.Insert || c.At == nil || !asked || err != nil {
			continue
		}
		if _, law := events.Law(p); !law {
			list = append(list, c)
		}
	}
	return list
}
