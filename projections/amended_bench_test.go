package projections_test

import (
	"os"
	"testing"
	"time"

	"adjudicate/aggregate"
	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
)

// amendments are ten changes of the rules.
var amendments = []string{"griffon", "nightrider", "draughtking", "legionary", "rose", "gorgon", "riding-master", "fire-demon", "cylinder", "missionary"}

// BenchmarkAmended is what an amended rulebook costs: plays on the dense board decided, folded and projected
// under ten amendments, each in turn with the plain rulebook, a few plays of each at a time, so
// that the machine is the same for both. xplain is how many times as long a play takes.
func BenchmarkAmended(b *testing.B) {
	plain := dense(b)
	plays := line(b, plain, 40)
	for _, name := range amendments {
		b.Run(name, func(b *testing.B) {
			amended := amend(b, name)
			list := line(b, amended, 40)
			var spent [2]time.Duration
			for b.Loop() {
				for i, one := range []struct {
					start *aggregate.State
					plays []aggregate.Input
				}{{plain, plays}, {amended, list}} {
					j, err := aggregate.NewJudge(one.start.Clone(), "bench")
					if err != nil {
						b.Fatal(err)
					}
					j.Analysis()
					p := newPipeline(j)
					began := time.Now()
					for _, in := range one.plays {
						p.do(in)
					}
					spent[i] += time.Since(began)
				}
			}
			b.ReportMetric(float64(b.N*len(list))/spent[1].Seconds(), "plays/s")
			b.ReportMetric(spent[1].Seconds()/spent[0].Seconds(), "xplain")
		})
	}
}

// amend is the dense board under an amendment.
func amend(b *testing.B, name string) *aggregate.State {
	b.Helper()
	file := "../systems/partychess/amendments/" + name + ".yaml"
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	list, err := rules.Parse(file, text)
	if err != nil {
		b.Fatal(err)
	}
	return dense(b, list...)
}
