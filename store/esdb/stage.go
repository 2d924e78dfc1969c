package esdb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// linkType is what the server calls an event that stands for another: its data is
// "NUMBER@STREAM", and readers who ask for it are given that event instead.
const linkType = "$>"

// stageMark comes before the "-" in the name of every stage.
const stageMark = "_s"

// stages is how many stages one append tries: one whose stream somebody has deleted is of no use.
const stages = 5

// stageName is the name of the stage for an append, the same for the same events at the same
// revision of the same stream, so that whoever repeats it goes on with what is there.
func (s *Store) stageName(name string, expected store.Revision, list []client.EventData, try int) string {
	h := make([]byte, 0, 16*len(list)+len(name)+32)
	h = fmt.Appendf(h, "%s@%d/%d/", name, expected, try)
	for i := range list {
		h = append(h, list[i].EventID[:]...)
	}
	sum := uuid.NewSHA1(uuid.NameSpaceURL, h)
	return fmt.Sprintf("%s%s-%x", s.o.Category, stageMark, sum[:8])
}

// isStage reports whether a stream is a stage of this category.
func (s *Store) isStage(name string) bool {
	return strings.HasPrefix(name, s.o.Category+stageMark+"-")
}

// appendStaged appends what is more than the server takes at once: the events go to a stage in
// parts, and one append of links to them makes them the ledger's.
func (s *Store) appendStaged(ctx context.Context, stream, name string, expected store.Revision, list []client.EventData) error {
	last := expected + store.Revision(len(list))
	at, err := s.end(ctx, name)
	if err != nil {
		return err
	}
	if old := at.open; old != nil && !old.linked && old.extent == (extent{expected + 1, last}) {
		return s.completeParts(ctx, stream, name, at, list)
	}
	if at.head != expected || at.open != nil {
		if at.head >= last {
			if same, err := s.stand(ctx, name, expected+1, list); err != nil || same {
				return err
			}
		}
		return s.conflict(ctx, stream, name, expected, at.reached)
	}
	if err := s.mayWrite(ctx, name, expected); err != nil {
		return err
	}
	stage, err := s.stage(ctx, stream, name, expected, list)
	if err != nil {
		return err
	}
	return s.linkTo(ctx, stream, name, expected, extent{expected + 1, last}, stage, 0, list)
}

// mayWrite asks by an append without events whether the user may write to a stream: what is staged before that is known is left
// behind. Only a refusal of that kind is an error; of anything else the append itself tells.
func (s *Store) mayWrite(ctx context.Context, name string, at store.Revision) error {
	p := s.patience(false, fmt.Sprintf("checking whether to append to stream %q", name))
	_, err := ask(ctx, p, func(ctx context.Context, l *link) (receipt, error) { return l.send(ctx, s, name, at, nil) })
	if denied(err) {
		return err
	}
	return nil
}

// stage puts events into a stream of their own, in as many appends as it takes, and returns
// its name. What is there already is not sent again.
func (s *Store) stage(ctx context.Context, stream, name string, expected store.Revision, list []client.EventData) (string, error) {
	for try := range stages {
		stage := s.stageName(name, expected, list, try)
		ok, err := s.fill(ctx, stream, stage, list)
		var damaged *store.DamagedError
		switch {
		case errors.As(err, &damaged):
			continue
		case err != nil:
			return "", harmless(err)
		case ok:
			return stage, nil
		}
	}
	return "", &store.DamagedError{Place: s.place, Found: fmt.Sprintf("the staging streams of a large append to stream %q were deleted or written to by another program", name)}
}

// harmless is the error of an append of which nothing has reached the ledger.
func harmless(err error) error {
	var u *store.UnreachableError
	if errors.As(err, &u) {
		u.InDoubt = false
	}
	return err
}

// fill brings a stage up to all events; it is false if something else stands there.
func (s *Store) fill(ctx context.Context, stream, stage string, list []client.EventData) (bool, error) {
	done := 0
	for look := true; ; {
		if look {
			at, err := s.end(ctx, stage)
			if err != nil {
				return false, err
			}
			done, look = int(min(at.reached, store.Revision(len(list)))), false
			if same, err := s.stand(ctx, stage, 1, list[:done]); err != nil || !same {
				return false, err
			}
		}
		if done == len(list) {
			return true, nil
		}
		part := firstPart(list[done:], s.limit())
		err := s.write(ctx, stream, stage, store.Revision(done), part)
		var conflict *store.ConflictError
		var limit *limitError
		switch {
		case errors.As(err, &limit):
			for i := range part {
				if n := weight(&part[i]); n > limit.limit {
					return false, &TooLargeError{Stream: stream, Event: done + i + 1, ID: part[i].EventID, Size: n, Limit: limit.limit, Err: limit.err}
				}
			}
			if len(part) == 1 {
				return false, err
			}
		case errors.As(err, &conflict): // the same append by another process: look how far it is
			look = true
		case err != nil:
			return false, err
		default:
			done += len(part)
		}
	}
}

// firstPart is as many of the first events as go into one append, one at least: whether the
// server takes that one is for the server to say.
func firstPart(list []client.EventData, limit int) []client.EventData {
	size := 0
	for i := range list {
		if size += weight(&list[i]); size > limit && i > 0 {
			return list[:i]
		}
	}
	return list
}

