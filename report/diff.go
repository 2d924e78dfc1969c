package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/internal/term"
	"adjudicate/ledger/advice"
	"adjudicate/rules/names"
	"adjudicate/rules/words"
)

// AtPoint compares the two histories at the point asked for, if one was.
func (v *Diff) AtPoint() error {
	if v.At == nil {
		return nil
	}
	var err error
	v.At.Differ, err = compare.States(v.At.StateA, v.At.StateB)
	v.At.Before, v.At.After = StandingOf(v.At.StateA, v.At.Point), StandingOf(v.At.StateB, v.At.Point)
	return err
}

// EditionPair finds the two editions that words name. Without a second word the second is the current edition.
func EditionPair(cat *history.Catalogue, words []string) (a, b *history.Edition, err error) {
	const hint = "\"adjudicate edition list\" lists the editions; --candidate compares with changes"
	if n := len(words); n < 1 || n > 2 {
		return nil, nil, advice.Errorf(hint, "edition diff takes one or two editions: found %s", Counted(n, "argument"))
	}
	pair := [2]*history.Edition{1: cat.Current()}
	for i, word := range words {
		n := 0
		if word != "" {
			if n, err = strconv.Atoi(word); err != nil || n < 1 {
				return nil, nil, advice.Errorf(hint, "invalid edition %q: expected a number", word)
			}
		}
		if pair[i], err = cat.Edition(n); err != nil {
			return nil, nil, err
		}
	}
	return pair[0], pair[1], nil
}

// newChanges lists the changes of one edition that another has not.
func newChanges(a, b *history.Edition) []events.Change {
	out := []events.Change{}
	for _, c := range b.Changes {
		known := false
		for _, o := range a.Changes {
			known = known || o.ID == c.ID
		}
		if !known {
			out = append(out, c)
		}
	}
	return out
}

// Diff is a comparison of two histories; candidates and stored editions have the same form.
type Diff struct {
	A     string `json:"a"` // "edition 1"
	B     string `json:"b"` // "edition 2", "the candidate"
	Known uint64 `json:"known_at"`
	*compare.Report
	Standing struct {
		Before *Standing `json:"before"`
		After  *Standing `json:"after"`
	} `json:"standing"`
	At *Point `json:"at,omitempty"` // both histories at the point asked for

	Kinds  []string `json:"-"` // kinds of differences to list
	Brief  bool     `json:"-"` // many that follow from one input, or that one change turned, are one line
	Open   []string `json:"-"` // addresses of inputs and changes of which all is listed
	InFull uint64   `json:"-"` // the one to tell in full
	Form   Form     `json:"-"`
	Paged  bool     `json:"-"` // on a page, where no flag lists more
	types  *Names
}

// NewDiff begins a comparison that lists the inputs with a different verdict, or those of the kind that only names, or
// all; the input of the sequence inFull is shown in full. Groups that are too large to be listed are summarised
// unless open names them. The error is a *names.UnknownError.
func NewDiff(only string, all bool, open []string, inFull uint64, form Form) (*Diff, error) {
	kinds := []string{"verdict", "effects", "citations"}
	v := &Diff{Kinds: kinds[:1], Brief: !all && only == "", Open: open, InFull: inFull, Form: form}
	if all {
		v.Kinds = kinds
	} else if slices.Contains(kinds, only) {
		v.Kinds = []string{only}
	} else if only != "" {
		return nil, names.Unknown("kind of difference", only, kinds)
	}
	return v, nil
}

// Point is both histories at a point.
type Point struct {
	Point          uint64           `json:"point"`
	Differ         *compare.Compare `json:"differs"`
	Before         *Standing        `json:"before"`
	After          *Standing        `json:"after"`
	StateA, StateB *aggregate.State `json:"-"`
}

// Finish adds what is told in words.
func (v *Diff) Finish(r *compare.Report, known uint64) {
	v.Report, v.Known = r, known
	v.Standing.Before, v.Standing.After = StandingOf(r.Before, known), StandingOf(r.After, known)
	v.types = Both(NamesOf(r.Before), NamesOf(r.After))
	if v.Form != Whole {
		return
	}
	for _, in := range r.Inputs {
		v.word(in)
	}
}

