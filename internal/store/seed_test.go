package store_test

import (
	"testing"
	"time"

	"axioma/internal/store/seed"
	"axioma/internal/store/storetest"
)

func TestSeed_Histories_KeepEachRule(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	err := seed.Write(t.Context(), seed.Database(database), time.Date(2026, 3, 26, 12, 0, 0, 0, time.UTC),
		seed.Businesses{Business: "large", Customers: 1000, Visits: 10_000, Days: 400},
		seed.Businesses{Business: "small", Count: 20, Customers: 10, Visits: 20, Days: 60})
	if err != nil {
		t.Fatal(err)
	}
	breaches, err := database.Open(t).Check(t.Context())
	if err != nil || breaches.Rows > 0 {
		t.Fatalf("%v, %d breaches, the first of them %q", err, breaches.Rows, breaches.First[:min(5, len(breaches.First))])
	}
	for query, want := range map[string]string{
		"SELECT CASE WHEN count(*) BETWEEN 9000 AND 11000 THEN 'about' END FROM visits WHERE business_id = 'large'":         "about",
		"SELECT CASE WHEN count(*) > 100 THEN 'some' END FROM rewards WHERE business_id = 'large' AND status = 'PENDING'":   "some",
		"SELECT CASE WHEN count(*) > 1000 THEN 'some' END FROM rewards WHERE business_id = 'large' AND status = 'REDEEMED'": "some",
		"SELECT count(*) FROM businesses":                            "21",
		"SELECT count(*) FROM customers WHERE business_id = 'large'": "1000",
	} {
		if got := database.Rows(t, query); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %s", query, got, want)
		}
	}
}

func TestCheck_ManyBreaches_ListsFirstAndCountsAll(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	err := seed.Write(t.Context(), seed.Database(database), time.Date(2026, 3, 26, 12, 0, 0, 0, time.UTC),
		seed.Businesses{Business: "shop", Customers: 1200, Visits: 1200, Days: 60})
	if err != nil {
		t.Fatal(err)
	}
	database.Corrupt(t, "UPDATE customers SET visits_count = visits_count + 1")
	breaches, err := database.Open(t).Check(t.Context())
	if err != nil || breaches.Rows != 1200 || len(breaches.First) != 1000 {
		t.Fatalf("%v; %d breaches, %d of them listed; want 1200 and 1000", err, breaches.Rows, len(breaches.First))
	}
}
