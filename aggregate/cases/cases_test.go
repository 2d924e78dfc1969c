package cases

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	rulesuite "adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

const (
	fixtures = "../../systems/partychess/cases"
	changes  = "../../systems/partychess/amendments"
	table    = "../../docs/cases.md"
)

var update = flag.Bool("update", false, "renew docs/cases.md")

// A suiteRun is the cases of a built-in system, judged.
type suiteRun struct {
	sys     *rulesuite.System
	dir     string // from the root of the repository
	results []Result
}

// suiteRuns are those of all built-in systems that have cases, the systems before the variants. Each runs once for all tests.
var suiteRuns = sync.OnceValue(func() (list []func() (*suiteRun, error)) {
	dirs := map[string]string{}
	names := append(rulesuite.Systems(), rulesuite.Variants()...)
	for _, name := range names {
		for _, dir := range []string{"systems/" + name, "systems/variants/" + name} {
			if isDir("../../" + dir + "/cases") {
				dirs[name] = dir
			}
		}
	}
	for _, name := range names {
		dir := dirs[name]
		if dir == "" {
			continue
		}
		run := sync.OnceValues(func() (*suiteRun, error) {
			sys, err := rulesuite.Find(name)
			if err != nil {
				return nil, err
			}
			var changes fs.FS
			if at := "../../" + dir + "/amendments"; isDir(at) {
				changes = os.DirFS(at)
			}
			list, err := Run(os.DirFS("../../"+dir+"/cases"), changes, sys)
			return &suiteRun{sys, dir, list}, err
		})
		if name == "partychess" { // the first, since most of the cases are its
			list = slices.Insert(list, 0, run)
			continue
		}
		list = append(list, run)
	}
	return list
})

// judged are all of suiteRuns.
func judged(t *testing.T) (list []*suiteRun) {
	t.Helper()
	for _, run := range suiteRuns() {
		s, err := run()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// results are those of Party Chess.
func results(t *testing.T) []Result {
	t.Helper()
	s, err := suiteRuns()[0]()
	if err != nil {
		t.Fatal(err)
	}
	return s.results
}

func TestTheEngineRulesAsTheCasesSay(t *testing.T) {
	list := results(t)
	if len(list) < 250 {
		t.Errorf("%d cases, fewer than 250", len(list))
	}
	for _, r := range list {
		t.Run(r.Case.ID, func(t *testing.T) {
			for _, d := range r.Diffs {
				t.Error(d)
			}
		})
	}
}

func TestTheTableOfCasesIsUpToDate(t *testing.T) {
	var b bytes.Buffer
	if err := WriteTable(&b, judged(t)); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(table, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(table)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(old), b.String()); diff != "" {
		t.Errorf("docs/cases.md is out of date; run go test ./aggregate/cases -run Table -update (-old +new):\n%s", diff)
	}
}

func TestEveryReadingOfEveryEntryHasACase(t *testing.T) {
	_, reg, err := rulesuite.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, r := range results(t) {
		for _, reading := range r.Case.Readings {
			covered[reading.String()] = true
		}
	}
	for _, e := range reg.Entries() {
		for _, reading := range e.Readings {
			if name := e.ID + "=" + reading.Name; !covered[name] {
				t.Errorf("no case rests on %s", name)
			}
		}
	}
}

func TestEveryPieceHasAnAcceptedAndARejectedPlay(t *testing.T) {
	book, _, err := rulesuite.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string][2]int{} // rule → accepted, rejected
	for _, r := range results(t) {
		place, _, _ := strings.Cut(r.Case.File, "/")
		rule := strings.TrimSuffix(place, ".yaml")
		n := verdicts[rule]
		for _, s := range r.Case.Steps {
			if s.Is.Rejected {
				n[1]++
			} else {
				n[0]++
			}
		}
		verdicts[rule] = n
	}
	for _, d := range book.Pieces() {
		if n := verdicts[d.Rule.Number]; n[0] == 0 || n[1] == 0 {
			t.Errorf("%s %s: %d accepted and %d rejected inputs, want some of each", d.Rule.Number, d.Piece.Name, n[0], n[1])
		}
	}
}

// sound is a case in which each test of the loader breaks one thing.
const sound = `id: 5.2.1
title: A title
purpose: A purpose
clause: 1230.5 §2
sides:
  Red: {board: Ra1}
  Blue: {board: Rb1}
steps:
  - play: Ra1-a2
    is: accepted
`

func TestTheLoaderSaysWhereACaseIsWrong(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"an unknown key", "title:", "tittle:", `5.2.1.yaml:2:1: unknown field "tittle"`},
		{"a square of no board", "Ra1}", "Ra100}", `5.2.1.yaml:6:16: expected a piece on its square`},
		{"an id of another file", "id: 5.2.1", "id: 5.2.2", "5.2.1.yaml:1:1: id 5.2.2 does not match"},
		{"a verdict that is none", "is: accepted", "is: allowed", `5.2.1.yaml:10:9: expected "accepted" or "rejected"`},
		{"a step without a verdict", "    is: accepted\n", "", "5.2.1.yaml:9:1: a step has a verdict"},
		{"a clause that is none", "1230.5 §2", "section 2", "5.2.1.yaml:4:9: expected clauses"},
		{"a step with play and do", "is: accepted", "do: time\n    is: accepted", `5.2.1.yaml:9:1: a step has either`},
		{"a case that asks nothing", "steps:\n  - play: Ra1-a2\n    is: accepted\n", "", "asks nothing"},
		{"a claim about no square", "is: accepted", "is: accepted\n    then: {board: {z0: empty}}", `"z0" is not a square`},
		{"YAML that is none", "{board: Ra1}", "{board: Ra1", "5.2.1.yaml:"},
	}
	if _, err := Parse("5.2.1.yaml", []byte(sound)); err != nil {
		t.Fatalf("the sound case: %v", err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("5.2.1.yaml", []byte(strings.Replace(sound, tt.old, tt.new, 1)))
			var format *FormatError
			if !errors.As(err, &format) {
				t.Fatalf("got %v, want a FormatError", err)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %q, want %q in it", err, tt.want)
			}
		})
	}
}

