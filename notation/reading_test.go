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

func TestSquaresOffTheBoardAreNamed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"pass; Ra1-h8", ""},
		{"pass; Ra1-i8", `column 7: expected squares of the board, a1 to h8, found "i8"`},
		{"Ra1-a9", `column 1: expected squares of the board, a1 to h8, found "a9"`},
	} {
		got := ""
		if err := Read(c.text).On(8, 8); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}
