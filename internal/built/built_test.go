package built

import "testing"

func TestABuildIsNamedByItsCommit(t *testing.T) {
	commit, date = "0f3b890", "2026-11-22T16:06:00Z" // as a release is linked
	defer func() { commit, date = "", "" }()
	if b := This(); b != (Build{Commit: "0f3b890", Date: "2026-11-22T16:06:00Z"}) || b.String() != " 0f3b890" {
		t.Errorf("it is %+v, %q", b, b)
	}
	for want, b := range map[string]Build{"": {}, " a altered": {Commit: "a", Altered: true}} {
		if b.String() != want {
			t.Errorf("%+v is %q, want %q", b, b, want)
		}
	}
}
