package service

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// ControlPanel manages businesses for the operator.
type ControlPanel struct {
	base       *usecase.Base
	businesses *Businesses
	users      *access.Users
}

// ListedBusiness is a business with its activity.
type ListedBusiness struct {
	loyalty.Business
	Activity store.Activity
}

// EmailOf returns the operator's address.
func (c *ControlPanel) EmailOf(ctx context.Context, actor usecase.Actor) (address string, err error) {
	err = c.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		user, err := tx.Users().Get(actor.UserID)
		address = user.Email
		return err
	})
	return address, err
}

// Overview counts the installation's businesses and messages.
type Overview struct {
	Businesses, ActiveBusinesses int64
	WaitingMessages              int64
	BlockedMessages              int64 // the operator must act
}

// Overview counts businesses and messages.
func (c *ControlPanel) Overview(ctx context.Context) (Overview, error) {
	var overview Overview
	err := c.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if overview.Businesses, overview.ActiveBusinesses, err = tx.Businesses().Count(); err != nil {
			return err
		}
		waiting, err := tx.Queue().CountWaiting()
		for _, w := range waiting {
			overview.WaitingMessages += w.Count
			if w.HeldBy == loyalty.HeldBySetup {
				overview.BlockedMessages += w.Count
			}
		}
		return err
	})
	return overview, err
}

// List returns all businesses, newest first.
func (c *ControlPanel) List(ctx context.Context, list usecase.ListRequest) (usecase.List[ListedBusiness], error) {
	var businessPage usecase.List[ListedBusiness]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return businessPage, err
	}
	err = c.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) error {
		businesses, err := tx.Businesses().List(list.Search, page)
		if err != nil {
			return err
		}
		activities, err := tx.Businesses().Activities(businesses.Items, c.base.Now())
		businessPage = usecase.List[ListedBusiness]{Total: businesses.Total, Next: businesses.Next}
		for _, business := range businesses.Items {
			businessPage.Items = append(businessPage.Items, ListedBusiness{Business: business, Activity: activities[business.ID]})
		}
		return err
	})
	return businessPage, err
}

// BusinessDraft is a business with its owner.
type BusinessDraft struct {
	Name, TimeZone, Country string
	OwnerEmail, OwnerName   string
}

// OpenedBusiness has its owner's account.
type OpenedBusiness struct {
	Business ListedBusiness
	Owner    loyalty.User
	Password string // temporary, shown once; empty on a replay
	Replayed bool
}

// Open creates a business and its OWNER, or returns loyalty.ErrEmailTaken, without using up the key. A replay has no
// password.
func (c *ControlPanel) Open(ctx context.Context, actor usecase.Actor, draft BusinessDraft, key usecase.IdempotencyKey) (OpenedBusiness, error) {
	if err := key.Validate(); err != nil {
		return OpenedBusiness{}, err
	}
	if email, ok := loyalty.ParseEmail(draft.OwnerEmail); !ok || email == "" {
		return OpenedBusiness{}, loyalty.InvalidField("ownerEmail", "El correo no es válido.")
	}
	password, err := c.users.TemporaryPassword()
	if err != nil {
		return OpenedBusiness{}, err
	}
	business, staff, err := c.businesses.prepare(ctx, NewBusiness{
		Name: draft.Name, TimeZone: draft.TimeZone, Country: draft.Country,
		Staff: []access.NewUser{{Email: draft.OwnerEmail, Name: draft.OwnerName, Role: loyalty.Owner, Password: password}},
	})
	if err != nil {
		return OpenedBusiness{}, err
	}
	staff[0].PasswordExpiresAt = c.users.TemporaryPasswordExpiry()
	newBusiness := OpenedBusiness{Business: ListedBusiness{Business: business}, Owner: staff[0], Password: password}
	return c.openOnce(ctx, actor, newBusiness, key)
}

func (c *ControlPanel) openOnce(ctx context.Context, actor usecase.Actor, newBusiness OpenedBusiness, key usecase.IdempotencyKey) (openedBusiness OpenedBusiness, err error) {
	business, owner := newBusiness.Business.Business, newBusiness.Owner
	fingerprint := fmt.Sprintf("business %q %s %s of %s: %s", business.Name, business.Zone, business.Country, owner.Email, owner.Name)
	err = c.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		openedBusiness = newBusiness
		before, id, known, err := tx.BusinessKeys().Get(string(key))
		switch {
		case err != nil:
			return err
		case known && before != fingerprint:
			return loyalty.ErrIdempotencyMismatch
		case known:
			openedBusiness, err = c.replayOpening(tx, id)
			return err
		}
		if err := tx.Businesses().Insert(business); err != nil {
			return err
		}
		// The key comes first, else a concurrent repeat would be refused for the taken address.
		if key != "" {
			if err := tx.BusinessKeys().Insert(string(key), fingerprint, business.ID, c.base.Now()); err != nil {
				return err
			}
		}
		return c.businesses.insertStaff(tx, business, []loyalty.User{owner}, actor.UserID)
	})
	if err != nil {
		return OpenedBusiness{}, fmt.Errorf("opening a business: %w", err)
	}
	return openedBusiness, nil
}

