package report_test

import (
	"context"
	"iter"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/report"
	"adjudicate/store"
)

// A heldAgainst counts what the preparation of plans reads of a store. Those by which causes are sought are other plans, made of less.
type heldAgainst struct {
	store.Store
	reads int
}

// Read implements store.Store.
func (h *heldAgainst) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	if prepares, causes := callers(); prepares && !causes {
		h.reads++
	}
	return h.Store.Read(ctx, stream, from)
}

// callers reports whether the caller works for the preparation of a plan, and for the search of causes.
func callers() (prepares, causes bool) {
	at := make([]uintptr, 64)
	frames := runtime.CallersFrames(at[:runtime.Callers(2, at)])
	for {
		f, more := frames.Next()
		prepares = prepares || strings.HasSuffix(f.Function, "history/readjudicate.Prepare")
		causes = causes || strings.HasSuffix(f.Function, "history/causes.Find")
		if !more {
			return prepares, causes
		}
	}
}

// TestAnAdoptionPreparesItsPlanOnce holds an adoption, from the plan that commands have read on, to what one preparation of that plan reads.
func TestAnAdoptionPreparesItsPlanOnce(t *testing.T) {
	ctx := context.Background()
	_, recorded := played.Ledger(t, "../fixtures/season/autumn.season")
	var play *events.Envelope
	for i := range recorded {
		if _, is := recorded[i].Payload.(events.PlaySubmitted); is && i > len(recorded)*9/10 {
			play = &recorded[i]
			break
		}
	}
	wire, text, err := events.EncodePayload(play.Payload)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []events.Change{
		{What: history.Void, Input: play.Sequence},
		{What: history.Correct, Input: play.Sequence, Type: wire, Payload: text},
		{What: history.Insert, Input: play.Sequence, Type: wire, Payload: text, Actor: play.Actor},
	} {
		t.Run(change.What, func(t *testing.T) {
			st, _ := played.Ledger(t, "../fixtures/season/autumn.season")
			h := &heldAgainst{Store: st}
			l, err := ledger.Open(ctx, h, played.Name, ledger.Options{Engine: "test", Entropy: rand.NewChaCha8([32]byte{1})})
			if err != nil {
				t.Fatal(err)
			}
			plan := readjudicate.Plan{Changes: []events.Change{change}}
			if _, _, err := l.Plan(ctx, plan); err != nil || h.reads == 0 {
				t.Fatalf("a preparation reads %d times, error %v", h.reads, err)
			}
			once := h.reads
			h.reads = 0
			trial := &report.Trial{Ledger: l, Undated: func(events.Change) {},
				Progress: func(string, int64) (func(int64), func()) { return func(int64) {}, func() {} }}
			v := &report.Candidate{}
			if err := trial.Adopt(ctx, plan, "a test", "", l.Last().Add(time.Minute), v); err != nil {
				t.Fatal(err)
			}
			if v.Adopted == 0 || h.reads != once {
				t.Errorf("adopted as event %d after %d reads, want %d", v.Adopted, h.reads, once)
			}
		})
	}
}
