// Package outbox sends the letters of a game: to each player what e is to hear, or to a mailing list what all are.
//
// # Idea
//
// What is due is derived from the ledger (package notice), what was sent is noted on the desk beside it (people.Posted). So a pass
// reads what lies between the two and sends it, in the order of the ledger:
//
//	ledger ──notice.Read──► entries ──letters──► Sender: the server's yes ──► the note
//	   ▲                                                                        │
//	   └───────────────────────── from there on, the next time ◄────────────────┘
//
// A letter is noted only when the server has taken it, and the ledger is not passed by before all letters of an entry are: no letter
// is lost, however a pass ends. One is sent again only if the pass was killed between the server's yes and the note. It then has
// the same Message-ID, which follows from the entry and the recipient, and mail programs show it once.
//
// One pass at a time works on a game: whoever sends says so on the desk, for Lease. One that was killed is waited for as long.
//
// A letter that the server refuses for good is noted as returned and not tried again unless that is asked for; a server that cannot take a
// letter now ends the pass.
package outbox
