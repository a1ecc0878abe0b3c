package whatsapp

import (
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
)

func TestSenders_ShorterPause_DoesNotReplaceALongerOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		numbers := senders{pauses: map[string]pause{}}
		numbers.pause("1", loyalty.HeldBySetup, 30*time.Minute)
		numbers.pause("1", loyalty.HeldByProvider, 5*time.Second)
		for _, step := range []struct {
			passes time.Duration
			want   loyalty.MessageHold
			pause  time.Duration
		}{
			{10 * time.Second, loyalty.HeldBySetup, 30*time.Minute - 10*time.Second},
			{30 * time.Minute, "", 0},
		} {
			time.Sleep(step.passes)
			if hold, remaining := numbers.holdOf("1"); hold != step.want || remaining != step.pause {
				t.Errorf("after %s more, the number is held by %q for %s; want %q and %s", step.passes, hold, remaining, step.want, step.pause)
			}
		}
		numbers.pause("1", loyalty.HeldByProvider, 5*time.Second)
		if hold, remaining := numbers.holdOf("1"); hold != loyalty.HeldByProvider || remaining != 5*time.Second {
			t.Errorf("after a new pause, the number is held by %q for %s, want HeldByProvider for 5s", hold, remaining)
		}
		if hold, _ := numbers.holdOf("2"); hold != "" {
			t.Errorf("another number is held by %q, want none", hold)
		}
	})
}
