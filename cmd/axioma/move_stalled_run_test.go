package main

import (
	"errors"
	"io"
	"slices"
	"testing"
	"time"

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
		id: businessID, began: time.Now().Truncate(time.Millisecond), status: loyalty.BusinessActive, from: from, to: to, fromName: "source", toName: "target", withoutTokens: true, out: io.Discard,
		copy: copying.BusinessCopy{From: from, To: to, BusinessID: businessID},
	}
	_, targetSide, err := run.inspectBoth(t.Context())
	if err := errors.Join(err, run.prepare(t.Context(), targetSide), run.copyOnline(t.Context())); err != nil {
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
			stalledRun := newRun(t, source, target)
			if c.isPaused {
				if err := stalledRun.pause(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if c.isCancelled {
				mustSay(t, source, "", "is served by", moveArgs(target, "--cancel")...)
			}
			mustTry(t, source, `UPDATE customers SET name = 'después'`)
			mustSay(t, source, "", "is served by "+target.Location().DisplayName(), moveArgs(target)...)
			mustTry(t, target, `UPDATE customers SET name = 'al final'`)

			stalledRun.copy.IsPaused = true
			if _, _, err := stalledRun.copy.Update(t.Context()); err == nil {
				t.Error("the stalled run writes to the target, which serves the business")
			}
			if err := stalledRun.pauseAndCopy(t.Context()); !errors.Is(err, store.ErrMoveChanged) {
				t.Errorf("the stalled run goes on with %v, want %v", err, store.ErrMoveChanged)
			}
			if err := stalledRun.depart(t.Context()); !errors.Is(err, store.ErrMoveChanged) {
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
	stalledRun := newRun(t, source, target)
	newRun(t, source, target)
	mustTry(t, source, `UPDATE customers SET name = 'después'`)
	if _, rowCount, err := stalledRun.copy.Update(t.Context()); err == nil || rowCount > 0 {
		t.Errorf("the stalled run wrote %d rows, %v, want an error", rowCount, err)
	}
}

func TestMoveBusiness_LaterRunHasBegun_FirstGivesTheSourceBack(t *testing.T) {
	t.Parallel()
	source, target := storetest.NewFile(t), storetest.New(t)
	createBusiness(t, source, 6)
	first := newRun(t, source, target)
	laterRun := newRun(t, source, target)
	if err := first.pauseAndCopy(t.Context()); !errors.Is(err, store.ErrMoveChanged) {
		t.Errorf("the first run, which has nothing to write, ends with %v, want %v", err, store.ErrMoveChanged)
	}
	if err := laterRun.mustServe(t.Context()); err != nil {
		t.Errorf("the source must serve: %v", err)
	}
	if err := errors.Join(laterRun.pauseAndCopy(t.Context()), laterRun.serve(t.Context(), laterRun.copy.Arriving)); err != nil {
		t.Errorf("the later run: %v", err)
	}
	if err := copying.RemoveBusiness(t.Context(), laterRun.to, businessID, first.copy.Arriving); !errors.Is(err, store.ErrMoveChanged) {
		t.Errorf("removing the business that the target serves ends with %v, want %v", err, store.ErrMoveChanged)
	}
	if rows := target.Rows(t, `SELECT id FROM customers`); len(rows) != 6 {
		t.Errorf("the target has %d customers, want 6", len(rows))
	}
}

func TestMoveBusiness_RunWhileAnotherPauses_IsRefused(t *testing.T) {
	t.Parallel()
	source, target := storetest.NewFile(t), storetest.New(t)
	createBusiness(t, source, 6)
	pausing := newRun(t, source, target)
	other := &businessMove{id: businessID, began: pausing.began.Add(time.Millisecond), from: pausing.from, to: pausing.to, withoutTokens: true, copy: pausing.copy}
	_, arriving, err := other.inspectBoth(t.Context())
	if err := errors.Join(err, pausing.pause(t.Context())); err != nil {
		t.Fatal(err)
	}
	if err := other.prepare(t.Context(), arriving); !errors.Is(err, store.ErrMoveChanged) {
		t.Errorf("a run that did not see the pause goes on with %v, want %v", err, store.ErrMoveChanged)
	}
}

func TestMoveBusiness_PauseFailsHalfway_SourceServesAgain(t *testing.T) {
	t.Parallel()
	source, target := storetest.NewFile(t), storetest.New(t)
	createBusiness(t, source, 6)
	run := newRun(t, source, target)
	for _, state := range []store.MoveState{store.MoveDraining, store.MovePaused} {
		if err := errors.Join(run.set(t.Context(), run.from, store.BusinessMove{}, run.leaving(state)), run.giveBack(t.Context(), run.isOwnPause)); err != nil {
			t.Fatal(err)
		}
		if err := run.mustServe(t.Context()); err != nil {
			t.Errorf("after a failure while %s, the source must serve: %v", state, err)
		}
	}
}

func TestMoveBusiness_KilledInPauseThenOtherTarget_ServesWithFormerStatus(t *testing.T) {
	t.Parallel()
	source, first, second := storetest.NewFile(t), storetest.New(t), storetest.New(t)
	createBusiness(t, source, 6)
	if err := newRun(t, source, first).pause(t.Context()); err != nil {
		t.Fatal(err)
	}
	mustSay(t, source, "", "is served by "+second.Location().DisplayName(), moveArgs(second, "--without-tokens")...)
	if rows := second.Rows(t, `SELECT status FROM businesses`); !slices.Equal(rows, []string{"ACTIVE"}) {
		t.Errorf("the business in the second target is %q, want ACTIVE", rows)
	}
}
