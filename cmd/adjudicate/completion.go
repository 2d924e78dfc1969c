package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"adjudicate/internal/cmdline"
	"adjudicate/report"
	"adjudicate/rules/names"
)

func completionCommand() *command {
	return newCommand("completion", nil, do(func(s *session) (report.View, error) {
		script, ok := cmdline.Script(s.arg(0), name)
		if !ok {
			return nil, names.Unknown("shell", s.arg(0), cmdline.Shells())
		}
		return &report.Script{Shell: s.arg(0), Script: script}, nil
	}))
}

// valuesCommand lists, for completion, what can stand where a synopsis has a word.
func valuesCommand() *command {
	c := newCommand(valuesWord, flags{ledgerFlag, storeFlag, gameFlag}, onGame(func(s *session, g *game) (report.View, error) {
		args := s.c.Args().Slice()
		for _, v := range report.Choices(g.l, args[0], args[2:], args[1], g.l.Last()) {
			fmt.Fprintln(s.Out, v)
		}
		return nil, nil
	}))
	c.Hidden, c.ArgsUsage = true, "WORD BEGUN [BEFORE…]"
	return c
}

const valuesWord = "__values"

// offer asks the game that a line means, within the time that somebody waits for a key.
func offer(p *cmdline.Program) func(word string, before []string, begun string, settings []string) []string {
	return func(word string, before []string, begun string, settings []string) []string {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		return p.Ask(ctx, slices.Concat([]string{name, valuesWord}, settings, []string{"--", word, begun}, before)) // what cannot be asked offers nothing
	}
}

func shellCommand() *command {
	return newCommand("shell", flags{ledgerFlag}, do(func(s *session) (report.View, error) {
		var settings []string
		for _, f := range []string{"ledger", "store", "game"} {
			if v := s.c.String(f); v != "" {
				settings = append(settings, "--"+f+"="+v)
			}
		}
		sh := cmdline.Shell{In: s.In, Out: s.Out, Prompt: name + "> ", History: cmdline.HistoryFile(os.Getenv, name), Run: func(words []string) { run(s.ctx, append(slices.Clone(settings), words...), s.In, s.Out, s.Errs) },
			Complete: func(words []string) []string {
				var out bytes.Buffer
				newProgram(s.In, &out, io.Discard).Complete(append(slices.Clone(settings), words...), &out)
				return strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' })
			}}
		return nil, sh.Loop()
	}))
}
