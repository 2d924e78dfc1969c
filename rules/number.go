package rules

import (
	"strconv"
	"strings"
	"time"
)

// validNumber reports whether s is a rule number: whole numbers without leading zeros,
// separated by dots.
func validNumber(s string) bool {
	if len(s) > 60 {
		return false
	}
	for part := range strings.SplitSeq(s, ".") {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil || strconv.FormatUint(n, 10) != part {
			return false
		}
	}
	return true
}

// CompareNumbers compares rule numbers part by part as numbers: 7 < 7.5 < 7.10.
func CompareNumbers(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		m, _ := strconv.Atoi(x)
		n, _ := strconv.Atoi(y)
		if m != n {
			return m - n
		}
	}
	return len(a) - len(b)
}

// Clause returns the rule with its revision, and a place in it: Clause("§2") of revision
// 5 of rule 12.5 is "12.5/5 §2".
func (r *Rule) Clause(section string) string {
	s := r.Number + "/" + strconv.Itoa(r.Revision)
	if section != "" {
		s += " " + section
	}
	return s
}

// Lapses returns when the rule lapses: the beginning of its date, UTC; the zero time if it does not.
func (r *Rule) Lapses() time.Time {
	at, _ := time.Parse(time.DateOnly, r.Until)
	return at
}
