package score

import (
	"fmt"
	"strings"

	"adjudicate/events"
	"adjudicate/season/pgn"
	"adjudicate/systems"
	"adjudicate/systems/array"
	"adjudicate/systems/fen"
	"adjudicate/systems/san"
)

// Played is a play of a ledger.
type Played struct {
	Side, Text string
	Rejected   bool
	Words      string // of the ruling
}

// Record makes a recorded game of the plays of a ledger: those accepted are its moves, in algebraic notation as long as they are legal turns of
// the system and else as the ledger has them; those rejected, and the words of the rulings, its comments. Result is one of package pgn.
func Record(sys *systems.System, opened events.GameOpened, set events.ArraySet, plays []Played, result string) (*pgn.Game, error) {
	at, err := array.Laid(sys, set)
	if err != nil {
		return nil, err
	}
	g := &pgn.Game{Tags: tagsOf(opened.Note), Result: result}
	if result == pgn.Unknown && g.Tag("Result") != "" {
		g.Result = g.Tag("Result")
	}
	if g.Tag("Event") == "" {
		g.Set("Event", opened.Game)
	}
	for i, tag := range []string{"White", "Black"} {
		g.Set(tag, set.Sides[i].Player)
	}
	if sys.Name != "chess" {
		g.Set("Variant", sys.Title)
	}
	if err := begins(g, at); err != nil {
		return nil, err
	}
	s := &Score{System: sys, Scene: san.At(at)}
	comments := &g.Comments
	for _, p := range plays {
		if p.Rejected {
			*comments = append(*comments, strings.TrimSpace(fmt.Sprintf("%s: %s: rejected: %s", p.Side, p.Text, p.Words)))
			continue
		}
		if p.Text == "surrender" {
			*comments = append(*comments, fmt.Sprintf("%s resigns: %s", p.Side, p.Words))
			continue
		}
		m := pgn.Move{Text: s.short(p)}
		if p.Words != "" {
			m.Comments = []string{p.Words}
		}
		g.Moves = append(g.Moves, m)
		comments = &g.Moves[len(g.Moves)-1].Comments
	}
	return g, nil
}

// tagsOf reads the tags that the note of an opening holds, where it was made of a recorded game.
func tagsOf(note string) []pgn.Tag {
	if games, err := pgn.Parse("", []byte(note)); err == nil && len(games) == 1 && len(games[0].Moves) == 0 {
		return games[0].Tags
	}
	return nil
}

// begins says with which position a game begins, if that is not the one with which all of its system do.
func begins(g *pgn.Game, at *fen.Position) error {
	first, err := at.Write()
	if err != nil {
		return err
	}
	usual, err := fen.Read(at.System, "")
	if err != nil {
		return err
	}
	if text, err := usual.Write(); err != nil || text == first {
		return err
	}
	g.Set("SetUp", "1")
	g.Set("FEN", first)
	return nil
}

// short plays a play of a ledger and returns it in algebraic notation. From the first one on that is no legal turn of the system, which
// amended rules may let be played, it returns plays as they are written.
func (s *Score) short(p Played) string {
	if s.Scene == nil {
		return strings.ReplaceAll(strings.Join(strings.Fields(p.Text), ""), ";", "/") // behind a semicolon all would be a comment
	}
	m := s.Scene.Meant(p.Text)
	if m == nil || s.System.Sides[s.Scene.Side] != p.Side {
		s.Scene = nil
		return s.short(p)
	}
	text := s.Scene.Write(m)
	s.Scene.Play(*m)
	return text
}
