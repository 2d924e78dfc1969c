package salvage

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"adjudicate/events"
	"adjudicate/store"
)

// Source is what is left of a ledger.
type Source struct {
	Place string // where it was read, as it may be shown
	Form  string // "ledger", "export" or "server"
	Log   Log    // of a ledger: what became of the log beside it

	Unreadable int // pages that the disk did not give

	list    []store.Event // from event 1 on, as far as there is one after the other
	end     string        // why it is no longer: a sentence
	behind  int           // events that can be read, but stand behind the end
	known   int           // how many events there were, by all that can be seen; 0 if nothing tells
	checked bool          // whether each event matched a checksum
	streams int           // beside the one in list
}

// IsLedger tells the file of a ledger from an export, even if its beginning is damaged: it
// does not begin as an export does, and holds bytes that no text has.
func IsLedger(data []byte) bool {
	return bytes.HasPrefix(data, []byte(magic)) || !bytes.HasPrefix(data, []byte("{")) && bytes.IndexByte(data, 0) >= 0
}

// Open reads what is left at a path: of a ledger, with the log beside it, or of an export. Read
// gives as much of a file as can be read, and how many pages cannot.
func Open(path string, read func(path string) (data []byte, unreadable int, err error)) (*Source, error) {
	// The log first: what is meanwhile folded from it into the file is then in either.
	log, inLog, err := read(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		log, inLog, err = nil, 0, nil
	}
	if err != nil {
		return nil, err
	}
	data, unreadable, err := read(path)
	if err != nil {
		return nil, err
	}
	s := FromExport
	if IsLedger(data) {
		s, unreadable = func(data []byte) *Source { return FromFile(data, log) }, unreadable+inLog
	}
	source := s(data)
	source.Unreadable = unreadable
	return source, nil
}

// FromFile reads the bytes of a ledger's file and of the log beside it; log is nil if there is none.
func FromFile(file, log []byte) *Source {
	r := readRows(readPages(file, log))
	s := &Source{Form: "ledger", Log: r.log, checked: true}
	if !r.whole() {
		r.sought()
	}
	stream := r.first()
	all, named, others := 0, 0, map[int64]bool{}
	for p := range r.sound {
		if p>>revisionBits == stream {
			all++
		} else {
			others[p>>revisionBits] = true
		}
	}
	for p := range r.named {
		if p>>revisionBits == stream {
			named++
		}
	}
	position := stream<<revisionBits + 1
	for e, ok := r.sound[position]; ok && !r.twice[position]; e, ok = r.sound[position] {
		s.list = append(s.list, e)
		position++
	}
	s.behind, s.known, s.streams = all-len(s.list), max(all, named), len(others)
	next := len(s.list) + 1
	switch {
	case r.twice[position]:
		s.end = fmt.Sprintf("event %d is stored twice, in different forms that both match their checksums", next)
	case r.unsound[position]:
		s.end = fmt.Sprintf("event %d does not match its checksum", next)
	case s.behind > 0 || s.known > len(s.list):
		s.end = fmt.Sprintf("event %d is missing", next)
	case r.claimed() > r.most():
		s.end = fmt.Sprintf("file truncated: %d of its %d pages are left", r.most(), r.claimed())
	}
	return s
}

// first returns the number of the first stream that a row belongs to.
func (r *rows) first() int64 {
	switch {
	case len(r.sound) > 0:
		return slices.Min(slices.Collect(maps.Keys(r.sound))) >> revisionBits
	case len(r.unsound) > 0:
		return slices.Min(slices.Collect(maps.Keys(r.unsound))) >> revisionBits
	case len(r.named) > 0:
		return slices.Min(slices.Collect(maps.Keys(r.named))) >> revisionBits
	}
	return 1
}

// whole reports whether the rows that the pages list are all that there is any sign of.
func (r *rows) whole() bool {
	if len(r.sound) == 0 || len(r.unsound) > 0 {
		return false
	}
	for p := range r.sound {
		if _, ok := r.sound[p-1]; !ok && p != p>>revisionBits<<revisionBits+1 {
			return false // the one before it is missing
		}
	}
	for p := range r.named {
		if _, ok := r.sound[p]; !ok {
			return false
		}
	}
	return true
}

// FromExport reads the text of an export.
func FromExport(text []byte) *Source {
	s := &Source{Form: "export"}
	for line := 1; len(text) > 0; line++ {
		one, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		if one = bytes.TrimSpace(one); len(one) == 0 {
			continue
		}
		data, err := events.Import(one)
		var e events.Envelope
		if err == nil {
			e, err = events.Decode(data)
		}
		switch {
		case s.end != "" && err == nil:
			s.behind++
		case s.end != "":
		case err != nil:
			s.end = fmt.Sprintf("line %d: %v", line, err)
		case e.Sequence != uint64(len(s.list))+1:
			s.end = fmt.Sprintf("line %d holds event %d instead of event %d", line, e.Sequence, len(s.list)+1)
			s.behind++
		default:
			s.list = append(s.list, store.Event{ID: e.ID, Type: events.WireType(data), Data: data})
		}
	}
	return s
}
