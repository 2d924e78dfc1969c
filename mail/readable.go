package mail

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"adjudicate/notation"
)

// readable reads a line as a play, as a person would who knows the notation: whatever names or
// words announce it, with a full stop behind it, and with the letters of squares in capitals.
// It returns the play as it is to be noted, what stood before a colon, and whether the play is in short notation. Nothing is changed in
// a line that is a play as it stands.
func (s Short) readable(text string) (play, before string, short bool, err error) {
	if play, short, err = s.legible(text); err == nil {
		head, rest, ok := strings.Cut(play, ": ")
		if !ok || strings.ContainsFunc(head, func(r rune) bool { return !unicode.IsLetter(r) }) {
			return play, "", short, nil
		}
		if rest, short, perr := s.legible(rest); perr != nil {
			return play, "", short, nil
		} else if announces(head) { // a word before a colon could be the name of a piece: nobody means that
			return rest, head, short, nil
		}
		return text, "", false, fmt.Errorf("%q does not make the play", head)
	}
	if len(text) > maxParagraph || !strings.ContainsAny(text, "123456789") && !bareWord().MatchString(text) && !castles().MatchString(text) {
		return text, "", false, err // nothing that stands on a board is named
	}
	if head, rest, ok := strings.Cut(text, ":"); ok && announces(head) {
		if play, short, perr := s.legible(stopped().ReplaceAllString(strings.TrimSpace(rest), "$1")); perr == nil {
			return play, strings.TrimSpace(head), short, nil
		}
	}
	if said := sentence().FindStringIndex(text); said != nil {
		if play, short, perr := s.legible(text[said[1]:]); perr == nil && (short || strings.ContainsFunc(play, unicode.IsDigit)) {
			return play, "", short, nil
		}
	}
	return text, "", false, err
}

// legible tries a text as it is, without what encloses it, without a full stop, with squares in small letters, and in short notation.
func (s Short) legible(text string) (play string, short bool, err error) {
	whole, first := notation.Parse(text)
	if first == nil {
		if bare := strings.TrimRight(text, ".!"); bare != text {
			if same, err := notation.Parse(bare); err == nil && same.String() == whole.String() {
				text = bare
			}
		}
		return text, false, nil
	}
	if len(text) > maxParagraph {
		return text, false, first
	}
	for _, text := range []string{text, bared(text)} {
		bare := strings.TrimRight(text, ".!,")
		small := capitalTo().ReplaceAllStringFunc(bare, strings.ToLower)
		both := capitalFrom().ReplaceAllStringFunc(small, strings.ToLower)
		for _, try := range []string{bare, small, both} {
			if _, err := notation.Parse(try); err == nil && strings.ContainsAny(notation.Plain(try), "123456789") {
				return try, false, nil
			}
		}
		if s.knows(bare) {
			return bare, true, nil
		}
	}
	return text, false, first
}

// knows reports whether a line is a play in short notation. A question is none.
func (s Short) knows(text string) bool {
	return s != nil && !asks().MatchString(text) && s(text)
}

// closing has the signs that close what others open where plain text is emphasised or quoted. Brackets are not among them: what they hold is said aside.
var closing = map[rune]rune{'*': '*', '_': '_', '`': '`', '\'': '\'', '"': '"', '“': '”', '„': '“', '‘': '’', '‚': '‘', '«': '»', '»': '«', '‹': '›'}

// bared takes off a text the signs by which it is emphasised, quoted or made an item of a list.
func bared(text string) string {
	text = strings.TrimSpace(bullet().ReplaceAllString(text, ""))
	for {
		first, n := utf8.DecodeRuneInString(text)
		last, m := utf8.DecodeLastRuneInString(text)
		if closes, ok := closing[first]; !ok || closes != last || len(text) <= n+m {
			return text
		}
		text = strings.TrimSpace(text[n : len(text)-m])
	}
}

var (
	castles     = pattern(`[0OoОо].*[0OoОо]`)
	asks        = pattern(`(?:^|[^!])\?[.…]*$`)
	bullet      = pattern(`^(?:[-–•·‣◦]|->|→)\s+`)
	bareWord    = pattern(`^[^:]*: *(?i:pass|surrender)[.!]?$`)
	stopped     = pattern(`^(?i:(pass|surrender))[.!]$`) // which is a play where something announces it
	capitalTo   = pattern(`[@×–-][ ]?[A-Z][1-9][0-9]?\b`)
	capitalFrom = pattern(`[A-Z][1-9][0-9]?[ ]?[×x–-]`)

	// A sentence that says in the first person what follows, and nothing else.
	sentence = pattern(`^(?i:(?:ok(?:ay)?|well|so|then|now|hi|hello)[,.!]? )*(?i:(?:i|we)(?:'ll|’ll| will| shall| hereby|'d like to| would like to| want to)? (?:play|move|submit|make|choose|send|go)(?: the play| the move)? )`)
)

// depends matches a line that says on what the play below it depends, and does not end there.
var depends = pattern(`(?i:(?:^|[\s(])(?:if|unless|when|once|wenn|falls|sollte|sobald)\s(?:.*\s)?(?:then|dann)\s*[:,]?$|(?:^|[\s(])(?:if|unless|wenn|falls|sollte|sobald)\s.*[,:]$)`)

// retracts matches a line by which somebody takes back what stands above it.
var retracts = pattern(`(?i:^(?:(?:no|nein|oh|oops|hm+|sorry|wait|warte|halt|stop|stopp|moment|bitte|please)[,.!… ]+)*(?:` +
	`(?:please )?(?:do not|don't|don’t)(?: yet)? (?:enter|play|record|submit|execute|make|count|send|take) (?:this|that|it)\b|` +
	`(?:please )?(?:ignore|forget|scratch|disregard) (?:this|that|it|the above)\b|(?:i|we) take (?:this|that|it) back\b|on second thoughts?\b|` +
	`(?:das |es |den zug |bitte )*(?:doch |noch )?nicht (?:ausführen|eintragen|werten|spielen|zählen|abschicken)\b|(?:bitte )?(?:vergiss|vergessen sie|ignoriere?|ignorieren sie) (?:das|es|den zug)\b|` +
	`(?:ich|wir) nehmen? (?:das|es|den zug) zurück|doch nicht[.!…]*$))`)

// mostBefore is how many words may announce a play.
const mostBefore = 4

// doubtful are words with which somebody speaks of a play without making it.
var doubtful = map[string]bool{"not": true, "no": true, "if": true, "or": true, "but": true, "maybe": true, "perhaps": true, "example": true, "illegal": true,
	"legal": true, "why": true, "what": true, "instead": true, "last": true, "old": true, "yesterday": true, "never": true, "wrong": true, "was": true, "were": true,
	"nicht": true, "kein": true, "keine": true, "wenn": true, "falls": true, "oder": true, "vielleicht": true, "letzter": true, "eventuell": true, "evtl": true, "statt": true, "beispiel": true,
	"falsch": true, "gestern": true, "zuletzt": true, "warum": true, "nie": true, "aber": true, "alt": true, "si": true, "non": true, "pas": true, "peut-être": true, "exemple": true}

// announces reports whether some words before a colon may announce a play: few, of letters, and
// none that speaks of a play rather than making it.
func announces(head string) bool {
	words := strings.Fields(head)
	if len(words) == 0 || len(words) > mostBefore {
		return false
	}
	for _, w := range words {
		if doubtful[strings.ToLower(w)] || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("-'’", r) }) {
			return false
		}
	}
	return true
}
