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
		return store.MovesIn(tx.In("a")).Set(store.BusinessMove{State: state, Status: loyalty.BusinessActive}, time.UnixMilli(1))
	})
}

func TestInBusiness_MovingBusiness_RefusesWrites(t *testing.T) {
	t.Parallel()
	_, st := twoBusinesses(t)
	write := func(ctx context.Context, business string) error {
		return st.InBusiness(ctx, business, func(tx *store.Tx) error { return tx.Business().SetStatus(loyalty.BusinessSuspended) })
	}
	for _, c := range []struct {
		state               store.MoveState
		isRefused, isRested bool // refused to a caller; refused to background work
	}{{store.MoveDraining, false, false}, {store.MovePaused, true, true}, {store.MoveArriving, true, true}, {store.MoveMoved, true, false}} {
		if err := setMove(t.Context(), st, c.state); err != nil {
			t.Fatal(err)
		}
		for ctx, want := range map[context.Context]bool{t.Context(): c.isRefused, store.AsBackground(t.Context()): c.isRested} {
			err := write(ctx, "a")
			if refused := errors.Is(err, loyalty.ErrBusinessMoving) || errors.Is(err, loyalty.ErrBusinessMoved); refused != want || !want && err != nil {
				t.Errorf("%s: the write ended with %v, want a refusal: %t", c.state, err, want)
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
	paused := make(chan error, 1)
	err := st.InBusiness(t.Context(), "a", func(tx *store.Tx) error {
		if _, err := tx.Business().Get(); err != nil {
			return err
		}
		go func() { paused <- setMove(t.Context(), st, store.MovePaused) }()
		select {
		case err := <-paused:
			t.Errorf("the pause ended while a transaction was under way: %v", err)
			paused <- err
		case <-time.After(100 * time.Millisecond):
		}
		return nil
	})
	if err := errors.Join(err, <-paused); err != nil {
		t.Fatal(err)
	}
}
