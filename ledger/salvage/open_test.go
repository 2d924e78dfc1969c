package salvage_test

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"adjudicate/ledger/salvage"
)

// remains are a text, and how many pieces of it cannot be read.
type remains struct {
	*strings.Reader
	lost int
}

func (r remains) Unreadable() int { return r.lost }
func (remains) Close() error      { return nil }

// TestALogIsReadBeforeItsFile holds that what is folded from the log into the file while both are
// read is in one of them.
func TestALogIsReadBeforeItsFile(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, c := range []struct {
		name       string
		data       string
		log        error
		form       string
		unreadable int
		err        error
	}{
		{"a file with its log", "SQLite format 3\x00", nil, "ledger", 5, nil},
		{"a file without a log", "SQLite format 3\x00", fs.ErrNotExist, "ledger", 2, nil},
		{"an export, whatever lies beside it", `{"specversion":"1.0"}`, nil, "export", 2, nil},
		{"a log that cannot be opened", "SQLite format 3\x00", broken, "", 0, broken},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked []string
			s, err := salvage.Open("x", func(path string) (salvage.Remains, error) {
				asked = append(asked, path)
				if path == "x-wal" {
					return remains{strings.NewReader(""), 3}, c.log
				}
				return remains{strings.NewReader(c.data), 2}, nil
			})
			if !errors.Is(err, c.err) {
				t.Fatalf("got error %v, want %v", err, c.err)
			}
			if err == nil && (s.Form != c.form || s.Unreadable != c.unreadable || !slices.Equal(asked, []string{"x-wal", "x"})) {
				t.Errorf("asked %v, got a %s with %d unreadable pages", asked, s.Form, s.Unreadable)
			}
		})
	}
}
