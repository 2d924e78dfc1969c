package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/keys"
	"adjudicate/rules/movement"
	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

func TestLimitsAreThoseOfTheEngine(t *testing.T) {
	found := map[string]int{}
	paths, err := filepath.Glob("movement/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
				if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
					v, _ := strconv.Atoi(strings.ReplaceAll(lit.Value, "_", ""))
					found[spec.Names[0].Name] = v
				}
			}
			return true
		})
	}
	got := map[string]int{}
	want := map[string]int{
		"MostTypes": rules.MostTypes, "MostModes": rules.MostModes, "MostGrants": rules.MostGrants,
		"MostLegs": rules.MostLegs, "mostSteps": rules.MostSteps,
		"mostWays": rules.MostWays, "mostDepth": rules.MostAttacked,
	}
	for name := range want {
		got[name] = found[name]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the engine's limits (-want +got):\n%s", diff)
	}
}

// seeds are rule files of all kinds: the built-in ones, the wrong ones, the examples of
// the specification, and the amendments of chess and Party Chess.
func seeds(f testing.TB) []string {
	var all []string
	for _, pattern := range []string{"../systems/partychess/rules/*.yaml", "../systems/partychess/amendments/*.yaml", "../systems/chess/amendments/*.yaml"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatalf("no rules: %v", err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			all = append(all, string(text))
		}
	}
	all = append(all, restOfTheWords)
	for _, c := range badRules(f) {
		all = append(all, c.text)
	}
	for _, p := range documented(f) {
		all = append(all, p.text)
	}
	return all
}

// restOfTheWords has the moments and attributes that no other seed has.
const restOfTheWords = `number: "1230.399"
title: The rest of the words
procedure:
  consequences:
    - {on: attacks, when: actor.last_victim == "Rook" and not actor.promoted, do: [{push: pieces, where: actor.defends(it)}]}
    - {on: removed, when: actor.placed, do: [{mark: mourned, on: at}]}
    - {on: struck, of: other, when: side.passed, do: [{pay: 1, payee: side}]}
    - {on: adopts, of: side, do: [{pay: side.counting, payee: Treasury, payer: side}]}
    - {on: appoints, do: [{pay: 1, payee: player}]}
    - {on: turn-ends, when: side.steps > 2, do: [{pay: 1, payee: side}]}
    - {on: chooses, do: [{pay: side.checking, payer: player}]}
    - {on: hands-over, when: 'count(squares, it.nth("edge") > 3) > 2', do: [{mark: new, where: place.empty}]}
`

// A fuzzer makes no word that no seed has: every moment and every effect stands in one.
func TestTheSeedsHaveEveryMomentAndEffect(t *testing.T) {
	text := strings.Join(seeds(t), "\n")
	for _, on := range append(slices.Clone(rules.Moments), rules.Occasions...) {
		if !regexp.MustCompile(`\bon: ["']?` + on + `\b`).MatchString(text) {
			t.Errorf("no seed has the moment %s", on)
		}
	}
	d := reflect.TypeFor[rules.Doing]()
	for i := range d.NumField() {
		word, _ := keys.Of(d.Field(i))
		if !regexp.MustCompile(`\b` + word + `:`).MatchString(text) {
			t.Errorf("no seed has the field %s of an effect", word)
		}
	}
	for _, v := range []*formula.Vocabulary{rules.DutyVocabulary(rules.Resolver{}), rules.OccasionVocabulary(rules.Resolver{})} {
		for _, x := range v.Attrs {
			if x.Name != "account" && !strings.Contains(text, "."+x.Name) { // nobody writes that one
				t.Errorf("no seed has the attribute .%s", x.Name)
			}
		}
	}
	for _, word := range []string{"answered:", "unless:", "disarms:", "mod("} {
		if !strings.Contains(text, word) {
			t.Errorf("no seed has %s", word)
		}
	}
}

// FuzzCheck holds the checks to their promise: they end, and what they let pass compiles
// and can be analysed on a board. What they doubt ends, too.
func FuzzCheck(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		book, register, err := systems.Load("partychess")
		if err != nil {
			t.Fatal(err)
		}
		list, err := rules.Parse("", text)
		if err != nil {
			return
		}
		if len(list) > 3 {
			return
		}
		for _, r := range list {
			if len(rules.Problems(rules.Check(&r, book, register)).Faults()) > 0 {
				return
			}
			rules.Review(&r, book, register, rules.Game{Sides: []string{"Red", "Blue", "Green"}, Opens: true, Whole: true})
			book = book.With(r)
		}
		if book.Procedure().Board == nil {
			return
		}
		play(t, book, register, list)
	})
}

// play compiles a rulebook and analyses pieces of the types of some rules on its board.
func play(t *testing.T, book *rules.Rulebook, register *rules.Register, list []rules.Rule) {
	t.Helper()
	readings, err := register.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.Compile(book, readings)
	if err != nil {
		t.Fatalf("checked, and does not compile: %v", err)
	}
	p := rs.NewPosition()
	sides := []movement.SideID{p.AddSide("Red"), p.AddSide("Blue")}
	squares := rs.Squares()
	at := 0
	put := func(name string, s movement.SideID) {
		if typ, ok := rs.Type(name); ok && at < len(squares) {
			p.Put(p.AddPiece(typ, s), squares[at])
			at += 1 + len(squares)/17%5
		}
	}
	for range 2 {
		for _, s := range sides {
			for _, r := range list {
				if r.Piece != nil {
					put(r.Piece.Name, s)
				}
			}
			for _, name := range []string{"King", "Echo", "CopyCat", "Guard", "Pawn", "Cantor"} {
				put(name, s)
			}
		}
	}
	for _, id := range p.OnBoard() {
		p.SetLast(p.Owner(id), movement.Last{Play: movement.Move, Type: p.TypeOf(id), As: movement.NoType, Counters: p.CountersOf(id)})
	}
	var a movement.Analysis
	a.Run(p)
	for _, id := range p.OnBoard() {
		if a.Value(id) < 0 {
			t.Logf("a %s is worth %v", rs.TypeName(p.TypeOf(id)), a.Value(id))
		}
		p.MovesOfKinds(id, nil)
	}
}
