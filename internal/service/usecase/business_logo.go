package usecase

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// BusinessLogo is the logo that a business shows; nothing where it shows none.
func BusinessLogo(tx *store.Tx) ([]byte, error) {
	business, err := tx.Business().Get()
	if err != nil || business.VisibleLogo() == "" {
		return nil, err
	}
	return tx.Business().Logo(business.Logo)
}

// Logo returns the logo of a business, a PNG, for anybody, or loyalty.ErrLogoNotFound
// where it has none or another than the one that is named, or is suspended.
func (b *Base) Logo(ctx context.Context, businessID string, name loyalty.LogoName) (picture []byte, err error) {
	err = b.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
		picture, err = tx.Business().Logo(name)
		return err
	})
	return picture, err
}
