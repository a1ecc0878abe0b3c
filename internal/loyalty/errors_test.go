package loyalty

import (
	"strings"
	"testing"
	"time"
)

func TestTooManyFor_Text_SaysTheTimeToWait(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]string{
		20 * time.Second:              "Espera un momento ",
		time.Minute:                   "Espera un minuto ",
		4*time.Minute + time.Second:   "Espera 5 minutos ",
		119 * time.Minute:             "Espera 119 minutos ",
		22*time.Hour + 10*time.Minute: "Espera 23 horas ",
	} {
		refusal := TooManyFor(wait)
		if !strings.Contains(refusal.Message, want) || refusal.RetryAfter != wait {
			t.Errorf("after %v: %q, retry after %v; want %q", wait, refusal.Message, refusal.RetryAfter, want)
		}
	}
}

func TestWithRetryAfter_OtherRefusal_KeepsItsText(t *testing.T) {
	t.Parallel()
	if got := ErrRegisterAtCounter.WithRetryAfter(time.Hour).Message; got != ErrRegisterAtCounter.Message {
		t.Errorf("the message is %q, want %q", got, ErrRegisterAtCounter.Message)
	}
}
