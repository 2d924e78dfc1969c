package season

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// ErrUnsayable says that an input of a ledger has no form in a season.
var ErrUnsayable = errors.New("no entry of a season says this")

// ErrEdition says of an input, besides ErrUnsayable, that the umpire adopted an edition by it.
var ErrEdition = fmt.Errorf("%w: it adopts an edition", ErrUnsayable)

// A told is an input of a ledger with what was ruled on it.
type told struct {
	sequence uint64
	at       time.Time
	actor    string
	id       uuid.UUID
	signed   *events.Signature // nil for none, and of plays and keys, which have theirs in their payload
	payload  events.Payload
	ruled    *events.Ruled
}

// Of writes the events of a ledger as the season that imports to the same events: every input as it was recorded, with
// its verdict and, if it was rejected, the clauses of its faults. What time brought about by itself the caller leaves out, where it comes about
// again. Mail addresses a ledger does not hold. The rules that a game begins with are named as a built-in
// rulebook where they are one; the others stand in the season, which says at its head if it takes the folder of a system to read it. The text is read again and held against the ledger: an input that a
// season cannot say is an error that wraps ErrUnsayable; of an edition that the umpire adopted it wraps ErrEdition too.
func Of(list iter.Seq2[events.Envelope, error], lib Library) (*Season, error) {
	inputs, err := gather(list)
	if err != nil {
		return nil, err
	}
	s := &Season{}
	if lib, err = under(lib, inputs); err != nil {
		return nil, err
	}
	if b, ok := lib.(beside); ok && b.opened != nil {
		s.Head = []string{fmt.Sprintf("The system %s is that of a folder, which reads this: adjudicate import --system DIR", b.opened.System)}
	}
	for i := 0; i < len(inputs); {
		e, n, err := entryOf(inputs[i:], i, inputs, lib)
		if err != nil {
			return nil, err
		}
		s.Entries = append(s.Entries, e)
		i += n
	}
	if slices.ContainsFunc(s.Entries, func(e Entry) bool { value, _ := e.signature(); return value != "" }) {
		s.Entries[0].Game = inputs[0].id // which signatures name
	}
	return s, s.check(inputs, lib)
}

// under is a library with the system of a ledger that was begun from a folder, as far as the ledger holds it.
func under(lib Library, inputs []told) (Library, error) {
	b, ok := lib.(beside)
	if !ok || len(inputs) == 0 {
		return lib, nil
	}
	opened, ok := inputs[0].payload.(events.GameOpened)
	if !ok || b.own != nil && b.own.Name == opened.System {
		return lib, nil
	}
	book := rules.NewRulebook()
	for _, in := range inputs[1:] {
		enacted, ok := in.payload.(events.RuleEnacted)
		if !ok {
			break
		}
		r, err := rules.FromCanonical(enacted.Rule)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", in.sequence, err)
		}
		book = book.With(r)
	}
	own, recorded, err := systems.Begun(opened, book)
	if err != nil || !recorded {
		return lib, nil
	}
	for _, in := range inputs {
		if set, ok := in.payload.(events.ArraySet); ok && (own.Array != nil || !own.Arrayed()) { // as the game began, whatever its folder said
			own.Sides, own.Array = array.Sides(book, set)
		}
	}
	b.own, b.opened = own, &opened
	return b, nil
}

// gather collects what people did.
func gather(list iter.Seq2[events.Envelope, error]) (inputs []told, err error) {
	for e, err := range list {
		if err != nil {
			return nil, err
		}
		if p, ok := e.Payload.(events.Ruled); ok && len(inputs) > 0 && inputs[len(inputs)-1].ruled == nil {
			inputs[len(inputs)-1].ruled = &p
		}
		if events.IsInput(e.Payload.Kind()) {
			inputs = append(inputs, told{sequence: e.Sequence, at: e.Recorded, actor: e.Actor, id: e.ID, signed: e.Signature, payload: e.Payload})
		}
	}
	return inputs, nil
}

// entryOf makes an entry of the first of the inputs that are left, or of the first n, which are a rulebook.
func entryOf(left []told, done int, all []told, lib Library) (e Entry, n int, err error) {
	in := &left[0]
	e = Entry{At: in.at.UTC(), Actor: in.actor, Inputs: []events.Payload{in.payload}, Verdict: verdictOf(in.ruled)}
	if in.signed != nil {
		if in.signed.Former != "" { // as an earlier version wrote the entry
			return e, 0, fmt.Errorf("event %d, the signature of %s: %w", in.sequence, in.payload.Kind(), ErrUnsayable)
		}
		e.Signed = *in.signed
	}
	if enacted, ok := in.payload.(events.RuleEnacted); ok {
		if opened, _ := all[0].payload.(events.GameOpened); done == 1 {
			if n := suite(left, opened.System, lib); n > 0 {
				e.Source, e.Verdict = &Source{Suite: opened.System}, nil
				return e, n, nil
			}
		}
		e.Source, err = sourceOf(enacted.Rule, false)
	} else if amended, ok := in.payload.(events.RuleAmended); ok {
		e.Source, err = sourceOf(amended.Rule, true)
	} else if set, ok := in.payload.(events.ArraySet); ok {
		opened, _ := all[0].payload.(events.GameOpened)
		e.Array = arrayOf(set, opened.System, lib)
	} else if adopted, ok := in.payload.(events.EditionAdopted); ok {
		dispute, taken := Takes(adopted)
		if !taken {
			return e, 0, fmt.Errorf("event %d: %w", in.sequence, ErrEdition)
		}
		e.Inputs = []events.Payload{events.EditionAdopted{Changes: []events.Change{{Dispute: dispute}}}}
	}
	if err != nil {
		return e, 0, fmt.Errorf("event %d: %w", in.sequence, err)
	}
	return e, 1, nil
}

