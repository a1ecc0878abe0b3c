package service_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// A tablet was offline for longer than loyalty.MaxVisitDelay. A visit as old as that is moved to a later day.
func TestLateVisit_ScanCountedAlready_IsSettledHoweverLate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		wait       time.Duration
		countVisit func(t *testing.T, shop *servicetest.Shop, tablet usecase.Actor, ana loyalty.Customer, key usecase.IdempotencyKey) error
		unnamed    bool
	}{
		"by the other counter":                                  {wait: 5 * 24 * time.Hour, countVisit: countByOtherCounter},
		"by the other counter, and sent from an unnamed device": {wait: 5 * 24 * time.Hour, countVisit: countByOtherCounter, unnamed: true},
		"by hand, some days later": {wait: 5 * 24 * time.Hour, countVisit: func(t *testing.T, shop *servicetest.Shop, _ usecase.Actor, ana loyalty.Customer, _ usecase.IdempotencyKey) error {
			scannedOn := shop.Business.DayOf(shop.Clock.Now())
			shop.Clock.Advance(4 * 24 * time.Hour)
			defer shop.Clock.Advance(-4 * 24 * time.Hour)
			return servicetest.ErrorOf(shop.Cases.Visits.Register(t.Context(), shop.Admin,
				service.VisitRequest{CustomerID: ana.ID, Day: scannedOn, Reason: "Sin conexión", Key: shop.Key()}))
		}},
		"under its own key, which is forgotten": {wait: 33 * 24 * time.Hour, countVisit: func(t *testing.T, shop *servicetest.Shop, tablet usecase.Actor, ana loyalty.Customer, key usecase.IdempotencyKey) error {
			return servicetest.ErrorOf(shop.Cases.Visits.Register(t.Context(), tablet, service.VisitRequest{CustomerID: ana.ID, Key: key}))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana, key := shop.Customer("Ana"), shop.Key()
			tablet := shop.Barber
			if !test.unnamed {
				tablet = shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber)
			}
			scannedAt := shop.Clock.Now()
			servicetest.Must(t, 0, test.countVisit(t, shop, tablet, ana, key))
			shop.Clock.Set(scannedAt.Add(test.wait))
			servicetest.Must(t, 0, shop.Cases.Maintenance.Run(t.Context()))
			late, err := shop.Cases.Visits.Register(t.Context(), tablet, service.VisitRequest{CustomerID: ana.ID, Times: lateTimes(shop, test.wait, 0), Key: key})
			if err != nil || !late.Settled || late.Visit.Day != shop.Business.DayOf(scannedAt) || stampsOf(shop, ana) != 1 {
				t.Errorf("the late visit is answered %+v, %v with %d stamps; want the visit of its day and one stamp", late, err, stampsOf(shop, ana))
			}
			shop.MustHoldInvariants(t)
		})
	}
}

func countByOtherCounter(_ *testing.T, shop *servicetest.Shop, _ usecase.Actor, ana loyalty.Customer, _ usecase.IdempotencyKey) error {
	shop.Visit(ana)
	return nil
}

// Both tablets scanned Ana on the same day and were online again on different days. The first visit was moved, so only
// the owner knows whether the second one is the same visit.
func TestLateVisit_MovedVisitMayBeTheSame_WaitsForOwner(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	one, other := shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber), shop.ActorOnDevice(shop.EnrolDevice("Otra"), shop.Barber)
	shop.Clock.Advance(5 * 24 * time.Hour)
	movedVisit := lateFrom(t, shop, one, ana, 5*24*time.Hour)
	shop.Clock.Advance(24 * time.Hour)
	again := lateFrom(t, shop, other, ana, 6*24*time.Hour)
	if movedVisit.Waiting || movedVisit.Settled || !again.Waiting || stampsOf(shop, ana) != 1 {
		t.Fatalf("the visits are answered %+v, %+v with %d stamps; want the second to wait", movedVisit, again, stampsOf(shop, ana))
	}
	if acceptedVisit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", again.Visit.ID); err != nil || acceptedVisit.Outcome != loyalty.HandoverRegistered {
		t.Errorf("accepting it gives %+v, %v; want Outcome %v", acceptedVisit, err, loyalty.HandoverRegistered)
	}
	if stamps := stampsOf(shop, ana); stamps != 2 {
		t.Errorf("after the owner accepted it the card has %d stamps, want 2", stamps)
	}
	shop.MustHoldInvariants(t)
}
