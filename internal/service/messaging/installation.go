package messaging

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// InstallationCheck is CheckInstallation's result.
type InstallationCheck struct {
	Changed string // differing parts; empty: none
	Held    int64  // messages, e-mails and pushes
}

// CheckInstallation compares with the recorded installation. If it differs, the data may be a copy whose original
// sends too: the queue is held until an operator decides. Call it before sending. Only the first of several servers
// holds.
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

// AdvanceProgress raises the progress mark. Write it outside the data after the commit: a mark newer than the data
// shows that they were set back, as by a snapshot.
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

// Hold holds the queue until an operator decides, and returns the number held.
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

// An earlier decision concerns other messages. If nothing is queued, nothing is recorded.
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

// MoveTarget returns where data were moved; zero: they are here.
func (r *RestoredMessages) MoveTarget(ctx context.Context) (to loyalty.MoveTarget, err error) {
	err = r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		to, err = tx.Restores().Moved()
		return err
	})
	return to, err
}
