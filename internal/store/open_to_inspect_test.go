package store_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var fileNames []string
	for _, entry := range entries {
		fileNames = append(fileNames, entry.Name())
	}
	return fileNames
}

func look(t *testing.T, database storetest.Database) error {
	t.Helper()
	st, err := store.OpenToInspect(t.Context(), database.Location())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.Survey(t.Context(), time.Now()); err != nil {
		t.Error(err)
	}
	err = st.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Settings().Set("looked", "at") })
	if err := st.Close(); err != nil {
		t.Error(err)
	}
	return err
}

func TestOpenToInspect_UnusedFile_LeavesNothingBehind(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	var before []string
	if database.Folder != "" {
		before = names(t, database.Folder)
	}
	if look(t, database) == nil {
		t.Error("a store that was opened to inspect accepts a write")
	}
	if _, err := store.CompareSchema(t.Context(), database.Location()); err != nil {
		t.Error(err)
	}
	if database.Folder != "" && !slices.Equal(before, names(t, database.Folder)) {
		t.Errorf("inspecting left other files in the folder: %q; want the same files", names(t, database.Folder))
	}
}

func TestOpenToInspect_RunningServer_SeesCommittedRows(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	server := database.Open(t)
	recordedAt := time.Date(2026, 11, 24, 3, 0, 0, 0, time.UTC)
	err := server.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.BackupSetting, recordedAt.Format(time.RFC3339))
	})
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.OpenToInspect(t.Context(), database.Location())
	if err != nil {
		t.Fatal(err)
	}
	if survey, err := st.Survey(t.Context(), time.Now()); err != nil || !survey.Backup.Equal(recordedAt) {
		t.Errorf("the survey has the backup %v, %v; want the recorded one", survey.Backup, err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

func TestInspectPostgres_Server_ReportsItself(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return
	}
	server, err := store.InspectPostgres(t.Context(), database.Location())
	if err != nil || server.Version == "" || server.Major < store.MinPostgresVersion || server.Connections <= 0 || server.Bytes <= 0 {
		t.Errorf("the server's description is %+v, %v; want version, connections and size", server, err)
	}
	if server.ClockAhead.Abs() > time.Hour {
		t.Errorf("the server's clock, which is also ours, is %s ahead", server.ClockAhead)
	}
	if !server.RowSecurity {
		t.Error("the tests run as a superuser, who bypasses row-level security")
	}
}
