package service

import (
	"context"
	"time"

	"axioma/internal/store"
)

// BackupGetsOld is how old the last copy may be where one is made each night: a night
// that failed, and half a day in which somebody sees to it.
const BackupGetsOld = 36 * time.Hour

// NoteBackup notes that a sound copy was made of what the data were at an instant.
func (u *Upkeep) NoteBackup(ctx context.Context, at time.Time) error {
	return u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.BackupSetting, at.UTC().Format(time.RFC3339))
	})
}

// LastBackup is when the last sound copy was begun; the zero time: never, as far as the
// data know.
func (u *Upkeep) LastBackup(ctx context.Context) (at time.Time, err error) {
	err = u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		at, err = tx.LastBackup()
		return err
	})
	return at, err
}

// BackupIsOld reports whether a copy that was begun at an instant is too old to be the
// last one; never is.
func (u *Upkeep) BackupIsOld(last time.Time) bool { return u.base.Now().Sub(last) > BackupGetsOld }
