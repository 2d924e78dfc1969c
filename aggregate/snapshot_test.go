package aggregate_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/generate"
	"adjudicate/season"
)

// A visit sees a judge after every input of a game, and the next input.
type visit func(j *aggregate.Judge, cold *aggregate.State, next aggregate.Input)

// playSeason plays the sample season; cold is folded from the outcomes alone.
func playSeason(t testing.TB, see visit) {
	t.Helper()
	const path = "../fixtures/season/autumn.season"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := season.Parse(path, text)
	if err == nil {
		err = s.Resolve(season.Beside(os.DirFS(filepath.Dir(path))))
	}
	if err != nil {
		t.Fatal(err)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	cold, n := aggregate.NewState(), 0
	for _, e := range s.Entries {
		for _, p := range e.Inputs {
			n++
			in := aggregate.Input{ID: strconv.Itoa(n), Payload: p, At: e.At, Actor: e.Actor}
			if aggregate.Judges(p) {
				see(j, cold, in)
				d := j.Decide(in)
				j.Commit(d)
				fold(cold, d.Outcomes)
			}
		}
	}
}

func fold(s *aggregate.State, list []events.Outcome) {
	for i := range list {
		s.Apply(list[i].Payload)
	}
}

func playGenerated(t testing.TB, seed uint64, plays int, see visit) {
	t.Helper()
	j, err := aggregate.NewJudge(aggregate.NewState(), generate.Engine)
	if err != nil {
		t.Fatal(err)
	}
	cold := aggregate.NewState()
	for in, d := range generate.Game(seed, generate.Options{}, plays) {
		see(j, cold, in)
		j.Commit(d)
		fold(cold, d.Outcomes)
	}
}

func snapshot(t testing.TB, s, before *aggregate.State) []byte {
	t.Helper()
	text, err := s.Snapshot(before)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAStateReadBackIsTheStateWrittenDown(t *testing.T) {
	check := func(t *testing.T, play func(testing.TB, visit)) {
		n := 0
		earlier := aggregate.NewState()
		play(t, func(j *aggregate.Judge, cold *aggregate.State, next aggregate.Input) {
			if n++; n%10 != 0 {
				return
			}
			s := j.State()
			text := snapshot(t, s, nil)
			if d := cmp.Diff(string(snapshot(t, cold, nil)), string(text)); d != "" {
				t.Fatalf("before input %s (-cold fold +judge's):\n%s", next.ID, d)
			}
			back := aggregate.NewState()
			if err := back.Restore(text); err != nil {
				t.Fatalf("before input %s: %v", next.ID, err)
			}
			if again := snapshot(t, back, nil); !bytes.Equal(text, again) {
				t.Fatalf("before input %s (-written +written again):\n%s", next.ID, cmp.Diff(string(text), string(again)))
			}
			// Against an earlier state only what is new is written.
			short := snapshot(t, s, earlier)
			on := earlier.Clone()
			if err := on.Restore(short); err != nil {
				t.Fatalf("before input %s: %v", next.ID, err)
			}
			if again := snapshot(t, on, nil); !bytes.Equal(text, again) {
				t.Fatalf("before input %s, from an earlier state (-written +written again):\n%s", next.ID, cmp.Diff(string(text), string(again)))
			}
			behind, err := s.Behind(earlier)
			if err != nil {
				t.Fatal(err)
			}
			on = earlier.Clone()
			if err := on.Restore(behind); err != nil {
				t.Fatalf("before input %s: %v", next.ID, err)
			}
			if again := snapshot(t, on, nil); !bytes.Equal(text, again) {
				t.Fatalf("before input %s, behind an earlier state (-written +written again):\n%s", next.ID, cmp.Diff(string(text), string(again)))
			}
			if again, err := on.Behind(earlier); err != nil || !bytes.Equal(behind, again) {
				t.Fatalf("before input %s, behind an earlier state: %s, written again %s (%v)", next.ID, behind, again, err)
			}
			if n%60 == 0 {
				judgesAlike(t, j, back, next)
				earlier = s.Clone()
			}
		})
		if n < 100 {
			t.Errorf("%d inputs", n)
		}
	}
	t.Run("the sample season", func(t *testing.T) { check(t, playSeason) })
	for _, seed := range []uint64{1, 2} {
		t.Run("generated game "+strconv.FormatUint(seed, 10), func(t *testing.T) {
			check(t, func(t testing.TB, see visit) { playGenerated(t, seed, 250, see) })
		})
	}
}

// judgesAlike compares what is decided on a state and on the same read back.
func judgesAlike(t *testing.T, j *aggregate.Judge, back *aggregate.State, in aggregate.Input) {
	t.Helper()
	again, err := aggregate.NewJudge(back, j.Decide(in).Ruling.Engine)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(j.Decide(in), again.Decide(in)); d != "" {
		t.Errorf("input %s (-judge +judge of the state read back):\n%s", in.ID, d)
	}
}

// crowded is a state in the midst of the sample season.
func crowded(t testing.TB) *aggregate.State {
	var s *aggregate.State
	playSeason(t, func(j *aggregate.Judge, _ *aggregate.State, _ aggregate.Input) {
		if s == nil && len(j.State().Checks()) > 0 && len(j.State().Titles()) == 0 && len(j.State().Weights()) > 2 {
			s = j.State().Clone()
		}
	})
	if s == nil {
		t.Fatal("there is no such state")
	}
	return s
}

func TestAWrongSnapshotIsRefusedAndChangesNothing(t *testing.T) {
	s := crowded(t)
	text := string(snapshot(t, s, nil))
	short := string(snapshot(t, s, s))
	replace := func(text, old, by string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("the snapshot has no %s", old)
		}
		return strings.Replace(text, old, by, 1)
	}
	first := s.Rules()[0]
	for _, row := range []struct{ sentence, text, want string }{
		{"nothing", "", "EOF"},
		{"no object", "[]", "cannot unmarshal"},
		{"torn", text[:len(text)/2], "unexpected EOF"},
		{"trailing data", text + "{}", "trailing data"},
		{"another version", replace(text, `"version":3`, `"version":1`), "version 1, expected 3"},
		{"an unknown field", replace(text, `"version":3`, `"version":3,"colour":"red"`), "unknown field"},
		{"more lots than there are", `{"version":2,"lots_kept":9999}`, "refers to 9999 lots"},
		{"less than no lots", `{"version":2,"lots_kept":-1}`, "refers to -1 lots"},
		{"lots as version 2 listed them", strings.TrimSuffix(short, "}") + `,"lots_kept":1}`, "not all of it is of version 3"},
		{"labels of lots in version 2", `{"version":2,"drawn":[{"by":"x:","numbers":"1"}]}`, "not all of it is of version 2"},
		{"labels out of order", `{"version":3,"drawn":[{"by":"y:","numbers":"1"},{"by":"x:","numbers":"1"}]}`, "out of order"},
		{"labels twice", `{"version":3,"drawn":[{"by":"x:","numbers":"1"},{"by":"x:","numbers":"3"}]}`, "out of order"},
		{"a label cut amid its number", `{"version":3,"drawn":[{"by":"x:1","numbers":"2"}]}`, "not cut before their number"},
		{"a label that is not cut", `{"version":3,"drawn":[{"by":"x:12"}]}`, "not cut before their number"},
		{"numbers that overlap", `{"version":3,"drawn":[{"by":"x:","numbers":"1-3,3"}]}`, "invalid runs"},
		{"numbers that touch", `{"version":3,"drawn":[{"by":"x:","numbers":"1-3,4"}]}`, "invalid runs"},
		{"numbers from 0 on", `{"version":3,"drawn":[{"by":"x:","numbers":"0-3"}]}`, "invalid runs"},
		{"numbers written otherwise", `{"version":3,"drawn":[{"by":"x:","numbers":"01"}]}`, "invalid runs"},
		{"a rule that was not in force", replace(short, `"number":"`+first.Number+`"`, `"number":"9999"`), "refers to rule 9999/"},
		{"a piece of no side", replace(text, `"side":0`, `"side":99`), "belongs to side 99"},
		{"a piece of a side before the first", replace(text, `"side":0`, `"side":-1`), "belongs to side -1"},
		{"a moment that is none", replace(text, `"clock":"`, `"clock":"x`), "parsing time"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			err := s.Restore([]byte(row.text))
			if !errors.Is(err, aggregate.ErrSnapshot) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v: expected %q", err, row.want)
			}
			if again := string(snapshot(t, s, nil)); again != text {
				t.Errorf("the state has changed:\n%s", cmp.Diff(text, again))
			}
		})
	}
}

