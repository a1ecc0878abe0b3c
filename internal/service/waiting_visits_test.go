package service_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func lateFrom(t *testing.T, shop *servicetest.Shop, actor usecase.Actor, customer loyalty.Customer, wait time.Duration) service.RegisteredVisit {
	t.Helper()
	visit, err := shop.Cases.Visits.Register(t.Context(), actor,
		service.VisitRequest{CustomerID: customer.ID, Times: lateTimes(shop, wait, 0), Key: shop.Key()})
	if err != nil {
		t.Fatalf("a visit that waited for %s: %v", wait, err)
	}
	return visit
}

func stampsOf(shop *servicetest.Shop, customer loyalty.Customer) int64 {
	return shop.Progress(customer).Card.Stamps
}

func TestLateVisit_DeviceWithoutName_WaitsForOwnerUnlessOfToday(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t) // it is ten in the morning
	tabletActor := shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber)
	for name, c := range map[string]struct {
		actor usecase.Actor
		wait  time.Duration
		waits bool
	}{
		"barber's phone, today":         {shop.Barber, 9 * time.Hour, false},
		"barber's phone, at once":       {shop.Barber, 0, false},
		"barber's phone, yesterday":     {shop.Barber, 11 * time.Hour, true},
		"barber's phone, 100 hours ago": {shop.Barber, 100 * time.Hour, true},
		"owner's phone, yesterday":      {shop.Owner, 11 * time.Hour, true},
		"a named device, yesterday":     {tabletActor, 11 * time.Hour, false},
		"a named device, 100 hours ago": {tabletActor, 100 * time.Hour, false},
	} {
		ana := shop.Customer("Ana")
		got := lateFrom(t, shop, c.actor, ana, c.wait)
		want := int64(1)
		if c.waits {
			want = 0
		}
		if got.Waiting != c.waits || got.Progress.Card.Stamps != want || stampsOf(shop, ana) != want {
			t.Errorf("%s: the visit waits = %t with %d stamps, want %t and %d", name, got.Waiting, stampsOf(shop, ana), c.waits, want)
		}
	}
	shop.MustHoldInvariants(t)
}

// A visit that arrives less than a minute after its scan, as on slow networks, is not late, also if midnight has passed.
func TestLateVisit_AroundMidnight_WaitsFromAMinuteOn(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Clock.Set(time.Date(2026, 3, 26, 23, 0, 20, 0, time.UTC)) // twenty seconds after midnight
	if got := lateFrom(t, shop, shop.Barber, shop.Customer("Ana"), 59*time.Second); got.Waiting || got.Visit.Day != "2026-03-26" {
		t.Errorf("Ana's visit waits = %t, on %s, want it counted on 2026-03-26, the day of the scan", got.Waiting, got.Visit.Day)
	}
	if got := lateFrom(t, shop, shop.Barber, shop.Customer("Eva"), time.Minute); !got.Waiting || got.Visit.Day != "2026-03-26" {
		t.Errorf("Eva's visit waits = %t, on %s, want it to wait for 2026-03-26, the day of the scan", got.Waiting, got.Visit.Day)
	}
}

func TestLateVisit_FabricatedTimes_FillNoCard(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana", loyalty.TagVIPA)
	for _, wait := range []time.Duration{0, 24 * time.Hour, 48 * time.Hour, 71 * time.Hour} {
		lateFrom(t, shop, shop.Barber, ana, wait)
	}
	mustBeOwed(t, shop, ana, "four visits in a second")
	if stamps, waiting := stampsOf(shop, ana), len(shop.WaitingVisits()); stamps != 1 || waiting != 3 {
		t.Errorf("the card has %d stamps and %d visits wait, want 1 and 3", stamps, waiting)
	}
}

func TestWaitingVisit_Accepted_CountsOnItsDayOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	request := service.VisitRequest{CustomerID: ana.ID, Times: lateTimes(shop, 15*time.Hour, 0), Notes: "Corte", Key: "late"}
	first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil || !first.Waiting {
		t.Fatalf("the visit returns %+v, %v; want it to wait", first, err)
	}
	shop.Clock.Advance(time.Hour)
	request.Times = lateTimes(shop, 16*time.Hour, 0)
	again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil || !again.Waiting || !again.Replayed || again.Visit.ID != first.Visit.ID || len(shop.WaitingVisits()) != 1 {
		t.Errorf("the same visit again returns %+v, %v; %d visits wait, want 1", again, err, len(shop.WaitingVisits()))
	}
	request.Notes = "Barba"
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another visit with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
	shop.Clock.Advance(100 * time.Hour)
	acceptedVisit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", first.Visit.ID)
	if err != nil || acceptedVisit.Outcome != loyalty.HandoverRegistered {
		t.Fatalf("accepting gives %+v, %v; want the visit registered", acceptedVisit, err)
	}
	visits, err := shop.Cases.Visits.List(t.Context(), shop.Owner, ana.ID, usecase.ListRequest{Limit: 10})
	if err != nil || len(visits.Items) != 1 || visits.Items[0].Day != "2026-03-25" || visits.Items[0].Notes != "Corte" ||
		visits.Items[0].ID != acceptedVisit.VisitID || visits.Items[0].ReceivedTime().Sub(visits.Items[0].At) != 15*time.Hour {
		t.Errorf("the listed visits are %+v, %v; want the accepted visit on its day", visits.Items, err)
	}
	request.Notes = "Corte"
	visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil || visit.Waiting || !visit.Replayed || visit.Visit.ID != acceptedVisit.VisitID || !visit.DeletedAt.IsZero() || visit.Progress.Card.Stamps != 1 {
		t.Errorf("the same visit after it was accepted gives %+v, %v; want Waiting false, Replayed true, Visit.ID %v, no DeletedAt and Progress.Card.Stamps 1", visit, err, acceptedVisit.VisitID)
	}
	for _, decide := range []func() error{
		func() error {
			return servicetest.ErrorOf(shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", first.Visit.ID))
		},
		func() error {
			return servicetest.ErrorOf(shop.Cases.Handovers.Discard(t.Context(), shop.Owner, "", first.Visit.ID))
		},
	} {
		servicetest.MustRefuse(t, "decided twice", decide(), loyalty.ErrHandoverVisitSettled)
	}
	shop.MustHoldInvariants(t)
}

