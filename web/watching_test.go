package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestEveryWatcherHearsOfEveryPlay has six games played at once, half of their plays through another office on the same store, and wants each
// watcher of a game to hear of its plays, of the last one too, of no other game's, and never of less than before.
func TestEveryWatcherHearsOfEveryPlay(t *testing.T) {
	const games, watchers = 6, 5
	squares := []string{"a2-a3", "a7-a6", "b2-b3", "b7-b6", "c2-c3", "c7-c6"}
	path := filepath.Join(t.TempDir(), "club.ledger")
	for n := range games {
		beginChess(t, path, fmt.Sprint("club-", n), "White=Ann", "Black=Ann")
	}
	var offices [2]*Server
	for i := range offices {
		st, err := host().Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		if offices[i], err = New(st, Options{Version: "test", Key: []byte("of the test"), Now: func() time.Time { return today.Add(time.Hour) }}); err != nil {
			t.Fatal(err)
		}
	}
	web := httptest.NewServer(offices[0])
	defer web.Close()
	ctx, leave := context.WithTimeout(t.Context(), 20*time.Second)
	defer leave()

	type news struct {
		game, watcher int
		number        uint64
	}
	all := make(chan news)
	for n := range games {
		for w := range watchers {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/api/v1/games/club-%d/events", web.URL, n), nil)
			if err != nil {
				t.Fatal(err)
			}
			stream, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				defer stream.Body.Close()
				for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
					if id, is := strings.CutPrefix(lines.Text(), "id: "); is {
						number, _ := strconv.ParseUint(id, 10, 64) // 0 is of no play
						select {
						case all <- news{n, w, number}:
						case <-ctx.Done():
						}
					}
				}
			}()
		}
	}
	var numbers [games][]uint64 // of the plays
	var players sync.WaitGroup
	for n := range games {
		game := fmt.Sprint("club-", n)
		token, err := Invite(t.Context(), offices[0].store.Game(game), offices[0].opts.Key, "Ann", "", today.Add(48*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		session := postTo(offices[0], "/games/"+game+"/in", map[string][]string{"with": {token}}, nil).Result().Cookies()[0].Value
		players.Go(func() {
			for i, square := range squares {
				r := httptest.NewRequest(http.MethodPost, "/api/v1/games/"+game+"/plays", strings.NewReader(fmt.Sprintf(`{"side":%q,"play":"P%s"}`, []string{"White", "Black"}[i%2], square)))
				r.Header.Set("Authorization", "Bearer "+session)
				r.Header.Set("Idempotency-Key", square)
				r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1", n)
				w := httptest.NewRecorder()
				offices[i%2].ServeHTTP(w, r)
				var v struct{ Verdict, Address string }
				err := json.NewDecoder(w.Body).Decode(&v)
				number, bad := strconv.ParseUint(v.Address, 10, 64)
				if err != nil || bad != nil || v.Verdict != "accepted" {
					t.Errorf("%s of game %d: status %d, %+v", square, n, w.Code, v)
				}
				numbers[n] = append(numbers[n], number)
			}
		})
	}
	entered := make(chan struct{})
	go func() { players.Wait(); close(entered) }()

	var heard [games][watchers]uint64
	behind := func() (left int) {
		for n := range games {
			for _, number := range heard[n] {
				if number < numbers[n][len(squares)-1] {
					left++
				}
			}
		}
		return left
	}
	for playing := entered; playing != nil || behind() > 0; {
		select {
		case <-playing:
			playing = nil
		case told := <-all:
			before := &heard[told.game][told.watcher]
			if told.number <= *before {
				t.Errorf("game %d: watcher %d is told of %d after %d", told.game, told.watcher, told.number, *before)
			}
			*before = told.number
		case <-ctx.Done():
			t.Fatalf("%d watchers were not told of the last play of their game: %v, %v", behind(), numbers, heard)
		}
	}
	for n := range games {
		head, err := offices[0].head(t.Context(), fmt.Sprint("club-", n))
		for w, number := range heard[n] {
			if err != nil || number > head {
				t.Errorf("game %d, which has %d events: watcher %d is told of %d (%v)", n, head, w, number, err)
			}
		}
	}
}
