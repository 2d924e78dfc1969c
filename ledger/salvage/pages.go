package salvage

import (
	"bytes"
	"encoding/binary"
)

// What docs/format.md and the SQLite file format say.
const (
	pageSize    = 4096
	fileHeader  = 100 // before the first page's own header
	logHeader   = 32
	frameHeader = 24
)

// magic begins every SQLite file.
const magic = "SQLite format 3\x00"

// pages are the pages of a file and of the log beside it.
type pages struct {
	file   [][]byte         // as they stand in the file, page 1 first
	logged map[int][][]byte // the committed versions in the log, oldest first
	log    Log
}

// Log says what became of the log beside a file.
type Log struct {
	Frames int `json:"frames"` // pages that were committed to it
	Unread int `json:"unread"` // bytes behind them, damaged or never committed
}

func readPages(file, log []byte) *pages {
	p := &pages{logged: map[int][][]byte{}}
	for len(file) >= pageSize {
		p.file, file = append(p.file, file[:pageSize:pageSize]), file[pageSize:]
	}
	if len(file) > 0 { // the last one is cut
		p.file = append(p.file, append(make([]byte, 0, pageSize), file...)[:pageSize])
	}
	p.readLog(log)
	return p
}

// readLog takes the frames of a write-ahead log as far as their checksums run on, up to the
// last one that commits.
func (p *pages) readLog(log []byte) {
	p.log.Unread = len(log)
	if len(log) < logHeader {
		return
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch binary.BigEndian.Uint32(log) {
	case 0x377f0682:
	case 0x377f0683:
		order = binary.BigEndian
	default:
		return
	}
	s := checksum{order: order}
	s.add(log[:24])
	if !s.is(log[24:32]) || binary.BigEndian.Uint32(log[8:]) != pageSize {
		return
	}
	type frame struct {
		number int
		page   []byte
	}
	var open []frame // not committed yet
	salt := log[16:24]
	const size = frameHeader + pageSize
	for at := logHeader; at+size <= len(log); at += size {
		f := log[at : at+size]
		s.add(f[:8])
		s.add(f[frameHeader:])
		if !bytes.Equal(f[8:16], salt) || !s.is(f[16:24]) {
			return
		}
		open = append(open, frame{int(binary.BigEndian.Uint32(f)), f[frameHeader:]})
		if binary.BigEndian.Uint32(f[4:]) == 0 {
			continue
		}
		for _, f := range open {
			p.logged[f.number] = append(p.logged[f.number], f.page)
		}
		p.log.Frames += len(open)
		p.log.Unread = len(log) - at - size
		open = open[:0]
	}
}

// checksum is that of the log: over pairs of words, running on from frame to frame.
type checksum struct {
	order binary.ByteOrder
	a, b  uint32
}

func (s *checksum) add(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		s.a += s.order.Uint32(data) + s.b
		s.b += s.order.Uint32(data[4:]) + s.a
	}
}

func (s *checksum) is(stored []byte) bool {
	return s.a == binary.BigEndian.Uint32(stored) && s.b == binary.BigEndian.Uint32(stored[4:])
}

// newest returns a page as it was committed last, nil if there is none of that number.
func (p *pages) newest(number int) []byte {
	if list := p.logged[number]; len(list) > 0 {
		return list[len(list)-1]
	}
	if number < 1 || number > len(p.file) {
		return nil
	}
	return p.file[number-1]
}

// most is the greatest page number that may be in use.
func (p *pages) most() int {
	most := len(p.file)
	for number := range p.logged {
		most = max(most, number)
	}
	return most
}

// claimed is how many pages the newest first page says that there are, 0 if it does not tell.
func (p *pages) claimed() int {
	first := p.newest(1)
	// The count is one of the version that the header names, or of an older program.
	if len(first) < fileHeader || !bytes.HasPrefix(first, []byte(magic)) || !bytes.Equal(first[24:28], first[92:96]) {
		return 0
	}
	return int(binary.BigEndian.Uint32(first[28:]))
}

// each calls f with every version of every page, the newest of each first.
func (p *pages) each(f func(number int, page []byte)) {
	for number := 1; number <= p.most(); number++ {
		list := p.logged[number]
		for i := len(list) - 1; i >= 0; i-- {
			f(number, list[i])
		}
		if number <= len(p.file) {
			f(number, p.file[number-1])
		}
	}
}
