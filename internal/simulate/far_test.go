package simulate

import (
	"context"
	"errors"
	"iter"

	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// serverAddress is that of the server in worlds whose ledger stands on one.
const serverAddress = "esdb://office@server.example:2113?tls=false"

// A cluster is the server: a log that never loses what it has acknowledged, behind a network that loses, doubles and delays, and
// leaders that are deposed.
type cluster struct {
	*memory.Store
	late []func() // requests under way whose clients have given up
}

// A far store is the cluster as one process reaches it.
type far struct {
	*memory.Store
	c *cluster
	p *process // nil for the world itself
}

var _ place.Server = far{}

// dial is how a process reaches the cluster.
func (w *world) dial(p *process) func(address, password string) (place.Server, error) {
	return func(string, string) (place.Server, error) { return far{w.cluster.Store, w.cluster, p}, nil }
}

func unreachable(found string, doubt bool) error {
	return &store.UnreachableError{Place: "the server", Found: found, InDoubt: doubt, Err: errors.New(found)}
}

// Append implements store.Store.
func (f far) Append(ctx context.Context, stream string, expected store.Revision, list []store.Event) (store.Revision, error) {
	p := f.p
	if p == nil {
		return f.Store.Append(ctx, stream, expected, list)
	}
	w := p.w
	p.pause("append")
	w.promises.tried(list)
	last, err := f.send(ctx, stream, expected, list)
	p.pause("append is answered")
	w.promises.answered(w, p.name, list, last, err)
	p.pause("appended")
	return last, err
}

// send is an append on its way to the leader and back.
func (f far) send(ctx context.Context, stream string, expected store.Revision, list []store.Event) (store.Revision, error) {
	w := f.p.w
	do := func() (store.Revision, error) { return f.Store.Append(ctx, stream, expected, list) }
	if !w.chance((w.often.network + 1) / 2) {
		return do()
	}
	switch w.random.IntN(6) {
	case 0:
		w.count("an append that is not sent")
		return 0, unreachable("no leader answers", false)
	case 1:
		w.count("an append that is lost")
		return 0, unreachable("it has not answered", true)
	case 2:
		w.count("an append whose answer is lost")
		_, _ = do()
		return 0, unreachable("the connection broke", true)
	case 3:
		w.count("an append that comes late")
		f.c.late = append(f.c.late, func() { _, _ = do() })
		return 0, unreachable("it has not answered in time", true)
	case 4:
		w.count("an append that comes twice")
		last, err := do()
		f.p.pause("append under way")
		if again, failed := do(); err == nil && (failed != nil || again != last) {
			w.fail("an append came twice: %d, then %d and %v", last, again, failed)
		}
		return last, err
	default:
		// The leader takes it and is deposed before its followers have it.
		w.count("a change of leader")
		return 0, unreachable("its leader has changed", true)
	}
}

// deliverLate lets requests reach the server that nobody waits for any more.
func (w *world) deliverLate() {
	if w.cluster != nil && len(w.cluster.late) > 0 && (w.healed || w.random.IntN(300) == 0) {
		do := w.cluster.late[0]
		w.cluster.late = w.cluster.late[1:]
		w.trace("server", "a late request")
		do()
	}
}

// ask is a question to the server.
func (f far) ask(what string) error {
	if f.p == nil {
		return nil
	}
	f.p.pause(what)
	if w := f.p.w; w.chance(4 * w.often.network) {
		w.count("a question that is not answered")
		return unreachable("it does not answer", false)
	}
	return nil
}

// Read implements store.Store.
func (f far) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		if err := f.ask("read"); err != nil {
			yield(store.Recorded{}, err)
			return
		}
		last := store.NoStream
		for r, err := range f.Store.Read(ctx, stream, from) {
			if err == nil && f.p != nil {
				f.p.w.promises.observe(f.p.w, f.p.name, &r)
			}
			last = r.Revision
			if !yield(r, err) {
				return
			}
		}
		if f.p != nil {
			f.p.w.promises.whole(last)
		}
	}
}

// Head implements store.Store.
func (f far) Head(ctx context.Context, stream string) (store.Revision, error) {
	if err := f.ask("head"); err != nil {
		return 0, err
	}
	return f.Store.Head(ctx, stream)
}

// Streams implements store.Lister.
func (f far) Streams(ctx context.Context) ([]string, error) {
	if err := f.ask("streams"); err != nil {
		return nil, err
	}
	return f.Store.Streams(ctx)
}

// Event implements store.Picker.
func (f far) Event(ctx context.Context, stream string, at store.Revision) (store.Recorded, bool, error) {
	if err := f.ask("event"); err != nil {
		return store.Recorded{}, false, err
	}
	for r, err := range f.Store.Read(ctx, stream, at) {
		return r, err == nil, err
	}
	return store.Recorded{}, false, nil
}

// Sweep implements store.Sweeper.
func (f far) Sweep(context.Context, func(string, *store.Recorded)) ([]store.Standing, map[string]bool, error) {
	return nil, nil, store.ErrPiecemeal
}

// Check implements store.Checker.
func (f far) Check(context.Context) error { return nil }

// CheckStream implements store.Checker.
func (f far) CheckStream(context.Context, string) error { return nil }

// Troubles implements store.Mender.
func (f far) Troubles(context.Context) ([]store.Trouble, error) { return nil, nil }

// Distant implements store.Distant.
func (f far) Distant() {}
