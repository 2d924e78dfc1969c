package carry_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/ledger/carry"
	"adjudicate/season"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
	"adjudicate/systems"
)

func options() ledger.Options {
	return ledger.Options{Engine: "test 1", Entropy: rand.NewChaCha8([32]byte{7})}
}

// fixture opens a ledger that version 0.1.0 wrote.
func fixture(t *testing.T, file string) (st store.Store, name string) {
	t.Helper()
	ctx := context.Background()
	text, err := os.ReadFile(filepath.Join("..", "..", "fixtures", "format-1", file))
	if err == nil && strings.HasSuffix(file, ".gz") {
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(text)); err == nil {
			text, err = io.ReadAll(r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(file, ".ledger") {
		path := filepath.Join(t.TempDir(), file)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		names, err := s.Streams(ctx)
		if err != nil || len(names) != 1 {
			t.Fatal(names, err)
		}
		return s, names[0]
	}
	list, name, err := played.Export(file, text)
	if err != nil {
		t.Fatal(err)
	}
	st = memory.New()
	if _, err := st.Append(ctx, name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	return st, name
}

// carried is a game in its new ledger, which is held to be what it says.
func carried(t *testing.T, from store.Store, name string) (to *memory.Store, r *carry.Report) {
	t.Helper()
	to = memory.New()
	list, r, err := carry.Over(context.Background(), from, name, systems.Renewed, options())
	if err == nil {
		_, err = to.Append(context.Background(), name, store.NoStream, list)
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := ledger.Verify(context.Background(), to, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Differences) > 0 || len(v.Otherwise) > 0 {
		t.Errorf("the new ledger: %+v, %+v", v.Differences, v.Otherwise)
	}
	return to, r
}

// What was ruled on under format 1, in games that recorded what was due when it was, comes out
// the same: the register of the new ledger reads every entry as it was read then.
func TestLedgersOfFormatOneComeOutTheSame(t *testing.T) {
	for _, c := range []struct {
		file             string
		inputs, editions int
		disputes         int // and precedents
	}{
		{"autumn.jsonl.gz", 354, 1, 0}, {"autumn-editions.jsonl.gz", 360, 4, 0}, {"bishop.jsonl", 61, 3, 4}, {"hand.ledger", 69, 1, 0}, {"small.jsonl", 41, 1, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			from, name := fixture(t, c.file)
			to, r := carried(t, from, name)
			if r.Inputs != c.inputs || r.Disputes != c.disputes || len(r.Otherwise)+len(r.Due)+len(r.Labels)+len(r.LeftOut)+len(r.Rewritten) > 0 {
				t.Errorf("%+v", r)
			}
			cat, err := history.Load(ctx, to, name, 0)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(cat.Editions()); n != c.editions {
				t.Errorf("%d editions, want %d", n, c.editions)
			}
			old, err := ledger.Open(ctx, from, name, options())
			if err != nil {
				t.Fatal(err)
			}
			is, err := ledger.Open(ctx, to, name, options())
			if err != nil {
				t.Fatal(err)
			}
			if is.State().Format() != 2 {
				t.Errorf("format %d", is.State().Format())
			}
			if d := cmp.Diff(board(old.State()), board(is.State())); d != "" {
				t.Errorf("the board (-old +new):\n%s", d)
			}
			if _, _, err := carry.Over(ctx, to, name, systems.Renewed, options()); !errors.Is(err, carry.ErrNotOlder) {
				t.Errorf("carried over once more: %v", err)
			}
		})
	}
}

func board(s *aggregate.State) []string {
	var list []string
	for p := range s.Pieces() {
		list = append(list, fmt.Sprint(p.ID, p.Type, p.Side, p.At, p.Counters))
	}
	slices.Sort(list)
	for _, p := range s.Players() {
		list = append(list, fmt.Sprint(p.Name, s.Held(p.Name, events.Usual().Marks)))
	}
	return append(list, s.ToPlay(), fmt.Sprint(s.Order()))
}

// An old is a game of format 1 that is made up.
type old struct {
	t  *testing.T
	st *memory.Store
	l  *ledger.Ledger
}

const name = "old"

const preparations = `season 1
on 1998-10-01
game Old system partychess seed 0000000000000000000000000000000000000000000000000000000000000007
rulebook partychess
player Ann ann@red.example
player Bob
umpire Ann
swingership Red swinger Ann
swingership Blue swinger Bob nap
account Bob money +1000
start
`

func makeUp(t *testing.T) *old {
	t.Helper()
	s, err := season.Parse("old.season", []byte(preparations))
	if err == nil {
		err = s.Resolve(season.Beside(nil))
	}
	if err != nil {
		t.Fatal(err)
	}
	o := &old{t: t, st: memory.New()}
	if o.l, err = ledger.Create(context.Background(), o.st, name, options()); err != nil {
		t.Fatal(err)
	}
	for _, e := range s.Entries {
		for _, p := range e.Inputs {
			if g, ok := p.(events.GameOpened); ok {
				p = events.GameOpened{Game: g.Game, System: g.System, Seed: g.Seed}
			}
			o.at(1, p, "accepted")
		}
	}
	return o
}

// at enters something on a day of October, and returns its sequence.
func (o *old) at(day int, p events.Payload, verdict string) uint64 {
	o.t.Helper()
	res, err := o.l.Submit(context.Background(), p, "", october(day))
	if err != nil || res.Ruled().Verdict != verdict {
		o.t.Fatalf("%+v is %s, expected %s: %v %v", p, res.Ruled().Verdict, verdict, res.Ruled().Faults, err)
	}
	return res.Input.Sequence
}

func (o *old) adopt(plan readjudicate.Plan) {
	o.t.Helper()
	if _, _, err := o.l.Adopt(context.Background(), plan, "a slip", "Ann", o.l.Last(), nil); err != nil {
		o.t.Fatal(err)
	}
}

func october(day int) time.Time { return time.Date(1998, 10, day, 12, 0, 0, 0, time.UTC) }

func plays(side, text string) events.Payload { return events.PlaySubmitted{Side: side, Text: text} }

func entryAt(t *testing.T, st store.Store, address string) *history.Entry {
	t.Helper()
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range cat.History(context.Background(), cat.Current(), history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Place.Address() == address {
			return e
		}
	}
	t.Fatalf("no entry %s", address)
	return nil
}

// 1230.2 §4: a limit ends at its moment, whoever records it and when. Red's play after it was
// rejected, for nobody had recorded that Blue's turn was over.
func TestWhatWasDueHappensAtItsMoment(t *testing.T) {
	o := makeUp(t)
	o.at(2, plays("Blue", "K@a1"), "accepted")
	o.at(2, plays("Red", "K@t20"), "accepted")
	o.at(2, events.StateAnnounced{}, "accepted")
	early := o.at(9, plays("Red", "pass"), "rejected")
	to, r := carried(t, o.st, name)
	if len(r.Due) != 1 || len(r.Otherwise) != 1 || r.Otherwise[0].Was != fmt.Sprint(early) || r.Otherwise[0].Before != "rejected" || r.Otherwise[0].After != "accepted" || len(r.Otherwise[0].WhyBefore) != 1 {
		t.Fatalf("%+v", r)
	}
	due := entryAt(t, to, r.Due[0].Entry)
	if due.Input.Payload.Kind() != (events.TimePassed{}).Kind() || !due.Input.Recorded.Before(october(9)) || due.Place.Input >= entryAt(t, to, r.Otherwise[0].Is).Place.Input {
		t.Errorf("what was due is %+v", due.Input)
	}
	// The mail addresses that stood in an event stand in none.
	if len(r.People) != 1 || r.People[0].Addresses[0] != "ann@red.example" {
		t.Errorf("people: %+v", r.People)
	}
	for rec, err := range to.Read(context.Background(), name, 1) {
		if err != nil || bytes.Contains(rec.Data, []byte("red.example")) {
			t.Errorf("event %d: %s, %v", rec.Revision, rec.Data, err)
		}
	}
}

// An edition without the first of two purchases calls the second Rook R1 in format 1, and R2 in
// format 2. Who then plays R1 plays that Rook.
func TestAPieceIsFollowedToItsOtherLabel(t *testing.T) {
	o := makeUp(t)
	rook := events.PurchaseRequested{Side: "Blue", Type: "Rook", Buyer: "Bob"}
	first := o.at(2, rook, "accepted")
	o.at(2, rook, "accepted")
	o.at(2, plays("Blue", "K@a1"), "accepted")
	o.at(2, plays("Red", "K@t20"), "accepted")
	o.adopt(readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: first}}})
	played := o.at(3, plays("Blue", "R1@e11"), "accepted")
	o.at(3, plays("Red", "pass"), "accepted")
	o.at(3, events.DestructionRequested{Side: "Blue", Piece: "R1"}, "accepted")
	to, r := carried(t, o.st, name)
	if len(r.Otherwise) != 0 || len(r.Labels) != 1 || r.Labels[0].Was != "R1" || r.Labels[0].Is != "R2" || r.Labels[0].Edition != 2 {
		t.Errorf("%+v", r)
	}
	if len(r.Rewritten) != 1 || r.Rewritten[0].Was != played || r.Rewritten[0].Text != "R1@e11" {
		t.Fatalf("%+v", r.Rewritten)
	}
	if got := entryAt(t, to, fmt.Sprint(r.Rewritten[0].Is)).Input.Payload; got != plays("Blue", "R2@e11") {
		t.Errorf("played: %+v", got)
	}
}

