package cases

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"adjudicate/events"

	"github.com/goccy/go-yaml/ast"
)

// text returns the scalar in a node as written.
func text(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return n.Value.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return "", faultAt(n, "expected a line of text, found %s", strings.ToLower(n.Type().String()))
}

// Names is a list of names, written "Red Blue" or, for none, "none".
type Names []string

// UnmarshalYAML reads the names.
func (l *Names) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	*l = Names{}
	if s != "none" {
		*l = append(*l, strings.Fields(s)...)
	}
	if len(*l) == 0 && s != "none" {
		return faultAt(n, `expected names such as "Red Blue", or "none"`)
	}
	return nil
}

// Clauses is a list of clauses, written "12.5 §2; 12.1 §3.D". Revisions are left out.
type Clauses []string

// pattern compiles an expression when it is first asked for: most commands of the program judge no cases.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

var clauseForm = pattern(`^\d+(\.\d+)*( [^ ;]+)?$`)

// UnmarshalYAML reads the clauses.
func (l *Clauses) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	for _, c := range strings.Split(s, ";") {
		c = strings.TrimSpace(c)
		if !clauseForm().MatchString(c) {
			return faultAt(n, `expected clauses such as "12.2 §6.C" (the number of a rule and a place in it), separated by ";", found %q`, c)
		}
		*l = append(*l, c)
	}
	return nil
}

// A Reading is a register entry and one of its readings.
type Reading struct{ Entry, Reading string }

// String returns "entry=reading".
func (r Reading) String() string { return r.Entry + "=" + r.Reading }

// Readings is a list of readings, written "gess-adjacent=no; mobility-range=type".
type Readings []Reading

var readingForm = pattern(`^([a-z0-9-]+)=([a-z0-9()-]+)$`)

// UnmarshalYAML reads the readings.
func (l *Readings) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	for _, r := range strings.Split(s, ";") {
		m := readingForm().FindStringSubmatch(strings.TrimSpace(r))
		if m == nil {
			return faultAt(n, `expected readings such as "gess-adjacent=no", separated by ";", found %q`, r)
		}
		*l = append(*l, Reading{m[1], m[2]})
	}
	return nil
}

// Amount is a number that may be a half.
type Amount events.Half

// UnmarshalYAML reads the amount.
func (a *Amount) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	h, err := events.ParseHalf(s)
	if err != nil {
		return faultAt(n, "%v", err)
	}
	*a = Amount(h)
	return nil
}

// Moment is a time after the set-up, written "3d", "2d23h59m" or "-4d".
type Moment time.Duration

// UnmarshalYAML reads the moment.
func (m *Moment) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	d, ok := parseMoment(s)
	if !ok {
		return faultAt(n, `expected a time such as "3d" or "2d23h59m", found %q`, s)
	}
	*m = Moment(d)
	return nil
}

func parseMoment(s string) (time.Duration, bool) {
	rest, negative := strings.CutPrefix(s, "-")
	var d time.Duration
	if days, after, found := strings.Cut(rest, "d"); found {
		v, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, false
		}
		d, rest = time.Duration(v)*24*time.Hour, after
	} else if rest == "" {
		return 0, false
	}
	if rest != "" {
		v, err := time.ParseDuration(rest)
		if err != nil || v < 0 {
			return 0, false
		}
		d += v
	}
	if negative {
		d = -d
	}
	return d, true
}

// FreeSpec is a right to free pieces, written "3/15": so many, of so much value.
type FreeSpec struct {
	Count  int
	Budget events.Half
}

// UnmarshalYAML reads the right.
func (f *FreeSpec) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	count, budget, _ := strings.Cut(s, "/")
	c, err := strconv.Atoi(count)
	if err != nil {
		return faultAt(n, `expected count and budget such as "3/15", found %q`, s)
	}
	b, err := events.ParseHalf(budget)
	if err != nil {
		return faultAt(n, "budget: %v", err)
	}
	f.Count, f.Budget = c, b
	return nil
}

// Verdict is what a ruling must say: accepted or rejected, with at least these clauses among
// what it rests on, or among its faults. Each element of Clauses is a set of alternatives.
type Verdict struct {
	Given    bool
	Rejected bool
	Clauses  [][]string
}

// String returns the verdict as written.
func (v Verdict) String() string {
	word := "accepted"
	if v.Rejected {
		word = "rejected"
	}
	if len(v.Clauses) == 0 {
		return word
	}
	var all []string
	for _, c := range v.Clauses {
		all = append(all, strings.Join(c, " or "))
	}
	return word + " by " + strings.Join(all, "; ")
}

// UnmarshalYAML reads "accepted", "rejected" or "rejected by 12.5 §2; 12.2 §7".
func (v *Verdict) UnmarshalYAML(n ast.Node) error {
	s, err := text(n)
	if err != nil {
		return err
	}
	word, list, by := strings.Cut(s, " by ")
	if word != "accepted" && word != "rejected" {
		return faultAt(n, `expected "accepted" or "rejected", or either with "by" and clauses, found %q`, s)
	}
	*v = Verdict{Given: true, Rejected: word == "rejected"}
	if !by {
		return nil
	}
	for _, fault := range strings.Split(list, ";") {
		var alternatives []string
		for _, c := range strings.Split(fault, " or ") {
			c = strings.TrimSpace(c)
			if !clauseForm().MatchString(c) {
				return faultAt(n, `expected a clause such as "12.2 §6.C", found %q`, c)
			}
			alternatives = append(alternatives, c)
		}
		v.Clauses = append(v.Clauses, alternatives)
	}
	return nil
}

// agree reports whether a citation such as "12.2/3 §6.C" and a clause such as "12.2 §6"
// speak of the same place: revisions do not matter, and one may be a part of the other. A
// citation may leave out the section only of a rule that whole allows to be cited so.
func agree(citation, clause string, whole map[string]bool) bool {
	rule, section, _ := strings.Cut(citation, " ")
	rule, _, _ = strings.Cut(rule, "/")
	wantRule, want, _ := strings.Cut(clause, " ")
	if rule != wantRule {
		return false
	}
	if want == "" || section == "" {
		return want == "" || whole[rule]
	}
	return within(section, want) || within(want, section)
}

// within reports whether a section is another or a part of it.
func within(part, whole string) bool {
	rest, ok := strings.CutPrefix(part, whole)
	return ok && (rest == "" || strings.ContainsRune(".(", rune(rest[0])))
}
