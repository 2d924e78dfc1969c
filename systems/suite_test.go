package systems_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

func load(t *testing.T) (*rules.Rulebook, *rules.Register) {
	t.Helper()
	book, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	return book, register
}

func TestTheSuiteHasNoProblems(t *testing.T) {
	book, register := load(t)
	sys, err := systems.Find("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sys.Files {
		for _, p := range f.Check(book, register, rules.Game{}) {
			t.Errorf("%s: %s", p.Severity, p)
		}
		if len(f.Rules) != 1 || f.Name != "partychess/rules/"+f.Rules[0].Number+".yaml" {
			t.Errorf("%s does not hold the one rule of its name", f.Name)
		}
	}
	if invalid := book.Invalid(); len(invalid) > 0 {
		t.Errorf("invalid definitions: %v", invalid)
	}
}

func TestTheSuiteCanBeEnactedRuleByRule(t *testing.T) {
	whole, register := load(t)
	book := new(rules.Rulebook)
	for _, r := range whole.Rules() {
		if faults := rules.Problems(rules.Check(&r, book, register)).Faults(); len(faults) > 0 {
			t.Errorf("rule %s, enacted in numeric order: %v", r.Number, faults)
		}
		book = book.With(r)
	}
	if book.Hash() != whole.Hash() {
		t.Error("enacted rule by rule it is another rulebook")
	}
}

