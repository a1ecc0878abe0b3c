package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Merges merges two records of a customer, and undoes merges.
type Merges struct {
	base      *usecase.Base
	customers *Customers
	cards     *usecase.Cards
	rewards   *Rewards
	qrChanges *QRChanges
}

// MergeResult is the result of a merge.
type MergeResult struct {
	MergeID  string
	Customer loyalty.Customer
	Progress loyalty.Progress
}

// Merge moves visits, rewards, consents and family to the kept record, which the merged QR then opens. Marketing
// refused by either stays refused. Only milestones above both cards earn rewards. Errors: loyalty.ErrCustomerNotFound,
// loyalty.ErrMergeSelf, loyalty.ErrMergeGuardian for a child and their guardian.
func (m *Merges) Merge(ctx context.Context, actor usecase.Actor, keptID, mergedID string) (MergeResult, error) {
	var merged MergeResult
	err := m.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		pair, err := lockPair(tx, keptID, mergedID)
		if err != nil {
			return err
		}
		if merged.MergeID, err = m.merge(tx, actor, business, pair); err != nil {
			return err
		}
		if merged.Customer, err = tx.Customers().Get(pair.kept.ID); err != nil {
			return err
		}
		merged.Progress, err = m.cards.ProgressOf(tx, business, merged.Customer)
		return err
	})
	merged.Customer = maskedFor(actor, merged.Customer)
	return merged, err
}

type mergePair struct {
	kept, merged         loyalty.Customer
	keptCard, mergedCard loyalty.Card
}

// lockPair locks in id order, against deadlocks.
func lockPair(tx *store.Tx, keptID, mergedID string) (mergePair, error) {
	first, second := min(keptID, mergedID), max(keptID, mergedID)
	for _, id := range []string{first, second} {
		if _, err := tx.Customers().Lock(id); err != nil {
			return mergePair{}, err
		}
	}
	var p mergePair
	var err error
	if p.kept, err = tx.Customers().Get(keptID); err != nil {
		return p, err
	}
	if p.merged, err = tx.Customers().Get(mergedID); err != nil {
		return p, err
	}
	if p.kept.ID == p.merged.ID {
		return p, loyalty.ErrMergeSelf
	}
	if p.kept.GuardianID == p.merged.ID || p.merged.GuardianID == p.kept.ID {
		return p, loyalty.ErrMergeGuardian
	}
	return p, p.readCards(tx)
}

func (p *mergePair) readCards(tx *store.Tx) (err error) {
	if p.keptCard, err = tx.Cards().Of(p.kept.ID); err != nil {
		return err
	}
	p.mergedCard, err = tx.Cards().Of(p.merged.ID)
	return err
}

func (m *Merges) merge(tx *store.Tx, actor usecase.Actor, business loyalty.Business, p mergePair) (string, error) {
	if err := m.endUnverifiedAccess(tx, actor, p); err != nil {
		return "", err
	}
	moved := store.MergeChanges{Kept: p.kept, Merged: p.merged}
	if err := m.mergeVisits(tx, actor, p, &moved); err != nil {
		return "", err
	}
	if err := mergeAdjustments(tx, p, &moved); err != nil {
		return "", err
	}
	if err := mergeClaims(tx, p, &moved); err != nil {
		return "", err
	}
	if err := m.mergeRewards(tx, business, p, &moved); err != nil {
		return "", err
	}
	if err := m.reassignRecords(tx, p, &moved); err != nil {
		return "", err
	}
	if err := m.mergeUsuals(tx, p, &moved); err != nil {
		return "", err
	}
	if err := m.mergeRecords(tx, p); err != nil {
		return "", err
	}
	if err := recount(tx, p); err != nil {
		return "", err
	}
	id, err := m.base.IDs.Next(m.base.Now())
	if err != nil {
		return "", err
	}
	merge := loyalty.Merge{ID: id, KeptID: p.kept.ID, MergedID: p.merged.ID, At: m.base.Now(), By: actor.UserID}
	if err := tx.Merges().Insert(merge, moved); err != nil {
		return "", err
	}
	if err := m.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerMerged, p.kept)); err != nil {
		return "", err
	}
	if err := m.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerMerged, p.merged)); err != nil {
		return "", err
	}
	return id, m.base.Record(tx, actor.UserID, loyalty.ActionCustomersMerged, p.kept.ID, p.merged.ID)
}

// endUnverifiedAccess revokes QR and pass of a merged record with an unverified phone: a stranger may have them. A kept
// record without phone takes over the unverified one, and its first verification revokes them.
func (m *Merges) endUnverifiedAccess(tx *store.Tx, actor usecase.Actor, p mergePair) error {
	if !p.merged.PhoneUnverified || p.kept.PhoneUnverified || p.kept.Phone == "" {
		return nil
	}
	return m.qrChanges.endAccessAfterFirstProof(tx, actor, p.merged.ID)
}

// mergeVisits moves the visits. A second visit of a day becomes a further one, authorized by the actor.
func (m *Merges) mergeVisits(tx *store.Tx, actor usecase.Actor, p mergePair, moved *store.MergeChanges) error {
	visits, err := tx.Visits().ForMerge(p.merged.ID)
	if err != nil {
		return err
	}
	moved.Visits = visits
	for _, visit := range visits {
		if visit.CardID == p.mergedCard.ID {
			visit.CardID = p.keptCard.ID
		}
		if visit.DaySlot != nil {
			slot, err := tx.Visits().NextDaySlot(p.kept.ID, visit.Day)
			if err != nil {
				return err
			}
			visit.DaySlot = &slot
			if slot > 0 && visit.AuthorizedBy == "" {
				visit.AuthorizedBy = actor.UserID
			}
		}
		if err := tx.Visits().Place(visit, p.kept.ID); err != nil {
			return err
		}
	}
	return nil
}

