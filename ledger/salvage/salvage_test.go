package salvage_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/ledger/salvage"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
	"adjudicate/systems"

	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const (
	name   = "hand-3"
	engine = "test 1"
)

var noon = time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)

// fewRules are the rules that a game needs in which Kings are placed and moved: each cut of a ledger judges them all again.
func fewRules(t testing.TB) []rules.Rule {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	return book.Rules()[:5]
}

// game is a short one: its events and where each input's events end.
func game(t testing.TB) (list []store.Event, ends []int) {
	t.Helper()
	inputs := []events.Payload{opened(t, "Hand 3")}
	for _, r := range fewRules(t) {
		inputs = append(inputs, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	inputs = append(inputs,
		events.PlayerRegistered{Player: "Ann"}, events.PlayerRegistered{Player: "Bob"},
		events.OfficeFilled{Office: "umpire", Player: "Ann"},
		events.SideCreated{Side: "Red", Player: "Ann"}, events.SideCreated{Side: "Blue", Player: "Bob", Attributes: []string{"nap"}},
		events.GameStarted{},
		events.PlaySubmitted{Side: "Blue", Text: "K@j1"}, events.PlaySubmitted{Side: "Blue", Text: "K@j2"}, events.PlaySubmitted{Side: "Red", Text: "K@j19"})
	for i := range 20 {
		inputs = append(inputs, events.PlayerRegistered{Player: fmt.Sprint("Guest", i)})
	}
	ctx, st := context.Background(), memory.New()
	l, err := ledger.Create(ctx, st, name, ledger.Options{Engine: engine, Entropy: rand.NewChaCha8([32]byte{1})})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range inputs {
		if _, err := l.Submit(ctx, p, "Ann", noon); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, int(l.Head()))
	}
	for r, err := range st.Read(ctx, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r.Event)
	}
	return list, ends
}

// lines is an export of events.
func lines(t testing.TB, list []store.Event) [][]byte {
	t.Helper()
	var out [][]byte
	for _, e := range list {
		line, err := events.Export(e.Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, append(line, '\n'))
	}
	return out
}

// before is the last of ends that is not behind n.
func before(ends []int, n int) int {
	last := 0
	for _, e := range ends {
		if e <= n {
			last = e
		}
	}
	return last
}

// prefix is how many events a source yields; they must be those of the original.
func prefix(t *testing.T, where string, s *salvage.Source, list []store.Event) (int, *salvage.Prefix) {
	t.Helper()
	p, err := s.Prefix(engine, nil)
	var nothing *salvage.NothingError
	switch {
	case errors.As(err, &nothing):
		if nothing.Why == "" {
			t.Errorf("%s: nothing, and no reason", where)
		}
		return 0, nil
	case err != nil:
		t.Fatalf("%s: %v", where, err)
	}
	i := 0
	for e, err := range p.All() {
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		if e.ID != list[i].ID || e.Type != list[i].Type || !bytes.Equal(e.Data, list[i].Data) {
			t.Fatalf("%s: event %d is not the original's", where, i+1)
		}
		i++
	}
	if p.Name != name {
		t.Errorf("%s: the game is called %q", where, p.Name)
	}
	return p.Events, p
}

func TestACutExportYieldsEveryWholeInput(t *testing.T) {
	list, ends := game(t)
	text := lines(t, list)
	all := bytes.Join(text, nil)
	at := 0 // where in all the line begins
	for i, line := range text {
		if i%8 != 0 && i < len(text)-4 {
			at += len(line)
			continue
		}
		// Behind the line, amid it, and without its line feed.
		for cut, whole := range map[int]int{len(line): i + 1, len(line) / 2: i, len(line) - 1: i + 1} {
			where := fmt.Sprintf("cut in line %d after %d bytes", i+1, cut)
			n, p := prefix(t, where, salvage.FromBytes(all[:at+cut], nil), list)
			if want := before(ends, whole); n != want {
				t.Errorf("%s: %d events, want %d", where, n, want)
			} else if n > 0 && (p.LeftOut == nil) != (cut >= len(line)-1 && n == i+1) {
				t.Errorf("%s: left out %+v", where, p.LeftOut)
			}
		}
		at += len(line)
	}
}

