package messaging

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// HeldCopy is what RecogniseInstallation found.
type HeldCopy struct {
	Changed string // which parts of the installation differ; empty: none
	Held    int64  // messages, e-mails and pushes that are held since
}

// RecogniseInstallation compares where the data are served with where they were served
// before. In another installation all that waits is held until an operator decides: the
// data may be a copy, whose original sends the same messages. It has to run before anything
// is sent. Of several servers that start together on one database the first one holds.
func (r *RestoredMessages) RecogniseInstallation(ctx context.Context, here loyalty.Installation) (found HeldCopy, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		found = HeldCopy{}
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
		return tx.Restores().KnowInstallation(known.With(here))
	})
	if err != nil {
		return HeldCopy{}, fmt.Errorf("recognising the installation: %w", err)
	}
	return found, nil
}

// Hold holds all that waits to be sent until an operator decides, and returns how many.
func (r *RestoredMessages) Hold(ctx context.Context) (held int64, err error) {
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		held, err = r.hold(tx, "")
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("holding what waits to be sent: %w", err)
	}
	return held, nil
}

// hold notes nothing where nothing waits. What was decided before is about other messages.
func (r *RestoredMessages) hold(tx *store.PlatformTx, changed string) (int64, error) {
	if _, err := tx.Restores().Lock(); err != nil {
		return 0, err
	}
	held, err := tx.Restores().HoldAll(r.base.Now())
	if err != nil || held == 0 {
		return held, err
	}
	return held, tx.Restores().Note(loyalty.Restore{At: r.base.Now().UTC(), Changed: changed})
}

// MovedTo returns where the data are served instead of here; the zero value: here.
func (r *RestoredMessages) MovedTo(ctx context.Context) (to loyalty.MoveTarget, err error) {
	err = r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		to, err = tx.Restores().Moved()
		return err
	})
	return to, err
}
