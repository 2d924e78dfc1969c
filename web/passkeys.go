package web

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"adjudicate/events"
	"adjudicate/ledger/people"
)

// Whoever has signed in can register passkeys (WebAuthn), and sign in by one of them from then on, in the role in which it was
// registered. The office asks a question, the device answers it, the office checks the answer:
//
//	POST …/question ──► {state, publicKey} ──► navigator.credentials ──► POST …/answer {state, credential}
//
// Nothing is kept about a question: state says under the office's seal what was asked, of whom and when. That each is answered once follows from the
// desk, which knows of every passkey when the last question was asked that it answered. The addresses are those of the page alone, and need script; the link
// by mail does not.

const (
	passkeyAsked  = "passkey" // the kind of a question, as that of a ticket
	questionLasts = 5 * time.Minute
	mostQuestion  = 8 << 10 // bytes of a question as it comes back
	mostLabel     = 60      // letters of the name of a passkey
)

// A question is what a browser was asked.
type question struct {
	Kind    string               `json:"k"`
	Asked   time.Time            `json:"a"`
	Who     *ticket              `json:"w,omitempty"` // who registers a passkey; nil: who is there is the question
	Handle  []byte               `json:"h,omitempty"` // of who registers
	Session webauthn.SessionData `json:"s"`
}

// relying is what passkeys are bound to: the name under which browsers reach the office. They know no addresses of the form 192.0.2.1, and want
// TLS but on the machine itself. It is nil where there can be no passkeys.
func relying(opts Options) *webauthn.WebAuthn {
	u, err := url.Parse(opts.URL)
	if err != nil || len(opts.Key) == 0 || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil || u.Scheme != "https" && u.Hostname() != "localhost" {
		return nil
	}
	w, err := webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: "adjudicate " + u.Host, RPOrigins: []string{u.Scheme + "://" + u.Host},
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired}})
	if err != nil {
		return nil
	}
	return w
}

// An owner of passkeys is somebody in a role of a game, as package webauthn sees them.
type owner struct {
	name   string
	handle []byte
	keys   []webauthn.Credential
}

func (o *owner) WebAuthnID() []byte                         { return o.handle }
func (o *owner) WebAuthnName() string                       { return o.name }
func (o *owner) WebAuthnDisplayName() string                { return o.name }
func (o *owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

// credentialOf is a passkey as package webauthn sees it.
func credentialOf(k *people.Passkey) webauthn.Credential {
	return webauthn.Credential{ID: k.ID, PublicKey: k.Key, Flags: webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: k.Synced},
		Authenticator: webauthn.Authenticator{SignCount: k.Count}}
}

// ownerOf is who visits, with their passkeys; the handle is a new one if there are none.
func ownerOf(t *ticket, title string, all people.Passkeys) *owner {
	o := &owner{name: t.Player + ", " + title}
	for i := range all.List {
		if k := &all.List[i]; k.Of(t.Origin, t.Player, t.Role) {
			o.keys, o.handle = append(o.keys, credentialOf(k)), k.Handle
		}
	}
	if o.handle == nil {
		o.handle = make([]byte, 32)
		rand.Read(o.handle) // never fails
	}
	return o
}

// A passkeyRefusal says why a passkey is not taken.
func passkeyRefusal(text string) error { return &people.PasskeyError{Text: text} }

// errNoPasskeys says that the office cannot have any.
var errNoPasskeys = passkeyRefusal("there are no passkeys in this office: serve --url must name it by https and a host name")

// asks answers with a question.
func (s *Server) asks(w http.ResponseWriter, q *question, options any) {
	q.Kind, q.Asked = passkeyAsked, s.opts.Now().UTC()
	answerJSON(w, map[string]any{"state": seal(s.opts.Key, q), "publicKey": options})
}

func answerJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v)
}

// A passkeyAnswer is what a browser sends.
type passkeyAnswer struct {
	State      string          `json:"state"`
	Name       string          `json:"name"` // of a new passkey
	Credential json.RawMessage `json:"credential"`
}

