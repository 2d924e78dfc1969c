package esdbtest

import (
	"cmp"
	"math"
	"slices"
	"strconv"
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
	place    int    // in the log, counted in events
	typ      string
	json     bool
	created  time.Time
	custom   []byte
	data     []byte
	gone     bool // a scavenge has taken it away
}

// A stream is the events of one stream. Numbers are never given twice: deleting hides what
// there is.
type stream struct {
	records    []*record // by number
	tombstoned bool
	ended      int // the place in the log of the tombstone
}

// last is the number of a stream's newest event, -1 if it never had one.
func (s *stream) last() int64 {
	if s == nil {
		return -1
	}
	return int64(len(s.records)) - 1
}

// log is what all servers of a cluster have in common. Writers are held to all of it; readers
// see what is committed, which comes later (see lag and hold).
type log struct {
	mu        sync.Mutex
	all       []*record
	streams   map[string]*stream
	position  uint64
	committed int                     // how many of all a reader sees
	recent    map[uuid.UUID][]written // what a server remembers of the appends since it started
	lag       time.Duration           // how long what is accepted takes to be committed
	held      bool                    // nothing is committed
	epoch     int                     // grows when what was not committed is cut off
	grown     chan struct{}           // closed when something is committed
	now       func() time.Time
}

// written is where an id has been written.
type written struct {
	stream string
	number int64
}

func newLog(now func() time.Time) *log {
	return &log{streams: map[string]*stream{}, recent: map[uuid.UUID][]written{}, grown: make(chan struct{}), now: now}
}

// expectation is the revision that a writer expects: a number, or one of the others.
type expectation int64

const (
	noStream   expectation = -1
	anything   expectation = -2
	someStream expectation = -4
)

// outcome is what becomes of an append.
type outcome int

const (
	accepted   outcome = iota
	repeated           // it stands already
	wrong              // not at that revision
	deleted            // the stream has ended, or is hidden
	unanswered         // it repeats what is not committed: the server says nothing at all
)

// verdict says what becomes of an append, and of which revision it is true.
type verdict struct {
	outcome  outcome
	current  int64 // number of the stream's newest event
	last     int64 // number of the append's own last event
	hidden   bool  // the stream was deleted softly
	visible  bool  // the append's last event can be read
	position uint64
	upTo     int // how much of the log must be committed before it is acknowledged
	epoch    int
}

// metadataOf is the metadata of a stream as a writer knows it, or as a reader does who sees
// only the first events of the log.
func (l *log) metadataOf(name string, seen int) governance {
	if _, isMeta := original(name); isMeta {
		return ofMetadata
	}
	if r := l.newest(metadataStream(name), seen); r != nil && r.json && len(r.data) > 0 {
		return readMetadata(r.data)
	}
	return governance{}
}

// newest is the last event of a stream among the first of the log, nil if there is none.
func (l *log) newest(name string, seen int) *record {
	s := l.streams[name]
	if s == nil {
		return nil
	}
	for i := len(s.records) - 1; i >= 0; i-- {
		if r := s.records[i]; r.place < seen {
			return r
		}
	}
	return nil
}

// lastNumber is the number of a stream's newest event, and whether it has ended: so has the
// metadata stream of one that has.
func (l *log) lastNumber(name string) (last int64, ended bool) {
	if of, isMeta := original(name); isMeta {
		if s := l.streams[of]; s != nil && s.tombstoned {
			return 0, true
		}
	}
	s := l.streams[name]
	return s.last(), s != nil && s.tombstoned
}

