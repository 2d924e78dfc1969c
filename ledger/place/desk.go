package place

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/rules/names"
	"adjudicate/store"
	"adjudicate/store/esdb"
)

// People is who the players of a game are, as far as the desk knows, with the addresses that the
// events of old ledgers hold.
func (g *Game) People(ctx context.Context, st *aggregate.State) (list []people.Person, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		list, err = d.People(ctx, shelf)
		return err
	})
	if err != nil {
		return nil, err
	}
	known := list
	list = slices.Clone(known)
	for _, p := range st.Players() {
		person := people.Of(list, p.Name)
		for _, a := range p.Addresses {
			if len(people.Find(known, a)) == 0 {
				person.Addresses = append(slices.Clone(person.Addresses), a)
			}
		}
		list = append(slices.DeleteFunc(list, func(q people.Person) bool { return q.Player == p.Name }), person)
	}
	return list, nil
}

// Change changes what the desk knows of a player, and returns what it knows then.
func (g *Game) Change(ctx context.Context, st *aggregate.State, player string, change func(*people.Person)) (people.Person, error) {
	list, err := g.People(ctx, st)
	if err != nil {
		return people.Person{}, err
	}
	person := people.Of(list, player)
	change(&person)
	all, err := people.With(list, person)
	if err != nil {
		return people.Person{}, err
	}
	person = people.Of(all, player)
	return person, g.Put(ctx, person)
}

// Put notes people on the desk.
func (g *Game) Put(ctx context.Context, list ...people.Person) error {
	if len(list) == 0 {
		return nil
	}
	return g.withDesk(ctx, func(d people.Desk, shelf string) error { return d.Put(ctx, shelf, list...) })
}

// Forget takes a player off the desk, and reports whether they were there.
func (g *Game) Forget(ctx context.Context, player string) (found bool, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		if err := people.Forget(ctx, d, g.office(), g.Name, player); err != nil {
			return err
		}
		if err := people.ForgetPasskeys(ctx, d, g.office(), g.Name, player); err != nil {
			return err
		}
		if err := people.ForgetWish(ctx, d, shelf, player); err != nil {
			return err
		}
		found, err = d.Forget(ctx, shelf, player)
		return err
	})
	return found, err
}

// Mails are those that the office of the store has taken in; change, if there is one, changes them.
func (s *Store) Mails(ctx context.Context, change func(*people.Mails) error) (people.Mails, error) {
	d, err := s.Desk()
	if err != nil {
		return people.Mails{}, err
	}
	defer d.Close()
	return people.MailsOf(ctx, d, s.office(), change)
}

// Passkeys are those by which people sign in to the games of the store; change, if there is one, changes them.
func (s *Store) Passkeys(ctx context.Context, change func(*people.Passkeys) error) (people.Passkeys, error) {
	d, err := s.Desk()
	if err != nil {
		return people.Passkeys{}, err
	}
	defer d.Close()
	return people.PasskeysOf(ctx, d, s.office(), change)
}

// office is under what name a desk keeps the mails of the store.
func (s *Store) office() string {
	if s.OwnDesk() {
		return ""
	}
	return esdb.Realm(s.Address)
}

// Wishes are how the players of the game want to be written to; change, if there is one, changes them.
func (g *Game) Wishes(ctx context.Context, change func(map[string]people.Wish) error) (wishes map[string]people.Wish, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		wishes, err = people.WishesOf(ctx, d, shelf, change)
		return err
	})
	return wishes, err
}

// Wish changes how one player wants to be written to, and returns how. What cannot be is refused.
func (g *Game) Wish(ctx context.Context, player string, change func(*people.Wish)) (wish people.Wish, err error) {
	_, err = g.Wishes(ctx, func(all map[string]people.Wish) error {
		wish = all[player]
		change(&wish)
		if all[player] = wish; wish == (people.Wish{}) {
			delete(all, player)
		}
		return wish.Check()
	})
	return wish, err
}

// Hooks are the addresses that are called when something happens in the game; change, if there is one, changes them.
func (g *Game) Hooks(ctx context.Context, change func(*people.Hooks) error) (h people.Hooks, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		h, err = people.HooksOf(ctx, d, shelf, change)
		return err
	})
	return h, err
}

// Requests are what programs asked an office to enter in the game lately; change, if there is one, changes them.
func (g *Game) Requests(ctx context.Context, change func(*people.Requests) error) (r people.Requests, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		r, err = people.RequestsOf(ctx, d, shelf, change)
		return err
	})
	return r, err
}

// Sheet is what lies on the game's desk under a word; change, if there is one, changes it.
func (g *Game) Sheet(ctx context.Context, word string, change func([]byte) ([]byte, error)) (body []byte, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		body, err = d.Sheet(ctx, shelf, word, change)
		return err
	})
	return body, err
}

