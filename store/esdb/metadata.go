package esdb

import (
	"bytes"
	"encoding/json"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// about is the metadata of an event. The names with "$" are the server's.
type about struct {
	Correlation string  `json:"$correlationId,omitempty"`
	Causation   string  `json:"$causationId,omitempty"`
	Append      *extent `json:"append,omitempty"`
}

// extent is where an append in parts begins and ends.
type extent struct {
	First store.Revision `json:"first"`
	Last  store.Revision `json:"last"`
}

// propose makes a proposal of an event. Its data is a copy: a call that is given up may
// still be reading it.
func propose(e *store.Event) (client.EventData, error) {
	p := client.EventData{EventID: e.ID, EventType: e.Type, ContentType: client.ContentTypeBinary, Data: bytes.Clone(e.Data)}
	var chain struct{ Correlation, Causation string }
	if len(e.Data) > 0 && e.Data[0] == '{' && json.Unmarshal(e.Data, &chain) == nil {
		p.ContentType = client.ContentTypeJson
		if chain.Correlation != "" || chain.Causation != "" {
			var err error
			p.Metadata, err = json.Marshal(about{Correlation: chain.Correlation, Causation: chain.Causation})
			return p, err
		}
	}
	return p, nil
}

// mark writes into an event's metadata where the append that it belongs to begins and ends.
func mark(d *client.EventData, whole extent) error {
	var a about
	if len(d.Metadata) > 0 {
		if err := json.Unmarshal(d.Metadata, &a); err != nil {
			return err
		}
	}
	a.Append = &whole
	var err error
	d.Metadata, err = json.Marshal(a)
	return err
}

// weight is what an event counts against the limit of a server that counts as much as any.
func weight(d *client.EventData) int { return 2*len(d.EventType) + len(d.Metadata) + len(d.Data) }

// wholeOf returns the extent of the append in parts that an event says it belongs to, nil if it
// says nothing of the kind. Anybody can write such words: they are believed of events that all
// say the same, from the first on.
func wholeOf(e *client.RecordedEvent) *extent {
	if !bytes.Contains(e.UserMetadata, []byte(`"append"`)) {
		return nil
	}
	var a about
	if json.Unmarshal(e.UserMetadata, &a) != nil || a.Append == nil {
		return nil
	}
	if at := revisionOf(e); a.Append.First < 1 || at < a.Append.First || at > a.Append.Last {
		return nil // somebody else's words
	}
	return a.Append
}

// revisionOf is the revision of an event: the server counts from 0.
func revisionOf(e *client.RecordedEvent) store.Revision { return store.Revision(e.EventNumber) + 1 }

func recorded(e *client.RecordedEvent) store.Recorded {
	r := store.Recorded{Event: store.Event{ID: e.EventID, Type: e.EventType, Data: e.Data}, Revision: revisionOf(e)}
	if r.Data == nil {
		r.Data = []byte{}
	}
	return r
}
