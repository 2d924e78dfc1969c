package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/ledger/ahead"
	"adjudicate/ledger/place"
	"adjudicate/ledger/signature"
	"adjudicate/web/rounds"
)

// Players write plays ahead of their turn: what they wait for stands beside them, and they are made by the office when it has happened.
// Nobody but their author sees them before.

const aheadEvery = time.Second // how often the office looks whether their time has come

// keeper keeps the plays of a game that are written ahead.
func (s *Server) keeper(game string) (*ahead.Keeper, error) {
	return ahead.Of(s.store.Game(game), rand.Reader)
}

// An aheadPage is where players write plays ahead, and see their own.
type aheadPage struct {
	Player  string
	Sides   []string
	Play    ahead.Play // as it stands in the form
	If      string
	Example string // of what stands there
	Problem string
	Plays   []ahead.Play

	signing
}

// Words is what a play waits for, as the form takes it.
func (v *aheadPage) Words(list []ahead.Expect) string { return ahead.Words(list) }

// Open reports whether a play can be changed.
func (v *aheadPage) Open(p ahead.Play) bool {
	return p.Status == ahead.Waiting || p.Status == ahead.Draft
}

// aheadForm shows the page, keeps a play, or withdraws one.
func (s *Server) aheadForm(w http.ResponseWriter, r *http.Request, x *visit) {
	v := &aheadPage{Player: x.who.Player, Sides: sidesOf(x.l.State(), x.who.Player), If: r.FormValue("if"),
		Play: ahead.Play{ID: r.FormValue("id"), Side: r.FormValue("side"), Text: strings.TrimSpace(r.FormValue("play"))}}
	v.signing = signingOf(x.l, "", 0)
	if r.Method == http.MethodPost {
		signature, after := signatureIn(r)
		v.signing = signingOf(x.l, signature, after)
	}
	k, err := s.keeper(r.PathValue("game"))
	if err == nil && r.Method == http.MethodPost {
		if r.PostFormValue("do") == "withdraw" {
			_, err = k.Withdraw(r.Context(), x.who.Player, v.Play.ID)
		} else {
			sub := aheadSubmission{Side: v.Play.Side, Play: v.Play.Text, If: v.If, Draft: r.PostFormValue("do") == "draft"}
			if v.Signature != "" {
				sub.Signature, sub.After = v.Signature, v.Since
			}
			_, err = s.writeAhead(r.Context(), k, x, sub, v.Play.ID)
		}
		if err == nil {
			http.Redirect(w, r, gamePath(r.PathValue("game"), "ahead"), http.StatusSeeOther)
			return
		}
		v.Problem = s.problemOfPlay(r, err)
		err = nil
	}
	if side := cmp.Or(v.Play.Side, slices.Concat(v.Sides, []string{""})[0]); err == nil && v.Play.Text != "" && slices.Contains(v.Sides, side) {
		err = v.ask(r.Context(), x.l, x.who.Player, events.PlaySubmitted{Side: side, Text: v.Play.Text})
	}
	if err == nil {
		v.Plays, err = k.List(r.Context(), x.who.Player)
		slices.Reverse(v.Plays)
	}
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	var others []string
	for side := range x.l.State().Sides() {
		if !slices.Contains(v.Sides, side.Name) {
			others = append(others, side.Name)
		}
	}
	for i, side := range others[:min(2, len(others))] {
		v.Example += []string{"", ", "}[i] + side + []string{": pass", ": *"}[i]
	}
	if v.Play.ID == "" {
		v.Play.ID = rand.Text()
	}
	x.page.Body = v
	s.personal(w, r, "ahead", x.page)
}

// An aheadSubmission is a play that somebody wants to be made later.
type aheadSubmission struct {
	Side  string `json:"side,omitempty" doc:"one of the player's; may be left out if there is one"`
	Play  string `json:"play"`
	If    string `json:"if,omitempty" doc:"what others are to play before, as \"Blue: pass, Green: *\"; nothing: as soon as it is the side's turn"`
	Draft bool   `json:"draft,omitempty" doc:"keep it and never make it"`

	Signature string `json:"signature,omitempty" doc:"by the player's key, as ssh-keygen writes it"`
	After     uint64 `json:"after,omitempty" doc:"with a signature: the event that the signed text names as the last one seen"`
}

