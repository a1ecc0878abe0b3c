package service

import (
	"context"
	"time"

	"axioma/internal/store"
)

// NightlyBackups is where a server makes a backup each night, and since when.
type NightlyBackups = store.NightlyBackups

// NightlyBackups returns where the nightly backups are made.
func (u *Maintenance) NightlyBackups(ctx context.Context) (nightly NightlyBackups, err error) {
	err = u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		nightly, err = tx.NightlyBackups()
		return err
	})
	return nightly, err
}

// RecordNightlyBackups notes that nightly backups are made in a folder from now on.
func (u *Maintenance) RecordNightlyBackups(ctx context.Context, folder string) error {
	known, err := u.NightlyBackups(ctx)
	if err != nil || known.Folder == folder {
		return err
	}
	return u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.NoteNightlyBackups(NightlyBackups{Folder: folder, Since: u.base.Now()})
	})
}

// FirstBackupDeadline is how long after its start a server may take for the first backup.
const FirstBackupDeadline = 30 * time.Minute
