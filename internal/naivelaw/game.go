package naivelaw

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// A square is a file and a rank from 1; the zero square is none.
type square struct{ file, rank int }

func (s square) String() string {
	if s == (square{}) {
		return ""
	}
	return fmt.Sprintf("%c%d", 'a'+s.file-1, s.rank)
}

func squareOf(text string) square {
	rank, err := strconv.Atoi(text[1:])
	if err != nil {
		panic("no square: " + text)
	}
	return square{int(text[0]-'a') + 1, rank}
}

// A piece is off the board if at is none. What it has been through stands in the fields after counters.
type piece struct {
	id, typ, side string
	at            square
	counters      map[string]int

	born, came    int // turns ended when it was made, and when it came to where it is or left the board
	moved, placed bool
	stood         square
	captures      []string // types
}

// A section is a mapping of a rule's text.
type section = map[string]any

// A rulebook is rules as they are written.
type rulebook struct {
	rules        []section // all, in force or not
	files, ranks int
	wrap         bool // the files go around
	closed       map[square]bool
	areas        map[string][]square // by the text of them
	heading      map[string]string
	regions      map[string]section
	types        map[string]section
	numbers      map[string]string // of the rule of a type
	quantities   map[string]section
	duties       []law // of procedures
	limits       []section
	consequences []law // of procedures
	counters     []section
	assets       []section
	consents     []section
	sights       []section
	powers       []section
	attributes   []section
	passing      section
	plays        section
	turnOrder    section
	buying       section
	together     section
	clock        section
	choices      []section // with names
	chances      []section
	ends         []section
	sharing      section
	kinds        []section // of moves
	common       []section // modes that definitions use by name
	stages       []section // that the game begins with
	checks       bool      // no play may leave its own side in check
	asksMarks    bool      // some formula asks for states of squares
}

// A law is an entry of a list with the type whose definition it stands in, if it does, and its place.
type law struct {
	section
	typ   string
	place string
}

// A game is a position with its past.
type game struct {
	off map[square]bool // squares at which a line ends that is followed now
	*rulebook
	copied *piece // whom the piece copies of which a way is looked at
	copier string // which that is
	taking bool   // only what captures is looked at

	setOut    []string // ids of a pack that has left its squares, while each is asked where it can go
	pieces    []*piece // older first; those that are destroyed are not there
	marks     map[square]map[string]mark
	shut      map[square]bool // closed by a rule or an effect
	sides     []string
	people    []string                      // the players, whether they hold a side or not
	leaving   []string                      // sides that leave once everything else has been done
	left      []string                      // those that have, by this entry
	money     map[string]map[string]float64 // account, asset
	memories  []*game                       // as it was when each of the last plays was made that can be taken back
	order     []string                      // who plays next comes first, but for those that answer
	answers   []string                      // who plays next out of turn, of a table one
	trail     map[string][]square           // where pieces have come to, if it is noted
	round     *round                        // of those who play at once
	been      []string                      // positions that have occurred, the present one last; since a piece was destroyed
	since     []int                         // how many turns had ended when they first did
	quiet     []string                      // the types that have played since the last capture
	gone      bool                          // a piece has been destroyed since the last position
	over      bool
	whole     bool  // it began with an array, and a play is a whole turn
	before    *game // while a move of a declared kind is tried: as the game stood before it
	bare      bool  // the condition of a duty that disarms is being asked: none does
	turns     int
	last      string // id of who captured last
	created   map[string]int
	offices   map[string]string // who holds them
	players   map[string]string // of sides that have changed hands
	has       map[string]bool   // "side attribute"
	bonds     map[string]bool   // "name side side", the sides in the order of the alphabet
	now       time.Time
	pending   *matter           // the play that waits
	seals     map[string]string // "power player": what was sealed, "opened" once it was
	resting   []string          // numbers of rules whose condition does not hold
	array     []*piece          // with which it began
	relaid    bool              // the board has been set up anew, and whoever played first is to play
	said      map[string]string // "enforce" or "suspend": the last effect that names a rule, by its number
	decreeing []decree          // that wait for the end of the input
	called    []string          // the sides that effects have called to play next
	late      []fate            // what waits for a lot
	past      map[string]bool   // stages that are over
	due       []due             // turns that rules end
	drafts    int               // how many rules players have written
	ever      map[string]bool   // numbers of rules that there have been
	dice      func(among []string, n int) []string
	picks     func(best []act, lot bool) act // one of several plays that rules prefer alike, by lot or the first by its text
}

func read(text string) *rulebook {
	var doc struct{ Rules []section }
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		panic(err)
	}
	b := readRules(doc.Rules, doc.Rules)
	b.asksMarks = strings.Contains(text, ".mark") || strings.Contains(text, "slides:")
	return b
}

