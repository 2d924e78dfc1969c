package esdbtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"strconv"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

type streamsService struct {
	streams.UnimplementedStreamsServer
	s *Server
}

// noLeader is what a member says while the cluster has no leader.
const noLeader = "No leader info available in response"

// errThrown is what callers are told of whatever the server did not think of.
var errThrown = status.Error(codes.Unknown, "Exception was thrown by handler.")

// failing adds what the real server sends along with an error that is its whole answer.
func failing(trailer func(metadata.MD), err error) error {
	if err != nil {
		trailer(metadata.Pairs("content-length", "0"))
	}
	return err
}

// admit checks the caller's rights, and that a call for the leader has come to it.
func (x *streamsService) admit(ctx context.Context, f *Faults, name string, want right, trailer func(metadata.MD)) error {
	if err := x.s.c.admit(ctx, name, want, trailer); err != nil {
		return err
	}
	return x.lead(ctx, f, trailer)
}

// lead sends a call that asks for the leader there.
func (x *streamsService) lead(ctx context.Context, f *Faults, trailer func(metadata.MD)) error {
	leader := x.s.c.leads()
	md, _ := metadata.FromIncomingContext(ctx)
	if got := md.Get("requires-leader"); leader == x.s || x.s.isDeposed() || len(got) == 0 || got[0] != "true" {
		return nil
	}
	if leader == nil {
		return status.Error(codes.Unknown, noLeader)
	}
	tell := metadata.Pairs("exception", "not-leader")
	if !f.WithoutTrailer {
		host, port, err := net.SplitHostPort(leader.Addr())
		if err != nil {
			return status.Error(codes.Internal, err.Error())
		}
		tell.Append("leader-endpoint-host", host)
		tell.Append("leader-endpoint-port", port)
	}
	trailer(tell)
	return status.Error(codes.NotFound, "Leader info available")
}

// Append takes the events of one append and writes all or none of them.
func (x *streamsService) Append(call streams.Streams_AppendServer) error {
	return failing(call.SetTrailer, x.append(call))
}

func (x *streamsService) append(call streams.Streams_AppendServer) error {
	f, _, err := x.s.enter(call.Context(), "append")
	if err != nil {
		return err
	}
	first, err := call.Recv()
	if err != nil {
		return err
	}
	options := first.GetOptions()
	if options == nil {
		return errThrown
	}
	want, err := x.expects(options)
	if err != nil {
		return err
	}
	name := string(options.GetStreamIdentifier().GetStreamName())
	if err := x.admit(call.Context(), &f, name, toWrite, call.SetTrailer); err != nil {
		return err
	}
	list, err := x.proposed(call)
	if err != nil {
		return err
	}
	if x.s.isDeposed() {
		return unansweredFor(call.Context())
	}
	v := x.s.c.log.append(name, want, list)
	if v.outcome == accepted {
		if err := x.acknowledge(call.Context(), v); err != nil {
			return err
		}
	}
	if f.ForwardingTimeout {
		return status.Error(codes.Aborted, "Operation timed out: Forwarding timeout")
	}
	if f.After != nil {
		if err := f.After(call.Context(), "append"); err != nil {
			return err
		}
	}
	switch v.outcome {
	case deleted:
		return streamDeleted(name, call.SetTrailer)
	case wrong:
		return call.SendAndClose(refusal(options, v))
	case unanswered:
		return unansweredFor(call.Context())
	}
	success := &streams.AppendResp_Success{CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(v.last)},
		PositionOption: &streams.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}}}
	if v.last < 0 {
		success.CurrentRevisionOption = &streams.AppendResp_Success_NoStream{NoStream: &shared.Empty{}}
	}
	if v.visible {
		success.PositionOption = &streams.AppendResp_Success_Position{Position: &streams.AppendResp_Position{
			CommitPosition: v.position, PreparePosition: v.position}}
	}
	return call.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_Success_{Success: success}})
}

