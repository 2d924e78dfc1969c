package esdb

import (
	"context"
	"strings"
	"sync"
	"time"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/metadata"
)

// defaultCategory is that of the streams unless the address or the options name another.
const defaultCategory = "ledger"

// Options qualify how a server is used. Each zero value stands for its default. What the
// address says goes before what stands here.
type Options struct {
	Password  string        // of the user that an address names without one
	Category  string        // of the streams: "ledger"
	MaxAppend int           // bytes to send in one append: what the server says that it takes, 1 MiB before it says anything
	Answer    time.Duration // how long one question may stay unanswered: 30 s
	Patience  time.Duration // how long a call goes on asking a server that is away: 2 min

	// Waiting, if set, is told what a call waits for and when that is over. It may be
	// called from several goroutines.
	Waiting func(text string)
}

// Store is a connection to a server or cluster. It is safe for concurrent use.
type Store struct {
	place  string // for messages: without user and password
	conf   client.Configuration
	o      Options
	notice time.Duration // after which a slow answer is mentioned

	gone chan struct{} // closed by Close

	mu      sync.Mutex
	idle    []*link // that nobody uses
	closed  bool
	told    bool // whether o.MaxAppend is more than a guess
	hasty   bool // whether the server may end reads early
	loads   bool // whether it refuses everything while it loads its policies
	granted bool // whether it has loaded them
	index   index
	gossip  time.Duration             // that members need, if they were too slow once
	homes   map[string]string         // the streams in which ledgers stand, as far as it was looked
	crowds  map[string]crowd          // of other writers, by stream
	seen    map[string]store.Revision // how far each stream has been seen
}

var (
	_ store.Store      = (*Store)(nil)
	_ store.Lister     = (*Store)(nil)
	_ store.Surveyor   = (*Store)(nil)
	_ store.Sweeper    = (*Store)(nil)
	_ store.Checker    = (*Store)(nil)
	_ store.Subscriber = (*Store)(nil)
	_ store.Mender     = (*Store)(nil)
	_ store.Distant    = (*Store)(nil)
	_ store.Picker     = (*Store)(nil)
)

// Open prepares a connection to the server of an address such as
// esdb://user:pass@host:2113?tls=true. It does not touch the network: the first call does.
// An address that cannot be used is an *AddressError.
//
// The settings of the address are those of the server's own clients, and besides:
// category=, maxAppendSize= in bytes, answer= and patience= as durations such as 90s.
func Open(address string, o Options) (*Store, error) {
	conf, err := parse(address, &o)
	if err != nil {
		return nil, err
	}
	return open(conf, o)
}

// open is Open behind the address.
func open(conf *client.Configuration, o Options) (*Store, error) {
	if o.Category == "" {
		o.Category = defaultCategory
	}
	told := o.MaxAppend > 0
	if !told {
		o.MaxAppend = 1 << 20
	}
	if o.Answer <= 0 {
		o.Answer = 30 * time.Second
	}
	if o.Patience <= 0 {
		o.Patience = 2 * time.Minute
	}
	if o.Waiting == nil {
		o.Waiting = func(string) {}
	}
	if err := checkCategory(o.Category); err != nil {
		return nil, err
	}
	setTrap()
	return &Store{place: placeOf(conf), conf: *conf, o: o, notice: 3 * time.Second, gone: make(chan struct{}), told: told, index: index{seen: map[string]bool{}}, homes: map[string]string{}, crowds: map[string]crowd{}, seen: map[string]store.Revision{}}, nil
}

// Beside prepares another connection to the same server, for streams of a category of their own: CATEGORY_PART. They belong to no ledger, so
// nothing that looks at ledgers sees them.
func (s *Store) Beside(part string) (store.Store, error) {
	o := s.o
	o.Category += "_" + part
	return open(&s.conf, o)
}

// Distant implements store.Distant.
func (*Store) Distant() {}

// Place is the address without its user, password and settings.
func (s *Store) Place() string { return s.place }

// Close ends the connection; calls under way end with an error.
func (s *Store) Close() error {
	s.mu.Lock()
	idle := s.idle
	if !s.closed {
		close(s.gone)
	}
	s.closed, s.idle = true, nil
	s.mu.Unlock()
	for _, l := range idle {
		l.close()
	}
	return nil
}

// addressed is the context of a call: it asks that the leader answer, so that what has been
// written is always seen. The client means to say so itself, and does not.
func (s *Store) addressed(ctx context.Context) context.Context {
	if s.conf.NodePreference != client.NodePreferenceLeader {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}

// placeOf is an address as it may be shown.
func placeOf(conf *client.Configuration) string {
	hosts := []string{conf.Address}
	if len(conf.GossipSeeds) > 0 {
		hosts = hosts[:0]
		for _, seed := range conf.GossipSeeds {
			hosts = append(hosts, seed.String())
		}
	}
	scheme := "esdb://"
	if conf.DnsDiscover {
		scheme = "esdb+discover://"
	}
	return scheme + strings.Join(hosts, ",")
}
