package aggregate

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
)

// lawed is a game of chess from its array with another rule.
func lawed(t *testing.T, text string) *game {
	t.Helper()
	g := newArray(t, "chess", "")
	f, err := rules.ParseFile("", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Rules {
		g.accept(events.RuleEnacted{Number: f.Rules[i].Number, Rule: f.Rules[i].Canonical()})
	}
	return g
}

const triesCount = `
number: "9"
title: Tries
procedure:
  assets: [{name: tries, of: side}]
  consequences:
    - {on: refused, do: [{pay: 1, asset: tries, payee: side}]}
    - {on: refused, when: 'assets(side, "tries") == 2', do: [{pass: side}]}
`

func played(side, text string) Input {
	return Input{ID: "x", Payload: events.PlaySubmitted{Side: side, Text: text}, At: noon}
}

func TestEveryReasonOfARefusalIsOfOneKind(t *testing.T) {
	text, err := os.ReadFile("faults.go")
	if err != nil {
		t.Fatal(err)
	}
	ofPlays, _, _ := strings.Cut(string(text), "// Codes of faults of inputs other than plays.")
	none := []string{FaultUnknownInput, FaultRulebook, FaultSuspended, FaultNotStarted, FaultOver, FaultUnknownSide, FaultHeldIllegal, FaultMatter, FaultNotAsked}
	codes := regexp.MustCompile(`Fault\w+ += "([a-z-]+)"`).FindAllStringSubmatch(ofPlays, -1)
	if len(codes) < 50 {
		t.Fatalf("only %d codes", len(codes))
	}
	for _, m := range codes {
		if _, known := rules.Tried(m[1:2]); known == slices.Contains(none, m[1]) {
			t.Errorf("%s: a reason of a refusal in a running game is %t", m[1], known)
		}
	}
}

func TestWhatFollowsOfARefusalFoldsAsItWasDecided(t *testing.T) {
	g := lawed(t, triesCount)
	for i, want := range []string{"White", "Black"} {
		before := g.j.State().Clone()
		d := g.j.Decide(played("White", "Pe2-e5"))
		if d.Ruling.Verdict != Rejected || len(d.Outcomes) < 2 {
			t.Fatalf("try %d is %s with %d outcomes", i+1, d.Ruling.Verdict, len(d.Outcomes))
		}
		g.j.Commit(d)
		for _, o := range d.Outcomes {
			before.Apply(o.Payload)
		}
		if a, b := snap(t, g.j.State()), snap(t, before); !bytes.Equal(a, b) {
			t.Errorf("try %d: committed\n%s\nfolded\n%s", i+1, a, b)
		}
		if to := g.j.State().ToPlay(); to != want {
			t.Errorf("after try %d %s is to play, want %s", i+1, to, want)
		}
	}
}

func snap(t *testing.T, s *State) []byte {
	t.Helper()
	text, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestNothingFollowsOfWhatWasLegalWhenItWasMade(t *testing.T) {
	g := lawed(t, triesCount)
	in := played("White", "Pe2-e5")
	in.Happened = true
	if d := g.j.Decide(in); len(d.Outcomes) != 1 {
		t.Errorf("%d outcomes of a play that was accepted under another law, want the ruling alone", len(d.Outcomes))
	}
	if d := g.j.DecideUnder(played("White", "Pe2-e4"), &Order{Remedy: RemedyIllegal}); len(d.Outcomes) != 1 {
		t.Errorf("%d outcomes of a play that is held to be illegal, want the ruling alone", len(d.Outcomes))
	}
}

func TestPassesThatRulesMakeEnd(t *testing.T) {
	g := lawed(t, `
number: "9"
title: Nobody plays
procedure:
  consequences: [{on: turn-starts, do: [{pass: side}]}]
`)
	d := g.j.Decide(played("White", "Pe2-e4"))
	passes := 0
	for _, o := range d.Outcomes {
		if p, ok := o.Payload.(events.AtomicPlayed); ok && p.Play == PlayPass {
			passes++
		}
	}
	g.j.Commit(d)
	if to := g.j.State().ToPlay(); passes != 2 || to != "Black" {
		t.Errorf("%d passes and %s to play, want one of each side and Black", passes, to)
	}
}

// TestADateFindsTheTurnThatTheOneBeforeItHasLeft has two dates come, White to play: at the first White loses its turn, at the second Black does, whether somebody
// looks in between or not.
func TestADateFindsTheTurnThatTheOneBeforeItHasLeft(t *testing.T) {
	for _, looks := range [][]int{{48}, {24, 48}} {
		g := lawed(t, `
number: "9"
title: Days
procedure:
  assets: [{name: lost, of: side}]
  consequences: [{on: day, when: side.to_play, do: [{pay: 1, asset: lost, payee: side}, {pass: side}]}]
`)
		for _, hours := range looks {
			g.j.Commit(g.j.Decide(Input{ID: "t", Actor: "Ursula", Payload: events.TimePassed{}, At: noon.Add(time.Duration(hours) * time.Hour)}))
		}
		s := g.j.State()
		if white, black := s.Balance("White", "lost"), s.Balance("Black", "lost"); white != 2 || black != 2 || s.ToPlay() != "White" { // in halves
			t.Errorf("looked at after %v hours, White has lost %d halves of a turn, Black %d, and %s is to play; want 2, 2 and White", looks, white, black, s.ToPlay())
		}
	}
}

func TestACounterThatOrdersPiecesIsNotRepealed(t *testing.T) {
	g := lawed(t, `
rules:
  - {number: "9", title: Levels, procedure: {counters: [{name: level}]}}
  - {number: "10", title: Who is on top, procedure: {sharing: {order: level}}}
`)
	repealed := func(number string) []events.Fault {
		d := g.j.Decide(Input{ID: "r", Payload: events.RuleRepealed{Number: number}, At: noon})
		g.j.Commit(d)
		return d.Ruling.Faults
	}
	if list := repealed("9"); len(list) != 1 || list[0].Clause != "10/0" {
		t.Errorf("%v, want one fault that names rule 10", list)
	}
	if list := append(repealed("10"), repealed("9")...); len(list) > 0 {
		t.Errorf("%v, want none once rule 10 is gone", list)
	}
}

const anotherGame = `
number: "9"
title: Again
procedure:
  powers: [{name: again, do: [{lay: array}]}]
`

func TestAnArrayIsSetUpAnewAfterItsStateHasBeenReadBack(t *testing.T) {
	g := lawed(t, anotherGame)
	for _, in := range []Input{played("White", "Pe2-e4"), played("Black", "Pe7-e5"), played("White", "Pd2-d4")} {
		g.j.Commit(g.j.Decide(in))
	}
	s := NewState()
	if err := s.Restore(snap(t, g.j.State())); err != nil {
		t.Fatal(err)
	}
	j, err := NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	d := j.Decide(Input{ID: "y", Payload: events.PowerUsed{Power: "again", Player: s.Players()[0].Name}, At: noon})
	if d.Ruling.Verdict != Accepted {
		t.Fatal(d.Ruling.Faults)
	}
	j.Commit(d)
	for square, want := range map[string]string{"e2": "Pawn", "d2": "Pawn", "e7": "Pawn", "e4": "", "e1": "King", "a8": "Rook"} {
		if pc, _ := j.State().PieceAt(square); pc.Type != want {
			t.Errorf("%q stands on %s, want %q", pc.Type, square, want)
		}
	}
	if to := j.State().ToPlay(); to != "White" {
		t.Errorf("%s is to play, want White, who played first", to)
	}
	if d := j.Decide(played("White", "Pe2-e4")); d.Ruling.Verdict != Accepted {
		t.Error(d.Ruling.Faults)
	}
}

func TestPlaysThatWereSentForOneGameAreNotMadeInTheNext(t *testing.T) {
	for _, test := range []struct {
		name, section string
		before        []Input
		to            string // is to play then
	}{
		{"plays kept until all are in", "together: {conflicts: [{do: void}]}", []Input{played("White", "Pe2-e4")}, ""},
		{"a play that waits for consent", "consents: [{to: [play], when: victim != none, of: who == victim.side.player, days: 1}]",
			[]Input{played("White", "Pe2-e4"), played("Black", "Pd7-d5"), played("White", "Pe4xd5")}, "White"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := lawed(t, anotherGame+"  "+test.section+"\n")
			for _, in := range test.before {
				d := g.j.Decide(in)
				if len(d.Ruling.Faults) > 0 {
					t.Fatal(d.Ruling.Faults)
				}
				g.j.Commit(d)
			}
			s := g.j.State()
			if s.Kept()+len(s.Matters()) != 1 {
				t.Fatalf("%d plays are kept and %d wait, want one of either", s.Kept(), len(s.Matters()))
			}
			d := g.j.Decide(Input{ID: "y", Payload: events.PowerUsed{Power: "again", Player: s.Players()[1].Name}, At: noon})
			if d.Ruling.Verdict != Accepted {
				t.Fatal(d.Ruling.Faults)
			}
			g.j.Commit(d)
			s = g.j.State()
			if s.Kept()+len(s.Matters()) != 0 || s.ToPlay() != test.to {
				t.Errorf("%d plays are kept, %d wait, and %q is to play, want none and %q", s.Kept(), len(s.Matters()), s.ToPlay(), test.to)
			}
			d = g.j.Decide(played("White", "Pd2-d4"))
			if d.Ruling.Verdict != Accepted {
				t.Fatal(d.Ruling.Faults)
			}
			g.j.Commit(d)
			g.j.Commit(g.j.Decide(played("Black", "Pe7-e5")))
			for square, want := range map[string]string{"d4": "Pawn", "e4": "", "e5": "Pawn", "d5": ""} {
				if pc, _ := g.j.State().PieceAt(square); pc.Type != want {
					t.Errorf("%q stands on %s, want %q", pc.Type, square, want)
				}
			}
		})
	}
}

func TestAStateThatNamesNoArrayIsThatOfAnEngineOfBefore(t *testing.T) {
	s := newArray(t, "chess", "").j.State()
	now := snap(t, s)
	i := bytes.Index(now, []byte(`,"array":{"first":`))
	if i < 0 {
		t.Fatal("the state names no array")
	}
	before := append(bytes.Clone(now[:i]), now[i+bytes.Index(now[i:], []byte("]}"))+2:]...)
	restored := NewState()
	if err := restored.Restore(before); err != nil {
		t.Fatal(err)
	}
	if !NewState().StandsFor(before, restored, now) {
		t.Error("the state without the array is not the one of before")
	}
	if restored.array != nil {
		t.Error("an array is known that nothing tells of")
	}
}
