package esdb_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// greeter answers every connection with the same words, and then reads on; silent without words.
func greeter(t *testing.T, words string) (addr string) {
	t.Helper()
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lis.Close() })
	go func() {
		for {
			c, err := lis.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				if strings.HasPrefix(words, "HTTP") { // which speaks when it has been spoken to
					_, _ = c.Read(make([]byte, 24))
					_, _ = io.WriteString(c, words)
					return
				}
				_, _ = io.WriteString(c, words)
				_, _ = io.Copy(io.Discard, c)
			}()
		}
	}()
	return lis.Addr().String()
}

// A situation is one in which the page of operations says that the program says something.
type situation struct {
	url   string
	do    func(s *esdb.Store) error // a call; reading the head without one
	waits bool                      // whether the server is waited for
	names string                    // what else it says, such as the node's address
}

const httpWords = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

// situations brings each about, by what the page has in the left column.
var situations = map[string][]func(t *testing.T) situation{
	"connection refused": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		c.Servers[0].Stop()
		return situation{url: c.URL(), waits: true}
	}},
	"no such host": {func(t *testing.T) situation {
		return situation{url: "esdb://no-such-host.invalid:2113?tls=false", waits: true}
	}, func(t *testing.T) situation { // that a member advertises
		c := esdbtest.New(t, esdbtest.Options{Nodes: 3})
		for _, s := range c.Servers {
			s.Break(esdbtest.Faults{Host: "no-such-host.invalid"})
		}
		return situation{url: c.ClusterURL(), waits: true, names: "no-such-host.invalid"}
	}},
	"no answer": {func(t *testing.T) situation {
		return situation{url: "esdb://" + greeter(t, "") + "?tls=false", waits: true}
	}, func(t *testing.T) situation {
		return situation{url: "esdb://" + greeter(t, "") + "?tls=true", waits: true}
	}, func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		c.Servers[0].Break(esdbtest.Faults{Before: func(ctx context.Context, call string) error {
			<-ctx.Done()
			return ctx.Err()
		}})
		return situation{url: c.URL(), waits: true}
	}},
	"the cluster has no leader": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{Nodes: 3})
		c.Elect(-1)
		return situation{url: c.ClusterURL(), waits: true}
	}, func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{Nodes: 3})
		c.Elect(-1)
		return situation{url: c.URL(), waits: true}
	}},
	"wrong user name or password": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{Secure: true, User: "umpire", Password: "right"})
		return situation{url: strings.Replace(c.URL("tlsVerifyCert=false"), "right", "wrong", 1)}
	}},
	"permission denied": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{Secure: true, User: "admin", Password: "x", Users: []esdbtest.User{{Name: "guest", Password: "y"}}})
		mustAppend(t, open(t, c.URL("tlsVerifyCert=false"), esdb.Options{}), "s", 0, storetest.Events("s", 1, 1))
		c.Govern("ledger-s", `{"$acl":{"$r":["$admins"],"$w":["$admins"]}}`)
		return situation{url: strings.Replace(c.URL("tlsVerifyCert=false"), "admin:x", "guest:y", 1)}
	}},
	"anonymous access denied": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{Secure: true, User: "admin", Password: "x"})
		return situation{url: strings.Replace(c.URL("tlsVerifyCert=false"), "admin:x@", "", 1)}
	}},
	"the connection is not trusted": {func(t *testing.T) situation { // another authority
		return situation{url: esdbtest.New(t, esdbtest.Options{Secure: true}).URL()}
	}},
	"the server requires TLS": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{Secure: true})
		return situation{url: "esdb://" + c.Servers[0].Addr() + "?tls=false", names: "tls=false"}
	}},
	"the server does not use TLS": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		return situation{url: "esdb://" + c.Servers[0].Addr() + "?tls=true", names: "tls=false"}
	}, func(t *testing.T) situation { // of one member of several
		c := esdbtest.New(t, esdbtest.Options{Nodes: 2})
		return situation{url: strings.Replace(c.ClusterURL(), "tls=false", "tls=true", 1), names: c.Servers[0].Addr()}
	}},
	"an HTTP server": {func(t *testing.T) situation {
		return situation{url: "esdb://" + greeter(t, httpWords) + "?tls=false", names: "an HTTP server"}
	}, func(t *testing.T) situation {
		return situation{url: "esdb://" + greeter(t, httpWords) + "?tls=true", names: "an HTTP server"}
	}},
	"an SSH server": {func(t *testing.T) situation {
		return situation{url: "esdb://" + greeter(t, "SSH-2.0-OpenSSH_9.6\r\n") + "?tls=false", names: "SSH"}
	}, func(t *testing.T) situation {
		return situation{url: "esdb://" + greeter(t, "SSH-2.0-OpenSSH_9.6\r\n") + "?tls=true", names: "SSH"}
	}},
	"another kind of server": {func(t *testing.T) situation {
		return situation{url: "esdb://" + greeter(t, "220 mail.example ESMTP\r\n") + "?tls=false"}
	}},
	"the server is not ready": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		c.Servers[0].Break(esdbtest.Faults{NotReady: true})
		return situation{url: c.URL(), waits: true}
	}},
	"the input may or may not have been written": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 1))
		c.Servers[0].Break(esdbtest.Faults{After: func(_ context.Context, call string) error {
			if call == "append" {
				c.Servers[0].Break(esdbtest.Faults{Before: func(context.Context, string) error { return status.Error(codes.Unavailable, "away") }})
				return status.Error(codes.Unavailable, "away")
			}
			return nil
		}})
		return situation{url: c.URL(), waits: true, do: inDoubt}
	}},
	"but the leader did not answer in time": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 1))
		c.Servers[0].Break(esdbtest.Faults{ForwardingTimeout: true})
		return situation{url: c.URL(), waits: true, do: inDoubt}
	}},
	"the server accepts": {func(t *testing.T) situation {
		return situation{url: esdbtest.New(t, esdbtest.Options{MaxAppend: 1000}).URL(), do: func(s *esdb.Store) error {
			_, err := s.Append(context.Background(), "s", 0, []store.Event{{ID: uuid.New(), Type: "x", Data: make([]byte, 2000)}})
			return err
		}}
	}},
	"the server accepted": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{Nodes: 3})
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 1))
		c.Hold(true)
		return situation{url: c.URL(), waits: true, do: func(s *esdb.Store) error {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second) // enough to reach the server on a busy machine
			_, _ = open(t, c.URL(), esdb.Options{}).Append(ctx, "s", 1, storetest.Events("s", 2, 1))
			cancel()
			_, err := s.Append(context.Background(), "s", 1, storetest.Events("t", 1, 1))
			return err
		}}
	}},
	"the server shows": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 5))
		return situation{url: c.URL(), waits: true, do: func(s *esdb.Store) error {
			if err := headOf(s, "s"); err != nil {
				return err
			}
			c.Servers[0].Lag(2)
			return headOf(s, "s")
		}}
	}},
	"another program has written to the stream": {foreign(`{"append":{"first":1,"last":3}}`)},
	"which lacks it": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		mustAppend(t, open(t, c.URL("maxAppendSize=20000"), esdb.Options{}), "s", 0, heavy("s", 1, 60))
		found, err := raw(t, c.URL()).ReadStream(ctxOf(t), "ledger-s", client.ReadStreamOptions{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		link, err := found.Recv()
		if err != nil {
			t.Fatal(err)
		}
		_, stage, _ := strings.Cut(string(link.Event.Data), "@")
		c.Delete(stage, true)
		return situation{url: c.URL()}
	}},
	"is unfinished": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		inParts(t, raw(t, c.URL()), "ledger-s", 0, heavy("s", 1, 10), 5)
		return situation{url: c.URL(), do: func(s *esdb.Store) error {
			_, err := s.Append(context.Background(), "s", 0, storetest.Events("t", 1, 1))
			return err
		}}
	}},
	"is missing": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 5))
		c.Govern("ledger-s", `{"$tb":2}`)
		return situation{url: c.URL(), do: func(s *esdb.Store) error { return drained(s.Read(context.Background(), "s", 1)) }}
	}},
	"was deleted": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 5))
		c.Delete("ledger-s", false)
		return situation{url: c.URL()}
	}},
	"are missing": {func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		s := open(t, c.URL(), esdb.Options{})
		mustAppend(t, s, "a", 0, storetest.Events("a", 1, 1))
		mustAppend(t, s, "b", 0, storetest.Events("b", 1, 1))
		c.Govern("ledger_index", `{"$maxCount":1}`)
		return situation{url: c.URL(), do: func(s *esdb.Store) error {
			_, err := s.Streams(context.Background())
			return err
		}}
	}},
}

