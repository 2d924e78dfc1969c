//go:build faults && linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEverySystemCallOfTheStoreMayFail runs the program under strace, which lets one system
// call after the other fail, or kills the program there. The number of a call counts a
// thread, so that now and then several fail in one run.
//
// Whatever happens: a ledger is there that verifies, with the input whole or not at all; it is
// there if the program ended with status 0, and not there if the program said that nothing was
// written. Of an import there is then all, or an empty ledger, or none.
func TestEverySystemCallOfTheStoreMayFail(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("this campaign needs strace: apt-get install strace")
	}
	season, err := filepath.Abs("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	base := baseLedger(t)
	content, err := os.ReadFile(filepath.Join(base, defaultPlace))
	if err != nil {
		t.Fatal(err)
	}
	whole, inputs := verified(t, base)

	for _, work := range []struct {
		name string
		args []string
	}{
		{"a single append", []string{"player", "add", "Zed"}},
		{"an import", []string{"import", season}},
	} {
		appends := work.args[0] == "player"
		total := map[string]int{}
		for _, call := range []string{"pwrite64", "fsync", "fdatasync", "ftruncate", "fallocate", "open", "openat", "mkdirat", "linkat", "renameat", "unlink", "unlinkat", "pread64"} {
			for _, how := range []string{"error=EIO", "error=ENOSPC", "signal=SIGKILL"} {
				count := map[string]int{}
				for n := 1; ; n++ {
					dir := t.TempDir()
					if appends {
						if err := os.WriteFile(filepath.Join(dir, defaultPlace), content, 0o600); err != nil {
							t.Fatal(err)
						}
					}
					where := fmt.Sprintf("%s, %s %s at call %d", work.name, call, how, n)
					status, told, hit := traced(t, strace, dir, call, how, n, work.args)
					if !hit {
						break
					}
					count["faults"]++
					written := false
					out, err := program(t, dir, "verify").CombinedOutput()
					switch text := string(out); {
					case err == nil:
						events, now := verified(t, dir)
						written = appends && now == inputs+1 || !appends && events == whole
						if !written && (!appends || now != inputs || events != whole) {
							t.Errorf("%s: %d events of %d inputs are there", where, events, now)
						}
					case !appends && (strings.Contains(text, "no such file") || strings.Contains(text, "holds no game")):
					default:
						t.Errorf("%s: afterwards: %s", where, text)
					}
					doubt := strings.Contains(told, "is not known")
					switch {
					case status == statusDone && written:
						count["done"]++
					case status == -1 && how == "signal=SIGKILL":
						count["killed"]++
						if written {
							count["killed, and written"]++
						}
					case status == statusStore && !written:
						count["refused"]++
					case status == statusStore && doubt:
						count["in doubt, and written"]++
					case status == statusStore && !appends && strings.Contains(told, "completely, but the addresses of its players could not be kept beside it"):
						count["desk"]++ // the game is written; what stands beside it is not, and that is told
					case status == statusUsage && !written && strings.Contains(told, "cannot read "+season):
						count["refused"]++
					default:
						t.Errorf("%s: status %d, written: %v; told %s", where, status, written, told)
					}
					if strings.Contains(told, "goroutine ") {
						t.Errorf("%s: a stack trace reached the user:\n%s", where, told)
					}
				}
				for what, n := range count {
					total[what] += n
				}
			}
		}
		t.Logf("%s, every system call of %d: %d done all the same, %d refused with nothing written, %d told to be in doubt and written, %d killed (%d of them after it was written); %d written but for the addresses beside the game; each ledger verified",
			work.name, total["faults"], total["done"], total["refused"], total["in doubt, and written"], total["killed"], total["killed, and written"], total["desk"])
		if total["refused"] == 0 || total["killed"] == 0 {
			t.Errorf("%s: %v: the campaign has shown nothing", work.name, total)
		}
	}
}

// traced runs the program with the n-th call of a kind failing. Status -1 says that it was
// killed; hit, whether anything was made to fail.
func traced(t *testing.T, strace, dir, call, how string, n int, args []string) (status int, told string, hit bool) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	words := []string{"-f", "-o", log, "-e", "trace=" + call, "-e", fmt.Sprintf("inject=%s:%s:when=%d", call, how, n)}
	p := program(t, dir, args...)
	cmd := exec.Command(strace, append(append(words, p.Path), args...)...)
	cmd.Dir = dir
	var errs strings.Builder
	cmd.Stderr = &errs
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit):
		status = exit.ExitCode()
	default:
		t.Fatal(err)
	}
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return status, errs.String(), strings.Contains(string(lines), "(INJECTED)") || strings.Contains(string(lines), "+++ killed by SIGKILL")
}
