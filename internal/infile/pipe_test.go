//go:build unix

package infile

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestAPipeWithoutAWriterIsNotWaitedFor opens a named pipe into which nobody writes.
func TestAPipeWithoutAWriterIsNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if text, err := File(path); err != nil || len(text) != 0 {
		t.Errorf("read %q, %v", text, err)
	}
}
