package esdbtest_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adjudicate/store/esdb/esdbtest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// A recording is what a real server answered to calls that were made one after the other.
type recording struct {
	Server    string
	Scenarios []struct {
		Title string
		Steps []map[string]json.RawMessage // who calls ("as"), the call by its kind, and its "answer"
	}
}

// A call is the content of a step, of whichever kind.
type call struct {
	Stream       string
	Expected     any // a number, "no_stream", "any", "stream_exists" or nothing
	Events       []event
	From         any // a number, "start" or "end"
	Direction    string
	Count        uint64
	ResolveLinks bool `json:"resolve_links"`
	WithContents bool `json:"with_contents"`
}

type event struct {
	ID, Type    *string
	ContentType *string `json:"content_type"`
	Data        text
	Metadata    text
}

// text is given as it is, or as a letter and how many of it.
type text string

func (x *text) UnmarshalJSON(data []byte) error {
	var many struct {
		Repeat string
		Times  int
	}
	if json.Unmarshal(data, &many) == nil && many.Times > 0 {
		*x = text(strings.Repeat(many.Repeat, many.Times))
		return nil
	}
	return json.Unmarshal(data, (*string)(x))
}

// clock is the server's: waiting moves it on.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(time.Microsecond)
	return c.at
}

func (c *clock) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// TestTheServerGivesEveryRecordedAnswer replays what a real server was asked. Further
// recordings are taken from the folder that ADJUDICATE_ANSWERS names. Of the project's own none may go missing.
func TestTheServerGivesEveryRecordedAnswer(t *testing.T) {
	files, err := filepath.Glob("testdata/answers*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	if dir := os.Getenv("ADJUDICATE_ANSWERS"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	const recorded = 379
	steps := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var rec recording
		if err := json.Unmarshal(text, &rec); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, s := range rec.Scenarios {
			steps += len(s.Steps)
		}
		t.Run(filepath.Base(file), func(t *testing.T) { replay(t, &rec) })
	}
	if steps < recorded {
		t.Errorf("%d questions were asked, want at least %d", steps, recorded)
	}
}

