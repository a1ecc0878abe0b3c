package service

import (
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Undo returns each record's visits, rewards and consents. Later activity stays with the kept record, redeemed rewards
// stay redeemed. Errors: loyalty.ErrMergeNotFound, also if the kept record was merged since; loyalty.ErrMergeUndone;
// loyalty.ErrMergeTooLate; loyalty.ErrMergeCorrected for negative stamps; loyalty.ErrPhoneTaken;
// loyalty.ErrGuardianWithoutPhone.
func (m *Merges) Undo(ctx context.Context, actor usecase.Actor, mergeID string) error {
	return m.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		merge, changes, err := tx.Merges().Lock(mergeID)
		if err != nil {
			return err
		}
		if err := merge.MayUndo(m.base.Now()); err != nil {
			return err
		}
		earnTimes, err := tx.Rewards().EarnedAt(changes.GrantedRewards) // read before they are withdrawn
		if err != nil {
			return err
		}
		if err := m.split(tx, actor, merge, changes); err != nil {
			return err
		}
		if err := tx.Merges().MarkUndone(merge.ID, m.base.Now(), actor.UserID); err != nil {
			return err
		}
		if err := appendOfDays(m.base, tx, loyalty.NewCustomerEvent(loyalty.EventMergeUndone, changes.KeptCustomer), earnTimes); err != nil {
			return err
		}
		if err := m.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventMergeUndone, changes.MergedCustomer)); err != nil {
			return err
		}
		return m.base.Record(tx, actor.UserID, loyalty.ActionMergeUndone, merge.KeptID, merge.MergedID)
	})
}

func (m *Merges) split(tx *store.Tx, actor usecase.Actor, merge loyalty.Merge, changes store.MergeChanges) error {
	for _, record := range []*loyalty.Customer{&changes.KeptCustomer, &changes.MergedCustomer} {
		if err := lockGuardian(tx, record, merge.KeptID); err != nil {
			return err
		}
	}
	keptCustomer, err := tx.Customers().Lock(merge.KeptID)
	if err != nil {
		return err
	}
	if keptCustomer.ID != merge.KeptID {
		return loyalty.ErrMergeNotFound // undo the later merge first
	}
	if loyalty.SamePhone(keptCustomer.Phone, changes.KeptCustomer.Phone) {
		if err := rewritePhone(tx, keptCustomer, changes.KeptCustomer.Phone); err != nil {
			return err
		}
		keptCustomer.Phone = changes.KeptCustomer.Phone
	}
	former := keptCustomer.WithoutFieldsFrom(changes.KeptCustomer, changes.MergedCustomer)
	if err := tx.Customers().Update(former); err != nil {
		return err
	}
	if err := tx.Customers().RestoreMerged(merge.MergedID); err != nil {
		return err
	}
	p, err := lockPair(tx, merge.KeptID, merge.MergedID)
	if err != nil {
		return err
	}
	if err := returnVisits(tx, p, changes); err != nil {
		return err
	}
	if err := returnClaims(tx, p, changes); err != nil {
		return err
	}
	if err := refuseTooFewStamps(tx, p); err != nil {
		return err
	}
	if err := recount(tx, p); err != nil {
		return err
	}
	if err := m.returnRewards(tx, merge, p, changes); err != nil {
		return err
	}
	if err := returnRecords(tx, p, changes); err != nil {
		return err
	}
	if err := m.returnUsuals(tx, actor, p, changes); err != nil {
		return err
	}
	if err := refuseUnreachableChildren(tx, keptCustomer, former); err != nil {
		return err
	}
	return m.returnFamily(tx, p, changes)
}

// lockGuardian locks the former guardian against archiving. It clears GuardianID if the guardian is archived or is the
// kept record.
func lockGuardian(tx *store.Tx, record *loyalty.Customer, keptID string) error {
	if record.GuardianID == "" {
		return nil
	}
	guardian, err := tx.Customers().Lock(record.GuardianID)
	if err != nil && !errors.Is(err, loyalty.ErrCustomerNotFound) {
		return err
	}
	if record.GuardianID = guardian.ID; guardian.ID == keptID {
		record.GuardianID = ""
	}
	return nil
}

func refuseTooFewStamps(tx *store.Tx, p mergePair) error {
	for customerID, cardID := range map[string]string{p.keptCustomer.ID: p.keptCard.ID, p.mergedCustomer.ID: p.mergedCard.ID} {
		stamps, err := tx.Cards().CountStamps(customerID, cardID)
		if err != nil {
			return err
		}
		if stamps < 0 {
			return loyalty.ErrMergeCorrected
		}
	}
	return nil
}

