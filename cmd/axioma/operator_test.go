package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store/storetest"
)

func inFolder(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names
}

func TestCheck_MissingDatabase_FailsAndCreatesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	mistypedPath := filepath.Join(folder, "dta")
	if out, _, err := axioma(t, "", "check", "--data", mistypedPath); err == nil || !strings.Contains(err.Error(), mistypedPath) {
		t.Errorf("check of a missing folder prints %q, %v", out, err)
	}
	if out, _, err := axioma(t, "", "check", "--data", folder); err == nil || !strings.Contains(err.Error(), "no data") {
		t.Errorf("check of an empty folder prints %q, %v; want an error and %q in it", out, err, "no data")
	}
	if names := inFolder(t, folder); len(names) != 0 {
		t.Errorf("check must not create anything, but created %v", names)
	}
}

func TestCheck_EmptyDatabase_FailsAndCreatesNoTables(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	if database.Folder != "" {
		if err := os.WriteFile(filepath.Join(database.Folder, "axioma.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, _, err := axioma(t, "", append([]string{"check"}, database.Flags()...)...)
	if err == nil || !strings.Contains(err.Error(), "no tables") {
		t.Errorf("check prints %q, %v; want an error and %q in it", out, err, "no tables")
	}
	if columns := database.Columns(t); len(columns) != 0 {
		t.Errorf("check must not create anything, but created %v", columns)
	}
}

// An older server may still use the data.
func TestCommands_OldDatabase_IsNotUpgraded(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	last := strings.Join(database.Rows(t, "SELECT max(version_id) FROM goose_db_version"), "")
	database.Corrupt(t, "DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)")
	older := strings.Join(database.Rows(t, "SELECT max(version_id) FROM goose_db_version"), "")
	before := database.Dump(t)
	for _, command := range [][]string{{"check"}, {"superadmin", "create", "--email", "ops@axioma.test"}} {
		_, _, err := axioma(t, "Secreta-99\n", append(command, database.Flags()...)...)
		if err == nil || !strings.Contains(err.Error(), "version "+older+" ") || !strings.Contains(err.Error(), "version "+last) {
			t.Errorf("%v on a database of version %s ends with %v; want an error, %q in it and %q in it", command, older, err, "version "+older+" ", "version "+last)
		}
	}
	if after := database.Dump(t); !slices.Equal(before, after) {
		t.Errorf("the database was changed: %v, want %v", after, before)
	}
}

func TestSuperadminCreate_BeforeFirstStart_CreatesTheOperator(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	if _, _, err := axioma(t, "Secreta-99\n", append([]string{"superadmin", "create", "--email", "ops@axioma.test"}, database.Flags()...)...); err != nil {
		t.Error(err)
	}
	if users := database.Rows(t, "SELECT email FROM users"); !slices.Equal(users, []string{"ops@axioma.test"}) {
		t.Errorf("the accounts are %v, want only ops@axioma.test", users)
	}
}

func TestCheck_RunningServer_WritesNothing(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 1)
	server := serve(t, database.Flags()...)
	before := database.Dump(t)
	if out, _, err := axioma(t, "", append([]string{"check"}, database.Flags()...)...); err != nil || !strings.Contains(out, "All rules hold") {
		t.Errorf("check beside a server prints %q, %v; want %q in it", out, err, "All rules hold")
	}
	if !slices.Equal(before, database.Dump(t)) {
		t.Error("check has changed the database")
	}
	if err := server.end(); err != nil {
		t.Error(err)
	}
}

func TestServe_SecondServerOfAFolder_IsRefused(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	server := serve(t, database.Flags()...)
	if database.Folder != "" {
		_, _, err := axioma(t, "", append([]string{"serve", "--listen", "127.0.0.1:0"}, database.Flags()...)...)
		if err == nil || !strings.Contains(err.Error(), "a server is running") || !strings.Contains(err.Error(), database.Folder) {
			t.Errorf("a second server ends with %v; want an error, %q in it and %q in it", err, "a server is running", database.Folder)
		}
	}
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	if err := serve(t, database.Flags()...).end(); err != nil {
		t.Errorf("the next server stopped with %v", err)
	}
}
