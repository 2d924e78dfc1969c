package intake

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/ledger/seasons"
	"adjudicate/rules"
	"adjudicate/season"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/storetest"
	"adjudicate/systems"
)

const base = "../../cmd/adjudicate/testdata/base.season"

func host(t *testing.T) *place.Host { return &place.Host{Engine: "test", Cache: t.TempDir()} }

// draftOf drafts the game of a season, with another text in the place of one.
func draftOf(t *testing.T, h *place.Host, old, new string) (*Draft, *seasons.Report, error) {
	t.Helper()
	text, err := os.ReadFile(base)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("the season does not say %q", old)
	}
	s, err := Read("base.season", []byte(strings.Replace(string(text), old, new, 1)), os.DirFS("."), nil)
	if err != nil {
		t.Fatal(err)
	}
	return Season(context.Background(), h, s, "", nil)
}

func TestASeasonBecomesALedgerThatVerifiesAndHoldsNoAddress(t *testing.T) {
	ctx, h := context.Background(), host(t)
	d, ran, err := draftOf(t, h, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(ran.Differences()); d.Name != "hand-3" || n != 0 {
		t.Errorf("%s has %d differences to what the season says", d.Name, n)
	}
	if len(d.People) != 3 {
		t.Errorf("%d people have addresses, want 3: %v", len(d.People), d.People)
	}
	i := 0
	for e, err := range d.All(ctx) {
		if i++; err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(e.Data), "example.org") {
			t.Errorf("event %d holds an address", i)
		}
	}
	found, err := d.Judge(ctx, h, nil)
	if err != nil || len(found.Differences) != 0 || found.Events != d.Events {
		t.Errorf("judged again: %+v, error %v", found, err)
	}
	where := filepath.Join(t.TempDir(), "hand-3.ledger")
	if _, err := d.Put(ctx, h, where, false); err != nil {
		t.Fatal(err)
	}
	var taken *place.TakenError
	if _, err := d.Put(ctx, h, where, false); !errors.As(err, &taken) {
		t.Errorf("put there once more: %v", err)
	}
	st, err := h.Open(ctx, where)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	g, err := st.Find(ctx, "Hand 3")
	if err != nil {
		t.Fatal(err)
	}
	l, err := g.Ledger(ctx, 0, nil)
	if err != nil || l.Head() != uint64(d.Events) {
		t.Fatalf("it stands at %v, error %v", l, err)
	}
	people, err := g.People(ctx, l.State())
	if err != nil || len(people) != 3 {
		t.Errorf("the desk knows %v, error %v", people, err)
	}
}

func TestWhatASeasonExpectsInVainIsFound(t *testing.T) {
	_, ran, err := draftOf(t, host(t), "18:00 Blue: Ra3-b4 => rejected", "18:00 Blue: Ra3-b4 => accepted")
	if err != nil {
		t.Fatal(err)
	}
	list := ran.Differences()
	if len(list) != 1 || list[0].Entry.Line != 27 {
		t.Errorf("%d differences: %+v", len(list), list)
	}
}

func TestASeasonIsReadWithTheRulesBesideIt(t *testing.T) {
	text := "season 1\n\non 1998-10-05\n09:00 game \"Hand 3\" system partychess seed 5eed000000000000000000000000000000000000000000000000000000000000\n09:00 enact frog.yaml\n"
	var wrong season.SyntaxErrors
	for _, c := range []struct {
		text, folder string
		want         func(error) bool
	}{
		{text, "../../fixtures/season", func(err error) bool { return err == nil }},
		{text, ".", func(err error) bool {
			return errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), "x.season:5")
		}},
		{"season 1\n\nxyzzy\n", ".", func(err error) bool { return errors.As(err, &wrong) }},
	} {
		if _, err := Read("x.season", []byte(c.text), os.DirFS(c.folder), nil); !c.want(err) {
			t.Errorf("beside %s: error %v", c.folder, err)
		}
	}
}

