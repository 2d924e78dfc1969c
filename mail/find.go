package mail

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"adjudicate/notation"
)

// candidate is a run of lines, each of which is a play.
type candidate struct {
	lines     []line // without prefix
	play      notation.Play
	short     bool   // it is in a notation of the game's own, and one line
	announced string // what stood before the first line and a colon
}

// says is the same for texts that mean the same play, as far as can be told without the game.
func (c *candidate) says() string {
	if c.short {
		return strings.TrimRight(strings.Join(strings.Fields(notation.Plain(c.text())), ""), "+#!?.")
	}
	return c.play.String()
}

func (c *candidate) text() string {
	texts := make([]string, len(c.lines))
	for i, l := range c.lines {
		texts[i] = l.text
	}
	return strings.Join(texts, "\n")
}

// repeats reports whether a text is the line of the candidate once more.
func (c *candidate) repeats(text string) bool {
	return len(c.lines) == 1 && strings.Join(strings.Fields(notation.Plain(c.lines[0].text)), " ") == strings.Join(strings.Fields(notation.Plain(text)), " ")
}

func (c *candidate) numbers() []int {
	numbers := make([]int, len(c.lines))
	for i, l := range c.lines {
		numbers[i] = l.number
	}
	return numbers
}

var (
	prefix = pattern(`^(?i:(?:here is |here's )?(?:my |our )?(?:next )?(?:play|plays|move|moves)(?: is| are)?) ?: *`)

	// A sentence that is nothing but a Pass or a Surrender.
	told = pattern(`^(?i:(?:ok(?:ay)?,? |well,? |so,? |then )*(?:(?:i|we)(?:'ll|’ll| will| shall| would like to| want to| must| have to)? )?(?:pass|surrender)(?: again| then| now| this time)*)(?:,? (?:please|thanks|thank you))?[.!…]*$`)

	// What only a play or talk of a play looks like: two squares with a sign between, or a piece, "@" and a square.
	playLike = pattern(`[a-z][1-9][0-9]? ?[-‐‑‒–—−xX×] ?[ab]?[a-z][1-9]|\S ?@ ?[ab]?[a-z][1-9][0-9]?(?:[ =;,.]|$)`)
)

var (
	// In a line that begins as a play does: a letter and a digit, but no mail or web address.
	squareLike = pattern(`[A-Za-z][1-9]`)
	// A line that begins as the action of a piece does, however many targets follow.
	actionLike = pattern(`^(?i:action)\s+(?:\S+\s+)?\S*[a-z][1-9][0-9]?\s*:`)
	address    = pattern(`@[A-Za-z0-9-]+\.[A-Za-z]|://`)
)

// MaxItems is the greatest number of parts that a play in a mail may have.
const MaxItems = 256

// maxTalk is the greatest number of words of a line that is taken for a play gone wrong because
// of something in it. A longer line is prose about plays.
const maxTalk = 5

func (c *candidate) said() Said {
	return Said{Announced: c.announced, Play: c.play, Text: c.text(), Lines: c.numbers()}
}

// plays returns the play in the lines, or several that are each announced for another side.
func (s Short) plays(lines []line) ([]*candidate, error) {
	found, err := s.find(lines)
	if err == nil {
		err = s.check(found)
	}
	if err != nil {
		return nil, err
	}
	if list := apart(found); list != nil {
		return list, nil
	}
	return single(found)
}

// MaxPlays is the greatest number of plays in a mail.
const MaxPlays = 8

// apart returns the plays of different sides, nil if that is not what they are: each must say whose it is, and none may
// contradict another.
func apart(found []*candidate) (list []*candidate) {
	for _, c := range found {
		if c.announced == "" {
			return nil
		}
		i := slices.IndexFunc(list, func(d *candidate) bool { return strings.EqualFold(c.announced, d.announced) })
		if i < 0 {
			list = append(list, c)
		} else if list[i].says() != c.says() {
			return nil
		}
	}
	if len(list) < 2 || len(list) > MaxPlays {
		return nil
	}
	return list
}

