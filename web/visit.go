package web

import (
	"net/http"
	"time"

	"adjudicate/ledger"
)

// A visit is a signed-in user at a page, with the game as it stands.
type visit struct {
	who  *ticket
	l    *ledger.Ledger
	at   time.Time // of the visit, by the game's clock
	page *page
}

func plays(role string) bool   { return role != roleWatcher }
func anybody(string) bool      { return true }
func umpires(role string) bool { return role == roleUmpire }

// stranger tells somebody what they need for a page: who is signed in, that it is not for their role.
func (s *Server) stranger(w http.ResponseWriter, r *http.Request, who *ticket, p *page) {
	status := http.StatusUnauthorized
	if who != nil {
		p.Visitor, p.Role, status = who.Player, who.Role, http.StatusForbidden
	}
	w.WriteHeader(status)
	s.personal(w, r, "stranger", p)
}

// visited serves a page to whoever is signed in to the game in a role that may see it. Others are told how to sign in, and cost
// no opening of the game.
func (s *Server) visited(title string, may func(role string) bool, serve func(http.ResponseWriter, *http.Request, *visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game := r.PathValue("game")
		if _, err := s.head(r.Context(), game); err != nil {
			s.failPage(w, r, err)
			return
		}
		x := &visit{who: s.signedIn(r), page: &page{Title: game, Game: game, Section: title}}
		if x.who == nil || !may(x.who.Role) {
			s.stranger(w, r, x.who, x.page)
			return
		}
		done, err := s.slot(r.Context())
		if err != nil {
			s.failPage(w, r, err)
			return
		}
		defer done()
		if x.l, x.at, err = s.sitting(r.Context(), game); err != nil {
			s.failPage(w, r, err)
			return
		}
		x.page.Title, x.page.Visitor, x.page.Role = x.l.State().Game(), x.who.Player, x.who.Role
		x.page.Veiled = !seesAll(x.who) && x.l.State().Hides()
		serve(w, r, x)
	}
}
