package cases

import (
	"os"
	"testing"
)

const fixtures = "../fixtures/cases"

func TestEveryCaseIsWellFormed(t *testing.T) {
	list, err := Load(os.DirFS(fixtures))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 250 {
		t.Errorf("%d cases, fewer than 250", len(list))
	}
}
