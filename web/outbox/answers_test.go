package outbox

import (
	"context"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
)

// owed notes a mail that is still to be answered.
func owed(t *testing.T, g *place.Game) {
	t.Helper()
	_, err := g.Mails(t.Context(), func(m *people.Mails) error {
		m.Put(people.Mail{Key: "k1", Sender: "s", At: noon, Made: people.MailTray, Game: g.Name, Player: "Ann", ID: "asked@example.org", Told: true,
			Answer: &people.Answer{To: "ann@example.org", Name: "Ann Lee", Subject: "Re: when?", Text: "Your mail was not accepted as a play: no line holds a play.\n\nA play stands alone:\n\n    pass\n"}})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnAnswerIsSentOnceAndFollowsTheMail(t *testing.T) {
	g, s := season(t), &mailServer{}
	owed(t, g)
	o := options(t, s.listen(t))
	for range 2 {
		if _, err := Answers(t.Context(), g.Store, o); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.taken) != 1 {
		t.Fatalf("%d answers", len(s.taken))
	}
	m, err := mail.ReadMessage(strings.NewReader(s.taken[0]))
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string]string{"In-Reply-To": "<asked@example.org>", "References": "<asked@example.org>", "Subject": "Re: when?", "Auto-Submitted": "auto-replied",
		"To": `"Ann Lee" <ann@example.org>`, "List-Unsubscribe": ""} {
		if got := m.Header.Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	if !strings.Contains(s.taken[0], "no line holds a play") || !strings.Contains(s.taken[0], "    pass") {
		t.Error(s.taken[0])
	}
	if known, err := g.Mails(t.Context(), nil); err != nil || known.List[0].Answer != nil || known.Holder != "" {
		t.Errorf("%+v, %v", known, err)
	}
}

// Whoever sends mails by "mail send" alone, as from cron, answers the mails in the tray as well.
func TestSendingOfOneGameAnswersTheTray(t *testing.T) {
	g, s := season(t), &mailServer{}
	owed(t, g)
	o := options(t, s.listen(t))
	first, err := Once(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	answers := 0
	for _, m := range s.taken {
		if strings.Contains(m, "<asked@example.org>") {
			answers++
		}
	}
	if answers != 1 || first.Sent != len(s.taken) {
		t.Errorf("%d answers, %d mails said to be sent of %d", answers, first.Sent, len(s.taken))
	}
	if again, err := Once(t.Context(), g, o); err != nil || again.Sent != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}

// TestAnAnswerThatWasKilledComesAgainUnderItsName kills the pass between the server's yes and the note.
func TestAnAnswerThatWasKilledComesAgainUnderItsName(t *testing.T) {
	g, s := season(t), &mailServer{}
	owed(t, g)
	o := options(t, s.listen(t))
	sender := o.Sender
	func() {
		defer func() { _ = recover() }()
		o.Sender = &after{Sender: sender, do: func() { panic("killed") }}
		_, _ = Answers(t.Context(), g.Store, o)
	}()
	o.Sender, o.Holder = sender, "b"
	if _, err := Answers(t.Context(), g.Store, o); !isBusy(err) {
		t.Fatalf("another takes what the killed one holds: %v", err)
	}
	o.Now = func() time.Time { return noon.Add(Lease) }
	if n, err := Answers(t.Context(), g.Store, o); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if ids := s.ids(t); len(ids) != 2 || ids[0] != ids[1] {
		t.Errorf("the answers are called %v", ids)
	}
}

func TestAnAnswerIsOwedUntilAServerTakesIt(t *testing.T) {
	g, s := season(t), &mailServer{}
	owed(t, g)
	away := true
	s.took = func(int) error {
		if away {
			away = false
			s.taken, s.to = nil, nil
			return &smtp.SMTPError{Code: 451, Message: "later"}
		}
		return nil
	}
	o := options(t, s.listen(t))
	if _, err := Answers(t.Context(), g.Store, o); err == nil {
		t.Fatal("the server has not taken it")
	}
	if n, err := Answers(t.Context(), g.Store, o); n != 1 || err != nil {
		t.Error(n, err)
	}
}

// TestTheLetterAboutAPlayAnswersItsMail submits a play that came by mail.
func TestTheLetterAboutAPlayAnswersItsMail(t *testing.T) {
	g, s := season(t), &mailServer{}
	if err := g.Put(context.Background(), people.Person{Player: "Ann", Addresses: []string{"ann@example.org", "ann@work.example"}}); err != nil {
		t.Fatal(err)
	}
	l, err := g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	play := events.PlaySubmitted{Side: "Red", Text: "Kd4-d5", Message: ledger.MessageDigest("<asked@work.example>")}
	res, err := l.Submit(t.Context(), play, "Ann", l.Last().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Mails(t.Context(), func(m *people.Mails) error {
		m.Put(people.Mail{Key: "k", Sender: post.SenderOf("Ann@work.example"), At: noon, Made: people.MailRuled, Game: g.Name, Player: "Ann", ID: "asked@work.example", Plays: []string{play.Message}, Upto: res.Input.Sequence})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	pass1(t, g, options(t, s.listen(t)))
	answers := 0
	for i, text := range s.taken {
		if strings.Contains(text, "In-Reply-To: <asked@work.example>") {
			answers++
			if s.to[i] != "ann@work.example" || !strings.Contains(text, "Auto-Submitted: auto-replied") || strings.Count(text, "asked@work.example") != 2 {
				t.Errorf("to %s:\n%s", s.to[i], text)
			}
		} else if s.to[i] != "bob@example.org" {
			t.Errorf("one more to %s", s.to[i])
		}
	}
	if answers != 1 {
		t.Errorf("%d letters of %d answer the mail", answers, len(s.taken))
	}
}

// TestALinkInAnAnswerCanBeClicked writes an answer of which one line is an address, and others hold one or look like one.
func TestALinkInAnAnswerCanBeClicked(t *testing.T) {
	o := Options{From: "umpire@example.org", Now: func() time.Time { return noon }}
	l, err := o.answer(&people.Mail{Key: "k", Answer: &people.Answer{To: "ann@example.org", Subject: "signing in",
		Text: "Open this page:\n\nhttps://play.example/in?with=a.b&x=\"\n\nThe game: https://play.example/games/a\n\njavascript:alert(1)\n"}})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(l.HTML, "<a href="); n != 1 || !strings.Contains(l.HTML, `<a href="https://play.example/in?with=a.b&amp;x=%22">https://play.example/in?with=a.b&amp;x=&#34;</a>`) {
		t.Errorf("%d links:\n%s", n, l.HTML)
	}
}
