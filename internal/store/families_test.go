package store_test

import (
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

// TestFamiliesFromBeforeTheirSearchAreFoundAfterTheUpdate puts the tables back
// as an older program left them.
func TestFamiliesFromBeforeTheirSearchAreFoundAfterTheUpdate(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := town.Shop(t)
	if _, err := shop.Cases.CreateFamily(t.Context(), shop.Owner, "Familia NÚÑEZ Pérez", loyalty.PolicyPool, ""); err != nil {
		t.Fatal(err)
	}
	town.Database.Corrupt(t,
		"DROP INDEX families_by_name", "ALTER TABLE families DROP COLUMN search", "DELETE FROM goose_db_version WHERE version_id = 2")
	updated := town.Database.Open(t)
	page, err := store.NewPage(10, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]int{"nuñez": 1, "PEREZ": 1, "familia núñez p": 1, "otra": 0} {
		err := updated.ViewBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
			found, err := tx.ListFamilies(search, page)
			if len(found.Items) != want {
				t.Errorf("%q finds %d families, want %d", search, len(found.Items), want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
