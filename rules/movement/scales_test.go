package movement_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// telling makes a Weight in which nothing that a piece brings in is lost: what it is worth, how far it goes, whether it captures
// and defends.
const telling = `number: "0.1"
title: Telling Weights
procedure:
  plays: {counts: value >= 2}
  weights:
    when: royals < 100
    piece: value + 100 * mobility + 20000 * attacks + 300000 * defends
    mobility: moves + 50 * greatest - least
`

// whether is telling of less: of moves it asks whether there is one, and otherwise as much.
var whether = strings.Replace(telling, "moves + 50 * greatest - least", "'moves > 0 ? 50 * greatest - least : 7'", 1)

func TestScalesFollowWhateverHappensOnABoard(t *testing.T) {
	for i, name := range slices.Concat(systems.Systems(), systems.Variants()) {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, uint64(i)))
			games := 2
			if name == "partychess" {
				games = 60
			}
			for i := range games {
				followed(t, rng, name, i%8 == 0, 40)
			}
			for i := range games {
				followed(t, rng, name, i%8 == 0, 100, "CopyCat", "CopyCat", "Kamikaze", "Locust", "Archer", "Bouncy!Ball", "Gess", "il-Nabi", "HarfyBlob", "Rook", "King", "Echo")
			}
		})
	}
}

// misweighed lets scales follow a position and says where an analysis of it says something else, or "".
func misweighed(p *movement.Position, scales *movement.Scales, an *movement.Analysis) string {
	scales.Follow(p)
	an.Run(p)
	for s := range p.Sides() {
		side := movement.SideID(s)
		if got, want := scales.Weight(side), an.Weight(side); got != want || scales.Counting(side) != an.Counting(side) {
			return fmt.Sprintf("%s weighs %v with %d pieces that count, the analysis says %v and %d", p.SideName(side), got, scales.Counting(side), want, an.Counting(side))
		}
		if got, want := scales.CheckedBy(p, side, nil), an.CheckedBy(side); !slices.Equal(got, want) {
			return fmt.Sprintf("%s is checked by %v, the analysis says %v", p.SideName(side), got, want)
		}
	}
	return ""
}

// TestScalesForgetOtherRules lets the same scales follow boards of all systems in turn, with more pieces and fewer, of larger boards and smaller.
func TestScalesForgetOtherRules(t *testing.T) {
	var list []*movement.Position
	boards(t, func(_ string, p *movement.Position) {
		copied := p.Ruleset().NewPosition()
		copied.CopyFrom(p)
		list = append(list, copied)
	})
	rng := rand.New(rand.NewPCG(5, 8))
	var scales movement.Scales
	var an movement.Analysis
	for range 3 {
		rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		for i, p := range list {
			if what := misweighed(p, &scales, &an); what != "" {
				t.Fatalf("board %d: %s", i, what)
			}
		}
	}
	if len(list) < 10 {
		t.Errorf("only %d boards", len(list))
	}
}