// head is the first document of a file of several cases.
const head = "section: 1230.50\ntitle: Rook\nabout: Straight on.\n---\n"

func TestAFileHoldsTheCasesOfASection(t *testing.T) {
	second := strings.Replace(sound, "5.2.1", "3.10", 1)
	list, err := Parse("1230.5.yaml", []byte(head+sound+"---\n"+second))
	if err != nil || len(list) != 2 {
		t.Fatalf("got %d cases, %v", len(list), err)
	}
	c := list[1]
	got := []any{c.ID, c.File, c.Line, c.Steps[0].Line, *c.Section}
	want := []any{"3.10", "1230.5.yaml", 16, 24, Section{Name: "1230.50", Title: "Rook", About: "Straight on."}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the second case (-want +got):\n%s", diff)
	}
	tests := []struct{ name, src, want string }{
		{"several cases without a section", sound + "---\n" + second, "1230.5.yaml:1:1: several cases need a first document"},
		{"a section without a title", strings.Replace(head, "title: Rook\n", "", 1) + sound, "1230.5.yaml:1:1: section, title and about are needed"},
		{"an unknown key of a section", "more: x\n" + head + sound, `unknown field "more"`},
		{"a fault in the second case", head + sound + "---\n" + strings.Replace(second, "is: accepted", "is: allowed", 1), `1230.5.yaml:25:9: expected "accepted"`},
		{"a second case that asks nothing", head + sound + "---\nid: 5.2.2\ntitle: A\npurpose: B\nclause: 1230.5\n", "1230.5.yaml:16:1: neither steps nor holds"},
		{"no case at all", "", "expected cases"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := Parse("1230.5.yaml", []byte(tt.src))
			var format *FormatError
			if !errors.As(err, &format) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %d cases and %v, want %q", len(list), err, tt.want)
			}
		})
	}
	list, err = Parse("1230.5.yaml", []byte(head+strings.Replace(sound, "Ra1-a2", "''", 1)+"---\n"+second+"---\n"+strings.Replace(sound, "clause: 1230.5 §2", "clause: none", 1)))
	if err == nil || len(list) != 1 || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("of two faulty cases and a sound one: %d cases, %v", len(list), err)
	}
}

