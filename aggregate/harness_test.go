package aggregate

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The moment at which inputs of tests are recorded.
var noon = time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)

// game is a ledger being set up and played in a test.
type game struct {
	t testing.TB
	j *Judge
}

// outcomes folds what a test takes for granted.
func outcomes(s *State, list ...events.Payload) {
	for _, p := range list {
		s.Apply(p)
	}
}

// newGame sets up a game of the suite of 1998 under readings ("entry=reading"). The board
// is written as "Red: King e1, Rook a1, Camel; Blue: King t20": pieces without a square are
// off-board; each gets the next id of its glyph; a counter is written HarfyBlob/3. Players
// are called after their sides, "Red's". The first side is to play.
func newGame(t testing.TB, board string, readings ...string) *game {
	t.Helper()
	book, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	s := NewState()
	outcomes(s, events.LedgerOpened{Game: "test", System: "partychess", Seed: strings.Repeat("5e", 32), Format: systems.Format, Register: systems.Recorded(register)},
		events.OfficeHeld{Office: "umpire", Player: "Umpire"})
	for _, r := range suiteRules(t) {
		s.Apply(r)
	}
	for _, r := range readings {
		entry, reading, _ := strings.Cut(r, "=")
		s.Apply(events.ReadingInForce{Entry: entry, Reading: reading})
	}
	glyphs := map[string]string{}
	for _, d := range book.Pieces() {
		glyphs[d.Piece.Name] = d.Piece.Glyph
	}
	var order []string
	for line := range strings.SplitSeq(board, ";") {
		name, pieces, _ := strings.Cut(line, ":")
		name = strings.TrimSpace(name)
		order = append(order, name)
		outcomes(s, events.PlayerKnown{Player: name + "'s", Status: StatusActive},
			events.SideEntered{Side: name, Player: name + "'s", Attributes: []string{"party"}})
		for word := range strings.SplitSeq(pieces, ",") {
			fields := strings.Fields(word)
			if len(fields) == 0 {
				continue
			}
			typ, counter, counted := strings.Cut(fields[0], "/")
			if glyphs[typ] == "" {
				t.Fatalf("no type %q", typ)
			}
			created := events.PieceCreated{Piece: s.NextPieceID(glyphs[typ]), Type: typ, Side: name}
			if typ == "HarfyBlob" {
				n := 1
				if counted {
					fmt.Sscan(counter, &n)
				}
				created.Counters = []events.Counter{{Name: "Hn", Value: n}}
			}
			s.Apply(created)
			if len(fields) > 1 {
				s.Apply(events.PiecePlaced{Piece: created.Piece, At: fields[1]})
			}
		}
	}
	outcomes(s, events.StartDone{}, events.OrderChanged{Order: order}, events.TurnBegan{Side: order[0]})
	j, err := NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := j.base.compile(); err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, j: j}
	d := &decision{judge: j, before: j.base, now: j.base, out: make([]events.Outcome, 1)}
	s.Apply(events.ChecksChanged{Checks: d.checksNow()})
	return g
}

// suiteRules returns the outcomes that put the suite of 1998 in force.
func suiteRules(t testing.TB) []events.Payload {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	var list []events.Payload
	for _, r := range book.Rules() {
		list = append(list, events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	return list
}

// apply folds outcomes that a test takes for granted into the running game.
func (g *game) apply(list ...events.Payload) *game {
	for _, p := range list {
		g.j.base.apply(p)
	}
	return g
}

func (g *game) decide(side, text string) Decision {
	g.t.Helper()
	d := g.j.Decide(Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: text}})
	evenAfter(g.t, g.j)
	return d
}

// evenAfter checks that the state on which the next decision is worked out would begin as what is committed, though only what has changed is
// copied, and leaves the judge as it is.
func evenAfter(t testing.TB, j *Judge) {
	t.Helper()
	var pair [2]*State // equal to those of the judge, with what is noted of them
	for i, s := range []*State{j.work.state, j.base.state} {
		pair[i] = s.Clone()
		if s.unequal != nil {
			noted := *s.unequal
			pair[i].unequal = &noted
		}
	}
	now, before := pair[0], pair[1]
	now.follow(before)
	if diff := diffStates(before, now); diff != "" {
		t.Fatalf("what is copied for the next decision differs (-committed +copied):\n%s", diff)
	}
	for i := range before.pieces {
		id := before.pieces[i].id
		was, known := before.anyPiece(id)
		if is, found := now.anyPiece(id); is != was || found != known {
			t.Fatalf("for the next decision %s is piece %d (%v), want %d (%v)", id, is, found, was, known)
		}
	}
	for i := range before.balances {
		if b := &before.balances[i]; now.Balance(b.account, b.asset) != b.amount {
			t.Fatalf("for the next decision %s has %s %s, want %s", b.account, now.Balance(b.account, b.asset), b.asset, b.amount)
		}
	}
}

