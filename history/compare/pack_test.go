package compare

import (
	"errors"
	"io"
	"slices"
	"testing"

	"adjudicate/events"
)

// unheard is a payload that no ledger holds.
type unheard struct{}

func (unheard) Kind() string { return "unheard" }

func packed(p events.Payload) *Input {
	in := &Input{Address: "7", Payload: p, Before: &Ruling{Verdict: "accepted", Play: "pass"}, After: &Ruling{Verdict: "void"}}
	k := newPacker()
	k.take(in, nil)
	k.wait()
	return in
}

func TestWhatCannotBeWrittenIsKept(t *testing.T) {
	in := packed(unheard{})
	full, err := in.Opened()
	if err != nil || full.Payload != (unheard{}) || full.Before.Play != "pass" || full.After.Verdict != "void" {
		t.Errorf("it is opened as %+v, %v", full, err)
	}
}

func TestWhatIsPackedAndDamagedIsNotOpened(t *testing.T) {
	in := packed(events.PlaySubmitted{Side: "Red", Text: "pass"})
	whole := in.packed.data
	for n := range whole {
		in.packed.data, in.packed.of.opened = whole[:n], nil
		if _, err := in.Opened(); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("cut off after %d bytes: %v", n, err)
		}
	}
	var short packReader
	if short.ruling(); !errors.Is(short.err, errPacked) {
		t.Errorf("nothing is read with the error %v", short.err)
	}
}

// Of a long chain the first input is listed and the last ones. An input that was put in before another has its number.
func TestLinksOfALongChain(t *testing.T) {
	var last *Input
	for n := range uint64(200) {
		in := &Input{Point: n + 1, From: last}
		in.Cause.chain(in)
		if n == 150 { // with what was put in before it
			in = &Input{Point: n + 1, From: in}
			in.Cause.chain(in)
		}
		last = in
	}
	want := []uint64{1}
	for n := uint64(200 - mostChain + 2); n <= 200; n++ {
		want = append(want, n)
	}
	if got := last.links(last.Cause.Steps); !slices.Equal(got, want) || last.Cause.Steps != 199 || !slices.Equal(last.Cause.Chain, want) {
		t.Errorf("%d steps, %v", last.Cause.Steps, got)
	}
}
