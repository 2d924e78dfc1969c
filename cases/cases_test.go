package cases

import (
	"os"
	"testing"

	rulesuite "adjudicate/rules/suite"
)

const fixtures = "../fixtures/cases"

func TestTheEngineRulesAsTheCasesSay(t *testing.T) {
	book, reg, err := rulesuite.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	results, err := Run(os.DirFS(fixtures), "partychess", book, reg)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) < 250 {
		t.Errorf("%d cases, fewer than 250", len(results))
	}
	for _, r := range results {
		t.Run(r.Case.ID, func(t *testing.T) {
			for _, d := range r.Diffs {
				t.Error(d)
			}
		})
	}
}
