package usecase

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"fmt"
	"math/big"
)

// QRKey is what a business signs its customers' QRs with, so that whoever has the
// public half knows them as hers without asking. ECDSA on P-256, since browsers
// verify it by themselves.
type QRKey struct{ private *ecdsa.PrivateKey }

// NewQRKey makes a key.
func NewQRKey() (QRKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return QRKey{}, fmt.Errorf("making a key for QRs: %w", err)
	}
	return QRKey{private}, nil
}

// ParseQRKey reads a key as Secret wrote it.
func ParseQRKey(secret string) (QRKey, error) {
	raw, err := base64.RawURLEncoding.DecodeString(secret)
	if err != nil {
		return QRKey{}, fmt.Errorf("decoding a key for QRs: %w", err)
	}
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	if err != nil {
		return QRKey{}, fmt.Errorf("reading a key for QRs: %w", err)
	}
	return QRKey{private}, nil
}

// Secret is the key as it is kept.
func (k QRKey) Secret() (string, error) { return encodeKey(k.private.Bytes()) }

// Public is the half that verifies: the uncompressed point, in base64url.
func (k QRKey) Public() (string, error) { return encodeKey(k.private.PublicKey.Bytes()) }

func encodeKey(raw []byte, err error) (string, error) {
	if err != nil {
		return "", fmt.Errorf("writing a key for QRs: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// Sign returns the signature of a customer's QR: r and s behind one another, in
// base64url. It is always the same, and so is the picture.
func (k QRKey) Sign(businessID, customerID string) (string, error) {
	digest := sha256.Sum256([]byte(qrText(businessID, customerID)))
	der, err := k.private.Sign(nil, digest[:], crypto.SHA256) // without chance: RFC 6979
	if err != nil {
		return "", fmt.Errorf("signing a QR: %w", err)
	}
	var signature struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &signature); err != nil {
		return "", fmt.Errorf("reading the signature of a QR: %w", err)
	}
	const half = 32
	raw := make([]byte, 2*half)
	signature.R.FillBytes(raw[:half])
	signature.S.FillBytes(raw[half:])
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// qrText is the text that is signed.
func qrText(businessID, customerID string) string {
	return "AXIOMA_CUSTOMER\n" + businessID + "\n" + customerID
}
