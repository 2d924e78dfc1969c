// Package folder answers: what of the office can be read without one?
//
// Make asks an office for the public pages of its games and makes files of them that any static host serves, and that a browser
// opens from a disk: the lobby, and of each game the board at every entry of its history, the log, the Weights, holdings, moves, rules with their
// history, the interpretation register, editions and disputes. Every link is relative and leads to another file of the folder. What needs an
// office (playing, signing in, searching, comparing points of the past) is left out; links to it are plain text.
//
//	index.html                  the games
//	style.css, folder.js        of the pages; the script moves the slider, and without it the steps are links
//	GAME/index.html             the board at the end
//	GAME/at/742.html            the board at entry #742
//	GAME/edition/2.html         the board at the end of edition 2
//	GAME/steps.js               the entries, in order
//	GAME/log.html, GAME/rules/12.5.html, …
package folder

import (
	"bytes"
	"context"
	_ "embed" // the script
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

//go:embed folder.js
var script []byte

// Options say what of an office is wanted.
type Options struct {
	Games []string // empty: every game that anybody may see
	Last  int      // the board at so many of the last entries of each game; 0: at each
}

// A File is one file of a folder.
type File struct {
	Name string // with slashes
	Text []byte
}

// Error says that a page cannot be had.
type Error struct {
	Address string
	Status  int
}

func (e *Error) Error() string {
	return fmt.Sprintf("cannot make a file of %s: the page has the status %d", e.Address, e.Status)
}

// A page is an answer of the office that becomes a file.
type page struct {
	address *url.URL
	name    string
	text    []byte
}

// A maker follows the links of an office.
type maker struct {
	ctx    context.Context
	office http.Handler
	names  map[string]string // of files, by address; "" if there is none
	pages  []page            // to be rewritten
	files  []File
}

// Make returns the files of a folder. Told, unless nil, hears how many pages are done.
func Make(ctx context.Context, office http.Handler, o Options, told func(done int64)) ([]File, error) {
	m := &maker{ctx: ctx, office: office, names: map[string]string{}}
	if err := m.start(o); err != nil {
		return nil, err
	}
	for i := 0; i < len(m.pages); i++ { // more are found on the way
		text, err := m.rewritten(&m.pages[i])
		if err != nil {
			return nil, err
		}
		m.files = append(m.files, File{m.pages[i].name, text})
		m.pages[i].text = nil
		if told != nil {
			told(int64(i + 1))
		}
	}
	style, err := m.ask("/static/style.css")
	if err != nil {
		return nil, err
	}
	return append(m.files, File{"style.css", style}, File{"folder.js", script}), nil
}

// start takes the lobby and the boards of the games that are wanted.
func (m *maker) start(o Options) error {
	games := o.Games
	if len(games) == 0 {
		text, err := m.ask("/api/v1/games")
		if err != nil {
			return err
		}
		var list struct {
			Ledgers []struct {
				Name string `json:"name"`
			} `json:"ledgers"`
		}
		if err := json.Unmarshal(text, &list); err != nil {
			return fmt.Errorf("the list of games: %w", err)
		}
		for _, g := range list.Ledgers {
			games = append(games, g.Name)
		}
	}
	if err := m.add("/", "index.html"); err != nil {
		return err
	}
	for _, game := range games {
		if err := m.boards(game, o.Last); err != nil {
			return err
		}
	}
	return nil
}

// ask asks the office for what stands at an address.
func (m *maker) ask(address string) ([]byte, error) {
	r, err := http.NewRequestWithContext(m.ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	w := &answer{header: http.Header{}}
	m.office.ServeHTTP(w, r)
	if err := m.ctx.Err(); err != nil {
		return nil, err
	}
	if w.status != http.StatusOK {
		return nil, &Error{address, w.status}
	}
	return w.body.Bytes(), nil
}

// An answer is what the office says, kept in memory.
type answer struct {
	header http.Header
	status int // 0: not said yet
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}

// add asks for a page, which will be the file of a name.
func (m *maker) add(address, name string) error {
	text, err := m.ask(address)
	if err != nil {
		return err
	}
	return m.keep(address, name, text)
}

func (m *maker) keep(address, name string, text []byte) error {
	at, err := url.Parse(address)
	if err == nil {
		m.names[address] = name
		m.pages = append(m.pages, page{at, name, text})
	}
	return err
}

// boards takes the board at the end of a game and at its entries.
func (m *maker) boards(game string, last int) error {
	top := "/games/" + url.PathEscape(game)
	text, err := m.ask(top)
	if err != nil {
		return err
	}
	if err := m.keep(top, safe(game)+"/index.html", text); err != nil {
		return err
	}
	end, _ := stepOf(text)
	first := 1
	if last > 0 {
		first = max(1, end-last+1)
	}
	steps := []string{}
	for i := first; i <= end; i++ {
		text, err := m.ask(top + "?step=" + strconv.Itoa(i))
		if err != nil {
			return err
		}
		_, entry := stepOf(text)
		name := "at/" + safe(entry) + ".html"
		if entry == "" {
			name = "index.html"
		} else if err := m.keep(top+"?at="+url.QueryEscape(entry), safe(game)+"/"+name, text); err != nil {
			return err
		}
		steps = append(steps, name)
	}
	list, err := json.Marshal(steps)
	m.files = append(m.files, File{safe(game) + "/steps.js", fmt.Appendf(nil, "const steps = %s, firstStep = %d;\n", list, first)})
	return err
}

// sections are the parts of a game that become files, each with whether it has pages of its own below.
var sections = map[string]bool{"log": false, "weights": false, "holdings": false, "rules": true, "register": false, "editions": false, "disputes": true, "moves": true}

// file returns the name of the file to which a link leads, "" if it leads to none.
func (m *maker) file(to *url.URL) (string, error) {
	words := strings.Split(strings.Trim(to.EscapedPath(), "/"), "/")
	if to.Host != "" || words[0] != "games" || len(words) < 2 {
		return m.names[to.EscapedPath()], nil
	}
	for i, w := range words {
		plain, err := url.PathUnescape(w)
		if err != nil {
			return "", nil
		}
		words[i] = plain
	}
	game, rest, q := words[1], words[2:], to.Query()
	address, name := "/games/"+url.PathEscape(game), ""
	if m.names[address] == "" {
		return "", nil // of another game
	}
	edition, number := q.Get("edition"), q.Get("page")
	switch {
	case len(rest) == 0 && to.RawQuery == "":
		return m.names[address], nil
	case len(rest) == 0 && len(q) == 1 && edition != "":
		address += "?edition=" + url.QueryEscape(edition)
		name = "edition/" + safe(edition)
	case len(rest) == 0:
		if len(q) == 1 {
			name = m.names[address+"?at="+url.QueryEscape(q.Get("at"))]
		}
		return name, nil
	case rest[0] == "board.svg":
		address, name = address+"/board.svg?plain", "board"
	case rest[0] == "log" && len(rest) == 1 && number != "" && len(q) == 1:
		address, name = address+"/log?page="+url.QueryEscape(number), "log/"+safe(number)
	case len(q) > 1 || len(q) == 1 && !q.Has("at"):
		return "", nil // a question, or another point of the past
	default:
		below, ok := sections[rest[0]]
		if !ok || len(rest) > 2 || len(rest) == 2 && !below || rest[0] == "moves" && q.Has("at") {
			return "", nil
		}
		for _, w := range rest {
			address += "/" + url.PathEscape(w)
			name = strings.TrimPrefix(name+"/"+safe(w), "/")
		}
	}
	if have, asked := m.names[address]; asked {
		return have, nil
	}
	name = safe(game) + "/" + name
	if len(rest) > 0 && rest[0] == "board.svg" {
		text, err := m.ask(address)
		if err == nil {
			m.names[address] = name + ".svg"
			m.files = append(m.files, File{name + ".svg", text})
		}
		return m.names[address], err
	}
	err := m.add(address, name+".html")
	if missing := (*Error)(nil); errors.As(err, &missing) {
		m.names[address], err = "", nil // it is about something that is gone
	}
	return m.names[address], err
}

// safe is a name for a file, a different one for each text.
func safe(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' && i > 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "_%02x", c)
		}
	}
	return b.String()
}
