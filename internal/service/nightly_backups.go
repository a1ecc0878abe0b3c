package service

import (
	"context"
	"time"

	"axioma/internal/store"
)

// NightlyBackups is a folder, and since when.
type NightlyBackups = store.NightlyBackups

// NightlyBackups returns folder and begin.
func (u *Maintenance) NightlyBackups(ctx context.Context) (nightly NightlyBackups, err error) {
	err = u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		nightly, err = tx.NightlyBackups()
		return err
	})
	return nightly, err
}

// RecordNightlyBackups begins now.
func (u *Maintenance) RecordNightlyBackups(ctx context.Context, folder string) error {
	known, err := u.NightlyBackups(ctx)
	if err != nil || known.Folder == folder {
		return err
	}
	return u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.SetNightlyBackups(NightlyBackups{Folder: folder, Since: u.base.Now()})
	})
}

// FirstBackupDeadline counts from a server's start.
const FirstBackupDeadline = 30 * time.Minute