// Takes returns the dispute whose verdict an edition of a ledger takes up; not ok: the umpire adopted it, which no season says.
func Takes(adopted events.EditionAdopted) (dispute string, ok bool) {
	if len(adopted.Changes) != 1 || adopted.Changes[0].Dispute == "" {
		return "", false
	}
	return adopted.Changes[0].Dispute, true
}

// arrayOf is an array as it stands in a season: that of the system, or a position in one line.
func arrayOf(set events.ArraySet, system string, lib Library) *Array {
	a := &Array{}
	for _, side := range set.Sides {
		a.Sides = append(a.Sides, events.ArraySide{Side: side.Side, Player: side.Player})
	}
	if own, err := a.set(lib, system); err == nil && says(own, set) {
		return a
	}
	if sys, err := known(lib, system); err == nil {
		a.Position, _ = array.Line(sys, set)
	}
	return a
}

// suite returns how many inputs enact the built-in rulebook of a system, rule by rule and at one moment; 0 if they do not.
func suite(left []told, system string, lib Library) int {
	if b, ok := lib.(beside); ok && b.opened != nil {
		return 0 // its folder may have changed
	}
	list, err := lib.Suite(system)
	if err != nil || len(list) == 0 || len(left) < len(list) {
		return 0
	}
	for i := range list {
		p, ok := left[i].payload.(events.RuleEnacted)
		if !ok || left[i].signed != nil || string(p.Rule) != string(list[i].Canonical()) || left[i].actor != left[0].actor || !left[i].at.Equal(left[0].at) || verdictOf(left[i].ruled) != nil {
			return 0
		}
	}
	return len(list)
}

// sourceOf is a rule as it stands in a season.
func sourceOf(canonical []byte, amend bool) (*Source, error) {
	text, err := rules.YAML(canonical)
	return &Source{Amend: amend, Text: string(text)}, err
}

// verdictOf is a verdict to expect, nil for that which is expected of everything.
func verdictOf(r *events.Ruled) *Verdict {
	if r == nil || r.Verdict == events.Accepted {
		return nil
	}
	v := &Verdict{Open: true}
	for _, f := range r.Faults {
		if f.Clause != "" && !slices.ContainsFunc(v.Clauses, func(c string) bool { return events.Covers(c, f.Clause) }) {
			v.Clauses = append(v.Clauses, f.Clause)
		}
	}
	if len(v.Clauses) == 0 {
		v.Open = false
	}
	return v
}

// check reads the season as others will, and holds it against the inputs that it was made of.
func (s *Season) check(inputs []told, lib Library) error {
	read, err := Parse("the season", []byte(s.String()))
	if err == nil {
		err = read.Resolve(lib)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnsayable, err)
	}
	at := 0
	for i := range read.Entries {
		e := &read.Entries[i]
		if e.Game != uuid.Nil && e.Game != inputs[0].id {
			return fmt.Errorf("%w: the id of the game", ErrUnsayable)
		}
		for _, p := range e.Inputs {
			if at == len(inputs) {
				return fmt.Errorf("%w: an entry too many, %s", ErrUnsayable, p.Kind())
			}
			in := &inputs[at]
			if !e.At.Equal(in.at) || e.Actor != in.actor || !says(p, in.payload) || !signs(&e.Signed, in.signed) {
				return fmt.Errorf("event %d, %s: %w", in.sequence, in.payload.Kind(), ErrUnsayable)
			}
			at++
		}
	}
	return nil
}

// signs reports whether an entry has the signature that a ledger holds, nil for none.
func signs(said, held *events.Signature) bool {
	return held == nil && said.Value == "" || held != nil && *said == *held
}

// says reports whether an entry says what a ledger holds; the edition of a verdict is worked out when the season is played.
func says(said, held events.Payload) bool {
	if dispute, ok := TakesUp(said); ok {
		p, adopted := held.(events.EditionAdopted)
		return adopted && p.Changes[0].Dispute == dispute
	}
	if o, ok := said.(events.GameOpened); ok && len(o.Register) == 0 { // of a system that is not built in: who imports it names that
		if p, ok := held.(events.GameOpened); ok {
			o.Text, o.Format, o.Words, o.Register = p.Text, p.Format, p.Words, p.Register
			said = o
		}
	}
	a, err := json.Marshal(said)
	b, also := json.Marshal(held)
	return err == nil && also == nil && said.Kind() == held.Kind() && string(a) == string(b)
}
