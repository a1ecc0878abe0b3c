package service

import (
	"context"
	"time"

	"axioma/internal/store"
)

// NightlyBackups has the folder of nightly backups, and the time when they began there.
type NightlyBackups = store.NightlyBackups

// NightlyBackups returns the folder.
func (u *Maintenance) NightlyBackups(ctx context.Context) (nightly NightlyBackups, err error) {
	err = u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		nightly, err = tx.NightlyBackups()
		return err
	})
	return nightly, err
}

// RecordNightlyBackups records a new folder.
func (u *Maintenance) RecordNightlyBackups(ctx context.Context, folder string) error {
	backups, err := u.NightlyBackups(ctx)
	if err != nil || backups.Folder == folder {
		return err
	}
	return u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.SetNightlyBackups(NightlyBackups{Folder: folder, Since: u.base.Now()})
	})
}

// FirstBackupDeadline is the time for the first backup after a server's start.
const FirstBackupDeadline = 30 * time.Minute
