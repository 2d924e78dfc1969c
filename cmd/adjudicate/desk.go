package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
)

// defaultDesk is the desk's file for a ledger that is in no file of its own.
const defaultDesk = "adjudicate.desk"

// desk opens what is kept beside a game.
func (g *game) desk() (people.Desk, error) { return deskAt(g.place) }

// deskAt opens the desk of a place: in the ledger's file, or for ledgers on a server in the
// file that $ADJUDICATE_DESK names.
func deskAt(place string) (people.Desk, error) {
	if !address.MatchString(place) {
		return people.OpenTable(place, 5*time.Second)
	}
	return people.OpenFile(deskFile()), nil
}

// deskFile is the desk for ledgers on a server.
func deskFile() string {
	if path := os.Getenv("ADJUDICATE_DESK"); path != "" {
		return path
	}
	return defaultDesk
}

// log is the game's stream as leaves of a tree.
func (g *game) log() proof.Log { return proof.Log{Store: g.st, Keeper: g.keeper(), Stream: g.name} }

// people is who the players of a game are, as far as the desk knows, with the addresses that
// the events of old ledgers hold.
func (g *game) people(s *session) ([]people.Person, error) {
	d, err := g.desk()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	known, err := d.People(s.ctx, g.name)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(known)
	for _, p := range g.l.State().Players() {
		person := people.Of(list, p.Name)
		for _, a := range p.Addresses {
			if len(people.Find(known, a)) == 0 {
				person.Addresses = append(slices.Clone(person.Addresses), a)
			}
		}
		list = append(slices.DeleteFunc(list, func(q people.Person) bool { return q.Player == p.Name }), person)
	}
	return list, nil
}

// noAddresses refuses an input that would write addresses into the ledger.
func noAddresses(p events.Payload) error {
	if r, ok := p.(events.PlayerRegistered); ok && len(r.Addresses) > 0 {
		return usagef(fmt.Sprintf("%q notes them", name+" player address "+r.Player), "addresses are no part of the ledger: expected the player alone")
	}
	return nil
}

// checkpoints reads the checkpoints on the desk, the largest first. Those whose signatures do
// not count are left out if keys are given.
func (g *game) checkpoints(s *session, keys []*proof.Key) ([]*proof.Signed, error) {
	return g.someCheckpoints(s, keys, -1)
}

// largest is the largest of the checkpoints on the desk, nil if there is none.
func (g *game) largest(s *session, keys []*proof.Key) (*proof.Signed, error) {
	list, err := g.someCheckpoints(s, keys, 1)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// someCheckpoints reads as many as are wanted: signatures take time.
func (g *game) someCheckpoints(s *session, keys []*proof.Key, most int) ([]*proof.Signed, error) {
	d, err := g.desk()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	notes, err := d.Checkpoints(s.ctx, g.name)
	if err != nil {
		return nil, err
	}
	var list []*proof.Signed
	for i := len(notes) - 1; i >= 0 && len(list) != most; i-- {
		if c, err := proof.Read(notes[i], proof.Verifiers(keys)); err == nil && c.Origin == proof.Origin(g.name) {
			list = append(list, c)
		}
	}
	return list, nil
}

// sign makes the checkpoint of the game as it stands, signs it and puts it on the desk. It
// builds on the largest checkpoint there that the same key signed.
func (g *game) sign(s *session, key *proof.Key) (*proof.Signed, error) {
	mine, err := g.largest(s, []*proof.Key{key})
	if err != nil {
		return nil, err
	}
	var base *proof.Checkpoint
	if mine != nil {
		base = &mine.Checkpoint
	}
	c, err := g.log().Head(s.ctx, base)
	if err != nil {
		return nil, err
	}
	signed, err := proof.Sign(c, key.Signer)
	if err != nil {
		return nil, err
	}
	d, err := g.desk()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return signed, d.AddCheckpoint(s.ctx, g.name, c.Size, signed.Note)
}

// covering returns a checkpoint that stands for an event: the largest known one, else one
// that is signed now.
func (g *game) covering(s *session, sequence uint64) (*proof.Signed, error) {
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	if c, err := g.largest(s, keys); err != nil || c != nil && c.Size >= int64(sequence) {
		return c, err
	}
	key, err := s.signer()
	switch {
	case err != nil:
		return nil, err
	case key == nil:
		return nil, usagef("\"adjudicate proof checkpoint --key FILE\" signs one", "no known checkpoint stands for event %d", sequence)
	}
	return g.sign(s, key)
}

// isFalse reports whether an error says that a ledger or proof is not what a checkpoint
// stands for.
func isFalse(err error) bool {
	var other *proof.MismatchError
	var wrong *proof.InvalidProofError
	return errors.As(err, &other) || errors.As(err, &wrong)
}