func TestWaitingVisit_Discarded_IsReportedDeleted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	request := service.VisitRequest{CustomerID: ana.ID, Times: lateTimes(shop, 20*time.Hour, 0), Key: "late"}
	first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Handovers.Discard(t.Context(), shop.Owner, "", first.Visit.ID); err != nil {
		t.Fatal(err)
	}
	visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil || visit.Waiting || !visit.DeletedAt.Equal(shop.Clock.Now()) || visit.Progress.Card.Stamps != 0 {
		t.Errorf("the same visit, sent again after it was discarded, gives %+v, %v; want the discarded visit without stamps", visit, err)
	}
	shop.MustHoldInvariants(t)
}

func TestWaitingVisit_DayHasVisit_IsSettled(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	existing := shop.Visit(ana)
	shop.Clock.Advance(24 * time.Hour)
	if got := lateFrom(t, shop, shop.Barber, ana, 23*time.Hour); got.Waiting || !got.Settled || got.Visit.ID != existing.Visit.ID {
		t.Errorf("a visit on a day with a stamp must be settled, but is %+v", got)
	}
	// Two devices scan the customer on the same day: only one visit waits.
	one, other := lateFrom(t, shop, shop.Barber, ana, 49*time.Hour), lateFrom(t, shop, shop.Admin, ana, 50*time.Hour)
	if !one.Waiting || !other.Waiting || one.Visit.ID != other.Visit.ID || len(shop.WaitingVisits()) != 1 {
		t.Errorf("the waiting visits are %+v, want one", shop.WaitingVisits())
	}
	// A named device registers a visit of that day meanwhile.
	lateFrom(t, shop, shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber), ana, 48*time.Hour)
	visit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", one.Visit.ID)
	if err != nil || visit.Outcome != loyalty.HandoverSettled || stampsOf(shop, ana) != 2 {
		t.Errorf("accepting gives %+v, %v, with %d stamps; want it settled with 2", visit, err, stampsOf(shop, ana))
	}
	shop.MustHoldInvariants(t)
}

func TestWaitingVisit_OtherBusiness_IsNotFound(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	waiting := lateFrom(t, shop, shop.Barber, shop.Customer("Ana"), 20*time.Hour)
	servicetest.MustRefuse(t, "another business accepts it", servicetest.ErrorOf(other.Cases.Handovers.Register(t.Context(), other.Owner, "", waiting.Visit.ID)), loyalty.ErrHandoverVisitNotFound)
	servicetest.MustRefuse(t, "the owner accepts it as a visit of a device", servicetest.ErrorOf(shop.Cases.Handovers.Register(t.Context(), shop.Owner, "tablet", waiting.Visit.ID)), loyalty.ErrHandoverVisitNotFound)
	if visits := other.WaitingVisits(); len(visits) != 0 {
		t.Errorf("another business sees the waiting visits %+v, want none", visits)
	}
}

func TestWaitingVisit_AuthorizedAndMergedAndByPhone_CountForTheirCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, twin := shop.Customer("Ana"), shop.Customer("Ana bis")
	further := service.VisitRequest{CustomerID: ana.ID, Authorized: true, Times: lateTimes(shop, 20*time.Hour, 0)}
	for range 2 {
		further.Key = shop.Key()
		if got, err := shop.Cases.Visits.Register(t.Context(), shop.Admin, further); err != nil || !got.Waiting {
			t.Fatalf("the further visit returns %+v, %v; want it to wait", got, err)
		}
	}
	byPhone := service.VisitRequest{Phone: twin.Phone, Times: lateTimes(shop, 40*time.Hour, 0)}
	if got, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, byPhone); err != nil || !got.Waiting {
		t.Fatalf("the visit by phone returns %+v, %v; want it to wait", got, err)
	}
	mergeOf(t, shop, ana, twin)
	waiting := shop.WaitingVisits()
	if len(waiting) != 3 {
		t.Fatalf("the waiting visits are %+v, want 3", waiting)
	}
	for _, visit := range waiting {
		if _, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", visit.ID); err != nil {
			t.Error(err)
		}
	}
	if stamps := stampsOf(shop, ana); stamps != 3 {
		t.Errorf("the card has %d stamps, want 3", stamps)
	}
	shop.MustHoldInvariants(t)
}

