package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"axioma/internal/store"
)

// The template is migrated once for all test programs. Copying its files is faster than migrating. The lock keeps
// programs from opening it meanwhile.
const (
	template     = "axioma_template"
	templateLock = 48_151_623

	// partitionsVariable names the number of partitions: make test-partitioned.
	partitionsVariable = "AXIOMA_TEST_PARTITIONS"
)

var templateMade sync.Map // server -> func() error

func createPostgres(t testing.TB, server string) string {
	t.Helper()
	address, drop := makePostgres(t, server)
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Errorf("dropping the test database: %v", err)
		}
	})
	return address
}

func makePostgres(t testing.TB, server string) (address string, drop func() error) {
	t.Helper()
	makeOnce, _ := templateMade.LoadOrStore(server, sync.OnceValue(func() error { return makeTemplate(server) }))
	if err := makeOnce.(func() error)(); err != nil {
		t.Fatalf("making the template database: %v", err)
	}
	name := "axioma_test_" + strings.ToLower(rand.Text())
	err := withLock(t.Context(), server, "pg_advisory_lock_shared", func(conn *sql.Conn) error {
		_, err := conn.ExecContext(t.Context(), "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY FILE_COPY")
		return err
	})
	if err != nil {
		t.Fatalf("creating the test database: %v", err)
	}
	return withDatabase(t, server, name), func() error {
		return execOn(server, "DROP DATABASE "+name+" WITH (FORCE)")
	}
}

func makeTemplate(server string) error {
	ctx := background()
	return withLock(ctx, server, "pg_advisory_lock", func(conn *sql.Conn) error {
		var exists bool
		err := conn.QueryRowContext(ctx, "SELECT count(*) > 0 FROM pg_database WHERE datname = $1", template).Scan(&exists)
		if err != nil {
			return err
		}
		if !exists {
			if _, err := conn.ExecContext(ctx, "CREATE DATABASE "+template); err != nil {
				return err
			}
		}
		address, err := databaseURL(server, template)
		if err != nil {
			return err
		}
		st, err := store.OpenPostgres(ctx, address)
		if err != nil {
			return err
		}
		if err := st.Close(); err != nil {
			return err
		}
		return partition(ctx, address)
	})
}

// Partitioned reports whether tables are partitioned.
func Partitioned() bool { return os.Getenv(partitionsVariable) != "" }

func partition(ctx context.Context, address string) error {
	if !Partitioned() {
		return nil
	}
	count := os.Getenv(partitionsVariable)
	partitions, err := strconv.Atoi(count)
	if err != nil {
		return fmt.Errorf("reading %s: %w", partitionsVariable, err)
	}
	if _, err = store.PartitionByBusiness(ctx, store.Location{URL: address}, partitions); err != nil {
		return err
	}
	return execOn(address, keepDirectoryAlways)
}

// keepDirectoryAlways is for Database.Corrupt: disabling foreign keys disables ordinary triggers.
const keepDirectoryAlways = `DO $$
DECLARE
	k RECORD;
BEGIN
	FOR k IN SELECT tgrelid::regclass AS child, tgname AS name FROM pg_trigger WHERE tgname LIKE 'directory\_of\_%' AND tgparentid = 0 LOOP
		EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', k.child, k.name);
	END LOOP;
END
$$`

func withLock(ctx context.Context, server, lock string, fn func(*sql.Conn) error) (err error) {
	pool, err := sql.Open("pgx", server)
	if err != nil {
		return fmt.Errorf("reading %s: %w", urlVariable, err)
	}
	defer func() {
		if fault := pool.Close(); err == nil {
			err = fault
		}
	}()
	conn, err := pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connecting to %s: %w", urlVariable, err)
	}
	defer func() {
		if fault := conn.Close(); err == nil {
			err = fault
		}
	}()
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("SELECT %s(%d)", lock, templateLock)); err != nil {
		return err
	}
	return fn(conn)
}

func execOn(server, statement string) (err error) {
	pool, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	defer func() {
		if fault := pool.Close(); err == nil {
			err = fault
		}
	}()
	_, err = pool.ExecContext(background(), statement)
	return err
}

func withDatabase(t testing.TB, server, name string) string {
	t.Helper()
	address, err := databaseURL(server, name)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func databaseURL(server, name string) (string, error) {
	address, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", urlVariable, err)
	}
	address.Path = "/" + name
	return address.String(), nil
}

func patientAddress(t testing.TB, server string) string {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatalf("reading %s: %v", server, err)
	}
	query := address.Query()
	query.Set("connect_timeout", "120")
	query.Set("lock_timeout", "2min")
	query.Set("idle_in_transaction_session_timeout", "2min")
	address.RawQuery = query.Encode()
	return address.String()
}
