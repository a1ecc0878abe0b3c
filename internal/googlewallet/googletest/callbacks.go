package googletest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

type callbackKeys struct{ root, key *ecdsa.PrivateKey }

func newSigning() (callbackKeys, error) {
	root, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return callbackKeys{}, fmt.Errorf("making a key: %w", err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return callbackKeys{}, fmt.Errorf("making a key: %w", err)
	}
	return callbackKeys{root, key}, nil
}

const (
	sender   = "GooglePayPasses"
	protocol = "ECv2SigningOnly"
)

var farOff = strconv.FormatInt(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli(), 10)

func (s callbackKeys) keysDocument() document {
	return document{"keys": []document{
		{"keyValue": "of another protocol", "keyExpiration": farOff, "protocolVersion": "ECv1"},
		{"keyValue": encodeKey(s.root), "keyExpiration": farOff, "protocolVersion": protocol},
	}}
}

func encodeKey(key *ecdsa.PrivateKey) string {
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(der)
}

// Event is the content of a callback.
type Event struct {
	Serial     string
	Type       string // save or del
	Nonce      string
	Expires    time.Time
	Recipient  string // empty: Issuer
	KeyExpires string // of the signing key, in milliseconds; empty: the year 2100
}

// Callback returns the signed body of a callback.
func (g *Google) Callback(e Event) string {
	if e.Recipient == "" {
		e.Recipient = Issuer
	}
	if e.KeyExpires == "" {
		e.KeyExpires = farOff
	}
	key := textOf(document{"keyValue": encodeKey(g.signing.key), "keyExpiration": e.KeyExpires})
	message := textOf(document{
		"classId": Issuer + ".class", "objectId": Issuer + "." + e.Serial, "eventType": e.Type,
		"expTimeMillis": e.Expires.UnixMilli(), "count": 1, "nonce": e.Nonce,
	})
	return textOf(document{
		"protocolVersion": protocol, "signedMessage": message,
		"signature": signature(g.signing.key, sender, e.Recipient, protocol, message),
		"intermediateSigningKey": document{
			"signedKey": key, "signatures": []string{signature(g.signing.root, sender, protocol, key)},
		},
	})
}

func signature(key *ecdsa.PrivateKey, parts ...string) string {
	var text []byte
	for _, part := range parts {
		text = append(binary.LittleEndian.AppendUint32(text, uint32(len(part))), part...)
	}
	digest := sha256.Sum256(text)
	rawSignature, err := ecdsa.SignASN1(rand.Reader, key, digest[:])
	if err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(rawSignature)
}

func textOf(body document) string {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return string(text)
}
