package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// CreateFamily adds a family without members, and the card of its shared
// points.
func (s *Service) CreateFamily(ctx context.Context, actor Actor, name string, policy loyalty.FamilyPolicy) (loyalty.Family, error) {
	family, err := loyalty.NewFamily(name, policy)
	if err != nil {
		return family, err
	}
	if family.ID, err = s.ids.Next(s.now()); err != nil {
		return family, err
	}
	cardID, err := s.ids.Next(s.now())
	if err != nil {
		return family, err
	}
	family.CreatedAt = s.now()
	err = s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if err := tx.InsertFamily(family, loyalty.Card{ID: cardID, FamilyID: family.ID}); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionFamilyCreated, family.ID, "")
	})
	return family, err
}

// JoinFamily puts a customer into a family. What is on her own card stays
// there for the day she leaves. It refuses with loyalty.ErrInAnotherFamily
// when she is in one.
func (s *Service) JoinFamily(ctx context.Context, actor Actor, familyID, customerID string, role loyalty.FamilyRole) error {
	if !role.Valid() {
		return loyalty.InvalidField("role", "El papel en la familia no existe.")
	}
	return s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if _, err := tx.LockFamily(familyID); err != nil {
			return err
		}
		if _, err := tx.LockCustomer(customerID); err != nil {
			return err
		}
		if err := tx.JoinFamily(familyID, customerID, role); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionFamilyJoined, familyID, customerID)
	})
}
