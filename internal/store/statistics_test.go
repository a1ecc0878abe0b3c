package store_test

import (
	"context"
	"testing"
	"time"

	"axioma/internal/store/seed"
	"axioma/internal/store/storetest"
)

func countAnalyzed(t *testing.T, database storetest.Database) string {
	t.Helper()
	if database.URL != "" {
		return database.Rows(t, `SELECT count(*) FROM pg_class
			WHERE relname IN ('customers', 'visits', 'rewards', 'messages') AND relkind IN ('r', 'p') AND reltuples > 0`)[0]
	}
	if database.Rows(t, "SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'")[0] == "0" {
		return "0"
	}
	return database.Rows(t, "SELECT count(DISTINCT tbl) FROM sqlite_stat1 WHERE tbl IN ('customers', 'visits', 'rewards', 'messages')")[0]
}

func disableAutovacuum(t *testing.T, database storetest.Database) {
	t.Helper()
	if database.URL == "" {
		return
	}
	err := database.Try(t, `DO $$
		DECLARE leaf REGCLASS;
		BEGIN
			FOR leaf IN SELECT coalesce(l.relid, c.oid) FROM pg_class c
				LEFT JOIN LATERAL (SELECT relid FROM pg_partition_tree(c.oid) WHERE isleaf) l ON true
				WHERE c.relname IN ('customers', 'visits', 'rewards', 'messages') AND c.relnamespace = 'public'::regnamespace
			LOOP
				EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', leaf);
			END LOOP;
		END $$`)
	if err != nil {
		t.Fatal(err)
	}
}

func TestUpdateStatistics_UnanalyzedTables_AreAnalyzed(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	disableAutovacuum(t, database)
	shop := seed.Businesses{Business: "shop", Customers: 200, Visits: 2000, Days: 60}
	if err := seed.WriteUnanalyzed(t.Context(), seed.Database(database), time.Date(2026, 3, 26, 12, 0, 0, 0, time.UTC), shop); err != nil {
		t.Fatal(err)
	}
	if got := countAnalyzed(t, database); got != "0" {
		t.Fatalf("%s tables have statistics before the update, want 0", got)
	}
	st := database.Open(t)
	for range 2 {
		if err := st.UpdateStatistics(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := countAnalyzed(t, database); got != "4" {
			t.Fatalf("%s tables have statistics, want 4", got)
		}
	}
}