func (c *ControlPanel) replayOpening(tx *store.PlatformTx, id string) (OpenedBusiness, error) {
	openedBusiness := OpenedBusiness{Replayed: true}
	var err error
	if openedBusiness.Business, err = c.getListed(tx, id); err != nil {
		return openedBusiness, err
	}
	staff, err := tx.Users().Of(id)
	if err != nil {
		return openedBusiness, err
	}
	owns := func(u loyalty.User) bool { return u.Role == loyalty.Owner }
	openedBusiness.Owner = staff[slices.IndexFunc(staff, owns)]
	return openedBusiness, nil
}

func (c *ControlPanel) getListed(tx *store.PlatformTx, id string) (ListedBusiness, error) {
	business, err := tx.Businesses().Get(id)
	if err != nil {
		return ListedBusiness{}, err
	}
	activities, err := tx.Businesses().Activities([]loyalty.Business{business}, c.base.Now())
	return ListedBusiness{Business: business, Activity: activities[id]}, err
}

// Rename renames a business at this version (zero: any). Errors: loyalty.ErrBusinessNotFound, loyalty.ErrBusinessChanged, a validation
// error.
func (c *ControlPanel) Rename(ctx context.Context, actor usecase.Actor, id, name string, version int64) (ListedBusiness, error) {
	return c.change(ctx, actor, id, operation{loyalty.ActionBusinessRenamed, loyalty.EventBusinessChanged}, func(tx *store.PlatformTx, former loyalty.Business) error {
		renamedBusiness, err := loyalty.SettingChanges{Name: &name, Version: version}.Apply(former)
		if err != nil {
			return err
		}
		return tx.Businesses().Rename(renamedBusiness)
	})
}

// Suspend ends staff sessions and blocks sign-in, registration and codes. It deletes nothing.
func (c *ControlPanel) Suspend(ctx context.Context, actor usecase.Actor, id string) (ListedBusiness, error) {
	return c.change(ctx, actor, id, operation{loyalty.ActionSuspended, loyalty.EventSuspended}, c.setStatus(loyalty.BusinessSuspended))
}

// Reactivate undoes Suspend; staff sign in again.
func (c *ControlPanel) Reactivate(ctx context.Context, actor usecase.Actor, id string) (ListedBusiness, error) {
	return c.change(ctx, actor, id, operation{loyalty.ActionReactivated, loyalty.EventReactivated}, c.setStatus(loyalty.BusinessActive))
}

// setStatus does nothing if the business has the status.
func (c *ControlPanel) setStatus(status loyalty.BusinessStatus) func(*store.PlatformTx, loyalty.Business) error {
	return func(tx *store.PlatformTx, former loyalty.Business) error {
		if former.Status == status {
			return errUnchanged
		}
		if err := store.MovesIn(tx.In(former.ID)).Refuse(); err != nil {
			return err
		}
		if isRestoring, err := store.DataJobsIn(tx.In(former.ID)).IsRestoring(); err != nil {
			return err
		} else if isRestoring {
			return loyalty.ErrRestoreRunning
		}
		if err := tx.Businesses().SetStatus(former.ID, status); err != nil {
			return err
		}
		return c.users.EndBusinessSessions(tx, former.ID)
	}
}

var errUnchanged = errors.New("nothing to change")

type operation struct {
	action loyalty.Action
	event  loyalty.EventKind
}

func (c *ControlPanel) change(
	ctx context.Context, actor usecase.Actor, id string, op operation, change func(*store.PlatformTx, loyalty.Business) error,
) (ListedBusiness, error) {
	var business ListedBusiness
	err := c.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		former, err := tx.Businesses().Lock(id)
		if err != nil {
			return err
		}
		err = change(tx, former)
		if err == nil {
			err = c.base.Record(tx.In(id), actor.UserID, op.action, id, former.Name)
		}
		if err == nil {
			err = c.base.Append(tx.In(id), loyalty.Event{Kind: op.event})
		}
		if err != nil && !errors.Is(err, errUnchanged) {
			return err
		}
		business, err = c.getListed(tx, id)
		return err
	})
	if err != nil {
		return business, fmt.Errorf("%s: %w", op.action, err)
	}
	return business, nil
}

// ChangeSending changes WhatsApp settings.
func (c *ControlPanel) ChangeSending(ctx context.Context, actor usecase.Actor, id string, changes loyalty.WhatsAppChanges) (ListedBusiness, error) {
	return c.change(ctx, actor, id, operation{loyalty.ActionSendingChanged, loyalty.EventBusinessChanged}, func(tx *store.PlatformTx, former loyalty.Business) error {
		changedBusiness, err := changes.Apply(former)
		if err != nil {
			return err
		}
		if changedBusiness.WhatsApp == former.WhatsApp {
			return errUnchanged
		}
		return tx.Businesses().SetSending(changedBusiness)
	})
}
