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
	usecase.List[ImportedCustomer]
	WithPhone int64 // on all pages
}

// List keeps the file's order. Error: loyalty.ErrImportNotFound.
func (i *ImportedCustomers) List(ctx context.Context, actor usecase.Actor, importID string, list usecase.ListRequest) (ImportedPage, error) {
	var importedPage ImportedPage
	page, err := store.NewPage(list.Limit, list.Cursor, len([]string{"row", "id"}))
	if err != nil {
		return importedPage, err
	}
	err = i.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		importRecord, err := store.ImportsIn(tx).Get(importID)
		if err != nil {
			return err
		}
		customers, err := store.ImportedCustomersIn(tx).List(importRecord.ID, importRecord.Run, page)
		if err != nil {
			return err
		}
		if importedPage, err = i.withOffers(tx, customers); err != nil {
			return err
		}
		importedPage.Total, importedPage.WithPhone, err = store.ImportedCustomersIn(tx).Count(importRecord.ID, importRecord.Run)
		return err
	})
	return importedPage, err
}

func (i *ImportedCustomers) withOffers(tx *store.Tx, customers store.List[loyalty.Customer]) (ImportedPage, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return ImportedPage{}, err
	}
	offers, err := greetingOffers(tx, business, i.base.Now(), customers.Items)
	importedPage := ImportedPage{List: usecase.List[ImportedCustomer]{Next: customers.Next, Items: make([]ImportedCustomer, len(customers.Items))}}
	for n, customer := range customers.Items {
		importedPage.Items[n] = ImportedCustomer{Customer: customer, GreetingOffer: offers[customer.ID]}
	}
	return importedPage, err
}
