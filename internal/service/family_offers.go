package service

import (
	"cmp"
	"context"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// FamilyOffer is a family offered to guardian and children. Without effects there is no offer.
type FamilyOffer struct {
	Family  loyalty.Family // without id: new
	Effects []FamilyEffect
}

// Offer returns the offer for a guardian or child, or loyalty.ErrCustomerNotFound.
func (f *Families) Offer(ctx context.Context, actor usecase.Actor, customerID string) (FamilyOffer, error) {
	familyOffer := FamilyOffer{Effects: []FamilyEffect{}}
	err := f.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		guardian, err := guardianOrSelf(tx, customerID, tx.Customers().Get)
		if err != nil {
			return err
		}
		children, err := tx.Customers().Children(guardian.ID)
		if err != nil {
			return err
		}
		offer := loyalty.OfferFamily(guardian, children)
		familyOffer = FamilyOffer{Family: offer.Family, Effects: make([]FamilyEffect, len(offer.NewMembers))}
		for i, customer := range offer.NewMembers {
			if familyOffer.Effects[i], err = f.effectOfOffer(tx, actor, business, customer, offer); err != nil {
				return err
			}
		}
		return nil
	})
	return familyOffer, err
}

func guardianOrSelf(tx *store.Tx, customerID string, read func(id string) (loyalty.Customer, error)) (loyalty.Customer, error) {
	customer, err := tx.Customers().Get(customerID)
	if err != nil {
		return customer, err
	}
	return read(cmp.Or(customer.GuardianID, customer.ID))
}

func (f *Families) effectOfOffer(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, offer loyalty.FamilyOffer,
) (FamilyEffect, error) {
	if offer.Family.ID != "" {
		return f.effectOf(tx, actor, business, customer, offer.Family.NewMembership(offer.RoleOf(customer)))
	}
	before, err := f.cards.ProgressOf(tx, business, customer)
	after := before
	after.Card, after.FamilyName, after.Terms = loyalty.Card{FamilyID: "new"}, offer.Family.Name, business.FamilyTerms()
	return FamilyEffect{Customer: maskedFor(actor, customer), Before: before, After: after}, err
}

// AcceptOfferRequest repeats the offer that was shown.
type AcceptOfferRequest struct {
	CustomerID string
	FamilyID   string
	JoiningIDs []string
	Key        usecase.IdempotencyKey
}

// AcceptOffer adds all members or none. Errors: loyalty.ErrCustomerNotFound, loyalty.ErrFamilyNotFound,
// loyalty.ErrFamilyOfferChanged. A replay returns loyalty.ErrMemberNotFound if a member has left since.
func (f *Families) AcceptOffer(ctx context.Context, actor usecase.Actor, request AcceptOfferRequest) (FamilyRecord, error) {
	var record FamilyRecord
	if err := request.Key.Validate(); err != nil {
		return record, err
	}
	joining := slices.Sorted(slices.Values(request.JoiningIDs))
	fingerprint := requestFingerprint("accept family", append(joining, request.FamilyID, request.CustomerID)...)
	err := f.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		id, err := usecase.RunOnceAndRefresh(f.base, tx, request.Key, fingerprint, usecase.PlainCodec[string](), func() (string, error) {
			return f.acceptOffer(tx, actor, request)
		}, func(familyID string) (string, error) {
			return familyID, mustBeMembers(tx, familyID, request.JoiningIDs)
		})
		if err == nil {
			record, err = f.recordOf(tx, actor, id)
		}
		return err
	})
	return record, err
}

func mustBeMembers(tx *store.Tx, familyID string, customerIDs []string) error {
	for _, id := range customerIDs {
		if _, err := lockMember(tx, familyID, id); err != nil {
			return err
		}
	}
	return nil
}

func (f *Families) acceptOffer(tx *store.Tx, actor usecase.Actor, request AcceptOfferRequest) (string, error) {
	if request.FamilyID != "" {
		if _, err := tx.Families().Lock(request.FamilyID); err != nil {
			return "", err
		}
	}
	guardian, err := guardianOrSelf(tx, request.CustomerID, tx.Customers().Lock)
	if err != nil {
		return "", err
	}
	all, err := withChildren(tx, guardian)
	if err != nil {
		return "", err
	}
	offer := loyalty.OfferFamily(guardian, all[1:])
	if !offer.Matches(request.FamilyID, request.JoiningIDs) {
		return "", loyalty.ErrFamilyOfferChanged
	}
	family := offer.Family
	if family.ID == "" {
		if family, err = f.add(tx, actor, family); err != nil {
			return "", err
		}
	}
	for _, customer := range offer.NewMembers {
		if err := f.admit(tx, actor, family.ID, customer, offer.RoleOf(customer)); err != nil {
			return "", err
		}
	}
	return family.ID, nil
}