// What a piece brings in can change by something that it does not look at. Each line ends with a move that no walk of the first piece sees.
func TestScalesNoteWhatNoWalkSees(t *testing.T) {
	for _, c := range []struct{ men, from, to string }{
		{"Red: Archer a1; Blue: Rook e1, Guard t9", "t9", "f1"},                                            // who comes beside a victim protects it
		{"Red: Archer a1; Blue: Rook e1, Guard f1", "f1", "t9"},                                            // and goes
		{"Red: Archer a1, Bishop t20; Blue: Rook e1, Guard f1", "t20", "j5"},                               // who is attacked protects nobody
		{"Red: Archer a1, Bishop j5; Blue: Rook e1, Guard f1", "j5", "t20"},                                // and does again
		{"Red: CopyCat f6, Rook f4, King t1; Blue: King t20, Rook f8", "t20", "g7"},                        // a King comes to where it would take the CopyCat
		{"Red: CopyCat f6, Rook f4, King t1; Blue: King g7, Rook f8", "g7", "t20"},                         // and goes
		{"Red: CopyCat f6, King t1; Blue: King t20, Rook a20", "t20", "g7"},                                // a King comes to where it could take the CopyCat
		{"Red: CopyCat f6, King t1; Blue: King g7, Rook a20", "g7", "t20"},                                 // and goes
		{"Red: CopyCat f6, King t1; Blue: King t20, Rook f10, Camel a13", "a13", "f8"},                     // something comes between it and what it copies
		{"Red: CopyCat f6, King t1; Blue: King t20, Rook f10, Camel f8, Camel a2", "f8", "a13"},            // and goes
		{"Red: CopyCat f6, King t1; Blue: King t20, Rook f10, Rook f14", "f10", "a20"},                     // what it copied goes
		{"Red: HarfyBlob f6, Pawn f7, Cantor a20, King t1; Blue: King t20", "a20", "e5"},                   // it is lent moves
		{"Red: CopyCat f6, Rook f4, King t1; Blue: King t20, Rook h8, Cantor h9", "h9", "a15"},             // what it copies is lent moves no more
		{"Red: CopyCat f6, Rook f4, King t1; Blue: King t20, Rook h8, Cantor a15", "a15", "h9"},            // and is again
		{"Red: CopyCat f6, King t1; Blue: King t20, Kamikaze l8, Pawn f7, Pawn a2", "a2", "l6"},            // something comes to where what it copies turns
		{"Red: CopyCat f6, King t1; Blue: King t20, Kamikaze l8, Pawn f7, Pawn l6", "l6", "a2"},            // and goes
		{"Red: CopyCat f6, King t1; Blue: King t20, Kamikaze j12, Pawn f7, Camel j6, Pawn a2", "j6", "a8"}, // it goes another way around
		{"Red: CopyCat f6, King t1; Blue: King t20, Bouncy!Ball f14, Pawn f10, Pawn f12", "f12", "a2"},     // beyond what it bounces over there is nothing
		{"Red: CopyCat f6, King t1; Blue: King t20, Bouncy!Ball f14, Pawn f10, Pawn a2", "a2", "f12"},      // and there is
		{"Red: CopyCat f6, King f14; Blue: King t20, Loyalist f13, Pawn a2", "a2", "f12"},                  // something comes between its King and it
		{"Red: CopyCat f6, King f14; Blue: King t20, Loyalist f13, Pawn f12", "f12", "a2"},                 // and goes
		{"Red: Locust f6, King t1; Blue: Rook f9, Locust a20, King t20", "a20", "a20 off"},                 // there are fewer of its type
	} {
		differs := false
		for _, aura := range []string{"base-only", "with-grants"} {
			rs, _ := lawAtRandom(t, rand.New(rand.NewPCG(1, 1)), "", false, "copycat-aura="+aura)
			differs = scaled(t, rs, c.men, c.from, c.to) || differs
		}
		if !differs {
			t.Errorf("%s, then %s-%s: all is as before, so that nothing is tested", c.men, c.from, c.to)
		}
	}
}

// scaled compares the scales with an analysis before and after a move, and reports whether they differ.
func scaled(t *testing.T, rs *movement.Ruleset, men, from, to string) bool {
	t.Helper()
	p := rs.NewPosition()
	square := func(name string) movement.Square {
		sq, ok := rs.Square(name)
		if !ok && name != "off" {
			t.Fatal(name)
		}
		return sq
	}
	for _, side := range strings.Split(men, "; ") {
		name, list, _ := strings.Cut(side, ": ")
		s := p.AddSide(name)
		for _, man := range strings.Split(list, ", ") {
			typ, at, _ := strings.Cut(man, " ")
			id, ok := rs.Type(typ)
			if !ok {
				t.Fatal(typ)
			}
			p.Put(p.AddPiece(id, s), square(at))
		}
	}
	var scales movement.Scales
	var an movement.Analysis
	for range 2 { // the first time nothing is known of any piece
		if wrong := misweighed(p, &scales, &an); wrong != "" {
			t.Fatal(men, wrong)
		}
	}
	told := func() string { return fmt.Sprint(an.Weight(0), an.CheckedBy(1)) }
	before := told()
	if id := p.At(square(from)); strings.HasSuffix(to, "off") {
		p.Lift(id)
	} else {
		p.Put(id, square(to))
	}
	if wrong := misweighed(p, &scales, &an); wrong != "" {
		t.Errorf("%s, then %s-%s: %s", men, from, to, wrong)
	}
	return told() != before
}

