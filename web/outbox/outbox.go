package outbox

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

// Lease is how long others leave a game to a pass that is not heard of any more.
const Lease = 2 * time.Minute

// A Sender hands letters to a mail server. Send returns nil when the server has taken the letter, a *ReturnedError when it never will.
type Sender interface {
	Send(ctx context.Context, l *Letter) error
	Close() error
}

// A ReturnedError says that a server refuses a letter for good.
type ReturnedError struct {
	Code int
	Err  error
}

func (e *ReturnedError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *ReturnedError) Unwrap() error { return e.Err }

// A BusyError says that another process sends the letters of a game.
type BusyError struct {
	Game  string
	Until time.Time
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("another process sends the mails of %s: try again after %s", e.Game, notice.Moment(e.Until))
}

// Options say how the letters of a game are sent.
type Options struct {
	From   string                                   // the address of the office
	List   string                                   // of a mailing list: letters go there and not to players
	URL    string                                   // where the office shows its pages, "" for none
	Wishes func(game, origin, player string) string // the page on which a player says how they want to be written to; nil: there is none
	Again  bool                                     // try letters that were returned once more
	Holder string                                   // names the pass, unlike any other
	Now    func() time.Time                         // the clock
	Sender Sender
	Key    []byte // of tokens in subjects, for games that demand them

	Gone    func(holder string) bool // whether another is known to run no more; nil: nothing is known
	Release func() error             // ends the holding; may be nil
}

// Close ends the conversation with the mail server, and the holding.
func (o *Options) Close() error {
	err := o.Sender.Close()
	if o.Release != nil {
		err = errors.Join(err, o.Release())
	}
	return err
}

// heldByOther reports whether somebody else has taken something until a moment, and may be at work on it.
func (o *Options) heldByOther(holder string, until time.Time) bool {
	return holder != "" && holder != o.Holder && o.Now().Before(until) && (o.Gone == nil || !o.Gone(holder))
}

// Through sets the server that letters go to, by its address, and holds the office's own address to what one is.
func (o *Options) Through(server, password string) error {
	if server == "" || o.From == "" {
		return errors.New("expected a mail server and a sender address")
	}
	if _, err := mail.ParseAddress(o.From); err != nil {
		return fmt.Errorf("invalid address %q: expected one such as umpire@example.org", o.From)
	}
	s, err := dial(server, password, nil)
	if err == nil {
		o.Sender = s
	}
	return err
}

// Pass sends what is due and was not sent yet. A game of which nothing was ever sent begins with the running turn. What was sent before an error
// is in the view all the same. A game in which nothing is due is only read: it is claimed for the first letter or note.
func Pass(ctx context.Context, g *place.Game, o Options) (*report.Mailed, error) {
	p, err := passOver(ctx, g, o)
	return p.view, err
}

// passOver is Pass with all that it found.
func passOver(ctx context.Context, g *place.Game, o Options) (*pass, error) {
	for {
		p := &pass{g: g, o: o, view: &report.Mailed{Game: g.Name, Returned: []report.Letter{}, Unknown: []string{}}}
		err := p.try(ctx)
		if errors.Is(err, errMoved) && ctx.Err() == nil {
			continue
		}
		return p, err
	}
}

// errMoved says that another pass has noted something since this one began to read. Nothing was sent: it begins again.
var errMoved = errors.New("another process has sent mails meanwhile")

// A pass is one run over what has not been sent.
type pass struct {
	g      *place.Game
	o      Options
	posted people.Posted
	held   bool // the game is claimed
	people []people.Person
	mails  people.Mails // that have been taken in
	wishes map[string]people.Wish
	origin string // the id of the game's first event
	view   *report.Mailed
	again  time.Time // when the clock may make something due if the game does not go on; the zero time if it does not
}

// by has the game looked at again by a moment.
func (p *pass) by(moment time.Time) {
	if p.again.IsZero() || moment.Before(p.again) {
		p.again = moment
	}
}

func (p *pass) try(ctx context.Context) (err error) {
	if p.posted, err = p.g.Posted(ctx, nil); err != nil {
		return err
	}
	if p.o.heldByOther(p.posted.Holder, p.posted.Until) {
		return p.busy(&p.posted)
	}
	killed := p.posted.Holder // a pass that was, and has left its name
	err = p.run(ctx)
	if !p.held && (killed == "" || err != nil) {
		return err
	}
	_, released := p.g.Posted(context.WithoutCancel(ctx), func(n *people.Posted) error {
		if !p.o.heldByOther(n.Holder, n.Until) {
			n.Holder, n.Until = "", time.Time{}
		}
		return nil
	})
	return errors.Join(err, released)
}

func (p *pass) busy(n *people.Posted) error {
	return &advice.UnavailableError{Place: p.g.Name, Found: "its mails are being sent", Err: &BusyError{p.g.Name, n.Until}}
}

