package aggregate

import (
	"cmp"
	"slices"
	"strconv"

	"adjudicate/events"
)

// What comes into being in a game gets a label: a piece a glyph and a number ("R3", whatever
// it is promoted to and whoever owns it), a lot what it is drawn for and a number. A label is
// given once in a ledger, in any edition, and never again. It belongs to the input that
// brought the thing about and to its place among what that input brought about: in another
// history the same input's piece has the same label, whatever its type there. So undoing
// one creation renames nothing, and a play means the piece that its author could mean.
//
// A state knows the highest number given of each kind; that is enough to rule on a new input.
// Whoever rules on old inputs again tells the judge by [Judge.Know] which labels the ledger
// has given ([Labels]), and by Input.Address which input it is.
//
// Ledgers of format 1 number pieces and lots in each history on their own.

// labelFormat is the format of ledgers from which on labels are given once in a ledger.
const labelFormat = 2

// Format returns the format of the ledger that s is the state of.
func (s *State) Format() int { return max(1, s.format) }

// Labels are the labels that a ledger has given in all its editions. The zero Labels is that
// of a ledger without any.
type Labels struct {
	given   map[origin]string
	results map[origin][]string // of lots
	highest map[string]int      // by what labels begin with

	input string
	count map[string]int // what the input has brought about so far
}

// An origin is what a label belongs to.
type origin struct {
	input string // its address
	what  string // "" a piece, else what a lot is drawn for
	place int    // among what the input brought about of that kind
}

// Begin says that what is added next was brought about by the input of an address.
func (l *Labels) Begin(address string) {
	l.input, l.count = address, map[string]int{}
}

// Names reports whether Add looks at outcomes of a kind.
func Names(kind string) bool {
	return kind == events.PieceCreated{}.Kind() || kind == events.LotDrawn{}.Kind() || kind == events.MatterOpened{}.Kind()
}

// Add takes the next outcome of the input begun last.
func (l *Labels) Add(p events.Payload) {
	if p, ok := p.(events.PieceCreated); ok {
		l.add("", p.Piece, nil)
		l.raise(p.Piece)
	}
	if p, ok := p.(events.MatterOpened); ok {
		l.add(matterLabel, p.Matter, nil)
		l.raise(p.Matter)
	}
	if p, ok := p.(events.LotDrawn); ok {
		purpose, _, _ := cutLast(p.Draw, ":")
		if len(p.Among) == 0 { // supplied for a draw that is to come
			l.add(purpose, p.Draw, nil)
			return
		}
		l.add(purpose, p.Draw, p.Result)
		l.raise(p.Draw)
	}
}

// Reach takes from the state that a ledger has come to how far its labels go.
func (l *Labels) Reach(s *State) {
	if l.highest == nil {
		l.highest = map[string]int{}
	}
	for _, x := range s.serials {
		l.highest[x.prefix] = max(l.highest[x.prefix], x.highest)
	}
}

func (l *Labels) add(what, label string, result []string) {
	o := origin{l.input, what, l.count[what]}
	l.count[what]++
	if _, known := l.given[o]; known {
		return // an edition restates it
	}
	if l.given == nil {
		l.given, l.results = map[origin]string{}, map[origin][]string{}
	}
	l.given[o] = label
	if result != nil {
		l.results[o] = result
	}
}

func (l *Labels) raise(label string) {
	prefix, n := splitLabel(label)
	if n == 0 {
		return
	}
	if l.highest == nil {
		l.highest = map[string]int{}
	}
	l.highest[prefix] = max(l.highest[prefix], n)
}

// Know tells the judge which labels the ledger has given in any of its editions. Ledgers of
// format 1 give them in each history on its own, so there is nothing to know.
func (j *Judge) Know(l *Labels) {
	s := j.base.state
	if l == nil || s.format < labelFormat {
		return
	}
	j.labels = l
	l.Reserve(s)
	j.decided = nil
}

// Reserve notes in a state every label that the ledger has given, so that none is given again.
func (l *Labels) Reserve(s *State) {
	if l == nil || s.format < labelFormat {
		return
	}
	for prefix, n := range l.highest {
		s.countLabel(prefix, n)
	}
}

// Reserved reports whether a state knows every label that the ledger has given.
func (l *Labels) Reserved(s *State) bool {
	if l == nil || s.format < labelFormat {
		return true
	}
	for prefix, n := range l.highest {
		if s.highest(prefix) < n {
			return false
		}
	}
	return true
}

// SameLabels reports whether two states know the same labels as given.
func (s *State) SameLabels(t *State) bool { return slices.Equal(s.serials, t.serials) }

