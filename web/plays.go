package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/signature"
	"adjudicate/report"
)

// A player who has signed in may submit plays of the sides that they hold, and see before what would be ruled.

const (
	mostBody  = 16 << 10 // bytes of a form or document
	mostRules = 1 << 20  // bytes of a form of the umpire's desk
	mostPlay  = 4 << 10  // bytes of a play
	mostTries = 5        // tries to enter a play while others write
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
	How  string `json:"-"` // sealing or opening, of a play that others do not see yet; "" is as it stands
	Salt string `json:"-"` // for that

	Signature string `json:"signature,omitempty"` // by the player's key, as ssh-keygen writes it
	After     uint64 `json:"after,omitempty"`     // with it: the event that the signed text names as the last one seen
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

// A wish is what somebody wants to enter, made for the game as it stands. It refuses what that user may not enter.
type wish func(l *ledger.Ledger) (events.Payload, error)

// play is the wish to make a play. It refuses a side that the player does not hold and a text that is no play.
func (sub submission) play(player string) wish {
	return func(l *ledger.Ledger) (events.Payload, error) {
		mine := sidesOf(l.State(), player)
		if sub.Side == "" && len(mine) == 1 {
			sub.Side = mine[0]
		}
		switch {
		case len(sub.Play) > mostPlay:
			return nil, &requestError{fmt.Sprintf("the play has %d bytes: expected at most %d", len(sub.Play), mostPlay)}
		case !slices.Contains(mine, sub.Side):
			return nil, notHeld(player, sub.Side, mine)
		}
		play := strings.TrimSpace(sub.Play)
		switch sub.How {
		case sealing:
			if err := checkSalt(sub.Salt); err != nil {
				return nil, err
			}
			play, _ = aggregate.Seal(sub.Salt, play)
		case opening:
			_, play = aggregate.Seal(sub.Salt, play)
		}
		p := events.PlaySubmitted{Side: sub.Side, Text: play, Message: ledger.MessageDigest(sub.Name)}
		if strings.TrimSpace(sub.Signature) == "" {
			return p, nil
		}
		var err error
		if p.Signature, err = signature.Stored(sub.Signature); err != nil {
			return nil, &requestError{"signature: " + err.Error()}
		}
		p.Seen = sub.After
		return p, nil
	}
}

// sitting opens a game for one request that writes nothing, and brings about what time has made due.
func (s *Server) sitting(ctx context.Context, game string) (*ledger.Ledger, time.Time, error) {
	l, err := s.store.Game(game).Ledger(ctx, 0, nil)
	if err != nil {
		return nil, time.Time{}, err
	}
	at := later(l, s.opts.Now())
	report.Sit(l, at)
	return l, at, nil
}

// sameAgain refuses a play that comes under the name of another one. A signature may be a new one.
func sameAgain(was *events.Envelope, p events.Payload) error {
	before, ok := was.Payload.(events.PlaySubmitted)
	now, is := p.(events.PlaySubmitted)
	if !ok || !is || before.Side == now.Side && slices.Equal(strings.Fields(before.Text), strings.Fields(now.Text)) {
		return nil
	}
	return &anotherPlayError{was.Sequence, before.Side + ": " + before.Text}
}

// An anotherPlayError says that a key has been used for another play.
type anotherPlayError struct {
	sequence uint64
	text     string
}

func (e *anotherPlayError) Error() string {
	if e.text == "" {
		return fmt.Sprintf("this request repeats the one that entered #%d, with another entry: expected the same entry, or a new Idempotency-Key", e.sequence)
	}
	return fmt.Sprintf("this request repeats the one that entered #%d (%s), with another play: expected the same play, or a new Idempotency-Key", e.sequence, e.text)
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
	Bench   *report.Bench
	After   template.HTML // the board as it would be
	ToPlay  string
	Blind   template.HTML // the board as the player sees it, where the rules hide a part of it: then nothing is previewed or offered
	Round   bool          // several sides play at once, this one among them: its play may be sealed
	Salt    string        // for that
	How     string

	signing
}

// signing is the part of a form in which a play is signed.
type signing struct {
	ToSign    string // what the player may sign, who has a key; "" if they have none
	Since     uint64 // the event that this names as the last one seen
	Signature string
	Demanded  bool // the game takes no play without it
}

// playForm shows the page, previews a play, or submits it. A play that is being built stands in the address, and is previewed as well.
func (s *Server) playForm(w http.ResponseWriter, r *http.Request, x *visit) {
	game, who, l, at, p := r.PathValue("game"), x.who, x.l, x.at, x.page
	var err error
	d := draftOf(r.FormValue)
	v := &playPage{Player: who.Player, Sides: sidesOf(l.State(), who.Player), Name: r.PostFormValue("name"), ToPlay: strings.Join(l.State().AllToPlay(), ", ")}
	if v.Side = d.Side; v.Side == "" && len(v.Sides) > 0 {
		v.Side = v.Sides[0]
		if i := slices.IndexFunc(v.Sides, l.State().IsToPlay); i >= 0 {
			v.Side = v.Sides[i]
		}
	}
	v.Play = strings.TrimSpace(d.Play)
	if v.Name == "" {
		v.Name = rand.Text()
	}
	v.Round, v.Salt, v.How = slices.Contains(l.State().Round(), v.Side), cmp.Or(strings.TrimSpace(r.PostFormValue("salt")), rand.Text()), r.PostFormValue("how")
	sub := submission{Side: v.Side, Play: v.Play, Name: "office:" + who.Player + ":" + v.Name, How: v.How, Salt: v.Salt}
	sub.Signature, sub.After = signatureIn(r)
	if v.Blind, err = blind(l.State(), l.Head(), who, v.Sides, languageOf(r)); err != nil {
		s.failPage(w, r, err)
		return
	}
	if r.Method == http.MethodPost && r.PostFormValue("do") == "submit" {
		ruling, err := s.enter(r.Context(), entering{game: game, actor: who.Player, who: who, wish: sub.play(who.Player)})
		if err == nil {
			http.Redirect(w, r, gamePath(game)+where{At: ruling.Address}.query(), http.StatusSeeOther)
			return
		}
		if isA[*forbiddenError](err) {
			s.failPage(w, r, err)
			return
		}
		if v.Problem = s.problemOfPlay(r, err); isA[*anotherPlayError](err) { // the form was changed after it had been submitted
			v.Name = rand.Text()
		}
	} else if v.Blind == "" && (v.Play != "" || r.Method == http.MethodPost) {
		if v.Ruling, err = s.preview(r.Context(), entering{game: game, actor: who.Player, who: who, wish: sub.play(who.Player)}); isA[*forbiddenError](err) {
			s.failPage(w, r, err)
			return
		} else if err != nil {
			v.Problem = s.problemOfPlay(r, err)
		} else if v.After, err = report.Inline(*v.Ruling.Drawn, languageOf(r)); err != nil {
			s.failPage(w, r, err)
			return
		}
	}
	if v.signing = signingOf(l, sub.Signature, sub.After); v.Play != "" {
		said := sub
		said.Signature = ""
		if play, err := said.play(who.Player)(l); err == nil { // else the page says already what is wrong
			if err := v.ask(r.Context(), l, who.Player, play); err != nil {
				s.failPage(w, r, err)
				return
			}
		}
	}
	if v.Blind == "" && slices.Contains(v.Sides, v.Side) && len(v.Play) <= mostPlay {
		in := aggregate.Input{Payload: events.PlaySubmitted{Side: v.Side, Text: v.Play}, Actor: who.Player, At: at}
		if v.Bench, err = bench(r.Context(), l.Judge(), in, d, languageOf(r)); err != nil {
			s.failPage(w, r, err)
			return
		}
	}
	p.Body = v
	s.personal(w, r, "play", p)
}

// signatureIn is a signature in a form, and the event that the signed text names as the last one seen, 0 for none.
func signatureIn(r *http.Request) (text string, after uint64) {
	after, err := strconv.ParseUint(r.PostFormValue("after"), 10, 64)
	if err != nil {
		after = 0
	}
	return r.PostFormValue("signature"), after
}

// signingOf is how a form stands in which a play is signed that is not written yet.
func signingOf(l *ledger.Ledger, signature string, after uint64) signing {
	if after == 0 || after > l.Head() {
		after = l.Head()
	}
	return signing{Since: after, Signature: signature, Demanded: l.State().Signatures().On}
}

// ask shows a player who has a key what they are to sign of an entry.
func (v *signing) ask(ctx context.Context, l *ledger.Ledger, player string, p events.Payload) (err error) {
	if known, _ := l.State().Player(player); known.Key != "" {
		v.ToSign, _, err = l.ToSign(ctx, p, player, v.Since)
	}
	return err
}

// problemOfPlay words why a play was not taken.
func (s *Server) problemOfPlay(r *http.Request, err error) string {
	if other := new(anotherPlayError); errors.As(err, &other) {
		return fmt.Sprintf("this form has entered #%d (%s) already: submit it again to enter this play as well", other.sequence, other.text)
	}
	if s.noteError(r, err) == http.StatusInternalServerError {
		return "the play could not be recorded: the server's log has the cause. Submit it again: a play that was recorded is not entered twice."
	}
	return err.Error()
}

// playDocument is playing for programs: a session as a bearer token, an Idempotency-Key.
func (s *Server) playDocument(w http.ResponseWriter, r *http.Request) {
	who := s.signedIn(r)
	if who == nil || who.Role == roleWatcher {
		w.Header().Set("WWW-Authenticate", "Bearer")
		s.failProblem(w, r, &ticketError{"expected the header Authorization: Bearer with a session of this game"})
		return
	}
	var sub submission
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	if err := in.Decode(&sub); err != nil {
		s.failProblem(w, r, undecoded(err, `{"side":"Red","play":"Ra1-a5"}`))
		return
	}
	key, preview := r.Header.Get("Idempotency-Key"), r.URL.Query().Get("preview") != ""
	if key == "" && !preview || len(key) > 200 {
		s.failProblem(w, r, &requestError{"expected the header Idempotency-Key: 1 to 200 bytes, the same when the request is repeated"})
		return
	}
	sub.Name = "office:" + who.Player + ":" + key
	game, play := r.PathValue("game"), sub.play(who.Player)
	var v *report.Ruling
	var err error
	if preview {
		v, err = s.preview(r.Context(), entering{game: game, actor: who.Player, who: who, wish: play})
	} else {
		v, err = s.enter(r.Context(), entering{game: game, actor: who.Player, who: who, wish: play})
	}
	if err != nil {
		s.failProblem(w, r, err)
		return
	}
	answerJSON(w, v)
}

// A forbiddenError says that something is not for whoever asks.
type forbiddenError struct {
	text    string
	instead string // what would be for them, "" if nothing would
}

func (e *forbiddenError) Error() string { return e.text }

// Expects is what would be for whoever asks.
func (e *forbiddenError) Expects() string { return e.instead }

// notHeld says that a player does not hold a side.
func notHeld(player, side string, mine []string) error {
	e := &forbiddenError{text: fmt.Sprintf("%s does not hold the side %q", player, side)}
	if len(mine) > 0 {
		e.instead = strings.Join(mine, " or ")
	}
	return e
}
