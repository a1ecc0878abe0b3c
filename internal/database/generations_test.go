package database

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"zombiezen.com/go/sqlite"
)

// deaf are editions of which others' commits are told by the returned function.
func deaf() (e *Generations, others *int64) {
	e, others = newGenerations(), new(int64)
	e.ask = func() bool { e.hear(*others, e.clock()); return true }
	return e, others
}

func TestWhatAnotherProgramCommitsEndsTheEditionWithinTheBound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, others := deaf()
		if first := e.Current(); e.valid(first) {
			t.Error("an edition is good of which nobody has asked")
		}
		for range 3 {
			edition := e.Current()
			if !e.valid(edition) {
				t.Fatal("nothing has happened, and it is not good")
			}
			*others++
			time.Sleep(MaxStaleness - time.Nanosecond)
			if !e.valid(edition) {
				t.Error("it was asked before its time")
			}
			time.Sleep(time.Nanosecond)
			if e.valid(edition) {
				t.Error("it is good for longer than it may be")
			}
		}
	})
}

func TestNothingIsGoodWhileNobodyCanBeAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, _ := deaf()
		e.valid(NoGeneration)
		edition, ask := e.Current(), e.ask
		for name, mute := range map[string]func() bool{"it is in use": func() bool { return false }, "there is none": nil} {
			e.ask = mute
			time.Sleep(MaxStaleness)
			if e.valid(edition) {
				t.Errorf("good while %s", name)
			}
		}
		if e.ask = ask; !e.valid(edition) {
			t.Error("not good though nothing has happened")
		}
	})
}

func TestNoEditionIsGoodWhileACommitEndsIt(t *testing.T) {
	t.Parallel()
	e, _ := deaf()
	e.valid(NoGeneration)
	before := e.Current()
	e.end()
	during := e.Current()
	for name, edition := range map[string]int64{"that before": before, "that which was read meanwhile": during, "none": NoGeneration} {
		if e.valid(edition) {
			t.Errorf("during the commit %s is good", name)
		}
	}
	e.begin()
	for name, edition := range map[string]int64{"that before": before, "that which was read meanwhile": during, "none": NoGeneration} {
		if e.valid(edition) {
			t.Errorf("after the commit %s is good", name)
		}
	}
	after := e.Current()
	if e.begin(); !e.valid(after) || e.Current() != after {
		t.Error("the next edition is not good")
	}
}

// watchedFile opens a file with tables of which some are watched, and with foreign keys and
// triggers that change those.
func watchedFile(t *testing.T) (conn, other *SQLiteConn) {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	made, err := sqlite.OpenConn(path)
	if err != nil {
		t.Fatal(err)
	}
	other = keep(made)
	conn, err = watching(path, "seen", "under")
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
		"CREATE TABLE top (id INTEGER PRIMARY KEY)", "CREATE TABLE seen (id INTEGER PRIMARY KEY)", "CREATE TABLE apart (id INTEGER PRIMARY KEY)", "CREATE TABLE fires (id INTEGER PRIMARY KEY)",
		"CREATE TABLE under (id INTEGER PRIMARY KEY, top INTEGER REFERENCES top (id) ON DELETE CASCADE)",
		"CREATE TRIGGER fire AFTER INSERT ON fires BEGIN UPDATE seen SET id = id; END")
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

func TestSQLiteSaysWhichStatementsChangeATable(t *testing.T) {
	t.Parallel()
	conn, _ := watchedFile(t)
	for _, s := range []struct {
		text    string
		changes bool
	}{
		{"BEGIN IMMEDIATE", false},
		{"SAVEPOINT job", false},
		{"INSERT INTO seen (id) VALUES (1)", true},
		{"INSERT INTO seen (id) VALUES (1) ON CONFLICT (id) DO NOTHING", true},
		{"UPDATE seen SET id = 2 RETURNING id", true},
		{"WITH two AS (SELECT 2) DELETE FROM seen WHERE id IN two", true},
		{"DELETE FROM seen", true},
		{"INSERT INTO apart (id) SELECT count(*) FROM seen", false},
		{"UPDATE apart SET id = id + 1 WHERE id NOT IN (SELECT id FROM seen)", false},
		{"SELECT * FROM seen JOIN under ON TRUE", false},
		{"INSERT INTO top (id) VALUES (1)", false},
		{"DELETE FROM top", true},                   // by a foreign key
		{"INSERT INTO fires (id) VALUES (1)", true}, // by a trigger
		{"RELEASE job", false},
		{"COMMIT", false},
		{"PRAGMA data_version", false},
		{"ALTER TABLE apart ADD COLUMN more TEXT", true},
		{"CREATE INDEX by_top ON under (top)", true},
		{"DROP TABLE fires", true},
	} {
		for _, turn := range []string{"first", "second"} {
			conn.changed = false
			if err := conn.Run(s.text); err != nil && turn == "first" {
				t.Fatalf("%s: %v", s.text, err)
			}
			if conn.changed != s.changes {
				t.Errorf("%s, the %s time: it changes what is watched: %t", s.text, turn, conn.changed)
			}
		}
	}
}

