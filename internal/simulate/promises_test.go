package simulate

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// promises are what the program has told anybody.
type promises struct {
	known   map[store.Revision]known // what was acknowledged, or read by anybody
	most    store.Revision           // the last of them
	refused map[uuid.UUID]string     // what was refused without doubt, and by what
	entered map[string]store.Revision
	answers []answer
	mails   []*posted
	wishes  []*wish

	end       store.Revision // an entry is known to end there
	model     *memory.Store  // what is known without a gap
	modelled  store.Revision
	acks      int
	inDoubt   int
	conflicts int
}

type known struct {
	event store.Event
	by    string
}

// An answer is what a player was told about a play.
type answer struct {
	player, id, side, text string
	at                     uint64
	verdict                string
}

func (k *promises) init() {
	k.known, k.refused, k.entered, k.model = map[store.Revision]known{}, map[uuid.UUID]string{}, map[string]store.Revision{}, memory.New()
}

// observe holds what a process is told that an event is against what others were told.
func (k *promises) observe(w *world, by string, r *store.Recorded) {
	if was, ok := k.known[r.Revision]; ok {
		if was.event.ID != r.ID || was.event.Type != r.Type || !bytes.Equal(was.event.Data, r.Data) {
			w.fail("event %d is %s %s to %s, and was %s %s to %s", r.Revision, r.Type, r.ID, by, was.event.Type, was.event.ID, was.by)
		}
		return
	}
	k.known[r.Revision] = known{r.Event, by}
	k.most = max(k.most, r.Revision)
	if by, ok := k.refused[r.ID]; ok {
		w.fail("event %d was refused to %s and is there", r.Revision, by)
	}
	if e, err := events.Decode(r.Data); err != nil {
		w.fail("event %d: %v", r.Revision, err)
	} else if play, ok := e.Payload.(events.PlaySubmitted); ok && play.Message != "" {
		key := e.Actor + " " + play.Message
		if at, twice := k.entered[key]; twice {
			w.fail("the play %q of %s stands at %d and at %d", play.Text, e.Actor, at, r.Revision)
		}
		k.entered[key] = r.Revision
	}
}

// whole says that no entry is cut by a revision: it was the end of the stream when it was read.
func (k *promises) whole(at store.Revision) { k.end = max(k.end, at) }

// tried says that events are to be appended: their fate is not known until the answer.
func (k *promises) tried(list []store.Event) {
	for i := range list {
		delete(k.refused, list[i].ID)
	}
}

// answered takes in what came of an append.
func (k *promises) answered(w *world, by string, list []store.Event, last store.Revision, err error) {
	var unreachable *store.UnreachableError
	switch {
	case err == nil:
		k.acks++
		for i := range list {
			k.observe(w, by, &store.Recorded{Event: list[i], Revision: last - store.Revision(len(list)-1-i)})
		}
		k.whole(last)
	case errors.As(err, &unreachable) && unreachable.InDoubt:
		k.inDoubt++
	default:
		if conflict := (*store.ConflictError)(nil); errors.As(err, &conflict) {
			k.conflicts++
		}
		for i := range list {
			k.refused[list[i].ID] = by
		}
	}
}

// told takes in what a player was told about a play.
func (k *promises) told(w *world, name string, x *wish, at uint64, verdict string) {
	w.trace(name, x.id+" is told: "+verdict)
	k.answers = append(k.answers, answer{name, x.id, x.side, x.text, at, verdict})
	k.stands(w, &k.answers[len(k.answers)-1])
}

