package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

// formerCopies have all tables of their version.
var formerCopies = []string{"copy-of-version-1.zip", "copy-of-version-1-with-imports.zip", "copy-of-version-2.zip"}

var presentNames = map[string]string{
	"ended_qrs": "revoked_qrs", "handed_visits": "handover_visits", "users.tried_at": "attacked_at", "messages.tried_at": "last_try_at",
	"customers.phone_unproved": "phone_unverified", "customers.email_unproved": "email_unverified", "visits.removal_asked_at": "removal_requested_at",
	"merges.moved": "undo_data", "devices.waiting": "outbox_count", "devices.waiting_from_at": "outbox_oldest_at", "message_usage.used": "message_count",
}

func presentName(name, otherwise string) string {
	if present, isRenamed := presentNames[name]; isRenamed {
		return present
	}
	return otherwise
}

func copiedRows(t *testing.T, exportZIP []byte) map[string][]map[string]any {
	t.Helper()
	rows := map[string][]map[string]any{}
	for name, content := range unpack(t, exportZIP) {
		table, isTable := strings.CutSuffix(name, ".jsonl")
		if !isTable {
			continue
		}
		present := presentName(table, table)
		rows[present] = []map[string]any{}
		for line := range strings.Lines(content) {
			var former map[string]any
			if err := json.Unmarshal([]byte(line), &former); err != nil {
				t.Fatal(err)
			}
			row := map[string]any{}
			for column, value := range former {
				row[presentName(table+"."+column, column)] = value
			}
			rows[present] = append(rows[present], row)
		}
	}
	return rows
}

func manifestOf(t *testing.T, exportZIP []byte) archive.Manifest {
	t.Helper()
	read, err := archive.Open(bytes.NewReader(exportZIP), int64(len(exportZIP)))
	if err != nil {
		t.Fatal(err)
	}
	return read.Manifest
}

func TestRestore_CopyOfFormerVersion_BringsBackEveryRow(t *testing.T) {
	t.Parallel()
	for _, name := range formerCopies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exportZIP := readFormerCopy(t, name)
			restoredShop := shopAfter(t, exportZIP)
			mustRestore(t, restoredShop, exportZIP)
			mustHaveAllOf(t, restoredShop, exportZIP)
			breaches, err := restoredShop.Store.Check(t.Context())
			if err != nil || breaches.Rows > 0 {
				t.Errorf("the restored business breaks rules: %v %v", breaches.First, err)
			}
		})
	}
}

func readFormerCopy(t *testing.T, name string) []byte {
	t.Helper()
	exportZIP, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if version := manifestOf(t, exportZIP).Version; version >= archive.Version {
		t.Fatalf("%s has the version %d, want less than %d", name, version, archive.Version)
	}
	return exportZIP
}

func shopAfter(t *testing.T, exportZIP []byte) *servicetest.Shop {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, manifestOf(t, exportZIP).ExportedAt)
	if err != nil {
		t.Fatal(err)
	}
	town := servicetest.NewTown(t)
	town.Clock.Set(at.Add(24 * time.Hour))
	return town.Shop(t)
}

func mustHaveAllOf(t *testing.T, restoredShop *servicetest.Shop, former []byte) {
	t.Helper()
	formerID := manifestOf(t, former).BusinessID
	now := copiedRows(t, copyOf(t, restoredShop))
	for table, rows := range copiedRows(t, former) {
		if table == "businesses" || table == "logos" {
			continue
		}
		if len(rows) == 0 && !slices.Contains([]string{"erasures"}, table) {
			t.Errorf("the former copy has no rows of %s to restore", table)
		}
		for _, row := range rows {
			if row["subject_id"] == formerID {
				row["subject_id"] = restoredShop.Business.ID
			}
			differs := func(restoredRow map[string]any) bool {
				for column, value := range row {
					if !slices.Contains(notRestored[table], column) && fmt.Sprint(restoredRow[column]) != fmt.Sprint(value) {
						return true
					}
				}
				return false
			}
			if !slices.ContainsFunc(now[table], func(restoredRow map[string]any) bool { return !differs(restoredRow) }) {
				t.Errorf("%s lacks %v", table, row)
			}
		}
	}
	business := now["businesses"][0]
	for column, value := range copiedRows(t, former)["businesses"][0] {
		if !strings.HasPrefix(column, "wa_") && column != "id" && column != "created_at" && fmt.Sprint(business[column]) != fmt.Sprint(value) {
			t.Errorf("the column %s of the business was %v and is %v, want the same value", column, value, business[column])
		}
	}
}

