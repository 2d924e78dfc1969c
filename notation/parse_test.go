package notation

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseItems(t *testing.T) {
	tests := []struct {
		name, text string
		want       Item
		canonical  string // "" for text itself
	}{
		{"a move with a glyph", "Ra1-a5", Item{Kind: Move, Name: "R", From: "a1", To: "a5"}, ""},
		{"a move without a piece", "a1-a5", Item{Kind: Move, From: "a1", To: "a5"}, ""},
		{"a move with a type name", "Rook a1-a5", Item{Kind: Move, Name: "Rook", From: "a1", To: "a5"}, ""},
		{"a type name with a dash", "il-Nabi c3-d6", Item{Kind: Move, Name: "il-Nabi", From: "c3", To: "d6"}, ""},
		{"a type name with a mark inside", "Bouncy!Ball a1-a5", Item{Kind: Move, Name: "Bouncy!Ball", From: "a1", To: "a5"}, ""},
		{"a type name in quotes", `"Strange Name" a1-a5`, Item{Kind: Move, Name: "Strange Name", From: "a1", To: "a5"}, ""},
		{"quotes that are not needed", `"Rook"a1-a5`, Item{Kind: Move, Name: "Rook", From: "a1", To: "a5"}, "Rook a1-a5"},
		{"a glyph that is a mark", "!a1-c1", Item{Kind: Move, Name: "!", From: "a1", To: "c1"}, ""},
		{"a glyph that is a small letter", "pa1-a2", Item{Kind: Move, Name: "p", From: "a1", To: "a2"}, ""},
		{"a glyph that is a digit", "1a1-a5", Item{Kind: Move, Name: "1", From: "a1", To: "a5"}, ""},
		{"a glyph that is the sign for captures", "xa1xa2", Item{Kind: Capture, Name: "x", From: "a1", Victim: "a2"}, ""},
		{"a glyph that is the sign for moves", "-a1-a2", Item{Kind: Move, Name: "-", From: "a1", To: "a2"}, ""},
		{"a glyph that is the sign for ids", "#a1-a2", Item{Kind: Move, Name: "#", From: "a1", To: "a2"}, ""},
		{"a glyph that looks like a square", "b1a1-a5", Item{Kind: Move, Name: "b1", From: "a1", To: "a5"}, "b1 a1-a5"},
		{"a piece by its id", "#R2 a1-a5", Item{Kind: Move, ID: "R2", From: "a1", To: "a5"}, ""},
		{"a move on a large board", "Rz10-z26", Item{Kind: Move, Name: "R", From: "z10", To: "z26"}, ""},
		{"spaces about the dash", "  R a1  -  a5 ", Item{Kind: Move, Name: "R", From: "a1", To: "a5"}, "Ra1-a5"},
		{"an en dash", "Ra1–a5", Item{Kind: Move, Name: "R", From: "a1", To: "a5"}, "Ra1-a5"},
		{"an em dash", "Ra1—a5", Item{Kind: Move, Name: "R", From: "a1", To: "a5"}, "Ra1-a5"},
		{"a space that may not break", "Rook\u00a0a1-a5", Item{Kind: Move, Name: "Rook", From: "a1", To: "a5"}, "Rook a1-a5"},

		{"a move in words", "e2 to e4", Item{Kind: Move, From: "e2", To: "e4"}, "e2-e4"},
		{"a move in words by way of a square", "Rook a1 to a5 to c5", Item{Kind: Move, Name: "Rook", From: "a1", Via: []string{"a5"}, To: "c5"}, "Rook a1-a5-c5"},
		{"a capture in words", "Ng8 takes f6", Item{Kind: Capture, Name: "N", From: "g8", Victim: "f6"}, "Ng8xf6"},
		{"a capture in other words", "a1 captures b2 to c3", Item{Kind: Capture, From: "a1", Victim: "b2", To: "c3"}, "a1xb2-c3"},
		{"a type that is called as the word for a move", "to a1 to a5", Item{Kind: Move, Name: "to", From: "a1", To: "a5"}, "to a1-a5"},
		{"a play in brackets", "( Ra1-a5 )", Item{Kind: Move, Name: "R", From: "a1", To: "a5"}, "Ra1-a5"},
		{"a play in quotes", `“Ra1xb2 (move)”`, Item{Kind: Capture, Name: "R", From: "a1", To: "b2", Victim: "b2", Way: "move"}, "Ra1xb2 (move)"},
		{"several captures of which the last is named", "Da1xb2xKd4", Item{Kind: Capture, Name: "D", From: "a1", Over: []string{"b2"}, Named: "K", Victim: "d4"}, ""},
		{"a play with its number", "1.e2-e4", Item{Kind: Move, From: "e2", To: "e4"}, "e2-e4"},
		{"a play with its number and dots", "12... Ra1-a5", Item{Kind: Move, Name: "R", From: "a1", To: "a5"}, "Ra1-a5"},
		{"a glyph like the number of a play, in quotes", `"1."a1-a5`, Item{Kind: Move, Name: "1.", From: "a1", To: "a5"}, `"1." a1-a5`},
		{"a resignation", "Resign", Item{Kind: Surrender}, "surrender"},

		{"a capture", "Ra1xb2", Item{Kind: Capture, Name: "R", From: "a1", Victim: "b2"}, ""},
		{"a capture with a capital X", "a1Xb2", Item{Kind: Capture, From: "a1", Victim: "b2"}, "a1xb2"},
		{"a capture with a times sign", "a1 × b2", Item{Kind: Capture, From: "a1", Victim: "b2"}, "a1xb2"},
		{"a shot", "Aa1xb2 (shot)", Item{Kind: Capture, Name: "A", From: "a1", To: "a1", Victim: "b2", Way: "shot"}, ""},
		{"a shot said by its square", "Aa1xb2-a1", Item{Kind: Capture, Name: "A", From: "a1", To: "a1", Victim: "b2", Way: "shot"}, "Aa1xb2 (shot)"},
		{"a capture at the end of a way", "Ch8 - i10xh12", Item{Kind: Capture, Name: "C", From: "h8", Via: []string{"i10"}, Victim: "h12"}, "Ch8-i10xh12"},
		{"a capture by moving", "Aa1xb2(move)", Item{Kind: Capture, Name: "A", From: "a1", To: "b2", Victim: "b2", Way: "move"}, "Aa1xb2 (move)"},
		{"a capture by moving said by its square", "Aa1xb2-b2", Item{Kind: Capture, Name: "A", From: "a1", To: "b2", Victim: "b2", Way: "move"}, "Aa1xb2 (move)"},
		{"a captor that ends elsewhere", "Aa1xb2-c3", Item{Kind: Capture, Name: "A", From: "a1", To: "c3", Victim: "b2"}, ""},

		{"a placement", "R@c3", Item{Kind: Placement, Name: "R", To: "c3"}, ""},
		{"a placement by type name", "Rook @ c3", Item{Kind: Placement, Name: "Rook", To: "c3"}, "Rook@c3"},
		{"a placement by id", "H3@c3", Item{Kind: Placement, ID: "H3", To: "c3"}, ""},
		{"a placement by an id with a sign", "#H3@c3", Item{Kind: Placement, ID: "H3", To: "c3"}, "H3@c3"},
		{"an id that could be a square", "p12@c3", Item{Kind: Placement, ID: "p12", To: "c3"}, ""},
		{"an id of a mark and a number", "%2@c3", Item{Kind: Placement, ID: "%2", To: "c3"}, ""},
		{"an id that is one digit", "#1@c3", Item{Kind: Placement, ID: "1", To: "c3"}, ""},
		{"an id without a number", "#Rex@c3", Item{Kind: Placement, ID: "Rex", To: "c3"}, ""},
		{"a digit alone is a glyph", "1@c3", Item{Kind: Placement, Name: "1", To: "c3"}, ""},
		{"a glyph with a number in quotes is a name", `"b1"@c3`, Item{Kind: Placement, Name: "b1", To: "c3"}, ""},
		{"the sign for placements as a glyph", "@@c3", Item{Kind: Placement, Name: "@", To: "c3"}, ""},
		{"a placement with a promotion", "p@j10=C", Item{Kind: Placement, Name: "p", To: "j10", Becomes: "C"}, ""},

		{"a promotion with a move", "pi10-j10=Camel", Item{Kind: Move, Name: "p", From: "i10", To: "j10", Becomes: "Camel"}, ""},
		{"a promotion to the victim's type", "*a1xb1=Victim", Item{Kind: Capture, Name: "*", From: "a1", Victim: "b1", Becomes: "victim"}, "*a1xb1=victim"},
		{"a promotion after the brackets", "*a1xb1 (move) = R", Item{Kind: Capture, Name: "*", From: "a1", To: "b1", Victim: "b1", Way: "move", Becomes: "R"}, "*a1xb1=R (move)"},
		{"a promotion to a type in quotes", `pi10-j10="Strange Name"`, Item{Kind: Move, Name: "p", From: "i10", To: "j10", Becomes: "Strange Name"}, ""},
		{"a promotion to a glyph that is a sign", "pi10-j10==", Item{Kind: Move, Name: "p", From: "i10", To: "j10", Becomes: "="}, ""},
		{"an announced promotion", "Df6=Rook", Item{Kind: Promotion, Name: "D", From: "f6", Becomes: "Rook"}, ""},

		{"a special move in front", "special Ra1-b3", Item{Kind: "special", Name: "R", From: "a1", To: "b3"}, "Ra1-b3 (special)"},
		{"a special move in brackets", "Ra1-b3 ( Special )", Item{Kind: "special", Name: "R", From: "a1", To: "b3"}, "Ra1-b3 (special)"},
		{"a special move that captures", "special Ra1xb3-a1", Item{Kind: "special", Name: "R", From: "a1", To: "a1", Victim: "b3"}, "Ra1xb3-a1 (special)"},
		{"a scratch", "scratch Qh7", Item{Kind: Exit, Name: "Q", From: "h7"}, "Qh7-off (scratch)"},
		{"a scratch with its corner", "Qh7-a1 (scratch)", Item{Kind: Exit, Name: "Q", From: "h7", To: "a1"}, ""},
		{"a scratch with its corner, in front", "Scratch h7-a1", Item{Kind: Exit, From: "h7", To: "a1"}, "h7-a1 (scratch)"},
		{"a move to off-board", "Ra1-off", Item{Kind: Off, Name: "R", From: "a1"}, ""},
		{"an action", "action Mc3: d3", Item{Kind: Action, Name: "M", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action of a piece that is not named", "Action c3:d3", Item{Kind: Action, From: "c3", Targets: []string{"d3"}}, "action c3: d3"},
		{"an action with its name", "action mash Mc3: d3", Item{Kind: Action, Action: "mash", Name: "M", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action with its name alone", "action mash c3: d3", Item{Kind: Action, Action: "mash", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action with its name and a type's", "action mash Masher c3: d3", Item{Kind: Action, Action: "mash", Name: "Masher", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action with a type's name in quotes", `action "Masher" c3: d3`, Item{Kind: Action, Name: "Masher", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action of a type whose name no action has", "action il-Nabi c3: d3", Item{Kind: Action, Name: "il-Nabi", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action of a glyph apart from its square", "action M c3 : d3", Item{Kind: Action, Name: "M", From: "c3", Targets: []string{"d3"}}, "action Mc3: d3"},
		{"an action of one letter", "action m Mc3: d3", Item{Kind: Action, Action: "m", Name: "M", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action of a piece by its id", `action mash #M2 c3: d3`, Item{Kind: Action, Action: "mash", ID: "M2", From: "c3", Targets: []string{"d3"}}, ""},
		{"an action with targets between commas and spaces", "action Mc3: d3,c4 , b3  c20", Item{Kind: Action, Name: "M", From: "c3", Targets: []string{"d3", "c4", "b3", "c20"}}, "action Mc3: d3, c4, b3, c20"},
		{"an action with a promotion", "action Mc3: d3 = R", Item{Kind: Action, Name: "M", From: "c3", Targets: []string{"d3"}, Becomes: "R"}, "action Mc3: d3=R"},
		{"a type called action", `"action" a1-a2`, Item{Kind: Move, Name: "action", From: "a1", To: "a2"}, ""},
		{"a pass", "Pass", Item{Kind: Pass}, "pass"},
		{"a surrender", "SURRENDER", Item{Kind: Surrender}, "surrender"},
		{"a type called Special", `"Special" a1-a2`, Item{Kind: Move, Name: "Special", From: "a1", To: "a2"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			play, err := Parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]Item{tt.want}, play.Items, meaning); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			want := tt.canonical
			if want == "" {
				want = tt.text
			}
			if got := play.String(); got != want {
				t.Errorf("canonical form %q, want %q", got, want)
			}
		})
	}
}

func TestAnOrderNamesThePieceThatItHelps(t *testing.T) {
	for text, want := range map[string]Item{
		"Ra2-b3 (aid a3)":     {Kind: "aid", Name: "R", From: "a2", To: "b3", Helps: "a3"},
		"ra2 - b3 ( AID a3 )": {Kind: "aid", Name: "r", From: "a2", To: "b3", Helps: "a3"},
		"Ra2-b3 (aid)":        {Kind: "aid", Name: "R", From: "a2", To: "b3"},
	} {
		play, err := Parse(text, "aid")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Item{want}, play.Items, meaning); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		again, err := Parse(play.String(), "aid")
		if diff := cmp.Diff(play.Items, again.Items, meaning); err != nil || diff != "" {
			t.Errorf("%s as %q (-want +got): %v\n%s", text, play, err, diff)
		}
	}
	for _, text := range []string{"Ra2-b3 (aid a3 b4)", "Ra2-b3 (aid R)", "Ra2-b3 (special a3)", "Ra2-b3 (help a3)"} {
		if play, err := Parse(text, "aid"); err == nil {
			t.Errorf("%s reads as %v", text, play)
		}
	}
}

func TestParseKeepsWhereEachItemStands(t *testing.T) {
	play, err := Parse("  Dd3×d4 ;Df6=Rook;\r\n\n pass\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []Item{
		{Kind: Capture, Name: "D", From: "d3", Victim: "d4", Column: 3, Length: 6, Text: "Dd3×d4"},
		{Kind: Promotion, Name: "D", From: "f6", Becomes: "Rook", Column: 11, Length: 8, Text: "Df6=Rook"},
		{Kind: Pass, Column: 24, Length: 4, Text: "pass"},
	}
	if diff := cmp.Diff(want, play.Items); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var atomic []bool
	for _, item := range play.Items {
		atomic = append(atomic, item.Atomic())
	}
	if diff := cmp.Diff([]bool{true, false, true}, atomic); diff != "" {
		t.Errorf("atomic (-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		column     int
		expected   string // part of it
		found      string
	}{
		{"nothing", "", 1, "an atomic play", "nothing"},
		{"blank lines", " \n\n", 4, "an atomic play", "nothing"},
		{"prose", "hello world", 1, "an atomic play", `"hello"`},
		{"prose before a play", "I move Ra1-a5", 1, "one glyph or type name", `"I"`},
		{"two plays without a separator", "pass Ra1-a5", 1, "one glyph or type name", `"pass"`},
		{"two separators", "Ra1-a5;; pass", 8, "an atomic play", `";"`},
		{"a separator in front", "; pass", 1, "an atomic play", `";"`},
		{"a square alone", "Ra1", 4, `"-" and the square`, "the end"},
		{"no destination", "Ra1-; pass", 5, "the square it goes to", `";"`},
		{"a destination that is no square", "Ra1-7a", 5, "the square it goes to", `"7a"`},
		{"rank nought", "Ra1-a0", 5, "the square it goes to", `"a0"`},
		{"a rank of three digits", "Ra1-a100", 5, "the square it goes to", `"a100"`},
		{"squares in capitals", "RA1-A5", 5, `such as "a5"`, `"A5"`},
		{"a capture without the captor's square", "Rxb2", 2, "the square the captor stands on", `"xb2"`},
		{"a capture without a victim", "Ra1x", 5, "the captured piece", "the end"},
		{"a captor that ends nowhere", "Aa1xb2-", 8, "where the captor ends", "the end"},
		{"two ways", "Aa1xb2-a1 (shot)", 11, "no second statement", `"(shot)"`},
		{"a way without a capture", "Aa1-a2 (shot)", 8, "only after a capture", `"(shot)"`},
		{"an unknown mark", "Aa1-b2 (jump)", 9, `"shot", "move"`, `"jump)"`},
		{"a mark left open", "Aa1xb2 (shot", 13, `")"`, "the end"},
		{"a mark twice", "special Ra1-b3 (special)", 16, `"="`, `"(special)"`},
		{"a special placement", "special R@c3", 1, `"special" only`, `"special"`},
		{"a captured scratch", "scratch Qh7xa1", 1, `"scratch" only`, `"scratch"`},
		{"a placement of nothing", "@ c3", 1, `the piece to place before "@"`, `"@"`},
		{"a placement nowhere", "R@", 3, "the square to place it on", "the end"},
		{"a promotion to nothing", "pi10-j10=", 10, `a type after "="`, "the end"},
		{"a promotion off the board", "Ra1-off=C", 8, "no promotion", `"=C"`},
		{"two promotions", "pi10-j10=C=D x", 14, `";"`, `"x"`},
		{"an action of nobody", "action mash", 8, "the piece and its square", `"mash"`},
		{"an action of no square", "action mash M: d3", 13, "the piece and its square", `"M:"`},
		{"an action without a colon", "action mash Mc3 d3", 17, `":" and the squares`, `"d3"`},
		{"an action without targets", "action Mc3:; pass", 12, "the square of a target", `";"`},
		{"an action with a comma too many", "action Mc3: d3,", 16, "the square of a target", "the end"},
		{"an action on what is no square", "action Mc3: d3, 4c", 17, "the square of a target", `"4c"`},
		{"an action on squares run together", "action Mc3: d3c4", 15, `"," and the square`, `"c4"`},
		{"an action of three words", "action mash the Masher c3: d3", 13, "one glyph or type name", `"the"`},
		{"an action with two promotions", "action Mc3: d3=R Q", 18, `";" or the end`, `"Q"`},
		{"an action that is a move", "action a1-a5", 10, `":" and the squares`, `"-a5"`},
		{"a quote left open", `"Rook a1-a5`, 12, "a closing quote", "the end"},
		{"an empty name", `"" a1-a5`, 1, "a name between the quotes", `"\"\""`},
		{"a quote inside a name", `Ro"ok" a1-a5`, 1, "an atomic play", `"Ro\"ok\""`},
		{"something after the play", "Ra1-a5 now", 8, `";"`, `"now"`},
		{"a character that cannot be printed", "Ra1-\x07a5", 5, "printable", "\"\x07a5\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			play, err := Parse(tt.text)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got %v and error %v, want a SyntaxError", play, err)
			}
			if syntax.Column != tt.column || syntax.Found != tt.found || !strings.Contains(syntax.Expected, tt.expected) {
				t.Errorf("got column %d, expected %q, found %s;\nwant column %d, expected …%q…, found %s",
					syntax.Column, syntax.Expected, syntax.Found, tt.column, tt.expected, tt.found)
			}
		})
	}
}

// A word that should be one of a few is told with those, so that whoever shows the error can say which is nearest.
func TestAMisspeltWordIsToldWithThoseThatMayStandThere(t *testing.T) {
	for _, tt := range []struct{ text, word, meant, want string }{
		{"Ra2-a3 (specail)", "specail", "special", "Ra2-a3 (special)"},
		{"Ra2-a3 (exti)", "exti", "exit", "Ra2-a3 (exit)"},
		{"Ra2xa3 (Shto)", "Shto", "shot", "Ra2xa3 (shot)"},
		{"resigns", "resigns", "resign", "resign"},
		{"pass!", "pass!", "pass", "pass"}, // a line of prose may say so, which makes no play of it
	} {
		_, err := Parse(tt.text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatalf("%s: %v", tt.text, err)
		}
		if syntax.Word != tt.word || !slices.Contains(syntax.Words, tt.meant) || syntax.With(tt.meant) != tt.want {
			t.Errorf("%s: %q of %q, with %s it is %q", tt.text, syntax.Word, syntax.Words, tt.meant, syntax.With(tt.meant))
		}
	}
}

func TestSyntaxErrorPointsAtTheCharacter(t *testing.T) {
	_, err := Parse("Ra1–a5\n\tRb1_c3\npass")
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("got error %v, want a SyntaxError", err)
	}
	if got, want := syntax.Error(), `line 2, column 5: expected "-" and the square it goes to, or "x" and the square it captures on, found "_c3"`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := syntax.Caret(), "\tRb1_c3\n\t   ^\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// What people write before a colon is no play: a choice with a name stands beside one.
func TestAChoiceStandsBesideAPlay(t *testing.T) {
	for _, text := range []string{"cc: Bob", "https://lists.example.net/chess", "ally: Blue", "re: Ra1-a5"} {
		if play, err := Parse(text); err == nil {
			t.Errorf("%q reads as %v", text, play)
		}
	}
	play, err := Parse("Ra1-a5; ally: Blue")
	if err != nil || len(play.Items) != 2 || play.Items[1].Kind != Choice || play.Items[1].Name != "ally" || play.Items[1].Choose != "Blue" {
		t.Errorf("got %+v, %v", play, err)
	}
}
