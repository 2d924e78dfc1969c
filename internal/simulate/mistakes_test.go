package simulate

import (
	"fmt"
	"os"
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

// TestPlantedMistakesAreFound plants mistakes, one at a time, in worlds where what they need to show goes wrong often, and wants each to be found
// by the promise that it breaks. The same worlds without the mistake are sound.
func TestPlantedMistakesAreFound(t *testing.T) {
	for _, c := range []struct {
		mistake string
		far     bool
		wrong   rates
		broken  string
	}{
		{acknowledgesBeforeSync, false, rates{power: 1500}, "was acknowledged or read by"},
		{appendsAnywhere, false, rates{}, ""}, // two processes that act at once are enough
		{repeatsAnew, true, rates{network: 3}, "one wish"},
		{notesBeforeSending, false, rates{kill: 150}, "was never sent"},
		{emptiesBeforeTaking, false, rates{kill: 150}, "knows nothing of it"},
	} {
		t.Run(c.mistake, func(t *testing.T) {
			if c.wrong.kill > 0 && os.Getenv("ADJUDICATE_SIMULATE") == "" {
				t.Skip("takes some seconds: make test, make simulate")
			}
			var failures []string
			for seed := range uint64(6) {
				found := ""
				t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
					found = run(t, seed, plan{steps: 6000, far: c.far, wrong: &c.wrong, mistake: c.mistake}).failure
				})
				if found != "" && strings.Contains(found, c.broken) {
					t.Log(found)
					if len(failures) == 0 { // it is the mistake
						if sound := run(t, seed, plan{steps: 6000, far: c.far, wrong: &c.wrong}).failure; sound != "" {
							t.Errorf("without the mistake: %s", sound)
						}
					}
					return
				}
				failures = append(failures, found)
			}
			t.Errorf("not found, but: %q", failures)
		})
	}
}
