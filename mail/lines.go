package mail

import (
	"strings"
	"unicode"
)

// gap stands in a mail's text for what its sender did not write now: a quotation. What
// stands before it and after it is not one piece.
const gap = "\x00"

var (
	// "On Monday, Ann wrote:" and its like in other languages and older programs.
	attribution = pattern(`^(On|Am|Le|El|Il|Op|Den|Em)\b.*\b(wrote|schrieb|écrit|escribió|ha scritto|schreef|skrev|escreveu)\b.*:$|^[^:]{1,80} (wrote|writes|schrieb|a écrit) ?:$`)
	begins      = pattern(`^(On|Am|Le|El|Il|Op|Den|Em) .*\d`)
	// What all of them have in whatever language and order: an address, a time of day, and a colon at the end.
	timed  = pattern(`\b\d{1,2}[:.h]\d{2}\b`)
	introd = pattern(`[:：]$`)

	// Before each line of what is quoted: the usual sign, of double width, a bar, or the writer's initials with the sign.
	quoted = pattern(`^(?:[>＞]|\|(?:\s|$)|\p{Lu}{1,3}>(?:\s|$))`)

	// "-----Original Message-----" and its like.
	divider = pattern(`^(-{3,} ?\pL[^-]*\pL ?-{3,}|(?i:begin forwarded message):?)$`)
	ruler   = pattern(`^_{10,}$`)
	field   = pattern(`^\*?(From|Sent|Date|To|Cc|Subject|Von|Gesendet|An|Betreff)\*?:\*? `)
	// A field in whatever language, and an address in one.
	anyField = pattern(`^\*?\pL[\pL\pM .-]{0,20}\*?[\s\x{a0}]?:\*?\s+\S`)
	mailbox  = pattern(`\S@\S+\.\pL`)
)

// written returns what the sender wrote: without quotations, which leave a gap, without
// signature and without a message enclosed below.
func written(lines []line) []line {
	var out []line
	for i := 0; i < len(lines); i++ {
		text := strings.TrimSpace(lines[i].text)
		switch {
		case quoted().MatchString(text):
			out = append(out, line{lines[i].number, gap})
			continue
		case text == "--" || divider().MatchString(text):
			return out
		case ruler().MatchString(text) && enclosed(lines[i+1:]),
			anyField().MatchString(text+" ") && enclosed(lines[i:]):
			return out
		}
		if n := attributed(lines[i:]); n > 0 {
			// A program that does not mark what it quotes puts it all below this line.
			if next := nextText(lines[i+n:]); !quoted().MatchString(next) {
				return out
			}
			out = append(out, line{lines[i].number, gap})
			i += n - 1
			continue
		}
		out = append(out, line{lines[i].number, text})
	}
	return out
}

// attributed returns over how many of the first lines an attribution goes; mail programs wrap
// them. 0 means that there is none.
func attributed(lines []line) int {
	joined := ""
	for n, l := range lines[:min(3, len(lines))] {
		joined = strings.TrimSpace(joined + " " + strings.TrimSpace(l.text))
		if attributes(joined) {
			return n + 1
		}
		if !begins().MatchString(joined) {
			return 0
		}
	}
	return 0
}

// attributes reports whether a line says whose words follow.
func attributes(text string) bool {
	text = strings.Map(func(r rune) rune { // programs of languages that run from right to left turn the text around and back
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
	return attribution().MatchString(text) || introd().MatchString(text) && mailbox().MatchString(text) && timed().MatchString(text)
}

// enclosed reports whether the lines begin with the header of an enclosed message: two fields that are known
// one below the other, or three of whatever names, the first of which has an address.
func enclosed(lines []line) bool {
	fields, known := 0, 0
	addressed := false
	for _, l := range lines {
		text := strings.TrimSpace(l.text)
		if text == "" && fields == 0 {
			continue
		}
		if field().MatchString(text + " ") {
			known++
		} else if !anyField().MatchString(text) {
			return false
		}
		addressed = addressed || fields == 0 && mailbox().MatchString(text)
		if fields++; known == 2 || fields == 3 && addressed {
			return true
		}
		if fields == 6 {
			return false // From, Sent, To, Cc, Date and Subject are all there are
		}
	}
	return false
}

func nextText(lines []line) string {
	for _, l := range lines {
		if text := strings.TrimSpace(l.text); text != "" {
			return text
		}
	}
	return ""
}