// linkTo appends links to the events of a stage, from a number on. It is one append as long as
// the links are no more than the server takes; else each says in its metadata where the whole
// begins and ends, and whoever comes upon it finishes it.
func (s *Store) linkTo(ctx context.Context, stream, name string, at store.Revision, whole extent, stage string, from int, list []client.EventData) error {
	links := make([]client.EventData, len(list))
	for i := range list {
		links[i] = client.EventData{EventID: list[i].EventID, EventType: linkType, ContentType: client.ContentTypeBinary,
			Data: strconv.AppendInt(nil, int64(from+i), 10)}
		links[i].Data = append(append(links[i].Data, '@'), stage...)
	}
	begun := at
	if from > 0 || len(firstPart(links, s.limit())) < len(links) {
		for i := range links {
			if err := mark(&links[i], whole); err != nil {
				return err
			}
		}
	}
	for len(links) > 0 {
		part := firstPart(links, s.limit())
		if err := s.write(ctx, stream, name, at, part); err != nil {
			return incomplete(err, s.place, begun, at, whole)
		}
		at += store.Revision(len(part))
		links = links[len(part):]
	}
	return nil
}

// finish completes an append of links that its writer left half done: all of it is staged.
func (s *Store) finish(ctx context.Context, stream, name string, at ending) error {
	link, err := s.rawEvent(ctx, name, client.Revision(uint64(at.reached)-1))
	if err != nil {
		return err
	}
	number, stage, ok := linkOf(link)
	if !ok || !s.isStage(stage) {
		return s.unfinished(name, at)
	}
	missing := int(at.open.Last - at.reached)
	var list []client.EventData
	r := &reading{s: s, name: stage, next: store.Revision(number) + 2, fresh: true}
	err = r.run(ctx, s.patience(false, fmt.Sprintf("reading stream %q", stage)), false, s.openRead, func(e *client.RecordedEvent) error {
		list = append(list, client.EventData{EventID: e.EventID})
		if len(list) == missing {
			return errStop
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(list) < missing {
		return s.unfinished(name, at)
	}
	err = s.linkTo(ctx, stream, name, at.reached, at.open.extent, stage, number+1, list)
	var conflict *store.ConflictError
	if errors.As(err, &conflict) {
		return nil // somebody else has finished it
	}
	return err
}

// linkOf reads what a link says.
func linkOf(e *client.RecordedEvent) (number int, stream string, ok bool) {
	if e == nil || e.EventType != linkType {
		return 0, "", false
	}
	n, stream, ok := strings.Cut(string(e.Data), "@")
	number, err := strconv.Atoi(n)
	return number, stream, ok && err == nil && number >= 0
}

// completeParts repeats an append that an older program began in parts and did not finish: its
// events carry where the whole begins and ends, and only its author has the rest of them.
func (s *Store) completeParts(ctx context.Context, stream, name string, at ending, list []client.EventData) error {
	whole := at.open.extent
	done := int(at.reached - whole.First + 1)
	if same, err := s.stand(ctx, name, whole.First, list[:done]); err != nil {
		return err
	} else if !same {
		return s.unfinished(name, at)
	}
	for i := range list {
		if err := mark(&list[i], whole); err != nil {
			return err
		}
	}
	for done < len(list) {
		part := firstPart(list[done:], s.limit())
		err := s.write(ctx, stream, name, whole.First-1+store.Revision(done), part)
		var limit *limitError
		if errors.As(err, &limit) && len(part) > 1 {
			continue
		}
		if err != nil {
			return incomplete(err, s.place, whole.First-1, at.reached, whole)
		}
		done += len(part)
	}
	return nil
}

// incomplete is the error of an append that has come as far as next.
func incomplete(err error, place string, expected, next store.Revision, whole extent) error {
	var conflict *store.ConflictError
	if errors.As(err, &conflict) {
		conflict.Wanted = expected
		return err
	}
	var u *store.UnreachableError
	switch {
	case next == expected:
	case errors.As(err, &u):
		u.InDoubt = true
	default:
		return &store.UnreachableError{Place: place, InDoubt: true, Err: err,
			Found: fmt.Sprintf("%d of %d events were written", next-expected, whole.Last-expected)}
	}
	return err
}

// stand reports whether these events stand in the stream, by their ids, from a revision on.
func (s *Store) stand(ctx context.Context, name string, from store.Revision, list []client.EventData) (bool, error) {
	if len(list) == 0 {
		return true, nil
	}
	same, seen := true, 0
	r := &reading{s: s, name: name, next: from, fresh: true}
	err := r.run(ctx, s.patience(false, fmt.Sprintf("reading stream %q", name)), false, s.openRead, func(e *client.RecordedEvent) error {
		if n := int(revisionOf(e) - from); n < len(list) {
			same = same && e.EventID == list[n].EventID
		}
		if seen++; seen >= len(list) || !same {
			return errStop
		}
		return nil
	})
	return same && seen >= len(list), err
}

// proposals makes proposals of events and adds up what they count against the limit.
func proposals(events []store.Event) (list []client.EventData, size int, err error) {
	list = make([]client.EventData, len(events))
	for i := range events {
		if list[i], err = propose(&events[i]); err != nil {
			return nil, 0, err
		}
		size += weight(&list[i])
	}
	return list, size, nil
}
