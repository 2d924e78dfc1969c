package esdbtest

import (
	"context"
	"maps"
	"math"
	"regexp"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Read answers reads and subscriptions, of a stream and of $all.
func (x *streamsService) Read(req *streams.ReadReq, call streams.Streams_ReadServer) error {
	o := req.GetOptions()
	kind := "read"
	if o.GetSubscription() != nil {
		kind = "subscribe"
	}
	f, drop, err := x.s.enter(call.Context(), kind)
	if err != nil {
		return err
	}
	if err := x.admit(call.Context(), &f, call.SetTrailer); err != nil {
		return err
	}
	r := &reader{log: x.s.c.log, call: call, kind: kind, faults: f, drop: drop, strings: o.GetUuidOption().GetString_() != nil}
	if r.wanted, err = filtered(o); err != nil {
		return err
	}
	if f.Advance && kind == "read" {
		if err := call.Send(&streams.ReadResp{Content: &streams.ReadResp_FirstStreamPosition{}}); err != nil {
			return err
		}
	}
	switch {
	case o.GetSubscription() != nil && o.GetStream() != nil:
		return r.followStream(o.GetStream())
	case o.GetSubscription() != nil:
		return r.followAll(o.GetAll())
	case o.GetStream() != nil:
		return r.stream(o.GetStream(), o.GetReadDirection() == streams.ReadReq_Options_Backwards, o.GetCount())
	}
	return r.everything(o.GetAll(), o.GetReadDirection() == streams.ReadReq_Options_Backwards, o.GetCount())
}

// filtered is the condition on the events of $all that a reader states.
func filtered(o *streams.ReadReq_Options) (func(*record) bool, error) {
	f := o.GetFilter()
	if f == nil {
		return nil, nil
	}
	e, of := f.GetStreamIdentifier(), func(r *record) string { return r.stream }
	if e == nil {
		e, of = f.GetEventType(), func(r *record) string { return r.typ }
	}
	if e.GetRegex() != "" {
		re, err := regexp.Compile(e.GetRegex())
		if err != nil {
			return nil, status.Errorf(codes.InvalidArgument, "the filter: %v", err)
		}
		return func(r *record) bool { return re.MatchString(of(r)) }, nil
	}
	return func(r *record) bool {
		for _, p := range e.GetPrefix() {
			if strings.HasPrefix(of(r), p) {
				return true
			}
		}
		return false
	}, nil
}

// A reader is one call of Read.
type reader struct {
	log     *log
	call    streams.Streams_ReadServer
	kind    string
	faults  Faults
	drop    <-chan struct{}
	strings bool // whether ids are to be written as text
	wanted  func(*record) bool
	sent    int
}

// pageSize is how many events are looked up at a time.
const pageSize = 512

func (r *reader) send(e *record) error {
	if r.faults.Sent != nil {
		if err := r.faults.Sent(r.call.Context(), r.kind, r.sent); err != nil {
			return err
		}
	}
	r.sent++
	meta := e.meta
	if r.faults.WithoutCreated {
		meta = maps.Clone(meta)
		delete(meta, "created")
	}
	most, least := client.UUIDAsInt64(e.id)
	id := &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{MostSignificantBits: most, LeastSignificantBits: least}}}
	if r.strings {
		id = &shared.UUID{Value: &shared.UUID_String_{String_: e.id.String()}}
	}
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: &streams.ReadResp_ReadEvent_RecordedEvent{Id: id, StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(e.stream)},
			StreamRevision: e.number, PreparePosition: e.position, CommitPosition: e.position,
			Metadata: meta, CustomMetadata: e.custom, Data: e.data},
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.position},
	}}})
}

func (r *reader) deleted(name string) error {
	r.call.SetTrailer(metadata.Pairs("exception", "stream-deleted", "stream-name", name))
	return status.Errorf(codes.FailedPrecondition, "stream %q is deleted", name)
}

