package esdbtest

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"
)

// Options qualify a cluster. The zero Options are a single node without TLS that lets
// everybody in.
type Options struct {
	Nodes          int    // 1 if zero
	User, Password string // if set, an administrator; whoever does not know them is held to rights
	Users          []User // who else may come in
	Secure         bool   // speak TLS, with a certificate of Cluster.Authority
	MaxAppend      int    // what one append may count; as servers of the version have it if zero
	Version        string // to tell and to behave as; if empty, as 23.10.8 without telling its features
	Now            func() time.Time
}

// Faults makes a server misbehave. Before, After and Sent are called in the goroutine of the
// call, so they may wait; an error of theirs is the call's answer.
type Faults struct {
	Before func(ctx context.Context, call string) error        // nothing has been done: "append", "read", "subscribe", "gossip", "features"
	After  func(ctx context.Context, call string) error        // everything has been done but answering
	Sent   func(ctx context.Context, call string, n int) error // n events of a read or subscription have been sent

	WithoutCreated bool // events come without their time of creation
	WithoutTrailer bool // a follower does not say who leads

	NotReady bool // it has started, and does not serve yet
	Loading  bool // it has started, and of versions that load policies has not loaded them yet
	// It has passed on an append, which may have been written, and has had no answer in time.
	ForwardingTimeout bool

	Advance bool   // reads begin with a message that the client does not expect
	Host    string // that gossip names in the place of every member's own
}

// Cluster is a log and the servers that offer it.
type Cluster struct {
	Servers   []*Server
	Authority *Authority // signs the servers' certificates, if they are secure

	o     Options
	ways  ways
	users []User
	log   *log

	mu     sync.Mutex
	leader int // -1 while there is none
	loose  int // appends at no exact revision
}

// Server is one node.
type Server struct {
	c    *Cluster
	addr string
	tls  *tls.Config

	mu     sync.Mutex
	grpc   *grpc.Server // nil while stopped
	faults Faults
	drop   chan struct{} // closed to drop subscriptions
	stuck  int           // of the log, how much a deposed leader knows; -1 while it is none
	calls  map[string]int
}

// New starts a cluster that is stopped at the end of a test.
func New(tb testing.TB, o Options) *Cluster {
	tb.Helper()
	c, err := Start(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Stop)
	return c
}

// Start starts a cluster whose first node leads.
func Start(o Options) (*Cluster, error) {
	if o.Nodes == 0 {
		o.Nodes = 1
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Cluster{o: o, ways: waysOf(cmp.Or(o.Version, defaultVersion)), log: newLog(o.Now), users: o.Users}
	if o.MaxAppend != 0 {
		c.ways.maxAppend = o.MaxAppend
	}
	if o.User != "" {
		c.users = append([]User{{Name: o.User, Password: o.Password, Groups: []string{administrators}}}, c.users...)
	}
	if o.Secure {
		var err error
		if c.Authority, err = NewAuthority(o.Now()); err != nil {
			return nil, err
		}
	}
	for range o.Nodes {
		host := address()
		s := &Server{c: c, addr: net.JoinHostPort(host, "0"), drop: make(chan struct{}), stuck: -1, calls: map[string]int{}}
		if o.Secure {
			var err error
			if s.tls, err = c.Authority.certify(host); err != nil {
				c.Stop()
				return nil, err
			}
		}
		c.Servers = append(c.Servers, s)
		if err := s.Start(); err != nil {
			c.Stop()
			return nil, err
		}
	}
	return c, nil
}

// address is the loopback address of a new server: one of its own where the system has
// more than one, so that no other server gets its port while it is stopped.
func address() string {
	host := fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(250), rand.IntN(250), 2+rand.IntN(250))
	l, err := net.Listen("tcp", host+":0")
	if err != nil {
		return "127.0.0.1"
	}
	l.Close()
	return host
}

// Stop stops all servers.
func (c *Cluster) Stop() {
	for _, s := range c.Servers {
		s.Stop()
	}
}

// Elect makes a server the leader, by its place in Servers; -1 leaves the cluster without one.
func (c *Cluster) Elect(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leader = i
}

// leads returns the leader, nil if there is none.
func (c *Cluster) leads() *Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leader < 0 {
		return nil
	}
	return c.Servers[c.leader]
}

// Delay lets appends be refused against events that cannot be read yet: what is accepted from
// now on is committed, readable and acknowledged after d.
func (c *Cluster) Delay(d time.Duration) {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	c.log.lag = d
}

// Hold keeps what is accepted from being committed, as while a leader has no followers, until
// it is called with false.
func (c *Cluster) Hold(yes bool) { c.log.hold(yes) }

// Truncate takes away what was accepted and not committed, as when a leader is deposed that
// had it alone; who waits for its acknowledgement gets no answer.
func (c *Cluster) Truncate() { c.log.cut() }

// Govern writes the metadata of a stream as it is given, as somebody with the right to might.
func (c *Cluster) Govern(stream, metadata string) {
	c.log.append(metadataStream(stream), anything, []*record{{id: uuid.New(), typ: "$metadata", json: true, data: []byte(metadata)}})
}

// Write appends an event to a stream, as somebody else's program might.
func (c *Cluster) Write(stream, typ, data, metadata string) {
	c.log.append(stream, anything, []*record{{id: uuid.New(), typ: typ, json: true, data: []byte(data), custom: []byte(metadata)}})
}

