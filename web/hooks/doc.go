// Package hooks calls webhooks: it posts a document about each entry of a game to the addresses that the umpire names.
//
// # Idea
//
// The documents derive from the ledger; how far each address has been told is noted beside it ([people.Hook]). Entries are
// posted in ledger order, the next one only after a 2xx status for the last. So interruptions lose nothing, and an entry that was
// posted but not noted is posted again under the same id. A failed call is retried after the delays of [Waits]. An address that
// fails through all of them, or answers 410, is disabled until it is switched on again.
//
// # Form
//
// Calls follow Standard Webhooks (www.standardwebhooks.com): the headers Webhook-Id, Webhook-Timestamp (seconds since 1970) and
// Webhook-Signature, which is "v1," and the base64 of HMAC-SHA256 over id, timestamp and body joined by full stops. The key is the
// base64 text after "whsec_". It is derived from a key of the user's and the id of the hook, and is not stored.
//
// # Where it calls
//
// Addresses must be https and public: connections to the machine itself and to private networks are refused when they are made,
// whatever the host name resolved to. A hook added as inside may use http and any address. Redirections are not followed.
package hooks