// acknowledge waits until what was accepted is committed; what is cut off first is never
// acknowledged.
func (x *streamsService) acknowledge(ctx context.Context, v verdict) error {
	for {
		done, lost, grown := x.s.c.log.acknowledgeable(v)
		switch {
		case done:
			return nil
		case lost:
			return unansweredFor(ctx)
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// unansweredFor waits until the caller gives up.
func unansweredFor(ctx context.Context) error {
	<-ctx.Done()
	return context.Cause(ctx)
}

func streamDeleted(name string, trailer func(metadata.MD)) error {
	trailer(metadata.Pairs("exception", "stream-deleted", "stream-name", name))
	return status.Errorf(codes.FailedPrecondition, "Event stream '%s' is deleted.", name)
}

// revision is a number as the server reads it: the highest stands for none, and above half of
// it the server falls over.
func revision(n uint64) (int64, error) {
	switch {
	case n == math.MaxUint64:
		return -1, nil
	case n > math.MaxInt64:
		return 0, errThrown
	}
	return int64(n), nil
}

// notOneOf is the answer to a call that does not say which revision it expects.
func notOneOf(call string) error {
	return status.Errorf(codes.InvalidArgument, "'None' is not a valid EventStore.Client.Streams.%s+Types+Options+ExpectedStreamRevisionOneofCase", call)
}

func (x *streamsService) expects(o *streams.AppendReq_Options) (expectation, error) {
	switch e := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		n, err := revision(e.Revision)
		return expectation(n), err
	case *streams.AppendReq_Options_NoStream:
		return noStream, nil
	case *streams.AppendReq_Options_StreamExists:
		x.s.c.loosely()
		return someStream, nil
	case *streams.AppendReq_Options_Any:
		x.s.c.loosely()
		return anything, nil
	}
	return 0, notOneOf("AppendReq")
}

func (c *Cluster) loosely() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loose++
}

// proposed reads the events that are to be appended.
func (x *streamsService) proposed(call streams.Streams_AppendServer) ([]*record, error) {
	var list []*record
	m := meter{ways: x.s.c.ways}
	for {
		req, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		p := req.GetProposedMessage()
		if p == nil {
			return nil, errThrown
		}
		for _, property := range []string{"type", "content-type"} {
			if _, ok := p.GetMetadata()[property]; !ok {
				call.SetTrailer(metadata.Pairs("exception", "missing-required-metadata-property", "required-metadata-properties", "type,content-type"))
				return nil, status.Errorf(codes.InvalidArgument, "Required Metadata Property '%s' is missing", property)
			}
		}
		r := &record{typ: p.GetMetadata()["type"], json: p.GetMetadata()["content-type"] == "application/json",
			custom: p.GetCustomMetadata(), data: p.GetData()}
		id := p.GetId()
		if tell, err := m.add(fmt.Sprint(id), r.typ, r.custom, r.data); err != nil {
			call.SetTrailer(tell)
			return nil, err
		}
		if r.id, err = readID(id); err != nil || r.id == uuid.Nil || r.typ == "" {
			return nil, errThrown
		}
		list = append(list, r)
	}
}

func readID(id *shared.UUID) (uuid.UUID, error) {
	switch v := id.GetValue().(type) {
	case *shared.UUID_Structured_:
		return client.ParseUUIDFromInt64(v.Structured.GetMostSignificantBits(), v.Structured.GetLeastSignificantBits())
	case *shared.UUID_String_:
		return uuid.Parse(v.String_)
	}
	return uuid.Nil, errThrown
}

// refusal is the answer to an append at a revision that is not the stream's.
func refusal(o *streams.AppendReq_Options, v verdict) *streams.AppendResp {
	w := &streams.AppendResp_WrongExpectedVersion{
		CurrentRevisionOption: &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(v.current)},
	}
	if v.current < 0 {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}}
	}
	switch e := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: e.Revision}
	case *streams.AppendReq_Options_NoStream:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	case *streams.AppendReq_Options_Any:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
	case *streams.AppendReq_Options_StreamExists:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: w}}
}

// Delete hides the events of a stream.
func (x *streamsService) Delete(ctx context.Context, req *streams.DeleteReq) (*streams.DeleteResp, error) {
	o := req.GetOptions()
	want, err := expectation(0), error(nil)
	switch e := o.GetExpectedStreamRevision().(type) {
	case *streams.DeleteReq_Options_Revision:
		var n int64
		n, err = revision(e.Revision)
		want = expectation(n)
	case *streams.DeleteReq_Options_NoStream:
		want = noStream
	case *streams.DeleteReq_Options_StreamExists:
		want = someStream
	case *streams.DeleteReq_Options_Any:
		want = anything
	default:
		err = notOneOf("DeleteReq")
	}
	v, err := x.end(ctx, "delete", string(o.GetStreamIdentifier().GetStreamName()), want, err)
	if err != nil {
		return nil, err
	}
	return &streams.DeleteResp{PositionOption: &streams.DeleteResp_Position_{Position: &streams.DeleteResp_Position{
		CommitPosition: v.position, PreparePosition: v.position}}}, nil
}

