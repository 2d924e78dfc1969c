package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/report"
)

// Beside plays people buy and destroy pieces, answer what waits for them, use powers, doubt, argue, judge and go away. Each is a
// deed: a form whose words become an input. It is previewed as a play is, and entered once however often the form is sent.

// A deed makes an input of a form, for whoever is signed in.
type deed func(l *ledger.Ledger, who string, f url.Values) (events.Payload, error)

var deeds = map[string]deed{
	"buy": func(l *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		side, err := ownSide(l, who, f)
		return events.PurchaseRequested{Side: side, Type: f.Get("type"), Buyer: who}, err
	},
	"destroy": func(l *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		side, err := ownSide(l, who, f)
		return events.DestructionRequested{Side: side, Piece: f.Get("piece")}, err
	},
	"status": func(_ *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		return events.PlayerStatusChanged{Player: who, Status: f.Get("status")}, nil
	},
	"power": func(l *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		var err error
		if f.Get("side") != "" {
			_, err = ownSide(l, who, f)
		}
		amount := 0
		if said := text(f, "amount"); said != "" && err == nil {
			if amount, err = strconv.Atoi(said); err != nil {
				err = &requestError{fmt.Sprintf("invalid amount %q: expected a whole number", said)}
			}
		}
		used := events.PowerUsed{Power: f.Get("power"), Player: who, Side: f.Get("side"), On: text(f, "on"), Amount: amount}
		switch salt, how := saltOf(f); {
		case how == sealing && err == nil:
			return aggregate.SealPower(used, salt), checkSalt(salt)
		case how == opening:
			used.Salt = salt
		}
		return used, err
	},
	"answer": func(_ *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		a := events.AnswerGiven{Matter: f.Get("matter"), Player: who, Yes: f.Get("yes") == "yes"}
		switch salt, how := saltOf(f); how {
		case sealing:
			return aggregate.SealAnswer(a, salt), checkSalt(salt)
		case opening:
			a.Salt = salt
		}
		return a, nil
	},
	"doubt": func(_ *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		p := events.DisputeOpened{By: who, Grounds: text(f, "grounds"), Clause: text(f, "clause")}
		var err error
		if at := strings.TrimPrefix(text(f, "event"), "#"); at != "" {
			p.Event, p.Address, err = history.ParseAddress(at)
		}
		return p, err
	},
	"argue": func(_ *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		return events.DisputeArgued{Dispute: f.Get("dispute"), By: who, Text: text(f, "text")}, nil
	},
	"verdict": func(_ *ledger.Ledger, who string, f url.Values) (events.Payload, error) {
		p := events.DisputeRuled{Dispute: f.Get("dispute"), Judge: who, Verdict: f.Get("verdict"), Effect: f.Get("effect"), Reasons: text(f, "reasons")}
		if clause := text(f, "clause"); clause != "" {
			p.Clauses = []string{clause}
		}
		return p, nil
	},
}

// How a form gives what a rule wants sealed: as it is, under a seal, or with the salt that opens the seal sent before.
const (
	sealing = "seal"
	opening = "open"
)

// saltOf reads how a form gives something, and with which salt.
func saltOf(f url.Values) (salt, how string) { return text(f, "salt"), f.Get("how") }

// checkSalt refuses a salt by which what it seals could be guessed.
func checkSalt(salt string) error {
	if len(salt) < leastSalt || strings.ContainsAny(salt, " \t\n") {
		return &requestError{fmt.Sprintf("invalid salt: expected at least %d characters without spaces", leastSalt)}
	}
	return nil
}

const leastSalt = 8 // characters

// text is what was written into a field.
func text(f url.Values, name string) string { return strings.TrimSpace(f.Get(name)) }

// ownSide is the side that a form names, which must be one of the player's; without a name the only one.
func ownSide(l *ledger.Ledger, who string, f url.Values) (string, error) {
	mine, side := sidesOf(l.State(), who), f.Get("side")
	if side == "" && len(mine) == 1 {
		return mine[0], nil
	}
	if !slices.Contains(mine, side) {
		return "", notHeld(who, side, mine)
	}
	return side, nil
}

// wishOf is what a form asks for.
func wishOf(who string, f url.Values) (wish, error) {
	make, ok := deeds[f.Get("kind")]
	if !ok {
		return nil, &requestError{fmt.Sprintf("unknown kind of entry: %q", f.Get("kind"))}
	}
	return func(l *ledger.Ledger) (events.Payload, error) { return make(l, who, f) }, nil
}

// A tried is what a form asked for, and what would be ruled on it.
type tried struct {
	Form    url.Values // as it was sent
	Ruling  *report.Ruling
	After   template.HTML
	Problem string
	Opens   string // the salt that opens what is sealed by it
	Blind   bool   // the rules hide a part of the game: nothing is previewed

	signing
}

