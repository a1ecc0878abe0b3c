package store_test

import (
	"testing"

	"axioma/internal/store"
)

func TestBusinessesFromBeforeTheirSearchAreFoundAfterTheUpdate(t *testing.T) {
	t.Parallel()
	updated := updatedFrom(t, 1, oldBusiness("Barbería El PEÑÓN"))
	page, err := store.NewPage(10, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]int64{"barberia": 1, "PEÑON": 1, "el peñ": 1, "otra": 0} {
		err := updated.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error {
			found, err := tx.ListBusinesses(search, page)
			if found.Total != want || int64(len(found.Items)) != want {
				t.Errorf("%q finds %d businesses, want %d", search, found.Total, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
