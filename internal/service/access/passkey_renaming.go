package access

import (
	"context"
	"fmt"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Rename changes the name of one of the actor's passkeys. Version is the one that the actor has read; zero is any.
// Errors: loyalty.ErrPasskeyNotFound, loyalty.ErrPasskeyChanged, a validation of the name.
func (p *Passkeys) Rename(ctx context.Context, actor usecase.Actor, id, name string, version int64) (renamed loyalty.Passkey, err error) {
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, err := tx.Users().Lock(actor.UserID)
		if err != nil {
			return err
		}
		keys, err := tx.Passkeys().OfUser(user.ID)
		if err != nil {
			return err
		}
		key, err := passkeyOf(keys, id)
		if err != nil {
			return err
		}
		if renamed, err = key.Rename(name, version); err != nil || renamed.Version == key.Version {
			return err
		}
		if err := tx.Passkeys().Rename(renamed); err != nil {
			return err
		}
		return p.record(tx, user, loyalty.ActionPasskeyRenamed, id)
	})
	if err != nil {
		return loyalty.Passkey{}, fmt.Errorf("renaming a passkey: %w", err)
	}
	return renamed, nil
}

// passkeyOf returns the passkey with an id, or loyalty.ErrPasskeyNotFound.
func passkeyOf(keys []loyalty.Passkey, id string) (loyalty.Passkey, error) {
	at := slices.IndexFunc(keys, func(key loyalty.Passkey) bool { return key.ID == id })
	if at < 0 {
		return loyalty.Passkey{}, loyalty.ErrPasskeyNotFound
	}
	return keys[at], nil
}
