package season

import (
	"strings"
	"testing"
	"testing/fstest"
)

// Who may play for a side is left to the judge once some rule lets sides change hands, which its effects say, not its words.
func TestOnlyARuleThatHandsSidesOverLeavesOpenWhoHoldsThem(t *testing.T) {
	const head = "season 1\n\non 1998-10-05\n09:00 game \"A\" system partychess seed 5eed000000000000000000000000000000000000000000000000000000000000\n" +
		"rulebook partychess\nplayer Ann\nplayer Bob\nplayer Cleo\numpire Cleo\nside Red held by Ann\nside Blue held by Bob\n"
	for _, tt := range []struct {
		rule string
		open bool
	}{
		{"", false},
		{"enact\n| number: \"1230.900\"\n| note: 'They exchange: a note. And entrust: nothing.'\n", false},
		{"enact\n| number: \"1230.900\"\n| procedure:\n|   powers: [{name: trade, by: side, do: [{exchange: other, other: 'first(sides, it != side)'}]}]\n", true},
		{"enact\n| {\"number\": \"1230.900\", \"procedure\": {\"consequences\": [{\"on\": \"turn-ends\", \"do\": [{\"entrust\" : \"side\", \"holder\": \"first(players)\"}]}]}}\n", true},
		{"enact swap.yaml\n", true},
	} {
		_, err := Parse("test.season", []byte(head+tt.rule+"10:00 Red: pass\n  by Bob\n"))
		if tt.open && err != nil || !tt.open && (err == nil || !strings.Contains(err.Error(), "expected by Ann, who holds Red")) {
			t.Errorf("%q: error %v", tt.rule, err)
		}
	}
}

// Of a rule that stands in a file of its own it is known once that has been read.
func TestARuleInAFileThatHandsNoSidesOverLeavesNothingOpen(t *testing.T) {
	const text = "season 1\n\non 1998-10-05\n09:00 game \"A\" system partychess seed 5eed000000000000000000000000000000000000000000000000000000000000\n" +
		"rulebook partychess\nplayer Ann\nplayer Bob\nside Red held by Ann\nside Blue held by Bob\nenact swap.yaml\n10:00 Red: pass\n  by Bob\n"
	for name, tt := range map[string]struct{ rule, want string }{
		"a note":      {"number: \"1230.900\"\nnote: So be it.\n", "test.season:12:3: expected by Ann, who holds Red"},
		"an exchange": {"number: \"1230.900\"\nprocedure:\n  powers: [{name: trade, by: side, do: [{exchange: other, other: 'first(sides, it != side)'}]}]\n", ""},
	} {
		s, err := Parse("test.season", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		err = s.Resolve(Beside(fstest.MapFS{"swap.yaml": {Data: []byte(tt.rule)}}))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}
