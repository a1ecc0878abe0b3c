package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// The counter waits for this lookup, so it must not scan all customers.
// Spec: validation-29
func TestCustomers_ByPhoneEnd_UsesIndex(t *testing.T) {
	t.Parallel()
	many := newMany(t)
	arguments := strings.NewReplacer("$1", "'"+many.shop.Business.ID+"'", "$2", "'0012345'", "$3", "9", "$4", "'600012345'")
	if plan := many.plan(arguments.Replace(store.CustomersByPhoneEnd)); !strings.Contains(plan, "customers_by_phone_end") {
		t.Errorf("the plan does not use the index of phone endings:\n%s", plan)
	}
}

type many struct {
	t        *testing.T
	database storetest.Database
	shop     *servicetest.Shop
}

func newMany(t *testing.T) many {
	t.Helper()
	database := storetest.New(t)
	shop := servicetest.NewTownOn(t, database).Shop(t)
	numbers := "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)"
	database.Corrupt(t, fmt.Sprintf(`
		INSERT INTO customers (business_id, id, name, sort_key, phone, birthday, search, visits_count, created_at)
		%s SELECT '%s', 'many-' || CAST(n AS TEXT), 'Ana', 'ana', '+34' || CAST(600000000 + n AS TEXT),
			'1990-' || CAST(10 + n %% 3 AS TEXT) || '-' || CAST(10 + n %% 19 AS TEXT), '', 0, 0 FROM numbers`,
		numbers, shop.Business.ID), fmt.Sprintf(`
		INSERT INTO cards (business_id, id, customer_id, stamps)
		%s SELECT '%s', 'card-' || CAST(n AS TEXT), 'many-' || CAST(n AS TEXT), 10 FROM numbers`,
		numbers, shop.Business.ID), fmt.Sprintf(`
		INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at)
		%s SELECT '%s', 'reward-' || CAST(n AS TEXT), 'card-' || CAST(n AS TEXT), 'many-' || CAST(n AS TEXT), 'FREE',
			CASE WHEN n %% 20 = 0 THEN 'PENDING' ELSE 'CANCELLED' END, 10, 0 FROM numbers`,
		numbers, shop.Business.ID), fmt.Sprintf(`
		INSERT INTO audit_events (business_id, id, at, action, subject_id)
		%s SELECT '%s', 'event-' || CAST(n AS TEXT), 0, 'visit.registered', 'many' FROM numbers`,
		numbers, shop.Business.ID), fmt.Sprintf(`
		INSERT INTO events (business_id, position, number, kind, customer_id, at)
		%s SELECT '%s', n, 0, 'visit.registered', 'many', 0 FROM numbers`,
		numbers, shop.Business.ID), "ANALYZE")
	return many{t, database, shop}
}

func (m many) plan(query string) string {
	m.t.Helper()
	explain := "EXPLAIN QUERY PLAN "
	if m.database.URL != "" {
		explain = "EXPLAIN "
	}
	return strings.Join(m.database.Rows(m.t, explain+query), "\n")
}

