package service_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// lateTimes returns the times of a visit that waited on a device, by a clock with skew.
func lateTimes(shop *servicetest.Shop, wait, skew time.Duration) loyalty.VisitTimes {
	sentAt := shop.Clock.Now().Add(skew)
	return loyalty.VisitTimes{ScannedAt: sentAt.Add(-wait), SentAt: sentAt}
}

func registerLate(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, wait, skew time.Duration) service.RegisteredVisit {
	t.Helper()
	tabletActor := shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber) // late visits of unnamed devices wait for the owner
	visit, err := shop.Cases.Visits.Register(t.Context(), tabletActor,
		service.VisitRequest{CustomerID: customer.ID, Times: lateTimes(shop, wait, skew), Key: shop.Key()})
	if err != nil {
		t.Fatalf("registering a visit that waited for %s: %v", wait, err)
	}
	return visit
}

// Spec: entities-10
func TestLateVisit_WrongDeviceClock_CountsOnItsDay(t *testing.T) {
	t.Parallel()
	for name, skew := range map[string]time.Duration{"right": 0, "three hours fast": 3 * time.Hour, "a day slow": -24 * time.Hour} {
		shop := servicetest.New(t)
		ana := shop.Customer("Ana")
		today := shop.Visit(ana)
		shop.Clock.Advance(time.Hour) // it is eleven
		got := registerLate(t, shop, ana, 15*time.Hour, skew)
		if at := shop.Clock.Now().Add(-15 * time.Hour); !got.Visit.At.Equal(at) || got.Visit.Day != "2026-03-25" || got.Settled {
			t.Errorf("clock %s: the visit was at %s on %s, want %s on the day before", name, got.Visit.At, got.Visit.Day, at)
		}
		if got.Visit.StampNumber != 2 || !got.Progress.LastVisitAt.Equal(today.Visit.At) || !got.Progress.VisitedToday {
			t.Errorf("clock %s: stamp %d, last visit %s; want 2 and %s", name, got.Visit.StampNumber, got.Progress.LastVisitAt, today.Visit.At)
		}
		customer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
		if err != nil || customer.FirstVisitDay != "2026-03-25" || !customer.LastVisitAt.Equal(today.Visit.At) {
			t.Errorf("clock %s: the customer came first on %s and last at %s, %v; want 2026-03-25 and today", name, customer.FirstVisitDay, customer.LastVisitAt, err)
		}
		visits, err := shop.Cases.Visits.List(t.Context(), shop.Owner, ana.ID, usecase.ListRequest{Limit: 5})
		if err != nil || len(visits.Items) != 2 || visits.Items[1].ID != got.Visit.ID ||
			!visits.Items[1].ReceivedAt.Equal(shop.Clock.Now()) || visits.Items[1].ClockSkew != skew || !visits.Items[0].ReceivedAt.IsZero() {
			t.Errorf("clock %s: the listed visits are %+v, %v; want both visits, the late one as received now", name, visits.Items, err)
		}
		shop.MustHoldInvariants(t)
	}
}

// Spec: entities-10
func TestLateVisit_OlderThanThreeDays_IsMovedToThreeDays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	got := registerLate(t, shop, shop.Customer("Ana"), 72*time.Hour+time.Minute, 0)
	if at := shop.Clock.Now().Add(-72 * time.Hour); !got.Visit.At.Equal(at) || got.Visit.Day != "2026-03-23" {
		t.Errorf("the visit was at %s on %s, want %s", got.Visit.At, got.Visit.Day, at)
	}
	shop.MustHoldInvariants(t)
}

// The visit was scanned around midnight, before an hour is skipped.
// Spec: entities-10
func TestLateVisit_MidnightAndClockChange_CountsOnItsDay(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Clock.Set(time.Date(2026, 3, 29, 10, 0, 0, 0, time.UTC))
	midnight := time.Date(2026, 3, 28, 23, 0, 0, 0, time.UTC)
	for scannedAt, day := range map[time.Time]loyalty.Day{
		midnight.Add(-time.Minute): "2026-03-28", midnight.Add(time.Minute): "2026-03-29",
	} {
		got := registerLate(t, shop, shop.Customer("Ana"), shop.Clock.Now().Sub(scannedAt), 0)
		if !got.Visit.At.Equal(scannedAt) || got.Visit.Day != day {
			t.Errorf("a visit scanned at %s counts at %s on %s, want %s", scannedAt, got.Visit.At, got.Visit.Day, day)
		}
	}
}

