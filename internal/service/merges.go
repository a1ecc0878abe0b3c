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
	var result MergeResult
	err := m.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		pair, err := lockPair(tx, keptID, mergedID)
		if err != nil {
			return err
		}
		if result.MergeID, err = m.merge(tx, actor, business, pair); err != nil {
			return err
		}
		if result.Customer, err = tx.Customers().Get(pair.keptCustomer.ID); err != nil {
			return err
		}
		result.Progress, err = m.cards.ProgressOf(tx, business, result.Customer)
		return err
	})
	result.Customer = maskedFor(actor, result.Customer)
	return result, err
}

type mergePair struct {
	keptCustomer, mergedCustomer loyalty.Customer
	keptCard, mergedCard         loyalty.Card
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
	if p.keptCustomer, err = tx.Customers().Get(keptID); err != nil {
		return p, err
	}
	if p.mergedCustomer, err = tx.Customers().Get(mergedID); err != nil {
		return p, err
	}
	if p.keptCustomer.ID == p.mergedCustomer.ID {
		return p, loyalty.ErrMergeSelf
	}
	if p.keptCustomer.GuardianID == p.mergedCustomer.ID || p.mergedCustomer.GuardianID == p.keptCustomer.ID {
		return p, loyalty.ErrMergeGuardian
	}
	return p, p.readCards(tx)
}

func (p *mergePair) readCards(tx *store.Tx) (err error) {
	if p.keptCard, err = tx.Cards().Of(p.keptCustomer.ID); err != nil {
		return err
	}
	p.mergedCard, err = tx.Cards().Of(p.mergedCustomer.ID)
	return err
}

func (m *Merges) merge(tx *store.Tx, actor usecase.Actor, business loyalty.Business, p mergePair) (string, error) {
	if err := m.endUnverifiedAccess(tx, actor, p); err != nil {
		return "", err
	}
	changes := store.MergeChanges{KeptCustomer: p.keptCustomer, MergedCustomer: p.mergedCustomer}
	if err := m.mergeVisits(tx, actor, p, &changes); err != nil {
		return "", err
	}
	if err := mergeAdjustments(tx, p, &changes); err != nil {
		return "", err
	}
	if err := mergeClaims(tx, p, &changes); err != nil {
		return "", err
	}
	if err := m.mergeRewards(tx, business, p, &changes); err != nil {
		return "", err
	}
	if err := m.reassignRecords(tx, p, &changes); err != nil {
		return "", err
	}
	if err := m.mergeUsuals(tx, p, &changes); err != nil {
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
	merge := loyalty.Merge{ID: id, KeptID: p.keptCustomer.ID, MergedID: p.mergedCustomer.ID, At: m.base.Now(), By: actor.UserID}
	if err := tx.Merges().Insert(merge, changes); err != nil {
		return "", err
	}
	if err := m.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerMerged, p.keptCustomer)); err != nil {
		return "", err
	}
	if err := m.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerMerged, p.mergedCustomer)); err != nil {
		return "", err
	}
	return id, m.base.Record(tx, actor.UserID, loyalty.ActionCustomersMerged, p.keptCustomer.ID, p.mergedCustomer.ID)
}

// endUnverifiedAccess revokes QR and pass of a merged record with an unverified phone: a stranger may have them. A kept
// record without phone takes over the unverified one, and its first verification revokes them.
func (m *Merges) endUnverifiedAccess(tx *store.Tx, actor usecase.Actor, p mergePair) error {
	if !p.mergedCustomer.PhoneUnverified || p.keptCustomer.PhoneUnverified || p.keptCustomer.Phone == "" {
		return nil
	}
	return m.qrChanges.endAccessAfterFirstProof(tx, actor, p.mergedCustomer.ID)
}

// mergeVisits moves the visits. A second visit of a day becomes a further one, authorized by the actor.
func (m *Merges) mergeVisits(tx *store.Tx, actor usecase.Actor, p mergePair, changes *store.MergeChanges) error {
	visits, err := tx.Visits().ForMerge(p.mergedCustomer.ID)
	if err != nil {
		return err
	}
	changes.Visits = visits
	for _, visit := range visits {
		if visit.CardID == p.mergedCard.ID {
			visit.CardID = p.keptCard.ID
		}
		if visit.DaySlot != nil {
			slot, err := tx.Visits().NextDaySlot(p.keptCustomer.ID, visit.Day)
			if err != nil {
				return err
			}
			visit.DaySlot = &slot
			if slot > 0 && visit.AuthorizedBy == "" {
				visit.AuthorizedBy = actor.UserID
			}
		}
		if err := tx.Visits().Place(visit, p.keptCustomer.ID); err != nil {
			return err
		}
	}
	return nil
}

func mergeAdjustments(tx *store.Tx, p mergePair, changes *store.MergeChanges) error {
	adjustments, err := tx.Cards().AdjustmentsToMove(p.mergedCustomer.ID)
	if err != nil {
		return err
	}
	changes.Adjustments = adjustments
	for _, adjustment := range adjustments {
		if adjustment.CardID == p.mergedCard.ID {
			adjustment.CardID = p.keptCard.ID
		}
		if err := tx.Cards().PlaceAdjustment(adjustment, p.keptCustomer.ID); err != nil {
			return err
		}
	}
	return nil
}

