package store_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func withUnreachableHost(t *testing.T, address, parameters string) string {
	t.Helper()
	parsedURL, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	host := parsedURL.Hostname()
	parsedURL.Host = "127.0.0.1:1," + host + ":" + parsedURL.Port()
	query := parsedURL.RawQuery
	if query != "" {
		query += "&"
	}
	parsedURL.RawQuery = query + parameters
	return parsedURL.String()
}

// The first host is dead. The second one becomes a standby and is then promoted.
func TestOpen_SeveralHosts_ConnectsToWritableServer(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // SQLite has no hosts
	}
	address := withUnreachableHost(t, database.URL, "target_session_attrs=read-write&connect_timeout=3")
	st, err := store.Open(t.Context(), store.Location{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}()
	name := database.Rows(t, "SELECT current_database()")[0]
	ready := func() error { return st.Ready(t.Context()) }
	if err := ready(); err != nil {
		t.Fatalf("with one of two hosts unreachable: %v", err)
	}
	end := "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
	database.Corrupt(t, "ALTER DATABASE "+name+" SET default_transaction_read_only = on")
	database.Rows(t, end)
	if err := ready(); !errors.Is(err, loyalty.ErrBusy) {
		t.Errorf("with a standby alone: got %v, want ErrBusy", err)
	}
	database.Corrupt(t, "SET TRANSACTION READ WRITE", "ALTER DATABASE "+name+" RESET default_transaction_read_only")
	if err := ready(); err != nil {
		t.Errorf("after the standby was promoted: %v", err)
	}
}

// The address asks for a writable session, but the command opens a read-only one.
func TestOpenReadOnly_SeveralHosts_Reads(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // SQLite has no hosts
	}
	for _, open := range []func(context.Context, store.Location) (*store.Store, error){store.OpenReadOnly, store.OpenToInspect} {
		st, err := open(t.Context(), store.Location{URL: withUnreachableHost(t, database.URL, "target_session_attrs=read-write&connect_timeout=3")})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(st.Ready(t.Context()), st.Close()); err != nil {
			t.Error(err)
		}
	}
}

// Another role owns the tables, so the server does not migrate.
func TestOpen_RoleWithRowPrivileges_Serves(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // SQLite has no roles
	}
	role := "serving_" + strings.ToLower(rand.Text())
	database.Corrupt(t, "CREATE ROLE "+role+" LOGIN PASSWORD 'x'",
		"GRANT USAGE ON SCHEMA public TO "+role,
		"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "+role)
	defer database.Corrupt(t, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM "+role, "REVOKE ALL ON SCHEMA public FROM "+role, "DROP ROLE "+role)
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(role, "x")
	at := store.Location{URL: address.String()}
	st, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(st.Ready(t.Context()), st.UpdateStatistics(t.Context())); err != nil {
		t.Errorf("a role with rights on rows only: %v", err)
	}
	if _, err := st.Check(t.Context()); err != nil {
		t.Errorf("Check as that role: %v", err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
	database.Corrupt(t, "DELETE FROM goose_db_version WHERE version_id = 1")
	if _, err := store.Open(t.Context(), at); err == nil {
		t.Error("a role that may not change tables has migrated them")
	}
	tables := database.Rows(t, "SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tableowner = '"+role+"'")
	if !slices.Equal(tables, []string{}) {
		t.Errorf("a role that may not create tables has created %d", len(tables))
	}
}
