// Package outbox sends the letters of a game: notices to each player, or those for everybody to a mailing list.
//
// # Idea
//
// Letters derive from the ledger (package notice); what was sent is noted beside it (people.Posted, place.Game.Posted): on the desk, or for a game on
// a server as events there. A pass reads the entries
// since the note and sends their letters, in ledger order:
//
//	ledger ──notice.Read──► entries ──letters──► Sender: accepted ──► the note
//	   ▲                                                                │
//	   └───────────────────── from there on, the next time ◄────────────┘
//
// A letter is noted only when the server has accepted it, and the position in the ledger advances only past entries whose letters have all
// been handled. So no letter is lost, however a pass ends. A letter is repeated only if the pass was killed between acceptance and note. The repeat has the
// same Message-ID, derived from the entry and the recipient, so mail programs show it once.
//
// Only one pass at a time works on a game: the note says who, for Lease, from the first letter on. A pass claims the game only if it still stands as the pass has
// read it, so of two that begin at once one begins again, and one that has nothing to send writes nothing. After a pass was killed, the next one waits until the lease has
// ended, unless it knows that the process is gone.
//
// A letter that the server rejects permanently is noted as returned and not retried unless asked for. A temporary failure ends the pass.
package outbox