func TestAnAlteredExportEndsBeforeTheAlteration(t *testing.T) {
	list, ends := game(t)
	find := func(typ string) int {
		for i, e := range list {
			if e.Type == typ {
				return i
			}
		}
		t.Fatalf("no %s in the game", typ)
		return 0
	}
	placed := find("piece-placed.v1")
	for _, c := range []struct {
		name  string
		at    int // the line that is changed, from 0
		alter func(text [][]byte, at int) [][]byte
		why   string
	}{
		{"a line is missing", 40, func(l [][]byte, at int) [][]byte { return append(l[:at:at], l[at+1:]...) }, "holds event 42 instead of event 41"},
		{"a line stands twice", 40, func(l [][]byte, at int) [][]byte { l[at] = l[at-1]; return l }, "holds event 40 instead of event 41"},
		{"two lines are exchanged", 40, func(l [][]byte, at int) [][]byte { l[at], l[at+1] = l[at+1], l[at]; return l }, "holds event 42"},
		{"a piece is placed elsewhere", placed, func(l [][]byte, at int) [][]byte {
			l[at] = bytes.Replace(l[at], []byte(`"at":"j1"`), []byte(`"at":"j3"`), 1)
			return l
		}, "is ruled on differently"},
		{"a play is another", find("play-submitted.v1"), func(l [][]byte, at int) [][]byte {
			l[at] = bytes.Replace(l[at], []byte(`K@j1`), []byte(`K@j4`), 1)
			return l
		}, "is ruled on differently"},
		{"an outcome names another cause", placed, func(l [][]byte, at int) [][]byte {
			l[at] = bytes.Replace(l[at], []byte(`"causationid":"`+string(cause(l[at]))), []byte(`"causationid":"`+list[0].ID.String()), 1)
			return l
		}, "not the preceding input"},
		{"a line of another game", 40, func(l [][]byte, at int) [][]byte {
			l[at] = bytes.ReplaceAll(l[at], []byte(name), []byte("hand-4"))
			return l
		}, `belongs to "hand-4"`},
		{"a type that nobody knows", 40, func(l [][]byte, at int) [][]byte {
			l[at] = bytes.Replace(bytes.Replace(l[at], []byte(`.v1"`), []byte(`.v9"`), 1), []byte(`.v2"`), []byte(`.v9"`), 1)
			return l
		}, "line 41: "},
		{"a line of rubbish", 40, func(l [][]byte, at int) [][]byte { l[at] = []byte("\x00\x01\n"); return l }, "line 41: "},
		{"an input is recorded before the one that it follows", find("game-started.v1"), func(l [][]byte, at int) [][]byte {
			l[at] = bytes.Replace(l[at], []byte(`"time":"1998`), []byte(`"time":"1997`), 1)
			return l
		}, "before the preceding input"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := lines(t, list)
			was := string(bytes.Join(text, nil))
			text = c.alter(text, c.at)
			all := bytes.Join(text, nil)
			if was == string(all) {
				t.Fatal("nothing was altered")
			}
			n, p := prefix(t, c.name, salvage.FromBytes(all, nil), list)
			if want := before(ends, c.at); n != want {
				t.Errorf("%d events, want %d", n, want)
			}
			if p == nil || p.LeftOut == nil || !strings.Contains(p.LeftOut.Why, c.why) {
				t.Errorf("left out %+v, want a reason such as %q", p.LeftOut, c.why)
			}
		})
	}
}

// cause is the id in a line's attribute of that name.
func cause(line []byte) []byte {
	_, rest, _ := bytes.Cut(line, []byte(`"causationid":"`))
	return rest[:36]
}