// answered reads an answer, and the question that it is to.
func (s *Server) answered(r *http.Request) (*passkeyAnswer, *question, error) {
	var a passkeyAnswer
	var q question
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
		return nil, nil, &requestError{"expected the answer of a passkey: " + err.Error()}
	}
	text, sealed := unseal(s.opts.Key, a.State, mostQuestion)
	if now := s.opts.Now(); !sealed || json.Unmarshal(text, &q) != nil || q.Kind != passkeyAsked || now.After(q.Asked.Add(questionLasts)) {
		return nil, nil, passkeyRefusal("this took too long: try again")
	}
	return &a, &q, nil
}

// failPasskey answers with a problem document.
func (s *Server) failPasskey(w http.ResponseWriter, r *http.Request, err error) {
	var mine *people.PasskeyError
	var theirs *protocol.Error
	switch {
	case errors.As(err, &mine):
		problemDocument(w, http.StatusForbidden, sentence(mine.Text), nil)
	case errors.As(err, &theirs):
		problemDocument(w, http.StatusForbidden, sentence(fmt.Sprintf("the passkey is not accepted: %s", theirs.Details)), nil)
	default:
		s.failProblem(w, r, err)
	}
}

// whoQuestion asks who is there.
func (s *Server) whoQuestion(w http.ResponseWriter, r *http.Request) {
	if s.rely == nil {
		s.failPasskey(w, r, errNoPasskeys)
		return
	}
	options, data, err := s.rely.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		s.failPasskey(w, r, err)
		return
	}
	s.asks(w, &question{Session: *data}, options.Response)
}

// whoAnswer signs in whose passkey has answered.
func (s *Server) whoAnswer(w http.ResponseWriter, r *http.Request) {
	to, err := func() (string, error) {
		if s.rely == nil {
			return "", errNoPasskeys
		}
		a, q, err := s.answered(r)
		if err != nil {
			return "", err
		}
		given, err := protocol.ParseCredentialRequestResponseBytes(a.Credential)
		if err != nil {
			return "", err
		}
		all, err := s.store.Passkeys(r.Context(), nil)
		if err != nil {
			return "", err
		}
		k := all.Find(given.RawID)
		if k != nil {
			if _, _, err := s.rely.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) {
				return &owner{k.Player, k.Handle, []webauthn.Credential{credentialOf(k)}}, nil
			}, q.Session, given); err != nil {
				return "", err
			}
			if err := s.stillIs(r, k); err != nil {
				return "", err
			}
		}
		if _, err := s.store.Passkeys(r.Context(), func(all *people.Passkeys) error {
			var err error
			k, err = all.Use(given.RawID, q.Asked, s.opts.Now().UTC(), given.Response.AuthenticatorData.Counter)
			return err
		}); err != nil {
			return "", err
		}
		return s.admit(w, k.Game, k.Origin, k.Player, k.Role), nil
	}()
	if err != nil {
		s.failPasskey(w, r, err)
		return
	}
	answerJSON(w, map[string]string{"to": to})
}

// stillIs refuses a passkey whose game is gone, or whose umpire another has followed: a session ends by itself, a passkey does not.
func (s *Server) stillIs(r *http.Request, k *people.Passkey) error {
	if origin, err := originOf(r.Context(), s.store.Game(k.Game)); err != nil || origin != k.Origin {
		return passkeyRefusal("the game of this passkey is not here any more")
	}
	if k.Role != roleUmpire {
		return nil
	}
	l, _, err := s.sitting(r.Context(), k.Game)
	if err != nil {
		return err
	}
	if now := l.State().Holder(events.KnownOffice); now != "" && now != k.Player {
		return passkeyRefusal(fmt.Sprintf("%s is no longer the umpire of this game", k.Player))
	}
	return nil
}

// A keysPage is where people see, add and remove passkeys.
type keysPage struct {
	Can  bool // the office can have passkeys
	Mine []people.Passkey
	All  []people.Passkey // of others, for the umpire
}

// ID is how forms name a passkey.
func (v *keysPage) ID(k people.Passkey) string { return fmt.Sprintf("%x", k.ID) }

