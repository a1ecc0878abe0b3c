package googlewallet

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"testing"
	"time"
)

func FuzzCallbackSignature(f *testing.F) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		f.Fatal(err)
	}
	digest := sha256.Sum256(signedText(sender, protocol, "key"))
	der, err := ecdsa.SignASN1(rand.Reader, private, digest[:])
	if err != nil {
		f.Fatal(err)
	}
	right := base64.StdEncoding.EncodeToString(der)
	publishedKeys := []publishedKey{{key: &private.PublicKey, expires: now.Add(time.Hour)}}
	if !verifyAny(publishedKeys, now, signedText(sender, protocol, "key"), []string{"", right}) {
		f.Fatal("the valid signature is refused")
	}
	for _, seed := range []string{right, "", "AAAA", "MAYCAQACAQA=", "=", right + "="} {
		f.Add("another key", seed)
	}
	f.Fuzz(func(t *testing.T, payload, signature string) {
		if payload != "key" && verifyAny(publishedKeys, now, signedText(sender, protocol, payload), []string{signature}) {
			t.Errorf("the signature %q of %q is accepted", signature, payload)
		}
	})
}

func FuzzCallbackKey(f *testing.F) {
	for _, seed := range []string{
		`{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE","keyExpiration":"1"}`, `{}`, `null`, `[]`, `{"keyValue":"AAAA","keyExpiration":1e99}`, `{"keyValue":7}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		key, err := intermediate(text)
		if err != nil && !errors.Is(err, ErrNotGoogle) || err == nil && key.key == nil {
			t.Errorf("%q was read as %+v, %v", text, key, err)
		}
	})
}
