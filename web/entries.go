package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

// Programs enter whatever pages take by one route. An entry is an input as the ledger records it, its kind and its fields, or a line as
// seasons have it. Players and judges enter what is their own will, the umpire everything; the judge rules on it as on the same entry of
// a page.

// An entryRequest is an entry that a program asks for: a type with its payload, as documents show inputs, or a line.
type entryRequest struct {
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
	Entry   string          `json:"entry"`
	Rules   string          `json:"rules"`

	Signature string `json:"signature"`
	After     uint64 `json:"after"`
}

// byLine are the kinds that are entered by their line alone: their payloads contain whole rules.
var byLine = []string{"game-opened", "rule-enacted", "rule-amended", "edition-adopted"}

// wish is what an entry asks for, for whoever is signed in.
func (x *entryRequest) wish(ctx context.Context, s *Server, game string, who *ticket) wish {
	return func(l *ledger.Ledger) (p events.Payload, err error) {
		if x.Entry != "" {
			p, err = s.entry(ctx, game, who.Player, map[string][]string{"line": {x.Entry}, "rules": {x.Rules}})(l)
		} else {
			p, err = x.input()
		}
		if err != nil {
			return nil, err
		}
		mine, side := sidesOf(l.State(), who.Player), ""
		if len(mine) == 1 {
			side = mine[0]
		}
		p = l.Spelled(events.ByAuthor(p, side, who.Player))
		return p, mayEnter(who, mine, p)
	}
}

// input reads an entry that names its type.
func (x *entryRequest) input() (events.Payload, error) {
	kind, _, versioned := strings.Cut(x.Type, ".")
	if !events.IsInput(x.Type) || slices.Contains(byLine, kind) {
		return nil, &requestError{fmt.Sprintf("unknown type of entry %q: %s/openapi.json lists them", x.Type, apiRoot)}
	}
	wire := x.Type
	if !versioned {
		for p := range events.Inputs() {
			if p.Kind() == kind {
				wire, _ = events.Type(p)
			}
		}
	}
	p, err := events.DecodePayload(wire, []byte(cmp.Or(string(x.Payload), "{}")))
	if err != nil {
		return nil, &requestError{err.Error()}
	}
	if play, ok := p.(events.PlaySubmitted); ok && !events.Alike(play, events.PlaySubmitted{Side: play.Side, Text: play.Text}) {
		return nil, &requestError{"a play that is entered now has a side and a text: expected no other fields"}
	}
	return p, nil
}

// mayEnter refuses an entry that is not for whoever is signed in, who holds some sides.
func mayEnter(who *ticket, mine []string, p events.Payload) error {
	author, field := events.Author(p), events.AuthorField(p)
	switch {
	case who.Role == roleUmpire:
		return nil
	case field == "":
		return &forbiddenError{text: fmt.Sprintf("only the umpire enters %s", p.Kind())}
	case author.Value == "":
		return &requestError{fmt.Sprintf("missing %s: %s holds %s", field, who.Player, cmp.Or(strings.Join(mine, ", "), "no side"))}
	case author.Role != events.RoleSide && author.Value != who.Player:
		return &forbiddenError{text: fmt.Sprintf("%s cannot enter this for %q", who.Player, author.Value)}
	}
	if key, ok := p.(events.KeyRegistered); ok && key.Signature == "" {
		return &requestError{"missing signature: without one only the umpire withdraws a key"}
	}
	for n := range events.Names(p) {
		if n.Field == "side" && !slices.Contains(mine, n.Value) {
			return notHeld(who.Player, n.Value, mine)
		}
	}
	return nil
}

// entryDocument enters what a program asks for, previews it, or answers with the text to sign.
func (s *Server) entryDocument(w http.ResponseWriter, r *http.Request) {
	who := s.signedIn(r)
	if who == nil || !plays(who.Role) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		s.failProblem(w, r, &ticketError{"expected the header Authorization: Bearer with a session of this game"})
		return
	}
	answer, err := s.entryAnswer(r, who)
	if err != nil {
		s.failProblem(w, r, err)
		return
	}
	answerJSON(w, answer)
}

