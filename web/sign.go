package web

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/ledger/place"
	"adjudicate/report"
)

// Who signs in is a player of one game. Nothing is kept about it: a token says who, where and until when, under a
// seal that only this office can make. There are two kinds. An invitation stands in a link that the umpire hands to
// a player, and does nothing but open a page with a button, for programs that look into mails open links. The button exchanges it for a
// session, which the browser keeps where no script reads it.

const (
	invitation = "invitation"
	session    = "session"
	lettersFor = "letters" // stands in every mail, and is good for nothing but saying which of them are wanted
)

const (
	sessionLasts  = 90 * 24 * time.Hour
	mostToken     = 1024 // bytes of a token
	sessionCookie = "adjudicate"
)

// KeyPurpose is what the key of an office is for.
const KeyPurpose = "sign in to the office"

// CheckAddress refuses what is no address at which browsers reach an office.
func CheckAddress(base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("invalid address %q: expected one such as https://play.example", base)
	}
	return nil
}

// Invitation is an invitation of somebody to a game in an office that is reached at a base address, with the office's key.
func Invitation(ctx context.Context, g *place.Game, key []byte, base, player, role string, until time.Time) (*report.Invitation, error) {
	token, err := Invite(ctx, g, key, player, role, until)
	link := strings.TrimSuffix(base, "/") + gamePath(g.Name, "in") + "?with=" + token
	return &report.Invitation{Player: player, Role: role, Link: link, Until: until}, err
}

// A ticket is what a token says.
type ticket struct {
	Kind   string    `json:"k"`
	Origin string    `json:"o"` // the id of the game's first event: another game of the same name is another
	Player string    `json:"p"`
	Role   string    `json:"r,omitempty"` // "" for a player
	Until  time.Time `json:"u"`
	Game   string    `json:"g,omitempty"` // of a session, what the game is called: so it is found in the list of games
}

// Invite returns a token by which somebody can sign in to a game until a moment, in a role, with the key of the office.
func Invite(ctx context.Context, g *place.Game, key []byte, player, role string, until time.Time) (string, error) {
	origin, err := originOf(ctx, g)
	if err != nil {
		return "", err
	}
	return seal(key, ticket{invitation, origin, player, roleOf(role), until.UTC(), ""}), nil
}

func originOf(ctx context.Context, g *place.Game) (string, error) {
	id, err := g.Origin(ctx)
	if err == nil && id == uuid.Nil {
		err = &unknownGameError{g.Name}
	}
	return id.String(), err
}

// seal is something with the office's seal, which keeps it from being changed and not from being read.
func seal(key []byte, v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // structs of strings, bytes and times
	}
	body := base64.RawURLEncoding.EncodeToString(text)
	return body + "." + base64.RawURLEncoding.EncodeToString(mac(key, body))
}

func mac(key []byte, body string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(body))
	return h.Sum(nil)
}

// unseal returns what a token of at most so many bytes says, if the seal is the office's.
func unseal(key []byte, token string, most int) ([]byte, bool) {
	body, sum, found := strings.Cut(token, ".")
	given, err := base64.RawURLEncoding.DecodeString(sum)
	if !found || len(token) > most || err != nil || !hmac.Equal(given, mac(key, body)) {
		return nil, false
	}
	text, err := base64.RawURLEncoding.DecodeString(body)
	return text, err == nil
}

// A ticketError says why a token is not taken.
type ticketError struct{ text string }

func (e *ticketError) Error() string { return e.text }

// ticket reads a token of a kind for a game.
func (s *Server) ticket(ctx context.Context, token, kind, game string) (*ticket, error) {
	if len(s.opts.Key) == 0 {
		return nil, &ticketError{"signing in is disabled: the office has no key"}
	}
	text, sealed := unseal(s.opts.Key, token, mostToken)
	if !sealed {
		return nil, &ticketError{"invalid or incomplete invitation: ask the umpire for another"}
	}
	var t ticket
	err := json.Unmarshal(text, &t)
	origin, gone := originOf(ctx, s.store.Game(game))
	switch {
	case err != nil || t.Kind != kind:
		return nil, &ticketError{"invalid invitation: ask the umpire for one"}
	case gone != nil:
		return nil, gone
	case t.Origin != origin:
		return nil, &ticketError{"the invitation is for another game"}
	case !s.opts.Now().Before(t.Until):
		return nil, &ticketError{fmt.Sprintf("the invitation expired on %s: ask the umpire for another", t.Until.Format("2006-01-02 15:04 UTC"))}
	}
	return &t, nil
}

// signedIn is the player who asks, by the session that the browser has or the one that a program sends; nil for nobody.
func (s *Server) signedIn(r *http.Request) *ticket {
	token, sent := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !sent {
		c, err := r.Cookie(cookieOf(r.PathValue("game")))
		if err != nil {
			return nil
		}
		token = c.Value
	}
	t, err := s.ticket(r.Context(), token, session, r.PathValue("game"))
	if err != nil {
		return nil
	}
	return t
}

// cookieOf is the name of the cookie for a game.
func cookieOf(game string) string {
	sum := sha256.Sum256([]byte(game))
	return fmt.Sprintf("%s-%x", sessionCookie, sum[:6])
}

// signIn shows the button of an invitation, and takes it.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	token := r.URL.Query().Get("with")
	if r.Method == http.MethodPost {
		token = r.PostFormValue("with")
	}
	if token == "" && s.mails() {
		s.askLink(w, r)
		return
	}
	t, err := s.ticket(r.Context(), token, invitation, game)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	if r.Method != http.MethodPost {
		s.personal(w, r, "signin", &page{Title: game, Game: game, Section: "Sign in", Body: map[string]string{"Player": t.Player, "Role": t.Role, "Token": token}})
		return
	}
	http.Redirect(w, r, s.admit(w, game, t.Origin, t.Player, t.Role), http.StatusSeeOther)
}

// admit gives a browser a session of somebody in a game, and returns where they go.
func (s *Server) admit(w http.ResponseWriter, game, origin, player, role string) string {
	until := s.opts.Now().Add(sessionLasts)
	s.setCookie(w, game, seal(s.opts.Key, ticket{session, origin, player, role, until.UTC(), game}), sessionLasts)
	return gamePath(game, homes[role]...)
}

// signOut forgets a session in the browser.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	s.setCookie(w, r.PathValue("game"), "", -time.Second)
	http.Redirect(w, r, gamePath(r.PathValue("game")), http.StatusSeeOther)
}

// setCookie gives a browser a session for a time, by its own clock; a time below 0 takes it away.
func (s *Server) setCookie(w http.ResponseWriter, game, value string, lasts time.Duration) {
	http.SetCookie(w, &http.Cookie{Name: cookieOf(game), Value: value, Path: "/", MaxAge: int(lasts / time.Second), HttpOnly: true, Secure: s.opts.Secure, SameSite: http.SameSiteLaxMode})
}

// personal shows a page that is for one person.
func (s *Server) personal(w http.ResponseWriter, r *http.Request, name string, p *page) {
	p.Lang = languageOf(r)
	text, err := s.render(name, p)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", htmlType)
	_, _ = w.Write(text)
}
