package ledger_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/summary"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// referred is the season with editions that refer to one another: a change made and withdrawn by turns, an edition over an edition and back to it, an entry put in,
// a correction, an edition made from the first one. It returns the events.
func referred(t *testing.T) []store.Recorded {
	t.Helper()
	st, l := autumn(t)
	wire, data, err := events.EncodePayload(events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "yes"})
	if err != nil {
		t.Fatal(err)
	}
	correct, pass, err := events.EncodePayload(events.PlaySubmitted{Side: "Stag", Text: "+@q11"})
	if err != nil {
		t.Fatal(err)
	}
	slip, other := void(1987), void(2003)
	back := readjudicate.Plan{Withdraw: []string{"*"}}
	for n, plan := range []readjudicate.Plan{
		{Changes: []events.Change{slip}}, back, {Changes: []events.Change{slip}}, back, // 2 to 5
		{Changes: []events.Change{slip}}, {Changes: []events.Change{other}}, {Withdraw: []string{"7.1"}}, back, // 6 to 9
		{Changes: []events.Change{{What: history.Insert, Input: 1995, Type: wire, Payload: data}}}, {Base: 4}, // 10, 11
		{Base: 1, Changes: []events.Change{{What: history.Correct, Input: 1987, Type: correct, Payload: pass}}}, back, // 12, 13
		{Changes: []events.Change{slip, other}}, {Base: 7, Withdraw: []string{"7.1"}}, // 14, 15
	} {
		if _, _, err := l.Adopt(t.Context(), plan, "", "Odile", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatalf("edition %d: %v", n+2, err)
		}
	}
	return recorded(t, st)
}

// repeating is the same ledger as a program writes it that repeats what it restates.
func repeating(t *testing.T, list []store.Recorded) []store.Recorded {
	t.Helper()
	st := holding(t, list)
	var out []store.Recorded
	put := func(e *events.Envelope) {
		if e.Effective == e.Sequence {
			e.Effective = uint64(len(out) + 1)
		}
		e.Sequence = uint64(len(out) + 1)
		if len(out) > 0 && slices.ContainsFunc(out, func(r store.Recorded) bool { return r.ID == e.ID }) {
			e.ID = uuid.NewSHA1(uuid.NameSpaceOID, fmt.Append(nil, e.Sequence))
		}
		out = append(out, store.Recorded{Event: store.Event{ID: e.ID, Type: e.Type, Data: encoded(t, e)}, Revision: store.Revision(e.Sequence)})
	}
	for act, err := range events.Acts(history.Restated(t.Context(), st, name, history.Stream(t.Context(), st, name, 1))) {
		if err != nil {
			t.Fatal(err)
		}
		adoption := len(out)
		if p, ok := act.Input.Payload.(events.EditionAdopted); ok {
			p.Head = uint64(adoption)
			act.Input.Payload = p
		}
		for e := range act.All() {
			put(e)
		}
		if _, ok := act.Input.Payload.(events.EditionAdopted); ok {
			redigest(t, out, adoption)
		}
	}
	return out
}

// redigest gives an adoption the digest of what it restates.
func redigest(t *testing.T, list []store.Recorded, adoption int) {
	t.Helper()
	h := sha256.New()
	for i := adoption + 3; !strings.HasPrefix(list[i].Type, "state-restated."); i++ {
		e := decoded(t, list[i])
		wire, payload, err := events.EncodePayload(e.Payload)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%d %s %q %q %s\n", e.Effective, wire, e.Basis.Clauses, e.Basis.Readings, payload)
	}
	e := decoded(t, list[adoption])
	p := e.Payload.(events.EditionAdopted)
	p.Digest = fmt.Sprintf("sha256:%x", h.Sum(nil))
	e.Payload = p
	list[adoption].Data = encoded(t, &e)
}

func holding(t *testing.T, list []store.Recorded) *memory.Store {
	t.Helper()
	st := memory.New()
	var all []store.Event
	for _, rec := range list {
		all = append(all, rec.Event)
	}
	if _, err := st.Append(t.Context(), name, store.NoStream, all); err != nil {
		t.Fatal(err)
	}
	return st
}

// references are where events of a ledger refer to what was stated before.
func references(list []store.Recorded) (at []int) {
	for i, r := range list {
		if strings.HasPrefix(r.Type, "inputs-restated.") {
			at = append(at, i)
		}
	}
	return at
}

