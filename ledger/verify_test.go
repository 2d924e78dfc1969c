package ledger_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/store"
)

// swapped returns rows of which one has some of its bytes replaced.
func swapped(list []store.Recorded, at int, from, to string) []store.Recorded {
	list = slices.Clone(list)
	list[at].Data = bytes.Replace(list[at].Data, []byte(from), []byte(to), 1)
	return list
}

// place finds the first event of a kind.
func (s *specimen) place(t *testing.T, kind string) int {
	t.Helper()
	i := slices.IndexFunc(s.rows, func(r store.Recorded) bool { return strings.HasPrefix(r.Type, kind+".") })
	if i < 0 {
		t.Fatalf("there is no %s", kind)
	}
	return i
}

func verified(t *testing.T, list []store.Recorded, against ledger.Evidence) *ledger.Verification {
	t.Helper()
	for i := range list {
		list[i].Revision = store.Revision(i + 1)
	}
	v, err := ledger.VerifyAgainst(context.Background(), rows{list: list}, name, options(), against)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEachFindingNamesTheEventAndWhatIsWrong(t *testing.T) {
	s := newSpecimen(t, begunGame)
	play := s.place(t, "play-submitted")
	placed := s.place(t, "piece-placed")
	for _, c := range []struct {
		title  string
		change func([]store.Recorded) []store.Recorded
		at     int // the event, from 0
		what   string
		text   string
	}{
		{"no JSON", func(l []store.Recorded) []store.Recorded { return swapped(l, placed, `{"id"`, `["id"`) },
			placed, ledger.DiffersForm, "malformed"},
		{"a field in another place", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"sequence":`, `"sequence": `)
		}, placed, ledger.DiffersForm, "canonical"},
		{"a type of the future", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, "piece-placed.v1", "piece-placed.v9")
		}, placed, ledger.DiffersForm, "newer version"},
		{"an event left out", func(l []store.Recorded) []store.Recorded { return slices.Delete(slices.Clone(l), placed, placed+1) },
			placed, ledger.DiffersSequence, "found event"},
		{"an event twice", func(l []store.Recorded) []store.Recorded {
			return slices.Insert(slices.Clone(l), placed, l[placed])
		}, placed + 1, ledger.DiffersSequence, "found event"},
		{"an id used twice", func(l []store.Recorded) []store.Recorded {
			id, other := l[placed].ID.String(), l[placed+1].ID.String()
			l = swapped(l, placed+1, other, id)
			l[placed+1].ID = l[placed].ID
			return l
		}, placed + 1, ledger.DiffersID, "same id as event"},
		{"another id in the store", func(l []store.Recorded) []store.Recorded {
			l = slices.Clone(l)
			l[placed].ID[3] ^= 1
			return l
		}, placed, ledger.DiffersID, "stored as"},
		{"another type in the store", func(l []store.Recorded) []store.Recorded {
			l = slices.Clone(l)
			l[placed].Type = "piece-moved.v1"
			return l
		}, placed, ledger.DiffersType, `"piece-moved.v1"`},
		{"an event of another ledger", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"hand-3"`, `"hand-4"`)
		}, placed, ledger.DiffersLedger, `"hand-4"`},
		{"an outcome of another moment", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"recorded":"1998-10-05T12`, `"recorded":"1998-10-05T13`)
		}, placed, ledger.DiffersEnvelope, "time differs"},
		{"an outcome by another actor", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"actor":"Ann"`, `"actor":"Bob"`)
		}, placed, ledger.DiffersEnvelope, `"Bob"`},
		{"an outcome of another correlation", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"correlation":"0`, `"correlation":"1`)
		}, placed, ledger.DiffersEnvelope, "correlation"},
		{"an outcome that holds from earlier on", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"actor":`, `"effective":3,"actor":`)
		}, placed, ledger.DiffersEnvelope, "found 3"},
		{"an outcome of another cause", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"causation":"0`, `"causation":"1`)
		}, placed, ledger.DiffersOrder, "causation"},
		{"an input of an earlier time", func(l []store.Recorded) []store.Recorded {
			return swapped(l, play, "1998-10-05T12", "1998-10-05T11")
		}, play, ledger.DiffersOrder, "backwards"},
		{"an input that has a cause", func(l []store.Recorded) []store.Recorded {
			return swapped(l, play, `"payload":`, `"causation":"`+l[0].ID.String()+`","payload":`)
		}, play, ledger.DiffersEnvelope, "not have a cause"},
		{"an outcome that somebody signed", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"payload":`, `"signature":{"seen":1,"value":"U1NI"},"payload":`)
		}, placed, ledger.DiffersEnvelope, "not have a signature"},
		{"a piece that nobody has", func(l []store.Recorded) []store.Recorded {
			return swapped(l, placed, `"piece":"K`, `"piece":"Q`)
		}, placed, ledger.DiffersOutcomes, "judged again"},
	} {
		t.Run(c.title, func(t *testing.T) {
			v := verified(t, c.change(s.rows), ledger.Evidence{})
			for _, d := range v.Differences {
				if d.Sequence == uint64(c.at+1) && d.What == c.what && strings.Contains(d.Text, c.text) {
					return
				}
			}
			t.Errorf("found %+v, want %s of event %d: %s", v.Differences, c.what, c.at+1, c.text)
		})
	}
}

