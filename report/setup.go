package report

import (
	"bytes"
	"context"
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
	"adjudicate/systems/perft"
	"adjudicate/systems/position"
)

// A Setup is a position that a question is about: that of a document, or of a game as it stands.
type Setup struct {
	From  string          // a file, or where the ledger is, for messages
	Rules *rules.Rulebook // in place of those that the position names; nil for those

	doc *position.Document
	st  *aggregate.State // of a game: it remembers more than a document says,
	own *rules.Rulebook  // under its own rules
}

// ReadSetup reads a document.
func ReadSetup(file string, text []byte) (*Setup, error) {
	doc, err := position.Read(file, bytes.NewReader(text))
	return &Setup{From: file, doc: doc}, err
}

// SetupOf is the position of a game.
func SetupOf(from string, st *aggregate.State) (*Setup, error) {
	doc, book, err := PositionOf(st)
	return &Setup{From: from, Rules: book, doc: doc, st: st, own: book}, err
}

// set sets the position up, with what its game remembers.
func (s *Setup) set() (*position.Setting, *rules.Rulebook, error) { return s.under(s.doc, s.Rules) }

// under sets a document of the position up under a rulebook, nil for that which it names; a game remembers there what it does under its own.
func (s *Setup) under(doc *position.Document, book *rules.Rulebook) (*position.Setting, *rules.Rulebook, error) {
	set, book, err := position.Setup(s.From, doc, book)
	if err != nil || s.st == nil {
		return set, book, err
	}
	j, err := aggregate.NewJudge(s.ruledBy(book), "")
	if err != nil {
		return nil, nil, err
	}
	if at := j.Position(); at != nil {
		of := make([]movement.PieceID, len(doc.Pieces))
		for i := range doc.Pieces {
			of[i], _ = j.PieceID(doc.Pieces[i].ID)
		}
		set.Position.Recall(at, of)
	}
	return set, book, nil
}

// ruledBy is the state of the game, were the rules of a book in force.
func (s *Setup) ruledBy(book *rules.Rulebook) *aggregate.State {
	st := s.st.Clone()
	if book == s.own {
		return st
	}
	for _, r := range s.own.Rules() {
		if _, stays := book.Rule(r.Number); !stays {
			st.Apply(events.RuleOutOfForce{Number: r.Number})
		}
	}
	for _, r := range book.Rules() {
		if had, there := s.own.Rule(r.Number); !there || !bytes.Equal(had.Canonical(), r.Canonical()) {
			st.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
		}
	}
	return st
}

// Under puts the position under the rules of a system.
func (s *Setup) Under(sys *systems.System) {
	s.doc.Book, s.doc.Register, s.doc.Picture = sys.Book, sys.Register, sys.Picture
}

// Analyse says what each piece can do and what each side weighs.
func (s *Setup) Analyse() (*Analysis, error) {
	set, book, err := s.set()
	if err != nil {
		return nil, err
	}
	found, err := set.Report(book.Procedure().Placing)
	return (*Analysis)(found), err
}

// Moves returns what the piece on a square, or with an id, can do. If there is no such piece the error is a *position.NoPieceError;
// others are further names that it may suggest.
func (s *Setup) Moves(word string, others ...string) (*Moves, error) {
	set, book, err := s.set()
	if err != nil {
		return nil, err
	}
	r, err := set.ReportOf(book.Procedure().Placing, word, others...)
	if err != nil {
		return nil, err
	}
	return newMoves(set, r, book.Procedure())
}

// A Tally is a game whose sequences of plays are to be counted: a system with all its rules from a position in one line, or pieces without
// further rules from one of that kind or from a Setup.
type Tally struct {
	System *systems.System
	Pieces []rules.Rule
	Land   []string // where types may land
	FEN    string
	Setup  *Setup

	Progress func(nodes int64)
}

// Count counts the sequences of a depth, with the share of each first turn if they are to be divided.
func (t *Tally) Count(ctx context.Context, depth int, divide bool) (*Perft, error) {
	g, err := t.tree()
	if err != nil {
		return nil, err
	}
	v := &Perft{Depth: depth}
	stop := func(nodes uint64) bool {
		t.Progress(int64(nodes))
		return ctx.Err() != nil
	}
	if divide {
		v.Nodes, v.Divide = g.Divide(depth, stop)
	} else {
		v.Nodes = g.Walk(depth, stop)
	}
	return v, nil
}

func (t *Tally) tree() (perft.Tree, error) {
	if t.System != nil {
		return perft.FromSystem(t.System, t.FEN)
	}
	set, err := perft.Restricted(t.Pieces, t.Land)
	if err != nil {
		return nil, fmt.Errorf("--land: %w", err)
	}
	book := rules.NewRulebook(set...)
	if t.Setup == nil {
		return perft.Read(book, t.FEN)
	}
	return perft.FromDocument(t.Setup.From, t.Setup.doc, book)
}
