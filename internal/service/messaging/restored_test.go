package messaging_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// restoredTown has two shops: one with waiting messages, one with a held message.
func restoredTown(t *testing.T, waiting int) (*servicetest.Town, *servicetest.Shop) {
	t.Helper()
	shop := servicetest.New(t)
	town := shop.Town
	ana := shop.Customer("Ana")
	err := town.Database.Try(t, fmt.Sprintf(`INSERT INTO messages (business_id, id, customer_id, phone, kind, urgency, text, status, created_at)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT '%s', 'm' || i, '%s', '+34600000000', 'QR', i %% 3, '', 'QUEUED', i FROM n`, waiting, shop.Business.ID, ana.ID))
	if err != nil {
		t.Fatal(err)
	}
	town.Shop(t).Register("Eva")
	putBack(t, town)
	return town, shop
}

// putBack changes a database as a restore does.
func putBack(t *testing.T, town *servicetest.Town) {
	t.Helper()
	err := town.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		if _, err := tx.Queue().HoldWaiting(town.Clock.Now()); err != nil {
			return err
		}
		return tx.Restores().Note(loyalty.Restore{At: town.Clock.Now()})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func stateOf(t *testing.T, town *servicetest.Town) string {
	t.Helper()
	state, err := town.Cases.RestoredMessages.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d held, %q, done %t", state.HeldCount, state.Decision, state.Done)
}

func statesOf(t *testing.T, town *servicetest.Town) []string {
	t.Helper()
	return town.Database.Rows(t, `SELECT status || ' ' || coalesce(held_by, '-') || ' ' || coalesce(error, '-') || ' ' || count(*) FROM messages
		GROUP BY status, held_by, error ORDER BY 1`)
}

// Spec: families-10
func TestRestored_HeldMessages_AreDecidedOnce(t *testing.T) {
	t.Parallel()
	town, shop := restoredTown(t, 4)
	boss, other := servicetest.OperatorActor(t, town), servicetest.OperatorActor(t, town)
	shop.Register("Luz") // the decision is not about later messages
	decide := func(actor usecase.Actor, decision loyalty.RestoreDecision) error {
		_, err := town.Cases.RestoredMessages.Decide(t.Context(), actor, decision)
		return err
	}
	if heldCount, err := town.Cases.RestoredMessages.Decide(t.Context(), boss, loyalty.DropRestored); err != nil || heldCount != 5 {
		t.Fatalf("the decision was about %d messages, %v; want 5", heldCount, err)
	}
	before := town.Database.Dump(t)
	if err := decide(other, loyalty.DropRestored); err != nil {
		t.Errorf("the same decision again: %v", err)
	}
	servicetest.MustRefuse(t, "another decision under way", decide(other, loyalty.ReleaseRestored), loyalty.ErrRestoredDropped)
	if !slices.Equal(before, town.Database.Dump(t)) {
		t.Error("the same decision again must not change the database")
	}
	if err := town.Cases.RestoredMessages.CarryOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := statesOf(t, town), []string{"DROPPED - RESTORED 5", "QUEUED - - 1"}; !slices.Equal(got, want) {
		t.Errorf("the messages are %q, want %q", got, want)
	}
	if got, want := stateOf(t, town), `0 held, "DROP", done true`; got != want {
		t.Errorf("after the decision the state is %s, want %s", got, want)
	}
	servicetest.MustRefuse(t, "another decision afterwards", decide(other, loyalty.ReleaseRestored), loyalty.ErrRestoredDropped)
	servicetest.MustBeAudited(t, town, "", "message.restored-dropped", boss.UserID)

	putBack(t, town)
	if got, want := stateOf(t, town), `1 held, "", done false`; got != want {
		t.Errorf("after another restore the state is %s, want %s", got, want)
	}
	if err := decide(other, loyalty.ReleaseRestored); err != nil {
		t.Errorf("deciding about another restore: %v", err)
	}
}

func TestRestored_HeldWithoutNote_CanBeDecided(t *testing.T) {
	t.Parallel()
	town, _ := restoredTown(t, 1)
	boss := servicetest.OperatorActor(t, town)
	for _, note := range []loyalty.Restore{{}, {Decision: loyalty.DropRestored, Done: true}} {
		if err := town.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Restores().Note(note) }); err != nil {
			t.Fatal(err)
		}
		if got, want := stateOf(t, town), `2 held, "", done false`; got != want {
			t.Errorf("before the decision the state is %s, want %s", got, want)
		}
	}
	if _, err := town.Cases.RestoredMessages.Decide(t.Context(), boss, loyalty.ReleaseRestored); err != nil {
		t.Error(err)
	}
}