// claim takes the game, unless another pass has it.
func (p *pass) claim(ctx context.Context) error {
	if p.held {
		return nil
	}
	return p.note(ctx, func(*people.Posted) error { return nil })
}

// note changes what is noted, and holds the game for another while. A pass that has lost it ends. Change may be called more than once.
func (p *pass) note(ctx context.Context, change func(*people.Posted) error) error {
	posted, err := p.g.Posted(ctx, func(n *people.Posted) error {
		switch {
		case p.held && n.Holder != p.o.Holder, p.o.heldByOther(n.Holder, n.Until):
			return p.busy(n)
		case !p.held && !alike(n, &p.posted):
			return errMoved
		}
		n.Holder, n.Until = p.o.Holder, p.o.Now().Add(Lease).UTC().Truncate(time.Second)
		return change(n)
	})
	if err == nil {
		p.posted, p.held = posted, true
	}
	return err
}

// alike reports whether two notes say the same of what was sent.
func alike(a, b *people.Posted) bool {
	return a.UpTo == b.UpTo && slices.Equal(a.Sent, b.Sent) && slices.Equal(a.Returned, b.Returned) &&
		slices.EqualFunc(a.Held, b.Held, func(a, b people.Held) bool { return a.Sequence == b.Sequence && a.To == b.To && a.Until.Equal(b.Until) })
}

func (p *pass) run(ctx context.Context) error {
	head, err := p.g.Events.Head(ctx, p.g.Name)
	if err != nil {
		return err
	}
	origin, err := p.g.Origin(ctx)
	if err != nil || origin == uuid.Nil {
		return err
	}
	p.origin = origin.String()
	if p.posted.UpTo == 0 {
		if err := p.begin(ctx, uint64(head)); err != nil {
			return err
		}
	}
	from := p.posted.UpTo
	if p.o.Again {
		for _, r := range p.posted.Returned {
			from = min(from, r.Sequence-1)
		}
	}
	st, at := history.KeptState(ctx, p.g.Events, p.g.Name, from)
	if err := history.FoldStream(ctx, p.g.Events, p.g.Name, st, at, from); err != nil {
		return err
	}
	if p.people, err = p.g.People(ctx, st); err != nil {
		return err
	}
	if p.mails, err = p.g.Mails(ctx, nil); err != nil {
		return err
	}
	if p.wishes, err = p.g.Wishes(ctx, nil); err != nil {
		return err
	}
	last := from
	for e, err := range notice.Read(st, p.stream(ctx, from+1, uint64(head))) {
		if err != nil {
			return err
		}
		if err := p.entry(ctx, e); err != nil {
			return err
		}
		last = e.Act.Last().Sequence
	}
	if last > p.posted.UpTo {
		if err := p.passed(ctx, last, ""); err != nil {
			return err
		}
	}
	if err := p.release(ctx, st, uint64(head)); err != nil {
		return err
	}
	for _, h := range p.posted.Held {
		p.by(h.Until)
	}
	return p.remind(ctx, st)
}

// stream yields the events up to the head that the pass has seen.
func (p *pass) stream(ctx context.Context, from, head uint64) iter.Seq2[events.Envelope, error] {
	return history.Restated(ctx, p.g.Events, p.g.Name, func(yield func(events.Envelope, error) bool) {
		for e, err := range history.Stream(ctx, p.g.Events, p.g.Name, from) {
			if err == nil && e.Sequence > head || !yield(e, err) {
				return
			}
		}
	})
}

// begin begins with the running turn of a game, or its last entry.
func (p *pass) begin(ctx context.Context, head uint64) error {
	var from uint64
	for back := uint64(256); from == 0; back *= 8 {
		first := uint64(1)
		if back < head {
			first = head - back + 1
		}
		for act, err := range events.Acts(p.stream(ctx, first, head)) {
			if err != nil {
				return err
			}
			began := slices.ContainsFunc(act.Outcomes, func(e events.Envelope) bool { _, ok := e.Payload.(events.TurnBegan); return ok })
			if act.Input.Payload != nil && (began || from == 0 && first == 1) {
				from = act.First().Sequence
			}
		}
		if first == 1 {
			break
		}
	}
	mails, err := p.g.Mails(ctx, nil)
	if err != nil {
		return err
	}
	for _, m := range mails.List { // who has written is answered
		if m.Game == p.g.Name && m.Upto > 0 {
			from = min(from, m.Upto)
		}
	}
	return p.passed(ctx, max(from, 1)-1, "")
}

// passed notes that all letters up to an event are sent. Those of the entry with an id need not be remembered one by one any more.
func (p *pass) passed(ctx context.Context, upTo uint64, entry string) error {
	return p.note(ctx, func(n *people.Posted) error {
		n.UpTo = max(n.UpTo, upTo)
		if entry != "" {
			n.Sent = slices.DeleteFunc(n.Sent, func(id string) bool { return strings.HasPrefix(id, entry+".") })
		}
		return nil
	})
}