// Sheets returns the games of the store on whose desk something lies under a word, each with the bytes that it begins with: see people.SheetMark.
func (s *Store) Sheets(ctx context.Context, word string) (map[string]string, error) {
	d, err := s.Desk()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	all, err := d.Sheets(ctx, word)
	if err != nil || s.OwnDesk() {
		return all, err
	}
	mine := map[string]string{}
	for name, mark := range all {
		switch x, ok := shelfOf(name); {
		case ok && x.where == esdb.Realm(s.Address):
			mine[x.game] = mark
		case !ok && !strings.Contains(name, " "): // as earlier versions kept it
			if _, known := mine[name]; !known {
				mine[name] = mark
			}
		}
	}
	return mine, nil
}

// Demand notes what the game demands of mails, one of people.Demands.
func (g *Game) Demand(ctx context.Context, what string) (people.Posted, error) {
	if !slices.Contains(people.Demands, what) {
		return people.Posted{}, names.Unknown("requirement", what, people.Demands)
	}
	return g.Posted(ctx, func(p *people.Posted) error { p.Demand = what; return nil })
}

// Log is the game's stream as leaves of a tree.
func (g *Game) Log(ctx context.Context) proof.Log {
	return proof.Log{Store: g.Events, Keeper: g.Keeper(ctx), Stream: g.Name}
}

// CheckpointNotes are the texts of the checkpoints on the desk, the smallest first. One whose signatures another has too is
// left out.
func (g *Game) CheckpointNotes(ctx context.Context) (notes [][]byte, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		notes, err = d.Checkpoints(ctx, shelf)
		return err
	})
	bodies := map[string][]int{} // what is signed, and in which notes
	for i, n := range notes {
		body, _, _ := bytes.Cut(n, []byte("\n\n"))
		bodies[string(body)] = append(bodies[string(body)], i)
	}
	var list [][]byte
	for i, n := range notes {
		body, _, _ := bytes.Cut(n, []byte("\n\n"))
		if !slices.ContainsFunc(bodies[string(body)], func(j int) bool { return j != i && covers(notes[j], n) }) {
			list = append(list, n)
		}
	}
	return list, err
}

// covers reports whether a note has every line of another that is no longer, and is not the same.
func covers(note, other []byte) bool {
	if len(note) <= len(other) {
		return false
	}
	for line := range bytes.Lines(other) {
		if !bytes.Contains(note, line) {
			return false
		}
	}
	return true
}

// Checkpoints are those on the desk, the largest first. Those whose signatures do not count are
// left out if keys are given.
func (g *Game) Checkpoints(ctx context.Context, keys []*proof.Key) ([]*proof.Signed, error) {
	return g.checkpoints(ctx, keys, -1)
}

// CheckpointFile is the text of a file with the checkpoints on the desk, the smallest first: of
// those that stand for no event after a sequence, 0 for all.
func (g *Game) CheckpointFile(ctx context.Context, upTo uint64) (string, error) {
	list, err := g.Checkpoints(ctx, nil)
	var text strings.Builder
	for _, c := range slices.Backward(list) {
		if upTo == 0 || c.Size <= int64(upTo) {
			fmt.Fprintf(&text, "%s\n", c.Note)
		}
	}
	return text.String(), err
}

