package salvage

import (
	"bytes"
	"encoding/binary"
	"io"
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

// pages are the pages of a file, which are read when they are asked for, and of the log beside it.
type pages struct {
	file   io.ReaderAt
	size   int64
	frames [][]byte      // the pages that were committed to the log, oldest first
	logged map[int][]int // by number, their versions there: places in frames
	log    Log

	buf    [pageSize]byte // a page of the file, as it was asked for last
	inBuf  int            // its number
	passed [pageSize]byte // the one that each has come to
}

// A ref is a place in a page: of the file by its number, or of a frame of the log.
type ref uint64

const (
	refBits = 12      // of the place in the page
	inLog   = 1 << 63 // the page is that of a frame
)

// page returns the page that a ref is in, valid until the next page is asked for.
func (p *pages) page(r ref) []byte {
	n := int(r &^ inLog >> refBits)
	if r&inLog != 0 {
		return p.frames[n]
	}
	if p.inBuf != n {
		p.inBuf = n
		p.read(n, p.buf[:])
	}
	return p.buf[:]
}

// read fills a page of the file. What is behind its end reads as zeros.
func (p *pages) read(number int, page []byte) {
	n, _ := p.file.ReadAt(page, int64(number-1)*pageSize)
	clear(page[n:])
}

// count is how many pages the file has, the last of which may be cut.
func (p *pages) count() int { return int((p.size + pageSize - 1) / pageSize) }

// Log says what became of the log beside a file.
type Log struct {
	Frames int `json:"frames"` // pages that were committed to it
	Unread int `json:"unread"` // bytes behind them, damaged or never committed
}

func readPages(file io.ReaderAt, size int64, log []byte) *pages {
	p := &pages{file: file, size: size, logged: map[int][]int{}}
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
			p.logged[f.number] = append(p.logged[f.number], len(p.frames))
			p.frames = append(p.frames, f.page)
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

// newest returns a page as it was committed last, nil if there is none of that number. It is valid until the next page is asked for.
func (p *pages) newest(number int) []byte {
	if list := p.logged[number]; len(list) > 0 {
		return p.frames[list[len(list)-1]]
	}
	if number < 1 || number > p.count() {
		return nil
	}
	return p.page(ref(number) << refBits)
}

// most is the greatest page number that may be in use.
func (p *pages) most() int {
	most := p.count()
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

// each calls f with every version of every page, the newest of each first, and where it begins. The page is f's until f returns.
func (p *pages) each(f func(number int, begin ref, page []byte)) {
	for number := 1; number <= p.most(); number++ {
		list := p.logged[number]
		for i := len(list) - 1; i >= 0; i-- {
			f(number, inLog|ref(list[i])<<refBits, p.frames[list[i]])
		}
		if number <= p.count() {
			p.read(number, p.passed[:])
			f(number, ref(number)<<refBits, p.passed[:])
		}
	}
}
