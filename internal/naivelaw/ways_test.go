package naivelaw

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// seeds is how many random games a test tries; ADJUDICATE_SEEDS asks for more.
func seeds(few int) (from, to uint64) {
	n, err := strconv.Atoi(os.Getenv("ADJUDICATE_SEEDS"))
	if err != nil {
		n = few
	}
	first, _ := strconv.Atoi(os.Getenv("ADJUDICATE_FROM"))
	return uint64(first), uint64(first + n)
}

// compiled reads rules as the program does; nil if it refuses them.
func compiled(text string) (*movement.Ruleset, string) {
	list, err := rules.Parse("random", []byte(text))
	if err != nil {
		return nil, err.Error()
	}
	book := rules.NewRulebook(list...)
	if bad := book.Invalid(); len(bad) > 0 {
		return nil, fmt.Sprint(bad[0].Why)
	}
	rs, err := movement.Compile(book, nil)
	if err != nil {
		return nil, err.Error()
	}
	return rs, ""
}

// setUp puts men onto both boards.
func setUp(b *rulebook, rs *movement.Ruleset, sides []string, men []Man, ice, shut []string) (*game, *movement.Position) {
	g := &game{rulebook: b, sides: sides, shut: map[square]bool{}, marks: map[square]map[string]mark{}, money: map[string]map[string]float64{}, created: map[string]int{}}
	pos := rs.NewPosition()
	for _, s := range sides {
		pos.AddSide(s)
	}
	for i, m := range men {
		p := g.make(fmt.Sprint(i), m.Type, m.Side, squareOf(m.At))
		t, _ := rs.Type(m.Type)
		id := pos.AddPiece(t, movement.SideID(slices.Index(sides, m.Side)))
		if _, ok := p.counters["heat"]; ok {
			p.counters["heat"] = m.Heat
			pos.SetCounter(id, 0, m.Heat)
		}
		sq, _ := rs.Square(m.At)
		pos.Put(id, sq)
	}
	for _, s := range ice {
		g.marks[squareOf(s)] = map[string]mark{"ice": {number: 1}}
		sq, _ := rs.Square(s)
		pos.SetMark(sq, "ice", 1, movement.NoSide)
	}
	for _, s := range shut {
		g.shut[squareOf(s)] = true
		sq, _ := rs.Square(s)
		pos.Close(sq)
	}
	return g, pos
}

// TestTheWaysOfPiecesAreWhatTheDocumentationSays holds where random pieces go, what they take and what they defend against the
// second opinion.
func TestTheWaysOfPiecesAreWhatTheDocumentationSays(t *testing.T) {
	compareWays(t, 60, (*Random).Ways, "move", "capture", "swap", "own", "defends", "goes")
}

// TestTheWaysOfBodiesAreWhatTheDocumentationSays does the same where pieces cover several squares.
func TestTheWaysOfBodiesAreWhatTheDocumentationSays(t *testing.T) {
	compareWays(t, 60, (*Random).Bodies, "move", "capture", "defends")
}

// TestTheWaysOfThoseWhoGoAlongAreWhatTheDocumentationSays does the same where pieces push others, draw them along and march in rows.
func TestTheWaysOfThoseWhoGoAlongAreWhatTheDocumentationSays(t *testing.T) {
	compareWays(t, 40, (*Random).Carrying, "move", "capture", "goes", "pushes")
}

// TestShotsThatSplitHitWhatTheDocumentationSays does the same where shots split.
func TestShotsThatSplitHitWhatTheDocumentationSays(t *testing.T) {
	compareWays(t, 40, (*Random).Splitting, "capture", "own", "splits")
}

func compareWays(t *testing.T, few int, write func(*Random) string, kinds ...string) {
	t.Helper()
	from, to := seeds(few)
	refused, ways := map[string]int{}, map[string]int{}
	failures := 0
	for seed := from; seed < to; seed++ {
		r := NewRandom(seed)
		text := write(r)
		rs, why := compiled(text)
		if rs == nil {
			refused[why]++
			continue
		}
		b := read(text)
		for range 3 {
			men := r.Men(b, 5, 14)
			var ice []string
			for range r.IntN(8) {
				if s := r.square(); !b.closed[squareOf(s)] {
					ice = append(ice, s)
				}
			}
			var shut []string
			for range r.IntN(4) {
				s := r.square()
				if !b.closed[squareOf(s)] && !slices.ContainsFunc(men, func(m Man) bool { return (&game{rulebook: b}).manned(m, squareOf(s)) }) {
					shut = append(shut, s)
				}
			}
			g, pos := setUp(b, rs, r.Sides, men, ice, shut)
			for i := range men {
				want, got := naiveWays(g, g.pieces[i]), engineWays(pos, movement.PieceID(i))
				for _, w := range want {
					if ways[strings.Fields(w)[0]]++; strings.Contains(w, "+") && strings.HasSuffix(w, "-"+g.pieces[i].at.String()) {
						ways["splits"]++ // it hits several from where it stands
					}
				}
				if odd := coherent(pos, movement.PieceID(i)); b.types[men[i].Type]["covers"] != nil && odd != "" {
					t.Errorf("seed %d, the %v on %s of %s: %s\n%s\nmen %v\nice %v, closed %v", seed, men[i].Type, men[i].At, men[i].Side, odd, text, men, ice, shut)
					failures++
				}
				if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(got, "\n")); diff != "" {
					t.Errorf("seed %d, the %v on %s of %s (-naive +engine):\n%s\n%s\nmen %v\nice %v, closed %v", seed, men[i].Type, men[i].At, men[i].Side, diff, text, men, ice, shut)
					if failures++; failures > 2 {
						t.FailNow()
					}
					break
				}
			}
		}
	}
	total := 0
	for _, n := range refused {
		total += n
	}
	if uint64(total) > (to-from)/4 {
		t.Errorf("%d of %d rulebooks are refused: %v", total, to-from, refused)
	}
	for _, kind := range kinds {
		if ways[kind] == 0 {
			t.Errorf("no piece %s", kind)
		}
	}
	t.Logf("%d refused, %v", total, ways)
	if testing.Verbose() {
		t.Log(refused)
	}
}

