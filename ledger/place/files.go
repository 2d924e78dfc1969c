package place

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"adjudicate/store/sqlite"
)

// files are the options with which files are opened: only notes that this build of the program
// derived for this user on this machine are believed.
func (h *Host) files() sqlite.Options {
	h.once.Do(func() {
		secret, err := h.secret()
		if err != nil {
			secret = make([]byte, secretLength)
			_, _ = io.ReadFull(h.entropy(), secret) // notes are believed as long as this process lasts
		}
		h.seal = &sqlite.Seal{Secret: secret, Maker: h.Engine + h.Build}
	})
	return sqlite.Options{Seal: h.seal}
}

func (h *Host) entropy() io.Reader {
	if h.Entropy == nil {
		return rand.Reader
	}
	return h.Entropy
}

const secretLength = 32

// secret is this user's secret on this machine, made when it is first needed. Notes are derived again without it and invitations
// made anew, but plays ahead are sealed with it: it lies where programs keep what cannot be made again. Versions before this one kept
// it in the cache; from there it is taken over.
func (h *Host) secret() ([]byte, error) {
	dir := h.Own
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return h.secretIn(h.cache())
	}
	if old, err := readSecret(h.Cache); err == nil && h.Cache != "" {
		return keepSecret(dir, old)
	}
	return h.secretIn(dir, nil)
}

// secretIn is the secret in a folder, made if there is none.
func (h *Host) secretIn(dir string, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	if secret, err := readSecret(dir); err == nil {
		return secret, nil
	}
	secret := make([]byte, secretLength)
	if _, err := io.ReadFull(h.entropy(), secret); err != nil {
		return nil, err
	}
	return keepSecret(dir, secret)
}

// secretFile is what the file of the secret is called.
const secretFile = "notes.secret"

// readSecret reads the secret in a folder.
func readSecret(dir string) ([]byte, error) {
	secret, err := os.ReadFile(filepath.Join(dir, secretFile))
	if err == nil && len(secret) != secretLength {
		err = errors.New("not a secret")
	}
	return secret, err
}

// keepSecret keeps a secret in a folder, unless one is there already, and returns the one that is there.
func keepSecret(dir string, secret []byte) ([]byte, error) {
	if there, err := readSecret(dir); err == nil {
		return there, nil
	}
	draft, err := os.CreateTemp(dir, ".notes-*") // which only its owner can read
	if err != nil {
		return nil, err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(secret)
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, secretFile)
	err = os.Link(draft.Name(), path)
	if errors.Is(err, fs.ErrExist) { // another process was first, or what is there is no secret
		if there, err := readSecret(dir); err == nil {
			return there, nil
		}
	}
	if err != nil {
		err = os.Rename(draft.Name(), path)
	}
	return secret, err
}

// cachePath is where something is kept of what is on a server: a file named after what its address
// leads to.
func (h *Host) cachePath(address, kind string) string {
	sum := sha256.Sum256([]byte(address))
	return filepath.Join(h.Cache, hex.EncodeToString(sum[:8])+kind)
}

// cached opens the file in which something is kept of what is on a server, made if there is none.
func (h *Host) cached(address, kind string) (*sqlite.Store, error) {
	if _, err := h.cache(); err != nil {
		return nil, err
	}
	path := h.cachePath(address, kind)
	st, err := sqlite.Open(path, h.files())
	if errors.Is(err, fs.ErrNotExist) {
		st, err = sqlite.Create(path, h.files())
		if errors.Is(err, fs.ErrExist) {
			st, err = sqlite.Open(path, h.files()) // another process was first
		}
	}
	return st, err
}

// cache is the folder for what can be made again, made if there is none.
func (h *Host) cache() (string, error) {
	if h.Cache == "" {
		return "", errors.New("no cache directory for the user")
	}
	return h.Cache, os.MkdirAll(h.Cache, 0o700)
}

// Key is a key of this user's on this machine for a purpose, the same each time. It is derived from the user's secret: who has one
// key has no other.
func (h *Host) Key(purpose string) ([]byte, error) {
	secret, err := h.secret()
	if err != nil {
		return nil, err
	}
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(purpose))
	return m.Sum(nil), nil
}
