package simulate

import (
	"fmt"
	"strings"
	"testing"
)

// Mistakes that programs of this kind make, planted at the seams.
const (
	acknowledgesBeforeSync = "acknowledges before it syncs"
	appendsAnywhere        = "appends wherever the stream ends by now"
	repeatsAnew            = "repeats a request under another name"
	notesBeforeSending     = "notes a letter as sent before it is"
	emptiesBeforeTaking    = "empties the mailbox before it takes the mails"
)

// TestPlantedMistakesAreFound plants mistakes, one at a time, and wants the world to find each by the promise that it breaks.
func TestPlantedMistakesAreFound(t *testing.T) {
	for _, c := range []struct {
		mistake string
		seed    uint64 // the first of a few, one of which finds it
		far     bool
		broken  string
	}{
		{acknowledgesBeforeSync, 2, false, "was acknowledged or read by"},
		{appendsAnywhere, 1, false, ""},
		{repeatsAnew, 1, true, "one wish"},
		{notesBeforeSending, 1, false, "was never sent"},
		{emptiesBeforeTaking, 7, false, "knows nothing of it"},
	} {
		t.Run(c.mistake, func(t *testing.T) {
			var failures []string
			for seed := c.seed; seed < c.seed+8; seed++ {
				found := ""
				t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
					w := run(t, seed, plan{steps: 20000, far: c.far, mistake: c.mistake})
					found = w.failure
				})
				if found != "" && strings.Contains(found, c.broken) {
					t.Log(found)
					return
				}
				failures = append(failures, found)
			}
			t.Errorf("not found, but: %q", failures)
		})
	}
}
