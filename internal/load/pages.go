package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// keptPages asks for a few pages again and again.
func keptPages(ctx context.Context, o *office, p plan) ([]row, error) {
	paths := []string{"/games/" + season, "/games/" + season + "?at=743", "/games/" + season + "/log", "/games/" + season + "/board.svg", "/api/v1/games/" + season}
	asked := make([]string, p.kept*int(p.lasts/time.Second))
	for n := range asked {
		asked[n] = paths[n%len(paths)]
	}
	r, err := pages(ctx, o, p.kept, asked)
	r.what = fmt.Sprintf("kept pages, %d a second", p.kept)
	return []row{r}, err
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

// pages asks for pages at a rate. An office that is busy refuses some, or ends connections on which it has not answered in time; an answer of another kind is a fault.
func pages(ctx context.Context, o *office, rate int, paths []string) (row, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}
	defer client.CloseIdleConnections()
	took := make([]time.Duration, len(paths))
	var refused atomic.Int64
	var failed atomic.Pointer[error]
	before, _ := o.used()
	began := time.Now()
	at(ctx, rate, len(took), func(n int, due time.Time) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, o.url+paths[n], nil)
		if err == nil {
			var answer *http.Response
			if answer, err = client.Do(r); err == nil {
				_, err = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
			}
			switch {
			case err != nil && ctx.Err() == nil, err == nil && answer.StatusCode == http.StatusServiceUnavailable:
				refused.Add(1)
				err = nil
			case err == nil && answer.StatusCode != http.StatusOK:
				err = fmt.Errorf("%s: %s", r.URL, answer.Status)
			}
		}
		if err != nil {
			failed.Store(&err)
		}
		took[n] = time.Since(due)
	})
	lasted := time.Since(began)
	spent, memory := o.used()
	r := row{rate: float64(len(took)) / lasted.Seconds(), refused: int(refused.Load()), took: took, each: (spent - before) / time.Duration(len(took)), memory: memory}
	if err := failed.Load(); err != nil {
		return r, *err
	}
	return r, ctx.Err()
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
