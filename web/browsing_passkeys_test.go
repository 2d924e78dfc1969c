package web

import (
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
)

// device adds an authenticator to the browser, as a phone or a key on USB is one, whose owner is verified or not.
func (b *tab) device(transport webauthn.AuthenticatorTransport, synced bool) webauthn.AuthenticatorID {
	b.t.Helper()
	call(b, webauthn.Enable, webauthn.EnableParams{})
	return call(b, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{Protocol: webauthn.AuthenticatorProtocolCtap2,
		Transport: transport, HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true, DefaultBackupEligibility: synced, DefaultBackupState: synced}}).AuthenticatorID
}

// put puts a passkey on a device as one says it is; the type of package webauthn always names what devices of this kind do not know.
func (b *tab) put(on webauthn.AuthenticatorID, k *webauthn.Credential) {
	b.t.Helper()
	call(b, cdp.Command[map[string]any, cdp.Empty]{Method: webauthn.CommandAddCredential}, map[string]any{"authenticatorId": on, "credential": map[string]any{"credentialId": k.CredentialID,
		"isResidentCredential": true, "rpId": k.RpID, "privateKey": k.PrivateKey, "userHandle": k.UserHandle, "signCount": k.SignCount}})
}

// TestInABrowserPeopleSignInByPasskeys signs in by the link, adds passkeys on two devices, signs out and in by one, and is refused by one that was
// removed, that was copied, or whose owner is not verified.
func TestInABrowserPeopleSignInByPasskeys(t *testing.T) {
	if browserPath() == "" {
		open(t) // says so
	}
	s, _ := office(t, passing)
	b := show(t, s)
	keys := "/games/" + autumn + "/keys"
	phone := b.device(webauthn.AuthenticatorTransportInternal, true)
	b.signIn("Pavel")
	add := func(name string) {
		t.Helper()
		b.visit(keys)
		b.fill("#device", name)
		b.press("[data-passkey]", "body")
		b.says("main", name)
	}
	add("the phone")
	if made := call(b, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: phone}).Credentials; len(made) != 1 || !made[0].IsResidentCredential || made[0].RpID != "localhost" || made[0].UserName != "Pavel, The Autumn Hand" {
		t.Errorf("the phone holds %+v", made)
	}
	b.press("[data-passkey]", "body")
	b.says("main [role=alert]", "No passkey was made.") // the phone has one
	usb := b.device(webauthn.AuthenticatorTransportUsb, false)
	add("a stick")
	if got := value[int](b, `document.querySelectorAll("main form input[name=remove]").length`); got != 2 {
		t.Errorf("%d passkeys are listed, expected 2", got)
	}

	in := func(expect string) {
		t.Helper()
		b.visit("/in")
		b.press("[data-passkey]", "body")
		b.says("main", expect)
	}
	out := func() {
		t.Helper()
		b.press(".who button", "body:not(:has(form.who))")
		b.visit(keys)
		b.says("main", "open the invitation")
	}
	out()
	call(b, webauthn.RemoveVirtualAuthenticator, webauthn.RemoveVirtualAuthenticatorParams{AuthenticatorID: phone})
	in("You are Pavel")
	b.visit(keys)
	b.says("main", "last used")

	stick := call(b, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: usb}).Credentials[0]
	out()
	in("You are Pavel")
	out()
	call(b, webauthn.ClearCredentials, webauthn.ClearCredentialsParams{AuthenticatorID: usb})
	b.put(usb, stick) // as it was before it was used last
	in("copied")
	stick.SignCount += 10
	call(b, webauthn.ClearCredentials, webauthn.ClearCredentialsParams{AuthenticatorID: usb})
	b.put(usb, stick)
	call(b, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: usb, IsUserVerified: false})
	in("No passkey was used.")
	call(b, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: usb, IsUserVerified: true})
	in("You are Pavel")

	b.visit(keys)
	b.press("main form:has(input[name=remove]) button", "body:not(:has(section.deed + section.deed))") // the phone's
	b.press("main form:has(input[name=remove]) button", "main")
	b.says("main", "You have no passkeys.")
	out()
	in("not registered here")
	call(b, webauthn.Disable, cdp.Empty{})
}

// TestInABrowserSigningInNeedsNoPasskey looks at both pages without script: they say how to sign in otherwise, and show no button that does nothing.
func TestInABrowserSigningInNeedsNoPasskey(t *testing.T) {
	b := open(t)
	b.scriptless()
	b.visit("/in")
	b.says("main", "Passkeys need JavaScript")
	b.says("main", "open the invitation")
	b.signIn("Pavel")
	b.visit("/games/" + autumn + "/keys")
	b.says("main", "You have no passkeys.")
	if seen := value[int](b, `[...document.querySelectorAll("[data-passkey]")].filter(e => e.getClientRects().length).length`); seen != 0 {
		t.Error("there is a button that does nothing without script")
	}
}
