package post

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger/people"
	"adjudicate/mail"
)

// office is that of a game in which Ann holds Red and Bob holds Blue and Green, and Cleo is the
// Chess-Umpire.
func office(side string) *Office {
	st := aggregate.NewState()
	for _, p := range []string{"Ann", "Bob", "Cleo", "Dora"} {
		st.Apply(events.PlayerKnown{Player: p})
	}
	for _, s := range []struct{ side, player string }{{"Red", "Ann"}, {"Blue", "Bob"}, {"Green", "Bob"}} {
		st.Apply(events.SideEntered{Side: s.side, Player: s.player})
	}
	st.Apply(events.OfficeHeld{Office: "umpire", Player: "Cleo"})
	return &Office{State: st, Side: side, People: []people.Person{
		{Player: "Ann", Addresses: []string{"ann@example.org"}}, {Player: "Bob", Addresses: []string{"bob@example.org", "two@example.org"}},
		{Player: "Cleo", Addresses: []string{"cleo@example.org"}}, {Player: "Dora", Addresses: []string{"dora@example.org", "two@example.org"}},
	}}
}

func letter(from, body string) Letter {
	return Letter{"a.eml", []byte(fmt.Sprintf("From: %s\nDate: Tue, 06 Oct 1998 23:30:00 +0200\nMessage-ID: <1@example.org>\n\n%s\n", from, body))}
}

func TestTheSenderOfAMailNamesTheSide(t *testing.T) {
	now := time.Date(1998, 10, 6, 22, 0, 0, 0, time.UTC)
	for _, c := range []struct{ name, from, wanted, body, side, err string }{
		{"one side", "ann@example.org", "", "pass", "Red", ""},
		{"however the letters are written", "Ann <ANN@Example.org>", "", "pass", "Red", ""},
		{"one of two sides", "bob@example.org", "Green", "pass", "Green", ""},
		{"two sides", "bob@example.org", "", "pass", "", "Bob holds Blue and Green"},
		{"another's side", "ann@example.org", "Blue", "pass", "", "Ann does not hold Blue"},
		{"no side", "dora@example.org", "", "pass", "", "Dora does not hold a side"},
		{"nobody", "eve@example.org", "", "pass", "", "no player with address eve@example.org"},
		{"two players", "two@example.org", "", "pass", "", "is an address of more than one player: Bob and Dora"},
		{"announced as one's own", "ann@example.org", "", "Red: pass", "Red", ""},
		{"announced by the player's name", "ann@example.org", "", "ann: pass", "Red", ""},
		{"announced as another's", "ann@example.org", "", "Blue: pass", "", "line 1: the play is for Blue, but the sender plays Red"},
		{"one of two sides, announced", "bob@example.org", "", "Green: pass", "Green", ""},
		{"one of two sides, announced by the player's name", "bob@example.org", "", "Bob: pass", "", "Bob holds Blue and Green"},
		{"no play", "ann@example.org", "", "When is the party?", "", "no line holds a play"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := office(c.wanted).Read(letter(c.from, c.body), now)
			var refused *RefusedError
			switch {
			case c.err == "" && (err != nil || len(got) != 1 || got[0].Side != c.side || got[0].Text != "pass"):
				t.Errorf("got %+v, error %v; want side %s", got, err, c.side)
			case c.err != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), c.err)):
				t.Errorf("got error %v, want a refusal with %q", err, c.err)
			}
		})
	}
}

func TestAMailMayHoldAPlayForEachOfTheSendersSides(t *testing.T) {
	now := time.Date(1998, 10, 6, 22, 0, 0, 0, time.UTC)
	got, err := office("").Read(letter("bob@example.org", "Blue: Ra1-a5\ngreen: pass"), now)
	if err != nil || len(got) != 2 || got[0].Side != "Blue" || got[0].Text != "Ra1-a5" || got[1].Side != "Green" || got[1].Text != "pass" {
		t.Fatalf("%+v, error %v", got, err)
	}
	if got[0].Message == got[1].Message {
		t.Error("both plays are known by one name")
	}
	for name, body := range map[string]string{"one is another's": "Blue: Ra1-a5\nRed: pass", "a second thought": "Mein Zug: Ra1-a5\nDoch lieber: Ra1-a6"} {
		for _, from := range []string{"bob@example.org", "ann@example.org"} {
			if got, err := office("").Read(letter(from, body), now); err == nil {
				t.Errorf("%s: %s's %+v", name, from, got)
			}
		}
	}
}

