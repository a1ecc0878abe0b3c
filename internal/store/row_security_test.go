package store_test

import (
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// The statements run in a transaction of business "a", which none of them names.
func TestRowSecurity_QueryWithoutBusiness_ReachesNoOtherBusiness(t *testing.T) {
	t.Parallel()
	database, st := twoBusinesses(t)
	if database.URL == "" {
		return // SQLite has no row-level security
	}
	for query, want := range map[string]int{
		"SELECT count(*) FROM customers":                             1,
		"SELECT count(*) FROM businesses":                            1,
		"SELECT count(*) FROM users WHERE business_id IS NOT NULL":   1,
		"SELECT count(*) FROM users WHERE business_id IS NULL":       1, // operators
		"SELECT count(*) FROM customers WHERE business_id = 'b'":     0,
		"SELECT count(*) FROM businesses b JOIN users u ON TRUE":     2,
		"SELECT count(*) FROM customers WHERE id IN ('c-a', 'c-b')":  1,
		"SELECT count(*) FROM customers WHERE lower(id) LIKE 'c-%'":  1,
		"SELECT count(*) FROM customers WHERE id = 'c-b' OR 1 = 1":   1,
		"SELECT count(*) FROM (SELECT max(id) FROM customers) AS x":  1,
		"SELECT count(*) FROM users WHERE email = 'owner@b.example'": 0,
	} {
		if count, err := st.CountRawOf(t.Context(), "a", query); err != nil || count != want {
			t.Errorf("%s: %d, %v, want %d", query, count, err, want)
		}
	}
	for statement, want := range map[string]int64{
		"UPDATE customers SET name = 'y'":                   1,
		"DELETE FROM customers WHERE business_id = 'b'":     0,
		"UPDATE users SET name = 'x' WHERE id = 'u-b'":      0,
		"UPDATE users SET name = 'x' WHERE id = 'u'":        0, // an operator
		"UPDATE businesses SET name = 'x' WHERE id = 'b'":   0,
		"DELETE FROM users WHERE email = 'owner@b.example'": 0,
	} {
		if rowCount, err := st.ExecRawOf(t.Context(), "a", statement); err != nil || rowCount != want {
			t.Errorf("%s: %d rows, %v, want %d", statement, rowCount, err, want)
		}
	}
	for _, statement := range []string{
		"UPDATE customers SET business_id = 'b'",
		"INSERT INTO message_usage (business_id, day, used) VALUES ('b', '2026-01-01', 1)",
	} {
		if _, err := st.ExecRawOf(t.Context(), "a", statement); err == nil {
			t.Errorf("%s: a row of another business was written", statement)
		}
	}
	// The setting must end with its transaction.
	if count, err := st.CountRawOf(t.Context(), "", "SELECT count(*) FROM customers"); err != nil || count != 2 {
		t.Errorf("the platform sees %d customers, %v; want 2", count, err)
	}
}

func twoBusinesses(t *testing.T) (storetest.Database, *store.Store) {
	t.Helper()
	database := storetest.New(t)
	st := database.Open(t)
	statements := []string{addUser("u", "NULL", "operator@x.example", "SUPERADMIN")}
	for _, id := range []string{"a", "b"} {
		statements = append(statements,
			"INSERT INTO businesses (id, name, search, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled,"+
				" wa_enabled, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap, wa_free_credits, created_at)"+
				" VALUES ('"+id+"', '"+id+"', '"+id+"', 'ACTIVE', 'Europe/Madrid', 'ES', 10, 4, TRUE, TRUE, 1, 1, 1, 1, 0)",
			addUser("u-"+id, "'"+id+"'", "owner@"+id+".example", "OWNER"),
			"INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at)"+
				" VALUES ('"+id+"', 'c-"+id+"', 'x', 'x', '', 0, 1)")
	}
	if err := database.Try(t, statements...); err != nil {
		t.Fatal(err)
	}
	return database, st
}

func addUser(id, business, email, role string) string {
	return "INSERT INTO users (id, business_id, email, name, role, password_hash, token_version, created_at)" +
		" VALUES ('" + id + "', " + business + ", '" + email + "', 'x', '" + role + "', '-', 1, 0)"
}

func TestRowSecurity_EachTableOfABusiness_IsForced(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return
	}
	open := database.Rows(t, `SELECT c.relname FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid AND (a.attname = 'business_id' OR c.relname = 'businesses' AND a.attname = 'id')
		WHERE c.relkind IN ('r', 'p') AND c.relnamespace::regnamespace::text IN ('public', 'partitions') AND c.relname <> 'directory' AND NOT (c.relrowsecurity AND c.relforcerowsecurity
			AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant'))`)
	if !slices.Equal(open, []string{}) {
		t.Errorf("these tables lack the policy of migration 00127: %v, want none", open)
	}
	const perStatement = "%( SELECT COALESCE(current_setting('axioma.tenant'::text, true), ''::text)%"
	slow := database.Rows(t, `SELECT tablename FROM pg_policies WHERE policyname = 'tenant' AND qual NOT LIKE '`+strings.ReplaceAll(perStatement, "'", "''")+`'`)
	if !slices.Equal(slow, []string{}) {
		t.Errorf("the policies of these tables read the setting for each row, unlike migration 00160: %v, want none", slow)
	}
}
