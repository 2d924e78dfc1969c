package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/infile"
	"adjudicate/internal/outfile"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/mail"
	"adjudicate/report"
)

// A letter is one message as it arrived, and where it was found.
type letter struct {
	label string
	raw   []byte
}

// playMail submits the plays of mails. What cannot be taken is put into the tray.
func playMail(s *session) error {
	if s.c.NArg() > 0 {
		return usagef("", "the mail says who plays what: expected no arguments beside --mail")
	}
	var list []letter
	for _, path := range s.c.StringSlice("mail") {
		found, err := s.letters(path)
		if err != nil {
			return err
		}
		list = append(list, found...)
	}
	if err := s.canSign(); err != nil {
		return err
	}
	g, err := s.open()
	if err != nil {
		return err
	}
	defer g.close()
	at, err := s.now()
	if err != nil {
		return err
	}
	answer := &report.Rulings{}
	var refused []error
	for _, l := range list {
		v, err := s.takeMail(g, l, at)
		var refusal *mailError
		switch {
		case errors.As(err, &refusal):
			if err := s.intoTray(g, l, refusal.err); err != nil {
				return err
			}
			refused = append(refused, &inputError{l.label, refusal.err})
		case err != nil:
			return err
		default:
			answer.Rulings = append(answer.Rulings, v)
		}
	}
	if len(list) == 1 && len(refused) == 1 {
		return refused[0]
	}
	for _, err := range refused {
		fmt.Fprintln(s.errs, term.Escape(fmt.Sprintf("%s: %v", name, err)))
	}
	signing := s.withCheckpoint(g, answer.Rulings...)
	if len(answer.Rulings) > 0 {
		err = s.answer(answer)
	}
	switch {
	case signing != nil:
		return fmt.Errorf("the rulings stand, but have no checkpoint: %w", signing)
	case len(refused) > 0:
		return usagef("they lie in the tray "+s.tray(g)+", each with the reason", "%d of %d mails were refused", len(refused), len(list))
	}
	return err
}

// mailError says that a mail cannot be taken; it is for a person to look at.
type mailError struct{ err error }

func (e *mailError) Error() string { return e.err.Error() }
func (e *mailError) Unwrap() error { return e.err }

// letters reads a file of one or more messages, or those of a Maildir, the oldest name first.
func (s *session) letters(path string) ([]letter, error) {
	if info, err := os.Stat(path); path != "-" && err == nil && info.IsDir() {
		var list []letter
		for _, dir := range []string{"cur", "new", "."} {
			files, err := os.ReadDir(filepath.Join(path, dir))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, fileError(path, err)
			}
			for _, f := range files {
				if !f.Type().IsRegular() || strings.HasPrefix(f.Name(), ".") {
					continue
				}
				found, err := s.letters(filepath.Join(path, dir, f.Name()))
				if err != nil {
					return nil, err
				}
				list = append(list, found...)
			}
		}
		return list, nil
	}
	label, raw, err := path, []byte(nil), error(nil)
	if path == "-" {
		label = "standard input"
		raw, err = infile.Raw(s.in)
	} else {
		var f *os.File
		if f, err = infile.Open(path); err == nil {
			raw, err = infile.Raw(f)
			f.Close()
		}
	}
	if err != nil {
		return nil, fileError(label, err)
	}
	parts, err := mail.Split(raw)
	if err != nil {
		return nil, &inputError{label, err}
	}
	list := make([]letter, len(parts))
	for i, p := range parts {
		list[i] = letter{label, p}
		if len(parts) > 1 {
			list[i].label = fmt.Sprintf("%s, message %d", label, i+1)
		}
	}
	return list, nil
}

