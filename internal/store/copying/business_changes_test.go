package copying

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/store/storetest"
)

func TestBusinessCopy_Pause_ReadsChangedRowsAndComparesAllKeys(t *testing.T) {
	t.Parallel()
	source, target := storetest.New(t), storetest.New(t)
	mustTry := func(database storetest.Database, statements ...string) {
		t.Helper()
		if err := database.Try(t, statements...); err != nil {
			t.Fatal(err)
		}
	}
	const family = `INSERT INTO families (business_id, id, name, sort_key, search, policy, created_at) VALUES ('b', `
	mustTry(source, `INSERT INTO businesses (id, name, search, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled, wa_enabled, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap,
		wa_free_credits, created_at) VALUES ('b', 'B', 'b', 'ACTIVE', 'Europe/Madrid', 'ES', 10, 4, TRUE, TRUE, 60, 1000, 1000, 10, 1)`,
		family+`'f1', 'A', 'a', 'a', 'POOL', 1)`, family+`'f2', 'B', 'b', 'b', 'POOL', 1)`, family+`'f3', 'C', 'c', 'c', 'POOL', 1)`)
	c := BusinessCopy{From: source.Open(t), To: target.Open(t), BusinessID: "b"}
	if err := c.Begin(t.Context(), "elsewhere", time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, changed, err := c.Update(t.Context()); err != nil || changed != 3 {
		t.Fatalf("the first copy wrote %d rows, %v, want 3", changed, err)
	}
	mustTry(source, `UPDATE families SET name = 'D' WHERE id = 'f1'`, `DELETE FROM families WHERE id = 'f2'`, family+`'f4', 'E', 'e', 'e', 'POOL', 1)`)
	mustTry(target, `UPDATE families SET name = 'F' WHERE id = 'f3'`)

	c.IsPaused = true
	round := updateRound{counts: RowCounts{}}
	if err := c.updateOnce(t.Context(), &round); err != nil {
		t.Fatal(err)
	}
	if isPartial := len(round.partial) > 0; isPartial != storetest.IsPostgres() {
		t.Errorf("only changed rows are read: %t, want %t", isPartial, storetest.IsPostgres())
	}
	counts, _, err := c.Update(t.Context())
	if err != nil || counts["families"] != 3 {
		t.Errorf("the last copy counts %d families, %v, want 3", counts["families"], err)
	}
	const all = `SELECT * FROM families ORDER BY id`
	if want, got := source.Rows(t, all), target.Rows(t, all); !slices.Equal(got, want) {
		t.Errorf("the target has %q, want %q", got, want)
	}
}
