package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// removedParents are tables whose rows are deleted one by one while other tables refer to them.
var removedParents = []string{"customers", "cards", "adjustments", "families", "imports", "consents", "messages"}

// Deleting a row looks for rows that refer to it, which no query plan shows. Without an index each deletion reads all
// rows of a business: undoing a large import took hours.
func TestForeignKeys_OfRemovedRows_HaveIndex(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.Open(t)
	if database.URL != "" {
		return // both engines have the same foreign keys
	}
	keys := database.Rows(t, `
		SELECT t.name || '|' || group_concat(lower(k."from"), ',') FROM sqlite_master t, pragma_foreign_key_list(t.name) k
		WHERE t.type = 'table' AND k."table" IN ('`+strings.Join(removedParents, `', '`)+`') GROUP BY t.name, k.id`)
	if len(keys) < 20 {
		t.Fatalf("only %d foreign keys were found", len(keys))
	}
	for _, key := range keys {
		table, columns, _ := strings.Cut(key, "|")
		if !hasIndexFor(t, database, table, strings.Split(columns, ",")) {
			t.Errorf("no index of %s begins with %s", table, columns)
		}
	}
}

// An undo of an import that does not know of a row for its customer would fail at each try.
func TestImportUndo_TablesOfCustomers_KeepOrLoseTheirRows(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.Open(t)
	if database.URL != "" {
		return // both engines have the same foreign keys
	}
	tables := database.Rows(t, `
		SELECT DISTINCT t.name FROM sqlite_master t, pragma_foreign_key_list(t.name) k WHERE t.type = 'table' AND k."table" = 'customers'`)
	if len(tables) < 15 {
		t.Fatalf("only %d tables of customers were found", len(tables))
	}
	statements := store.ReasonToKeepCustomer + strings.Join(store.CustomerRemoval(), "\n")
	for _, table := range tables {
		if !strings.Contains(statements, "FROM "+table+" ") && !strings.Contains(statements, "JOIN "+table+" ") {
			t.Errorf("the undo of an import does not know the table %s", table)
		}
	}
}

// hasIndexFor reports whether an index begins with the columns of the key, in any order. A partial index may omit only
// rows that refer to nothing.
func hasIndexFor(t *testing.T, database storetest.Database, table string, columns []string) bool {
	t.Helper()
	indexes := database.Rows(t, fmt.Sprintf(`
		SELECT i.name || '|' || (SELECT group_concat(c.name, ',') FROM pragma_index_info(i.name) c) || '|' || coalesce(
			(SELECT substr(m.sql, instr(m.sql, ' WHERE ')) FROM sqlite_master m WHERE m.name = i.name AND i.partial), '')
		FROM pragma_index_list('%s') i`, table))
	return slices.ContainsFunc(indexes, func(index string) bool {
		parts := strings.SplitN(index, "|", 3)
		indexColumns := strings.Split(parts[1], ",")
		if len(indexColumns) < len(columns) {
			return false
		}
		begins := slices.Equal(slices.Sorted(slices.Values(indexColumns[:len(columns)])), slices.Sorted(slices.Values(columns)))
		return begins && (parts[2] == "" || slices.ContainsFunc(columns, func(column string) bool {
			return parts[2] == " WHERE "+column+" IS NOT NULL"
		}))
	})
}
