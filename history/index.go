package history

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/store"
)

// Some events of a stream are few and wanted from anywhere in it: adoptions, whoever enters the game, the texts of rules. An index says where
// they stand, and is kept as a note, so that each question does not read the stream from its beginning.

// An index lists the events of some types.
type index struct {
	note  string   // the kind of the notes that hold it
	types []string // of the events, with the point that their version follows
}

var (
	adoptions = &index{"editions", []string{adopted + "."}}
	entrants  = &index{"names", []string{events.SideEntered{}.Kind() + ".", events.PlayerKnown{}.Kind() + "."}}
	disputes  = &index{"disputes", docketed()}
	texts     = &index{"texts", []string{events.RuleEnacted{}.Kind() + ".", events.RuleAmended{}.Kind() + "."}}
)

var indexes = []*index{adoptions, entrants, disputes, texts}

// docketed are the types of events that a docket is made of.
func docketed() []string {
	list := []string{adopted + "."}
	for _, p := range []events.Payload{events.EditionBegun{}, events.DisputeEntered{}, events.ArgumentEntered{}, events.VerdictEntered{}, events.PrecedentSet{}, events.DisputeClosed{},
		events.DisputeReopened{}, events.JudgeSeated{}, events.HearingOpened{}, events.AppealEntered{}} {
		list = append(list, p.Kind()+".")
	}
	return list
}

// lists reports whether events of a type are in the index.
func (x *index) lists(wire string) bool {
	return slices.ContainsFunc(x.types, func(t string) bool { return strings.HasPrefix(wire, t) })
}

// indexOf is the index that notes of a kind hold, nil if they hold something else.
func indexOf(note string) *index {
	if i := slices.IndexFunc(indexes, func(x *index) bool { return x.note == note }); i >= 0 {
		return indexes[i]
	}
	return nil
}

// scanned is an index as a note holds it.
type scanned struct {
	Last uuid.UUID `json:"last"` // the event up to which the stream was scanned
	At   []uint64  `json:"at"`   // the events listed
}

// noteEvery is how many events are scanned before it is worth a note.
const noteEvery = 4096

// sequences returns where the listed events stand, up to a sequence.
func (x *index) sequences(ctx context.Context, s *stream, known uint64) ([]uint64, error) {
	var have scanned
	var from uint64 = 1
	keeper, keeps := s.st.(store.Keeper)
	if keeps {
		if note, ok, err := keeper.Kept(ctx, s.name, x.note, store.Revision(known)); err == nil && ok && json.Unmarshal(note.Data, &have) == nil {
			if id, err := idAt(ctx, s.st, s.name, uint64(note.At)); err == nil && id == have.Last {
				from = uint64(note.At) + 1
			} else {
				have = scanned{}
			}
		}
	}
	looked := 0
	for rec, err := range s.records(ctx, from) {
		if err != nil {
			return nil, err
		}
		if uint64(rec.Revision) > known {
			break
		}
		if x.lists(rec.Type) {
			have.At = append(have.At, uint64(rec.Revision))
		}
		have.Last = rec.ID
		looked++
	}
	if _, distant := s.st.(store.Distant); keeps && (looked >= noteEvery || distant && looked >= headEvery) {
		if data, err := json.Marshal(have); err == nil {
			_ = keeper.Keep(ctx, store.Note{Stream: s.name, Kind: x.note, At: store.Revision(known), Data: data}) // losing it costs time
		}
	}
	return have.At, nil
}

// indexed yields the events that an index lists, as far as the ledger is known.
func (c *Catalogue) indexed(ctx context.Context, x *index) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		wanted, err := x.sequences(ctx, &c.stream, c.known)
		if err != nil {
			yield(events.Envelope{}, err)
			return
		}
		read := cursor{}
		defer read.close()
		for _, at := range wanted {
			list, err := read.fetch(ctx, c, span{from: at, to: at})
			if err != nil {
				yield(events.Envelope{}, err)
				return
			}
			if !x.lists(list[0].Type) {
				yield(events.Envelope{}, fmt.Errorf("event %d: the note %q lists it, but it is %s", at, x.note, list[0].Type))
				return
			}
			if !yield(list[0], nil) {
				return
			}
		}
	}
}

// Names returns the sides and players that ever existed, in any edition, in order of first appearance, including
// those that have left.
func (c *Catalogue) Names(ctx context.Context) (sides, players []string, err error) {
	for e, err := range c.indexed(ctx, entrants) {
		if err != nil {
			return nil, nil, err
		}
		if side := events.NamedFirst(e.Payload, events.RoleSide); side != "" && !slices.Contains(sides, side) {
			sides = append(sides, side)
		}
		if player := events.NamedFirst(e.Payload, events.RolePlayer); player != "" && !slices.Contains(players, player) {
			players = append(players, player)
		}
	}
	return sides, players, nil
}

// Texts yields the events that give a rule a text, in any edition.
func (c *Catalogue) Texts(ctx context.Context) iter.Seq2[events.Envelope, error] {
	return c.indexed(ctx, texts)
}
