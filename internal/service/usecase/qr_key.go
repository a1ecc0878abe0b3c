package usecase

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"fmt"
	"math/big"
)

// QRKey signs QRs for offline counters: ECDSA on P-256, as browsers verify.
type QRKey struct{ private *ecdsa.PrivateKey }

// NewQRKey returns a random key.
func NewQRKey() (QRKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return QRKey{}, fmt.Errorf("creating a QR key: %w", err)
	}
	return QRKey{private}, nil
}

// ParseQRKey parses what Secret returned.
func ParseQRKey(secret string) (QRKey, error) {
	raw, err := base64.RawURLEncoding.DecodeString(secret)
	if err != nil {
		return QRKey{}, fmt.Errorf("decoding a QR key: %w", err)
	}
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	if err != nil {
		return QRKey{}, fmt.Errorf("parsing a QR key: %w", err)
	}
	return QRKey{private}, nil
}

// Secret encodes the private key.
func (k QRKey) Secret() (string, error) { return encodeKey(k.private.Bytes()) }

// Public returns the public key: the uncompressed point in base64url.
func (k QRKey) Public() (string, error) { return encodeKey(k.private.PublicKey.Bytes()) }

// QRHasher hashes QR ids for snapshots. Counters find customers by the hash, which opens no card.
type QRHasher struct{ key []byte }

// hashedQRBytes is enough for 20,000 customers without a collision.
const hashedQRBytes = 12

// Hasher returns the hasher, which never changes, so that snapshots can be updated.
func (k QRKey) Hasher() (QRHasher, error) {
	secret, err := k.private.Bytes()
	if err != nil {
		return QRHasher{}, fmt.Errorf("encoding a QR key: %w", err)
	}
	return QRHasher{hmacSHA256(secret, "AXIOMA_SNAPSHOT_QRS")}, nil
}

// Key is in base64url, for the counter.
func (h QRHasher) Key() string { return base64.RawURLEncoding.EncodeToString(h.key) }

// Hash returns the first 12 bytes of the HMAC-SHA-256 in base64url.
func (h QRHasher) Hash(qrID string) string {
	return base64.RawURLEncoding.EncodeToString(hmacSHA256(h.key, qrID)[:hashedQRBytes])
}

// HashIDPrefixLength is the number of characters that a device stores of an id beside HashID.
const HashIDPrefixLength = 8

// HashID returns the first 12 bytes of the SHA-256 in base64url. Ids are random, so the hash opens nothing.
func HashID(id string) string {
	digest := sha256.Sum256([]byte(id))
	return base64.RawURLEncoding.EncodeToString(digest[:hashedQRBytes])
}

func hmacSHA256(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

func encodeKey(raw []byte, err error) (string, error) {
	if err != nil {
		return "", fmt.Errorf("encoding a QR key: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// Sign returns r and s in base64url, deterministically (RFC 6979): pictures never change.
func (k QRKey) Sign(businessID, customerID string) (string, error) {
	digest := sha256.Sum256([]byte(qrText(businessID, customerID)))
	der, err := k.private.Sign(nil, digest[:], crypto.SHA256)
	if err != nil {
		return "", fmt.Errorf("signing a QR: %w", err)
	}
	var signature struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &signature); err != nil {
		return "", fmt.Errorf("decoding a QR signature: %w", err)
	}
	const half = 32
	raw := make([]byte, 2*half)
	signature.R.FillBytes(raw[:half])
	signature.S.FillBytes(raw[half:])
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

func qrText(businessID, customerID string) string {
	return "AXIOMA_CUSTOMER\n" + businessID + "\n" + customerID
}
