package store_test

import (
	"fmt"
	"testing"

	"axioma/internal/service/servicetest"
)

// After an act on thousands of customers, the dashboard makes no query per customer. It shows the former counts until
// the background task has counted.
func TestWeek_AfterBulkAct_MakesFewQueriesAndShowsStoredCounts(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Visits(shop.Customer("Ana"), 10)
	if err := shop.Cases.Counts.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := shop.Database.Try(t, fmt.Sprintf(`
		INSERT INTO events (business_id, position, number, kind, customer_id, card_id, reward_id, at)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
		SELECT '%s', (SELECT max(position) FROM events), 1000 + i, 'card.changed', 'c' || i, 'k' || i, 'r' || i, 0 FROM n`, shop.Business.ID))
	if err != nil {
		t.Fatal(err)
	}
	shop.Database.Corrupt(t, "UPDATE day_count_progress SET position = 0", "UPDATE customer_step_progress SET position = 0")
	queries := shop.Store.CountQueries()
	week, err := shop.Cases.Reports.Week(t.Context(), shop.Owner)
	if err != nil || week.Owed.Free != 1 || week.Owed.Half != 1 {
		t.Errorf("the dashboard owes %+v, %v; want one FREE and one HALF", week.Owed, err)
	}
	const most = 40
	if got := queries(); got > most {
		t.Errorf("the dashboard takes %d queries, want at most %d", got, most)
	}
	report, err := shop.Cases.Insights.Absences(t.Context(), shop.Owner)
	if got := queries(); err != nil || got > most {
		t.Errorf("the report on absences takes %d queries, want at most %d: %+v, %v", got, most, report, err)
	}
}
