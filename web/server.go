package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
)

// Options say what a Server adds to the store that it shows.
type Options struct {
	Version string                   // of the program, for documents and the foot of pages
	Now     func() time.Time         // the clock, for limits that run
	Key     []byte                   // seals what players sign in with; without one nobody can
	URL     string                   // where the world reaches the server, for feeds; "" is unknown
	Mails   bool                     // the store's outbox is sent, and links to sign in with as well
	Secure  bool                     // browsers reach the server by TLS alone
	Private []string                 // games that are shown to the invited alone; "*" is all of them
	Tray    func(game string) string // the folder of mails that could not be read; nil: there is none
	Lasting bool                     // pages are kept as files, so they do not say how much time is left
	Log     *slog.Logger             // hears of each request and of what goes wrong; nil is silence
}

// A Server shows the games of a store. Make one with New.
type Server struct {
	store   *place.Store
	opts    Options
	answers bounded[*answer]
	tapes   bounded[*tape]
	memory  *history.Memory
	rooms   rooms
	flights flights
	games   games
	builds  chan struct{} // one for each answer that may be worked out
	waiting atomic.Int64
	figures figures
	turns   turns
	open    bounded[*ledger.Ledger] // games as this office has left them, see written
	zones   sync.Map                // *time.Location, by game
	hiding  bounded[hiding]         // by game
	rates   bounded[*rate.Limiter]
	rely    *webauthn.WebAuthn // what passkeys are bound to; nil: there are none
	handler http.Handler
}

// A bounded cache is one of otter by its methods alone, see package history.
type bounded[V any] interface {
	GetIfPresent(string) (V, bool)
	ComputeIfAbsent(string, func() (V, bool)) (V, bool)
	Set(string, V) (V, bool)
	Invalidate(string) (V, bool)
	InvalidateAll()
	WeightedSize() uint64
}

// New returns a server of an open store, which stays the caller's.
func New(st *place.Store, opts Options) (*Server, error) {
	if opts.Now == nil {
		return nil, errors.New("missing clock")
	}
	s := &Server{store: st, opts: opts, builds: make(chan struct{}, mostBuilds)}
	s.answers = otter.Must(&otter.Options[string, *answer]{MaximumWeight: keptBytes, Weigher: func(key string, a *answer) uint32 { return uint32(len(key) + len(a.body)) }})
	s.tapes = otter.Must(&otter.Options[string, *tape]{MaximumWeight: keptSteps, Weigher: func(_ string, t *tape) uint32 { return t.weight() }})
	s.memory = history.NewMemory(keptGames, keptStates)
	s.open = otter.Must(&otter.Options[string, *ledger.Ledger]{MaximumWeight: keptOpen, Weigher: func(name string, l *ledger.Ledger) uint32 { return uint32(len(name) + l.Size()) }})
	s.hiding = otter.Must(&otter.Options[string, hiding]{MaximumSize: keptHiding})
	s.rates = otter.Must(&otter.Options[string, *rate.Limiter]{MaximumSize: keptRates})
	s.rooms.server, s.games.private, s.rely = s, s.private, relying(opts)
	var err error
	s.handler, err = s.routes()
	return s, err
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Run answers on a listener until ctx is done; then requests under way are ended and streams told to come again.
func (s *Server) Run(ctx context.Context, l net.Listener) error { return Serve(ctx, l, s) }

// Serve has a handler answer on a listener until ctx is done, within the bounds of this package.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	return serve(ctx, l, h, newCrowd(mostOpen, leftFree))
}

func serve(ctx context.Context, l net.Listener, h http.Handler, all *crowd) error {
	srv := &http.Server{Handler: h, ConnState: all.changed, ReadHeaderTimeout: readWithin, ReadTimeout: readWithin, WriteTimeout: writeWithin, IdleTimeout: idleFor, MaxHeaderBytes: mostHeader,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), readWithin)
		defer cancel()
		done <- srv.Shutdown(last)
	}()
	if err := srv.Serve(all.admit(l)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-done
}

// head is the sequence of a game's last event; the game is unknown if it has none.
func (s *Server) head(ctx context.Context, name string) (uint64, error) {
	rev, err := s.store.Events.Head(ctx, name)
	if err == nil && rev == 0 {
		err = &unknownGameError{name}
	}
	return uint64(rev), err
}