func (p mergePair) rewards(tx *store.Tx) (keptRewards, mergedRewards []loyalty.Reward, err error) {
	if keptRewards, err = tx.Rewards().Of(p.keptCard.ID); err != nil {
		return nil, nil, err
	}
	mergedRewards, err = tx.Rewards().Of(p.mergedCard.ID)
	return keptRewards, mergedRewards, err
}

func (m *Merges) mergeRewards(tx *store.Tx, business loyalty.Business, p mergePair, changes *store.MergeChanges) error {
	keptRewards, mergedRewards, err := p.rewards(tx)
	if err != nil {
		return err
	}
	changes.Rewards = map[string]loyalty.RewardPlacement{}
	for _, reward := range append(keptRewards[:len(keptRewards):len(keptRewards)], mergedRewards...) {
		changes.Rewards[reward.ID] = reward.Placement()
	}
	terms := business.IndividualTerms(p.keptCustomer.WithFieldsFrom(p.mergedCustomer).Tag)
	plan := loyalty.PlanMerge(terms, p.keptCard, p.mergedCard, keptRewards, mergedRewards)
	if err := tx.Rewards().Place(plan.Rewards); err != nil {
		return err
	}
	changes.RevivedRewards = plan.RevivedIDs
	for _, milestone := range plan.Owed {
		id, err := m.rewards.grant(tx, p.keptCard, p.keptCustomer.ID, milestone)
		if err != nil {
			return err
		}
		changes.GrantedRewards = append(changes.GrantedRewards, id)
	}
	return nil
}

func (m *Merges) mergeRecords(tx *store.Tx, p mergePair) error {
	if err := tx.Customers().ArchiveMerged(p.mergedCustomer.ID, p.keptCustomer.ID, m.base.Now()); err != nil {
		return err
	}
	keptCustomer := p.keptCustomer.WithFieldsFrom(p.mergedCustomer)
	emailUnverified, err := bringsUnverifiedEmail(tx, p)
	if err != nil {
		return err
	}
	phoneUnverified, err := tx.Phones().IsUnverified(keptCustomer.ID)
	if err != nil {
		return err
	}
	if emailUnverified && phoneUnverified {
		keptCustomer.Email, emailUnverified = "", false // two different people may have typed e-mail and phone
	}
	children, err := tx.Customers().Children(keptCustomer.ID)
	if err != nil {
		return err
	}
	if len(children) > 0 {
		keptCustomer.GuardianID = "" // a customer with children is no child
	}
	if err := tx.Customers().Update(keptCustomer); err != nil {
		return err
	}
	if err := rewritePhone(tx, keptCustomer, loyalty.CanonicalPhone(keptCustomer.Phone)); err != nil {
		return err
	}
	if err := carryUnverifiedPhone(tx, p); err != nil {
		return err
	}
	if emailUnverified {
		if err := tx.Phones().MarkEmailUnverified(keptCustomer.ID); err != nil {
			return err
		}
	}
	if err := m.customers.protectMinor(tx, keptCustomer, loyalty.FormMerge); err != nil {
		return err
	}
	if p.keptCustomer.Family != nil || p.mergedCustomer.Family == nil {
		return nil
	}
	if _, err := tx.Families().Lock(p.mergedCustomer.Family.FamilyID); err != nil {
		return err
	}
	return tx.Families().Join(p.mergedCustomer.Family.FamilyID, p.keptCustomer.ID, p.mergedCustomer.Family.Role)
}

// rewritePhone uses the canonical form on a merge, the former one on an undo.
func rewritePhone(tx *store.Tx, keptCustomer loyalty.Customer, form string) error {
	if form == keptCustomer.Phone {
		return nil
	}
	return tx.Phones().ChangeForm(keptCustomer.ID, keptCustomer.Phone, form)
}

func carryUnverifiedPhone(tx *store.Tx, p mergePair) error {
	if p.keptCustomer.Phone != "" {
		return nil
	}
	isUnverified, err := tx.Phones().IsUnverified(p.mergedCustomer.ID)
	if err != nil || !isUnverified {
		return err
	}
	return tx.Phones().MarkUnverified(p.keptCustomer.ID, "")
}

// bringsUnverifiedEmail reports whether the merged record adds an unverified e-mail. A child's counts, because the
// guardian typed it.
func bringsUnverifiedEmail(tx *store.Tx, p mergePair) (bool, error) {
	if p.keptCustomer.Email != "" || p.mergedCustomer.Email == "" {
		return false, nil
	}
	isUnverified, err := tx.Phones().IsEmailUnverified(p.mergedCustomer.ID)
	return isUnverified || p.mergedCustomer.IsChild(), err
}

func recount(tx *store.Tx, p mergePair) error {
	if err := tx.Customers().Recount(p.keptCustomer.ID, p.keptCard.ID); err != nil {
		return err
	}
	return tx.Customers().Recount(p.mergedCustomer.ID, p.mergedCard.ID)
}

// List returns merges into a customer, newest first, or loyalty.ErrCustomerNotFound.
func (m *Merges) List(ctx context.Context, actor usecase.Actor, customerID string, list usecase.ListRequest) (usecase.List[loyalty.Merge], error) {
	var merges usecase.List[loyalty.Merge]
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
