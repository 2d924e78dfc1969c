#!/bin/sh
# Shows the program at work: a ledger of the sample season, a legal and an illegal play into
# it, and what there is to see afterwards. Usage: run.sh PROGRAM SEASON LEDGER
set -eu
program=$1 season=$2
ADJUDICATE_LEDGER=$3
export ADJUDICATE_LEDGER

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || say() { printf '\n%s\n' "$*"; }
# A play that is ruled illegal ends with status 1, which is an answer and no failure.
try() { "$program" "$@" || [ $? -eq 1 ]; }

rm -f "$ADJUDICATE_LEDGER" "$ADJUDICATE_LEDGER-wal" "$ADJUDICATE_LEDGER-shm"
say "A ledger of the sample season, $season"
try import "$season"

now=1999-01-03T10:00:00Z
say "A legal play: Masque moves its Zombie"
try play Masque "*o2-o4" --now $now
say "An illegal play: Nobodies want their Rook where no Rook goes"
try play Nobodies "Rc8-d10" --now $now

say "The board"
"$program" board
say "The Weights"
"$program" weights
say "Who plays next"
"$program" list

cat <<END

How to go on:
  export ADJUDICATE_LEDGER=$ADJUDICATE_LEDGER
  $program show                       everything at a glance
  $program log --last 10              what happened, with the rulings
  $program ruling 1200                one ruling in full
  $program moves c8                   where the piece on c8 can go
  $program verify                     judge everything again
  $program --help                     all commands; docs/tour.md is a guided tour
END
