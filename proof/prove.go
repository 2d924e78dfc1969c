package proof

import (
	"context"
	"errors"
	"slices"

	"adjudicate/store"

	"golang.org/x/mod/sumdb/tlog"
)

// Head returns the checkpoint of a stream as it stands, to be signed. It rests on nothing
// but events and base, an earlier checkpoint of the same stream that the signer vouches for, nil
// if there is none: every event after base is hashed anew. An *OtherError says that the stream does
// not begin with the events of base: no checkpoint ought to be signed then.
func Head(ctx context.Context, st store.Store, stream string, base *Checkpoint) (Checkpoint, error) {
	size, err := st.Head(ctx, stream)
	if err != nil {
		return Checkpoint{}, err
	}
	c := Checkpoint{Origin: Origin(stream), Size: int64(size)}
	if base == nil {
		h, err := Renew(ctx, st, stream, c.Size)
		if err != nil {
			return Checkpoint{}, err
		}
		h.keepTail()
		c.Root = h.Root()
		return c, nil
	}
	if base.Size > c.Size {
		return Checkpoint{}, &OtherError{Stream: stream, Size: base.Size, Have: c.Size}
	}
	h, err := believed(ctx, st, stream, base)
	if err != nil {
		return Checkpoint{}, err
	}
	// The root that base names is made of these peaks, so they are what base stands for.
	tree := &Tree{size: h.tree.size, peaks: slices.Clone(h.tree.peaks)}
	for rec, err := range st.Read(ctx, stream, store.Revision(tree.size+1)) {
		if err != nil {
			return Checkpoint{}, err
		}
		if tree.size == c.Size {
			break
		}
		tree.Add(rec.Data)
	}
	c.Root = tree.Root()
	if h, err := Open(ctx, st, stream, c.Size); err == nil && h.Root() == c.Root {
		h.keepTail()
	}
	return c, nil
}

// believed returns the hashes of a checkpoint's events: the kept ones if they lead to its root,
// else new ones, and an *OtherError if not even those do.
func believed(ctx context.Context, st store.Store, stream string, c *Checkpoint) (*Hashes, error) {
	h, err := Open(ctx, st, stream, c.Size)
	if err != nil {
		return nil, err
	}
	if h.Root() == c.Root {
		return h, nil
	}
	return renewed(ctx, st, stream, c)
}

func renewed(ctx context.Context, st store.Store, stream string, c *Checkpoint) (*Hashes, error) {
	h, err := Renew(ctx, st, stream, c.Size)
	if err != nil {
		return nil, err
	}
	if h.Root() != c.Root {
		return nil, &OtherError{Stream: stream, Size: c.Size, Have: h.size}
	}
	return h, nil
}

// Prove shows that an event stands in the ledger of a checkpoint. What it returns has been
// checked. An *OtherError says that the stream no longer holds what the checkpoint stands for.
func Prove(ctx context.Context, st store.Store, stream string, sequence uint64, c *Signed) (*Proof, error) {
	p := &Proof{Index: int64(sequence) - 1, Checkpoint: c}
	for rec, err := range st.Read(ctx, stream, store.Revision(sequence)) {
		if err != nil {
			return nil, err
		}
		p.Event = rec.Data
		break
	}
	return p, twice(ctx, st, stream, &c.Checkpoint, func(h *Hashes) (err error) {
		if p.Hashes, err = tlog.ProveRecord(c.Size, p.Index, h); err != nil {
			return err
		}
		if p.Check() != nil {
			return &OtherError{Stream: stream, Size: c.Size, Have: c.Size, Event: int64(sequence)}
		}
		return nil
	})
}

// Extend shows that the ledger of a checkpoint begins with that of an earlier one. What it
// returns has been checked; a *FalseError says that the ledger does not.
func Extend(ctx context.Context, st store.Store, stream string, old, new *Signed) (*Extension, error) {
	x := &Extension{Old: old, New: new}
	if old.Size == 0 || old.Size > new.Size {
		return x, x.Check()
	}
	return x, twice(ctx, st, stream, &new.Checkpoint, func(h *Hashes) (err error) {
		if x.Hashes, err = tlog.ProveTree(new.Size, old.Size, h); err != nil {
			return err
		}
		return x.Check()
	})
}

// twice tries something with the hashes that are kept, and if that fails with new ones.
func twice(ctx context.Context, st store.Store, stream string, c *Checkpoint, try func(*Hashes) error) error {
	h, err := Open(ctx, st, stream, c.Size)
	if err == nil {
		if err = try(h); err == nil {
			return nil
		}
	}
	var fewer *OtherError
	if errors.As(err, &fewer) && fewer.Have < fewer.Size {
		return err
	}
	if h, err = renewed(ctx, st, stream, c); err != nil {
		return err
	}
	return try(h)
}