func replay(t *testing.T, rec *recording) {
	clk := &clock{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	o := esdbtest.Options{Now: clk.now}
	if strings.Contains(rec.Server, "TLS") {
		o.User, o.Password = "admin", "changeit"
		o.Users = []esdbtest.User{{Name: "ann", Password: "a", Groups: []string{"umpires"}}, {Name: "bob", Password: "b"}}
	}
	c := esdbtest.New(t, o)
	r := &replayer{t: t, c: c, clock: clk}
	r.connect(t)
	for _, s := range rec.Scenarios {
		t.Run(s.Title, func(t *testing.T) {
			for i, step := range s.Steps {
				var want any
				if err := json.Unmarshal(step["answer"], &want); err != nil {
					t.Fatal(err)
				}
				kind, got := r.step(t, step)
				if d := cmp.Diff(want, normal(t, got)); d != "" {
					t.Errorf("step %d, %s %s (-recorded +got):\n%s", i+1, kind, short(step[kind]), d)
				}
			}
		})
	}
}

func short(text []byte) string {
	if len(text) > 200 {
		return string(text[:200]) + "…"
	}
	return string(text)
}

// normal is a value as JSON has it.
func normal(t *testing.T, v any) (out any) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

type replayer struct {
	t       testing.TB // of the whole recording
	c       *esdbtest.Cluster
	clock   *clock
	streams streams.StreamsClient
}

// connect makes a new connection: one from before a restart is broken, and takes time to find out.
func (r *replayer) connect(t testing.TB) {
	conn, err := grpc.NewClient(r.c.Servers[0].Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(17<<20)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	r.streams = streams.NewStreamsClient(conn)
}

type answer = map[string]any

func (r *replayer) step(t *testing.T, step map[string]json.RawMessage) (string, any) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var as string
	if who := step["as"]; who != nil {
		if err := json.Unmarshal(who, &as); err != nil {
			t.Fatal(err)
		}
	}
	ctx = metadata.AppendToOutgoingContext(ctx, credentialsOf(as)...)
	for kind, content := range step {
		var c call
		switch kind {
		case "as", "answer":
			continue
		case "wait_seconds":
			var seconds float64
			if err := json.Unmarshal(content, &seconds); err != nil {
				t.Fatal(err)
			}
			r.clock.wait(time.Duration(seconds * float64(time.Second)))
			return kind, answer{}
		case "scavenge":
			r.c.Scavenge()
			return kind, answer{"result": "Success"}
		case "restart_server":
			r.c.Servers[0].Stop()
			r.c.Forget()
			if err := r.c.Servers[0].Start(); err != nil {
				t.Fatal(err)
			}
			r.connect(r.t)
			return kind, answer{}
		}
		if err := json.Unmarshal(content, &c); err != nil {
			t.Fatalf("%s: %v", content, err)
		}
		switch kind {
		case "append":
			return kind, r.append(ctx, t, &c)
		case "read", "subscribe":
			return kind, r.read(ctx, t, &c, kind == "subscribe")
		case "delete", "tombstone":
			return kind, r.end(ctx, t, &c, kind == "tombstone")
		}
		t.Fatalf("a step of a kind that is not known: %q", kind)
	}
	return "", nil
}

func credentialsOf(as string) []string {
	password, ok := map[string]string{"admin": "changeit", "ann": "a", "bob": "b"}[as]
	switch {
	case ok:
	case as == "" || as == "anonymous":
		return nil
	default: // somebody unknown, or a wrong password
		as, _, _ = strings.Cut(as, " ")
		password = "wrong"
	}
	return []string{"authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(as+":"+password))}
}

func number(v any) (uint64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	var u uint64
	_, err := fmt.Sscan(n.String(), &u)
	return u, err == nil
}

// UnmarshalJSON keeps numbers as they are written: revisions go up to 64 bits.
func (c *call) UnmarshalJSON(data []byte) error {
	type plain call
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	return d.Decode((*plain)(c))
}

func (r *replayer) append(ctx context.Context, t *testing.T, c *call) any {
	a, err := r.streams.Append(ctx)
	if err != nil {
		t.Fatal(err)
	}
	o := &streams.AppendReq_Options{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(c.Stream)}}
	switch n, isNumber := number(c.Expected); {
	case isNumber:
		o.ExpectedStreamRevision = &streams.AppendReq_Options_Revision{Revision: n}
	case c.Expected == "no_stream":
		o.ExpectedStreamRevision = &streams.AppendReq_Options_NoStream{NoStream: &shared.Empty{}}
	case c.Expected == "any":
		o.ExpectedStreamRevision = &streams.AppendReq_Options_Any{Any: &shared.Empty{}}
	case c.Expected == "stream_exists":
		o.ExpectedStreamRevision = &streams.AppendReq_Options_StreamExists{StreamExists: &shared.Empty{}}
	}
	reqs := []*streams.AppendReq{{Content: &streams.AppendReq_Options_{Options: o}}}
	for _, e := range c.Events {
		p := &streams.AppendReq_ProposedMessage{Metadata: map[string]string{}, Data: []byte(e.Data), CustomMetadata: []byte(e.Metadata)}
		if e.ID != nil {
			p.Id = &shared.UUID{Value: &shared.UUID_String_{String_: *e.ID}}
		}
		if e.Type != nil {
			p.Metadata["type"] = *e.Type
		}
		if e.ContentType != nil {
			p.Metadata["content-type"] = *e.ContentType
		}
		reqs = append(reqs, &streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: p}})
	}
	for _, req := range reqs {
		if err := a.Send(req); errors.Is(err, io.EOF) {
			break // the answer has come already
		} else if err != nil {
			t.Fatal(err)
		}
	}
	resp, err := a.CloseAndRecv()
	if err != nil {
		return failure(err, a.Trailer())
	}
	if s := resp.GetSuccess(); s != nil {
		out := answer{"revision": s.GetCurrentRevision(), "position": s.GetPosition() != nil}
		if s.GetNoStream() != nil {
			out["revision"] = "no_stream"
		}
		return answer{"success": out}
	}
	w := resp.GetWrongExpectedVersion()
	out := answer{"current": w.GetCurrentRevision()}
	if w.GetCurrentNoStream() != nil {
		out["current"] = "no_stream"
	}
	switch e := w.GetExpectedRevisionOption().(type) {
	case *streams.AppendResp_WrongExpectedVersion_ExpectedRevision:
		out["expected"] = e.ExpectedRevision
	case *streams.AppendResp_WrongExpectedVersion_ExpectedNoStream:
		out["expected"] = "no_stream"
	case *streams.AppendResp_WrongExpectedVersion_ExpectedAny:
		out["expected"] = "any"
	case *streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists:
		out["expected"] = "stream_exists"
	}
	return answer{"wrong_expected_version": out}
}

// failure is an error as the recordings have it.
func failure(err error, trailers metadata.MD) answer {
	s := status.Convert(err)
	told := answer{}
	for k, v := range trailers {
		if k != "content-type" { // the transport's own, which recordings leave out
			told[k] = v[0]
		}
	}
	return answer{"status": codeName(s), "message": s.Message(), "trailers": told}
}

func codeName(s *status.Status) string {
	return map[string]string{"Unknown": "UNKNOWN", "InvalidArgument": "INVALID_ARGUMENT", "FailedPrecondition": "FAILED_PRECONDITION",
		"PermissionDenied": "PERMISSION_DENIED", "Unauthenticated": "UNAUTHENTICATED", "NotFound": "NOT_FOUND"}[s.Code().String()]
}

