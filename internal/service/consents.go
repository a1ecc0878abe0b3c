package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Consents reads and withdraws consents.
type Consents struct{ base *usecase.Base }

// Of returns a customer's history, newest first, or loyalty.ErrCustomerNotFound.
func (c *Consents) Of(ctx context.Context, actor usecase.Actor, customerID string) ([]loyalty.Consent, error) {
	var consents []loyalty.Consent
	err := c.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		consents, err = tx.Consents().Of(customer.ID)
		return err
	})
	return consents, err
}

// Unsubscribe withdraws marketing consents, also of a suspended business. Error: loyalty.ErrCustomerNotFound.
func (c *Consents) Unsubscribe(ctx context.Context, qrID string) error {
	business, err := c.base.BusinessOfQR(ctx, qrID)
	if err != nil {
		return err
	}
	return c.unsubscribe(ctx, usecase.Actor{BusinessID: business.ID}, qrID, loyalty.FormUnsubscribe)
}

// UnsubscribeFor withdraws marketing consents at the counter. Error: loyalty.ErrCustomerNotFound.
func (c *Consents) UnsubscribeFor(ctx context.Context, actor usecase.Actor, customerID string) error {
	return c.unsubscribe(ctx, actor, customerID, loyalty.FormStaff)
}

func (c *Consents) unsubscribe(ctx context.Context, actor usecase.Actor, customerID string, form loyalty.ConsentForm) error {
	return c.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Lock(customerID)
		if err != nil {
			return err
		}
		if err := c.withdrawAll(tx, customer.ID, form); err != nil {
			return err
		}
		if err := c.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventConsentChanged, customer)); err != nil {
			return err
		}
		return c.base.Record(tx, actor.UserID, loyalty.ActionUnsubscribed, customer.ID, string(form))
	})
}

// withdrawAll records a withdrawal of each marketing consent, even of those never given: the history shows the request.
func (c *Consents) withdrawAll(tx *store.Tx, customerID string, form loyalty.ConsentForm) error {
	now := c.base.Now()
	for _, kind := range loyalty.MarketingConsents() {
		if err := c.base.RecordConsent(tx, loyalty.Consent{CustomerID: customerID, Kind: kind, Form: form, At: now}); err != nil {
			return err
		}
	}
	return nil
}

// BusinessOfQR returns the business of a QR, revoked or not, or loyalty.ErrCustomerNotFound.
func (c *Consents) BusinessOfQR(ctx context.Context, qrID string) (loyalty.Business, error) {
	return c.base.BusinessOfQR(ctx, qrID)
}
