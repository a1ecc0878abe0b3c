package access

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

func newHeldSemaphore(t *testing.T) *fairSemaphore {
	t.Helper()
	all := newFairSemaphore(1)
	mustJoin(t, all, usecase.Requester{Network: "somebody", Account: "before"})
	return all
}

func mustJoin(t *testing.T, all *fairSemaphore, requester usecase.Requester) *waiter {
	t.Helper()
	mine, err := all.enqueue(requester)
	if err != nil {
		t.Fatalf("%+v: %v", requester, err)
	}
	return mine
}

func (t *waiter) hasTurn() bool {
	select {
	case <-t.granted:
		return true
	default:
		return false
	}
}

func TestFairSemaphore_FloodOfOneNetwork_DelaysOthersByOne(t *testing.T) {
	t.Parallel()
	all := newHeldSemaphore(t)
	refusedCount := 0
	for i := range 100 {
		if _, err := all.enqueue(usecase.Requester{Network: "stranger", Account: fmt.Sprint(i)}); errors.Is(err, loyalty.ErrBusy) {
			refusedCount++
		}
	}
	if refusedCount != 100-maxWaitingPerNetwork {
		t.Errorf("%d of the stranger's hundred calls were refused, want all but %d", refusedCount, maxWaitingPerNetwork)
	}
	owner := mustJoin(t, all, usecase.Requester{Network: "shop", Account: "owner"})
	all.release() // a slot of the stranger's
	if owner.hasTurn() {
		t.Fatal("the owner came before the call that waited first")
	}
	all.release()
	if !owner.hasTurn() {
		t.Error("the owner waits behind the stranger's second call")
	}
}

func TestFairSemaphore_Networks_AreServedRoundRobin(t *testing.T) {
	t.Parallel()
	all := newHeldSemaphore(t)
	var tickets []*waiter
	for _, network := range []string{"a", "a", "a", "b", "b", "c"} {
		tickets = append(tickets, mustJoin(t, all, usecase.Requester{Network: network, Account: fmt.Sprint(len(tickets))}))
	}
	var servedNetworks []string
	for range tickets {
		all.release()
		for i, mine := range tickets {
			if mine != nil && mine.hasTurn() {
				servedNetworks, tickets[i] = append(servedNetworks, mine.Network), nil
			}
		}
	}
	if want := []string{"a", "b", "c", "a", "b", "a"}; !slices.Equal(servedNetworks, want) {
		t.Errorf("the callers were served in the order %v, want %v", servedNetworks, want)
	}
}

func TestFairSemaphore_FullQueue_RefusesAtOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		room int
		who  func(i int) usecase.Requester
	}{
		"from everywhere": {maxWaiting, func(i int) usecase.Requester {
			return usecase.Requester{Network: fmt.Sprint(i), Account: fmt.Sprint(i)}
		}},
		"from one network":        {maxWaitingPerNetwork, func(i int) usecase.Requester { return usecase.Requester{Network: "one", Account: fmt.Sprint(i)} }},
		"for one account":         {maxWaitingPerAccount, func(i int) usecase.Requester { return usecase.Requester{Network: fmt.Sprint(i), Account: "one"} }},
		"from the program itself": {maxWaiting, func(int) usecase.Requester { return usecase.Requester{} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := newHeldSemaphore(t)
			for i := range test.room {
				mustJoin(t, all, test.who(i))
			}
			_, err := all.acquire(t.Context(), test.who(test.room))
			var refusal *loyalty.Error
			if !errors.As(err, &refusal) || refusal.Code != loyalty.ErrBusy.Code || refusal.RetryAfter <= 0 {
				t.Errorf("the next call returns %v, want ErrBusy with a time to wait", err)
			}
			all.release()
			mustJoin(t, all, test.who(test.room))
		})
	}
}

func TestFairSemaphore_QueueFilledByFewNetworks_AdmitsAnother(t *testing.T) {
	t.Parallel()
	all := newHeldSemaphore(t)
	var strangers []*waiter
	for i := range maxWaiting {
		strangers = append(strangers, mustJoin(t, all, usecase.Requester{Network: fmt.Sprint(i % 8), Account: fmt.Sprint(i)}))
	}
	owner := mustJoin(t, all, usecase.Requester{Network: "shop", Account: "owner"})
	droppedCount := 0
	for _, stranger := range strangers {
		select {
		case <-stranger.evicted:
			droppedCount++
			all.abandon(stranger) // as if its caller had gone
		default:
		}
	}
	if droppedCount != 1 || all.waiting != maxWaiting {
		t.Errorf("%d calls were dropped and %d wait, want 1 and %d", droppedCount, all.waiting, maxWaiting)
	}
	for range 9 {
		all.release()
	}
	if !owner.hasTurn() {
		t.Error("the owner waits for more than one call from each network")
	}
}

func TestFairSemaphore_Abandoned_LeavesNothingBehind(t *testing.T) {
	t.Parallel()
	all := newHeldSemaphore(t)
	cancelledCtx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := all.acquire(cancelledCtx, usecase.Requester{Network: "a", Account: "a"}); !errors.Is(err, context.Canceled) {
		t.Fatalf("a caller that disconnected gets %v, want %v", err, context.Canceled)
	}
	if all.waiting != 0 || len(all.queues) != 0 || len(all.ofAccount) != 0 {
		t.Errorf("%d calls wait, in %d queues, for %d accounts; want none", all.waiting, len(all.queues), len(all.ofAccount))
	}
	late := mustJoin(t, all, usecase.Requester{Network: "a", Account: "a"})
	all.release()
	all.abandon(late) // just when its turn came
	end, err := all.acquire(t.Context(), usecase.Requester{Network: "b", Account: "b"})
	if err != nil {
		t.Fatalf("the turn of a caller that gave up is lost: %v", err)
	}
	end()
	if all.free != 1 {
		t.Errorf("%d turns are free in the end, want 1", all.free)
	}
}

func TestRequesterOf_Call_NamesItsNetwork(t *testing.T) {
	t.Parallel()
	if requester, want := usecase.RequesterOf(usecase.WithNetwork(t.Context(), "203.0.113.9"), "ana"), (usecase.Requester{Network: "203.0.113.9", Account: "ana"}); requester != want {
		t.Errorf("the requester is %+v, want %+v", requester, want)
	}
}