// wordsOf tells outcomes, those also that rulings tell elsewhere.
func (v *Diff) wordsOf(list []events.Payload) []string {
	var out []string
	for _, p := range list {
		text := OutcomeWords(p, v.types)
		switch p := p.(type) {
		case events.ChecksChanged:
			var parts []string
			for _, c := range p.Checks {
				parts = append(parts, c.Side+" is in check by "+strings.Join(v.types.listed(c.By), ", "))
			}
			if text = strings.Join(parts, "; "); text == "" {
				text = "nobody is in check"
			}
		case events.WeightsPosted:
			var parts []string
			for _, w := range p.Weights {
				parts = append(parts, fmt.Sprintf("%s %s", w.Side, w.Weight))
			}
			text = "Weights " + strings.Join(parts, ", ")
		case events.OrderChanged:
			text = "order of play " + strings.Join(p.Order, ", ")
		case events.TurnBegan:
			text = p.Side + " is to play"
		case events.PlayEnded:
			text = ""
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}

// Print writes the view for people.
func (v *Diff) Print(p *term.Page) {
	if v.First == 0 {
		p.Line("%s and %s are the same.", v.A, v.B)
		v.pointText(p)
		return
	}
	p.Line("%s", p.Style(term.Bold, fmt.Sprintf("%s → %s", v.A, v.B)))
	for i := range v.Changes {
		p.Item("  "+v.Changes[i].ID+"  ", changeWords(&v.Changes[i]))
	}
	p.Line("First difference at #%d. %s with a different verdict, %d with different effects, %d with different clauses; %d inserted, %d withdrawn.",
		v.First, Counted(v.Flipped, "input"), v.Effects, v.Citations, v.Inserted, v.Withdrawn)
	if direct, followed := v.turned(); followed > 0 {
		p.Line("Of those with a different verdict, %s affected directly, %d as a consequence.", was(direct), followed)
	}
	left := map[string]int{}
	for _, in := range v.Inputs {
		switch {
		case v.InFull == 0 && !slices.Contains(v.Kinds, in.Differs):
			left[in.Differs]++
		case v.InFull != 0 && in.Point == v.InFull:
			v.inFull(p, in)
		}
	}
	if v.InFull == 0 {
		v.list(p)
	}
	for _, kind := range []string{"effects", "citations"} {
		if left[kind] > 0 {
			text := Counted(left[kind], "input") + " with different " + kind + " not listed"
			if !v.Paged {
				text += ": --only " + kind + ", or --all"
			}
			p.Line("%s", p.Style(term.Dim, "  ("+text+")"))
		}
	}
	v.reliance(p)
	v.pointText(p)
	p.Blank()
	if v.End.Same {
		p.Line("Board, books and standing are the same at the end.")
		return
	}
	p.Line("%s", p.Style(term.Bold, fmt.Sprintf("At the end, compared with %s:", v.A)))
	v.compare(p, v.End)
	v.Standing.After.write(p, v.Standing.Before, v.types)
}

// reliance tells which plays were made by people who could see what falls, if that was recorded of any.
func (v *Diff) reliance(p *term.Page) {
	if words := relianceWords(v.Relied); words != "" && v.InFull == 0 {
		p.Item("  Made ", words)
	}
}

// pointText tells both histories at the point asked for.
func (v *Diff) pointText(p *term.Page) {
	if v.At == nil {
		return
	}
	p.Blank()
	if v.At.Differ.Same {
		p.Line("%s", p.Style(term.Bold, fmt.Sprintf("After #%d both are the same:", v.At.Point)))
	} else {
		p.Line("%s", p.Style(term.Bold, fmt.Sprintf("After #%d, compared with %s:", v.At.Point, v.A)))
	}
	v.compare(p, v.At.Differ)
	v.At.After.write(p, v.At.Before, v.types)
}

// turned counts the inputs of both histories with a different verdict: those that the changes themselves turned, and those that
// followed.
func (v *Diff) turned() (direct, followed int) {
	for _, in := range v.Inputs {
		switch {
		case in.Differs != "verdict" || in.Before.Verdict == "" || in.After.Verdict == "":
		case in.Cause.Kind == compare.ByBoard:
			followed++
		default:
			direct++
		}
	}
	return direct, followed
}

func was(n int) string {
	if n == 1 {
		return "1 was"
	}
	return fmt.Sprintf("%d were", n)
}

// inputSaid is an input that differs as a season file writes it, or its play in algebraic notation.
func inputSaid(in *compare.Input) string {
	return said(events.MadeBy(in.Payload), in.Algebraic(), InputWords(in.Payload))
}

// brief tells an input in a few lines, each behind an indent.
func (v *Diff) brief(p *term.Page, in *compare.Input, indent string) {
	if in = opened(p, in); in == nil {
		return
	}
	p.Line(indent+"  #%-5s %s → %s  %s", in.Address, verdictWord(p, in.Before.Verdict), verdictWord(p, in.After.Verdict), inputSaid(in))
	if in.Differs == "verdict" {
		faults, word := faultsTurned(ruled(in.Before), ruled(in.After))
		for i := range faults {
			p.Item(indent+"          ", word+faultWords(&faults[i]))
		}
		if in.Change == "" && len(in.After.Faults) == 0 && in.After.Verdict == aggregate.Voided {
			for _, f := range in.After.Facts {
				p.Item(indent+"          ", f.Message)
			}
		}
	} else {
		for _, line := range v.wordsOf(in.Before.Only) {
			p.Item(indent+"          - ", line)
		}
		for _, line := range v.wordsOf(in.After.Only) {
			p.Item(indent+"          + ", line)
		}
		if in.Differs == "citations" { // what is the same in its effects
			for _, line := range factsOnlyIn(in.Before, in.After) {
				p.Item(indent+"          - ", line)
			}
			for _, line := range factsOnlyIn(in.After, in.Before) {
				p.Item(indent+"          + ", line)
			}
		}
	}
	p.Item(indent+"          ", p.Style(term.Dim, v.because(in)))
}

// opened returns an input with all that is known of it, nil if it has said that this cannot be had.
func opened(p *term.Page, in *compare.Input) *compare.Input {
	full, err := in.Opened()
	if err != nil {
		p.Line("  #%-5s cannot be told: %v", in.Address, err)
	}
	return full
}

// factsOnlyIn lists the facts that one ruling notes and the other does not, such as a debt.
func factsOnlyIn(one, other *compare.Ruling) (list []string) {
	for _, f := range one.Facts {
		if !slices.ContainsFunc(other.Facts, func(o events.Fact) bool { return o.Message == f.Message }) {
			list = append(list, f.Message)
		}
	}
	return list
}

func ruled(r *compare.Ruling) events.Ruled {
	return events.Ruled{Verdict: r.Verdict, Faults: r.Faults, Facts: r.Facts}
}

// faultsTurned are the faults that a ruling has in the second history, or in spite of which the input stands there, or, if it has none, those that it
// no longer has; with the word that says which.
func faultsTurned(before, after events.Ruled) (faults []events.Fault, word string) {
	faults, spite := faultsOf(after)
	switch {
	case spite:
		return faults, "though "
	case len(faults) == 0:
		faults, _ = faultsOf(before)
		return faults, "no longer: "
	}
	return faults, ""
}

// faultsOf lists the faults of a ruling. Of an input that stands in spite of them they are the facts behind the one that says so.
func faultsOf(r events.Ruled) (faults []events.Fault, spite bool) {
	for _, f := range r.Facts {
		if spite {
			faults = append(faults, events.Fault{Code: f.Code, Clause: f.Clause, Message: f.Message, Interpretation: f.Interpretation, Squares: f.Squares, Pieces: f.Pieces})
		}
		spite = spite || r.Verdict == aggregate.Stands && f.Code == aggregate.FactStands
	}
	if spite {
		return faults, true
	}
	return r.Faults, false
}

// because tells a cause in a sentence.
func (v *Diff) because(in *compare.Input) string {
	c := &in.Cause
	switch c.Kind {
	case compare.ByChange:
		if c.Gone && len(c.Changes) == 1 {
			return "because change " + c.Changes[0] + " no longer holds"
		}
		return "because of " + changesWords(c)
	case compare.ByLaw:
		text := "because " + strings.Join(c.Law, ", ")
		if len(c.Clauses) > 0 {
			text += " (" + strings.Join(c.Clauses, ", ") + ")"
		}
		if len(c.Changes) > 0 {
			text += ", " + changesWords(c)
		}
		return text
	}
	if len(c.Inputs) == 0 && len(c.Changes) > 0 {
		return "because of " + changesWords(c)
	}
	if len(c.Inputs) == 0 {
		return "because of what went before"
	}
	what := ""
	if c.Turn {
		what = "it is another's turn"
	}
	if c.Next {
		what = "another plays next"
	}
	if len(c.Pieces) > 0 {
		what = strings.Join(v.types.listed(c.Pieces), ", ") + " differs"
		if len(c.Pieces) > 1 {
			what = strings.Join(v.types.listed(c.Pieces), ", ") + " differ"
		}
	}
	inputs := numberWords(c.Inputs)
	if in.From != nil {
		inputs[len(inputs)-1] = in.From.Address // an entry that is put in has the number of the one behind it
	}
	since := "#" + strings.Join(inputs, ", #")
	text := "because of " + since
	if what != "" {
		text = "because " + what + " since " + since
	}
	if c.Steps > 1 || len(c.Changes) > 1 {
		text += "; from #" + cmp.Or(in.Root, in).Address
		if len(c.Changes) > 0 {
			text += " (" + changesWords(c) + ")"
		}
		if c.Steps > 1 {
			text += " in " + Counted(c.Steps, "step")
		}
	}
	return text
}

// changesWords tells which changes a difference rests on: one; several only together; or several each of which would have
// been enough.
func changesWords(c *compare.Cause) string {
	several := func(set []string) bool { return len(set) > 1 }
	switch {
	case len(c.Changes) < 2 || len(c.Sets) == 0:
		return changesNamed(c.Changes, "")
	case !slices.ContainsFunc(c.Sets, several):
		return changesNamed(c.Changes, "and") + ", only together"
	case len(c.Sets) == 1:
		return changesNamed(c.Changes, "or") + ", each sufficient alone"
	}
	var sets []string
	for _, set := range c.Sets {
		sets = append(sets, "without "+joined(set, "and"))
	}
	return changesNamed(c.Changes, "and") + ": it would not differ " + joined(sets, "or")
}

// changesNamed lists changes by their ids, another policy last.
func changesNamed(ids []string, word string) string {
	at := slices.Index(ids, compare.Policy)
	rest := slices.Delete(slices.Clone(ids), max(at, 0), at+1)
	text := "change "
	if len(rest) > 1 && word == "and" {
		text = "changes "
	}
	switch {
	case at >= 0 && len(rest) == 0:
		return "the policy"
	case word == "":
		text += strings.Join(rest, ", ")
	default:
		text += joined(rest, word)
	}
	if at >= 0 {
		text += " " + cmp.Or(word, "and") + " the policy"
	}
	return text
}

// inFull tells an input with both rulings.
func (v *Diff) inFull(p *term.Page, in *compare.Input) {
	if in = opened(p, in); in == nil {
		return
	}
	p.Blank()
	p.Line("%s  %s   %s", p.Style(term.Dim, fmt.Sprintf("#%s  %s  %s", in.Address, moment(in.Recorded), in.Actor)), p.Style(term.Bold, inputSaid(in)), p.Style(term.Dim, in.Standing))
	for _, side := range []struct {
		name string
		r    *compare.Ruling
	}{{v.A, in.Before}, {v.B, in.After}} {
		p.Line("%s: %s  %s", side.name, verdictWord(p, side.r.Verdict), cmp.Or(side.r.Algebraic, side.r.Play))
		for i := range side.r.Faults {
			p.Item(fmt.Sprintf("  %d. ", i+1), faultWords(&side.r.Faults[i]))
		}
		p.Field("  Rests on", strings.Join(append(slices.Clone(side.r.Basis.Clauses), side.r.Basis.Readings...), ", "))
		for _, f := range side.r.Facts {
			p.Item("  Fact  ", f.Message)
		}
		for _, line := range v.wordsOf(side.r.Only) {
			p.Item("  only here  ", line)
		}
	}
	p.Item("", v.because(in))
	if path := in.Path(); len(path) > 1 {
		words := "step by step"
		for i, one := range path {
			words += []string{": #", " → #"}[min(i, 1)] + one.Address
		}
		p.Item("", words)
	}
}

// holdsOrOwes is a balance, or the debt that it is.
func holdsOrOwes(balance events.Half) string {
	if balance < 0 {
		return "owes " + (-balance).String()
	}
	return balance.String()
}

// compare tells what differs between two states, beside what the standing tells.
func (v *Diff) compare(p *term.Page, c *compare.Compare) {
	var lines []string
	for _, d := range c.Pieces {
		lines = append(lines, fmt.Sprintf("%s: %s → %s", d.Piece, standWords(d.Before), standWords(d.After)))
	}
	p.Field("Pieces", strings.Join(lines, "\n"))
	lines = nil
	for _, k := range c.Marks {
		lines = append(lines, fmt.Sprintf("%s %d → %d", k.Name, k.Before, k.After))
	}
	p.Field(words.Capital(events.Usual().Marks), strings.Join(lines, ", "))
	if !slices.Equal(c.Titles.Before, c.Titles.After) {
		p.Field("Winners", none(c.Titles.Before)+" → "+none(c.Titles.After))
	}
	lines = nil
	for _, b := range c.Balances {
		lines = append(lines, fmt.Sprintf("%s %s → %s", b.Name, holdsOrOwes(b.Before), holdsOrOwes(b.After)))
	}
	p.Field("Books", strings.Join(lines, ", "))
	if c.ToPlay.Before != c.ToPlay.After {
		p.Field("To play", c.ToPlay.Before+" → "+c.ToPlay.After)
	}
	p.Field("Law", strings.Join(c.Law, ", "))
	lines = nil
	for _, s := range c.Status {
		lines = append(lines, fmt.Sprintf("%s: %s → %s", s.Name, cmp.Or(s.Before, "none"), cmp.Or(s.After, "none")))
	}
	p.Field("Standing", strings.Join(lines, "\n"))
}
