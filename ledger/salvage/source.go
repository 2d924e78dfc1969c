package salvage

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"unicode"

	"adjudicate/events"
	"adjudicate/store"
)

// Source is what is left of a ledger.
type Source struct {
	Place string // where it was read, as it may be shown
	Form  string // "ledger", "export" or "server"
	Log   Log    // of a ledger: what became of the log beside it

	Unreadable int // pages that the disk did not give

	count   int                              // events, from event 1 on, as far as there is one after the other
	event   func(n int) (store.Event, error) // one of them, read again; the caller may keep it
	close   func() error
	end     string // why it is no longer: a sentence
	behind  int    // events that can be read, but stand behind the end
	known   int    // how many events there were, by all that can be seen; 0 if nothing tells
	checked bool   // whether each event matched a checksum
	streams int    // beside the one in list
}

// Close lets go of what is read.
func (s *Source) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}

// Remains are what is left of a file. A piece that cannot be read reads as zeros.
type Remains interface {
	io.ReaderAt
	io.Closer
	Size() int64
	Unreadable() int // pieces that could not be read so far
}

// isLedger tells the file of a ledger from an export, even if its beginning is damaged: it
// does not begin as an export does, and holds bytes that no text has.
func isLedger(text io.ReaderAt, size int64) bool {
	buf := make([]byte, 1<<16)
	for at := int64(0); at < size; at += int64(len(buf)) {
		n, _ := text.ReadAt(buf, at)
		part := buf[:n]
		switch {
		case at == 0 && bytes.HasPrefix(part, []byte(magic)):
			return true
		case at == 0 && bytes.HasPrefix(part, []byte("{")):
			return false
		case bytes.IndexByte(part, 0) >= 0:
			return true
		}
	}
	return false
}

// Open reads what is left at a path: of a ledger, with the log beside it, or of an export. The source goes on reading from there until it is closed.
func Open(path string, read func(path string) (Remains, error)) (*Source, error) {
	// The log first, and all of it: what is meanwhile folded from it into the file is then in either.
	log, lost, err := whole(path+"-wal", read)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	file, err := read(path)
	if err != nil {
		return nil, err
	}
	var s *Source
	if isLedger(file, file.Size()) {
		s = fromFile(file, file.Size(), log)
		s.Unreadable = lost
	} else {
		s = fromExport(file, file.Size())
	}
	s.Unreadable += file.Unreadable()
	s.close = file.Close
	return s, nil
}

// whole reads what is left of a file, and says how many pieces of it are lost.
func whole(path string, read func(string) (Remains, error)) (data []byte, lost int, err error) {
	r, err := read(path)
	if err != nil {
		return nil, 0, err
	}
	data = make([]byte, r.Size())
	n, _ := r.ReadAt(data, 0)
	return data[:n], r.Unreadable(), r.Close()
}

// FromBytes reads the bytes of a ledger's file, with those of the log beside it, or of an export.
func FromBytes(data, log []byte) *Source {
	text, size := bytes.NewReader(data), int64(len(data))
	if isLedger(text, size) {
		return fromFile(text, size, log)
	}
	return fromExport(text, size)
}

