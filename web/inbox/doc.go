// Package inbox takes the mails of players for the games of a store, and answers each.
//
// # Idea
//
// A mail is like a letter on an umpire's desk: it is looked at once, what it says is entered or it is laid aside, and its sender hears what became of it. All
// ways on which mails come end at one mechanism, [Desk]:
//
//	pipe, files, mailboxes, Maildirs ──┐
//	IMAP (package imap) ───────────────┼─► Desk.Take
//	                                   │
//	1  which mail? ─── by sender and Message-ID; one that was dealt with is not dealt with again
//	2  a machine's, or our own? ─► laid aside, never answered
//	3  which game? ─── [Name] in the subject, umpire+name@…, what it answers, else the only one that its sender plays
//	4  who, how sure? ── addresses on the desk of the game; package mail/authentic; what the game demands
//	5  which plays? ─── package ledger/post
//	                    ├─► ruled on, and recorded: the outbox's letter about that is the answer
//	                    └─► the tray, with the reason: an answer says so, and how plays are written
//
// # Nothing lost, nothing twice
//
// What was made of a mail is noted on the desk beside the ledger (people.Mails), in this order:
//
//	note "begun" ──► the ledger: plays with their rulings ──► note "ruled"
//	                 the tray: the mail as it came         ──► note "tray", with the answer that is due
//
// Whatever ends in between, the source still has the mail and gives it again. The ledger knows its plays by sender and
// Message-ID and rules on none twice; the tray has one place for it. An answer is due from its note on, until a server has taken it
// (package outbox), under a Message-ID that follows from the mail.
//
// An error of Take says that nothing could be done with the mail now, as when the store is away: whoever has the mail keeps it.
//
// # Whom not to answer
//
// Answers go to the sender's address, which anybody can write. So none goes to machines, to what came by a mailing list, or
// to a mail that its domain disowns; a sender whom no game knows gets one a day, all of these together twenty; a player
// twenty. The rest lies in the tray all the same.
package inbox
