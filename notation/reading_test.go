package notation

import "testing"

func TestAReadingGoesWithItsText(t *testing.T) {
	var none *Reading
	first := none.Of("surrender")
	if !first.Surrenders() || first.Err != nil {
		t.Errorf("read as %q, %v", first.Play, first.Err)
	}
	if first.Of("surrender") != first {
		t.Error("the same text was read twice")
	}
	if other := first.Of("pass; pass; pass?!"); other == first || other.Err == nil || other.Surrenders() {
		t.Errorf("another text was read as %q, %v", other.Play, other.Err)
	}
}
