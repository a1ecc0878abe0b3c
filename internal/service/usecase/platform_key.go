package usecase

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"

	"axioma/internal/store"
)

// LoadPlatformKey returns a 32-byte secret of all servers, created by the first.
func LoadPlatformKey(ctx context.Context, st *store.Store, setting string) ([]byte, error) {
	var encodedKey string
	var found bool
	err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		encodedKey, found, err = tx.Settings().Get(setting)
		return err
	})
	if err == nil && !found {
		encodedKey, err = createPlatformKey(ctx, st, setting)
	}
	if err != nil {
		return nil, fmt.Errorf("storing the %s: %w", setting, err)
	}
	key, err := base64.StdEncoding.DecodeString(encodedKey)
	if err != nil {
		return nil, fmt.Errorf("reading the %s: %w", setting, err)
	}
	return key, nil
}

// createPlatformKey returns the key of another server that was first.
func createPlatformKey(ctx context.Context, st *store.Store, setting string) (encodedKey string, err error) {
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		return "", fmt.Errorf("generating it: %w", err)
	}
	err = st.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if err = tx.Settings().InsertIfAbsent(setting, base64.StdEncoding.EncodeToString(random)); err != nil {
			return err
		}
		encodedKey, _, err = tx.Settings().Get(setting)
		return err
	})
	return encodedKey, err
}
