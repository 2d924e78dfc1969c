package esdb

import (
	"context"
	"errors"
	"io"
	"strings"

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

// deniedText is said of a call that the server's rights do not allow.
const deniedText = "permission denied"

// silent is said of a server that gives no answer: it tells less than anything else does.
const silent = "no answer"

// diagnose says what an error of the client means, and of which node, if the address names several
// or another.
func diagnose(err error) finding {
	f := meaning(err)
	var n *nodeError
	if errors.As(err, &n) {
		f.text = n.node + ": " + f.text
	}
	return f
}

// meaning says what an error of the client means. The client wraps its own errors, and those of
// the connection in its own.
func meaning(err error) finding {
	var unsent *unsentError
	sure := errors.As(err, &unsent)
	var peer *peerError
	if errors.As(err, &peer) {
		return finding{final, peer.text, true}
	}
	var stale *staleError
	if errors.As(err, &stale) {
		return finding{anew, stale.Error(), true}
	}
	var fault *faultError
	if errors.As(err, &fault) {
		return finding{final, fault.text, sure}
	}
	switch {
	case errors.Is(err, errClosed):
		return finding{final, "the store is closed", sure}
	case errors.Is(err, errDropped):
		return finding{again, "the server dropped the subscription", sure}
	case errors.Is(err, errSlow), errors.Is(err, context.DeadlineExceeded):
		return finding{anew, silent, sure}
	case errors.Is(err, errLeaderless):
		return finding{anew, errLeaderless.Error(), sure}
	}
	text := words(err)
	var e *client.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case client.ErrorCodeUnauthenticated:
			return finding{final, "wrong user name or password", true}
		case client.ErrorCodeAccessDenied:
			return finding{final, deniedText, true}
		case client.ErrorCodeNotLeader:
			return finding{again, "the node is not the leader of the cluster; connecting to the leader", true}
		case client.ErrorCodeUnsupportedFeature:
			return finding{final, "the server does not support this request: " + text, true}
		case client.ErrorCodeConnectionClosed:
			return finding{anew, "the connection was lost", sure}
		}
	}
	// What breaks off while events are being sent comes as a bare end of file. The server
	// has not heard the end of the append then, and cannot have written it.
	if errors.Is(err, io.EOF) {
		return finding{oddly, "the server aborted the request", true}
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
		return finding{final, "wrong user name or password", true}
	case codes.PermissionDenied:
		return finding{final, deniedText, true}
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		for _, distrust := range []string{"x509: ", "tls: failed to verify", "tls: first record", "remote error: tls: "} {
			if strings.Contains(text, distrust) {
				return finding{final, "the connection is not trusted: " + text, true}
			}
		}
		switch {
		case strings.Contains(text, "Server Is Not Ready"):
			return finding{again, "the server is not ready", true}
		case strings.Contains(text, "Server Is Too Busy"):
			return finding{again, "the server is too busy", true}
		case strings.Contains(text, "RST_STREAM with error code: CANCEL"):
			return finding{anew, silent, sure} // it gave the call up unanswered, as we did: who is first depends on the load
		}
		return finding{anew, text, sure}
	case codes.Aborted:
		if strings.Contains(text, "Forwarding timeout") {
			text = "the node forwarded the request, but the leader did not answer in time"
		}
		return finding{again, text, sure}
	case codes.NotFound:
		if strings.Contains(text, "Leader info available") {
			text = "the node is not the leader of the cluster and does not name it"
		}
		return finding{anew, text, true}
	case codes.InvalidArgument, codes.ResourceExhausted, codes.OutOfRange, codes.Unimplemented, codes.FailedPrecondition:
		return finding{final, text, true}
	}
	return finding{oddly, text, sure}
}

// denied reports whether an error is that the user may not do something.
func denied(err error) bool {
	var e *client.Error
	if errors.As(err, &e) && e.Code() == client.ErrorCodeAccessDenied {
		return true
	}
	var s interface{ GRPCStatus() *status.Status }
	return errors.As(err, &s) && s.GRPCStatus().Code() == codes.PermissionDenied
}

// words puts an error of the connection shortly.
func words(err error) string {
	text := err.Error()
	var s interface{ GRPCStatus() *status.Status }
	if errors.As(err, &s) {
		text = s.GRPCStatus().Message()
	}
	switch {
	case strings.Contains(text, "no such host"), strings.Contains(text, "produced zero addresses"):
		return "no such host"
	case strings.Contains(text, "connection refused"):
		return "connection refused"
	case strings.Contains(text, "context deadline exceeded"), strings.Contains(text, "i/o timeout"):
		return silent
	}
	for _, before := range []string{"authentication handshake failed: ", "Error while dialing: ", "desc = "} {
		if _, after, ok := strings.Cut(text, before); ok {
			text = strings.Trim(after, `"`)
		}
	}
	return text
}

// An answer that is no failure of the connection but what the server has to say: ask hands
// these errors to its caller at once.
func isAnswer(err error) bool {
	var refused *refusedError
	var ended *endedError
	var limit *limitError
	var dangling *danglingError
	if errors.As(err, &dangling) || errors.As(err, &refused) || errors.As(err, &ended) || errors.As(err, &limit) {
		return true
	}
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
