package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// longest is how many plays of a game are known, see line.
const longest = 100

// line is a play of a quiet game of chess: knights go round, and now and then a pawn steps, so that no position is met a third time.
func line(n int) string {
	const rounds, pawns = 4, "aabbccddee"
	step, round := n/2%(rounds+1), n/2/(rounds+1)
	if step == rounds {
		file := pawns[round]
		if n%2 == 0 {
			return fmt.Sprintf("P%c%d-%c%d", file, 2+round%2, file, 3+round%2)
		}
		return fmt.Sprintf("P%c%d-%c%d", file, 7-round%2, file, 6-round%2)
	}
	way := []string{"g1", "f3", "g5", "h3", "g1"}
	if n%2 == 1 {
		way = []string{"g8", "f6", "g4", "h6", "g8"}
	}
	return "N" + way[step] + "-" + way[step+1]
}

// A made play is one that was answered.
type made struct {
	due    time.Time
	number uint64 // of its input; 0 if it was refused
}

// A told watcher has been told of a number.
type told struct {
	at     time.Time
	number uint64
}

// watched opens the streams, has plays made, and looks who was told of them.
func watched(ctx context.Context, o *office, p plan, players []player) ([]row, error) {
	sessions := make([]string, len(players))
	clients := make([]*http.Client, len(players))
	for i := range players {
		clients[i] = from(i)
		var err error
		if sessions[i], err = o.signIn(ctx, clients[i], players[i]); err != nil {
			return nil, err
		}
	}
	heard := make([][]told, p.watchers)
	watching, leave := context.WithCancel(ctx)
	defer leave()
	var streams sync.WaitGroup
	lost := make(chan error, p.watchers)
	ready := make(chan struct{}, p.watchers)
	for i := range heard {
		streams.Go(func() {
			if err := o.listen(watching, players[i%len(players)].game, func(t told) {
				if heard[i] = append(heard[i], t); len(heard[i]) == 1 {
					ready <- struct{}{}
				}
			}); err != nil && watching.Err() == nil {
				lost <- err
			}
		})
	}
	for range heard {
		select {
		case <-ready:
		case err := <-lost:
			return nil, err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	plays := make([]made, p.plays*int(p.lasts/time.Second))
	took := make([]time.Duration, len(plays))
	turns := make([]turn, len(players)) // a player waits for the answer before the next play of the game
	failed := make(chan error, len(plays))
	before, _ := o.used()
	began := time.Now()
	at(ctx, p.plays, len(plays), func(n int, due time.Time) {
		i := n % len(players)
		turns[i].wait(n / len(players))
		defer turns[i].done()
		number, err := o.play(ctx, clients[i], players[i].game, sessions[i], n/len(players))
		if err != nil {
			failed <- err
		}
		plays[n], took[n] = made{due, number}, time.Since(due)
	})
	lasted := time.Since(began)
	o.settle(ctx)
	spent, memory := o.used()
	leave()
	streams.Wait()
	select {
	case err := <-failed:
		return nil, err
	case err := <-lost:
		return nil, err
	default:
	}
	delivered, missing := deliveries(plays, heard, len(players))
	asked := fmt.Sprintf("plays into %d games, %d a second", len(players), p.plays)
	return []row{
		{what: asked, rate: float64(len(plays)) / lasted.Seconds(), took: took, each: (spent - before) / time.Duration(len(plays)), memory: memory},
		{what: fmt.Sprintf("each told to the %d watchers of its game, %d in all", p.watchers/len(players), p.watchers), rate: float64(len(delivered)) / lasted.Seconds(), missing: missing, took: delivered},
	}, nil
}

// A turn lets the plays of a game be made one after the other, in their order, also where the office falls behind.
type turn struct {
	mu   sync.Mutex
	next int
	free sync.Cond
}

func (t *turn) wait(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.free.L == nil {
		t.free.L = &t.mu
	}
	for t.next != n {
		t.free.Wait()
	}
}

func (t *turn) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next++
	t.free.Broadcast()
}

// settle waits as long as a watcher may have to wait for what another process entered.
func (o *office) settle(ctx context.Context) {
	select {
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
	}
}

// deliveries are how long each play took to each watcher of its game, and how many never came.
func deliveries(plays []made, heard [][]told, games int) (took []time.Duration, missing int) {
	for i, list := range heard {
		for n := i % games; n < len(plays); n += games {
			for len(list) > 0 && list[0].number < plays[n].number {
				list = list[1:]
			}
			if len(list) == 0 {
				missing++
				continue
			}
			took = append(took, list[0].at.Sub(plays[n].due))
		}
	}
	return took, missing
}

// from is a client with an address of the loopback network for itself.
func from(i int) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 1, byte(i>>8), byte(i))}}
	return &http.Client{Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: 1}}
}

// play makes one play of a game, and returns the number of its input.
func (o *office) play(ctx context.Context, client *http.Client, game, session string, n int) (uint64, error) {
	side := [2]string{"White", "Black"}[n%2]
	body, err := json.Marshal(map[string]string{"side": side, "play": line(n)})
	if err != nil {
		return 0, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url+"/api/v1/games/"+game+"/plays", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer "+session)
	r.Header.Set("Idempotency-Key", fmt.Sprintf("play-%d", n))
	answer, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	var ruling struct {
		Address, Verdict, Detail string
	}
	if err := json.NewDecoder(answer.Body).Decode(&ruling); err != nil {
		return 0, err
	}
	if ruling.Verdict != "accepted" {
		return 0, fmt.Errorf("%s, play %d, %s: %s %s %s", game, n+1, body, answer.Status, ruling.Verdict, ruling.Detail)
	}
	return strconv.ParseUint(ruling.Address, 10, 64)
}

// listen hears the stream of a game until ctx is done. It reads the connection itself: five thousand clients of net/http would measure themselves.
func (o *office) listen(ctx context.Context, game string, hear func(told)) error {
	host := strings.TrimPrefix(o.url, "http://")
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", host)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { c.Close() })()
	defer c.Close()
	if _, err := fmt.Fprintf(c, "GET /api/v1/games/%s/events HTTP/1.1\r\nHost: %s\r\n\r\n", game, host); err != nil {
		return err
	}
	answer, err := http.ReadResponse(bufio.NewReaderSize(c, 512), nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the stream of %s: %s", game, answer.Status)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(make([]byte, 512), 512)
	for lines.Scan() {
		if id, is := strings.CutPrefix(lines.Text(), "id: "); is {
			number, err := strconv.ParseUint(id, 10, 64)
			if err != nil {
				return err
			}
			hear(told{time.Now(), number})
		}
	}
	return errors.Join(lines.Err(), errors.New("the office ended a stream"))
}