func TestRestore_CopyWithoutColumns_KeepsSettingsAndFillsDefaults(t *testing.T) {
	t.Parallel()
	exportZIP := readFormerCopy(t, "copy-of-version-1.zip")
	restoredShop := shopAfter(t, exportZIP)
	ticket := int64(1800)
	if _, err := restoredShop.Cases.Businesses.ChangeSettings(t.Context(), restoredShop.Owner, loyalty.SettingChanges{MeanTicket: &ticket}, false); err != nil {
		t.Fatal(err)
	}
	mustRestore(t, restoredShop, exportZIP)
	for query, want := range map[string][]string{
		"SELECT mean_ticket FROM businesses WHERE id = '%s'":                                                                              {"1800"},
		"SELECT DISTINCT claimed_stamps + rejected_stamps FROM customers WHERE business_id = '%s'":                                        {"0"},
		"SELECT id FROM customers WHERE business_id = '%s' AND (imported OR usual_note IS NOT NULL OR imported_visit_day IS NOT NULL)":    {},
		"SELECT id FROM audit_events WHERE business_id = '%s' AND action_group IS NULL":                                                   {},
		"SELECT customer_id FROM greetings WHERE business_id = '%s' UNION ALL SELECT id FROM usual_pictures WHERE business_id = 'no'||id": {},
	} {
		if got := restoredShop.Database.Rows(t, fmt.Sprintf(query, restoredShop.Business.ID)); !slices.Equal(got, want) {
			t.Errorf("the query %s gives %q, want %q", query, got, want)
		}
	}
}

func TestRestore_CopyOlderThanImportedMark_MarksImportedCustomers(t *testing.T) {
	t.Parallel()
	exportZIP := readFormerCopy(t, "copy-of-version-1-with-imports.zip")
	restoredShop := shopAfter(t, exportZIP)
	mustRestore(t, restoredShop, exportZIP)
	got := restoredShop.Database.Rows(t, fmt.Sprintf("SELECT name FROM customers WHERE imported AND business_id = '%s'", restoredShop.Business.ID))
	if !slices.Equal(got, []string{"Lola"}) {
		t.Errorf("the imported customers are %q, want only Lola", got)
	}
}

func TestImports_CopyOfFormerVersion_ImportsCustomersOfCopy(t *testing.T) {
	t.Parallel()
	for _, name := range formerCopies {
		exportZIP := readFormerCopy(t, name)
		shop := shopAfter(t, exportZIP)
		createdImport, err := shop.Cases.Imports.CreateFromCopy(t.Context(), shop.Owner, service.ImportRequest{FileName: name}, bytes.NewReader(exportZIP), int64(len(exportZIP)))
		if err != nil {
			t.Fatal(err)
		}
		if err := shop.Cases.Imports.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		checkedImport, err := shop.Cases.Imports.Get(t.Context(), shop.Owner, createdImport.ID)
		if err != nil {
			t.Fatal(err)
		}
		active := slices.DeleteFunc(copiedRows(t, exportZIP)["customers"], func(row map[string]any) bool { return row["archived_at"] != nil })
		if counts := checkedImport.Counts; counts.New == 0 || counts.New+counts.Minors != int64(len(active)) {
			t.Errorf("%s: the counts are %+v, want all %d customers as new or minors", name, counts, len(active))
		}
	}
}

// TestCopies_ColumnsOfTheVersion_AreRecorded fails if columns change without a new version, because former copies could
// not be restored then.
func TestCopies_ColumnsOfTheVersion_AreRecorded(t *testing.T) {
	t.Parallel()
	columns := map[string][]string{}
	for _, table := range append([]string{"businesses", "logos"}, store.RestoredTables()...) {
		columns[table], _ = store.ExportColumns(table)
	}
	lines := []string{fmt.Sprintf("version %d", archive.Version)}
	for _, table := range slices.Sorted(maps.Keys(columns)) {
		lines = append(lines, table+": "+strings.Join(slices.Sorted(slices.Values(columns[table])), " "))
	}
	want, err := os.ReadFile(filepath.Join("testdata", "copy_columns.golden"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines, "\n") + "\n"; got != string(want) {
		t.Errorf("The tables or columns of a copy have changed. Raise archive.Version, list the change in restoring/format.go, keep a copy of the former version in testdata, and write this to copy_columns.golden:\n%s", got)
	}
}
