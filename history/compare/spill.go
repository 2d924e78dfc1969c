package compare

import (
	"os"
	"sync"
)

// Packs of a long comparison take as much room as there are inputs that differ, and few of them are opened. Behind the first megabytes they are written, one
// behind the other, into a temporary file that has no name any more once it is open: nobody else reads it, and it is gone with whoever holds it. Where no such file can be
// had, or it takes no more, packs stay in memory.

// mostPacked is how many bytes of packs stay in memory.
const mostPacked = 4 << 20

// extent is where something lies in the file.
type extent struct {
	at int64
	n  int
}

// A spill takes what does not stay in memory. It is safe for concurrent use.
type spill struct {
	sync.Mutex
	most    int // bytes in memory
	held    int // bytes in memory
	file    *os.File
	end     int64
	refused bool // it can take no more
}

// put takes data away, and returns where to; nil: it is to stay in memory.
func (s *spill) put(data []byte) *extent {
	s.Lock()
	defer s.Unlock()
	if s.held+len(data) <= s.most || s.refused {
		s.held += len(data)
		return nil
	}
	if s.file == nil {
		s.file = nameless()
	}
	if s.file == nil {
		s.refused = true
		return nil
	}
	if _, err := s.file.WriteAt(data, s.end); err != nil {
		s.refused = true
		return nil
	}
	x := &extent{s.end, len(data)}
	s.end += int64(len(data))
	return x
}

// get reads what lies in the file.
func (s *spill) get(x extent) ([]byte, error) {
	data := make([]byte, x.n)
	_, err := s.file.ReadAt(data, x.at)
	return data, err
}

// nameless returns a temporary file that its name has been taken from, nil if there is none to be had.
func nameless() *os.File {
	f, err := os.CreateTemp("", "adjudicate-packs-*")
	if err != nil {
		return nil
	}
	if os.Remove(f.Name()) != nil { // a system that holds on to files that are open
		f.Close()
		os.Remove(f.Name())
		return nil
	}
	return f
}
