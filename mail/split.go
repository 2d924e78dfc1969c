package mail

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// fromLine is the line that stands before each message of a mailbox, and before the one message
// that a delivery agent hands over.
var fromLine = pattern(`^>?From \S+ .*\d\d?:\d\d`)

// escaped matches a line of a message that would have been taken for the beginning of the next.
var escaped = pattern(`(?m)^>(>*From )`)

// Split returns the messages in a file: each message of a mailbox (mbox), or the single message that the file is.
// It removes a byte order mark and decompresses gzip.
func Split(raw []byte) ([][]byte, error) {
	if bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		if raw, err = io.ReadAll(io.LimitReader(z, MaxMailbox+1)); err != nil {
			return nil, err
		}
		if len(raw) > MaxMailbox {
			return nil, fmt.Errorf("it holds more than %d bytes", MaxMailbox)
		}
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if !fromLine().Match(firstLine(raw)) {
		return [][]byte{raw}, nil
	}
	var list [][]byte
	begin, blank := -1, true
	for at := 0; at < len(raw); {
		one := firstLine(raw[at:])
		next := min(at+len(one)+1, len(raw))
		if blank && fromLine().Match(one) {
			if begin >= 0 {
				list = append(list, raw[begin:at])
			}
			begin = next
		}
		blank = len(bytes.TrimSpace(one)) == 0
		at = next
	}
	list = append(list, raw[begin:])
	for i := range list {
		list[i] = escaped().ReplaceAll(list[i], []byte("$1"))
	}
	return list, nil
}

// MaxMailbox is the greatest size of a mailbox, in bytes.
const MaxMailbox = 256 << 20

func firstLine(raw []byte) []byte {
	one, _, _ := bytes.Cut(raw, []byte("\n"))
	return one
}
