package service

import (
	"context"
	"errors"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// undoBatchSize keeps transactions short for check-ins.
	undoBatchSize = 10
	allRuns       = 1 << 60
)

// undo undoes an import backwards. Each step removes its rows, so that a crash undoes none twice.
func (i *Imports) undo(ctx context.Context, run importRun, seen loyalty.Import) error {
	for more := true; more; {
		err := i.inRun(ctx, run, seen, func(tx *store.Tx, found *loyalty.Import) error {
			rows, err := store.ImportsIn(tx).Effects(found.ID, found.Run, undoBatchSize)
			if err != nil {
				return err
			}
			for _, row := range rows {
				if err := i.rows.undoRow(tx, *found, row, &found.Undone); err != nil {
					return err
				}
			}
			if more = len(rows) == undoBatchSize; !more {
				found.State, found.UndoneAt = loyalty.ImportUndone, i.base.Now()
				found.Version++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(i.removeFile(ctx, run.ImportRef), i.removeRows(ctx, run.ImportRef, allRuns))
}

func (i rowImporter) undoRow(tx *store.Tx, found loyalty.Import, row store.ImportRow, undone *loyalty.ImportUndoResult) error {
	if err := store.ImportsIn(tx).RemoveRow(found.ID, found.Run, row.Number); err != nil {
		return err
	}
	customer, err := tx.Customers().Lock(row.CustomerID)
	switch {
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		undone.Keep("Su ficha se ha archivado")
		return nil
	case err != nil:
		return err
	case customer.ID != row.CustomerID:
		undone.Keep("Su ficha se ha unido a otra")
		return nil
	}
	actor := usecase.Actor{UserID: found.CreatedBy, Role: loyalty.Owner, BusinessID: tx.BusinessID()}
	if row.Effect.Created {
		return i.removeCustomer(tx, actor, found, customer, *row.Effect, undone)
	}
	return i.restoreCustomer(tx, actor, found, customer, *row.Effect, undone)
}

// removeCustomer keeps a customer with activity since.
func (i rowImporter) removeCustomer(
	tx *store.Tx, actor usecase.Actor, found loyalty.Import, customer loyalty.Customer, effect store.ImportEffect, undone *loyalty.ImportUndoResult,
) error {
	reason, err := store.ImportsIn(tx).ReasonToKeep(customer.ID, effect)
	if err != nil {
		return err
	}
	if reason != "" {
		undone.Keep(reason)
		return nil
	}
	rewards, earned, err := store.ImportsIn(tx).RewardsEarned(customer.ID)
	if err != nil {
		return err
	}
	if err := store.ImportsIn(tx).RemoveCustomer(customer.ID); err != nil {
		return err
	}
	undone.Removed++
	for _, id := range rewards {
		if err := i.base.Append(tx, loyalty.Event{Kind: loyalty.EventRewardWithdrawn, CustomerID: customer.ID, RewardID: id}); err != nil {
			return err
		}
	}
	if err := appendOfDays(i.base, tx, loyalty.NewCustomerEvent(loyalty.EventCustomerArchived, customer), earned); err != nil {
		return err
	}
	return i.base.Record(tx, actor.UserID, loyalty.ActionImportRemoved, customer.ID, found.ID)
}

// restoreCustomer reverts imported fields that have not changed since.
func (i rowImporter) restoreCustomer(
	tx *store.Tx, actor usecase.Actor, found loyalty.Import, customer loyalty.Customer, effect store.ImportEffect, undone *loyalty.ImportUndoResult,
) error {
	kept, err := i.undoOpening(tx, actor, effect)
	if err != nil {
		return err
	}
	signs, err := store.ImportsIn(tx).ContactUse(customer.ID, found.StartedAt)
	if err != nil {
		return err
	}
	restored, changedSince := withoutFilled(customer, effect, signs == "")
	switch {
	case kept != "":
	case changedSince:
		kept = "Sus datos se han cambiado después"
	case restored.Phone == effect.Filled.Phone && effect.Filled.Phone != "", restored.Email == effect.Filled.Email && effect.Filled.Email != "":
		kept = signs
	}
	if restored != customer {
		restored.Version = customer.Version + 1
		if err := i.fill(tx, actor, customer, restored); err != nil {
			return err
		}
		if effect.Image != nil && (restored.Phone != customer.Phone || restored.Email != customer.Email) {
			if err := store.ImportsIn(tx).RestorePhoneImage(customer.ID, *effect.Image); err != nil {
				return err
			}
		}
	}
	if kept != "" {
		undone.Keep(kept)
		return nil
	}
	undone.Restored++
	return store.ImportsIn(tx).RemoveClaims(found.ID, customer.ID)
}

func (i rowImporter) undoOpening(tx *store.Tx, actor usecase.Actor, effect store.ImportEffect) (kept string, err error) {
	if effect.Adjustment == "" {
		return "", nil
	}
	adjustment, err := tx.Cards().GetAdjustment(effect.Adjustment)
	if err != nil || !adjustment.UndoneAt.IsZero() {
		return "", err
	}
	err = i.adjustments.undo(tx, actor, adjustment)
	switch {
	case errors.Is(err, loyalty.ErrOpeningBalanceRedeemed):
		return "Ha canjeado una recompensa con sus sellos", nil
	case errors.Is(err, loyalty.ErrOpeningBalanceUsed), errors.Is(err, loyalty.ErrOpeningBalanceTooLate):
		return "Sus sellos se han corregido después", nil
	}
	return "", err
}

func withoutFilled(customer loyalty.Customer, effect store.ImportEffect, mayLoseContact bool) (restored loyalty.Customer, changedSince bool) {
	remove := func(value *string, filled string) {
		switch {
		case filled == "":
		case *value == filled:
			*value = ""
		default:
			changedSince = true
		}
	}
	if mayLoseContact {
		remove(&customer.Phone, effect.Filled.Phone)
		remove(&customer.Email, effect.Filled.Email)
	}
	birthday := string(customer.Birthday)
	remove(&birthday, string(effect.Filled.Birthday))
	remove(&customer.Notes, effect.Filled.Notes)
	if added := effect.Filled.Contacts; added != "" {
		former, isLast := strings.CutSuffix(customer.Notes, "\n"+added)
		customer.Notes, changedSince = former, changedSince || !isLast
	}
	customer.Birthday = loyalty.Day(birthday)
	switch effect.VisitDay {
	case "":
	case customer.ImportedVisitDay:
		customer.ImportedVisitDay = effect.FormerDay
	default:
		changedSince = true
	}
	return customer, changedSince
}

func (i *Imports) removeFile(ctx context.Context, ref store.ImportRef) error {
	for more := true; more; {
		err := i.base.Store.InBusiness(ctx, ref.BusinessID, func(tx *store.Tx) (err error) {
			more, err = store.ImportsIn(tx).RemoveChunk(ref.ID)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (i *Imports) removeRows(ctx context.Context, ref store.ImportRef, before int64) error {
	return usecase.RunInBatches(ctx, func() (removed int, err error) {
		err = i.base.Store.InBusiness(ctx, ref.BusinessID, func(tx *store.Tx) error {
			removed, err = store.ImportsIn(tx).RemoveRows(ref.ID, before, usecase.BatchSize)
			return err
		})
		return removed, err
	})
}

// purge removes an import, except its consent claims, which are evidence. It hides the import first: partial rows give
// wrong counts.
func (i *Imports) purge(ctx context.Context, ref store.ImportRef) error {
	err := i.base.Store.InBusiness(ctx, ref.BusinessID, func(tx *store.Tx) error { return store.ImportsIn(tx).Discard(ref.ID) })
	if err != nil {
		return err
	}
	if err := errors.Join(i.removeFile(ctx, ref), i.removeRows(ctx, ref, allRuns)); err != nil {
		return err
	}
	return i.base.Store.InBusiness(ctx, ref.BusinessID, func(tx *store.Tx) error { return store.ImportsIn(tx).Remove(ref.ID) })
}

// RemoveExpired removes imports older than loyalty.ImportUndoPeriod.
func (i *Imports) RemoveExpired(ctx context.Context) error {
	for {
		var expired []store.ImportRef
		err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			expired, err = tx.Imports().Expired(i.base.Now(), importsAtOnce)
			return err
		})
		if err != nil {
			return err
		}
		for _, ref := range expired {
			if err := i.purge(ctx, ref); err != nil {
				return err
			}
		}
		if len(expired) < importsAtOnce {
			return nil
		}
	}
}
