package store_test

import (
	"testing"

	"axioma/internal/store"
)

func TestMigration_BusinessesWithoutSearchText_AreFound(t *testing.T) {
	t.Parallel()
	st := updatedFrom(t, 1, oldBusiness("Barbería El PEÑÓN"))
	page, err := store.NewPage(10, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]int64{"barberia": 1, "PEÑON": 1, "el peñ": 1, "otra": 0} {
		err := st.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error {
			businesses, err := tx.Businesses().List(search, page)
			if businesses.Total != want || int64(len(businesses.Items)) != want {
				t.Errorf("%q finds %d businesses, want %d", search, businesses.Total, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestMigration_SearchTextsOfEarlierFolding_AreFound(t *testing.T) {
	t.Parallel()
	st := updatedFrom(t, 14, oldBusiness("Barbería O’Hara"), `UPDATE businesses SET search = 'barberia o’hara'`, `
		INSERT INTO customers (business_id, id, name, sort_key, email, search, visits_count, created_at)
		VALUES ('old', 'a', 'Sinéad O’Brien', '', 'núria@x.test', 'sinead o’brien'||'	'||'
'||'núria@x.test'||'
', 0, 0)`, `
		INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at)
		VALUES ('old', 'b', 'Jörg Weiß–Łęcki', '', 'jorg weiß–łecki'||'	'||'
'||'
', 0, 0)`)
	page, err := store.NewPage(10, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]int64{"o brien": 1, "o'brien": 1, "O’Brien": 1, "nuria@": 1, "núria@x.test": 1, "weiss-lecki": 1, "Łęcki": 1, "otra": 0} {
		err := st.ViewBusiness(t.Context(), "old", func(tx *store.Tx) error {
			customers, err := tx.Customers().List(store.CustomerSearch{Text: search}, page)
			if customers.Total != want {
				t.Errorf("%q finds %d customers, want %d", search, customers.Total, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	err = st.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error {
		businesses, err := tx.Businesses().List("o'hara", page)
		if businesses.Total != 1 {
			t.Errorf("%d businesses are found, want 1", businesses.Total)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
