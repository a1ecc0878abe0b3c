package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/passes"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// QRChanges gives customers a new QR, for example after a stranger photographed the old one.
type QRChanges struct {
	base     *usecase.Base
	attempts *access.Attempts
	passes   *passes.Passes
	messages *messaging.Messages
}

// Change replaces the QRs of a customer and merged records, once per key. Error: loyalty.ErrCustomerNotFound.
func (q *QRChanges) Change(ctx context.Context, actor usecase.Actor, customerID string, key usecase.IdempotencyKey) (loyalty.Customer, error) {
	changedCustomer, err := q.changeOnce(ctx, actor, customerID, key, func(*store.Tx, string) error { return nil })
	return maskedFor(actor, changedCustomer), err
}

// ChangeOwn replaces a QR like Change, for a customer in the portal, and for a child's card. Further errors:
// loyalty.ErrTooMany (daily limit), loyalty.ErrPhoneUnverified.
func (q *QRChanges) ChangeOwn(ctx context.Context, user access.PortalUser, key usecase.IdempotencyKey) (loyalty.Customer, error) {
	if err := user.RequireVerified(); err != nil {
		return loyalty.Customer{}, err
	}
	return q.changeOnce(ctx, user.Actor(), user.CustomerID, key, func(tx *store.Tx, customerID string) error {
		room, err := q.attempts.Allow(tx, access.Attempt{Kind: access.AttemptQRChange, Subject: customerID})
		if err == nil && !room {
			err = loyalty.TooManyFor(access.AttemptQRChange.Limit().Window)
		}
		return err
	})
}

func (q *QRChanges) changeOnce(
	ctx context.Context, actor usecase.Actor, customerID string, key usecase.IdempotencyKey, count func(*store.Tx, string) error,
) (loyalty.Customer, error) {
	var customer loyalty.Customer
	if err := key.Validate(); err != nil {
		return customer, err
	}
	err := q.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		id, err := usecase.RunOnce(q.base, tx, key, "change QR of "+customerID, usecase.PlainCodec[string](), func() (string, error) {
			customer, err := tx.Customers().Lock(customerID)
			if err != nil {
				return "", err
			}
			if err := count(tx, customer.ID); err != nil {
				return "", err
			}
			return customer.ID, q.change(tx, actor, customer.ID)
		})
		if err != nil {
			return err
		}
		customer, err = tx.Customers().Get(id)
		return err
	})
	return customer, err
}

// change replaces the QRs and ends the passes of the customer and of all merged records: any may have been
// photographed.
func (q *QRChanges) change(tx *store.Tx, actor usecase.Actor, customerID string) error {
	records, err := tx.Customers().Records(customerID)
	if err != nil {
		return err
	}
	for _, record := range records {
		qrID, err := q.base.IDs.Secret()
		if err != nil {
			return err
		}
		if err := tx.Customers().ChangeQR(record, qrID, customerID, q.base.Now()); err != nil {
			return err
		}
	}
	if err := q.passes.End(tx, records); err != nil {
		return err
	}
	if err := q.base.Append(tx, loyalty.Event{Kind: loyalty.EventQRChanged, CustomerID: customerID}); err != nil {
		return err
	}
	if err := q.base.Record(tx, actor.UserID, loyalty.ActionQRChanged, customerID, ""); err != nil {
		return err
	}
	changedCustomer, err := tx.Customers().Get(customerID)
	if err != nil {
		return err
	}
	return q.messages.MailReplacementQR(tx, changedCustomer)
}

// endAccessAfterFirstProof runs when the phone is first verified, unless the browser that registered the customer does
// it. It ends QRs, passes and registration tokens, and forgets that browser; for the customer and their children.
func (q *QRChanges) endAccessAfterFirstProof(tx *store.Tx, actor usecase.Actor, customerID string) error {
	holder, err := tx.Customers().Lock(customerID)
	if err != nil {
		return err
	}
	customers, err := withChildren(tx, holder)
	if err != nil {
		return err
	}
	for _, customer := range customers {
		if err := tx.Phones().ForgetRegistrant(customer.ID); err != nil {
			return err
		}
		if err := q.change(tx, actor, customer.ID); err != nil {
			return err
		}
	}
	return nil
}