func TestRestored_WithoutRestore_DecisionIsRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	before := town.Database.Dump(t)
	for _, decision := range []loyalty.RestoreDecision{loyalty.ReleaseRestored, loyalty.DropRestored} {
		_, err := town.Cases.RestoredMessages.Decide(t.Context(), usecase.Actor{}, decision)
		servicetest.MustRefuse(t, string(decision), err, loyalty.ErrNothingRestored)
	}
	if err := town.Cases.RestoredMessages.CarryOut(t.Context()); err != nil {
		t.Error(err)
	}
	if !slices.Equal(before, town.Database.Dump(t)) {
		t.Error("a refused decision must not change the database")
	}
}

// A batch ends some messages, and any process continues an interrupted run.
// Spec: families-10
func TestRestored_Decision_IsCarriedOutInBatches(t *testing.T) {
	t.Parallel()
	town, _ := restoredTown(t, 3*2*usecase.BatchSize)
	if _, err := town.Cases.RestoredMessages.Decide(t.Context(), servicetest.OperatorActor(t, town), loyalty.ReleaseRestored); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	started := false
	interruptedServer, err := service.New(town.Store, service.Options{Clock: func() time.Time {
		if started {
			cancel()
		}
		return town.Clock.Now()
	}})
	if err != nil {
		t.Fatal(err)
	}
	started = true
	if err := interruptedServer.RestoredMessages.CarryOut(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the interrupted call returns %v, want context.Canceled", err)
	}
	if got, want := stateOf(t, town), fmt.Sprintf(`%d held, "RELEASE", done false`, 5*usecase.BatchSize+1); got != want {
		t.Errorf("after the interruption the state is %s, want %s", got, want)
	}
	_, err = town.Cases.RestoredMessages.Decide(t.Context(), servicetest.OperatorActor(t, town), loyalty.DropRestored)
	servicetest.MustRefuse(t, "another decision in the middle of the run", err, loyalty.ErrRestoredReleased)
	if err := town.Cases.RestoredMessages.CarryOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := stateOf(t, town), `0 held, "RELEASE", done true`; got != want {
		t.Errorf("in the end the state is %s, want %s", got, want)
	}
	if got, want := statesOf(t, town), []string{fmt.Sprintf("QUEUED - - %d", 6*usecase.BatchSize+1)}; !slices.Equal(got, want) {
		t.Errorf("the messages are %q, want %q", got, want)
	}
	due, err := town.Cases.Queue.Businesses(t.Context(), false)
	if err != nil || len(due) != 2 {
		t.Errorf("messages are due for %q, %v; want 2 businesses", due, err)
	}
}

func TestRestored_TwoDecisionsAtOnce_SecondIsRefused(t *testing.T) {
	t.Parallel()
	town, _ := restoredTown(t, 2*usecase.BatchSize)
	copies := []*service.Service{town.Cases, town.SecondServer(t)}
	decisions := []loyalty.RestoreDecision{loyalty.ReleaseRestored, loyalty.DropRestored}
	boss := servicetest.OperatorActor(t, town)
	errs := make([]error, len(copies))
	var work sync.WaitGroup
	for i, cases := range copies {
		work.Go(func() {
			if _, errs[i] = cases.RestoredMessages.Decide(t.Context(), boss, decisions[i]); errs[i] == nil {
				errs[i] = cases.RestoredMessages.CarryOut(t.Context())
			}
		})
	}
	work.Wait()
	winner, loser := 0, 1
	if errs[0] != nil {
		winner, loser = 1, 0
	}
	if errs[winner] != nil {
		t.Fatalf("one of the two decisions must succeed: %v", errs)
	}
	servicetest.MustRefuse(t, "the second decision", errs[loser], []*loyalty.Error{loyalty.ErrRestoredReleased, loyalty.ErrRestoredDropped}[winner])
	want := []string{fmt.Sprintf("QUEUED - - %d", 2*usecase.BatchSize+1), fmt.Sprintf("DROPPED - RESTORED %d", 2*usecase.BatchSize+1)}[winner]
	if got := statesOf(t, town); !slices.Equal(got, []string{want}) {
		t.Errorf("the messages are %q, want %q", got, want)
	}
}
