package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func TestHandover_Registered_KeepsTimeOfVisit(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	scannedVisit := shop.ScannedVisit(ana)
	scannedVisit.Notes = "Corte"
	day := shop.Business.DayOf(shop.Clock.Now())
	shop.Clock.Advance(20 * time.Hour)
	shop.RevokeDevice(device)
	shop.HandOver(device, scannedVisit)
	shop.Clock.Advance(40 * time.Hour)
	shop.HandOver(device, scannedVisit) // the response was lost, so it is handed over again
	handovers := shop.HandoverVisits(device.ID)
	if len(handovers) != 1 || handovers[0].CustomerID != ana.ID || handovers[0].Outcome != "" || shop.Progress(ana).Card.Stamps != 0 {
		t.Fatalf("the handed over visits are %+v; want Ana's undecided visit, without a stamp", handovers)
	}
	shop.Clock.Advance(10 * 24 * time.Hour)
	registeredVisit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handovers[0].ID)
	if err != nil || registeredVisit.Outcome != loyalty.HandoverRegistered {
		t.Fatalf("registering gives %+v, %v; want Outcome %v", registeredVisit, err, loyalty.HandoverRegistered)
	}
	visits, err := shop.Cases.Visits.List(t.Context(), shop.Owner, ana.ID, usecase.ListRequest{Limit: 10})
	if err != nil || len(visits.Items) != 1 {
		t.Fatalf("the listed visits are %+v, %v; want one", visits, err)
	}
	visit := visits.Items[0]
	if visit.Day != day || visit.Notes != "Corte" || visit.DeviceName != "Tablet" || visit.ReceivedTime().Sub(visit.At) != 20*time.Hour {
		t.Errorf("the visit is %+v; want the visit of that day, 20 hours late", visit)
	}
	if _, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handovers[0].ID); !errors.Is(err, loyalty.ErrHandoverVisitSettled) {
		t.Errorf("registering again returns %v, want ErrHandoverVisitSettled", err)
	}
	if _, err := shop.Cases.Handovers.Discard(t.Context(), shop.Owner, device.ID, handovers[0].ID); !errors.Is(err, loyalty.ErrHandoverVisitSettled) {
		t.Errorf("discarding a registered visit returns %v, want ErrHandoverVisitSettled", err)
	}
	shop.MustHoldInvariants(t)
}

func TestHandover_OlderThanThreeDays_SeveralDays_LosesNoStamp(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	first := shop.ScannedVisit(ana)
	shop.Clock.Advance(24 * time.Hour)
	second := shop.ScannedVisit(ana)
	shop.Clock.Advance(90 * time.Hour)
	shop.RevokeDevice(device)
	shop.HandOver(device, first, second)
	for _, handover := range shop.HandoverVisits(device.ID) {
		visit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handover.ID)
		if err != nil || visit.Outcome != loyalty.HandoverRegistered {
			t.Errorf("the visit of %s becomes %s, %v; want it registered", handover.At, visit.Outcome, err)
		}
	}
	if stamps := stampsOf(shop, ana); stamps != 2 {
		t.Errorf("the card has %d stamps, want 2", stamps)
	}
	shop.MustHoldInvariants(t)
}

// The older visit moves to the day of the one that the revoked device still has.
func TestHandover_DayTakenByMovedVisit_LosesNoStamp(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	other := shop.ActorOnDevice(shop.EnrolDevice("Móvil"), shop.Barber)
	shop.Clock.Advance(10 * 24 * time.Hour)
	scannedVisit := shop.ScannedVisit(ana)
	shop.Clock.Advance(71 * time.Hour)
	lateFrom(t, shop, other, ana, 120*time.Hour)
	shop.RevokeDevice(device)
	shop.HandOver(device, scannedVisit)
	visit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, shop.HandoverVisits(device.ID)[0].ID)
	if err != nil || visit.Outcome != loyalty.HandoverRegistered || stampsOf(shop, ana) != 2 {
		t.Errorf("the visit becomes %s, %v, with %d stamps; want it registered, 2 stamps", visit.Outcome, err, stampsOf(shop, ana))
	}
	shop.MustHoldInvariants(t)
}

