package people

import (
	"bytes"
	"context"
	"encoding/json"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// sheetOf returns what a sheet says in JSON, or what there is before anything is kept; change, if there is one, changes it in the same step, or
// refuses to by an error, which is returned as it is. What is said of a sheet that cannot be read is called what.
func sheetOf[T any](ctx context.Context, d Desk, ledger, word, what string, empty func() T, change func(*T) error) (v T, err error) {
	read := func(body []byte) error {
		if v = empty(); len(body) == 0 {
			return nil
		}
		if err := json.Unmarshal(body, &v); err != nil {
			return &store.DamagedError{Place: "the desk", Found: what, Err: err}
		}
		return nil
	}
	if change == nil {
		body, err := d.Sheet(ctx, ledger, word, nil)
		if err != nil {
			return v, err
		}
		return v, read(body)
	}
	_, err = d.Sheet(ctx, ledger, word, func(body []byte) ([]byte, error) {
		if err := read(body); err != nil {
			return nil, err
		}
		if err := change(&v); err != nil {
			return nil, err
		}
		return json.Marshal(v)
	})
	return v, err
}

// Sheet implements Desk.
func (f *File) Sheet(ctx context.Context, ledger, word string, change func([]byte) ([]byte, error)) (body []byte, err error) {
	if change == nil {
		_, d, err := f.open(ctx, ledger)
		return d.sheet(word), err
	}
	err = f.change(ctx, ledger, func(_ *document, d *drawer) error {
		body = d.sheet(word)
		changed, err := change(bytes.Clone(body))
		if err != nil {
			return err
		}
		if body = changed; d.Sheets == nil {
			d.Sheets = map[string][]byte{}
		}
		d.Sheets[word] = body
		return nil
	})
	return body, err
}

func (d *drawer) sheet(word string) []byte {
	if d == nil {
		return nil
	}
	return d.Sheets[word]
}

// Sheet implements Desk.
func (t *Table) Sheet(ctx context.Context, ledger, word string, change func([]byte) ([]byte, error)) (body []byte, err error) {
	if change == nil {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		body, err = t.sheet(ledger, word)
		return body, t.explain("reading a sheet", err)
	}
	var refused error
	err = t.write(ctx, func() error {
		if body, err = t.sheet(ledger, word); err != nil {
			return err
		}
		var changed []byte
		if changed, refused = change(bytes.Clone(body)); refused != nil {
			return refused
		}
		body = changed
		return sqlitex.ExecuteTransient(t.conn, "INSERT INTO sheets (ledger, word, body) VALUES (?, ?, ?) ON CONFLICT (ledger, word) DO UPDATE SET body = excluded.body",
			&sqlitex.ExecOptions{Args: []any{ledger, word, body}})
	})
	if refused != nil {
		return body, refused
	}
	return body, t.explain("writing a sheet", err)
}

func (t *Table) sheet(ledger, word string) (body []byte, err error) {
	found, err := t.has("sheets")
	if !found || err != nil {
		return nil, err
	}
	err = sqlitex.ExecuteTransient(t.conn, "SELECT body FROM sheets WHERE ledger = ? AND word = ?", &sqlitex.ExecOptions{Args: []any{ledger, word}, ResultFunc: func(row *sqlite.Stmt) error {
		body = make([]byte, row.ColumnLen(0))
		row.ColumnBytes(0, body)
		return nil
	}})
	return body, err
}

// Sheets implements Desk.
func (f *File) Sheets(ctx context.Context, word string) (map[string]string, error) {
	doc, _, err := f.open(ctx, "")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for i := range doc.Ledgers {
		if body := doc.Ledgers[i].sheet(word); body != nil {
			all[doc.Ledgers[i].Ledger] = string(body[:min(len(body), SheetMark)])
		}
	}
	return all, nil
}

// Sheets implements Desk. Which ledgers there are an index tells, so that the sheets of other words are not read.
func (t *Table) Sheets(ctx context.Context, word string) (map[string]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all := map[string]string{}
	found, err := t.has("sheets")
	if !found || err != nil {
		return all, t.explain("looking for sheets", err)
	}
	err = sqlitex.ExecuteTransient(t.conn, `SELECT s.ledger, SUBSTR(s.body, 1, ?2) FROM (SELECT ledger FROM sheets WHERE word = ?1) AS l
		CROSS JOIN sheets AS s ON s.ledger = l.ledger AND s.word = ?1`,
		&sqlitex.ExecOptions{Args: []any{word, SheetMark}, ResultFunc: func(row *sqlite.Stmt) error {
			mark := make([]byte, row.ColumnLen(1))
			row.ColumnBytes(1, mark)
			all[row.ColumnText(0)] = string(mark)
			return nil
		}})
	return all, t.explain("looking for sheets", err)
}
