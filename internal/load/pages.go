package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// keptPages asks for a few pages again and again, as fast as it is told and then as fast as they come; the same bytes from a server that knows nothing else are the floor.
func keptPages(ctx context.Context, o *office, p plan) ([]row, error) {
	paths := []string{"/games/" + season, "/games/" + season + "?at=743", "/games/" + season + "/log", "/games/" + season + "/board.svg", "/api/v1/games/" + season}
	asked := make([]string, p.kept*int(p.lasts/time.Second))
	for n := range asked {
		asked[n] = paths[n%len(paths)]
	}
	const spike = 4 // times the rate: more than two processors answer, so that what is answered is all that they can
	bare, err := startBare(ctx, o, paths)
	if err != nil {
		return nil, err
	}
	defer bare.end()
	var rows []row
	for _, of := range []struct {
		what  string
		times int
		who   *office
	}{
		{"kept pages, %d a second", 1, o},
		{"kept pages, %d a second: as many as there are answers to", spike, o},
		{"the same bytes from a bare server, %d a second", 1, bare},
		{"the same bytes from a bare server, %d a second", spike, bare},
	} {
		r, err := pages(ctx, of.who, of.times*p.kept, asked)
		if err != nil {
			return nil, err
		}
		r.what = fmt.Sprintf(of.what, of.times*p.kept)
		rows = append(rows, r)
	}
	return rows, nil
}

// newPages asks for a page at a sequence drawn anew, under an address that nobody has asked for.
func newPages(ctx context.Context, o *office, p plan) ([]row, error) {
	var game struct {
		Standing struct {
			Sequence uint64 `json:"sequence"`
		} `json:"standing"`
	}
	if err := o.ask(ctx, "/api/v1/games/"+season+"/weights", &struct{}{}); err != nil { // the game is open
		return nil, err
	}
	if err := o.ask(ctx, "/api/v1/games/"+season, &game); err != nil {
		return nil, err
	}
	draw := rand.New(rand.NewPCG(1, 2))
	last := game.Standing.Sequence
	first := min(200, last)
	asked := make([]string, p.anew*int(p.lasts/time.Second))
	for n := range asked {
		asked[n] = fmt.Sprintf("/games/%s?at=%d&anew=%d", season, first+draw.Uint64N(last-first+1), n)
	}
	r, err := pages(ctx, o, p.anew, asked)
	r.what = fmt.Sprintf("pages of points drawn anew, %d a second", p.anew)
	return []row{r}, err
}

// ask reads a document.
func (o *office) ask(ctx context.Context, path string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, o.url+path, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, answer.Status)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

// pages asks for pages at a rate, over as many connections as a proxy before the office would hold. An office that is busy refuses some, or ends connections on which
// it has not answered in time; an answer of another kind is a fault.
func pages(ctx context.Context, o *office, rate int, paths []string) (row, error) {
	before, _ := o.used()
	r, err := paced(ctx, o.url, rate, paths)
	spent, memory := o.used()
	r.each, r.memory = (spent-before)/time.Duration(len(paths)), memory
	return r, err
}

// held is how many connections ask for pages.
const held = 256

// paced asks an address for paths, each at the moment when it is due or as soon after as a connection is free.
func paced(ctx context.Context, url string, rate int, paths []string) (row, error) {
	host := strings.TrimPrefix(url, "http://")
	took := make([]time.Duration, len(paths))
	var next, refused atomic.Int64
	var failed atomic.Pointer[error]
	began := time.Now()
	var all sync.WaitGroup
	for range min(held, len(paths)) {
		all.Go(func() {
			c := asker{host: host}
			defer c.leave()
			for {
				n := int(next.Add(1)) - 1
				if n >= len(paths) || ctx.Err() != nil {
					return
				}
				due := began.Add(time.Duration(n) * time.Second / time.Duration(rate))
				time.Sleep(time.Until(due))
				switch status, err := c.ask(ctx, paths[n]); {
				case ctx.Err() != nil:
					return
				case err != nil, status == http.StatusServiceUnavailable:
					refused.Add(1)
				case status != http.StatusOK:
					err = fmt.Errorf("%s: %d %s", paths[n], status, http.StatusText(status))
					failed.Store(&err)
				}
				took[n] = time.Since(due)
			}
		})
	}
	all.Wait()
	r := row{rate: float64(len(took)) / time.Since(began).Seconds(), refused: int(refused.Load()), took: took}
	if err := failed.Load(); err != nil {
		return r, *err
	}
	return r, ctx.Err()
}

// An asker asks over one connection, which it opens when it needs one. It reads the connection itself: a client of net/http costs more than the office does, and would
// be what is measured.
type asker struct {
	host string
	conn net.Conn
	read *bufio.Reader
}

func (c *asker) ask(ctx context.Context, path string) (status int, err error) {
	if c.conn == nil {
		var d net.Dialer
		if c.conn, err = d.DialContext(ctx, "tcp", c.host); err != nil {
			return 0, err
		}
		c.read = bufio.NewReader(c.conn)
	}
	ends := true
	defer func() {
		if ends {
			c.leave()
		}
	}()
	if _, err := fmt.Fprintf(c.conn, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, c.host); err != nil {
		return 0, err
	}
	answer, err := http.ReadResponse(c.read, nil)
	if err != nil {
		return 0, err
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return 0, err
	}
	ends = answer.Close
	return answer.StatusCode, nil
}

func (c *asker) leave() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

// at does things at a rate, each in a goroutine of its own at the moment when it is due, and returns when all are done.
func at(ctx context.Context, rate, count int, do func(n int, due time.Time)) {
	var all sync.WaitGroup
	began := time.Now()
	for n := range count {
		due := began.Add(time.Duration(n) * time.Second / time.Duration(rate))
		if wait := time.Until(due); wait > 0 {
			time.Sleep(wait)
		}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() { do(n, due) })
	}
	all.Wait()
}
