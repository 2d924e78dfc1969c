package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// season is what the game is called whose pages are asked for.
const season = "season"

// An office is the program that is measured.
type office struct {
	program, dir string
	url          string // while it runs

	cmd      *exec.Cmd
	stopping time.Duration // how long it took to stop
}

// A player holds both sides of a game of chess, so that one session plays all of it.
type player struct {
	game, invitation string
}

// prepare makes the games, and an invitation to each that is played.
func (o *office) prepare(ctx context.Context, p plan) ([]player, error) {
	if _, err := o.run(ctx, "import", p.season, "--game", season); err != nil {
		return nil, err
	}
	all := make([]player, p.games)
	for i := range all {
		all[i].game = fmt.Sprintf("club-%03d", i+1)
		if _, err := o.run(ctx, "init", "--system", "chess", "--game", all[i].game, "--player", "White=Ann", "--player", "Black=Ann"); err != nil {
			return nil, err
		}
	}
	return all, o.invite(ctx, all)
}

// invite asks for the invitations, from as many processes at once as there are processors.
func (o *office) invite(ctx context.Context, all []player) error {
	var each sync.WaitGroup
	failed := make(chan error, runtime.NumCPU())
	for n := range cap(failed) {
		each.Go(func() {
			for i := n; i < len(all); i += cap(failed) {
				text, err := o.run(ctx, "player", "invite", "Ann", "--game", all[i].game)
				if err != nil {
					failed <- err
					return
				}
				link, err := url.Parse(strings.Fields(text)[0])
				if err != nil {
					failed <- err
					return
				}
				all[i].invitation = link.Query().Get("with")
			}
		})
	}
	each.Wait()
	close(failed)
	return <-failed
}

// command is the program with some words, on the store of the folder.
func (o *office) command(ctx context.Context, words ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, o.program, append(words, "--store", filepath.Join(o.dir, "games.ledger"))...)
	c.Env = append(os.Environ(), "XDG_CACHE_HOME="+o.dir, "XDG_CONFIG_HOME="+o.dir, "XDG_DATA_HOME="+o.dir)
	return c
}

func (o *office) run(ctx context.Context, words ...string) (string, error) {
	c := o.command(ctx, words...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, errs.Bytes())
	}
	return string(out), nil
}

var servingAt = regexp.MustCompile(`http://[0-9.:]+`)

// start starts the office, and waits until it says where it is.
func (o *office) start(ctx context.Context) error {
	o.cmd = o.command(ctx, "serve", "--listen", "127.0.0.1:0")
	errs, err := o.cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := o.cmd.Start(); err != nil {
		return err
	}
	said := bufio.NewReader(errs)
	line, err := said.ReadString('\n')
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	if o.url = servingAt.FindString(line); o.url == "" {
		return fmt.Errorf("serve said %q", line)
	}
	go func() { _, _ = io.Copy(os.Stderr, said) }() // what goes wrong there is to be seen here
	return nil
}

// end interrupts the office as an operator does, and waits until it has stopped.
func (o *office) end() error {
	began := time.Now()
	if err := o.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	err := o.cmd.Wait()
	o.stopping = time.Since(began)
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == interrupted {
		err = nil
	}
	return err
}

// interrupted is the status of a program that was interrupted.
const interrupted = 130

// used is the processor time that the office has used so far, and the most memory that it has held, where the system tells.
func (o *office) used() (spent time.Duration, memory int64) {
	at := fmt.Sprintf("/proc/%d/", o.cmd.Process.Pid)
	if text, err := os.ReadFile(at + "stat"); err == nil {
		const tick = time.Second / 100 // of Linux, for programs
		field := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		for _, at := range []int{11, 12} { // utime and stime
			n, _ := strconv.ParseInt(field[at], 10, 64)
			spent += time.Duration(n) * tick
		}
	}
	if text, err := os.ReadFile(at + "status"); err == nil {
		_, after, _ := strings.Cut(string(text), "VmHWM:")
		if fields := strings.Fields(after); len(fields) > 0 {
			kib, _ := strconv.ParseInt(fields[0], 10, 64)
			memory = kib << 10
		}
	}
	return spent, memory
}

// signIn presses the button of an invitation, and returns the session.
func (o *office) signIn(ctx context.Context, client *http.Client, p player) (string, error) {
	form := strings.NewReader(url.Values{"with": {p.invitation}}.Encode())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url+"/games/"+p.game+"/in", form)
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Transport.RoundTrip(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther || len(answer.Cookies()) == 0 {
		return "", fmt.Errorf("signing in to %s: %s", p.game, answer.Status)
	}
	return answer.Cookies()[0].Value, nil
}
