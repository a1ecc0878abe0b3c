package store_test

import (
	"testing"

	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func TestShortAddresses_SameCode_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	neighbour := shop.Town.Shop(t)
	keep := func(businessID, code string) (kept string) {
		err := shop.Store.InBusiness(t.Context(), businessID, func(tx *store.Tx) (err error) {
			if err = tx.Business().SetShortCodeIfAbsent(code); err == nil {
				kept, err = tx.Business().ShortCode()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	if kept := keep(shop.Business.ID, "k7m3xp"); kept != "k7m3xp" {
		t.Errorf("kept %q, want k7m3xp", kept)
	}
	if kept := keep(neighbour.Business.ID, "k7m3xp"); kept != "" {
		t.Errorf("a neighbour got the address of another business: %q", kept)
	}
	if kept := keep(shop.Business.ID, "h4j6tw"); kept != "k7m3xp" {
		t.Errorf("a printed address became %q, want k7m3xp", kept)
	}
	err := shop.Store.ExecRaw(t.Context(), "UPDATE businesses SET short_code = 'k7m3xp'")
	if err == nil {
		t.Error("the database accepts one address twice")
	}
}
