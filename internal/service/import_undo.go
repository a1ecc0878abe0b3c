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
func (i *Imports) undo(ctx context.Context, run importRun, claimedImport loyalty.Import) error {
	for more := true; more; {
		err := i.inRun(ctx, run, claimedImport, func(tx *store.Tx, importRecord *loyalty.Import) error {
			rows, err := store.ImportsIn(tx).Effects(importRecord.ID, importRecord.Run, undoBatchSize)
			if err != nil {
				return err
			}
			for _, row := range rows {
				if err := i.rows.undoRow(tx, *importRecord, row, &importRecord.UndoResult); err != nil {
					return err
				}
			}
			if more = len(rows) == undoBatchSize; !more {
				importRecord.State, importRecord.UndoneAt = loyalty.ImportUndone, i.base.Now()
				importRecord.Version++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(i.removeFile(ctx, run.ImportRef), i.removeRows(ctx, run.ImportRef, allRuns))
}

func (i rowImporter) undoRow(tx *store.Tx, importRecord loyalty.Import, row store.ImportRow, undone *loyalty.ImportUndoResult) error {
	if err := store.ImportsIn(tx).RemoveRow(importRecord.ID, importRecord.Run, row.Number); err != nil {
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
	actor := usecase.Actor{UserID: importRecord.CreatedBy, Role: loyalty.Owner, BusinessID: tx.BusinessID()}
	if row.Effect.Created {
		return i.removeCustomer(tx, actor, importRecord, customer, *row.Effect, undone)
	}
	return i.restoreCustomer(tx, actor, importRecord, customer, *row.Effect, undone)
}

// removeCustomer removes an imported customer, unless they had activity after the import.
func (i rowImporter) removeCustomer(
	tx *store.Tx, actor usecase.Actor, importRecord loyalty.Import, customer loyalty.Customer, effect store.ImportEffect, undone *loyalty.ImportUndoResult,
) error {
	reason, err := store.ImportsIn(tx).ReasonToKeep(customer.ID, effect)
	if err != nil {
		return err
	}
	if reason != "" {
		undone.Keep(reason)
		return nil
	}
	rewards, earnTimes, err := store.ImportsIn(tx).RewardsEarned(customer.ID)
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
	if err := appendOfDays(i.base, tx, loyalty.NewCustomerEvent(loyalty.EventCustomerArchived, customer), earnTimes); err != nil {
		return err
	}
	return i.base.Record(tx, actor.UserID, loyalty.ActionImportRemoved, customer.ID, importRecord.ID)
}

// restoreCustomer reverts imported fields that were not changed after the import.
func (i rowImporter) restoreCustomer(
	tx *store.Tx, actor usecase.Actor, importRecord loyalty.Import, customer loyalty.Customer, effect store.ImportEffect, undone *loyalty.ImportUndoResult,
) error {
	reason, err := i.undoOpening(tx, actor, effect)
	if err != nil {
		return err
	}
	signs, err := store.ImportsIn(tx).ContactUse(customer.ID, importRecord.StartedAt)
	if err != nil {
		return err
	}
	restoredCustomer, changedSince := withoutFilled(customer, effect, signs == "")
	switch {
	case reason != "":
	case changedSince:
		reason = "Sus datos se han cambiado después"
	case restoredCustomer.Phone == effect.FilledFields.Phone && effect.FilledFields.Phone != "", restoredCustomer.Email == effect.FilledFields.Email && effect.FilledFields.Email != "":
		reason = signs
	}
	if restoredCustomer != customer {
		restoredCustomer.Version = customer.Version + 1
		if err := i.fill(tx, actor, customer, restoredCustomer); err != nil {
			return err
		}
		if effect.Image != nil && (restoredCustomer.Phone != customer.Phone || restoredCustomer.Email != customer.Email) {
			if err := store.ImportsIn(tx).RestorePhoneImage(customer.ID, *effect.Image); err != nil {
				return err
			}
		}
	}
	if reason != "" {
		undone.Keep(reason)
		return nil
	}
	undone.Restored++
	return store.ImportsIn(tx).RemoveClaims(importRecord.ID, customer.ID)
}

func (i rowImporter) undoOpening(tx *store.Tx, actor usecase.Actor, effect store.ImportEffect) (reason string, err error) {
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

func withoutFilled(customer loyalty.Customer, effect store.ImportEffect, mayLoseContact bool) (restoredCustomer loyalty.Customer, changedSince bool) {
	remove := func(value *string, filledValue string) {
		switch {
		case filledValue == "":
		case *value == filledValue:
			*value = ""
		default:
			changedSince = true
		}
	}
	if mayLoseContact {
		remove(&customer.Phone, effect.FilledFields.Phone)
		remove(&customer.Email, effect.FilledFields.Email)
	}
	birthday := string(customer.Birthday)
	remove(&birthday, string(effect.FilledFields.Birthday))
	remove(&customer.Notes, effect.FilledFields.Notes)
	if contacts := effect.FilledFields.Contacts; contacts != "" {
		former, isLast := strings.CutSuffix(customer.Notes, "\n"+contacts)
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
	return usecase.RunInBatches(ctx, func() (count int, err error) {
		err = i.base.Store.InBusiness(ctx, ref.BusinessID, func(tx *store.Tx) error {
			count, err = store.ImportsIn(tx).RemoveRows(ref.ID, before, usecase.BatchSize)
			return err
		})
		return count, err
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
		var expiredImports []store.ImportRef
		err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			expiredImports, err = tx.Imports().ListExpired(i.base.Now(), importsAtOnce)
			return err
		})
		if err != nil {
			return err
		}
		for _, ref := range expiredImports {
			if err := i.purge(ctx, ref); err != nil {
				return err
			}
		}
		if len(expiredImports) < importsAtOnce {
			return nil
		}
	}
}