// inDoubt appends, and fails the words unless the error says that it is in doubt.
func inDoubt(s *esdb.Store) error {
	_, err := s.Append(context.Background(), "s", 1, storetest.Events("s", 2, 1))
	if u, ok := err.(*store.UnreachableError); ok && u.InDoubt {
		return fmt.Errorf("%w (the input may or may not have been written)", err)
	}
	return err
}

// foreign has an event of somebody else's behind a ledger's.
func foreign(words string) func(t *testing.T) situation {
	return func(t *testing.T) situation {
		c := esdbtest.New(t, esdbtest.Options{})
		mustAppend(t, open(t, c.URL(), esdb.Options{}), "s", 0, storetest.Events("s", 1, 1))
		if _, err := raw(t, c.URL()).AppendToStream(ctxOf(t), "ledger-s", client.AppendToStreamOptions{},
			client.EventData{EventID: uuid.New(), EventType: "foreign", Data: []byte("{}"), Metadata: []byte(words)}); err != nil {
			t.Fatal(err)
		}
		return situation{url: c.URL()}
	}
}

// troubleTable are the left columns of the table of docs/operations.md about servers.
func troubleTable(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "### When the server is away")
	if !ok {
		t.Fatal("the page has no such section")
	}
	section, _, _ = strings.Cut(section, "\n### ")
	var rows []string
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "| *") {
			rows = append(rows, strings.Split(line, "|")[1])
		}
	}
	return rows
}

