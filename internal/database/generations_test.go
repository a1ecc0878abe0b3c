package database

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"zombiezen.com/go/sqlite"
)

func newTestGenerations() (g *Generations, version *int64) {
	g, version = newGenerations(), new(int64)
	g.check = func() bool { g.recordDataVersion(*version, g.elapsed()); return true }
	return g, version
}

func TestGenerations_CommitOfAnotherProcess_InvalidatesWithinMaxStaleness(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, version := newTestGenerations()
		if first := g.Current(); g.isValid(first) {
			t.Error("a generation is valid before the first check")
		}
		for range 3 {
			generation := g.Current()
			if !g.isValid(generation) {
				t.Fatal("the generation is invalid without a commit")
			}
			*version++
			time.Sleep(MaxStaleness - time.Nanosecond)
			if !g.isValid(generation) {
				t.Error("the generation is invalid before MaxStaleness")
			}
			time.Sleep(time.Nanosecond)
			if g.isValid(generation) {
				t.Error("the generation is still valid after MaxStaleness")
			}
		}
	})
}

func TestGenerations_CheckImpossible_IsInvalid(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, _ := newTestGenerations()
		g.isValid(NoGeneration)
		generation, check := g.Current(), g.check
		for name, failing := range map[string]func() bool{"the connection is busy": func() bool { return false }, "there is no writer": nil} {
			g.check = failing
			time.Sleep(MaxStaleness)
			if g.isValid(generation) {
				t.Errorf("the generation is valid while %s", name)
			}
		}
		if g.check = check; !g.isValid(generation) {
			t.Error("the generation is invalid without a commit")
		}
	})
}

func TestGenerations_CommitUnderWay_IsInvalid(t *testing.T) {
	t.Parallel()
	g, _ := newTestGenerations()
	g.isValid(NoGeneration)
	before := g.Current()
	g.invalidate()
	during := g.Current()
	for name, generation := range map[string]int64{"the one before": before, "the one during the commit": during, "none": NoGeneration} {
		if g.isValid(generation) {
			t.Errorf("during the commit %s is valid", name)
		}
	}
	g.startNext()
	for name, generation := range map[string]int64{"the one before": before, "the one during the commit": during, "none": NoGeneration} {
		if g.isValid(generation) {
			t.Errorf("after the commit %s is valid", name)
		}
	}
	after := g.Current()
	if g.startNext(); !g.isValid(after) || g.Current() != after {
		t.Error("the generation changed without a commit, or the next one is invalid")
	}
}