func mergeAdjustments(tx *store.Tx, p mergePair, moved *store.MergeChanges) error {
	adjustments, err := tx.Cards().AdjustmentsToMove(p.merged.ID)
	if err != nil {
		return err
	}
	moved.Adjusted = adjustments
	for _, adjustment := range adjustments {
		if adjustment.CardID == p.mergedCard.ID {
			adjustment.CardID = p.keptCard.ID
		}
		if err := tx.Cards().PlaceAdjustment(adjustment, p.kept.ID); err != nil {
			return err
		}
	}
	return nil
}

func (p mergePair) rewards(tx *store.Tx) (kept, merged []loyalty.Reward, err error) {
	if kept, err = tx.Rewards().Of(p.keptCard.ID); err != nil {
		return nil, nil, err
	}
	merged, err = tx.Rewards().Of(p.mergedCard.ID)
	return kept, merged, err
}

func (m *Merges) mergeRewards(tx *store.Tx, business loyalty.Business, p mergePair, moved *store.MergeChanges) error {
	kept, merged, err := p.rewards(tx)
	if err != nil {
		return err
	}
	moved.Rewards = map[string]loyalty.RewardPlacement{}
	for _, reward := range append(kept[:len(kept):len(kept)], merged...) {
		moved.Rewards[reward.ID] = reward.Placement()
	}
	terms := business.IndividualTerms(p.kept.WithFieldsFrom(p.merged).Tag)
	plan := loyalty.PlanMerge(terms, p.keptCard, p.mergedCard, kept, merged)
	if err := tx.Rewards().Place(plan.Rewards); err != nil {
		return err
	}
	moved.Revived = plan.RevivedIDs
	for _, milestone := range plan.Owed {
		id, err := m.rewards.grant(tx, p.keptCard, p.kept.ID, milestone)
		if err != nil {
			return err
		}
		moved.Granted = append(moved.Granted, id)
	}
	return nil
}

func (m *Merges) mergeRecords(tx *store.Tx, p mergePair) error {
	if err := tx.Customers().ArchiveMerged(p.merged.ID, p.kept.ID, m.base.Now()); err != nil {
		return err
	}
	kept := p.kept.WithFieldsFrom(p.merged)
	emailUnverified, err := bringsUnverifiedEmail(tx, p)
	if err != nil {
		return err
	}
	phoneUnverified, err := tx.Phones().IsUnverified(kept.ID)
	if err != nil {
		return err
	}
	if emailUnverified && phoneUnverified {
		kept.Email, emailUnverified = "", false // two different people may have typed e-mail and phone
	}
	children, err := tx.Customers().Children(kept.ID)
	if err != nil {
		return err
	}
	if len(children) > 0 {
		kept.GuardianID = "" // a customer with children is no child
	}
	if err := tx.Customers().Update(kept); err != nil {
		return err
	}
	if err := rewritePhone(tx, kept, loyalty.CanonicalPhone(kept.Phone)); err != nil {
		return err
	}
	if err := carryUnverifiedPhone(tx, p); err != nil {
		return err
	}
	if emailUnverified {
		if err := tx.Phones().MarkEmailUnverified(kept.ID); err != nil {
			return err
		}
	}
	if err := m.customers.protectMinor(tx, kept, loyalty.FormMerge); err != nil {
		return err
	}
	if p.kept.Family != nil || p.merged.Family == nil {
		return nil
	}
	if _, err := tx.Families().Lock(p.merged.Family.FamilyID); err != nil {
		return err
	}
	return tx.Families().Join(p.merged.Family.FamilyID, p.kept.ID, p.merged.Family.Role)
}

// rewritePhone uses the canonical form on a merge, the former one on an undo.
func rewritePhone(tx *store.Tx, kept loyalty.Customer, form string) error {
	if form == kept.Phone {
		return nil
	}
	return tx.Phones().ChangeForm(kept.ID, kept.Phone, form)
}

func carryUnverifiedPhone(tx *store.Tx, p mergePair) error {
	if p.kept.Phone != "" {
		return nil
	}
	isUnverified, err := tx.Phones().IsUnverified(p.merged.ID)
	if err != nil || !isUnverified {
		return err
	}
	return tx.Phones().MarkUnverified(p.kept.ID, "")
}

// bringsUnverifiedEmail reports whether the merged record adds an unverified e-mail. A child's counts, because the
// guardian typed it.
func bringsUnverifiedEmail(tx *store.Tx, p mergePair) (bool, error) {
	if p.kept.Email != "" || p.merged.Email == "" {
		return false, nil
	}
	isUnverified, err := tx.Phones().IsEmailUnverified(p.merged.ID)
	return isUnverified || p.merged.IsChild(), err
}

func recount(tx *store.Tx, p mergePair) error {
	if err := tx.Customers().Recount(p.kept.ID, p.keptCard.ID); err != nil {
		return err
	}
	return tx.Customers().Recount(p.merged.ID, p.mergedCard.ID)
}

// List returns merges into a customer, newest first, or loyalty.ErrCustomerNotFound.
func (m *Merges) List(ctx context.Context, actor usecase.Actor, customerID string, list usecase.ListRequest) (usecase.Listed[loyalty.Merge], error) {
	var merges usecase.Listed[loyalty.Merge]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return merges, err
	}
	err = m.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		merges, err = tx.Merges().List(customer.ID, page)
		return err
	})
	return merges, err
}
