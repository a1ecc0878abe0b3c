package service

import (
	"cmp"
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Children manages customers without a phone, under a guardian.
type Children struct {
	base      *usecase.Base
	customers *Customers
	attempts  *access.Attempts
}

// Of returns children with progress, oldest first, or loyalty.ErrCustomerNotFound.
func (c *Children) Of(ctx context.Context, actor usecase.Actor, guardianID string) ([]ListedCustomer, error) {
	var children []ListedCustomer
	err := c.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		guardian, err := tx.Customers().Get(guardianID)
		if err != nil {
			return err
		}
		customers, err := tx.Customers().Children(guardian.ID)
		if err != nil {
			return err
		}
		children, err = withProgress(tx, business, customers)
		return err
	})
	for i := range children {
		children[i].Customer = maskedFor(actor, children[i].Customer)
	}
	return children, err
}

// Add adds a child with consent at the counter. Errors: loyalty.ErrCustomerNotFound, loyalty.ErrGuardianMinor,
// loyalty.ErrGuardianWithoutPhone, loyalty.ErrChildExists for the same name and birthday, loyalty.ErrTooManyChildren, a
// validation error.
func (c *Children) Add(
	ctx context.Context, actor usecase.Actor, guardianID string, draft loyalty.ChildDraft, key usecase.IdempotencyKey,
) (loyalty.Customer, error) {
	var child loyalty.Customer
	if err := key.Validate(); err != nil {
		return child, err
	}
	fingerprint := requestFingerprint("add child", guardianID, draft.Name, draft.Birthday, draft.Tag)
	err := c.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		id, err := usecase.RunOnce(c.base, tx, key, fingerprint, usecase.PlainCodec[string](), func() (string, error) {
			return c.add(tx, childRequest{actor: actor, guardianID: guardianID, draft: draft, form: loyalty.FormStaff})
		})
		if err != nil {
			return err
		}
		if child, err = tx.Customers().Get(id); err != nil {
			return err
		}
		child.Guardian, err = c.customers.guardianOf(tx, child)
		return err
	})
	return maskedFor(actor, child), err
}

// AddOwn adds a child like Add, for a guardian in the portal. Further errors: loyalty.ErrTooMany (daily limit),
// loyalty.ErrPhoneUnverified; loyalty.ErrOwnChildExists instead of loyalty.ErrChildExists.
func (c *Children) AddOwn(ctx context.Context, user access.PortalUser, draft loyalty.ChildDraft, key usecase.IdempotencyKey) (loyalty.Customer, error) {
	if err := user.RequireVerified(); err != nil {
		return loyalty.Customer{}, err
	}
	return c.addOwn(ctx, user, draft, key, childRequest{form: loyalty.FormPortal})
}

// AddRegistered adds a child like Add, for a guardian who has just registered. The limits of Registrations.RegisterFrom
// apply.
func (c *Children) AddRegistered(
	ctx context.Context, from access.Origin, user access.PortalUser, draft loyalty.ChildDraft, key usecase.IdempotencyKey,
) (loyalty.Customer, error) {
	return c.addOwn(ctx, user, draft, key, childRequest{form: loyalty.FormRegistration, from: from})
}

func (c *Children) addOwn(
	ctx context.Context, user access.PortalUser, draft loyalty.ChildDraft, key usecase.IdempotencyKey, a childRequest,
) (loyalty.Customer, error) {
	var child loyalty.Customer
	if err := key.Validate(); err != nil {
		return child, err
	}
	draft.Tag = "" // staff only
	fingerprint := requestFingerprint("add own child", user.CustomerID, draft.Name, draft.Birthday)
	err := c.base.InBusinessIdempotent(ctx, user.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(user.CustomerID)
		if err != nil {
			return err
		}
		a.guardianID, a.draft = cmp.Or(customer.GuardianID, customer.ID), draft
		id, err := usecase.RunOnce(c.base, tx, key, fingerprint, usecase.PlainCodec[string](), func() (string, error) { return c.addWithinLimits(tx, a) })
		if err != nil {
			return err
		}
		child, err = tx.Customers().Get(id)
		return err
	})
	return child, err
}

func (c *Children) addWithinLimits(tx *store.Tx, a childRequest) (string, error) {
	id, err := c.add(tx, a)
	if errors.Is(err, loyalty.ErrChildExists) {
		return "", loyalty.ErrOwnChildExists
	}
	if err != nil {
		return "", err
	}
	room, err := c.attempts.Allow(tx, access.Attempt{Kind: access.AttemptChild, Subject: a.guardianID})
	if err == nil && !room {
		err = loyalty.TooManyFor(access.AttemptChild.Limit().Window)
	}
	if err != nil {
		return id, err
	}
	business, err := tx.Business().Get()
	if err != nil {
		return "", err
	}
	_, err = c.attempts.CountRegistration(tx, business, a.from) // children get no message
	return id, err
}

type childRequest struct {
	actor      usecase.Actor
	guardianID string
	draft      loyalty.ChildDraft
	form       loyalty.ConsentForm
	from       access.Origin
}

// add locks the guardian: one child at a time.
func (c *Children) add(tx *store.Tx, a childRequest) (string, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return "", err
	}
	guardian, err := tx.Customers().Lock(a.guardianID)
	if err != nil {
		return "", err
	}
	today := business.DayOf(c.base.Now())
	child, err := a.draft.Validate(guardian, today)
	if err != nil {
		return "", err
	}
	children, err := tx.Customers().Children(guardian.ID)
	if err != nil {
		return "", err
	}
	if err := guardian.MayAdd(child, children, today); err != nil {
		return "", err
	}
	if _, err := c.customers.add(tx, &child); err != nil {
		return "", err
	}
	if err := c.customers.protectMinor(tx, child, a.form); err != nil {
		return "", err
	}
	if err := c.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerCreated, child)); err != nil {
		return "", err
	}
	return child.ID, c.base.Record(tx, a.actor.UserID, loyalty.ActionChildAdded, child.ID, guardian.ID)
}

// withChildren locks a customer and their children. They are archived together: without the guardian, no consent and no
// phone is left.
func withChildren(tx *store.Tx, customer loyalty.Customer) ([]loyalty.Customer, error) {
	leaving := []loyalty.Customer{customer}
	children, err := tx.Customers().Children(customer.ID)
	if err != nil {
		return nil, err
	}
	for _, child := range children {
		lockedChild, err := tx.Customers().Lock(child.ID)
		if err != nil {
			return nil, err
		}
		// The child may have got a phone before the lock.
		if lockedChild.ID == child.ID && lockedChild.GuardianID == customer.ID {
			leaving = append(leaving, lockedChild)
		}
	}
	return leaving, nil
}

func withProgress(tx *store.Tx, business loyalty.Business, customers []loyalty.Customer) ([]ListedCustomer, error) {
	cardStates, err := tx.Progress().Of(customers)
	listedCustomers := []ListedCustomer{}
	for _, customer := range customers {
		state := cardStates[customer.ID]
		listedCustomers = append(listedCustomers, ListedCustomer{
			Customer: customer, Stamps: state.Stamps, Target: nextTerms(business, customer).Target, Owed: state.Owed,
		})
	}
	return listedCustomers, err
}

func refuseUnreachableChildren(tx *store.Tx, former, customer loyalty.Customer) error {
	if former.Phone == "" || customer.Phone != "" {
		return nil
	}
	children, err := tx.Customers().Children(customer.ID)
	if err == nil && len(children) > 0 {
		err = loyalty.ErrGuardianWithoutPhone
	}
	return err
}
