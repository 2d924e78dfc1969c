package readjudicate_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/season"
	"adjudicate/store/memory"
)

// retroCase is one case of fixtures/retroactive; its README tells the form.
type retroCase struct {
	name    string
	changes []string
	policy  string
	why     int // lines
	flips   []string
	halt    uint64
	quiet   bool
	ends    []string
}

// readCases reads a file of cases, and the path of their season.
func readCases(t *testing.T, path string) (seasonFile string, cases []retroCase) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if word == "" || word[0] == '#' {
			continue
		}
		if len(cases) == 0 && word != "cases" && word != "season" && word != "case" {
			t.Fatalf("%s:%d: %q stands before the first case", path, i+1, word)
		}
		var c *retroCase
		if len(cases) > 0 {
			c = &cases[len(cases)-1]
		}
		switch word {
		case "cases":
			if rest != "1" {
				t.Fatalf("%s:%d: version %q", path, i+1, rest)
			}
		case "season":
			seasonFile = filepath.Join(filepath.Dir(path), rest)
		case "case":
			cases = append(cases, retroCase{name: rest, policy: readjudicate.DefaultPlay, flips: []string{}})
		case "title":
		case "change":
			c.changes = append(c.changes, rest)
		case "policy":
			c.policy = rest
		case "why":
			c.why++
		case "flip":
			c.flips = append(c.flips, strings.Join(strings.Fields(rest), " "))
		case "halt":
			if c.halt, err = strconv.ParseUint(rest, 10, 64); err != nil {
				t.Fatalf("%s:%d: %v", path, i+1, err)
			}
		case "quiet":
			c.quiet = true
		case "end":
			c.ends = append(c.ends, rest)
		default:
			t.Fatalf("%s:%d: there is no word %q", path, i+1, word)
		}
	}
	return seasonFile, cases
}

// filled is a ledger of a season file.
func filled(t *testing.T, path string) *memory.Store {
	t.Helper()
	st := memory.New()
	if _, err := played.Into(st, name, path, options()); err != nil {
		t.Fatal(err)
	}
	return st
}

// besideCases finds the files that changes name: beside the cases, or by a way from there.
type besideCases struct {
	season.Library
	dir string
}

func (b besideCases) File(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(b.dir, name))
}

// planOf reads the changes of a case.
func planOf(t *testing.T, st *memory.Store, dir string, c *retroCase) readjudicate.Plan {
	t.Helper()
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names season.Names
	if names.Sides, names.Players, err = cat.Names(context.Background()); err != nil {
		t.Fatal(err)
	}
	list, err := season.ParseChanges(c.name, strings.Join(c.changes, "\n"), &names)
	if err == nil {
		err = season.ResolveChanges(c.name, list, besideCases{season.Beside(fs.FS(os.DirFS(dir))), dir})
	}
	if err != nil {
		t.Fatal(err)
	}
	plan := readjudicate.Plan{Policy: c.policy}
	for i := range list {
		at, ok := season.Sequence(list[i].Point)
		if !ok {
			t.Fatalf("%q is no sequence", list[i].Point)
		}
		change := events.Change{Input: at, Remedy: list[i].Remedy, Clause: list[i].Clause, Reason: list[i].Reason}
		switch list[i].What {
		case "move":
			to, _ := season.Sequence(list[i].To)
			moved := insert(t, to, inputOf(t, st, at))
			moved.Actor = "Ursula"
			plan.Changes = append(plan.Changes, moved)
			change.What = history.Void
		case "void":
			change.What = history.Void
		case "rule":
			change.What = history.Rule
		case "from", "correct":
			change = insert(t, at, list[i].Entry.Inputs[0])
			change.Actor = "Ursula"
			if list[i].What == "correct" {
				change.What, change.Actor = history.Correct, ""
			}
		}
		plan.Changes = append(plan.Changes, change)
	}
	return plan
}

// inputOf reads what was entered at a sequence.
func inputOf(t *testing.T, st *memory.Store, at uint64) events.Payload {
	t.Helper()
	for e, err := range ledger.Events(context.Background(), st, name, at) {
		if err != nil {
			t.Fatal(err)
		}
		return e.Payload
	}
	t.Fatalf("no event %d", at)
	return nil
}

func TestCasesOfChangesThatReachBack(t *testing.T) {
	files, err := filepath.Glob("../../fixtures/retroactive/*.cases")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files of cases: %v", len(files), err)
	}
	amendments := 0
	for _, path := range files {
		seasonFile, cases := readCases(t, path)
		st := filled(t, seasonFile)
		cat, err := history.Load(context.Background(), st, name, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range cases {
			c := &cases[i]
			if strings.Contains(strings.Join(c.changes, "\n"), ".yaml") || strings.Contains(c.changes[0], " repeal ") {
				amendments++
			}
			t.Run(c.name, func(t *testing.T) {
				if c.why == 0 || len(c.changes) == 0 {
					t.Error("a case needs changes and reasons")
				}
				for _, thorough := range []bool{false, true} {
					plan := planOf(t, st, filepath.Dir(path), c)
					plan.Thorough = thorough
					runCase(t, st, cat, plan, c)
				}
			})
		}
	}
	if amendments < 10 {
		t.Errorf("%d cases change rules: expected ten", amendments)
	}
}