func returnVisits(tx *store.Tx, p mergePair, changes store.MergeChanges) error {
	for _, visit := range changes.Visits {
		if err := tx.Visits().Place(visit, p.mergedCustomer.ID); err != nil {
			return err
		}
	}
	for _, adjustment := range changes.Adjustments {
		if err := tx.Cards().PlaceAdjustment(adjustment, p.mergedCustomer.ID); err != nil {
			return err
		}
	}
	for _, visit := range changes.Visits {
		for _, customerID := range []string{p.keptCustomer.ID, p.mergedCustomer.ID} {
			if err := tx.Visits().CompactDay(customerID, visit.Day); err != nil {
				return err
			}
		}
	}
	return nil
}

// returnRewards returns every reward to its card, and withdraws those that the merge granted.
func (m *Merges) returnRewards(tx *store.Tx, merge loyalty.Merge, p mergePair, changes store.MergeChanges) error {
	together := p.keptCard.Stamps
	if err := p.readCards(tx); err != nil {
		return err
	}
	keptRewards, mergedRewards, err := p.rewards(tx)
	if err != nil {
		return err
	}
	laterStamps, err := stampsOfLaterMerges(tx, merge, p.keptCard)
	if err != nil {
		return err
	}
	plan := loyalty.PlanSplit(loyalty.Split{
		Rewards: append(keptRewards, mergedRewards...), Origin: changes.Rewards, GrantedIDs: changes.GrantedRewards, RevivedIDs: changes.RevivedRewards,
		KeptCardID:     p.keptCard.ID,
		StampsByCard:   map[string]int64{p.keptCard.ID: p.keptCard.Stamps, p.mergedCard.ID: p.mergedCard.Stamps},
		ReturnedStamps: together - p.keptCard.Stamps, LaterStamps: laterStamps,
	})
	for _, id := range plan.WithdrawnIDs {
		if err := tx.Rewards().Withdraw(id); err != nil {
			return err
		}
		if err := m.base.Append(tx, loyalty.Event{Kind: loyalty.EventRewardWithdrawn, CustomerID: p.keptCustomer.ID, RewardID: id}); err != nil {
			return err
		}
	}
	if err := tx.Rewards().Place(plan.Rewards); err != nil {
		return err
	}
	return m.restoreEarnedRewards(tx, p)
}

func stampsOfLaterMerges(tx *store.Tx, merge loyalty.Merge, keptCard loyalty.Card) (int64, error) {
	movedIDs, err := tx.Merges().VisitsMovedAfter(merge)
	if err != nil || len(movedIDs) == 0 {
		return 0, err
	}
	visits, err := tx.Visits().ForMerge(merge.KeptID)
	if err != nil {
		return 0, err
	}
	stamps := int64(0)
	for _, visit := range visits {
		if visit.DaySlot != nil && visit.CardID == keptCard.ID && movedIDs[visit.ID] {
			stamps++
		}
	}
	adjustments, err := tx.Cards().AdjustmentsToMove(merge.KeptID)
	for _, adjustment := range adjustments {
		if adjustment.CardID == keptCard.ID && movedIDs[adjustment.ID] {
			stamps += adjustment.Stamps
		}
	}
	return stamps, err
}

// restoreEarnedRewards grants withdrawn milestones that the card's own visits reached since.
func (m *Merges) restoreEarnedRewards(tx *store.Tx, p mergePair) error {
	milestones, err := tx.Visits().UnpaidMilestones(p.keptCustomer.ID, p.keptCard.ID)
	if err != nil {
		return err
	}
	for _, milestone := range milestones {
		if err := m.rewards.earn(tx, p.keptCard.ID, p.keptCustomer.ID, milestone); err != nil {
			return err
		}
	}
	return tx.Rewards().Cancel(p.keptCard.ID, p.keptCard.Stamps)
}

// returnFamily returns the merged record to its family. It removes the kept record if the merge added it.
func (m *Merges) returnFamily(tx *store.Tx, p mergePair, changes store.MergeChanges) error {
	family := changes.MergedCustomer.Family
	if family == nil {
		return nil
	}
	_, err := tx.Families().Lock(family.FamilyID)
	if errors.Is(err, loyalty.ErrFamilyNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if changes.KeptCustomer.Family == nil && p.keptCustomer.Family != nil && p.keptCustomer.Family.FamilyID == family.FamilyID {
		if err := tx.Families().Leave(p.keptCustomer.ID); err != nil {
			return err
		}
	}
	role, err := returnedRole(tx, *family)
	if err != nil {
		return err
	}
	return tx.Families().Join(family.FamilyID, p.mergedCustomer.ID, role)
}

func returnedRole(tx *store.Tx, former loyalty.Membership) (loyalty.FamilyRole, error) {
	members, err := tx.Families().Members(former.FamilyID)
	if err != nil {
		return "", err
	}
	for _, member := range members {
		if former.Role == loyalty.RolePrimary && member.Family.Role == loyalty.RolePrimary {
			return loyalty.RoleAdult, nil
		}
	}
	return former.Role, nil
}
