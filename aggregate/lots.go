package aggregate

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"

	"adjudicate/events"
)

// SeedSource is the source of lots that nobody supplied.
const SeedSource = "seed"

// SuppliedSource is the source of a supplied lot whose origin was not given.
const SuppliedSource = "supplied"

// RecordedSource is the source of a lot in another history whose result is the one that was
// recorded of the same draw of the same input.
const RecordedSource = "recorded"

// draw returns count of the names in among, chosen at random without repetition, and
// records the lot. Identity says what is drawn ("excess:Red:Guard"); a serial number is
// added to it, so that two draws for the same purpose are told apart. A result supplied
// for that identity is used if it fits; otherwise the lot derives from the game's seed and
// the identity alone, so that two machines agree.
func (d *decision) draw(b *events.Basis, identity string, among []string, count int) []string {
	identity, recorded := d.lotLabel(identity)
	lot := events.LotDrawn{Draw: identity, Among: among, Source: SeedSource}
	if supplied, ok := d.state().SuppliedLot(identity); ok && fits(supplied.Result, among, count) {
		lot.Result, lot.Source = slices.Clone(supplied.Result), supplied.Source
	} else {
		if ok {
			wanted := fmt.Sprintf("%d different candidates", count)
			if count == 1 {
				wanted = "one of the candidates"
			}
			d.note(FactLot, "", "the result supplied for %s is not %s of that draw: it is drawn from the seed instead", identity, wanted)
		}
		lot.Result = shuffled(d.state().seed, identity, among)[:count]
		if fits(recorded, among, count) && !slices.Equal(recorded, lot.Result) {
			lot.Result, lot.Source = slices.Clone(recorded), RecordedSource
		}
	}
	d.emit(b, lot)
	return lot.Result
}

// lotsOf counts the lots of an identity so far: those of this history or, where labels are
// given once in a ledger, all.
func (s *State) lotsOf(identity string) int {
	if s.format >= labelFormat {
		return s.highest(identity + ":")
	}
	return s.drawn.of(identity)
}

// noteDraw notes that a lot of a label has been drawn.
func (s *State) noteDraw(label string) {
	if !s.drawn.has(label) {
		s.drawn, s.lots = s.drawn.with(label), append(s.lots, label)
	}
}

// Drawn reports whether a lot of that label has been drawn.
func (s *State) Drawn(label string) bool { return s.drawn.has(label) }

// Lots yields the labels of the lots drawn, by purpose and number.
func (s *State) Lots() iter.Seq[string] { return s.drawn.all() }

func cutLast(text, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// fits reports whether a supplied result is count different names of among.
func fits(result, among []string, count int) bool {
	if len(result) != count {
		return false
	}
	left := slices.Clone(among)
	for _, name := range result {
		i := slices.Index(left, name)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// shuffled orders names by the SHA-256 of seed, identity and place: every order is as
// likely as any other, and anybody can check it with a few lines of any language.
func shuffled(seed, identity string, names []string) []string {
	key, err := hex.DecodeString(seed)
	if err != nil {
		key = []byte(seed)
	}
	type ticket struct {
		sum  [sha256.Size]byte
		name string
	}
	tickets := make([]ticket, len(names))
	for i, name := range names {
		msg := append(slices.Clone(key), 0)
		msg = append(append(msg, identity...), 0)
		msg = binary.BigEndian.AppendUint32(msg, uint32(i))
		tickets[i] = ticket{sha256.Sum256(msg), name}
	}
	slices.SortStableFunc(tickets, func(a, b ticket) int { return slices.Compare(a.sum[:], b.sum[:]) })
	out := make([]string, len(names))
	for i, t := range tickets {
		out[i] = t.name
	}
	return out
}
