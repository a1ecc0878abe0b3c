package service

import (
	"context"
	"time"

	"axioma/internal/store"
)

// BackupMaxAge is how old the last copy may be where one is made each night: a night
// that failed, and half a day in which somebody sees to it.
const BackupMaxAge = 36 * time.Hour

// RecordBackup notes that a sound copy was made of what the data were at an instant.
func (u *Maintenance) RecordBackup(ctx context.Context, at time.Time) error {
	return u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.BackupSetting, at.UTC().Format(time.RFC3339))
	})
}

// LastBackup is when the last sound copy was begun; the zero time: never, as far as the
// data know.
func (u *Maintenance) LastBackup(ctx context.Context) (at time.Time, err error) {
	err = u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		at, err = tx.LastBackup()
		return err
	})
	return at, err
}

// IsBackupStale reports whether a copy that was begun at an instant is too old to be the
// last one; never is.
func (u *Maintenance) IsBackupStale(last time.Time) bool {
	return u.base.Now().Sub(last) > BackupMaxAge
}
