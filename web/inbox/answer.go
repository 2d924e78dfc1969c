package inbox

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"adjudicate/aggregate/offer"
	"adjudicate/ledger/people"
)

const (
	aDay         = 24 * time.Hour
	mostAnswers  = 20 // answers a day to one player, and to all senders whom no game knows
	mostStranger = 1  // answers a day to one sender whom no game knows
)

// mayAnswer reports whether an answer would go to a person who has not had too many.
func (t *taking) mayAnswer(m *people.Mails, now time.Time) bool {
	if t.m.List || t.forged || t.m.Automatic() || !strings.Contains(t.m.Outer(), "@") {
		return false
	}
	his, strangers := 0, 0
	for _, x := range m.List {
		if !x.Told || now.Sub(x.At) >= aDay {
			continue
		}
		if x.Sender == t.m.Sender() {
			his++
		}
		if x.Player == "" {
			strangers++
		}
	}
	if t.v.Player == "" {
		return his < mostStranger && strangers < mostAnswers
	}
	return his < mostAnswers
}

// answer says to the sender why the mail was not taken, and how plays are written.
func (t *taking) answer(p *problem) *people.Answer {
	var b strings.Builder
	fmt.Fprintf(&b, "Your mail was not accepted as a play: %s.\n\nThe umpire has received it and will read it.\n\n", strings.TrimRight(p.why, "."))
	if p.how != "" {
		b.WriteString(p.how + "\n")
	} else {
		t.help(&b)
	}
	if t.o.URL != "" && t.g != nil && t.v.Player != "" {
		fmt.Fprintf(&b, "\nThe game: %s/games/%s\n", strings.TrimSuffix(t.o.URL, "/"), url.PathEscape(t.g.Name))
	}
	subject := t.m.Subject
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	name := ""
	if t.m.Forwarder == "" {
		name = t.m.Name
	}
	return &people.Answer{To: t.m.Outer(), Name: name, Subject: clipped(subject, 200), Text: b.String()}
}

// help says what the mail could mean, else how plays of the game are written.
func (t *taking) help(b *strings.Builder) {
	var list []string
	ask := t.judge != nil && !t.judge.State().Hides() && t.v.Player != "" && !t.forged
	if ask {
		for _, r := range offer.Read(t.judge, t.v.Player, t.sides, t.m.Text(), t.now) {
			list = append(list, t.line(r.Side, r.Play))
		}
	}
	if len(list) > 0 {
		b.WriteString("Did you mean this? Then send it alone on its line:\n\n")
	} else {
		b.WriteString("Write the play on lines of its own, in one of these forms:\n\n")
		for i := 0; ask && i < len(t.sides) && len(list) == 0; i++ {
			for _, play := range offer.Examples(t.judge, t.v.Player, t.sides[i], t.now) {
				list = append(list, t.line(t.sides[i], play))
			}
		}
		if len(list) == 0 {
			list = []string{"Ra1-a5", "Ra1xb5", "K@j18", "pass"}
		}
	}
	for _, play := range list {
		b.WriteString("    " + play + "\n")
	}
	if ask && len(t.sides) > 1 {
		fmt.Fprintf(b, "\nYou hold %s: put the name of the side before each play, as here.\n", strings.Join(t.sides, " and "))
	}
}

// line is a play as the player of several sides must write it.
func (t *taking) line(side, play string) string {
	if len(t.sides) > 1 {
		return side + ": " + play
	}
	return play
}

func clipped(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}
