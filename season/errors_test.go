package season

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnErrorNamesThePlaceAndWhatWasExpected(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"an undeclared side", "Rde: pass", `test.season:9:1: expected a side declared above, found "Rde:" (did you mean "Red"?)`},
		{"a side without its colon", "Red Ra1-a5", `test.season:9:1: expected an entry: a play such as Red: Ra1-a5, or a word such as announce or buy, found "Red" (did you mean "Red:"?)`},
		{"an unknown word", "anounce", `test.season:9:1: expected an entry: a play such as Red: Ra1-a5, or a word such as announce or buy, found "anounce" (did you mean "announce"?)`},
		{"an undeclared player", "umpire Ferd", `test.season:9:8: expected a player declared above, found "Ferd" (did you mean "Fred"?)`},
		{"a time that runs backwards", "12:00 tick\n11:59 tick", `test.season:10:1: expected a time not before 12:00, found "11:59"`},
		{"a date that runs backwards", "on 1998-10-04", `test.season:9:4: expected a date not before 1998-10-05, found "1998-10-04"`},
		{"an impossible time", "24:00 tick", `test.season:9:1: expected a time between 00:00 and 23:59:59, found "24:00"`},
		{"a missing play", "Red:", `test.season:9:5: expected a play, found the end of the line`},
		{"a verdict that is neither", "Red: pass => acepted", `test.season:9:14: expected "accepted" or "rejected", found "acepted" (did you mean "accepted"?)`},
		{"a clause without a rule", "Red: pass => rejected by §6", `test.season:9:26: expected a clause such as 12.5 §2 or 12.2/3 §6.C, found "§6"`},
		{"a purchase without a buyer", "buy Rook for Red", `test.season:9:17: expected "paid", found the end of the line`},
		{"a number that is not half", "account Fred money 1.25", `test.season:9:20: expected an amount such as +100 or -2.5, found "1.25"`},
		{"words after the end", "tick tock", `test.season:9:6: expected the end of the line, found "tock"`},
		{"an unknown expectation", "tick\nexpect wieght Red 3", `test.season:10:8: expected a word that says what to expect, such as turn or weight, found "wieght" (did you mean "weight"?)`},
		{"an expectation cut short", "tick\nexpect check Red by", `test.season:10:20: expected ids or squares of pieces, separated by commas, found the end of the line`},
		{"a side or a word", "tick\nexpect turn Rad", `test.season:10:13: expected a side declared above or "none", found "Rad" (did you mean "Red"?)`},
		{"a square that is none", "tick\nexpect square z99x empty", `test.season:10:15: expected a square such as a1, found "z99x"`},
		{"a seed that is too short", "game X system partychess seed ff", `test.season:9:31: expected a seed of 64 hexadecimal digits, found "ff"`},
		{"a rule that is missing", "enact", `test.season:9:1: expected a rule file, or below the line the rule itself in lines that begin with |, found the end of the line`},
		{"text of no rule", "tick\n| x", `test.season:10:1: expected "enact" or "amend" without a file above the text of a rule, found "|"`},
		{"a message of no play", "tick\nsent 1998-10-05 12:00", `test.season:10:1: expected a play above what is said about its message, found "sent"`},
		{"a second verdict", "tick => accepted\n=> accepted", `test.season:10:1: expected one verdict an entry, found "=>"`},
		{"a side called none", "swingership none swinger Fred", `test.season:9:13: expected the name of a side other than "none", found "none"`},
		{"a label that nothing has", "tick\n  label late\ndispute open #lat \"so\" by Fred", `test.season:11:15: expected a label declared above, found "lat" (did you mean "late"?)`},
		{"a reference without its sign", "dispute open late \"so\" by Fred", `test.season:9:14: expected an entry's label behind #, such as #placement, found "late"`},
		{"a label given twice", "tick\n  label a\ntick\n  label a", `test.season:12:9: expected a label that no other entry has, found "a"`},
		{"two labels", "tick\n  label a\n  label b", `test.season:11:3: expected one label an entry, found "label"`},
		{"a signature that is no base64", "tick\n  signature U1N! after 3", `test.season:10:13: expected a signature in base64, found "U1N!"`},
		{"a signature that names no event", "tick\n  signature U1NI", `test.season:10:17: expected "after", found the end of the line`},
		{"two signatures", "tick\n  signature U1NI after 3\n  signature U1NI after 4", `test.season:11:13: expected one signature of one input, found "U1NI"`},
		{"a signature of a play whose author has seen nothing", "Red: pass\n  signature U1NI", `test.season:10:13: expected "seen N" above the signature of a play, found "U1NI"`},
		{"an id that is none", "game X system partychess seed 0000000000000000000000000000000000000000000000000000000000000000 id 7", `test.season:9:99: expected the id of the game's first event, such as 0190b5b6-7c00-7000-8000-000000000001, found "7"`},
		{"a demand that there is not", "signatures maybe", `test.season:9:12: expected "on" or "off" or "all", found "maybe"`},
		{"grounds without quotation marks", "dispute open clause 1230.4 so by Fred", `test.season:9:28: expected the grounds in quotation marks, found "so"`},
		{"a dispute that nobody knows how to hold", "dispute settle D1", `test.season:9:9: expected "open" or "argue" or "rule" or "adopt" or "retract" or "withdraw" or "assign" or "recuse" or "hear" or "appeal", found "settle"`},
		{"a control character", "Red: pa\x01ss", `test.season:9:8: expected printable characters in UTF-8, found "\x01ss"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("test.season", []byte(preamble+test.text+"\n"))
			var errs SyntaxErrors
			if !errors.As(err, &errs) {
				t.Fatalf("got %v, want SyntaxErrors", err)
			}
			if diff := cmp.Diff(test.want, errs[0].Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEveryLineThatIsWrongIsReported(t *testing.T) {
	_, err := Parse("x", []byte("season 1\ntick\non 1998-13-01\non 1998-10-05\nfoo\n"))
	want := `x:2:1: expected a date first, such as "on 1998-10-05", found "tick"
x:3:4: expected a date such as 1998-10-05, found "1998-13-01"
x:5:1: expected an entry: a play such as Red: Ra1-a5, or a word such as announce or buy, found "foo"`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestATextWithoutItsFirstLineOrAnEntryIsNoSeason(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `x:1:1: expected the first line, "season 1", found the end of the line`,
		"# only a comment\n":     `x:2:1: expected the first line, "season 1", found the end of the line`,
		"on 1998-10-05\n":        `x:1:1: expected "season", found "on"`,
		"season 1\n# no entry\n": `x:3:1: expected an entry, such as: game NAME system partychess seed HEX, found the end of the line`,
		"season 2\n":             `x:1:8: expected "1", found "2"`,
		"{\"specversion\": 1}\n": `x:1:1: expected "season", found "{\"specversion\":"`,
	} {
		if _, err := Parse("x", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("Parse(%q): got %v, want %s", text, err, want)
		}
	}
}
