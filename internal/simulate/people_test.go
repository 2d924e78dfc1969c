package simulate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/report"
	"adjudicate/web/outbox"
)

func address(player string) string { return strings.ToLower(player) + "@example.org" }

// A player has one wish at a time, and repeats it until it is heard.
type player struct {
	name    string
	busy    bool // a program of theirs is at work on it
	session string
	wish    *wish
	wishes  int
}

// A wish is a play that a player wants to be entered.
type wish struct {
	id    string // that each repetition has
	way   string // "mail", "request" or "command"
	side  string
	text  string
	talk  bool // a mail that holds no play
	mail  *posted
	tries int
	known []string // by which the ledger may know it
	again int      // from which step on the mail is sent again
}

// A posted mail is one to the office.
type posted struct {
	label  string // by which the mailbox knows it
	raw    []byte
	from   string
	id     string
	gone   bool // the office has said that it has taken it
	copies int
	talk   bool
}

// client is a program of a player's: it looks at the game, chooses a play, and has it entered.
func (p *process) client() {
	w := p.w
	pl := w.players[w.random.IntN(len(w.players))]
	if pl.busy || w.healed && pl.wish == nil {
		return
	}
	pl.busy = true
	defer func() { pl.busy = false }()
	st, err := p.open()
	if err != nil {
		return
	}
	defer st.Close()
	if pl.wish == nil {
		side, text := w.choose(pl.name)
		if text == "" {
			return
		}
		pl.wishes++
		if w.random.IntN(8) == 0 {
			text = "" // only a question
		}
		pl.wish = &wish{id: fmt.Sprintf("%s.%d", pl.name, pl.wishes), way: []string{"mail", "request", "command"}[w.random.IntN(3)], side: side, text: text}
		if text == "" {
			pl.wish.way, pl.wish.talk = "mail", true
		}
		w.promises.wishes = append(w.promises.wishes, pl.wish)
		w.trace(p.name, fmt.Sprintf("%s wishes %s: %s by %s", pl.name, side, text, pl.wish.way))
	}
	x := pl.wish
	x.tries++
	name := x.id
	if w.plan.mistake == repeatsAnew {
		name = fmt.Sprint(x.id, " try ", x.tries)
	}
	switch x.way {
	case "mail":
		p.mail(pl, x)
	case "request":
		if pl.session == "" {
			if pl.session = p.signIn(st, pl.name); pl.session == "" {
				return
			}
		}
		body, _ := json.Marshal(map[string]string{"side": x.side, "play": x.text})
		x.known = append(x.known, pl.name+" "+ledger.MessageDigest("office:"+pl.name+":"+name))
		q := p.ask(&request{method: http.MethodPost, path: "/api/v1/games/" + game + "/plays", body: body,
			header: map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + pl.session, "Idempotency-Key": name}})
		if q == nil || q.answer.StatusCode >= 500 || q.answer.StatusCode == http.StatusTooManyRequests {
			return
		}
		if q.answer.StatusCode == http.StatusUnauthorized {
			pl.session = ""
			return
		}
		var v struct{ Address, Verdict string }
		if q.answer.StatusCode == http.StatusOK {
			if err := json.Unmarshal(q.text, &v); err != nil {
				w.fail("an answer that is none: %v: %s", err, q.text)
			}
			at, _ := strconv.ParseUint(v.Address, 10, 64)
			w.promises.told(w, pl.name, x, at, v.Verdict)
		} else {
			w.trace(p.name, fmt.Sprintf("%d %s", q.answer.StatusCode, q.text))
		}
		pl.wish = nil
	case "command":
		g := st.Game(game)
		l, err := g.Ledger(w.ctx, 0, nil)
		if err != nil {
			w.concern(p, "a command", err)
			return
		}
		at := w.now()
		if at.Before(l.Last()) {
			at = l.Last()
		}
		x.known = append(x.known, pl.name+" "+ledger.MessageDigest(name))
		list, err := l.Admit(pl.name, events.PlaySubmitted{Side: x.side, Text: x.text, Message: ledger.MessageDigest(name)})
		if err != nil {
			pl.wish = nil // it is none that the game takes
			return
		}
		res, err := l.Submit(w.ctx, list[0], pl.name, at)
		if err != nil {
			w.concern(p, "a command", err)
			return
		}
		g.Summarise(w.ctx, l.Head())
		p.pause("command answers")
		w.promises.told(w, pl.name, x, res.Input.Sequence, res.Ruled().Verdict)
		pl.wish = nil
	}
}

// mail sends a wish by mail, again if it has not been taken yet.
func (p *process) mail(pl *player, x *wish) {
	w := p.w
	switch {
	case x.mail == nil:
		said := x.text
		if x.talk {
			said = "Dear umpire, what is this game about?"
		}
		text := fmt.Sprintf("From: %s <%s>\r\nTo: %s\r\nDate: %s\r\nMessage-ID: <%s@example.org>\r\nSubject: [Four Kings] my play\r\n\r\n%s\r\n", pl.name, address(pl.name), office, aMoment(w.clock), x.id, said)
		x.mail = &posted{raw: []byte(text), from: pl.name, id: x.id, talk: x.talk}
		w.promises.mails = append(w.promises.mails, x.mail)
	case x.mail.gone:
		pl.wish = nil
		return
	case w.steps < x.again:
		return
	}
	x.again = w.steps + 2000
	w.deliver(x.mail)
}

