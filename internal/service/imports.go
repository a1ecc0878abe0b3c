package service

import (
	"context"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Imports imports customers from files, without consents or messages. RunPeriodically processes them.
type Imports struct {
	base    *usecase.Base
	rows    rowImporter
	parsing chan struct{}
	woken   chan struct{}
}

func newImports(base *usecase.Base, customers *Customers, adjustments *Adjustments) *Imports {
	rows := rowImporter{base: base, customers: customers, adjustments: adjustments}
	return &Imports{base: base, rows: rows, parsing: make(chan struct{}, 1), woken: make(chan struct{}, 1)}
}

// importBatchSize is small, because check-ins wait for the transaction.
const importBatchSize = 20

// OwnerOf returns the first enabled owner, for the operator's imports. Errors: loyalty.ErrBusinessNotFound,
// loyalty.ErrUserNotFound.
func (i *Imports) OwnerOf(ctx context.Context, businessID string) (usecase.Actor, error) {
	if _, err := i.base.BusinessByID(ctx, businessID); err != nil {
		return usecase.Actor{}, err
	}
	var staff []loyalty.User
	err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		staff, err = tx.Users().Of(businessID)
		return err
	})
	if err != nil {
		return usecase.Actor{}, err
	}
	at := slices.IndexFunc(staff, func(user loyalty.User) bool { return user.Role == loyalty.Owner && user.DisabledAt.IsZero() })
	if at < 0 {
		return usecase.Actor{}, loyalty.ErrUserNotFound
	}
	return usecase.Actor{UserID: staff[at].ID, Role: loyalty.Owner, BusinessID: businessID}, nil
}
