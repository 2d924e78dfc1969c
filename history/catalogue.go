package history

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Edition is one history of a ledger.
type Edition struct {
	Number   int             // from 1
	Base     int             // the edition it was made from; 0 for the first
	Adopted  uint64          // the sequence of its adoption; 0 for the first
	Ended    uint64          // the sequence of the adoption that followed; 0 if it is current
	Recorded time.Time       // when it was adopted
	Actor    string          // who adopted it
	Policy   string          // what became of plays that lost their legality
	Reason   string          //
	Changes  []events.Change // all that hold in it, in effective order
	Head     uint64          // the last event that it took into account; 0 for the first
	From     uint64          // the first input that it restates; 0 if none
	Restated int             // how many inputs it restates
	Flipped  int             // how many of them with another verdict
	Digest   string          // of what it restates

	id       uuid.UUID     // of its adoption
	spans    []span        // of its restatements, in effective order; see Catalogue.spans
	states   map[Place]int // those of the spans whose outcomes it states itself; nil until asked for
	closed   uint64        // the last event of its adoption
	ground   uint64        // the last event before it and the adoptions just before it; 0: not asked for yet
	read     bool
	resolved bool // where the outcomes stand that it refers to is known
}

// Place is where an entry stands in effective order: at an input, or just before it if it
// was inserted there by a change. Insertions at one point stand in the order
// of the edition's Changes.
type Place struct {
	Input  uint64 // the sequence of the input
	Change string // of an inserted entry, its change's id; "" for a recorded one
}

// span is where an adoption states what an entry has in it.
type span struct {
	place    Place
	standing string
	change   string // that corrected it or ruled on it
	edition  int    // that restates it
	from, to uint64 // the outcomes' sequences; none if from > to; of those first recorded to is not known

	at uint64 // the event that refers to the outcomes; 0: they follow in the adoption
	as int    // the edition that states them, of those referred to; 1: they are those first recorded
}

// How an entry stands in a history.
const (
	Recorded  = "recorded"
	Inserted  = "inserted"
	Corrected = "corrected"
	Withdrawn = "withdrawn" // inserted in the edition before, and no longer
)

// Catalogue describes the editions of a ledger known at a sequence. It is not safe for concurrent use.
type Catalogue struct {
	stream
	known uint64 // the sequence up to which the ledger is known
	list  []Edition

	end    *aggregate.State // at the known end, if somebody has said it
	format int              // of the game; 0 until asked for

	labels  *aggregate.Labels // nil until asked for
	labeled uint64            // the last event that they are of

	grows  bool           // it has been advanced: one reader asks it again and again
	newest map[Place]span // the overrides of the edition of a number, while it grows
	of     int            //
	stood  []standing     // states that were asked for, while it grows
	alike  map[int]int    // editions that came to what an earlier one has come to

	opened *opened // what it shares with others of the game; nil: nothing
}

// Load reads which editions a ledger holds. Known is the sequence up to which to read, 0 for its end. The result
// is cached as a note if the store keeps notes.
func Load(ctx context.Context, st store.Store, name string, known uint64) (*Catalogue, error) {
	return LoadRead(ctx, st, name, known, nil)
}

