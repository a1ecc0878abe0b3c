package service

import (
	"context"
	"crypto/rand"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// ShortCode returns what the short address ends with of the business that the actor
// acts on. It is made when it is first needed and stays.
func (b *Businesses) ShortCode(ctx context.Context, actor usecase.Actor) (string, error) {
	var code string
	err := b.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		code, err = tx.Business().ShortCode()
		return err
	})
	// Another business may have what was drawn: hardly ever, and not thrice.
	for tries := 0; err == nil && code == "" && tries < 3; tries++ {
		code, err = b.createShortCode(ctx, actor.BusinessID)
	}
	if err == nil && code == "" {
		err = errors.New("every short address that was drawn is taken")
	}
	return code, err
}

// createShortCode returns the code of a business that had none a moment ago, or none
// where another business has what was drawn.
func (b *Businesses) createShortCode(ctx context.Context, businessID string) (string, error) {
	fresh, err := loyalty.NewShortCode(rand.Reader)
	if err != nil {
		return "", err
	}
	var kept string
	err = b.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		if err = tx.Business().KeepShortCode(fresh); err != nil {
			return err
		}
		kept, err = tx.Business().ShortCode()
		return err
	})
	return kept, err
}

// ByShortAddress returns the id of the business whose short address ends with what
// somebody has typed or scanned, suspended or not, or loyalty.ErrBusinessNotFound.
func (b *Businesses) ByShortAddress(ctx context.Context, typed string) (string, error) {
	code, ok := loyalty.ParseShortCode(typed)
	if !ok {
		return "", loyalty.ErrBusinessNotFound
	}
	var businessID string
	err := b.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businessID, err = tx.Businesses().WithShortCode(code)
		return err
	})
	return businessID, err
}