// labelFor returns the label that the input has given to what it brings about next, if it
// has done so in any history.
func (d *decision) labelFor(what string) (label string, result []string) {
	if d.created == nil {
		d.created = map[string]int{}
	}
	o := origin{d.in.Address, what, d.created[what]}
	d.created[what]++
	if l := d.judge.labels; l != nil && d.in.Address != "" {
		return l.given[o], l.results[o]
	}
	return "", nil
}

// pieceLabel returns the label of the next new piece.
func (d *decision) pieceLabel(glyph string) string {
	if label, _ := d.labelFor(""); label != "" && !d.state().taken(label) {
		return label
	}
	return d.state().NextPieceID(glyph)
}

// lotLabel returns the label of the next lot for a purpose, and the result that was recorded
// of the same draw of the same input.
func (d *decision) lotLabel(purpose string) (label string, recorded []string) {
	if d.state().format >= labelFormat {
		label, recorded = d.labelFor(purpose)
	}
	if label == "" || d.state().Drawn(label) {
		label = d.nextLot(purpose)
	}
	return label, recorded
}

// supplyLabel returns the label of the draw for a purpose that is to come. An input that is ruled on again and has supplied
// none in any history meant the one that a result waits for, whatever numbers have been given since.
func (d *decision) supplyLabel(purpose string) string {
	label, _ := d.labelFor(purpose)
	if label == "" && d.judge.labels != nil {
		for _, lot := range d.state().supplied {
			if what, _, _ := cutLast(lot.Draw, ":"); what == purpose && (label == "" || older(lot.Draw, label)) {
				label = lot.Draw
			}
		}
	}
	if label == "" || d.state().Drawn(label) {
		label = d.nextLot(purpose)
	}
	return label
}

func (d *decision) nextLot(purpose string) string {
	return purpose + ":" + strconv.Itoa(d.state().lotsOf(purpose)+1)
}

// labelPrefix is what the labels of a glyph's pieces begin with. Digits get a dot, so that
// the number after it can be told from the glyph.
func labelPrefix(glyph string) string {
	if glyph != "" && glyph[len(glyph)-1] >= '0' && glyph[len(glyph)-1] <= '9' {
		return glyph + "."
	}
	return glyph
}

// splitLabel cuts a label into prefix and number; the number is 0 if there is none.
func splitLabel(label string) (string, int) {
	cut := len(label)
	for cut > 0 && label[cut-1] >= '0' && label[cut-1] <= '9' {
		cut--
	}
	n, err := strconv.Atoi(label[cut:])
	if err != nil {
		return label, 0
	}
	return label[:cut], n
}

// countPiece notes a piece's label.
func (s *State) countPiece(id string) {
	if prefix, n := splitLabel(id); n > 0 {
		s.countLabel(prefix, n)
	}
}

// countLabel notes that labels up to a number have been given. From labelFormat on they are
// kept in alphabetical order, so that it does not matter in which one they were given.
func (s *State) countLabel(prefix string, n int) {
	s.writesTo(listSerials)
	for i := range s.serials {
		if s.serials[i].prefix == prefix {
			s.serials[i].highest = max(s.serials[i].highest, n)
			return
		}
	}
	if s.format < labelFormat {
		s.serials = append(s.serials, serial{prefix, n})
		return
	}
	i, _ := slices.BinarySearchFunc(s.serials, prefix, func(x serial, p string) int { return cmp.Compare(x.prefix, p) })
	s.serials = slices.Insert(s.serials, i, serial{prefix, n})
}

// highest returns the highest number that labels with a prefix have.
func (s *State) highest(prefix string) int {
	for i := range s.serials {
		if s.serials[i].prefix == prefix {
			return s.serials[i].highest
		}
	}
	return 0
}

// taken reports whether there is or was a piece of that label, as far as the state remembers.
func (s *State) taken(id string) bool {
	_, taken := s.pieceIdx.find(hashName(id), func(i int) bool { return s.pieces[i].id == id })
	return taken
}

// Those returns the labels of a list that pieces of the state have or had, as far as it remembers; nil if there are none.
func (s *State) Those(ids []string) []string {
	missing := func(id string) bool { return !s.taken(id) }
	if !slices.ContainsFunc(ids, missing) {
		return ids
	}
	list := slices.DeleteFunc(slices.Clone(ids), missing)
	if len(list) == 0 {
		return nil
	}
	return list
}

// NextPieceID returns the label that the next new piece with this glyph gets.
func (s *State) NextPieceID(glyph string) string {
	prefix := labelPrefix(glyph)
	n := s.highest(prefix)
	for {
		n++
		id := prefix + strconv.Itoa(n)
		// A label that was not formed this way may be in use.
		if !s.taken(id) {
			return id
		}
	}
}

// older reports whether of two pieces with labels of one kind the first got its label
// earlier in the ledger.
func older(a, b string) bool {
	p, n := splitLabel(a)
	q, m := splitLabel(b)
	return p == q && n != 0 && n < m
}