// file makes a ledger's file of events, in appends of one input each, and says what each of
// its pages is for.
func file(t testing.TB, list []store.Event, ends []int) (content []byte, pages map[int]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	from := 0
	for _, end := range ends {
		if _, err := s.Append(context.Background(), name, store.Revision(from), list[from:end]); err != nil {
			t.Fatal(err)
		}
		from = end
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if content, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	conn, err := zombie.OpenConn(path, zombie.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	pages = map[int]string{}
	err = sqlitex.ExecuteTransient(conn, "SELECT pageno, name || ' ' || pagetype FROM dbstat", &sqlitex.ExecOptions{
		ResultFunc: func(row *zombie.Stmt) error {
			pages[row.ColumnInt(0)] = row.ColumnText(1)
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	return content, pages
}

// TestOnlyThePagesThatHoldEventsAreNeeded zeroes each page of a file. Without the schema, the
// index, the names of the streams and the inner pages of the tree nothing is lost; without a
// page that holds events, the events from there on.
func TestOnlyThePagesThatHoldEventsAreNeeded(t *testing.T) {
	list, ends := game(t)
	content, pages := file(t, list, ends)
	spared, hit, last := 0, 0, 0
	for page := 1; page <= len(content)/4096; page++ {
		damaged := bytes.Clone(content)
		clear(damaged[(page-1)*4096 : page*4096])
		n, p := prefix(t, fmt.Sprintf("page %d (%s)", page, pages[page]), salvage.FromBytes(damaged, nil), list)
		if p != nil && (p.LeftOut == nil) != (n == len(list)) {
			t.Errorf("page %d (%s): %d of %d events, left out %+v", page, pages[page], n, len(list), p.LeftOut)
		}
		switch pages[page] {
		case "events leaf", "events overflow":
			if hit++; n == len(list) || n != before(ends, n) {
				t.Errorf("page %d (%s): %d events", page, pages[page], n)
			}
			last = max(last, n)
		case "":
			t.Errorf("nobody knows what page %d is for", page)
		default:
			if spared++; n != len(list) {
				t.Errorf("page %d (%s): %d of %d events", page, pages[page], n, len(list))
			}
		}
	}
	if spared < 5 || hit < 10 || last < len(list)*9/10 {
		t.Errorf("%d pages that hold events and %d others, at most %d events: nothing was shown", hit, spared, last)
	}
}

// TestEventsAreFoundWithoutThePagesOwnContents damages the header and the table of contents
// of every page that holds rows.
func TestEventsAreFoundWithoutThePagesOwnContents(t *testing.T) {
	list, ends := game(t)
	content, pages := file(t, list, ends)
	for page := 1; page <= len(content)/4096; page++ {
		if strings.HasSuffix(pages[page], "leaf") {
			clear(content[(page-1)*4096 : (page-1)*4096+10])
		}
	}
	if n, _ := prefix(t, "without contents", salvage.FromBytes(content, nil), list); n != len(list) {
		t.Errorf("%d of %d events", n, len(list))
	}
}

// TestTheLogCounts takes a file whose events are in the log alone, and cuts and damages the log.
func TestTheLogCounts(t *testing.T) {
	list, ends := game(t)
	path := filepath.Join(t.TempDir(), "game.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	empty, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type state struct{ bytes, events int }
	var states []state
	from := 0
	for _, end := range ends {
		if _, err := s.Append(context.Background(), name, store.Revision(from), list[from:end]); err != nil {
			t.Fatal(err)
		}
		from = end
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		if len(states) > 0 && info.Size() <= int64(states[len(states)-1].bytes) {
			break // it was folded, and begins anew
		}
		states = append(states, state{int(info.Size()), end})
	}
	log, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if len(states) < 10 {
		t.Fatalf("only %d appends went into the log", len(states))
	}
	for i, at := range states {
		if i%6 != 0 && i < len(states)-2 {
			continue
		}
		n, _ := prefix(t, "a log cut behind an append", salvage.FromBytes(empty, log[:at.bytes]), list)
		if n != at.events {
			t.Errorf("a log cut behind %d events: %d", at.events, n)
		}
		if i == 0 {
			continue
		}
		n, _ = prefix(t, "a log cut amid an append", salvage.FromBytes(empty, log[:at.bytes-1]), list)
		if n != states[i-1].events {
			t.Errorf("a log cut amid the append of events %d to %d: %d", states[i-1].events+1, at.events, n)
		}
		damaged := bytes.Clone(log[:at.bytes])
		damaged[at.bytes-2000]++
		source := salvage.FromBytes(empty, damaged)
		n, _ = prefix(t, "a log damaged at its end", source, list)
		if n != states[i-1].events || source.Log.Unread == 0 {
			t.Errorf("a log damaged in the append of events %d to %d: %d, %+v", states[i-1].events+1, at.events, n, source.Log)
		}
	}
}

func TestWhatHoldsNoEventYieldsNothing(t *testing.T) {
	for what, data := range map[string][]byte{
		"nothing": nil, "zeros": make([]byte, 8192), "a text": []byte("This is some other file.\n"), "half a page": make([]byte, 100),
	} {
		s := salvage.FromBytes(data, nil)
		var nothing *salvage.NothingError
		if _, err := s.Prefix(engine, nil); !errors.As(err, &nothing) || nothing.Why == "" {
			t.Errorf("%s: error %v, want nothing and a reason", what, err)
		}
	}
}

// opened is the opening of a game of today's format.
func opened(t testing.TB, game string) events.GameOpened {
	t.Helper()
	o, err := systems.Opening(game, "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}