// writeAhead keeps a play of whoever visits.
func (s *Server) writeAhead(ctx context.Context, k *ahead.Keeper, x *visit, sub aheadSubmission, id string) (ahead.Play, error) {
	list, err := ahead.ParseExpects(sub.If)
	if err != nil {
		return ahead.Play{}, err
	}
	if mine := sidesOf(x.l.State(), x.who.Player); sub.Side == "" && len(mine) == 1 {
		sub.Side = mine[0]
	}
	p := ahead.Play{ID: id, Player: x.who.Player, Side: sub.Side, Text: sub.Play, Expects: list, Status: ahead.Waiting, After: sub.After}
	if sub.Signature != "" {
		if p.Signature, err = signature.Stored(sub.Signature); err != nil {
			return p, &requestError{"signature: " + err.Error()}
		}
	}
	if sub.Draft {
		p.Status = ahead.Draft
	}
	l, err := s.store.Game(x.l.Name()).Ledger(ctx, 0, nil) // as it is recorded, and not as time has made it
	if err != nil {
		return p, err
	}
	return k.Add(ctx, l, p, x.at)
}

// aheadDocument is the same for programs. A POST keeps a play under its Idempotency-Key, or withdraws it.
func (s *Server) aheadDocument(w http.ResponseWriter, r *http.Request) {
	game, id := r.PathValue("game"), r.Header.Get("Idempotency-Key")
	who := s.signedIn(r)
	if who == nil || !plays(who.Role) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		s.failProblem(w, r, &ticketError{"expected the header Authorization: Bearer with a session of this game"})
		return
	}
	answer, err := func() (any, error) {
		k, err := s.keeper(game)
		if err != nil || r.Method != http.MethodPost {
			list, err := k.List(r.Context(), who.Player)
			return aheadList{Plays: append([]ahead.Play{}, list...)}, err
		}
		if id == "" || len(id) > 150 {
			return nil, &requestError{"expected the header Idempotency-Key: 1 to 150 bytes that name the play when it is changed or withdrawn"}
		}
		id = "api:" + who.Player + ":" + id
		if r.URL.Query().Has("withdraw") {
			_, err := k.Withdraw(r.Context(), who.Player, id)
			list, again := k.List(r.Context(), who.Player)
			if err == nil {
				err = again
			}
			return aheadList{Plays: append([]ahead.Play{}, list...)}, err
		}
		var sub aheadSubmission
		in := json.NewDecoder(r.Body)
		in.DisallowUnknownFields()
		if err := in.Decode(&sub); err != nil {
			return nil, undecoded(err, `{"side":"Red","play":"Ra1-a5","if":"Blue: pass"}`)
		}
		x := &visit{who: who}
		if x.l, x.at, err = s.sitting(r.Context(), game); err != nil {
			return nil, err
		}
		return s.writeAhead(r.Context(), k, x, sub, id)
	}()
	if err != nil {
		s.failProblem(w, r, err)
		return
	}
	answerJSON(w, answer)
}

// An aheadList is what a player has written ahead.
type aheadList struct {
	Plays []ahead.Play `json:"plays"`
}

// KeepPlaying makes the plays of all games of a store whose time has come, until ctx is done. Told hears of what goes wrong, of the same
// thing once until something else does.
func KeepPlaying(ctx context.Context, st *place.Store, now func() time.Time, told func(error)) {
	games := aheadGames(st, now)
	rounds.Keep(ctx, aheadEvery, func(ctx context.Context) error { return playAhead(ctx, games) }, told)
}

// aheadGames are the games in which something has been written ahead.
func aheadGames(st *place.Store, now func() time.Time) *rounds.Games {
	return &rounds.Games{Store: st, Now: now, Again: aheadEvery, Sheet: ahead.Word}
}

// playAhead looks at the games with plays ahead that have gone on since they were looked at, and those in which something has been kept since: no play
// waits for anything else.
func playAhead(ctx context.Context, games *rounds.Games) error {
	return games.Each(ctx, func(ctx context.Context, g *place.Game) (time.Time, error) {
		k, err := ahead.Of(g, rand.Reader)
		if err == nil {
			_, err = k.Apply(ctx, games.Now())
		}
		return time.Time{}, err
	})
}
