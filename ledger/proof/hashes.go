package proof

import (
	"context"
	"errors"
	"fmt"

	"adjudicate/store"

	"golang.org/x/mod/sumdb/tlog"
)

// Kind is the kind of the notes that hold the hashes of a stream's tree.
const Kind = "tree"

// tile is how many events one note is about. The note at revision 256·k holds the hashes that
// the events 256·(k-1)+1 to 256·k add to those that tlog stores, 32 bytes each, in the order
// of tlog.
const tile = 256

// Log is a stream whose events are leaves, and where its hashes are kept.
type Log struct {
	Store  store.Store
	Keeper store.Keeper // nil if nothing is to be kept
	Stream string
}

// LogOf is the log of a stream in a store that keeps notes itself, if it does.
func LogOf(st store.Store, stream string) Log {
	keeper, _ := st.(store.Keeper)
	return Log{st, keeper, stream}
}

// Hashes gives the hashes of a stream's tree, as tlog.HashReader: from notes where the store
// keeps some, else from the events. Those of the last events, which fill no note yet, are
// made of the events each time. A Hashes stands for the stream up to the size at which it was
// opened.
type Hashes struct {
	ctx   context.Context
	log   Log
	size  int64
	tiles map[int64][]tlog.Hash // looked at or made: tile k holds events 256·k+1 to 256·(k+1)
	tree  *Tree                 // at size
}

var _ tlog.HashReader = (*Hashes)(nil)

// errLost says that a note that ought to be there is not, or not as it ought to be.
var errLost = errors.New("hashes are missing")

// Open returns the hashes of the first size events of a stream. Hashes that are not kept
// yet are made of the events and kept, so the first call for a stream reads all of it.
func (l Log) Open(ctx context.Context, size int64) (*Hashes, error) {
	h := l.hashes(ctx, size)
	from := int64(0)
	if h.log.Keeper != nil {
		last, found, err := l.Keeper.Kept(ctx, l.Stream, Kind, store.Revision(size))
		if err == nil && found && last.At%tile == 0 {
			from = int64(last.At)
		}
	}
	tree, err := treeOf(from, h)
	if errors.Is(err, errLost) {
		return l.Renew(ctx, size)
	}
	if err != nil {
		return nil, err
	}
	return h, h.extend(tree)
}

// Renew returns the hashes of the first size events of a stream without believing any that
// are kept: it makes all of the events, and keeps them.
func (l Log) Renew(ctx context.Context, size int64) (*Hashes, error) {
	h := l.hashes(ctx, size)
	if h.log.Keeper != nil {
		_ = l.Keeper.Drop(ctx, l.Stream, Kind, 0) // what stays is written over
	}
	return h, h.extend(&Tree{})
}

func (l Log) hashes(ctx context.Context, size int64) *Hashes {
	return &Hashes{ctx: ctx, log: l, size: size, tiles: map[int64][]tlog.Hash{}}
}

// mostTiles is how many notes are kept at once.
const mostTiles = 64

// extend reads the events from the tree's size on, and keeps the hashes of full tiles.
func (h *Hashes) extend(tree *Tree) error {
	h.tree = tree
	var notes []store.Note
	keep := func() {
		if h.log.Keeper != nil && len(notes) > 0 {
			if h.log.Keeper.Keep(h.ctx, notes...) == nil {
				for _, n := range notes {
					delete(h.tiles, int64(n.At)/tile-1)
				}
			}
		}
		notes = notes[:0]
	}
	if tree.size < h.size {
		stored := make([]tlog.Hash, 0, 2*tile+64)
		for rec, err := range store.Lend(h.ctx, h.log.Store, h.log.Stream, store.Revision(tree.size+1)) {
			if err != nil {
				return err
			}
			if int64(rec.Revision) != tree.size+1 {
				return fmt.Errorf("stream %s: event %d is missing", h.log.Stream, tree.size+1)
			}
			stored = tree.grow(tree.Hash(rec.Data), stored)
			if tree.size%tile == 0 {
				h.tiles[tree.size/tile-1] = stored
				notes = append(notes, store.Note{Stream: h.log.Stream, Kind: Kind, At: store.Revision(tree.size), Data: flat(stored)})
				stored = make([]tlog.Hash, 0, 2*tile+64)
				if len(notes) == mostTiles {
					keep()
				}
			}
			if tree.size == h.size {
				break
			}
		}
		if len(stored) > 0 {
			h.tiles[tree.size/tile] = stored
		}
	}
	keep()
	if tree.size < h.size {
		return &MismatchError{Stream: h.log.Stream, Size: h.size, Have: tree.size}
	}
	return nil
}

