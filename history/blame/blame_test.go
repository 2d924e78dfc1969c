package blame_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/blame"
	"adjudicate/history/condition"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
)

// said is an outcome with the clauses and readings that it rests on.
type said struct {
	payload events.Payload
	rests   string // "1230.5/5 §2; king-step=adjacent"
}

// tape makes a history: payloads as they are, outcomes with a basis as said. Its sequences do not run
// on: a history in effective order need not.
func tape(list ...any) []events.Envelope {
	var out []events.Envelope
	for i, x := range list {
		e := events.Envelope{Ledger: "test", Sequence: uint64(10 * (i + 1)), Actor: "Ann",
			Recorded: time.Date(1998, 10, 2, 12, i, 0, 0, time.UTC)}
		binary.BigEndian.PutUint64(e.ID[8:], e.Sequence)
		switch x := x.(type) {
		case events.Payload:
			e.Payload = x
		case said:
			e.Payload = x.payload
			clauses, readings, _ := strings.Cut(x.rests, "; ")
			e.Basis.Clauses = []string{clauses}
			if readings != "" {
				e.Basis.Readings = []string{readings}
			}
		}
		out = append(out, e)
	}
	return out
}

var game = tape(
	events.GameOpened{Game: "Hand", System: "partychess"}, // 10
	events.LedgerOpened{Game: "Hand", System: "partychess", Files: 20, Ranks: 20},
	events.RuleEnacted{Number: "1230.5"},
	events.RulePutInForce{Number: "1230.5", Revision: 5, Rule: []byte("{}")},
	events.RuleEnacted{Number: "1230.2"},
	events.RulePutInForce{Number: "1230.2", Revision: 49, Rule: []byte("{}")}, // 60
	events.PlayerRegistered{Player: "Ann"},
	events.PlayerKnown{Player: "Ann", Status: "active"},
	events.SideCreated{Side: "Red", Player: "Ann"},
	events.SideEntered{Side: "Red", Player: "Ann"}, // 100
	events.SideCreated{Side: "Blue", Player: "Bob"},
	events.SideEntered{Side: "Blue", Player: "Bob"},
	events.PiecesChosen{Side: "Red", Types: []string{"Rook"}},
	said{events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"}, "1230.2/49 §2.B"},
	said{events.PieceCreated{Piece: "p2", Type: "Pawn", Side: "Blue"}, "1230.2/49 §2.B"}, // 150
	events.PlaySubmitted{Side: "Red", Text: "R@a1"},
	said{events.PiecePlaced{Piece: "R1", At: "a1"}, "1230.2/49 §6.C"},
	events.PlaySubmitted{Side: "Blue", Text: "p@a5"},
	said{events.PiecePlaced{Piece: "p2", At: "a5"}, "1230.2/49 §6.C"},
	events.RuleAmended{Number: "1230.5"}, // 200
	events.RulePutInForce{Number: "1230.5", Revision: 6, Rule: []byte("{}")},
	events.InterpretationAdopted{Entry: "attack-pins", Reading: "respect-pins"},
	events.ReadingInForce{Entry: "attack-pins", Reading: "respect-pins"},
	events.PlaySubmitted{Side: "Red", Text: "Ra1xa5"},
	said{events.Ruled{Verdict: "accepted", Subject: "play-submitted"}, "1230.2/49 §6.B"}, // 250
	said{events.PieceCaptured{Piece: "p2", At: "a5", By: "R1", Side: "Red"}, "1230.5/6 §2; attack-pins=respect-pins"},
	events.PieceMoved{Piece: "R1", From: "a1", To: "a5"},
	events.PlaySubmitted{Side: "Red", Text: "p@a9"},
	said{events.PiecePlaced{Piece: "p2", At: "a9"}, "1230.2/49 §6.C"},
	events.PlaySubmitted{Side: "Red", Text: "surrender"}, // 300
	events.PieceLifted{Piece: "R1", From: "a5", Why: "surrender"},
)

// line writes a cause in short: its sequence, kind, grounds, and what brought those about.
func line(c *blame.Cause) string {
	text := fmt.Sprintf("#%d %s of #%d", c.Event.Sequence, c.Event.Payload.Kind(), c.Input.Sequence)
	if c.Role != "" {
		text = c.Role + ": " + text
	}
	for _, g := range append(append([]string{}, c.Grounds.Clauses...), c.Grounds.Readings...) {
		text += ", " + g
	}
	for _, o := range c.Grounds.Because {
		text += fmt.Sprintf(" [%s by #%d]", o.Of, o.Sequence)
	}
	for i := range c.Because {
		text += " <- " + line(&c.Because[i])
	}
	return text
}

func lines(list []blame.Cause) []string {
	var out []string
	for i := range list {
		out = append(out, line(&list[i]))
	}
	return out
}

func ask(t *testing.T, list []events.Envelope, words string) *blame.Report {
	t.Helper()
	names, err := condition.Collect(played.All(list))
	if err != nil {
		t.Fatal(err)
	}
	return askOf(t, list, names, words)
}

// askOf is ask where the names are known.
func askOf(t *testing.T, list []events.Envelope, names *condition.Catalogue, words string) *blame.Report {
	t.Helper()
	subject, err := blame.Parse(strings.SplitN(words, " ", 2), names)
	if err != nil {
		t.Fatal(err)
	}
	r, err := blame.Ask(played.All(list), subject, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWhatAFactRestsOn(t *testing.T) {
	for _, test := range []struct {
		words string
		want  []string
	}{
		// The pawn stands there by its creation, its capture and its second placement; the first
		// placement no longer matters. The capture rests on what an amendment and a reading brought.
		{"a9", []string{
			"#150 piece-created of #130, 1230.2/49 §2.B",
			"#260 piece-captured of #240, 1230.5/6 §2, attack-pins=respect-pins [1230.5/6 by #200] [attack-pins=respect-pins by #220]",
			"#290 piece-placed of #280, 1230.2/49 §6.C",
		}},
		// The whole life has that placement, too.
		{"piece p2", []string{
			"#150 piece-created of #130, 1230.2/49 §2.B",
			"#190 piece-placed of #180, 1230.2/49 §6.C",
			"#260 piece-captured of #240, 1230.5/6 §2, attack-pins=respect-pins [1230.5/6 by #200] [attack-pins=respect-pins by #220]",
			"#290 piece-placed of #280, 1230.2/49 §6.C",
		}},
		// The Rook was the last on a5, and left in a surrender. An outcome without a basis rests on
		// that of the ruling; there is none of #300.
		{"a5", []string{
			"#270 piece-moved of #240, 1230.2/49 §6.B",
			"#310 piece-lifted of #300",
		}},
		{"e4", nil},
		{"rule 1230.5", []string{
			"#40 rule-put-in-force of #30",
			"#210 rule-put-in-force of #200",
		}},
		{"reading attack-pins", []string{"#230 reading-in-force of #220"}},
		{"reading king-step", nil},
		{"knife Ann", nil},
		{"winner", nil},
	} {
		t.Run(test.words, func(t *testing.T) {
			if diff := cmp.Diff(test.want, lines(ask(t, game, test.words).Causes)); diff != "" {
				t.Errorf("causes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnEmptySquareNamesTheLastPieceThere(t *testing.T) {
	if r := ask(t, game, "a5"); r.Piece != nil || r.Last != "R1" {
		t.Errorf("stands there: %v, last: %q, want nobody and R1", r.Piece, r.Last)
	}
	if r := ask(t, game, "a9"); r.Piece == nil || r.Piece.Side != "Red" || r.Omitted != 1 {
		t.Errorf("stands there: %v, %d events left out, want a pawn of Red and 1", r.Piece, r.Omitted)
	}
}

var twoSides = []any{
	events.GameOpened{Game: "Hand", System: "partychess"},
	events.LedgerOpened{Game: "Hand", System: "partychess", Files: 20, Ranks: 20},
	events.SideCreated{Side: "Red", Player: "Ann"},
	events.SideEntered{Side: "Red", Player: "Ann"},
	events.SideEntered{Side: "Blue", Player: "Bob"},
	events.SideEntered{Side: "Green", Player: "Cid"},
	events.PieceCreated{Piece: "K1", Type: "King", Side: "Blue"},
	events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
	events.GameStarted{}, // 90
	events.LotDrawn{Draw: "play-list:start"},
	events.OrderChanged{Order: []string{"Red", "Blue", "Green"}},
	events.TurnBegan{Side: "Red"},
	events.PlaySubmitted{Side: "Red", Text: "Ra1-a5"}, // 130
	events.PieceMoved{Piece: "R1", From: "a1", To: "a5"},
	events.PlayEnded{Side: "Red"},
	events.ChecksChanged{Checks: []events.Check{{Side: "Green", By: []string{"R1"}}}},
	events.OrderChanged{Order: []string{"Green", "Blue", "Red"}},
	events.TurnBegan{Side: "Green"},
}

func TestThePlayListSaysWhatMovedEachSide(t *testing.T) {
	r := ask(t, tape(twoSides...), "list")
	var got []string
	for _, p := range r.Places {
		got = append(got, p.Side+": "+line(p.Cause))
	}
	want := []string{
		"Green: in check, above those that are not: #170 order-changed of #130",
		"Blue: the first list: #110 order-changed of #90",
		"Red: had played: #170 order-changed of #130",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestAKnifeRestsOnTheCaptureAndTheCheckBefore(t *testing.T) {
	list := tape(append(append([]any{}, twoSides...),
		events.PlaySubmitted{Side: "Green", Text: "pass"}, // 190
		events.ChecksChanged{Checks: []events.Check{{Side: "Green", By: []string{"R1"}}, {Side: "Blue", By: []string{"R1"}}}},
		events.PlaySubmitted{Side: "Red", Text: "Ra5xa9"}, // 210
		events.PieceCaptured{Piece: "K1", At: "a9", By: "R1", Side: "Red"},
		events.PieceMoved{Piece: "R1", From: "a5", To: "a9"},
		events.PieceDestroyed{Piece: "K1", Why: "king"},
		events.ChecksChanged{},
		events.AtomicPlayed{Side: "Blue", Play: "surrender", How: "king-captured"}, // 260
		said{events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1), Why: "king-capture"}, "1230.40/8 ¶1"},
		events.PlaySubmitted{Side: "Green", Text: "surrender"},
		events.AtomicPlayed{Side: "Green", Play: "surrender", How: "submitted"},
		events.AssetChanged{Account: "Bob", Asset: "knives", Change: events.Whole(1), Why: "surrender"}, // 300
		events.TransactionRecorded{Account: "Ann"},
		events.AssetChanged{Account: "Ann", Asset: "knives", Change: 2, Why: "transaction"},
	)...)
	r := ask(t, list, "knife Ann")
	want := []string{
		"#270 asset-changed of #210, 1230.40/8 ¶1" +
			" <- the check before it: #200 checks-changed of #190" +
			" <- the capture: #220 piece-captured of #210",
		"#320 asset-changed of #310",
	}
	if diff := cmp.Diff(want, lines(r.Causes)); diff != "" {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
	if r.Value != events.Whole(2) {
		t.Errorf("Ann holds %s knives, want 2", r.Value)
	}
	want = []string{"#300 asset-changed of #280 <- the surrender: #290 atomic-played of #280"}
	if diff := cmp.Diff(want, lines(ask(t, list, "knife Bob").Causes)); diff != "" {
		t.Errorf("causes of Bob's (-want +got):\n%s", diff)
	}
}

func TestKnivesEndWithTheHand(t *testing.T) {
	list := tape(append(append([]any{}, twoSides...),
		events.PlaySubmitted{Side: "Red"}, // 190
		events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1), Why: "surrender"},
		events.EndDeclared{Player: "Ann", Hand: 1},
		events.AssetsCleared{Asset: "knives"},
	)...)
	if r := ask(t, list, "knife Ann"); len(r.Causes) > 0 || r.Value != 0 {
		t.Errorf("Ann holds %s, by %v, want none", r.Value, lines(r.Causes))
	}
	want := []string{"#210 end-declared of #190 <- #200 asset-changed of #190"}
	if diff := cmp.Diff(want, lines(ask(t, list, "winner").Causes)); diff != "" {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
}

func TestSubjectsAreRead(t *testing.T) {
	names, err := condition.Collect(played.All(game))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ words, want string }{
		{"e4", "square e4"},
		{"R1", "piece R1"},
		{"p2", "square p2"}, // which is a piece as well
		{"piece p2", "piece p2"},
		{"knives Ann", "knife Ann"},
		{"Weight red", "weight Red"},
		{"money Treasury", "money Treasury money"},
		{"money Ann benefyts", "money Ann benefyts"},
		{"list", "list"},
		{"", "error: expected a square, a piece's id, or one of square, piece, weight, check, knife, money, rule, reading, list, turn, winner"},
		{"weight", `error: missing name: expected a side after "weight"`},
		{"weight Rde", `error: no such side: "Rde"; did you mean "Red"?`},
		{"wieght Red", `error: no such subject: "wieght"; did you mean "weight"?`},
		{"turn Red", `error: unexpected argument after "turn": "Red"`},
		{"weight Red Blue", `error: unexpected argument after "weight Red": "Blue"`},
		{"Q7", `error: invalid subject "Q7": expected a square, a piece or one of square, piece, weight, check, knife, money, rule, reading, list, turn, winner`},
		{"rule 1230.50", `error: no such rule: "1230.50"; did you mean "1230.5"?`},
	} {
		t.Run(test.words, func(t *testing.T) {
			s, err := blame.Parse(strings.Fields(test.words), names)
			if quoted, _ := blame.Parse([]string{test.words}, names); quoted != s {
				t.Errorf("in quotes it is %v, not %v", quoted, s)
			}
			got := s.String()
			if err != nil {
				got = "error: " + err.Error()
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	if s, _ := blame.Parse([]string{"p2"}, names); !s.Also {
		t.Error("nobody says that p2 is a piece as well")
	}
}

// TestTheSampleSeasonIsExplained holds reports at many points of a whole game against the state
// there.
func TestTheSampleSeasonIsExplained(t *testing.T) {
	all := played.Autumn(t)
	for _, n := range []int{300, 741, 1188, 1830, len(all)} {
		list := all[:n]
		for n < len(all) && events.IsOutcome(all[n].Payload.Kind()) { // to the end of the entry
			n++
			list = all[:n]
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) { explained(t, list) })
	}
}

// TestWeightsByTheHourAreExplained is about an Owl, which goes up to five squares by night and one by day; its mobility is how far it can go (1230.3 ¶2),
// so that it rises from 1 to 5 with the play at seven in the evening.
func TestWeightsByTheHourAreExplained(t *testing.T) {
	folder := t.TempDir()
	owl, err := os.ReadFile("../../systems/partychess/amendments/owl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "owl.yaml"), owl, 0o600); err != nil {
		t.Fatal(err)
	}
	text := `season 1
on 1998-10-05
08:00 game "Owls" system partychess seed 00000000000000000000000000000000000000000000000000000000000000d2
rulebook partychess
enact owl.yaml
player Ann
player Bob
player Cy
umpire Cy
swingership Red swinger Ann nap
swingership Blue swinger Bob party
draft Red: Owl
draft Blue: Owl
start
announce
09:00 Red: K@a1
09:10 Blue: K@t20
09:20 Red: Owl@j10
09:30 Blue: pass
10:00 Red: pass
10:10 Blue: pass
19:00 Red: pass
`
	path := filepath.Join(folder, "owls.season")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all := played.Season(t, path)
	explained(t, all)
	names, err := condition.Collect(played.All(all))
	if err != nil {
		t.Fatal(err)
	}
	r := askOf(t, all, names, "weight Red")
	for _, s := range r.Shares {
		if want := map[string]events.Half{"Owl": 2 * 5, "King": 2 * 1}[s.Piece.Type]; s.Mobility != want {
			t.Errorf("by night the %s has a mobility of %s, want %s", s.Piece.Type, s.Mobility, want)
		}
	}
	if len(r.Shares) != 2 || r.Change == nil || len(r.Change.Shifts) != 1 || r.Change.Shifts[0].Why != "mobility 1 to 5" {
		t.Errorf("the Weight is %s by %d pieces; its last change: %+v", r.Value, len(r.Shares), r.Change)
	}
}

func TestGeneratedGamesAreExplained(t *testing.T) {
	for seed := range uint64(2) {
		_, all := played.Game(t, seed, 400, 15)
		for _, n := range []int{len(all) / 2, len(all)} {
			for n < len(all) && events.IsOutcome(all[n].Payload.Kind()) {
				n++
			}
			t.Run(fmt.Sprintf("game %d to %d", seed, n), func(t *testing.T) { explained(t, all[:n]) })
		}
	}
}

func explained(t *testing.T, list []events.Envelope) {
	names, err := condition.Collect(played.All(list))
	if err != nil {
		t.Fatal(err)
	}
	st := aggregate.NewState()
	for _, e := range list {
		st.Apply(e.Payload)
	}
	for p := range st.Pieces() {
		if p.At == "" {
			continue
		}
		r := askOf(t, list, names, "square "+p.At)
		if r.Piece == nil || r.Piece.ID != p.ID {
			t.Fatalf("%s: %v stands there, want %s", p.At, r.Piece, p.ID)
		}
		at, owner, typ := "", "", ""
		for _, c := range r.Causes {
			switch o := c.Event.Payload.(type) {
			case events.PieceCreated:
				owner, typ = o.Side, o.Type
			case events.PieceCaptured:
				owner = o.Side
			case events.PiecePromoted:
				typ = o.Type
			case events.PiecePlaced:
				at = o.At
			case events.PieceMoved:
				if o.From != at {
					t.Errorf("%s: the way goes on from %s, and the piece stood on %s", p.ID, o.From, at)
				}
				at = o.To
			}
			if uuid.Nil == c.Event.ID || c.Input == nil {
				t.Errorf("%s: a cause without an input", p.ID)
			}
		}
		if at != p.At || owner != p.Side || typ != p.Type {
			t.Errorf("the causes make %s a %s of %s on %s, want a %s of %s on %s", p.ID, typ, owner, at, p.Type, p.Side, p.At)
		}
	}
	for side := range st.Sides() {
		r := askOf(t, list, names, "weight "+side.Name)
		var sum, shift events.Half
		for _, s := range r.Shares {
			sum += s.Weight
		}
		if w := st.Weight(side.Name); r.Value != w || w != 0 && sum != w {
			t.Errorf("%s weighs %s: the report says %s, its pieces %s", side.Name, w, r.Value, sum)
		}
		if r.Change != nil && r.Change.Is != 0 && r.Change.Was != 0 {
			for _, s := range r.Change.Shifts {
				shift += s.Is - s.Was
				if s.Why == "" {
					t.Errorf("%s: nobody says why %s adds %s and no longer %s", side.Name, s.Piece.ID, s.Is, s.Was)
				}
			}
			if shift != r.Change.Is-r.Change.Was {
				t.Errorf("%s went from %s to %s: its pieces by %s", side.Name, r.Change.Was, r.Change.Is, shift)
			}
		}
		if c := askOf(t, list, names, "check "+side.Name); st.InCheck(side.Name) != (len(c.Causes) == 1) {
			t.Errorf("%s is in check: %v; causes: %v", side.Name, st.InCheck(side.Name), lines(c.Causes))
		}
	}
	for _, p := range st.Players() {
		r := askOf(t, list, names, "knife "+p.Name)
		var marks events.Half // rules may pay in them, and take them
		for _, c := range r.Causes {
			given := c.Event.Payload.(events.AssetChanged)
			if marks += given.Change; (given.Why == events.WhyRoyalCapture || given.Why == events.WhySurrender) && len(c.Because) != 2 {
				t.Errorf("a knife of %s rests on %v, want a check and a capture or surrender", p.Name, lines(c.Because))
			}
		}
		if r.Value != marks {
			t.Errorf("%s holds %s knives by %d causes, which come to %s", p.Name, r.Value, len(r.Causes), marks)
		}
		var sum events.Half
		m := askOf(t, list, names, "money "+p.Name)
		for _, c := range m.Causes {
			sum += c.Event.Payload.(events.AssetChanged).Change
		}
		if b := st.Balance(p.Name, events.MoneyAsset); sum != b || m.Value != b {
			t.Errorf("%s has %s: the report says %s, its causes %s", p.Name, b, m.Value, sum)
		}
	}
	var order []string
	for _, p := range askOf(t, list, names, "list").Places {
		order = append(order, p.Side)
		if p.Cause == nil || p.Cause.Role == "" || p.Cause.Role == "moved" {
			t.Errorf("nobody says why %s is where it is: %v", p.Side, p.Cause)
		}
	}
	if diff := cmp.Diff(st.Order(), order); diff != "" {
		t.Errorf("play list (-want +got):\n%s", diff)
	}
	if r := askOf(t, list, names, "turn"); r.Side != st.ToPlay() || len(r.Causes) != 1 {
		t.Errorf("it is the turn of %q by %v, want %q", r.Side, lines(r.Causes), st.ToPlay())
	}
}