// keysForm shows the passkeys of whoever visits, to the umpire those of all, and removes one.
func (s *Server) keysForm(w http.ResponseWriter, r *http.Request, x *visit) {
	mine := func(k people.Passkey) bool { return k.Of(x.who.Origin, x.who.Player, x.who.Role) }
	may := func(k people.Passkey) bool { return mine(k) || umpires(x.who.Role) && k.Origin == x.who.Origin }
	if r.Method == http.MethodPost {
		id := r.PostFormValue("remove")
		if _, err := s.store.Passkeys(r.Context(), func(all *people.Passkeys) error {
			all.List = slices.DeleteFunc(all.List, func(k people.Passkey) bool { return may(k) && fmt.Sprintf("%x", k.ID) == id })
			return nil
		}); err != nil {
			s.failPage(w, r, err)
			return
		}
		http.Redirect(w, r, gamePath(x.page.Game, "keys"), http.StatusSeeOther)
		return
	}
	all, err := s.store.Passkeys(r.Context(), nil)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	v := &keysPage{Can: s.rely != nil}
	for _, k := range all.List {
		switch {
		case mine(k):
			v.Mine = append(v.Mine, k)
		case may(k):
			v.All = append(v.All, k)
		}
	}
	x.page.Body = v
	s.personal(w, r, "keys", x.page)
}

// keysQuestion asks the device of whoever visits for a new passkey.
func (s *Server) keysQuestion(w http.ResponseWriter, r *http.Request, x *visit) {
	if s.rely == nil {
		s.failPasskey(w, r, errNoPasskeys)
		return
	}
	all, err := s.store.Passkeys(r.Context(), nil)
	if err != nil {
		s.failPasskey(w, r, err)
		return
	}
	o := ownerOf(x.who, x.page.Title, all)
	options, data, err := s.rely.BeginRegistration(o, webauthn.WithExclusions(webauthn.Credentials(o.keys).CredentialDescriptors()))
	if err != nil {
		s.failPasskey(w, r, err)
		return
	}
	s.asks(w, &question{Who: x.who, Handle: o.handle, Session: *data}, options.Response)
}

// keysAnswer registers the passkey that was made.
func (s *Server) keysAnswer(w http.ResponseWriter, r *http.Request, x *visit) {
	err := func() error {
		if s.rely == nil {
			return errNoPasskeys
		}
		a, q, err := s.answered(r)
		if err != nil {
			return err
		}
		if q.Who == nil || q.Who.Origin != x.who.Origin || q.Who.Player != x.who.Player || q.Who.Role != x.who.Role {
			return passkeyRefusal("another person was asked: try again")
		}
		given, err := protocol.ParseCredentialCreationResponseBytes(a.Credential)
		if err != nil {
			return err
		}
		made, err := s.rely.CreateCredential(&owner{x.who.Player, q.Handle, nil}, q.Session, given)
		if err != nil {
			return err
		}
		name := strings.Join(strings.Fields(a.Name), " ")
		if letters := []rune(name); len(letters) > mostLabel {
			name = string(letters[:mostLabel])
		}
		now := s.opts.Now().UTC()
		_, err = s.store.Passkeys(r.Context(), func(all *people.Passkeys) error {
			return all.Add(people.Passkey{ID: made.ID, Handle: q.Handle, Key: made.PublicKey, Count: made.Authenticator.SignCount, Synced: made.Flags.BackupEligible,
				Name: name, Game: x.page.Game, Origin: x.who.Origin, Player: x.who.Player, Role: x.who.Role, Added: now, Asked: q.Asked})
		})
		return err
	}()
	if err != nil {
		s.failPasskey(w, r, err)
		return
	}
	answerJSON(w, map[string]string{"to": gamePath(x.page.Game, "keys")})
}

// enterPage is where passkeys are asked for.
func (s *Server) enterPage(w http.ResponseWriter, r *http.Request) {
	s.personal(w, r, "stranger", &page{Title: say(languageOf(r), "Games"), Section: "Sign in"})
}
