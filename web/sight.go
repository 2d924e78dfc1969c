package web

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/report"
)

// Where rules hide a part of a game from its sides, the umpire and judges see it whole, and everybody else what they may. What is not known to hide
// nothing is refused: a route that is added here is closed until it says what it shows.

// hidden is why something of a game is not shown.
const hidden = "the rules hide a part of this game: this is shown when it is over"

// A viewer is somebody who does not see the whole of a game.
type viewer struct {
	player string
	sides  []string
}

// key tells viewers apart who see the same.
func (v *viewer) key() string { return v.player + "\x00" + strings.Join(v.sides, "\x00") }

type (
	viewerKey struct{}
	headKey   struct{}
)

// viewerOf is who a request is to be answered for, nil if for somebody who sees everything.
func viewerOf(ctx context.Context) *viewer {
	v, _ := ctx.Value(viewerKey{}).(*viewer)
	return v
}

// seesAll reports whether somebody sees the whole of every game that they are signed in to; nil is nobody in particular.
func seesAll(who *ticket) bool {
	return who != nil && (who.Role == roleUmpire || who.Role == roleJudge)
}

// plainParts are the parts of a game, and of its documents, that show nothing of its board, or see to it themselves what they show.
var plainParts = []string{
	"in", "out", "letters", "keys", "desk", // of people
	"play", "plays", "deeds", "entries", // they ask the state that they have open
	"rules", "register", "deadlines", "deadlines.ics", "events", "checkpoint", "checkpoints",
}

// seenParts are those that are answered for a viewer.
var seenParts = []string{"", "board", "board.svg", "board.png", "holdings", "list"}

// gamePart is which game a request is about and which part of it, "" for its page; asked of the API, its document.
func gamePart(r *http.Request) (game, part string, api, ok bool) {
	path, api := strings.CutPrefix(r.URL.EscapedPath(), apiRoot)
	words := strings.SplitN(strings.TrimSuffix(path, "/"), "/", 5)
	if len(words) < 3 || words[1] != "games" {
		return "", "", api, false
	}
	game, err := url.PathUnescape(words[2])
	if len(words) > 3 {
		part = words[3]
	}
	return game, part, api, err == nil
}

// sighted lets nobody see more of a game than its rules allow.
func (s *Server) sighted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		game, part, api, ok := gamePart(r)
		if !ok || slices.Contains(plainParts, part) {
			next.ServeHTTP(w, r)
			return
		}
		fail := s.failPage
		if api {
			fail = s.failProblem
		}
		head, err := s.head(r.Context(), game)
		if err == nil {
			ok, err = s.hides(r.Context(), game, head)
		}
		if err != nil {
			fail(w, r, err)
			return
		}
		ctx := context.WithValue(r.Context(), headKey{}, head)
		if !ok {
			next.ServeHTTP(w, r.WithContext(ctx))
			return
		}
		ctx = unshared(ctx)
		w.Header().Set("Vary", "Cookie, Authorization, Accept-Language")
		r.SetPathValue("game", game)
		who := s.signedIn(r)
		if seesAll(who) {
			next.ServeHTTP(w, r.WithContext(ctx))
			return
		}
		at := whereOf(r.URL.Query())
		if !slices.Contains(seenParts, part) || api && part == "" || at.Edition != "" || at.Known != "" {
			fail(w, r, &forbiddenError{text: hidden})
			return
		}
		v := &viewer{}
		if who != nil {
			l, err := s.look(ctx, game, where{}, head)
			if err != nil {
				fail(w, r, err)
				return
			}
			v.player, v.sides = who.Player, sidesOf(l.state, who.Player)
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, viewerKey{}, v)))
	})
}

// A hiding is whether a game hid a part of itself when it stood at an event.
type hiding struct {
	head  uint64
	hides bool
}

// hides reports whether rules hide a part of a game as it stands.
func (s *Server) hides(ctx context.Context, game string, head uint64) (bool, error) {
	if had, ok := s.hiding.GetIfPresent(game); ok && had.head == head {
		return had.hides, nil
	}
	done, err := s.slot(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	l, err := s.look(ctx, game, where{}, head)
	if err != nil {
		return false, err
	}
	v := hiding{head, l.state.Hides()}
	s.hiding.Set(game, v)
	return v.hides, nil
}

// seen is a scene as a viewer may see it: the board, whose turn it is, and what was ruled on their own entry.
func (l *look) seen(v *scene, who *viewer) error {
	b, err := report.NewBoardSeen(l.state, l.view.UpTo, who.sides...)
	if err != nil {
		return err
	}
	if v.Crop != "" {
		if err := b.Drawn.Crop(v.Crop); err != nil {
			return &requestError{err.Error()}
		}
	}
	v.Overview = &report.Overview{Game: v.Game, System: v.System, Rulebook: v.Rulebook, Standing: v.Standing.Veiled(who.sides), Board: b.Pieces, Drawn: b.Drawn}
	v.Entries, v.Film = nil, 0
	if v.Ruling != nil {
		if v.Ruling = v.Ruling.Veiled(who.player != "" && v.Ruling.Actor == who.player); v.Ruling.Verdict == "" {
			v.Ruling = nil
		}
	}
	v.Picture, err = report.Inline(b.Drawn, l.lang)
	return err
}

// blinds reports whether nothing of a game is previewed to somebody.
func (s *Server) blinds(ctx context.Context, game string, who *ticket) (bool, error) {
	if seesAll(who) {
		return false, nil
	}
	head, err := s.head(ctx, game)
	if err != nil {
		return false, err
	}
	return s.hides(ctx, game, head)
}

// blind is the board that a player sees where they enter a play, "" if they see everything.
func blind(st *aggregate.State, head uint64, who *ticket, sides []string, language string) (template.HTML, error) {
	if seesAll(who) || !st.Hides() {
		return "", nil
	}
	b, err := report.NewBoardSeen(st, head, sides...)
	if err != nil {
		return "", err
	}
	return report.Inline(b.Drawn, language)
}
