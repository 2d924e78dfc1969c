package outbox

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"

	"adjudicate/report"
)

// Letters about one entry mostly show one board, and so do those of an entry that is told again after an interruption. Drawing it as pixels takes more
// than all the rest of a letter, so the pictures drawn last are kept, by everything that is drawn.

// mostPainted is how many pictures are kept, of some thirty KiB each.
const mostPainted = 64

// pictures are the pictures that were drawn last, the newest at the end. They are safe for concurrent use.
type pictures struct {
	mu    sync.Mutex
	kept  []picture
	drawn int // how many were drawn at all
}

type picture struct {
	of  [sha256.Size]byte
	png []byte
}

var painted pictures

// of is a board as pixels, nil if it cannot be drawn.
func (p *pictures) of(board *report.Board) []byte {
	key := sha256.Sum256(fmt.Appendf(nil, "%#v", board.Drawn))
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.kept, func(x picture) bool { return x.of == key }); i >= 0 {
		x := p.kept[i]
		p.kept = append(slices.Delete(p.kept, i, i+1), x)
		return x.png
	}
	var b bytes.Buffer
	if err := board.Pixels(&b); err != nil {
		return nil
	}
	if len(p.kept) == mostPainted {
		p.kept = slices.Delete(p.kept, 0, 1)
	}
	p.kept = append(p.kept, picture{key, b.Bytes()})
	p.drawn++
	return b.Bytes()
}
