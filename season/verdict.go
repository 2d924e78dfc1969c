package season

import (
	"regexp"
	"strings"
	"sync"
)

// clausePattern is a rule's number, its revision if that matters, and a section:
// "12.5", "12.5 §2", "12.2/3 §6.C".
var clausePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)*)(/[0-9]+)?( [^ ,]+)?$`) })

// parseVerdict reads what follows "=>".
func parseVerdict(c *cursor) *Verdict {
	v := &Verdict{Accepted: c.word("accepted", "rejected") == "accepted"}
	if c.done() {
		return v
	}
	c.word("by")
	for {
		c.skip()
		if !v.Accepted && len(v.Clauses) > 0 && c.has("...") {
			v.Open = true
			break
		}
		v.Clauses = append(v.Clauses, c.clause())
		if !c.comma() {
			break
		}
	}
	c.end()
	return v
}

// clause reads up to the next comma.
func (c *cursor) clause() string {
	c.skip()
	start := c.pos
	text, _, _ := strings.Cut(c.text[start:], ",")
	c.pos += len(text)
	clause := strings.Join(strings.Fields(text), " ")
	if !clausePattern().MatchString(clause) {
		c.failAt(start, "a clause such as 12.5 §2 or 12.2/3 §6.C", "")
	}
	return clause
}

// String writes the verdict as it stands behind "=>".
func (v *Verdict) String() string {
	word := "rejected"
	if v.Accepted {
		word = "accepted"
	}
	if len(v.Clauses) == 0 {
		return word
	}
	text := word + " by " + strings.Join(v.Clauses, ", ")
	if v.Open {
		text += ", ..."
	}
	return text
}
