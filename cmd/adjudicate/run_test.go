package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"adjudicate/store"
)

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("what nobody expected") }

func TestAPanicIsToldAsAFaultOfTheProgram(t *testing.T) {
	var out, errs bytes.Buffer
	if got := run(context.Background(), []string{"analyse", "-"}, panicking{}, &out, &errs); got != statusStore {
		t.Errorf("status %d, want %d", got, statusStore)
	}
	if text := errs.String(); !strings.Contains(text, "internal error") || strings.Contains(text, "goroutine") {
		t.Errorf("told %q", text)
	}
}

func TestErrorsMapToTheStatusesOfTheContract(t *testing.T) {
	for _, c := range []struct {
		title string
		err   error
		want  int
	}{
		{"nothing wrong", nil, 0},
		{"ruled illegal", errRejected, 1},
		{"a difference", errDifference, 1},
		{"wrong words", usagef("", "no"), 2},
		{"anything else", errors.New("no"), 2},
		{"a conflict", fmt.Errorf("submit: %w", &store.ConflictError{Wanted: 3, Found: 4}), 3},
		{"unreachable", &store.UnreachableError{}, 4},
		{"damaged", fmt.Errorf("x.ledger: %w", &store.DamagedError{}), 4},
		{"newer", &store.NewerError{}, 4},
		{"foreign", &store.NotALedgerError{}, 4},
		{"a bad event in a file that is read", inputError("x.jsonl", &store.DamagedError{}), 2},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got := statusOf(c.err); got != c.want {
				t.Errorf("status %d, want %d", got, c.want)
			}
		})
	}
}
