package usecase

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// BusinessByID returns a business, suspended or not, or loyalty.ErrBusinessNotFound.
func (b *Base) BusinessByID(ctx context.Context, id string) (loyalty.Business, error) {
	var business loyalty.Business
	err := b.Store.ViewBusiness(ctx, id, func(tx *store.Tx) (err error) {
		business, err = tx.Business().Get()
		return err
	})
	return business, err
}

// ActiveBusinessOfQR treats a suspended business as unknown.
func (b *Base) ActiveBusinessOfQR(ctx context.Context, qrID string) (loyalty.Business, error) {
	business, err := b.BusinessOfQR(ctx, qrID)
	if err == nil && !business.IsActive() {
		err = loyalty.ErrCustomerNotFound
	}
	return business, err
}

// BusinessOfQR returns the business of a QR that has not ended, or loyalty.ErrCustomerNotFound.
func (b *Base) BusinessOfQR(ctx context.Context, qrID string) (loyalty.Business, error) {
	var business loyalty.Business
	err := b.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		business, err = tx.Businesses().ByQR(qrID)
		return err
	})
	return business, err
}
