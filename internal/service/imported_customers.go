package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// ImportedCustomers lists active customers of imports, for the owner to write to.
type ImportedCustomers struct{ base *usecase.Base }

// ImportedCustomer is a customer with how they may be greeted.
type ImportedCustomer struct {
	loyalty.Customer
	GreetingOffer
}

// ImportedPage is a page of an import's customers.
type ImportedPage struct {
	usecase.Listed[ImportedCustomer]
	WithPhone int64 // on all pages
}

// List keeps the file's order. Error: loyalty.ErrImportNotFound.
func (i *ImportedCustomers) List(ctx context.Context, actor usecase.Actor, importID string, list usecase.ListRequest) (ImportedPage, error) {
	var found ImportedPage
	page, err := store.NewPage(list.Limit, list.Cursor, len([]string{"row", "id"}))
	if err != nil {
		return found, err
	}
	err = i.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		imported, err := store.ImportsIn(tx).Get(importID)
		if err != nil {
			return err
		}
		customers, err := store.ImportedCustomersIn(tx).List(imported.ID, imported.Run, page)
		if err != nil {
			return err
		}
		if found, err = i.withOffers(tx, customers); err != nil {
			return err
		}
		found.Total, found.WithPhone, err = store.ImportedCustomersIn(tx).Count(imported.ID, imported.Run)
		return err
	})
	return found, err
}

func (i *ImportedCustomers) withOffers(tx *store.Tx, customers store.Listed[loyalty.Customer]) (ImportedPage, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return ImportedPage{}, err
	}
	offers, err := greetingOffers(tx, business, i.base.Now(), customers.Items)
	found := ImportedPage{Listed: usecase.Listed[ImportedCustomer]{Next: customers.Next, Items: make([]ImportedCustomer, len(customers.Items))}}
	for n, customer := range customers.Items {
		found.Items[n] = ImportedCustomer{Customer: customer, GreetingOffer: offers[customer.ID]}
	}
	return found, err
}
