package inbox

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
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

const (
	aDay         = 24 * time.Hour
	mostAnswers  = 20 // answers a day to one player, and to all senders whom no game knows
	mostStranger = 1  // answers a day to one sender whom no game knows
)

// mayAnswer reports whether an answer would go to a person who has not had too many.
func (t *taking) mayAnswer(m *people.Mails, now time.Time) bool {
	if t.m.List || t.forged || t.m.Automatic() || !strings.Contains(t.m.Outer(), "@") {
		return false
	}
	his, strangers := 0, 0
	for _, x := range m.List {
		if !x.Told || now.Sub(x.At) >= aDay {
			continue
		}
		if x.Sender == t.m.Sender() {
			his++
		}
		if x.Player == "" {
			strangers++
		}
	}
	if t.v.Player == "" {
		return his < mostStranger && strangers < mostAnswers
	}
	return his < mostAnswers
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
	if err := t.known(ctx, l.State(), known, now); err != nil {
		return err
	}
	if said := wanted.FindStringSubmatch(t.m.Subject); said != nil {
		return t.wish(ctx, said[1] != "")
	}
	office := &post.Office{State: l.State(), People: known}
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

// wish notes whether the sender wants the mails of the game.
func (t *taking) wish(ctx context.Context, off bool) error {
	if _, err := t.g.Wish(ctx, t.v.Player, func(w *people.Wish) { w.Off = off }); err != nil {
		return err
	}
	text := fmt.Sprintf("You get the mails of %s again.\n\nA mail with the subject \"unsubscribe %[1]s\" ends them.\n", t.g.Name)
	if off {
		text = fmt.Sprintf("You get no more mails of %s, but answers to your own.\n\nA mail with the subject \"subscribe %[1]s\" has them sent again.\n", t.g.Name)
	}
	return t.note(ctx, people.MailWish, &people.Answer{To: t.m.Outer(), Name: t.m.Name, Subject: "Re: " + clipped(t.m.Subject, 200), Text: text})
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
		x.Faults = append(x.Faults, fmt.Sprintf("%s (%s)", strings.TrimSuffix(f.Message, "."), f.Clause))
	}
	t.v.Plays = append(t.v.Plays, x)
	t.upto = max(t.upto, res.Input.Sequence)
	t.v.Repeated = t.v.Repeated || res.Repeated
	return nil
}

// known finds out who the sender is and whether the game is content with how sure that is.
func (t *taking) known(ctx context.Context, st *aggregate.State, known []people.Person, now time.Time) error {
	t.sides = nil
	if list := people.Find(known, t.m.Outer()); len(list) == 1 {
		t.v.Player = list[0]
		for side := range st.Sides() {
			if side.Player == t.v.Player {
				t.sides = append(t.sides, side.Name)
			}
		}
	}
	posted, err := t.g.Posted(ctx, nil)
	if err != nil {
		return err
	}
	trust := t.o.Trust
	if posted.Demand != people.DemandAuthentic {
		trust.Lookup = nil // nobody is asked for keys that nothing hangs on
	}
	proof := t.m.Prove(&trust)
	t.v.Proof, t.forged = proof.Why, proof.Forged
	switch {
	case t.m.Outer() == "" && t.m.Refusal != nil:
		return &problem{why: t.m.Refusal.Error()}
	case t.v.Player == "" && t.m.Forwarder == "":
		return &problem{why: "no player of this game has the address " + t.m.Outer(), how: "If you play here, write from your registered address, or ask the umpire to register this one."}
	case proof.Forged:
		return &problem{why: "it may be forged: " + proof.Why}
	case t.m.Refusal != nil && !wanted.MatchString(t.m.Subject):
		return &problem{why: t.m.Refusal.Error()}
	}
	return t.demanded(ctx, posted.Demand, proof.Proved(), proof.Why, now)
}

// demanded holds the mail against what the game demands of mails.
func (t *taking) demanded(ctx context.Context, demand string, proved bool, why string, now time.Time) error {
	switch demand {
	case "", people.DemandNothing:
		return nil
	case people.DemandAuthentic:
		if !proved {
			return &problem{why: "its sender cannot be verified: " + why, how: "Send it through the mail server of your own address, or play on the page. The umpire may also accept the play."}
		}
		return nil
	case people.DemandToken:
		origin, err := t.g.Origin(ctx)
		if err != nil || origin == uuid.Nil {
			return err
		}
		if !post.HasToken(t.o.Key, origin.String(), t.v.Player, t.m.Subject, now) {
			return &problem{why: "its subject lacks the token of the player", how: "Reply to the last mail that this game sent you, and keep the text in braces in its subject."}
		}
		return nil
	}
	return &problem{why: "the umpire reviews mailed plays in this game", how: "You need do nothing: the ruling will be sent to you."}
}

var (
	bracketed = regexp.MustCompile(`\[([^\[\]]{1,120})\]`)
	wanted    = regexp.MustCompile(`(?i)^\s*(un)?subscribe\s+(\S{1,120})\s*$`)
)