func TestVisitTimes_Inconsistent_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, now := shop.Customer("Ana"), shop.Clock.Now()
	for _, c := range []struct {
		times loyalty.VisitTimes
		field string
	}{
		{loyalty.VisitTimes{ScannedAt: now}, "sentAt"},
		{loyalty.VisitTimes{SentAt: now}, "scannedAt"},
		{loyalty.VisitTimes{ScannedAt: now, SentAt: now.Add(-time.Millisecond)}, "sentAt"},
	} {
		_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID, Times: c.times})
		var refusal *loyalty.Error
		if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != c.field {
			t.Errorf("the times %+v return %v, want an error about %s", c.times, err, c.field)
		}
	}
	if stamps := shop.Progress(ana).Card.Stamps; stamps != 0 {
		t.Errorf("the card has %d stamps, want none", stamps)
	}
}

// Spec: states-13
func TestLateVisit_DayHasVisit_IsSettled(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	existing := shop.Visit(ana)
	shop.Clock.Advance(time.Hour)
	request := service.VisitRequest{CustomerID: ana.ID, Times: lateTimes(shop, 30*time.Minute, 0), Key: "late"}
	for _, replayed := range []bool{false, true} {
		got, err := shop.Cases.Visits.Register(t.Context(), shop.Admin, request)
		if err != nil || !got.Settled || got.Replayed != replayed || got.Visit.ID != existing.Visit.ID ||
			!got.Visit.At.Equal(existing.Visit.At) || got.RegisteredByName != "BARBER" || got.NewReward != nil || got.Progress.Card.Stamps != 1 {
			t.Errorf("the late visit returns %+v, %v; want the existing visit, settled", got, err)
		}
		shop.Clock.Advance(time.Hour)
		request.Times = lateTimes(shop, 90*time.Minute, 0) // as if a retry sent it
	}
	shop.MustHoldInvariants(t)
}

// Spec: states-13
func TestVisit_SecondOfDay_IsRefusedWithFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	existing := shop.Visit(ana)
	shop.Clock.Advance(time.Hour)
	for _, wait := range []time.Duration{0, time.Minute - time.Millisecond} {
		_, err := shop.Cases.Visits.Register(t.Context(), shop.Admin, service.VisitRequest{CustomerID: ana.ID, Times: lateTimes(shop, wait, 0)})
		var refusal *loyalty.Error
		if !errors.As(err, &refusal) || !refusal.Is(loyalty.ErrSameDayVisit) || refusal.Existing == nil ||
			!refusal.Existing.At.Equal(existing.Visit.At) || refusal.Existing.RegisteredBy != "BARBER" {
			t.Errorf("after %s the visit returns %+v, want ErrSameDayVisit with the existing visit", wait, err)
		}
	}
}

// Spec: states-13
func TestLateVisit_ConcurrentDevices_StampOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visits, faults := servicetest.RunConcurrently(func(i int) (service.RegisteredVisit, error) {
		times := lateTimes(shop, time.Duration(i+1)*time.Minute, 0)
		return shop.Cases.Visits.Register(context.Background(), shop.Barber, service.VisitRequest{CustomerID: ana.ID, Times: times, Key: shop.Key()})
	})
	counts := map[string]int{}
	for i, err := range faults {
		if err != nil {
			t.Fatalf("a late visit was refused: %v", err)
		}
		if counts[visits[i].Visit.ID]++; !visits[i].Settled {
			counts["new"]++
		}
	}
	if len(counts) != 2 || counts["new"] != 1 || shop.Progress(ana).Card.Stamps != 1 {
		t.Errorf("the visits are %v, want one that is new once", counts)
	}
	shop.MustHoldInvariants(t)
}

func TestLateVisit_ReachesMilestone_PaysOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana", loyalty.TagVIPA) // FREE at 4 and 8
	shop.Visits(ana, 7)
	shop.Clock.Advance(25 * time.Hour)
	eighth := registerLate(t, shop, ana, 48*time.Hour, 0)
	if eighth.NewReward == nil || !eighth.NewReward.CreatedAt.Equal(shop.Clock.Now()) {
		t.Fatalf("the eighth visit earned %+v, want a reward that is owed from now on", eighth.NewReward)
	}
	if owed := eighth.Progress.Owed; len(owed) != 2 || owed[0].Milestone != 4 || owed[1].ID != eighth.NewReward.ID {
		t.Errorf("the rewards owed are %+v, want that of the fourth visit first", owed)
	}
	again := registerLate(t, shop, ana, 48*time.Hour, 0)
	if !again.Settled || again.NewReward != nil || len(again.Progress.Owed) != 2 {
		t.Errorf("another device's visit of that day gives %+v; want the existing visit, settled, and 2 rewards", again)
	}
	shop.MustHoldInvariants(t)
}

func TestLateVisit_UndoWindow_StartsWhenReceived(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	visit := registerLate(t, shop, shop.Customer("Ana"), 10*time.Hour, 0)
	shop.Clock.Advance(loyalty.VisitUndoWindow)
	if _, err := shop.Cases.Visits.Undo(t.Context(), shop.Barber, visit.Visit.ID); err != nil {
		t.Errorf("undoing the visit %s after its arrival: %v", loyalty.VisitUndoWindow, err)
	}
	shop.MustHoldInvariants(t)
}
