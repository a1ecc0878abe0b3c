package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"axioma/internal/store"
)

// recycledDatabase serves one test after the other. PostgreSQL has no cache of ours, so an emptied database is like
// new. Creating one took a third of the tests' time.
type recycledDatabase struct {
	address      string
	store        *store.Store
	emptyingPool *sql.DB
	empty        string // removes all rows
	wipe         string // removes businesses' rows
	drop         func() error
	opened       bool // the test has taken the store
	mustDrop     bool // more than rows changed
}

// recyclePool has used databases by address, free ones by server.
var recyclePool = struct {
	sync.Mutex
	used map[string]*recycledDatabase
	free map[string][]*recycledDatabase
}{used: map[string]*recycledDatabase{}, free: map[string][]*recycledDatabase{}}

// NewRecycled returns a database for a test that changes only rows. On PostgreSQL it may reuse an earlier test's
// database and store. internal/testpg removes the databases with the server.
func NewRecycled(t testing.TB) Database {
	t.Helper()
	server := os.Getenv(urlVariable)
	if server == "" {
		return New(t)
	}
	r, err := recycle(t, server)
	if err != nil {
		t.Fatalf("opening the test database: %v", err)
	}
	t.Cleanup(func() {
		if err := r.release(server, t.Failed()); err != nil {
			t.Errorf("giving the test database back: %v", err)
		}
	})
	return Database{URL: r.address}
}

func recycle(t testing.TB, server string) (*recycledDatabase, error) {
	r := takeFree(server)
	if r == nil {
		var err error
		if r, err = newRecycled(t, server); err != nil {
			return nil, err
		}
	}
	recyclePool.Lock()
	defer recyclePool.Unlock()
	recyclePool.used[r.address] = r
	return r, nil
}

func takeFree(server string) *recycledDatabase {
	recyclePool.Lock()
	defer recyclePool.Unlock()
	free := recyclePool.free[server]
	if len(free) == 0 {
		return nil
	}
	recyclePool.free[server] = free[:len(free)-1]
	return free[len(free)-1]
}

func newRecycled(t testing.TB, server string) (*recycledDatabase, error) {
	address, drop := makePostgres(t, server)
	r := &recycledDatabase{address: address, drop: drop}
	var err error
	if r.store, err = store.OpenPostgres(background(), patientAddress(t, address)); err != nil {
		return nil, errors.Join(err, drop())
	}
	r.emptyingPool = Database{URL: address}.pool(t)
	r.wipe = "SET lock_timeout = '1s'; SET session_replication_role = replica"
	for _, table := range (Database{URL: address}).tables(t, r.emptyingPool) {
		if table != settingsTable {
			r.wipe += "; DELETE FROM " + table
		}
	}
	r.empty = r.wipe + "; DELETE FROM " + settingsTable
	return r, nil
}

// wipeRecycled wipes by the open connection, or returns false. A new connection would read the catalog for each table.
func (d Database) wipeRecycled(t testing.TB) bool {
	t.Helper()
	recyclePool.Lock()
	r := recyclePool.used[d.URL]
	recyclePool.Unlock()
	if r == nil {
		return false
	}
	if _, err := r.emptyingPool.ExecContext(t.Context(), r.wipe); err != nil {
		t.Fatalf("wiping the test database: %v", err)
	}
	return true
}

// release drops the database if the test failed, changed the schema or work is still running.
func (r *recycledDatabase) release(server string, failed bool) error {
	recyclePool.Lock()
	delete(recyclePool.used, r.address)
	mustDrop := failed || r.mustDrop
	r.opened = false
	recyclePool.Unlock()
	if mustDrop || r.clear(background()) != nil {
		return errors.Join(r.emptyingPool.Close(), r.store.Close(), r.drop())
	}
	recyclePool.Lock()
	defer recyclePool.Unlock()
	recyclePool.free[server] = append(recyclePool.free[server], r)
	return nil
}

// mostSessions keeps the tests within the server's connections.
const mostSessions = 8

func (r *recycledDatabase) clear(ctx context.Context) error {
	if err := r.store.Ready(ctx); err != nil {
		return err
	}
	var sessions, busy int
	err := r.emptyingPool.QueryRowContext(ctx, `
		SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`).Scan(&sessions, &busy)
	if err != nil {
		return err
	}
	if sessions > mostSessions || busy > 0 {
		return fmt.Errorf("%d sessions are open, %d of them busy", sessions, busy)
	}
	_, err = r.emptyingPool.ExecContext(ctx, r.empty)
	return err
}

func takeStore(address string) *store.Store {
	recyclePool.Lock()
	defer recyclePool.Unlock()
	r := recyclePool.used[address]
	if r == nil || r.opened {
		return nil
	}
	r.opened = true
	return r.store
}

func (d Database) dropAfterUse() {
	recyclePool.Lock()
	defer recyclePool.Unlock()
	if r := recyclePool.used[d.URL]; r != nil {
		r.mustDrop = true
	}
}

func changesSchema(statement string) bool {
	verb, _, _ := strings.Cut(strings.TrimSpace(statement), " ")
	return !slices.Contains([]string{"INSERT", "UPDATE", "DELETE", "SELECT", "WITH"}, strings.ToUpper(verb))
}
