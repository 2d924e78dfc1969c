package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A sort says what to do about an error of an attempt.
type sort int

const (
	final sort = iota // asking again would not help
	again             // ask again, on the same connection
	anew              // ask again, on a new one
	oddly             // ask again, but not for ever: the server may mean it
)

// most is how many errors in a row may be odd before they are final.
const most = 4

// A finding is what an error of an attempt means.
type finding struct {
	sort sort
	text string // a phrase that follows "cannot use PLACE: "
	sure bool   // whether the attempt has certainly written nothing
}

// diagnose says what an error of the client means. The client wraps its own errors, and
// those of the connection in its own.
func diagnose(err error) finding {
	var unsent *unsentError
	sure := errors.As(err, &unsent)
	var fault *faultError
	if errors.As(err, &fault) {
		return finding{final, fault.text, sure}
	}
	switch {
	case errors.Is(err, errClosed):
		return finding{final, "it has been closed", sure}
	case errors.Is(err, errDropped):
		return finding{again, "it drops the subscription", sure}
	case errors.Is(err, errSlow), errors.Is(err, context.DeadlineExceeded):
		return finding{anew, "it does not answer", sure}
	case errors.Is(err, errLeaderless):
		return finding{anew, errLeaderless.Error(), sure}
	}
	text := words(err)
	var e *client.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case client.ErrorCodeUnauthenticated:
			return finding{final, "it does not accept the user name and password", true}
		case client.ErrorCodeAccessDenied:
			return finding{final, "the user may not do this there", true}
		case client.ErrorCodeNotLeader:
			return finding{again, "it does not lead the cluster, and the leader is still to be reached", true}
		case client.ErrorCodeUnsupportedFeature:
			return finding{final, "it does not know this request: " + text, true}
		case client.ErrorCodeConnectionClosed:
			return finding{anew, "the connection was lost", sure}
		}
	}
	// What breaks off while events are being sent comes as a bare end of file. The server
	// has not heard the end of the append then, and cannot have written it.
	if errors.Is(err, io.EOF) {
		return finding{oddly, "it breaks off what it is sent", true}
	}
	var s interface{ GRPCStatus() *status.Status }
	if !errors.As(err, &s) {
		return finding{anew, text, sure}
	}
	if strings.Contains(text, "No leader info") {
		return finding{again, errLeaderless.Error(), true}
	}
	switch s.GRPCStatus().Code() {
	case codes.Unauthenticated:
		return finding{final, "it does not accept the user name and password", true}
	case codes.PermissionDenied:
		return finding{final, "the user may not do this there", true}
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		for _, distrust := range []string{"x509: ", "tls: failed to verify", "tls: first record", "remote error: tls: "} {
			if strings.Contains(text, distrust) {
				return finding{final, "no trusted connection: " + text, true}
			}
		}
		return finding{anew, text, sure}
	case codes.Aborted:
		return finding{again, text, sure}
	case codes.NotFound:
		return finding{anew, text, true}
	case codes.InvalidArgument, codes.ResourceExhausted, codes.OutOfRange, codes.Unimplemented, codes.FailedPrecondition:
		return finding{final, text, true}
	}
	return finding{oddly, text, sure}
}

// words puts an error of the connection shortly.
func words(err error) string {
	text := err.Error()
	var s interface{ GRPCStatus() *status.Status }
	if errors.As(err, &s) {
		text = s.GRPCStatus().Message()
	}
	switch {
	case strings.Contains(text, "connection refused"):
		return "the connection is refused"
	case strings.Contains(text, "no such host"):
		return "there is no such host"
	}
	for _, before := range []string{"authentication handshake failed: ", "Error while dialing: ", "desc = "} {
		if _, after, ok := strings.Cut(text, before); ok {
			text = strings.Trim(after, `"`)
		}
	}
	return text
}

// patience is one call's: it counts how long the server has been away.
type patience struct {
	s      *Store
	writes bool
	doing  string // "appending to stream \"ledger-x\""

	failing bool          // whether the latest attempt failed
	since   time.Time     // of the first of the failures in a row
	pause   time.Duration // before the next attempt
	odd     int           // odd errors in a row
	text    string        // what the latest failure that says something is
	cause   error         // its error
	doubt   bool          // whether something may have been written

	told   bool      // whether Waiting has been told anything
	named  bool      // whether it has been told of the trouble
	slow   bool      // whether it has been told of a slow answer
	latest time.Time // when it was told last
}

// patience begins a call. Of one that writes it is kept whether something may have been
// written.
func (s *Store) patience(writes bool, doing string) *patience {
	return &patience{s: s, writes: writes, doing: doing}
}

// answered notes that the server has answered: whatever comes is a new trouble.
func (p *patience) answered() {
	if p.told {
		p.s.o.Waiting(fmt.Sprintf("%s answers again", p.s.place))
	}
	p.failing, p.told, p.named, p.slow = false, false, false, false
	p.odd, p.pause, p.cause = 0, 0, nil
}