// A counter without a network for a weekend sends visits of several days, all older than loyalty.MaxVisitDelay.
func TestLateVisit_OlderThanThreeDays_SeveralDays_LosesNoStamp(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	tabletActor := shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber)
	shop.Clock.Advance(10 * 24 * time.Hour)
	first := lateFrom(t, shop, tabletActor, ana, 120*time.Hour)
	second := lateFrom(t, shop, tabletActor, ana, 96*time.Hour)
	again := lateFrom(t, shop, shop.Barber, ana, 97*time.Hour)
	if first.Waiting || first.Settled || !second.Waiting || again.Visit.ID != second.Visit.ID || stampsOf(shop, ana) != 1 {
		t.Fatalf("the visits return %+v, %+v, %+v; want the second to wait", first, second, again)
	}
	scannedAt := shop.Clock.Now().Add(-96 * time.Hour)
	acceptedVisit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", second.Visit.ID)
	if err != nil || acceptedVisit.Outcome != loyalty.HandoverRegistered || !acceptedVisit.At.Equal(scannedAt) || stampsOf(shop, ana) != 2 {
		t.Errorf("accepting gives %+v, %v with %d stamps; want 2 stamps and the time of the scan", acceptedVisit, err, stampsOf(shop, ana))
	}
	if third := lateFrom(t, shop, tabletActor, ana, 98*time.Hour); !third.Settled || third.Visit.ID != acceptedVisit.VisitID {
		t.Errorf("another scan of that day returns %+v, want it settled", third)
	}
	shop.MustHoldInvariants(t)
}

// A visit older than loyalty.MaxVisitDelay counts on the first day within it. Another visit, scanned on that day, is kept.
func TestLateVisit_DayTakenByMovedVisit_LosesNoStamp(t *testing.T) {
	t.Parallel()
	for name, unnamed := range map[string]bool{"named device": false, "unnamed device": true} {
		shop := servicetest.New(t)
		ana := shop.Customer("Ana")
		tabletActor := shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber)
		actor := tabletActor
		if unnamed {
			actor = shop.Barber
		}
		shop.Clock.Advance(10 * 24 * time.Hour)
		movedVisit := lateFrom(t, shop, tabletActor, ana, 120*time.Hour)
		second := lateFrom(t, shop, actor, ana, 71*time.Hour)
		again := lateFrom(t, shop, actor, ana, 70*time.Hour)
		if movedVisit.Waiting || !second.Waiting || again.Visit.ID != second.Visit.ID || stampsOf(shop, ana) != 1 {
			t.Fatalf("%s: the visits return %+v, %+v, %+v; want the second to wait, and its repetition to be the same visit", name, movedVisit, second, again)
		}
		acceptedVisit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", second.Visit.ID)
		if err != nil || acceptedVisit.Outcome != loyalty.HandoverRegistered || stampsOf(shop, ana) != 2 {
			t.Errorf("%s: accepting gives %+v, %v with %d stamps; want 2", name, acceptedVisit, err, stampsOf(shop, ana))
		}
		if third := lateFrom(t, shop, tabletActor, ana, 69*time.Hour); !third.Settled {
			t.Errorf("%s: another scan of that day returns %+v, want it settled", name, third)
		}
		shop.MustHoldInvariants(t)
	}
}

// The owner decides by the name: without it a visit looks like a stranger's.
func TestWaitingVisits_MergedRecord_HaveTheNameOfTheCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, twin, third := shop.Customer("Ana"), shop.Customer("Ana bis"), shop.Customer("Ana tres")
	if visit := lateFrom(t, shop, shop.Barber, third, 20*time.Hour); !visit.Waiting {
		t.Fatalf("the late visit returns %+v, want it to wait", visit)
	}
	device, scannedVisit := shop.EnrolDevice("Tablet"), shop.ScannedVisit(third)
	shop.RevokeDevice(device)
	shop.HandOver(device, scannedVisit)
	mergeOf(t, shop, twin, third)
	mergeOf(t, shop, ana, twin)
	waits := func(want string) {
		t.Helper()
		waiting, err := shop.Cases.Handovers.ListWaiting(t.Context(), shop.Owner)
		if err != nil || len(waiting) != 1 || waiting[0].CustomerName != want {
			t.Errorf("the waiting visits are %+v, %v; want one of %q", waiting, err, want)
		}
	}
	waits("Ana")
	devices, err := shop.Cases.Devices.List(t.Context(), shop.Owner)
	if err != nil || len(devices) != 1 || len(devices[0].HandoverVisits) != 1 || devices[0].HandoverVisits[0].CustomerName != "Ana" {
		t.Errorf("the devices are %+v, %v; want a visit of Ana", devices, err)
	}
	shop.Archive(ana)
	waits("")
}
