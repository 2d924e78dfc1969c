package aggregate

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/words"
	"adjudicate/systems/san"
)

// said is the play of the input as package notation reads it, or as algebraic notation where that does not.
func (p *play) said() *notation.Reading {
	text := p.d.in.Reading()
	if text.Err != nil || text.Announces() {
		return p.algebraic(text)
	}
	return text
}

// Reading returns a play as the judge would read it where it stands, nil if the input is none: other than Input.Reading it knows the turns that algebraic
// notation may mean.
func (j *Judge) Reading(in Input) *notation.Reading {
	submitted, ok := in.Payload.(events.PlaySubmitted)
	i, known := j.SideID(submitted.Side)
	if !ok || !known || j.Law().Err() != nil {
		return in.Reading()
	}
	return (&play{d: j.begin(in, nil), side: i, name: submitted.Side, how: HowSubmitted}).said()
}

// algebraic reads a play of a game in which each is one act and that is no play by package notation as people write turns in short: "Nf3", "exd6", "0-0".
// It returns the same play in full; for a turn that is not legal, the one that comes nearest to it, so that the ruling says what is wrong
// with it. A text that several legal turns agree with is a fault that lists them.
func (p *play) algebraic(r *notation.Reading) *notation.Reading {
	if !p.d.law().single() || !p.d.state().Started() {
		return r
	}
	scene := san.On(p.d.now.turns(), p.side)
	text := bare(r.Text)
	m, err := scene.Read(text)
	var syntax *san.SyntaxError
	if errors.As(err, &syntax) {
		small := r.Of(inSmall(text))
		if small.Err == nil {
			return small
		}
		if found, other := scene.Read(small.Text); !errors.As(other, &syntax) {
			m, err = found, other
		}
	}
	var several *san.AmbiguousError
	var illegal *san.IllegalError
	switch {
	case err != nil && r.Err == nil: // the announcement of a promotion
	case err == nil:
		return r.Of(scene.Long(&m.Act))
	case errors.As(err, &several):
		p.d.refuse(FaultAmbiguous, p.d.law().citePlay(notation.Move), "%v", err)
	case errors.As(err, &illegal) && len(illegal.Tried) > 0:
		return r.Of(scene.Long(&illegal.Tried[0]))
	case errors.As(err, &illegal):
		p.d.refuse(FaultNotation, "", "%v", err)
	}
	return r
}

var squareInCapitals = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Z][1-9][0-9]?`) })

var chosenItem = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:\w+\s*:|close\s|destroy\s|\S+@)`) })

// bare is the text of a turn with what is chosen behind it as algebraic notation has it: "Nf3; tax: 2" is "Nf3/tax:2".
func bare(text string) string {
	items := strings.Split(notation.Bare(notation.Plain(text)), ";")
	for i, item := range items[1:] {
		if !chosenItem().MatchString(item) {
			return strings.Join(items, ";")
		}
		item = strings.TrimPrefix(strings.TrimSpace(item), "close ")
		if square, ok := strings.CutPrefix(item, "destroy "); ok {
			item = "x" + square
		}
		items[i+1] = item
	}
	return strings.Join(items, "/")
}

// inSmall writes the squares of a text that was typed in capitals in small letters. Other letters stay: "B" may be a piece or a file.
func inSmall(text string) string {
	return squareInCapitals().ReplaceAllStringFunc(text, strings.ToLower)
}

// Short reports whether a text has a form that this game alone knows, whatever the position: that of a turn in algebraic notation, "Nf3", "exd6!", "0-0", or
// that of a play with a move of a kind that its rules declare. In games whose plays are not whole turns, and before the start, no text has the first.
func (j *Judge) Short(text string) bool {
	var unread *notation.Reading
	if kinds := j.Kinds(); len(kinds) > 0 && unread.Of(text).Knowing(kinds).Err == nil {
		return true
	}
	b := j.base
	if b.compile() != nil || !b.law.single() || !b.state.Started() || strings.Contains(text, "\n") {
		return false
	}
	text = bare(text)
	if strings.Contains(text, ";") || strings.ContainsFunc(text, unicode.IsControl) || strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cf, r) }) {
		return false
	}
	return san.Turn(b.law.ruleset, text) || san.Turn(b.law.ruleset, inSmall(text))
}

// WritesAlgebraic reports whether views of the game write plays in algebraic notation, as the words of its system say.
func (s *State) WritesAlgebraic() bool { return words.WritesAlgebraic(s.words) }

// Algebraic is Judge.Algebraic of a judge that stands at s.
func (s *State) Algebraic(r *events.Ruled) string {
	if r.Play == "" || !s.WritesAlgebraic() {
		return ""
	}
	j, err := NewJudge(s, "")
	if err != nil {
		return "" // whoever asks for the rules is told what is wrong with them
	}
	return j.Algebraic(r)
}

// Algebraic writes the play of a ruling that is about to be committed, or was made where the judge stands, in algebraic notation. It is "" in a
// game that is not written so, and of what is no legal turn there: a rejected play, a play of several acts, one that stands though it is illegal.
// It is derived from the position before the play and the rules then in force, and nowhere stored. It costs about as much as the legal turns of one position.
func (j *Judge) Algebraic(r *events.Ruled) string {
	if r.Play == "" || r.Verdict == Rejected || !j.State().WritesAlgebraic() {
		return ""
	}
	side, ok := j.SideID(r.Side)
	if b := j.base; b.compile() != nil || !b.law.single() || !ok {
		return ""
	}
	scene := san.On(j.base.turns(), side)
	if m := scene.Meant(r.Play); m != nil {
		return scene.Write(m)
	}
	return ""
}