// Nobody who reads a ledger sees whether its editions refer to what they restate or repeat it: both verify, and entries, verdicts, states, notices and
// what lists say of the game are the same.
func TestAnEditionThatRefersIsTheOneThatRepeats(t *testing.T) {
	testrace.Elsewhere(t)
	short := referred(t)
	long := repeating(t, short)
	if n := len(references(short)); n < 8 || len(references(long)) != 0 || len(long) < len(short)+100 {
		t.Fatalf("%d events with %d references, repeated %d events", len(short), n, len(long))
	}
	for what, list := range map[string][]store.Recorded{"referring": short, "repeating": long} {
		if v := verifiedAnew(t, list); len(v.Differences)+v.More > 0 || v.Stopped != 0 {
			t.Errorf("%s: %+v", what, v.Differences)
		}
	}
	for what, tell := range map[string]func(*testing.T, *memory.Store) []string{"entries": entriesTold, "marks and verdicts": verdictsTold, "dockets": docketsTold,
		"summaries": summariesTold, "notices": noticesTold, "states": statesTold} {
		t.Run(what, func(t *testing.T) {
			want, got := tell(t, holding(t, long)), tell(t, holding(t, short))
			if d := cmp.Diff(want, got); d != "" || len(want) == 0 {
				t.Errorf("(-repeating +referring):\n%s", d)
			}
		})
	}
}

