package messaging

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// InstallationCheck is the result of CheckInstallation.
type InstallationCheck struct {
	Changed string // differing parts of the installation; empty: none
	Held    int64  // messages, e-mails and pushes held
}

// CheckInstallation compares this installation with the recorded one. If it differs, the data may be a copy, and the
// original sends the same messages: everything queued is held until an operator decides. Call it before sending. Of
// several servers only the first holds.
func (r *RestoredMessages) CheckInstallation(ctx context.Context, here loyalty.Installation) (found InstallationCheck, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		found = InstallationCheck{}
		known, err := tx.Restores().LockInstallation()
		if err != nil {
			return err
		}
		if here.Database == "" {
			if here.Database, err = tx.Restores().ServerIdentity(); err != nil {
				return err
			}
		}
		if found.Changed = known.Changes(here); found.Changed != "" {
			if found.Held, err = r.hold(tx, found.Changed); err != nil {
				return err
			}
		}
		return tx.Restores().SetInstallation(known.With(here))
	})
	if err != nil {
		return InstallationCheck{}, fmt.Errorf("checking the installation: %w", err)
	}
	return found, nil
}

// AdvanceProgress raises the number of the progress mark and returns it. The caller writes it outside the data after this
// has committed: a mark that is newer than the data shows that they were set back, as by the snapshot of a machine.
func (r *RestoredMessages) AdvanceProgress(ctx context.Context) (number int64, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		known, err := tx.Restores().LockInstallation()
		if err != nil {
			return err
		}
		known.Progress++
		number = known.Progress
		return tx.Restores().SetInstallation(known)
	})
	if err != nil {
		return 0, fmt.Errorf("advancing the progress mark: %w", err)
	}
	return number, nil
}

// Hold holds everything queued until an operator decides, and returns the number.
func (r *RestoredMessages) Hold(ctx context.Context) (held int64, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		held, err = r.hold(tx, "")
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("holding queued messages: %w", err)
	}
	return held, nil
}

// An earlier decision concerns other messages. It records nothing if nothing is queued.
func (r *RestoredMessages) hold(tx *store.PlatformTx, changed string) (int64, error) {
	if _, err := tx.Restores().Lock(); err != nil {
		return 0, err
	}
	held, err := tx.Restores().HoldOutgoing(r.base.Now())
	if err != nil || held == 0 {
		return held, err
	}
	return held, tx.Restores().Note(loyalty.Restore{At: r.base.Now().UTC(), Changed: changed})
}

// MoveTarget returns where the data were moved; the zero value: they are here.
func (r *RestoredMessages) MoveTarget(ctx context.Context) (to loyalty.MoveTarget, err error) {
	err = r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		to, err = tx.Restores().Moved()
		return err
	})
	return to, err
}
