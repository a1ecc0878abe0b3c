package main

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func TestPhoneSet_WrongPass_IsNamed(t *testing.T) {
	phones := newPhoneSet("", 3)
	for n, visits := range []string{"1/8", "0/10", "1/8"} {
		phones.phones[n].visits = visits
	}
	checkIns := &checkInCounter{checkedIn: 2}
	wrong := phones.findWrong(checkIns.expectedPass)
	want := []string{"phone 1 says 0/10, not 1/8", "phone 2 says 1/8, not 0/8"}
	if !slices.Equal(wrong, want) {
		t.Errorf("the wrong passes are %q, want %q", wrong, want)
	}
	if behind := phones.countOutdated("/8"); behind != 1 {
		t.Errorf("%d phones do not have the new rules, want 1", behind)
	}
}

func TestPassUpdateLoad_Interrupt_ReturnsTheCause(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	polls := 0
	err := new(passUpdateLoad).waitUntilZero(ctx, func() int {
		polls++
		interrupt()
		return 3
	})
	if !errors.Is(err, context.Canceled) || polls != 1 {
		t.Errorf("after %d looks the wait ended with %v, want context.Canceled after 1", polls, err)
	}
}

func TestPhoneSet_PushToken_IdentifiesThePhone(t *testing.T) {
	phones := newPhoneSet("", 300)
	for _, n := range []int{0, 9, 10, 299} {
		phones.handlePush(pushToken(n))
		if got := <-phones.pushQueue; got != n {
			t.Errorf("the token of %d notified %d", n, got)
		}
	}
}
