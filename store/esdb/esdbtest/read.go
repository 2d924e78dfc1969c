package esdbtest

import (
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Read answers reads and subscriptions, of a stream and of $all.
func (x *streamsService) Read(req *streams.ReadReq, call streams.Streams_ReadServer) error {
	r := &reader{log: x.s.c.log, server: x.s, call: call}
	err := x.read(req, r)
	if r.sent+r.told == 0 {
		return failing(call.SetTrailer, err)
	}
	return err
}

func (x *streamsService) read(req *streams.ReadReq, r *reader) (err error) {
	o, call := req.GetOptions(), r.call
	r.kind = "read"
	if o.GetSubscription() != nil {
		r.kind = "subscribe"
	}
	if r.faults, r.drop, err = x.s.enter(call.Context(), r.kind); err != nil {
		return err
	}
	name := string(o.GetStream().GetStreamIdentifier().GetStreamName())
	if err := x.s.c.admit(call.Context(), name, toRead, call.SetTrailer); err != nil {
		return err
	}
	r.lead = func() error { return x.lead(call.Context(), &r.faults, call.SetTrailer) }
	late := x.s.c.ways.lateLeader && r.kind == "subscribe"
	if !late {
		if err := r.lead(); err != nil {
			return err
		}
		r.lead = nil
	}
	if o.GetUuidOption() == nil && x.s.c.ways.wantsUUID {
		return status.Error(codes.InvalidArgument, "UuidOption is required")
	}
	r.strings, r.links = o.GetUuidOption().GetString_() != nil, o.GetResolveLinks()
	if r.wanted, err = filtered(o); err != nil {
		return err
	}
	if r.window = int(max(o.GetFilter().GetMax(), 1) * max(o.GetFilter().GetCheckpointIntervalMultiplier(), 1)); o.GetFilter() == nil {
		r.window = 0
	}
	if r.faults.Advance && r.kind == "read" {
		r.told++
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
	server  *Server
	call    streams.Streams_ReadServer
	kind    string
	faults  Faults
	drop    <-chan struct{}
	strings bool // whether ids are to be written as text
	links   bool // whether links are to be resolved
	wanted  func(*record) bool
	window  int          // events of $all between two checkpoints; 0 without a filter
	lead    func() error // what is still to be asked about leadership
	sent    int          // events
	told    int          // other messages
}

// pageSize is how many events are looked up at a time.
const pageSize = 512

// errRead is the answer to a read that cannot be, such as one of no events.
var errRead = status.Error(codes.Unknown, "Unexpected ReadStreamResult: Error")

func (r *reader) send(e *record) error {
	if r.faults.Sent != nil {
		if err := r.faults.Sent(r.call.Context(), r.kind, r.sent); err != nil {
			return err
		}
	}
	r.sent++
	found := &streams.ReadResp_ReadEvent{Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.position}}
	target, isLink := r.target(e)
	switch {
	case !isLink:
		found.Event = r.recorded(e)
	case target != nil:
		found.Event, found.Link = r.recorded(target), r.recorded(e)
	default:
		found.Link = r.recorded(e)
	}
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Event{Event: found}})
}

// target is the event that a link leads to, nil if it cannot be read; whoever may read the
// link may read it.
func (r *reader) target(e *record) (*record, bool) {
	if !r.links || e.typ != "$>" {
		return nil, false
	}
	number, name, ok := strings.Cut(string(e.data), "@")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return nil, false
	}
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	return r.log.event(name, n, min(r.log.committed, r.server.sees())), true
}

func (r *reader) recorded(e *record) *streams.ReadResp_ReadEvent_RecordedEvent {
	meta := map[string]string{"type": e.typ, "content-type": "application/octet-stream", "created": e.createdTicks()}
	if e.json {
		meta["content-type"] = "application/json"
	}
	if r.faults.WithoutCreated {
		delete(meta, "created")
	}
	most, least := client.UUIDAsInt64(e.id)
	id := &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{MostSignificantBits: most, LeastSignificantBits: least}}}
	if r.strings {
		id = &shared.UUID{Value: &shared.UUID_String_{String_: e.id.String()}}
	}
	return &streams.ReadResp_ReadEvent_RecordedEvent{Id: id, StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(e.stream)},
		StreamRevision: e.number, PreparePosition: e.position, CommitPosition: e.position,
		Metadata: meta, CustomMetadata: e.custom, Data: e.data}
}

