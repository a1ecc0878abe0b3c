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

// RestoredMessages waited in a copy of the data that was put back, and are held since:
// they may have been sent after it was made. Somebody who knows decides, at once, and what
// was decided is carried out in steps (CarryOut).
type RestoredMessages struct{ base *usecase.Base }

// carryOutEvery is how soon a server notices what was decided, here or elsewhere. To look
// is to read one row.
const carryOutEvery = 5 * time.Second

// RestoredState is how the messages of a copy that was put back stand.
type RestoredState struct {
	loyalty.Restore
	Held          int64  // messages that wait since
	DecidedByName string // empty: at the command line, or nobody has decided
}

// State returns how the messages of the copy that was put back last stand. A decision about
// an earlier one is not told.
func (r *RestoredMessages) State(ctx context.Context) (RestoredState, error) {
	var state RestoredState
	err := r.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		state = RestoredState{}
		if state.Restore, err = tx.Restores().Last(); err != nil {
			return err
		}
		if state.Held, err = tx.Restores().CountHeld(); err != nil {
			return err
		}
		if state.Held > 0 && state.Done {
			state.Restore = loyalty.Restore{CopiedAt: state.CopiedAt, At: state.At, Changed: state.Changed}
		}
		if state.DecidedBy != "" {
			state.DecidedByName, err = decider(tx, state.DecidedBy)
		}
		return err
	})
	return state, err
}

// decider is what somebody is called who decided; without an account any more: nothing.
func decider(tx *store.PlatformTx, id string) (string, error) {
	user, err := tx.Users().Get(id)
	if errors.Is(err, loyalty.ErrUserNotFound) {
		return "", nil
	}
	return user.Name, err
}

// Decide says what becomes of all of them, and records it, in one short transaction; it
// returns how many are held. The actor is nobody at the command line. It refuses as
// loyalty.Restore.Decide does: of two who decide at once, the second.
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
		decided, err := last.Decide(decision, actor.UserID, r.base.Now(), holds)
		if err != nil || decided == last {
			return err
		}
		if err := tx.Restores().Note(decided); err != nil {
			return err
		}
		return r.base.Record(tx.In(""), actor.UserID, recordedAs(decision), "", fmt.Sprintf("mensajes: %d", state.Held))
	})
	if err != nil {
		return 0, fmt.Errorf("deciding about the messages of a restored copy: %w", err)
	}
	return state.Held, nil
}

func recordedAs(decision loyalty.RestoreDecision) loyalty.Action {
	if decision == loyalty.ReleaseRestored {
		return loyalty.ActionRestoredReleased
	}
	return loyalty.ActionRestoredDropped
}

// KeepCarryingOut carries out what is decided, from time to time until the context ends.
func (r *RestoredMessages) KeepCarryingOut(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "upkeep of restored messages", First: carryOutEvery, Every: carryOutEvery, Run: r.CarryOut})
}

// CarryOut does to the messages that are held what was decided, some in each transaction,
// until it holds for all of them, or for those that no other program is busy with. It does
// nothing where nothing was decided. Several programs may do it at once, and one that was
// interrupted is gone on with.
func (r *RestoredMessages) CarryOut(ctx context.Context) error {
	var restore loyalty.Restore
	var parts []store.RestoredPart
	err := r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if restore, err = tx.Restores().Last(); err != nil || !restore.IsInProgress() {
			return err
		}
		parts, err = tx.Queue().Restored()
		return err
	})
	if err != nil || !restore.IsInProgress() {
		return err
	}
	for _, part := range parts {
		if err := r.endPart(ctx, restore.Decision, part); err != nil {
			return fmt.Errorf("carrying out what was decided about the messages of a restored copy: %w", err)
		}
	}
	if err := r.endOthers(ctx, restore.Decision); err != nil {
		return fmt.Errorf("carrying out what was decided about held e-mails and pushes: %w", err)
	}
	return r.finish(ctx)
}

// holdsAny reports whether any message, e-mail or push is held.
func holdsAny(tx *store.PlatformTx) (bool, error) {
	parts, err := tx.Queue().Restored()
	if err != nil || len(parts) > 0 {
		return len(parts) > 0, err
	}
	others, err := tx.Restores().CountHeldOthers()
	return others > 0, err
}

// endOthers carries out a decision about the e-mails and the pushes that are held.
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
	return usecase.RunInBatches(ctx, func() (ended int, err error) {
		err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			ended, err = end(tx)
			return err
		})
		return ended, err
	})
}

func (r *RestoredMessages) endPart(ctx context.Context, decision loyalty.RestoreDecision, part store.RestoredPart) error {
	end := store.Queue.DropRestored
	if decision == loyalty.ReleaseRestored {
		end = store.Queue.ReleaseRestored
	}
	return usecase.RunInBatches(ctx, func() (ended int, err error) {
		err = r.base.Store.InBusiness(ctx, part.BusinessID, func(tx *store.Tx) (err error) {
			ended, err = end(tx.Queue(), part.Urgency, r.base.Now(), usecase.BatchSize)
			return err
		})
		return ended, err
	})
}

// finish notes that what was decided holds for all of them, unless another program is busy
// with some.
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
