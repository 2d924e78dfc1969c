package esdb

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/metadata"
)

// A scan is what a server has of a category, also what it hides: reading everything that it holds
// shows it. It needs the right to read $all, and takes as long as there are events.
type scan struct {
	ledgers []string          // in the order in which they began
	stages  map[string]*stage // by the names of their streams
	linked  map[string]bool   // the stages that a ledger's events stand in
}

// A stage is a stream in which a large append was prepared.
type stage struct {
	events int
	latest time.Time // of its last event
}

// scanPage is how many events one question of a scan brings, scanWindow how many the server
// looks at for them before it says so.
const (
	scanPage   = 512
	scanWindow = 16384
)

// scan reads everything that the server has of the category.
func (s *Store) scan(ctx context.Context) (*scan, error) {
	x := &scan{stages: map[string]*stage{}, linked: map[string]bool{}}
	seen := map[string]bool{}
	err := s.pages(ctx, "listing the streams", func(e *streams.ReadResp_ReadEvent_RecordedEvent) { x.take(s, e, seen) }, s.o.Category+"-", s.o.Category+stageMark+"-")
	return x, err
}

// pages reads all events in streams whose names begin so, in the order in which they were written.
func (s *Store) pages(ctx context.Context, doing string, take func(*streams.ReadResp_ReadEvent_RecordedEvent), prefixes ...string) error {
	p := s.patience(false, doing)
	var from *streams.ReadReq_Options_Position
	for {
		page, err := ask(ctx, p, func(ctx context.Context, l *link) ([]*streams.ReadResp_ReadEvent_RecordedEvent, error) {
			return l.everything(ctx, s, pageOf(from, prefixes...))
		})
		if err != nil {
			return err
		}
		full := len(page) == scanPage || s.isHasty()
		if from != nil && len(page) > 0 {
			page = page[1:] // it begins with the last one of the page before
		}
		for _, e := range page {
			take(e)
			from = &streams.ReadReq_Options_Position{CommitPosition: e.GetCommitPosition(), PreparePosition: e.GetPreparePosition()}
		}
		if !full || len(page) == 0 {
			return nil
		}
	}
}

// take notes what an event tells.
func (x *scan) take(s *Store, e *streams.ReadResp_ReadEvent_RecordedEvent, seen map[string]bool) {
	name := string(e.GetStreamIdentifier().GetStreamName())
	if s.isStage(name) {
		st := x.stages[name]
		if st == nil {
			st = &stage{}
			x.stages[name] = st
		}
		st.events++
		if ticks, err := strconv.ParseInt(e.GetMetadata()["created"], 10, 64); err == nil {
			st.latest = time.Unix(0, ticks*100)
		}
		return
	}
	if e.GetMetadata()["type"] == linkType {
		_, to, _ := strings.Cut(string(e.GetData()), "@")
		x.linked[to] = true
	}
	if ledger, ok := LedgerName(s.o.Category, name); ok && !seen[ledger] {
		seen[ledger] = true
		x.ledgers = append(x.ledgers, ledger)
	}
}

// left are the stages that no ledger links to.
func (x *scan) left() []string {
	var list []string
	for name := range x.stages {
		if !x.linked[name] {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// pageOf asks for a page of all events in streams whose names begin so, from a position on.
func pageOf(from *streams.ReadReq_Options_Position, prefixes ...string) *streams.ReadReq_Options {
	all := &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}}
	if from != nil {
		all.AllOption = &streams.ReadReq_Options_AllOptions_Position{Position: from}
	}
	return &streams.ReadReq_Options{
		StreamOption:  &streams.ReadReq_Options_All{All: all},
		CountOption:   &streams.ReadReq_Options_Count{Count: scanPage},
		ReadDirection: streams.ReadReq_Options_Forwards,
		UuidOption:    &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
		FilterOption: &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{
			Filter: &streams.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: &streams.ReadReq_Options_FilterOptions_Expression{Prefix: prefixes}},
			Window: &streams.ReadReq_Options_FilterOptions_Max{Max: scanWindow}, CheckpointIntervalMultiplier: 1,
		}},
	}
}

// everything asks for events of $all.
func (l *link) everything(ctx context.Context, s *Store, o *streams.ReadReq_Options) (page []*streams.ReadResp_ReadEvent_RecordedEvent, err error) {
	err = l.directly(ctx, s, func(ctx context.Context, c streams.StreamsClient) (metadata.MD, error) {
		page = page[:0]
		call, err := c.Read(ctx, &streams.ReadReq{Options: o})
		if err != nil {
			return nil, err
		}
		for {
			resp, err := call.Recv()
			switch {
			case errors.Is(err, io.EOF):
				return nil, nil
			case err != nil:
				return call.Trailer(), err
			case resp.GetEvent().GetEvent() != nil:
				page = append(page, resp.GetEvent().GetEvent())
			}
		}
	})
	return page, err
}

// sweep deletes a stage; a scavenge of the server's then frees its place.
func (s *Store) sweep(ctx context.Context, name string) error {
	p := s.patience(false, "deleting stream "+strconv.Quote(name))
	_, err := ask(ctx, p, func(ctx context.Context, l *link) (*client.DeleteResult, error) {
		return l.client.DeleteStream(ctx, name, client.DeleteStreamOptions{ExpectedRevision: client.Any{}})
	})
	return err
}
