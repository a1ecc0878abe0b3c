package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func listBackups(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "axioma.db.before-*"))
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range paths {
		paths[i] = strings.TrimPrefix(filepath.Base(path), "axioma.db.before-")
	}
	return paths
}

func ofVersion(t *testing.T, version int64) storetest.Database {
	t.Helper()
	folder := storetest.Database{Folder: t.TempDir()}
	if err := store.MigrateTo(t.Context(), folder.Folder, "", version); err != nil {
		t.Fatal(err)
	}
	if err := folder.Try(t, oldBusiness("Barbería")); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestMigration_PendingMigrations_CopiesDataFirst(t *testing.T) {
	t.Parallel()
	database := ofVersion(t, 30)
	database.Open(t)
	if copies := listBackups(t, database.Folder); !slices.Equal(copies, []string{"30"}) {
		t.Fatalf("the copies are %q, want one of version 30", copies)
	}
	folder := t.TempDir()
	if err := os.Rename(store.FileIn(database.Folder)+".before-30", store.FileIn(folder)); err != nil {
		t.Fatal(err)
	}
	backup := storetest.Database{Folder: folder}
	if whole := backup.Rows(t, "PRAGMA integrity_check"); !slices.Equal(whole, []string{"ok"}) {
		t.Errorf("the integrity check of the copy says %q, want only ok", whole)
	}
	if rows := backup.Rows(t, "SELECT name FROM businesses"); !slices.Equal(rows, []string{"Barbería"}) {
		t.Errorf("the copy has the businesses %q, want Barbería", rows)
	}
	if last := backup.Rows(t, "SELECT max(version_id) FROM goose_db_version"); !slices.Equal(last, []string{"30"}) {
		t.Errorf("the copy has the version %q, want 30", last)
	}
}

func TestMigrationBackup_ManyMigrations_KeepsThreeCopies(t *testing.T) {
	t.Parallel()
	database := ofVersion(t, 30)
	for _, version := range []string{"7", "9", "11", "28"} {
		if err := os.WriteFile(store.FileIn(database.Folder)+".before-"+version, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	database.Open(t)
	if copies := listBackups(t, database.Folder); !slices.Equal(copies, []string{"11", "28", "30"}) {
		t.Errorf("the copies are of the versions %q, want 11, 28 and 30", copies)
	}
}

func TestMigrationBackup_DiskWithoutRoom_ChangesNothing(t *testing.T) {
	t.Parallel()
	database := ofVersion(t, 30)
	dump := database.Dump(t)
	info, err := os.Stat(store.FileIn(database.Folder))
	if err != nil {
		t.Fatal(err)
	}
	small := database.Location().OnDisk(2*info.Size() - 1)
	_, err = store.Open(t.Context(), small)
	for _, want := range []string{"the disk of " + database.Folder + " needs ", "Make room", "--no-copy-before"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
	if remaining := listBackups(t, database.Folder); len(remaining) > 0 || !slices.Equal(database.Dump(t), dump) {
		t.Errorf("the tables were changed or copies were left: %q", remaining)
	}
	st, err := store.Open(t.Context(), database.Location().OnDisk(2*info.Size()))
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

func TestMigrationBackup_NotWantedOrNothingPending_MakesNoCopy(t *testing.T) {
	t.Parallel()
	database := ofVersion(t, 30)
	for range 2 { // first migrated, then up to date
		st, err := store.Open(t.Context(), store.Location{Folder: database.Folder, WithoutCopy: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
	fresh := storetest.Database{Folder: t.TempDir()}
	fresh.Open(t)
	database.Open(t)
	if copies := slices.Concat(listBackups(t, database.Folder), listBackups(t, fresh.Folder)); len(copies) > 0 {
		t.Errorf("the copies are %q, want none", copies)
	}
}
