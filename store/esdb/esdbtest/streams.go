package esdbtest

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"maps"
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

// admit checks a call's credentials, and that a call for the leader has come to it.
func (x *streamsService) admit(ctx context.Context, f *Faults, trailer func(metadata.MD)) error {
	md, _ := metadata.FromIncomingContext(ctx)
	if o := x.s.c.o; o.User != "" {
		want := "Basic " + base64.StdEncoding.EncodeToString([]byte(o.User+":"+o.Password))
		if got := md.Get("authorization"); len(got) != 1 || got[0] != want {
			return status.Error(codes.Unauthenticated, "the user is not authenticated")
		}
	}
	leader := x.s.c.leads()
	if got := md.Get("requires-leader"); leader == x.s || len(got) == 0 || got[0] != "true" {
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
	return status.Error(codes.NotFound, "this is not the leader")
}

// Append takes the events of one append and writes all or none of them.
func (x *streamsService) Append(call streams.Streams_AppendServer) error {
	f, _, err := x.s.enter(call.Context(), "append")
	if err != nil {
		return err
	}
	if err := x.admit(call.Context(), &f, call.SetTrailer); err != nil {
		return err
	}
	first, err := call.Recv()
	if err != nil {
		return err
	}
	options := first.GetOptions()
	if options == nil {
		return status.Error(codes.InvalidArgument, "an append begins with its options")
	}
	var list []*record
	for size := 0; ; {
		req, err := call.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		r, err := proposed(req.GetProposedMessage())
		if err != nil {
			return err
		}
		if size += r.size(); size > x.s.c.o.MaxAppend {
			call.SetTrailer(metadata.Pairs("exception", "maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(x.s.c.o.MaxAppend)))
			return status.Errorf(codes.InvalidArgument, "Maximum Append Size of %d Exceeded.", x.s.c.o.MaxAppend)
		}
		list = append(list, r)
	}
	want := x.expects(options)
	name := string(options.GetStreamIdentifier().GetStreamName())
	v := x.s.c.log.append(name, want, list)
	if f.After != nil {
		if err := f.After(call.Context(), "append"); err != nil {
			return err
		}
	}
	switch {
	case v.deleted:
		call.SetTrailer(metadata.Pairs("exception", "stream-deleted", "stream-name", name))
		return status.Errorf(codes.FailedPrecondition, "stream %q is deleted", name)
	case !v.written && !v.repeated:
		return call.SendAndClose(refusal(want, v))
	}
	return call.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_Success_{Success: &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{CurrentRevision: v.last},
		PositionOption: &streams.AppendResp_Success_Position{Position: &streams.AppendResp_Position{
			CommitPosition: v.position, PreparePosition: v.position}},
	}}})
}

func (x *streamsService) expects(o *streams.AppendReq_Options) expectation {
	switch e := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		return expectation{atNumber, e.Revision}
	case *streams.AppendReq_Options_NoStream:
		return expectation{kind: noStream}
	case *streams.AppendReq_Options_StreamExists:
		x.s.c.loosely()
		return expectation{kind: someStream}
	}
	x.s.c.loosely()
	return expectation{kind: anything}
}

func (c *Cluster) loosely() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loose++
}

// proposed reads an event that is to be appended.
func proposed(m *streams.AppendReq_ProposedMessage) (*record, error) {
	r := &record{typ: m.GetMetadata()["type"], meta: maps.Clone(m.GetMetadata()), custom: m.GetCustomMetadata(), data: m.GetData()}
	var err error
	switch id := m.GetId().GetValue().(type) {
	case *shared.UUID_Structured_:
		r.id, err = client.ParseUUIDFromInt64(id.Structured.GetMostSignificantBits(), id.Structured.GetLeastSignificantBits())
	case *shared.UUID_String_:
		r.id, err = uuid.Parse(id.String_)
	}
	switch {
	case err != nil || r.id == uuid.Nil:
		return nil, status.Error(codes.InvalidArgument, "an event has no id")
	case r.typ == "":
		return nil, status.Error(codes.InvalidArgument, "required metadata property 'type' is missing")
	case r.meta["content-type"] == "":
		return nil, status.Error(codes.InvalidArgument, "required metadata property 'content-type' is missing")
	}
	return r, nil
}

// refusal is the answer to an append at a revision that is not the stream's.
func refusal(want expectation, v verdict) *streams.AppendResp {
	w := &streams.AppendResp_WrongExpectedVersion{
		CurrentRevisionOption: &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: v.current},
	}
	if v.empty {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}}
	}
	switch want.kind {
	case atNumber:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: want.number}
	case noStream:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	case anything:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
	case someStream:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: w}}
}

// Delete hides the events of a stream.
func (x *streamsService) Delete(ctx context.Context, req *streams.DeleteReq) (*streams.DeleteResp, error) {
	f, _, err := x.s.enter(ctx, "delete")
	if err != nil {
		return nil, err
	}
	if err := x.admit(ctx, &f, func(md metadata.MD) { _ = grpc.SetTrailer(ctx, md) }); err != nil {
		return nil, err
	}
	p := x.s.c.log.delete(string(req.GetOptions().GetStreamIdentifier().GetStreamName()), false)
	return &streams.DeleteResp{PositionOption: &streams.DeleteResp_Position_{Position: &streams.DeleteResp_Position{CommitPosition: p, PreparePosition: p}}}, nil
}

// Tombstone ends a stream for good.
func (x *streamsService) Tombstone(ctx context.Context, req *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	f, _, err := x.s.enter(ctx, "tombstone")
	if err != nil {
		return nil, err
	}
	if err := x.admit(ctx, &f, func(md metadata.MD) { _ = grpc.SetTrailer(ctx, md) }); err != nil {
		return nil, err
	}
	p := x.s.c.log.delete(string(req.GetOptions().GetStreamIdentifier().GetStreamName()), true)
	return &streams.TombstoneResp{PositionOption: &streams.TombstoneResp_Position_{Position: &streams.TombstoneResp_Position{CommitPosition: p, PreparePosition: p}}}, nil
}

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

// GetSupportedMethods tells the version and no optional methods.
func (x *featuresService) GetSupportedMethods(ctx context.Context, _ *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	if _, _, err := x.s.enter(ctx, "features"); err != nil {
		return nil, err
	}
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: x.s.c.o.Version}, nil
}
