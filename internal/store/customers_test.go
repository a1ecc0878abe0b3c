package store_test

import (
	"fmt"
	"strings"
	"testing"

	"axioma/internal/service/servicetest"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// The counter waits for this: among many customers, none may be looked through.
func TestCustomersAreFoundByTheEndOfTheirPhoneThroughAnIndex(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	shop := servicetest.TownOn(t, database).Shop(t)
	database.Corrupt(t, fmt.Sprintf(`
		INSERT INTO customers (business_id, id, name, sort_key, phone, search, visits_count, created_at)
		WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
		SELECT '%s', 'many-' || CAST(n AS TEXT), 'Ana', 'ana', '+34' || CAST(600000000 + n AS TEXT), '', 0, 0 FROM numbers`,
		shop.Business.ID), "ANALYZE")
	explain := "EXPLAIN QUERY PLAN "
	if database.URL != "" {
		explain = "EXPLAIN "
	}
	given := strings.NewReplacer("$1", "'"+shop.Business.ID+"'", "$2", "'0012345'", "$3", "9", "$4", "'600012345'")
	plan := strings.Join(database.Rows(t, explain+given.Replace(store.CustomersByPhoneEnd)), "\n")
	if !strings.Contains(plan, "customers_by_phone_end") {
		t.Errorf("the plan:\n%s", plan)
	}
}
