package store_test

import (
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestMigration_FamiliesWithoutSearchText_AreFound(t *testing.T) {
	t.Parallel()
	st := updatedFrom(t, 1, oldBusiness("Barbería"), `
		INSERT INTO families (business_id, id, name, sort_key, policy, created_at)
		VALUES ('old', 'f', 'Familia NÚÑEZ Pérez', '', 'POOL', 0)`)
	page, err := store.NewPage(10, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]int{"nuñez": 1, "PEREZ": 1, "familia núñez p": 1, "otra": 0} {
		err := st.ViewBusiness(t.Context(), "old", func(tx *store.Tx) error {
			families, err := tx.Families().List(search, page)
			if len(families.Items) != want {
				t.Errorf("%q finds %d families, want %d", search, len(families.Items), want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func updatedFrom(t *testing.T, version int64, rows ...string) *store.Store {
	t.Helper()
	database := storetest.New(t)
	database.DropTables(t)
	if err := store.MigrateTo(t.Context(), database.Folder, database.URL, version); err != nil {
		t.Fatalf("making an old database: %v", err)
	}
	if err := database.Try(t, rows...); err != nil {
		t.Fatalf("filling an old database: %v", err)
	}
	return database.Open(t)
}

// oldBusiness has only the columns of the first version.
func oldBusiness(name string) string {
	return `
		INSERT INTO businesses (id, name, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled,
			wa_enabled, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap, wa_free_credits, created_at)
		VALUES ('old', '` + name + `', 'ACTIVE', 'Europe/Madrid', 'ES', 10, 4, TRUE, TRUE, 1, 1, 1, 1, 0)`
}