func flat(list []tlog.Hash) []byte {
	b := make([]byte, 0, len(list)*tlog.HashSize)
	for i := range list {
		b = append(b, list[i][:]...)
	}
	return b
}

// Size returns how many events the hashes are of.
func (h *Hashes) Size() int64 { return h.size }

// Root returns the root of the whole tree.
func (h *Hashes) Root() tlog.Hash { return h.tree.Root() }

// ReadHashes implements tlog.HashReader.
func (h *Hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		level, n := tlog.SplitStoredHashIndex(index)
		k := ((n+1)<<level - 1) / tile // the event that completes the subtree stands in this tile
		list, err := h.tile(k)
		if err != nil {
			return nil, err
		}
		at := index - tlog.StoredHashCount(k*tile)
		if at >= int64(len(list)) {
			return nil, fmt.Errorf("stream %s: hash %d is beyond the %d events examined", h.log.Stream, index, h.size)
		}
		out[i] = list[at]
	}
	return out, nil
}

// tile returns the stored hashes of tile k.
func (h *Hashes) tile(k int64) ([]tlog.Hash, error) {
	if list, ok := h.tiles[k]; ok {
		return list, nil
	}
	if h.log.Keeper == nil {
		return nil, errLost
	}
	at := (k + 1) * tile
	n, found, err := h.log.Keeper.Kept(h.ctx, h.log.Stream, Kind, store.Revision(at))
	want := tlog.StoredHashCount(at) - tlog.StoredHashCount(k*tile)
	if err != nil || !found || int64(n.At) != at || int64(len(n.Data)) != want*tlog.HashSize {
		return nil, errLost
	}
	list := make([]tlog.Hash, want)
	for i := range list {
		list[i] = tlog.Hash(n.Data[i*tlog.HashSize:])
	}
	h.tiles[k] = list
	return list, nil
}

// tailKind is the kind of the one note that holds the leaf hashes behind the last full tile.
const tailKind = "tree-tail"

// keepTail keeps the leaf hashes of the last events, those that fill no tile yet, so that a
// change to one of them can be named.
func (h *Hashes) keepTail() {
	stored, ok := h.tiles[h.size/tile]
	if h.log.Keeper == nil || !ok {
		return
	}
	first := h.size / tile * tile
	leaves := make([]tlog.Hash, 0, tile)
	for n := first; n < h.size; n++ {
		leaves = append(leaves, stored[tlog.StoredHashIndex(0, n)-tlog.StoredHashCount(first)])
	}
	_ = h.log.Keeper.Drop(h.ctx, h.log.Stream, tailKind, 0) // what stays is found to be about less
	_ = h.log.Keeper.Keep(h.ctx, store.Note{Stream: h.log.Stream, Kind: tailKind, At: store.Revision(h.size), Data: flat(leaves)})
}

// Leaves returns the leaf hashes of the events that a checkpoint covers, if they are stored and
// match its root. They show which event was altered. It reads no events.
func (l Log) Leaves(ctx context.Context, c *Checkpoint) ([]tlog.Hash, bool) {
	h := l.hashes(ctx, c.Size)
	if h.log.Keeper == nil {
		return nil, false
	}
	list := make([]tlog.Hash, 0, c.Size)
	for k := range c.Size / tile {
		stored, err := h.tile(k)
		if err != nil {
			return nil, false
		}
		for n := k * tile; n < (k+1)*tile; n++ {
			list = append(list, stored[tlog.StoredHashIndex(0, n)-tlog.StoredHashCount(k*tile)])
		}
		delete(h.tiles, k)
	}
	if first := int64(len(list)); first < c.Size {
		rest, ok := h.tail(first, c.Size)
		if !ok {
			return nil, false
		}
		list = append(list, rest...)
	}
	var tree Tree
	for _, leaf := range list {
		tree.grow(leaf, nil)
	}
	return list, tree.Root() == c.Root
}

// tail returns the leaf hashes of the events after first up to size, which fill no tile or
// are the beginning of one.
func (h *Hashes) tail(first, size int64) ([]tlog.Hash, bool) {
	if stored, err := h.tile(first / tile); err == nil {
		var list []tlog.Hash
		for n := first; n < size; n++ {
			list = append(list, stored[tlog.StoredHashIndex(0, n)-tlog.StoredHashCount(first)])
		}
		return list, true
	}
	n, found, err := h.log.Keeper.Kept(h.ctx, h.log.Stream, tailKind, store.Any)
	if err != nil || !found || int64(n.At)/tile*tile != first || int64(n.At) < size || int64(len(n.Data)) != (int64(n.At)-first)*tlog.HashSize {
		return nil, false
	}
	var list []tlog.Hash
	for i := range size - first {
		list = append(list, tlog.Hash(n.Data[i*tlog.HashSize:]))
	}
	return list, true
}
