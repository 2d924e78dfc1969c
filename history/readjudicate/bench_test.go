package readjudicate_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strconv"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/cputime"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
	"adjudicate/systems"
)

// Histories for the benchmarks are generated once and kept under build/, by number of plays
// and by a fingerprint of what the generator and the judge make of its first plays.

// absent is a type that no piece of a generated history has.
const absent, absentRule = "Cantor", "1230.20"

// long is a generated history.
type long struct {
	st     *sqlite.Store
	plays  int
	inputs []uint64 // their sequences, from the first play on
	head   uint64
	why    bool // runs tell what differs, with the causes
}

func generated(st store.Store, plays int) (*generate.Counts, error) {
	ctx := context.Background()
	l, err := ledger.Create(ctx, st, name, ledger.Options{Engine: engine, Entropy: rand.NewChaCha8([32]byte{9})})
	if err != nil {
		return nil, err
	}
	return generate.Fill(ctx, l, 1, generate.Options{Absent: []string{absent}}, plays)
}

// fingerprint tells histories of different generators and engines apart.
func fingerprint() (string, error) {
	st := memory.New()
	if _, err := generated(st, 1500); err != nil {
		return "", err
	}
	h := sha256.New()
	for rec, err := range st.Read(context.Background(), name, 1) {
		if err != nil {
			return "", err
		}
		h.Write(rec.Data)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6]), nil
}

func longHistory(b *testing.B, plays int) *long {
	b.Helper()
	print, err := fingerprint()
	if err != nil {
		b.Fatal(err)
	}
	dir := filepath.Join("..", "..", "build", "histories")
	path := filepath.Join(dir, fmt.Sprintf("%d-%s.ledger", plays, print))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := build(dir, path, plays); err != nil {
			b.Fatal(err)
		}
	}
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { st.Close() })
	h := &long{st: st}
	playing := false
	for rec, err := range st.Read(context.Background(), name, 1) {
		if err != nil {
			b.Fatal(err)
		}
		h.head = uint64(rec.Revision)
		play := rec.Type == "play-submitted.v1"
		playing = playing || play
		if play {
			h.plays++
		}
		if playing && events.IsInput(rec.Type) {
			h.inputs = append(h.inputs, uint64(rec.Revision))
		}
	}
	return h
}

// build makes a history under another name first, so that a broken one is never found.
func build(dir, path string, plays int) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	draft, err := os.MkdirTemp(dir, "draft")
	if err != nil {
		return err
	}
	defer os.RemoveAll(draft)
	file := filepath.Join(draft, "x.ledger")
	st, err := sqlite.Create(file, sqlite.Options{})
	if err != nil {
		return err
	}
	_, err = generated(st, plays)
	if err := errors.Join(err, st.Close()); err != nil {
		return err
	}
	return os.Rename(file, path)
}

