package service

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Families manages families, with shared or separate points.
type Families struct {
	base  *usecase.Base
	cards *usecase.Cards
}

// ListedFamily is a family with its number of members.
type ListedFamily = store.ListedFamily

// FamilyRecord is a family with its members. It has a card with any policy.
type FamilyRecord struct {
	Family  loyalty.Family
	Card    loyalty.Progress
	Members []loyalty.Customer
}

// Create adds an empty family. A replay returns it, or loyalty.ErrFamilyNotFound if it was deleted. Error: a validation
// error.
func (f *Families) Create(
	ctx context.Context, actor usecase.Actor, name string, policy loyalty.FamilyPolicy, key usecase.IdempotencyKey,
) (loyalty.Family, error) {
	draft, err := loyalty.NewFamily(name, policy)
	if err != nil {
		return draft, err
	}
	if err := key.Validate(); err != nil {
		return draft, err
	}
	var family loyalty.Family
	fingerprint := fmt.Sprintf("family %s: %s", draft.Policy, draft.Name)
	err = f.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		family, err = usecase.RunOnceAndRefresh(f.base, tx, key, fingerprint, familyCodec(),
			func() (loyalty.Family, error) { return f.add(tx, actor, draft) },
			func(first loyalty.Family) (loyalty.Family, error) { return tx.Families().Get(first.ID) })
		return err
	})
	return family, err
}

func (f *Families) add(tx *store.Tx, actor usecase.Actor, family loyalty.Family) (loyalty.Family, error) {
	var err error
	if family.ID, err = f.base.IDs.Next(f.base.Now()); err != nil {
		return family, err
	}
	cardID, err := f.base.IDs.Next(f.base.Now())
	if err != nil {
		return family, err
	}
	family.CreatedAt = f.base.Now()
	if err := tx.Families().Insert(family, loyalty.Card{ID: cardID, FamilyID: family.ID}); err != nil {
		return family, err
	}
	if err := f.base.Append(tx, loyalty.Event{Kind: loyalty.EventFamilyCreated, FamilyID: family.ID}); err != nil {
		return family, err
	}
	return family, f.base.Record(tx, actor.UserID, loyalty.ActionFamilyCreated, family.ID, string(family.Policy))
}

// List returns families in Spanish order; with a search, those with matching words first.
func (f *Families) List(ctx context.Context, actor usecase.Actor, list usecase.ListRequest) (usecase.List[ListedFamily], error) {
	var families usecase.List[ListedFamily]
	page, err := store.ByName.NewPage(list.Limit, list.Cursor)
	if err != nil {
		return families, err
	}
	err = f.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		families, err = tx.Families().List(list.Search, page)
		return err
	})
	return families, err
}

// Get returns a family, or loyalty.ErrFamilyNotFound.
func (f *Families) Get(ctx context.Context, actor usecase.Actor, id string) (FamilyRecord, error) {
	var record FamilyRecord
	err := f.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		record, err = f.recordOf(tx, actor, id)
		return err
	})
	return record, err
}

func (f *Families) recordOf(tx *store.Tx, actor usecase.Actor, id string) (FamilyRecord, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return FamilyRecord{}, err
	}
	family, err := tx.Families().Get(id)
	if err != nil {
		return FamilyRecord{}, err
	}
	card, err := tx.Cards().OfFamily(id)
	if err != nil {
		return FamilyRecord{}, err
	}
	rewards, err := tx.Rewards().ListUnredeemed([]string{card.ID})
	if err != nil {
		return FamilyRecord{}, err
	}
	members, err := tx.Families().Members(id)
	for i, member := range members {
		members[i] = maskedFor(actor, member)
	}
	return FamilyRecord{
		Family:  family,
		Card:    loyalty.Progress{Card: card, FamilyName: family.Name, Terms: business.FamilyTerms(), Owed: usecase.PendingRewards(rewards)},
		Members: members,
	}, err
}

// Change changes name or policy. A policy affects only later visits. Errors: loyalty.ErrFamilyNotFound, a validation
// error.
func (f *Families) Change(ctx context.Context, actor usecase.Actor, id string, changes loyalty.FamilyChanges) (FamilyRecord, error) {
	return f.changeLocked(ctx, actor, id, func(tx *store.Tx, former loyalty.Family) error {
		family, err := changes.Apply(former)
		if err != nil {
			return err
		}
		if err := tx.Families().Update(family); err != nil {
			return err
		}
		if err := f.base.Append(tx, loyalty.Event{Kind: loyalty.EventFamilyChanged, FamilyID: id}); err != nil {
			return err
		}
		return f.base.RecordChange(tx, actor.UserID, loyalty.ActionFamilyChanged, id, string(former.Policy+" -> "+family.Policy), loyalty.ChangedFamilyFields(former, family))
	})
}

// Delete deletes an empty family. Errors: loyalty.ErrFamilyNotFound, loyalty.ErrFamilyNotEmpty.
func (f *Families) Delete(ctx context.Context, actor usecase.Actor, id string) error {
	return f.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if _, err := tx.Families().Lock(id); err != nil {
			return err
		}
		if err := tx.Families().Archive(id, f.base.Now()); err != nil {
			return err
		}
		if err := f.base.Append(tx, loyalty.Event{Kind: loyalty.EventFamilyDeleted, FamilyID: id}); err != nil {
			return err
		}
		return f.base.Record(tx, actor.UserID, loyalty.ActionFamilyDeleted, id, "")
	})
}