// entry sends the letters about one entry.
func (p *pass) entry(ctx context.Context, e *notice.Entry) error {
	sequence := e.Act.First().Sequence
	known := e.Act.Last().Sequence <= p.posted.UpTo
	sent := slices.ContainsFunc(p.posted.Sent, func(id string) bool { return strings.HasPrefix(id, e.Act.First().ID.String()+".") })
	for _, a := range p.addressed(e.Notices) {
		if known && !p.returned(sequence, a.key) || !known && p.isHeld(sequence, a.key) {
			continue
		}
		l, err := p.letter(e.Act.First().ID.String(), a, e.State, e)
		if err != nil {
			return err
		}
		if l.Answers == "" && !known { // who has just written is answered
			if p.wishes[a.key].Off {
				continue
			}
			if until := p.hold(a, e.State); !until.IsZero() {
				if err := p.keep(ctx, sequence, a.key, until); err != nil {
					return err
				}
				sent = true
				continue
			}
		}
		if err := p.send(ctx, l, a.key, known, sequence); err != nil {
			return err
		}
		sent = true
	}
	if !sent || known {
		return nil
	}
	return p.passed(ctx, e.Act.Last().Sequence, e.Act.First().ID.String())
}

func (p *pass) returned(sequence uint64, to string) bool {
	return slices.ContainsFunc(p.posted.Returned, func(r people.Returned) bool { return r.Sequence == sequence && r.To == to })
}

// returnedMark stands behind the key of a letter about no entry that was returned.
const returnedMark = " returned"

// send hands a letter about entries to the server and notes what it says: its key too, unless its entry has been passed and is known. Of a letter that was returned the
// entries are noted; of one about none, a reminder, that it was.
func (p *pass) send(ctx context.Context, l *Letter, to string, known bool, entries ...uint64) error {
	if slices.Contains(p.posted.Sent, l.Key) || !p.o.Again && slices.Contains(p.posted.Sent, l.Key+returnedMark) {
		return nil
	}
	if err := p.claim(ctx); err != nil {
		return err
	}
	at := p.posted.UpTo
	if len(entries) > 0 {
		at = entries[0]
	}
	err := p.o.Sender.Send(ctx, l)
	var returned *ReturnedError
	if err != nil && !errors.As(err, &returned) {
		return &advice.UnavailableError{Place: "the mail server", Found: fmt.Sprintf("the mail about #%d to %s was not sent", at, to), Err: err}
	}
	key := l.Key
	if returned != nil {
		p.view.Returned = append(p.view.Returned, report.Letter{Sequence: at, To: to, Code: returned.Code})
		if len(entries) == 0 {
			key += returnedMark
		}
	} else {
		p.view.Sent++
	}
	// The server has answered: that is noted even if the pass is to end.
	return p.note(context.WithoutCancel(ctx), func(n *people.Posted) error {
		n.Returned = slices.DeleteFunc(n.Returned, func(r people.Returned) bool { return slices.Contains(entries, r.Sequence) && r.To == to })
		n.Sent = slices.DeleteFunc(n.Sent, func(id string) bool { return id == l.Key+returnedMark })
		if !known {
			n.Sent = append(n.Sent, key)
		}
		if returned != nil {
			for _, sequence := range entries {
				n.Return(people.Returned{Sequence: sequence, To: to, Code: returned.Code})
			}
		}
		return nil
	})
}

// remind sends what the clock has made due, and forgets reminders that are over.
func (p *pass) remind(ctx context.Context, st *aggregate.State) error {
	due := map[string]bool{}
	if from, until := notice.Reminding(st); p.o.Now().Before(from) {
		p.by(from)
	} else if p.o.Now().Before(until) {
		p.by(until) // what was sent is forgotten then
	}
	for _, r := range notice.Remind(st, p.o.Now()) {
		for _, a := range p.addressed([]notice.Notice{r.Notice}) {
			l, err := p.letter(r.ID, a, st, nil)
			if err != nil {
				return err
			}
			due[l.Key] = true
			wish := p.wishes[a.key]
			wish.Digest = "" // a reminder comes too late with what is due tomorrow
			limit, _ := st.Facing(r.Side).Limit()
			if until := wish.Later(p.o.Now()); a.key != list && (wish.Off || !until.IsZero() && until.Before(limit.Expires)) {
				p.by(p.o.Now().Add(passEvery)) // they may come to wish otherwise
				continue
			}
			if err := p.send(ctx, l, a.key, false); err != nil {
				return err
			}
		}
	}
	over := func(id string) bool {
		return strings.HasPrefix(id, "limit-") && !due[strings.TrimSuffix(id, returnedMark)]
	}
	if !slices.ContainsFunc(p.posted.Sent, over) {
		return nil
	}
	return p.note(ctx, func(n *people.Posted) error {
		n.Sent = slices.DeleteFunc(n.Sent, over)
		return nil
	})
}