// readRules reads the rules that are in force, among all.
func readRules(inForce, all []section) *rulebook {
	b := &rulebook{rules: all, areas: map[string][]square{}, closed: map[square]bool{}, heading: map[string]string{}, regions: map[string]section{}, types: map[string]section{},
		numbers: map[string]string{}, quantities: map[string]section{}}
	for _, rule := range inForce {
		if def := sub(rule, "piece"); def != nil {
			b.types[word(def, "name")] = def
			b.numbers[word(def, "name")] = word(rule, "number")
		}
		for name, value := range sub(rule, "procedure") {
			switch name {
			case "board":
				b.board(value.(section))
			case "quantities":
				for _, q := range list(value) {
					b.quantities[word(q, "name")] = q
				}
			case "duties":
				b.duties = append(b.duties, laws(value, "", word(rule, "number"))...)
			case "consequences":
				b.consequences = append(b.consequences, laws(value, "", word(rule, "number"))...)
			case "limits":
				b.limits = append(b.limits, list(value)...)
			case "sight":
				b.sights = append(b.sights, list(value)...)
			case "choices":
				b.choices = append(b.choices, list(value)...)
			case "chances":
				b.chances = append(b.chances, list(value)...)
			case "consents":
				b.consents = append(b.consents, list(value)...)
			case "counters":
				b.counters = append(b.counters, list(value)...)
			case "assets":
				b.assets = append(b.assets, list(value)...)
			case "passing":
				b.passing = value.(section)
			case "plays":
				b.plays = value.(section)
			case "buying":
				b.buying = value.(section)
			case "together":
				b.together = value.(section)
			case "clock":
				b.clock = value.(section)
			case "order":
				b.turnOrder = value.(section)
			case "ends":
				b.ends = list(value)
			case "sharing":
				b.sharing = value.(section)
			case "kinds":
				b.kinds = append(b.kinds, list(value)...)
			case "modes":
				b.common = append(b.common, list(value)...)
			case "stages":
				b.stages = append(b.stages, list(value)...)
			case "powers":
				b.powers = append(b.powers, list(value)...)
			case "attributes":
				b.attributes = append(b.attributes, list(value)...)
			case "capturing", "placing", "offices":
			case "checks":
				b.checks = true
			default:
				panic("section " + name)
			}
		}
	}
	return b
}

func (b *rulebook) board(s section) {
	b.files, b.ranks = number(s, "files"), number(s, "ranks")
	b.wrap = word(s, "wrap") == "files"
	for side, dir := range sub(s, "heading") {
		b.heading[side] = dir.(string)
	}
	for _, r := range list(s["regions"]) {
		b.regions[word(r, "name")] = r
	}
	for _, sq := range b.area(words(s, "closed")) {
		b.closed[sq] = true
	}
}

// area lists the squares of texts such as j10, a1-b6, file a, rank 20 or the name of a region.
func (b *rulebook) area(texts []string) (squares []square) {
	key := strings.Join(texts, ",")
	if known, ok := b.areas[key]; ok {
		return known
	}
	defer func() { b.areas[key] = squares }()
	for _, sq := range b.squares() {
		for _, text := range texts {
			from, to, ok := strings.Cut(text, "-")
			switch {
			case strings.HasPrefix(text, "file "):
				ok = text[5:] == sq.String()[:1]
			case strings.HasPrefix(text, "rank "):
				ok = text[5:] == sq.String()[1:]
			case ok:
				a, z := squareOf(from), squareOf(to)
				ok = a.file <= sq.file && sq.file <= z.file && a.rank <= sq.rank && sq.rank <= z.rank
			default:
				ok = text == sq.String()
			}
			if ok {
				squares = append(squares, sq)
				break
			}
		}
	}
	return squares
}

// in asks whether a square is in a region, as it is for a side.
func (g *game) in(sq square, name, side string) bool {
	switch name {
	case "edge":
		return g.edges(sq) > 0
	case "corner":
		return g.edges(sq) == 2
	}
	r := g.regions[name]
	return slices.Contains(g.area(words(r, "squares")), sq) || slices.Contains(g.area(words(sub(r, "of"), strings.TrimLeft(side, "~"))), sq)
}

// edges counts along how many of files and ranks the board ends at a square.
func (g *game) edges(sq square) (n int) {
	if g.next(sq, vector{1, 0}) == (square{}) || g.next(sq, vector{-1, 0}) == (square{}) {
		n++
	}
	if g.next(sq, vector{0, 1}) == (square{}) || g.next(sq, vector{0, -1}) == (square{}) {
		n++
	}
	return n
}

// squares of the board by file and then rank.
func (b *rulebook) squares() (list []square) {
	for f := range b.files {
		for r := range b.ranks {
			if sq := (square{f + 1, r + 1}); !b.closed[sq] {
				list = append(list, sq)
			}
		}
	}
	return list
}

