package doctor

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"axioma/internal/store/storetest"
)

func lookedAtDatabase(t *testing.T, i Installation) []Finding {
	t.Helper()
	return examinationOf(i).lookAtDatabase(t.Context())
}

func TestADatabaseIsLookedAt(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	expect(t, lookedAtDatabase(t, healthy(database)), OK, "up to date")
	database.Corrupt(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)")
	expect(t, lookedAtDatabase(t, healthy(database)), Fault, "version 9999")
	database.Corrupt(t, "DELETE FROM goose_db_version WHERE version_id IN (9999, (SELECT max(version_id) FROM goose_db_version WHERE version_id < 9999))")
	expect(t, lookedAtDatabase(t, healthy(database)), Attention, "its tables are of version")
	expect(t, examinationOf(healthy(database)).lookAtData(t.Context()), Attention, "could not be looked at")
}

func TestADatabaseWithoutTablesIsToldOf(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	words := "no tables of this program"
	if database.Folder != "" {
		expect(t, lookedAtDatabase(t, healthy(database)), Fault, "there are no data in "+database.Folder)
		if err := os.WriteFile(filepath.Join(database.Folder, "axioma.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, lookedAtDatabase(t, healthy(database)), Fault, words)
}

func TestAPostgresThatIsAwayOrRefusesIsToldOf(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	expect(t, lookedAtDatabase(t, healthy(storetest.Database{URL: "postgres://axioma@127.0.0.1:1/axioma"})), Fault, "cannot be reached")
	if database.URL == "" {
		return
	}
	many := healthy(database)
	many.Database.Connections = 100_000
	expect(t, lookedAtDatabase(t, many), Attention, "may open 100000 connections")
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/nothing_of_that_name"
	expect(t, lookedAtDatabase(t, healthy(storetest.Database{URL: address.String()})), Fault, "refuses us")
}
