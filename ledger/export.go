package ledger

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
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
	for rec, err := range st.Read(ctx, name, 1) {
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

// ReadExport parses an export (JSON Lines of CloudEvents) into events for an empty stream of the returned name.
// The data of each event is the canonical encoding of the original. ReadExport makes all checks that need no
// judge: every line is an event of one ledger, sequences run from 1 without gaps, no id occurs twice, outcomes
// name the input before them as their cause, and every adoption is complete. Told, if not nil, receives the
// number of bytes read so far.
func ReadExport(file string, text []byte, told func(bytes int)) (list []store.Event, name string, err error) {
	ids := map[uuid.UUID]bool{}
	var input events.Envelope
	var dec events.Decoder
	adopting := uint64(0) // the adoption whose state has not come yet
	line, read := 0, 0
	for len(text) > 0 {
		var one []byte
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			one, text = text[:end], text[end+1:]
			read += end + 1
		} else {
			read += len(text)
			one, text = text, nil
		}
		line++
		if one = bytes.TrimSpace(one); len(one) == 0 {
			continue
		}
		fail := func(err error) ([]store.Event, string, error) { return nil, "", &LineError{file, line, err} }
		data, err := events.Import(one)
		if err != nil {
			return fail(err)
		}
		e, err := dec.Decode(data)
		if err != nil {
			return fail(err)
		}
		if name == "" {
			name = e.Ledger
		}
		switch {
		case e.Ledger != name:
			return fail(fmt.Errorf("field ledger: found %q, expected %q as in the preceding lines", e.Ledger, name))
		case e.Sequence != uint64(len(list))+1:
			return fail(fmt.Errorf("field sequence: found %d, expected %d", e.Sequence, len(list)+1))
		case ids[e.ID]:
			return fail(fmt.Errorf("field id: %s is repeated from an earlier line", e.ID))
		}
		ids[e.ID] = true
		if err := follows(&e, &input); err != nil {
			return fail(err)
		}
		switch p := e.Payload.(type) {
		case events.EditionAdopted:
			if adopting != 0 {
				return fail(halfAdopted(adopting))
			}
			adopting = e.Sequence
		case events.Ruled:
			if e.Effective == e.Sequence && p.Verdict != aggregate.Accepted {
				adopting = 0 // refused, it changes nothing
			}
		case events.StateRestated:
			adopting = 0
		default:
			if adopting != 0 && events.IsInput(p.Kind()) {
				return fail(halfAdopted(adopting))
			}
		}
		list = append(list, store.Event{ID: e.ID, Type: events.WireType(data), Data: data})
		if told != nil && line%1024 == 0 {
			told(read)
		}
	}
	if len(list) == 0 {
		return nil, "", &LineError{file, 1, errors.New("expected at least one event")}
	}
	if adopting != 0 {
		return nil, "", &LineError{file, line, halfAdopted(adopting)}
	}
	return list, name, nil
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
