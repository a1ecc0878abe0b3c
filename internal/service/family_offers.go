package service

import (
	"cmp"
	"context"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// FamilyOffer is one family for a guardian and her children, and what it changes for each
// of them who would join; for nobody where nothing is offered.
type FamilyOffer struct {
	Family  loyalty.Family // without ID: a new one
	Effects []FamilyEffect
}

// Offer returns the family that a guardian and her children are offered, of the id of any
// of them. It changes nothing, and refuses with loyalty.ErrCustomerNotFound.
func (f *Families) Offer(ctx context.Context, actor usecase.Actor, customerID string) (FamilyOffer, error) {
	offered := FamilyOffer{Effects: []FamilyEffect{}}
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
		offered = FamilyOffer{Family: offer.Family, Effects: make([]FamilyEffect, len(offer.NewMembers))}
		for i, customer := range offer.NewMembers {
			if offered.Effects[i], err = f.effectOfOffer(tx, actor, business, customer, offer); err != nil {
				return err
			}
		}
		return nil
	})
	return offered, err
}

// guardianOrSelf returns the guardian of a customer who is a child, or else the customer, as
// read does.
func guardianOrSelf(tx *store.Tx, customerID string, read func(id string) (loyalty.Customer, error)) (loyalty.Customer, error) {
	customer, err := tx.Customers().Get(customerID)
	if err != nil {
		return customer, err
	}
	return read(cmp.Or(customer.GuardianID, customer.ID))
}

// effectOfOffer is effectOf of a family that may not be there yet. A new one owes nothing.
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

// AcceptOfferRequest asks for the family that was offered: to whom, which one, and who was to
// join it.
type AcceptOfferRequest struct {
	CustomerID string // a guardian, or a child
	FamilyID   string // empty: a new one
	JoiningIDs []string
	Key        usecase.IdempotencyKey
}

// AcceptOffer puts a guardian and her children into the family that they were offered, which is
// made where it is a new one: all of them, or nobody. The same key does it once. It refuses
// with loyalty.ErrCustomerNotFound, with loyalty.ErrFamilyNotFound, and with
// loyalty.ErrFamilyOfferChanged where by now another family, or to others, would be
// offered.
func (f *Families) AcceptOffer(ctx context.Context, actor usecase.Actor, request AcceptOfferRequest) (FamilyRecord, error) {
	var record FamilyRecord
	if err := request.Key.Validate(); err != nil {
		return record, err
	}
	joining := slices.Sorted(slices.Values(request.JoiningIDs))
	asked := requestFingerprint("accept family", append(joining, request.FamilyID, request.CustomerID)...)
	err := f.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		id, err := usecase.RunOnce(f.base, tx, request.Key, asked, usecase.PlainCodec[string](), func() (string, error) {
			return f.acceptOffer(tx, actor, request)
		})
		if err == nil {
			record, err = f.recordOf(tx, actor, id)
		}
		return err
	})
	return record, err
}

// acceptOffer carries an offer out with the family, the guardian and her children locked, and
// returns the id of the family.
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
