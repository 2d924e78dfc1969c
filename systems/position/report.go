package position

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/keys"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
	"adjudicate/rules/turns"
)

// Report is everything that a position holds, in the order of its document.
type Report struct {
	Pieces []PieceReport `json:"pieces"`
	Sides  []SideReport  `json:"sides"`
}

// A NoPieceError says that a word does not name a piece of a position.
type NoPieceError struct {
	Word, Last string // Last is the last square of the board
	Empty      bool   // it names a square of it
	Near       string // the name that was probably meant, "" if none is near
}

func (e *NoPieceError) Error() string {
	switch {
	case e.Empty:
		return fmt.Sprintf("%s is empty: expected the square or the id of a piece", e.Word)
	case e.Near != "":
		return fmt.Sprintf("no such square, piece or side: %q; %s", e.Word, names.Meant(e.Near, ""))
	}
	return fmt.Sprintf("no such square, piece or side: %q: the squares are a1 to %s", e.Word, e.Last)
}

// Expects says what names a piece.
func (e *NoPieceError) Expects() string {
	if e.Last == "" {
		return ""
	}
	return "a square from a1 to " + e.Last + ", or the id of a piece"
}

// Advice says how to list the pieces.
func (e *NoPieceError) Advice() string {
	if e.Empty {
		return "\"adjudicate board\" shows what stands where"
	}
	return ""
}