func editionsOf(t *testing.T, st store.Store) iter.Seq2[*history.Catalogue, *history.Edition] {
	cat, err := history.Load(t.Context(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(*history.Catalogue, *history.Edition) bool) {
		for i := range cat.Editions() {
			if !yield(cat, &cat.Editions()[i]) {
				return
			}
		}
	}
}

func entriesTold(t *testing.T, st *memory.Store) (out []string) {
	for cat, e := range editionsOf(t, st) {
		for entry, err := range cat.History(t.Context(), e, history.Range{To: 2095}) {
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("edition %d: %s %s by %q, as in %d, first %s:", e.Number, entry.Place.Address(), entry.Standing, entry.Changed, entry.Edition, entry.First)
			for _, o := range entry.Outcomes {
				_, data, err := events.EncodePayload(o.Payload)
				if err != nil {
					t.Fatal(err)
				}
				line += fmt.Sprintf(" %s at %d, %s by %s for %s because of %s %v %s", o.Type, o.Effective, o.Recorded, o.Actor, o.Correlation, o.Causation, o.Basis, data)
			}
			out = append(out, line)
		}
	}
	return out
}

func verdictsTold(t *testing.T, st *memory.Store) (out []string) {
	for cat, e := range editionsOf(t, st) {
		v, err := history.Look(t.Context(), st, name, history.Where{Edition: e.Number})
		if err != nil {
			t.Fatal(err)
		}
		marks, err := v.Marks(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for at := uint64(1900); at < 2090; at++ {
			place := history.Place{Input: at}
			in, err := cat.Recorded(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			if !events.IsInput(in.Payload.Kind()) {
				continue
			}
			verdict, err := cat.VerdictAt(t.Context(), e, place)
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("edition %d: %d is %s", e.Number, at, verdict)
			for _, m := range marks[place] {
				line += fmt.Sprintf(", %s by edition %d", m.What, m.Edition)
			}
			out = append(out, line)
		}
	}
	return out
}

// docketsTold has a docket that hears every event say how each input stands, after each adoption.
func docketsTold(t *testing.T, st *memory.Store) (out []string) {
	var d dispute.Docket
	for e, err := range history.Stream(t.Context(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		d.Apply(&e)
		if _, closed := e.Payload.(events.StateRestated); !closed {
			continue
		}
		for at := uint64(1980); at <= 2095; at++ {
			s, ok := d.Input(at)
			out = append(out, fmt.Sprint(at, ok, s.Name(), s.Kind, s.Verdict))
		}
	}
	return out
}

func summariesTold(t *testing.T, st *memory.Store) (out []string) {
	var s summary.Summary
	for e, err := range history.Stream(t.Context(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		_ = s.Fold(&e) // that an edition restates the state
		if _, closed := e.Payload.(events.StateRestated); closed {
			data, err := json.Marshal(s.Last)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(data))
		}
	}
	return out
}

func noticesTold(t *testing.T, st *memory.Store) (out []string) {
	stream := history.Restated(t.Context(), st, name, history.Stream(t.Context(), st, name, 1))
	for e, err := range notice.Read(aggregate.NewState(), stream) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Act.Input.Sequence < 2090 {
			continue
		}
		for _, n := range e.Notices {
			out = append(out, n.Player+": "+n.Text)
		}
	}
	return out
}

func statesTold(t *testing.T, st *memory.Store) (out []string) {
	for cat, e := range editionsOf(t, st) {
		for _, point := range []uint64{1990, 2050, 2095} {
			s, err := cat.StateAt(t.Context(), e, point)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, written(t, s))
		}
	}
	return out
}

// What a reference says is found wrong where it is wrong: the edition does not state it, states something else, is none that was adopted before, or the adoption
// names other inputs than it changes. The digest of the adoption is made to match, so that nothing but the reference tells.
func TestAReferenceThatIsWrongIsFound(t *testing.T) {
	testrace.Elsewhere(t)
	sound := referred(t)
	refs := references(sound)
	editionAt := func(i int) int {
		for ; ; i-- {
			if p, ok := decoded(t, sound[i]).Payload.(events.EditionAdopted); ok {
				return p.Edition
			}
		}
	}
	type stated = []events.InputStated
	set := func(as int) func(stated) stated {
		return func(list stated) stated { list[0].As = as; return list }
	}
	for _, c := range []struct {
		name    string
		edition int
		change  func(stated) stated
		want    string
	}{
		{"another edition, in which it has other outcomes", 3, set(2), "in which it has other outcomes"},
		{"another edition, the last input", 3, func(l stated) stated { l[len(l)-1].As = 2; return l }, "in which it has other outcomes"},
		{"as first recorded, which is otherwise", 4, set(1), "in which it has other outcomes"},
		{"an edition that only refers to it itself", 4, set(3), "edition 3 does not state the outcomes"},
		{"an edition that says nothing of it", 13, set(10), "edition 10 does not state the outcomes"},
		{"itself", 4, set(4), "expected one before edition 4"},
		{"a later edition", 4, set(5), "expected one before edition 4"},
		{"an edition that never was", 4, set(1 << 40), "expected one before edition 4"},
		{"edition 0", 4, set(0), "expected one before edition 4"},
		{"an edition before the first", 4, set(-1), "expected one before edition 4"},
		{"an input less", 4, func(l stated) stated { return l[:len(l)-1] }, "a different state-restated.v2"},
		{"the first input less", 4, func(l stated) stated { return l[1:] }, "expected what it makes of entry"},
		{"no input", 4, func(stated) stated { return stated{} }, "a different inputs-restated.v1"},
		{"an input more", 4, func(l stated) stated { return append(l, events.InputStated{Input: 2094, As: 1}) }, ""},
		{"an input that is none", 4, func(l stated) stated { l[0].Input++; return l }, "expected what it makes of entry"},
		{"an input that is still to come", 4, func(l stated) stated { l[len(l)-1].Input = 1 << 40; return l }, "expected one before the adoption"},
		{"an input twice", 4, func(l stated) stated { return append(l[:1], l...) }, "expected ascending inputs"},
		{"inputs in another order", 4, func(l stated) stated { slices.Reverse(l); return l }, "expected ascending inputs"},
		{"more inputs than may be", 4, func(l stated) stated {
			for len(l) <= history.MostTogether {
				l = append(l, events.InputStated{Input: l[len(l)-1].Input, As: 1})
			}
			return l
		}, "expected 1024 at most"},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := refs[slices.IndexFunc(refs, func(i int) bool { return editionAt(i) == c.edition })]
			list := slices.Clone(sound)
			e := decoded(t, list[i])
			was := e.Payload.(events.InputsRestated)
			e.Payload = events.InputsRestated{Inputs: c.change(slices.Clone(was.Inputs))}
			list[i].Data = encoded(t, &e)
			adoption := i
			for !strings.HasPrefix(list[adoption].Type, "edition-adopted.") {
				adoption--
			}
			v := verifiedAnew(t, list)
			if len(v.Differences) == 0 || v.Differences[0].What != ledger.DiffersOutcomes || !strings.Contains(v.Differences[0].Text, "does not match its digest") {
				t.Errorf("with its old digest: %+v", v.Differences)
			}
			redigest(t, list, adoption)
			v = verifiedAnew(t, list)
			at := uint64(i + 1)
			if strings.Contains(c.want, "state-restated") {
				at++ // where the inputs that are left out are expected
			}
			k := slices.IndexFunc(v.Differences, func(d ledger.Difference) bool { return d.Sequence == at })
			if k < 0 || v.Differences[k].What != ledger.DiffersOutcomes || !strings.Contains(v.Differences[k].Text, c.want) {
				t.Fatalf("event %d (%v) is wrong: expected %q, found %+v", i+1, e.Payload, c.want, v.Differences)
			}
			read(t, list, c.edition)
		})
	}
}