// JoinRequest asks to join a family.
type JoinRequest struct {
	FamilyID   string
	CustomerID string
	Role       loyalty.FamilyRole
	Key        usecase.IdempotencyKey
}

// Join adds a customer, whose own card keeps its stamps, or returns loyalty.ErrInAnotherFamily.
func (f *Families) Join(ctx context.Context, actor usecase.Actor, request JoinRequest) (FamilyRecord, error) {
	if !request.Role.IsValid() {
		return FamilyRecord{}, errUnknownRole()
	}
	if err := request.Key.Validate(); err != nil {
		return FamilyRecord{}, err
	}
	var record FamilyRecord
	err := f.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		fingerprint := fmt.Sprintf("%s joins family %s as %s", request.CustomerID, request.FamilyID, request.Role)
		_, err = usecase.RunOnceAndRefresh(f.base, tx, request.Key, fingerprint, usecase.PlainCodec[struct{}](), func() (struct{}, error) {
			return struct{}{}, f.join(tx, actor, request)
		}, func(first struct{}) (struct{}, error) {
			_, err := lockMember(tx, request.FamilyID, request.CustomerID) // may have left since
			return first, err
		})
		if err == nil {
			record, err = f.recordOf(tx, actor, request.FamilyID)
		}
		return err
	})
	return record, err
}

func errUnknownRole() error { return loyalty.InvalidField("role", "El papel en la familia no existe.") }

func (f *Families) join(tx *store.Tx, actor usecase.Actor, request JoinRequest) error {
	if _, err := tx.Families().Lock(request.FamilyID); err != nil {
		return err
	}
	customer, err := tx.Customers().Lock(request.CustomerID)
	if err != nil {
		return err
	}
	return f.admit(tx, actor, request.FamilyID, customer, request.Role)
}

func (f *Families) admit(tx *store.Tx, actor usecase.Actor, familyID string, customer loyalty.Customer, role loyalty.FamilyRole) error {
	if customer.Family != nil {
		return loyalty.ErrInAnotherFamily
	}
	if err := tx.Families().Join(familyID, customer.ID, role); err != nil {
		return err
	}
	if err := f.base.Append(tx, loyalty.Event{Kind: loyalty.EventFamilyJoined, FamilyID: familyID, CustomerID: customer.ID}); err != nil {
		return err
	}
	return f.base.Record(tx, actor.UserID, loyalty.ActionFamilyJoined, familyID, customer.ID)
}

// ChangeRole changes a role. A new PRIMARY makes the former one ADULT. Errors: loyalty.ErrFamilyNotFound,
// loyalty.ErrMemberNotFound.
func (f *Families) ChangeRole(
	ctx context.Context, actor usecase.Actor, familyID, customerID string, role loyalty.FamilyRole,
) (FamilyRecord, error) {
	if !role.IsValid() {
		return FamilyRecord{}, errUnknownRole()
	}
	return f.changeLocked(ctx, actor, familyID, func(tx *store.Tx, _ loyalty.Family) error {
		member, err := lockMember(tx, familyID, customerID)
		if err != nil {
			return err
		}
		if err := tx.Families().SetRole(familyID, member.ID, role); err != nil {
			return err
		}
		if err := f.base.Append(tx, loyalty.Event{Kind: loyalty.EventFamilyRoleChanged, FamilyID: familyID, CustomerID: member.ID}); err != nil {
			return err
		}
		return f.base.Record(tx, actor.UserID, loyalty.ActionFamilyRole, familyID, member.ID+" "+string(role))
	})
}

// Leave removes a member; stamps stay on the family's card. Errors: those of ChangeRole.
func (f *Families) Leave(ctx context.Context, actor usecase.Actor, familyID, customerID string) (FamilyRecord, error) {
	return f.changeLocked(ctx, actor, familyID, func(tx *store.Tx, _ loyalty.Family) error {
		member, err := lockMember(tx, familyID, customerID)
		if err != nil {
			return err
		}
		if err := tx.Families().Leave(member.ID); err != nil {
			return err
		}
		if err := f.base.Append(tx, loyalty.Event{Kind: loyalty.EventFamilyLeft, FamilyID: familyID, CustomerID: member.ID}); err != nil {
			return err
		}
		return f.base.Record(tx, actor.UserID, loyalty.ActionFamilyLeft, familyID, member.ID)
	})
}

func (f *Families) changeLocked(
	ctx context.Context, actor usecase.Actor, id string, do func(*store.Tx, loyalty.Family) error,
) (FamilyRecord, error) {
	var record FamilyRecord
	err := f.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		family, err := tx.Families().Lock(id)
		if err != nil {
			return err
		}
		if err := do(tx, family); err != nil {
			return err
		}
		record, err = f.recordOf(tx, actor, id)
		return err
	})
	return record, err
}

func lockMember(tx *store.Tx, familyID, customerID string) (loyalty.Customer, error) {
	customer, err := tx.Customers().Lock(customerID)
	if err != nil {
		return customer, err
	}
	if customer.Family == nil || customer.Family.FamilyID != familyID {
		return customer, loyalty.ErrMemberNotFound
	}
	return customer, nil
}
