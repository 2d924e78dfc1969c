package ahead_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"adjudicate/store/ahead"
)

var errDisk = errors.New("the disk does not answer")

// numbers yields 0 to n-1, and then fails or panics if it is told to. Ended is set when it has.
type numbers struct {
	n     int
	err   error
	fault any
	ended bool
}

func (l *numbers) all(ctx context.Context) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		defer func() { l.ended = true }()
		for i := range l.n {
			if !yield(i, nil) || ctx.Err() != nil {
				return
			}
		}
		if l.fault != nil {
			panic(l.fault)
		}
		if l.err != nil {
			yield(0, l.err)
		}
	}
}

func TestWhatIsReadAheadIsWhatIsYielded(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 5, 8, 12, 13, 100} {
		for _, want := range []error{nil, errDisk} {
			l := &numbers{n: n, err: want}
			var got []int
			var failed error
			for i, err := range ahead.Of(context.Background(), 4, l.all) {
				if failed = err; err == nil {
					got = append(got, i)
				}
			}
			if len(got) != n || !slices.IsSorted(got) || failed != want || !l.ended {
				t.Errorf("%d numbers, then %v: got %d, then %v; ended: %t", n, want, len(got), failed, l.ended)
			}
		}
	}
}

func TestTheSequenceEndsWithItsReader(t *testing.T) {
	for leave := range 20 {
		l := &numbers{n: 1 << 40}
		for i := range ahead.Of(context.Background(), 4, l.all) {
			if i == leave {
				break
			}
		}
		if !l.ended {
			t.Errorf("left at %d, it still reads", leave)
		}
	}
}

func TestAPanicComesToTheReader(t *testing.T) {
	for _, n := range []int{0, 4, 6} {
		l, got := &numbers{n: n, fault: "a fault"}, 0
		func() {
			defer func() {
				if fault := recover(); fmt.Sprint(fault) != "a fault" || got != n {
					t.Errorf("after %d of %d: %v", got, n, fault)
				}
			}()
			for range ahead.Of(context.Background(), 4, l.all) {
				got++
			}
		}()
	}
}

// What is read ahead is bounded by its size, be it as many items as it may.
func TestLargeItemsAreHandedOverFewAtATime(t *testing.T) {
	made := make(chan int, 1000)
	list := func(context.Context) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			for i := range 1000 {
				if made <- i; !yield(i, nil) {
					return
				}
			}
		}
	}
	taken := 0
	for i, err := range ahead.Within(context.Background(), 1000, 25, func(*int) int { return 10 }, list) {
		if err != nil || i != taken {
			t.Fatalf("item %d: %d, %v", taken, i, err)
		}
		taken++
		if n := len(made); n > taken+12 { // three at a time, in the hands of the reader, on the way twice, and being read
			t.Fatalf("%d have been read when %d are taken", n, taken)
		}
	}
	if taken != 1000 {
		t.Errorf("%d items", taken)
	}
}