// Tombstone ends a stream for good.
func (x *streamsService) Tombstone(ctx context.Context, req *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	o := req.GetOptions()
	want, err := expectation(0), error(nil)
	switch e := o.GetExpectedStreamRevision().(type) {
	case *streams.TombstoneReq_Options_Revision:
		var n int64
		n, err = revision(e.Revision)
		want = expectation(n)
	case *streams.TombstoneReq_Options_NoStream:
		want = noStream
	case *streams.TombstoneReq_Options_StreamExists:
		want = someStream
	case *streams.TombstoneReq_Options_Any:
		want = anything
	default:
		err = notOneOf("TombstoneReq")
	}
	v, err := x.end(ctx, "tombstone", string(o.GetStreamIdentifier().GetStreamName()), want, err)
	if err != nil {
		return nil, err
	}
	return &streams.TombstoneResp{PositionOption: &streams.TombstoneResp_Position_{Position: &streams.TombstoneResp_Position{
		CommitPosition: v.position, PreparePosition: v.position}}}, nil
}

// end deletes a stream in one of the two ways.
func (x *streamsService) end(ctx context.Context, kind, name string, want expectation, malformed error) (v verdict, err error) {
	trailer := func(md metadata.MD) { told(ctx, md) }
	defer func() { err = failing(trailer, err) }()
	f, _, err := x.s.enter(ctx, kind)
	if err != nil {
		return v, err
	}
	if malformed != nil {
		return v, malformed
	}
	if err := x.admit(ctx, &f, name, toDelete, trailer); err != nil {
		return v, err
	}
	if x.s.isDeposed() {
		return v, unansweredFor(ctx)
	}
	v = x.s.c.log.delete(name, want, kind == "tombstone")
	switch v.outcome {
	case deleted:
		return v, streamDeleted(name, trailer)
	case wrong:
		expected, actual := strconv.FormatInt(int64(want), 10), strconv.FormatInt(v.current, 10)
		trailer(metadata.Pairs("exception", "wrong-expected-version", "stream-name", name, "expected-version", expected, "actual-version", actual))
		return v, status.Errorf(codes.FailedPrecondition, "Delete failed due to WrongExpectedVersion. Stream: %s, Expected version: %s, Actual version: %s",
			name, expected, actual)
	case unanswered:
		return v, unansweredFor(ctx)
	}
	return v, x.acknowledge(ctx, v)
}

// told sets trailers of a call that is answered at once. It cannot fail amid a call.
func told(ctx context.Context, md metadata.MD) { _ = grpc.SetTrailer(ctx, md) }

type gossipService struct {
	gossip.UnimplementedGossipServer
	s *Server
}

// Read tells the members of the cluster.
func (x *gossipService) Read(ctx context.Context, _ *shared.Empty) (*gossip.ClusterInfo, error) {
	f, _, err := x.s.enter(ctx, "gossip")
	if err != nil {
		return nil, err
	}
	info := &gossip.ClusterInfo{}
	leader := x.s.c.leads()
	for _, m := range x.s.c.Servers {
		host, port, err := net.SplitHostPort(m.Addr())
		if err != nil {
			return nil, status.Error(codes.Internal, err.Error())
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return nil, status.Error(codes.Internal, err.Error())
		}
		if f.Host != "" {
			host = f.Host
		}
		state := gossip.MemberInfo_Follower
		if m == leader {
			state = gossip.MemberInfo_Leader
		}
		info.Members = append(info.Members, &gossip.MemberInfo{State: state, IsAlive: m.running(),
			HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(n)}})
	}
	return info, nil
}

type featuresService struct {
	serverfeatures.UnimplementedServerFeaturesServer
	s *Server
}

// GetSupportedMethods tells the version and the methods of the service that is served here,
// with the features that the real server names.
func (x *featuresService) GetSupportedMethods(ctx context.Context, _ *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	if _, _, err := x.s.enter(ctx, "features"); err != nil {
		return nil, err
	}
	m := &serverfeatures.SupportedMethods{EventStoreServerVersion: x.s.c.o.Version}
	for _, name := range []string{"read", "append", "delete", "tombstone", "batchappend"} {
		method := &serverfeatures.SupportedMethod{ServiceName: "event_store.client.streams.streams", MethodName: name}
		switch name {
		case "read":
			method.Features = []string{"position", "events"}
		case "batchappend":
			method.Features = []string{"deadline_duration"}
		}
		m.Methods = append(m.Methods, method)
	}
	return m, nil
}
