package access

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"golang.org/x/net/idna"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// relyingParty has no engine without passkeys.
type relyingParty struct {
	host   string
	origin string
	engine *webauthn.WebAuthn
}

// newRelyingParty reads the public URL. Browsers accept passkeys only for host names, by https or on localhost;
// otherwise engine is nil.
func newRelyingParty(publicURL string) (*relyingParty, error) {
	party := originOf(publicURL)
	if party.host == "" {
		return party, nil
	}
	engine, err := webauthn.New(&webauthn.Config{
		RPID: party.host, RPDisplayName: totpIssuer, RPOrigins: []string{party.origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementPreferred, UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("preparing passkeys for %s: %w", publicURL, err)
	}
	party.engine = engine
	return party, nil
}

func originOf(publicURL string) *relyingParty {
	address, err := url.Parse(publicURL)
	if err != nil {
		return &relyingParty{}
	}
	host, err := idna.Lookup.ToASCII(strings.ToLower(address.Hostname()))
	isLocal := host == "localhost" || strings.HasSuffix(host, ".localhost")
	isSecure := address.Scheme == "https" || address.Scheme == "http" && isLocal
	if err != nil || !isSecure || protocol.ValidateRPID(host) != nil {
		return &relyingParty{}
	}
	origin := address.Scheme + "://" + host
	if port := address.Port(); port != "" && port != map[string]string{"https": "443", "http": "80"}[address.Scheme] {
		origin = address.Scheme + "://" + net.JoinHostPort(host, port)
	}
	return &relyingParty{host: host, origin: origin}
}

// PasskeyState is an account's use of passkeys.
type PasskeyState struct {
	Origin         string // empty: no passkeys for the URL
	Count          int    // for this host
	OtherHostCount int
}

func (p *relyingParty) stateOf(tx *store.PlatformTx, user loyalty.User) (PasskeyState, error) {
	state := PasskeyState{Origin: p.origin}
	if user.SecondFactor.PasskeyCount == 0 {
		return state, nil
	}
	keys, err := tx.Passkeys().OfUser(user.ID)
	state.Count = len(p.own(keys))
	state.OtherHostCount = len(keys) - state.Count
	return state, err
}

func (p *relyingParty) own(keys []loyalty.Passkey) (own []loyalty.Passkey) {
	for _, key := range keys {
		if p.engine != nil && key.RPID == p.host {
			own = append(own, key)
		}
	}
	return own
}

type passkeyUser struct {
	loyalty.User
	keys []loyalty.Passkey
}

// WebAuthnID returns the account's id, which is random.
func (u passkeyUser) WebAuthnID() []byte { return []byte(u.ID) }

// WebAuthnName returns the name that browsers list.
func (u passkeyUser) WebAuthnName() string { return u.Email }

// WebAuthnDisplayName returns the name shown beside WebAuthnName.
func (u passkeyUser) WebAuthnDisplayName() string {
	if u.Name == "" {
		return u.Email
	}
	return u.Name
}

// WebAuthnCredentials returns the passkeys.
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential {
	credentials := make([]webauthn.Credential, len(u.keys))
	for i, key := range u.keys {
		credentials[i] = webauthn.Credential{
			ID: key.CredentialID, PublicKey: key.PublicKey, AttestationFormat: string(protocol.AttestationFormatNone),
			Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: key.BackupEligible},
			Authenticator: webauthn.Authenticator{SignCount: key.SignCount},
		}
		for _, transport := range key.Transports {
			credentials[i].Transport = append(credentials[i].Transport, protocol.AuthenticatorTransport(transport))
		}
	}
	return credentials
}
