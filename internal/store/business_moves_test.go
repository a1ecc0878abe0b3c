package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

func setMove(ctx context.Context, st *store.Store, state store.MoveState) error {
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return setMoveIn(store.MovesIn(tx.In("a")), state, time.UnixMilli(1))
	})
}

func setMoveIn(moves store.Moves, state store.MoveState, now time.Time) error {
	currentMove, _, err := moves.Get()
	if err != nil {
		return err
	}
	return moves.Set(currentMove, store.BusinessMove{State: state, Status: loyalty.BusinessActive, ChangedAt: now})
}

func TestMoves_ChangedByAnotherRun_AreRefused(t *testing.T) {
	t.Parallel()
	_, st := twoBusinesses(t)
	first := store.BusinessMove{State: store.MovePaused, Place: "x", Status: loyalty.BusinessActive, ChangedAt: time.UnixMilli(1)}
	second := first
	second.ChangedAt = time.UnixMilli(2)
	inMoves := func(run func(store.Moves) error) error {
		return st.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return run(store.MovesIn(tx.In("a"))) })
	}
	set := func(currentMove, move store.BusinessMove) error {
		return inMoves(func(moves store.Moves) error { return moves.Set(currentMove, move) })
	}
	serve := func(currentMove store.BusinessMove) error {
		return inMoves(func(moves store.Moves) error { return moves.Serve(currentMove, time.UnixMilli(3)) })
	}
	for _, step := range []struct {
		name string
		err  error
		want error
	}{
		{"the first run pauses", set(store.BusinessMove{}, first), nil},
		{"the second pauses as if there were no move", set(store.BusinessMove{}, second), store.ErrMoveChanged},
		{"the second takes over", set(first, second), nil},
		{"the first goes on", set(first, first), store.ErrMoveChanged},
		{"the first serves", serve(first), store.ErrMoveChanged},
		{"the second serves", serve(second), nil},
		{"the second serves again", serve(second), store.ErrMoveChanged},
	} {
		if !errors.Is(step.err, step.want) {
			t.Errorf("%s: the error is %v, want %v", step.name, step.err, step.want)
		}
	}
}

func TestInBusiness_MovingOrMovedBusiness_RefusesWrites(t *testing.T) {
	t.Parallel()
	_, st := twoBusinesses(t)
	write := func(ctx context.Context, business string) error {
		return st.InBusiness(ctx, business, func(tx *store.Tx) error { return tx.Business().SetStatus(loyalty.BusinessSuspended) })
	}
	movingErr, movedErr := loyalty.ErrBusinessMoving, loyalty.ErrBusinessMoved
	for _, c := range []struct {
		state              store.MoveState
		want, inBackground *loyalty.Error
	}{{store.MoveDraining, nil, nil}, {store.MovePaused, movingErr, movingErr}, {store.MoveArriving, movingErr, movingErr}, {store.MoveMoved, movedErr, nil}} {
		if err := setMove(t.Context(), st, c.state); err != nil {
			t.Fatal(err)
		}
		for ctx, want := range map[context.Context]*loyalty.Error{t.Context(): c.want, store.AsBackground(t.Context()): c.inBackground} {
			if err := write(ctx, "a"); want == nil && err != nil || want != nil && !errors.Is(err, want) {
				t.Errorf("%s: the write ended with %v, want %v", c.state, err, want)
			}
		}
		if err := write(t.Context(), "b"); err != nil {
			t.Errorf("%s: a write of another business failed: %v", c.state, err)
		}
	}
}

func TestMovesSet_TransactionUnderWay_IsAwaited(t *testing.T) {
	t.Parallel()
	_, st := twoBusinesses(t)
	pauseResult := make(chan error, 1)
	err := st.InBusiness(t.Context(), "a", func(tx *store.Tx) error {
		if _, err := tx.Business().Get(); err != nil {
			return err
		}
		go func() { pauseResult <- setMove(t.Context(), st, store.MovePaused) }()
		select {
		case err := <-pauseResult:
			t.Errorf("the pause ended while a transaction was under way: %v", err)
			pauseResult <- err
		case <-time.After(100 * time.Millisecond):
		}
		return nil
	})
	if err := errors.Join(err, <-pauseResult); err != nil {
		t.Fatal(err)
	}
}
