package loyalty_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestAVisitIsUndoneByWhoeverRegisteredItWithinFifteenSeconds(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	visit := loyalty.Visit{At: at, RegisteredBy: "berta"}
	for _, c := range []struct {
		who   string
		after time.Duration
		want  error
	}{
		{"berta", 0, nil},
		{"berta", 10 * time.Second, nil}, // as long as the screen offers it
		{"berta", 15 * time.Second, nil},
		{"berta", 16 * time.Second, loyalty.ErrUndoTooLate},
		{"olga", 0, loyalty.ErrUndoNotYours},
		{"olga", 16 * time.Second, loyalty.ErrUndoNotYours},
		{"", 0, loyalty.ErrUndoNotYours},
	} {
		if err := visit.MayUndo(c.who, at.Add(c.after)); !errors.Is(err, c.want) {
			t.Errorf("%q undoes it after %s: %v, want %v", c.who, c.after, err, c.want)
		}
	}
}
