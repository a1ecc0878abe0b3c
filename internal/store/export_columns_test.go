package store_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// A new column must be exported, or withheld for a stated reason.
func TestExport_EachColumn_IsExportedOrHasReason(t *testing.T) {
	t.Parallel()
	all, _ := columnsOfBusinesses(t)
	exportedColumns, withheld := store.ExportedColumns(), store.Withheld()
	for _, column := range all {
		table, name, _ := strings.Cut(column, ".")
		reason := withheld[table] + withheld[column]
		switch {
		case name == "business_id":
		case slices.Contains(exportedColumns, column) == (reason != ""):
			t.Errorf("%s must be either in the export or withheld for a reason", column)
		}
	}
	for _, column := range exportedColumns {
		if !slices.Contains(all, column) {
			t.Errorf("the export has %s, which no table of a business has", column)
		}
	}
	for name, reason := range withheld {
		known := slices.ContainsFunc(all, func(column string) bool { return column == name || strings.HasPrefix(column, name+".") })
		if !known || reason == "" {
			t.Errorf("%s is withheld (%q), but there is no such table or column", name, reason)
		}
	}
	for _, column := range []string{"users.password_hash", "users.token_version"} {
		if slices.Contains(exportedColumns, column) {
			t.Errorf("%s is withheld and yet in the export", column)
		}
	}
}

func TestExport_InstantsAndFlags_HaveTheirForm(t *testing.T) {
	t.Parallel()
	_, types := columnsOfBusinesses(t)
	for _, column := range store.ExportedColumns() {
		_, name, _ := strings.Cut(column, ".")
		if slices.Contains(store.Flags(), name) != (types[column] == "boolean") {
			t.Errorf("%s has the type %s: Flags must name all boolean columns and no others", column, types[column])
		}
		if (name == "at" || strings.HasSuffix(name, "_at")) && types[column] != "bigint" {
			t.Errorf("%s has the type %s, but its name is that of an instant, which must be bigint", column, types[column])
		}
	}
}

// columnsOfBusinesses returns the columns of all tables with a business_id.
func columnsOfBusinesses(t *testing.T) (columns []string, types map[string]string) {
	t.Helper()
	database := storetest.New(t)
	database.Open(t)
	types = database.Columns(t)
	for column := range types {
		table, _, _ := strings.Cut(column, ".")
		if _, hasBusinessID := types[table+".business_id"]; hasBusinessID || table == "businesses" {
			columns = append(columns, column)
		}
	}
	if len(columns) < 50 {
		t.Fatalf("only %d columns of businesses were found", len(columns))
	}
	return columns, types
}

// A new column needs a policy: which person it describes, whether 'Mis datos' shows it, and whether an erasure removes it.
func TestColumnPolicies_EachColumn_HasPolicy(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.Open(t)
	columns, policies := database.Columns(t), store.ColumnPolicies()
	for column := range columns {
		_, name, _ := strings.Cut(column, ".")
		if policies[column].Subject == 0 && name != "business_id" {
			t.Errorf("%s has no policy", column)
		}
	}
	for column, policy := range policies {
		if columns[column] == "" {
			t.Errorf("there is a policy for %s, but no such column", column)
		}
		if policy.Subject != store.SubjectCustomer && policy.HiddenReason+policy.KeepReason != "" {
			t.Errorf("%s is not about a customer, so its policy must have no reasons", column)
		}
	}
}

// A restore must include every exported table.
func TestRestoredTables_ExportedTable_IsIncluded(t *testing.T) {
	t.Parallel()
	restoredTables := append([]string{"businesses", "logos"}, store.RestoredTables()...)
	tables := map[string]bool{}
	for _, column := range store.ExportedColumns() {
		table, _, _ := strings.Cut(column, ".")
		tables[table] = true
	}
	for table := range tables {
		if !slices.Contains(restoredTables, table) {
			t.Errorf("%s is exported but not restored", table)
		}
	}
}

// An exported integer needs a range.
func TestRestoredNumbers_HaveARange(t *testing.T) {
	t.Parallel()
	_, types := columnsOfBusinesses(t)
	for _, column := range store.ExportedColumns() {
		table, name, _ := strings.Cut(column, ".")
		if types[column] != "bigint" || name == "at" || strings.HasSuffix(name, "_at") {
			continue
		}
		if _, wrong := store.ParseRestoredRow(table, map[string]any{name: json.Number("9223372036854775807")}); wrong != name {
			t.Errorf("%s needs a range in numberRanges", column)
		}
	}
}
