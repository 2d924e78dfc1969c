package ledger_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// forged is a ledger with its events changed; what is not changed into anything is left out, and the
// sequences run on.
func forged(t *testing.T, st store.Store, change func(e *events.Envelope) bool) store.Store {
	t.Helper()
	var list []store.Event
	for e, err := range ledger.Events(context.Background(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		seq := e.Sequence
		if !change(&e) {
			continue
		}
		own := e.Effective == seq
		e.Sequence = uint64(len(list)) + 1
		if own {
			e.Effective = e.Sequence
		}
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, store.Event{ID: e.ID, Type: e.Type, Data: data})
	}
	to := memory.New()
	if _, err := to.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	return to
}

// By §4 of 1230.2 the limit ended at its moment. A ledger of format 2 that does not say so has
// been cut, even where what stands in it was ruled on rightly.
func TestWhatWasDueAndIsLeftOutIsFound(t *testing.T) {
	st, l, expires := overdue(t)
	res, err := l.Submit(context.Background(), events.TransactionRecorded{Account: "Bruno", Asset: "money", Amount: 2}, "Ursula", expires.Add(time.Hour))
	if err != nil || len(res.Due) != 1 {
		t.Fatalf("%+v, %v", res.Due, err)
	}
	holds(t, st)
	due := res.Due[0].Events()
	cut := forged(t, st, func(e *events.Envelope) bool {
		return e.Sequence < due[0].Sequence || e.Sequence > due[len(due)-1].Sequence
	})
	v, err := ledger.Verify(context.Background(), cut, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Differences) != 1 || v.Differences[0].What != ledger.DiffersDue || v.Differences[0].Sequence != due[0].Sequence {
		t.Errorf("%+v", v.Differences)
	}
}

// Anybody who can change a ruling can change the name of the engine beside it.
func TestTheNameOfAnotherEngineExcusesNoRuling(t *testing.T) {
	for _, format := range []int{0, 2} {
		for _, engine := range []string{"adjudicate 0.1.0", "adjudicate 0.3.0", "somebody's"} {
			st := memory.New()
			l, _ := bought(t, st, format, plays("Blue", "K@a1"))
			res := submit(t, l, plays("Blue", "Ka1-a3"))
			if res.Ruled().Verdict != aggregate.Rejected {
				t.Fatal(res.Ruled())
			}
			false1 := forged(t, st, func(e *events.Envelope) bool {
				if r, ok := e.Payload.(events.Ruled); ok && e.Sequence > res.Input.Sequence {
					r.Verdict, r.Faults, r.Engine = aggregate.Accepted, nil, engine
					e.Payload = r
				}
				return true
			})
			verify := func(against ledger.Evidence) *ledger.Verification {
				v, err := ledger.VerifyAgainst(context.Background(), false1, name, options(), against)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			v := verify(ledger.Evidence{})
			if len(v.Otherwise) > 0 || len(v.Differences) != 1 || v.Differences[0].What != ledger.DiffersOutcomes || !strings.Contains(v.Differences[0].Text, engine) {
				t.Errorf("format %d, %s: %+v, %+v", format, engine, v.Differences, v.Otherwise)
			}
			// What somebody has signed who is known stands.
			var tree proof.Tree
			for rec, err := range false1.Read(context.Background(), name, 1) {
				if err != nil {
					t.Fatal(err)
				}
				tree.Add(rec.Data)
			}
			signed := &proof.Signed{By: []string{"umpire"}, Checkpoint: proof.Checkpoint{Origin: proof.Origin(name), Size: tree.Size(), Root: tree.Root()}}
			v = verify(ledger.Evidence{Checkpoints: []ledger.Witness{{Checkpoint: signed}}})
			if len(v.Otherwise) != 1 || len(v.Differences) != 0 {
				t.Errorf("format %d, %s, signed: %+v, %+v", format, engine, v.Differences, v.Otherwise)
			}
			signed.By = nil
			if v = verify(ledger.Evidence{Checkpoints: []ledger.Witness{{Checkpoint: signed}}}); len(v.Differences) != 1 {
				t.Errorf("format %d, %s, signed by nobody known: %+v", format, engine, v.Differences)
			}
		}
	}
}

// unread is the ruling on a play of which the type of the piece could not be read.
func unread(p events.Payload) events.Payload {
	r := p.(events.Ruled)
	r.Verdict, r.Faults = aggregate.Rejected, []events.Fault{{Code: aggregate.FaultUnknownType, Message: "no rule in force defines it"}}
	return r
}

// Version 0.1.0 took a piece that moved by a Cantor's loan for one of the type that lent, and
// recorded its next move as that type's.
func TestKnownDeparturesAreToldWithTheirReason(t *testing.T) {
	for _, row := range []struct {
		sentence string
		play     string
		engine   string
		format   int
		change   func(p events.Payload) events.Payload
		reason   string
	}{
		{"other grounds", "K@a1", "adjudicate 0.1.0", 0, func(p events.Payload) events.Payload {
			r := p.(events.Ruled)
			r.Facts = append(slices.Clone(r.Facts), events.Fact{Code: "spoken", Message: "so it was said"})
			return r
		}, "all reasons are given"},
		{"other grounds of an engine of which no such thing is known", "K@a1", "adjudicate 0.3.0", 0, func(p events.Payload) events.Payload {
			r := p.(events.Ruled)
			r.Facts = append(slices.Clone(r.Facts), events.Fact{Code: "spoken", Message: "so it was said"})
			return r
		}, ""},
		{"other grounds in a format that the engine did not write", "K@a1", "adjudicate 0.1.0", 2, func(p events.Payload) events.Payload {
			r := p.(events.Ruled)
			r.Facts = append(slices.Clone(r.Facts), events.Fact{Code: "spoken", Message: "so it was said"})
			return r
		}, ""},
		{"a sign that was not read", "♔@a1", "adjudicate 0.2.0", 0, unread, "a play is read as people type it"},
		{"a play that was read", "K@a1", "adjudicate 0.2.0", 0, unread, ""},
		{"brackets around the whole", "(K@a1)", "adjudicate 0.2.0", 0, unread, "a play is read as people type it"},
		{"the number of a play", "1. K@a1", "adjudicate 0.2.0", 0, unread, "a play is read as people type it"},
		{"a mark behind a play", "K@a1!", "adjudicate 0.2.0", 0, unread, "a play is read as people type it"},
		{"a name in quotes, which was read", `"King"@a1`, "adjudicate 0.2.0", 0, unread, ""},
		{"an id, which was read", "#K2@a1", "adjudicate 0.2.0", 0, unread, ""},
	} {
		st := memory.New()
		_, at := bought(t, st, row.format, plays("Blue", row.play))
		other := forged(t, st, func(e *events.Envelope) bool {
			if r, ok := e.Payload.(events.Ruled); ok && e.Sequence == at[0]+1 {
				r.Engine = row.engine
				e.Payload = row.change(r)
			}
			return true
		})
		v, err := ledger.Verify(context.Background(), other, name, options())
		if err != nil {
			t.Fatal(err)
		}
		told := row.reason != "" && len(v.Otherwise) == 1 && strings.Contains(v.Otherwise[0].Reason, row.reason) && len(v.Differences) == 0
		if !told && (row.reason != "" || len(v.Differences) != 1) {
			t.Errorf("%s: %+v, %+v", row.sentence, v.Differences, v.Otherwise)
		}
	}
}
