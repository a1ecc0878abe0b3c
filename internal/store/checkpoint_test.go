package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// screen reads again and again, from one token to the next.
func screen(ctx context.Context, st *store.Store, name string, tokens <-chan struct{}) error {
	for range tokens {
		err := st.ViewBusiness(ctx, name, func(tx *store.Tx) error {
			_, err := tx.Business().Get()
			<-tokens
			return err
		})
		if !errors.Is(err, loyalty.ErrBusinessNotFound) {
			return err
		}
	}
	return nil
}

// Screens overlap: each begins before the other ends, so that somebody always reads.
func TestTheJournalBeginsAnewThoughSomebodyAlwaysReads(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL != "" {
		return // PostgreSQL looks after its own
	}
	st := database.Open(t)
	const limit, bound = 200, 10 * 200
	st.LimitJournal(limit)
	var done sync.WaitGroup
	defer done.Wait() // a store that is read does not close
	var screens [2]chan struct{}
	for i := range screens {
		screens[i] = make(chan struct{}, 1)
		defer close(screens[i])
		done.Go(func() {
			if err := screen(t.Context(), st, fmt.Sprint(i), screens[i]); err != nil {
				t.Error(err)
			}
		})
	}
	longest, anew, last := 0, 0, 0
	for write := 0; anew < 3 && longest < bound; write++ {
		value := strings.Repeat(string('a'+rune(write%26)), 40_000)
		if err := st.ExecRaw(t.Context(), "INSERT INTO settings (name, value) VALUES ('big', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value", value); err != nil {
			t.Fatal(err)
		}
		select {
		case screens[write%2] <- struct{}{}:
		default: // it waits to be let in
		}
		pages, err := st.Journal(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if pages < last {
			anew++
		}
		last, longest = pages, max(longest, pages)
	}
	if anew < 3 {
		t.Errorf("the journal has grown to %d pages and begun anew %d times", longest, anew)
	}
}