// fromFile reads a ledger's file and the bytes of the log beside it; log is nil if there is none.
func fromFile(file io.ReaderAt, size int64, log []byte) *Source {
	r := readRows(readPages(file, size, log))
	s := &Source{Form: "ledger", Log: r.log, checked: true}
	if !r.whole() {
		r.sought()
	}
	stream := r.first()
	all, named, others := 0, 0, map[int64]bool{}
	for p := range r.sound.all() {
		if p>>revisionBits == stream {
			all++
		} else {
			others[p>>revisionBits] = true
		}
	}
	for p := range r.named.all() {
		if p>>revisionBits == stream {
			named++
		}
	}
	position := stream<<revisionBits + 1
	for {
		if _, ok := r.sound.of(position); !ok || r.twice.has(position) {
			break
		}
		s.count++
		position++
	}
	s.event = func(n int) (store.Event, error) {
		position := stream<<revisionBits + int64(n)
		at, _ := r.sound.of(position)
		e, ok := r.event(position, at)
		if !ok {
			return e, errChanged
		}
		e.Data = bytes.Clone(e.Data)
		return e, nil
	}
	s.behind, s.known, s.streams = all-s.count, max(all, named), len(others)
	next := s.count + 1
	switch {
	case r.twice.has(position):
		s.end = fmt.Sprintf("event %d is stored twice, in different forms that both match their checksums", next)
	case r.unsound.has(position):
		s.end = fmt.Sprintf("event %d does not match its checksum", next)
	case s.behind > 0 || s.known > s.count:
		s.end = fmt.Sprintf("event %d is missing", next)
	case r.claimed() > r.most():
		s.end = fmt.Sprintf("file truncated: %d of its %d pages are left", r.most(), r.claimed())
	}
	return s
}

// first returns the number of the first stream that a row belongs to.
func (r *rows) first() int64 {
	for _, all := range []iter.Seq[int64]{r.sound.all(), r.unsound.all(), r.named.all()} {
		if at := least(all); at != 0 {
			return at >> revisionBits
		}
	}
	return 1
}

// whole reports whether the rows that the pages list are all that there is any sign of.
func (r *rows) whole() bool {
	if len(r.sound) == 0 || len(r.unsound) > 0 {
		return false
	}
	for p := range r.sound.all() {
		if _, ok := r.sound.of(p - 1); !ok && p != p>>revisionBits<<revisionBits+1 {
			return false // the one before it is missing
		}
	}
	for p := range r.named.all() {
		if _, ok := r.sound.of(p); !ok {
			return false
		}
	}
	return true
}

// errChanged says that what was read once is not there any more.
var errChanged = errors.New("it could be read, and cannot be read again: another program writes to the file, or the disk fails")

// mostLine is the most bytes that a line of an export may have.
const mostLine = 64 << 20

// span is where a line stands.
type span struct {
	at   int64
	size int
}

// fromExport reads the text of an export.
func fromExport(text io.ReaderAt, size int64) *Source {
	s := &Source{Form: "export"}
	var where []span
	var dec events.Decoder
	s.event = func(n int) (store.Event, error) {
		line := make([]byte, where[n-1].size)
		if n, _ := text.ReadAt(line, where[n-1].at); n < len(line) {
			return store.Event{}, errChanged
		}
		data, e, err := dec.Import(line)
		return store.Event{ID: e.ID, Type: events.WireType(data), Data: data}, err
	}
	lines := bufio.NewScanner(io.NewSectionReader(text, 0, size))
	lines.Buffer(make([]byte, 0, 1<<16), mostLine)
	var begin, next int64 // of the line
	lines.Split(func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		advance, token, err = bufio.ScanLines(data, atEOF)
		begin, next = next, next+int64(advance)
		return advance, token, err
	})
	line := 0
	for lines.Scan() {
		line++
		one := bytes.TrimSpace(lines.Bytes())
		if len(one) == 0 {
			continue
		}
		_, e, err := dec.Import(one)
		switch {
		case s.end != "" && err == nil:
			s.behind++
		case s.end != "":
		case err != nil:
			s.end = fmt.Sprintf("line %d: %v", line, err)
		case e.Sequence != uint64(s.count)+1:
			s.end = fmt.Sprintf("line %d holds event %d instead of event %d", line, e.Sequence, s.count+1)
			s.behind++
		default:
			s.count++
			before := len(lines.Bytes()) - len(bytes.TrimLeftFunc(lines.Bytes(), unicode.IsSpace))
			where = append(where, span{begin + int64(before), len(one)})
		}
	}
	if lines.Err() != nil && s.end == "" {
		s.end = fmt.Sprintf("line %d: expected an event, at most %d MiB long", line+1, mostLine>>20)
	}
	return s
}