// likeSquare matches what would be a square of a larger board.
var likeSquare = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][0-9]+$`) })

// find finds the piece on a square, any of those that it covers, or of an id. Others are names that the word may be as well, of things that are no pieces;
// they are only suggested. The error is a *NoPieceError.
func (s *Setting) find(word string, others ...string) (int, error) {
	square := strings.ToLower(word)
	known := others
	for i := range s.Doc.Pieces {
		p := &s.Doc.Pieces[i]
		if p.ID == word || p.At != "" && p.At == square {
			return i, nil
		}
		known = append(known, p.ID)
	}
	if sq, ok := s.Rules.Square(square); ok {
		if id := s.Position.At(sq); id != movement.NoPiece && s.Rules.Wide() {
			return int(id), nil // it covers the square
		}
		return 0, &NoPieceError{Word: word, Empty: true}
	}
	last := s.Rules.Squares()[len(s.Rules.Squares())-1]
	none := &NoPieceError{Word: word, Last: s.Rules.SquareName(last)}
	if !likeSquare().MatchString(word) { // else it is one off the board, and no id
		none.Near = names.Near(word, known)
	}
	return 0, none
}

// PieceReport is what one piece can do. On-board pieces have every field but Placements,
// off-board pieces their value and Placements.
type PieceReport struct {
	ID            string          `json:"id"`
	Type          string          `json:"type"`
	Side          string          `json:"side"`
	Value         movement.Weight `json:"value"`
	At            string          `json:"at,omitempty" doc:"of a piece on the board, as what follows"`
	Mobility      movement.Weight `json:"mobility,omitempty"`
	Moves         []string        `json:"moves,omitempty"`
	Captures      []CaptureReport `json:"captures,omitempty"`
	ByKinds       []string        `json:"@by_kinds,omitempty" doc:"where it goes by moves of declared kinds"`
	Kinds         []KindMoves     `json:"kinds,omitempty" doc:"by kind, where rules declare several"`
	Defends       []string        `json:"defends,omitempty"`
	Exits         bool            `json:"@exits,omitempty"`
	LegalMoves    []string        `json:"legal_moves,omitempty"`
	LegalCaptures []CaptureReport `json:"legal_captures,omitempty"`
	Along         []AlongReport   `json:"along,omitempty" doc:"its Moves in which another piece goes along, as in castling, or changes places with it"`
	Placements    []string        `json:"placements,omitempty" doc:"of a piece off the board: the squares on which it may be placed"`

	Several bool `json:"-"` // rules declare several kinds of moves
}

// KindMoves is where a piece goes by moves of a declared kind.
type KindMoves struct {
	Kind string   `json:"kind"`
	To   []string `json:"to"`
}

// CaptureReport is one possible capture: the victim's id, its square, and the square on which the
// captor ends. Also lists the pieces captured before it on the way.
type CaptureReport struct {
	Piece string         `json:"piece"`
	At    string         `json:"at"`
	To    string         `json:"to"`
	Also  VictimOnTheWay `json:"also,omitempty,omitzero"`
	// Before is whom it captures before Also, in order.
	Before []VictimOnTheWay `json:"before,omitempty"`
}

// AlongReport is one Move in which another piece goes along: where the first piece ends, the other piece's id, from where to where
// that goes, and whether the Move is legal.
type AlongReport struct {
	To    string `json:"to"`
	Piece string `json:"piece"`
	From  string `json:"from"`
	Onto  string `json:"onto"`
	Legal bool   `json:"legal"`
}

// String says where the first piece ends, and from where to where the other goes.
func (a AlongReport) String() string {
	return a.To + " with " + a.From + "-" + a.Onto + "(" + a.Piece + ")"
}

// VictimOnTheWay is a piece captured on the way to another capture.
type VictimOnTheWay struct {
	Piece string `json:"piece"`
	At    string `json:"at"`
}

// SideReport is a side's Weight, how many of its pieces count (the n of `plays`) and its checks.
type SideReport struct {
	Name          string          `json:"name"`
	Weight        movement.Weight `json:"weight"`
	PiecesOnBoard int             `json:"pieces_on_board"`
	InCheck       bool            `json:"in_check"`
	CheckedBy     []string        `json:"checked_by"`
}

// MarshalJSON writes the fields that apply, in a fixed order.
func (r PieceReport) MarshalJSON() ([]byte, error) {
	if r.At == "" {
		return json.Marshal(struct {
			ID         string          `json:"id"`
			Type       string          `json:"type"`
			Side       string          `json:"side"`
			Value      movement.Weight `json:"value"`
			Placements []string        `json:"placements"`
		}{r.ID, r.Type, r.Side, r.Value, r.Placements})
	}
	kinds := r.Kinds
	if !r.Several {
		kinds = nil
	}
	return keys.Marshal(struct {
		ID            string          `json:"id"`
		Type          string          `json:"type"`
		Side          string          `json:"side"`
		At            string          `json:"at"`
		Value         movement.Weight `json:"value"`
		Mobility      movement.Weight `json:"mobility"`
		Moves         []string        `json:"moves"`
		Captures      []CaptureReport `json:"captures"`
		ByKinds       []string        `json:"@by_kinds"`
		Kinds         []KindMoves     `json:"kinds,omitempty"`
		Defends       []string        `json:"defends"`
		Exits         bool            `json:"@exits"`
		LegalMoves    []string        `json:"legal_moves"`
		LegalCaptures []CaptureReport `json:"legal_captures"`
		Along         []AlongReport   `json:"along,omitempty"`
	}{r.ID, r.Type, r.Side, r.At, r.Value, r.Mobility, r.Moves, r.Captures, r.ByKinds, kinds,
		r.Defends, r.Exits, r.LegalMoves, r.LegalCaptures, r.Along})
}

// Report analyses the position: what each piece can do, and how the sides stand.
func (s *Setting) Report(placing *rules.Placing) (*Report, error) {
	x, err := s.analysed(placing)
	if err != nil {
		return nil, err
	}
	out := &Report{Pieces: []PieceReport{}, Sides: []SideReport{}}
	for i := range s.Doc.Pieces {
		out.Pieces = append(out.Pieces, x.piece(i))
	}
	for i := range s.Doc.Sides {
		id := movement.SideID(i)
		out.Sides = append(out.Sides, SideReport{Name: s.Doc.Sides[i].Name, Weight: x.Weight(id),
			PiecesOnBoard: x.Counting(id), InCheck: x.InCheck(id), CheckedBy: s.ids(x.CheckedBy(id))})
	}
	return out, nil
}

// ReportOf is what the piece on a square, any of those that it covers, or of an id can do. Others are names that may be suggested where there is none; the
// error is a *NoPieceError then.
func (s *Setting) ReportOf(placing *rules.Placing, word string, others ...string) (*PieceReport, error) {
	i, err := s.find(word, others...)
	if err != nil {
		return nil, err
	}
	x, err := s.analysed(placing)
	if err != nil {
		return nil, err
	}
	r := x.piece(i)
	return &r, nil
}

// analysed is a position with its analysis.
type analysed struct {
	*Setting
	movement.Analysis
	allows turns.Left
	may    func(movement.SideID) func(bool) bool
}

// analysed analyses the position. Placing has the condition under which a Placement without another square may attack; nil: never.
func (s *Setting) analysed(placing *rules.Placing) (*analysed, error) {
	x := &analysed{Setting: s, allows: s.left()}
	x.Run(s.Position)
	var err error
	x.may, err = s.mayAttack(&x.Analysis, placing)
	return x, err
}

// piece is what the i-th piece can do.
func (x *analysed) piece(i int) PieceReport {
	s, p, src, id := x.Setting, x.Position, &x.Doc.Pieces[i], movement.PieceID(i)
	r := PieceReport{ID: src.ID, Type: src.Type, Side: src.Side, At: src.At, Value: p.Value(id)}
	if src.At == "" {
		r.Placements = s.names(p.Placements(id, x.may(p.Owner(id))))
		return r
	}
	r.Mobility = x.Mobility(id)
	moves, takings := x.Moves(id), slices.Concat(x.Takings(id), x.OwnTakings(id))
	r.Moves = s.names(moves)
	r.Captures = s.captures(takings)
	r.ByKinds, r.Several = s.names(p.MovesOfKinds(id, nil)), len(s.Rules.Kinds()) > 1
	for k, kind := range s.Rules.Kinds() {
		if to := p.MovesOfKind(id, movement.KindID(k), nil); len(to) > 0 {
			r.Kinds = append(r.Kinds, KindMoves{kind, s.names(to)})
		}
	}
	r.Defends = s.ids(x.Defends(id))
	r.Exits = len(x.Exits(id)) > 0
	r.LegalMoves = s.names(slices.DeleteFunc(slices.Clone(moves), func(sq movement.Square) bool { return !p.LegalMove(id, sq) || !x.allows.Move(p.Owner(id), id, sq) }))
	r.LegalCaptures = s.captures(slices.DeleteFunc(slices.Clone(takings), func(t movement.Taking) bool { return !p.LegalTaking(id, t) || !x.allows.Capture(p.Owner(id), id, t) }))
	for _, ply := range p.Along(id) {
		r.Along = append(r.Along, AlongReport{To: s.Rules.SquareName(ply.To), Piece: s.Doc.Pieces[ply.Other].ID, From: s.Rules.SquareName(ply.OtherFrom),
			Onto: s.Rules.SquareName(ply.Onto), Legal: p.LegalAlong(&ply) && x.allows.Along(p.Owner(id), &ply)})
	}
	return r
}

// mayAttack returns, for a side, whether its Placements may attack, with or without another
// square from which the piece would not.
func (s *Setting) mayAttack(a *movement.Analysis, placing *rules.Placing) (func(movement.SideID) func(bool) bool, error) {
	if placing == nil || placing.MayAttack == "" {
		return func(movement.SideID) func(bool) bool { return nil }, nil
	}
	words := &formula.Vocabulary{Vars: []formula.Var{{Name: "W"}, {Name: "n"}, {Name: "pieces"}, {Name: "other_square"}}}
	f, err := formula.Compile(string(placing.MayAttack), words, formula.Bool)
	if err != nil {
		return nil, err
	}
	return func(id movement.SideID) func(bool) bool {
		return func(otherSquare bool) bool {
			other := 0.0
			if otherSquare {
				other = 1
			}
			return f.Holds(numbers{float64(a.Weight(id)) / 2, float64(a.Counting(id)), float64(s.Position.OnBoardOf(id)), other})
		}
	}, nil
}

// numbers is the environment of a formula that calls nothing: its variables by place.
type numbers []float64

func (n numbers) Var(i int) float64           { return n[i] }
func (n numbers) Call(int, []float64) float64 { return 0 }

func (s *Setting) names(squares []movement.Square) []string {
	out := make([]string, len(squares))
	for i, sq := range squares {
		out[i] = s.Rules.SquareName(sq)
	}
	return out
}

func (s *Setting) captures(list []movement.Taking) []CaptureReport {
	out := make([]CaptureReport, len(list))
	for i := range list {
		out[i] = s.taken(&list[i])
	}
	return out
}

func (s *Setting) taken(t *movement.Taking) CaptureReport {
	out := CaptureReport{Piece: s.Doc.Pieces[t.Victim].ID, At: s.Rules.SquareName(t.At), To: s.Rules.SquareName(t.To)}
	if t.Also != movement.NoPiece {
		over := t.Over()
		out.Also = s.onTheWay(t.Also)
		for _, x := range over[:len(over)-1] {
			out.Before = append(out.Before, s.onTheWay(x))
		}
	}
	return out
}

// Equal reports whether two captures are the same.
func (c CaptureReport) Equal(d CaptureReport) bool {
	return c.Piece == d.Piece && c.At == d.At && c.To == d.To && c.Also == d.Also && slices.Equal(c.Before, d.Before)
}

func (s *Setting) onTheWay(x movement.PieceID) VictimOnTheWay {
	return VictimOnTheWay{s.Doc.Pieces[x].ID, s.Rules.SquareName(s.Position.Where(x))}
}

// OfKind is a piece's moves of a declared kind by whether its side can make them: those that it can, and those that would leave it in
// check. Where it cannot pay for any, Why says so and Open is empty; so it is where no rule declares the kind.
type OfKind struct {
	Kind         string
	Open, Barred []string
	Why          string
	All          []string
}

// OfKinds returns a piece's moves of the kinds that rules declare, those without any left out.
func (s *Setting) OfKinds(piece string, declared *rules.Procedure) (list []OfKind, err error) {
	i := slices.IndexFunc(s.Doc.Pieces, func(p Piece) bool { return p.ID == piece })
	id := movement.PieceID(i)
	if i < 0 || s.Position.Where(id) == movement.Off {
		return nil, nil
	}
	p := s.Position
	for k, kind := range s.Rules.Kinds() {
		of := OfKind{Kind: kind}
		for _, sq := range p.MovesOfKind(id, movement.KindID(k), nil) {
			name := s.Rules.SquareName(sq)
			if of.All = append(of.All, name); p.LegalOfKind(id, sq) {
				of.Open = append(of.Open, name)
			} else {
				of.Barred = append(of.Barred, name)
			}
		}
		if len(of.All) == 0 {
			continue
		}
		if of.Why, err = s.unpaid(id, kind, declared.Kind(kind)); err != nil {
			return nil, err
		}
		if of.Why != "" {
			of.Open = nil
		}
		list = append(list, of)
	}
	return list, nil
}

// unpaid says why a piece's side can make no move of a kind now; "" if it can.
func (s *Setting) unpaid(id movement.PieceID, kind string, terms *rules.Kind) (string, error) {
	if terms == nil {
		return "no rule in force provides for " + kind + " moves", nil
	}
	p := s.Position
	side := &s.Doc.Sides[p.Owner(id)]
	if terms.Cost == "" || terms.Asset != events.Usual().Tokens {
		return "", nil // a position tells of no other asset
	}
	words := &formula.Vocabulary{Vars: []formula.Var{{Name: "value"}, {Name: "W"}, {Name: "n"}, {Name: "pieces"}}}
	f, err := formula.Compile(string(terms.Cost), words, formula.Number)
	if err != nil {
		return "", err
	}
	var a movement.Analysis
	a.Run(p)
	cost := f.Eval(numbers{float64(p.Value(id)) / 2, float64(a.Weight(p.Owner(id))) / 2, float64(a.Counting(p.Owner(id))), float64(p.OnBoardOf(p.Owner(id)))})
	if float64(side.Tokens) < cost {
		return fmt.Sprintf("%s has %d of the %v %s that one costs", side.Name, side.Tokens, cost, terms.Asset), nil
	}
	return "", nil
}

func (s *Setting) ids(list []movement.PieceID) []string {
	out := make([]string, len(list))
	for i, id := range list {
		out[i] = s.Doc.Pieces[id].ID
	}
	slices.Sort(out)
	return out
}