// check holds an append to the revision that it expects. At an exact one, or where there is
// to be no stream, ids are compared with the log; at any other with what the server remembers.
func (l *log) check(name string, want expectation, ids []uuid.UUID) verdict {
	s := l.streams[name]
	current, ended := l.lastNumber(name)
	v := verdict{current: current}
	if ended {
		v.outcome = deleted
		return v
	}
	hidden := l.metadataOf(name, len(l.all)).softlyDeleted()
	if want == someStream {
		if hidden {
			v.outcome = deleted
			return v
		}
		if meta, _ := l.lastNumber(metadataStream(name)); current < 0 && meta < 0 {
			v.outcome = wrong
			return v
		}
	}
	switch {
	case want == anything || want == someStream:
		if len(ids) == 0 {
			v.hidden = hidden
			return v
		}
		for i, id := range ids {
			n, ok := l.remembered(id, name)
			if !ok {
				if i > 0 {
					v.outcome = wrong
				}
				v.hidden = i == 0 && hidden
				return v
			}
			v.last = n
		}
		return l.asRepeat(name, v)
	case int64(want) < current:
		for i, id := range ids {
			n := int64(want) + 1 + int64(i)
			if n <= current && !s.records[n].gone && s.records[n].id == id {
				continue
			}
			if m, ok := l.remembered(id, name); ok && m == n {
				continue
			}
			v.outcome = wrong
			if i == 0 && want == noStream && hidden {
				v.outcome, v.hidden = accepted, true
			}
			return v
		}
		if len(ids) == 0 {
			v.outcome = wrong
			return v
		}
		v.last = int64(want) + int64(len(ids))
		return l.asRepeat(name, v)
	case int64(want) > current:
		v.outcome = wrong
		return v
	}
	v.hidden = hidden
	return v
}

// asRepeat is the verdict on what stands already: without a position where it cannot be read.
func (l *log) asRepeat(name string, v verdict) verdict {
	v.outcome = repeated
	s := l.streams[name]
	if v.last < int64(len(s.records)) && s.records[v.last].place >= l.committed {
		v.outcome = unanswered
		return v
	}
	if r := l.event(name, v.last, l.committed); r != nil {
		v.visible, v.position = true, r.position
	}
	return v
}

// remembered says where in a stream an id was written last since the server started.
func (l *log) remembered(id uuid.UUID, name string) (int64, bool) {
	list := l.recent[id]
	if len(list) == 0 || list[len(list)-1].stream != name {
		return 0, false
	}
	return list[len(list)-1].number, true
}

// append writes records, or says why not.
func (l *log) append(name string, want expectation, list []*record) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids := make([]uuid.UUID, len(list))
	for i, r := range list {
		ids[i] = r.id
	}
	v := l.check(name, want, ids)
	v.epoch = l.epoch
	if v.outcome != accepted {
		return v
	}
	of, isMeta := original(name)
	reborn := isMeta && l.metadataOf(of, len(l.all)).softlyDeleted()
	for _, r := range list {
		l.write(name, r)
	}
	v.last, v.position, v.visible = v.current+int64(len(list)), l.position, true
	if len(list) > 0 {
		v.position = list[len(list)-1].position
	}
	if v.hidden {
		l.undelete(name, uint64(v.current+1))
	}
	if reborn {
		last, _ := l.lastNumber(of)
		l.undelete(of, uint64(last+1))
	}
	v.upTo = len(l.all)
	l.commitLater(v.upTo)
	return v
}

// write puts a record behind what a stream has.
func (l *log) write(name string, r *record) {
	s := l.streams[name]
	if s == nil {
		s = &stream{}
		l.streams[name] = s
	}
	r.stream, r.number = name, uint64(len(s.records))
	s.records = append(s.records, r)
	l.enter(r)
	l.recent[r.id] = append(l.recent[r.id], written{name, int64(r.number)})
}

// tombstoneType is the type of the record that ends a stream for good. It stands in $all under the
// stream's name, behind every number.
const tombstoneType = "$streamDeleted"

// enter puts a record behind all others.
func (l *log) enter(r *record) {
	r.position, r.place, r.created = l.position, len(l.all), l.now()
	l.position += 64 + uint64(len(r.typ)+len(r.custom)+len(r.data))
	l.all = append(l.all, r)
}

