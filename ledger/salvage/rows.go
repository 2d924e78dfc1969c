package salvage

import (
	"encoding/binary"

	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// Kinds of pages, by their first byte.
const (
	indexInner = 0x02
	indexLeaf  = 0x0a
	tableLeaf  = 0x0d
)

// revisionBits of a row's position are its revision; those above number the stream.
const revisionBits = 40

// rows gathers what the pages of a file hold of the table of events: of each row where it stands, so that it can be read again.
type rows struct {
	*pages
	sound   placed
	unsound positions // a row that stands where a page says, without matching its checksum
	twice   positions // two rows that both match, and differ
	named   positions // positions that the index of ids knows
}

func readRows(p *pages) *rows {
	r := &rows{pages: p, sound: placed{}, unsound: positions{}, twice: positions{}, named: positions{}}
	p.each(r.listed)
	return r
}

// listed reads the rows that a page's own table of contents leads to.
func (r *rows) listed(number int, begin ref, page []byte) {
	header := page
	if number == 1 {
		header = page[fileHeader:]
	}
	start, child := 8, 0
	switch header[0] {
	case tableLeaf, indexLeaf:
	case indexInner:
		start, child = 12, 4
	default:
		return
	}
	cells := int(binary.BigEndian.Uint16(header[3:]))
	for i := 0; i < cells && start+2*i+2 <= len(header); i++ {
		at := int(binary.BigEndian.Uint16(header[start+2*i:])) + child
		switch {
		case at >= pageSize:
		case header[0] == tableLeaf:
			r.row(begin|ref(at), page[at:], true)
		default:
			r.entry(page[at:])
		}
	}
}

// sought looks for rows at every byte of every page.
func (r *rows) sought() {
	r.each(func(_ int, begin ref, page []byte) {
		for at := range page {
			r.row(begin|ref(at), page[at:], false)
		}
	})
}

// row reads a cell of a leaf of the table of events, if it is one, and keeps its place if its
// checksum says that nothing in it has changed.
func (r *rows) row(at ref, cell []byte, listed bool) {
	position, size, record, ok := begins(cell)
	if !ok {
		return
	}
	old, known := r.sound.of(position)
	if known && !listed {
		return
	}
	e, ok := r.sums(position, size, record)
	switch {
	case !ok && listed:
		r.unsound.add(position)
	case ok && !known:
		r.sound.put(position, at)
	case ok:
		if was, again := r.event(position, old); !again || was.ID != e.ID || was.Type != e.Type || string(was.Data) != string(e.Data) {
			r.twice.add(position)
		}
	}
}

// event reads the row of a position again, from where it stands. Its data is valid until the next page is asked for.
func (r *rows) event(position int64, at ref) (store.Event, bool) {
	found, size, record, ok := begins(r.page(at)[at&(1<<refBits-1):])
	if !ok || found != position {
		return store.Event{}, false
	}
	return r.sums(position, size, record)
}

// begins reports whether a cell begins as a row of the table of events does, and returns its position, and the size and the beginning of its record.
func begins(cell []byte) (position int64, size int, record []byte, ok bool) {
	long, n := varint(cell)
	if n == 0 || long < 24 || long > 1<<31 {
		return 0, 0, nil, false
	}
	cell = cell[n:]
	position, n = varint(cell)
	if n == 0 || position>>revisionBits < 1 || position&(1<<revisionBits-1) == 0 {
		return 0, 0, nil, false
	}
	cell = cell[n:]
	// The record's header: its own length, then a code a column. A row of events begins with
	// nothing (the position stands before the record) and 16 bytes.
	return position, int(long), cell, len(cell) >= 6 && cell[0] <= 32 && cell[1] == 0 && cell[2] == 12+2*16
}

// sums reads a record, and reports whether it matches its checksum.
func (r *rows) sums(position int64, size int, begin []byte) (e store.Event, ok bool) {
	record := r.payload(begin, size)
	if record == nil {
		return e, false
	}
	e, sum, ok := columns(record)
	return e, ok && sum == sqlite.Checksum(position, &e)
}

// payload returns a record of a table's row: what of it stands in the cell, and what stands
// on the overflow pages behind.
func (r *rows) payload(cell []byte, size int) []byte {
	const (
		most  = pageSize - 35
		least = (pageSize-12)*32/255 - 23
		each  = pageSize - 4
	)
	if size <= most {
		if size > len(cell) {
			return nil
		}
		return cell[:size]
	}
	local := least + (size-least)%each
	if local > most {
		local = least
	}
	if local+4 > len(cell) || (size-local)/each > r.most() {
		return nil
	}
	record := append(make([]byte, 0, size), cell[:local]...)
	for next := binary.BigEndian.Uint32(cell[local:]); len(record) < size; {
		page := r.newest(int(next))
		if page == nil {
			return nil
		}
		record = append(record, page[4:4+min(each, size-len(record))]...)
		next = binary.BigEndian.Uint32(page)
	}
	return record
}

// columns splits a record of events into an event and its checksum.
func columns(record []byte) (e store.Event, sum uint32, ok bool) {
	length, at := varint(record)
	if at == 0 || length < 6 || length > int64(len(record)) {
		return e, 0, false
	}
	header, body := record[at:length], record[length:]
	var codes [5]int64
	for i := range codes {
		code, n := varint(header)
		if n == 0 {
			return e, 0, false
		}
		codes[i], header = code, header[n:]
	}
	take := func(n int64) []byte {
		if n < 0 || n > int64(len(body)) {
			ok = false
			return nil
		}
		part := body[:n:n]
		body = body[n:]
		return part
	}
	if ok = codes[0] == 0 && codes[1] == 12+2*16 && codes[2] >= 13 && codes[2]%2 == 1 && codes[3] >= 12 && codes[3]%2 == 0; !ok {
		return e, 0, false
	}
	copy(e.ID[:], take(16))
	e.Type = string(take((codes[2] - 13) / 2))
	e.Data = take((codes[3] - 12) / 2)
	number, fits := integer(codes[4], take)
	return e, uint32(number), ok && fits && number>>32 == 0 && e.Type != ""
}

// integer reads a column that holds a whole number.
func integer(code int64, take func(int64) []byte) (int64, bool) {
	widths := []int64{1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
	switch {
	case code == 8 || code == 9:
		return code - 8, true
	case code < 1 || code >= int64(len(widths)):
		return 0, false
	}
	part := take(widths[code])
	if len(part) == 0 {
		return 0, false
	}
	n := int64(int8(part[0]))
	for _, b := range part[1:] {
		n = n<<8 | int64(b)
	}
	return n, true
}

// entry reads an entry of the index of ids: 16 bytes and the position of the row.
func (r *rows) entry(cell []byte) {
	size, n := varint(cell)
	if n == 0 || size > int64(len(cell)-n) || size < 4 || cell[n] != 3 || cell[n+1] != 12+2*16 {
		return
	}
	record := cell[n : int64(n)+size]
	code, body, ok := int64(record[2]), record[3:], true
	take := func(n int64) []byte {
		if n > int64(len(body)) {
			ok = false
			return nil
		}
		part := body[:n]
		body = body[n:]
		return part
	}
	take(16)
	position, whole := integer(code, take)
	if ok && whole && position>>revisionBits > 0 {
		r.named.add(position)
	}
}

// varint reads a number of one to nine bytes; n is 0 if it is cut.
func varint(b []byte) (v int64, n int) {
	for i := 0; i < len(b) && i < 9; i++ {
		if i == 8 {
			return v<<8 | int64(b[i]), 9
		}
		v = v<<7 | int64(b[i]&0x7f)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}
