package store

import (
	"context"
	"errors"
	"slices"
)

// StreamError wraps an error with the stream it concerns.
type StreamError struct {
	Stream string
	Err    error
}

func (e *StreamError) Error() string { return e.Stream + ": " + e.Err.Error() }

// Unwrap returns the error.
func (e *StreamError) Unwrap() error { return e.Err }

// Damage is the Kind of what nothing here puts right.
const Damage = "damage"

// Mendable lists the kinds of problem that Examine can repair.
var Mendable = []string{"hidden", "index", "unfinished", "stage"}

// A Finding is a problem of a store, and whether it was repaired.
type Finding struct {
	Trouble
	Mended bool
	Err    error // what a Checker said, or why it could not be mended
}

// Examine looks at a whole store for all that is the matter with it: the troubles that it knows, and
// what a check of every stream finds. It puts right those of the given kinds, and looks again
// for what shows only then. Of a stream that is named, only it and what all have in common count.
// With an error there may be some findings.
func Examine(ctx context.Context, st Store, stream string, mend []string) ([]Finding, error) {
	other := func(of string) bool { return stream != "" && of != "" && of != stream }
	var list []Finding
	var failed error
	if m, ok := st.(Mender); ok {
		list, failed = troubles(ctx, m, other, mend)
	}
	if c, ok := st.(Checker); ok && ctx.Err() == nil {
		check := c.Check
		if stream != "" {
			check = func(ctx context.Context) error { return c.CheckStream(ctx, stream) }
		}
		for _, err := range parts(check(ctx)) {
			if f := findingOf(err); !slices.ContainsFunc(list, func(g Finding) bool { return !g.Mended && g.Stream == f.Stream }) {
				list = append(list, f)
			}
		}
	}
	return list, errors.Join(failed, ctx.Err())
}

// rounds is how often Examine looks for troubles: a stream that is shown again can have others.
const rounds = 3

// troubles looks for what a Mender knows and mends it.
func troubles(ctx context.Context, m Mender, other func(string) bool, mend []string) ([]Finding, error) {
	var done []Finding
	for range rounds {
		found, err := m.Troubles(ctx)
		mended := false
		var left []Finding
		for _, x := range found {
			if other(x.Stream) {
				continue
			}
			f := Finding{Trouble: x}
			if x.Mend != nil && slices.Contains(mend, x.Kind) && err == nil {
				f.Err = x.Mend(ctx)
				f.Mended = f.Err == nil
			}
			if f.Mended {
				done, mended = append(done, f), true
			} else {
				left = append(left, f)
			}
		}
		if !mended || err != nil {
			return append(done, left...), err
		}
	}
	return done, nil
}

// parts are the errors of which one is joined.
func parts(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// findingOf is what an error of a Checker says.
func findingOf(err error) Finding {
	f := Finding{Trouble: Trouble{Kind: Damage, Found: err.Error()}, Err: err}
	var one *StreamError
	if errors.As(err, &one) {
		f.Stream, f.Found = one.Stream, one.Err.Error()
	}
	return f
}
