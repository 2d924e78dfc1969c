package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/ledger/people"
)

// Who has no invitation at hand is sent one to the address that the umpire has noted of them. What is answered is the same whether anybody has that address, and whether
// there is such a game: only the mail says so, and it goes to nobody but its owner.

const (
	linkLasts = 24 * time.Hour
	mostLinks = 5 // mails with links that one person is sent a day about a game
)

// mails reports whether the office can send links.
func (s *Server) mails() bool { return s.opts.Mails && len(s.opts.Key) > 0 && s.opts.URL != "" }

// askLink shows where a link is asked for, and has it sent.
func (s *Server) askLink(w http.ResponseWriter, r *http.Request) {
	game, asked := r.PathValue("game"), ""
	if r.Method == http.MethodPost {
		asked = "yes"
		if err := s.sendLinks(r.Context(), game, strings.TrimSpace(r.PostFormValue("address")), languageOf(r)); err != nil {
			s.failPage(w, r, err)
			return
		}
	}
	s.personal(w, r, "signin", &page{Title: game, Game: game, Section: "Sign in", Body: map[string]string{"Asked": asked}})
}

// sendLinks has everybody of a game who has an address sent a mail with links by which they sign in, in a language.
func (s *Server) sendLinks(ctx context.Context, game, address, lang string) error {
	list, err := s.links(ctx, game, address, lang)
	if err != nil && !isA[*unknownGameError](err) {
		return err
	}
	now := s.opts.Now()
	_, err = s.store.Mails(ctx, func(m *people.Mails) error { // written also for nobody: so it takes as long
		for _, mail := range list {
			sent := 0
			for _, x := range m.List {
				if x.Made == people.MailLink && x.Game == mail.Game && x.Player == mail.Player && now.Sub(x.At) < 24*time.Hour {
					sent++
				}
			}
			if sent < mostLinks {
				m.Put(mail)
			}
		}
		return nil
	})
	return err
}

// links are the mails that sendLinks is to send.
func (s *Server) links(ctx context.Context, game, address, lang string) (list []people.Mail, err error) {
	head, err := s.head(ctx, game)
	if err != nil {
		return nil, err
	}
	done, err := s.slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	l, err := s.look(ctx, game, where{}, head)
	if err != nil {
		return nil, err
	}
	g, now := s.store.Game(game), s.opts.Now().UTC()
	known, err := g.People(ctx, l.state)
	if err != nil {
		return nil, err
	}
	until := now.Add(linkLasts)
	for _, player := range people.Find(known, address) {
		var text strings.Builder
		fmt.Fprintf(&text, "%s\n", say(lang, "A link to sign in to %s was asked for with your address.", l.state.Game()))
		for _, role := range []string{rolePlayer, roleUmpire} {
			said := say(lang, "As %s, open this page and press its button:", player)
			if role == roleUmpire {
				if l.state.Holder(events.KnownOffice) != player {
					continue
				}
				said = say(lang, "As the umpire:")
			}
			v, err := Invitation(ctx, g, s.opts.Key, s.opts.URL, player, role, until)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&text, "\n%s\n\n%s\n", said, v.Link)
		}
		fmt.Fprintf(&text, "\n%s\n", say(lang, "The link is valid for a day, for whoever has it: pass it on to nobody. If you did not ask for it, do nothing."))
		sum := sha256.Sum256(fmt.Appendf(nil, "link\x00%s\x00%s\x00%d", game, player, now.UnixNano()))
		list = append(list, people.Mail{Key: hex.EncodeToString(sum[:16]), At: now, Made: people.MailLink, Game: game, Player: player,
			Answer: &people.Answer{To: people.Of(known, player).Addresses[0], Name: people.Of(known, player).Name, Subject: say(lang, "[%s] signing in", l.state.Game()), Text: text.String()}})
	}
	return list, nil
}