// game finds out which game the mail is about.
func (t *taking) game(ctx context.Context) (*place.Game, error) {
	if t.o.Game != "" {
		return t.st.Find(ctx, t.o.Game)
	}
	names, listed, err := t.st.Games(ctx)
	if err != nil {
		return nil, err
	}
	if !listed {
		return t.st.Find(ctx, "")
	}
	var said []string
	for _, found := range bracketed.FindAllStringSubmatch(t.m.Subject, 4) {
		said = append(said, found[1])
	}
	if found := wanted.FindStringSubmatch(t.m.Subject); found != nil {
		said = append(said, found[2])
	}
	for _, a := range t.m.To {
		if name, _, ok := strings.Cut(a, "@"); ok {
			if _, tag, ok := strings.Cut(name, "+"); ok {
				said = append(said, tag)
			}
		}
	}
	for _, s := range said {
		for _, n := range ledger.StreamNames(s) {
			if slices.Contains(names, n) {
				return t.st.Game(n), nil
			}
		}
	}
	if n, err := t.answered(ctx, names); n != "" || err != nil {
		return t.st.Game(n), err
	}
	return t.playing(ctx, names)
}

// answered is the game whose letter the mail answers: the thread of a game bears the id of its first event, each letter the beginning of
// that, which two games that began in one minute share.
func (t *taking) answered(ctx context.Context, names []string) (string, error) {
	if len(t.m.Answers) == 0 {
		return "", nil
	}
	var nearly []string
	for _, n := range names {
		first, err := t.st.Game(n).Origin(ctx)
		if err != nil {
			return "", err
		}
		if first == uuid.Nil {
			continue
		}
		origin := first.String()
		for _, id := range t.m.Answers {
			id, _, _ = strings.Cut(id, "@")
			if id == origin {
				return n, nil
			}
			if strings.HasSuffix(id, "."+origin[:8]) && !slices.Contains(nearly, n) {
				nearly = append(nearly, n)
			}
		}
	}
	if len(nearly) == 1 {
		return nearly[0], nil
	}
	return "", nil
}

// playing is the only game in which the sender has a part.
func (t *taking) playing(ctx context.Context, names []string) (*place.Game, error) {
	if len(names) == 1 {
		return t.st.Game(names[0]), nil
	}
	none := aggregate.NewState()
	var list []string
	for _, n := range names {
		known, err := t.st.Game(n).People(ctx, none)
		if err != nil {
			return nil, err
		}
		if len(people.Find(known, t.m.Outer())) > 0 || t.m.Forwarder != "" && len(people.Find(known, t.m.From)) > 0 {
			list = append(list, n)
		}
	}
	switch len(list) {
	case 0:
		return nil, &problem{why: "no player of any game has the address " + t.m.Outer(), how: "If you play here, write from your registered address, or ask the umpire to register this one."}
	case 1:
		return t.st.Game(list[0]), nil
	}
	t.v.Player, t.v.Game = "", ""
	return nil, &problem{why: "it does not say which game it is about: " + strings.Join(list, ", "), how: "Put the name of the game into the subject, as in [" + list[0] + "], or answer a mail of that game."}
}

// answer says to the sender why the mail was not taken, and how plays are written.
func (t *taking) answer(p *problem) *people.Answer {
	var b strings.Builder
	fmt.Fprintf(&b, "Your mail was not accepted as a play: %s.\n\nThe umpire has received it and will read it.\n\n", strings.TrimRight(p.why, "."))
	if p.how != "" {
		b.WriteString(p.how + "\n")
	} else {
		t.help(&b)
	}
	if t.o.URL != "" && t.g != nil && t.v.Player != "" {
		fmt.Fprintf(&b, "\nThe game: %s/games/%s\n", strings.TrimSuffix(t.o.URL, "/"), url.PathEscape(t.g.Name))
	}
	subject := t.m.Subject
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	name := ""
	if t.m.Forwarder == "" {
		name = t.m.Name
	}
	return &people.Answer{To: t.m.Outer(), Name: name, Subject: clipped(subject, 200), Text: b.String()}
}

// help says what the mail could mean, else how plays of the game are written.
func (t *taking) help(b *strings.Builder) {
	var list []string
	ask := t.judge != nil && t.v.Player != "" && !t.forged
	if ask {
		for _, r := range offer.Read(t.judge, t.v.Player, t.sides, t.m.Text(), t.now) {
			list = append(list, t.line(r.Side, r.Play))
		}
	}
	if len(list) > 0 {
		b.WriteString("Did you mean this? Then send it alone on its line:\n\n")
	} else {
		b.WriteString("Write the play on lines of its own, in one of these forms:\n\n")
		for i := 0; ask && i < len(t.sides) && len(list) == 0; i++ {
			for _, play := range offer.Examples(t.judge, t.v.Player, t.sides[i], t.now) {
				list = append(list, t.line(t.sides[i], play))
			}
		}
		if len(list) == 0 {
			list = []string{"Ra1-a5", "Ra1xb5", "K@j18", "pass"}
		}
	}
	for _, play := range list {
		b.WriteString("    " + play + "\n")
	}
	if ask && len(t.sides) > 1 {
		fmt.Fprintf(b, "\nYou hold %s: put the name of the side before each play, as here.\n", strings.Join(t.sides, " and "))
	}
}

// line is a play as the player of several sides must write it.
func (t *taking) line(side, play string) string {
	if len(t.sides) > 1 {
		return side + ": " + play
	}
	return play
}

func clipped(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
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
