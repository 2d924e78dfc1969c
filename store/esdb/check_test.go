package esdb_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// govern writes a stream's metadata as it is given.
func govern(t *testing.T, c *client.Client, stream, text string) {
	t.Helper()
	_, err := c.AppendToStream(ctxOf(t), "$$"+stream, client.AppendToStreamOptions{},
		client.EventData{EventID: uuid.New(), EventType: "$metadata", ContentType: client.ContentTypeJson, Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMetadataThatHidesNothingIsNoDamage(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"$acl":{"$r":["umpires","$admins"]}}`, `{"$acl":"$userStreamAcl"}`, `{"$acl":null}`, `{"$maxCount":"x"}`, `{"$maxAge":null}`,
		`{"colour":"red"}`, `{}`, `not json`, ``, `[]`, `null`,
	} {
		t.Run(text, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			db := raw(t, c.URL())
			s := open(t, c.URL(), esdb.Options{})
			govern(t, db, "ledger-s", text)
			began := time.Now()
			mustAppend(t, s, "s", 0, storetest.Events("s", 1, 3))
			if err := s.Check(ctxOf(t)); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > hangs {
				t.Errorf("it took %s", took)
			}
		})
	}
}

func TestAnIndexThatHidesItsEventsIsDamaged(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"$tb":1}`, `{"$tb":1000}`} {
		t.Run(text, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			mustAppend(t, open(t, c.URL(), esdb.Options{}), "a", 0, storetest.Events("a", 1, 1))
			govern(t, raw(t, c.URL()), "ledger_index", text)
			s := open(t, c.URL(), esdb.Options{})
			_, err := s.Append(ctxOf(t), "b", 0, storetest.Events("b", 1, 1))
			var damaged *store.DamagedError
			if !errors.As(err, &damaged) || !strings.Contains(err.Error(), "ledger_index") {
				t.Errorf("beginning a ledger: got error %v", err)
			}
			if err := s.Check(ctxOf(t)); !errors.As(err, &damaged) {
				t.Errorf("a check finds %v", err)
			}
			if err := s.CheckStream(ctxOf(t), "a"); err != nil {
				t.Errorf("a check of one ledger finds %v", err)
			}
		})
	}
}

func TestACheckGoesOnBehindWhatItFinds(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s := open(t, c.URL(), esdb.Options{})
	for _, name := range []string{"a", "b", "c", "d"} {
		mustAppend(t, s, name, 0, storetest.Events(name, 1, 3))
	}
	db := raw(t, c.URL())
	govern(t, db, "ledger-b", `{"$maxCount":2}`)
	if _, err := db.DeleteStream(ctxOf(t), "ledger-c", client.DeleteStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	err := s.Check(ctxOf(t))
	for name, bad := range map[string]bool{"a": false, "b": true, "c": true, "d": false} {
		if told := err != nil && strings.Contains("\n"+err.Error(), "\n"+name+": "); told != bad {
			t.Errorf("%s: told %t in %v", name, told, err)
		}
		if one := s.CheckStream(ctxOf(t), name); (one != nil) != bad {
			t.Errorf("%s by itself: %v", name, one)
		}
	}
}
