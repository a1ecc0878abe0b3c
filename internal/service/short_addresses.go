package service

import (
	"context"
	"crypto/rand"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// ShortCode returns the code of the short address, made on first use. It never changes.
func (b *Businesses) ShortCode(ctx context.Context, actor usecase.Actor) (string, error) {
	var code string
	err := b.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		code, err = tx.Business().ShortCode()
		return err
	})
	// The code may be taken. Three collisions in a row are practically impossible.
	for tries := 0; err == nil && code == "" && tries < 3; tries++ {
		code, err = b.createShortCode(ctx, actor.BusinessID)
	}
	if err == nil && code == "" {
		err = errors.New("every short address that was drawn is taken")
	}
	return code, err
}

// createShortCode stores a random code and returns it, or one that another server has stored first. If another business
// has the code, it returns "".
func (b *Businesses) createShortCode(ctx context.Context, businessID string) (string, error) {
	fresh, err := loyalty.NewShortCode(rand.Reader)
	if err != nil {
		return "", err
	}
	var storedCode string
	err = b.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		if err = tx.Business().SetShortCodeIfAbsent(fresh); err != nil {
			return err
		}
		storedCode, err = tx.Business().ShortCode()
		return err
	})
	return storedCode, err
}

// ByShortAddress returns the id of a business, suspended or not, or loyalty.ErrBusinessNotFound.
func (b *Businesses) ByShortAddress(ctx context.Context, address string) (string, error) {
	code, ok := loyalty.ParseShortCode(address)
	if !ok {
		return "", loyalty.ErrBusinessNotFound
	}
	var businessID string
	err := b.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businessID, err = tx.Businesses().ByShortCode(code)
		return err
	})
	return businessID, err
}
