package service

import (
	"context"
	"time"

	"axioma/internal/store"
)

// BackupMaxAge leaves half a day after a failed night.
const BackupMaxAge = 36 * time.Hour

// RecordBackup records a verified backup.
func (u *Maintenance) RecordBackup(ctx context.Context, at time.Time) error {
	return u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.BackupSetting, at.UTC().Format(time.RFC3339))
	})
}

// LastBackup returns when the last verified backup began; zero: unknown.
func (u *Maintenance) LastBackup(ctx context.Context) (at time.Time, err error) {
	err = u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		at, err = tx.LastBackup()
		return err
	})
	return at, err
}

// IsBackupStale reports an old or missing backup.
func (u *Maintenance) IsBackupStale(last time.Time) bool {
	return u.base.Now().Sub(last) > BackupMaxAge
}