// Largest is the largest of the checkpoints on the desk, nil if there is none.
func (g *Game) Largest(ctx context.Context, keys []*proof.Key) (*proof.Signed, error) {
	list, err := g.checkpoints(ctx, keys, 1)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// checkpoints reads as many as are wanted: signatures take time.
func (g *Game) checkpoints(ctx context.Context, keys []*proof.Key, most int) ([]*proof.Signed, error) {
	notes, err := g.CheckpointNotes(ctx)
	if err != nil {
		return nil, err
	}
	var list []*proof.Signed
	for i := len(notes) - 1; i >= 0 && len(list) != most; i-- {
		if c, err := proof.Read(notes[i], proof.Verifiers(keys)); err == nil && c.Origin == proof.Origin(g.Name) {
			list = append(list, c)
		}
	}
	return list, nil
}

// AddCheckpoints puts those of some notes on the desk that stand for no more than size events, and says
// how many.
func (g *Game) AddCheckpoints(ctx context.Context, notes [][]byte, size int64) (added int, err error) {
	if len(notes) == 0 {
		return 0, nil
	}
	return added, g.withDesk(ctx, func(d people.Desk, shelf string) error {
		for _, n := range notes {
			c, err := proof.Read(n, proof.Verifiers(nil))
			if err != nil || c.Size > size {
				continue
			}
			if err := d.AddCheckpoint(ctx, shelf, c.Size, n); err != nil {
				return err
			}
			added++
		}
		return nil
	})
}

// Sign makes the checkpoint of the game as it stands, signs it and puts it on the desk. It
// builds on the largest checkpoint there that the same key signed.
func (g *Game) Sign(ctx context.Context, key *proof.Key) (*proof.Signed, error) {
	mine, err := g.Largest(ctx, []*proof.Key{key})
	if err != nil {
		return nil, err
	}
	var base *proof.Checkpoint
	if mine != nil {
		base = &mine.Checkpoint
	}
	c, err := g.Log(ctx).Head(ctx, base)
	if err != nil {
		return nil, err
	}
	signed, err := proof.Sign(c, key.Signer)
	if err != nil {
		return nil, err
	}
	return signed, g.withDesk(ctx, func(d people.Desk, shelf string) error { return d.AddCheckpoint(ctx, shelf, c.Size, signed.Note) })
}

// signEvery is by how many events a game may grow behind its largest checkpoint while a key is at hand.
const signEvery = 256

// SignDue signs a checkpoint of a game of head events if the desk has none by the same key, or if the largest one covers
// signEvery events fewer.
func (g *Game) SignDue(ctx context.Context, key *proof.Key, head uint64) error {
	last, err := g.Largest(ctx, []*proof.Key{key})
	if err != nil || last != nil && int64(head)-last.Size < signEvery {
		return err
	}
	_, err = g.Sign(ctx, key)
	return err
}

// Covering returns a checkpoint that covers an event: the largest known one or, if that is too small,
// one signed now. Signer returns the key for it, or nil if there is none.
func (g *Game) Covering(ctx context.Context, sequence uint64, keys []*proof.Key, signer func() (*proof.Key, error)) (*proof.Signed, error) {
	if c, err := g.Largest(ctx, keys); err != nil || c != nil && c.Size >= int64(sequence) {
		return c, err
	}
	key, err := signer()
	switch {
	case err != nil:
		return nil, err
	case key == nil:
		return nil, &NoCheckpointError{Sequence: sequence}
	}
	return g.Sign(ctx, key)
}

// Since returns the checkpoint that a proof of what came after an earlier one leads to: of the
// game as it stands if one of the keys can sign it, else the largest known.
func (g *Game) Since(ctx context.Context, old *proof.Signed, keys []*proof.Key) (*proof.Signed, error) {
	for _, k := range keys {
		if k.Signer != nil {
			return g.Sign(ctx, k)
		}
	}
	c, err := g.Largest(ctx, keys)
	if err == nil && (c == nil || c.Size < old.Size) {
		return nil, &NoCheckpointError{Since: true}
	}
	return c, err
}

// Receipt is proof of an input and of the ruling on it, under a checkpoint. Words says of an
// event what it is.
func (g *Game) Receipt(ctx context.Context, input uint64, c *proof.Signed, words func(*events.Envelope) string) (*proof.Receipt, error) {
	r := &proof.Receipt{}
	for _, n := range []uint64{input, input + 1} {
		p, err := g.Log(ctx).Prove(ctx, n, c)
		if err != nil {
			return nil, err
		}
		e, err := events.Decode(p.Event)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", n, err)
		}
		r.Events = append(r.Events, p)
		r.About = append(r.About, fmt.Sprintf("#%d in %s: %s", n, c.Origin, words(&e)))
	}
	return r, nil
}

// Verify verifies the game against what is given and the checkpoints on the desk.
func (g *Game) Verify(ctx context.Context, against ledger.Evidence, keys []*proof.Key, told func(done int64)) (*ledger.Verification, error) {
	return g.verify(ctx, g.ground(ctx, against.Quick), against, keys, told)
}

// ground begins to look at what all games of the store have in common. What is returned waits for what is found; it is nil of a store that looks at
// it with each game.
func (s *Store) ground(ctx context.Context, quick bool) func() error {
	c, ok := s.Events.(store.Founded)
	if !ok {
		return nil
	}
	found := make(chan error, 1)
	go func() { found <- c.CheckGround(ctx, quick) }()
	return sync.OnceValue(func() error { return <-found })
}

// verify is Verify with the ground of the store, which is looked at while the game is read.
func (g *Game) verify(ctx context.Context, ground func() error, against ledger.Evidence, keys []*proof.Key, told func(done int64)) (*ledger.Verification, error) {
	if c, ok := g.Events.(store.Checker); ok && ground == nil {
		if err := c.CheckStream(ctx, g.Name); err != nil {
			return nil, err
		}
	}
	found, err := g.reread(ctx, against, keys, told)
	if ground != nil {
		if damaged := ground(); damaged != nil {
			return nil, damaged
		}
	}
	return found, err
}

// reread is Verify of a game in a place that is sound apart from it.
func (g *Game) reread(ctx context.Context, against ledger.Evidence, keys []*proof.Key, told func(done int64)) (*ledger.Verification, error) {
	notes, err := g.CheckpointNotes(ctx)
	if err != nil {
		return nil, err
	}
	for _, n := range notes {
		c, err := proof.Read(n, proof.Verifiers(keys))
		against.Checkpoints = append(against.Checkpoints, ledger.Witness{Place: g.Place, Checkpoint: c, Err: err})
	}
	more, err := g.elsewhere(ctx, keys)
	if err != nil {
		return nil, err
	}
	against.Checkpoints = append(against.Checkpoints, more...)
	against.Keeper, against.Derived = g.Keeper(ctx), derived
	found, err := ledger.VerifyAgainst(ctx, g.Events, g.Name, g.Host.Options(told), against)
	if damaged := (*store.StreamError)(nil); errors.As(err, &damaged) {
		return nil, damaged
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Place, err)
	}
	found.Unsealed = !g.OwnDesk()
	return found, nil
}
