package seasons_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger/seasons"
	"adjudicate/season"
)

const fixtures = "../../fixtures/season"

// load reads a season from the fixtures and fetches its rules.
func load(t testing.TB, name string) *season.Season {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fixtures, name))
	if err != nil {
		t.Fatal(err)
	}
	return resolved(t, name, text)
}

func resolved(t testing.TB, name string, text []byte) *season.Season {
	t.Helper()
	s, err := season.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Resolve(season.Beside(os.DirFS(fixtures))); err != nil {
		t.Fatal(err)
	}
	return s
}

func judge(t testing.TB) *aggregate.Judge {
	t.Helper()
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// bench is a judge that also rules on disputes.
func bench(t testing.TB) *played.Bench {
	t.Helper()
	b, err := played.NewBench("test")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func run(t testing.TB, s *season.Season, j seasons.Judge) *seasons.Report {
	t.Helper()
	r, err := seasons.Run(s, j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEveryRulingOnTheSampleSeasonsIsAsTheirAuthorsExpect(t *testing.T) {
	for name, plays := range map[string]int{"autumn.season": 150, "short.season": 8} {
		r := run(t, load(t, name), judge(t))
		for _, d := range r.Differences() {
			t.Errorf("%s:%d: %s", name, d.Entry.Line, strings.Join(d.Differences, "\n\t"))
		}
		if submitted, _ := r.Plays(); submitted < plays {
			t.Errorf("%s has %d plays, want at least %d", name, submitted, plays)
		}
	}
}

// recorder keeps every outcome that is committed.
type recorder struct {
	*aggregate.Judge
	outcomes []events.Outcome
}

func (r *recorder) Commit(d aggregate.Decision) {
	r.outcomes = append(r.outcomes, d.Outcomes...)
	r.Judge.Commit(d)
}

func TestTheAutumnHandShowsWhatItPromises(t *testing.T) {
	rec := &recorder{Judge: judge(t)}
	run(t, load(t, "autumn.season"), rec)

	seen := map[string]bool{}
	rejections := map[string]bool{}
	types := map[string]string{} // of each piece before it is promoted
	for _, o := range rec.outcomes {
		switch p := o.Payload.(type) {
		case events.PieceCreated:
			types[p.Piece] = p.Type
		case events.PiecePromoted:
			seen["promoted "+types[p.Piece]] = true
			types[p.Piece] = p.Type
		case events.AtomicPlayed:
			seen[p.Play+" "+p.How] = true
			if p.Play == "move" || p.Play == "capture" {
				seen["moved "+p.Type] = true
			}
		case events.PieceLifted:
			seen["lifted "+p.Why] = true
		case events.PieceDestroyed:
			seen["destroyed "+p.Why] = true
		case events.ChecksChanged:
			if len(p.Checks) > 1 {
				seen["two sides in check"] = true
			}
			for _, c := range p.Checks {
				if len(c.By) > 1 {
					seen["check by two"] = true
				}
			}
		case events.PlayEnded:
			seen["early"] = seen["early"] || p.Early
		case events.AssetChanged:
			seen["account "+p.Asset+" "+p.Why] = true
		case events.StageSet:
			seen["free-for-all "+p.State] = true
		case events.RulePutInForce, events.RuleOutOfForce, events.ReadingInForce, events.SideAttributeSet,
			events.EndDeclared, events.AssetsCleared, events.OfficeHeld, events.CounterChanged,
			events.SideEntered, events.SideLeft, events.SideHeld, events.AllotmentSet, events.LotDrawn:
			seen[p.Kind()] = true
		case events.Ruled:
			for _, f := range p.Faults {
				rejections[f.Code] = true
			}
		}
	}

	want := []string{
		"promoted Pawn", "promoted Demon", "promoted Zombie", "lifted scratch", "lifted surrender", "lifted hand", "lifted definition",
		"two sides in check", "check by two", "early", "account knives king-capture", "account knives surrender", "account lost shirts king-capture", "end-declared",
		"assets-cleared", "account money king-capture", "account money purchase", "account money destruction", "account money hand",
		"account benefyts special", "account swingpoints hand", "pass default", "pass automatic", "surrender automatic",
		"surrender notified", "surrender submitted", "side-attribute-set", "free-for-all announced", "free-for-all running", "free-for-all over",
		"free-for-all cancelled", "rule-put-in-force", "rule-out-of-force", "reading-in-force", "office-held",
		"counter-changed", "side-left", "side-held", "allotment-set", "lot-drawn", "moved Frog",
	}
	for _, piece := range strings.Fields("King Rook Camel Bishop Pawn CopyCat Echo Jester il-Nabi Qball HarfyBlob Archer Kamikaze Bouncy!Ball Demon Cantor Zombie Gess Loyalist Locust Guard") {
		want = append(want, "moved "+piece)
	}
	for _, w := range want {
		if !seen[w] {
			t.Errorf("the season does not show: %s", w)
		}
	}
	if len(rejections) < 20 {
		t.Errorf("the season shows %d kinds of faults, want at least 20: %v", len(rejections), rejections)
	}
}

const opening = `season 1
on 1998-10-05
game G system partychess seed 00000000000000000000000000000000000000000000000000000000000000aa
rulebook partychess
player Ann
player Bob
umpire Ann
swingership Red swinger Ann nap
swingership Blue swinger Bob party
draft Red: Rook, Camel, Bishop, Pawn, Loyalist
draft Blue: Rook, Camel, Bishop, Pawn, Zombie
start
`

func TestADifferenceIsReportedWithItsLine(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"accepted though expected to be rejected", "Red: K@c3 => rejected",
			"13: expected rejected, ruled accepted"},
		{"rejected though nothing was stated", "Blue: K@c3",
			"13: expected accepted, ruled rejected: "},
		{"a clause that is not cited", "Red: K@c3 => accepted by 1230.9",
			"13: expected 1230.9, which is not cited; "},
		{"a reason that was not expected", "Blue: Kc3-c4 => rejected by 1230.2 §3",
			"13: also rejected by "},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, resolved(t, "s", []byte(opening+test.text+"\n")), judge(t))
			if got := r.String(); !strings.Contains(got, "s:"+test.want) {
				t.Errorf("got\n%s\nwant a line with\ns:%s", got, test.want)
			}
		})
	}
}

