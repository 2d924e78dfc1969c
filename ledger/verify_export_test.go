package ledger

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
)

// An export is read again from any line, whether it was marked or not.
func TestAnExportIsReadFromAnyLine(t *testing.T) {
	for _, end := range []string{"\n", "", "\n\n"} {
		var want []string
		for i := range 2*everyLine + 77 {
			want = append(want, fmt.Sprint("line ", i+1))
		}
		text := []byte(strings.Join(want, "\n") + end)
		if end == "\n\n" {
			want = append(want, "")
		}
		x := &exportText{text: bytes.NewReader(text), size: int64(len(text))}
		for _, from := range []uint64{1, 2, everyLine, everyLine + 1, everyLine + 2, 2 * everyLine, 2*everyLine + 1, uint64(len(want)), uint64(len(want)) + 1} {
			var got []string
			ended := 0
			for l, err := range x.lines(from) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(l.text))
				if l.ended {
					ended++
				}
			}
			if !slices.Equal(got, want[from-1:]) {
				t.Errorf("ending in %q, from %d: %d lines, want %d", end, from, len(got), len(want[from-1:]))
			}
			if open := len(got) - ended; open > 0 && (end != "" || open > 1) || open == 0 && end == "" && len(got) > 0 {
				t.Errorf("ending in %q, from %d: %d lines without a line feed", end, from, open)
			}
		}
		if len(x.begin) != 3 {
			t.Errorf("%d lines are marked, want 3", len(x.begin))
		}
	}
}

// What editions read of an export are the events that were exported.
func TestTheEventsOfAnExportAreThoseExported(t *testing.T) {
	var text []byte
	var ids []uuid.UUID
	for i := range 5 {
		e := events.Envelope{ID: uuid.Must(uuid.NewV7()), Ledger: "x", Sequence: uint64(i + 1), Recorded: time.Unix(0, 0).UTC(), Actor: "Ursula", Payload: events.PlayerRegistered{Player: fmt.Sprint("P", i)}}
		e.Effective, e.Correlation = e.Sequence, e.ID
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		line, err := events.Export(data)
		if err != nil {
			t.Fatal(err)
		}
		text, ids = append(append(text, line...), '\n'), append(ids, e.ID)
	}
	x := &exportText{text: bytes.NewReader(text), size: int64(len(text))}
	for from := range uint64(7) {
		at := max(from, 1)
		for rec, err := range x.events(from) {
			if err != nil || uint64(rec.Revision) != at || rec.ID != ids[at-1] || !strings.HasPrefix(rec.Type, "player-registered.") {
				t.Errorf("from %d: %d is %+v, %v", from, at, rec.Event, err)
			}
			at++
		}
		if at != max(6, from) {
			t.Errorf("from %d: the last is %d", from, at-1)
		}
	}
	cut := &exportText{text: bytes.NewReader(text), size: int64(len(text)) - 9}
	var failed error
	for _, err := range cut.events(5) {
		failed = err
	}
	if failed == nil {
		t.Error("half a line is an event")
	}
}