// lawAtRandom is the rules of a system under some readings, those held among them ("entry=reading"), perhaps with some amendments of the first game.
func lawAtRandom(t *testing.T, rng *rand.Rand, name string, amended bool, held ...string) (rs *movement.Ruleset, what []string) {
	t.Helper()
	plain := name == "" // partychess as it is
	if plain {
		name = "partychess"
	}
	book, register, err := systems.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[string]string{}
	for _, reading := range held {
		entry, name, _ := strings.Cut(reading, "=")
		chosen[entry] = name
	}
	for _, id := range register.IDs() {
		e, _ := register.Entry(id)
		if !plain && rng.IntN(3) == 0 {
			chosen[id] = e.Readings[rng.IntN(len(e.Readings))].Name
			what = append(what, id+"="+chosen[id])
		}
	}
	readings, err := register.Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	files := []string{}
	if name == "partychess" && amended {
		files, _ = filepath.Glob("../../systems/partychess/amendments/*.yaml")
		rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		files = files[:8]
	}
	add := func(file string, text []byte) error {
		list, err := rules.Parse(file, text)
		for _, r := range list {
			if r, err = book.Complete(r); err == nil {
				book = book.With(r)
			}
		}
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before := book
		if add(file, text) != nil {
			book = before // it amends what another one does
		}
		if _, err := movement.Compile(book.Under(readings), readings); err != nil {
			book = before
		}
		if book != before {
			what = append(what, filepath.Base(file))
		}
	}
	weights := telling
	if len(held) == 0 && rng.IntN(2) == 0 {
		weights = whether
	}
	if err := add("telling.yaml", []byte(weights)); err != nil {
		t.Fatal(err)
	}
	if rs, err = movement.Compile(book.Under(readings), readings); err != nil {
		t.Fatal(err)
	}
	return rs, what
}

// followed changes a board of a system at random and compares the scales with an analysis after every few changes. The pieces are of
// a few types and stand close together.
func followed(t *testing.T, rng *rand.Rand, name string, amended bool, steps int, few ...string) {
	t.Helper()
	rs, what := lawAtRandom(t, rng, name, amended)
	if rs.Types() == 0 {
		return
	}
	p := rs.NewPosition()
	for _, side := range []string{"white", "black", "red"} {
		p.AddSide(side)
	}
	var squares []movement.Square
	for _, sq := range rs.Squares() {
		if file, rank := rs.Place(sq); max(file, rank) < 9 {
			squares = append(squares, sq)
		}
	}
	types := []movement.TypeID{}
	for range 6 - min(len(few), 6) {
		types = append(types, movement.TypeID(rng.IntN(rs.Types())))
	}
	for _, name := range few {
		if typ, ok := rs.Type(name); ok && (name == "CopyCat" || rng.IntN(2) == 0) {
			types = append(types, typ)
		}
	}
	if len(types) == 0 {
		return
	}
	for _, name := range []string{"Guard", "Archer", "King", "CopyCat", "CopyCat", "Cantor"} { // who lean on each other
		if typ, ok := rs.Type(name); ok && rng.IntN(3) > 0 {
			types = append(types, typ)
		}
	}
	any := func() movement.PieceID { return movement.PieceID(rng.IntN(p.Pieces())) }
	typ := func() movement.TypeID { return types[rng.IntN(len(types))] }
	put := func(id movement.PieceID) {
		if sq := squares[rng.IntN(len(squares))]; p.At(sq) == movement.NoPiece && !p.ClosedAt(sq) && p.Fits(id, sq) {
			p.Put(id, sq)
		}
	}
	men := 5 + rng.IntN(len(squares)/2+1)
	if len(few) > 0 {
		men = 3 + rng.IntN(7)
	}
	for range men {
		put(p.AddPiece(typ(), movement.SideID(rng.IntN(3))))
	}
	var scales movement.Scales
	var an movement.Analysis
	var done []string
	for range steps {
		for range 1 + rng.IntN(3-min(len(few), 1)) {
			id, side := any(), movement.SideID(rng.IntN(3))
			what := rng.IntN(12)
			done = append(done, fmt.Sprint(what, id))
			switch what {
			default:
				put(id)
			case 1:
				p.Lift(id)
			case 2:
				p.SetOwner(id, side)
			case 3:
				if p.Where(id) == movement.Off || !rs.Wide() {
					p.SetType(id, typ())
				}
			case 4:
				// One by which a piece faces somewhere changes where there is room alone.
				if n := len(rs.CounterNames(p.TypeOf(id))); n > 0 && (p.Where(id) == movement.Off || !rs.Wide()) {
					p.SetCounter(id, rng.IntN(n), rng.IntN(5))
				}
			case 5:
				of := typ()
				p.SetLast(side, movement.Last{Play: movement.Move, Type: of, As: movement.NoType, Counters: rs.Initial(of)})
			case 6:
				if sq := squares[rng.IntN(len(squares))]; p.At(sq) == movement.NoPiece && !p.ClosedAt(sq) && rng.IntN(4) == 0 {
					p.Close(sq)
				} else if p.ClosedAt(sq) {
					p.Open(sq)
				}
			case 7:
				put(p.AddPiece(typ(), side))
			}
		}
		if wrong := misweighed(p, &scales, &an); wrong != "" {
			t.Fatalf("%s\nafter %v\nunder %v", wrong, done[max(0, len(done)-4):], what)
		}
	}
}
