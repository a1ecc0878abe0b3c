package access

import (
	"encoding/base64"

	"github.com/go-webauthn/webauthn/protocol"
)

// CreatedPasskey is a browser's answer to a registration, in base64url.
type CreatedPasskey struct {
	ID          string
	ClientData  string
	Attestation string
	Transports  []string
}

func (c CreatedPasskey) parse() (*protocol.ParsedCredentialCreationData, error) {
	return protocol.CredentialCreationResponse{
		PublicKeyCredential: publicKeyCredential(c.ID),
		AttestationResponse: protocol.AuthenticatorAttestationResponse{
			AuthenticatorResponse: protocol.AuthenticatorResponse{ClientDataJSON: decode(c.ClientData)},
			AttestationObject:     decode(c.Attestation), Transports: c.Transports,
		},
	}.Parse()
}

// SignedChallenge is a browser's answer to an assertion, in base64url.
type SignedChallenge struct {
	ID                string
	ClientData        string
	AuthenticatorData string
	Signature         string
	UserHandle        string // may be empty
}

func (s SignedChallenge) parse() (*protocol.ParsedCredentialAssertionData, error) {
	return protocol.CredentialAssertionResponse{
		PublicKeyCredential: publicKeyCredential(s.ID),
		AssertionResponse: protocol.AuthenticatorAssertionResponse{
			AuthenticatorResponse: protocol.AuthenticatorResponse{ClientDataJSON: decode(s.ClientData)},
			AuthenticatorData:     decode(s.AuthenticatorData), Signature: decode(s.Signature), UserHandle: decode(s.UserHandle),
		},
	}.Parse()
}

func publicKeyCredential(id string) protocol.PublicKeyCredential {
	return protocol.PublicKeyCredential{
		Credential: protocol.Credential{ID: id, Type: string(protocol.PublicKeyCredentialType)}, RawID: decode(id),
	}
}

// decode returns nil for invalid base64url, which no check accepts.
func decode(text string) protocol.URLEncodedBase64 {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return data
}
