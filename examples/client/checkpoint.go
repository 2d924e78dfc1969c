package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// Hold asks for the largest checkpoint of the game, looks whether the ledger begins with that in the file, and puts it there.
// Whose signature it bears is not looked at: two that contradict each other are proof against whoever signed them.
func (c *Client) Hold(ctx context.Context, file string) error {
	kept, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var old tlog.Tree
	if kept != nil {
		if _, old, err = checkpoint(string(kept)); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/checkpoint?old=%d", c.Game, old.N), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.Session)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	switch {
	case err != nil:
		return err
	case res.StatusCode == http.StatusNotFound:
		return nil // none was signed yet
	case res.StatusCode != http.StatusOK:
		return fmt.Errorf("the ledger does not begin with the %d events of %s, or is shorter: %s", old.N, file, text)
	}
	head, note, _ := strings.Cut(string(text), "\n\n")
	_, now, err := checkpoint(note)
	if err != nil {
		return err
	}
	var hashes tlog.TreeProof
	for _, line := range strings.Split(head, "\n")[1:] {
		h, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		hashes = append(hashes, h)
	}
	if old.N > 0 && old != now && tlog.CheckTree(hashes, now.N, now.Hash, old.N, old.Hash) != nil {
		return fmt.Errorf("the ledger of %d events does not begin with the %d of %s", now.N, old.N, file)
	}
	return os.WriteFile(file, []byte(note), 0o644)
}

// checkpoint reads the origin, the size and the root of a checkpoint.
func checkpoint(note string) (origin string, t tlog.Tree, err error) {
	line := strings.SplitN(note, "\n", 4)
	if len(line) < 4 {
		return "", t, errors.New("not a checkpoint")
	}
	if t.N, err = strconv.ParseInt(line[1], 10, 64); err == nil {
		t.Hash, err = tlog.ParseHash(line[2])
	}
	return line[0], t, err
}
