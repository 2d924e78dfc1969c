// Package hooks tells programs elsewhere of what happens in a game: it posts a document about each entry to the addresses that the umpire names.
//
// # Idea
//
// What is to be told follows from the ledger; how far an address was told is noted beside it ([people.Hook]). An address is told of each entry once it has
// answered with a status of 2xx, in the order of the ledger, so nothing is lost by interruptions, and what was told but not noted is told again under the same id. What fails is
// tried again after the times of [Waits]; an address that fails through all of them, or answers 410, is off until it is switched on again.
//
// # Form
//
// A call is as Standard Webhooks has it (www.standardwebhooks.com): the fields Webhook-Id, Webhook-Timestamp (seconds since 1970) and Webhook-Signature, which is
// "v1," and the base64 of HMAC-SHA256 over id, timestamp and body with full stops between them. The key is what stands behind "whsec_", in base64. It follows from
// a key of the user's and the id of the hook, and is kept nowhere.
//
// # Where it calls
//
// Addresses are https only, and of the open net only: the machine itself and private networks are refused when the connection is made, whatever the name in the
// address resolved to. A hook that was added as inside may be called by http, and anywhere. Redirections are not followed.
package hooks
