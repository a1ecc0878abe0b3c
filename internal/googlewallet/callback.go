package googlewallet

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// SignedCallback is a callback as signed by Google.
type SignedCallback struct {
	Signature string
	Protocol  string
	Message   string
	Key       SignedKey
}

// SignedKey is Google's short-lived key, signed by a published one.
type SignedKey struct {
	Key        string
	Signatures []string
}

// ErrNotGoogle means that a callback is not from Google or not for this issuer.
var ErrNotGoogle = errors.New("it is not from Google Wallet")

const (
	sender   = "GooglePayPasses"
	protocol = "ECv2SigningOnly"
)

type event struct {
	Object  string `json:"objectId"`
	Type    string `json:"eventType"`
	Expires int64  `json:"expTimeMillis"`
}

const (
	saveEvent   = "save"
	deleteEvent = "del"
)

// HandleCallback records a saved or removed pass, idempotently. It returns ErrNotGoogle for a callback that is expired
// or wrongly signed.
func (i *Issuer) HandleCallback(ctx context.Context, callback SignedCallback) error {
	if err := i.keys.check(ctx, callback, i.account.Issuer); err != nil {
		return err
	}
	var change event
	if err := json.Unmarshal([]byte(callback.Message), &change); err != nil {
		return fmt.Errorf("%w: %w", ErrNotGoogle, err)
	}
	at := time.UnixMilli(change.Expires).UTC()
	serial, ours := strings.CutPrefix(change.Object, i.account.Issuer+".")
	if !ours || !i.options.Clock().Before(at) {
		return ErrNotGoogle
	}
	if change.Type != saveEvent && change.Type != deleteEvent {
		return nil // unknown type of event
	}
	return i.options.Cases.RecordCallback(ctx, serial, change.Type == saveEvent, at)
}

type keys struct {
	client *client

	mu         sync.Mutex
	cachedKeys []publishedKey
	fetchedAt  time.Time
	triedAt    time.Time
}

type publishedKey struct {
	key     *ecdsa.PublicKey
	expires time.Time
}

// keysRetry limits fetches of keys: callers are unauthenticated.
const (
	keysMaxAge = time.Hour
	keysRetry  = time.Minute
)

func (k *keys) check(ctx context.Context, callback SignedCallback, issuer string) error {
	if callback.Protocol != protocol {
		return fmt.Errorf("%w: it is signed by %.20q", ErrNotGoogle, callback.Protocol)
	}
	publishedKeys, err := k.current(ctx)
	if err != nil {
		return err
	}
	now := k.client.now()
	if !verifyAny(publishedKeys, now, signedText(sender, protocol, callback.Key.Key), callback.Key.Signatures) {
		return fmt.Errorf("%w: its key is not one of Google's", ErrNotGoogle)
	}
	key, err := intermediate(callback.Key.Key)
	if err != nil {
		return err
	}
	if !now.Before(key.expires) || !verifySignature(key.key, signedText(sender, issuer, protocol, callback.Message), callback.Signature) {
		return fmt.Errorf("%w: its signature is invalid", ErrNotGoogle)
	}
	return nil
}

// signedText prefixes each part with its length.
func signedText(parts ...string) []byte {
	var text []byte
	for _, part := range parts {
		text = binary.LittleEndian.AppendUint32(text, uint32(len(part)))
		text = append(text, part...)
	}
	return text
}

func verifyAny(publishedKeys []publishedKey, now time.Time, text []byte, signatures []string) bool {
	for _, key := range publishedKeys {
		for _, signature := range signatures {
			if now.Before(key.expires) && verifySignature(key.key, text, signature) {
				return true
			}
		}
	}
	return false
}

func verifySignature(key *ecdsa.PublicKey, text []byte, signature string) bool {
	bytes, err := base64.StdEncoding.DecodeString(signature)
	digest := sha256.Sum256(text)
	return err == nil && ecdsa.VerifyASN1(key, digest[:], bytes)
}

type encodedKey struct {
	Value    string      `json:"keyValue"`
	Expires  json.Number `json:"keyExpiration"`
	Protocol string      `json:"protocolVersion"`
}

func intermediate(text string) (publishedKey, error) {
	var rawKey encodedKey
	if err := json.Unmarshal([]byte(text), &rawKey); err != nil {
		return publishedKey{}, fmt.Errorf("%w: %w", ErrNotGoogle, err)
	}
	key, err := rawKey.read()
	if err != nil {
		return key, fmt.Errorf("%w: %w", ErrNotGoogle, err)
	}
	return key, nil
}

func (w encodedKey) read() (publishedKey, error) {
	der, err := base64.StdEncoding.DecodeString(w.Value)
	if err != nil {
		return publishedKey{}, fmt.Errorf("parsing a key of Google: %w", err)
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return publishedKey{}, fmt.Errorf("parsing a key of Google: %w", err)
	}
	key, able := public.(*ecdsa.PublicKey)
	milliseconds, err := strconv.ParseInt(w.Expires.String(), 10, 64)
	if !able || err != nil {
		return publishedKey{}, errors.New("a key of Google has an unknown type")
	}
	return publishedKey{key, time.UnixMilli(milliseconds)}, nil
}

// current returns Google's published keys. If Google fails, it returns the last keys that were fetched.
func (k *keys) current(ctx context.Context) ([]publishedKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.client.now()
	if now.Sub(k.fetchedAt).Abs() < keysMaxAge {
		return k.cachedKeys, nil
	}
	err := error(&Refusal{Reason: "its keys could not be fetched within the last minute"})
	if now.Sub(k.triedAt).Abs() >= keysRetry {
		k.triedAt = now
		var fresh []publishedKey
		// A caller that disconnects must not cancel the fetch for others.
		if fresh, err = k.fetch(context.WithoutCancel(ctx)); err == nil {
			k.cachedKeys, k.fetchedAt = fresh, now
		}
	}
	if len(k.cachedKeys) > 0 {
		return k.cachedKeys, nil
	}
	return nil, err
}

func (k *keys) fetch(ctx context.Context) ([]publishedKey, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, k.client.addresses.Keys, nil)
	if err != nil {
		return nil, fmt.Errorf("fetching Google's keys: %w", err)
	}
	var response struct {
		Keys []encodedKey `json:"keys"`
	}
	if err := k.client.do(request, &response); err != nil {
		return nil, err
	}
	var publishedKeys []publishedKey
	for _, rawKey := range response.Keys {
		if rawKey.Protocol != protocol {
			continue
		}
		key, err := rawKey.read()
		if err != nil {
			return nil, &Refusal{Reason: err.Error()}
		}
		publishedKeys = append(publishedKeys, key)
	}
	return publishedKeys, nil
}
