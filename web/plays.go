package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/position"
	"adjudicate/report"
	"adjudicate/store"
)

// A player who has signed in may submit plays of the sides that e holds, and see before what would be ruled.

const (
	mostBody  = 16 << 10 // bytes of a form or document
	mostPlay  = 4 << 10  // bytes of a play
	mostTries = 5        // when others write at the same time
)

// turns lets one request at a time write to a game, so that those of one office do not stand in each other's way.
type turns struct {
	mu   sync.Mutex
	busy map[string]*sync.Mutex
}

func (t *turns) of(game string) *sync.Mutex {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy == nil {
		t.busy = map[string]*sync.Mutex{}
	}
	if t.busy[game] == nil {
		t.busy[game] = &sync.Mutex{}
	}
	return t.busy[game]
}

// A submission is a play that somebody wants to make.
type submission struct {
	Side string `json:"side"`
	Play string `json:"play"`
	Name string `json:"-"` // that a repeat has too
}

// sidesOf are the sides of a player, in the order of the game.
func sidesOf(st *aggregate.State, player string) (sides []string) {
	for side := range st.Sides() {
		if side.Player == player {
			sides = append(sides, side.Name)
		}
	}
	return sides
}

// input is a submission as the game is given it. It refuses a side that the player does not hold and a text that is no play.
func (s *Server) input(l *ledger.Ledger, player string, sub submission) (events.Payload, error) {
	mine := sidesOf(l.State(), player)
	if sub.Side == "" && len(mine) == 1 {
		sub.Side = mine[0]
	}
	switch {
	case len(sub.Play) > mostPlay:
		return nil, &requestError{fmt.Sprintf("a play of %d bytes: at most %d", len(sub.Play), mostPlay)}
	case !slices.Contains(mine, sub.Side):
		return nil, &forbiddenError{fmt.Sprintf("%s does not hold the side %q", player, sub.Side)}
	}
	list, err := l.Admit(player, events.PlaySubmitted{Side: sub.Side, Text: strings.TrimSpace(sub.Play), Message: ledger.MessageDigest(sub.Name)})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// preview is what would be ruled on a play now, and how the game would stand. Nothing is written.
func (s *Server) preview(ctx context.Context, game, player string, sub submission) (*report.Ruling, error) {
	l, err := s.store.Game(game).Ledger(ctx, 0, nil)
	if err != nil {
		return nil, err
	}
	p, err := s.input(l, player, sub)
	if err != nil {
		return nil, err
	}
	j := l.Judge()
	in := aggregate.Input{Payload: p, Actor: player, At: later(l, s.opts.Now())}
	was := report.StandingOf(j.State(), l.Head())
	d := j.Decide(in)
	after := j.After(d.Outcomes)
	group := []events.Envelope{{Payload: p, Actor: player, Recorded: in.At, Type: events.PlaySubmitted{}.Kind()}}
	for _, o := range d.Outcomes {
		e := events.Envelope{Payload: o.Payload, Recorded: in.At}
		if o.Basis != nil {
			e.Basis = *o.Basis
		}
		group = append(group, e)
	}
	v := report.NewRuling(group, was, report.StandingOf(after.State(), l.Head()), report.NamesOf(j.State()))
	return v, v.WithBoard(after.State())
}

// enter submits a play. Once it returns a ruling, that is recorded; asked again under the same name it returns the same.
func (s *Server) enter(ctx context.Context, game, player string, sub submission) (*report.Ruling, error) {
	mine := s.turns.of(game)
	mine.Lock()
	defer mine.Unlock()
	var conflict *store.ConflictError
	for range mostTries {
		v, err := s.enterOnce(ctx, game, player, sub)
		if !errors.As(err, &conflict) {
			return v, err
		}
	}
	return nil, &busyError{"others write to this game at the same time: submit it again in a moment"}
}

func (s *Server) enterOnce(ctx context.Context, game, player string, sub submission) (*report.Ruling, error) {
	g := s.store.Game(game)
	l, err := g.Ledger(ctx, 0, nil)
	if err == nil {
		err = g.Behind(ctx, l.Head())
	}
	if err != nil {
		return nil, err
	}
	p, err := s.input(l, player, sub)
	if err != nil {
		return nil, err
	}
	watch := report.Watch(l)
	if p, err = l.WithSight(ctx, p); err != nil {
		return nil, err
	}
	res, err := l.Submit(ctx, p, player, later(l, s.opts.Now()))
	if err != nil {
		return nil, err
	}
	s.rooms.tell(game, l.Head())
	if res.Repeated {
		at, err := s.look(ctx, game, where{}, l.Head())
		if err != nil {
			return nil, err
		}
		v, err := at.ruling(ctx, fmt.Sprint(res.Sequence))
		if err == nil {
			v.Repeated = true
		}
		return v, err
	}
	g.Summarise(ctx, store.Revision(l.Head()))
	return watch.Ruling(res), nil
}

// A playPage is where a player enters a play.
type playPage struct {
	Player  string
	Sides   []string
	Side    string
	Play    string
	Name    string // of the submission
	Problem string
	Ruling  *report.Ruling // of a preview
	After   template.HTML
	Picture template.HTML
	Pieces  []ownPiece
	ToPlay  string
}

// An ownPiece is a piece of the player's with where it can go.
type ownPiece struct {
	report.Piece
	Moves []string
}

// playForm shows the page, previews a play, or submits it.
func (s *Server) playForm(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	who := s.signedIn(r)
	head, err := s.head(r.Context(), game)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	l, err := s.look(r.Context(), game, where{}, head)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	p := &page{Title: l.state.Game(), Game: game, Section: "Play"}
	if who == nil {
		w.WriteHeader(http.StatusUnauthorized)
		s.personal(w, r, "stranger", p)
		return
	}
	v := &playPage{Player: who.Player, Sides: sidesOf(l.state, who.Player), Side: r.PostFormValue("side"), Play: r.PostFormValue("play"), Name: r.PostFormValue("name"), ToPlay: l.state.ToPlay()}
	if v.Name == "" {
		v.Name = rand.Text()
	}
	sub := submission{Side: v.Side, Play: v.Play, Name: "office:" + who.Player + ":" + v.Name}
	switch {
	case r.Method != http.MethodPost:
	case r.PostFormValue("do") == "submit":
		ruling, err := s.enter(r.Context(), game, who.Player, sub)
		if err == nil {
			http.Redirect(w, r, gamePath(game)+where{At: ruling.Address}.query(), http.StatusSeeOther)
			return
		}
		v.Problem = s.problemOfPlay(r, err)
	default:
		if v.Ruling, err = s.preview(r.Context(), game, who.Player, sub); err != nil {
			v.Problem = s.problemOfPlay(r, err)
		} else if v.After, err = picture(*v.Ruling.Drawn); err != nil {
			s.failPage(w, r, err)
			return
		}
	}
	if err := v.fill(l); err != nil {
		s.failPage(w, r, err)
		return
	}
	p.Body = v
	s.personal(w, r, "play", p)
}

// problemOfPlay words why a play was not taken.
func (s *Server) problemOfPlay(r *http.Request, err error) string {
	if s.noteError(r, err) == http.StatusInternalServerError {
		return "the play could not be taken: the server's log says why. Submit it again: if it was recorded all the same, that is told."
	}
	return wording(err)
}

// fill adds the board and what the player's pieces can do.
func (v *playPage) fill(l *look) error {
	doc, rb, err := report.PositionOf(l.state)
	if err != nil {
		return err
	}
	book, err := l.state.Rulebook()
	if err != nil {
		return err
	}
	if v.Picture, err = picture(report.BoardOf(l.state, book, "")); err != nil {
		return err
	}
	set, own, err := position.Setup(l.name, doc, rb)
	if err != nil {
		return err
	}
	found, err := set.Report(own.Procedure().Placing)
	if err != nil {
		return err
	}
	for i := range found.Pieces {
		r := &found.Pieces[i]
		if !slices.Contains(v.Sides, r.Side) {
			continue
		}
		piece := ownPiece{Piece: report.Piece{ID: r.ID, Type: r.Type, Side: r.Side, At: r.At}, Moves: slices.Clone(r.LegalMoves)}
		for _, c := range r.LegalCaptures {
			piece.Moves = append(piece.Moves, "x"+c.At)
		}
		v.Pieces = append(v.Pieces, piece)
	}
	return nil
}

// playDocument is playing for programs: a session as a bearer token, an Idempotency-Key.
func (s *Server) playDocument(w http.ResponseWriter, r *http.Request) {
	who := s.signedIn(r)
	if who == nil {
		w.Header().Set("WWW-Authenticate", "Bearer")
		s.failProblem(w, r, &ticketError{"expected the header Authorization: Bearer with a session of this game"})
		return
	}
	var sub submission
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	if err := in.Decode(&sub); err != nil {
		s.failProblem(w, r, &requestError{fmt.Sprintf(`expected a document such as {"side":"Red","play":"Ra1-a5"}: %v`, err)})
		return
	}
	key := r.Header.Get("Idempotency-Key")
	if key == "" || len(key) > 200 {
		s.failProblem(w, r, &requestError{"expected the header Idempotency-Key: a text of 1 to 200 bytes that repeats of this request have too"})
		return
	}
	sub.Name = "office:" + who.Player + ":" + key
	do := s.enter
	if r.URL.Query().Get("preview") != "" {
		do = s.preview
	}
	v, err := do(r.Context(), r.PathValue("game"), who.Player, sub)
	if err != nil {
		s.failProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v)
}

// A forbiddenError says that something is not for whoever asks.
type forbiddenError struct{ text string }

func (e *forbiddenError) Error() string { return e.text }