func TestAForwardedMailCountsFromTheSenderOrTheUmpireOnly(t *testing.T) {
	for _, c := range []struct {
		by string
		ok bool
	}{{"", true}, {"ann@example.org", true}, {"cleo@example.org", true}, {"bob@example.org", false}, {"eve@example.org", false}} {
		o := office("")
		side, _ := o.State.Side("Red")
		if err := o.meant(&mail.Message{From: "ann@example.org", Forwarder: c.by}, &mail.Said{}, side); (err == nil) != c.ok {
			t.Errorf("forwarded by %q: error %v", c.by, err)
		}
	}
}

func TestAMailboxHoldsSeveralLetters(t *testing.T) {
	one := letter("ann@example.org", "pass").Raw
	box := []byte("From ann@example.org Tue Oct  6 23:55:00 1998\n" + string(one) + "\nFrom ann@example.org Tue Oct  6 23:56:00 1998\n" + string(one))
	for _, c := range []struct {
		raw    []byte
		labels []string
	}{{one, []string{"in"}}, {box, []string{"in, message 1", "in, message 2"}}} {
		list, err := Open("in", c.raw)
		if err != nil || len(list) != len(c.labels) {
			t.Fatalf("%d letters, error %v; want %d", len(list), err, len(c.labels))
		}
		for i, l := range list {
			if l.Label != c.labels[i] {
				t.Errorf("letter %d is called %q, want %q", i, l.Label, c.labels[i])
			}
		}
	}
}

// TestADateCountsBetweenAnnouncementAndArrival announces a turn at 10 and has it end at 20.
func TestADateCountsBetweenAnnouncementAndArrival(t *testing.T) {
	hour := func(h int) time.Time { return time.Date(1998, 10, 5, h, 0, 0, 0, time.UTC) }
	old := time.Unix(0, 0).UTC()
	for _, c := range []struct {
		name                string
		date, received, now time.Time
		want                time.Time
		clock               string
	}{
		{"within", hour(12), hour(13), hour(14), hour(12), "date"},
		{"in another zone", hour(12).In(time.FixedZone("", 7200)), hour(13), hour(14), hour(12), "date"},
		{"without a Date", time.Time{}, hour(13), hour(14), hour(13), "server"},
		{"backdated to before the announcement", old, hour(21), hour(22), hour(21), "server"},
		{"backdated, and no server says when it came", old, time.Time{}, hour(22), hour(22), "command"},
		{"dated ahead", hour(23), hour(12), hour(22), hour(12), "server"},
		{"sent before its turn", hour(8), hour(9), hour(11), hour(8), "date"},
		{"a server whose clock is ahead", hour(12), hour(23), hour(22), hour(12), "date"},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := aggregate.NewState()
			st.Apply(events.TurnBegan{Side: "Red"})
			st.Apply(events.LimitSet{Side: "Red", From: hour(10), Expires: hour(20)})
			if _, ok := st.Limit(); !ok {
				t.Fatal("there is no limit")
			}
			play := events.PlaySubmitted{Side: "Red"}
			(&Office{State: st}).date(&play, &mail.Message{Sent: c.date, Received: c.received}, c.now)
			if !play.Sent.Equal(c.want) || play.Clock != c.clock {
				t.Errorf("%s by %q; want %s by %q", play.Sent, play.Clock, c.want, c.clock)
			}
			if other := c.clock != "date" && !c.date.IsZero(); other != (play.Dated != nil) || other && !play.Dated.Equal(c.date) {
				t.Errorf("by %q the Date kept is %v", play.Clock, play.Dated)
			}
		})
	}
}
