package access

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	signingKeysSetting = "signing-keys"

	// hashKeySetting has the key of hashes, which also signed tokens until migration 00130.
	hashKeySetting = "token-key"

	keyIDLength     = 12
	signingKeyBytes = 32
)

const (
	// keysRefreshInterval bounds the validity of tokens after another process retired their key.
	keysRefreshInterval = time.Second
	// keysReadSpacing limits reads by unknown key ids, which callers may invent.
	keysReadSpacing = 100 * time.Millisecond
	keptRetiredKeys = 365 * 24 * time.Hour
	// rotationSlack exceeds the time in which other servers read a new key.
	rotationSlack = time.Hour
)

// Errors of Retire, Rotate and the start of a server.
var (
	ErrUnknownKey  = errors.New("no signing key has this id: axioma keys list shows them")
	ErrKeySigns    = errors.New("this key signs new tokens: rotate first, and retire it then")
	ErrKeyOutside  = errors.New("the signing key is outside the database: replace it where it is kept (docs/operate/security.md, Signing keys). To sign with a key in the database again, add --in-database")
	ErrKeyRetired  = errors.New("the first key of the server's settings was retired: use another one")
	ErrKeysMissing = errors.New("sessions are signed with a key outside the database: set AXIOMA_SIGNING_KEY or AXIOMA_SIGNING_KEY_COMMAND. " +
		"To sign with a key in the database again, run axioma keys rotate --in-database")
)

// SigningKey describes a key of session, portal and registration tokens.
type SigningKey struct {
	ID        string
	Outside   bool // not in the database
	Signs     bool
	Since     time.Time
	EndsAt    time.Time // last token's expiry; zero: the key signs, or unknown
	RetiredAt time.Time // zero: its tokens are valid
}

// SigningKeys manages the keys of tokens. A former key's tokens stay valid until they expire or it is retired. It is
// safe for concurrent use.
type SigningKeys struct {
	base     *usecase.Base
	outside  []outsideKey
	lifetime time.Duration
	fetch    func(context.Context) (storedList string, err error)
	spacing  time.Duration

	ring    atomic.Pointer[keyring]
	reading chan struct{} // full while a caller reads
	readAt  time.Time     // guarded by reading, as is readErr
	readErr error
}

func loadSigningKeys(ctx context.Context, base *usecase.Base, secrets [][]byte, lifetime time.Duration) (*SigningKeys, error) {
	keys := &SigningKeys{base: base, lifetime: max(lifetime, portalSessionLifetime), reading: make(chan struct{}, 1), spacing: keysReadSpacing}
	keys.fetch = keys.read
	for _, secret := range secrets {
		keys.outside = append(keys.outside, outsideKey{outsideKeyID(secret), secret})
	}
	storedList, err := keys.read(ctx)
	if err == nil && storedList == "" && len(keys.outside) == 0 {
		storedList, err = keys.createFirst(ctx)
	}
	if err != nil {
		return nil, err
	}
	ring, err := newKeyring(storedList, keys.outside)
	if err != nil {
		return nil, err
	}
	keys.ring.Store(ring)
	return keys, keys.announceOutside(ctx)
}

func (k *SigningKeys) read(ctx context.Context) (storedList string, err error) {
	err = k.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		storedList, _, err = tx.Settings().Get(signingKeysSetting)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("reading the signing keys: %w", err)
	}
	return storedList, nil
}

func (k *SigningKeys) createFirst(ctx context.Context) (storedList string, err error) {
	key, err := k.draw()
	if err != nil {
		return "", err
	}
	first, err := keyList{key}.encode()
	if err != nil {
		return "", err
	}
	err = k.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if err = tx.Settings().InsertIfAbsent(signingKeysSetting, first); err != nil {
			return err
		}
		storedList, _, err = tx.Settings().Get(signingKeysSetting)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("storing the first signing key: %w", err)
	}
	return storedList, nil
}

func (k *SigningKeys) draw() (storedKey, error) {
	secret := make([]byte, signingKeyBytes)
	if _, err := rand.Read(secret); err != nil {
		return storedKey{}, fmt.Errorf("generating a signing key: %w", err)
	}
	return storedKey{ID: strings.ToLower(rand.Text()[:keyIDLength]), Secret: secret, Since: k.base.Now().UnixMilli()}, nil
}