// stands wants a play to stand in the ledger as its player was told.
func (k *promises) stands(w *world, a *answer) {
	r, ok := k.known[store.Revision(a.at)]
	if !ok {
		w.fail("%s was told that %s is #%d, which nobody has seen", a.player, a.id, a.at)
		return
	}
	e, err := events.Decode(r.event.Data)
	if err != nil {
		w.fail("event %d: %v", a.at, err)
		return
	}
	play, ok := e.Payload.(events.PlaySubmitted)
	if !ok || e.Actor != a.player || play.Side != a.side || play.Text != a.text {
		w.fail("%s was told that %s (%s: %s) is #%d, which is %s of %s: %+v", a.player, a.id, a.side, a.text, a.at, e.Type, e.Actor, e.Payload)
	}
}

// game is the game as far as anybody has read it without a gap; nil if that cannot be had.
func (k *promises) game(w *world) *ledger.Ledger {
	var list []store.Event
	for at := k.modelled + 1; at <= k.end; at++ {
		e, ok := k.known[at]
		if !ok {
			break // a process that has a state put aside reads what follows it alone
		}
		list = append(list, e.event)
	}
	if k.modelled+store.Revision(len(list)) == k.end && len(list) > 0 {
		if _, err := k.model.Append(w.ctx, game, k.modelled, list); err != nil {
			w.fail("the world's own copy: %v", err)
			return nil
		}
		k.modelled = k.end
	}
	l, err := ledger.Open(w.ctx, k.model, game, ledger.Options{Engine: "test"})
	if err != nil {
		w.fail("the world's own copy: %v", err)
		return nil
	}
	return l
}

// content reads the ledger as a process that comes anew, and holds it to what is known.
func (w *world) content() {
	st, err := w.host(nil).Open(w.ctx, w.ledger)
	if err != nil {
		w.fail("the ledger cannot be opened: %v", err)
		return
	}
	defer st.Close()
	k := &w.promises
	last := store.NoStream
	for r, err := range st.Events.Read(w.ctx, game, 1) {
		if err != nil {
			w.fail("after event %d: %v", last, err)
			return
		}
		k.observe(w, "the world", &r)
		last = r.Revision
	}
	k.whole(last)
	if last < k.most {
		w.fail("event %d (%s) was acknowledged or read by %s, and the ledger ends at %d", k.most, k.known[k.most].event.Type, k.known[k.most].by, last)
		return
	}
	for i := range k.answers {
		k.stands(w, &k.answers[i])
	}
	for _, x := range k.wishes {
		var at []store.Revision
		for _, name := range x.known {
			if n, ok := k.entered[name]; ok && !slices.Contains(at, n) {
				at = append(at, n)
			}
		}
		if len(at) > 1 {
			w.fail("one wish (%s: %s) was entered as %d", x.id, x.text, at)
		}
	}
	found, err := st.Game(game).Verify(w.ctx, ledger.Evidence{}, nil, nil)
	if err != nil {
		w.fail("verify: %v", err)
		return
	}
	if len(found.Differences) > 0 {
		w.fail("verify: %+v", found.Differences)
	}
	l, err := st.Game(game).Ledger(w.ctx, 0, nil)
	if err != nil {
		w.fail("the ledger: %v", err)
		return
	}
	cold := aggregate.NewState()
	for r := range st.Events.Read(w.ctx, game, 1) {
		e, err := events.Decode(r.Data)
		if err == nil && history.Folds(&e) {
			err = history.Fold(cold, &e)
		}
		if err != nil {
			w.fail("event %d: %v", r.Revision, err)
			return
		}
	}
	if a, b := snapshot(w, l.State()), snapshot(w, cold); !bytes.Equal(a, b) {
		w.fail("the state that was opened is not the fold of the events:\n%s\n%s", a, b)
	}
}

func snapshot(w *world, s *aggregate.State) []byte {
	text, err := s.Snapshot(nil)
	if err != nil {
		w.fail("the state: %v", err)
	}
	var b bytes.Buffer
	_ = json.Compact(&b, text)
	return b.Bytes()
}

// afterPower is what is looked at when the power has come back.
func (w *world) afterPower() {
	if w.lied {
		w.afterLies()
		return
	}
	w.content()
	w.rebase()
}
