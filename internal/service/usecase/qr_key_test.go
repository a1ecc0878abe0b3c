package usecase

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"testing"
)

func verifySignature(t *testing.T, public, signature, businessID, customerID string) bool {
	t.Helper()
	point, err := base64.RawURLEncoding.DecodeString(public)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		t.Fatalf("the public key %s: %v", public, err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || len(raw) != 64 {
		t.Fatalf("the signature %s has %d bytes, %v; want 64", signature, len(raw), err)
	}
	digest := sha256.Sum256([]byte("AXIOMA_CUSTOMER\n" + businessID + "\n" + customerID))
	return ecdsa.Verify(key, digest[:], new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:]))
}

// Spec: entities-17
func TestQRKey_Signature_VerifiesOnlyWithItsPublicKey(t *testing.T) {
	t.Parallel()
	key, other := newQRKey(t), newQRKey(t)
	for range 300 { // r or s begins with a zero in some of them
		signature, err := newQRKey(t).Sign("shop", "ana")
		if raw, wrong := base64.RawURLEncoding.DecodeString(signature); err != nil || wrong != nil || len(raw) != 64 {
			t.Fatalf("the signature %q must have 64 bytes: %v, %v", signature, err, wrong)
		}
	}
	signature, err := key.Sign("shop", "ana")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key                QRKey
		business, customer string
		want               bool
	}{{key, "shop", "ana", true}, {key, "shop", "eva", false}, {key, "another", "ana", false}, {other, "shop", "ana", false}} {
		public, err := c.key.Public()
		if err != nil {
			t.Fatal(err)
		}
		if verifySignature(t, public, signature, c.business, c.customer) != c.want {
			t.Errorf("the signature for %s of %s verifies = %t, want %t", c.customer, c.business, !c.want, c.want)
		}
	}
}

func TestQRKey_Parsed_SignsTheSame(t *testing.T) {
	t.Parallel()
	key := newQRKey(t)
	secret, err := key.Secret()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseQRKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	first, err := key.Sign("shop", "ana")
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if signature, err := again.Sign("shop", "ana"); err != nil || signature != first {
			t.Fatalf("the second signature is %s, %v; want the first one, %s", signature, err, first)
		}
	}
	for _, wrong := range []string{"", "x", secret[2:], "&"} {
		if _, err := ParseQRKey(wrong); err == nil {
			t.Errorf("%q was accepted as a key", wrong)
		}
	}
}

func newQRKey(t *testing.T) QRKey {
	t.Helper()
	key, err := NewQRKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}
