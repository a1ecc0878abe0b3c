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

// Children are customers without a phone of their own, whose cards their guardians,
// customers too, look after.
type Children struct {
	base      *usecase.Base
	customers *Customers
	attempts  *access.Attempts
}

// Of returns the children of a customer, the oldest first, with where each stands. It
// refuses with loyalty.ErrCustomerNotFound.
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
		children, err = standingsOf(tx, business, customers)
		return err
	})
	for i := range children {
		children[i].Customer = maskedFor(actor, children[i].Customer)
	}
	return children, err
}

// Add adds a child of a customer, with a card of her own, by the consent that the
// guardian gives at the counter. The same key is answered as the first time, with the
// child as she is now. It refuses with loyalty.ErrCustomerNotFound, with
// loyalty.ErrGuardianMinor and loyalty.ErrGuardianWithoutPhone who cannot be a
// guardian, with loyalty.ErrChildKnown a child whom she has already, with
// loyalty.ErrTooManyChildren, and with a validation error what is not right, field by
// field.
func (c *Children) Add(
	ctx context.Context, actor usecase.Actor, guardianID string, draft loyalty.ChildDraft, key usecase.IdempotencyKey,
) (loyalty.Customer, error) {
	var child loyalty.Customer
	if err := key.Validate(); err != nil {
		return child, err
	}
	asked := requestFingerprint("add child", guardianID, draft.Name, draft.Birthday, draft.Tag)
	err := c.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		id, err := usecase.RunOnce(c.base, tx, key, asked, usecase.PlainCodec[string](), func() (string, error) {
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

// AddOwn is Add for a signed-in customer who adds a child of her own, also while she looks
// at another child's card. It refuses besides with loyalty.ErrTooMany when she has added
// many within a day, and with loyalty.ErrPhoneUnproved a session that is unproved.
func (c *Children) AddOwn(ctx context.Context, user access.PortalUser, draft loyalty.ChildDraft, key usecase.IdempotencyKey) (loyalty.Customer, error) {
	if err := user.MustBeProved(); err != nil {
		return loyalty.Customer{}, err
	}
	return c.addOwn(ctx, user, draft, key, childRequest{form: loyalty.FormPortal})
}

// AddRegistered is Add for whoever has just registered. It counts as
// Registrations.RegisterFrom does.
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
	draft.Tag = "" // the staff choose
	asked := requestFingerprint("add own child", user.CustomerID, draft.Name, draft.Birthday)
	err := c.base.InBusinessIdempotent(ctx, user.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(user.CustomerID)
		if err != nil {
			return err
		}
		a.guardianID, a.draft = cmp.Or(customer.GuardianID, customer.ID), draft
		id, err := usecase.RunOnce(c.base, tx, key, asked, usecase.PlainCodec[string](), func() (string, error) { return c.addWithinLimits(tx, a) })
		if err != nil {
			return err
		}
		child, err = tx.Customers().Get(id)
		return err
	})
	return child, err
}

// addWithinLimits is add for a guardian, of whom it is counted.
func (c *Children) addWithinLimits(tx *store.Tx, a childRequest) (string, error) {
	id, err := c.add(tx, a)
	if errors.Is(err, loyalty.ErrChildExists) {
		return "", loyalty.ErrOwnChildExists
	}
	if err != nil {
		return "", err
	}
	room, err := c.attempts.RoomFor(tx, access.Attempt{Kind: access.AttemptChild, By: a.guardianID})
	if err == nil && !room {
		err = loyalty.TooManyFor(access.AttemptChild.Limit().Within)
	}
	if err != nil {
		return id, err
	}
	business, err := tx.Business().Get()
	if err != nil {
		return "", err
	}
	_, err = c.attempts.TakeRegistration(tx, business, a.from) // a child is sent nothing
	return id, err
}

// childRequest is a child to be added: by whom, to whose, on which form.
type childRequest struct {
	actor      usecase.Actor
	guardianID string
	draft      loyalty.ChildDraft
	form       loyalty.ConsentForm
	from       access.Origin // whose registrations are counted
}

// add adds a child with her guardian locked, so that nobody adds another meanwhile, and
// returns her id.
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

// withChildren are a locked customer and her children, locked. Whoever stops being a
// customer takes them along: who consents for them is gone, and nobody else would reach
// their cards.
func withChildren(tx *store.Tx, customer loyalty.Customer) ([]loyalty.Customer, error) {
	leaving := []loyalty.Customer{customer}
	children, err := tx.Customers().Children(customer.ID)
	if err != nil {
		return nil, err
	}
	for _, child := range children {
		locked, err := tx.Customers().Lock(child.ID)
		if err != nil {
			return nil, err
		}
		// She may have got a phone of her own before she was locked.
		if locked.ID == child.ID && locked.GuardianID == customer.ID {
			leaving = append(leaving, locked)
		}
	}
	return leaving, nil
}

// standingsOf are customers with where each stands.
func standingsOf(tx *store.Tx, business loyalty.Business, customers []loyalty.Customer) ([]ListedCustomer, error) {
	standings, err := tx.Standings().Of(customers)
	listed := []ListedCustomer{}
	for _, customer := range customers {
		standing := standings[customer.ID]
		listed = append(listed, ListedCustomer{customer, standing.Stamps, nextTerms(business, customer).Target, standing.Owed})
	}
	return listed, err
}

// refuseUnreachableChildren refuses to take away the phone by which a customer's children are
// reached.
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
