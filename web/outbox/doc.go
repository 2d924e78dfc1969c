// Package outbox sends the letters of a game: notices to each player, or those for everybody to a mailing list.
//
// # Idea
//
// Letters derive from the ledger (package notice); what was sent is noted on the desk beside it (people.Posted). A pass reads the entries
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
// Only one pass at a time works on a game: it holds a lease on the desk, for Lease. After a pass was killed, the next one waits that long.
//
// A letter that the server rejects permanently is noted as returned and not retried unless asked for. A temporary failure ends the pass.
package outbox