// runCase runs a plan and compares what comes of it with what the case says.
func runCase(t *testing.T, st *memory.Store, cat *history.Catalogue, plan readjudicate.Plan, c *retroCase) {
	t.Helper()
	run, err := readjudicate.Prepare(context.Background(), st, cat, plan, engine)
	if err != nil {
		t.Fatal(err)
	}
	flips, others := []string{}, []uint64{}
	out, err := run.Do(context.Background(), readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		before, after := s.Ruled()
		switch how := readjudicate.Compare(s.Before, s.After); {
		case s.Standing == history.Inserted:
			if after.Verdict != aggregate.Accepted {
				t.Errorf("what the change puts in at %d is %s: %v", s.Place.Input, after.Verdict, after.Faults)
			}
		case how == readjudicate.Verdict:
			flips = append(flips, fmt.Sprintf("%d %s %s", s.Place.Input, before.Verdict, after.Verdict))
		case how == readjudicate.Effects:
			others = append(others, s.Place.Input)
		}
		return nil
	}})
	var halt *readjudicate.HaltError
	switch {
	case errors.As(err, &halt):
		if halt.Input != c.halt {
			t.Errorf("it stops at %d, expected %d: %v", halt.Input, c.halt, err)
		}
		return
	case err != nil:
		t.Fatal(err)
	case c.halt != 0:
		t.Fatalf("it does not stop; expected at %d", c.halt)
	}
	if d := cmp.Diff(c.flips, flips); d != "" {
		t.Errorf("flips (-by the rules +by the program, thorough %v):\n%s", plan.Thorough, d)
	}
	if c.quiet && len(others) > 0 {
		t.Errorf("inputs with other effects, where none was expected: %v", others)
	}
	for _, e := range c.ends {
		if got := atEnd(t, out, strings.Fields(e)); got != "" {
			t.Errorf("%s: %s", e, got)
		}
	}
}

// atEnd says what stands instead of what is expected, "" if it stands.
func atEnd(t *testing.T, c *readjudicate.Candidate, words []string) string {
	t.Helper()
	s := c.After
	have := ""
	switch {
	case len(words) == 1 && words[0] == "same":
		// Not the whole state: the law of the two may be another.
		if !slices.Equal(positionOf(c.Before), positionOf(c.After)) {
			have = "board or books are not the same"
		}
		return have
	case len(words) == 4 && words[0] == "piece" && (words[2] == "at" || words[2] == "off"):
		p, ok := s.Piece(words[1])
		switch {
		case !ok:
			have = "gone"
		case p.At != "":
			have = "at " + p.At
		default:
			have = "off " + p.Side
		}
		words = words[2:]
	case len(words) == 4 && words[0] == "piece" && words[2] == "is":
		p, _ := s.Piece(words[1])
		have, words = p.Type, words[3:]
	case len(words) == 3 && words[0] == "piece" && words[2] == "gone":
		have = "gone"
		if p, ok := s.Piece(words[1]); ok {
			have = "a " + p.Type + " of " + p.Side
		}
		words = words[2:]
	case len(words) == 4 && words[0] == "account":
		have, words = s.Balance(words[1], words[2]).String(), words[3:]
	case len(words) == 3 && words[0] == "knives":
		have, words = strconv.Itoa(s.Held(words[1], events.Usual().Marks)), words[2:]
	case len(words) == 3 && words[0] == "weight":
		have, words = s.Weight(words[1]).String(), words[2:]
	default:
		t.Fatalf("%q says nothing that can be compared", strings.Join(words, " "))
	}
	if have == strings.Join(words, " ") {
		return ""
	}
	return "found " + have
}

// positionOf lists the pieces, the accounts and the play list.
func positionOf(s *aggregate.State) []string {
	var out []string
	for p := range s.Pieces() {
		out = append(out, fmt.Sprintf("%s %s %s %s", p.ID, p.Type, p.Side, p.At))
	}
	for a, n := range s.Balances() {
		out = append(out, fmt.Sprintf("%s %s %s", a.Account, a.Asset, n))
	}
	for _, p := range s.Players() {
		out = append(out, fmt.Sprintf("%s %d", p.Name, s.Held(p.Name, events.Usual().Marks)))
	}
	slices.Sort(out)
	return append(out, s.Order()...)
}
