package ledger

import (
	"strings"

	"adjudicate/events"
	"adjudicate/rules/names"
)

// Inputs about pieces, from the words in which people name them.

// Choice is that of the types with which a side begins, each named by a word or several between commas.
func (l *Ledger) Choice(side string, types []string) (p events.PiecesChosen, err error) {
	p.Side = side
	book, err := l.State().Rulebook()
	if err != nil {
		return p, err
	}
	for word := range strings.SplitSeq(strings.Join(types, ","), ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		typ, err := book.TypeNamed(word)
		if err != nil {
			return p, err
		}
		p.Types = append(p.Types, typ)
	}
	return p, nil
}

// Purchase is that of a piece for a side, paid by an account, "" for the side's player.
func (l *Ledger) Purchase(side, typ, payer string) (p events.PurchaseRequested, err error) {
	book, err := l.State().Rulebook()
	if err != nil {
		return p, err
	}
	if typ, err = book.TypeNamed(typ); err != nil {
		return p, err
	}
	p = l.Spelled(events.PurchaseRequested{Side: side, Type: typ, Buyer: payer}).(events.PurchaseRequested)
	if known, ok := names.Known(p.Buyer, l.State().PlayerNames()); ok {
		p.Buyer = known
	}
	if of, ok := l.State().Side(p.Side); ok && p.Buyer == "" {
		p.Buyer = of.Player
	}
	return p, nil
}

// Destruction is that of a piece, named by its id or by the square on which it stands.
func (l *Ledger) Destruction(side, piece string) events.DestructionRequested {
	if _, ok := l.State().Piece(piece); !ok {
		if p, ok := l.State().PieceAt(piece); ok {
			piece = p.ID
		}
	}
	return events.DestructionRequested{Side: side, Piece: piece}
}