// heap is how many bytes of live and not yet collected objects there are.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// run rules on a history again and reports what it took.
func (h *long) run(b *testing.B, plan readjudicate.Plan, check func(c *readjudicate.Candidate) string) {
	b.Helper()
	var most uint64
	var last *readjudicate.Candidate
	told := 0
	var spent time.Duration
	for b.Loop() {
		began := cputime.Used()
		cat, err := history.Load(context.Background(), h.st, name, 0)
		if err != nil {
			b.Fatal(err)
		}
		run, err := readjudicate.Prepare(context.Background(), h.st, cat, plan, engine)
		if err != nil {
			b.Fatal(err)
		}
		o := readjudicate.Options{Progress: func(uint64) {
			if told++; told%64 == 0 {
				most = max(most, heap())
			}
		}}
		collect := compare.NewCollector(run.Changes)
		collect.Packed, collect.Weighs = true, false
		if h.why {
			o.Watch = collect.Watch
		}
		last, err = run.Do(context.Background(), o)
		if err == nil && h.why {
			var r *compare.Report
			if r, err = collect.Report(last.Before, last.After); err == nil {
				err = causes.Find(context.Background(), causes.Question{Store: h.st, Catalogue: cat, Plan: plan, Engine: engine}, r)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
		most = max(most, heap())
		spent += cputime.Used() - began
	}
	if wrong := check(last); wrong != "" {
		b.Fatalf("%s: %d of %d inputs judged, %d events passed over, %d restated", wrong, last.Judged, last.Inputs, last.Passed, last.Restated)
	}
	each := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(each, "s/op")
	if spent > 0 {
		b.ReportMetric(spent.Seconds()/float64(b.N), "cpu-s/op")
	}
	b.ReportMetric(float64(last.Judged), "judged")
	b.ReportMetric(float64(last.Restated), "restated")
	if last.Judged > 0 {
		b.ReportMetric(float64(last.Judged)/each, "inputs/s")
	}
	b.ReportMetric(float64(most)/(1<<20), "heap-MB")
}

// sizes are the lengths of the histories, in plays. The longest takes minutes to make, and
// is asked for by the environment, with two more in between.
func sizes() []int {
	list := []int{1_000, 10_000, 100_000}
	if os.Getenv("ADJUDICATE_DEEP") != "" {
		list = []int{1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000}
	}
	return list
}

// again corrects an input into itself, so that all behind it is judged and nothing differs.
func (h *long) again(b *testing.B, at uint64) readjudicate.Plan {
	b.Helper()
	for e, err := range ledger.Events(context.Background(), h.st, name, at) {
		if err != nil {
			b.Fatal(err)
		}
		wire, data, err := events.EncodePayload(e.Payload)
		if err != nil {
			b.Fatal(err)
		}
		return readjudicate.Plan{Thorough: true, Policy: readjudicate.Void,
			Changes: []events.Change{{What: history.Correct, Input: at, Type: wire, Payload: data}}}
	}
	b.Fatal("the history is empty")
	return readjudicate.Plan{}
}

// amended is a rule of the suite with another title and, of a piece, another value.
func amended(b *testing.B, at uint64, number string) events.Change {
	b.Helper()
	r, ok := suiteRule(number)
	if !ok {
		b.Fatalf("there is no rule %s", number)
	}
	r.Revision++
	r.Title += " as amended"
	if r.Piece != nil {
		piece := *r.Piece
		piece.Value, r.Piece = "1 + ("+piece.Value+")", &piece
	}
	return insert(b, at, events.RuleAmended{Number: number, Rule: r.Canonical()})
}

func suiteRule(number string) (rules.Rule, bool) {
	book, _, err := systems.Load("partychess")
	if err != nil {
		return rules.Rule{}, false
	}
	return book.Rule(number)
}

// BenchmarkWhole judges a whole history again, under a change that makes no difference.
func BenchmarkWhole(b *testing.B) {
	for _, plays := range sizes() {
		b.Run(strconv.Itoa(plays), func(b *testing.B) {
			h := longHistory(b, plays)
			h.run(b, h.again(b, h.inputs[0]), func(c *readjudicate.Candidate) string {
				if c.Restated > 0 || c.Judged < len(h.inputs) {
					return "every input is to be judged and none to differ"
				}
				return ""
			})
			b.ReportMetric(float64(h.plays)*float64(b.N)/b.Elapsed().Seconds(), "plays/s")
		})
	}
}

// BenchmarkAmended amends what every board weighs by, from the first play on: everything is
// judged, and nearly everything differs.
func BenchmarkAmended(b *testing.B) { amendAll(b, false) }

// BenchmarkCaused is BenchmarkAmended with what differs, and why.
func BenchmarkCaused(b *testing.B) { amendAll(b, true) }

func amendAll(b *testing.B, why bool) {
	for _, plays := range sizes() {
		b.Run(strconv.Itoa(plays), func(b *testing.B) {
			h := longHistory(b, plays)
			h.why = why
			h.run(b, readjudicate.Plan{Changes: []events.Change{amended(b, h.inputs[0], "1230.5")}}, func(c *readjudicate.Candidate) string {
				if c.Restated < h.plays/2 {
					return "half of the inputs at least are to differ"
				}
				return ""
			})
			b.ReportMetric(float64(h.plays)*float64(b.N)/b.Elapsed().Seconds(), "plays/s")
		})
	}
}

// BenchmarkLate changes the law from a point a hundredth before the end.
func BenchmarkLate(b *testing.B) {
	for _, plays := range sizes() {
		b.Run(strconv.Itoa(plays), func(b *testing.B) {
			h := longHistory(b, plays)
			at := h.inputs[len(h.inputs)-len(h.inputs)/100]
			h.run(b, readjudicate.Plan{Changes: []events.Change{amended(b, at, "1230.5")}}, func(c *readjudicate.Candidate) string {
				if c.Judged < len(h.inputs)/200 || c.Judged > len(h.inputs)/50 {
					return "about a hundredth of the inputs is to be judged"
				}
				return ""
			})
		})
	}
}

// BenchmarkUntouched amends, from the first play on, a piece of which there is none.
func BenchmarkUntouched(b *testing.B) {
	for _, plays := range sizes() {
		b.Run(strconv.Itoa(plays), func(b *testing.B) {
			h := longHistory(b, plays)
			h.run(b, readjudicate.Plan{Changes: []events.Change{amended(b, h.inputs[0], absentRule)}}, func(c *readjudicate.Candidate) string {
				if c.Restated > 1 || c.Judged > len(h.inputs)/10 {
					return "nothing but the amendment is to differ, and hardly anything to be judged"
				}
				return ""
			})
		})
	}
}