func TestRulesSurviveTheirCanonicalForm(t *testing.T) {
	book, _ := load(t)
	for _, r := range book.Rules() {
		again, err := rules.FromCanonical(r.Canonical())
		if err != nil {
			t.Errorf("rule %s: %v", r.Number, err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Errorf("rule %s (-want +got):\n%s", r.Number, diff)
		}
	}
}

// locusts is an Env with so many Locusts on the board.
type locusts float64

func (locusts) Var(int) float64               { return 0 }
func (n locusts) Call(int, []float64) float64 { return float64(n) }

func TestPiecesAreThoseOfTheTable(t *testing.T) {
	// From the suite of 1998-10-02, with its revisions. A Locust is worth
	// max(6, ⌊1.5·N⌋): 6 with 4 of them on the board, 7 with 5.
	type row struct {
		Clause, Name, Glyph string
		Four, Five          float64
		Limit               int
		Royal               bool
	}
	want := []row{
		{"1230.4/4", "King", "K", 0, 0, 1, true},
		{"1230.5/5", "Rook", "R", 9, 9, 0, false},
		{"1230.6/4", "Camel", "C", 5, 5, 0, false},
		{"1230.7/4", "Bishop", "B", 6, 6, 0, false},
		{"1230.8/9", "Pawn", "p", 1, 1, 0, false},
		{"1230.9/5", "CopyCat", "O", 7, 7, 0, false},
		{"1230.10/6", "Echo", "E", 7, 7, 0, false},
		{"1230.11/4", "Jester", "J", 3, 3, 0, false},
		{"1230.12/4", "il-Nabi", "M", 6, 6, 0, false},
		{"1230.13/2", "Qball", "Q", 7, 7, 0, false},
		{"1230.14/2", "HarfyBlob", "H", 7, 7, 0, false},
		{"1230.15/2", "Archer", "A", 7, 7, 0, false},
		{"1230.16/1", "Kamikaze", "Z", 6, 6, 0, false},
		{"1230.17/1", "Bouncy!Ball", "!", 5, 5, 0, false},
		{"1230.18/2", "Demon", "D", 2, 2, 0, false},
		{"1230.20/1", "Cantor", "%", 5, 5, 0, false},
		{"1230.21/1", "Zombie", "*", 4, 4, 0, false},
		{"1230.22/1", "Gess", "G", 8, 8, 0, false},
		{"1230.23/0", "Loyalist", "L", 6, 6, 0, false},
		{"1230.24/1", "Locust", "&", 6, 7, 0, false},
		{"1230.25/1", "Guard", "+", 7, 7, 0, false},
	}
	book, _ := load(t)
	var got []row
	for _, d := range book.Pieces() {
		p := d.Piece
		f, err := formula.Compile(string(p.Value), rules.ValueVocabulary(p.Counters, rules.Resolver{}), formula.Number)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, row{d.Rule.Clause(""), p.Name, p.Glyph, f.Eval(locusts(4)), f.Eval(locusts(5)), p.Limit, p.Royal})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEverySectionStandsInTheRuleThatHasIt(t *testing.T) {
	book, _ := load(t)
	want := map[string]string{
		"board": "1230.1/21", "offices": "1230.2/49", "conditions": "1230.1/21", "buying": "1230.1/21", "capturing": "1230.1/21", "defining": "1230.1/21",
		"attributes": "1230.2/49", "consequences": "1230.2/49", "plays": "1230.2/49", "placing": "1230.2/49", "kinds": "1230.2/49",
		"checks": "1230.2/49", "order": "1230.2/49", "clock": "1230.2/49", "automatic": "1230.2/49",
		"stages": "1230.2/49", "weights": "1230.3/6",
		"assets": "1230.40/8", "ends": "1230.40/8",
	}
	got := map[string]string{} // what no rule of the suite has is left out
	for _, section := range rules.Sections() {
		if source := book.Source(section); source != "" {
			got[section] = source
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// values is an Env by the names of a vocabulary.
type values struct {
	names []string
	by    map[string]float64
}

func (v values) Var(i int) float64         { return v.by[v.names[i]] }
func (values) Call(int, []float64) float64 { return 0 }
func (v values) vocabulary() *formula.Vocabulary {
	out := &formula.Vocabulary{
		Funcs: []formula.Func{{Name: "reading", Args: []formula.Kind{formula.Text}, Result: formula.Text}},
		Static: func(string, []string) (string, bool) {
			if v.by["literal"] == 1 {
				return "total-and-(leader-or-majority)", true
			}
			return "total-and-leader-or-majority", true
		},
	}
	for _, name := range v.names {
		out.Vars = append(out.Vars, formula.Var{Name: name})
	}
	return out
}

func TestProceduresComputeWhatTheRulesSay(t *testing.T) {
	book, _ := load(t)
	p, before := book.Procedure(), former(t).Procedure()
	yes, no := 1.0, 0.0
	for _, c := range []struct {
		name string
		src  rules.Expr
		kind formula.Kind
		by   map[string]float64
		want float64
	}{
		{"a piece costs 1 and 7 times its value (1230.1 §2.D)", p.Buying.Price, formula.Number, map[string]float64{"value": 9}, 64},
		{"with 14 pieces one may be bought", p.Buying.When, formula.Bool, map[string]float64{"owned": 14}, yes},
		{"with 15 none", p.Buying.When, formula.Bool, map[string]float64{"owned": 15}, no},
		{"destruction pays the value (1230.1 §2.E)", p.Buying.Compensation, formula.Number, map[string]float64{"value": 4}, 4},
		{"mobility of a long-range mover is its greatest distance (1230.3)", p.Weights.Mobility, formula.Number, map[string]float64{"least": 1, "greatest": 9, "moves": 30}, 9},
		{"mobility of a leaper is half its moves", p.Weights.Mobility, formula.Number, map[string]float64{"least": 3, "greatest": 3, "moves": 7}, 3.5},
		{"a range of 2 still counts moves", p.Weights.Mobility, formula.Number, map[string]float64{"least": 3, "greatest": 5, "moves": 8}, 4},
		{"a range of 3 no longer", p.Weights.Mobility, formula.Number, map[string]float64{"least": 3, "greatest": 6, "moves": 8}, 6},
		{"a piece without moves has none", p.Weights.Mobility, formula.Number, map[string]float64{}, 0},
		{"attack adds 5 and defence 4", p.Weights.Piece, formula.Number, map[string]float64{"value": 7, "mobility": 3.5, "attacks": 1, "defends": 1}, 19.5},
		{"a placement may attack only without any other square (1230.2 §6.C)", p.Placing.MayAttack, formula.Bool, map[string]float64{"other_square": 1, "n": 4}, no},
		{"and with fewer than five pieces and no Weight", p.Placing.MayAttack, formula.Bool, map[string]float64{"n": 4}, yes},
		{"not with five", p.Placing.MayAttack, formula.Bool, map[string]float64{"n": 5}, no},
		{"not with Weight", p.Placing.MayAttack, formula.Bool, map[string]float64{"n": 4, "W": 1}, no},
		{"a Warm side with pieces that passed surrenders (1230.2 §4.B)", p.Automatic.PassWhen, formula.Bool, map[string]float64{"pieces": 2, "last_pass": 1}, no},
		{"one that has not passes", p.Automatic.PassWhen, formula.Bool, map[string]float64{"pieces": 2}, yes},
		{"so does one without pieces", p.Automatic.PassWhen, formula.Bool, map[string]float64{"last_pass": 1}, yes},
		{"the empty-handed are skipped from seven active sides on", p.Automatic.SkipWhen, formula.Bool, map[string]float64{"active": 7}, yes},
		{"not with six", p.Automatic.SkipWhen, formula.Bool, map[string]float64{"active": 6}, no},
		{"a fallen King costs 100 or all (1230.2 §8)", before.RoyalFall.Payment, formula.Number, map[string]float64{"money": 60}, 60},
		{"and no more", before.RoyalFall.Payment, formula.Number, map[string]float64{"money": 250}, 100},
		{"three days between plays in a Free For All (1230.2 §9.C)", p.Stages[0].Wait, formula.Number, map[string]float64{"W": 12, "pieces": 5}, 3},
		{"two for the weak", p.Stages[0].Wait, formula.Number, map[string]float64{"W": 12, "pieces": 4}, 2},
		{"not if they can take a King", p.Stages[0].Wait, formula.Number, map[string]float64{"W": 12, "pieces": 4, "can_take_royal": 1}, 3},
		{"not without Weight", p.Stages[0].Wait, formula.Number, map[string]float64{"pieces": 4}, 3},
		{"two for the checked", p.Stages[0].Wait, formula.Number, map[string]float64{"W": 80, "pieces": 12, "checked": 1, "can_take_royal": 1}, 2},
		{"four sides, five knives and a leader win (1230.40)", before.Winning.When, formula.Bool, map[string]float64{"total": 5, "sides": 4, "held": 2, "most": 1}, yes},
		{"not four knives", before.Winning.When, formula.Bool, map[string]float64{"total": 4, "sides": 4, "held": 2, "most": 1}, no},
		{"but a majority of them", before.Winning.When, formula.Bool, map[string]float64{"total": 4, "sides": 4, "held": 3, "most": 1}, yes},
		{"which the other reading does not accept", before.Winning.When, formula.Bool, map[string]float64{"total": 4, "sides": 4, "held": 3, "most": 1, "literal": 1}, no},
		{"six free pieces for nothing", before.Winning.FreePieces, formula.Number, map[string]float64{"owned": 0}, 6},
		{"none for seven", before.Winning.FreePieces, formula.Number, map[string]float64{"owned": 7}, 0},
		{"worth 30 less 5 for each owned", before.Winning.FreeBudget, formula.Number, map[string]float64{"owned": 4}, 10},
		{"excess pieces pay threefold", before.Winning.Compensation, formula.Number, map[string]float64{"value": 5}, 15},
	} {
		v := values{names: []string{"value", "owned", "least", "greatest", "moves", "mobility", "attacks", "defends", "other_square", "n", "W",
			"pieces", "last_pass", "active", "money", "checked", "can_take_royal", "total", "sides", "held", "most"}, by: c.by}
		f, err := formula.Compile(string(c.src), v.vocabulary(), c.kind)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := f.Eval(v); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPlayShapesAreThoseOfTheTable(t *testing.T) {
	book, _ := load(t)
	single := []string(nil)
	one := []string{"Move, Placement"}
	several := []string{"Move, Placement", "Move, Move, Placement", "Move, Placement, Placement"}
	for _, c := range []struct {
		w, n float64
		want []string
	}{
		{100.5, 4, single}, {30, 10, single}, {0, 10, single}, {0, 4, one}, {0, 5, single},
		{49.5, 4, several}, {0.5, 0, several}, {50, 4, one}, {49.5, 5, one}, {100, 9, one},
	} {
		v := values{names: []string{"W", "n"}, by: map[string]float64{"W": c.w, "n": c.n}}
		var got []string
		for _, s := range book.Procedure().Plays.Shapes {
			f, err := formula.Compile(string(s.When), v.vocabulary(), formula.Bool)
			if err != nil {
				t.Fatal(err)
			}
			if f.Holds(v) {
				got = s.Plays
				break
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("W = %v, n = %v (-want +got):\n%s", c.w, c.n, diff)
		}
	}
}

func TestTheRegisterIsComplete(t *testing.T) {
	// The register: entry, default, other reading.
	want := map[string][2]string{
		"king-step": {"adjacent", "literal"}, "section-6-piece": {"counts", "counts-and-attacks"},
		"attack-pins": {"ignore-pins", "respect-pins"}, "mobility-range": {"current", "type"},
		"echo-captures": {"as-moves", "as-piece"}, "echo-of-echo": {"resolved", "none"},
		"copycat-reads": {"victim-counter", "no-counter"}, "copycat-aura": {"base-only", "with-grants"},
		"gess-adjacent": {"yes", "no"}, "rook-special-tail": {"one-to-five", "zero-to-five"},
		"demon-becomes": {"any", "mirror-type"}, "promotion-king": {"no", "yes-then-excess"},
		"list-rotation": {"mover-down-then-checked-up", "literal"}, "placement-check": {"newly", "any"},
		"special-check": {"moved-piece", "any-new-check"}, "scratch-counts": {"no", "yes"},
		"captured-king": {"destroyed", "kept"}, "win-majority": {"total-and-leader-or-majority", "total-and-(leader-or-majority)"},
		"all-warm": {"one-round", "halt"}, "defends-as": {"turncoat", "target-only"},
		"own-king-defended": {"yes", "no"}, "copycat-own-loan": {"yes", "no"}, "echo-kind": {"no", "yes"},
		"history-after-play": {"updated", "before"}, "king-capture-sweep": {"before-own-check", "after"},
		"announced-promotion": {"considered", "ignored"}, "mobility-check": {"definition", "legal"},
		"bracketed-text": {"note", "binding"}, "default-surrender": {"yes", "no"},
		"harfyblob-locust": {"instead", "in-addition"}, "promoted-counter": {"initial", "victim"},
		"chess-champ": {"winner", "office"}, "late-play": {"default-stands", "accept"},
		"free-for-all-wait": {"within", "every-play"}, "placement-own-check": {"each", "end-of-turn"},
		"idle-promotion": {"refused", "idle"}, "unused-draft": {"kept", "replaced"}, "tied-winners": {"nobody", "each"},
		"notified-surrender": {"yes", "no"}, "promotion-after-check": {"takes-place", "turn-over"},
		"second-announcement": {"first", "latest"}, "early-play": {"in-time", "too-early"}, "vacant-limit": {"lapses", "runs-on"},
		"substituted-default": {"counts", "ignored"}, "check-by-promotion": {"ends", "goes-on"}, "royal-destruction": {"yes", "no"},
	}
	_, register := load(t)
	got := map[string][2]string{}
	for _, e := range register.Entries() {
		pair := [2]string{e.Default}
		for _, r := range e.Readings {
			if r.Name != e.Default {
				pair[1] = r.Name
			}
		}
		got[e.ID] = pair
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		if diff := cmp.Diff(want[id], got[id]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
}

func TestAnUnknownSystemIsNamed(t *testing.T) {
	_, _, err := systems.Load("partychses")
	if !errors.Is(err, systems.ErrUnknownSystem) {
		t.Fatalf("got %v, want ErrUnknownSystem", err)
	}
	if got, want := err.Error(), `no such system: "partychses"; did you mean "partychess"?`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