// undelete lets the events of a stream be seen from a number on.
func (l *log) undelete(name string, from uint64) {
	meta := l.newest(metadataStream(name), len(l.all))
	if meta == nil {
		return
	}
	if text, ok := undeleted(meta.data, from); ok {
		l.write(metadataStream(name), &record{id: uuid.New(), typ: "$metadata", json: true, data: text})
	}
}

// deletion is what the metadata of a deleted stream says.
const deletion = `{"$tb":9223372036854775807}`

// delete hides all events of a stream: for good by a tombstone, else by its metadata.
func (l *log) delete(name string, want expectation, tombstone bool) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.check(name, want, []uuid.UUID{uuid.New()})
	v.epoch = l.epoch
	if v.outcome != accepted {
		return v
	}
	if tombstone {
		s := l.streams[name]
		if s == nil {
			s = &stream{}
			l.streams[name] = s
		}
		l.enter(&record{id: uuid.New(), typ: tombstoneType, stream: name, number: math.MaxInt64})
		s.tombstoned, s.ended = true, len(l.all)
	} else {
		if meta, _ := l.lastNumber(metadataStream(name)); v.current < 0 && meta < 0 {
			v.outcome = wrong
			return v
		}
		l.write(metadataStream(name), &record{id: uuid.New(), typ: "$metadata", json: true, data: []byte(deletion)})
	}
	v.position, v.visible, v.upTo = l.position, true, len(l.all)
	l.commitLater(v.upTo)
	if l.committed == len(l.all) {
		l.tell()
	}
	return v
}

func (l *log) tell() {
	close(l.grown)
	l.grown = make(chan struct{})
}

// commitLater lets readers see the first events of the log: at once, after a while, or when
// the leader has followers again.
func (l *log) commitLater(upTo int) {
	switch epoch := l.epoch; {
	case l.held:
	case l.lag > 0:
		time.AfterFunc(l.lag, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.epoch == epoch && !l.held {
				l.commit(upTo)
			}
		})
	default:
		l.commit(upTo)
	}
}

func (l *log) commit(upTo int) {
	if upTo > l.committed {
		l.committed = upTo
		l.tell()
	}
}

// hold keeps readers from seeing anything new until it is let go.
func (l *log) hold(yes bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held = yes; !yes {
		l.commit(len(l.all))
	}
}

// cut takes away what is not committed, as a leader does that was deposed before its
// followers had it. Who waits for an acknowledgement of it gets none.
func (l *log) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.epoch++
	for _, r := range l.all[l.committed:] {
		s := l.streams[r.stream]
		if r.typ == tombstoneType {
			s.tombstoned = false
			continue
		}
		s.records = s.records[:len(s.records)-1]
		list := l.recent[r.id]
		l.recent[r.id] = list[:len(list)-1]
		if len(s.records) == 0 && !s.tombstoned {
			delete(l.streams, r.stream)
		}
	}
	l.all = l.all[:l.committed]
	l.tell()
}

// acknowledgeable reports whether what a verdict is about is committed, whether it has been
// cut off, and a channel that is closed when that may have changed.
func (l *log) acknowledgeable(v verdict) (done, lost bool, grown <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.committed >= v.upTo, l.epoch != v.epoch && l.committed < v.upTo, l.grown
}

// forget empties what a server remembers of appends, as a restart does.
func (l *log) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.recent)
}

// scavenge takes away for good what metadata hides; a stream's newest event stays, and so
// does its metadata.
func (l *log) scavenge() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, s := range l.streams {
		m := l.metadataOf(name, len(l.all))
		first := m.first(s.last())
		if s.tombstoned {
			first = uint64(len(s.records)) + 1
		}
		for i, r := range s.records {
			newest := i == len(s.records)-1 && !s.tombstoned
			if !newest && (r.number < first || m.expired(r, l.now())) {
				r.gone, r.data, r.custom = true, nil, nil
			}
		}
	}
}