// Copy appends an event as it stood elsewhere.
func (c *Cluster) Copy(stream string, id uuid.UUID, typ, data string) {
	c.log.append(stream, anything, []*record{{id: id, typ: typ, json: true, data: []byte(data)}})
}

// Empty takes everything away, as when the files of a server are lost.
func (c *Cluster) Empty() { c.log.empty() }

// Delete deletes a stream, for good with a tombstone.
func (c *Cluster) Delete(stream string, tombstone bool) { c.log.delete(stream, anything, tombstone) }

// Scavenge takes away for good what is hidden.
func (c *Cluster) Scavenge() { c.log.scavenge() }

// Loads reports whether servers of the version load policies after a start.
func (c *Cluster) Loads() bool { return c.ways.loads }

// Forget empties what the servers remember of appends, as restarting them all does.
func (c *Cluster) Forget() { c.log.forget() }

// Depose lets the server believe that it leads, whoever else does by now: it answers reads with
// what it knows, and appends never, until Depose is called with false.
func (s *Server) Depose(yes bool) {
	known := s.c.log.length()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stuck = -1; yes {
		s.stuck = known
	}
}

// Lag lets the server answer as one that was deposed before the last n events.
func (s *Server) Lag(n int) {
	known := s.c.log.length()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stuck = max(known-n, 0)
}

func (s *Server) isDeposed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stuck >= 0
}

// sees is how much of the log the server knows at most.
func (s *Server) sees() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stuck >= 0 {
		return s.stuck
	}
	return math.MaxInt
}

// Loose counts the appends that named no exact revision: what package esdb never does.
func (c *Cluster) Loose() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.loose
}

// Events counts the events in the log that can be read.
func (c *Cluster) Events() int { return c.log.length() }

// Accepted counts those that the leader has taken, whether they can be read yet or not.
func (c *Cluster) Accepted() int {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	return len(c.log.all)
}

// URL is the connection string of the first server, with further settings
// ("category=test").
func (c *Cluster) URL(settings ...string) string { return c.Servers[0].URL(settings...) }

// ClusterURL names all servers.
func (c *Cluster) ClusterURL(settings ...string) string {
	hosts := ""
	for i, s := range c.Servers {
		if i > 0 {
			hosts += ","
		}
		hosts += s.Addr()
	}
	return c.url(hosts, settings)
}

func (c *Cluster) url(hosts string, settings []string) string {
	u := "esdb://"
	if c.o.User != "" {
		u += url.UserPassword(c.o.User, c.o.Password).String() + "@"
	}
	u += hosts + "?tls=" + strconv.FormatBool(c.o.Secure)
	for _, s := range settings {
		u += "&" + s
	}
	return u
}

// URL is the connection string of the server.
func (s *Server) URL(settings ...string) string { return s.c.url(s.Addr(), settings) }

// Addr is host and port.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addr
}

// Start starts the server, on the port that it had before if it had one.
func (s *Server) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grpc != nil {
		return nil
	}
	var lis net.Listener
	var err error
	for range 50 { // the port may take a moment to come free
		if lis, err = net.Listen("tcp", s.addr); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		return fmt.Errorf("start the test server: %w", err)
	}
	s.addr = lis.Addr().String()
	opts := []grpc.ServerOption{
		// The client pings every ten seconds, also between calls.
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
		grpc.MaxRecvMsgSize(17 << 20),
	}
	if s.tls != nil {
		opts = append(opts, grpc.Creds(credentials.NewTLS(s.tls)))
	}
	s.grpc = grpc.NewServer(opts...)
	streams.RegisterStreamsServer(s.grpc, &streamsService{s: s})
	gossip.RegisterGossipServer(s.grpc, &gossipService{s: s})
	if s.c.o.Version != "" {
		serverfeatures.RegisterServerFeaturesServer(s.grpc, &featuresService{s: s})
	}
	go func(g *grpc.Server) {
		if err := g.Serve(lis); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			lis.Close() // it shows as a server that does not answer
		}
	}(s.grpc)
	return nil
}

// Stop breaks all connections and frees the port; the log stays.
func (s *Server) Stop() {
	s.mu.Lock()
	g := s.grpc
	s.grpc = nil
	s.mu.Unlock()
	if g != nil {
		g.Stop()
	}
}

// Break makes the server misbehave from now on; the zero Faults end it.
func (s *Server) Break(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// DropSubscriptions ends the subscriptions that are open.
func (s *Server) DropSubscriptions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.drop)
	s.drop = make(chan struct{})
}

// Calls counts the calls of a kind ("append") that have reached the server.
func (s *Server) Calls(call string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[call]
}

func (s *Server) running() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grpc != nil
}

// enter counts a call and lets it fail as it is to.
func (s *Server) enter(ctx context.Context, call string) (Faults, <-chan struct{}, error) {
	s.mu.Lock()
	s.calls[call]++
	f, drop := s.faults, s.drop
	s.mu.Unlock()
	if f.Before != nil {
		if err := f.Before(ctx, call); err != nil {
			return f, drop, err
		}
	}
	if f.NotReady && call != "gossip" && call != "features" {
		return f, drop, status.Error(codes.Unavailable, "Server Is Not Ready")
	}
	if f.Loading && s.c.ways.loads && call != "gossip" && call != "features" {
		return f, drop, status.Error(codes.PermissionDenied, "Access Denied")
	}
	return f, drop, nil
}
