package store_test

import (
	"context"
	"errors"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

// A group of transactions shares a cache. Changes and rollbacks must not leave a wrong entry.
func TestTxCache_Business_IsTheStoredOne(t *testing.T) {
	shop := servicetest.New(t)
	ctx := context.Background()
	undone := errors.New("undone")
	rename := func(tx *store.Tx, name string) error {
		business, err := tx.Business().Lock()
		if err != nil {
			return err
		}
		business.Name = name
		return tx.Business().Update(business)
	}
	nameIn := func(tx *store.Tx) string {
		business, err := tx.Business().Get()
		if err != nil {
			t.Fatal(err)
		}
		return business.Name
	}
	err := shop.Store.InBusiness(ctx, shop.Business.ID, func(tx *store.Tx) error {
		if got := nameIn(tx); got != shop.Business.Name {
			t.Errorf("before the change the name is %q, want %q", got, shop.Business.Name)
		}
		if err := rename(tx, "Otra"); err != nil {
			return err
		}
		if got := nameIn(tx); got != "Otra" {
			t.Errorf("after the change the name is %q, want Otra", got)
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	for _, want := range []string{shop.Business.Name, "Nueva"} {
		var business loyalty.Business
		err := shop.Store.InBusiness(ctx, shop.Business.ID, func(tx *store.Tx) (err error) {
			business, err = tx.Business().Get()
			return err
		})
		if err != nil || business.Name != want {
			t.Errorf("stored %q (%v), want %q", business.Name, err, want)
		}
		if err := shop.Store.InBusiness(ctx, shop.Business.ID, func(tx *store.Tx) error { return rename(tx, "Nueva") }); err != nil {
			t.Fatal(err)
		}
	}
}
