package aggregate

import (
	"testing"
	"time"

	"adjudicate/events"
)

const (
	announcing = "1230.2/49 §9.A"
	freeForAll = "1230.2/49 §9.B"
	during     = "1230.2/49 §9.C"
	after      = "1230.2/49 §9.D"
)

func TestAFreeForAllIsAnnounced(t *testing.T) {
	ended := events.StageSet{Stage: "free-for-all", Free: true, State: StageOver, Starts: noon.Add(-10 * day), Ends: noon}
	tests := []struct {
		name     string
		board    string
		given    []events.Payload
		days     int
		at       int // days after noon
		accepted []string
		rejected []string
	}{
		{"it starts three days later (1230.2 §9.B)", "Red: King a1; Blue: King t20", nil, 14, 0, []string{"free for all announced, 72h0m0s to 408h0m0s, 0 objections"}, nil},
		{"two days are too short", "Red: King a1; Blue: King t20", nil, 2, 0, nil, []string{"days-out-of-range " + freeForAll}},
		{"fifteen are too long", "Red: King a1; Blue: King t20", nil, 15, 0, nil, []string{"days-out-of-range " + freeForAll}},
		{"nobody may be in check", "Red: King a1, Rook t11; Blue: King t20", nil, 3, 0, nil, []string{"side-in-check " + announcing}},
		{"six weeks after the last one", "Red: King a1; Blue: King t20", []events.Payload{ended}, 3, 42, []string{"free for all announced, 1080h0m0s to 1152h0m0s, 0 objections"}, nil},
		{"not a day earlier", "Red: King a1; Blue: King t20", []events.Payload{ended}, 3, 41, nil, []string{"free-for-all-too-soon " + announcing}},
		{
			"not while one is announced", "Red: King a1; Blue: King t20",
			[]events.Payload{events.StageSet{Stage: "free-for-all", Free: true, State: StageAnnounced, Starts: noon.Add(3 * day), Ends: noon.Add(6 * day)}}, 3, 1, nil,
			[]string{"free-for-all-state " + freeForAll},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.board).apply(tt.given...)
			in := events.StageAnnounced{Stage: "free-for-all", Length: tt.days}
			if tt.rejected != nil {
				want(t, g.rejected(time.Duration(tt.at)*day, in), tt.rejected)
				return
			}
			want(t, said(g.input(time.Duration(tt.at)*day, in)), tt.accepted)
		})
	}
}

func TestObjectionsToAFreeForAll(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20; Green: King j10")
	want(t, g.rejected(0, events.StageObjected{Stage: "free-for-all", Side: "Red"}), []string{"free-for-all-state " + freeForAll})
	g.input(0, events.StageAnnounced{Stage: "free-for-all", Length: 14})
	want(t, g.rejected(day, events.StageCorrected{Stage: "free-for-all", Length: 5}), []string{"free-for-all-state " + freeForAll})
	want(t, g.rejected(day, events.StageObjected{Stage: "free-for-all", Side: "Rod"}), []string{"unknown-side"})
	want(t, g.rejected(3*day, events.StageObjected{Stage: "free-for-all", Side: "Red"}), []string{"free-for-all-begun " + freeForAll})
	// One objection: seven days, unless the umpire announces three to seven.
	want(t, said(g.input(day, events.StageObjected{Stage: "free-for-all", Side: "Red"})), []string{"free for all announced, 72h0m0s to 240h0m0s, 1 objections"})
	want(t, g.rejected(day, events.StageObjected{Stage: "free-for-all", Side: "Red"}), []string{"objected-already " + freeForAll})
	want(t, g.rejected(2*day, events.StageCorrected{Stage: "free-for-all", Length: 8}), []string{"days-out-of-range " + freeForAll})
	want(t, g.rejected(3*day, events.StageCorrected{Stage: "free-for-all", Length: 4}), []string{"free-for-all-begun " + freeForAll})
	want(t, said(g.input(2*day, events.StageCorrected{Stage: "free-for-all", Length: 4})), []string{"free for all announced, 72h0m0s to 168h0m0s, 1 objections"})
	// Two cancel it.
	want(t, said(g.input(2*day, events.StageObjected{Stage: "free-for-all", Side: "Blue"})), []string{"free for all cancelled, 72h0m0s to 168h0m0s, 2 objections"})
	want(t, g.facts(4*day, events.TimePassed{}), []string{"nothing-due"})
	g.input(4*day, events.StageAnnounced{Stage: "free-for-all", Length: 3}) // one that was cancelled was none
}

func TestAShortFreeForAllIsLengthenedByAnObjectionThatTheUmpireDoesNotAnswer(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	g.input(0, events.StageAnnounced{Stage: "free-for-all", Length: 4})
	want(t, said(g.input(day, events.StageObjected{Stage: "free-for-all", Side: "Red"})), []string{"free for all announced, 72h0m0s to 240h0m0s, 1 objections"})
}

// running is a game three days after noon, with a Free For All of a week just begun.
func running(t *testing.T, board string) *game {
	g := newGame(t, board)
	g.input(0, events.StageAnnounced{Stage: "free-for-all", Length: 7})
	want(t, said(g.input(3*day, events.TimePassed{})), []string{"free for all running, 72h0m0s to 240h0m0s, 0 objections", "turn: "})
	return g
}

