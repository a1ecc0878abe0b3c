package messaging

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// InstallationCheck is the result of CheckInstallation.
type InstallationCheck struct {
	Changes   string // differing parts; empty: none
	HeldCount int64  // messages, e-mails and pushes
}

// CheckInstallation compares with the recorded installation. If they differ, the data may be a copy and the original
// may send the same messages: it holds the queue until an operator decides. Call it before messages are sent. Of
// several servers, only the first holds the queue.
func (r *RestoredMessages) CheckInstallation(ctx context.Context, current loyalty.Installation) (check InstallationCheck, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		check = InstallationCheck{}
		installation, err := tx.Restores().LockInstallation()
		if err != nil {
			return err
		}
		if current.Database == "" {
			if current.Database, err = tx.Restores().ServerIdentity(); err != nil {
				return err
			}
		}
		if check.Changes = installation.Changes(current); check.Changes != "" {
			if check.HeldCount, err = r.hold(tx, check.Changes); err != nil {
				return err
			}
		}
		return tx.Restores().SetInstallation(installation.With(current))
	})
	if err != nil {
		return InstallationCheck{}, fmt.Errorf("checking the installation: %w", err)
	}
	return check, nil
}

// AdvanceProgress raises and returns the progress mark, which the caller writes outside the data after the commit. A
// newer mark there shows that the data were set back, such as by a snapshot.
func (r *RestoredMessages) AdvanceProgress(ctx context.Context) (number int64, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		installation, err := tx.Restores().LockInstallation()
		if err != nil {
			return err
		}
		installation.Progress++
		number = installation.Progress
		return tx.Restores().SetInstallation(installation)
	})
	if err != nil {
		return 0, fmt.Errorf("advancing the progress mark: %w", err)
	}
	return number, nil
}

// Hold holds the queue until an operator decides, and returns the number of messages, mails and pushes.
func (r *RestoredMessages) Hold(ctx context.Context) (heldCount int64, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		heldCount, err = r.hold(tx, "")
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("holding queued messages: %w", err)
	}
	return heldCount, nil
}

// hold holds the queue and asks for a new decision, because an earlier one was about other messages.
func (r *RestoredMessages) hold(tx *store.PlatformTx, changes string) (int64, error) {
	if _, err := tx.Restores().Lock(); err != nil {
		return 0, err
	}
	heldCount, err := tx.Restores().HoldOutgoing(r.base.Now())
	if err != nil || heldCount == 0 {
		return heldCount, err
	}
	return heldCount, tx.Restores().Note(loyalty.Restore{At: r.base.Now().UTC(), Changes: changes})
}

// MoveTarget returns where the data were moved; zero: they are served here.
func (r *RestoredMessages) MoveTarget(ctx context.Context) (to loyalty.MoveTarget, err error) {
	err = r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		to, err = tx.Restores().MoveTarget()
		return err
	})
	return to, err
}
