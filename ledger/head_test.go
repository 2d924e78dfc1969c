package ledger_test

import (
	"bytes"
	"context"
	"testing"

	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// Whoever reads far keeps where it came to, and the next reader begins there.
func TestTheNextReaderBeginsWhereTheLastOneStood(t *testing.T) {
	ctx := context.Background()
	st := &metered{Store: memory.New()}
	l, err := ledger.Create(ctx, st, name, options())
	if err == nil {
		_, err = generate.Fill(ctx, l, 1, generate.Options{}, 100)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		who         string
		least, most int
	}{
		{"the first reader, who folds all of it", int(l.Head()), int(l.Head()) + 4},
		{"the next, who asks what the last event is", 1, 4},
	} {
		st.read = 0
		read, err := ledger.Open(ctx, st, name, options())
		if err != nil {
			t.Fatal(err)
		}
		if st.read < row.least || st.read > row.most {
			t.Errorf("%s: %d of %d events were read, want %d to %d", row.who, st.read, l.Head(), row.least, row.most)
		}
		want, _ := l.State().Snapshot(nil)
		if got, _ := read.State().Snapshot(nil); !bytes.Equal(want, got) {
			t.Errorf("%s has another state than the writer", row.who)
		}
	}
	v, err := ledger.Verify(ctx, st, name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Error(err, v.Differences)
	}
}
