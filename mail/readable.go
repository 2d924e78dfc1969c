package mail

import (
	"fmt"
	"slices"
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
		bare := strings.TrimRight(arrows().ReplaceAllString(text, "-"), ".!,")
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
	arrows      = pattern(`\s*[➡⇒►▶]\x{fe0f}?\s*`) // as pictures, from the keyboards of phones
	bareWord    = pattern(`^[^:]*: *(?i:pass|surrender)[.!]?$`)
	stopped     = pattern(`^(?i:(pass|surrender))[.!]$`) // which is a play where something announces it
	capitalTo   = pattern(`[@×–-][ ]?[A-Z][1-9][0-9]?\b`)
	capitalFrom = pattern(`[A-Z][1-9][0-9]?[ ]?[×x–-]`)

	// A sentence that says in the first person what follows, and nothing else.
	sentence = pattern(`^(?i:(?:ok(?:ay)?|well|so|then|now|hi|hello|also|dann|alors|bonjour|hallo|hola|ciao)[,.!]? )*(?i:` +
		`(?:i|we)(?:'ll|’ll| will| shall| hereby|'d like to| would like to| want to)? (?:play|move|submit|make|choose|send|go)(?: the play| the move)? |` +
		`(?:(?:ich|wir) )?(?:ziehen?|spielen?|setzen?|mache|machen|nehmen?)(?: mit| den zug)? |` +
		`(?:je|nous) (?:joue|jouons|déplace|déplaçons) |(?:yo )?(?:juego|muevo|jugamos|movemos) |(?:io )?(?:gioco|muovo|giochiamo|muoviamo) |(?:ik|wij|we) (?:speel|spelen|zet|zetten) )`)

	// What a play is called, with the number of the turn.
	numbered = pattern(`^(?i:(?:my|our|mein|unser) )?(?i:turn|move|play|round|zug|runde|coup|tour|mossa|jugada|zet) ?(?i:no\.?|nr\.?|#)? ?\d{1,4}$`)
)

// mostBefore is how many words may announce a play.
const mostBefore = 4

// announces reports whether some words before a colon may announce a play: few, of letters, and
// none that speaks of a play rather than making it.
func announces(head string) bool {
	if numbered().MatchString(head) {
		return true
	}
	words := strings.FieldsFunc(head, func(r rune) bool { return unicode.IsSpace(r) || r == '/' }) // "Mein Zug / My move"
	if len(words) == 0 || len(words) > mostBefore {
		return false
	}
	for _, w := range words {
		if slices.Contains(phrases.Doubtful, strings.ToLower(w)) || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("-'’", r) }) {
			return false
		}
	}
	return true
}
