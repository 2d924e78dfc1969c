package pgn_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adjudicate/season/pgn"
)

var places = cmp.Options{cmpopts.IgnoreFields(pgn.Move{}, "At"), cmpopts.IgnoreFields(pgn.Game{}, "At"), cmpopts.EquateEmpty()}

func moves(texts ...string) (list []pgn.Move) {
	for _, text := range texts {
		list = append(list, pgn.Move{Text: text})
	}
	return list
}

func TestWhatIsRead(t *testing.T) {
	tests := []struct {
		name, text string
		want       []pgn.Game
	}{
		{"nothing", " \n\n", nil},
		{"moves without tags", "1. e4 e5 2. Nf3 *", []pgn.Game{{Line: pgn.Line{Moves: moves("e4", "e5", "Nf3")}, Result: "*"}}},
		{"numbers without spaces, and of the second side", "1.e4 e5 2.Nf3 2...Nc6 3. ... Bb5 1-0",
			[]pgn.Game{{Line: pgn.Line{Moves: moves("e4", "e5", "Nf3", "Nc6", "Bb5")}, Result: "1-0"}}},
		{"tags", "[Event \"A \\\"fine\\\" \\\\ day\"]\n[ White  \"Müller\" ]\n\n1-0",
			[]pgn.Game{{Tags: []pgn.Tag{{"Event", `A "fine" \ day`}, {"White", "Müller"}}, Result: "1-0"}}},
		{"a quotation mark that should have a backslash", "[Event \"the \"open\" one\"]\n*", []pgn.Game{{Tags: []pgn.Tag{{"Event", `the "open" one`}}, Result: "*"}}},
		{"two games, the first without result", "[White \"A\"]\n\n1. e4\n\n[White \"B\"]\n[Result \"0-1\"]\n\n1. d4\n",
			[]pgn.Game{
				{Tags: []pgn.Tag{{"White", "A"}}, Line: pgn.Line{Moves: moves("e4")}, Result: "*"},
				{Tags: []pgn.Tag{{"White", "B"}, {"Result", "0-1"}}, Line: pgn.Line{Moves: moves("d4")}, Result: "0-1"}}},
		{"comments", "{ before\n it } 1. e4 {good} ; and old\ne5 *", []pgn.Game{{Line: pgn.Line{Comments: []string{"before it"},
			Moves: []pgn.Move{{Text: "e4", Comments: []string{"good", "and old"}}, {Text: "e5"}}}, Result: "*"}}},
		{"what is thought of moves", "1. e4! e5 $2 $14 2. Nf3 !? += N 1/2-1/2", []pgn.Game{{Line: pgn.Line{
			Moves: []pgn.Move{{Text: "e4", NAGs: []int{1}}, {Text: "e5", NAGs: []int{2, 14}}, {Text: "Nf3", NAGs: []int{5, 14, 146}}}}, Result: "1/2-1/2"}}},
		{"variations in variations", "1. e4 (1. d4 d5 (1... Nf6) 2. c4) (1. c4) e5 *", []pgn.Game{{Line: pgn.Line{Moves: []pgn.Move{
			{Text: "e4", Variations: []pgn.Line{
				{Moves: []pgn.Move{{Text: "d4"}, {Text: "d5", Variations: []pgn.Line{{Moves: moves("Nf6")}}}, {Text: "c4"}}},
				{Moves: moves("c4")}}},
			{Text: "e5"}}}, Result: "*"}}},
		{"escaped lines", "% made by hand\n1. e4\n%e5\nd5 *", []pgn.Game{{Line: pgn.Line{Moves: moves("e4", "d5")}, Result: "*"}}},
		{"castling with zeros, promotion in brackets, in passing", "1. 0-0 0-0-0 2. e8(Q) (2. e8=N) exd6 e.p. 3. -- ½-½", []pgn.Game{{Line: pgn.Line{Moves: []pgn.Move{
			{Text: "0-0"}, {Text: "0-0-0"}, {Text: "e8(Q)", Variations: []pgn.Line{{Moves: moves("e8=N")}}}, {Text: "exd6"}, {Text: "--"}}}, Result: "1/2-1/2"}}},
		{"a variation that ends in a promotion in brackets", "1. e7 (1. e8(Q)) *", []pgn.Game{{Line: pgn.Line{Moves: []pgn.Move{
			{Text: "e7", Variations: []pgn.Line{{Moves: moves("e8(Q)")}}}}}, Result: "*"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, text := range []string{tt.text, strings.ReplaceAll(tt.text, "\n", "\r\n"), "\ufeff" + tt.text} {
				games, err := pgn.Parse("x.pgn", []byte(text))
				if err != nil {
					t.Fatal(err)
				}
				var got []pgn.Game
				for _, g := range games {
					got = append(got, *g)
				}
				if diff := cmp.Diff(tt.want, got, places); diff != "" {
					t.Errorf("%q (-want +got):\n%s", text, diff)
				}
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	const text = "[White \"Müller–Łódź\"]\n\n1. e4 *\n"
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	tests := []struct {
		name string
		text []byte
		want string
	}{
		{"UTF-8", []byte(text), "Müller–Łódź"},
		{"UTF-16", wide, "Müller–Łódź"},
		{"Latin-1", []byte("[White \"M\xfcller\"]\n*"), "Müller"},
		{"Windows-1252", []byte("[White \"M\xfcller\x96\x8aik\"]\n*"), "Müller–Šik"},
		{"UTF-8 and Latin-1 in one file", []byte("[White \"Mü M\xfc\"]\n*"), "Mü Mü"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			games, err := pgn.Parse("x.pgn", tt.text)
			if err != nil || len(games) != 1 || games[0].Tag("White") != tt.want {
				t.Errorf("got %+v, %v", games, err)
			}
		})
	}
}

func TestFaultsNameLineAndColumn(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a comment without end", "1. e4\n {x", "x.pgn:2:2: unterminated comment: expected }"},
		{"a variation without end", "1. e4 (1. d4", "x.pgn:1:13: unterminated variation: expected )"},
		{"a variation before any move", "(1. d4) *", "x.pgn:1:1: unexpected variation before the first move"},
		{"a bracket too much", "1. é4 ) *", "x.pgn:1:7: unexpected ): no variation is open"},
		{"a tag without value", "[White]\n", `x.pgn:1:1: incomplete tag: expected [Name "value"]`},
		{"a value without end", "[White \"A]\n", "x.pgn:1:1: unterminated value of tag White: expected a quotation mark and ]"},
		{"a glyph without number", "1. e4 $x", "x.pgn:1:7: invalid $: expected a number up to 255 after it"},
		{"a brace among moves", "{a\nb} 1. e4 } *", "x.pgn:2:10: unexpected } among moves"},
		{"too deep", strings.Repeat("1. e4 (", 40), "x.pgn:1:231: variations nested more than 32 deep"},
		{"too long a word", "1. " + strings.Repeat("e", 99), "x.pgn:1:4: a move of 99 bytes: expected 60 at most"},
		{"too many moves", strings.Repeat("e4 ", pgn.MostMoves+1), "x.pgn:1:60001: more than 20000 moves in one game"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := pgn.Parse("x.pgn", []byte(tt.text))
			var e *pgn.Error
			if !errors.As(err, &e) || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestAGameWithAFaultIsLeftOut(t *testing.T) {
	const good = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 {a\n\ncomment} 1-0\n\n"
	tests := []struct{ name, text, want string }{
		{"a comment without end", "[White \"X\"]\n\n1. e4 {x\n\n", "x.pgn:10:7: unterminated comment: expected }"},
		{"a variation without end", "[White \"X\"]\n\n1. e4 (1. d4\n\n", "x.pgn:12:1: unterminated variation: expected )"},
		{"a tag without value", "[White \"X\"]\n[Black]\n\n1. e4 *\n\n", `x.pgn:9:1: incomplete tag: expected [Name "value"]`},
		{"at the beginning of a game", ") e4 *\n \n", "x.pgn:8:1: unexpected ): no variation is open"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, behind := range []int{0, 1, 2} {
				games, err := pgn.Parse("x.pgn", []byte(good+tt.text+strings.Repeat(good, behind)))
				if err == nil || behind > 0 && err.Error() != tt.want {
					t.Errorf("got %v, want %s", err, tt.want)
				}
				if len(games) != 1+behind {
					t.Fatalf("got %d games, want %d", len(games), 1+behind)
				}
				for i, g := range games {
					if g.Tag("White") != "A" || g.Moves[0].Text+" "+g.Moves[1].Text != "e4 e5" || g.Result != "1-0" || i == 0 && g.At != 1 {
						t.Errorf("game %d: got %+v", i+1, g)
					}
				}
			}
		})
	}
	if _, err := pgn.Parse("x.pgn", []byte(strings.Repeat("[White]\n\n", 2*pgn.MostFaults))); err == nil || strings.Count(err.Error(), "\n")+1 > pgn.MostFaults {
		t.Errorf("got %v", err)
	}
}

// The export format: PGN standard, section 3.2 and 8.1.
func TestWhatIsWritten(t *testing.T) {
	g := &pgn.Game{Tags: []pgn.Tag{{"ECO", "C33"}, {"White", `A "B"`}, {"Annotator", "x"}}, Result: "1-0", Line: pgn.Line{
		Comments: []string{"first"},
		Moves: []pgn.Move{{Text: "e4", NAGs: []int{1}}, {Text: "e5"}, {Text: "f4", Comments: []string{"a {brace}"}},
			{Text: "exf4", Variations: []pgn.Line{{Moves: moves("d5", "exd5")}}}, {Text: "Bc4"}, {Text: "Qh4+"}}}}
	want := `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\""]
[Black "?"]
[Result "1-0"]
[Annotator "x"]
[ECO "C33"]

{first} 1. e4 $1 e5 2. f4 {a {brace)} 2... exf4 (2... d5 3. exd5) 3. Bc4 Qh4+
1-0

`
	if diff := cmp.Diff(want, pgn.Format(g)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestALineHasItsNumbersFromThePosition(t *testing.T) {
	g := &pgn.Game{Tags: []pgn.Tag{{"SetUp", "1"}, {"FEN", "4k3/8/8/8/8/8/8/4K2R b K - 3 31"}}, Result: "*", Line: pgn.Line{Moves: moves("Kd7", "O-O")}}
	if got := pgn.Format(g); !strings.Contains(got, "\n31... Kd7 32. O-O *\n") {
		t.Error(got)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"testdata/games.pgn"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("{c} 1. e4! (1. d4 {x} (1. c4 $3)) e8(Q) ; y\n% z\n1-0 [A \"b\\\"\"] 1... -- +- *"))
	f.Fuzz(func(t *testing.T, text []byte) {
		games, err := pgn.Parse("x", text)
		if err != nil {
			return
		}
		for _, g := range games {
			once := pgn.Format(g)
			again, err := pgn.Parse("x", []byte(once))
			if err != nil || len(again) != 1 {
				t.Fatalf("%q is read as %d games: %v", once, len(again), err)
			}
			if diff := cmp.Diff(once, pgn.Format(again[0])); diff != "" {
				t.Errorf("written and read (-once +twice):\n%s", diff)
			}
		}
	})
}