// Spec: checkin-19
func TestHandover_SentOrStampedBefore_CountsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device := shop.EnrolDevice("Tablet")
	registeredCustomer, inFlightCustomer, stampedCustomer, refusedCustomer := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla"), shop.Customer("Dora")
	visits := []service.HandoverVisit{shop.ScannedVisit(registeredCustomer), shop.ScannedVisit(inFlightCustomer), shop.ScannedVisit(stampedCustomer), shop.ScannedVisit(refusedCustomer)}
	register := func(visit service.HandoverVisit) error {
		_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, visit.VisitRequest)
		return err
	}
	if err := register(visits[0]); err != nil { // the response was lost
		t.Fatal(err)
	}
	shop.Visit(stampedCustomer)
	shop.Visit(refusedCustomer)
	if err := register(visits[3]); !errors.Is(err, loyalty.ErrSameDayVisit) {
		t.Fatal(err)
	}
	shop.Clock.Advance(10 * time.Second)
	shop.RevokeDevice(device)
	shop.HandOver(device, visits...)
	if err := register(visits[1]); err != nil { // it was in flight
		t.Fatal(err)
	}
	outcomes := map[string]string{}
	for _, handover := range shop.HandoverVisits(device.ID) {
		visit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handover.ID)
		outcomes[handover.CustomerID] = string(visit.Outcome)
		if err != nil {
			t.Error(err)
		}
	}
	want := map[string]string{inFlightCustomer.ID: "SETTLED", stampedCustomer.ID: "SETTLED", refusedCustomer.ID: "SETTLED"}
	if fmt.Sprint(outcomes) != fmt.Sprint(want) {
		t.Errorf("the outcomes are %v, want %v", outcomes, want)
	}
	for _, customer := range []loyalty.Customer{registeredCustomer, inFlightCustomer, stampedCustomer, refusedCustomer} {
		if stamps := shop.Progress(customer).Card.Stamps; stamps != 1 {
			t.Errorf("%s has %d stamps, want 1", customer.Name, stamps)
		}
	}
	trail := strings.Join(shop.Database.Rows(t, "SELECT action FROM audit_events WHERE action LIKE 'device.%' ORDER BY action"), " ")
	const acts = "device.added device.enrolled device.handed-over device.revoked device.visit-settled device.visit-settled device.visit-settled"
	if trail != acts {
		t.Errorf("the trail has %s, want %s", trail, acts)
	}
	shop.MustHoldInvariants(t)
}

// The waiting visit with this key was discarded, so accepting this one must register no visit.
func TestHandedVisit_DiscardedUnderItsKey_IsRecordedAsDiscarded(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	visit := shop.ScannedVisit(ana)
	shop.Clock.Advance(20 * time.Hour)
	shop.RevokeDevice(device)
	shop.HandOver(device, visit)
	visit.Times.SentAt = shop.Clock.Now()
	waiting, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, visit.VisitRequest)
	if err != nil || !waiting.Waiting {
		t.Fatalf("the late visit returns %+v, %v; want Waiting true", waiting, err)
	}
	if _, err := shop.Cases.Handovers.Discard(t.Context(), shop.Owner, "", waiting.Visit.ID); err != nil {
		t.Fatal(err)
	}
	handover := shop.HandoverVisits(device.ID)[0]
	got, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handover.ID)
	if err != nil || got.Outcome != loyalty.HandoverDiscarded || shop.Progress(ana).Card.Stamps != 0 {
		t.Errorf("accepting it returns %+v, %v; want a discarded visit without a stamp", got, err)
	}
	trail := shop.Database.Rows(t, "SELECT action FROM audit_events WHERE subject_id = '"+handover.ID+"'")
	if !slices.Equal(trail, []string{"device.visit-discarded"}) {
		t.Errorf("the trail has %q, want only device.visit-discarded", trail)
	}
	shop.MustHoldInvariants(t)
}

func TestHandover_UnregistrableVisit_IsKept(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	stranger, phoneVisit, archivedVisit := shop.ScannedVisit(ana), shop.ScannedVisit(ana), shop.ScannedVisit(shop.Customer("Berta"))
	stranger.CustomerID, stranger.ScannedBy = "unknown-customer", "unknown@axioma.test"
	phoneVisit.CustomerID, phoneVisit.Phone = "", ana.Phone
	shop.RevokeDevice(device)
	shop.HandOver(device, stranger, phoneVisit, archivedVisit)
	shop.Archive(loyalty.Customer{ID: archivedVisit.CustomerID})
	var outcomes []string
	for _, handover := range shop.HandoverVisits(device.ID) {
		_, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handover.ID)
		outcomes = append(outcomes, fmt.Sprint(handover.CustomerID, " ", errors.Is(err, loyalty.ErrCustomerNotFound), err == nil))
	}
	want := []string{"unknown-customer true false", ana.ID + " false true", archivedVisit.CustomerID + " true false"}
	slices.Sort(outcomes)
	slices.Sort(want)
	if strings.Join(outcomes, "; ") != strings.Join(want, "; ") {
		t.Errorf("the order is %v, want %v", outcomes, want)
	}
	shop.Clock.Advance(40 * 24 * time.Hour)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if remaining := shop.HandoverVisits(device.ID); len(remaining) != 2 {
		t.Errorf("a month later the visits are %+v, want 2", remaining)
	}
	shop.MustHoldInvariants(t)
}

