package faults

import (
	"bytes"
	"math/rand/v2"
	"strings"
)

// Loss says what becomes of operations that no sync has made durable.
type Loss int

// The losses that a power cut may bring.
const (
	Everything Loss = iota // nothing of them reached the disk
	Nothing                // all of them did
	Writes                 // some of them did, each whole or not at all
	Sectors                // of each write, some sectors did
)

// Losses lists them all.
var Losses = []Loss{Everything, Nothing, Writes, Sectors}

const sector = 512

// Image returns the files by name as they may stand after a power cut: start is how they
// stood, durable, before the record began, done the operations that had been called for by
// then. Files that hold no facts (the index of the log) are left out, as the next process
// builds them anew.
func Image(start map[string][]byte, done []Op, loss Loss, random *rand.Rand) map[string][]byte {
	names := []string{}
	pending := map[string][]Op{}
	image := map[string][]byte{}
	for name, content := range start {
		image[name] = bytes.Clone(content)
	}
	for i := range done {
		op := &done[i]
		if op.Skip || strings.HasSuffix(op.Path, "-shm") {
			continue
		}
		if _, seen := pending[op.Path]; !seen {
			names = append(names, op.Path)
		}
		if op.Kind != Sync {
			pending[op.Path] = append(pending[op.Path], *op)
			continue
		}
		for j := range pending[op.Path] {
			apply(image, &pending[op.Path][j], nil)
		}
		pending[op.Path] = pending[op.Path][:0]
	}
	for _, name := range names {
		lose(image, pending[name], loss, random)
	}
	return image
}

// lose applies what a power cut spares of the operations on one file that were not synced.
func lose(image map[string][]byte, list []Op, loss Loss, random *rand.Rand) {
	if loss == Everything {
		return
	}
	// Creating and deleting take effect in order: up to which of them?
	turns := []int{0}
	for i := range list {
		if list[i].Kind == Create || list[i].Kind == Delete {
			turns = append(turns, i)
		}
	}
	from := turns[len(turns)-1]
	if loss != Nothing {
		from = turns[random.IntN(len(turns))]
	}
	for i := from; i < len(list); i++ {
		op := &list[i]
		turn := op.Kind == Create || op.Kind == Delete
		if turn && i > from {
			return
		}
		switch {
		case turn || loss == Nothing:
			apply(image, op, nil)
		case loss == Sectors && op.Kind == Write:
			apply(image, op, func() bool { return random.IntN(2) == 0 })
		case random.IntN(2) == 0:
			apply(image, op, nil)
		}
	}
}

// apply does an operation to an image; spared, if not nil, is asked for each sector.
func apply(image map[string][]byte, op *Op, spared func() bool) {
	content := image[op.Path]
	switch op.Kind {
	case Create:
		image[op.Path] = []byte{}
	case Delete:
		delete(image, op.Path)
	case Truncate:
		image[op.Path] = resized(content, op.Offset)
	case Write:
		for at := int64(0); at < int64(len(op.Data)); {
			n := min(sector-(op.Offset+at)%sector, int64(len(op.Data))-at)
			if spared == nil || spared() {
				content = resized(content, max(int64(len(content)), op.Offset+at+n))
				copy(content[op.Offset+at:], op.Data[at:at+n])
			}
			at += n
		}
		image[op.Path] = content
	}
}

func resized(content []byte, size int64) []byte {
	if size <= int64(len(content)) {
		return content[:size]
	}
	return append(content, make([]byte, size-int64(len(content)))...)
}
