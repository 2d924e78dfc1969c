package simulate

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"
)

// run runs one world, in time of its own.
func run(t *testing.T, seed uint64, pl plan) (w *world) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, seed)
	synctest.Test(t, func(t *testing.T) {
		w = newWorld(t, seed, pl)
		w.live()
	})
	return w
}

// usual is the world of a seed: a third have their ledger on a server, one in eight has a disk that lies.
func usual(seed uint64, steps int) plan {
	return plan{steps: steps, far: seed%3 == 2, lies: seed%8 == 7, calm: seed%16 == 0}
}

// TestPromisesHoldInAWorldThatMisbehaves runs one seed after another: a few as a rule, as long as ADJUDICATE_SIMULATE says ("30s", "8h")
// from a seed that the clock draws, or from ADJUDICATE_SEED.
func TestPromisesHoldInAWorldThatMisbehaves(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("ADJUDICATE_SIMULATE"))
	first, seeds, steps := uint64(1), uint64(2), 8000
	if err == nil {
		first, seeds, steps = uint64(time.Now().Unix())&0xffffff<<12, 1<<40, 25000
	}
	if given := os.Getenv("ADJUDICATE_SEED"); given != "" {
		if _, err := fmt.Sscan(given, &first); err != nil {
			t.Fatal(err)
		}
		if length == 0 {
			seeds, steps = 1, 25000
		}
	}
	began := time.Now()
	total := tally{faults: map[string]int{}, ends: map[string]int{}}
	for seed := first; seed < first+seeds && !t.Failed() && (length == 0 || time.Since(began) < length); seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := run(t, seed, usual(seed, steps))
			total.add(w)
			if w.failure != "" {
				t.Error(w.failure)
			}
		})
	}
	t.Logf("from seed %d: %s", first, &total)
	if length >= 10*time.Minute {
		for _, class := range classes {
			if total.faults[class] == 0 {
				t.Errorf("in all that time never: %s", class)
			}
		}
	}
}

// classes are the faults that there are.
var classes = []string{"a bounce", "a change of leader", "a clock that leaps ahead", "a clock that leaps back", "a flipped bit", "a full disk", "a killed process", "a letter that is refused for good",
	"a mail server that does not answer", "a mail that comes out of turn", "a mail that comes twice", "a mail that is lost", "a mailbox that does not answer", "a power cut", "a question that is not answered",
	"a request that comes twice", "a request that is lost", "a sync that failed", "a sync that was not done", "a torn write", "a write that failed", "a yes of the mail server that is lost", "an answer that is lost",
	"an append that comes late", "an append that comes twice", "an append that is lost", "an append that is not sent", "an append whose answer is lost"}

// A tally is what many worlds came to.
type tally struct {
	worlds, steps, events, acks, inDoubt, conflicts int
	answers                                         int
	faults, ends                                    map[string]int
}

func (c *tally) add(w *world) {
	c.worlds++
	c.steps += w.steps
	c.events += int(w.promises.most)
	c.acks += w.promises.acks
	c.inDoubt += w.promises.inDoubt
	c.conflicts += w.promises.conflicts
	c.answers += len(w.promises.answers)
	for class, n := range w.faults {
		c.faults[class] += n
	}
	for end, n := range w.ends {
		c.ends[end] += n
	}
}

func (c *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d worlds, %d steps, %d events, %d appends acknowledged, %d in doubt, %d conflicts, %d answers to players", c.worlds, c.steps, c.events, c.acks, c.inDoubt, c.conflicts, c.answers)
	for _, m := range []map[string]int{c.faults, c.ends} {
		b.WriteString("\n")
		for _, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(&b, "\n  %6d  %s", m[k], k)
		}
	}
	return b.String()
}

// TestASeedIsOneRun runs a seed twice: both come to the same trace.
func TestASeedIsOneRun(t *testing.T) {
	var sums []string
	for range 2 {
		t.Run("run", func(t *testing.T) {
			w := run(t, 3, usual(3, 6000))
			if w.failure != "" {
				t.Fatal(w.failure)
			}
			sums = append(sums, w.sum())
		})
	}
	if len(sums) == 2 && sums[0] != sums[1] {
		t.Errorf("two runs of one seed: %s and %s", sums[0], sums[1])
	}
}
