package arch

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mostCommandLines is how many lines the commands may have without their tests. They hold
// flags, calls and printing: what a view is belongs to package report, what is worked out for
// it to the package whose question it is. The figure never rises.
const mostCommandLines = 5000

func TestCommandsHoldFlagsCallsAndPrintingOnly(t *testing.T) {
	names, err := filepath.Glob("../../cmd/adjudicate/*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines, files := 0, 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
		files++
	}
	t.Logf("%d lines in %d files", lines, files)
	if files == 0 || lines > mostCommandLines {
		t.Errorf("cmd/adjudicate has %d lines in %d files, at most %d: move what is no flag, call or printing", lines, files, mostCommandLines)
	}
}