// A filter that few customers pass must use its own index. A list that reads all customers must not use the index of
// names.
// Spec: calls-17
func TestCustomers_List_UsesIndexes(t *testing.T) {
	t.Parallel()
	many := newMany(t)
	for _, list := range []struct {
		search        store.CustomerSearch
		with, without string
	}{
		{store.CustomerSearch{Order: store.ByName}, "customers_by_name", ""},
		{store.CustomerSearch{Order: store.ByName, From: "m"}, "customers_by_name", "created_at"},
		{store.CustomerSearch{Order: store.ByOwed, Owed: true}, "rewards_owed", "customers_by_name"},
		{store.CustomerSearch{Order: store.ByLastVisit, Birthdays: []string{"11-10", "11-11"}}, "customers_by_birthday", "customers_by_name"},
		{store.CustomerSearch{Order: store.ByLastVisit}, "", "customers_by_name"},
		{store.CustomerSearch{Order: store.ByName, SeenBefore: time.UnixMilli(1)}, "", "customers_by_name"},
	} {
		err := many.shop.Store.ViewBusiness(t.Context(), many.shop.Business.ID, func(tx *store.Tx) error {
			text, args := tx.Customers().ListQuery(list.search, 50)
			plan := many.plan(fillInArgs(text, args))
			if !strings.Contains(plan, list.with) || list.without != "" && strings.Contains(plan, list.without) {
				t.Errorf("the plan of %+v must use %q and not %q:\n%s", list.search, list.with, list.without, plan)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A filter reads many customers, so it must not read them again for the total.
func TestCustomers_ListWithFilter_SearchesOnce(t *testing.T) {
	t.Parallel()
	many := newMany(t)
	for name, search := range map[string]store.CustomerSearch{
		"with an owed reward": {Order: store.ByName, Owed: true},
		"most rewards first":  {Order: store.ByOwed, Owed: true},
		"absent":              {Order: store.ByLastVisit, SeenBefore: time.UnixMilli(1)},
		"birthdays":           {Order: store.ByLastVisit, Birthdays: []string{"11-10", "11-11"}},
	} {
		queries := 0
		err := many.shop.Store.RecordQueries(t.Context(), many.shop.Business.ID, func(a store.ExecutedQuery) {
			if strings.Contains(a.Text, "customers") {
				queries++
			}
		}, func(tx *store.Tx, _ *store.PlatformTx) {
			page := store.Page{Limit: 50}
			for range 2 {
				customers, err := tx.Customers().List(search, page)
				if err != nil || len(customers.Items) != page.Limit || customers.Total < 500 || customers.Next == "" {
					t.Errorf("%s: got %d items of %d, the cursor %q, %v", name, len(customers.Items), customers.Total, customers.Next, err)
				}
				page, err = search.Order.NewPage(50, customers.Next)
				if err != nil {
					t.Error(err)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if queries != 2 {
			t.Errorf("two pages of %s take %d queries, want 2", name, queries)
		}
	}
}

// A customer's record counts the visits of many years, so the count must read nothing but an index.
func TestVisits_ListTotal_UsesIndexOnly(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	plans := plansOf(t, database, func(tx *store.Tx, _ *store.PlatformTx) error {
		_, err := tx.Visits().List("customer", "", store.Page{Limit: 20})
		return err
	})
	for query, plan := range plans {
		if !strings.Contains(query, "count(*)") {
			continue
		}
		// PostgreSQL may choose any plan for an empty table.
		within := strings.Contains(plan, "COVERING INDEX") || database.URL != ""
		if !within || strings.Contains(plan, "users") {
			t.Errorf("the plan of %s reads more than it should:\n%s", query, plan)
		}
		return
	}
	t.Errorf("no query counted rows: %v", plans)
}

// After five executions PostgreSQL would use a generic plan for a business of average size, and read all cards of a
// large one.
func TestQueryPlan_PageOfLargeBusiness_IsPlannedForIt(t *testing.T) {
	t.Parallel()
	many := newMany(t)
	if many.database.URL == "" {
		return // SQLite has one plan for all businesses
	}
	const moreThanPlannedAnew = 8
	page := store.Page{Limit: 50}
	check := func(tx *store.Tx, customers store.List[loyalty.Customer], err error) error {
		if err == nil {
			_, err = tx.Progress().Of(customers.Items)
		}
		for _, statement := range genericStatements(t, tx) {
			t.Errorf("a plan does not use the values of the business: %s", statement)
		}
		return err
	}
	for range moreThanPlannedAnew {
		err := errors.Join(
			many.shop.Store.ViewBusiness(t.Context(), many.shop.Business.ID, func(tx *store.Tx) error {
				customers, _, err := tx.Snapshot().Page(page, time.Now())
				return check(tx, customers, err)
			}),
			many.shop.Store.ViewLists(t.Context(), many.shop.Business.ID, func(tx *store.Tx) error {
				customers, err := tx.Customers().List(store.CustomerSearch{Order: store.ByName}, page)
				return check(tx, customers, err)
			}))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// genericStatements returns the statements of a connection that have long lists and a generic plan.
func genericStatements(t *testing.T, tx *store.Tx) []string {
	t.Helper()
	statements, err := tx.Texts(`SELECT statement FROM pg_prepared_statements WHERE generic_plans > 0 AND statement LIKE $1`, `%$20,%`)
	if err != nil {
		t.Fatal(err)
	}
	return statements
}

// The queries for due rows run several times a second for all businesses. They must use their index even before SQLite
// has statistics.
func TestQueryPlan_DueRowsWithoutStatistics_UseIndexOfWaiting(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL != "" {
		return // PostgreSQL looks at the sizes of tables
	}
	plans := plansOf(t, database, func(_ *store.Tx, p *store.PlatformTx) error {
		_, err := p.Queue().Businesses(store.Urgencies{First: 0, Last: 1}, time.Now())
		return err
	})
	if len(plans) == 0 {
		t.Error("no query was run")
	}
	for query, plan := range plans {
		if !strings.Contains(plan, "messages_due") || strings.Contains(plan, "messages_by_status") {
			t.Errorf("the plan of %s does not use the index of waiting messages alone:\n%s", query, plan)
		}
	}
}

func plansOf(t *testing.T, database storetest.Database, call func(*store.Tx, *store.PlatformTx) error) map[string]string {
	t.Helper()
	fresh, plans := many{t: t, database: database}, map[string]string{}
	err := database.Open(t).RecordQueries(t.Context(), "shop", func(a store.ExecutedQuery) {
		query := fillInArgs(a.Text, a.Args)
		plans[query] = fresh.plan(query)
	}, func(tx *store.Tx, p *store.PlatformTx) {
		if err := call(tx, p); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

func fillInArgs(text string, args []any) string {
	for i := len(args); i > 0; i-- {
		text = strings.ReplaceAll(text, fmt.Sprintf("$%d", i), literal(args[i-1]))
	}
	return text
}

func literal(value any) string {
	if number, ok := value.(sql.NullInt64); ok {
		return strconv.FormatInt(number.Int64, 10)
	}
	if text, ok := value.(string); ok {
		return "'" + text + "'"
	}
	return fmt.Sprint(value)
}

// Counters poll with these queries.
// Spec: checkin-22
func TestSnapshot_Page_UsesIndexInOrder(t *testing.T) {
	t.Parallel()
	many := newMany(t)
	for query, indexes := range map[string][]string{
		fillInArgs(store.SnapshotPage, []any{many.shop.Business.ID, "many-5", 100}):     {"customers_pkey", "customers_id", "sqlite_autoindex_customers_1"},
		fillInArgs(store.EventsBackwards, []any{many.shop.Business.ID, 15_000, 0, 200}): {"events_pkey", "sqlite_autoindex_events_1"},
	} {
		plan := many.plan(query)
		named := func(index string) bool { return strings.Contains(plan, index) }
		if !slices.ContainsFunc(indexes, named) || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") {
			t.Errorf("the plan of %s sorts or uses another index:\n%s", query, plan)
		}
	}
}

// Other writers wait for an erasure. Of the audit trail, which has an entry per visit, it must read only the
// redemptions taken back, and of the merges only the customer's own.
func TestErasures_Erase_UsesIndexes(t *testing.T) {
	t.Parallel()
	many := newMany(t)
	many.database.Corrupt(t, `
		INSERT INTO merges (business_id, id, kept_id, merged_id, merged_at, merged_by, undo_data)
		SELECT business_id, 'merge-of-' || id, id, id, 0, 'nobody', '{}' FROM customers`, "ANALYZE")
	usedIndexes := map[string]bool{}
	err := many.shop.Store.RecordQueries(t.Context(), many.shop.Business.ID, func(a store.ExecutedQuery) {
		plan := many.plan(fillInArgs(a.Text, a.Args))
		for _, index := range []string{"audit_taken_back", "merges_of_customer", "merges_of_merged"} {
			usedIndexes[index] = usedIndexes[index] || strings.Contains(plan, index)
		}
	}, func(tx *store.Tx, _ *store.PlatformTx) {
		erasure := loyalty.Erasure{CustomerID: "many-5", RequestedAt: time.UnixMilli(1), DueAt: time.UnixMilli(1)}
		if err := errors.Join(tx.Erasures().Insert(erasure), tx.Erasures().Erase(erasure.CustomerID, erasure.DueAt)); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for index, used := range usedIndexes {
		if !used {
			t.Errorf("no plan uses %s", index)
		}
	}
}