// What is due comes between, so that the sequences of the two ledgers differ: what a dispute and
// a change are about is found all the same, and an entry put in late stays before what was due
// after its moment.
func TestDisputesAndChangesAreAboutTheSameEntries(t *testing.T) {
	o := makeUp(t)
	o.at(2, plays("Blue", "K@a1"), "accepted")
	o.at(2, plays("Red", "K@t20"), "accepted")
	o.at(2, events.StateAnnounced{}, "accepted")
	gift := o.at(9, events.TransactionRecorded{Account: "Bob", Asset: "money", Amount: 2}, "accepted")
	wire, data, err := events.EncodePayload(plays("Blue", "Ka1-b2"))
	if err != nil {
		t.Fatal(err)
	}
	moment := october(3)
	o.adopt(readjudicate.Plan{Changes: []events.Change{{What: history.Insert, Input: gift, Type: wire, Payload: data, At: &moment, Actor: "Bob"}}})
	o.at(10, events.DisputeOpened{By: "Bob", Judge: "Ann", Grounds: "it was never given", Event: gift + 1}, "accepted")
	o.at(10, events.DisputeOpened{By: "Ann", Grounds: "it was never sent", Address: "2.1"}, "accepted")
	o.at(10, events.DisputeRuled{Dispute: "D1", Judge: "Ann", Verdict: "overturned", Reasons: "so it is"}, "accepted")
	if _, _, err := o.l.AdoptVerdict(context.Background(), "D1", "", "", "Ann", o.l.Last(), nil); err != nil {
		t.Fatal(err)
	}
	to, r := carried(t, o.st, name)
	if r.Disputes != 2 || r.Editions != 2 {
		t.Errorf("%+v", r)
	}
	late := entryAt(t, to, "2.1")
	if late.Ruled().Verdict != aggregate.Accepted || !late.Input.Recorded.Equal(moment) {
		t.Errorf("the entry put in is %s at %s: %v", late.Ruled().Verdict, late.Input.Recorded, late.Ruled().Faults)
	}
	is, err := ledger.Open(context.Background(), to, name, options())
	if err != nil {
		t.Fatal(err)
	}
	docket, err := is.Docket(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d1, _ := docket.Dispute("D1")
	d2, _ := docket.Dispute("D2")
	if disputed := entryAt(t, to, fmt.Sprint(d1.Input)); disputed.Input.Payload.Kind() != (events.TransactionRecorded{}).Kind() || disputed.Ruled().Verdict != aggregate.Voided || d1.Input == gift {
		t.Errorf("D1 is about #%d, %s: %s", d1.Input, disputed.Input.Payload.Kind(), disputed.Ruled().Verdict)
	}
	if d2.Address != "2.1" {
		t.Errorf("D2 is about %+v", d2)
	}
}

// Nobody but the named judge rules on a dispute, so D1 sets no precedent in the new ledger; the
// verdict on D2 rests on it.
func TestWhatCannotBeCarriedOverIsNamed(t *testing.T) {
	from, name := fixture(t, "bishop.jsonl")
	changed := memory.New()
	var list []store.Event
	for rec, err := range from.Read(context.Background(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type == "dispute-ruled.v1" && bytes.Contains(rec.Data, []byte(`"dispute":"D1"`)) {
			rec.Data = bytes.Replace(rec.Data, []byte(`"judge":"Judith"`), []byte(`"judge":"Rhoda"`), 1)
		}
		list = append(list, rec.Event)
	}
	if _, err := changed.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	_, _, err := carry.Over(context.Background(), changed, name, systems.Renewed, options())
	var stuck *carry.StuckError
	if !errors.As(err, &stuck) || !strings.Contains(err.Error(), "the entry that began P1 is rejected in the new ledger") {
		t.Errorf("%v", err)
	}
}
