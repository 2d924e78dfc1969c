package infile

import (
	"os"
	"path/filepath"
	"strings"
)

// Unseen lists the files of messages that nobody has read yet, of a Maildir: those in "new", and those in "cur" that are
// marked neither as seen nor as deleted. A path that is no Maildir names files as Mails lists them.
func Unseen(path string) (list []string, maildir bool, err error) {
	if list, err = Mails(path); err != nil || !isMaildir(path) {
		return list, false, err
	}
	kept := list[:0]
	for _, file := range list {
		if _, flags, _ := strings.Cut(filepath.Base(file), ":2,"); filepath.Base(filepath.Dir(file)) == "new" || !strings.ContainsAny(flags, "ST") {
			kept = append(kept, file)
		}
	}
	return kept, true, nil
}

func isMaildir(path string) bool {
	for _, dir := range []string{"cur", "new"} {
		if info, err := os.Stat(filepath.Join(path, dir)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// MarkSeen marks the file of a message of a Maildir as seen, as mail programs do. One that somebody else has marked meanwhile is left.
func MarkSeen(file string) error {
	dir, name := filepath.Split(file)
	base, flags, _ := strings.Cut(name, ":2,")
	if strings.Contains(flags, "S") {
		return nil
	}
	at, _ := strings.CutSuffix(filepath.Clean(dir), string(filepath.Separator)+"new")
	if at == filepath.Clean(dir) {
		at = filepath.Dir(at)
	}
	err := os.Rename(file, filepath.Join(at, "cur", base+":2,"+sorted(flags+"S")))
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

// sorted puts flags into the order that Maildirs want.
func sorted(flags string) string {
	var out strings.Builder
	for c := rune('A'); c <= 'z'; c++ {
		if strings.ContainsRune(flags, c) {
			out.WriteRune(c)
		}
	}
	return out.String()
}
