package ledger_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/store"
)

// overdue opens the sample season's ledger with an announcement at its end, and returns the
// moment at which the limit of the side to play expires.
func overdue(t *testing.T) (store.Store, *ledger.Ledger, time.Time) {
	t.Helper()
	st, l := autumn(t)
	if _, err := l.Submit(context.Background(), events.StateAnnounced{}, "Ursula", l.Last()); err != nil {
		t.Fatal(err)
	}
	limit, ok := l.State().Limit()
	if !ok || l.State().Stage("free-for-all").State == aggregate.StageRunning {
		t.Fatal("no limit runs")
	}
	return st, l, limit.Expires
}

func TestWhatIsDueIsRecordedBeforeTheInputInOneAppend(t *testing.T) {
	ctx := context.Background()
	st, l, expires := overdue(t)
	late := l.State().ToPlay()
	head := l.Head()
	if due, err := l.Due(expires.Add(-1)); due || err != nil {
		t.Errorf("a moment before, due is %v, %v", due, err)
	}
	if due, err := l.Due(expires); !due || err != nil {
		t.Errorf("at its end, due is %v, %v", due, err)
	}
	at := expires.Add(2 * time.Hour)
	res, err := l.Submit(ctx, events.StateAnnounced{Note: "two hours later"}, "Ursula", at)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Due) != 1 || res.Due[0].Input.Sequence != head+1 || res.Input.Sequence != head+1+uint64(len(res.Due[0].Events())) {
		t.Fatalf("due %+v, the input at %d; the ledger had %d events", res.Due, res.Input.Sequence, head)
	}
	in := res.Due[0].Events()[0]
	if in.Type != "time-passed.v1" || in.Actor != "" || !in.Recorded.Equal(expires) || in.Correlation == res.Events()[0].Correlation {
		t.Errorf("what was due is %+v", in)
	}
	side, _ := l.State().Side(late)
	if side.Defaults != 1 || l.State().ToPlay() == late {
		t.Errorf("%s has made %d default plays in a row, and %s is to play", late, side.Defaults, l.State().ToPlay())
	}
	if got := written(t, opening(t, st).State()); got != written(t, l.State()) {
		t.Error("opened anew, the state is another")
	}
	v, err := ledger.Verify(ctx, st, name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

func TestAnInputThatCannotBeWrittenLeavesWhatWasDueUndone(t *testing.T) {
	ctx := context.Background()
	st, l, expires := overdue(t)
	other := opening(t, st)
	if _, err := other.Submit(ctx, events.StateAnnounced{}, "Ursula", other.Last()); err != nil {
		t.Fatal(err)
	}
	before, last, at := written(t, l.State()), l.Last(), l.Head()
	var conflict *store.ConflictError
	if _, err := l.Submit(ctx, events.StateAnnounced{}, "Ursula", expires.Add(time.Hour)); !errors.As(err, &conflict) {
		t.Fatalf("error %v", err)
	}
	if written(t, l.State()) != before || !l.Last().Equal(last) || l.Head() != at {
		t.Error("the ledger has gone on in memory")
	}
}

func TestAPlaySentInTimeAndReadLateIsInTime(t *testing.T) {
	_, l, expires := overdue(t)
	sent := expires.Add(-time.Minute)
	res, err := l.Submit(context.Background(), events.PlaySubmitted{Side: l.State().ToPlay(), Text: "pass", Sent: &sent}, "Ursula", expires.Add(time.Hour))
	if err != nil || len(res.Due) > 0 || res.Ruled().Verdict != aggregate.Accepted {
		t.Errorf("ruled %+v after %d due, %v", res.Ruled(), len(res.Due), err)
	}
}
