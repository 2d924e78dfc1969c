package season

import (
	"strings"
	"testing"
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
