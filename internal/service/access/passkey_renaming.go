package access

import (
	"context"
	"fmt"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Rename renames a passkey. version is as read; zero: any. Errors: loyalty.ErrPasskeyNotFound,
// loyalty.ErrPasskeyChanged, a validation error.
func (p *Passkeys) Rename(ctx context.Context, actor usecase.Actor, id, name string, version int64) (renamedPasskey loyalty.Passkey, err error) {
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, _, key, err := lockPasskey(tx, actor, id)
		if err != nil {
			return err
		}
		if renamedPasskey, err = key.Rename(name, version); err != nil || renamedPasskey.Version == key.Version {
			return err
		}
		if err := tx.Passkeys().Rename(renamedPasskey); err != nil {
			return err
		}
		return p.record(tx, user, loyalty.ActionPasskeyRenamed, id)
	})
	if err != nil {
		return loyalty.Passkey{}, fmt.Errorf("renaming a passkey: %w", err)
	}
	return renamedPasskey, nil
}

func lockPasskey(tx *store.PlatformTx, actor usecase.Actor, id string) (user loyalty.User, keys []loyalty.Passkey, key loyalty.Passkey, err error) {
	if user, err = tx.Users().Lock(actor.UserID); err != nil {
		return user, nil, key, err
	}
	if keys, err = tx.Passkeys().OfUser(user.ID); err != nil {
		return user, nil, key, err
	}
	at := slices.IndexFunc(keys, func(key loyalty.Passkey) bool { return key.ID == id })
	if at < 0 {
		return user, keys, key, loyalty.ErrPasskeyNotFound
	}
	return user, keys, keys[at], nil
}
