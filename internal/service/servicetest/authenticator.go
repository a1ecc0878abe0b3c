package servicetest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"

	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// Authenticator simulates a phone with one passkey (ES256). Tests change its fields to simulate attacks.
type Authenticator struct {
	Origin    string
	RPID      string
	Counts    bool // as few phones do
	SignCount uint32
	Verifies  bool
	Handle    string

	t   Fataler
	id  []byte
	key *ecdsa.PrivateKey
}

// NewAuthenticator returns an authenticator with a passkey of the test's public URL.
func NewAuthenticator(t Fataler) *Authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatalf("making the key of an authenticator: %v", err)
	}
	return &Authenticator{Origin: "https://axioma.test", RPID: "axioma.test", Verifies: true, t: t, id: []byte(rand.Text()), key: key}
}

// Create answers a registration.
func (a *Authenticator) Create(challenge string) access.CreatedPasskey {
	const hasCredential = 1 << 6
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatalf("encoding a public key: %v", err)
	}
	data := a.data(hasCredential)
	data = append(data, make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(data, a.id...)
	// COSE key: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
	data = append(data, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20)
	data = append(data, point[1:33]...)
	data = append(data, 0x22, 0x58, 0x20)
	data = append(data, point[33:]...)
	// Attestation: {"fmt": "none", "attStmt": {}, "authData": data}.
	attestation := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59"), byte(len(data)>>8), byte(len(data)))
	return access.CreatedPasskey{
		ID: encode(a.id), ClientData: encode(a.clientData("webauthn.create", challenge)), Attestation: encode(append(attestation, data...)),
		Transports: []string{"internal", "unheard-of"},
	}
}

// Sign answers an assertion.
func (a *Authenticator) Sign(challenge string) access.SignedChallenge {
	if a.Counts {
		a.SignCount++
	}
	data, client := a.data(0), a.clientData("webauthn.get", challenge)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(data[:len(data):len(data)], hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatalf("signing a challenge: %v", err)
	}
	return access.SignedChallenge{
		ID: encode(a.id), ClientData: encode(client), AuthenticatorData: encode(data), Signature: encode(signature), UserHandle: encode([]byte(a.Handle)),
	}
}

func (a *Authenticator) data(flags byte) []byte {
	const isPresent, isVerified = 1, 1 << 2
	flags |= isPresent
	if a.Verifies {
		flags |= isVerified
	}
	host := sha256.Sum256([]byte(a.RPID))
	return binary.BigEndian.AppendUint32(append(host[:], flags), a.SignCount)
}

func (a *Authenticator) clientData(kind, challenge string) []byte {
	data, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatalf("encoding client data: %v", err)
	}
	return data
}

func encode(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// AddPasskey gives an actor a passkey.
func (town *Town) AddPasskey(t Fataler, actor usecase.Actor, authenticator *Authenticator) access.NewPasskey {
	t.Helper()
	options, err := town.Cases.Passkeys.BeginRegistration(context.Background(), actor)
	if err != nil {
		t.Fatalf("beginning the registration of a passkey: %v", err)
	}
	passkey, err := town.Cases.Passkeys.FinishRegistration(context.Background(), actor, "Mi móvil", authenticator.Create(options.Challenge.String()))
	if err != nil {
		t.Fatalf("registering a passkey: %v", err)
	}
	return passkey
}
