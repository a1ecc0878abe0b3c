package service

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store/storetest"
)

// A machine without a battery may start with a date of the next decade, until NTP corrects it.
func TestMaintenance_ClockYearsAhead_RemovesNothing(t *testing.T) {
	st := storetest.Open(t)
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := began
	cases, err := New(st, Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	business, err := cases.Businesses.Create(t.Context(), NewBusiness{Name: "Barbería"})
	if err != nil {
		t.Fatal(err)
	}
	owner := usecase.Actor{Role: loyalty.Superadmin, BusinessID: business.ID}
	ana, _, err := cases.Customers.Create(t.Context(), owner, loyalty.CustomerDraft{Name: "Ana", Phone: "+34600000001", Tag: string(loyalty.TagCard)}, "")
	if err != nil {
		t.Fatal(err)
	}
	years := func(count int) time.Time { return began.AddDate(count, 0, 0) }
	for _, step := range []struct {
		name    string
		at      time.Time
		inDoubt bool
		active  bool
	}{
		{"the first maintenance", began, false, true},
		{"the next maintenance", began.Add(maintenanceInterval), false, true},
		{"the clock was set ten years ahead", years(10), true, true},
		{"the clock is still ten years ahead", years(10).Add(maintenanceInterval), true, true},
		{"the clock was corrected", began.Add(2 * maintenanceInterval), false, true},
		{"the server was off for a month", began.Add(2*maintenanceInterval + maxMaintenanceGap), false, true},
		{"no server ran for ten years", years(10), true, true},
		{"no server ran for ten years, a day later", years(10).Add(clockDoubtPeriod), false, false},
		{"no server ran for ten years, the maintenance after that", years(10).Add(clockDoubtPeriod + maintenanceInterval), false, false},
	} {
		now = step.at
		if err := cases.Maintenance.runUnlessInDoubt(t.Context()); errors.Is(err, ErrClockInDoubt) != step.inDoubt || err != nil && !step.inDoubt {
			t.Errorf("%s: the maintenance returns %v, want ErrClockInDoubt = %t", step.name, err, step.inDoubt)
		}
		if _, err := cases.Customers.Get(t.Context(), owner, ana.ID); (err == nil) != step.active {
			t.Errorf("%s: getting the customer returns %v, want active = %t", step.name, err, step.active)
		}
	}
}
