package seasons

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/season"
)

// asExpected is what found returns when a statement holds.
const asExpected = ""

// found compares a statement with the state after an entry and the entry's outcomes. It
// returns what was found instead, or asExpected.
func found(x season.Expectation, s *aggregate.State, outcomes []events.Outcome) string {
	x = x.General()
	arg := func(i int) string { return x.Args[i] }
	switch kind, _, _ := strings.Cut(x.Kind, " "); kind {
	case "turn":
		return same(strings.Join(x.Args, ""), strings.Join(s.AllToPlay(), ", "))
	case "awaited":
		return same(strings.Join(x.Args, ", "), strings.Join(s.Awaited(), ", "))
	case "list":
		return same(strings.Join(x.Args, ", "), strings.Join(s.Order(), ", "))
	case "weight":
		return same(arg(1), s.Weight(arg(0)).String())
	case "check":
		return foundCheck(x, s)
	case "piece", "counter":
		return foundPiece(x, s)
	case "square":
		pc, ok := s.PieceAt(arg(0))
		return same(strings.Join(x.Args[1:], " "), either(ok, pc.Side+" "+pc.Type, ""))
	case "on-board":
		on, _ := s.CountPieces(arg(0))
		return same(arg(1), strconv.Itoa(on))
	case "off-board":
		_, off := s.CountPieces(arg(0))
		return same(arg(1), strconv.Itoa(off))
	case "holding":
		return same(sorted(x.Args[1:]), sorted(holding(s, arg(0))))
	case "account":
		return same(arg(2), s.Balance(arg(0), arg(1)).String())
	case "drawn", "early", "dispute", "precedent":
		return foundOutcome(x, outcomes)
	case "last", "defaults", "has", "lacks", "holder":
		return foundSide(x, kind, s)
	}
	return foundGame(x, s)
}

// foundGame compares the statements about the game as a whole.
func foundGame(x season.Expectation, s *aggregate.State) string {
	switch kind, _, _ := strings.Cut(x.Kind, " "); kind {
	case "limit":
		limits := s.Limits()
		if len(limits) == 0 {
			return same(x.Args[0], season.None)
		}
		return same(x.Args[0], season.WriteMoment(limits[0].Expires.UTC()))
	case "owns":
		return same("true", strconv.FormatBool(s.Held(x.Args[0], x.Args[1]) > 0))
	case "winner":
		titles := s.Titles()
		if len(titles) == 0 {
			return same(strings.Join(x.Args, ""), "")
		}
		won := titles[len(titles)-1]
		if expected := strings.Join(x.Args, ""); expected != won.Player {
			return same(expected, s.WonBy(won)) // where a side has won: its holder
		}
		return asExpected
	case "hand":
		return same(x.Args[0], strconv.Itoa(s.HandsWon()+1))
	case "status":
		p, _ := s.Player(x.Args[0])
		return same(x.Args[1], p.Status)
	case "umpire":
		return same(strings.Join(x.Args, ""), s.Holder(events.KnownOffice))
	case "stage":
		return same(strings.Join(x.Args[1:], ""), s.Stage(x.Args[0]).State)
	case "rule":
		r, ok := s.Rule(x.Args[0])
		return same(strings.Join(x.Args[1:], ""), either(ok, strconv.Itoa(r.Revision), ""))
	case "reading":
		for _, r := range s.Readings() {
			if r.Entry == x.Args[0] {
				return same(x.Args[1], r.Reading)
			}
		}
		return "no reading adopted"
	}
	return "nothing that this program knows"
}

// foundSide compares the statements about one side.
func foundSide(x season.Expectation, kind string, s *aggregate.State) string {
	side, ok := s.Side(x.Args[0])
	if !ok {
		return "no such side in the game"
	}
	switch kind {
	case "last":
		return same(strings.Join(x.Args[1:], " "), either(len(x.Args) == 2, side.Last.Play, side.Last.Play+" "+side.Last.How))
	case "defaults":
		return same(x.Args[1], strconv.Itoa(side.Defaults))
	case "holder":
		return same(x.Args[1], side.Player)
	case "has":
		return either(side.Has(x.Args[1]), asExpected, "that it is not")
	}
	return either(!side.Has(x.Args[1]), asExpected, "that it is")
}

