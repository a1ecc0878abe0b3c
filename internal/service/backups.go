package service

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/store"
)

// NoteBackup notes that a sound copy was made of what the data were at an instant.
func (u *Upkeep) NoteBackup(ctx context.Context, at time.Time) error {
	return u.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.BackupSetting, at.UTC().Format(time.RFC3339))
	})
}

// LastBackup is when the last sound copy was begun; the zero time: never, as far as the
// data know.
func (u *Upkeep) LastBackup(ctx context.Context) (at time.Time, err error) {
	err = u.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		noted, found, err := tx.Settings().Get(store.BackupSetting)
		if err != nil || !found {
			return err
		}
		if at, err = time.Parse(time.RFC3339, noted); err != nil {
			return fmt.Errorf("reading when the last copy was made: %w", err)
		}
		return nil
	})
	return at, err
}
