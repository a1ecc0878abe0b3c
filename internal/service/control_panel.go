package service

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// ListedBusiness is a business with what goes on in it.
type ListedBusiness struct {
	loyalty.Business
	Activity store.Activity
}

// Businesses returns a page of the businesses of the platform, newest first,
// with what goes on in each.
func (s *Service) Businesses(ctx context.Context, list ListRequest) (Listed[ListedBusiness], error) {
	var listed Listed[ListedBusiness]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return listed, err
	}
	err = s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		businesses, err := tx.ListBusinesses(list.Search, page)
		if err != nil {
			return err
		}
		activities, err := tx.Activities(businesses.Items, s.now())
		listed = Listed[ListedBusiness]{Total: businesses.Total, Next: businesses.Next}
		for _, business := range businesses.Items {
			listed.Items = append(listed.Items, ListedBusiness{Business: business, Activity: activities[business.ID]})
		}
		return err
	})
	return listed, err
}

// BusinessDraft is what an operator says of a business that is to be opened.
type BusinessDraft struct {
	Name, TimeZone, Country string
	OwnerEmail, OwnerName   string
}

// Opened is a business that has just been opened, with the account of its
// owner and the password she signs in with first, which is shown once.
type Opened struct {
	Business ListedBusiness
	Owner    loyalty.User
	Password string
}

// OpenBusiness creates a business and its OWNER. It refuses with
// loyalty.ErrEmailTaken an address that somebody has, so a request sent twice
// opens one business.
func (s *Service) OpenBusiness(ctx context.Context, actor Actor, draft BusinessDraft) (Opened, error) {
	if email, ok := loyalty.ParseEmail(draft.OwnerEmail); !ok || email == "" {
		return Opened{}, loyalty.InvalidField("ownerEmail", "El correo no es válido.")
	}
	password, err := temporaryPassword()
	if err != nil {
		return Opened{}, err
	}
	business, err := s.CreateBusiness(ctx, NewBusiness{
		Name: draft.Name, TimeZone: draft.TimeZone, Country: draft.Country, ByUserID: actor.UserID,
		Staff: []NewUser{{Email: draft.OwnerEmail, Name: draft.OwnerName, Role: loyalty.Owner, Password: password}},
	})
	if err != nil {
		return Opened{}, err
	}
	opened := Opened{Business: ListedBusiness{Business: business}, Password: password}
	err = s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		staff, err := tx.UsersOf(business.ID)
		if err == nil {
			opened.Owner = staff[0]
		}
		return err
	})
	return opened, err
}

// RenameBusiness gives a business another name. It refuses with
// loyalty.ErrBusinessNotFound, and with a validation error a name that cannot be.
func (s *Service) RenameBusiness(ctx context.Context, actor Actor, id, name string) (ListedBusiness, error) {
	return s.changeBusiness(ctx, actor, id, loyalty.ActionBusinessRenamed, func(tx *store.PlatformTx, former loyalty.Business) error {
		renamed, err := loyalty.SettingChanges{Name: &name}.Apply(former)
		if err != nil {
			return err
		}
		return tx.RenameBusiness(id, renamed.Name)
	})
}

// SuspendBusiness ends the sessions of a business's staff at once and keeps
// everybody out until it is reactivated: nobody signs in, registers or gets a
// code. Nothing is deleted.
func (s *Service) SuspendBusiness(ctx context.Context, actor Actor, id string) (ListedBusiness, error) {
	return s.changeBusiness(ctx, actor, id, loyalty.ActionSuspended, setStatus(loyalty.BusinessSuspended))
}

// ReactivateBusiness lets a suspended business work again. Its staff signs in
// anew.
func (s *Service) ReactivateBusiness(ctx context.Context, actor Actor, id string) (ListedBusiness, error) {
	return s.changeBusiness(ctx, actor, id, loyalty.ActionReactivated, setStatus(loyalty.BusinessActive))
}

// setStatus changes a status that is another: who repeats a request ends no
// sessions and adds nothing to the trail.
func setStatus(status loyalty.BusinessStatus) func(*store.PlatformTx, loyalty.Business) error {
	return func(tx *store.PlatformTx, former loyalty.Business) error {
		if former.Status == status {
			return errUnchanged
		}
		return tx.SetStatus(former.ID, status)
	}
}

// errUnchanged says that there is nothing to change, and nothing to record.
var errUnchanged = errors.New("nothing to change")

// changeBusiness carries out an act of the operator on a business and records
// it in the trail of that business, in one transaction.
func (s *Service) changeBusiness(
	ctx context.Context, actor Actor, id string, action loyalty.Action, change func(*store.PlatformTx, loyalty.Business) error,
) (ListedBusiness, error) {
	var changed ListedBusiness
	err := s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		former, err := tx.LockBusiness(id)
		if err != nil {
			return err
		}
		err = change(tx, former)
		if err == nil {
			err = s.record(tx.In(id), actor.UserID, action, id, former.Name)
		}
		if err != nil && !errors.Is(err, errUnchanged) {
			return err
		}
		if changed.Business, err = tx.Business(id); err != nil {
			return err
		}
		activities, err := tx.Activities([]loyalty.Business{changed.Business}, s.now())
		changed.Activity = activities[id]
		return err
	})
	if err != nil {
		return changed, fmt.Errorf("%s: %w", action, err)
	}
	return changed, nil
}