// announceOutside stores the settings' key id, for commands and the doctor.
func (k *SigningKeys) announceOutside(ctx context.Context) error {
	if len(k.outside) == 0 {
		return nil
	}
	signs := k.outside[0].id
	list, err := parseKeyList(k.ring.Load().storedList)
	if err != nil {
		return err
	}
	if at := list.current(); at >= 0 && list[at].ID == signs {
		return nil
	}
	return k.change(ctx, func(_ *store.PlatformTx, list keyList) (keyList, error) {
		if at := list.find(signs); at >= 0 {
			if list[at].isRetired() {
				return nil, ErrKeyRetired
			}
			list = append(list[:at], list[at+1:]...)
		}
		return append(list, storedKey{ID: signs, Outside: true, Since: k.base.Now().UnixMilli()}), nil
	})
}

// RequireKey returns ErrKeysMissing without the signing key.
func (k *SigningKeys) RequireKey() error {
	ring := k.ring.Load()
	list, err := parseKeyList(ring.storedList)
	if err != nil {
		return err
	}
	if at := list.current(); at < 0 || !ring.has(list[at].ID) {
		return ErrKeysMissing
	}
	return nil
}

// CheckSettings returns ErrKeysMissing or ErrKeyRetired if a server with these secrets must not start.
func (k *SigningKeys) CheckSettings(ctx context.Context, secrets [][]byte) error {
	storedList, err := k.read(ctx)
	if err != nil {
		return err
	}
	list, err := parseKeyList(storedList)
	if err != nil {
		return err
	}
	if len(secrets) == 0 {
		if at := list.current(); at >= 0 && list[at].Outside {
			return ErrKeysMissing
		}
		return nil
	}
	if at := list.find(outsideKeyID(secrets[0])); at >= 0 && list[at].isRetired() {
		return ErrKeyRetired
	}
	return nil
}

// Refresh reads changes of other processes.
func (k *SigningKeys) Refresh(ctx context.Context) error {
	if err := k.lockReading(ctx); err != nil {
		return err
	}
	defer k.unlockReading()
	return k.refresh(ctx)
}

func (k *SigningKeys) lockReading(ctx context.Context) error {
	select {
	case k.reading <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting to read the signing keys: %w", ctx.Err())
	}
}

func (k *SigningKeys) unlockReading() { <-k.reading }

// refresh reads the keys. The caller must hold lockReading.
func (k *SigningKeys) refresh(ctx context.Context) error {
	began := time.Now()
	storedList, err := k.fetch(ctx)
	if ctx.Err() == nil { // a cancelled read has no result for the waiters
		k.readAt, k.readErr = began, err
	}
	if err != nil || storedList == k.ring.Load().storedList {
		return err
	}
	ring, err := newKeyring(storedList, k.outside)
	if err == nil {
		k.ring.Store(ring)
	}
	return err
}

// RefreshPeriodically runs Refresh until the context ends, without a trace: it runs often.
func (k *SigningKeys) RefreshPeriodically(ctx context.Context, log *slog.Logger) {
	var episode logs.Episode
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(keysRefreshInterval):
			episode.Record(ctx, log, "refreshing the signing keys", k.Refresh(ctx))
		}
	}
}

// verifies reports whether the key is known. Rows of earlier versions name no key, and count.
func (k *SigningKeys) verifies(id string) bool { return id == "" || k.ring.Load().has(id) }

// ringWith reads the keys if one is missing: another server may just have made it. It uses another caller's read that
// began after this call.
func (k *SigningKeys) ringWith(ctx context.Context, id string) (*keyring, error) {
	if ring := k.ring.Load(); ring.has(id) || ring.retiredIDs[id] {
		return ring, nil
	}
	receivedAt := time.Now()
	if err := k.lockReading(ctx); err != nil {
		return nil, err
	}
	defer k.unlockReading()
	if ring := k.ring.Load(); ring.has(id) {
		return ring, nil
	}
	if k.readAt.After(receivedAt) {
		return k.ring.Load(), k.readErr
	}
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting to read the signing keys: %w", ctx.Err())
	case <-time.After(k.spacing - time.Since(k.readAt)):
	}
	if err := k.refresh(ctx); err != nil {
		return nil, err
	}
	return k.ring.Load(), nil
}

// List returns all keys, oldest first.
func (k *SigningKeys) List(ctx context.Context) ([]SigningKey, error) {
	storedList, err := k.read(ctx)
	if err != nil {
		return nil, err
	}
	list, err := parseKeyList(storedList)
	if err != nil {
		return nil, err
	}
	keys := make([]SigningKey, len(list))
	for i := range list {
		keys[i] = k.describe(list, i)
	}
	return keys, nil
}

func (k *SigningKeys) describe(list keyList, at int) SigningKey {
	key := list[at]
	return SigningKey{
		ID: key.ID, Outside: key.Outside, Signs: at == list.current(), Since: instantOf(key.Since), EndsAt: k.endOf(list, at), RetiredAt: instantOf(key.RetiredAt),
	}
}

