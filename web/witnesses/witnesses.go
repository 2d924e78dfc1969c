// Package witnesses requests cosignatures from witnesses by HTTP, and serves a witness (c2sp.org/tlog-witness).
//
//	keeper: Ask ──POST PREFIX/add-checkpoint, a proof.Request──► Handler: witness.Witness
//	            ◄──200 lines · 409 the size it has seen · 400, 403, 404, 422 why not──
//
// What is read from either side is bounded in bytes and, by the context or the server, in time. The package does not verify
// cosignatures; whoever adds one to a checkpoint does.
package witnesses

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"adjudicate/ledger/proof"
	"adjudicate/ledger/witness"
)

// sizeType is the type of an answer that says which size a witness has seen.
const sizeType = "text/x.tlog.size"

// most is how many bytes are read of an answer of a witness.
const most = 64 << 10

// Handler answers for a witness, at the times of a clock. Failures of its own go to the log.
func Handler(w *witness.Witness, now func() time.Time, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(out, "A witness (c2sp.org/tlog-witness): POST add-checkpoint.\n%s\n", w.Key.Public)
	})
	mux.HandleFunc("POST /add-checkpoint", func(out http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(http.MaxBytesReader(out, r.Body, proof.MaxRequest))
		if err != nil {
			http.Error(out, fmt.Sprintf("invalid request: at most %d bytes", proof.MaxRequest), http.StatusBadRequest)
			return
		}
		a, err := w.Add(r.Context(), text, now())
		if err != nil {
			log.Error("no answer", "error", err)
			http.Error(out, "the witness cannot keep the checkpoint", http.StatusInternalServerError)
			return
		}
		switch {
		case a.OK():
			out.Header().Set("Content-Type", "text/plain; charset=utf-8")
			io.WriteString(out, a.Lines)
		case a.Status == http.StatusConflict:
			out.Header().Set("Content-Type", sizeType)
			out.WriteHeader(a.Status)
			fmt.Fprintf(out, "%d\n", a.Size)
		default:
			http.Error(out, a.Reason, a.Status)
		}
	})
	return mux
}

// Ask sends a request to the witness at an address, its submission prefix, and returns the answer. An error means
// that there is none.
func Ask(ctx context.Context, client *http.Client, prefix string, r *proof.Request) (*witness.Answer, error) {
	to, err := url.Parse(prefix)
	if err != nil || to.Host == "" || to.Scheme != "https" && to.Scheme != "http" {
		return nil, fmt.Errorf("invalid address of a witness %q: want https://HOST/PATH", prefix)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.JoinPath("add-checkpoint").String(), bytes.NewReader(r.Bytes()))
	if err != nil {
		return nil, err
	}
	got, err := client.Do(req)
	if err != nil {
		var about *url.Error
		if errors.As(err, &about) {
			err = about.Err // without the address, which may hold a password
		}
		return nil, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(io.LimitReader(got.Body, most))
	if err != nil {
		return nil, err
	}
	a := &witness.Answer{Status: got.StatusCode}
	switch {
	case a.OK():
		a.Lines = string(body)
	case a.Status == http.StatusConflict:
		size := strings.TrimSuffix(string(body), "\n")
		if a.Size, err = strconv.ParseInt(size, 10, 64); err != nil || a.Size < 0 || got.Header.Get("Content-Type") != sizeType {
			return nil, fmt.Errorf("%s answers 409 with %.40q: want the size that it has seen", prefix, size)
		}
		a.Reason = fmt.Sprintf("it has seen %d events", a.Size)
	default:
		line, _, _ := strings.Cut(strings.TrimSpace(string(body)), "\n")
		a.Reason = fmt.Sprintf("%.200s", line)
		if line == "" || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/plain") {
			a.Reason = http.StatusText(a.Status)
		}
	}
	return a, nil
}
