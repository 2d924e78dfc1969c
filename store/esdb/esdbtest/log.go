package esdbtest

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// A record is an event in the log.
type record struct {
	id       uuid.UUID
	stream   string
	number   uint64 // in its stream, from 0
	position uint64 // in the log
	typ      string
	meta     map[string]string // what the server knows: type, content type, time of creation
	custom   []byte
	data     []byte
}

// size is what an event counts against the limit of an append.
func (r *record) size() int { return 2*len(r.typ) + len(r.custom) + len(r.data) }

// A stream is the events of one stream. Numbers are never given twice: deleting hides what
// there is.
type stream struct {
	records    []*record
	hidden     uint64 // events below this number have been deleted or truncated
	maxCount   uint64 // 0 for no limit
	tombstoned bool
}

// visible is the first number that a reader sees.
func (s *stream) visible() uint64 {
	if n := uint64(len(s.records)); s.maxCount > 0 && n > s.maxCount {
		return max(s.hidden, n-s.maxCount)
	}
	return s.hidden
}

// exists reports whether there is anything to be read.
func (s *stream) exists() bool { return s != nil && s.visible() < uint64(len(s.records)) }

// log is what all servers of a cluster have in common.
type log struct {
	mu       sync.Mutex
	all      []*record
	streams  map[string]*stream
	position uint64
	grown    chan struct{} // closed when something is appended
	now      func() time.Time
}

func newLog(now func() time.Time) *log {
	return &log{streams: map[string]*stream{}, grown: make(chan struct{}), now: now}
}

// expectation is the revision that a writer expects.
type expectation struct {
	kind   expected
	number uint64
}

type expected int

const (
	atNumber expected = iota
	noStream
	anything
	someStream
)

// verdict says what became of an append.
type verdict struct {
	written, repeated, deleted bool
	last                       uint64 // number of the append's last event
	position                   uint64 // of that event
	current                    uint64 // number of the stream's last event, if it has one
	empty                      bool   // whether the stream has no events
}

// append writes records, or says why not. As the real server does, it compares the ids of a
// repeat with the log where the expected revision is exact, and knows a repeat at any
// revision only if it was the stream's latest append.
func (l *log) append(name string, want expectation, list []*record) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.streams[name]
	if s == nil {
		s = &stream{}
	}
	if s.tombstoned {
		return verdict{deleted: true}
	}
	length := uint64(len(s.records))
	v := verdict{current: length - 1, empty: length == 0}
	at := length
	switch want.kind {
	case noStream:
		at = 0
	case atNumber:
		at = want.number + 1
	case someStream:
		if !s.exists() {
			return v
		}
	}
	switch {
	case want.kind == noStream && length > 0 && !s.exists():
		at, s.hidden = length, length // deleted, and begun again: the numbers run on
	case want.kind > noStream && length >= uint64(len(list)) && len(list) > 0 && s.repeats(length-uint64(len(list)), list):
		at = length - uint64(len(list))
	}
	if at < length {
		if !s.repeats(at, list) {
			return v
		}
		v.repeated, v.last = true, at+uint64(len(list))-1
		if len(list) > 0 {
			v.position = s.records[v.last].position
		}
		return v
	}
	if at > length {
		return v
	}
	created := strconv.FormatInt(l.now().UnixNano()/100, 10)
	for _, r := range list {
		r.stream, r.number, r.position = name, at, l.position
		r.meta["created"] = created
		l.position += 64 + uint64(r.size())
		at++
		s.records = append(s.records, r)
		l.all = append(l.all, r)
		v.position = r.position
	}
	v.written, v.last = true, at-1
	if len(list) > 0 {
		l.streams[name] = s
		if about, ok := strings.CutPrefix(name, "$$"); ok {
			l.govern(about, list[len(list)-1].data)
		}
		close(l.grown)
		l.grown = make(chan struct{})
	}
	return v
}

// repeats reports whether the records stand in the stream from number at on, by their ids.
func (s *stream) repeats(at uint64, list []*record) bool {
	if at+uint64(len(list)) > uint64(len(s.records)) {
		return false
	}
	for i, r := range list {
		if s.records[at+uint64(i)].id != r.id {
			return false
		}
	}
	return true
}

// govern applies stream metadata, as far as it hides events.
func (l *log) govern(name string, data []byte) {
	var m struct {
		MaxCount uint64 `json:"$maxCount"`
		Before   uint64 `json:"$tb"`
	}
	if json.Unmarshal(data, &m) != nil {
		return
	}
	s := l.streams[name]
	if s == nil {
		s = &stream{}
		l.streams[name] = s
	}
	s.maxCount, s.hidden = m.MaxCount, max(s.hidden, m.Before)
}

// deletion is what the metadata of a deleted stream says.
const deletion = `{"$tb":9223372036854775807}`

// delete hides all events of a stream: for good by a tombstone, else by its metadata.
func (l *log) delete(name string, tombstone bool) (position uint64) {
	if !tombstone {
		l.append("$$"+name, expectation{kind: anything}, []*record{{id: uuid.New(), typ: "$metadata",
			meta: map[string]string{"type": "$metadata", "content-type": "application/json"}, data: []byte(deletion)}})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.streams[name]
	if s == nil {
		s = &stream{}
		l.streams[name] = s
	}
	s.hidden, s.tombstoned = uint64(len(s.records)), s.tombstoned || tombstone
	return l.position
}

// page returns some of the events of a stream that a reader sees, from a number on, upwards
// or downwards, and a channel that is closed when something is appended.
func (l *log) page(name string, from uint64, down bool, limit int) (list []*record, exists, deleted bool, grown <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.streams[name]
	if s == nil {
		return nil, false, false, l.grown
	}
	first, length := s.visible(), uint64(len(s.records))
	if down {
		for at := min(from+1, length); from != none && at > first && len(list) < limit; at-- {
			list = append(list, s.records[at-1])
		}
	} else {
		for at := max(from, first); at < length && len(list) < limit; at++ {
			list = append(list, s.records[at])
		}
	}
	return list, s.exists(), s.tombstoned, l.grown
}

// none is below the first number.
const none = ^uint64(0)

// slice returns some events of the whole log, by their places in it.
func (l *log) slice(from, limit int) ([]*record, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	from = min(from, len(l.all))
	return l.all[from:min(from+limit, len(l.all))], l.grown
}

// place is the place in the log of the first event at a position or behind it, or, if it is
// to lie behind, behind it.
func (l *log) place(position uint64, behind bool) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, r := range l.all {
		if r.position > position || !behind && r.position == position {
			return i
		}
	}
	return len(l.all)
}

func (l *log) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all)
}
