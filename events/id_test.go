package events_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

func TestAnIDIsAUUIDOfItsMoment(t *testing.T) {
	at := time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)
	got, err := events.NewID(at, bytes.NewReader(bytes.Repeat([]byte{0xff}, 16)))
	if err != nil {
		t.Fatal(err)
	}
	// 1998-10-02T12:00:00Z is 907 329 600 000 ms after 1970, hexadecimal d3 410e fa00.
	if d := cmp.Diff("00d3410e-fa00-77ff-bfff-ffffffffffff", got.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got.Version() != 7 || got.Variant().String() != "RFC4122" {
		t.Errorf("got version %d, variant %s", got.Version(), got.Variant())
	}
	if sec, nsec := got.Time().UnixTime(); sec != at.Unix() || nsec != 0 {
		t.Errorf("its time reads %d s %d ns, want %d s", sec, nsec, at.Unix())
	}
}

func TestIDsOfABatchAscend(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 18, 0, 999_000_000, time.UTC)
	for name, entropy := range map[string]io.Reader{
		"random entropy":      rand.NewChaCha8([32]byte{1}),
		"nothing but ones":    repeat(0xff),
		"nothing but zeros":   repeat(0),
		"the middle overflow": repeat(0x7f),
	} {
		ids := events.NewIDs(at, entropy)
		last := ""
		for n := range 10_000 {
			id, err := ids.Next()
			if err != nil {
				t.Fatalf("%s: id %d: %v", name, n, err)
			}
			if id.String() <= last || id.Version() != 7 || id[8]>>6 != 2 {
				t.Fatalf("%s: id %d: %s after %s", name, n, id, last)
			}
			last = id.String()
		}
		next, err := events.NewID(at.Add(time.Millisecond), entropy)
		if err != nil || next.String() <= last {
			t.Errorf("%s: the next millisecond begins with %s after %s (%v)", name, next, last, err)
		}
	}
}

// repeat is an endless run of one byte.
type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

func TestNewIDFailsWithItsEntropyAndItsTime(t *testing.T) {
	if _, err := events.NewID(time.Unix(0, 0), strings.NewReader("short")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("too little entropy: got error %v, want io.ErrUnexpectedEOF", err)
	}
	ids := events.NewIDs(time.Unix(0, 0), strings.NewReader("ten bytes."))
	if _, err := ids.Next(); err != nil {
		t.Errorf("just enough entropy: %v", err)
	}
	if _, err := ids.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("entropy used up: got error %v, want io.EOF", err)
	}
	if _, err := events.NewID(time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC), repeat(0)); err == nil {
		t.Error("a time before 1970 was accepted")
	}
}
