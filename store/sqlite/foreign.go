package sqlite

import (
	"fmt"
	"strings"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// ownSchema refuses a file with triggers, views or indexes that are not a ledger's, and one
// whose tables or triggers say something else than a ledger's do: SQLite would run them with
// every statement. Tables of other names are left alone; nothing reads them.
func (s *Store) ownSchema() error {
	var found error
	err := sqlitex.ExecuteTransient(s.conn, "SELECT type, name, tbl_name, sql FROM sqlite_schema", &sqlitex.ExecOptions{
		ResultFunc: func(row *sqlite.Stmt) error {
			kind, name, on, text := row.ColumnText(0), row.ColumnText(1), row.ColumnText(2), row.ColumnText(3)
			if found == nil {
				found = s.own(kind, name, on, text)
			}
			return nil
		}})
	if err != nil {
		return err
	}
	return found
}

// own compares one thing that the schema holds with what ought to be there.
func (s *Store) own(kind, name, on, text string) error {
	want, known := schema[kind+" "+name]
	switch {
	case known && squeezed(text) != want:
		return &store.DamagedError{Place: s.path, Found: fmt.Sprintf("the %s %q is not a ledger's", kind, name)}
	case known, kind == "table":
		return nil
	case kind == "index" && text == "" && strings.HasPrefix(name, "sqlite_autoindex_"):
		return nil // of a UNIQUE or PRIMARY KEY
	}
	return &store.DamagedError{Place: s.path, Found: fmt.Sprintf("unknown %s %q on %q, which a ledger does not have; it was not run", kind, name, on)}
}

// schema is what the tables and triggers of a ledger say, by kind and name.
var schema = func() map[string]string {
	m := map[string]string{}
	rest := Schema + NotesSchema + ";" + GrowthSchema
	for _, text := range strings.SplitAfter(strings.ReplaceAll(rest, "; END;", "\x00 END;"), ";") {
		text = squeezed(strings.TrimSuffix(strings.ReplaceAll(text, "\x00", ";"), ";"))
		text = strings.Replace(text, "IF NOT EXISTS ", "", 1)
		if words := strings.Fields(text); len(words) > 2 {
			m[strings.ToLower(words[1])+" "+words[2]] = text
		}
	}
	return m
}()

// squeezed is a text with every run of white space as one space.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }
