package store_test

import (
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/store"
	"axioma/internal/store/seed"
	"axioma/internal/store/storetest"
)

// keysWithoutBusiness are unique keys that do not contain the business. In partitioned tables, partitions.directory
// keeps their values unique.
var keysWithoutBusiness = []string{
	"customers_by_qr", "customers_by_snapshot_id", "customers_id", "devices_by_code", "devices_by_token", "devices_by_used_code", "ended_qrs_qr_id_key",
	"messages_of_provider", "passes_by_serial_serial_key",
}

func TestPartitionByBusiness_SeededDatabase_KeepsEachRow(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		if _, err := store.PartitionByBusiness(t.Context(), database.Location(), 2); !errors.Is(err, store.ErrNoPartitions) {
			t.Errorf("SQLite: got %v, want ErrNoPartitions", err)
		}
		return
	}
	shops := seed.Businesses{Business: "shop", Count: 3, Customers: 40, Visits: 200, Days: 60}
	if err := seed.Write(t.Context(), seed.Database(database), time.Date(2026, 3, 26, 12, 0, 0, 0, time.UTC), shops); err != nil {
		t.Fatal(err)
	}
	before := database.Dump(t)
	for _, again := range []bool{false, true} {
		tableCount, err := store.PartitionByBusiness(t.Context(), database.Location(), 2)
		if err != nil || (tableCount == 0) != (again || storetest.Partitioned()) {
			t.Fatalf("repeated = %t: %d tables were partitioned, %v", again, tableCount, err)
		}
	}
	after := slices.DeleteFunc(database.Dump(t), func(line string) bool { return !slices.Contains(before, line) })
	if !slices.Equal(after, before) {
		t.Errorf("%d rows after, want the same %d as before", len(after), len(before))
	}
	if whole := database.Rows(t, "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname IN ('customers', 'visits', 'rewards', 'events')"); len(whole) > 0 {
		t.Errorf("these tables are not divided: %v", whole)
	}
	breaches, err := database.Open(t).Check(t.Context())
	if err != nil || breaches.Rows > 0 {
		t.Errorf("axioma check finds %q, %v; want no breach", breaches.First, err)
	}
}

func TestVacuumSettings_TablesThatGrow_AreOnEachPartition(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // SQLite has no autovacuum
	}
	const without = `SELECT c.oid::regclass::TEXT FROM pg_class c WHERE c.relkind = 'r' AND c.relname ~ '^(visits|audit_events)(_[0-9]+)?$'
		AND NOT coalesce(c.reloptions, '{}') @> '{autovacuum_vacuum_insert_scale_factor=0,autovacuum_freeze_min_age=0}'`
	if tables := database.Rows(t, without); len(tables) > 0 {
		t.Errorf("tables lack their settings: %v, want none", tables)
	}
	if _, err := store.PartitionByBusiness(t.Context(), database.Location(), 2); err != nil {
		t.Fatal(err)
	}
	if tables := database.Rows(t, without); len(tables) > 0 {
		t.Errorf("partitions lack their settings: %v, want none", tables)
	}
	if count := database.Rows(t, "SELECT count(*) >= 4 FROM pg_class WHERE relkind = 'r' AND relname ~ '^(visits|audit_events)_[0-9]+$'"); count[0] != "true" {
		t.Errorf("the tables were not divided: %v", count)
	}
}

func TestPartitionByBusiness_IDOfAnotherBusiness_IsRefused(t *testing.T) {
	t.Parallel()
	database, _ := twoBusinesses(t)
	if database.URL == "" {
		return // SQLite has no partitions
	}
	if _, err := store.PartitionByBusiness(t.Context(), database.Location(), 4); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at) VALUES ('a', 'c-b', 'x', 'x', '', 0, 1)",
		"UPDATE customers SET id = 'c-b' WHERE id = 'c-a'",
		"INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at, guardian_id) VALUES ('a', 'c-c', 'x', 'x', '', 0, 1, 'c-b')",
	} {
		if err := database.Try(t, statement); err == nil {
			t.Errorf("%s: this was accepted", statement)
		}
	}
	if err := database.Try(t, "UPDATE customers SET qr_id = 'q' WHERE id = 'c-a'", "UPDATE customers SET qr_id = NULL WHERE id = 'c-a'",
		"UPDATE customers SET qr_id = 'q' WHERE id = 'c-b'"); err != nil {
		t.Errorf("a QR id that another business no longer has: %v", err)
	}
	if err := database.Try(t, "UPDATE customers SET qr_id = 'q' WHERE id = 'c-a'"); err == nil {
		t.Error("a QR id of another business was accepted")
	}
}

// The role of the server may only read and write rows (docs/operate/postgresql.md, Rights).
func TestPartitionByBusiness_RoleThatServes_WritesAsBefore(t *testing.T) {
	t.Parallel()
	database, _ := twoBusinesses(t)
	if database.URL == "" {
		return // SQLite has no partitions
	}
	role := "serves_" + strings.ToLower(rand.Text())
	database.Corrupt(t, "CREATE ROLE "+role, "GRANT "+role+" TO CURRENT_USER", "GRANT USAGE ON SCHEMA public TO "+role,
		"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "+role)
	defer database.Corrupt(t, "DROP OWNED BY "+role, "DROP ROLE "+role)
	if _, err := store.PartitionByBusiness(t.Context(), database.Location(), 2); err != nil {
		t.Fatal(err)
	}
	if err := database.Try(t, "SET ROLE "+role,
		"INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at, qr_id) VALUES ('a', 'c-c', 'x', 'x', '', 0, 1, 'q')",
		"UPDATE customers SET qr_id = 'r' WHERE id = 'c-c'", "DELETE FROM customers WHERE id = 'c-c'"); err != nil {
		t.Errorf("the role that serves could not write and delete a customer: %v", err)
	}
	if err := database.Try(t, "SET ROLE "+role, "DELETE FROM partitions.directory"); err == nil {
		t.Error("the role that serves can change the directory itself")
	}
}

// PostgreSQL and Citus divide a table by business only if every unique key contains the business.
func TestUniqueKeys_TablesOfBusinesses_ContainTheBusiness(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" || storetest.Partitioned() {
		return // both engines have the same tables
	}
	keys := database.Rows(t, `SELECT ic.relname FROM pg_index i JOIN pg_class ic ON ic.oid = i.indexrelid
		WHERE i.indisunique
			AND EXISTS (SELECT 1 FROM pg_index p JOIN pg_attribute a ON a.attrelid = p.indrelid AND a.attname = 'business_id' AND a.attnum = ANY (p.indkey)
				WHERE p.indrelid = i.indrelid AND p.indisprimary)
			AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'business_id' AND a.attnum = ANY (i.indkey))
		ORDER BY ic.relname`)
	if !slices.Equal(keys, keysWithoutBusiness) {
		t.Errorf("keys without the business: %v, want %v", keys, keysWithoutBusiness)
	}
}
