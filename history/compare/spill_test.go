package compare

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/events"
)

// What does not stay in memory is opened as it was, and leaves no file behind; where no file can be had all stays in memory.
func TestPacksThatLieInAFileAreOpenedAsTheyWere(t *testing.T) {
	for _, c := range []struct {
		name string
		most int
		dir  string
		away bool
	}{
		{"all in memory", mostPacked, t.TempDir(), false},
		{"all in a file", 0, t.TempDir(), true},
		{"the first ones in memory", 2000, t.TempDir(), true},
		{"no folder for a file", 0, filepath.Join(t.TempDir(), "missing"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TMPDIR", c.dir)
			const n = 40*perPack + 3
			p := newPacker()
			p.spill.most = c.most
			list := make([]*Input, n)
			for i := range list {
				list[i] = &Input{Address: fmt.Sprint(i), Payload: events.PlaySubmitted{Side: "Red", Text: fmt.Sprint("Ra", i)},
					Before: &Ruling{Verdict: "accepted", Play: fmt.Sprint(i)}, After: &Ruling{Verdict: "void"}}
				p.take(list[i], nil)
			}
			p.wait()
			held, away := 0, 0
			for i := range list {
				if i%perPack == 0 {
					if held += len(list[i].packed.data); list[i].packed.away != nil {
						away++
					}
				}
				in, err := list[(i*7)%n].Opened()
				if err != nil {
					t.Fatal(err)
				}
				if text := fmt.Sprint((i * 7) % n); in.Before.Play != text || in.Payload.(events.PlaySubmitted).Text != "Ra"+text || in.After.Verdict != "void" {
					t.Fatalf("#%s is opened as %+v", text, in)
				}
			}
			if c.away != (away > 0) || c.away && held > c.most {
				t.Errorf("%d packs are in a file, %d bytes in memory", away, held)
			}
			if left, err := os.ReadDir(c.dir); err == nil && len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// What can no longer be read is told.
func TestAPackThatCannotBeReadIsNotOpened(t *testing.T) {
	in := packed(events.PlaySubmitted{Side: "Red", Text: "pass"})
	data := in.packed.data
	s := &in.packed.of.spill
	s.most = 0
	if in.packed.away = s.put(data); in.packed.away == nil {
		t.Fatal("there is no file")
	}
	if err := s.file.Truncate(int64(len(data)) - 1); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Opened(); err == nil {
		t.Error("it is opened")
	}
	// Nothing more can be written.
	s.file.Close()
	if x := s.put(data); x != nil {
		t.Errorf("a file that is closed has taken %v", x)
	}
}
