package loyalty_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestVisit_MayUndo(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	visit := loyalty.Visit{At: at, RegisteredBy: "berta"}
	for _, c := range []struct {
		who   string
		after time.Duration
		want  error
	}{
		{"berta", 0, nil},
		{"berta", 10 * time.Second, nil}, // as long as the screen shows the button
		{"berta", 10 * time.Minute, nil},
		{"berta", 10*time.Minute + time.Second, loyalty.ErrUndoTooLate},
		{"olga", 0, loyalty.ErrUndoNotYours},
		{"olga", 16 * time.Second, loyalty.ErrUndoNotYours},
		{"", 0, loyalty.ErrUndoNotYours},
	} {
		if err := visit.MayUndo(c.who, at.Add(c.after)); !errors.Is(err, c.want) {
			t.Errorf("%q undoes the visit after %s: %v, want %v", c.who, c.after, err, c.want)
		}
	}
}

// Spec: entities-10
func TestVisitTimes_WrongDeviceClock_CancelsOut(t *testing.T) {
	t.Parallel()
	receivedAt := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name              string
		wait, ahead       time.Duration
		wantAge, wantSkew time.Duration
	}{
		{"at once", 0, 0, 0, 0},
		{"a fast clock", time.Hour, 3 * time.Hour, time.Hour, 3 * time.Hour},
		{"a slow clock", time.Hour, -24 * time.Hour, time.Hour, -24 * time.Hour},
		{"a clock two minutes ahead", time.Hour, 2 * time.Minute, time.Hour, 0},
		{"a clock over two minutes behind", time.Hour, -2*time.Minute - time.Millisecond, time.Hour, -2*time.Minute - time.Millisecond},
		{"a wait of three days", 72 * time.Hour, 0, 72 * time.Hour, 0},
		{"a wait of over three days", 100 * time.Hour, 0, 72 * time.Hour, 0},
		{"parts of a millisecond", 1500 * time.Microsecond, 0, time.Millisecond, 0},
	} {
		sentAt := receivedAt.Add(c.ahead)
		times := loyalty.VisitTimes{ScannedAt: sentAt.Add(-c.wait), SentAt: sentAt}
		if err := times.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if at := times.HappenedAt(receivedAt); receivedAt.Sub(at) != c.wantAge {
			t.Errorf("%s: the visit happened %s before, want %s", c.name, receivedAt.Sub(at), c.wantAge)
		}
		if skew := times.ClockSkew(receivedAt); skew != c.wantSkew {
			t.Errorf("%s: the clock is %s ahead, want %s", c.name, skew, c.wantSkew)
		}
	}
	for wait, want := range map[time.Duration]time.Duration{
		time.Hour: time.Hour, 100 * time.Hour: 100 * time.Hour, 31 * 24 * time.Hour: loyalty.MaxScanAge,
	} {
		times := loyalty.VisitTimes{ScannedAt: receivedAt.Add(-wait), SentAt: receivedAt}
		if at := times.ScanTime(receivedAt); receivedAt.Sub(at) != want {
			t.Errorf("the QR was scanned %s before, want %s", receivedAt.Sub(at), want)
		}
	}
	if without := (loyalty.VisitTimes{}); without.HappenedAt(receivedAt) != receivedAt || without.ClockSkew(receivedAt) != 0 {
		t.Errorf("without times the visit happened at %s; want the time of its arrival, without skew", without.HappenedAt(receivedAt))
	}
}
