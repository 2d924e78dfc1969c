package ledger

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"adjudicate/events"
	"adjudicate/store"
)

// VerifyExport verifies an export, a text of so many bytes, as VerifyAgainst does a ledger. Every line must be byte for byte what an
// export writes. Editions read what they are about once more; nothing else is read twice. The error is ErrNoGame if there are no lines.
func VerifyExport(text io.ReaderAt, size int64, opts Options, against Evidence) (*Verification, error) {
	v := newVerifier("", opts, against)
	x := &exportText{text: text, size: size}
	v.reread = x.events
	defer v.done()
	for l, err := range x.lines(1) {
		if err != nil {
			return nil, err
		}
		v.line(l)
	}
	if err := v.end(); err != nil {
		return nil, err
	}
	return v.told(), nil
}

// line takes an event from an export.
func (v *verifier) line(l exportLine) {
	at := uint64(v.out.Events) + 1
	data, e, err := v.dec.Import(l.text)
	if err != nil {
		v.noted.tree.Add(l.text) // no root that anybody signed
		v.broken(at, err)
		v.count()
		return
	}
	v.noted.tree.Add(data)
	v.count()
	v.placed(at, &e)
	if again, err := events.Export(data); err != nil || !bytes.Equal(again, l.text) || !l.ended {
		v.differ(at, DiffersForm, "not in the canonical form of an export")
	}
	v.remember(store.Recorded{Event: store.Event{ID: e.ID, Type: events.WireType(data), Data: data}, Revision: store.Revision(at)})
	v.take(&e, data)
}

// An exportText is an export that can be read from any of the lines that were read before. It is safe for concurrent use.
type exportText struct {
	text io.ReaderAt
	size int64

	mu    sync.Mutex
	begin []int64 // where the lines 1, 1+everyLine, … begin
}

const everyLine = 1024

// mark notes where a line begins, if that is to be known.
func (x *exportText) mark(line uint64, at int64) {
	x.mu.Lock()
	if (line-1)%everyLine == 0 && (line-1)/everyLine == uint64(len(x.begin)) {
		x.begin = append(x.begin, at)
	}
	x.mu.Unlock()
}

// near returns a line before or at one, and where it begins.
func (x *exportText) near(line uint64) (first uint64, at int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if n := min((line-1)/everyLine, uint64(len(x.begin))); n > 0 {
		n = min(n, uint64(len(x.begin))-1)
		return n*everyLine + 1, x.begin[n]
	}
	return 1, 0
}

// exportLine is a line of an export. Its text is valid until the next one is read.
type exportLine struct {
	text  []byte
	ended bool // by a line feed
}

// lines yields the lines from one on; the first is 1.
func (x *exportText) lines(from uint64) iter.Seq2[exportLine, error] {
	return func(yield func(exportLine, error) bool) {
		line, at := x.near(from)
		list := bufio.NewScanner(io.NewSectionReader(x.text, at, x.size-at))
		list.Buffer(make([]byte, 0, 1<<16), mostLine)
		list.Split(wholeLines)
		for ; list.Scan(); line++ {
			x.mark(line, at)
			text, ended := bytes.CutSuffix(list.Bytes(), []byte("\n"))
			at += int64(len(list.Bytes()))
			if line >= from && !yield(exportLine{text, ended}, nil) {
				return
			}
		}
		err := list.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("line %d: expected an event, at most %d MiB long", line, mostLine>>20)
		}
		if err != nil {
			yield(exportLine{}, err)
		}
	}
}

// wholeLines is bufio.ScanLines with what ends each line.
func wholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	n := bytes.IndexByte(data, '\n') + 1
	if n == 0 && atEOF {
		n = len(data)
	}
	if n == 0 {
		return 0, nil, nil
	}
	return n, data[:n], nil
}

// events yields the events from a sequence on, as a store yields them, up to the first line that is none.
func (x *exportText) events(from uint64) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		var dec events.Decoder
		at := max(from, 1)
		for l, err := range x.lines(at) {
			var rec store.Recorded
			if err == nil {
				rec, err = l.recorded(&dec, at)
			}
			if !yield(rec, err) || err != nil {
				return
			}
			at++
		}
	}
}

// recorded is the event of a line as a store would have it.
func (l *exportLine) recorded(dec *events.Decoder, at uint64) (rec store.Recorded, err error) {
	data, e, err := dec.Import(l.text)
	return store.Recorded{Event: store.Event{ID: e.ID, Type: events.WireType(data), Data: data}, Revision: store.Revision(at)}, err
}
