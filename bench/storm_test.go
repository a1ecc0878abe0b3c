package main

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestAWrongPassIsNamed, which is what the bench fails by.
func TestAWrongPassIsNamed(t *testing.T) {
	phones := newTelephones("", 3)
	for n, says := range []string{"1/8", "0/10", "1/8"} {
		phones.phones[n].says = says
	}
	came := &till{came: 2}
	wrong := phones.wrong(came.pass)
	want := []string{"telephone 1 says 0/10, not 1/8", "telephone 2 says 1/8, not 0/8"}
	if !slices.Equal(wrong, want) {
		t.Errorf("named are %q", wrong)
	}
	if behind := phones.behind("/8"); behind != 1 {
		t.Errorf("%d do not say the new rules", behind)
	}
}

// TestAStormThatIsInterruptedLosesNoPush: what ends it is named.
func TestAStormThatIsInterruptedLosesNoPush(t *testing.T) {
	interrupted, interrupt := context.WithCancel(t.Context())
	looks := 0
	err := new(storm).untilAllSay(interrupted, func() int {
		looks++
		interrupt()
		return 3
	})
	if !errors.Is(err, context.Canceled) || looks != 1 {
		t.Errorf("after %d looks it ends with %v", looks, err)
	}
}

func TestEachTelephoneIsToldByATokenOfItsOwn(t *testing.T) {
	phones := newTelephones("", 300)
	for _, n := range []int{0, 9, 10, 299} {
		phones.hear(pushToken(n))
		if told := <-phones.told; told != n {
			t.Errorf("by the token of %d it is told %d", n, told)
		}
	}
}
