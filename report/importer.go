package report

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"adjudicate/ledger"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/systems"
)

// An Importer fills ledgers from a file, and tells what came of it.
type Importer struct {
	Host     *place.Host
	File     string // what the file is called in messages
	As       string // the name that the game is to have, "" for that of the file
	Where    string // the place of the ledger
	Several  bool   // whether the place takes a game beside others
	Progress func(what string, total int64) (at func(int64), done func())
}

// put writes a draft into its place.
func (i *Importer) put(ctx context.Context, d *intake.Draft) (string, error) {
	return d.Put(ctx, i.Host, i.Where, i.Several)
}

// Export takes an export over if its rulings are those that it records, or at once if they are not to be judged again.
func (i *Importer) Export(ctx context.Context, r io.Reader, unjudged bool) (View, error) {
	at, done := i.Progress("reading", -1)
	draft, err := intake.Export(ctx, i.Host, i.Where, i.File, r, !unjudged, at)
	done()
	if err != nil {
		return nil, advice.ForInput(i.File, err)
	}
	defer draft.Close()
	if i.As != "" && i.As != draft.Name && ledger.StreamName(i.As) != draft.Name {
		return nil, advice.Errorf("every event of an export holds its name", "%s holds game %q: --game must be the same or omitted", i.File, draft.Name)
	}
	v := &Import{Name: draft.Name, Events: draft.Events, File: i.File}
	if !unjudged {
		at, done := i.Progress("judging", int64(draft.Events))
		found, err := draft.Judge(ctx, i.Host, at)
		done()
		if err != nil {
			return nil, advice.ForInput(i.File, err)
		}
		v.Findings, v.More, v.Otherwise, v.MoreOtherwise = found.Differences, found.More, found.Otherwise, found.MoreOtherwise
		if len(v.Findings) > 0 {
			return v, nil
		}
	}
	if v.Ledger, err = i.put(ctx, draft); err != nil {
		return nil, err
	}
	return v, nil
}

// Record rules on the games of a file in Portable Game Notation, those without a date as if they were played at a moment, and writes a
// ledger of each. own is the system of games that name none.
func (i *Importer) Record(ctx context.Context, text []byte, own *systems.System, otherwise time.Time) (View, error) {
	at, done := i.Progress("judging", int64(bytes.Count(text, []byte(" "))))
	list, left, err := intake.Recorded(ctx, i.Host, i.File, text, own, i.As, otherwise, at)
	done()
	if err != nil {
		return nil, advice.ForInput("", err)
	}
	if len(list) > 1 && !i.Several {
		return nil, advice.Errorf("--store PLACE takes several games", "%s holds %d games: a ledger holds one", i.File, len(list))
	}
	v := newRecorded(i.File, left)
	for _, r := range list {
		where, err := i.put(ctx, r.Draft)
		if err != nil {
			return nil, err
		}
		v.Add(r, where)
	}
	return v, nil
}

// Season rules on a season and writes what comes of it. folder holds the files that it names, own is the system in whose folder it
// stands, nil if there is none.
func (i *Importer) Season(ctx context.Context, text []byte, folder fs.FS, own *systems.System) (View, error) {
	list, err := intake.Read(i.File, text, folder, own)
	if err != nil {
		return nil, err
	}
	at, done := i.Progress("judging", int64(len(list.Entries)))
	draft, ran, err := intake.Season(ctx, i.Host, list, i.As, at)
	done()
	if errors.Is(err, intake.ErrNoGame) {
		return nil, advice.ForInput(i.File, err)
	}
	if err != nil {
		return nil, err
	}
	v := newSeasonImport(ran, draft.Name, draft.Events)
	if v.Ledger, err = i.put(ctx, draft); err != nil {
		return nil, err
	}
	return v, nil
}
