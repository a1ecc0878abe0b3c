package loyalty_test

import (
	"fmt"
	"testing"

	"axioma/internal/loyalty"
)

func TestAbsence_Silence_IsComparedWithRhythm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gap, days, silence int
		want               loyalty.Absence
	}{
		{7, 3, 20, ""}, {7, 3, 21, loyalty.AbsenceAtRisk}, {7, 3, 30, loyalty.AbsenceAtRisk}, {7, 3, 31, loyalty.AbsenceLost},
		{7, 2, 300, ""},
		{14, 3, 21, ""}, {14, 3, 22, loyalty.AbsenceAtRisk},
		{28, 4, 42, ""}, {28, 4, 43, loyalty.AbsenceAtRisk}, {28, 4, 56, loyalty.AbsenceAtRisk}, {28, 4, 57, loyalty.AbsenceLost},
	} {
		last := loyalty.Day("2028-02-29")
		rhythm := loyalty.Rhythm{First: last.Plus(-c.gap * (c.days - 1)), Last: last, Days: c.days}
		if got := rhythm.Absence(last.Plus(c.silence)); got != c.want {
			t.Errorf("every %d days on %d days, silent for %d: %q, want %q", c.gap, c.days, c.silence, got, c.want)
		}
	}
}

func TestIsHeldBack_EachQuarter_HoldsBackAnotherTenth(t *testing.T) {
	t.Parallel()
	const customers = 20_000
	heldCount, both := 0, 0
	for n := range customers {
		id := fmt.Sprintf("01KAX%021d", n)
		now := loyalty.IsHeldBack(id, "2026-10-01")
		if now != loyalty.IsHeldBack(id, "2026-12-31") {
			t.Fatalf("%s changes within a quarter", id)
		}
		if now {
			heldCount++
			if loyalty.IsHeldBack(id, "2027-01-01") {
				both++
			}
		}
	}
	if heldCount < 1800 || heldCount > 2200 || both < 100 || both > 320 {
		t.Errorf("%d of %d are held back, %d of them in the next quarter too; want about a tenth each", heldCount, customers, both)
	}
}