// next is the square so far away, none beyond the edge and where there is none.
func (g *game) next(sq square, v vector) square {
	to := g.plus(sq, v)
	if g.closed[to] || g.off[to] {
		return square{}
	}
	return to
}

func (g *game) plus(sq square, v vector) square {
	to := square{sq.file + v.x, sq.rank + v.y}
	if g.wrap {
		to.file = (to.file-1+8*g.files)%g.files + 1
	}
	if to.file < 1 || to.file > g.files || to.rank < 1 || to.rank > g.ranks {
		return square{}
	}
	return to
}

func (g *game) distance(a, b square) int {
	if a == (square{}) || b == (square{}) {
		return 1000
	}
	return max(abs(g.across(a, b)), abs(a.rank-b.rank))
}

// across is how many files it is from a to b, the shorter way around.
func (g *game) across(a, b square) int {
	d := b.file - a.file
	if g.wrap && abs(d) > g.files-abs(d) {
		d -= g.files * d / abs(d)
	}
	return d
}

func abs(n int) int { return max(n, -n) }

// on is what stands on a square: of several pieces one that does not share it, or else the oldest.
func (g *game) on(sq square) *piece {
	var found *piece
	for _, p := range g.all(sq) {
		if found == nil || g.higher(p, found) {
			found = p
		}
	}
	return found
}

func (g *game) find(id string) *piece {
	for _, p := range g.pieces {
		if p.id == id {
			return p
		}
	}
	return nil
}

func (g *game) onBoard() (list []*piece) {
	for _, p := range g.pieces {
		if p.at != (square{}) {
			list = append(list, p)
		}
	}
	return list
}

func (g *game) royal(typ string) bool { return g.types[typ]["royal"] == true }

func (g *game) clone() *game {
	c := *g
	c.pieces = nil
	for _, p := range g.pieces {
		q := *p
		q.counters = maps.Clone(p.counters)
		q.captures = slices.Clone(p.captures)
		c.pieces = append(c.pieces, &q)
	}
	c.marks = map[square]map[string]mark{}
	for sq, m := range g.marks {
		c.marks[sq] = maps.Clone(m)
	}
	c.shut = maps.Clone(g.shut)
	c.created, c.offices = maps.Clone(g.created), maps.Clone(g.offices)
	c.said, c.decreeing = maps.Clone(g.said), nil
	c.seals, c.past = maps.Clone(g.seals), maps.Clone(g.past)
	c.players, c.has, c.bonds = maps.Clone(g.players), maps.Clone(g.has), maps.Clone(g.bonds)
	c.leaving = nil
	c.late, c.due, c.dice, c.picks, c.trail = nil, nil, nil, nil, nil
	c.been, c.since, c.quiet = slices.Clone(g.been), slices.Clone(g.since), slices.Clone(g.quiet)
	c.money = map[string]map[string]float64{}
	for a, m := range g.money {
		c.money[a] = maps.Clone(m)
	}
	return &c
}

// countersOf lists the counters of a type with those that every piece has.
func (g *game) countersOf(typ string) []section {
	return append(list(g.types[typ]["counters"]), g.counters...)
}

// make makes a piece; number names it after its glyph.
func (g *game) make(id, typ, side string, at square) *piece {
	p := &piece{id: id, typ: typ, side: side, at: at, counters: map[string]int{}, born: g.turns, came: g.turns}
	g.fresh(p)
	g.pieces = append(g.pieces, p)
	return p
}

// fresh gives a piece the initial counters of its type.
func (g *game) fresh(p *piece) {
	p.counters = map[string]int{}
	for _, c := range g.countersOf(p.typ) {
		p.counters[word(c, "name")] = number(c, "initial")
	}
}

func sub(s section, key string) section {
	m, _ := s[key].(section)
	return m
}

func word(s section, key string) string {
	if s[key] == nil {
		return ""
	}
	return fmt.Sprint(s[key])
}

func number(s section, key string) int {
	if s[key] == nil {
		return 0
	}
	n, err := strconv.Atoi(word(s, key))
	if err != nil {
		panic(err)
	}
	return n
}

// words is a list of texts; a text alone is a list of one.
func words(s section, key string) (texts []string) {
	switch v := s[key].(type) {
	case nil:
	case []any:
		for _, w := range v {
			texts = append(texts, fmt.Sprint(w))
		}
	default:
		texts = []string{fmt.Sprint(v)}
	}
	return texts
}

func list(v any) (all []section) {
	if v == nil {
		return nil
	}
	for _, s := range v.([]any) {
		all = append(all, s.(section))
	}
	return all
}

func laws(v any, typ, place string) (all []law) {
	for i, s := range list(v) {
		all = append(all, law{s, typ, fmt.Sprint(place, " ", i)})
	}
	return all
}
