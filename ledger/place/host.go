package place

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/sqlite"
)

// A Host is what a machine and its user add to the ledgers that they open.
type Host struct {
	Engine  string    // the version of the program, which rulings name
	Build   string    // what tells this build of it from others; notes of others are not believed
	Entropy io.Reader // for ids, seeds and secrets; nil is that of the machine
	Cache   string    // a folder of the user's for what can be made again; "" if there is none
	Own     string    // a folder of the user's for what cannot; "" if there is none but Cache
	Desk    string    // the file that lies beside the ledgers on servers
	Again   bool      // ledgers are opened to rule on their histories again

	// Password returns that of the user whom an address names without one.
	Password func() (string, error)

	// Dial, if set, opens what an address names instead of package esdb.
	Dial func(address, password string) (Server, error)

	// Waiting, if set, hears what a store waits for.
	Waiting func(text string)

	once sync.Once
	seal *sqlite.Seal
}

// Options are those of a ledger on this host. Told, if not nil, hears of the events read.
func (h *Host) Options(told func(done int64)) ledger.Options {
	o := ledger.Options{Engine: h.Engine, Entropy: h.Entropy, Again: h.Again}
	if told != nil {
		o.Progress = func(n int) { told(int64(n)) }
	}
	return o
}

// IsAddress tells the address of a server, of whatever kind, from the path of a file.
func IsAddress(place string) bool { return scheme(place) != "" }

// scheme is that which an address begins with, "" if it is none.
func scheme(place string) string {
	name, _, found := strings.Cut(place, "://")
	if !found || name == "" || !isLetter(name[0]) {
		return ""
	}
	for i := range len(name) {
		if c := name[i]; !isLetter(c) && (c < '0' || c > '9') && c != '+' && c != '.' && c != '-' {
			return ""
		}
	}
	return name
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// Shown is a place as it may be shown: an address without user and password.
func Shown(place string) string { return esdb.Place(place) }

// Beside names what lies beside a game: by the ledger's file, or for an address, beside which nothing stands and
// which may hold a password, by what may be shown of it and the game.
func Beside(place, game, ext string) string {
	if !IsAddress(place) {
		return place + ext
	}
	_, shown, _ := strings.Cut(Shown(place), "://")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:?@&=,`, r) {
			return '-'
		}
		return r
	}, shown+"-"+game) + ext
}

// Open opens a store that exists.
func (h *Host) Open(ctx context.Context, place string) (*Store, error) {
	is, err := esdb.IsAddress(place)
	if err != nil {
		return nil, &AddressError{Err: err}
	}
	if is {
		st, err := h.server(place)
		return h.opened(place, st, err)
	}
	if scheme := scheme(place); scheme != "" {
		return nil, &AddressError{Scheme: scheme}
	}
	st, err := sqlite.Open(place, h.files())
	return h.opened(place, st, err)
}

// OpenOrCreate opens a store; a file that does not exist is made.
func (h *Host) OpenOrCreate(ctx context.Context, place string) (*Store, error) {
	s, err := h.Open(ctx, place)
	if !errors.Is(err, fs.ErrNotExist) || IsAddress(place) {
		return s, err
	}
	st, err := sqlite.Create(place, h.files())
	if errors.Is(err, fs.ErrExist) {
		return h.Open(ctx, place) // another process was first
	}
	return h.opened(place, st, err)
}

func (h *Host) server(address string) (store.Store, error) {
	var password string
	if h.Password != nil {
		var err error
		if password, err = h.Password(); err != nil {
			return nil, err
		}
	}
	dial := h.Dial
	if dial == nil {
		dial = func(address, password string) (Server, error) {
			return esdb.Open(address, esdb.Options{Password: password, Waiting: h.Waiting})
		}
	}
	st, err := dial(address, password)
	if err != nil {
		return nil, &AddressError{Err: err}
	}
	return h.remote(address, st), nil
}

func (h *Host) opened(place string, st store.Store, err error) (*Store, error) {
	if err != nil {
		return nil, err
	}
	return &Store{Events: st, Address: place, Place: Shown(place), Host: h}, nil
}

// Password returns the password for an address that names a user without one: the given one, or the
// contents of a file, which keeps it out of the list of processes.
func Password(given, file string) func() (string, error) {
	return func() (string, error) {
		if file == "" {
			return given, nil
		}
		text, err := os.ReadFile(file)
		var failed *fs.PathError
		if errors.As(err, &failed) {
			return "", fmt.Errorf("cannot read %s: %w", file, failed.Err)
		}
		return strings.TrimRight(string(text), "\r\n"), err
	}
}

// Tray is the folder for mails that were refused at a place: beside the ledger's file, or for the address of a server in the folder
// that the program runs in.
func Tray(place string) string {
	if IsAddress(place) {
		return "adjudicate.tray"
	}
	return place + ".tray"
}