// A trigger that somebody makes by hand makes another statement of a known one.
func TestAStatementIsRecognisedAgainWhenTheTablesAreOthers(t *testing.T) {
	t.Parallel()
	conn, other := watchedFile(t)
	runAll(t, conn, "INSERT INTO apart (id) VALUES (NULL)")
	runAll(t, other, "CREATE TRIGGER further AFTER INSERT ON apart BEGIN DELETE FROM seen; END")
	for _, turn := range []string{"first", "second"} {
		runAll(t, conn, "SELECT '"+turn+"'")
		conn.changed = false
		if runAll(t, conn, "INSERT INTO apart (id) VALUES (NULL)"); !conn.changed {
			t.Errorf("the %s time it is not noticed", turn)
		}
	}
}

func TestOurOwnCommitsAndTheCopyingOfTheJournalAreNobodyElses(t *testing.T) {
	t.Parallel()
	engine := opened(t)
	set := func() {
		t.Helper()
		if err := execute(t.Context(), engine, "INSERT INTO notes (name, value) VALUES ('a', '') ON CONFLICT (name) DO UPDATE SET value = value || '.'"); err != nil {
			t.Fatal(err)
		}
	}
	set()
	edition := engine.generations.Current()
	for _, mode := range []string{"NOOP", "PASSIVE", "RESTART"} {
		set()
		if err := engine.keeper.tend(t.Context()); err != nil { // it opens its connection
			t.Fatal(err)
		}
		if _, _, err := engine.keeper.checkpoint(t.Context(), mode); err != nil {
			t.Fatal(err)
		}
		if !engine.writer.listen() || !engine.generations.valid(edition) {
			t.Errorf("after copying (%s) it is another edition", mode)
		}
	}
	set()
	if !engine.generations.valid(edition) {
		t.Error("after a commit of ours it is another edition")
	}
	if err := execute(t.Context(), engine, "UPDATE people SET name = name"); err != nil {
		t.Fatal(err)
	}
	if engine.generations.valid(edition) {
		t.Error("after a change of what is watched it is the same edition")
	}
	edition = engine.generations.Current()
	beside, err := engine.open(writerPatience)
	if err != nil {
		t.Fatal(err)
	}
	runAll(t, beside, "DELETE FROM notes")
	if set(); engine.generations.valid(edition) {
		t.Error("the next group has not heard what another program has committed")
	}
	if err := beside.Close(); err != nil {
		t.Error(err)
	}
}

// Whoever sees what is committed, before anybody is told, does not see afterwards what was
// remembered from before.
func TestAnEditionEndsBeforeTheCommitBegins(t *testing.T) {
	t.Parallel()
	engine := opened(t)
	writer := engine.writer
	during := []int64{}
	writer.using.Lock()
	err := writer.conn.conn.SetAuthorizer(sqlite.AuthorizeFunc(func(does sqlite.Action) sqlite.AuthResult {
		if does.Operation() == "COMMIT" { // it is prepared when it is first to run
			during = append(during, engine.generations.Current())
		}
		return writer.conn.Authorize(does)
	}))
	writer.using.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	before := engine.generations.Current()
	if err := execute(t.Context(), engine, "UPDATE people SET name = name"); err != nil {
		t.Fatal(err)
	}
	if len(during) != 1 || during[0]%2 == 0 || during[0] <= before {
		t.Errorf("the editions during the commit are %v, after %d", during, before)
	}
}
