package ledger_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/store/sqlite"
)

// TestALedgerKnowsAboutHowMuchItHolds keeps several ledgers and compares what the heap grows by with what they say.
func TestALedgerKnowsAboutHowMuchItHolds(t *testing.T) {
	testrace.Elsewhere(t)
	st, err := sqlite.Create(filepath.Join(t.TempDir(), "games.ledger"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	const n = 3
	options := ledger.Options{Engine: "adjudicate test"}
	for i := range n + 1 {
		if _, err := played.Into(st, fmt.Sprint("game-", i), "../fixtures/season/autumn.season", options); err != nil {
			t.Fatal(err)
		}
	}
	// opened is a ledger of which something was asked, and to which something was written, as an office leaves them.
	opened := func(i int) *ledger.Ledger {
		l, err := ledger.Open(t.Context(), st, fmt.Sprint("game-", i), options)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Submit(t.Context(), events.PlaySubmitted{Side: "Masque", Text: "pass", Message: "one"}, "Pavel", l.Last().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		return l
	}
	heap := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	opened(n) // what all share is there
	before := heap()
	var kept []*ledger.Ledger
	said := int64(0)
	for i := range n {
		kept = append(kept, opened(i))
		said += int64(kept[i].Size())
	}
	grew := heap() - before
	runtime.KeepAlive(kept)
	t.Logf("%d KiB each, and %d said", grew/n/1024, said/n/1024)
	if said < grew*2/3 || said > grew*3/2 {
		t.Errorf("%d ledgers take %d bytes, and say %d", n, grew, said)
	}
}
