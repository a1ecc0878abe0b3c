package service

import (
	"context"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Imports brings customers of other systems into a business. It records no consent and sends no message. A worker
// advances the imports of all businesses: RunPeriodically.
type Imports struct {
	base    *usecase.Base
	rows    rowImporter
	parsing chan struct{} // held while a file is parsed
	woken   chan struct{} // an import waits for the worker
}

func newImports(base *usecase.Base, customers *Customers, adjustments *Adjustments) *Imports {
	rows := rowImporter{base: base, customers: customers, adjustments: adjustments}
	return &Imports{base: base, rows: rows, parsing: make(chan struct{}, 1), woken: make(chan struct{}, 1)}
}

// importBatchSize limits the rows of one transaction, so that check-ins do not wait.
const importBatchSize = 20

// OwnerOf returns the first enabled owner of a business as an actor, for imports by the operator. It refuses with
// loyalty.ErrBusinessNotFound, and with loyalty.ErrUserNotFound for a business without an owner.
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
