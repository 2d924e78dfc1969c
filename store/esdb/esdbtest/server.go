package esdbtest

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
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
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
)

// Options qualify a cluster. The zero Options are a single node without TLS that lets
// everybody in.
type Options struct {
	Nodes          int    // 1 if zero
	User, Password string // if set, asked of every call that touches streams
	Secure         bool   // speak TLS, with a certificate of Cluster.Authority
	MaxAppend      int    // bytes in one append; 1 MiB if zero, as the real server
	Version        string // to tell; if empty, server features are unimplemented
	Now            func() time.Time
}

// Faults makes a server misbehave. Before, After and Sent are called in the goroutine of the
// call, so they may wait; an error of theirs is the call's answer.
type Faults struct {
	Before func(ctx context.Context, call string) error        // nothing has been done: "append", "read", "subscribe", "gossip", "features"
	After  func(ctx context.Context, call string) error        // everything has been done but answering
	Sent   func(ctx context.Context, call string, n int) error // n events of a read or subscription have been sent

	WithoutCreated bool   // events come without their time of creation
	WithoutTrailer bool   // a follower does not say who leads
	Advance        bool   // reads begin with a message that the client does not expect
	Host           string // that gossip names in the place of every member's own
}

// Cluster is a log and the servers that offer it.
type Cluster struct {
	Servers   []*Server
	Authority *Authority // signs the servers' certificates, if they are secure

	o   Options
	log *log

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
	if o.MaxAppend == 0 {
		o.MaxAppend = 1 << 20
	}
	if o.Nodes == 0 {
		o.Nodes = 1
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Cluster{o: o, log: newLog(o.Now)}
	if o.Secure {
		var err error
		if c.Authority, err = NewAuthority(o.Now()); err != nil {
			return nil, err
		}
	}
	for range o.Nodes {
		host := address()
		s := &Server{c: c, addr: net.JoinHostPort(host, "0"), drop: make(chan struct{}), calls: map[string]int{}}
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

// Loose counts the appends that named no exact revision: what package esdb never does.
func (c *Cluster) Loose() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.loose
}

// Events counts the events in the log.
func (c *Cluster) Events() int { return c.log.length() }

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
	return f, drop, nil
}
