package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// In old versions a CHECK of the tables listed the kinds of reward.
func TestMigration_Rewards_AllowAnyKind(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	if err := store.MigrateTo(t.Context(), database.Folder, database.URL, 30); err != nil {
		t.Fatal(err)
	}
	reward := func(id, card, kind, status string, milestone int) string {
		return fmt.Sprintf(`INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at)
			VALUES ('old', '%s', '%s', 'ana', '%s', '%s', %d, 7)`, id, card, kind, status, milestone)
	}
	err := database.Try(t, oldBusiness("Barbería"),
		`INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at) VALUES ('old', 'ana', 'Ana', 'ana', '', 0, 0)`,
		`INSERT INTO cards (business_id, id, customer_id, stamps) VALUES ('old', 'card', 'ana', 10)`,
		reward("half", "card", "HALF", "CANCELLED", 5), reward("free", "card", "FREE", "PENDING", 10), reward("welcome", "card", "WELCOME", "PENDING", 0))
	if err != nil {
		t.Fatal(err)
	}
	if database.Try(t, reward("gift", "card", "GIFT", "PENDING", 0)) == nil {
		t.Fatal("the former tables accept any kind")
	}
	const rows = `SELECT id || ' ' || card_id || ' ' || customer_id || ' ' || kind || ' ' || status || ' ' || milestone || ' ' || created_at FROM rewards ORDER BY id`
	before, indexes := database.Rows(t, rows), indexesOf(t, database, "rewards")
	database.Open(t)
	if after := database.Rows(t, rows); len(after) != 3 || !slices.Equal(after, before) {
		t.Errorf("before the migration the rewards were %q, now they are %q, want the same three", before, after)
	}
	after := indexesOf(t, database, "rewards")
	isLost := func(index string) bool { return !slices.Contains(after, index) }
	if len(indexes) < 5 || slices.ContainsFunc(indexes, isLost) {
		t.Errorf("before the migration the indexes were %q, now they are %q, want the same", indexes, after)
	}
	for name, statement := range map[string]string{
		"a card twice for a milestone": reward("again", "card", "FREE", "PENDING", 10),
		"an unknown card":              reward("foreign", "another", "FREE", "PENDING", 20),
		"an unknown status":            reward("status", "card", "FREE", "OWED", 20),
		"a milestone below zero":       reward("below", "card", "FREE", "PENDING", -10),
		"a redemption without a day":   reward("given", "card", "FREE", "REDEEMED", 20),
	} {
		if database.Try(t, statement) == nil {
			t.Errorf("the tables accept %s", name)
		}
	}
	if err := database.Try(t, reward("gift", "card", "GIFT", "PENDING", 0)); err != nil {
		t.Errorf("a kind that no table names was refused: %v", err)
	}
	if database.URL == "" {
		if whole := database.Rows(t, "PRAGMA integrity_check"); !slices.Equal(whole, []string{"ok"}) {
			t.Errorf("the integrity check says %q, want only ok", whole)
		}
	}
}

func indexesOf(t *testing.T, database storetest.Database, table string) []string {
	t.Helper()
	query := `SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema WHERE type = 'index' AND tbl_name = '` + table + `' ORDER BY name`
	if database.URL != "" {
		query = strings.ReplaceAll(`SELECT indexdef FROM pg_indexes WHERE tablename = '?' ORDER BY indexname`, "?", table)
	}
	return database.Rows(t, query)
}
