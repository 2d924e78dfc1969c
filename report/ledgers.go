package report

import (
	"cmp"
	"fmt"
	"iter"
	"time"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/ledger/summary"
	"adjudicate/rules/keys"
)

// Ledgers is a list of the games of a store.
type Ledgers struct {
	Store   string       `json:"store"`
	Ledgers []LedgerLine `json:"ledgers"`
	Error   string       `json:"error,omitempty"` // of the store as a whole
	Err     error        `json:"-"`               // of the first ledger that could not be read
}

// LedgerLine is how a game stands, in a line.
type LedgerLine struct {
	Name     string          `json:"name"`
	Game     string          `json:"game,omitempty"`
	System   string          `json:"system,omitempty"`
	Events   uint64          `json:"events"`
	Hand     int             `json:"hand,omitempty"` // the one being played
	Turn     string          `json:"turn,omitempty"` // in words
	ToPlay   string          `json:"to_play,omitempty"`
	Player   string          `json:"player,omitempty"`
	Limit    *time.Time      `json:"limit,omitempty"` // when the time limit of the turn expires
	Span     string          `json:"@span,omitempty"`
	Winner   *summary.Winner `json:"winner,omitempty"` // of the last hand won
	Last     *summary.Play   `json:"last,omitempty"`
	Recorded *time.Time      `json:"recorded,omitempty"` // when the last event was
	Error    string          `json:"error,omitempty"`
	Plays    bool            `json:"-"` // somebody is to play
	Hides    bool            `json:"-"` // rules hide a part of the game: the last play is not for everybody
}

// MarshalJSON writes the fields under the names by which others know them.
func (l LedgerLine) MarshalJSON() ([]byte, error) {
	type plain LedgerLine
	return keys.Marshal(plain(l))
}

// NewLedgers lists games. Told hears how many have been read.
func NewLedgers(store string, games iter.Seq2[summary.Entry, error], told func(int64)) (*Ledgers, error) {
	v := &Ledgers{Store: store, Ledgers: []LedgerLine{}}
	for e, err := range games {
		if err != nil {
			return nil, err
		}
		v.Add(e)
		told(int64(len(v.Ledgers)))
	}
	return v, nil
}

// Add adds the summary of a game, or the error of one that cannot be read.
func (v *Ledgers) Add(e summary.Entry) {
	if e.Name == "" {
		v.Error, v.Err = e.Err.Error(), e.Err
		return
	}
	if e.Err != nil {
		v.Ledgers = append(v.Ledgers, LedgerLine{Name: e.Name, Error: e.Err.Error()})
		if v.Err == nil {
			v.Err = fmt.Errorf("%s: %s: %w", v.Store, e.Name, e.Err)
		}
		return
	}
	s := &e.Summary
	v.Ledgers = append(v.Ledgers, LedgerLine{Name: e.Name, Game: s.Game, System: s.System, Events: s.Sequence, Hand: s.Hand,
		Turn: s.Turn(), ToPlay: s.ToPlay, Player: s.Player, Limit: s.Limit(), Plays: s.Idle() == "", Span: s.Span, Winner: s.Winner, Last: s.Last, Recorded: &s.Recorded, Hides: s.Hides})
}

// Damage is what cannot be read.
func (v *Ledgers) Damage() error { return v.Err }

// Print writes the view for people.
func (v *Ledgers) Print(p *term.Page) {
	rows := [][]string{{"ledger", ">events", "turn", "until", ">hand", "winner", "last play"}}
	for i := range v.Ledgers {
		l := &v.Ledgers[i]
		if l.Error != "" {
			rows = append(rows, []string{l.Name, "", "unreadable", "", "", "", ""})
			continue
		}
		until, winner, last := "-", "-", "-"
		if l.Limit != nil {
			until = deadline(*l.Limit)
		}
		if l.Winner != nil {
			winner = fmt.Sprintf("%s (hand %d)", cmp.Or(l.Winner.Names(), "nobody"), l.Winner.Hand)
		}
		if l.Last != nil {
			last = fmt.Sprintf("%s  %s: %s", moment(l.Last.At), l.Last.Side, l.Last.Said())
			if l.Last.Verdict != aggregate.Accepted {
				last += "  " + verdictWord(&term.Page{}, l.Last.Verdict)
			}
		}
		rows = append(rows, []string{l.Name, fmt.Sprint(l.Events), l.Turn, until, fmt.Sprint(l.Hand), winner, last})
	}
	p.Table(rows)
	p.Line("%s holds %s.", v.Store, Counted(len(v.Ledgers), "game"))
}
