package esdb

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"sync"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Appends go to the server without the client library, which keeps back what the server says of
// a refusal: at which revision the stream stands, how much the server takes at once, and, when
// it refuses while events are still being sent, anything at all.

// receipt is the answer to an append that stands.
type receipt struct {
	last store.Revision // of the append's own last event
	seen bool           // whether the server says where in the log it is: else nobody may see it
}

// refusedError says that a stream does not stand where an append expected it.
type refusedError struct{ current store.Revision }

func (e *refusedError) Error() string { return "the stream is at " + e.current.String() }

// endedError says that a stream was deleted.
type endedError struct{ err error }

func (e *endedError) Error() string { return e.err.Error() }
func (e *endedError) Unwrap() error { return e.err }

// limitError says how much the server takes in one append, or in one event of it.
type limitError struct {
	limit int
	event bool

	message bool // it is the transport's, and says nothing of appends
	err     error
}

func (e *limitError) Error() string { return e.err.Error() }
func (e *limitError) Unwrap() error { return e.err }

// transport is how connections are secured, as the address says.
func (s *Store) transport() (credentials.TransportCredentials, error) {
	if s.conf.DisableTLS {
		return insecure.NewCredentials(), nil
	}
	c := &tls.Config{InsecureSkipVerify: s.conf.SkipCertificateVerification, RootCAs: s.conf.RootCAs}
	if s.conf.UserCertFile != "" {
		pair, err := tls.LoadX509KeyPair(s.conf.UserCertFile, s.conf.UserKeyFile)
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return credentials.NewTLS(c), nil
}

// dial opens the link's connection for appends.
func (l *link) dial(s *Store) error {
	if l.conn != nil {
		return nil
	}
	transport, err := s.transport()
	if err != nil {
		return err
	}
	l.conn, err = grpc.NewClient(l.node, grpc.WithTransportCredentials(transport))
	return err
}

// redirects is how often one call is sent on to the member that is said to lead.
const redirects = 3

// directly makes one call without the client. A member that does not lead names the one that
// does: the link goes on with that one.
func (l *link) directly(ctx context.Context, s *Store, call func(context.Context, streams.StreamsClient) (metadata.MD, error)) error {
	ctx = s.credited(ctx)
	var err error
	for range redirects {
		if err := l.dial(s); err != nil {
			return &unsentError{err}
		}
		var trailer metadata.MD
		if trailer, err = call(ctx, streams.NewStreamsClient(l.conn)); err == nil {
			return nil
		}
		host, port := first(trailer, "leader-endpoint-host"), first(trailer, "leader-endpoint-port")
		if status.Code(err) != codes.NotFound || host == "" {
			return refusalOf(err, trailer)
		}
		_ = l.conn.Close()
		l.conn, l.node = nil, net.JoinHostPort(host, port)
	}
	return &unsentError{err}
}

// send sends one append.
func (l *link) send(ctx context.Context, s *Store, name string, at store.Revision, part []client.EventData) (r receipt, err error) {
	err = l.directly(ctx, s, func(ctx context.Context, c streams.StreamsClient) (trailer metadata.MD, err error) {
		r, trailer, err = sendOnce(ctx, c, name, at, part)
		return trailer, err
	})
	return r, err
}

func first(md metadata.MD, key string) string {
	if v := md.Get(key); len(v) > 0 {
		return v[0]
	}
	return ""
}

func sendOnce(ctx context.Context, c streams.StreamsClient, name string, at store.Revision, part []client.EventData) (receipt, metadata.MD, error) {
	call, err := c.Append(ctx)
	if err != nil {
		return receipt{}, nil, &unsentError{err}
	}
	o := &streams.AppendReq_Options{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(name)},
		ExpectedStreamRevision: &streams.AppendReq_Options_NoStream{NoStream: &shared.Empty{}}}
	if at != store.NoStream {
		o.ExpectedStreamRevision = &streams.AppendReq_Options_Revision{Revision: uint64(at) - 1}
	}
	sent := call.Send(&streams.AppendReq{Content: &streams.AppendReq_Options_{Options: o}})
	for i := 0; sent == nil && i < len(part); i++ {
		sent = call.Send(&streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: proposed(&part[i])}})
	}
	// When sending fails the answer is there already, and says why.
	resp, err := call.CloseAndRecv()
	switch {
	case err != nil && sent != nil:
		return receipt{}, call.Trailer(), &unsentError{err}
	case err != nil:
		return receipt{}, call.Trailer(), err
	}
	if w := resp.GetWrongExpectedVersion(); w != nil {
		current := store.NoStream
		if w.GetCurrentNoStream() == nil {
			current = store.Revision(w.GetCurrentRevision()) + 1
		}
		return receipt{}, nil, &refusedError{current}
	}
	success := resp.GetSuccess()
	if success == nil {
		return receipt{}, nil, &faultError{"the server answered an append with an empty message"}
	}
	r := receipt{seen: success.GetPosition() != nil}
	if success.GetNoStream() == nil {
		r.last = store.Revision(success.GetCurrentRevision()) + 1
	}
	return r, nil, nil
}

func proposed(e *client.EventData) *streams.AppendReq_ProposedMessage {
	content := "application/octet-stream"
	if e.ContentType == client.ContentTypeJson {
		content = "application/json"
	}
	most, least := client.UUIDAsInt64(e.EventID)
	return &streams.AppendReq_ProposedMessage{
		Id:             &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{MostSignificantBits: most, LeastSignificantBits: least}}},
		Metadata:       map[string]string{"type": e.EventType, "content-type": content},
		Data:           e.Data,
		CustomMetadata: e.Metadata,
	}
}

// sizes is the number in what the server says of an append that is too large.
var sizes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`Maximum Append(?: Event)? Size of (\d+)`) })

// messages is the same in what the transport says of one event's message.
var messages = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`larger than max \(\d+ vs\. (\d+)\)`) })

// refusalOf reads the status of a refusal and what came along with it.
func refusalOf(err error, trailer metadata.MD) error {
	var unsent *unsentError
	inner := err
	if errors.As(err, &unsent) {
		inner = unsent.err
	}
	s, ok := status.FromError(inner)
	if !ok {
		return err
	}
	if first(trailer, "exception") == "stream-deleted" {
		return &endedError{inner}
	}
	if m := messages().FindStringSubmatch(s.Message()); s.Code() == codes.ResourceExhausted && m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return &limitError{limit: n, event: true, message: true, err: inner}
		}
	}
	if s.Code() == codes.InvalidArgument {
		told, event := first(trailer, "maximum-append-size"), false
		if told == "" {
			told = first(trailer, "maximum-append-event-size")
			event = told != ""
		}
		if m := sizes().FindStringSubmatch(s.Message()); told == "" && m != nil {
			told, event = m[1], m[0] != fmt.Sprintf("Maximum Append Size of %s", m[1])
		}
		if n, err := strconv.Atoi(told); err == nil && n > 0 {
			return &limitError{limit: n, event: event, err: inner}
		}
	}
	return err
}