func TestAnInputThatNobodyCanFaultIsNamedByTheHashesKept(t *testing.T) {
	s := newSpecimen(t, begunGame)
	enacted := s.place(t, "rule-enacted")
	group := slices.Clone(s.rows)
	for i := enacted; ; i++ { // another actor of the input and of all its outcomes
		group[i].Data = bytes.Replace(group[i].Data, []byte(`"actor":"Ann"`), []byte(`"actor":"Bob"`), 1)
		if e, err := events.Decode(group[i+1].Data); err != nil || events.IsInput(e.Payload.Kind()) {
			break
		}
	}
	if v := verified(t, group, ledger.Evidence{}); len(v.Differences) > 0 {
		t.Fatalf("without a checkpoint %+v is found", v.Differences)
	}
	v := verified(t, group, s.against)
	if len(v.Differences) == 0 || v.Differences[0].Sequence != uint64(enacted+1) || v.Differences[0].What != ledger.DiffersCheckpoint {
		t.Errorf("found %+v, want first event %d", v.Differences, enacted+1)
	}
	against := s.evidence(s.signed[0].Note, s.signed[1].Note)
	against.Keeper = nil
	v = verified(t, group, against)
	if len(v.Differences) != 1 || !strings.Contains(v.Differences[0].Text, "one of the events 1 to ") {
		t.Errorf("without kept hashes %+v is found", v.Differences)
	}
}

func TestACheckpointThatHoldsNarrowsWhatIsBlamed(t *testing.T) {
	s := newSpecimen(t, begunGame)
	against := s.evidence(s.signed[0].Note, s.signed[1].Note)
	against.Keeper = nil
	last := len(s.rows) - 1
	v := verified(t, swapped(s.rows, last, "ruled", "ruled"), against)
	if len(v.Differences) > 0 || len(v.Checkpoints) != 2 || !v.Checkpoints[0].Holds || !v.Checkpoints[1].Holds {
		t.Fatalf("untouched: %+v %+v", v.Differences, v.Checkpoints)
	}
	list := slices.Clone(s.rows)
	list[last].Data = bytes.Replace(list[last].Data, []byte(`"actor":"Ann"`), []byte(`"actor":"Bob"`), 1)
	v = verified(t, list, against)
	if v.Checkpoints[0].Holds != true || v.Checkpoints[1].Holds {
		t.Errorf("held: %+v", v.Checkpoints)
	}
	want := uint64(s.signed[0].Size + 1)
	if !slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool {
		return d.What == ledger.DiffersCheckpoint && d.Sequence == want
	}) {
		t.Errorf("found %+v, want a range from %d", v.Differences, want)
	}
}

func TestACheckpointIsOneOfThisLedgerAndOfAKnownKey(t *testing.T) {
	s := newSpecimen(t, tiny)
	foreign := s.signed[1].Checkpoint
	foreign.Origin = proof.Origin("hand-4")
	other, err := proof.Sign(foreign, s.key.Signer)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := proof.Sign(s.signed[1].Checkpoint, keyOf(t, 2).Signer)
	if err != nil {
		t.Fatal(err)
	}
	larger := s.signed[1].Checkpoint
	larger.Size += 5
	future, err := proof.Sign(larger, s.key.Signer)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		title, want string
		note        []byte
	}{
		{"another ledger's", "is of adjudicate/hand-4", other.Note},
		{"a stranger's", "no signature by a known key", stranger.Note},
		{"of more events", "5 more than there are", future.Note},
		{"no checkpoint", "invalid checkpoint", []byte("nonsense")},
	} {
		t.Run(c.title, func(t *testing.T) {
			v := verified(t, slices.Clone(s.rows), s.evidence(c.note))
			if len(v.Differences) != 1 || v.Differences[0].What != ledger.DiffersCheckpoint || !strings.Contains(v.Differences[0].Text, c.want) {
				t.Errorf("found %+v, want %q", v.Differences, c.want)
			}
		})
	}
}

func TestAVerificationGoesOnBehindABrokenEvent(t *testing.T) {
	s := newSpecimen(t, begunGame)
	list := swapped(s.rows, 40, `{"id"`, `["id"`)
	list = swapped(list, 90, `{"id"`, `["id"`)
	v := verified(t, list, ledger.Evidence{})
	if v.Events != len(s.rows) || v.Stopped != 41 {
		t.Errorf("%d events read, stopped at %d", v.Events, v.Stopped)
	}
	for _, n := range []uint64{41, 91} {
		if !slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.Sequence == n && d.What == ledger.DiffersForm }) {
			t.Errorf("event %d is not named in %+v", n, v.Differences)
		}
	}
}
