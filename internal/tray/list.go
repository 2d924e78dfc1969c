package tray

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Mail is one that lies in a tray.
type Mail struct {
	Name string // which no other one has
	Raw  []byte
	Why  string // it is there
	Put  time.Time
}

var nameOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{16}$`) })

// Most is how many mails List returns.
const Most = 200

// List returns the mails of a folder, the oldest first; none of a folder that there is not.
func List(folder string) ([]Mail, error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the tray: %w", err)
	}
	var list []Mail
	for _, f := range files {
		name, mail := strings.CutSuffix(f.Name(), ".eml")
		if !mail || !nameOf().MatchString(name) {
			continue
		}
		m := Mail{Name: name}
		info, err := f.Info()
		if err == nil {
			m.Put = info.ModTime()
			m.Raw, err = os.ReadFile(filepath.Join(folder, f.Name()))
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read the tray: %w", err)
		}
		if why, err := os.ReadFile(filepath.Join(folder, name+".why")); err == nil {
			m.Why = string(bytes.TrimSpace(why))
		}
		if list = append(list, m); len(list) == Most {
			break
		}
	}
	slices.SortStableFunc(list, func(a, b Mail) int { return a.Put.Compare(b.Put) })
	return list, nil
}

// Done takes a mail out of the tray: it is kept in a folder within, so that nothing that anybody sent is lost.
func Done(folder, name string) error {
	if !nameOf().MatchString(name) {
		return fmt.Errorf("no such mail: %q", name)
	}
	done := filepath.Join(folder, "done")
	if err := os.MkdirAll(done, 0o700); err != nil {
		return fmt.Errorf("cannot archive the mail: %w", err)
	}
	for _, ending := range []string{".why", ".eml"} {
		err := os.Rename(filepath.Join(folder, name+ending), filepath.Join(done, name+ending))
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && ending == ".why") {
			return fmt.Errorf("cannot archive the mail: %w", err)
		}
	}
	return nil
}