func TestASeasonWithoutItsGameIsNone(t *testing.T) {
	s, err := season.Parse("x.season", []byte("season 1\n\non 1998-10-05\n09:00 player Ann\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Season(context.Background(), host(t), s, "", nil); !errors.Is(err, ErrNoGame) {
		t.Errorf("got error %v, want %v", err, ErrNoGame)
	}
}

// same holds the events of two drafts against each other.
func same(t *testing.T, got, want *Draft) {
	t.Helper()
	next, stop := iter.Pull2(got.All(t.Context()))
	defer stop()
	for w := range want.All(t.Context()) {
		if g, err, _ := next(); err != nil || g.ID != w.ID || g.Type != w.Type || !bytes.Equal(g.Data, w.Data) {
			t.Fatalf("%s %s, error %v; want %s %s", g.ID, g.Data, err, w.ID, w.Data)
		}
	}
	if got.Events != want.Events {
		t.Errorf("%d events of %d", got.Events, want.Events)
	}
}

// More than memory should hold lies in a file meanwhile, which is gone afterwards.
func TestALongExportIsHeldInAFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, h := context.Background(), host(t)
	list := storetest.Events("long", 1, 40)
	for i := range list {
		list[i].Data = bytes.Repeat(list[i].Data, inMemory/20/len(list[i].Data))
	}
	d, err := Of(ctx, h, "", "hand-3", store.Each(list))
	if err != nil {
		t.Fatal(err)
	}
	want := memory.New()
	if _, err := store.Fill(ctx, want, "hand-3", store.Each(list)); err != nil {
		t.Fatal(err)
	}
	same(t, d, &Draft{Name: "hand-3", Events: len(list), held: want})
	if files, _ := os.ReadDir(os.TempDir()); len(files) != 1 {
		t.Errorf("%d files hold it, want one folder", len(files))
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	broken := errors.New("the source broke off")
	_, err = Of(ctx, h, "", "hand-3", func(yield func(store.Event, error) bool) {
		for e := range store.Each(list) {
			if !yield(e, nil) {
				return
			}
		}
		yield(store.Event{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("a source that breaks off: %v", err)
	}
	if files, _ := os.ReadDir(os.TempDir()); len(files) > 0 {
		t.Errorf("%d files are left", len(files))
	}
}

// What is to become a new file is written there, once, and gets its name when it is put there.
func TestALongExportIsWrittenWhereItIsToLie(t *testing.T) {
	ctx, h, dir := context.Background(), host(t), t.TempDir()
	where := filepath.Join(dir, "new.ledger")
	of := func(name string) *Draft {
		list := storetest.Events(name, 1, 40)
		for i := range list {
			list[i].Data = bytes.Repeat(list[i].Data, inMemory/20/len(list[i].Data))
		}
		d, err := Of(ctx, h, where, name, store.Each(list))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		return d
	}
	one, two := of("hand-3"), of("hand-4")
	if _, err := os.Stat(where); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file before anything is put there: %v", err)
	}
	for _, d := range []*Draft{one, two} {
		if _, err := d.Put(ctx, h, where, true); err != nil {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	st, err := h.Open(ctx, where)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for _, name := range []string{"hand-3", "hand-4"} {
		if head, err := st.Events.Head(ctx, name); head != 40 || err != nil {
			t.Errorf("%s stands at %s, error %v", name, head, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".ledger-*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestAnExportBecomesTheSameLedger(t *testing.T) {
	ctx, h := context.Background(), host(t)
	d, _, err := draftOf(t, h, "", "")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for e := range d.All(ctx) {
		line, err := events.Export(e.Data)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(line)
		text.WriteString("\n")
	}
	if !IsExport([]byte("\n "+text.String())) || IsExport([]byte("season 1")) || IsExport(nil) {
		t.Error("an export is not told from a season")
	}
	flip := func(text string) string {
		const refused = `"verdict":"rejected"`
		at := strings.LastIndex(text, refused)
		return text[:at] + `"verdict":"accepted"` + text[at+len(refused):]
	}
	for _, c := range []struct {
		name, text string
		whole      bool
	}{
		{"as it was written", text.String(), true},
		{"with a verdict flipped", flip(text.String()), false},
		{"cut within its last input", text.String()[:strings.LastIndex(strings.TrimSuffix(text.String(), "\n"), "\n")], false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, judged := range []bool{true, false} {
				got, err := Export(ctx, h, "", "x.jsonl", strings.NewReader(c.text), judged, nil)
				if err != nil {
					t.Fatal(err)
				}
				found, err := got.Judge(ctx, h, nil)
				if err != nil || (len(found.Differences) == 0) != c.whole {
					t.Errorf("judged again: %+v, error %v", found, err)
				}
				if c.whole {
					same(t, got, d)
				}
			}
		})
	}
	var line *ledger.LineError
	if _, err := Export(ctx, h, "", "x.jsonl", strings.NewReader(text.String()+"{}\n"), true, nil); !errors.As(err, &line) || line.Line != d.Events+1 {
		t.Errorf("a line that is no event: %v", err)
	}
}

func TestAGameBeginsWithRulesThatTheJudgeTakes(t *testing.T) {
	ctx, h := context.Background(), host(t)
	seed, err := Seed("", strings.NewReader(strings.Repeat("e", 32)))
	if err != nil || seed != strings.Repeat("65", 32) {
		t.Fatalf("drew %q, error %v", seed, err)
	}
	for given, ok := range map[string]bool{seed: true, "abc": false, strings.ToUpper(strings.Repeat("ab", 32)): false} {
		if got, err := Seed(given, nil); (err == nil) != ok || ok && got != given {
			t.Errorf("seed %q: got %q, error %v", given, got, err)
		}
	}
	opened, err := systems.Opening("Hand 4", "partychess", seed, "")
	if err != nil {
		t.Fatal(err)
	}
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(1998, 10, 5, 9, 0, 0, 0, time.UTC)
	d, st, err := Open(ctx, h, opened, book.Rules(), "", at)
	if err != nil || d.Name != "hand-4" || st.Game() != "Hand 4" || len(st.Rules()) != len(book.Rules()) {
		t.Fatalf("drafted %v with %d rules, error %v", d, len(st.Rules()), err)
	}
	twice := append(book.Rules()[:1:1], book.Rules()[0])
	var rejected *RejectedError
	if _, _, err := Open(ctx, h, opened, twice, "", at); !errors.As(err, &rejected) || rejected.Fault.Message == "" {
		t.Errorf("one rule twice: %v", err)
	}
	if p, ok := rejected.Input.(events.RuleEnacted); !ok || p.Number != twice[1].Number {
		t.Errorf("rejected %v, want %s", rejected.Input, twice[1].Number)
	}
	if _, _, err := Open(ctx, h, opened, []rules.Rule{}, "", at); err != nil {
		t.Errorf("a game without rules: %v", err)
	}
}
