package ledger_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// What the program's own register says is of no account to a ledger that holds its own: this
// one names a system that the program does not know, reads one entry otherwise by default, has
// one more, and lacks one that the engine asks.
func TestALedgerOfAnotherRegisterIsRuledOnAndVerifiedByItsOwn(t *testing.T) {
	ctx, st := context.Background(), memory.New()
	l, err := ledger.Create(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	list := preparations(t)
	opening := list[0].(events.GameOpened)
	opening.System, opening.Text = "a stranger's", ""
	opening.Register = slices.DeleteFunc(slices.Clone(opening.Register), func(e events.RegisterEntry) bool { return e.Entry == "list-rotation" })
	for i := range opening.Register {
		if e := &opening.Register[i]; e.Entry == "king-step" {
			e.Default, e.InForce = "literal", "literal"
		}
	}
	opening.Register = append(opening.Register, events.RegisterEntry{Entry: "of-its-own", Clause: "1 §1", Question: "Which?", Default: "this", InForce: "that",
		Readings: []events.RegisterReading{{Reading: "this", Text: "This."}, {Reading: "that", Text: "That."}}})
	list[0] = opening
	for _, p := range list {
		accepted(t, l, p)
	}
	accepted(t, l, plays("Blue", "K@j1"))
	accepted(t, l, plays("Red", "K@a12"))
	// By section C a King goes to any square one rank away (king-step=literal).
	res := accepted(t, l, plays("Blue", "Kj1-d2"))
	for i := range res.Events() {
		for _, r := range res.Events()[i].Basis.Readings {
			if r == "king-step=adjacent" || strings.HasPrefix(r, "list-rotation=") {
				t.Errorf("%s rests on %s, which the ledger does not hold", res.Events()[i].Type, r)
			}
		}
	}

	entry := events.InterpretationAdded{Entry: "of-its-own", Clause: "1 §2", Question: "And this?", Default: "yes", InForce: "yes",
		Readings: []events.RegisterReading{{Reading: "yes", Text: "Yes."}, {Reading: "no", Text: "No."}}}
	if res := submit(t, l, entry); res.Ruled().Verdict != aggregate.Rejected {
		t.Errorf("an entry that the register has is added once more: %s", res.Ruled().Verdict)
	}
	entry.Entry, entry.Default = "later", "perhaps"
	if res := submit(t, l, entry); res.Ruled().Verdict != aggregate.Rejected {
		t.Errorf("an entry whose default is no reading is added: %s", res.Ruled().Verdict)
	}
	entry.Default = "yes"
	accepted(t, l, entry)
	accepted(t, l, events.InterpretationAdopted{Entry: "later", Reading: "no"})

	again, err := ledger.Open(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	register, err := again.State().Register()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"of-its-own", "later"} {
		if _, ok := register.Entry(id); !ok {
			t.Errorf("opened anew, the register lacks %s", id)
		}
	}
	if _, ok := register.Entry("list-rotation"); ok {
		t.Error("opened anew, the register has an entry of the program's")
	}
	if f, r := again.State().Board(); f != 20 || r != 20 {
		t.Errorf("the board has %d files and %d ranks", f, r)
	}
	holds(t, st)
}
