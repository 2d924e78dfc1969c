package rules_test

import (
	"testing"

	"adjudicate/rules"
)

// A set counts with its greatest size: on a board of 64 squares one over pieces costs at least 64, one over pairs of them
// at least 4,096, and a number next to nothing.
func TestCostsGrowWithWhatAFormulaRangesOver(t *testing.T) {
	list, err := rules.Parse("", []byte(`rules:
  - number: "1"
    procedure:
      board: {files: 8, ranks: 8}
  - number: "2"
    procedure:
      duties:
        - {forbid: move, when: 'any(pieces, it.type == "Rook")'}
        - {forbid: capture, when: 'any(pieces, p, any(pieces, q, p != q and p.type == q.type))'}
        - {forbid: pass, when: 1 < 2}
        - {forbid: move, when: 'any(to.around(1), it.empty)'}
        - {forbid: move, when: 'any(to.around(40), it.empty)'}
`))
	if err != nil {
		t.Fatal(err)
	}
	costs := map[string]int64{}
	for _, c := range rules.Costs(&list[1], rules.NewRulebook(list[0]), nil) {
		costs[c.Field] = c.Steps
	}
	one, two := costs["procedure.duties[0].when"], costs["procedure.duties[1].when"]
	if one < 64 || one >= 4096 || two < 4096 || two < 32*one {
		t.Errorf("one set costs %d, two inside each other %d", one, two)
	}
	// A square has eight squares around it, and never more than there are.
	if near, far := costs["procedure.duties[3].when"], costs["procedure.duties[4].when"]; near < 8 || near >= 64 || far < 64 || far >= 1024 {
		t.Errorf("the squares beside one cost %d, those within 40 %d", near, far)
	}
	if none := costs["procedure.duties[2].when"]; none >= 8 {
		t.Errorf("a comparison costs %d", none)
	}
}
