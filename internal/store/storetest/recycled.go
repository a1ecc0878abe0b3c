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

// recycled is a database on PostgreSQL that one test after the other uses, with the
// store that stays connected to it. On PostgreSQL nothing is kept in memory of what was
// read, so that an emptied database is a fresh one. To create a database and to connect
// to it anew took a third of the time of the tests of the use cases.
type recycled struct {
	address string
	store   *store.Store
	emptier *sql.DB // one connection
	empty   string  // removes all rows
	drop    func() error
	opened  bool // the test has its store
	spoilt  bool // the test has changed more than rows
}

// recycling holds the recycled databases of this program: by their address those in use, by
// their server those that wait for a test.
var recycling = struct {
	sync.Mutex
	used map[string]*recycled
	free map[string][]*recycled
}{used: map[string]*recycled{}, free: map[string][]*recycled{}}

// Recycled is New for a test that changes rows alone: on PostgreSQL it may get a database
// that another test has left, and the first store that it opens is that of the other test.
// They stay on the server when the tests end; internal/testpg removes it.
func Recycled(t testing.TB) Database {
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
		if err := r.giveBack(server, t.Failed()); err != nil {
			t.Errorf("giving the test database back: %v", err)
		}
	})
	return Database{URL: r.address}
}

// recycle takes a database that waits for a test, or makes one.
func recycle(t testing.TB, server string) (*recycled, error) {
	r := waiting(server)
	if r == nil {
		var err error
		if r, err = newRecycled(t, server); err != nil {
			return nil, err
		}
	}
	recycling.Lock()
	defer recycling.Unlock()
	recycling.used[r.address] = r
	return r, nil
}

// waiting takes a database that waits for a test; nil: none does.
func waiting(server string) *recycled {
	recycling.Lock()
	defer recycling.Unlock()
	free := recycling.free[server]
	if len(free) == 0 {
		return nil
	}
	recycling.free[server] = free[:len(free)-1]
	return free[len(free)-1]
}

func newRecycled(t testing.TB, server string) (*recycled, error) {
	address, drop := makePostgres(t, server)
	r := &recycled{address: address, drop: drop}
	var err error
	if r.store, err = store.OpenPostgres(background(), patient(t, address)); err != nil {
		return nil, errors.Join(err, drop())
	}
	r.emptier = Database{URL: address}.pool(t)
	var statements strings.Builder
	statements.WriteString("SET lock_timeout = '1s'; SET session_replication_role = replica")
	for _, table := range (Database{URL: address}).tables(t, r.emptier) {
		fmt.Fprintf(&statements, "; DELETE FROM %s", table)
	}
	r.empty = statements.String()
	return r, nil
}

// giveBack empties the database for another test, or drops it: after a failure, after a
// change of more than rows, and where something of the test still runs.
func (r *recycled) giveBack(server string, failed bool) error {
	recycling.Lock()
	delete(recycling.used, r.address)
	spoilt := failed || r.spoilt
	r.opened = false
	recycling.Unlock()
	if spoilt || r.clear(background()) != nil {
		return errors.Join(r.emptier.Close(), r.store.Close(), r.drop())
	}
	recycling.Lock()
	defer recycling.Unlock()
	recycling.free[server] = append(recycling.free[server], r)
	return nil
}

// mostSessions is with how many connections a database is recycled: those of many would take the server's all.
const mostSessions = 8

// clear removes all rows, or says why the next test gets another database.
func (r *recycled) clear(ctx context.Context) error {
	if err := r.store.Ready(ctx); err != nil {
		return err
	}
	var sessions, busy int
	err := r.emptier.QueryRowContext(ctx, `
		SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`).Scan(&sessions, &busy)
	if err != nil {
		return err
	}
	if sessions > mostSessions || busy > 0 {
		return fmt.Errorf("%d sessions are open, %d of them busy", sessions, busy)
	}
	_, err = r.emptier.ExecContext(ctx, r.empty)
	return err
}

// storeOf is the store of a recycled database, for the first who opens it.
func storeOf(address string) *store.Store {
	recycling.Lock()
	defer recycling.Unlock()
	r := recycling.used[address]
	if r == nil || r.opened {
		return nil
	}
	r.opened = true
	return r.store
}

// spoil has the database not be used by another test.
func (d Database) spoil() {
	recycling.Lock()
	defer recycling.Unlock()
	if r := recycling.used[d.URL]; r != nil {
		r.spoilt = true
	}
}

// changesMore reports whether a statement changes more than rows.
func changesMore(statement string) bool {
	verb, _, _ := strings.Cut(strings.TrimSpace(statement), " ")
	return !slices.Contains([]string{"INSERT", "UPDATE", "DELETE", "SELECT", "WITH"}, strings.ToUpper(verb))
}
