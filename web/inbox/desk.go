package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/tray"
	"adjudicate/ledger"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
	"adjudicate/report"
)

// Options say how mails are taken.
type Options struct {
	Now     func() time.Time
	Tray    string     // the folder of mails that are laid aside
	Trust   post.Trust // what a mail can prove its sender by
	Key     []byte     // of tokens in subjects; nil: none is known
	Own     []string   // the addresses of the office: what comes from there is its own
	Game    string     // that all mails are about; "" to find out for each
	URL     string     // where the office shows its pages, "" for none
	Entered func(game string, head uint64)
}

// A Desk takes mails for the games of a store. One mail is taken at a time.
type Desk struct {
	st *place.Store
	o  Options
}

// New returns the desk of an open store, which stays the caller's.
func New(st *place.Store, o Options) *Desk { return &Desk{st, o} }

// mostTries is how often a play is tried when others write to the game at the same time.
const mostTries = 8

// A problem is why a mail goes to the tray.
type problem struct {
	why string
	how string // what its sender can do about it, "" for how plays are written
}

func (e *problem) Error() string { return e.why }

// Take deals with one mail. After an error nothing is known to be done with it, and it is to be given again.
func (d *Desk) Take(ctx context.Context, l post.Letter) (*report.TakenMail, error) {
	t := &taking{Desk: d, m: post.Peek(l)}
	t.v = &report.TakenMail{Label: l.Label, From: t.m.Outer()}
	t.key = t.m.Identity()
	known, err := d.st.Mails(ctx, nil)
	if err != nil {
		return nil, err
	}
	if before := known.Find(t.key); before != nil && before.Made != people.MailBegun {
		t.v.Made, t.v.Game, t.v.Player, t.v.Repeated = before.Made, before.Game, before.Player, true
		return t.v, nil
	}
	switch {
	case slices.ContainsFunc(d.o.Own, func(a string) bool { return strings.EqualFold(a, t.m.Outer()) }):
		t.v.Why = "it is the office's own"
		return t.v, t.note(ctx, people.MailIgnored, nil)
	case t.m.Automatic():
		return t.v, t.aside(ctx, &problem{why: t.m.Refusal.Error()})
	}
	err = t.enter(ctx)
	var p *problem
	if errors.As(err, &p) {
		err = t.aside(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	return t.v, nil
}

// A taking is one mail on the desk.
type taking struct {
	*Desk
	m      *post.Mail
	key    string
	v      *report.TakenMail
	g      *place.Game
	judge  *aggregate.Judge // of the game, as it stood at now
	now    time.Time
	forged bool
	sides  []string // that the sender holds
	plays  []string // by which the ledger knows the plays
	upto   uint64
}

// note notes what was made of the mail.
func (t *taking) note(ctx context.Context, made string, answer *people.Answer) error {
	t.v.Made = made
	x := people.Mail{Key: t.key, Sender: t.m.Sender(), At: t.o.Now().UTC().Truncate(time.Second), Made: made, Game: t.v.Game, Player: t.v.Player, ID: t.m.ID, Plays: t.plays, Upto: t.upto}
	_, err := t.st.Mails(ctx, func(m *people.Mails) error {
		if before := m.Find(x.Key); before != nil && before.Made != people.MailBegun && (made != people.MailRuled || before.Made == people.MailRuled) {
			x.Told = before.Told // another process has finished with it meanwhile, and its answer is the only one
			return nil
		}
		if answer != nil && t.mayAnswer(m, x.At) {
			x.Answer, x.Told = answer, true
		}
		m.Put(x)
		return nil
	})
	t.v.Answer = x.Told || made == people.MailRuled
	return err
}

// aside puts the mail into the tray.
func (t *taking) aside(ctx context.Context, p *problem) error {
	t.v.Why, t.v.Plays, t.plays = p.why, nil, nil
	if t.v.Player != "" && t.m.Refusal == nil {
		t.plays = []string{t.m.Whole()} // if the umpire takes it
	}
	if err := tray.Put(t.o.Tray, t.m.Raw, p.why); err != nil {
		return &advice.UnavailableError{Place: t.o.Tray, Found: "cannot move the mail to the tray", Err: err}
	}
	if t.m.Automatic() {
		return t.note(ctx, people.MailIgnored, nil)
	}
	return t.note(ctx, people.MailTray, t.answer(p))
}

// enter enters the plays of the mail. A *problem says why there are none.
func (t *taking) enter(ctx context.Context) (err error) {
	if t.g, err = t.game(ctx); err != nil {
		return err
	}
	t.v.Game = t.g.Name
	return t.g.Enter(mostTries, func() error { return t.once(ctx) })
}

// once enters the plays into the game as it stands.
func (t *taking) once(ctx context.Context) error {
	l, err := t.g.Ledger(ctx, 0, nil)
	if err == nil {
		err = t.g.Behind(ctx, l.Head())
	}
	if err != nil {
		return err
	}
	known, err := t.g.People(ctx, l.State())
	if err != nil {
		return err
	}
	now := t.o.Now().UTC().Truncate(time.Second)
	if now.Before(l.Last()) {
		now = l.Last()
	}
	t.judge, t.now = l.Judge(), now
	t.m = t.m.In(t.judge)
	if err := t.known(ctx, l.State(), known, now); err != nil {
		return err
	}
	if said := wanted().FindStringSubmatch(t.m.Subject); said != nil {
		return t.wish(ctx, said[1] != "")
	}
	office := &post.Office{State: l.State(), People: known, Short: t.judge.Short}
	plays, err := office.Plays(&t.m.Message, now)
	var inputs []events.Payload
	if err == nil {
		inputs, err = l.AdmitPlays("", plays)
	}
	for i := 0; i < len(inputs) && err == nil; i++ {
		err = l.CheckSigned(ctx, inputs[i])
	}
	var refused *post.RefusedError
	var wrong *ledger.InputError
	switch {
	case errors.As(err, &refused), errors.As(err, &wrong):
		return &problem{why: err.Error()}
	case err != nil:
		return err
	}
	t.plays = t.plays[:0]
	for i := range plays {
		t.plays = append(t.plays, plays[i].Message)
	}
	if err := t.note(ctx, people.MailBegun, nil); err != nil {
		return err
	}
	t.v.Plays = nil
	for _, p := range inputs {
		if err := t.submit(ctx, l, p, now); err != nil {
			return err
		}
	}
	t.g.Summarise(ctx, l.Head())
	if t.o.Entered != nil {
		t.o.Entered(t.g.Name, l.Head())
	}
	return t.note(ctx, people.MailRuled, nil)
}

// submit has one play ruled on.
func (t *taking) submit(ctx context.Context, l *ledger.Ledger, p events.Payload, now time.Time) error {
	p, err := l.WithSight(ctx, p)
	if err != nil {
		return err
	}
	res, err := l.Submit(ctx, p, l.Actor(p), now)
	if err != nil {
		return err
	}
	said, was := p.(events.PlaySubmitted), res.Input.Payload
	if then, ok := was.(events.PlaySubmitted); res.Repeated && ok && (then.Side != said.Side || then.Text != said.Text) {
		return &problem{why: fmt.Sprintf("a mail with the same Message-ID held another play of %s: #%d", said.Side, res.Input.Sequence)}
	}
	ruled := res.Ruled()
	x := report.TakenPlay{Sequence: res.Input.Sequence, Side: said.Side, Play: strings.Join(strings.Fields(said.Text), " "), Verdict: ruled.Verdict}
	for _, f := range ruled.Faults {
		said := strings.TrimSuffix(f.Message, ".")
		if f.Clause != "" {
			said += " (" + f.Clause + ")"
		}
		x.Faults = append(x.Faults, said)
	}
	t.v.Plays = append(t.v.Plays, x)
	t.upto = max(t.upto, res.Input.Sequence)
	t.v.Repeated = t.v.Repeated || res.Repeated
	return nil
}

// TakeAll takes mails that came together, in the order in which they were written. It stops at the first that nothing can be done with
// now. Done hears of each that was dealt with.
func (d *Desk) TakeAll(ctx context.Context, list []post.Letter, done func(post.Letter) error) (*report.Taken, error) {
	v := &report.Taken{Mails: []report.TakenMail{}}
	for _, l := range ordered(list) {
		one, err := d.Take(ctx, l)
		if err != nil {
			return v, err
		}
		v.Mails = append(v.Mails, *one)
		if done != nil {
			if err := done(l); err != nil {
				return v, err
			}
		}
	}
	return v, nil
}

// ordered puts mails into the order in which they were written, as far as they say.
func ordered(list []post.Letter) []post.Letter {
	type dated struct {
		post.Letter
		at time.Time
	}
	all := make([]dated, len(list))
	for i, l := range list {
		all[i] = dated{l, post.Peek(l).Written()}
	}
	slices.SortStableFunc(all, func(a, b dated) int { return a.at.Compare(b.at) })
	list = make([]post.Letter, len(all))
	for i := range all {
		list[i] = all[i].Letter
	}
	return list
}