func TestHandover_ActiveOrLongRevokedDevice_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	visits := []service.HandoverVisit{shop.ScannedVisit(ana)}
	refuses := func(when, token string, want error) {
		t.Helper()
		if _, err := shop.Cases.Handovers.Receive(t.Context(), token, visits); !errors.Is(err, want) {
			t.Errorf("%s: handing over returns %v, want %v", when, err, want)
		}
	}
	refuses("before", device.Token, loyalty.ErrHandoverClosed)
	refuses("nobody's token", "nada", loyalty.ErrHandoverClosed)
	shop.RevokeDevice(device)
	for _, wrong := range []func(*service.HandoverVisit){
		func(h *service.HandoverVisit) { h.Key = "" },
		func(h *service.HandoverVisit) { h.CustomerID = "" },
		func(h *service.HandoverVisit) { h.Times.SentAt = h.Times.ScannedAt.Add(-time.Hour) },
	} {
		visit := visits[0]
		wrong(&visit)
		if _, err := shop.Cases.Handovers.Receive(t.Context(), device.Token, []service.HandoverVisit{visit}); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("the visit %+v returns %v, want ErrValidation", visit, err)
		}
	}
	shop.Clock.Advance(loyalty.HandoverPeriod)
	shop.HandOver(device, visits...)
	shop.Clock.Advance(time.Second)
	refuses("after three days", device.Token, loyalty.ErrHandoverClosed)
}

func TestHandover_TooManyVisits_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	var visits []service.HandoverVisit
	for range loyalty.MaxHandoverVisits + 1 {
		visits = append(visits, shop.ScannedVisit(ana))
	}
	shop.RevokeDevice(device)
	shop.HandOver(device, visits[1:]...)
	shop.HandOver(device, visits[1:3]...)
	if _, err := shop.Cases.Handovers.Receive(t.Context(), device.Token, visits[:1]); !errors.Is(err, loyalty.ErrTooManyHandoverVisits) {
		t.Errorf("one visit too many returns %v, want ErrTooManyHandoverVisits", err)
	}
}

func TestHandover_OtherBusiness_IsNotFound(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	device, theirs := shop.EnrolDevice("Tablet"), other.EnrolDevice("Tablet")
	shop.RevokeDevice(device)
	shop.HandOver(device, shop.ScannedVisit(shop.Customer("Ana")))
	id := shop.HandoverVisits(device.ID)[0].ID
	for _, c := range []struct {
		actor  usecase.Actor
		device string
	}{{other.Owner, device.ID}, {other.Owner, theirs.ID}, {shop.Owner, theirs.ID}} {
		if _, err := shop.Cases.Handovers.Register(t.Context(), c.actor, c.device, id); !errors.Is(err, loyalty.ErrHandoverVisitNotFound) {
			t.Errorf("registering returns %v, want ErrHandoverVisitNotFound", err)
		}
		if _, err := shop.Cases.Handovers.Discard(t.Context(), c.actor, c.device, id); !errors.Is(err, loyalty.ErrHandoverVisitNotFound) {
			t.Errorf("discarding returns %v, want ErrHandoverVisitNotFound", err)
		}
	}
	if len(other.HandoverVisits(theirs.ID)) != 0 {
		t.Error("another business must not see the visit")
	}
}

func TestHandover_ConcurrentRegistration_CountsEachOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device := shop.EnrolDevice("Tablet")
	var customers []loyalty.Customer
	var visits []service.HandoverVisit
	for i := range 12 {
		customers = append(customers, shop.Customer(fmt.Sprint("Cliente ", i)))
		visits = append(visits, shop.ScannedVisit(customers[i]))
	}
	shop.Clock.Advance(time.Hour)
	shop.RevokeDevice(device)
	var wg sync.WaitGroup
	for i, visit := range visits {
		visit.Times.SentAt = shop.Clock.Now()
		wg.Go(func() {
			if _, err := shop.Cases.Handovers.Receive(context.Background(), device.Token, []service.HandoverVisit{visit}); err != nil {
				t.Error(err)
			}
		})
		if i%2 == 0 {
			wg.Go(func() {
				if _, err := shop.Cases.Visits.Register(context.Background(), shop.Barber, visit.VisitRequest); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	for _, handover := range shop.HandoverVisits(device.ID) {
		for range 2 {
			wg.Go(func() {
				_, err := shop.Cases.Handovers.Register(context.Background(), shop.Owner, device.ID, handover.ID)
				if err != nil && !errors.Is(err, loyalty.ErrHandoverVisitSettled) {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	for _, customer := range customers {
		if stamps := shop.Progress(customer).Card.Stamps; stamps != 1 {
			t.Errorf("%s has %d stamps, want 1", customer.Name, stamps)
		}
	}
	shop.MustHoldInvariants(t)
}
