package messaging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// RestoredMessages manages messages held after a restore: they may have been sent before.
type RestoredMessages struct{ base *usecase.Base }

// carryOutInterval is short, because a check reads only one row.
const carryOutInterval = 5 * time.Second

// RestoredState describes the held messages.
type RestoredState struct {
	loyalty.Restore
	HeldCount     int64
	DecidedByName string // empty: command line, or undecided
}

// State describes the last restore, without a decision that was carried out if messages are held again.
func (r *RestoredMessages) State(ctx context.Context) (RestoredState, error) {
	var state RestoredState
	err := r.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		state = RestoredState{}
		if state.Restore, err = tx.Restores().Last(); err != nil {
			return err
		}
		if state.HeldCount, err = tx.Restores().CountHeldOutgoing(); err != nil {
			return err
		}
		if state.HeldCount > 0 && state.Done {
			state.Restore = loyalty.Restore{CopiedAt: state.CopiedAt, At: state.At, Changes: state.Changes}
		}
		if state.DecidedBy != "" {
			state.DecidedByName, err = deciderName(tx, state.DecidedBy)
		}
		return err
	})
	return state, err
}

func deciderName(tx *store.PlatformTx, id string) (string, error) {
	user, err := tx.Users().Get(id)
	if errors.Is(err, loyalty.ErrUserNotFound) {
		return "", nil
	}
	return user.Name, err
}

// Decide records the decision and returns the number of held messages. The command line has no actor. Errors: those of
// loyalty.Restore.Decide, also for the second of two concurrent decisions.
func (r *RestoredMessages) Decide(ctx context.Context, actor usecase.Actor, decision loyalty.RestoreDecision) (int64, error) {
	state, err := r.State(ctx)
	if err != nil {
		return 0, err
	}
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		last, err := tx.Restores().Lock()
		if err != nil {
			return err
		}
		holds, err := holdsAny(tx)
		if err != nil {
			return err
		}
		restore, err := last.Decide(decision, actor.UserID, r.base.Now(), holds)
		if err != nil || restore == last {
			return err
		}
		if err := tx.Restores().Note(restore); err != nil {
			return err
		}
		return r.base.Record(tx.In(""), actor.UserID, auditAction(decision), "", fmt.Sprintf("mensajes: %d", state.HeldCount))
	})
	if err != nil {
		return 0, fmt.Errorf("deciding about restored messages: %w", err)
	}
	return state.HeldCount, nil
}

func auditAction(decision loyalty.RestoreDecision) loyalty.Action {
	if decision == loyalty.ReleaseRestored {
		return loyalty.ActionRestoredReleased
	}
	return loyalty.ActionRestoredDropped
}

// CarryOutPeriodically runs until the context ends.
func (r *RestoredMessages) CarryOutPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "maintenance of restored messages", First: carryOutInterval, Every: carryOutInterval, Run: r.CarryOut})
}

// CarryOut applies the decision in batches, except to messages that another process works on. It may be repeated and
// run concurrently.
func (r *RestoredMessages) CarryOut(ctx context.Context) error {
	var restore loyalty.Restore
	var parts []store.RestoredPart
	err := r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if restore, err = tx.Restores().Last(); err != nil || !restore.IsInProgress() {
			return err
		}
		parts, err = tx.Queue().ListRestored()
		return err
	})
	if err != nil || !restore.IsInProgress() {
		return err
	}
	for _, part := range parts {
		if err := r.endPart(ctx, restore.Decision, part); err != nil {
			return fmt.Errorf("applying the decision to restored messages: %w", err)
		}
	}
	if err := r.endOthers(ctx, restore.Decision); err != nil {
		return fmt.Errorf("applying the decision to held e-mails and pushes: %w", err)
	}
	return r.finish(ctx)
}

func holdsAny(tx *store.PlatformTx) (bool, error) {
	parts, err := tx.Queue().ListRestored()
	if err != nil || len(parts) > 0 {
		return len(parts) > 0, err
	}
	others, err := tx.Restores().CountHeldMailsAndPushes()
	return others > 0, err
}

func (r *RestoredMessages) endOthers(ctx context.Context, decision loyalty.RestoreDecision) error {
	endMails, endPushes := store.Restores.DropMails, store.Restores.DropPushes
	if decision == loyalty.ReleaseRestored {
		endMails, endPushes = store.Restores.ReleaseMails, store.Restores.ReleasePushes
	}
	err := r.inBatches(ctx, func(tx *store.PlatformTx) (int, error) {
		return endMails(tx.Restores(), r.base.Now(), usecase.BatchSize)
	})
	for _, vendor := range loyalty.WalletVendors() {
		for _, urgency := range loyalty.PushUrgencies() {
			err = errors.Join(err, r.inBatches(ctx, func(tx *store.PlatformTx) (int, error) {
				return endPushes(tx.Restores(), vendor, urgency, r.base.Now(), usecase.BatchSize)
			}))
		}
	}
	return err
}

func (r *RestoredMessages) inBatches(ctx context.Context, end func(*store.PlatformTx) (int, error)) error {
	return usecase.RunInBatches(ctx, func() (count int, err error) {
		err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			count, err = end(tx)
			return err
		})
		return count, err
	})
}

func (r *RestoredMessages) endPart(ctx context.Context, decision loyalty.RestoreDecision, part store.RestoredPart) error {
	end := store.Queue.DropRestored
	if decision == loyalty.ReleaseRestored {
		end = store.Queue.ReleaseRestored
	}
	return usecase.RunInBatches(ctx, func() (count int, err error) {
		err = r.base.Store.InBusiness(ctx, part.BusinessID, func(tx *store.Tx) (err error) {
			count, err = end(tx.Queue(), part.Urgency, r.base.Now(), usecase.BatchSize)
			return err
		})
		return count, err
	})
}

func (r *RestoredMessages) finish(ctx context.Context) error {
	return r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		restore, err := tx.Restores().Lock()
		if err != nil || !restore.IsInProgress() {
			return err
		}
		holds, err := holdsAny(tx)
		if err != nil || holds {
			return err
		}
		restore.Done = true
		return tx.Restores().Note(restore)
	})
}
