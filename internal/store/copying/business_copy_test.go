package copying

import (
	"slices"
	"testing"

	"axioma/internal/store/storetest"
)

func TestBusinessTables_EachTable_MovesOrStaysForAReason(t *testing.T) {
	t.Parallel()
	for _, table := range copiedTables() {
		isMoved := slices.ContainsFunc(businessTables(), func(m businessTable) bool { return m.name == table })
		if _, stays := remainingTables()[table]; stays == isMoved {
			t.Errorf("%s: moved = %t, not moved = %t; want exactly one", table, isMoved, stays)
		}
	}
}

// Rows are compared by key, so it must identify a row of the business.
func TestBusinessTables_Key_IsThePrimaryKey(t *testing.T) {
	t.Parallel()
	database := storetest.NewFile(t)
	for _, table := range slices.Concat(businessTables(), uncopiedTables()) {
		key := database.Rows(t, "SELECT name FROM pragma_table_info('"+table.name+"') WHERE pk > 0 AND name <> 'business_id' ORDER BY name")
		if slices.Equal(table.key, []string{"business_id"}) {
			table.key = nil // the business has one row in the table
		}
		if keyColumns := slices.Sorted(slices.Values(table.key)); !slices.Equal(keyColumns, key) {
			t.Errorf("%s: the key is %v, want %v", table.name, keyColumns, key)
		}
	}
}