// limit is until when an attempt that begins now may take.
func (p *patience) limit(now time.Time) time.Time {
	end := now.Add(p.s.o.Answer)
	if p.failing && p.since.Add(p.s.o.Patience).Before(end) {
		end = p.since.Add(p.s.o.Patience)
	}
	return end
}

// again waits until the next attempt after an error, or returns the error that ends the
// call.
func (p *patience) again(ctx context.Context, err error) error {
	f := diagnose(err)
	p.doubt = p.doubt || p.writes && !f.sure
	if f.sort == oddly {
		p.odd++
	} else {
		p.odd = 0
	}
	if ctx.Err() != nil {
		return p.over(ctx)
	}
	if f.sort == final || p.odd >= most {
		return p.fail(f.text, err)
	}
	now := time.Now()
	if !p.failing {
		p.failing, p.since, p.pause, p.latest = true, now, 50*time.Millisecond, now
	}
	if p.cause == nil || !errors.Is(err, errSlow) {
		p.text, p.cause = f.text, err // the last attempt may have been cut short: that says less
	}
	waited := now.Sub(p.since)
	if waited >= p.s.o.Patience {
		return p.fail(fmt.Sprintf("%s, for %s", p.text, roughly(waited)), p.cause)
	}
	switch {
	case waited >= p.s.notice/3 && !p.named:
		p.told, p.named, p.latest = true, true, now
		p.s.o.Waiting(fmt.Sprintf("%s: %s; waiting for it, %s at most", p.s.place, f.text, roughly(p.s.o.Patience-waited)))
	case p.named && now.Sub(p.latest) >= 5*p.s.notice:
		p.latest = now
		p.s.o.Waiting(fmt.Sprintf("%s: %s; still waiting, %s more at most", p.s.place, f.text, roughly(p.s.o.Patience-waited)))
	}
	timer := time.NewTimer(min(p.pause, p.s.o.Patience-waited))
	defer timer.Stop()
	p.pause = min(2*p.pause, time.Second)
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return p.over(ctx)
	}
}

// roughly rounds a duration as people say it.
func roughly(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Second)
}

// over is the error of a call whose context has ended.
func (p *patience) over(ctx context.Context) error {
	if p.doubt {
		return &store.UnreachableError{Place: p.s.place, Found: p.doing + " was given up", InDoubt: true, Err: context.Cause(ctx)}
	}
	return context.Cause(ctx)
}

func (p *patience) fail(text string, err error) error {
	return &store.UnreachableError{Place: p.s.place, Found: text, InDoubt: p.doubt, Err: &whileError{p.doing, err}}
}

// mention tells once that an answer is slow to come, unless mentioned is called before.
func (p *patience) mention() *time.Timer {
	if p.slow {
		return nil
	}
	return time.AfterFunc(p.s.notice, func() {
		p.s.o.Waiting(fmt.Sprintf("%s has not answered for %s; waiting, %s at most", p.s.place, p.s.notice, p.s.o.Answer))
	})
}

// mentioned ends mention.
func (p *patience) mentioned(t *time.Timer) {
	if t != nil && !t.Stop() && !p.slow {
		p.slow, p.told, p.latest = true, true, time.Now()
	}
}

// An answer that is no failure of the connection but what the server has to say: ask hands
// these errors to its caller at once.
func isAnswer(err error) bool {
	var e *client.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() {
	case client.ErrorCodeWrongExpectedVersion, client.ErrorCodeStreamDeleted:
		return true
	case client.ErrorCodeResourceNotFound:
		// Only of a read that came to pass: a member that does not lead, or something
		// between here and there, uses the same code as the status of the call.
		var s interface{ GRPCStatus() *status.Status }
		return !errors.As(err, &s)
	}
	return false
}

// ask puts one question to the server, again where that makes sense and is harmless. The
// errors for which isAnswer holds are returned as the client has them; the others are the
// context's or a *store.UnreachableError.
func ask[T any](ctx context.Context, p *patience, question func(ctx context.Context, c *client.Client) (T, error)) (T, error) {
	var none T
	for {
		if ctx.Err() != nil {
			return none, p.over(ctx)
		}
		v, err := attempt(ctx, p, question)
		if err == nil || isAnswer(err) {
			p.answered()
			return v, err
		}
		if err := p.again(ctx, err); err != nil {
			return none, err
		}
	}
}

// attempt puts a question once.
func attempt[T any](ctx context.Context, p *patience, question func(ctx context.Context, c *client.Client) (T, error)) (T, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, p.limit(time.Now()), errSlow)
	defer cancel()
	defer p.mentioned(p.mention())
	l, err := p.s.linked(ctx)
	if err != nil {
		var none T
		return none, err
	}
	told := p.s.addressed(ctx)
	return guard(ctx, p.s, l, func() (T, error) { return question(told, l.client) })
}
