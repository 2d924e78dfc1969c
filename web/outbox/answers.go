package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"adjudicate/ledger/advice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

// Once sends what is due of one game, and the answers that its store owes.
func Once(ctx context.Context, g *place.Game, o Options) (*report.Mailed, error) {
	v, err := Pass(ctx, g, o)
	if err != nil {
		return v, err
	}
	sent, err := Answers(ctx, g.Store, o)
	v.Sent += sent
	return v, besideBusy(err)
}

// Answers sends the answers that are due to mails which hold no play that was taken, and returns how many. What becomes of plays is told by the letters
// about these.
func Answers(ctx context.Context, st *place.Store, o Options) (sent int, err error) {
	m, err := st.Mails(ctx, nil)
	if err != nil || !due(&m) {
		return 0, err
	}
	change := func(ctx context.Context, f func(*people.Mails)) (m people.Mails, err error) {
		return st.Mails(ctx, func(m *people.Mails) error {
			if o.heldByOther(m.Holder, m.Until) {
				return &advice.UnavailableError{Place: st.Place, Found: "its mails are being sent", Err: &BusyError{st.Place, m.Until}}
			}
			m.Holder, m.Until = o.Holder, o.Now().Add(Lease).UTC().Truncate(time.Second)
			if f(m); !due(m) { // with the last answer: nobody looks here again before there is another
				m.Holder, m.Until = "", time.Time{}
			}
			return nil
		})
	}
	if m, err = change(ctx, func(*people.Mails) {}); err != nil {
		return 0, err
	}
	for i := range m.List {
		x := &m.List[i]
		if x.Answer == nil {
			continue
		}
		l, err := o.answer(x)
		if err == nil {
			err = o.Sender.Send(ctx, l)
		}
		var returned *ReturnedError
		if err != nil && !errors.As(err, &returned) {
			return sent, &advice.UnavailableError{Place: "the mail server", Found: "an answer was not sent", Err: err}
		}
		sent++
		// The server has answered: that is noted even if the pass is to end.
		if _, err := change(context.WithoutCancel(ctx), func(m *people.Mails) {
			if y := m.Find(x.Key); y != nil {
				y.Answer = nil
			}
		}); err != nil {
			return sent, err
		}
	}
	_, err = st.Mails(context.WithoutCancel(ctx), func(m *people.Mails) error {
		if m.Holder == o.Holder { // where another answer has come meanwhile
			m.Holder, m.Until = "", time.Time{}
		}
		return nil
	})
	return sent, err
}

func due(m *people.Mails) bool {
	return slices.ContainsFunc(m.List, func(x people.Mail) bool { return x.Answer != nil })
}

// answer writes an answer down. Its Message-ID follows from the mail that it answers.
func (o *Options) answer(x *people.Mail) (*Letter, error) {
	sum := sha256.Sum256([]byte("answer\x00" + x.Key))
	l := &Letter{Key: "answer-" + x.Key, ID: "answer." + hex.EncodeToString(sum[:12]) + "@" + o.host(), Answers: x.ID, From: o.From,
		To: x.Answer.To, Name: x.Answer.Name, Subject: x.Answer.Subject, Date: o.Now(), Replied: true}
	return l, l.write(&body{Title: l.Subject, Lines: paragraphs(x.Answer.Text), Plain: x.Answer.Text})
}

// host is what the Message-IDs of the office end in.
func (o *Options) host() string {
	_, host, _ := strings.Cut(strings.TrimSuffix(o.From, ">"), "@")
	return host
}

// paragraphs parts a text where blank lines stand.
func paragraphs(text string) []string {
	return strings.Split(strings.TrimSpace(text), "\n\n")
}