// endOf returns when a key's last token expires: one lifetime and rotationSlack after the next key began.
func (k *SigningKeys) endOf(list keyList, at int) time.Time {
	if at+1 == len(list) || list[at+1].Since == 0 {
		return time.Time{}
	}
	return instantOf(list[at+1].Since).Add(k.lifetime + rotationSlack)
}

func instantOf(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis).UTC()
}

// Rotate makes a new signing key in the database. If the current key is outside, it returns ErrKeyOutside unless inDatabase.
func (k *SigningKeys) Rotate(ctx context.Context, inDatabase bool) (SigningKey, error) {
	key, err := k.draw()
	if err != nil {
		return SigningKey{}, err
	}
	err = k.change(ctx, func(tx *store.PlatformTx, list keyList) (keyList, error) {
		if at := list.current(); at >= 0 && list[at].Outside && !inDatabase {
			return nil, ErrKeyOutside
		}
		return append(list, key), k.record(tx, loyalty.ActionKeyRotated, key.ID)
	})
	return SigningKey{ID: key.ID, Signs: true, Since: instantOf(key.Since)}, err
}

// Retire ends all tokens of a key. Errors: ErrUnknownKey, ErrKeySigns.
func (k *SigningKeys) Retire(ctx context.Context, id string) error {
	return k.change(ctx, func(tx *store.PlatformTx, list keyList) (keyList, error) {
		at := list.find(id)
		switch {
		case at < 0:
			return nil, ErrUnknownKey
		case at == list.current():
			return nil, ErrKeySigns
		case list[at].isRetired():
			return list, nil
		}
		list.retire(at, k.base.Now().UnixMilli())
		return list, k.record(tx, loyalty.ActionKeyRetired, id)
	})
}

// RetireOld retires all but the signing key, and returns their ids.
func (k *SigningKeys) RetireOld(ctx context.Context) ([]string, error) {
	return k.retireWhere(ctx, func(keyList, int) bool { return true })
}

func (k *SigningKeys) retireWhere(ctx context.Context, ends func(list keyList, at int) bool) (retiredIDs []string, err error) {
	err = k.change(ctx, func(tx *store.PlatformTx, list keyList) (keyList, error) {
		retiredIDs = nil
		for at := range list[:max(list.current(), 0)] {
			if list[at].isRetired() || !ends(list, at) {
				continue
			}
			list.retire(at, k.base.Now().UnixMilli())
			retiredIDs = append(retiredIDs, list[at].ID)
			if err := k.record(tx, loyalty.ActionKeyRetired, list[at].ID); err != nil {
				return nil, err
			}
		}
		return list, nil
	})
	return retiredIDs, err
}

// removeExpired removes secrets of expired tokens, and keys retired a year ago, but no outside keys: the settings may
// still have them.
func (k *SigningKeys) removeExpired(ctx context.Context) error {
	now := k.base.Now()
	list, err := parseKeyList(k.ring.Load().storedList)
	if err != nil || len(list) < 2 {
		return err
	}
	_, err = k.retireWhere(ctx, func(list keyList, at int) bool {
		end := k.endOf(list, at)
		return !end.IsZero() && !end.After(now)
	})
	if err != nil {
		return err
	}
	return k.change(ctx, func(_ *store.PlatformTx, list keyList) (keyList, error) {
		remainingKeys := keyList{}
		for _, key := range list {
			if key.Outside || !key.isRetired() || instantOf(key.RetiredAt).Add(keptRetiredKeys).After(now) {
				remainingKeys = append(remainingKeys, key)
			}
		}
		return remainingKeys, nil
	})
}

func (k *SigningKeys) change(ctx context.Context, edit func(*store.PlatformTx, keyList) (keyList, error)) error {
	err := k.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		storedList, err := tx.Settings().Lock(signingKeysSetting)
		if err != nil {
			return err
		}
		list, err := parseKeyList(storedList)
		if err != nil {
			return err
		}
		if list, err = edit(tx, list); err != nil {
			return err
		}
		text, err := list.encode()
		if err != nil || text == storedList {
			return err
		}
		return tx.Settings().Set(signingKeysSetting, text)
	})
	if err != nil {
		return fmt.Errorf("changing the signing keys: %w", err)
	}
	return k.Refresh(ctx)
}

func (k *SigningKeys) record(tx *store.PlatformTx, action loyalty.Action, id string) error {
	return k.base.Record(tx.In(""), "", action, id, id)
}
