package service

import (
	"context"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Public returns the visits of a QR, newest first, or loyalty.ErrCustomerNotFound. Only the registering browser gets
// notes. There is no search, because it would reveal notes.
func (v *Visits) Public(ctx context.Context, qrID string, list usecase.ListRequest) (usecase.List[usecase.ListedVisit], error) {
	var visits usecase.List[usecase.ListedVisit]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return visits, err
	}
	business, err := v.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return visits, err
	}
	err = v.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(qrID)
		if err != nil {
			return err
		}
		if visits, err = tx.Visits().List(customer.ID, "", page); err != nil {
			return err
		}
		own, err := v.portal.IsRegistrantBrowser(ctx, tx, customer.ID)
		if !own {
			visits.Items = withoutNotes(visits.Items)
		}
		return err
	})
	return visits, err
}
