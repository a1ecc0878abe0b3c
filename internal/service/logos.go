package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// SetLogo takes a PNG or JPEG. Errors: those of logo.Reader.Read.
func (b *Businesses) SetLogo(ctx context.Context, actor usecase.Actor, upload []byte) (loyalty.Business, error) {
	picture, err := b.logos.Read(ctx, upload)
	if err != nil {
		return loyalty.Business{}, err
	}
	name := loyalty.NewLogoName(picture)
	return b.changeLogo(ctx, actor, loyalty.ActionLogoChanged, func(tx *store.Tx) error {
		return tx.Business().SetLogo(name, picture)
	})
}

// RemoveLogo removes the logo.
func (b *Businesses) RemoveLogo(ctx context.Context, actor usecase.Actor) (loyalty.Business, error) {
	return b.changeLogo(ctx, actor, loyalty.ActionLogoRemoved, func(tx *store.Tx) error {
		return tx.Business().RemoveLogo()
	})
}

func (b *Businesses) changeLogo(
	ctx context.Context, actor usecase.Actor, action loyalty.Action, change func(*store.Tx) error,
) (business loyalty.Business, err error) {
	err = b.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if _, err := tx.Business().Lock(); err != nil {
			return err
		}
		if err := change(tx); err != nil {
			return err
		}
		if business, err = tx.Business().Get(); err != nil {
			return err
		}
		if err := b.base.Append(tx, loyalty.Event{Kind: loyalty.EventBusinessChanged}); err != nil {
			return err
		}
		return b.base.Record(tx, actor.UserID, action, actor.BusinessID, "")
	})
	return business, err
}

// OwnLogo returns a PNG, or nil.
func (b *Businesses) OwnLogo(ctx context.Context, actor usecase.Actor) (picture []byte, err error) {
	err = b.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		picture, err = usecase.BusinessLogo(tx)
		return err
	})
	return picture, err
}

// Logo returns a PNG, without a session. Error: loyalty.ErrLogoNotFound, also for a suspended business.
func (b *Businesses) Logo(ctx context.Context, businessID string, name loyalty.LogoName) ([]byte, error) {
	return b.base.Logo(ctx, businessID, name)
}