// FuzzRestore reads anything as a state. What is accepted is written down in one form.
func FuzzRestore(f *testing.F) {
	s := crowded(f)
	f.Add([]byte(`{"version":2}`))
	f.Add([]byte(`{"version":2,"lots":[{"draw":"x:1","among":["a"],"result":["a"],"source":""},{"draw":"x","among":null,"result":null,"source":""}],"titles":[{"player":"Ann","hand":2,"title":"t"},{"player":"Bob","hand":1,"title":"t"}]}`))
	f.Add([]byte(`{"version":3,"won":[{"player":"Ann","title":"t","hands":[1,3]},{"player":"Bob","title":"t","hands":[2]}],"drawn":[{"by":"x"},{"by":"x","numbers":"1-3,7"}],"entered":["Red"]}`))
	f.Add([]byte(`{"version":2,"sides":[{"name":"Red","player":"Ann","free_budget":0}],"pieces":[{"id":"K1","type":"King","side":0,"at":"a1"}]}`))
	f.Add([]byte(`{"version":2,"balances":[{"account":"b","asset":"m","amount":2},{"account":"b","asset":"m","amount":0}]}`))
	short := snapshot(f, s, s)
	f.Add(short)
	f.Add(bytes.Replace(short, []byte(`"at":"`), []byte(`"at":"z`), 1))
	for p := range s.Pieces() {
		if p.At != "" { // everybody on one square
			f.Add(regexp.MustCompile(`"at":"[a-t]\d+"`).ReplaceAll(short, []byte(`"at":"`+p.At+`"`)))
			f.Add(bytes.ReplaceAll(short, []byte(`"id":"`+p.ID+`"`), []byte(`"id":"x"`)))
			f.Add(bytes.ReplaceAll(short, []byte(`"type":"`+p.Type+`"`), []byte(`"type":"Nothing"`)))
			break
		}
	}
	f.Add(regexp.MustCompile(`"id":"[^"]+"`).ReplaceAll(short, []byte(`"id":"K1"`)))
	f.Add(regexp.MustCompile(`"side":\d+`).ReplaceAll(short, []byte(`"side":0`)))
	f.Add(regexp.MustCompile(`"play_list":\[[^]]*\]`).ReplaceAll(short, []byte(`"play_list":["Mauve"]`)))
	f.Add(regexp.MustCompile(`"sides":\[`).ReplaceAll(short, []byte(`"sides":[{"name":"Red","player":"","free_budget":0},`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		one := s.Clone()
		if err := one.Restore(text); err != nil {
			if !errors.Is(err, aggregate.ErrSnapshot) {
				t.Fatalf("error %v", err)
			}
			return
		}
		// Whatever it says, a judge can look at it.
		if j, err := aggregate.NewJudge(one.Clone(), "fuzz"); err == nil {
			for side := range one.Sides() {
				j.Decide(aggregate.Input{ID: "in", Payload: events.PlaySubmitted{Side: side.Name, Text: "pass"}})
			}
		}
		written := snapshot(t, one, nil)
		two := aggregate.NewState()
		if err := two.Restore(written); err != nil {
			t.Fatalf("what was written is refused: %v\n%s", err, written)
		}
		if again := snapshot(t, two, nil); !bytes.Equal(written, again) {
			t.Fatalf("-written +written again:\n%s", cmp.Diff(string(written), string(again)))
		}
	})
}
