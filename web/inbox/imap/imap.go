// Package imap collects the mails of a mailbox on an IMAP server.
//
//	connect ──► sweep: unmarked mails ──► the desk ──► mark ──► wait: IDLE, at most PollEvery ──► sweep …
//	   ▲                                                             │
//	   └────────────── again, with growing delay ◄── any fault ◄─────┘
//
// A handled mail is marked on the server, with a keyword of ours or, if the server stores no keywords, as seen. So losing this machine
// loses no mail, and a mail that was given to the desk before a connection broke is given to it again, which has no further effect. Mails
// seen before the mailbox was first opened are left alone.
//
// IDLE can fall silent for good, so it is restarted every PollEvery, and each time new mails are searched for whatever the server said. Every
// step has a time limit, after which the connection is cut. No more of a mail is read than the desk uses.
package imap

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"adjudicate/ledger/post"
)

const (
	// PollEvery is how long the server is trusted to tell of new mails by itself.
	PollEvery = 4 * time.Minute

	soon       = time.Second // after something has come, or the first time
	within     = time.Minute // each step but reading mails
	readWithin = 5 * time.Minute
	mark       = imap.Flag("AdjudicateTaken")
	mostBytes  = 16<<20 + 1 // bytes of a mail that are fetched: one more than is looked at
	batchBytes = 64 << 20   // of mails that are put into an order together
	batchMails = 200
)

// A Source is a mailbox on a server.
type Source struct {
	Address  string // as it may be shown
	host     string
	mailbox  string
	user     string
	password func() (string, error)
	secure   bool // TLS from the first byte
	bare     bool // on this machine: TLS is not demanded
	config   *tls.Config
	poll     time.Duration
}

// New returns the mailbox of an address such as imaps://user@mail.example.org/INBOX, or imap: with STARTTLS. The password does not stand in it. Config may be nil.
func New(address string, password func() (string, error), config *tls.Config) (*Source, error) {
	wrong := errors.New("invalid mailbox address: expected one such as imaps://user@mail.example.org/INBOX")
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "imap" && u.Scheme != "imaps" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.User.Username() == "" {
		return nil, wrong
	}
	if _, given := u.User.Password(); given {
		return nil, errors.New("the mailbox address contains a password, which other users of the machine can read: use the environment or a file")
	}
	s := &Source{Address: u.String(), mailbox: strings.Trim(u.Path, "/"), user: u.User.Username(), password: password, secure: u.Scheme == "imaps", config: config, poll: PollEvery}
	if s.mailbox == "" {
		s.mailbox = "INBOX"
	}
	port := u.Port()
	if port == "" {
		port = map[bool]string{true: "993", false: "143"}[s.secure]
	}
	s.host = net.JoinHostPort(u.Hostname(), port)
	ip, err := netip.ParseAddr(u.Hostname())
	s.bare = u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
	return s, nil
}

// A Taker takes mails that came together, and calls done for each that was dealt with.
type Taker func(ctx context.Context, list []post.Letter, done func(post.Letter) error) error

// Keep takes what is in the mailbox and what comes, until ctx is done. Told hears of faults, of the same one once until another
// occurs.
func (s *Source) Keep(ctx context.Context, take Taker, told func(error)) {
	said, wait := "", time.Second
	for ctx.Err() == nil {
		began := time.Now()
		err := s.follow(ctx, take)
		if ctx.Err() != nil {
			return
		}
		if text := fmt.Sprint(err); text != said {
			said = text
			told(fmt.Errorf("%s: %w", s.Address, err))
		}
		if time.Since(began) > within {
			wait, said = time.Second, ""
		}
		pause(ctx, wait)
		wait = min(2*wait, 5*time.Minute)
	}
}

// Once takes what is in the mailbox now.
func (s *Source) Once(ctx context.Context, take Taker) error {
	b, err := s.open(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Address, err)
	}
	defer b.close()
	if err := b.sweep(ctx, take); err != nil {
		return fmt.Errorf("%s: %w", s.Address, err)
	}
	return nil
}

