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
	keep := func(businessID, code string) (storedCode string) {
		err := shop.Store.InBusiness(t.Context(), businessID, func(tx *store.Tx) (err error) {
			if err = tx.Business().SetShortCodeIfAbsent(code); err == nil {
				storedCode, err = tx.Business().ShortCode()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return storedCode
	}
	if storedCode := keep(shop.Business.ID, "k7m3xp"); storedCode != "k7m3xp" {
		t.Errorf("kept %q, want k7m3xp", storedCode)
	}
	if storedCode := keep(neighbour.Business.ID, "k7m3xp"); storedCode != "" {
		t.Errorf("a neighbour got the address of another business: %q", storedCode)
	}
	if storedCode := keep(shop.Business.ID, "h4j6tw"); storedCode != "k7m3xp" {
		t.Errorf("a printed address became %q, want k7m3xp", storedCode)
	}
	err := shop.Store.ExecRaw(t.Context(), "UPDATE businesses SET short_code = 'k7m3xp'")
	if err == nil {
		t.Error("the database accepts one address twice")
	}
}
