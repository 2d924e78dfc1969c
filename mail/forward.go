package mail

import (
	"strings"
)

// A message is forwarded in two ways: as a part of its own, whole, or within the text, behind a
// line that says so and some fields of its header. Only of a mail that holds no play of its own
// is the play looked for there. Its sender is then the one of the forwarded message; who
// forwarded it is told as well, for the caller to judge.

var (
	// What mail programs put before a subject, or into the line above what they forward.
	forwardSubject = pattern(`(?i)^\s*(fwd?|wg|tr|rv|enc|i|vs|doorst)\s*:`)
	forwardDivider = pattern(`(?i)forward|weitergeleitet|transf[ée]r|reenviad|encaminhad|inoltrat|doorgestuurd|vidarebefordra|videresendt`)
	forwardField   = pattern(`^\*?(\pL[\pL-]*)\*?:\*? (.*)$`)
)

// forwarded reads the message that another one forwards; ok says whether there is one.
func (s Short) forwarded(outer *Message, b *body) (m Message, ok bool, err error) {
	if len(b.enclosed) == 1 {
		m, err = s.read(b.enclosed[0], 1)
		if m.Received.IsZero() || outer.Received.After(m.Received) {
			m.Received = outer.Received
		}
		m.Forwarder = outer.From
		return m, true, err
	}
	rest, ok := forwardedText(outer.Subject, b.lines)
	if !ok {
		return m, false, nil
	}
	m = *outer
	m.Forwarder = outer.From
	var text []line
	sender := ""
	for i, l := range rest {
		f := forwardField().FindStringSubmatch(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l.text), ">")))
		if f == nil {
			if strings.Trim(l.text, "> \t") == "" && sender == "" {
				continue
			}
			text = rest[i:]
			break
		}
		switch strings.ToLower(f[1]) {
		case "from", "von", "de", "da", "van", "fra", "från":
			if at := forwardAddress().FindString(f[2]); at != "" && sender == "" {
				sender = at
			}
		}
	}
	if sender == "" {
		return m, false, nil // nobody can say whose it is
	}
	i := strings.LastIndexByte(sender, '@')
	m.From, m.Name = sender[:i]+strings.ToLower(sender[i:]), ""
	for i := range text { // some programs mark what they forward as a quotation
		text[i].text = strings.TrimPrefix(strings.TrimPrefix(text[i].text, ">"), " ")
	}
	found, err := s.plays(written(text))
	if err != nil {
		return m, true, err
	}
	m.take(found)
	return m, true, nil
}

var forwardAddress = pattern(`[^\s<>"',;:()\[\]]+@[A-Za-z0-9.-]+[A-Za-z0-9]`)

// forwardedText returns the lines of a message that is forwarded within a text.
func forwardedText(subject string, lines []line) (rest []line, ok bool) {
	for i, l := range lines {
		text := strings.TrimSpace(l.text)
		ruled := divider().MatchString(text)
		if !(ruled && forwardDivider().MatchString(text) || forwardSubject().MatchString(subject) && (ruled || field().MatchString(text+" "))) {
			continue
		}
		if ruled {
			i++
		}
		return append([]line(nil), lines[i:]...), i < len(lines)
	}
	return nil, false
}
