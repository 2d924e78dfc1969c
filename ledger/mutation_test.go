package ledger_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/sumdb/note"
	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"adjudicate/events"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
	"adjudicate/systems"
)

// The campaign: every way of changing a ledger a little, and what verify says to it. With
// ADJUDICATE_MUTATIONS set ("make mutations") it tries them all; otherwise a sample.
var wholeCampaign = os.Getenv("ADJUDICATE_MUTATIONS") != ""

// A specimen is a ledger in all its forms, with the checkpoints that somebody noted.
type specimen struct {
	rows    []store.Recorded
	lines   [][]byte // of the export, each with its end
	notes   *memory.Store
	key     *proof.Key
	signed  []*proof.Signed // of some of its events, and of all
	against ledger.Evidence
}

// tiny is a ledger of a few events only, so that everything can be tried on it.
func tiny(t testing.TB, st store.Store) {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	rule := slices.MinFunc(book.Rules(), func(a, b rules.Rule) int { return len(a.Canonical()) - len(b.Canonical()) })
	l, err := ledger.Create(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []events.Payload{
		openedNow(t, "Hand 3"),
		events.RuleEnacted{Number: rule.Number, Rule: rule.Canonical()},
		events.PlayerRegistered{Player: "Ann"},
		events.OfficeFilled{Office: "umpire", Player: "Ann"},
		events.SideCreated{Side: "Red", Player: "Ann"},
		events.PlaySubmitted{Side: "Red", Text: "K@j20"},
	} {
		submit(t, l, p)
	}
}

// newSpecimen takes a ledger apart. Its checkpoints are of a third of the events and of all,
// as signed on the way.
func newSpecimen(t testing.TB, fill func(testing.TB, store.Store)) *specimen {
	t.Helper()
	s := &specimen{notes: memory.New(), key: keyOf(t, 1)}
	fill(t, s.notes)
	var tree proof.Tree
	last, err := s.notes.Head(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	n := int(last)
	sizes := []int{n / 3, n}
	for rec, err := range s.notes.Read(context.Background(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		line, err := events.Export(rec.Data)
		if err != nil {
			t.Fatal(err)
		}
		s.rows, s.lines = append(s.rows, rec), append(s.lines, append(line, '\n'))
		tree.Add(rec.Data)
		if slices.Contains(sizes, len(s.rows)) {
			c, err := proof.Sign(proof.Checkpoint{Origin: proof.Origin(name), Size: tree.Size(), Root: tree.Root()}, s.key.Signer)
			if err != nil {
				t.Fatal(err)
			}
			s.signed = append(s.signed, c)
		}
	}
	if h, err := proof.LogOf(s.notes, name).Head(context.Background(), nil); err != nil || h.Root != tree.Root() {
		t.Fatal(h, err) // which keeps the hashes
	}
	s.against = s.evidence(s.signed[0].Note, s.signed[1].Note)
	return s
}

func keyOf(t testing.TB, seed byte) *proof.Key {
	t.Helper()
	private, _, err := proof.NewKey(bytes.NewReader(bytes.Repeat([]byte{seed}, 32)), "umpire")
	if err != nil {
		t.Fatal(err)
	}
	k, err := proof.ReadKey([]byte(private))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// evidence is what a verifier makes of notes with the public key.
func (s *specimen) evidence(notes ...[]byte) ledger.Evidence {
	e := ledger.Evidence{Keeper: s.notes}
	for _, n := range notes {
		c, err := proof.Read(n, note.VerifierList(s.key.Verifier))
		e.Checkpoints = append(e.Checkpoints, ledger.Witness{Place: "noted", Checkpoint: c, Err: err})
	}
	return e
}

// rows is a store that yields what it is told to.
type rows struct {
	store.Store
	list []store.Recorded
}

func (r rows) Read(context.Context, string, store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		for _, rec := range r.list {
			if !yield(rec, nil) {
				return
			}
		}
	}
}

// A finding is what verify says to a change.
type finding struct {
	found bool
	named bool // the very event that was changed is named
}

// see runs verify without judging, which the full verification includes, and only if that
// finds nothing with it.
func see(verify func(ledger.Evidence) (*ledger.Verification, error), against ledger.Evidence, event int) finding {
	for _, quick := range []bool{true, false} {
		against.Quick = quick
		v, err := verify(against)
		if err != nil {
			return finding{found: true}
		}
		if len(v.Differences) > 0 {
			named := slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.Sequence == uint64(event) })
			return finding{true, named}
		}
	}
	return finding{}
}

func (s *specimen) seeExport(text []byte, event int) finding {
	return see(func(e ledger.Evidence) (*ledger.Verification, error) {
		return ledger.VerifyExport(bytes.NewReader(text), int64(len(text)), options(), e)
	}, s.against, event)
}

func (s *specimen) seeRows(list []store.Recorded, event int) finding {
	return see(func(e ledger.Evidence) (*ledger.Verification, error) {
		return ledger.VerifyAgainst(context.Background(), rows{list: list}, name, options(), e)
	}, s.against, event)
}

// A change is one mutation.
type change struct {
	kind  string
	what  string // which one
	event int    // the one changed, if it is one
	try   func() finding
}

// tally counts what was found by kind of change.
type tally struct{ tried, found, named int }

// campaign tries changes on all cores and fails for each that goes unnoticed.
func campaign(t *testing.T, changes iter.Seq[change]) {
	t.Helper()
	var mu sync.Mutex
	counts := map[string]tally{}
	work := make(chan change, 64)
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Add(1)
		go func() {
			defer done.Done()
			for c := range work {
				f := c.try()
				mu.Lock()
				n := counts[c.kind]
				n.tried++
				if f.found {
					n.found++
				} else {
					t.Errorf("%s, %s: goes unnoticed", c.kind, c.what)
				}
				if f.named {
					n.named++
				}
				counts[c.kind] = n
				mu.Unlock()
			}
		}()
	}
	for c := range changes {
		work <- c
	}
	close(work)
	done.Wait()
	report(t, counts)
}

