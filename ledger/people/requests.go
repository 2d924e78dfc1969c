package people

import (
	"context"
	"slices"
)

// Requests are what programs asked an office to enter in a game lately, oldest first, by keys of their own: a request that comes again
// is answered and not entered again.
type Requests struct {
	List []Request `json:"list"`
}

// A Request is one of them.
type Request struct {
	Key   string `json:"key"`             // digest of who asked and their key
	Asked string `json:"asked"`           // digest of the request
	Says  string `json:"says"`            // digest of the entry that it asks for
	After uint64 `json:"after"`           // the last event when it was about to be entered
	Entry uint64 `json:"entry,omitempty"` // the event that it became; 0 while that is not known
}

const (
	requestSheet = "requests"
	mostRequests = 1000 // requests of a game whose keys are remembered
)

// Find returns the request of a key, nil if it is not known.
func (r *Requests) Find(key string) *Request {
	if i := slices.IndexFunc(r.List, func(x Request) bool { return x.Key == key }); i >= 0 {
		return &r.List[i]
	}
	return nil
}

// Put notes a request, in the place of what was known of it. The oldest is forgotten if there are too many.
func (r *Requests) Put(x Request) {
	if known := r.Find(x.Key); known != nil {
		*known = x
		return
	}
	if r.List = append(r.List, x); len(r.List) > mostRequests {
		r.List = slices.Delete(r.List, 0, len(r.List)-mostRequests)
	}
}

// RequestsOf returns the requests about a ledger; change, if there is one, changes them in the same step, or refuses to by an error.
func RequestsOf(ctx context.Context, d Desk, ledger string, change func(*Requests) error) (Requests, error) {
	return sheetOf(ctx, d, ledger, requestSheet, "the requests of programs cannot be read", func() Requests { return Requests{} }, change)
}
