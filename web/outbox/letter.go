package outbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
	"adjudicate/report"
)

// A Letter is a mail before it is written down.
type Letter struct {
	Key         string // names it on the desk
	ID          string // its Message-ID, without brackets
	Thread      string // the Message-ID that all letters of a game answer to
	From, To    string
	Name        string // of the recipient
	List        bool   // it goes to a mailing list
	Subject     string
	Date        time.Time
	Text, HTML  string
	Picture     []byte // of the board, SVG
	Unsubscribe string // an address, as a URL
}

// An addressed is what one recipient is to hear.
type addressed struct {
	key, address, name string
	notices            []notice.Notice
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
	_, host, _ := strings.Cut(strings.TrimSuffix(p.o.From, ">"), "@")
	sum := sha256.Sum256([]byte(p.origin + "\x00" + a.key))
	key := about + "." + hex.EncodeToString(sum[:8])
	l := &Letter{Key: key, ID: key + "." + p.origin[:8] + "@" + host, Thread: p.origin + "@" + host, From: p.o.From, To: a.address, Name: a.name, List: a.key == list, Date: p.o.Now()}
	if i := strings.IndexByte(l.From, '<'); i >= 0 {
		l.Unsubscribe = strings.TrimSuffix(l.From[i+1:], ">")
	} else {
		l.Unsubscribe = l.From
	}
	l.Unsubscribe = "mailto:" + l.Unsubscribe + "?" + strings.ReplaceAll(url.Values{"subject": {"unsubscribe " + p.g.Name}}.Encode(), "+", "%20")
	head := uint64(0)
	if e != nil {
		head = e.Act.Last().Sequence
	} else {
		head = p.posted.UpTo
	}
	board, err := report.NewBoard(st, head)
	if err != nil {
		return nil, err
	}
	var picture bytes.Buffer
	if err := board.Picture(&picture); err == nil {
		l.Picture = picture.Bytes()
	}
	l.Subject = fmt.Sprintf("[%s] %s", st.Game(), subject(a.notices))
	if e != nil {
		l.Subject += fmt.Sprintf(" (#%d)", e.Act.First().Sequence)
	}
	return l, l.write(&body{Lines: p.lines(a), Ruling: ruling(e, board), Link: p.link(head), Picture: l.Picture != nil, Title: l.Subject})
}

// subject is the weightiest of some notices, in a few words.
func subject(notices []notice.Notice) string {
	order := []string{notice.End, notice.Edition, notice.Limit, notice.Turn, notice.Matter, notice.Default, notice.Check, notice.Ruling, notice.Dispute}
	first := slices.MinFunc(notices, func(a, b notice.Notice) int { return slices.Index(order, a.Kind) - slices.Index(order, b.Kind) })
	return first.Short
}

// lines are the sentences of a letter; to a list, whom each is for.
func (p *pass) lines(a addressed) (lines []string) {
	for i, n := range a.notices {
		if a.key != list {
			lines = append(lines, n.Text)
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
	if e != nil && events.MadeBy(e.Act.Input.Payload) != "" {
		v := report.NewRuling(e.Act, nil, report.StandingOf(e.State, e.Act.Last().Sequence), report.NamesOf(e.State))
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
	Picture bool
}

var htmlBody = template.Must(template.New("letter").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Title}}</title></head><body>
{{range .Lines}}<p>{{.}}</p>
{{end}}{{if .Picture}}<p><img src="cid:board.svg" alt="The board; it stands below as text"></p>
{{end}}<pre>{{.Ruling}}</pre>
{{with .Link}}<p><a href="{{.}}">{{.}}</a></p>
{{end}}</body></html>
`))

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
	l.Text = text.String()
	var page strings.Builder
	err := htmlBody.Execute(&page, b)
	l.HTML = page.String()
	return err
}
