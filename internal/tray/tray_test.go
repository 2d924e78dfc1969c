package tray

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAMailLiesInTheTrayOnceWithTheReason(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "hand-3.tray")
	for _, c := range []struct{ mail, why string }{{"a mail", "no play"}, {"another", "no sender"}, {"a mail", "still no play"}} {
		if err := Put(folder, []byte(c.mail), c.why); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 4 {
		t.Fatalf("the tray holds %d files, error %v; want 4", len(files), err)
	}
	reasons := map[string]bool{}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, error %v", f.Name(), info.Mode(), err)
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		reasons[string(text)] = true
	}
	for _, want := range []string{"a mail", "another", "no sender\n", "still no play\n"} {
		if !reasons[want] {
			t.Errorf("the tray does not hold %q", want)
		}
	}
}
