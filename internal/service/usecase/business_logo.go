package usecase

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// BusinessLogo returns nil for no logo.
func BusinessLogo(tx *store.Tx) ([]byte, error) {
	business, err := tx.Business().Get()
	if err != nil || business.VisibleLogo() == "" {
		return nil, err
	}
	return tx.Business().Logo(business.Logo)
}

// Logo returns a PNG, without a session. It returns loyalty.ErrLogoNotFound if there is none or the business is
// suspended.
func (b *Base) Logo(ctx context.Context, businessID string, name loyalty.LogoName) (picture []byte, err error) {
	err = b.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
		picture, err = tx.Business().Logo(name)
		return err
	})
	return picture, err
}