func report(t *testing.T, counts map[string]tally) {
	var kinds []string
	all := tally{}
	for k, n := range counts {
		kinds = append(kinds, k)
		all.tried, all.found = all.tried+n.tried, all.found+n.found
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		n := counts[k]
		t.Logf("%-34s %8d tried %8d found %8d with the very event named", k, n.tried, n.found, n.named)
	}
	t.Logf("%-34s %8d tried %8d found", "ALL", all.tried, all.found)
	if all.tried == 0 {
		t.Error("nothing was tried")
	}
}

// pick returns all numbers below n, or 0 and about some of them with a seed of their own.
func pick(n, some int) iter.Seq[int] {
	some = testrace.Fewer(some)
	return func(yield func(int) bool) {
		random := rand.New(rand.NewPCG(uint64(n), 7))
		for i := range n {
			if !wholeCampaign && i > 0 && n > some && random.IntN(n) >= some {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

// values returns the bytes to put in the place of one: all others, or one that differs in a
// bit, as in a sample.
func values(was byte, all bool) []byte {
	if !all || !wholeCampaign {
		return []byte{was ^ 1<<(was%8)}
	}
	var list []byte
	for with := range 256 {
		if byte(with) != was {
			list = append(list, byte(with))
		}
	}
	return list
}

// exportChanges are the changes of the exported form. With all every byte takes every other
// value, and every two lines are swapped.
func (s *specimen) exportChanges(all bool, some int) iter.Seq[change] {
	text := bytes.Join(s.lines, nil)
	eventAt := func(i int) int { return bytes.Count(text[:i], []byte("\n")) + 1 }
	without := func(lines ...[]byte) []byte { return bytes.Join(lines, nil) }
	return func(yield func(change) bool) {
		try := func(kind string, event int, text []byte, format string, args ...any) bool {
			return yield(change{"export: " + kind, fmt.Sprintf(format, args...), event, func() finding { return s.seeExport(text, event) }})
		}
		for i := range pick(len(text), some) {
			for _, with := range values(text[i], all) {
				broken := bytes.Clone(text)
				broken[i] = with
				if !try("a byte changed", eventAt(i), broken, "byte %d from %q to %q", i, text[i], with) {
					return
				}
			}
			if !try("cut off", eventAt(i), text[:i], "after byte %d", i) {
				return
			}
		}
		for i := range pick(len(s.lines), some/20) {
			list := slices.Clone(s.lines)
			if !try("an event dropped", i+1, without(slices.Delete(slices.Clone(list), i, i+1)...), "event %d", i+1) ||
				!try("an event twice", i+1, without(slices.Insert(slices.Clone(list), i, list[i])...), "event %d", i+1) ||
				i > 0 && !try("the last events dropped", i+1, without(list[:i]...), "from event %d", i+1) {
				return
			}
			for k := range i {
				if !all && k != i-1 && k != (i*7)%len(list) {
					continue
				}
				swapped := slices.Clone(list)
				swapped[i], swapped[k] = swapped[k], swapped[i]
				if !try("two events swapped", i+1, without(swapped...), "events %d and %d", i+1, k+1) {
					return
				}
			}
		}
	}
}

// storedChanges are the changes of the rows of a store, as somebody makes them who also
// mends the checksums.
func (s *specimen) storedChanges(all bool, some int) iter.Seq[change] {
	return func(yield func(change) bool) {
		try := func(kind string, event int, list []store.Recorded, format string, args ...any) bool {
			for i := range list {
				list[i].Revision = store.Revision(i + 1)
			}
			return yield(change{"store: " + kind, fmt.Sprintf(format, args...), event, func() finding { return s.seeRows(list, event) }})
		}
		for i := range pick(len(s.rows), some/20) {
			row := s.rows[i]
			with := func(mutate func(r *store.Recorded)) []store.Recorded {
				list := slices.Clone(s.rows)
				mutate(&list[i])
				return list
			}
			for at := range pick(len(row.Data), 20) {
				for _, value := range values(row.Data[at], all) {
					list := with(func(r *store.Recorded) { r.Data = bytes.Clone(r.Data); r.Data[at] = value })
					if !try("a byte of an event changed", i+1, list, "event %d, byte %d as %q", i+1, at, value) {
						return
					}
				}
			}
			for at := range pick(len(row.ID), 4) {
				for _, value := range values(row.ID[at], all) {
					if !try("a byte of an id changed", i+1, with(func(r *store.Recorded) { r.ID[at] = value }), "event %d, byte %d as %d", i+1, at, value) {
						return
					}
				}
			}
			for at := range pick(len(row.Type), 4) {
				for _, value := range values(row.Type[at], all) {
					typ := row.Type[:at] + string([]byte{value}) + row.Type[at+1:]
					if !try("a byte of a type changed", i+1, with(func(r *store.Recorded) { r.Type = typ }), "event %d as %q", i+1, typ) {
						return
					}
				}
			}
			if !try("an event dropped", i+1, slices.Delete(slices.Clone(s.rows), i, i+1), "event %d", i+1) ||
				!try("an event twice", i+1, slices.Insert(slices.Clone(s.rows), i, row), "event %d", i+1) ||
				i > 0 && !try("the last events dropped", i+1, slices.Clone(s.rows[:i]), "from event %d", i+1) {
				return
			}
			for k := range i {
				if !all && k != i-1 && k != (i*7)%len(s.rows) {
					continue
				}
				list := slices.Clone(s.rows)
				list[i], list[k] = list[k], list[i]
				if !try("two events swapped", i+1, list, "events %d and %d", i+1, k+1) {
					return
				}
			}
		}
	}
}

// signatureChanges are the changes of the checkpoints: of each byte of a note, and of
// signatures that belong elsewhere.
func (s *specimen) signatureChanges(t *testing.T) iter.Seq[change] {
	text := bytes.Join(s.lines, nil)
	other := keyOf(t, 2)
	cut := func(n []byte) (body, sig string) {
		b, sig, _ := strings.Cut(string(n), "\n\n")
		return b + "\n", sig
	}
	return func(yield func(change) bool) {
		try := func(kind, what string, notes ...[]byte) bool {
			return yield(change{"checkpoints: " + kind, what, 0, func() finding {
				return see(func(e ledger.Evidence) (*ledger.Verification, error) {
					return ledger.VerifyExport(bytes.NewReader(text), int64(len(text)), options(), e)
				}, s.evidence(notes...), 0)
			}})
		}
		for which, c := range s.signed {
			for i := range pick(len(c.Note), 60) {
				for _, with := range values(c.Note[i], true) {
					broken := bytes.Clone(c.Note)
					broken[i] = with
					if !try("a byte changed", fmt.Sprintf("note %d, byte %d as %q", which, i, with), broken) {
						return
					}
				}
			}
			body, sig := cut(c.Note)
			_, foreign := cut(s.signed[1-which].Note)
			again, err := proof.Sign(c.Checkpoint, other.Signer)
			if err != nil {
				t.Error(err)
				return
			}
			_, byOther := cut(again.Note)
			lie := c.Checkpoint
			lie.Root[5] ^= 4
			lied, err := proof.Sign(lie, other.Signer)
			if err != nil {
				t.Error(err)
				return
			}
			lieBody, _ := cut(lied.Note)
			if !try("signatures exchanged", "of the other checkpoint", []byte(body+"\n"+foreign)) ||
				!try("signatures exchanged", "by another key of that name", []byte(body+"\n"+byOther)) ||
				!try("signatures exchanged", "of a lie, by another key", lied.Note) ||
				!try("signatures exchanged", "on a lie, the true one", []byte(lieBody+"\n"+sig)) ||
				!try("signatures exchanged", "none", []byte(body)) {
				return
			}
		}
	}
}

func TestAnUntouchedSpecimenIsSound(t *testing.T) {
	for title, fill := range map[string]func(testing.TB, store.Store){"tiny": tiny, "played": begunGame} {
		s := newSpecimen(t, fill)
		if f := s.seeExport(bytes.Join(s.lines, nil), 0); f.found {
			t.Errorf("%s: something is found in the export", title)
		}
		if f := s.seeRows(s.rows, 0); f.found {
			t.Errorf("%s: something is found in the store", title)
		}
	}
}

// begunGame is the ledger of two sides that have begun to play, with the whole rulebook.
func begunGame(t testing.TB, st store.Store) {
	t.Helper()
	l := opened(t, st)
	submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "K@j1"})
	submit(t, l, events.PlaySubmitted{Side: "Red", Text: "K@j20"})
}

func TestNoChangeOfALedgerGoesUnnoticed(t *testing.T) {
	for _, c := range []struct {
		title string
		fill  func(testing.TB, store.Store)
		all   bool
		some  int
	}{
		{"a tiny ledger, every value of every byte", tiny, true, 200},
		{"a played ledger, every byte", begunGame, false, 100},
	} {
		s := newSpecimen(t, c.fill)
		t.Run(c.title+"/exported", func(t *testing.T) { campaign(t, s.exportChanges(c.all, c.some)) })
		t.Run(c.title+"/stored", func(t *testing.T) { campaign(t, s.storedChanges(c.all, c.some)) })
		t.Run(c.title+"/checkpoints", func(t *testing.T) { campaign(t, s.signatureChanges(t)) })
	}
}

// TestARowOfAFileWithAMendedChecksumIsFound changes events in an SQLite file as somebody
// does who knows docs/format.md: the triggers are dropped, the checksums are right.
func TestARowOfAFileWithAMendedChecksumIsFound(t *testing.T) {
	s := newSpecimen(t, tiny)
	path := s.file(t)
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	execute := func(query string, args ...any) {
		t.Helper()
		if err := sqlitex.ExecuteTransient(conn, query, &sqlitex.ExecOptions{Args: args}); err != nil {
			t.Fatal(err)
		}
	}
	execute("DROP TRIGGER events_never_change")
	rewrite := func(row store.Recorded) {
		position := int64(1)<<40 + int64(row.Revision)
		c := crc32.Update(0, crc32.MakeTable(crc32.Castagnoli), binary.BigEndian.AppendUint64(nil, uint64(position)))
		c = crc32.Update(c, crc32.MakeTable(crc32.Castagnoli), slices.Concat(row.ID[:], []byte(row.Type), row.Data))
		execute("UPDATE events SET data = ?, sum = ? WHERE position = ?", row.Data, int64(c), position)
	}
	tried := 0
	for i, row := range s.rows {
		for at := range pick(len(row.Data), 3) {
			broken := row
			broken.Data = bytes.Clone(row.Data)
			broken.Data[at] = values(row.Data[at], false)[0]
			rewrite(broken)
			if tried++; !fileIsFound(path, s) {
				t.Errorf("byte %d of event %d goes unnoticed", at, i+1)
			}
		}
		rewrite(row)
	}
	t.Logf("%d rows changed with their checksums, all found: %v", tried, !t.Failed())
	if fileIsFound(path, s) {
		t.Error("something is found in the file as it was")
	}
}

// file puts the specimen into an SQLite file.
func (s *specimen) file(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.ledger")
	st, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list []store.Event
	for _, r := range s.rows {
		list = append(list, r.Event)
	}
	if _, err := st.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNoByteOfAFileMattersUnnoticed changes the bytes of an SQLite file one by one. Each
// change is found, or it changes nothing that can be read: there are bytes of a database
// that mean nothing.
func TestNoByteOfAFileMattersUnnoticed(t *testing.T) {
	s := newSpecimen(t, tiny)
	dir := t.TempDir()
	path := s.file(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found, idle := 0, 0
	for i := range pick(len(sound), 80) {
		broken := bytes.Clone(sound)
		broken[i] ^= 1 << (i % 8)
		copied := filepath.Join(dir, "copy.ledger")
		if err := os.WriteFile(copied, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, beside := range []string{"-wal", "-shm"} {
			_ = os.Remove(copied + beside)
		}
		if fileIsFound(copied, s) {
			found++
			continue
		}
		if idle++; !bytes.Equal(readBack(t, copied), bytes.Join(s.lines, nil)) {
			t.Errorf("byte %d of the file changes the ledger and goes unnoticed", i)
		}
	}
	t.Logf("%d bytes of the file changed: %d found, %d mean nothing", found+idle, found, idle)
	if found < idle/10 {
		t.Error("hardly anything was found")
	}
}

// fileIsFound verifies a file as the command does.
func fileIsFound(path string, s *specimen) bool {
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		return true
	}
	defer st.Close()
	if st.Check(context.Background()) != nil {
		return true
	}
	names, err := st.Streams(context.Background())
	if err != nil || len(names) != 1 {
		return true
	}
	against := s.against
	against.Keeper = nil
	return see(func(e ledger.Evidence) (*ledger.Verification, error) {
		return ledger.VerifyAgainst(context.Background(), st, names[0], options(), e)
	}, against, 0).found
}

// readBack exports a file.
func readBack(t *testing.T, path string) []byte {
	t.Helper()
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var out []byte
	for rec, err := range st.Read(context.Background(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		line, err := events.Export(rec.Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(append(out, line...), '\n')
	}
	return out
}

// FuzzVerifyExport looks for an export that verify takes for the sample although it is none.
func FuzzVerifyExport(f *testing.F) {
	s := newSpecimen(f, tiny)
	text := bytes.Join(s.lines, nil)
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte("{}\n"))
	against := s.against
	against.Quick = true
	f.Fuzz(func(t *testing.T, other []byte) {
		v, err := ledger.VerifyExport(bytes.NewReader(other), int64(len(other)), options(), against)
		if err == nil && len(v.Differences) == 0 && !bytes.Equal(other, text) {
			t.Errorf("nothing is found in\n%s", other)
		}
	})
}

// openedNow is the opening of a game of today's format.
func openedNow(t testing.TB, game string) events.GameOpened {
	t.Helper()
	o, err := systems.Opening(game, "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	return o
}
