package witnesses_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/ledger/witness"
	"adjudicate/web/witnesses"
)

var ctx = context.Background()

func read(t *testing.T, line string, err error) *proof.Key {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	k, err := proof.ReadKey([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// start starts a witness that trusts an umpire, and returns where.
func start(t *testing.T) (umpire *proof.Key, url string) {
	t.Helper()
	private, _, err := proof.NewKey(bytes.NewReader(bytes.Repeat([]byte{1}, 32)), "umpire")
	umpire = read(t, private, err)
	private, _, err = proof.NewWitnessKey(bytes.NewReader(bytes.Repeat([]byte{2}, 32)), "w1.example")
	w := &witness.Witness{Key: read(t, private, err), Logs: []*proof.Key{umpire}, Desk: people.OpenFile(filepath.Join(t.TempDir(), "w1.witness"), time.Minute)}
	srv := httptest.NewServer(witnesses.Handler(w, time.Now, slog.New(slog.DiscardHandler)))
	t.Cleanup(srv.Close)
	return umpire, srv.URL
}

func empty(t *testing.T, umpire *proof.Key, size int64) *proof.Request {
	t.Helper()
	c, err := proof.Sign(proof.Checkpoint{Origin: "adjudicate/x", Size: size, Root: (&proof.Tree{}).Root()}, umpire.Signer)
	if err != nil {
		t.Fatal(err)
	}
	return &proof.Request{Checkpoint: c}
}

// TestAWitnessIsAskedByHTTP sees the answers of the protocol as they are on the wire, and as who asks reads them.
func TestAWitnessIsAskedByHTTP(t *testing.T) {
	umpire, url := start(t)
	a, err := witnesses.Ask(ctx, http.DefaultClient, url+"/", empty(t, umpire, 0))
	if err != nil || !a.OK() || !strings.HasPrefix(a.Lines, "— w1.example ") {
		t.Fatalf("%+v, %v", a, err)
	}
	if a, err = witnesses.Ask(ctx, http.DefaultClient, url, empty(t, umpire, 3)); err != nil || !a.OK() {
		t.Fatalf("a larger one: %+v, %v", a, err)
	}
	if a, err = witnesses.Ask(ctx, http.DefaultClient, url, empty(t, umpire, 4)); err != nil || a.Status != 409 || a.Size != 3 {
		t.Errorf("of another old size: %+v, %v", a, err)
	}
	wrong := empty(t, umpire, 4)
	wrong.Old = 3
	if a, err = witnesses.Ask(ctx, http.DefaultClient, url, wrong); err != nil || a.Status != 422 || !strings.Contains(a.Reason, "the hashes do not show") {
		t.Errorf("without proof: %+v, %v", a, err)
	}
	for _, c := range []struct {
		method, path, body, typ, want string
		status                        int
	}{
		{"POST", "/add-checkpoint", "hello", "text/plain; charset=utf-8", "invalid request for a cosignature", 400},
		{"POST", "/add-checkpoint", string(empty(t, umpire, 4).Bytes()), "text/x.tlog.size", "3\n", 409},
		{"POST", "/add-checkpoint", strings.Repeat("x", 1<<20), "text/plain; charset=utf-8", "at most 65536 bytes", 400},
		{"GET", "/add-checkpoint", "", "text/plain; charset=utf-8", "Method Not Allowed", 405},
		{"GET", "/", "", "text/plain; charset=utf-8", "w1.example+", 200},
	} {
		req, err := http.NewRequest(c.method, url+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		got, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(got.Body)
		got.Body.Close()
		if got.StatusCode != c.status || got.Header.Get("Content-Type") != c.typ || !strings.Contains(string(body), c.want) {
			t.Errorf("%s %s %.20q: %d %s %q", c.method, c.path, c.body, got.StatusCode, got.Header.Get("Content-Type"), body)
		}
	}
}

// TestAnswersThatAreNone reads servers that are no witnesses.
func TestAnswersThatAreNone(t *testing.T) {
	umpire, _ := start(t)
	for _, c := range []struct {
		answer http.HandlerFunc
		want   string
	}{
		{func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(409); io.WriteString(w, "later") }, "want the size that it has seen"},
		{func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(502)
			io.WriteString(w, "<html>")
		}, "Bad Gateway"},
		{func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
	} {
		srv := httptest.NewServer(c.answer)
		a, err := witnesses.Ask(ctx, srv.Client(), srv.URL, empty(t, umpire, 3))
		srv.Close()
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && !strings.Contains(a.Reason, c.want) {
			t.Errorf("%+v, %v: want %q", a, err, c.want)
		}
	}
	for _, prefix := range []string{"", "w1.example", "ftp://w1.example/", "http://", ":"} {
		if _, err := witnesses.Ask(ctx, http.DefaultClient, prefix, empty(t, umpire, 3)); err == nil || !strings.Contains(err.Error(), "invalid address") {
			t.Errorf("%q: %v", prefix, err)
		}
	}
}
