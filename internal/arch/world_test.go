package arch

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// worldly are the packages through which a program reads what differs between two runs: the
// disk, the environment, other processes, the network, random numbers.
var worldly = []string{"os", "os/exec", "os/signal", "os/user", "syscall", "path/filepath", "io/ioutil", "math/rand", "math/rand/v2", "crypto/rand",
	"net", "net/http", "net/smtp", "net/rpc", "crypto/tls", "log", "log/slog", "google.golang.org/grpc"}

// clocks are the functions through which it reads the time or makes things up, by package.
var clocks = map[string][]string{
	"time":    {"Now", "Since", "Until", "After", "Tick", "NewTimer", "NewTicker", "Sleep", "AfterFunc", "Local", "LoadLocation"},
	"context": {"WithTimeout", "WithTimeoutCause"},
	"uuid":    {"New", "NewString", "NewRandom", "NewUUID", "NewV6", "NewV7"},
}

// exceptions name what a package below the commands may ask of the world all the same, and
// why. One that is not needed any more is an error.
var exceptions = []struct{ pkg, what, why string }{
	{"internal/infile", "os", "it reads the files that commands are given"},
	{"internal/infile", "path/filepath", "as above"},
	{"internal/infile", "syscall", "a pipe is not waited for"},
	{"internal/rulefiles", "os", "it reads folders of rules"},
	{"internal/rulefiles", "path/filepath", "as above"},
	{"internal/cmdline", "os", "keeps what was typed into a shell"},
	{"internal/cmdline", "path/filepath", "as above"},
	{"internal/outfile", "os", "it writes the files that commands leave behind"},
	{"internal/outfile", "path/filepath", "as above"},
	{"history/compare", "os", "what is packed of a long comparison lies in a temporary file"},
	{"ledger/idset", "os", "ids that do not fit in memory lie in a temporary file"},
	{"ledger", "crypto/rand", "names events where nobody gives it anything to draw from"},
	{"ledger/place", "os", "keeps a secret and notes in a folder of the user's"},
	{"ledger/place", "path/filepath", "as above"},
	{"ledger/place", "crypto/rand", "draws the secret where nobody gives it anything to draw from"},
	{"ledger/copies", "os", "puts a backup in its place, and no file where one is"},
	{"ledger/people", "os", "one of its two forms is a file beside the ledger"},
	{"ledger/people", "path/filepath", "as above"},
	{"ledger/people", "context.WithTimeout", "waits for another process that writes"},
	{"store/sqlite", "os", "its store is a file"},
	{"store/sqlite", "path/filepath", "as above"},
	{"store/sqlite", "syscall", "says what keeps a file from being opened"},
	{"store/sqlite", "time.NewTimer", "waits for another process that writes"},
	{"store/replica", "time.NewTimer", "waits before it looks at the source again"},
	{"store/esdb", "net", "its store is a server"},
	{"store/esdb", "crypto/tls", "as above"},
	{"store/esdb", "google.golang.org/grpc", "as above"},
	{"store/esdb", "log", "keeps the client library's lines from standard error"},
	{"store/esdb", "math/rand/v2", "waits of unequal length, so that many clients do not ask at once"},
	{"store/esdb", "time.Now", "a server is waited for until patience ends"},
	{"store/esdb", "time.Since", "as above"},
	{"store/esdb", "time.Until", "as above"},
	{"store/esdb", "time.NewTimer", "as above"},
	{"store/esdb", "time.AfterFunc", "as above"},
	{"store/esdb", "context.WithTimeoutCause", "as above"},
	{"store/esdb/esdbtest", "net", "a server, for tests"},
	{"store/storetest", "math/rand/v2", "what clients ask at random, of a given seed, for tests"},
	{"store/esdb/esdbtest", "os", "as above"},
	{"store/esdb/esdbtest", "path/filepath", "as above"},
	{"store/esdb/esdbtest", "crypto/tls", "as above"},
	{"store/esdb/esdbtest", "crypto/rand", "as above: its certificate"},
	{"store/esdb/esdbtest", "math/rand/v2", "as above: its faults"},
	{"store/esdb/esdbtest", "google.golang.org/grpc", "as above"},
	{"store/esdb/esdbtest", "time.Now", "as above: the default clock"},
	{"store/esdb/esdbtest", "time.Sleep", "as above"},
	{"store/esdb/esdbtest", "time.AfterFunc", "as above: what is accepted is readable later"},
	{"store/esdb/esdbtest", "uuid.New", "as above: names what it logs"},
	{"store/esdb/esdbtest", "uuid.NewString", "as above"},
	{"web", "net", "it answers by HTTP"},
	{"web", "net/http", "as above"},
	{"web", "crypto/tls", "speaks TLS by itself, with certificates that it obtains"},
	{"web", "crypto/rand", "names what a form submits, so that a repeat is known"},
	{"web", "log/slog", "tells its log, which is given to it"},
	{"web", "time.NewTicker", "asks whether a game that is watched has gone on"},
	{"web", "time.After", "shows that a stream on which nothing happens is open"},
	{"web", "context.WithTimeout", "bounds how long it takes to end"},
	{"web/witnesses", "net/http", "it asks and answers by HTTP"},
	{"web/witnesses", "log/slog", "tells its log, which is given to it"},
	{"web/inbox/imap", "net", "it speaks to a mail server"},
	{"web/inbox/imap", "crypto/tls", "as above, under what it is given"},
	{"web/inbox/imap", "time.Now", "tells a connection that lasted from one that broke at once"},
	{"web/inbox/imap", "time.Since", "as above"},
	{"web/inbox/imap", "time.NewTimer", "asks anew a server that has fallen silent"},
	{"web/inbox/imap", "time.AfterFunc", "cuts a connection on which nothing is answered"},
	{"web/folder", "net/http", "it asks an office in the same process"},
	{"web/rounds", "time.NewTicker", "looks again and again whether a game has gone on"},
	{"web/hooks", "net", "it calls addresses that are given to it"},
	{"web/hooks", "net/http", "as above"},
	{"web/hooks", "syscall", "as above"},
	{"web/outbox", "crypto/tls", "it speaks to a mail server, under what it is given"},
	{"events", "time.LoadLocation", "the time zones that ledgers name, which the program brings along; no ruling asks for one"},
	{"internal/branch", "os", "keeps scratch branches in files beside a ledger"},
	{"internal/branch", "path/filepath", "as above"},
	{"internal/tray", "os", "keeps mails that were refused"},
	{"internal/tray", "path/filepath", "as above"},
	{"internal/term", "os", "asks a terminal how wide it is, for the commands alone"},
	{"internal/cputime", "syscall", "asks how long a benchmark has been computing"},
	{"internal/pagepart", "os", "reads and renews pages, for tests"},
	{"internal/scale", "os", "prints the table of a page"},
	{"internal/scale", "math/rand/v2", "draws requests, of a given seed"},
	{"internal/yardstick", "os", "reads what benchmarks print, for make bench, and renews the page of their figures"},
	{"internal/yardstick", "os/exec", "as above: measures how long a process takes to start"},
	{"internal/yardstick", "time.Now", "as above: measures the machine"},
	{"internal/yardstick", "time.Since", "as above"},
	{"internal/load", "os", "measures the program as browsers meet it, for make bench-serve"},
	{"internal/load", "os/exec", "as above: starts it"},
	{"internal/load", "os/signal", "as above"},
	{"internal/load", "path/filepath", "as above"},
	{"internal/load", "net", "as above: asks it"},
	{"internal/load", "net/http", "as above"},
	{"internal/load", "math/rand/v2", "as above: draws pages, by a given seed"},
	{"internal/load", "time.Now", "as above: keeps to a rate"},
	{"internal/load", "time.Since", "as above"},
	{"internal/load", "time.Until", "as above"},
	{"internal/load", "time.Sleep", "as above"},
	{"internal/load", "time.After", "as above"},
	{"internal/mutants", "os", "plants mistakes in copies of files, for make mutate"},
	{"internal/mutants", "os/exec", "as above: runs the tests"},
	{"internal/mutants", "path/filepath", "as above"},
	{"internal/mutants", "math/rand/v2", "as above: draws which, by a given seed"},
	{"internal/mutants", "time.Now", "as above: says how long the tests took"},
	{"internal/mutants", "time.Since", "as above"},
	{"internal/faults", "os", "a disk that fails, for tests"},
	{"internal/faults", "math/rand/v2", "as above: of a given seed"},
	{"internal/generate", "math/rand/v2", "random games of a given seed, for tests"},
	{"internal/naivelaw", "math/rand/v2", "random rules and positions of a given seed, for tests"},
	{"internal/played", "math/rand/v2", "games played in a store, for tests"},
	{"internal/played", "os", "as above"},
	{"internal/played", "path/filepath", "as above"},
	{"internal/testheap", "os", "leaves benchmarks alone, which stand in the arguments of a test"},
}