// play has a play accepted and committed, and returns its outcomes but the ruling.
func (g *game) play(side, text string) []events.Payload {
	g.t.Helper()
	d := g.decide(side, text)
	if d.Ruling.Verdict != Accepted {
		g.t.Fatalf("%s: %q rejected: %v", side, text, d.Ruling.Faults)
	}
	g.j.Commit(d)
	var list []events.Payload
	for _, o := range d.Outcomes[1:] {
		list = append(list, o.Payload)
	}
	return list
}

// refused has a play rejected and returns the codes of its faults in order.
func (g *game) refused(side, text string) []events.Fault {
	g.t.Helper()
	d := g.decide(side, text)
	if d.Ruling.Verdict != Rejected {
		g.t.Fatalf("%s: %q accepted", side, text)
	}
	if len(d.Outcomes) != 1 {
		g.t.Fatalf("%s: %q: a rejected play has %d outcomes, want the ruling alone", side, text, len(d.Outcomes))
	}
	return d.Ruling.Faults
}

func codes(faults []events.Fault) []string {
	var list []string
	for _, f := range faults {
		list = append(list, f.Code)
	}
	return list
}

// told renders outcomes a line each, leaving out Weights.
func told(list []events.Payload) []string {
	var lines []string
	for _, payload := range list {
		switch p := payload.(type) {
		case events.PieceMoved:
			lines = append(lines, fmt.Sprintf("%s %s-%s", p.Piece, p.From, p.To))
		case events.PiecePlaced:
			lines = append(lines, fmt.Sprintf("%s @%s", p.Piece, p.At))
		case events.PieceCaptured:
			lines = append(lines, fmt.Sprintf("%s x%s on %s to %s", p.By, p.Piece, p.At, p.Side))
		case events.PieceLifted:
			lines = append(lines, fmt.Sprintf("%s off %s (%s)", p.Piece, p.From, p.Why))
		case events.PieceDestroyed:
			lines = append(lines, fmt.Sprintf("%s destroyed (%s)", p.Piece, p.Why))
		case events.PieceCreated:
			lines = append(lines, fmt.Sprintf("%s %s created for %s%s", p.Piece, p.Type, p.Side, counted(p.Counters)))
		case events.PiecePromoted:
			lines = append(lines, fmt.Sprintf("%s becomes %s%s", p.Piece, p.Type, counted(p.Counters)))
		case events.CounterChanged:
			lines = append(lines, fmt.Sprintf("%s %s=%d", p.Piece, p.Name, p.Value))
		case events.AtomicPlayed:
			line := fmt.Sprintf("%s: %s", p.Side, p.Play)
			if p.Type != "" {
				line += " " + p.Type
			}
			if p.As != "" {
				line += " as " + p.As
			}
			line += counted(p.Counters)
			if p.How != HowSubmitted {
				line += " (" + p.How + ")"
			}
			lines = append(lines, line)
		case events.PlayEnded:
			line := p.Side + " done"
			if p.Early {
				line += " early"
			}
			lines = append(lines, line)
		case events.ChecksChanged:
			line := "checks:"
			for _, c := range p.Checks {
				line += fmt.Sprintf(" %s by %s", c.Side, strings.Join(c.By, "+"))
			}
			lines = append(lines, line)
		case events.OrderChanged:
			lines = append(lines, "list: "+strings.Join(p.Order, " "))
		case events.TurnBegan:
			lines = append(lines, "turn: "+p.Side)
		case events.AssetChanged:
			line := fmt.Sprintf("%s %s %v (%s)", p.Account, p.Asset, p.Change, p.Why)
			if p.Replaces != "" {
				line += " for " + p.Replaces
			}
			lines = append(lines, line)
		case events.LotDrawn:
			lines = append(lines, fmt.Sprintf("lot %s among %s", p.Draw, strings.Join(p.Among, " ")))
		case events.WeightsPosted:
		default:
			lines = append(lines, p.Kind())
		}
	}
	return lines
}

func counted(list []events.Counter) string {
	line := ""
	for _, c := range list {
		line += fmt.Sprintf(" %s=%d", c.Name, c.Value)
	}
	return line
}

// sameState compares two states in everything but how their hash tables are laid out.
var sameState = []cmp.Option{
	cmp.AllowUnexported(State{}, round{}, side{}, piece{}, balance{}, serial{}, lapse{}, stage{}, laid{}, marks{}, since{}, past{}, takings{}, taken{}),
	cmpopts.IgnoreFields(State{}, "pieceIdx", "balanceIdx", "unequal"),
	cmpopts.EquateEmpty(),
}

// diffStates is cmp.Diff of two states, with a fast answer for equal ones.
func diffStates(want, got *State) string {
	w, g := *want, *got
	g.pieceIdx, g.balanceIdx, g.unequal = w.pieceIdx, w.balanceIdx, w.unequal
	if reflect.DeepEqual(&w, &g) {
		return ""
	}
	return cmp.Diff(want, got, sameState...)
}
