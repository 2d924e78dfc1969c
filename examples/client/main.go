// Command client plays a game through the office's API, as documented in docs/office.md.
//
//	client LINK… < plays.txt
//
// Each LINK is an invitation printed by "adjudicate player invite". Entries are read from standard input, one a line, as seasons have
// them: plays such as "Red: Ra1-a5", and whatever else players enter, "buy Rook for Red paid by Ann". A line "Red: Ra1-a5 if Blue: pass" is
// kept until Blue has passed. Rulings are printed. The exit status is 1 if any entry was rejected.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

func main() {
	keep := flag.String("keep", "", "keep the last checkpoint in `FILE`")
	flag.Parse()
	if err := run(context.Background(), *keep, flag.Args(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "client: %v\n", err)
		os.Exit(1)
	}
}

// A Client is one player of one game.
type Client struct {
	Game    string // the address of the game in the API
	Session string // what signing in has given
}

// SignIn presses the button of an invitation, which leads to a session in a cookie: its value is what programs show.
func SignIn(ctx context.Context, invitation string) (*Client, error) {
	link, err := url.Parse(invitation)
	if err != nil {
		return nil, err
	}
	form := url.Values{"with": {link.Query().Get("with")}}
	link.RawQuery = ""
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, link.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultTransport.RoundTrip(req) // the redirection is for browsers
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusSeeOther || len(res.Cookies()) == 0 {
		return nil, fmt.Errorf("the invitation was not taken: %s", res.Status)
	}
	path, _ := strings.CutSuffix(link.Path, "/in")
	link.Path = "/api/v1" + path
	return &Client{Game: link.String(), Session: res.Cookies()[0].Value}, nil
}

// A Standing is what the client looks at of a game.
type Standing struct {
	ToPlay  string `json:"to_play"`
	Player  string `json:"player"`
	Weights []struct {
		Side   string  `json:"side"`
		Weight float64 `json:"weight"`
	} `json:"weights"`
}

// Ruling is what was ruled on an entry.
type Ruling struct {
	Address string `json:"address"`
	Verdict string `json:"verdict"`
	Text    string `json:"text"` // the entry
	Side    string `json:"side"`
	Play    string `json:"play"` // as executed
	Faults  []struct {
		Clause  string `json:"clause"`
		Message string `json:"message"`
	} `json:"faults"`
	Standing Standing `json:"standing"`
}

// Show asks how the game stands.
func (c *Client) Show(ctx context.Context) (Standing, error) {
	var v struct {
		Standing Standing `json:"standing"`
	}
	err := c.ask(ctx, http.MethodGet, "", "", nil, &v)
	return v.Standing, err
}

// Enter enters a line. The same key stands for the same entry however often it is sent.
func (c *Client) Enter(ctx context.Context, line, key string) (r Ruling, err error) {
	err = c.ask(ctx, http.MethodPost, "/entries", key, map[string]any{"entry": line}, &r)
	return r, err
}

// Ahead keeps a play until others have played as expected.
func (c *Client) Ahead(ctx context.Context, side, play, when, key string) error {
	return c.ask(ctx, http.MethodPost, "/ahead", key, map[string]any{"side": side, "play": play, "if": when}, nil)
}

// A Problem is why something was refused.
type Problem struct {
	Status int // of HTTP
	Detail string
}

func (p *Problem) Error() string { return p.Detail }

// worse is the error to tell of when several players have tried: that of whoever may enter the line, if there is one.
func worse(before, now error) error {
	if p := new(Problem); before != nil && errors.As(now, &p) && p.Status == http.StatusForbidden {
		return before
	}
	return now
}

// ask sends a document and reads the answer, or the problem.
func (c *Client) ask(ctx context.Context, method, path, key string, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Game+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.Session)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		var problem struct {
			Detail string `json:"detail"`
		}
		if err := json.NewDecoder(res.Body).Decode(&problem); err != nil || problem.Detail == "" {
			problem.Detail = res.Status
		}
		return &Problem{res.StatusCode, problem.Detail}
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(res.Body).Decode(out)
}

func run(ctx context.Context, keep string, links []string, in io.Reader, out io.Writer) error {
	if len(links) == 0 {
		return errors.New("expected the links of invitations")
	}
	var all []*Client
	for _, link := range links {
		c, err := SignIn(ctx, link)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	if keep != "" {
		if err := all[0].Hold(ctx, keep); err != nil {
			return err
		}
	}
	rejected := false
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		key := fmt.Sprintf("line-%d", n)
		play, when, waits := strings.Cut(line, " if ")
		side, play, found := strings.Cut(play, ": ")
		waits = waits && found
		var failed error
		for _, c := range all { // whoever may enter it
			if waits {
				err := c.Ahead(ctx, side, play, when, key)
				if err == nil {
					failed = nil
					fmt.Fprintf(out, "%s: %s is kept\n", side, play)
					break
				}
				failed = worse(failed, err)
				continue
			}
			r, err := c.Enter(ctx, line, key)
			if err != nil {
				failed = worse(failed, err)
			} else {
				failed = nil
				said := r.Text
				if r.Play != "" {
					said = r.Side + ": " + r.Play
				}
				fmt.Fprintf(out, "#%s %s %s\n", r.Address, said, r.Verdict)
				for _, f := range r.Faults {
					fmt.Fprintln(out, " ", strings.TrimSuffix(f.Message+" ("+f.Clause+")", " ()"))
				}
				rejected = rejected || r.Verdict != "accepted"
				break
			}
		}
		if failed != nil {
			return fmt.Errorf("line %d: %w", n, failed)
		}
	}
	standing, err := all[0].Show(ctx)
	if err != nil {
		return err
	}
	if standing.ToPlay == "" {
		fmt.Fprintln(out, "nobody is to play")
	} else {
		fmt.Fprintf(out, "%s is to play\n", standing.ToPlay)
	}
	if rejected {
		return errors.New("not every entry was accepted")
	}
	return lines.Err()
}