// TestNothingBelowTheCommandsReadsTheWorld holds every package but the commands to results
// that are the same on every machine: time, draws and configuration come in as values.
func TestNothingBelowTheCommandsReadsTheWorld(t *testing.T) {
	needed := make([]bool, len(exceptions))
	for _, s := range sources(t) {
		if room(s.pkg) == "cmd" || room(s.pkg) == "examples" {
			continue
		}
		for _, what := range s.asks(t) {
			i := slices.IndexFunc(exceptions, func(e struct{ pkg, what, why string }) bool { return e.pkg == s.pkg && e.what == what })
			if i < 0 {
				t.Errorf("%s uses %s", s.name, what)
				continue
			}
			needed[i] = true
		}
	}
	for i, e := range exceptions {
		if !needed[i] {
			t.Errorf("%s may use %s and does not: strike it out", e.pkg, e.what)
		}
		if e.why == "" {
			t.Errorf("%s may use %s without a reason", e.pkg, e.what)
		}
	}
}

// asks lists what a file asks of the world: packages, and functions as "time.Now".
func (s source) asks(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, path := range s.imports(t) {
		for _, w := range worldly {
			if path == w || w == "google.golang.org/grpc" && strings.HasPrefix(path, w+"/") {
				all = append(all, w)
			}
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(clocks[x.Name], sel.Sel.Name) {
				all = append(all, x.Name+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return all
}

// forbidden names calls of libraries that nobody may make, and why.
var forbidden = []struct{ call, why string }{
	{"SetDefensive", "zombiezen.com/go/sqlite hands SQLite one argument where it reads two, and SQLite writes to where the second points"},
}

func TestNobodyMakesACallThatHarms(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				for _, f := range forbidden {
					if sel.Sel.Name == f.call {
						t.Errorf("%s calls %s: %s", s.name, f.call, f.why)
					}
				}
			}
			return true
		})
	}
}