func watchedFile(t *testing.T) (conn, other *SQLiteConn) {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	rawConn, err := sqlite.OpenConn(path)
	if err != nil {
		t.Fatal(err)
	}
	other = newSQLiteConn(rawConn)
	conn, err = openWatching(path, "watched", "under")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, c := range []*SQLiteConn{conn, other} {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	runAll(t, other,
		"CREATE TABLE top (id INTEGER PRIMARY KEY)", "CREATE TABLE watched (id INTEGER PRIMARY KEY)", "CREATE TABLE unwatched (id INTEGER PRIMARY KEY)", "CREATE TABLE fires (id INTEGER PRIMARY KEY)",
		"CREATE TABLE under (id INTEGER PRIMARY KEY, top INTEGER REFERENCES top (id) ON DELETE CASCADE)",
		"CREATE TRIGGER fire AFTER INSERT ON fires BEGIN UPDATE watched SET id = id; END")
	runAll(t, conn, "PRAGMA foreign_keys(1)")
	return conn, other
}

func runAll(t *testing.T, c *SQLiteConn, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if err := c.Run(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func TestSQLiteConn_Authorizer_NoticesChangesOfWatchedTables(t *testing.T) {
	t.Parallel()
	conn, _ := watchedFile(t)
	for _, s := range []struct {
		text    string
		changes bool
	}{
		{"BEGIN IMMEDIATE", false},
		{"SAVEPOINT job", false},
		{"INSERT INTO watched (id) VALUES (1)", true},
		{"INSERT INTO watched (id) VALUES (1) ON CONFLICT (id) DO NOTHING", true},
		{"UPDATE watched SET id = 2 RETURNING id", true},
		{"WITH two AS (SELECT 2) DELETE FROM watched WHERE id IN two", true},
		{"DELETE FROM watched", true},
		{"INSERT INTO unwatched (id) SELECT count(*) FROM watched", false},
		{"UPDATE unwatched SET id = id + 1 WHERE id NOT IN (SELECT id FROM watched)", false},
		{"SELECT * FROM watched JOIN under ON TRUE", false},
		{"INSERT INTO top (id) VALUES (1)", false},
		{"DELETE FROM top", true},                   // foreign key
		{"INSERT INTO fires (id) VALUES (1)", true}, // trigger
		{"RELEASE job", false},
		{"COMMIT", false},
		{"PRAGMA data_version", false},
		{"ALTER TABLE unwatched ADD COLUMN more TEXT", true},
		{"CREATE INDEX by_top ON under (top)", true},
		{"DROP TABLE fires", true},
	} {
		for _, turn := range []string{"first", "second"} {
			conn.changed = false
			if err := conn.Run(s.text); err != nil && turn == "first" {
				t.Fatalf("%s: %v", s.text, err)
			}
			if conn.changed != s.changes {
				t.Errorf("%s, the %s time: changed = %t, want %t", s.text, turn, conn.changed, s.changes)
			}
		}
	}
}

// After another connection adds a trigger, a prepared INSERT also writes to a watched table.
func TestSQLiteConn_ChangedSchema_ReauthorizesStatements(t *testing.T) {
	t.Parallel()
	conn, other := watchedFile(t)
	runAll(t, conn, "INSERT INTO unwatched (id) VALUES (NULL)")
	runAll(t, other, "CREATE TRIGGER further AFTER INSERT ON unwatched BEGIN DELETE FROM watched; END")
	for _, turn := range []string{"first", "second"} {
		runAll(t, conn, "SELECT '"+turn+"'")
		conn.changed = false
		if runAll(t, conn, "INSERT INTO unwatched (id) VALUES (NULL)"); !conn.changed {
			t.Errorf("the %s insert into unwatched was not noticed as a change of watched", turn)
		}
	}
}

func TestGenerations_OwnCommitsAndCheckpoints_StayValid(t *testing.T) {
	t.Parallel()
	engine := newSQLiteEngine(t)
	set := func() {
		t.Helper()
		if err := execute(t.Context(), engine, "INSERT INTO notes (name, value) VALUES ('a', '') ON CONFLICT (name) DO UPDATE SET value = value || '.'"); err != nil {
			t.Fatal(err)
		}
	}
	set()
	generation := engine.generations.Current()
	for _, mode := range []string{"NOOP", "PASSIVE", "RESTART"} {
		set()
		if err := engine.checkpointer.checkpointIfNeeded(t.Context()); err != nil { // opens its connection
			t.Fatal(err)
		}
		if _, _, err := engine.checkpointer.checkpoint(t.Context(), mode); err != nil {
			t.Fatal(err)
		}
		if !engine.writer.tryCheckOtherCommits() || !engine.generations.isValid(generation) {
			t.Errorf("a checkpoint (%s) invalidates the generation", mode)
		}
	}
	set()
	if !engine.generations.isValid(generation) {
		t.Error("our own commit invalidates the generation")
	}
	if err := execute(t.Context(), engine, "UPDATE people SET name = name"); err != nil {
		t.Fatal(err)
	}
	if engine.generations.isValid(generation) {
		t.Error("a change of a watched table leaves the generation valid")
	}
	generation = engine.generations.Current()
	connection, err := engine.open(writerBusyTimeout)
	if err != nil {
		t.Fatal(err)
	}
	runAll(t, connection, "DELETE FROM notes")
	if set(); engine.generations.isValid(generation) {
		t.Error("the next group has not noticed the commit of another process")
	}
	if err := connection.Close(); err != nil {
		t.Error(err)
	}
}

// A reader can see the commit before the writer has its reply. From then on it must not get an older cached value.
func TestGenerations_Commit_InvalidatesBeforehand(t *testing.T) {
	t.Parallel()
	engine := newSQLiteEngine(t)
	writer := engine.writer
	during := []int64{}
	writer.connMutex.Lock()
	err := writer.conn.conn.SetAuthorizer(sqlite.AuthorizeFunc(func(does sqlite.Action) sqlite.AuthResult {
		if does.Operation() == "COMMIT" { // SQLite calls the authorizer when COMMIT is prepared, just before its first run
			during = append(during, engine.generations.Current())
		}
		return writer.conn.Authorize(does)
	}))
	writer.connMutex.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	before := engine.generations.Current()
	if err := execute(t.Context(), engine, "UPDATE people SET name = name"); err != nil {
		t.Fatal(err)
	}
	if len(during) != 1 || during[0]%2 == 0 || during[0] <= before {
		t.Errorf("the generations during the commit are %v, want one odd number above %d", during, before)
	}
}
