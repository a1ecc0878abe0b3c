package copying

import (
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

const newBusiness = `INSERT INTO businesses (id, name, search, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled, wa_enabled, wa_rate_per_minute, wa_daily_cap,
	wa_monthly_cap, wa_free_credits, created_at) VALUES ('b', 'B', 'b', 'ACTIVE', 'Europe/Madrid', 'ES', 10, 4, TRUE, TRUE, 60, 1000, 1000, 10, 1)`

const newFamily = `INSERT INTO families (business_id, id, name, sort_key, search, policy, created_at) VALUES ('b', `

// pausedCopy returns a copy of a business with three families after its online part.
func pausedCopy(t *testing.T, source, target storetest.Database) BusinessCopy {
	t.Helper()
	mustTry(t, source, newBusiness,
		newFamily+`'f1', 'A', 'a', 'a', 'POOL', 1)`, newFamily+`'f2', 'B', 'b', 'b', 'POOL', 1)`, newFamily+`'f3', 'C', 'c', 'c', 'POOL', 1)`)
	c := BusinessCopy{From: source.Open(t), To: target.Open(t), BusinessID: "b", Arriving: store.BusinessMove{State: store.MoveArriving, Place: "elsewhere", Status: loyalty.BusinessActive, ChangedAt: time.UnixMilli(1)}}
	if err := c.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int64{3, 0} {
		if _, rowCount, err := c.Update(t.Context()); err != nil || rowCount != want {
			t.Fatalf("an online copy wrote %d rows, %v, want %d", rowCount, err, want)
		}
	}
	if !c.ComparesChanges() {
		t.Fatal("after two online copies, the changes since then are not known")
	}
	c.IsPaused = true
	return c
}

func mustTry(t *testing.T, database storetest.Database, statements ...string) {
	t.Helper()
	if err := database.Try(t, statements...); err != nil {
		t.Fatal(err)
	}
}

func mustCopyFamilies(t *testing.T, c *BusinessCopy, source, target storetest.Database, want int64) {
	t.Helper()
	counts, _, err := c.Update(t.Context())
	if err != nil || counts["families"] != want {
		t.Errorf("the last copy counts %d families, %v, want %d", counts["families"], err, want)
	}
	const all = `SELECT * FROM families ORDER BY id`
	if want, got := source.Rows(t, all), target.Rows(t, all); !slices.Equal(got, want) {
		t.Errorf("the target has %q, want %q", got, want)
	}
}

func TestBusinessCopy_Pause_ReadsChangedRowsAndComparesAllKeys(t *testing.T) {
	t.Parallel()
	source, target := storetest.New(t), storetest.New(t)
	c := pausedCopy(t, source, target)
	mustTry(t, source, `UPDATE families SET name = 'D' WHERE id = 'f1'`, `DELETE FROM families WHERE id = 'f2'`, newFamily+`'f4', 'E', 'e', 'e', 'POOL', 1)`)
	mustTry(t, target, `UPDATE families SET name = 'F' WHERE id = 'f3'`)

	round := updateRound{counts: RowCounts{}}
	if err := c.updateOnce(t.Context(), &round); err != nil {
		t.Fatal(err)
	}
	if len(round.partial) < 20 {
		t.Errorf("only changed rows are read of %d tables, want at least 20", len(round.partial))
	}
	different, err := c.differentKeys(t.Context(), round.partial, round.counts)
	// PostgreSQL tells no deleted rows, SQLite's log does.
	if want := storetest.IsPostgres(); err != nil || slices.Contains(different, "families") != want {
		t.Errorf("after the changed rows, the keys of %q differ, %v, want those of families: %t", different, err, want)
	}
	mustCopyFamilies(t, &c, source, target, 3)
}

func TestBusinessCopy_SQLiteLogIncomplete_ReadsAllRows(t *testing.T) {
	t.Parallel()
	for name, breakLog := range map[string]func(t *testing.T, source storetest.Database){
		"a table was rebuilt": func(t *testing.T, source storetest.Database) {
			mustTry(t, source, `DROP TRIGGER "changes of b: UPDATE cards"`)
		},
		"another run started its own": func(t *testing.T, source storetest.Database) {
			other := changeLog{businessID: "b"}
			if err := other.start(t.Context(), source.Open(t)); err != nil {
				t.Fatal(err)
			}
		},
		"another run removed it": func(t *testing.T, source storetest.Database) {
			other := changeLog{businessID: "b"}
			if err := other.end(t.Context(), source.Open(t), false); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, target := storetest.NewFile(t), storetest.NewFile(t)
			c := pausedCopy(t, source, target)
			mustTry(t, source, `UPDATE families SET name = 'D' WHERE id = 'f1'`)
			breakLog(t, source)
			mustTry(t, source, `UPDATE families SET name = 'E' WHERE id = 'f3'`)
			mustCopyFamilies(t, &c, source, target, 3)
			if c.ComparesChanges() {
				t.Error("the changes are known without a whole log")
			}
		})
	}
}

func TestBusinessCopy_SQLiteLog_ConcernsOneBusinessAndIsRemoved(t *testing.T) {
	t.Parallel()
	source, target := storetest.NewFile(t), storetest.NewFile(t)
	const schema = `SELECT type, name, sql FROM sqlite_schema ORDER BY name`
	before := source.Rows(t, schema)
	c := pausedCopy(t, source, target)
	const logQuery = `SELECT table_name, key_1, key_2 FROM "changes of b"`
	ofOther := strings.NewReplacer(`'b'`, `'other'`)
	mustTry(t, source, ofOther.Replace(newBusiness), ofOther.Replace(newFamily)+`'f9', 'A', 'a', 'a', 'POOL', 1)`, `DELETE FROM families WHERE id = 'f2'`)
	if rows := source.Rows(t, logQuery); len(rows) != 1 {
		t.Errorf("the deleted row of the business and a row of another were recorded as %q, want the first", rows)
	}
	mustTry(t, source, `CREATE TRIGGER "changes of b: INSERT former_name" AFTER INSERT ON cards BEGIN INSERT INTO "changes of b" (table_name) VALUES ('x'); END`)
	if err := c.EndLogs(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	for name, database := range map[string]storetest.Database{"source": source, "target": target} {
		if after := database.Rows(t, schema); !slices.Equal(after, before) {
			t.Errorf("after the move, the schema of the %s has %d entries, want %d", name, len(after), len(before))
		}
	}
}