func naiveWays(g *game, p *piece) (list []string) {
	for _, w := range g.ways(p) {
		switch {
		case w.carried != nil && w.to == w.carried.at && w.carryTo == p.at: // as a swap
		case w.carried != nil && w.carryTo == square{}:
			list = append(list, fmt.Sprintf("pushes %s off, %s to %v", w.carried.id, p.id, w.to))
		case w.carried != nil:
			list = append(list, fmt.Sprintf("goes %s-%v with %s-%v", p.id, w.to, w.carried.id, w.carryTo))
		case w.kind == "capture":
			list = append(list, fmt.Sprintf("capture %s-%v", ids(w.victims), w.to))
		case w.kind == "own":
			list = append(list, fmt.Sprintf("own %s-%v", ids(w.victims), w.to))
		default:
			list = append(list, fmt.Sprintf("%s %v", w.kind, w.to))
		}
	}
	for _, x := range g.pieces {
		if g.defends(p, x) {
			list = append(list, "defends "+x.id)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func engineWays(pos *movement.Position, id movement.PieceID) (list []string) {
	rs := pos.Ruleset()
	for _, sq := range pos.MovesOf(id, nil) {
		list = append(list, "move "+rs.SquareName(sq))
	}
	for _, sq := range pos.SwapsOf(id, nil) {
		list = append(list, "swap "+rs.SquareName(sq))
	}
	taking := func(kind string, all []movement.Taking) {
		for _, tk := range all {
			var texts []string
			for _, v := range tk.Victims() {
				texts = append(texts, fmt.Sprint(v))
			}
			slices.Sort(texts)
			list = append(list, fmt.Sprintf("%s %s-%s", kind, strings.Join(texts, "+"), rs.SquareName(tk.To)))
		}
	}
	taking("capture", pos.TakingsOf(id, nil))
	taking("own", pos.OwnTakingsOf(id, nil))
	for _, ply := range pos.ActsOf(id, nil) {
		if ply.Other != movement.NoPiece && ply.Onto == movement.Off {
			list = append(list, fmt.Sprintf("pushes %d off, %d to %s", ply.Other, id, rs.SquareName(ply.To)))
		} else if ply.Other != movement.NoPiece && ply.Play == movement.Move && (ply.To != pos.Where(ply.Other) || ply.Onto != ply.From) {
			list = append(list, fmt.Sprintf("goes %d-%s with %d-%s", id, rs.SquareName(ply.To), ply.Other, rs.SquareName(ply.Onto)))
		}
	}
	for x := range movement.PieceID(pos.Pieces()) {
		if pos.Where(x) != movement.Off && pos.Defends(id, x) {
			list = append(list, fmt.Sprint("defends ", x))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// manned asks whether a man stands on a square.
func (g *game) manned(m Man, sq square) bool {
	return slices.Contains(g.covered(g.man(m), squareOf(m.At)), sq)
}

// coherent says in what the engine's answers about a piece differ from each other: where it goes, by which mode, and which acts it has.
func coherent(pos *movement.Position, id movement.PieceID) string {
	rs := pos.Ruleset()
	acts := map[string]bool{}
	for _, ply := range pos.ActsOf(id, nil) {
		if ply.Other == movement.NoPiece && ply.Take.Also == movement.NoPiece { // of several victims the order counts
			acts[fmt.Sprint(ply.Play, ply.To, ply.Take)] = true
		}
	}
	moves, takings := pos.MovesOf(id, nil), append(pos.TakingsOf(id, nil), pos.OwnTakingsOf(id, nil)...)
	for _, to := range moves {
		key := fmt.Sprint(movement.Move, to, movement.Taking{Victim: movement.NoPiece, Also: movement.NoPiece})
		switch {
		case !acts[key]:
			return "no act for the move to " + rs.SquareName(to)
		case len(pos.WayOfMove(id, to, nil).Clauses) == 0:
			return "no way of the move to " + rs.SquareName(to)
		case !slices.ContainsFunc(pos.Tries(id, to), func(x movement.Try) bool { return x.OK }):
			return "no try leads to " + rs.SquareName(to)
		}
		delete(acts, key)
	}
	for _, w := range takings {
		key := fmt.Sprint(movement.Capture, w.To, w)
		switch {
		case !acts[key] && w.Also == movement.NoPiece:
			return fmt.Sprint("no act for the capture ", w)
		case len(pos.WayOfTaking(id, w, nil).Clauses) == 0:
			return fmt.Sprint("no way of the capture ", w)
		}
		delete(acts, key)
		for _, x := range w.Victims() {
			if pos.Owner(x) != pos.Owner(id) && (!pos.Attacks(id, x) || !pos.LeadsTo(id, x)) {
				return fmt.Sprint("the capture ", w, " does not lead to ", x, ": ", pos.TriesAgainst(id, x))
			}
		}
	}
	if len(acts) > 0 {
		return fmt.Sprint("acts that are no ways: ", acts)
	}
	return ""
}
