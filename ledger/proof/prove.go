package proof

import (
	"context"
	"errors"
	"slices"

	"adjudicate/store"

	"golang.org/x/mod/sumdb/tlog"
)

// Head returns the checkpoint of a stream as it stands, to be signed. It rests on nothing but
// events and base, an earlier checkpoint of the same stream that the signer vouches for, nil
// if there is none: every event after base is hashed anew. A *MismatchError says that the
// stream does not begin with the events of base: no checkpoint ought to be signed then.
func (l Log) Head(ctx context.Context, base *Checkpoint) (Checkpoint, error) {
	size, err := l.Store.Head(ctx, l.Stream)
	if err != nil {
		return Checkpoint{}, err
	}
	c := Checkpoint{Origin: Origin(l.Stream), Size: int64(size)}
	if base == nil {
		h, err := l.Renew(ctx, c.Size)
		if err != nil {
			return Checkpoint{}, err
		}
		h.keepTail()
		c.Root = h.Root()
		return c, nil
	}
	if base.Size > c.Size {
		return Checkpoint{}, &MismatchError{Stream: l.Stream, Size: base.Size, Have: c.Size}
	}
	h, err := l.believed(ctx, base)
	if err != nil {
		return Checkpoint{}, err
	}
	// The root that base names is made of these peaks, so they are what base stands for.
	tree := &Tree{size: h.tree.size, peaks: slices.Clone(h.tree.peaks)}
	for rec, err := range store.Lend(ctx, l.Store, l.Stream, store.Revision(tree.size+1)) {
		if err != nil {
			return Checkpoint{}, err
		}
		if tree.size == c.Size {
			break
		}
		tree.Add(rec.Data)
	}
	if tree.size < c.Size {
		return Checkpoint{}, &MismatchError{Stream: l.Stream, Size: c.Size, Have: tree.size}
	}
	c.Root = tree.Root()
	if h, err := l.Open(ctx, c.Size); err == nil && h.Root() == c.Root {
		h.keepTail()
	}
	return c, nil
}

// believed returns the hashes of a checkpoint's events: the kept ones if they lead to its root,
// else new ones, and a *MismatchError if not even those do.
func (l Log) believed(ctx context.Context, c *Checkpoint) (*Hashes, error) {
	h, err := l.Open(ctx, c.Size)
	if err != nil {
		return nil, err
	}
	if h.Root() == c.Root {
		return h, nil
	}
	return l.renewed(ctx, c)
}

// renewed makes the hashes of a checkpoint's events anew. The kept ones are replaced only if
// the new ones lead to the root: otherwise they may tell which event is another.
func (l Log) renewed(ctx context.Context, c *Checkpoint) (*Hashes, error) {
	fresh, err := Log{Store: l.Store, Stream: l.Stream}.Renew(ctx, c.Size)
	if err != nil {
		return nil, err
	}
	if fresh.Root() != c.Root {
		return nil, &MismatchError{Stream: l.Stream, Size: c.Size, Have: fresh.size}
	}
	if l.Keeper == nil {
		return fresh, nil
	}
	return l.Renew(ctx, c.Size)
}

// Prove shows that an event stands in the ledger of a checkpoint. What it returns has been
// checked. A *MismatchError says that the stream no longer holds what the checkpoint stands for.
func (l Log) Prove(ctx context.Context, sequence uint64, c *Signed) (*Proof, error) {
	p := &Proof{Index: int64(sequence) - 1, Checkpoint: c}
	for rec, err := range l.Store.Read(ctx, l.Stream, store.Revision(sequence)) {
		if err != nil {
			return nil, err
		}
		p.Event = rec.Data
		break
	}
	err := l.twice(ctx, &c.Checkpoint, func(h *Hashes) (err error) {
		if p.Hashes, err = tlog.ProveRecord(c.Size, p.Index, h); err != nil {
			return err
		}
		return p.Check()
	})
	var other *MismatchError
	if errors.As(err, &other) && other.Have == other.Size {
		if leaves, ok := l.Leaves(ctx, &c.Checkpoint); ok && leaves[p.Index] != tlog.RecordHash(p.Event) {
			other.Event = int64(sequence)
		}
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Extend shows that the ledger of a checkpoint begins with that of an earlier one. What it
// returns has been checked; an *InvalidProofError says that the ledger does not.
func (l Log) Extend(ctx context.Context, old, new *Signed) (*Extension, error) {
	x := &Extension{Old: old, Hashes: tlog.TreeProof{}, New: new}
	if old.Size == 0 || old.Size > new.Size {
		return x, x.Check()
	}
	return x, l.twice(ctx, &new.Checkpoint, func(h *Hashes) (err error) {
		if x.Hashes, err = tlog.ProveTree(new.Size, old.Size, h); err != nil {
			return err
		}
		return x.Check()
	})
}

// twice tries something with the hashes that are kept, and if that fails with new ones.
func (l Log) twice(ctx context.Context, c *Checkpoint, try func(*Hashes) error) error {
	h, err := l.Open(ctx, c.Size)
	if err == nil {
		if err = try(h); err == nil {
			return nil
		}
	}
	var fewer *MismatchError
	if errors.As(err, &fewer) && fewer.Have < fewer.Size {
		return err
	}
	if h, err = l.renewed(ctx, c); err != nil {
		return err
	}
	return try(h)
}

// Contains hashes every event of a stream anew, and holds the root of those that a checkpoint
// stands for against it. It returns the tree of all events; the error is a *MismatchError if
// the first of them are others. Told, if not nil, hears of the events hashed.
func (l Log) Contains(ctx context.Context, old *Signed, told func(int64)) (*Tree, error) {
	if want := Origin(l.Stream); old.Origin != want {
		return nil, &InvalidProofError{Text: "the checkpoint is for " + old.Origin + ", the ledger is " + want}
	}
	tree := &Tree{}
	held := old.Size == 0 && old.Root == tree.Root()
	for rec, err := range store.Lend(ctx, l.Store, l.Stream, 1) {
		if err != nil {
			return nil, err
		}
		tree.Add(rec.Data)
		if tree.Size() == old.Size {
			held = tree.Root() == old.Root
		}
		if told != nil && tree.Size()%1024 == 0 {
			told(tree.Size())
		}
	}
	if !held {
		return nil, &MismatchError{Stream: l.Stream, Size: old.Size, Have: tree.Size()}
	}
	return tree, nil
}
