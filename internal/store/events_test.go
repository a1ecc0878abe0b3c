package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func appendEvents(t *testing.T, st *store.Store, at time.Time, customers ...string) {
	t.Helper()
	err := st.InBusiness(t.Context(), "shop", func(tx *store.Tx) error { return appendIn(tx, at, customers...) })
	if err != nil {
		t.Fatal(err)
	}
}

func appendIn(tx *store.Tx, at time.Time, customers ...string) error {
	for _, id := range customers {
		if err := tx.Events().Append(loyalty.Event{Kind: loyalty.EventCustomerChanged, CustomerID: id, At: at}); err != nil {
			return err
		}
	}
	return nil
}

func eventsAfter(t *testing.T, st *store.Store, position int64) (customers []string, last int64) {
	t.Helper()
	view(t, st, func(tx *store.PlatformTx) (err error) {
		last, err = tx.Events().Last()
		return err
	})
	view(t, st, func(tx *store.PlatformTx) error {
		events, err := tx.Events().Between(position, last)
		customers = nil
		for _, event := range events {
			customers = append(customers, event.CustomerID)
		}
		return err
	})
	return customers, last
}

func view(t *testing.T, st *store.Store, fn func(*store.PlatformTx) error) {
	t.Helper()
	if err := st.ViewPlatform(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func TestEvents_ReaderThatResumes_ReadsEachOnceInOrder(t *testing.T) {
	t.Parallel()
	st := storetest.New(t).Open(t)
	now := time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)
	appendEvents(t, st, now, "ana", "berta")
	appendEvents(t, st, now.Add(-time.Hour), "carla") // by a clock that is behind
	first, position := eventsAfter(t, st, 0)
	appendEvents(t, st, now, "dora")
	second, position := eventsAfter(t, st, position)
	third, _ := eventsAfter(t, st, position)
	if got := fmt.Sprint(first, second, third); got != "[ana berta carla] [dora] []" {
		t.Errorf("the three reads returned %s, want %q", got, "[ana berta carla] [dora] []")
	}
}

// On PostgreSQL a transaction that began later may commit first. SQLite commits one after the other.
func TestEvents_TransactionThatCommitsLate_IsNotSkipped(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	now := time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)
	_, position := eventsAfter(t, st, 0)
	insertion, commit, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- st.InBusiness(context.WithoutCancel(t.Context()), "shop", func(tx *store.Tx) error {
			if err := appendIn(tx, now, "slow"); err != nil {
				return err
			}
			if _, err := tx.Events().MergeSources(nil); err != nil { // a query sends deferred statements
				return err
			}
			close(insertion)
			<-commit
			return nil
		})
	}()
	<-insertion
	if database.URL != "" {
		appendEvents(t, st, now, "fast")
	}
	early, position := eventsAfter(t, st, position)
	close(commit)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if database.URL == "" {
		appendEvents(t, st, now, "fast")
	}
	late, _ := eventsAfter(t, st, position)
	if got := slices.Concat(early, late); !slices.Equal(got, []string{"slow", "fast"}) {
		t.Errorf("the reads returned %v and %v, want slow and then fast", early, late)
	}
}

// A subscriber may know higher positions, from another server.
func TestEvents_DataOfAnotherServer_PositionsGoOnUpwards(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	const high = 8_000_000_000_000_000
	database.Corrupt(t, fmt.Sprintf("INSERT INTO events (business_id, position, number, kind, customer_id, at) VALUES ('shop', %d, 0, 'customer.changed', 'ana', 1)", high))
	st := database.Open(t)
	appendEvents(t, st, time.Now(), "berta")
	if got, _ := eventsAfter(t, st, high-1); !slices.Equal(got, []string{"ana", "berta"}) {
		t.Errorf("the rows read are %v, want ana and berta", got)
	}
}

func TestEvents_Since_WalksBackToAnInstant(t *testing.T) {
	t.Parallel()
	st := storetest.New(t).Open(t)
	now := time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)
	many := make([]string, 450)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	appendEvents(t, st, now.Add(-time.Hour), "old")
	appendEvents(t, st, now, many...)
	for _, c := range []struct {
		most int
		all  bool
	}{{449, false}, {450, true}, {1000, true}} {
		err := st.ViewBusiness(t.Context(), "shop", func(tx *store.Tx) error {
			events, all, err := tx.Events().Since(now.Add(-time.Minute), c.most)
			if all != c.all || all && (len(events) != len(many) || events[0].CustomerID != "449" || events[449].CustomerID != "0") {
				t.Errorf("with a limit of %d, %d events were read, all: %t; want all events if the limit allows", c.most, len(events), all)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
