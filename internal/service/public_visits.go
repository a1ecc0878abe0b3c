package service

import (
	"context"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Public returns a page of the visits that the id of a QR opens, newest first,
// or loyalty.ErrCustomerNotFound. Only the browser in which the customer registered gets
// the notes. Nothing is searched: the results would tell what the staff have noted.
func (v *Visits) Public(ctx context.Context, qrID string, list usecase.ListRequest) (usecase.Listed[usecase.ListedVisit], error) {
	var visits usecase.Listed[usecase.ListedVisit]
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
		own, err := v.portal.InOwnBrowser(ctx, tx, customer.ID)
		if !own {
			visits.Items = withoutNotes(visits.Items)
		}
		return err
	})
	return visits, err
}
