package hooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/web/rounds"
)

// Lease is how long others leave a game to a process that is not heard of any more.
const Lease = 2 * time.Minute

// Waits are how long after each failure in a row a hook is tried again. After the last it is off.
var Waits = []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}

const (
	mostHooks = 16 // webhooks of a game
	mostCalls = 64 // calls to one address before the next has its turn
)

// names are those of hooks.
var names = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9-]{1,40}$`) })

// Options say how hooks are called.
type Options struct {
	Key     []byte           // secrets follow from it
	URL     string           // where the office shows its pages, "" for none
	Holder  string           // names the process, unlike any other
	Now     func() time.Time // the clock
	Gone    func(holder string) bool
	Release func() error // ends the holding; may be nil
}

// A Message is what is posted about an entry.
type Message struct {
	Type      string    `json:"type"`      // "entry.recorded", or "test"
	Timestamp time.Time `json:"timestamp"` // when the entry was recorded
	Data      Data      `json:"data"`
}

// Data is what a message is about.
type Data struct {
	Game  string         `json:"game"`            // the game, as addresses name it
	URL   string         `json:"url,omitempty"`   // the page of the entry
	Entry *report.Ruling `json:"entry,omitempty"` // as "adjudicate ruling --json" has it; none in a test
}

// Types of messages.
const (
	TypeEntry = "entry.recorded"
	TypeTest  = "test"
)

// Add adds a hook to a game. It is told of what happens from now on.
func Add(ctx context.Context, g *place.Game, id, address string, inside bool) (*people.Hook, error) {
	if !names().MatchString(id) {
		return nil, fmt.Errorf("invalid name %q: expected up to 40 small letters, digits and hyphens", id)
	}
	if err := CheckURL(address, inside); err != nil {
		return nil, err
	}
	head, err := g.Events.Head(ctx, g.Name)
	if err != nil {
		return nil, err
	}
	h := people.Hook{ID: id, URL: address, Inside: inside, UpTo: uint64(head)}
	_, err = g.Hooks(ctx, func(all *people.Hooks) error {
		if len(all.List) >= mostHooks {
			return fmt.Errorf("a game has at most %d webhooks", mostHooks)
		}
		if slices.ContainsFunc(all.List, func(x people.Hook) bool { return x.ID == id }) {
			return fmt.Errorf("there is a webhook %q already", id)
		}
		all.List = append(all.List, h)
		return nil
	})
	return &h, err
}

// An UnknownError says that there is no such hook.
type UnknownError struct{ ID string }

func (e *UnknownError) Error() string { return fmt.Sprintf("no such webhook: %q", e.ID) }

// Advice says where the webhooks are listed.
func (e *UnknownError) Advice() string { return "\"adjudicate webhook list\" lists the webhooks" }

// change changes one hook.
func change(ctx context.Context, g *place.Game, id string, f func(*people.Hook)) (h people.Hook, err error) {
	_, err = g.Hooks(ctx, func(all *people.Hooks) error {
		i := slices.IndexFunc(all.List, func(x people.Hook) bool { return x.ID == id })
		if i < 0 {
			return &UnknownError{id}
		}
		if f != nil {
			f(&all.List[i])
		}
		h = all.List[i]
		return nil
	})
	return h, err
}

// Remove takes a hook away.
func Remove(ctx context.Context, g *place.Game, id string) error {
	_, err := g.Hooks(ctx, func(all *people.Hooks) error {
		n := len(all.List)
		if all.List = slices.DeleteFunc(all.List, func(x people.Hook) bool { return x.ID == id }); len(all.List) == n {
			return &UnknownError{id}
		}
		return nil
	})
	return err
}

// Test calls a hook once with a message of the type "test", and returns it with what came of that. If it answers well it is on again, and what it has missed is told as soon as a server runs.
func Test(ctx context.Context, g *place.Game, id, message string, o Options) (*people.Hook, error) {
	h, err := change(ctx, g, id, nil)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(Message{Type: TypeTest, Timestamp: o.Now().UTC().Truncate(time.Second), Data: Data{Game: g.Name}})
	if err != nil {
		return nil, err
	}
	failed := o.call(ctx, g.Name, &h, message, body)
	h, err = change(ctx, g, id, func(h *people.Hook) {
		if h.Last = said(failed); failed == nil {
			h.Off, h.Failures, h.Next = false, 0, time.Time{}
		}
	})
	return &h, err
}

func said(err error) string {
	if err == nil {
		return "ok"
	}
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err // the address is known
	}
	return err.Error()
}

// Pass calls the hooks of a game about what they were not told of, and returns how many calls were answered well. What fails is noted with its hook, and is no error.
func Pass(ctx context.Context, g *place.Game, o Options) (told int, err error) {
	all, err := g.Hooks(ctx, nil)
	if err != nil {
		return 0, err
	}
	head, err := g.Events.Head(ctx, g.Name)
	if err != nil {
		return 0, err
	}
	due := func(h people.Hook) bool {
		return !h.Off && h.UpTo < uint64(head) && !o.Now().Before(h.Next)
	}
	if !slices.ContainsFunc(all.List, due) {
		return 0, nil
	}
	taken := false
	if all, err = g.Hooks(ctx, func(h *people.Hooks) error {
		if taken = h.Holder == "" || h.Holder == o.Holder || !o.Now().Before(h.Until) || o.Gone != nil && o.Gone(h.Holder); taken {
			h.Holder, h.Until = o.Holder, o.Now().Add(Lease).UTC().Truncate(time.Second)
		}
		return nil
	}); err != nil || !taken {
		return 0, err
	}
	for i := range all.List {
		if h := all.List[i]; due(h) {
			n, failed := o.tell(ctx, g, h, uint64(head))
			if told += n; failed != nil {
				err = errors.Join(err, failed)
			}
		}
	}
	_, released := g.Hooks(context.WithoutCancel(ctx), func(h *people.Hooks) error {
		if h.Holder == o.Holder {
			h.Holder, h.Until = "", time.Time{}
		}
		return nil
	})
	return told, errors.Join(err, released)
}

// tell calls one hook about entry after entry, until one fails.
func (o *Options) tell(ctx context.Context, g *place.Game, h people.Hook, head uint64) (told int, err error) {
	st, at := history.KeptState(ctx, g.Events, g.Name, h.UpTo)
	if err := history.FoldStream(ctx, g.Events, g.Name, st, at, h.UpTo); err != nil {
		return 0, err
	}
	for e, err := range notice.Read(st, stream(ctx, g, h.UpTo+1, head)) {
		if err != nil || told == mostCalls {
			return told, err
		}
		var failed error
		if e.Act.Input.Payload != nil {
			failed = o.entry(ctx, g, &h, e)
		}
		if ctx.Err() != nil {
			return told, ctx.Err()
		}
		// The answer is noted even if the pass is to end.
		_, err := g.Hooks(context.WithoutCancel(ctx), func(all *people.Hooks) error {
			all.Until = o.Now().Add(Lease).UTC().Truncate(time.Second)
			i := slices.IndexFunc(all.List, func(x people.Hook) bool { return x.ID == h.ID })
			if i < 0 {
				failed = &UnknownError{h.ID} // it was removed meanwhile
				return nil
			}
			note(&all.List[i], failed, e.Act.Last().Sequence, o.Now())
			return nil
		})
		if err != nil || failed != nil {
			return told, err
		}
		told++
	}
	return told, nil
}

// stream yields the events of a game up to head.
func stream(ctx context.Context, g *place.Game, from, head uint64) iter.Seq2[events.Envelope, error] {
	return history.Restated(ctx, g.Events, g.Name, func(yield func(events.Envelope, error) bool) {
		for e, err := range history.Stream(ctx, g.Events, g.Name, from) {
			if err == nil && e.Sequence > head || !yield(e, err) {
				return
			}
		}
	})
}

// entry calls a hook about one entry. The id of the message follows from the entry.
func (o *Options) entry(ctx context.Context, g *place.Game, h *people.Hook, e *notice.Entry) error {
	v := report.NewRuling(e.Act, nil, report.StandingOf(e.State, e.Act.Last().Sequence), report.NamesOf(e.State))
	v.Algebraic = e.Algebraic
	if e.State.Hides() {
		v = v.Veiled(false)
	}
	m := Message{Type: TypeEntry, Timestamp: e.Act.Input.Recorded, Data: Data{Game: g.Name, Entry: v}}
	if o.URL != "" {
		m.Data.URL = fmt.Sprintf("%s/games/%s?at=%d", strings.TrimSuffix(o.URL, "/"), url.PathEscape(g.Name), e.Act.Last().Sequence)
	}
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return o.call(ctx, g.Name, h, e.Act.First().ID.String()+"."+h.ID, body)
}

// note notes what came of a call about the entry that ends with an event.
func note(h *people.Hook, failed error, upTo uint64, now time.Time) {
	h.Last = said(failed)
	if failed == nil {
		h.UpTo, h.Failures, h.Next = upTo, 0, time.Time{}
		return
	}
	h.Failures++
	var answered *StatusError
	if h.Failures > len(Waits) || errors.As(failed, &answered) && answered.Status == http.StatusGone {
		h.Off, h.Next = true, time.Time{}
		return
	}
	h.Next = now.Add(Waits[h.Failures-1]).UTC().Truncate(time.Second)
}

// Keep calls the hooks of all games of a store until ctx is done. Told hears of what goes wrong with the store, of the same thing once until something else does.
func Keep(ctx context.Context, st *place.Store, o Options, told func(error)) {
	if o.Release != nil {
		defer func() { _ = o.Release() }()
	}
	games := &rounds.Games{Store: st, Now: o.Now, Again: passEvery, Sheet: people.HookSheet}
	rounds.Keep(ctx, lookEvery, func(ctx context.Context) error {
		return games.Each(ctx, func(ctx context.Context, g *place.Game) (time.Time, error) {
			_, err := Pass(ctx, g, o)
			return o.Now().Add(passEvery), err
		})
	}, told)
}

const (
	lookEvery = time.Second     // whether a game has gone on
	passEvery = 5 * time.Second // whether a hook is to be tried again, or one was added
)
