package events

import (
	"encoding/json"
	"math"
	"time"

	"github.com/google/uuid"
)

// A reader scans canonical JSON. Every method reports whether it found what it expected in
// exactly the spelling that writer uses; after a false one the reader is of no more use,
// except that skip leaves it where it was. The input is known to be valid UTF-8.
type reader struct {
	d    *Decoder
	data []byte
	pos  int
}

// skip reads lit if it comes next.
func (p *reader) skip(lit string) bool {
	end := p.pos + len(lit)
	if end > len(p.data) || string(p.data[p.pos:end]) != lit {
		return false
	}
	p.pos = end
	return true
}

// until returns what stands before the next c and moves behind that.
func (p *reader) until(c byte) ([]byte, bool) {
	for i := p.pos; i < len(p.data); i++ {
		if p.data[i] == c {
			b := p.data[p.pos:i]
			p.pos = i + 1
			return b, true
		}
	}
	return nil, false
}

func (p *reader) str() (string, bool) {
	if !p.skip(`"`) {
		return "", false
	}
	for i := p.pos; i < len(p.data); i++ {
		switch c := p.data[i]; {
		case c == '"':
			s := p.d.text(p.data[p.pos:i])
			p.pos = i + 1
			return s, true
		case c == '\\':
			return p.escaped(i)
		case c < 0x20:
			return "", false
		}
	}
	return "", false
}

// escaped reads the rest of a string whose first escape is at i.
func (p *reader) escaped(i int) (string, bool) {
	b := append([]byte(nil), p.data[p.pos:i]...)
	for i < len(p.data) {
		c := p.data[i]
		i++
		switch {
		case c == '"':
			p.pos = i
			return string(b), true
		case c < 0x20:
			return "", false
		case c != '\\':
			b = append(b, c)
			continue
		}
		if i == len(p.data) {
			return "", false
		}
		c = p.data[i]
		i++
		switch c {
		case '"', '\\':
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			if i+4 > len(p.data) || p.data[i] != '0' || p.data[i+1] != '0' || p.data[i+2] > '1' {
				return "", false
			}
			hi, lo := unhex[p.data[i+2]], unhex[p.data[i+3]]
			if hi > 15 || lo > 15 {
				return "", false
			}
			c = hi<<4 | lo
			switch c {
			case '\b', '\f', '\n', '\r', '\t':
				return "", false // they have short forms
			}
			i += 4
		default:
			return "", false
		}
		b = append(b, c)
	}
	return "", false
}

// name reads text that is not empty and has no control characters.
func (p *reader) name(s *string) bool {
	var ok bool
	*s, ok = p.str()
	return ok && *s != "" && !controls(*s)
}

// strings reads a list of strings; an empty one is nil.
func (p *reader) strings() ([]string, bool) {
	if !p.skip("[") {
		return nil, false
	}
	if p.skip("]") {
		return nil, true
	}
	list := p.d.lists[:0]
	for {
		s, ok := p.str()
		if !ok {
			return nil, false
		}
		list = append(list, s)
		if !p.skip(",") {
			break
		}
	}
	p.d.lists = list
	out := make([]string, len(list))
	copy(out, list)
	return out, p.skip("]")
}

// uint reads a decimal number without leading zeros.
func (p *reader) uint() (uint64, bool) {
	start := p.pos
	var n uint64
	for p.pos < len(p.data) {
		c := uint64(p.data[p.pos] - '0')
		if c > 9 {
			break
		}
		if n > math.MaxUint64/10 || n*10 > math.MaxUint64-c {
			return 0, false
		}
		n = n*10 + c
		p.pos++
	}
	switch p.pos - start {
	case 0:
		return 0, false
	case 1:
		return n, true
	}
	return n, p.data[start] != '0'
}

func (p *reader) int() (int64, bool) {
	negative := p.skip("-")
	n, ok := p.uint()
	switch {
	case !ok:
		return 0, false
	case !negative:
		return int64(n), n <= math.MaxInt64
	}
	return -int64(n), n > 0 && n <= 1<<63
}

func (p *reader) half() (Half, bool) {
	negative := p.skip("-")
	n, ok := p.uint()
	if !ok || n > mostWhole {
		return 0, false
	}
	h := Half(2 * n)
	if p.skip(".5") {
		h++
	}
	if negative {
		return -h, h > 0
	}
	return h, true
}

func (p *reader) uuid(id *uuid.UUID) bool {
	if len(p.data)-p.pos < 38 || p.data[p.pos] != '"' || p.data[p.pos+37] != '"' {
		return false
	}
	text := p.data[p.pos+1 : p.pos+37]
	if text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return false
	}
	var bad byte
	for i, at := range uuidDigits {
		hi, lo := unhex[text[at]], unhex[text[at+1]]
		bad |= hi | lo
		id[i] = hi<<4 | lo&15
	}
	p.pos += 38
	return bad < 16
}

// uuidDigits is where the first digit of each byte stands.
var uuidDigits = [16]byte{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

// unhex maps lower-case hexadecimal digits to their values and all else to 255.
var unhex = func() (t [256]byte) {
	for i := range t {
		t[i] = 255
	}
	for i := range len(hexDigits) {
		t[hexDigits[i]] = byte(i)
	}
	return t
}()

func (p *reader) time(t *time.Time) bool {
	if !p.skip(`"`) {
		return false
	}
	text, ok := p.until('"')
	if !ok || len(text) > len("2006-01-02T15:04:05.999999999Z") {
		return false
	}
	if p.d.moment != "" && string(text) == p.d.moment {
		*t = p.d.at
		return true
	}
	var err error
	if *t, err = time.Parse(time.RFC3339Nano, string(text)); err != nil {
		return false
	}
	*t = t.UTC()
	var buf [40]byte
	if string(t.AppendFormat(buf[:0], time.RFC3339Nano)) != string(text) {
		return false
	}
	p.d.moment, p.d.at = string(text), *t
	return true
}

// raw reads any JSON value without white space; null is nil.
func (p *reader) raw() ([]byte, bool) {
	depth, quoted := 0, false
	i := p.pos
scan:
	for ; i < len(p.data); i++ {
		switch p.data[i] {
		case '"':
			quoted = !quoted
		case '\\':
			i++
		case '{', '[':
			if !quoted {
				depth++
			}
		case '}', ']':
			if !quoted {
				if depth == 0 {
					break scan
				}
				depth--
			}
		case ',':
			if !quoted && depth == 0 {
				break scan
			}
		case ' ', '\t', '\n', '\r':
			if !quoted {
				return nil, false
			}
		}
	}
	if i > len(p.data) {
		return nil, false
	}
	value := p.data[p.pos:i]
	if !json.Valid(value) {
		return nil, false
	}
	p.pos = i
	if string(value) == "null" {
		return nil, true
	}
	return append([]byte(nil), value...), true
}

// text returns b as a string, a remembered one where possible.
func (d *Decoder) text(b []byte) string {
	if len(b) > 40 {
		return string(b)
	}
	h := uint32(len(b))
	for _, c := range b {
		h = h*31 + uint32(c)
	}
	if d.missed >= 2*len(d.seen) && len(d.seen) < seenMost {
		d.seen, d.missed = make([]string, min(seenMost, max(seenFew, seenMost*len(d.seen)))), 0
	}
	slot := &d.seen[(h^h>>10)%uint32(len(d.seen))]
	if *slot != string(b) {
		d.missed++
		*slot = string(b)
	}
	return *slot
}

// How many texts a decoder remembers: few at first, since many decoders read but a few events.
const (
	seenFew  = 32
	seenMost = 1024
)