// stream reads a stream to its end, or count events.
func (r *reader) stream(o *streams.ReadReq_Options_StreamOptions, down bool, count uint64) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	from := uint64(0)
	switch at := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		from = at.Revision
	case *streams.ReadReq_Options_StreamOptions_End:
		from = math.MaxUint64 - 1
		if !down {
			count = 0
		}
	}
	_, exists, deleted, _ := r.log.page(name, 0, false, 0)
	if deleted {
		return r.deleted(name)
	}
	if !exists {
		return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{StreamNotFound: &streams.ReadResp_StreamNotFound{
			StreamIdentifier: o.GetStreamIdentifier()}}})
	}
	for count > 0 {
		list, _, _, _ := r.log.page(name, from, down, int(min(count, pageSize)))
		if len(list) == 0 {
			return nil
		}
		for _, e := range list {
			if err := r.send(e); err != nil {
				return err
			}
		}
		count -= uint64(len(list))
		from = list[len(list)-1].number + 1
		if down {
			from -= 2 // none, after the first event
		}
	}
	return nil
}

// everything reads $all to its end, or count events.
func (r *reader) everything(o *streams.ReadReq_Options_AllOptions, down bool, count uint64) error {
	length := r.log.length()
	from := 0
	switch at := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		from = r.log.place(at.Position.GetCommitPosition(), false)
	case *streams.ReadReq_Options_AllOptions_End:
		from = length
	}
	step := func(i int) (int, bool) { return from + i, from+i < length }
	if down {
		step = func(i int) (int, bool) { return from - 1 - i, from-1-i >= 0 }
	}
	for i := 0; count > 0; i++ {
		at, ok := step(i)
		if !ok {
			return nil
		}
		list, _ := r.log.slice(at, 1)
		if r.wanted != nil && !r.wanted(list[0]) {
			continue
		}
		if err := r.send(list[0]); err != nil {
			return err
		}
		count--
	}
	return nil
}

func (r *reader) confirm() error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()}}})
}

func (r *reader) caughtUp() error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
}

// wait waits until something is appended or the subscription is to end.
func (r *reader) wait(grown <-chan struct{}) error {
	select {
	case <-grown:
		return nil
	case <-r.drop:
		return status.Error(codes.Aborted, "the subscription was dropped")
	case <-r.call.Context().Done():
		return context.Cause(r.call.Context())
	}
}

// followStream tells the events of a stream behind a revision, and those to come.
func (r *reader) followStream(o *streams.ReadReq_Options_StreamOptions) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	from := uint64(0)
	switch at := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		from = at.Revision + 1
	case *streams.ReadReq_Options_StreamOptions_End:
		if last, _, _, _ := r.log.page(name, math.MaxUint64-1, true, 1); len(last) > 0 {
			from = last[0].number + 1
		}
	}
	if err := r.confirm(); err != nil {
		return err
	}
	for live := false; ; {
		list, _, deleted, grown := r.log.page(name, from, false, pageSize)
		if deleted {
			return r.deleted(name)
		}
		for _, e := range list {
			if err := r.send(e); err != nil {
				return err
			}
			from = e.number + 1
		}
		if len(list) > 0 {
			continue
		}
		if !live {
			live = true
			if err := r.caughtUp(); err != nil {
				return err
			}
		}
		if err := r.wait(grown); err != nil {
			return err
		}
	}
}

// followAll tells the events of $all behind a position, and those to come.
func (r *reader) followAll(o *streams.ReadReq_Options_AllOptions) error {
	from := 0
	switch at := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		from = r.log.place(at.Position.GetCommitPosition(), true)
	case *streams.ReadReq_Options_AllOptions_End:
		from = r.log.length()
	}
	if err := r.confirm(); err != nil {
		return err
	}
	for live := false; ; {
		list, grown := r.log.slice(from, pageSize)
		from += len(list)
		for _, e := range list {
			if r.wanted != nil && !r.wanted(e) {
				continue
			}
			if err := r.send(e); err != nil {
				return err
			}
		}
		if len(list) > 0 {
			if last := list[len(list)-1]; r.wanted != nil {
				err := r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
					Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: last.position, PreparePosition: last.position}}})
				if err != nil {
					return err
				}
			}
			continue
		}
		if !live {
			live = true
			if err := r.caughtUp(); err != nil {
				return err
			}
		}
		if err := r.wait(grown); err != nil {
			return err
		}
	}
}
