package main

import (
	"regexp"
	"testing"
	"time"
)

var key = regexp.MustCompile(`^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$`)

func TestNewKey_StartsWithTheTimeAndIsUnique(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 9, 30, 0, 123_000_000, time.UTC)
	keys := map[string]bool{}
	for range 1000 {
		got := newKey(now)
		if !key.MatchString(got) || got[:12] != "01a207bdaa3b" {
			t.Fatalf("the key %q does not have the form or the time", got)
		}
		keys[got] = true
	}
	if len(keys) != 1000 {
		t.Errorf("of 1000 keys only %d differ", len(keys))
	}
	if before, after := newKey(now), newKey(now.Add(time.Millisecond)); before >= after {
		t.Errorf("the later key %q sorts before %q", after, before)
	}
}