// first is the lowest number that metadata lets a reader see.
func (m governance) first(last int64) uint64 {
	first := m.before
	if n := last + 1 - int64(min(m.maxCount, 1<<62)); m.maxCount > 0 && n > 0 {
		first = max(first, uint64(n))
	}
	return first
}

// expired reports whether a record is too old to be seen.
func (m governance) expired(r *record, now time.Time) bool {
	return m.maxAge > 0 && r.created.Before(now.Add(-m.maxAge))
}

// event is one event of a stream as a link to it finds it, nil if it cannot be read.
func (l *log) event(name string, number int64, seen int) *record {
	s := l.streams[name]
	m := l.metadataOf(name, seen)
	if _, ended := l.lastNumber(name); ended || s == nil || m.softlyDeleted() {
		return nil
	}
	newest := l.newest(name, seen)
	if newest == nil {
		return nil
	}
	last := int64(newest.number)
	if number == -1 {
		number = last
	}
	if number < 0 || number > last || uint64(number) < m.first(last) {
		return nil
	}
	if r := s.records[number]; !r.gone && !m.expired(r, l.now()) {
		return r
	}
	return nil
}

// A page is some events of a stream.
type page struct {
	list  []*record
	state state
	next  uint64 // where the next page begins, if it has one
	more  bool
	grown <-chan struct{} // closed when something is committed
}

// state is what a reader learns of a stream as a whole.
type state int

const (
	there state = iota
	absent
	ended
)

// page returns some of the events of a stream that a reader of the first events of the log
// sees, from a number on, upwards or downwards.
func (l *log) page(name string, from uint64, down bool, limit, seen int) page {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen = min(seen, l.committed)
	p := page{grown: l.grown}
	s := l.streams[name]
	if _, over := l.lastNumber(name); over && (s == nil || !s.tombstoned || s.ended <= seen) {
		p.state = ended
		return p
	}
	m := l.metadataOf(name, seen)
	newest := l.newest(name, seen)
	if newest == nil || m.softlyDeleted() {
		p.state = absent
		return p
	}
	last := newest.number
	first, now := m.first(int64(last)), l.now()
	see := func(n uint64) {
		if r := s.records[n]; !r.gone && !m.expired(r, now) {
			p.list = append(p.list, r)
		}
	}
	n := max(from, first)
	if down {
		for n = min(from, last) + 1; n > first && len(p.list) < limit; n-- {
			see(n - 1)
		}
		p.next, p.more = n-1, n > first
		return p
	}
	for ; n <= last && len(p.list) < limit; n++ {
		see(n)
	}
	p.next, p.more = n, n <= last
	return p
}

// slice returns some events of the whole log, by their places in it, and how many places
// they took.
func (l *log) slice(from, limit, seen int) (list []*record, places int, grown <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen = min(seen, l.committed)
	from = min(from, seen)
	places = min(limit, seen-from)
	for _, r := range l.all[from : from+places] {
		if !r.gone {
			list = append(list, r)
		}
	}
	return list, places, l.grown
}

// place is the place in the log of the first event at a position or behind it, or, if it is
// to lie behind, behind it.
func (l *log) place(position uint64, behind bool) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	i, found := slices.BinarySearchFunc(l.all, position, func(r *record, p uint64) int { return cmp.Compare(r.position, p) })
	if found && behind {
		i++
	}
	return i
}

// length counts the events that readers see.
func (l *log) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.committed
}

// createdTicks is a record's time of creation as the protocol has it: tenths of microseconds.
func (r *record) createdTicks() string { return strconv.FormatInt(r.created.UnixNano()/100, 10) }

// empty takes everything away.
func (l *log) empty() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all, l.committed, l.streams, l.recent = nil, 0, map[string]*stream{}, map[uuid.UUID][]written{}
	l.tell()
}
