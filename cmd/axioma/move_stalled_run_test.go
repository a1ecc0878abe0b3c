package main

import (
	"errors"
	"io"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/copying"
	"axioma/internal/store/storetest"
)

// newRun returns a run of the command after its online part, whose steps a test takes one by one.
func newRun(t *testing.T, source, target storetest.Database) *businessMove {
	t.Helper()
	from, to := source.Open(t), target.Open(t)
	run := &businessMove{
		id: businessID, from: from, to: to, fromName: "source", toName: "target", withoutTokens: true, out: io.Discard,
		copy: copying.BusinessCopy{From: from, To: to, BusinessID: businessID},
	}
	_, arrived, err := run.inspectBoth(t.Context())
	if err := errors.Join(err, run.prepare(t.Context(), arrived), run.copyOnline(t.Context())); err != nil {
		t.Fatal(err)
	}
	return run
}

func TestMoveBusiness_StalledRun_DoesNotDisturbALaterOne(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                  string
		isPaused, isCancelled bool
	}{{"it stalled online", false, false}, {"it stalled in the pause", true, false}, {"it was cancelled in the pause", true, true}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source, target := storetest.NewFile(t), storetest.New(t)
			createBusiness(t, source, 6)
			stalled := newRun(t, source, target)
			if c.isPaused {
				if err := stalled.pause(t.Context(), loyalty.BusinessActive); err != nil {
					t.Fatal(err)
				}
			}
			if c.isCancelled {
				mustSay(t, source, "", "is served by", moveArgs(target, "--cancel")...)
			}
			mustTry(t, source, `UPDATE customers SET name = 'después'`)
			mustSay(t, source, "", "is served by "+target.Location().DisplayName(), moveArgs(target)...)
			mustTry(t, target, `UPDATE customers SET name = 'al final'`)

			stalled.copy.IsPaused = true
			if _, _, err := stalled.copy.Update(t.Context()); err == nil {
				t.Error("the stalled run writes to the target, which serves the business")
			}
			if err := stalled.pauseAndCopy(t.Context(), loyalty.BusinessActive); !errors.Is(err, store.ErrMoveChanged) {
				t.Errorf("the stalled run goes on with %v, want %v", err, store.ErrMoveChanged)
			}
			if err := stalled.depart(t.Context()); !errors.Is(err, store.ErrMoveChanged) {
				t.Errorf("the stalled run ends the move with %v, want %v", err, store.ErrMoveChanged)
			}
			if states := source.Rows(t, `SELECT state FROM business_moves`); !slices.Equal(states, []string{"MOVED"}) {
				t.Errorf("the source is %q, want MOVED: both sides would serve", states)
			}
			if names := target.Rows(t, `SELECT DISTINCT name FROM customers`); !slices.Equal(names, []string{"al final"}) {
				t.Errorf("the customers in the target are %q, want the names written there", names)
			}
		})
	}
}

func TestMoveBusiness_StalledRun_WritesNothingBesideALaterOne(t *testing.T) {
	t.Parallel()
	source, target := storetest.NewFile(t), storetest.New(t)
	createBusiness(t, source, 6)
	stalled := newRun(t, source, target)
	newRun(t, source, target)
	mustTry(t, source, `UPDATE customers SET name = 'después'`)
	if _, changed, err := stalled.copy.Update(t.Context()); err == nil || changed > 0 {
		t.Errorf("the stalled run wrote %d rows, %v, want an error", changed, err)
	}
}
