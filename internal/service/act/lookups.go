package act

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// PublicBusiness returns a business by its id, suspended or not, or
// loyalty.ErrBusinessNotFound.
func (b *Base) PublicBusiness(ctx context.Context, id string) (loyalty.Business, error) {
	var business loyalty.Business
	err := b.Store.ViewBusiness(ctx, id, func(tx *store.Tx) (err error) {
		business, err = tx.Business().Get()
		return err
	})
	return business, err
}

// OpenBusinessOf is BusinessOfCustomer for what an id opens only while the business
// is active: else it tells as little as one that does not exist.
func (b *Base) OpenBusinessOf(ctx context.Context, customerID string) (loyalty.Business, error) {
	business, err := b.BusinessOfCustomer(ctx, customerID)
	if err == nil && !business.Active() {
		err = loyalty.ErrCustomerNotFound
	}
	return business, err
}

// BusinessOfCustomer returns the business that a public id belongs to, or
// loyalty.ErrCustomerNotFound.
func (b *Base) BusinessOfCustomer(ctx context.Context, customerID string) (loyalty.Business, error) {
	var business loyalty.Business
	err := b.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		business, err = tx.Businesses().OfCustomer(customerID)
		return err
	})
	return business, err
}
