package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"adjudicate/ledger/people"
)

// lettersLast is how long the link of a mail lets its reader choose which mails come.
const lettersLast = 180 * 24 * time.Hour

// LettersLink is where a player says how they want to be written to about a game, in an office that is reached at a base address; "" without a key.
func LettersLink(key []byte, base, game, origin, player string, now time.Time) string {
	if base == "" || len(key) == 0 {
		return ""
	}
	// The end is that of a month, so that a mail that is sent again has the same link.
	until := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC).Add(lettersLast)
	return strings.TrimSuffix(base, "/") + gamePath(game, "letters") + "?with=" + seal(key, ticket{lettersFor, origin, player, rolePlayer, until, ""})
}

// A lettersPage is where a player says how they want to be written to.
type lettersPage struct {
	Player string
	Token  string
	Wish   people.Wish
	Saved  bool
	Fault  string

	Unknown bool // the office knows no address of theirs
}

// addressed returns what a game is called, and whether the office knows where to write to a player of it.
func (s *Server) addressed(ctx context.Context, game, player string) (title string, known bool, err error) {
	head, err := s.head(ctx, game)
	if err != nil {
		return "", false, err
	}
	done, err := s.slot(ctx)
	if err != nil {
		return "", false, err
	}
	defer done()
	l, err := s.look(ctx, game, where{}, head)
	if err != nil {
		return "", false, err
	}
	list, err := s.store.Game(game).People(ctx, l.state)
	return l.state.Game(), len(people.Of(list, player).Addresses) > 0, err
}

// letters shows how somebody is written to, and changes it: by the link of a mail, or in a session. Opening it changes nothing. What mail programs post
// when their reader unsubscribes (RFC 8058) ends the mails.
func (s *Server) letters(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	who := s.signedIn(r)
	token := r.URL.Query().Get("with")
	if token == "" && r.Method == http.MethodPost {
		token = r.PostFormValue("with")
	}
	if token != "" {
		t, err := s.ticket(r.Context(), token, lettersFor, game)
		if err != nil {
			if s.private(game) {
				err = &unknownGameError{game}
			}
			s.failPage(w, r, err)
			return
		}
		who = t
	}
	if who == nil || who.Role == roleWatcher {
		if s.private(game) {
			s.failPage(w, r, &unknownGameError{game})
			return
		}
		s.stranger(w, r, who, &page{Title: game, Game: game, Section: "Mails of this game"})
		return
	}
	title, known, err := s.addressed(r.Context(), game, who.Player)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	v := &lettersPage{Player: who.Player, Token: token, Unknown: !known}
	change := func(*people.Wish) {}
	switch {
	case r.Method != http.MethodPost:
	case r.PostFormValue("List-Unsubscribe") == "One-Click" || r.PostFormValue("do") == "end":
		change = func(wish *people.Wish) { wish.Off = true }
	default:
		change = func(wish *people.Wish) {
			*wish = people.Wish{Language: r.PostFormValue("language"), Zone: strings.TrimSpace(r.PostFormValue("zone")), Quiet: strings.TrimSpace(r.PostFormValue("quiet")),
				Digest: strings.TrimSpace(r.PostFormValue("digest"))}
		}
	}
	g := s.store.Game(game)
	if r.Method != http.MethodPost {
		all, err := g.Wishes(r.Context(), nil)
		if err != nil {
			s.failPage(w, r, err)
			return
		}
		v.Wish = all[who.Player]
	} else {
		var asked people.Wish
		var err error
		if v.Wish, err = g.Wish(r.Context(), who.Player, func(wish *people.Wish) { change(wish); asked = *wish }); err != nil {
			if asked.Check() == nil {
				s.failPage(w, r, err)
				return
			}
			v.Wish, v.Fault = asked, err.Error()
			w.WriteHeader(http.StatusUnprocessableEntity)
		} else {
			v.Saved = true
		}
	}
	s.personal(w, r, "letters", &page{Title: title, Game: game, Section: "Mails of this game", Body: v})
}
