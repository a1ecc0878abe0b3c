package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Greet records that the staff greet a customer by WhatsApp now. It refuses with loyalty.ErrCustomerNotFound, with
// loyalty.ErrMayNotGreet without consent, and with loyalty.ErrGreetedRecently for an invitation soon after another
// greeting.
func (c *Customers) Greet(ctx context.Context, actor usecase.Actor, id string, greeting loyalty.Greeting) (loyalty.Customer, error) {
	var customer loyalty.Customer
	err := c.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if customer, err = tx.Customers().Lock(id); err != nil {
			return err
		}
		accepts, err := tx.Consents().Accepts(customer.ID)
		if err != nil {
			return err
		}
		if err := greeting.Refusal(customer, accepts, business.DayOf(c.base.Now()), c.base.Now()); err != nil {
			return err
		}
		customer.GreetedAt = c.base.Now()
		if err := tx.Marketing().NoteGreeting(customer); err != nil {
			return err
		}
		return c.base.Record(tx, actor.UserID, loyalty.ActionCustomerGreeted, customer.ID, "")
	})
	return customer, err
}
