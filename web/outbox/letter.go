package outbox

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/post"
	"adjudicate/report"
)

// A Letter is a mail before it is written down.
type Letter struct {
	Key         string // names it on the desk
	ID          string // its Message-ID, without brackets
	Thread      string // the Message-ID that all letters of a game answer to, "" for what is about no game
	Answers     string // the Message-ID of the mail that it answers, "" if it answers none
	Replied     bool   // it is nothing but an answer
	From, To    string
	Name        string // of the recipient
	List        bool   // it goes to a mailing list
	Subject     string
	Date        time.Time
	Text, HTML  string
	Picture     func() []byte // draws the board, PNG: what mail programs show; nil if there is no board
	Unsubscribe string        // an address, as a URL
	OneClick    string        // a page whose POST ends the letters (RFC 8058), "" if there is none
}

// An addressed is what one recipient is to hear.
type addressed struct {
	key, address, name string
	notices            []notice.Notice
	headings           []string // what each notice is about, nil if all are about one entry
}

// list is who a letter to the mailing list is for.
const list = "list"

// addressed puts together what each is to hear. Players without an address are told of in the view.
func (p *pass) addressed(notices []notice.Notice) (all []addressed) {
	if p.o.List != "" {
		if len(notices) == 0 {
			return nil
		}
		return []addressed{{key: list, address: p.o.List, notices: notices}}
	}
	for _, n := range notices {
		person := people.Of(p.people, n.Player)
		if len(person.Addresses) == 0 {
			if !slices.Contains(p.view.Unknown, n.Player) {
				p.view.Unknown = append(p.view.Unknown, n.Player)
			}
			continue
		}
		i := slices.IndexFunc(all, func(a addressed) bool { return a.key == n.Player })
		if i < 0 {
			i = len(all)
			all = append(all, addressed{key: n.Player, address: person.Addresses[0], name: person.Name})
		}
		all[i].notices = append(all[i].notices, n)
	}
	return all
}

// letter writes what one recipient is to hear about an entry, or about how the game stands if it is nil.
func (p *pass) letter(about string, a addressed, st *aggregate.State, e *notice.Entry) (*Letter, error) {
	host := p.o.host()
	sum := sha256.Sum256([]byte(p.origin + "\x00" + a.key))
	key := about + "." + hex.EncodeToString(sum[:8])
	l := &Letter{Key: key, ID: key + "." + p.origin[:8] + "@" + host, Thread: p.origin + "@" + host, From: p.o.From, To: a.address, Name: a.name, List: a.key == list, Date: p.o.Now()}
	if i := strings.IndexByte(l.From, '<'); i >= 0 {
		l.Unsubscribe = strings.TrimSuffix(l.From[i+1:], ">")
	} else {
		l.Unsubscribe = l.From
	}
	wishes := ""
	if p.o.Wishes != nil && a.key != list {
		wishes = p.o.Wishes(p.g.Name, p.origin, a.key)
		if strings.HasPrefix(wishes, "https:") {
			l.OneClick = wishes
		}
	}
	l.Unsubscribe = "mailto:" + l.Unsubscribe + "?" + strings.ReplaceAll(url.Values{"subject": {"unsubscribe " + p.g.Name}}.Encode(), "+", "%20")
	p.reply(l, e)
	who := readerOf(p.wishes[a.key])
	head := uint64(0)
	if e != nil {
		head = e.Act.Last().Sequence
	} else {
		head = p.posted.UpTo
	}
	board, err := report.NewBoardSeen(st, head, sidesOf(st, a.key)...)
	if err != nil {
		return nil, err
	}
	board.Drawn.Language = who.language
	if board.Drawn.Check() == nil {
		l.Picture = func() []byte { return painted.of(board) }
	}
	l.Subject = fmt.Sprintf("[%s] %s", st.Game(), subject(a.notices, who))
	if e != nil {
		l.Subject += fmt.Sprintf(" (#%d)", e.Act.First().Sequence)
	}
	if p.posted.Demand == people.DemandToken && a.key != list && len(p.o.Key) > 0 {
		l.Subject += " " + post.Token(p.o.Key, p.origin, a.key, p.o.Now())
	}
	return l, l.write(&body{Lines: p.lines(a, who), Ruling: ruling(e, board), Link: p.link(head), Wishes: wishes, Picture: l.cid(), Title: l.Subject, reader: who})
}

// cid names the picture of a letter as no other part of any mail is named (RFC 2392), "" if there is none.
func (l *Letter) cid() string {
	if l.Picture == nil {
		return ""
	}
	return "board." + l.ID
}

// sidesOf are the sides that a player holds.
func sidesOf(st *aggregate.State, player string) (list []string) {
	for s := range st.Sides() {
		if s.Player == player {
			list = append(list, s.Name)
		}
	}
	return list
}