// takeMail submits the play of one mail. An error about the mail is a *mailError.
func (s *session) takeMail(g *game, l letter, at time.Time) (*report.Ruling, error) {
	m, err := mail.Read(bytes.NewReader(l.raw))
	if err != nil {
		return nil, &mailError{err}
	}
	side, err := senderSide(s, g, &m, s.c.String("side"))
	if err == nil {
		err = s.meant(g, &m, side)
	}
	if err != nil {
		return nil, &mailError{err}
	}
	sent, clock := moment(&m, g.l.State(), side, at)
	p := events.PlaySubmitted{Side: side, Text: m.Text, Sent: &sent, Message: ledger.MessageDigest(m.ID)}
	if err := errors.Join(g.l.Check(p), g.l.CheckActor(p, s.c.String("actor"))); err != nil {
		return nil, &mailError{err}
	}
	before, types := report.StandingOf(g.l.State(), g.l.Head()), report.TypesOf(g.l.State())
	res, err := g.l.Submit(s.ctx, p, s.actor(g, p), at)
	if err != nil {
		return nil, err
	}
	v, err := s.viewOf(g, res, before, types)
	if err == nil && !res.Repeated {
		v.Clock = clock
	}
	return v, err
}

// meant refuses a play that is announced for somebody else, and one that somebody forwarded who
// is neither its sender nor the Chess-Umpire.
func (s *session) meant(g *game, m *mail.Message, side string) error {
	for other := range g.l.State().Sides() {
		if other.Name != side && (sameFold(m.Announced, other.Name) || sameFold(m.Announced, other.Player)) {
			return fmt.Errorf("line %d: the play is announced as that of %s, the sender plays %s", m.Lines[0], m.Announced, side)
		}
	}
	if m.Forwarder == "" {
		return nil
	}
	known, err := s.people(g)
	if err != nil {
		return err
	}
	who, _ := g.l.State().Side(side)
	for _, p := range people.Find(known, m.Forwarder) {
		if p == who.Player || p == g.l.State().Umpire() {
			return nil
		}
	}
	return fmt.Errorf("header From: %s forwards the mail of %s: expected its sender or the Chess-Umpire to do so", m.Forwarder, m.From)
}

// moment is when a play was sent, and which clock says so. A Date is the sender's word: it counts
// if it lies between what the sender could know of, the announcement of the turn, and the
// arrival of the mail.
func moment(m *mail.Message, st *aggregate.State, side string, now time.Time) (sent time.Time, clock string) {
	arrived, by := now, "the moment of this command"
	if !m.Received.IsZero() && m.Received.Before(now) {
		arrived, by = m.Received, "the server that received it"
	}
	date := m.Sent
	limit, limited := st.Limit()
	switch {
	case date.After(arrived):
		return arrived.UTC(), fmt.Sprintf("%s, by %s; its Date, %s, is later", stamp(arrived), by, stamp(date))
	case limited && limit.Side == side && date.Before(limit.From) && arrived.After(limit.From):
		return arrived.UTC(), fmt.Sprintf("%s, by %s; its Date, %s, is before the announcement of %s", stamp(arrived), by, stamp(date), stamp(limit.From))
	}
	return date.UTC(), stamp(date) + ", by its Date"
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// tray is the folder for mails that were refused.
func (s *session) tray(g *game) string {
	if t := s.c.String("tray"); t != "" {
		return t
	}
	if place.IsAddress(g.Address) {
		return name + ".tray"
	}
	return g.Address + ".tray"
}

// intoTray puts a mail into the tray, under a name that is always the same for it, and why it
// is there.
func (s *session) intoTray(g *game, l letter, why error) error {
	dir := s.tray(g)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return &usageError{text: "cannot keep the mail in the tray: " + err.Error(), err: err}
	}
	sum := sha256.Sum256(l.raw)
	path := filepath.Join(dir, hex.EncodeToString(sum[:8]))
	for _, f := range []struct {
		path string
		text []byte
	}{{path + ".eml", l.raw}, {path + ".why", []byte(fmt.Sprintf("%s: %v\n", l.label, why))}} {
		err := outfile.Write(f.path, outfile.Options{Mode: 0o600, Force: true}, func(w io.Writer) error {
			_, err := w.Write(f.text)
			return err
		})
		if err != nil {
			return &usageError{text: "cannot keep the mail in the tray: " + err.Error(), err: err}
		}
	}
	return nil
}
