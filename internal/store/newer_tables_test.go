package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

const newerVersion = 9999

// migrateByNewerProgram adds a migration. On PostgreSQL, programs from version oldest on may still serve.
func migrateByNewerProgram(t *testing.T, database storetest.Database, oldest int) {
	t.Helper()
	database.Corrupt(t, fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, %s)",
		newerVersion, map[bool]string{true: "1", false: "TRUE"}[database.URL == ""]))
	if database.URL != "" {
		database.Corrupt(t, fmt.Sprintf("UPDATE oldest_program SET version = %d", oldest))
	}
}

func TestOpen_NewerDatabase_IsRefused(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.Open(t)
	migrateByNewerProgram(t, database, newerVersion)
	st, err := database.OpenUnclosed(t)
	if err == nil {
		t.Fatalf("newer tables were opened: %v", st.Close())
	}
	if !strings.Contains(err.Error(), fmt.Sprint(newerVersion)) {
		t.Errorf("the refusal does not name the version: %v", err)
	}
}

// In a rolling upgrade, a server of the version before may restart beside newer ones. Commands refuse, because they
// would omit new tables.
func TestOpen_NewerTablesThatSuit_ServerAloneOpens(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.Open(t)
	migrateByNewerProgram(t, database, 1)
	st, err := database.OpenUnclosed(t)
	if database.URL == "" {
		if err == nil {
			t.Fatalf("newer tables of SQLite, which has one process, were opened: %v", st.Close())
		}
		return
	}
	if err != nil {
		t.Fatalf("a server could not start beside newer ones: %v", err)
	}
	if err := errors.Join(st.Ready(t.Context()), st.Close()); err != nil {
		t.Errorf("the store is not ready: %v", err)
	}
	for name, open := range map[string]func() (*store.Store, error){
		"OpenExisting": func() (*store.Store, error) { return store.OpenExisting(t.Context(), database.Location()) },
		"OpenOrCreate": func() (*store.Store, error) { return store.OpenOrCreate(t.Context(), database.Location()) },
		"OpenReadOnly": func() (*store.Store, error) { return store.OpenReadOnly(t.Context(), database.Location()) },
	} {
		if st, err := open(); err == nil {
			t.Errorf("%s opened newer tables: %v", name, st.Close())
		}
	}
}

// The tables are those of a program from another branch.
func TestOpen_NewerTablesWithoutOwnMigration_IsRefused(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.Open(t)
	migrateByNewerProgram(t, database, 1)
	database.Corrupt(t, "DELETE FROM goose_db_version WHERE version_id = 133")
	if st, err := database.OpenUnclosed(t); err == nil {
		t.Errorf("tables that lack a known migration were opened: %v", st.Close())
	}
}

func TestReady_NewerProgramBreaksTables_IsOutdated(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	migrateByNewerProgram(t, database, 1)
	if err := st.Ready(t.Context()); err != nil {
		t.Errorf("Ready with newer tables that suit this program: %v", err)
	}
	if database.URL == "" {
		return // only one process serves a folder
	}
	database.Corrupt(t, fmt.Sprintf("UPDATE oldest_program SET version = %d", newerVersion))
	if err := st.Ready(t.Context()); !errors.Is(err, store.ErrOutdated) {
		t.Errorf("Ready with newer tables that do not suit this program: got %v, want ErrOutdated", err)
	}
}

// firstShared is the first migration that running servers of the version before may meet.
const firstShared = 134

var (
	breaking     = regexp.MustCompile(`(?i)\b(DROP\s+(TABLE|COLUMN)|RENAME\s+(TO|COLUMN)|ALTER\s+COLUMN)\b`)
	newColumn    = regexp.MustCompile(`(?i)\bADD\s+COLUMN\b[^;,]*`)
	raisesOldest = regexp.MustCompile(`UPDATE oldest_program SET version = (\d+)`)
)

func breaksOlderProgram(migration string) bool {
	return breaking.MatchString(migration) || slices.ContainsFunc(newColumn.FindAllString(migration, -1), func(column string) bool {
		upper := strings.ToUpper(column)
		return strings.Contains(upper, "NOT NULL") && !strings.Contains(upper, "DEFAULT")
	})
}

// Decision 0057: a migration only adds, or sets the oldest version of programs that may serve.
func TestMigrations_BreakingOlderProgram_RaiseOldest(t *testing.T) {
	t.Parallel()
	for migration, breaks := range map[string]bool{
		"ALTER TABLE visits ADD COLUMN place TEXT":                      false,
		"ALTER TABLE visits ADD COLUMN place TEXT NOT NULL DEFAULT ''":  false,
		"ALTER TABLE visits ADD COLUMN place TEXT NOT NULL":             true,
		"ALTER TABLE visits RENAME COLUMN day TO local_day":             true,
		"ALTER TABLE visits DROP COLUMN place; CREATE TABLE p (a TEXT)": true,
		"DROP INDEX visits_by_place":                                    false,
	} {
		if got := breaksOlderProgram(migration); got != breaks {
			t.Errorf("breaksOlderProgram(%q): got %t, want %t", migration, got, breaks)
		}
	}
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d migrations, %v", len(files), err)
	}
	for _, file := range files {
		number, _, _ := strings.Cut(filepath.Base(file), "_")
		if version, err := strconv.Atoi(number); err != nil || version < firstShared || strings.Contains(file, ".sqlite.") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		match := raisesOldest.FindSubmatch(content)
		switch {
		case breaksOlderProgram(string(content)) && match == nil:
			t.Errorf("%s breaks programs of the previous version but does not raise oldest_program to its number", file)
		case match != nil && strings.TrimLeft(number, "0") != string(match[1]):
			t.Errorf("%s raises oldest_program to %s, want its own number", file, match[1])
		}
	}
}