// find returns the plays in the lines.
func (s Short) find(lines []line) ([]*candidate, error) {
	var found []*candidate
	var current *candidate // the run that the next line may go on with
	var awaiting *line     // a prefix whose play is still to come
	var above line         // the line of prose before this one
	for i, l := range lines {
		text := l.text
		if text == "" {
			continue
		}
		announced := prefix().FindString(text)
		if text == gap || announced != "" {
			current = nil
			if awaiting != nil {
				return nil, &Refusal{Reason: NotAPlay, Line: awaiting.number, Text: awaiting.text, Err: errors.New("nothing follows")}
			}
			if text == gap {
				continue
			}
		}
		if text = text[len(announced):]; text == "" {
			awaiting = &l
			continue
		}
		if announced != "" || awaiting != nil {
			text = stopped().ReplaceAllString(text, "$1")
		}
		text, before, short, err := s.readable(text)
		switch {
		case err == nil:
			if before != "" || short || current != nil && current.short {
				current = nil // another announcement begins another play, and a short one is a line
			}
			if current != nil && sentence().MatchString(l.text) && current.repeats(text) {
				current = nil // it is said again, as in another language
			}
			if current == nil {
				if err := remarkAbove(above.text, above.number == l.number-1, len(found) == 0); err != nil {
					return nil, &Refusal{Reason: NotAPlay, Line: above.number, Text: above.text, Err: err}
				}
				current = &candidate{announced: before, short: short}
				found = append(found, current)
			}
			current.lines = append(current.lines, line{l.number, text})
			above = line{}
		case announced != "" || awaiting != nil || nearly(notation.Plain(text), err):
			return nil, &Refusal{Reason: NotAPlay, Line: l.number, Text: l.text, Err: err}
		case told().MatchString(text):
			return nil, &Refusal{Reason: ToldInProse, Line: l.number, Text: l.text}
		default:
			if len(found) > 0 {
				last := found[len(found)-1].lines
				if err := remarkBelow(text, paragraph(lines[i:], last[len(last)-1].number)); err != nil {
					return nil, &Refusal{Reason: NotAPlay, Line: l.number, Text: l.text, Err: err}
				}
			}
			current, above = nil, l
		}
		awaiting = nil
	}
	if awaiting != nil {
		return nil, &Refusal{Reason: NotAPlay, Line: awaiting.number, Text: awaiting.text, Err: errors.New("nothing follows")}
	}
	return found, nil
}

// single returns the candidate that all others repeat.
func single(found []*candidate) ([]*candidate, error) {
	for _, c := range found {
		if c.says() != found[0].says() {
			return nil, &Refusal{Reason: ManyPlays, Line: c.lines[0].number, Text: c.lines[0].text}
		}
	}
	return found[:1], nil
}

// check reads the candidates as plays.
func (s Short) check(found []*candidate) (err error) {
	if len(found) == 0 {
		return &Refusal{Reason: NoPlay}
	}
	for _, c := range found {
		if c.short {
			continue
		}
		c.play, err = notation.Parse(c.text())
		switch n := len(c.play.Items); {
		case err != nil:
		case n > MaxItems:
			err = fmt.Errorf("it has %d parts: expected at most %d", n, MaxItems)
		case c.play.Seal == "" && len(c.lines) == 1 && len(c.play.Items) == 1 && c.play.Items[0].Kind == notation.Promotion && s.knows(c.text()):
			c.short = true // "e8=Q"
		case c.play.Seal == "" && !slices.ContainsFunc(c.play.Items, notation.Item.Atomic):
			err = errors.New("announces a promotion without a play")
		}
		if err != nil {
			return &Refusal{Reason: NotAPlay, Line: c.lines[0].number, Text: c.lines[0].text, Err: err}
		}
	}
	return nil
}

// nearly reports whether a line that does not parse is rather a play gone wrong than prose: it
// is a list that begins with a play; or it begins as an action does; or it is short and holds something like a play, or begins
// as one does.
func nearly(text string, err error) bool {
	if first, _, list := strings.Cut(text, ";"); list {
		if _, err := notation.Parse(first); err == nil {
			return true
		}
	}
	if actionLike().MatchString(text) {
		return true
	}
	if len(strings.Fields(text)) > maxTalk {
		return false
	}
	if playLike().MatchString(text) {
		return true
	}
	var syntax *notation.SyntaxError
	return errors.As(err, &syntax) && syntax.Column > 1 && squareLike().MatchString(text) && !address().MatchString(text)
}
