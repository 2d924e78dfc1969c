package aggregate

import (
	"fmt"
	"testing"

	"adjudicate/events"
)

func TestWarmSidesPlayAutomatically(t *testing.T) {
	const pass = "Blue: pass (automatic)"
	tests := []struct {
		name  string
		board string
		warm  []string
		last  string // of Blue
		want  []string
	}{
		{
			name: "a Pass if its last play was no Pass (1230.2 §4.B.i.a)", board: "Red: King a1; Blue: King t20, Camel c9", warm: []string{"Blue"}, last: PlayMove,
			want: []string{"Red: pass", "Red done", "list: Blue Red", "turn: Blue", pass, "Blue done (automatic)", "list: Red Blue", "turn: Red"},
		},
		{
			name: "a Pass if it has nothing on-board", board: "Red: King a1; Blue: King", warm: []string{"Blue"}, last: PlayPass,
			want: []string{"Red: pass", "Red done", "list: Blue Red", "turn: Blue", pass, "Blue done (automatic)", "list: Red Blue", "turn: Red"},
		},
		{
			name: "else a Surrender (1230.2 §4.B.i.b)", board: "Red: King a1; Blue: King t20, Camel c9", warm: []string{"Blue"}, last: PlayPass,
			want: []string{"Red: pass", "Red done", "list: Blue Red", "turn: Blue", "K2 off t20 (surrender)", "C1 off c9 (surrender)",
				"Blue: surrender (automatic)", "Blue done (automatic)", "list: Red Blue", "turn: Red"},
		},
		{
			name: "nothing while it is in check (1230.2 §4.B.ii)", board: "Red: King a1, Rook t11; Blue: King t20", warm: []string{"Blue"}, last: PlayMove,
			want: []string{"Red: pass", "Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name: "one after the other", board: "Red: King a1; Blue: King t20; Green: King j10", warm: []string{"Blue", "Green"}, last: PlayMove,
			want: []string{"Red: pass", "Red done", "list: Blue Green Red", "turn: Blue", pass, "Blue done (automatic)", "list: Green Red Blue",
				"turn: Green", "Green: pass (automatic)", "Green done (automatic)", "list: Red Blue Green", "turn: Red"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.board).warm(tt.warm...).apply(events.AtomicPlayed{Side: "Blue", Play: tt.last, How: HowSubmitted})
			want(t, said(g.play("Red", "pass")), tt.want)
		})
	}
	g := newGame(t, "Red: King a1; Blue: King t20").warm("Blue")
	want(t, g.basis(0, events.PlaySubmitted{Side: "Red", Text: "pass"}, "atomic-played"), []string{"1230.2/49 §6.E", "1230.2/49 §4.B(i)", "1230.2/49 §6.E"})
}

func TestWarmthChanges(t *testing.T) {
	const warmth = "1230.2/49 §4.B(i)"
	g := newGame(t, "Red: King a1; Blue: King t20")
	want(t, g.rejected(0, events.AttributeChanged{Attribute: "warm", Side: "Rod", On: true}), []string{"unknown-side"})
	want(t, g.rejected(0, events.AttributeChanged{Attribute: "warm", Side: "Red"}), []string{"no-change " + warmth})
	// A turn that has begun stays the side's own.
	want(t, said(g.input(0, events.AttributeChanged{Attribute: "warm", Side: "Red", On: true})), []string{"Red is warm: true"})
	if g.j.State().ToPlay() != "Red" {
		t.Errorf("%s is to play, want Red still", g.j.State().ToPlay())
	}
}

func TestAGameInWhichEverySideIsWarm(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20; Green: King j10").warm("Red", "Blue", "Green")
	// one-round: each side plays automatically at most once after the real play.
	want(t, said(g.play("Red", "pass")), []string{
		"Red: pass", "Red done", "list: Blue Green Red", "turn: Blue", "Blue: pass (automatic)", "Blue done (automatic)", "list: Green Red Blue",
		"turn: Green", "Green: pass (automatic)", "Green done (automatic)", "list: Red Blue Green",
		"turn: Red", "K1 off a1 (surrender)", "Red: surrender (automatic)", "Red done (automatic)", "list: Blue Green Red", "turn: Blue",
	})
	// It goes on when one side is Warm no longer: Blue, whose turn waits, plays by itself.
	want(t, said(g.input(0, events.AttributeChanged{Attribute: "warm", Side: "Green"})), []string{
		"Green is warm: false", "K2 off t20 (surrender)", "Blue: surrender (automatic)", "Blue done (automatic)", "list: Green Red Blue", "turn: Green",
	})

	g = newGame(t, "Red: King a1; Blue: King t20", "all-warm=halt").warm("Red", "Blue")
	want(t, said(g.play("Red", "pass")), []string{"Red: pass", "Red done", "list: Blue Red", "turn: Blue"})
	want(t, g.facts(0, events.PlaySubmitted{Side: "Blue", Text: "pass"}), []string{"all-automatic all-warm=halt"})
}

// crowd sets up n sides with a piece on-board each, and one without any that plays second.
func crowd(t *testing.T, n int) *game {
	board := "S1: King a1; Idle: King"
	for i := 2; i <= n; i++ {
		board += fmt.Sprintf("; S%d: King a%d", i, 1+2*i)
	}
	return newGame(t, board)
}

func TestInACrowdedGameSidesWithoutPiecesAreSkipped(t *testing.T) {
	g := crowd(t, 7)
	want(t, said(g.play("S1", "pass")), []string{"S1: pass", "S1 done", "list: Idle S2 S3 S4 S5 S6 S7 S1", "list: S2 S3 S4 S5 S6 S7 S1 Idle", "turn: S2, skipping Idle"})
	g = crowd(t, 6)
	want(t, said(g.play("S1", "pass")), []string{"S1: pass", "S1 done", "list: Idle S2 S3 S4 S5 S6 S1", "turn: Idle"})
}

func TestAWarmSideNotifiesASurrenderAtAnyTime(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20, Camel c9; Green: King t1, Rook t12")
	want(t, g.rejected(0, playOf("Blue", "surrender")), []string{"not-your-turn 1230.2/49 §3"})
	g.warm("Blue")
	want(t, g.rejected(0, playOf("Blue", "Cc9-d12")), []string{"not-your-turn 1230.2/49 §3", "own-check 1230.2/49 §7"})
	// Red's turn and its time limit go on; Blue keeps its place on the list.
	g.input(0, events.StateAnnounced{})
	want(t, said(g.input(9*day, playOf("Blue", "surrender"))), []string{
		"K2 off t20 (surrender)", "C1 off c9 (surrender)", "Blue: surrender (notified)", "Green's knives 1 (surrender)",
		"Blue done (notified)", "checks:",
	})
	if limit, ok := g.j.State().Limit(); !ok || limit.Side != "Red" || g.j.State().ToPlay() != "Red" {
		t.Errorf("%s is to play with the limit %+v, want Red with its own", g.j.State().ToPlay(), limit)
	}
}
