package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// Ten connections may be open and two are to be left free: people who have read a page and keep their connection make room for the next, so that everybody is answered, and never
// more than ten are open.
func TestWhoeverOnlyWaitsMakesRoom(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const most = 10
	all := newCrowd(most, 2)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		all.mu.Lock()
		defer all.mu.Unlock()
		fmt.Fprintln(w, all.open)
	})
	go func() { done <- serve(ctx, l, answer, all) }()
	for n := range 5 * most {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close() // and until then it waits for a request that never comes
		if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: office\r\n\r\n")
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("visitor %d: %v", n+1, err)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		var open int
		if _, err := fmt.Sscan(string(body), &open); err != nil || open > most {
			t.Errorf("visitor %d found %q connections open, %v, want at most %d", n+1, body, err, most)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	for began := time.Now(); ; time.Sleep(time.Millisecond) { // the last ones are told to have gone a moment after the end
		all.mu.Lock()
		open, known, waiting := all.open, len(all.at), all.waiting.Len()
		all.mu.Unlock()
		if open == 0 && known == 0 && waiting == 0 {
			return
		}
		if time.Since(began) > 20*time.Second {
			t.Fatalf("at the end %d are open, %d and %d wait, want none", open, known, waiting)
		}
	}
}
