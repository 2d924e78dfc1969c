package place

import (
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/uuid"
)

// A Holder is a process that others leave work to for a while, as by a lease on the desk. It holds a lock on a file of its own as long as it
// runs, so that the user's other processes on the machine know when it was killed and need not wait for the lease to end.
type Holder struct {
	Name   string // unlike that of any other
	folder string
	lock   *flock.Flock // held as long as the process runs
}

// longAgo is longer than any lease.
const longAgo = 24 * time.Hour

// holderName is what the files of holders are called.
var holderName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`) })

// Holder begins to hold. Where there is no folder for the lock, or the system has none, the name alone counts.
func (h *Host) Holder() *Holder {
	id, err := uuid.NewRandomFromReader(h.entropy())
	if err != nil {
		panic(err) // without randomness nothing else works either
	}
	x := &Holder{Name: id.String()}
	dir, err := h.cache()
	if err != nil {
		return x
	}
	x.folder = filepath.Join(dir, "holders")
	if os.MkdirAll(x.folder, 0o700) != nil {
		return x
	}
	lock := flock.New(filepath.Join(x.folder, x.Name), flock.SetPermissions(0o600))
	if held, err := lock.TryLock(); held && err == nil {
		x.lock = lock
		x.sweep()
	}
	return x
}

// sweep removes the files of holders that ended so long ago that no lease of theirs runs.
func (x *Holder) sweep() {
	files, _ := filepath.Glob(filepath.Join(x.folder, "*-*"))
	mine, err := os.Stat(x.lock.Path())
	if err != nil {
		return
	}
	for _, path := range files {
		if old, err := os.Stat(path); err == nil && mine.ModTime().Sub(old.ModTime()) > longAgo && x.Gone(filepath.Base(path)) {
			_ = os.Remove(path)
		}
	}
}

// Gone reports whether a holder is known to run no more. One on another machine, or of another user, is not known of.
func (x *Holder) Gone(name string) bool {
	if x.folder == "" || !holderName().MatchString(name) || name == x.Name {
		return false
	}
	path := filepath.Join(x.folder, name)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock := flock.New(path)
	defer lock.Close() // the file stays: whoever asks next is to learn the same
	gone, err := lock.TryLock()
	return gone && err == nil
}

// Close ends the holding.
func (x *Holder) Close() error {
	if x.lock == nil {
		return nil
	}
	_ = os.Remove(x.lock.Path())
	return x.lock.Close()
}