func TestAFreeForAllBeginsAndEnds(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20; Green: King j10")
	g.input(0, events.StageAnnounced{Stage: "free-for-all", Length: 7})
	g.input(0, events.StateAnnounced{})
	// It begins by itself, recorded or not; the limit that ended at the same moment comes first.
	want(t, g.rejected(3*day, playOf("Red", "pass")), []string{"limit-expired " + limits, "free-for-all-due " + freeForAll})
	want(t, said(g.input(3*day, events.TimePassed{})), []string{
		"Red: pass (default)", "Red done (default), default 1", "list: Blue Green Red", "turn: Blue",
		"free for all running, 72h0m0s to 240h0m0s, 0 objections", "turn: ",
	})
	want(t, g.facts(4*day, events.StateAnnounced{}), []string{"free-for-all"}) // no turn, no limit
	want(t, g.rejected(4*day, events.LimitExtended{Length: 7}), []string{"no-limit " + extension})
	want(t, g.rejected(4*day, events.StageObjected{Stage: "free-for-all", Side: "Red"}), []string{"free-for-all-begun " + freeForAll})
	want(t, g.rejected(10*day, playOf("Red", "pass")), []string{"free-for-all-due " + after})
	g.input(4*day, events.LotSupplied{Draw: "play-list:free-for-all", Result: []string{"Green", "Blue", "Red"}})
	// 1230.2 §9.D: the list is rearranged at random.
	want(t, said(g.input(11*day, events.TimePassed{})), []string{
		"free for all over, 72h0m0s to 240h0m0s, 0 objections", "lot play-list:free-for-all:1 among Blue Green Red (supplied)", "list: Green Blue Red", "turn: Green",
	})
	want(t, g.rejected(12*day, events.StageAnnounced{Stage: "free-for-all", Length: 3}), []string{"free-for-all-too-soon " + announcing})
}

func TestPlaysInAFreeForAll(t *testing.T) {
	const board = "Red: King a1, Camel c3, Rook c1; Blue: King c9; Green: King t20, Pawn t1"
	g := running(t, board)
	// The list is ignored, a play is a single atomic play, and Kings are not captured.
	want(t, said(g.input(3*day, playOf("Green", "pt1-s1"))), []string{"p1 t1-s1", "Green: move Pawn", "Green done", "limit of Green: 48h0m0s"})
	want(t, g.rejected(4*day, playOf("Red", "Ka1-b1; Cc3-b6")), []string{"single-atomic-only " + during, "shape-not-allowed 1230.2/49 §6"})
	want(t, g.rejected(4*day, playOf("Red", "Rc1xc9")), []string{"no-rule " + during, "path-blocked 1230.5/5 §2"}) // the Camel stands between
	// Red weighs more than 0 and has fewer than five pieces; after this move its Rook attacks the King on c9.
	want(t, said(g.input(4*day, playOf("Red", "Cc3-f4"))), []string{"C1 c3-f4", "Red: move Camel", "Red done", "limit of Red: 72h0m0s", "checks: Blue by R1"})
	want(t, g.rejected(6*day, playOf("Red", "Kc1-d1")), []string{"free-for-all-wait " + during, "wrong-type 1230.2/49 §6.A"})
	// Blue is in check: two days are enough. So they are for Green, who cannot take a King.
	want(t, said(g.input(5*day, playOf("Blue", "Kc9-d9"))), []string{"K2 c9-d9", "Blue: move King", "Blue done", "limit of Blue: 48h0m0s", "checks:"})
	want(t, g.rejected(5*day-1, playOf("Green", "ps1-r1")), []string{"free-for-all-wait " + during})
	want(t, said(g.input(5*day, playOf("Green", "ps1-r1"))), []string{"p1 s1-r1", "Green: move Pawn", "Green done", "limit of Green: 48h0m0s"})
	// Red no longer attacks a King: its two days since the fourth are over.
	want(t, said(g.input(6*day, playOf("Red", "Ka1-b1"))), []string{"K1 a1-b1", "Red: move King", "Red done", "limit of Red: 48h0m0s"})
	// A Warm side surrenders at any time, the waiting notwithstanding.
	g.warm("Red")
	want(t, said(g.input(6*day, playOf("Red", "surrender"))), []string{"K1 off b1 (surrender)", "C1 off f4 (surrender)", "R1 off c1 (surrender)",
		"Red: surrender (notified)", "Red done (notified)", "limit of Red: 72h0m0s"})
}

func TestTheDrawnListStandsUntilATurnEndsOrACheckChanges(t *testing.T) {
	g := running(t, "Red: King a1, Rook s11; Blue: King t20; Green: King j10")
	g.input(3*day, playOf("Red", "Rs11-t11"))
	want(t, checkedNames(g.j.State().Checks()), []string{"Blue"})
	g.input(3*day, events.LotSupplied{Draw: "play-list:free-for-all", Result: []string{"Red", "Green", "Blue"}})
	want(t, said(g.input(10*day, events.TimePassed{}))[2:], []string{"list: Red Green Blue", "turn: Red"})
	want(t, said(g.input(10*day, events.TransactionRecorded{Account: "Ann", Asset: "knives", Amount: events.Whole(1)})),
		[]string{"Ann knives 1 (transaction)"})
	want(t, said(g.input(10*day, playOf("Red", "pass"))), []string{"Red: pass", "Red done", "list: Blue Green Red", "turn: Blue"})
}

func TestASideWithoutWeightWaitsThreeDays(t *testing.T) {
	g := running(t, "Red: King, Camel c3; Blue: King t20")
	g.input(3*day, playOf("Red", "Cc3-d6"))
	want(t, g.rejected(6*day-1, playOf("Red", "Cd6-e9")), []string{"free-for-all-wait " + during})
	g.input(6*day, playOf("Red", "Cd6-e9"))
}
