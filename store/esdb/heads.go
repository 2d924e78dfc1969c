package esdb

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"adjudicate/store"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// The server has no question for the ends of many streams. So each is asked for, many at a time
// over one connection, and without the client, which would have one for each.

const (
	headsAtOnce = 64  // questions under way
	headsAPiece = 512 // streams that one attempt asks for
)

// A last is the last event of a stream, as far as a plain answer tells: none where there is none, or one
// that wants another look.
type last struct {
	at store.Revision
	id uuid.UUID
}

// heads returns the last events of streams.
func (s *Store) heads(ctx context.Context, names []string) ([]last, error) {
	list := make([]last, 0, len(names))
	for len(names) > 0 {
		piece := names[:min(headsAPiece, len(names))]
		names = names[len(piece):]
		p := s.patience(false, "reading the heads of the ledgers")
		got, err := ask(ctx, p, func(ctx context.Context, l *link) ([]last, error) { return l.heads(ctx, s, piece) })
		if err != nil {
			return nil, err
		}
		list = append(list, got...)
	}
	return list, nil
}

// heads asks for the last event of each stream. The first question finds the member that leads.
func (l *link) heads(ctx context.Context, s *Store, names []string) ([]last, error) {
	list := make([]last, len(names))
	err := l.directly(ctx, s, func(ctx context.Context, c streams.StreamsClient) (trailer metadata.MD, err error) {
		list[0], trailer, err = lastOf(ctx, s, c, names[0])
		return trailer, err
	})
	if err != nil {
		return list, err
	}
	ctx = s.credited(s.addressed(ctx))
	c := streams.NewStreamsClient(l.conn)
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(headsAtOnce, len(names)-1) {
		all.Go(func() {
			for i := next.Add(1); i < int64(len(names)) && ctx.Err() == nil; i = next.Add(1) {
				list[i], _, _ = lastOf(ctx, s, c, names[i]) // one that fails is asked for by itself
			}
		})
	}
	all.Wait()
	return list, ctx.Err()
}

// credited is the context of a call that is made without the client.
func (s *Store) credited(ctx context.Context) context.Context {
	if s.conf.Username == "" {
		return ctx
	}
	pair := base64.StdEncoding.EncodeToString([]byte(s.conf.Username + ":" + s.conf.Password))
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Basic "+pair)
}

// lastOf returns the last event of a stream, if that event says nothing of an
// append of which it is a part.
func lastOf(ctx context.Context, s *Store, c streams.StreamsClient, name string) (last, metadata.MD, error) {
	call, err := c.Read(ctx, &streams.ReadReq{Options: &streams.ReadReq_Options{
		StreamOption: &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(name)},
			RevisionOption:   &streams.ReadReq_Options_StreamOptions_End{End: &shared.Empty{}},
		}},
		CountOption:   &streams.ReadReq_Options_Count{Count: 1},
		ReadDirection: streams.ReadReq_Options_Backwards,
		FilterOption:  &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption:    &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
	}})
	if err != nil {
		return last{}, nil, err
	}
	var head last
	for {
		resp, err := call.Recv()
		switch e := resp.GetEvent().GetEvent(); {
		case errors.Is(err, io.EOF):
			return head, nil, nil
		case status.Code(err) == codes.FailedPrecondition:
			return last{}, nil, nil // deleted for good
		case err != nil:
			return last{}, call.Trailer(), err
		case e == nil:
		case e.GetMetadata()["type"] == dropType || bytes.Contains(e.GetCustomMetadata(), []byte(`"append"`)):
		default:
			if r, ok := plainRecorded(e); ok {
				head = last{r.Revision, r.ID}
			}
		}
	}
}
