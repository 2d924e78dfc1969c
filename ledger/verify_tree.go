package ledger

import (
	"cmp"
	"fmt"
	"slices"

	"adjudicate/ledger/proof"

	"golang.org/x/mod/sumdb/tlog"
)

// order sorts the checkpoints by size and sets aside those that cannot be held against
// anything.
func (v *verifier) order() {
	v.due = []Witness{}
	for _, w := range v.against.Checkpoints {
		if w.Checkpoint == nil {
			v.differ(0, DiffersCheckpoint, "%s: %v", w.Place, w.Err)
			continue
		}
		v.due = append(v.due, w)
	}
	if v.against.Signed && !slices.ContainsFunc(v.due, func(w Witness) bool { return !w.Elsewhere }) {
		v.differ(0, DiffersCheckpoint, "no known checkpoint is signed by the key: events at the end and checkpoints may have been removed")
	}
	if p := v.against.Policy; p != nil && !slices.ContainsFunc(v.due, func(w Witness) bool { return !w.Elsewhere && w.Err == nil && p.Accepts(w.Checkpoint) }) {
		v.differ(0, DiffersCheckpoint, "no known checkpoint is accepted by the policy: signed by its log and cosigned by %v", p)
	}
	v.twoHistories()
	slices.SortStableFunc(v.due, func(a, b Witness) int { return cmp.Compare(a.Checkpoint.Size, b.Checkpoint.Size) })
}

// twoHistories tells of checkpoints that one key signed and that cannot both be true, whichever
// of them holds.
func (v *verifier) twoHistories() {
	var list []*proof.Signed
	for _, w := range v.due {
		if w.Err == nil && !w.Elsewhere {
			list = append(list, w.Checkpoint)
		}
	}
	if x := proof.Equivocates(list); x != nil {
		v.out.Equivocation = string(x.Bytes())
		v.differ(uint64(x.One.Size), DiffersTwoHistories, "%v", x)
	}
}

// hold holds the events so far against a checkpoint of as many.
func (v *verifier) hold(w Witness) {
	c := w.Checkpoint
	if w.Elsewhere {
		if v.noted.tree.Root() != c.Root {
			v.elsewhere("%s holds a different history of the same game: they differ before event %d", w.Place, c.Size+1)
		}
		return
	}
	at := CheckpointAt{Size: c.Size, Place: w.Place, By: append([]string{}, c.By...), Accepted: v.accepts(w)}
	defer func() { v.out.Checkpoints = append(v.out.Checkpoints, at) }()
	if !v.genuine(w) {
		return
	}
	root := v.noted.tree.Root()
	if c.Size == 0 {
		var none proof.Tree
		root = none.Root()
	}
	if root == c.Root {
		at.Holds = true
		v.sound = c.Size
		return
	}
	v.blame(w)
}

// accepts reports whether the policy, if there is one, accepts a checkpoint.
func (v *verifier) accepts(w Witness) bool {
	return v.against.Policy != nil && w.Err == nil && v.against.Policy.Accepts(w.Checkpoint)
}

// elsewhere tells of the game in another place.
func (v *verifier) elsewhere(format string, args ...any) {
	v.out.Elsewhere = append(v.out.Elsewhere, fmt.Sprintf(format, args...))
}

// genuine reports whether a checkpoint is of this ledger and signed as it ought to be.
func (v *verifier) genuine(w Witness) bool {
	c := w.Checkpoint
	switch {
	case w.Err != nil:
		v.differ(uint64(c.Size), DiffersCheckpoint, "%s: the checkpoint of %d events: %v", w.Place, c.Size, w.Err)
	case v.out.Name != "" && c.Origin != proof.Origin(v.out.Name):
		v.differ(uint64(c.Size), DiffersCheckpoint, "%s: the checkpoint is of %s", w.Place, c.Origin)
	default:
		return true
	}
	return false
}

// blame says which events are others than those that a checkpoint stands for: exactly, if
// the hashes kept with the ledger are those of the checkpoint, else since the last one that
// held. A larger checkpoint adds only events that were not named yet.
func (v *verifier) blame(w Witness) {
	c := w.Checkpoint
	if v.leaves != nil {
		if list, ok := v.leaves(&c.Checkpoint); ok && v.compareLeaves(w, list) {
			return
		}
	}
	if len(v.blamed) > 0 {
		return
	}
	v.blamed[0] = true
	text := fmt.Sprintf("one of the events %d to %d does", v.sound+1, c.Size)
	if v.sound+1 == c.Size {
		text = "the event does"
	}
	v.differ(uint64(v.sound+1), DiffersCheckpoint, "%s not match the checkpoint of %d events (%s)", text, c.Size, w.Place)
}

// compareLeaves reads the events once more and names each that has another hash than it had.
func (v *verifier) compareLeaves(w Witness, list []tlog.Hash) (found bool) {
	n := uint64(0)
	for rec, err := range v.reread(1) {
		if err != nil || n == uint64(len(list)) {
			break
		}
		n++
		if tlog.RecordHash(rec.Data) == list[n-1] {
			continue
		}
		if found = true; !v.blamed[n] {
			v.blamed[n] = true
			v.differ(n, DiffersCheckpoint, "does not match the checkpoint of %d events (%s)", w.Checkpoint.Size, w.Place)
		}
	}
	return found
}

// tooLarge answers the checkpoints of more events than there are.
func (v *verifier) tooLarge() {
	if v.due == nil {
		v.order()
	}
	for _, w := range v.due {
		c := w.Checkpoint
		if w.Elsewhere {
			v.elsewhere("%s holds or held more of the same game: %d events", w.Place, c.Size)
			continue
		}
		v.out.Checkpoints = append(v.out.Checkpoints, CheckpointAt{Size: c.Size, Place: w.Place, By: append([]string{}, c.By...)})
		if v.genuine(w) {
			v.differ(uint64(v.out.Events+1), DiffersCheckpoint, "the checkpoint of %d events covers %d more than there are (%s)", c.Size, c.Size-int64(v.out.Events), w.Place)
		}
	}
}
