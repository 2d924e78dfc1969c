package outbox

import (
	"context"
	"testing"
	"time"

	"adjudicate/ledger/place"
	"adjudicate/web/rounds"
)

// TestAnOfficeThatIsClosedHasNotedHowFarItHasCome starts sending, closes the store as a command does that is interrupted, and goes on in another process.
func TestAnOfficeThatIsClosedHasNotedHowFarItHasCome(t *testing.T) {
	g := season(t)
	o := options(t, (&mailServer{}).listen(t))
	looks := func(st *place.Store) (n int) {
		t.Helper()
		all := &rounds.Games{Store: st, Now: o.Now, Kept: "mailed"}
		if err := all.Each(t.Context(), func(context.Context, *place.Game) (time.Time, error) { n++; return time.Time{}, nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	began := time.Now()
	ctx, stop := context.WithCancel(t.Context())
	Start(ctx, g.Store, o, func(err error) { t.Error(err) })
	for p, err := g.Posted(t.Context(), nil); p.UpTo == 0; p, err = g.Posted(t.Context(), nil) { // the first round
		if err != nil || time.Since(began) > time.Minute {
			t.Fatal(err, "nothing is sent")
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	if err := g.Store.Close(); err != nil {
		t.Fatal(err)
	}
	st, err := g.Store.Host.Open(t.Context(), g.Store.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if n := looks(st); n != 0 {
		t.Errorf("%d games are looked at again", n)
	}
	fresh := &rounds.Games{Store: st, Now: o.Now}
	seen := 0
	if err := fresh.Each(t.Context(), func(context.Context, *place.Game) (time.Time, error) { seen++; return time.Time{}, nil }); err != nil || seen == 0 {
		t.Errorf("without a note %d games are looked at: %v", seen, err)
	}
}