// A season that forgets its rules is told so once, with the line that is missing.
func TestASeasonWithoutRulesIsToldTheLineThatIsMissing(t *testing.T) {
	r := run(t, resolved(t, "s", []byte(strings.Replace(opening, "rulebook partychess\n", "", 1)+"Red: pass\n")), judge(t))
	const want = `no rule is in force; the line "rulebook partychess" before it enacts those of the system`
	if got := r.String(); strings.Count(got, want) != 1 {
		t.Errorf("got\n%s\nwant once\n%s", got, want)
	}
}

// What is expected after a play is told of the line of that play, each for itself.
func TestADifferenceOfTheStateIsReportedWithItsLine(t *testing.T) {
	tests := []struct{ name, expect, want string }{
		{"another turn", "turn Red", "expected turn Red, found Blue"},
		{"another list", "list Red, Blue", "expected list Red, Blue, found Blue, Red"},
		{"another Weight", "weight Red 2.5", "expected weight Red 2.5, found 1"},
		{"no check", "check Blue by c3", "expected check Blue by c3, found none"},
		{"another square", "piece K1 at c4", "expected piece K1 at c4, found c3"},
		{"a piece that still exists", "piece K1 gone", "expected piece K1 gone, found it on c3"},
		{"an unknown piece", "piece K9 is King", "expected piece K9 is King, found no such piece"},
		{"an occupied square", "square c3 empty", "expected square c3 empty, found Red King"},
		{"other pieces in the holding", "holding Red Rook, Camel", "expected holding Red Rook, Camel, found Bishop, Camel, Loyalist, Pawn, Rook"},
		{"no winner", "winner Ann", "expected winner Ann, found none"},
		{"another hand", "hand 2", "expected hand 2, found 1"},
		{"no limit", "limit 1998-10-08 00:00", "expected limit 1998-10-08 00:00, found none"},
		{"no knives", "knives Ann 1", "expected knives Ann 1, found 0"},
		{"another balance", "account Ann money 0.5", "expected account Ann money 0.5, found 0"},
		{"a cold side", "warm Red", "expected warm Red, found that it is not"},
		{"a play not cut short", "early Red", "expected early Red, found no such thing"},
		{"a reading not adopted", "reading gess-adjacent no", "expected reading gess-adjacent no, found no reading adopted"},
		{"another revision", "rule 1230.4 3", "expected rule 1230.4 3, found 4"},
		{"another way of playing", "last Red placement default", "expected last Red placement default, found placement submitted"},
		{"another umpire", "umpire none", "expected umpire none, found Ann"},
	}
	text := opening + "Red: K@c3\n"
	for _, test := range tests {
		text += "expect " + test.expect + "\n"
	}
	got := run(t, resolved(t, "s", []byte(text)), judge(t)).String()
	for _, test := range tests {
		if want := "s:13: " + test.want; !strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nwant a line with\n%s", test.name, got, want)
		}
	}
}

func TestASeasonWhoseRulesAreNotFetchedDoesNotRun(t *testing.T) {
	s, err := season.Parse("s", []byte(opening))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := seasons.Run(s, judge(t)); !errors.Is(err, season.ErrUnresolved) {
		t.Errorf("got %v, want ErrUnresolved", err)
	}
}

func TestTheSeasonOnThePageRunsAsItSays(t *testing.T) {
	var text []string
	inside := false
	const page = "../../docs/season.md"
	whole, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(whole), "\n") {
		switch {
		case line == "```season":
			inside = true
		case line == "```":
			inside = false
		case inside:
			text = append(text, line)
		}
	}
	r := run(t, resolved(t, page, []byte(strings.Join(text, "\n")+"\n")), bench(t))
	if len(r.Differences()) > 0 {
		t.Error(r)
	}
	if len(r.Results) < 45 {
		t.Errorf("the page has %d entries, want at least 45", len(r.Results))
	}
}

func BenchmarkTheAutumnHand(b *testing.B) {
	s := load(b, "autumn.season")
	plays := 0
	for b.Loop() {
		plays, _ = run(b, s, judge(b)).Plays()
	}
	b.ReportMetric(float64(plays)*float64(b.N)/b.Elapsed().Seconds(), "plays/s")
}
