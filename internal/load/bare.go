package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// bareFolder is the word by which this program starts itself as the bare server: the folder of what to answer follows.
const bareFolder = "bare-server-of"

// startBare starts a server of net/http, in a process of its own, that has a few answers of the office in memory and no more to do than to send them: what any office
// written in Go would cost at least.
func startBare(ctx context.Context, o *office, paths []string) (*office, error) {
	dir := filepath.Join(o.dir, "bare")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	for n, path := range paths {
		r, err := http.Get(o.url + path)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return nil, err
		}
		kept := path + "\n" + r.Header.Get("Content-Type") + "\n" + string(body)
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(n)), []byte(kept), 0o600); err != nil {
			return nil, err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	bare := &office{cmd: exec.CommandContext(ctx, self, bareFolder, dir)}
	said, err := bare.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := bare.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(said).ReadString('\n')
	bare.url = strings.TrimSpace(line)
	return bare, err
}

// serveBare answers what a folder holds until it is interrupted.
func serveBare(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	type kept struct{ kind, body string }
	answers := map[string]kept{}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		path, rest, _ := strings.Cut(string(text), "\n")
		var k kept
		k.kind, k.body, _ = strings.Cut(rest, "\n")
		answers[path] = k
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", l.Addr())
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k, ok := answers[r.URL.String()]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", k.kind)
		w.Header().Set("Content-Length", strconv.Itoa(len(k.body)))
		_, _ = io.WriteString(w, k.body)
	}))
}
