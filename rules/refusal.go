package rules

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sync"

	"adjudicate/rules/keys"
	"adjudicate/rules/names"
)

// A play that is refused has been refused for reasons, each with a code that rulings give it. Some say that the rules forbid what was tried. The
// others say that nothing was tried: it is not the side's turn or too late, the text cannot be read, or it names what is not there.

// OnRefused is the moment after a play of a side that was refused, and that at which ends are asked then.
const OnRefused = "refused"

// NotAgreed is the code of the reason for which a play fails that has waited for others, who have refused it.
const NotAgreed = "not-agreed"

// untried are the codes of the reasons by which a play has not been tried.
var untried = []string{
	"not-your-turn", "played-already", "seal", "spur", "limit-expired", "pending-play", NotAgreed,
	"notation", "unknown-square", "unknown-type", "unknown-piece", "no-piece-there", "wrong-type", "wrong-piece", "ambiguous", "not-in-holding", "nothing-to-capture", "promotion-missing",
}

// forbidding are the codes of the others.
var forbidding = []string{
	"shape-not-allowed", "single-atomic-only", "moved-twice", "own-check", "no-rule", "not-your-piece",
	"square-occupied", "path-blocked", "cannot-reach", "condition-unmet", "landing-forbidden", "nothing-to-copy", "denied", "immune", "friendly-piece",
	"cannot-capture", "own-king-off-board", "placement-limit", "placement-attacks", "placement-checks",
	keys.Name("no-kind"), keys.Name("kind-cost"), keys.Name("kind-royal"), keys.Name("kind-forbidden"),
	"no-action", "action-target", "action-spared", "action-too-many", "action-twice",
	"limit", "power", "consent", "choice", "duty", "stage-act", "promotion-not-allowed", "promotion-type",
}

// barring are the codes of reasons for which the rules forbid something else than a play.
var barring = []string{
	"insufficient-funds", "type-excluded", "instance-limit", "on-board-limit", "holding-full", "purchase-terms", "invention",
	"no-free-pieces", "free-pieces-too-late", "free-pieces-count", "free-pieces-budget", "side-attribute",
}

// Barred reports whether something else than a play that was refused for some reasons is forbidden by the rules, and nothing else speaks against it.
func Barred(codes []string) bool {
	return len(codes) > 0 && !slices.ContainsFunc(codes, func(code string) bool { return !slices.Contains(forbidding, code) && !slices.Contains(barring, code) })
}

// refusals checks what has been refused that an entry answers.
func (c *checker) refusals(at string, e *Consequence) {
	if len(e.To) > 0 && e.On != OnRefused {
		c.fault(at+".to", "allowed only with on: refused")
		return
	}
	words := append(c.merged.soughtWords(), OfPlay)
	for i, word := range e.To {
		to := fmt.Sprintf("%s.to[%d]", at, i)
		if c.word(to, word, words...); !slices.Contains(words, word) && c.problems[len(c.problems)-1].Hint == "" {
			c.hint("or the name of a power: no rule declares one of this name under powers")
		}
	}
}

// Tried reports whether a play that was refused for some reasons is a try: the rules forbid it, and nothing else speaks against it. Known is false if some
// reason is none of a play in a game that is under way.
func Tried(codes []string) (tried, known bool) {
	tried, known = len(codes) > 0, len(codes) > 0
	for _, code := range codes {
		forbids := slices.Contains(forbidding, code)
		tried = tried && forbids
		known = known && (forbids || slices.Contains(untried, code))
	}
	return tried, known
}

// reasons doubts what an entry asks of the reasons of a refusal, where the answer is known.
func (c *checker) reasons(at string, e *Consequence) {
	walkExprs(at, reflect.ValueOf(e), func(path string, src Expr) {
		switch code := asksReason(src); {
		case code == "":
		case e.On != OnRefused:
			c.doubt(path, "nothing is refused at %s: fault(…) never holds", e.On)
		case slices.Contains(barring, code) && !slices.ContainsFunc(e.To, func(word string) bool { return word != OfPlay }):
			c.doubt(path, "fault(%q) never holds here: no play is refused for that", code)
			c.hint("to: [buy, …] says what is refused")
		case e.Of == "" && len(e.To) > 0 && code == NotAgreed:
			c.doubt(path, "fault(%q) never holds here: without of the entry is about what the rules forbid", code)
			c.hint("of: all is also about what others have refused")
		case e.Of == "" && len(e.To) == 0 && slices.Contains(untried, code):
			c.doubt(path, "fault(%q) never holds here: a play that is refused for that is no try", code)
			c.hint("of: all is also about plays out of turn, and about what cannot be read")
		}
	})
}

// placeless doubts what the condition of an entry asks of where a play went that was a mere try: that is known only of one that others have
// refused. Words in quotation marks are names.
func (c *checker) placeless(at string, e *Consequence) {
	if e.On != OnRefused || e.Of != "" || len(e.To) > 0 {
		return
	}
	if word := placeAsked().FindString(quotedWords().ReplaceAllString(string(e.When), `""`)); word != "" {
		c.doubt(at+".when", "%s is none here: of a try only the piece is known, actor", word)
		c.hint("of: all is also about plays that others have refused, of which it is known")
	}
}

var placeAsked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(from|to|victim)\b`) })

var quotedWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"[^"]*"|'[^']*'`) })

// asksReason is the first reason that a formula asks for, one for which a play is no try if there is one; empty if it asks for none.
func asksReason(src Expr) (code string) {
	for _, m := range faultAsked().FindAllStringSubmatch(string(src), -1) {
		if code == "" || slices.Contains(untried, m[1]) {
			code = m[1]
		}
	}
	return code
}

var faultAsked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bfault\(\s*["']([a-z-]+)["']\s*\)`) })

// reason resolves the code of a reason.
func (r Resolver) reason(code string) (int, error) {
	if known := slices.Concat(forbidding, barring, untried); !slices.Contains(known, code) {
		return 0, fmt.Errorf("nothing is refused for %q%s", code, after("; ", names.Suggest(code, known, "")))
	}
	if r.Side == nil {
		return 0, nil
	}
	return r.Side(code)
}

func after(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + text
}