func (r *replayer) end(ctx context.Context, t *testing.T, c *call, tombstone bool) any {
	id := &shared.StreamIdentifier{StreamName: []byte(c.Stream)}
	var trailers metadata.MD
	var err error
	n, isNumber := number(c.Expected)
	if tombstone {
		o := &streams.TombstoneReq_Options{StreamIdentifier: id, ExpectedStreamRevision: &streams.TombstoneReq_Options_Any{Any: &shared.Empty{}}}
		switch {
		case isNumber:
			o.ExpectedStreamRevision = &streams.TombstoneReq_Options_Revision{Revision: n}
		case c.Expected == "no_stream":
			o.ExpectedStreamRevision = &streams.TombstoneReq_Options_NoStream{NoStream: &shared.Empty{}}
		case c.Expected == "stream_exists":
			o.ExpectedStreamRevision = &streams.TombstoneReq_Options_StreamExists{StreamExists: &shared.Empty{}}
		}
		_, err = r.streams.Tombstone(ctx, &streams.TombstoneReq{Options: o}, grpc.Trailer(&trailers))
	} else {
		o := &streams.DeleteReq_Options{StreamIdentifier: id, ExpectedStreamRevision: &streams.DeleteReq_Options_Any{Any: &shared.Empty{}}}
		switch {
		case isNumber:
			o.ExpectedStreamRevision = &streams.DeleteReq_Options_Revision{Revision: n}
		case c.Expected == "no_stream":
			o.ExpectedStreamRevision = &streams.DeleteReq_Options_NoStream{NoStream: &shared.Empty{}}
		case c.Expected == "stream_exists":
			o.ExpectedStreamRevision = &streams.DeleteReq_Options_StreamExists{StreamExists: &shared.Empty{}}
		}
		_, err = r.streams.Delete(ctx, &streams.DeleteReq{Options: o}, grpc.Trailer(&trailers))
	}
	if err != nil {
		return failure(err, trailers)
	}
	return answer{"success": answer{}}
}

// listening is how long a subscription is listened to after its last message.
const listening = 150 * time.Millisecond

func (r *replayer) read(ctx context.Context, t *testing.T, c *call, follow bool) any {
	o := &streams.ReadReq_Options_StreamOptions{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(c.Stream)}}
	switch n, isNumber := number(c.From); {
	case isNumber:
		o.RevisionOption = &streams.ReadReq_Options_StreamOptions_Revision{Revision: n}
	case c.From == "end":
		o.RevisionOption = &streams.ReadReq_Options_StreamOptions_End{End: &shared.Empty{}}
	default:
		o.RevisionOption = &streams.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}}
	}
	req := &streams.ReadReq{Options: &streams.ReadReq_Options{
		StreamOption: &streams.ReadReq_Options_Stream{Stream: o}, ResolveLinks: c.ResolveLinks,
		CountOption:  &streams.ReadReq_Options_Count{Count: c.Count},
		UuidOption:   &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
		FilterOption: &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
	}}
	if c.Direction == "backwards" {
		req.Options.ReadDirection = streams.ReadReq_Options_Backwards
	}
	if follow {
		req.Options.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := r.streams.Read(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	var enough *time.Timer
	if follow {
		enough = time.AfterFunc(listening, cancel)
	}
	list := []any{}
	for {
		m, err := s.Recv()
		if enough != nil {
			enough.Reset(listening)
		}
		switch {
		case errors.Is(err, io.EOF) || err != nil && follow && status.Code(err).String() == "Canceled":
			return answer{"messages": list}
		case err != nil:
			return answer{"messages": append(list, failure(err, s.Trailer()))}
		case m.GetStreamNotFound() != nil:
			list = append(list, answer{"stream_not_found": string(m.GetStreamNotFound().GetStreamIdentifier().GetStreamName())})
		case m.GetConfirmation() != nil:
			list = append(list, answer{"confirmation": true})
		case m.GetCaughtUp() != nil:
			list = append(list, answer{"caught_up": true})
		case m.GetEvent() != nil:
			e := answer{}
			tell(e, "event", m.GetEvent().GetEvent(), c.WithContents)
			tell(e, "link", m.GetEvent().GetLink(), c.WithContents)
			list = append(list, e)
		}
	}
}

func tell(out answer, prefix string, e *streams.ReadResp_ReadEvent_RecordedEvent, contents bool) {
	if e == nil {
		return
	}
	stream := string(e.GetStreamIdentifier().GetStreamName())
	out[prefix] = fmt.Sprintf("%s@%d", stream, e.GetStreamRevision())
	if !contents {
		return
	}
	s := e.GetId().GetStructured()
	id, err := client.ParseUUIDFromInt64(s.GetMostSignificantBits(), s.GetLeastSignificantBits())
	out[prefix+"_id"] = id.String()
	if err != nil || id.Version() == 4 { // a random one; those of the recording are none
		out[prefix+"_id"] = "(made by the server)"
	}
	out[prefix+"_type"] = e.GetMetadata()["type"]
	out[prefix+"_content_type"] = e.GetMetadata()["content-type"]
	out[prefix+"_data"] = string(e.GetData())
}
