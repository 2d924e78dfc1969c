package esdb

import (
	"fmt"
	"strings"
)

// The server's projection by category cuts a stream's name at its first "-"; what is before
// it therefore has none.
func checkCategory(c string) error {
	for i := range len(c) {
		if b := c[i]; b == '-' || !plainByte(b) {
			return &AddressError{Found: fmt.Sprintf("category %q: expected letters, digits, \".\", \"_\" and \"~\" only", c)}
		}
	}
	return nil
}

// plainByte reports whether a byte stands for itself in a stream's name.
func plainByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || strings.IndexByte("-._~", b) >= 0
}

// escape writes a name so that it can be part of a stream's.
func escape(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; plainByte(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// unescape reverses escape; ok is false for what escape never writes.
func unescape(text string) (name string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case plainByte(c):
			b.WriteByte(c)
		case c == '%' && i+2 < len(text):
			hi, lo := hex(text[i+1]), hex(text[i+2])
			if hi < 0 || lo < 0 || plainByte(byte(hi<<4|lo)) {
				return "", false
			}
			b.WriteByte(byte(hi<<4 | lo))
			i += 2
		default:
			return "", false
		}
	}
	return b.String(), text != ""
}

func hex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// StreamName is what the server calls the stream of a ledger in a category.
func StreamName(category, ledger string) string { return category + "-" + escape(ledger) }

// LedgerName reverses StreamName; ok is false for streams of other kinds.
func LedgerName(category, stream string) (ledger string, ok bool) {
	text, ok := strings.CutPrefix(stream, category+"-")
	if !ok {
		return "", false
	}
	return unescape(text)
}

// indexName is the stream that says which ledgers a category has.
func (s *Store) indexName() string { return s.o.Category + "_index" }

// nameOf is the server's name of a ledger's stream.
func (s *Store) nameOf(ledger string) string { return StreamName(s.o.Category, ledger) }
