package score

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/season"
	"adjudicate/season/pgn"
	"adjudicate/systems"
	"adjudicate/systems/array"
	"adjudicate/systems/san"
)

// Told is what a recorded game says and no input does.
type Told struct {
	Left    int   // moves behind one that is illegal or ambiguous: nobody knows in which position they were made; or behind the end of the game
	Ended   bool  // it is behind the end that they are left out
	Why     error // of the move before them
	Place   pgn.Place
	Result  string // by the tags or the moves
	Tagged  string // by the tags, if the moves have another
	Players [2]string
}

// Season makes of a recorded game the season of a ledger: its opening, with the tags as its note, the rules of its system, the array, and every
// move as a play. Own is the system, nil for the one that the tags name. What the tags do not say of when it was played is
// taken from otherwise. The first move that is not legal is an entry as well, as near to what the file says as can be told; the ledger rules
// on it.
func Season(file string, g *pgn.Game, own *systems.System, name string, otherwise time.Time) (*season.Season, *Told, error) {
	sys := own
	if sys == nil {
		var err error
		if sys, err = SystemOf(g); err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", file, g.At, err)
		}
	}
	s, err := begin(g, sys)
	if err != nil {
		return nil, nil, fmt.Errorf("%s:%d: %w", file, g.At, err)
	}
	told := &Told{Result: g.Result, Players: players(g, sys)}
	if tagged, differs := g.Tagged(); differs {
		told.Tagged = tagged
	}
	set, err := array.Set(sys, g.Tag("FEN"), map[string]string{sys.Sides[0]: told.Players[0], sys.Sides[1]: told.Players[1]})
	if err != nil {
		return nil, nil, fmt.Errorf("%s:%d: %w", file, g.At, err)
	}
	out := &season.Season{File: file}
	at := moment(g, otherwise)
	add := func(line int, actor string, inputs ...events.Payload) {
		out.Entries = append(out.Entries, season.Entry{Line: line, At: at, Actor: actor, Inputs: inputs})
	}
	opening := []events.Payload{sys.Opening(name, seed(g), note(g))}
	for _, r := range sys.Book.Rules() {
		opening = append(opening, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	add(g.At, "", append(opening, set)...)
	for i := range g.Moves {
		m := &g.Moves[i]
		side := s.Scene.Side
		text, err := s.text(m)
		add(m.At.Line, told.Players[side], events.PlaySubmitted{Side: sys.Sides[side], Text: text})
		if told.Place = m.At; err != nil {
			told.Left, told.Why = len(g.Moves)-i-1, err
			break
		}
	}
	if told.Why == nil {
		for _, in := range s.declared(g, told.Players) {
			add(told.Place.Line, in.by, in.input)
		}
	}
	return out, told, nil
}

// Cut leaves out what a season of a recorded game has behind the end of the game, which the ledger tells: entry is the first one that the ledger
// refused since the game was over. A move stays, to be refused; what follows it, and a declaration of how the game ended, is left out. It reports
// whether anything was.
func (t *Told) Cut(s *season.Season, entry, moves int) bool {
	end, last := entry, moves-t.Left // entry 0 is the opening, then come the moves
	if entry <= last {
		t.Left, t.Ended, end = t.Left+last-entry, last > entry, entry+1
		t.Place.Line = s.Entries[entry].Line
	}
	cut := end < len(s.Entries)
	s.Entries = s.Entries[:end]
	return cut
}

// text plays a move and returns it as a ledger takes it; with an error, what comes nearest to it.
func (s *Score) text(m *pgn.Move) (string, error) {
	move, err := s.Scene.Read(m.Text)
	if err == nil {
		text := s.Scene.Long(&move.Act)
		s.Turns = append(s.Turns, Turn{move, s.System.Sides[s.Scene.Side], m})
		s.Scene.Play(move)
		return text, nil
	}
	var illegal *san.IllegalError
	if errors.As(err, &illegal) && len(illegal.Tried) > 0 {
		return s.Scene.Long(&illegal.Tried[0]), err
	}
	return m.Text, err
}

// players returns who plays the two sides.
func players(g *pgn.Game, sys *systems.System) (out [2]string) {
	for i, tag := range []string{"White", "Black"} {
		if out[i] = g.Tag(tag); out[i] == "" || out[i] == "?" {
			out[i] = sys.Sides[i]
		}
	}
	if out[0] == out[1] {
		out[1] += " (" + sys.Sides[1] + ")"
	}
	return out
}

// mostNote is how many bytes of tags the note of an opening takes.
const mostNote = 2000

// note is the tags of a game, but for those that the ledger holds as facts; of one with very many the first.
func note(g *pgn.Game) string {
	var b strings.Builder
	for _, t := range g.Tags {
		if slices.Contains([]string{"White", "Black", "FEN", "SetUp", "Variant"}, t.Name) || strings.Trim(t.Value, "?.") == "" {
			continue
		}
		if b.Len()+len(t.Name)+2*len(t.Value) > mostNote {
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(pgn.FormatTag(t))
	}
	return b.String()
}

// seed is made of the game itself, so that the same file gives the same ledger.
func seed(g *pgn.Game) string {
	sum := sha256.Sum256([]byte(pgn.Format(g)))
	return hex.EncodeToString(sum[:])
}

// moment is when a game was played; a month or a day that nobody knows is the first one. No event is older than 1970: what was played before then is
// of the moment otherwise, and its date stands in the note of the opening.
func moment(g *pgn.Game, otherwise time.Time) time.Time {
	date := strings.Split(cmp.Or(g.Tag("UTCDate"), g.Tag("Date")), ".")
	year, err := strconv.Atoi(date[0])
	if err != nil || year < 1970 || year > 9999 {
		return otherwise
	}
	part := func(i, most int) int {
		if i >= len(date) {
			return 1
		}
		n, err := strconv.Atoi(date[i])
		if err != nil || n < 1 || n > most {
			return 1
		}
		return n
	}
	t := time.Date(year, time.Month(part(1, 12)), part(2, 31), 0, 0, 0, 0, time.UTC)
	if clock, err := time.Parse("15:04:05", cmp.Or(g.Tag("UTCTime"), g.Tag("Time"))); err == nil {
		t = t.Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute + time.Duration(clock.Second())*time.Second)
	}
	return t
}

// Name is what a recorded game is called: after who played it, and when.
func Name(g *pgn.Game) string {
	var parts []string
	for _, tag := range []string{"White", "Black"} {
		who, _, _ := strings.Cut(g.Tag(tag), ",")
		if who = strings.TrimSpace(who); who != "" && who != "?" {
			parts = append(parts, who)
		}
	}
	if year, _, _ := strings.Cut(g.Tag("Date"), "."); year != "" && strings.Trim(year, "?") != "" {
		parts = append(parts, year)
	}
	if len(parts) == 0 {
		return "game"
	}
	return strings.ToLower(strings.Join(strings.Fields(strings.Join(parts, "-")), "-"))
}