// Fields are those of the form, in their order, but those of its signature.
func (t *tried) Fields() (list [][2]string) {
	for name, all := range t.Form {
		if name != "do" && name != "signature" && name != "after" && len(all) > 0 {
			list = append(list, [2]string{name, all[0]})
		}
	}
	slices.SortFunc(list, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return list
}

// attempt previews what a form asks for, or enters it: then it has answered the request.
func (s *Server) attempt(w http.ResponseWriter, r *http.Request, actor string, want wish) (t *tried, answered bool) {
	game := r.PathValue("game")
	t = &tried{Form: r.PostForm}
	given, after := signatureIn(r)
	whose := s.signedIn(r)
	if r.PostFormValue("do") == "submit" {
		x := entering{game: game, actor: actor, who: whose, wish: want}
		var v *report.Ruling
		err := x.sign(given, after)
		if err == nil {
			x.before, err = formBefore(actor, r.PostFormValue("head"))
		}
		if err == nil {
			v, err = s.enter(r.Context(), x)
		}
		if err == nil {
			http.Redirect(w, r, gamePath(game)+where{At: v.Address}.query(), http.StatusSeeOther)
			return nil, true
		}
		t.Problem = s.problemOfPlay(r, err)
	}
	var v *report.Ruling
	var err error
	if t.Blind, err = s.blinds(r.Context(), game, whose); err == nil && !t.Blind {
		v, err = s.preview(r.Context(), entering{game: game, actor: actor, who: whose, wish: want})
	}
	if isA[*forbiddenError](err) {
		s.failPage(w, r, err)
		return nil, true
	}
	if err == nil && v != nil && v.Drawn != nil {
		t.After, err = report.Inline(*v.Drawn, languageOf(r))
	}
	if err == nil {
		t.signing, err = s.signingEntry(r.Context(), game, actor, want, given, after)
	}
	if err != nil {
		t.Problem = cmp.Or(t.Problem, s.problemOfPlay(r, err))
		return t, false
	}
	t.Ruling = v
	if salt, how := saltOf(r.PostForm); how == sealing {
		t.Opens = salt
	}
	return t, false
}

// signingEntry is what somebody who has a key may sign of what a form asks for.
func (s *Server) signingEntry(ctx context.Context, game, actor string, want wish, given string, after uint64) (v signing, err error) {
	l, err := s.store.Game(game).Ledger(ctx, 0, nil)
	if err != nil {
		return v, err
	}
	p, err := want(l)
	if err != nil {
		return v, err
	}
	if _, isPlay := p.(events.PlaySubmitted); isPlay {
		return v, nil // of a mail: its player signs it
	}
	v = signingOf(l, given, after)
	v.Demanded = l.State().Signatures().Entries && events.Author(p).Value != ""
	return v, v.ask(ctx, l, actor, p)
}

// A deedsPage is what a person can do beside plays.
type deedsPage struct {
	*tried
	Player   string
	Head     uint64
	Sides    []string
	Status   string
	Goods    []offer.Good
	Pieces   []report.Piece
	Matters  []matter
	Powers   []offer.Power
	Salt     string // for what is sealed next
	How      string // it is given
	Disputes []dispute.Dispute
	Verdicts []string
	Effects  []string
	Judges   bool // there is a dispute that they are to rule on
}

// A matter is something that waits for the player's answer.
type matter struct {
	Matter, Words, By string
	Sealed            bool // answers come under a seal
}

// Uses reports whether a power that the player has is used with something: "side", "on", "amount", "sealed".
func (v *deedsPage) Uses(what string) bool {
	return slices.ContainsFunc(v.Powers, func(p offer.Power) bool {
		return what == "side" && p.Side || what == "on" && p.On || what == "amount" && p.Amount || what == "sealed" && p.Sealed
	})
}

// deedsForm shows the forms, and takes them.
func (s *Server) deedsForm(w http.ResponseWriter, r *http.Request, x *visit) {
	who, l, p := x.who, x.l, x.page
	v := &deedsPage{tried: &tried{}, Player: who.Player, Head: l.Head(), Salt: rand.Text()}
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			s.failPage(w, r, &requestError{err.Error()})
			return
		}
		want, err := wishOf(who.Player, r.PostForm)
		if err != nil {
			s.failPage(w, r, err)
			return
		}
		var answered bool
		if v.tried, answered = s.attempt(w, r, who.Player, want); answered {
			return
		}
	}
	if err := v.fill(r.Context(), l, who); err != nil {
		s.failPage(w, r, err)
		return
	}
	p.Body = v
	s.personal(w, r, "deeds", p)
}

// fill looks what there is to do.
func (v *deedsPage) fill(ctx context.Context, l *ledger.Ledger, who *ticket) error {
	st, j, all := l.State(), l.Judge(), seesAll(who) || !l.State().Hides()
	v.Sides = sidesOf(st, v.Player)
	if p, ok := st.Player(v.Player); ok {
		v.Status = p.Status
	}
	var err error
	if v.Goods, err = offer.Goods(j, v.Player, v.Sides); err != nil {
		return err
	}
	if v.Powers, err = offer.Powers(j, v.Player, v.Sides); err != nil {
		return err
	}
	for _, on := range []bool{true, false} {
		for _, p := range report.PiecesOf(st, on) {
			if len(v.Goods) > 0 && slices.Contains(v.Sides, p.Side) {
				v.Pieces = append(v.Pieces, p)
			}
		}
	}
	for _, m := range st.Matters() {
		_, answered := st.Answer(&m, v.Player)
		asked := slices.ContainsFunc(m.Asks, func(a events.Asking) bool { return slices.Contains(a.Players, v.Player) })
		if asked && !answered || m.Player == v.Player {
			words := m.Wants
			if p, err := events.DecodePayload(m.Wants, m.Input); err == nil && (all || m.Player == v.Player) {
				words = report.InputWords(p)
			}
			v.Matters = append(v.Matters, matter{m.Matter, words, m.Player, m.Seals != nil})
		}
	}
	d, err := l.Docket(ctx)
	if err != nil {
		return err
	}
	v.Verdicts, v.Effects = dispute.Verdicts, dispute.Effects
	for _, c := range report.NewDocket(d, true, "").Disputes {
		if !all && c.By != v.Player {
			continue
		}
		v.Disputes = append(v.Disputes, c)
		v.Judges = v.Judges || cmp.Or(c.Judge, v.Player) == v.Player
	}
	return nil
}