// TestTheTableOfTroublesIsTrue goes through the page line by line: for every phrase there is a
// server that behaves so, what the program says of it holds the phrase, and it comes at once
// where waiting cannot help, else when patience ends.
func TestTheTableOfTroublesIsTrue(t *testing.T) {
	const patience, slack = 1500 * time.Millisecond, 4 * time.Second
	seen := map[string]bool{}
	for _, row := range troubleTable(t) {
		for _, m := range regexp.MustCompile(`\*([^*]+)\*`).FindAllStringSubmatch(row, -1) {
			found := false
			for phrase, list := range situations {
				if !strings.Contains(m[1], phrase) {
					continue
				}
				found, seen[phrase] = true, true
				for i, make := range list {
					t.Run(fmt.Sprintf("%s %d", phrase, i+1), func(t *testing.T) {
						t.Parallel()
						x := make(t)
						o := esdb.Options{Patience: patience}
						if !x.waits {
							o.Patience = time.Minute
						}
						s := open(t, x.url, o)
						began := time.Now()
						var err error
						if x.do != nil {
							err = x.do(s)
						} else {
							_, err = s.Head(context.Background(), "s")
						}
						took := time.Since(began)
						if err == nil || !strings.Contains(err.Error(), phrase) || !strings.Contains(err.Error(), x.names) {
							t.Errorf("after %s: %v", took, err)
						}
						switch {
						case x.waits && (took < patience || took > patience+slack):
							t.Errorf("it took %s, patience is %s: %v", took, patience, err)
						case !x.waits && took > slack:
							t.Errorf("it took %s, where waiting cannot help: %v", took, err)
						}
						t.Logf("%s: %v", took.Round(time.Millisecond), err)
					})
				}
			}
			if !found {
				t.Errorf("no test server behaves as the page says: %q", m[1])
			}
		}
	}
	for phrase := range situations {
		if !seen[phrase] {
			t.Errorf("the page does not say %q", phrase)
		}
	}
}
