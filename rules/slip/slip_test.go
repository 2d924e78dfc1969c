package slip_test

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/rules/slip"
)

func TestASlipIsFoundWhereItIs(t *testing.T) {
	const head = "number: 1\npiece:\n  name: Ferz\n"
	for _, c := range []struct{ name, text, want string }{
		{"a field too far right", head + "   glyph: f\n", `4:4: field indented by 3 spaces: expected 2, as on line 3; or 0, as on line 1`},
		{"a field too far left", head + " glyph: f\n", `4:2: field indented by 1 space: expected 2, as on line 3; or 0, as on line 1`},
		{"a field below one with a value", "number: 1\n title: x\n", `2:2: field indented by 1 space: expected 0, as on line 1`},
		{"a field of an item too far left", head + "  modes:\n    - legs: [{dir: all}]\n     for: [move]\n", `6:6: field indented by 5 spaces: expected 6, as "legs" on line 5; or 2, as on line 3`},
		{"a field where its item begins", head + "  modes:\n    - for: [move]\n    legs: []\n", `6:5: field indented by 4 spaces: expected "- " before it, as on line 5; or 6, as "for" on line 5`},
		{"an item too far left", head + "  modes:\n    - for: [move]\n   - for: [capture]\n", `6:4: list item indented by 3 spaces: expected 4, as on line 5`},
		{"an item among fields", "rules:\n- number: 1\n  title: x\n  - number: 2\n", `4:3: list item indented by 2 spaces: expected no "- " before it, as on line 2; or 0, as on line 2`},
		{"a tab", head + "\tglyph: f\n", `4:1: tab in the indentation: expected spaces`},
		{"a tab after spaces", head + "  \tglyph: f\n", `4:3: tab in the indentation: expected spaces`},
		{"a comment of other languages", head + "  // its sign\n  glyph: f\n", `4:3: a comment begins with #`},
		{"no colon", head + "  glyph f\n", `4:3: expected a field, such as "name: value"`},
		{"no space after a colon", "number:1\n", `1:8: expected a space after "number:"`},
		{"a colon in a text", "title: The Ferz: a piece\n", `1:16: a text that contains ": " must be in quotes`},

		{"a formula with a comma in brackets", "duties:\n  - {forbid: move, when: assets(mover, \"money\") > 3}\n", `2:26: a formula with a comma must be in quotes within { } and [ ]`},
		{"a path with brackets in braces", "number: 1\nset: {piece.value: 2, piece.modes[0].n: 2}\n", `2:23: a path with brackets must be in quotes within { }, or stand on a line of its own`},
		{"a quoted path with brackets in braces", "number: 1\nset: {'piece.modes[0].n': 2}\n", ``},
		{"a quoted formula with a comma in brackets", "duties:\n  - {forbid: move, when: 'count(a, b)', x: [}\n", ``},
		{"a text that begins like another place", "fen:\n  start: ***4/8 w\n", `2:10: a text that begins with "*" must be in quotes`},
		{"a text that begins with a sign of YAML", "title: @home\n", `1:8: a text that begins with "@" must be in quotes`},
		{"a formula that begins with a text", "duties:\n  - forbid: move\n    when: \"Ann\" == mover.player\n", `3:11: text after the closing quote: all of it must be in quotes, such as '"a" == b'`},
		{"such a formula in braces", "duties:\n  - {forbid: move, when: 'Ann' == mover.player}\n", `2:26: text after the closing quote: all of it must be in quotes, such as '"a" == b'`},
		{"a formula that begins with a sign", "duties:\n  - {forbid: move, when: !x}\n", `2:26: a text that begins with ! must be in quotes; a condition can begin with not`},
		{"such a formula as an item", "- \"a\" == b\n", `1:3: text after the closing quote: all of it must be in quotes, such as '"a" == b'`},
		{"texts in quotes", "duties:\n  - {forbid: 'move', when: 'any(pieces, it.type == \"King\" and x)'}\n  - 'a' # == b\n", ``},
		{"another place", "modes: *same\n", ``},
		{"sound text", head + "  modes:\n  - legs:\n    - {dir: all}\n    for: [move]\n  # note\n\n  glyph: f\n", ``},
		{"items as far left as their field", "rules:\n- number: 1\n- number: 2\n", ``},
		{"lists in lists", "covers:\n- - 0\n  - 1\n- - 2\n", ``},
		{"a text over lines", "note: one\n  two: no, three\n", `2:3: field indented by 2 spaces: expected 0, as on line 1`},
		{"a plain text over lines", "note: one\n  two\n  three\nnumber: 1\n", ``},
		{"a folded text", "note: >-\n  a: b\n   c: d\nnumber: 1\n", ``},
		{"a list over lines", "sides: [a,\n b]\n  c: d\n", ``},
		{"comments behind", "piece: # note: one\n  name: Ferz # note: two\n  glyph: f\n", ``},
		{"documents", "number: 1\n---\n  number: 2\n", ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if line, column, message := slip.Find([]byte(c.text), 100); line > 0 {
				got = fmt.Sprintf("%d:%d: %s", line, column, message)
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// What stands behind the place where a parser stopped is not looked at.
func TestFindStopsWhereTheParserDid(t *testing.T) {
	if line, _, what := slip.Find([]byte("a: 1\nb: 2\nc: 3\n d: 4\n"), 2); line != 0 {
		t.Errorf("found %q on line %d", what, line)
	}
}

// Any text is read in time that grows with its length, and a place that is found is in it.
func FuzzFind(f *testing.F) {
	f.Add("a:\n  b: 1\n c: 2\n", 3)
	f.Add(strings.Repeat("- ", 100)+"a: |\n x", 1)
	f.Fuzz(func(t *testing.T, text string, last int) {
		line, column, message := slip.Find([]byte(text), last)
		if line == 0 {
			return
		}
		lines := strings.Split(text, "\n")
		if line > len(lines) || column < 1 || column > len(lines[line-1])+1 || message == "" {
			t.Fatalf("%d:%d: %q in %q", line, column, message, text)
		}
	})
}
