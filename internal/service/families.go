package service

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// ListedFamily is a family with the number of its members.
type ListedFamily = store.ListedFamily

// FamilyRecord is a family with its members and where its own card stands.
// The card exists, and what it owes can be redeemed, whatever the policy is.
type FamilyRecord struct {
	Family  loyalty.Family
	Card    loyalty.Progress
	Members []loyalty.Customer
}

// CreateFamily adds a family without members, and the card of its shared points.
// The same key is answered with the first answer. It refuses with a validation
// error a name or policy that cannot be.
func (s *Service) CreateFamily(
	ctx context.Context, actor Actor, name string, policy loyalty.FamilyPolicy, key Key,
) (loyalty.Family, error) {
	draft, err := loyalty.NewFamily(name, policy)
	if err != nil {
		return draft, err
	}
	if err := key.Checked(); err != nil {
		return draft, err
	}
	var family loyalty.Family
	asked := fmt.Sprintf("family %s: %s", draft.Policy, draft.Name)
	err = s.inBusinessOnce(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		family, err = once(s, tx, key, asked, familyForm(), func() (loyalty.Family, error) { return s.addFamily(tx, actor, draft) })
		return err
	})
	return family, err
}

func (s *Service) addFamily(tx *store.Tx, actor Actor, family loyalty.Family) (loyalty.Family, error) {
	var err error
	if family.ID, err = s.ids.Next(s.now()); err != nil {
		return family, err
	}
	cardID, err := s.ids.Next(s.now())
	if err != nil {
		return family, err
	}
	family.CreatedAt = s.now()
	if err := tx.InsertFamily(family, loyalty.Card{ID: cardID, FamilyID: family.ID}); err != nil {
		return family, err
	}
	return family, s.record(tx, actor.UserID, loyalty.ActionFamilyCreated, family.ID, string(family.Policy))
}

// Families returns a page of the families in Spanish order of their names.
func (s *Service) Families(ctx context.Context, actor Actor, list ListRequest) (Listed[ListedFamily], error) {
	var families Listed[ListedFamily]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return families, err
	}
	err = s.store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		families, err = tx.ListFamilies(list.Search, page)
		return err
	})
	return families, err
}

// Family returns a family with its members and its card, or
// loyalty.ErrFamilyNotFound.
func (s *Service) Family(ctx context.Context, actor Actor, id string) (FamilyRecord, error) {
	var record FamilyRecord
	err := s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		record, err = s.familyRecord(tx, actor, id)
		return err
	})
	return record, err
}

func (s *Service) familyRecord(tx *store.Tx, actor Actor, id string) (FamilyRecord, error) {
	business, err := tx.Business()
	if err != nil {
		return FamilyRecord{}, err
	}
	family, err := tx.Family(id)
	if err != nil {
		return FamilyRecord{}, err
	}
	card, err := tx.CardOfFamily(id)
	if err != nil {
		return FamilyRecord{}, err
	}
	unredeemed, err := tx.UnredeemedRewards([]string{card.ID})
	if err != nil {
		return FamilyRecord{}, err
	}
	members, err := tx.FamilyMembers(id)
	for i, member := range members {
		members[i] = actor.shown(member)
	}
	return FamilyRecord{
		Family:  family,
		Card:    loyalty.Progress{Card: card, FamilyName: family.Name, Terms: business.FamilyTerms(), Owed: owed(unredeemed)},
		Members: members,
	}, err
}

// ChangeFamily renames a family or changes its policy, which acts on later visits
// only. It refuses with loyalty.ErrFamilyNotFound, and with a validation error a
// name or policy that cannot be.
func (s *Service) ChangeFamily(ctx context.Context, actor Actor, id string, changes loyalty.FamilyChanges) (FamilyRecord, error) {
	return s.inFamily(ctx, actor, id, func(tx *store.Tx, former loyalty.Family) error {
		family, err := changes.Apply(former)
		if err != nil {
			return err
		}
		if err := tx.UpdateFamily(family); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionFamilyChanged, id, string(former.Policy+" -> "+family.Policy))
	})
}

// DeleteFamily takes an empty family out of the list. It refuses with
// loyalty.ErrFamilyNotFound, and with loyalty.ErrFamilyNotEmpty while there are
// members.
func (s *Service) DeleteFamily(ctx context.Context, actor Actor, id string) error {
	return s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if _, err := tx.LockFamily(id); err != nil {
			return err
		}
		if err := tx.ArchiveFamily(id, s.now()); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionFamilyDeleted, id, "")
	})
}