// LoadRead is Load for whoever has decoded the last events of the ledger, one behind the other. The catalogue keeps them: neither it
// nor whoever asks it reads them once more, and nobody may write to them.
func LoadRead(ctx context.Context, st store.Store, name string, known uint64, lately []events.Envelope) (*Catalogue, error) {
	head, err := st.Head(ctx, name)
	if err != nil {
		return nil, err
	}
	if known == 0 {
		known = uint64(head)
	}
	if known > uint64(head) {
		return nil, &PointError{Asked: known, Last: uint64(head), What: "event"}
	}
	c := &Catalogue{stream: stream{st: st, name: name, lately: lately}, known: known, list: []Edition{{Number: 1}}}
	found, err := adoptions.sequences(ctx, &c.stream, known)
	if err != nil {
		return nil, err
	}
	for _, at := range found {
		if err := c.add(ctx, at); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// EndsWith says which state the current edition has come to at the known end, so that it need not be read. The catalogue keeps a copy.
func (c *Catalogue) EndsWith(s *aggregate.State) { c.end = s.Clone() }

// Format is the format that the game was opened in, 0 where nothing has opened it.
func (c *Catalogue) Format(ctx context.Context) (int, error) {
	if c.format != 0 {
		return c.format, nil
	}
	for e, err := range Stream(ctx, c.st, c.name, 1) {
		p, ok := e.Payload.(events.GameOpened)
		if err != nil || !ok {
			return 0, err
		}
		if c.grows { // else several may be asking
			c.format = max(p.Format, 1)
		}
		return max(p.Format, 1), nil
	}
	return 0, nil
}

// Advance reads on, up to sequence known. It invalidates Editions obtained before.
func (c *Catalogue) Advance(ctx context.Context, known uint64) error {
	var found []uint64
	for rec, err := range c.records(ctx, c.known+1) {
		if err != nil {
			return err
		}
		if uint64(rec.Revision) > known {
			break
		}
		if adoptions.lists(rec.Type) {
			found = append(found, uint64(rec.Revision))
		}
	}
	c.known, c.grows, c.end = known, true, nil
	c.Share()
	for _, at := range found {
		if err := c.add(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

var adopted = events.EditionAdopted{}.Kind()

func idAt(ctx context.Context, st store.Store, name string, sequence uint64) (uuid.UUID, error) {
	rec, found, err := store.EventAt(ctx, st, name, store.Revision(sequence))
	if err == nil && !found {
		err = &PointError{Asked: sequence, What: "event"}
	}
	return rec.ID, err
}

// add reads an adoption and what heads its restatements.
func (c *Catalogue) add(ctx context.Context, at uint64) error {
	var dec events.Decoder
	var e Edition
	accepted := false
	for rec, err := range c.records(ctx, at) {
		if err != nil {
			return err
		}
		env, err := c.decode(&dec, &rec)
		if err != nil {
			return fmt.Errorf("event %d: %w", rec.Revision, err)
		}
		switch p := env.Payload.(type) {
		case events.EditionAdopted:
			e = Edition{id: env.ID, Number: p.Edition, Base: p.Base, Adopted: at, Recorded: env.Recorded, Actor: env.Actor, Policy: p.Policy,
				Reason: p.Reason, Changes: p.Changes, Head: p.Head, Digest: p.Digest}
			continue
		case events.Ruled:
			accepted = p.Verdict == "accepted"
			if accepted {
				continue
			}
		case events.EditionBegun:
			e.From, e.Restated, e.Flipped = p.From, p.Restated, p.Flipped
		}
		break
	}
	if !accepted {
		return nil // refused, and so without effect
	}
	if e.Number != len(c.list)+1 || e.Base < 1 || e.Base >= e.Number {
		return &BrokenError{at, fmt.Sprintf("adopts edition %d made from edition %d: expected number %d", e.Number, e.Base, len(c.list)+1)}
	}
	c.list[len(c.list)-1].Ended = at
	c.list = append(c.list, e)
	return nil
}

// Known is the sequence up to which the ledger is known.
func (c *Catalogue) Known() uint64 { return c.known }

// Name is the ledger's name.
func (c *Catalogue) Name() string { return c.name }

// Editions returns the editions in the order of their numbers. The slice belongs to the catalogue.
func (c *Catalogue) Editions() []Edition { return c.list }

// Current returns the edition that is current at the known end.
func (c *Catalogue) Current() *Edition { return &c.list[len(c.list)-1] }

// Edition returns an edition by its number; 0 is the current one.
func (c *Catalogue) Edition(number int) (*Edition, error) {
	if number == 0 {
		return c.Current(), nil
	}
	if number < 1 || number > len(c.list) {
		return nil, &UnknownError{Asked: number, Newest: len(c.list)}
	}
	return &c.list[number-1], nil
}

// Lineage returns an edition and those it descends from, the first edition last.
func (c *Catalogue) Lineage(e *Edition) []*Edition {
	list := []*Edition{e}
	for e.Base != 0 {
		e = &c.list[e.Base-1]
		list = append(list, e)
	}
	return list
}

// End returns the last sequence that belongs to an edition as recorded: that before the
// adoption of the next one, or the known end.
func (c *Catalogue) End(e *Edition) uint64 {
	if e.Ended != 0 {
		return e.Ended - 1
	}
	return c.known
}

// spansOf reads where an adoption restates what.
func (c *Catalogue) spansOf(ctx context.Context, e *Edition) ([]span, error) {
	err := c.readSpans(ctx, e)
	if err == nil && !e.resolved {
		err = c.resolve(ctx, e)
	}
	return e.spans, err
}

// ReadEditions reads what the editions restate, and where, which is read otherwise when somebody first asks: for those who then ask side by side.
func (c *Catalogue) ReadEditions(ctx context.Context) error {
	for i := range c.list {
		if _, err := c.spansOf(ctx, &c.list[i]); err != nil {
			return err
		}
	}
	return nil
}

// readSpans is spansOf, without looking where the outcomes are that the adoption refers to.
func (c *Catalogue) readSpans(ctx context.Context, e *Edition) error {
	if e.read || e.Adopted == 0 {
		return nil
	}
	e.spans, e.states, e.resolved = nil, nil, false
	var dec events.Decoder
	for rec, err := range c.records(ctx, e.Adopted+1) {
		if err != nil {
			return err
		}
		seq := uint64(rec.Revision)
		if isRestating(rec.Type) {
			env, err := c.decode(&dec, &rec)
			if err != nil {
				return fmt.Errorf("event %d: %w", seq, err)
			}
			if p, refers := env.Payload.(events.InputsRestated); refers {
				if err := e.refer(p, seq); err != nil {
					return err
				}
				continue
			}
			p := env.Payload.(events.InputRestated)
			s := span{place: Restates(p), standing: p.Standing, edition: e.Number, from: seq + 1}
			if p.Change != s.place.Change {
				s.change = p.Change
			}
			e.spans = append(e.spans, s)
			continue
		}
		if strings.HasPrefix(rec.Type, closing) {
			e.closed = seq
		}
		if e.closed != 0 || events.IsInput(rec.Type) {
			break
		}
		if n := len(e.spans); n > 0 && e.spans[n-1].at == 0 {
			e.spans[n-1].to = seq
		}
	}
	e.read = true
	return nil
}

// closed is the last event of the adoption at a sequence, 0 if none of an edition is there.
func (c *Catalogue) closed(ctx context.Context, adoption uint64) (uint64, error) {
	e := c.adoptedAt(adoption)
	if e == nil {
		return 0, nil
	}
	err := c.readSpans(ctx, e)
	return e.closed, err
}

// Ground returns the last event before the adoptions that stand at the end of what is known: where two catalogues of a ledger have the same, nothing was entered between them but editions.
func (c *Catalogue) Ground(ctx context.Context) (uint64, error) {
	at := c.known
	for i := range slices.Backward(c.list) {
		e := &c.list[i]
		if e.Adopted == 0 {
			break
		}
		if closed, err := c.closed(ctx, e.Adopted); err != nil {
			return 0, err
		} else if closed != at {
			break
		}
		if e.ground != 0 {
			at = e.ground
			break
		}
		at = e.Adopted - 1
	}
	for i := range slices.Backward(c.list) {
		e := &c.list[i]
		if e.Adopted <= at || e.ground != 0 {
			break
		}
		e.ground = at
	}
	return at, nil
}

// adoptedAt is the edition whose adoption is the event at a sequence, nil if there is none.
func (c *Catalogue) adoptedAt(sequence uint64) *Edition {
	i, ok := slices.BinarySearchFunc(c.list, sequence, func(e Edition, at uint64) int { return cmp.Compare(e.Adopted, at) })
	if !ok {
		return nil
	}
	return &c.list[i]
}

var (
	restated = events.InputRestated{}.Kind() + "."
	closing  = events.StateRestated{}.Kind() + "."
	ruled    = events.Ruled{}.Kind() + "."
)

// overrides returns, for each place, the newest restatement along a lineage. A catalogue that grows keeps those of its newest
// edition, and goes on from them where the next one is made from that.
func (c *Catalogue) overrides(ctx context.Context, e *Edition) (map[Place]span, error) {
	if c.of == e.Number {
		return c.newest, nil
	}
	if c.opened != nil {
		return c.opened.overrides(ctx, e.Number)
	}
	all, line := map[Place]span{}, c.Lineage(e)
	newest := c.grows && e.Number == len(c.list)
	if newest && c.of != 0 && c.of == e.Base {
		all, line, c.of = c.newest, line[:1], 0
	}
	for _, one := range slices.Backward(line) {
		spans, err := c.spansOf(ctx, one)
		if err != nil {
			return nil, err
		}
		for _, s := range spans {
			all[s.place] = s
		}
	}
	if newest {
		c.newest, c.of = all, e.Number
	}
	return all, nil
}