// stream reads a stream to its end, or count events.
func (r *reader) stream(o *streams.ReadReq_Options_StreamOptions, down bool, count uint64) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	from := int64(0)
	switch at := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		n, err := revision(at.Revision)
		if err != nil {
			return err
		}
		from = n
	case *streams.ReadReq_Options_StreamOptions_End:
		from = -1
	}
	if from < 0 && !down || count == 0 {
		return errRead
	}
	if from < 0 {
		from = math.MaxInt64 - 1
	}
	next := uint64(from)
	for {
		p := r.log.page(name, next, down, int(min(count, pageSize)), r.server.sees())
		switch p.state {
		case ended:
			return streamDeleted(name, r.call.SetTrailer)
		case absent:
			r.told++
			return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{StreamNotFound: &streams.ReadResp_StreamNotFound{
				StreamIdentifier: o.GetStreamIdentifier()}}})
		}
		for _, e := range p.list {
			if err := r.send(e); err != nil {
				return err
			}
		}
		if count -= uint64(len(p.list)); count == 0 || !p.more || r.server.c.ways.endsEarly {
			return nil
		}
		next = p.next
	}
}

// everything reads $all to its end, or count events.
func (r *reader) everything(o *streams.ReadReq_Options_AllOptions, down bool, count uint64) error {
	length := min(r.log.length(), r.server.sees())
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
		list, _, _ := r.log.slice(at, 1, length)
		if len(list) == 0 || r.wanted != nil && !r.wanted(list[0]) {
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
	r.told++
	err := r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()}}})
	if err == nil && r.lead != nil {
		return r.lead()
	}
	return err
}

func (r *reader) caughtUp() error {
	r.told++
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
}

// wait waits until something is committed or the subscription is to end.
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

// followStream tells the events of a stream behind a revision, and those to come. Of a stream
// that is not there it is confirmed, and has not caught up before there is one.
func (r *reader) followStream(o *streams.ReadReq_Options_StreamOptions) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	from := uint64(0)
	switch at := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		n, err := revision(at.Revision)
		if err != nil {
			return err
		}
		from = uint64(n + 1)
	case *streams.ReadReq_Options_StreamOptions_End:
		if p := r.log.page(name, math.MaxInt64-1, true, 1, r.server.sees()); len(p.list) > 0 {
			from = p.list[0].number + 1
		}
	}
	if p := r.log.page(name, from, false, 1, r.server.sees()); p.state == ended {
		return streamDeleted(name, r.call.SetTrailer)
	}
	if err := r.confirm(); err != nil {
		return err
	}
	for live := false; ; {
		p := r.log.page(name, from, false, pageSize, r.server.sees())
		if p.state == ended {
			if live {
				if err := r.sendTombstone(name); err != nil {
					return err
				}
			}
			return streamDeleted(name, r.call.SetTrailer)
		}
		for _, e := range p.list {
			if err := r.send(e); err != nil {
				return err
			}
			from = e.number + 1
		}
		if p.more {
			from = max(from, p.next)
			continue
		}
		if !live && (p.state == there || r.server.c.ways.caughtUp) {
			live = true
			if err := r.caughtUp(); err != nil {
				return err
			}
		}
		if err := r.wait(p.grown); err != nil {
			return err
		}
	}
}

// sendTombstone tells a subscription that its stream has ended while it listened.
func (r *reader) sendTombstone(name string) error {
	return r.send(&record{id: uuid.New(), stream: name, number: math.MaxInt64, typ: tombstoneType, created: r.log.now()})
}

// followAll tells the events of $all behind a position, and those to come. With a filter, the
// position is told each time that as many events as its window holds have been looked at.
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
	looked := 0
	for live := false; ; {
		list, places, grown := r.log.slice(from, pageSize, r.server.sees())
		from += places
		for _, e := range list {
			if r.wanted == nil || r.wanted(e) {
				if err := r.send(e); err != nil {
					return err
				}
			}
			if looked++; r.window > 0 && looked%r.window == 0 {
				r.told++
				err := r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
					Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: e.position, PreparePosition: e.position}}})
				if err != nil {
					return err
				}
			}
		}
		if places > 0 {
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