func TestTheCasesOfAFileStandInOrder(t *testing.T) {
	last := map[string]string{}
	byLine := slices.Clone(results(t))
	slices.SortStableFunc(byLine, func(a, b Result) int { return a.Case.Line - b.Case.Line })
	for _, r := range byLine {
		c := &r.Case
		if before := last[c.File]; before != "" && compareIDs(before, c.ID) >= 0 {
			t.Errorf("%s:%d: %s stands after %s", c.File, c.Line, c.ID, before)
		}
		last[c.File] = c.ID
	}
}

func TestTheLoaderFindsAnIDGivenTwice(t *testing.T) {
	fsys := fstest.MapFS{"a/5.2.1.yaml": {Data: []byte(sound)}, "b/5.2.1.yaml": {Data: []byte(sound)}}
	_, err := Load(fsys)
	if err == nil || !strings.Contains(err.Error(), "b/5.2.1.yaml:1:1: id 5.2.1 is that of a/5.2.1.yaml:1") {
		t.Errorf("got %v", err)
	}
}

func TestACitationAgreesWithAClauseOfTheSamePlace(t *testing.T) {
	tests := []struct {
		citation, clause string
		want             bool
	}{
		{"1230.5/5 §2", "1230.5 §2", true},
		{"1230.5/5 §2", "1230.5", true},
		{"1230.15/2 §3.a", "1230.15 §3", true},
		{"1230.2/49 §6", "1230.2 §6.C", true},
		{"1230.2/49 §4.B(iii)", "1230.2 §4.B", true},
		{"1230.2/49 §7", "1230.2 §6.C", false},
		{"1230.2/49", "1230.2 §6.C", false},
		{"1230.15/2 §2", "1230.1 §2", false},
		{"1230.1/21 §2.D", "1230.1 §2.E", false},
		{"1230.5/5", "1230.5 §2", true},
		{"", "1230.5 §2", false},
	}
	whole := map[string]bool{"1230.5": true}
	for _, tt := range tests {
		if got := agree(tt.citation, tt.clause, whole); got != tt.want {
			t.Errorf("agree(%q, %q) = %v, want %v", tt.citation, tt.clause, got, tt.want)
		}
	}
}

func TestALineOfSquaresIncludesItsEnds(t *testing.T) {
	tests := []struct {
		line string
		want []string
	}{
		{"a1..a4", []string{"a1", "a2", "a3", "a4"}},
		{"d4..b2", []string{"d4", "c3", "b2"}},
		{"t20..r20", []string{"t20", "s20", "r20"}},
	}
	for _, tt := range tests {
		got, err := squareRange(tt.line)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, diff)
		}
	}
	for _, line := range []string{"a1..b3", "a1..a1", "a1..a100", "a1"} {
		if got, err := squareRange(line); err == nil {
			t.Errorf("%s: got %v, want an error", line, got)
		}
	}
}

func TestIDsSortByClauseAndNumber(t *testing.T) {
	want := []string{"1.2-D.2", "1.2-D.10", "2.6.2", "2.6.10", "2.6-C.1", "4.A.1", "16.3.1", "40.1", "40.a.1", "R.echo-kind.no"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, compareIDs)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sound)
	f.Add(head + sound + "---\n" + strings.Replace(sound, "5.2.1", "5.2.2", 1))
	f.Add("id: R.a.b\nholds: {pieces: {a1: {moves: {with: a2..a9, without: none}}}}\n")
	f.Add("sides:\n  Red: {last: move Echo as Camel, money: 2.5}\nlist: none\n")
	f.Add(spoken)
	f.Add("sides: {Red: &a {knives: , warm: *b, assets: {knives: 1}}, Blue: {<<: *a, nap}}\nholds: &c {shirts: ~, pieces: {a1: {scratches}}}\nsteps: [{then: *c}, then]\n")
	f.Fuzz(func(t *testing.T, src string) {
		list, err := Parse("5.2.1.yaml", []byte(src))
		if err != nil {
			var format *FormatError
			if !errors.As(err, &format) || format.File == "" || format.Message == "" {
				t.Fatalf("error %v of type %T", err, err)
			}
			return
		}
		for _, c := range list {
			if c.Section == nil && c.ID != "5.2.1" || len(c.Steps) == 0 && c.Holds == nil {
				t.Fatalf("accepted %q as %+v", src, c)
			}
		}
	})
}
