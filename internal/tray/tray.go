// Package tray keeps mails that could not be handled. Each is a file of its own, as it arrived, under a name determined by the mail,
// with the reason beside it.
package tray

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"adjudicate/internal/outfile"
)

// Put puts a mail into a folder, which is made if there is none; not one that was there and is done with. Nobody but its
// owner can read either.
func Put(folder string, mail []byte, why string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("cannot keep the mail in the tray: %w", err)
	}
	sum := sha256.Sum256(mail)
	name := hex.EncodeToString(sum[:8])
	path := filepath.Join(folder, name)
	if _, err := os.Stat(filepath.Join(folder, "done", name+".eml")); err == nil {
		return nil
	}
	for _, f := range []struct {
		path string
		text []byte
	}{{path + ".eml", mail}, {path + ".why", []byte(why + "\n")}} {
		err := outfile.Write(f.path, outfile.Options{Mode: 0o600, Force: true}, func(w io.Writer) error {
			_, err := w.Write(f.text)
			return err
		})
		if err != nil {
			return fmt.Errorf("cannot keep the mail in the tray: %w", err)
		}
	}
	return nil
}
