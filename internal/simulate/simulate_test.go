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
	first, seeds := uint64(1), uint64(4)
	if long := err == nil; long {
		first, seeds = uint64(time.Now().Unix())&0xffffff<<12, 1<<40
	}
	if given := os.Getenv("ADJUDICATE_SEED"); given != "" {
		if _, err := fmt.Sscan(given, &first); err != nil {
			t.Fatal(err)
		}
		if length == 0 {
			seeds = 1
		}
	}
	began := time.Now()
	total := tally{faults: map[string]int{}, ends: map[string]int{}}
	for seed := first; seed < first+seeds && !t.Failed() && (length == 0 || time.Since(began) < length); seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := run(t, seed, usual(seed, 25000))
			total.add(w)
			if w.failure != "" {
				t.Error(w.failure)
			}
		})
	}
	t.Logf("from seed %d: %s", first, &total)
	for class, n := range total.faults {
		if n == 0 {
			t.Errorf("never: %s", class)
		}
	}
}

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
			w := run(t, 3, usual(3, 10000))
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
