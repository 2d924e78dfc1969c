package ledger

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/store"
)

// A table holds the events of one kind, a row each.
type table struct {
	columns []string // of their contents, in the order in which they first occur
	rows    []map[string]string
}

// frame is the columns that every table has.
var frame = []string{"sequence", "effective", "recorded", "actor", "cause", "clauses", "readings", "id"}

// Tables writes the events of a ledger up to a sequence, 0 for its end, as tables: a file for each kind of event, KIND.csv, as RFC 4180 has
// them, in UTF-8, with a line of names at the top. Each has the columns sequence, effective, recorded, actor, cause (the sequence of the input
// that an outcome followed from), clauses, readings and id, and then the contents of events of that kind under their own names, with an
// underscore behind a name that is taken. Lists of texts are joined by "; "; what else is no text, number or truth value is JSON. A text that begins with one of = + - @, a
// tab, a carriage return or an apostrophe has an apostrophe before it: spreadsheets compute none of them. It returns
// names and contents, by name.
func Tables(ctx context.Context, st store.Store, name string, upTo uint64) ([][2]string, error) {
	kinds, sequences := map[string]*table{}, map[uuid.UUID]uint64{}
	for e, err := range Events(ctx, st, name, 1) {
		if err != nil {
			return nil, err
		}
		if upTo != 0 && e.Sequence > upTo {
			break
		}
		sequences[e.ID] = e.Sequence
		kind := e.Payload.Kind()
		if kinds[kind] == nil {
			kinds[kind] = &table{}
		}
		row := map[string]string{"sequence": strconv.FormatUint(e.Sequence, 10), "effective": strconv.FormatUint(e.Effective, 10), "recorded": e.Recorded.UTC().Format(time.RFC3339Nano),
			"actor": harmless(e.Actor), "clauses": strings.Join(e.Basis.Clauses, listed), "readings": strings.Join(e.Basis.Readings, listed), "id": e.ID.String()}
		if cause := sequences[e.Causation]; cause != 0 {
			row["cause"] = strconv.FormatUint(cause, 10)
		}
		if err := kinds[kind].add(row, e.Payload); err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Sequence, err)
		}
	}
	var files [][2]string
	for kind, t := range kinds {
		text, err := t.text()
		if err != nil {
			return nil, err
		}
		files = append(files, [2]string{kind + ".csv", text})
	}
	slices.SortFunc(files, func(a, b [2]string) int { return cmp.Compare(a[0], b[0]) })
	return files, nil
}

const listed = "; "

// add adds a row with the contents of an event.
func (t *table) add(row map[string]string, p events.Payload) error {
	_, text, err := events.EncodePayload(p)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		column := key.(string)
		if slices.Contains(frame, column) {
			column += "_"
		}
		if !slices.Contains(t.columns, column) {
			t.columns = append(t.columns, column)
		}
		row[column] = cell(value)
	}
	t.rows = append(t.rows, row)
	return nil
}

// cell is a value as it stands in a table.
func cell(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return harmless(text)
	}
	var list []string
	if json.Unmarshal(value, &list) == nil && !slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, listed) }) {
		return harmless(strings.Join(list, listed))
	}
	return string(value)
}

// harmless is a text that no spreadsheet takes for a formula: an apostrophe stands before one that begins as formulas do, and before
// one that begins with an apostrophe, so that what was written can be told.
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r'", rune(text[0])) {
		return "'" + text
	}
	return text
}

// text writes the table.
func (t *table) text() (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	columns := slices.Concat(frame, t.columns)
	if err := w.Write(columns); err != nil {
		return "", err
	}
	for _, row := range t.rows {
		fields := make([]string, len(columns))
		for i, c := range columns {
			fields[i] = row[c]
		}
		if err := w.Write(fields); err != nil {
			return "", err
		}
	}
	w.Flush()
	return b.String(), w.Error()
}
