package report

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/branch"
	"adjudicate/internal/term"
	"adjudicate/report/draw"
)

// Branch is a trial branch with its result.
type Branch struct {
	Branch    string     `json:"branch"`
	Changes   []string   `json:"changes"`
	Candidate *Candidate `json:"candidate,omitempty"`
	Then      []*Ruling  `json:"then"`
	Standing  *Standing  `json:"standing"`
	state     *aggregate.State
	drawn     *draw.Board
}

// Draw adds the board at the end of the branch.
func (v *Branch) Draw() error {
	book, err := v.state.Rulebook()
	if err != nil {
		return err
	}
	b := BoardOf(v.state, book, "")
	v.drawn = &b
	return nil
}

// Print writes the view for people.
func (v *Branch) Print(p *term.Page) {
	p.Line("%s", p.Style(term.Bold, "branch "+v.Branch))
	if v.Candidate != nil {
		v.Candidate.Print(p)
	}
	for _, r := range v.Then {
		p.Blank()
		r.Print(p)
	}
	if v.Candidate == nil && len(v.Then) == 0 {
		p.Line("The branch is empty.")
	}
	if v.drawn != nil {
		p.Blank()
		p.Raw(textBoard(p, *v.drawn))
	}
}

// Branches is a list of the trial branches of a ledger.
type Branches struct {
	Folder   string       `json:"folder"`
	Branches []BranchLine `json:"branches"`
}

// NewBranches shows the branches of a folder.
func NewBranches(folder string, list []*branch.Branch) *Branches {
	v := &Branches{Folder: folder, Branches: []BranchLine{}}
	for _, b := range list {
		v.Branches = append(v.Branches, BranchLine{Branch: b.Name, Changes: append([]string{}, b.Changes...), Then: append([]string{}, b.Then...)})
	}
	return v
}

// BranchLine is a trial branch as written by its author.
type BranchLine struct {
	Branch  string   `json:"branch"`
	Changes []string `json:"changes"`
	Then    []string `json:"then"`
}

// Print writes the view for people.
func (v *Branches) Print(p *term.Page) {
	if len(v.Branches) == 0 {
		p.Line("No branches in %s.", v.Folder)
	}
	for _, b := range v.Branches {
		p.Line("%s", p.Style(term.Bold, b.Branch))
		for _, c := range b.Changes {
			p.Item("  ", c)
		}
		for _, t := range b.Then {
			p.Item("  then ", t)
		}
	}
}

// BranchComparison compares the ends of two branches.
type BranchComparison struct {
	A         *Branch  `json:"a"`
	B         *Branch  `json:"b"`
	Same      bool     `json:"same_state"`
	Different []string `json:"different"` // pieces that stand otherwise
}

// Print writes the view for people.
func (v *BranchComparison) Print(p *term.Page) {
	for _, b := range []*Branch{v.A, v.B} {
		p.Line("%s", p.Style(term.Bold, b.Branch))
		for _, c := range b.Changes {
			p.Item("  ", c)
		}
	}
	p.Blank()
	if v.Same {
		p.Line("Both end in the same state.")
		return
	}
	if len(v.Different) > 0 {
		p.Field("Pieces", strings.Join(v.Different, "\n"))
	}
	p.Line("%s", p.Style(term.Bold, fmt.Sprintf("%s, compared with %s:", v.B.Branch, v.A.Branch)))
	v.B.Standing.write(p, v.A.Standing, NamesOf(v.B.state))
}

// Compare finds out whether two branches end alike, and which pieces stand otherwise.
func (v *BranchComparison) Compare() error {
	x, errX := v.A.state.Snapshot(nil)
	y, errY := v.B.state.Snapshot(nil)
	if err := errors.Join(errX, errY); err != nil {
		return err
	}
	v.Same = string(x) == string(y)
	was, is := NamesOf(v.A.state), NamesOf(v.B.state)
	for p := range v.B.state.Pieces() {
		if old, ok := was.known()[p.ID]; !ok || old != is.known()[p.ID] {
			v.Different = append(v.Different, fmt.Sprintf("%s: %s instead of %s", p.ID, is.known()[p.ID], orNone(old)))
		}
	}
	for p := range v.A.state.Pieces() {
		if _, ok := is.known()[p.ID]; !ok {
			v.Different = append(v.Different, fmt.Sprintf("%s: none instead of %s", p.ID, was.known()[p.ID]))
		}
	}
	return nil
}

// Discarded is a branch that was discarded.
type Discarded struct {
	Discarded string `json:"discarded"`
}

// Print writes the view for people.
func (v *Discarded) Print(p *term.Page) { p.Line("branch %s was deleted", v.Discarded) }

// tried lets a judge rule on an input that nobody has made, and shows the ruling.
func tried(j *aggregate.Judge, p events.Payload, actor string, at time.Time, head uint64) (*Ruling, error) {
	wire, err := events.Type(p)
	if err != nil {
		return nil, err
	}
	before, types := StandingOf(j.State(), head), NamesOf(j.State())
	d := j.Decide(aggregate.Input{ID: "whatif", Payload: p, At: at, Actor: actor})
	act, err := events.Decided(events.Envelope{Recorded: at, Actor: actor, Type: wire, Payload: p}, d.Outcomes)
	if err != nil {
		return nil, err
	}
	ruled := act.Ruled()
	short := j.Algebraic(&ruled)
	j.Commit(d)
	v := NewRuling(act, before, StandingOf(j.State(), head), Both(types, NamesOf(j.State())))
	v.Algebraic = short
	return v, nil
}