func (s *Server) entryAnswer(r *http.Request, who *ticket) (any, error) {
	ctx, game := r.Context(), r.PathValue("game")
	var asked entryRequest
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	if err := in.Decode(&asked); err != nil || (asked.Type == "") == (asked.Entry == "") || asked.Entry != "" && asked.Payload != nil {
		return nil, undecoded(err, `{"type":"purchase-requested","payload":{"type":"Rook"}} or {"entry":"buy Rook for Red paid by Ann"}`)
	}
	x := entering{game: game, actor: who.Player, who: who, wish: asked.wish(ctx, s, game, who)}
	if err := x.sign(asked.Signature, asked.After); err != nil {
		return nil, err
	}
	switch q := r.URL.Query(); {
	case q.Get("preview") != "":
		return s.preview(ctx, x)
	case q.Get("to-sign") != "":
		l, err := s.store.Game(game).Ledger(ctx, 0, nil)
		if err != nil {
			return nil, err
		}
		in, err := x.wished(l)
		if err != nil {
			return nil, err
		}
		return report.NewToSign(ctx, l, in.Payload, who.Player, asked.After)
	}
	key := r.Header.Get("Idempotency-Key")
	if key == "" || len(key) > 200 {
		return nil, &requestError{"expected the header Idempotency-Key: 1 to 200 bytes, the same when the request is repeated"}
	}
	return s.enterOnceAs(ctx, x, "office:"+who.Player+":"+key, &asked)
}

// enterOnceAs enters what a request asks for under a name, which a repeat has too. What became of each is kept beside the ledger; of one
// that was interrupted it is looked up there.
func (s *Server) enterOnceAs(ctx context.Context, x entering, name string, asked *entryRequest) (*report.Ruling, error) {
	plain := *asked
	plain.Signature, plain.After = "", 0 // which may be new ones
	said, err := json.Marshal(plain)
	if err != nil {
		return nil, &requestError{err.Error()}
	}
	g, one := s.store.Game(x.game), people.Request{Key: digest(name), Asked: digest(string(said))}
	known, err := g.Requests(ctx, nil)
	if err != nil {
		return nil, err
	}
	if had := known.Find(one.Key); had != nil && had.Entry > 0 {
		head, err := s.head(ctx, x.game)
		return s.repeated(ctx, &x, head, had.Entry, cmp.Or(err, sameRequest(had, &one)))
	}
	wish := x.wish
	x.wish = func(l *ledger.Ledger) (events.Payload, error) {
		p, err := wish(l)
		if play, ok := p.(events.PlaySubmitted); ok && err == nil {
			play.Message = ledger.MessageDigest(name)
			return play, nil
		}
		return p, err
	}
	x.before = func(ctx context.Context, l *ledger.Ledger, p events.Payload) (uint64, error) {
		return begin(ctx, g, l, x.actor, one, digestOf(p))
	}
	v, err := s.enter(ctx, x)
	if err != nil {
		return nil, err
	}
	_, err = g.Requests(ctx, func(all *people.Requests) error {
		if had := all.Find(one.Key); had != nil {
			had.Entry = v.Sequence
		}
		return nil
	})
	return v, err
}

// begin notes that a request is about to be entered, or returns the entry that it has become.
func begin(ctx context.Context, g *place.Game, l *ledger.Ledger, actor string, one people.Request, says string) (entry uint64, err error) {
	one.Says, one.After = says, l.Head()
	_, err = g.Requests(ctx, func(all *people.Requests) error {
		had := all.Find(one.Key)
		if had != nil && had.Entry == 0 {
			if had.Entry, err = enteredAfter(ctx, l, actor, had.After, had.Says); err != nil {
				return err
			}
		}
		if had != nil && had.Entry > 0 {
			entry = had.Entry
			return sameRequest(had, &one)
		}
		all.Put(one)
		return nil
	})
	return entry, err
}

// sameRequest refuses a request that comes under the key of another one.
func sameRequest(had, now *people.Request) error {
	if had.Asked == now.Asked {
		return nil
	}
	return &anotherPlayError{sequence: had.Entry}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
