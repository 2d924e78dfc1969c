package esdbtest

import (
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// defaultVersion is the server that the recorded answers are of.
const defaultVersion = "23.10.8"

// ways is how servers of a version differ from others.
type ways struct {
	countsAll  bool // an append's size is data, metadata and types (24.10.4 and later); else data alone
	maxAppend  int  // what an append may count, unless set otherwise
	maxEvent   int  // what one event may count; 0 for no limit of its own
	caughtUp   bool // a subscription to what is not there is told at once that it has caught up (24.10)
	lateLeader bool // a subscription is confirmed before leadership is looked at (24.10)
	wantsUUID  bool // a read must say how it wants ids (24.10)
	endsEarly  bool // a read can end early, as if that were all (24.10.0 to 24.10.2)
	loads      bool // after a start policies are loaded, and until then everything is refused (25.1)
}

// waysOf reads a version; one that does not read as three numbers is as the default.
func waysOf(version string) ways {
	var n [3]int
	for i, part := range strings.SplitN(version, ".", 3) {
		v, err := strconv.Atoi(part)
		if err != nil {
			return waysOf(defaultVersion)
		}
		n[i] = v
	}
	from := func(a, b, c int) bool {
		if n[0] != a {
			return n[0] > a
		}
		if n[1] != b {
			return n[1] > b
		}
		return n[2] >= c
	}
	w := ways{maxAppend: 1 << 20, countsAll: from(24, 10, 4), caughtUp: from(24, 10, 0), lateLeader: from(24, 10, 0)}
	w.wantsUUID, w.endsEarly, w.loads = from(24, 10, 0), from(24, 10, 0) && !from(24, 10, 3), from(25, 1, 0)
	if from(25, 1, 0) {
		w.maxAppend, w.maxEvent = 256<<20, 16<<20
	}
	return w
}

// A meter adds up what an append counts.
type meter struct {
	ways
	size int
}

// add counts an event, or says that it is too much.
func (m *meter) add(id, typ string, custom, data []byte) (metadata.MD, error) {
	n := len(data)
	if m.countsAll {
		n += len(custom) + 2*len(typ)
	}
	if m.maxEvent > 0 && n > m.maxEvent {
		return metadata.Pairs("exception", "maximum-append-event-size-exceeded", "maximum-append-event-size", strconv.Itoa(m.maxEvent),
				"event-id", id, "proposed-append-event-size", strconv.Itoa(n)),
			status.Error(codes.InvalidArgument, fmt.Sprintf("Event with Id: %s, Size: %d, exceeds Maximum Append Event Size of %d.", id, n, m.maxEvent))
	}
	if m.size += n; m.size > m.maxAppend {
		return metadata.Pairs("exception", "maximum-append-size-exceeded", "maximum-append-size", strconv.Itoa(m.maxAppend)),
			status.Errorf(codes.InvalidArgument, "Maximum Append Size of %d Exceeded.", m.maxAppend)
	}
	return nil, nil
}