// JoinRequest asks to put a customer into a family.
type JoinRequest struct {
	FamilyID   string
	CustomerID string
	Role       loyalty.FamilyRole
	Key        Key
}

// JoinFamily puts a customer into a family. What is on her own card stays
// there for the day she leaves. It refuses with loyalty.ErrInAnotherFamily
// when she is in one. The same key joins once.
func (s *Service) JoinFamily(ctx context.Context, actor Actor, request JoinRequest) (FamilyRecord, error) {
	if !request.Role.Valid() {
		return FamilyRecord{}, errUnknownRole()
	}
	if err := request.Key.Checked(); err != nil {
		return FamilyRecord{}, err
	}
	var record FamilyRecord
	err := s.inBusinessOnce(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		asked := fmt.Sprintf("%s joins family %s as %s", request.CustomerID, request.FamilyID, request.Role)
		_, err = once(s, tx, request.Key, asked, plainForm[struct{}](), func() (struct{}, error) {
			return struct{}{}, s.join(tx, actor, request)
		})
		if err == nil {
			record, err = s.familyRecord(tx, actor, request.FamilyID)
		}
		return err
	})
	return record, err
}

func errUnknownRole() error { return loyalty.InvalidField("role", "El papel en la familia no existe.") }

func (s *Service) join(tx *store.Tx, actor Actor, request JoinRequest) error {
	if _, err := tx.LockFamily(request.FamilyID); err != nil {
		return err
	}
	customer, err := tx.LockCustomer(request.CustomerID)
	if err != nil {
		return err
	}
	if customer.Family != nil {
		return loyalty.ErrInAnotherFamily
	}
	if err := tx.JoinFamily(request.FamilyID, customer.ID, request.Role); err != nil {
		return err
	}
	return s.record(tx, actor.UserID, loyalty.ActionFamilyJoined, request.FamilyID, customer.ID)
}

// ChangeFamilyRole gives a member another role. Naming a PRIMARY makes the former
// one ADULT. It refuses with loyalty.ErrFamilyNotFound, and with
// loyalty.ErrMemberNotFound a customer who is not in the family.
func (s *Service) ChangeFamilyRole(
	ctx context.Context, actor Actor, familyID, customerID string, role loyalty.FamilyRole,
) (FamilyRecord, error) {
	if !role.Valid() {
		return FamilyRecord{}, errUnknownRole()
	}
	return s.inFamily(ctx, actor, familyID, func(tx *store.Tx, _ loyalty.Family) error {
		member, err := lockMember(tx, familyID, customerID)
		if err != nil {
			return err
		}
		if err := tx.SetFamilyRole(familyID, member.ID, role); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionFamilyRole, familyID, member.ID+" "+string(role))
	})
}

// LeaveFamily takes a member out of a family. The stamps that she put on its card
// stay there, and her next visit stamps her own. It refuses as ChangeFamilyRole
// does.
func (s *Service) LeaveFamily(ctx context.Context, actor Actor, familyID, customerID string) (FamilyRecord, error) {
	return s.inFamily(ctx, actor, familyID, func(tx *store.Tx, _ loyalty.Family) error {
		member, err := lockMember(tx, familyID, customerID)
		if err != nil {
			return err
		}
		if err := tx.LeaveFamily(member.ID); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionFamilyLeft, familyID, member.ID)
	})
}

// inFamily runs act with the family locked and returns the family as it is
// afterwards.
func (s *Service) inFamily(
	ctx context.Context, actor Actor, id string, act func(*store.Tx, loyalty.Family) error,
) (FamilyRecord, error) {
	var record FamilyRecord
	err := s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		family, err := tx.LockFamily(id)
		if err != nil {
			return err
		}
		if err := act(tx, family); err != nil {
			return err
		}
		record, err = s.familyRecord(tx, actor, id)
		return err
	})
	return record, err
}

// lockMember returns a member of a family, locked, or
// loyalty.ErrMemberNotFound.
func lockMember(tx *store.Tx, familyID, customerID string) (loyalty.Customer, error) {
	customer, err := tx.LockCustomer(customerID)
	if err != nil {
		return customer, err
	}
	if customer.Family == nil || customer.Family.FamilyID != familyID {
		return customer, loyalty.ErrMemberNotFound
	}
	return customer, nil
}