// follow takes mails over one connection until something goes wrong.
func (s *Source) follow(ctx context.Context, take Taker) error {
	b, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer b.close()
	for {
		if err := b.sweep(ctx, take); err != nil {
			return err
		}
		if err := b.wait(ctx); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// A box is a mailbox over one connection.
type box struct {
	s    *Source
	c    *imapclient.Client
	mark imap.Flag
	news chan struct{}
	next time.Duration // how long is waited next, if the server says nothing
	stop func() bool
}

// open connects, signs in and opens the mailbox.
func (s *Source) open(ctx context.Context) (*box, error) {
	b := &box{s: s, news: make(chan struct{}, 1)}
	tell := func() {
		select {
		case b.news <- struct{}{}:
		default:
		}
	}
	options := &imapclient.Options{TLSConfig: s.config, Dialer: &net.Dialer{Timeout: within},
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: func(*imapclient.UnilateralDataMailbox) { tell() }}}
	dial := imapclient.DialStartTLS
	switch {
	case s.secure:
		dial = imapclient.DialTLS
	case s.bare:
		dial = imapclient.DialInsecure
	}
	password, err := s.password()
	if err != nil {
		return nil, err
	}
	if b.c, err = dial(s.host, options); err != nil {
		return nil, err
	}
	b.stop = context.AfterFunc(ctx, func() { _ = b.c.Close() })
	err = b.step(within, func() error {
		if err := b.c.Login(s.user, password).Wait(); err != nil {
			return fmt.Errorf("sign in as %s: %w", s.user, err)
		}
		opened, err := b.c.Select(s.mailbox, nil).Wait()
		if err != nil {
			return fmt.Errorf("open %s: %w", s.mailbox, err)
		}
		b.mark = imap.FlagSeen
		if slices.Contains(opened.PermanentFlags, imap.FlagWildcard) || slices.Contains(opened.PermanentFlags, mark) {
			b.mark = mark
		}
		return b.first()
	})
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// first leaves alone what had been seen before the mailbox was first looked at.
func (b *box) first() error {
	if b.mark != mark {
		return nil
	}
	taken, err := b.c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{mark}}, nil).Wait()
	if err != nil || len(taken.AllUIDs()) > 0 {
		return err
	}
	seen, err := b.c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || len(seen.AllUIDs()) == 0 {
		return err
	}
	return b.c.Store(imap.UIDSetNum(seen.AllUIDs()...), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{mark}}, nil).Close()
}

func (b *box) close() {
	b.stop()
	_ = b.c.Close()
}

// step does something that must end within a time, else the connection is cut.
func (b *box) step(d time.Duration, do func() error) error {
	cut := time.AfterFunc(d, func() { _ = b.c.Close() })
	err := do()
	if !cut.Stop() && err != nil {
		return fmt.Errorf("the server has not answered for %s: %w", d, err)
	}
	return err
}

// sweep takes what has no mark.
func (b *box) sweep(ctx context.Context, take Taker) error {
	handed := map[imap.UID]bool{}
	b.next = min(max(b.next, soon), b.s.poll)
	for {
		list, err := b.batch()
		if err != nil || len(list) == 0 {
			return err
		}
		b.next = soon
		for _, m := range list {
			if handed[m.UID] {
				return errors.New("the server does not store the flags of mails")
			}
			handed[m.UID] = true
		}
		uids := map[string]imap.UID{}
		var letters []post.Letter
		for _, m := range list {
			label := fmt.Sprintf("%s, message %d", b.s.mailbox, m.UID)
			uids[label] = m.UID
			letters = append(letters, post.Letter{Label: label, Raw: m.FindBodySection(section)})
		}
		err = take(ctx, letters, func(l post.Letter) error {
			return b.step(within, func() error {
				return b.c.Store(imap.UIDSetNum(uids[l.Label]), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: slices.Compact([]imap.Flag{b.mark, imap.FlagSeen})}, nil).Close()
			})
		})
		if err != nil {
			return err
		}
	}
}

// section is what is read of a mail; reading it marks nothing.
var section = &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: mostBytes}}

// batch reads the first mails without a mark.
func (b *box) batch() (list []*imapclient.FetchMessageBuffer, err error) {
	var uids []imap.UID
	err = b.step(within, func() error {
		found, err := b.c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{b.mark, imap.FlagDeleted}}, nil).Wait()
		if err != nil {
			return err
		}
		if uids = found.AllUIDs(); len(uids) == 0 {
			return nil
		}
		slices.Sort(uids)
		uids = uids[:min(len(uids), batchMails)]
		sizes, err := b.c.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, RFC822Size: true}).Collect()
		if err != nil {
			return err
		}
		slices.SortFunc(sizes, func(x, y *imapclient.FetchMessageBuffer) int { return int(x.UID) - int(y.UID) })
		total := int64(0)
		uids = uids[:0]
		for _, m := range sizes {
			if total += min(m.RFC822Size, mostBytes); total > batchBytes && len(uids) > 0 {
				break
			}
			uids = append(uids, m.UID)
		}
		return nil
	})
	if err != nil || len(uids) == 0 {
		return nil, err
	}
	err = b.step(readWithin, func() error {
		list, err = b.c.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
		return err
	})
	slices.SortFunc(list, func(x, y *imapclient.FetchMessageBuffer) int { return int(x.UID) - int(y.UID) })
	return list, err
}

// wait waits until there may be something new.
func (b *box) wait(ctx context.Context) error {
	if !b.c.Caps().Has(imap.CapIdle) {
		pause(ctx, min(b.s.poll, 30*time.Second))
		return b.step(within, func() error { return b.c.Noop().Wait() })
	}
	idle, err := b.c.Idle()
	if err != nil {
		return err
	}
	timer := time.NewTimer(min(b.next, b.s.poll))
	defer timer.Stop()
	b.next *= 2 // some servers do not tell what came just before they were asked to
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-b.news:
		b.next = soon
	case <-b.c.Closed():
	}
	return b.step(within, func() error {
		if err := idle.Close(); err != nil {
			return err
		}
		return idle.Wait()
	})
}