// deliver brings a mail to the office, as mail is brought.
func (w *world) deliver(m *posted) {
	put := func() {
		m.copies++
		w.server.labels++
		w.boxed = append(w.boxed, &posted{label: fmt.Sprint("mail ", w.server.labels), raw: m.raw, from: m.from, id: m.id})
		w.trace("mailbox", m.id)
	}
	switch {
	case w.chance(w.often.mail):
		switch w.random.IntN(4) {
		case 0:
			w.count("a mail that is lost")
			return
		case 1:
			w.count("a mail that comes twice")
			put()
		case 2:
			w.count("a mail that comes out of turn")
			put()
			last := len(w.boxed) - 1
			at := w.random.IntN(last + 1)
			w.boxed[at], w.boxed[last] = w.boxed[last], w.boxed[at]
			return
		default:
			w.count("a bounce")
			w.server.labels++
			w.boxed = append(w.boxed, &posted{label: fmt.Sprint("mail ", w.server.labels), id: "bounce", raw: []byte(fmt.Sprintf(
				"From: MAILER-DAEMON@example.net\r\nTo: %s\r\nAuto-Submitted: auto-replied\r\nMessage-ID: <bounce.%d@example.net>\r\nSubject: Undelivered\r\n\r\npass\r\n", office, w.server.labels))})
		}
	}
	put()
}

// taken takes a mail out of the mailbox, which the office says it has dealt with.
func (w *world) taken(m *posted) {
	for i, other := range w.boxed {
		if other == m {
			w.boxed = append(w.boxed[:i], w.boxed[i+1:]...)
			break
		}
	}
	for _, sent := range w.promises.mails {
		if sent.id == m.id {
			sent.gone = true
		}
	}
}

// choose chooses a play for a side of a player, of those that the game allows as far as anybody has read it; now and then another.
func (w *world) choose(name string) (side, text string) {
	l := w.promises.game(w)
	if l == nil {
		return "", ""
	}
	for s := range l.State().Sides() {
		if s.Player == name {
			side = s.Name
		}
	}
	switch {
	case l.State().Over():
		return side, ""
	case l.State().ToPlay() != side:
		if w.random.IntN(12) > 0 {
			return side, ""
		}
		return side, "pass" // out of turn
	case w.random.IntN(10) == 0:
		return side, "R@a1xa2"
	}
	var list []string
	for _, piece := range report.PlaysOf(l, side, w.clock).Pieces {
		for _, one := range piece.Plays {
			if !one.Part && one.Kind != "shot" {
				list = append(list, one.Play)
			}
		}
	}
	if len(list) == 0 {
		return side, "pass"
	}
	return side, list[w.random.IntN(len(list))]
}

// A mailServer takes the letters of the office.
type mailServer struct {
	w       *world
	labels  int
	letters []sentLetter
	excused map[string]int // Message-IDs that may come again, and how often: a pass ended between the yes and the note
}

// A sentLetter is one that the server has taken.
type sentLetter struct{ id, to string }

func (s *mailServer) init(w *world) { s.w, s.excused = w, map[string]int{} }

// A sender is how one office hands letters over.
type sender struct {
	p       *process
	queue   []*outbox.Letter // of an office that is mistaken
	pending string           // the letter that the server has taken last, and of which the pass may not have noted it
}

// begin and end bracket a pass.
func (s *sender) begin() { s.pending = "" }

func (s *sender) end(err error) {
	if err != nil && s.pending != "" {
		s.p.w.server.excused[s.pending]++
	}
	s.pending = ""
}

// Send implements outbox.Sender.
func (s *sender) Send(_ context.Context, l *outbox.Letter) error {
	w := s.p.w
	s.pending = "" // the one before was noted, else the pass had ended
	if w.plan.mistake == notesBeforeSending {
		s.queue = append(s.queue, l)
		return nil
	}
	s.p.pause("letter " + l.ID)
	switch {
	case w.chance(w.often.server):
		switch w.random.IntN(3) {
		case 0:
			w.count("a mail server that does not answer")
			return errors.New("the mail server does not answer")
		case 1:
			w.count("a letter that is refused for good")
			w.server.letters = append(w.server.letters, sentLetter{"refused " + l.ID, l.To})
			return &outbox.ReturnedError{Code: 550, Err: errors.New("550 no such user")}
		default:
			w.count("a yes of the mail server that is lost")
			w.server.take(l)
			w.server.excused[l.ID]++
			return errors.New("the connection broke")
		}
	}
	w.server.take(l)
	s.pending = l.ID
	w.server.excused[l.ID]++ // if the process is killed here
	s.p.pause("letter taken")
	w.server.excused[l.ID]--
	return nil
}

// Close implements outbox.Sender.
func (s *sender) Close() error { return nil }

// take takes a letter.
func (s *mailServer) take(l *outbox.Letter) {
	s.w.trace("mail server", l.ID+" to "+l.To)
	s.letters = append(s.letters, sentLetter{l.ID, l.To})
}