// foundCheck compares the sides in check and the pieces that check them; those may be
// named by id or by square.
func foundCheck(x season.Expectation, s *aggregate.State) string {
	if len(x.Args) == 0 {
		var sides []string
		for _, c := range s.Checks() {
			sides = append(sides, c.Side+" by "+strings.Join(c.By, ", "))
		}
		return strings.Join(sides, "; ")
	}
	var want, by []string
	for _, id := range x.Args[1:] {
		if pc, ok := s.PieceAt(id); ok {
			id = pc.ID
		}
		want = append(want, id)
	}
	for _, c := range s.Checks() {
		if c.Side == x.Args[0] {
			by = c.By
		}
	}
	return same(sorted(want), sorted(by))
}

// foundPiece compares the statements about a piece named by its id.
func foundPiece(x season.Expectation, s *aggregate.State) string {
	pc, ok := s.Piece(x.Args[0])
	switch {
	case x.Kind == "piece PIECE gone":
		return either(ok, "it "+place(pc), asExpected)
	case !ok:
		return "no such piece"
	case x.Kind == "piece PIECE at SQUARE":
		return same(x.Args[1], either(pc.At != "", pc.At, place(pc)))
	case x.Kind == "piece PIECE off SIDE":
		return either(pc.At == "" && pc.Side == x.Args[1], asExpected, "it "+place(pc))
	case x.Kind == "piece PIECE is TYPE":
		return same(x.Args[1], pc.Type)
	}
	for _, c := range pc.Counters {
		if c.Name == x.Args[1] {
			return same(x.Args[2], strconv.Itoa(c.Value))
		}
	}
	return "no such counter"
}

// foundOutcome compares what can only be seen in the outcomes.
func foundOutcome(x season.Expectation, outcomes []events.Outcome) string {
	found := "no such thing"
	for _, o := range outcomes {
		switch p := o.Payload.(type) {
		case events.LotDrawn:
			if x.Kind == "drawn NAME NAMES" && p.Draw == x.Args[0] && len(p.Among) > 0 {
				return same(strings.Join(x.Args[1:], ", "), strings.Join(p.Result, ", "))
			}
			found = "the draw " + p.Draw
		case events.DisputeEntered:
			if x.Kind == "dispute NAME NAME" && p.Dispute == x.Args[0] {
				return same(x.Args[1], "open")
			}
		case events.VerdictEntered:
			if x.Kind == "dispute NAME NAME" && p.Dispute == x.Args[0] {
				return same(x.Args[1], p.Verdict)
			}
		case events.DisputeReopened:
			if x.Kind == "dispute NAME NAME" && p.Dispute == x.Args[0] {
				return same(x.Args[1], "open")
			}
		case events.AppealEntered:
			if x.Kind == "dispute NAME NAME" && p.Dispute == x.Args[0] {
				return same(x.Args[1], "open")
			}
		case events.DisputeClosed:
			if x.Kind == "dispute NAME NAME" && p.Dispute == x.Args[0] {
				return same(x.Args[1], p.How)
			}
		case events.PrecedentSet:
			if x.Kind == "precedent NAME NAMES" && p.Precedent == x.Args[0] {
				return same(strings.Join(x.Args[1:], ", "), strings.Join(p.Clauses, ", "))
			}
		case events.PlayEnded:
			if x.Kind == "early SIDE" && p.Side == x.Args[0] && p.Early {
				return asExpected
			}
		}
	}
	return found
}

// same returns what was found if it is not what was wanted.
func same(want, found string) string {
	if want == found {
		return asExpected
	}
	return either(found != "", found, season.None)
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func sorted(names []string) string {
	names = slices.Clone(names)
	sort.Strings(names)
	return strings.Join(names, ", ")
}

func holding(s *aggregate.State, side string) []string {
	var types []string
	for pc := range s.PiecesOf(side) {
		if pc.At == "" {
			types = append(types, pc.Type)
		}
	}
	return types
}

func place(pc aggregate.Piece) string {
	return either(pc.At != "", "on "+pc.At, "off-board, of "+pc.Side)
}
