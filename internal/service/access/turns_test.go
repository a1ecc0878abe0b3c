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

// held are turns of which the only one is taken.
func held(t *testing.T) *turns {
	t.Helper()
	all := newTurns(1)
	mustJoin(t, all, usecase.Requester{Network: "somebody", Account: "before"})
	return all
}

func mustJoin(t *testing.T, all *turns, who usecase.Requester) *ticket {
	t.Helper()
	mine, err := all.join(who)
	if err != nil {
		t.Fatalf("%+v: %v", who, err)
	}
	return mine
}

// hasTurn reports whether a ticket may go on.
func (t *ticket) hasTurn() bool {
	select {
	case <-t.turn:
		return true
	default:
		return false
	}
}

func TestWhoSignsInAtAShopWaitsForOneOfAStrangersHundred(t *testing.T) {
	t.Parallel()
	all := held(t)
	refused := 0
	for i := range 100 {
		if _, err := all.join(usecase.Requester{Network: "stranger", Account: fmt.Sprint(i)}); errors.Is(err, loyalty.ErrBusy) {
			refused++
		}
	}
	if refused != 100-waitingOfNetwork {
		t.Errorf("%d of the stranger's hundred were sent away, want all but %d", refused, waitingOfNetwork)
	}
	owner := mustJoin(t, all, usecase.Requester{Network: "shop", Account: "owner"})
	all.next() // one of the stranger's
	if owner.hasTurn() {
		t.Fatal("the owner came before the one who was there first")
	}
	all.next()
	if !owner.hasTurn() {
		t.Error("the owner waits behind the second of the stranger's")
	}
}

func TestNetworksTakeTurns(t *testing.T) {
	t.Parallel()
	all := held(t)
	var tickets []*ticket
	for _, network := range []string{"a", "a", "a", "b", "b", "c"} {
		tickets = append(tickets, mustJoin(t, all, usecase.Requester{Network: network, Account: fmt.Sprint(len(tickets))}))
	}
	var served []string
	for range tickets {
		all.next()
		for i, mine := range tickets {
			if mine != nil && mine.hasTurn() {
				served, tickets[i] = append(served, mine.Network), nil
			}
		}
	}
	if want := []string{"a", "b", "c", "a", "b", "a"}; !slices.Equal(served, want) {
		t.Errorf("served in the order %v, want %v", served, want)
	}
}

func TestWhereTooManyWaitOneIsSentAwayAtOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		room int
		who  func(i int) usecase.Requester
	}{
		"from everywhere": {waitingInAll, func(i int) usecase.Requester {
			return usecase.Requester{Network: fmt.Sprint(i), Account: fmt.Sprint(i)}
		}},
		"from one network":     {waitingOfNetwork, func(i int) usecase.Requester { return usecase.Requester{Network: "one", Account: fmt.Sprint(i)} }},
		"for one account":      {waitingOfAccount, func(i int) usecase.Requester { return usecase.Requester{Network: fmt.Sprint(i), Account: "one"} }},
		"of the program's own": {waitingInAll, func(int) usecase.Requester { return usecase.Requester{} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := held(t)
			for i := range test.room {
				mustJoin(t, all, test.who(i))
			}
			_, err := all.take(t.Context(), test.who(test.room))
			var refusal *loyalty.Error
			if !errors.As(err, &refusal) || refusal.Code != loyalty.ErrBusy.Code || refusal.RetryAfter <= 0 {
				t.Errorf("the next one is answered %v", err)
			}
			all.next()
			mustJoin(t, all, test.who(test.room))
		})
	}
}

func TestTurns_QueueFilledByFewNetworks_MakesRoomForAnother(t *testing.T) {
	t.Parallel()
	all := held(t)
	var strangers []*ticket
	for i := range waitingInAll {
		strangers = append(strangers, mustJoin(t, all, usecase.Requester{Network: fmt.Sprint(i % 8), Account: fmt.Sprint(i)}))
	}
	owner := mustJoin(t, all, usecase.Requester{Network: "shop", Account: "owner"})
	dropped := 0
	for _, stranger := range strangers {
		select {
		case <-stranger.dropped:
			dropped++
			all.giveUp(stranger) // as when its caller has gone meanwhile
		default:
		}
	}
	if dropped != 1 || all.waiting != waitingInAll {
		t.Errorf("%d gave way and %d wait, want 1 and %d", dropped, all.waiting, waitingInAll)
	}
	for range 9 {
		all.next()
	}
	if !owner.hasTurn() {
		t.Error("the owner waits for more than one of each network")
	}
}

func TestWhoGivesUpLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	all := held(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := all.take(gone, usecase.Requester{Network: "a", Account: "a"}); !errors.Is(err, context.Canceled) {
		t.Fatalf("who has gone is answered %v", err)
	}
	if all.waiting != 0 || len(all.lines) != 0 || len(all.ofAccount) != 0 {
		t.Errorf("%d wait, in %d lines, for %d accounts", all.waiting, len(all.lines), len(all.ofAccount))
	}
	late := mustJoin(t, all, usecase.Requester{Network: "a", Account: "a"})
	all.next()
	all.giveUp(late) // just when the turn had come
	end, err := all.take(t.Context(), usecase.Requester{Network: "b", Account: "b"})
	if err != nil {
		t.Fatalf("the turn of who gave up is lost: %v", err)
	}
	end()
	if all.free != 1 {
		t.Errorf("%d turns are free in the end, want 1", all.free)
	}
}

func TestACallIsAskedForByTheNetworkItComesFrom(t *testing.T) {
	t.Parallel()
	if who, want := usecase.RequesterOf(usecase.WithNetwork(t.Context(), "203.0.113.9"), "ana"), (usecase.Requester{Network: "203.0.113.9", Account: "ana"}); who != want {
		t.Errorf("asked for by %+v, want %+v", who, want)
	}
}
