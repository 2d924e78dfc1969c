package intake_test

import (
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
)

// The knights go out and back: after four times the position has occurred five times, which ends the game (9.6.1).
const outAndBack = "Nf3 Nf6 Ng1 Ng8 "

func TestWhatARecordedGameHasBehindItsEndIsLeftOut(t *testing.T) {
	for _, tt := range []struct {
		name, text         string
		accepted, rejected int
		left               int
		ended              bool
		tagged             string
	}{
		{"a draw by repetition, and no offer of one besides", `[Result "1/2-1/2"]` + "\n\n" + strings.Repeat(outAndBack, 4) + "1/2-1/2", 16, 0, 0, false, ""},
		{"moves after it: the first is ruled on", `[Result "1/2-1/2"]` + "\n\n" + strings.Repeat(outAndBack, 6) + "1/2-1/2", 16, 1, 7, true, ""},
		{"one move after it", strings.Repeat(outAndBack, 4) + "e4 *", 16, 1, 0, false, ""},
		{"an illegal move", "e4 e5 Ke3 Nf6 *", 2, 1, 1, false, ""},
		{"a resignation", `[Result "1-0"]` + "\n\ne4 e5 1-0", 3, 0, 0, false, ""},
		{"another result behind the moves than in the tag", `[Result "1-0"]` + "\n\ne4 e5 0-1", 3, 0, 0, false, "1-0"},
		{"a game that the moves leave open, and the tag does not", `[Result "1/2-1/2"]` + "\n\ne4 e5 *", 2, 0, 0, false, "1/2-1/2"},
		{"a result in the tag alone", `[Result "0-1"]` + "\n\ne4 e5", 3, 0, 0, false, ""},
		{"a tag that is no result", `[Result "unclear"]` + "\n\ne4 e5 *", 2, 0, 0, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, left, err := intake.Recorded(t.Context(), &place.Host{Engine: "test", Cache: t.TempDir()}, "one.pgn", []byte(tt.text), nil, "", time.Unix(0, 0), nil)
			if err != nil || len(left) > 0 || len(list) != 1 {
				t.Fatalf("%d games are taken: %v %v", len(list), left, err)
			}
			accepted, rejected := 0, 0
			for _, r := range list[0].Ran.Results {
				for i, in := range r.Entry.Inputs {
					if _, ok := in.(events.PlaySubmitted); !ok {
						continue
					}
					if r.Rulings[i].Verdict == aggregate.Accepted {
						accepted++
					} else {
						rejected++
					}
				}
			}
			told := list[0].Told
			if accepted != tt.accepted || rejected != tt.rejected || told.Left != tt.left || told.Ended != tt.ended || told.Tagged != tt.tagged {
				t.Errorf("%d plays accepted, %d rejected, %d left out, behind the end %v, tag %q, want %d, %d, %d, %v, %q",
					accepted, rejected, told.Left, told.Ended, told.Tagged, tt.accepted, tt.rejected, tt.left, tt.ended, tt.tagged)
			}
		})
	}
}
