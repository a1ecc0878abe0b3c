package usecase

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// BusinessLogo returns the current logo of the business, or nil if it has none.
func BusinessLogo(tx *store.Tx) ([]byte, error) {
	business, err := tx.Business().Get()
	if err != nil || business.VisibleLogo() == "" {
		return nil, err
	}
	return tx.Business().Logo(business.Logo)
}

// Logo returns a business's logo, a PNG, without a session. It refuses with loyalty.ErrLogoNotFound if the business is
// suspended or has no logo of that name.
func (b *Base) Logo(ctx context.Context, businessID string, name loyalty.LogoName) (picture []byte, err error) {
	err = b.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
		picture, err = tx.Business().Logo(name)
		return err
	})
	return picture, err
}
