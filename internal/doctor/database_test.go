package doctor

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func checkDatabase(t *testing.T, i Installation) []Finding {
	t.Helper()
	return newExamination(i).checkDatabase(t.Context())
}

func TestCheckDatabase_SchemaVersions(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	expect(t, checkDatabase(t, newInstallation(database)), OK, "up to date")
	database.Corrupt(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)")
	expect(t, checkDatabase(t, newInstallation(database)), Fault, "version 9999")
	database.Corrupt(t, "DELETE FROM goose_db_version WHERE version_id IN (9999, (SELECT max(version_id) FROM goose_db_version WHERE version_id < 9999))")
	expect(t, checkDatabase(t, newInstallation(database)), Attention, "its schema has version")
	expect(t, newExamination(newInstallation(database)).checkStoredData(t.Context()), Attention, "could not be checked")
}

func TestCheckDatabase_NoTables_IsAFault(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	words := "no Axioma tables"
	if database.Folder != "" {
		expect(t, checkDatabase(t, newInstallation(database)), Fault, "no data in "+database.Folder)
		if err := os.WriteFile(filepath.Join(database.Folder, "axioma.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, checkDatabase(t, newInstallation(database)), Fault, words)
}

func TestCheckDatabase_UnreachablePostgres_IsAFault(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	expect(t, checkDatabase(t, newInstallation(storetest.Database{URL: "postgres://axioma@127.0.0.1:1/axioma"})), Fault, "cannot be reached")
	if database.URL == "" {
		return
	}
	many := newInstallation(database)
	many.Database.Connections = 100_000
	expect(t, checkDatabase(t, many), Attention, "may open 100000 connections")
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/nothing_of_that_name"
	expect(t, checkDatabase(t, newInstallation(storetest.Database{URL: address.String()})), Fault, "refuses the connection")
}

func TestCheckDatabase_AccountBeyondRowSecurity_NeedsAttention(t *testing.T) {
	t.Parallel()
	e := newExamination(newInstallation(storetest.Database{URL: "postgres://axioma@127.0.0.1:1/axioma"}))
	e.database = func(context.Context) (store.PostgresServer, error) {
		return store.PostgresServer{Version: "18.1", Major: 18, Connections: 97}, nil
	}
	expect(t, e.checkPostgres(t.Context())[:1], Attention, "is a superuser or has BYPASSRLS")
}
