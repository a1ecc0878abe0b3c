package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// FamilyEffect has what changes for a customer: the stamped card and the redeemable rewards.
type FamilyEffect struct {
	Customer      loyalty.Customer
	Before, After loyalty.Progress
}

// PreviewMembership previews joining or, for a member, leaving. Error: loyalty.ErrInAnotherFamily.
func (f *Families) PreviewMembership(ctx context.Context, actor usecase.Actor, familyID, customerID string) (FamilyEffect, error) {
	var effect FamilyEffect
	err := f.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		family, err := tx.Families().Get(familyID)
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		var afterwards *loyalty.Membership
		switch {
		case customer.Family == nil:
			afterwards = family.NewMembership(loyalty.RoleAdult)
		case customer.Family.FamilyID != familyID:
			return loyalty.ErrInAnotherFamily
		}
		effect, err = f.effectOf(tx, actor, business, customer, afterwards)
		return err
	})
	return effect, err
}

// PreviewPolicy previews a policy for each member. Error: loyalty.ErrFamilyNotFound.
func (f *Families) PreviewPolicy(ctx context.Context, actor usecase.Actor, familyID string, policy loyalty.FamilyPolicy) ([]FamilyEffect, error) {
	effects := []FamilyEffect{}
	err := f.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		former, err := tx.Families().Get(familyID)
		if err != nil {
			return err
		}
		family, err := loyalty.FamilyChanges{Policy: &policy}.Apply(former)
		if err != nil {
			return err
		}
		members, err := tx.Families().Members(familyID)
		if err != nil {
			return err
		}
		effects = make([]FamilyEffect, len(members))
		for i, member := range members {
			if effects[i], err = f.effectOf(tx, actor, business, member, family.NewMembership(member.Family.Role)); err != nil {
				return err
			}
		}
		return nil
	})
	return effects, err
}

func (f *Families) effectOf(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, afterwards *loyalty.Membership,
) (FamilyEffect, error) {
	before, err := f.cards.ProgressOf(tx, business, customer)
	if err != nil {
		return FamilyEffect{}, err
	}
	customer.Family = afterwards
	after, err := f.cards.ProgressOf(tx, business, customer)
	return FamilyEffect{Customer: maskedFor(actor, customer), Before: before, After: after}, err
}