// read reads a broken edition: whatever a reference leads to, reading it ends, without a panic.
func read(t *testing.T, list []store.Recorded, edition int) {
	t.Helper()
	st := holding(t, list)
	cat, err := history.Load(t.Context(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []int{edition, len(cat.Editions())} {
		n := 0
		for _, err := range cat.History(t.Context(), &cat.Editions()[e-1], history.Range{}) {
			if n++; err != nil {
				break
			}
		}
		if n > len(list) {
			t.Errorf("edition %d has %d entries", e, n)
		}
	}
	for _, err := range history.Restated(t.Context(), st, name, history.Stream(t.Context(), st, name, 1)) {
		if err != nil {
			break
		}
	}
	if _, err := history.NewMemory(4, 1<<20).Look(t.Context(), st, name, history.Where{Edition: edition}); err != nil {
		t.Log(err)
	}
}

// What else an event that refers may claim belongs to the adoption that it is part of.
func TestAReferenceTakesEffectWithItsAdoption(t *testing.T) {
	list := referred(t)
	i := references(list)[0]
	e := decoded(t, list[i])
	e.Effective = 1987
	list[i].Data = encoded(t, &e)
	for adoption := i; ; adoption-- {
		if strings.HasPrefix(list[adoption].Type, "edition-adopted.") {
			redigest(t, list, adoption)
			break
		}
	}
	v := verifiedAnew(t, list)
	if !slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.Sequence == uint64(i+1) && d.What == ledger.DiffersOutcomes }) {
		t.Errorf("found %+v", v.Differences)
	}
}

// A change made and withdrawn by turns costs an edition a few events each time.
func TestEditionsByTurnsTakeFewEvents(t *testing.T) {
	st, l := autumn(t)
	var sizes []int
	for n := range 6 {
		plan := readjudicate.Plan{Withdraw: []string{"*"}}
		if n%2 == 0 {
			plan = readjudicate.Plan{Changes: []events.Change{void(1987)}}
		}
		before := l.Head()
		if _, c, err := l.Adopt(t.Context(), plan, "", "Odile", l.Last().Add(time.Hour), nil); err != nil || c.Restated < 10 {
			t.Fatal(c, err)
		}
		sizes = append(sizes, int(l.Head()-before))
	}
	if sizes[0] < 30 || slices.Max(sizes[1:]) > 7 {
		t.Errorf("the editions take %v events", sizes)
	}
	if v := verifiedAnew(t, recorded(t, st)); len(v.Differences) > 0 {
		t.Errorf("%+v", v.Differences)
	}
}

// An export carries the references as they stand, and what is read from it verifies and goes on.
func TestAnExportedLedgerRefersAsBefore(t *testing.T) {
	list := referred(t)
	var text bytes.Buffer
	if err := ledger.WriteExport(t.Context(), holding(t, list), name, &text, 0, false, nil); err != nil {
		t.Fatal(err)
	}
	again, _, err := played.Export("export", text.Bytes())
	if err != nil || len(again) != len(list) {
		t.Fatalf("%d events of %d: %v", len(again), len(list), err)
	}
	st := memory.New()
	if _, err := st.Append(t.Context(), name, store.NoStream, again); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(t.Context(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	before := l.Head()
	if _, _, err := l.Adopt(t.Context(), readjudicate.Plan{Base: 1, Changes: []events.Change{void(1987)}}, "", "Odile", l.Last().Add(time.Hour), nil); err != nil {
		t.Fatal(err)
	}
	if n := l.Head() - before; n > 10 {
		t.Errorf("an edition like one that was imported takes %d events", n)
	}
	if v := verifiedAnew(t, recorded(t, st)); len(v.Differences) > 0 {
		t.Errorf("%+v", v.Differences)
	}
}
