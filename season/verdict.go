package season

import (
	"regexp"
	"strings"
)

// clausePattern is a rule's number, its revision if that matters, and a section:
// "1230.5", "1230.5 §2", "1230.2/49 §6.C".
var clausePattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)*)(/[0-9]+)?( [§¶][^ ,]+)?$`)

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
	if !clausePattern.MatchString(clause) {
		c.failAt(start, "a clause such as 1230.5 §2 or 1230.2/49 §6.C", "")
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

// Covers says whether an expected clause is met by one that a ruling cites: the same
// rule, the same revision if the expected clause names one, and the same section or
// one within it. "1230.2 §6" covers "1230.2/49 §6.C".
func Covers(expected, cited string) bool {
	e, c := clausePattern.FindStringSubmatch(expected), clausePattern.FindStringSubmatch(cited)
	if e == nil || c == nil || e[1] != c[1] || e[2] != "" && e[2] != c[2] {
		return false
	}
	rest, ok := strings.CutPrefix(c[3], e[3])
	return ok && (e[3] == "" || rest == "" || strings.ContainsAny(rest[:1], ".(ivabcdefghjk"))
}
