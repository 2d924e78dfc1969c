package ledger

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/idset"
	"adjudicate/store"
)

// CheckpointsOf returns the name of the file that holds the checkpoints of an export file, compressed or not.
func CheckpointsOf(export string) string { return strings.TrimSuffix(export, ".gz") + ".checkpoints" }

// WriteExport writes a ledger as an export up to and including sequence upTo; 0 means its end. It writes one
// envelope a line, or with asArray all in one JSON array. Told, if not nil, receives the number of events
// written so far.
func WriteExport(ctx context.Context, st store.Store, name string, out io.Writer, upTo uint64, asArray bool, told func(int64)) error {
	w := bufio.NewWriterSize(out, 1<<16)
	begin, between, end := "", "\n", "\n"
	if asArray {
		begin, between, end = "[", ",\n", "]\n"
	}
	w.WriteString(begin)
	for rec, err := range store.Lend(ctx, st, name, 1) {
		if err != nil {
			return err
		}
		if upTo != 0 && uint64(rec.Revision) > upTo {
			break
		}
		line, err := events.Export(rec.Data)
		if err != nil {
			return fmt.Errorf("%s: event %d: %w", name, rec.Revision, err)
		}
		if rec.Revision > 1 {
			w.WriteString(between)
		}
		w.Write(line)
		if told != nil && rec.Revision%1024 == 0 {
			told(int64(rec.Revision))
		}
	}
	w.WriteString(end)
	return w.Flush()
}

// mostLine is the most bytes that a line of an export may have.
const mostLine = 64 << 20

// ReadExport reads an export (JSON Lines of CloudEvents): the name of its ledger, and its events, for an empty stream of that name, one
// after the other as they are asked for, once. The data of each is the canonical encoding of the original. It makes all checks that need no
// judge: every line is an event of one ledger, sequences run from 1 without gaps, outcomes
// name the input before them as their cause, every adoption is complete, and, at the end, no id occurs twice. Told, if not nil, receives the
// number of bytes read so far, and each, if not nil, every event, with its canonical encoding, before it is yielded. What is wrong with a line is a *LineError.
func ReadExport(file string, r io.Reader, told func(bytes int64), each func(*events.Envelope, []byte)) (name string, list iter.Seq2[store.Event, error], err error) {
	x := &exportReader{file: file, lines: bufio.NewScanner(r), told: told, each: each, ids: idset.New()}
	x.lines.Buffer(make([]byte, 0, 1<<16), mostLine)
	first, err := x.next()
	if err == io.EOF {
		err = &LineError{file, 1, errors.New("expected at least one event")}
	}
	if err != nil {
		return "", nil, err
	}
	return x.name, func(yield func(store.Event, error) bool) {
		defer x.ids.Close()
		for e, err := first, error(nil); err != io.EOF; e, err = x.next() {
			if !yield(e, err) || err != nil {
				return
			}
		}
	}, nil
}

type exportReader struct {
	file  string
	lines *bufio.Scanner
	told  func(int64)
	each  func(*events.Envelope, []byte)
	dec   events.Decoder

	line, read int64
	sequence   uint64 // of the last event
	name       string
	ids        *idset.Set
	input      events.Envelope // the last one
	adopting   uint64          // the adoption whose state has not come yet
}

// next returns the next event, io.EOF behind the last.
func (x *exportReader) next() (store.Event, error) {
	for x.lines.Scan() {
		x.line++
		x.read += int64(len(x.lines.Bytes())) + 1
		if x.told != nil && x.line%1024 == 0 {
			x.told(x.read)
		}
		if one := bytes.TrimSpace(x.lines.Bytes()); len(one) > 0 {
			e, err := x.event(one)
			if err != nil {
				err = &LineError{x.file, int(x.line), err}
			}
			return e, err
		}
	}
	switch err := x.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return store.Event{}, &LineError{x.file, int(x.line) + 1, fmt.Errorf("expected an event, at most %d MiB long", mostLine>>20)}
	case err != nil:
		return store.Event{}, err
	case x.adopting != 0:
		return store.Event{}, &LineError{x.file, int(x.line), halfAdopted(x.adopting)}
	}
	switch twice, all, err := x.ids.Twice(1); {
	case err != nil:
		return store.Event{}, err
	case all > 0:
		return store.Event{}, &LineError{x.file, int(twice[0].At), fmt.Errorf("field id: %s is repeated from line %d", twice[0].ID, twice[0].First)}
	}
	return store.Event{}, io.EOF
}

// event reads a line and holds it against those before.
func (x *exportReader) event(one []byte) (none store.Event, err error) {
	data, e, err := x.dec.Import(one)
	if err != nil {
		return none, err
	}
	if x.name == "" {
		x.name = e.Ledger
	}
	switch {
	case e.Ledger != x.name:
		return none, fmt.Errorf("field ledger: found %q, expected %q as in the preceding lines", e.Ledger, x.name)
	case e.Sequence != x.sequence+1:
		return none, fmt.Errorf("field sequence: found %d, expected %d", e.Sequence, x.sequence+1)
	}
	x.ids.Add(e.ID, uint64(x.line))
	if err := follows(&e, &x.input); err != nil {
		return none, err
	}
	switch p := e.Payload.(type) {
	case events.EditionAdopted:
		if x.adopting != 0 {
			return none, halfAdopted(x.adopting)
		}
		x.adopting = e.Sequence
	case events.Ruled:
		if e.Effective == e.Sequence && p.Verdict != aggregate.Accepted {
			x.adopting = 0 // refused, it changes nothing
		}
	case events.StateRestated:
		x.adopting = 0
	default:
		if x.adopting != 0 && events.IsInput(p.Kind()) {
			return none, halfAdopted(x.adopting)
		}
	}
	x.sequence = e.Sequence
	if x.each != nil {
		x.each(&e, data)
	}
	return store.Event{ID: e.ID, Type: events.WireType(data), Data: data}, nil
}

func halfAdopted(sequence uint64) error {
	return fmt.Errorf("the edition adopted at event %d is incomplete: expected the resulting state", sequence)
}

// SetsBack reports whether an input may be dated before the one recorded last: an edition that
// corrects moments, which goes on from those.
func SetsBack(e *events.Envelope) bool {
	p, ok := e.Payload.(events.EditionAdopted)
	return ok && history.Dated(p.Changes)
}

// follows checks that an event names as its cause the input that it follows, and remembers
// inputs.
func follows(e, input *events.Envelope) error {
	if events.IsInput(e.Payload.Kind()) {
		if e.Recorded.Before(input.Recorded) && !SetsBack(e) {
			return &TimeError{input.Recorded, e.Recorded}
		}
		*input = *e
		return nil
	}
	if adopts(input) && e.Effective < e.Sequence {
		return nil // it restates what an earlier input brought about
	}
	if e.Causation != input.ID || input.ID == uuid.Nil {
		return fmt.Errorf("field causation: expected %s, the input before the outcome; found %s", input.ID, e.Causation)
	}
	return nil
}
