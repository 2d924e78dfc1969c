package mail

import (
	_ "embed" // words
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// A line that is a play is one only if its sender makes it. The lines around it can say otherwise: that it was made before, that it depends on something,
// that it is a question, a joke, or taken back. Such a mail is for a person to read; whatever is not certain here is no play.
//
//	For my next turn:          depends
//	My last play was:          speaks
//	Ra1-a5
//	would be legal, I think?   goesOn, asksOn
//	Just kidding.              retracts

// remarkAbove says what a line of prose above a play makes of it, nil if nothing. Near says that no empty line stands between, first that the play is the
// first of its mail: what stands above a further one speaks of both.
func remarkAbove(text string, near, first bool) error {
	if depends().MatchString(text) {
		return errors.New("the play below depends on it")
	}
	last := text
	if ends := sentenceEnd().FindAllStringIndex(text, -1); len(ends) > 0 {
		last = text[ends[len(ends)-1][1]:]
	}
	open := strings.HasSuffix(last, ":") || near && last != "" && !strings.ContainsAny(last[len(last)-1:], ".!?") && !strings.HasSuffix(last, "…")
	if !open || !first || playLike().MatchString(last) {
		return nil // it says no more, or speaks of another play
	}
	for _, word := range strings.FieldsFunc(last, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(phrases.Distant, strings.ToLower(word)) {
			return errors.New("it speaks of the play below and does not make it")
		}
	}
	return nil
}

// remarkBelow says what a line of prose below a play makes of it, nil if nothing. Near are the lines from it to the end of its paragraph if no empty line
// stands between it and the play.
func remarkBelow(text string, near []line) error {
	switch {
	case retracts().MatchString(text):
		return errors.New("it takes back the play above")
	case provides().MatchString(text):
		return errors.New("the play above depends on it")
	case len(near) == 0:
	case goesOn().MatchString(text):
		return errors.New("the play above is part of a sentence that goes on here")
	case startsSmall(text) && strings.HasSuffix(near[len(near)-1].text, "?"):
		return errors.New("the play above is part of a question")
	}
	return nil
}

// startsSmall reports whether a line goes on with a sentence, by its first letter.
func startsSmall(text string) bool {
	for _, r := range text {
		return unicode.IsLower(r)
	}
	return false
}

// paragraph is what the lines begin with up to an empty line, if the first stands right below the line with a number.
func paragraph(lines []line, below int) []line {
	for i, l := range lines {
		if l.text == "" || l.text == gap || l.number != below+i+1 {
			return lines[:i]
		}
	}
	return lines
}

var sentenceEnd = pattern(`[.!?…]+\s+`)

// depends matches a line that says on what the play below it depends, and does not end there.
var depends = pattern(`(?i:(?:^|[\s(])(?:if|unless|when|once|wenn|falls|sollte|sobald)\s(?:.*\s)?(?:then|dann)\s*[:,]?$|(?:^|[\s(])(?:if|unless|wenn|falls|sollte|sobald)\s.*[,:]$|` +
	`(?:^|[\s(])(?:(?:for|in|on|at) (?:my|our|the) next (?:turn|move|play|round)|(?:für|in) (?:meinen?|der|den) nächsten? (?:zug|runde))\b.*[:,]$|` +
	`(?:^|[\s(])(?:after|as soon as|once|when|until|nachdem|sobald|sowie)\s.*\b(?:has|have|had|moves?|moved|plays?|played|passe[sd]|hat|gezogen|gespielt|zieht|spielt|passt)\b.*[:,]$|` +
	`^(?:later|tomorrow|later on|später|morgen|danach)\s*[:,]$)`)

// retracts matches a line by which somebody takes back what stands above it.
var retracts = pattern(`(?i:^(?:(?:no|nein|oh|oops|hm+|haha|lol|sorry|wait|warte|halt|stop|stopp|moment|bitte|please)[,.!… ]+)*(?:` +
	`(?:please )?(?:do not|don't|don’t)(?: yet)? (?:enter|play|record|submit|execute|make|count|send|take) (?:this|that|it)\b|` +
	`(?:please )?(?:` + strings.Join(phrases.Retract, "|") + `) (?:this|that|it|the above)\b|(?:i|we) take (?:this|that|it) back\b|on second thoughts?\b|` +
	`(?:das |es |den zug |bitte )*(?:doch |noch )?nicht (?:ausführen|eintragen|werten|spielen|zählen|abschicken)\b|(?:bitte )?(?:vergiss|vergessen sie|ignoriere?|ignorieren sie) (?:das|es|den zug)\b|` +
	`(?:ich|wir) nehmen? (?:das|es|den zug) zurück|doch nicht[.!…]*$|` +
	`(?:i'm |i’m |i am |i was |(?:das )?war )?(?:just |only |nur )?(?:kidding|joking|a joke|jk|(?:ein(?:en?)? )?(?:scherz|spaß|spass|witz))(?:\P{L}|$)|` +
	`(?:or|oder|ou)\b.*\?$))`)

// provides matches a line that says on what the play above it depends, or what it waits for.
var provides = pattern(`(?i:^(?:(?:but|aber|and|und|please|bitte) )*(?:(?:only|nur|erst)\b.*\b(?:if|when|after|once|wenn|falls|dann|nachdem|sobald)\b|(?:unless|provided|assuming|es sei denn|sofern|vorausgesetzt)\b|` +
	`(?:hold|keep|save|delay|wait with) (?:this|that|it)\b.*\b(?:until|till|for|back)\b|(?:wait|warte[nt]?) (?:until|till|bis)\b))`)

// goesOn matches a line with which a sentence goes on whose subject stands above it.
var goesOn = pattern(`^(?:is|isn['’]t|was|wasn['’]t|would|wouldn['’]t|will|won['’]t|looks|seems|does|doesn['’]t|did|didn['’]t|has|had|might|could|can|can['’]t|should|ist|war|wäre|würde|sieht|scheint|geht|ginge|kann|könnte|hätte|hat)\s`)

//go:embed talk.json
var talkText []byte

// phrases are words of the languages that mails are read in.
var phrases = func() (t struct {
	Retract  []string `json:"retract"`  // what one asks for who takes something back
	Distant  []string `json:"distant"`  // by which a line above a play speaks of one that was, could be or should not be
	Doubtful []string `json:"doubtful"` // with which somebody speaks of a play without making it
}) {
	if err := json.Unmarshal(talkText, &t); err != nil {
		panic("mail: talk.json: " + err.Error())
	}
	return t
}()