// reply makes a letter about the play of a mail the answer to that mail.
func (p *pass) reply(l *Letter, e *notice.Entry) {
	if e == nil {
		return
	}
	play, ok := e.Act.Input.Payload.(events.PlaySubmitted)
	if !ok {
		return
	}
	m := p.mails.Playing(play.Message)
	if m == nil || m.Game != p.g.Name {
		return
	}
	side, _ := e.State.Side(play.Side)
	his := people.Of(p.people, side.Player).Addresses
	if !l.List && !slices.Contains(his, l.To) {
		return // it is for somebody else
	}
	l.Answers = m.ID
	for _, a := range his {
		if !l.List && m.Sender == post.SenderOf(a) {
			l.To = a // it goes where the mail came from
		}
	}
}

// subject is the weightiest of some notices, in a few words.
func subject(notices []notice.Notice, who reader) string {
	order := []string{notice.End, notice.Edition, notice.Limit, notice.Turn, notice.Matter, notice.Default, notice.Check, notice.Ruling, notice.Dispute}
	first := slices.MinFunc(notices, func(a, b notice.Notice) int { return slices.Index(order, a.Kind) - slices.Index(order, b.Kind) })
	_, short := first.In(who)
	return short
}

// lines are the sentences of a letter; to a list, whom each is for.
func (p *pass) lines(a addressed, who reader) (lines []string) {
	for i, n := range a.notices {
		if a.key != list {
			text, _ := n.In(who)
			if a.headings != nil {
				text = a.headings[i] + ": " + text
			}
			lines = append(lines, text)
			continue
		}
		if slices.ContainsFunc(a.notices[:i], func(b notice.Notice) bool { return b.Text == n.Text }) {
			continue
		}
		var players []string
		for _, b := range a.notices {
			if b.Text == n.Text {
				players = append(players, b.Player)
			}
		}
		lines = append(lines, strings.Join(players, ", ")+": "+n.Text)
	}
	return lines
}

func (p *pass) link(at uint64) string {
	if p.o.URL == "" {
		return ""
	}
	return fmt.Sprintf("%s/games/%s?at=%d", strings.TrimSuffix(p.o.URL, "/"), url.PathEscape(p.g.Name), at)
}

// ruling is the entry as "adjudicate ruling" prints it, with the board; of what is no play the board alone.
func ruling(e *notice.Entry, board *report.Board) string {
	page := &term.Page{Width: 76}
	if e != nil && events.MadeBy(e.Act.Input.Payload) != "" && board.As == nil {
		v := report.NewRuling(e.Act, nil, report.StandingOf(e.State, e.Act.Last().Sequence), report.NamesOf(e.State))
		v.Algebraic = e.Algebraic
		v.Print(page)
		page.Blank()
	}
	board.Print(page)
	return page.String()
}

// A body is what a letter says.
type body struct {
	Title   string
	Lines   []string
	Ruling  string
	Link    string
	Wishes  string // where the reader says how they want to be written to
	Picture string // names it within the mail, "" if there is none
	Plain   string // the whole text; "" if it is made of the rest
	reader
}

// Lang is the language of the letter, for HTML.
func (b *body) Lang() string { return b.lang() }

// Leads reports whether a line of an answer is an address and nothing else.
func (b *body) Leads(line string) bool {
	return b.Plain != "" && !strings.ContainsAny(line, " \n") && (strings.HasPrefix(line, "https://") || strings.HasPrefix(line, "http://"))
}

// Alt stands for the picture.
func (b *body) Alt() string { return b.say("The board; it stands below as text") }

// Foot says where the reader may choose which letters they get, "" if nowhere.
func (b *body) Foot() string {
	if b.Wishes == "" {
		return ""
	}
	return b.say("Mails of this game, and how often they come: %s", b.Wishes)
}

// htmlBody is read when the first letter is written.
var htmlBody = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("letter").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><title>{{.Title}}</title></head><body>
{{range .Lines}}<p style="white-space:pre-wrap">{{if $.Leads .}}<a href="{{.}}">{{.}}</a>{{else}}{{.}}{{end}}</p>
{{end}}{{with .Picture}}<p><img src="cid:{{.}}" alt="{{$.Alt}}" style="max-width:100%"></p>
{{end}}{{with .Ruling}}<pre>{{.}}</pre>
{{end}}{{with .Link}}<p><a href="{{.}}">{{.}}</a></p>
{{end}}{{with .Foot}}<p>{{.}}</p>
{{end}}</body></html>
`))
})

// write writes a letter's text and HTML.
func (l *Letter) write(b *body) error {
	var text strings.Builder
	for _, line := range b.Lines {
		for _, part := range term.Wrap(line, 76) {
			text.WriteString(part + "\n")
		}
	}
	text.WriteString("\n" + b.Ruling)
	if b.Link != "" {
		text.WriteString("\n" + b.Link + "\n")
	}
	if foot := b.Foot(); foot != "" {
		text.WriteString("\n" + foot + "\n")
	}
	l.Text = cmp.Or(b.Plain, text.String())
	var page strings.Builder
	err := htmlBody().Execute(&page, b)
	l.HTML = page.String()
	return err
}
