package service_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func typedVisit(shop *servicetest.Shop, customer loyalty.Customer) service.HandoverVisit {
	visit := shop.ScannedVisit(customer)
	visit.CustomerID, visit.Phone = "", customer.Phone
	return visit
}

// acceptOnly accepts the only visit that a device handed over.
func acceptOnly(t *testing.T, shop *servicetest.Shop, deviceID string) (loyalty.HandoverVisit, error) {
	t.Helper()
	handovers := shop.HandoverVisits(deviceID)
	if len(handovers) != 1 {
		t.Fatalf("the handed over visits are %+v, want one", handovers)
	}
	return shop.Cases.Handovers.Register(t.Context(), shop.Owner, deviceID, handovers[0].ID)
}

// The list names the customer who had the phone when the visit arrived.
func TestHandover_TypedPhoneOfAnotherCustomerSince_StampsTheCustomerShown(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	phoneVisit := typedVisit(shop, ana)
	shop.RevokeDevice(device)
	shop.HandOver(device, phoneVisit)
	phone := ana.Phone
	shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: "+34699111222"}})
	berta := shop.Change(shop.Customer("Berta"), loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: phone}})
	visit, err := acceptOnly(t, shop, device.ID)
	if err != nil || visit.Outcome != loyalty.HandoverRegistered || stampsOf(shop, ana) != 1 || stampsOf(shop, berta) != 0 {
		t.Errorf("the visit becomes %s, %v, with %d stamps of Ana and %d of Berta; want it registered, 1 and 0",
			visit.Outcome, err, stampsOf(shop, ana), stampsOf(shop, berta))
	}
	shop.MustHoldInvariants(t)
}

// The first attempt arrives after the hand-over.
func TestHandover_ScannedVisitInFlight_IsSettled(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	scannedVisit := shop.ScannedVisit(ana)
	scannedVisit.CustomerID, scannedVisit.Scanned = ana.QR(), true
	shop.Clock.Advance(10 * time.Second)
	shop.RevokeDevice(device)
	shop.HandOver(device, scannedVisit)
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scannedVisit.VisitRequest); err != nil {
		t.Fatal(err)
	}
	visit, err := acceptOnly(t, shop, device.ID)
	if err != nil || visit.Outcome != loyalty.HandoverSettled || stampsOf(shop, ana) != 1 {
		t.Errorf("the visit becomes %s, %v, with %d stamps; want it settled, 1 stamp", visit.Outcome, err, stampsOf(shop, ana))
	}
	shop.MustHoldInvariants(t)
}

// A counter may not choose between a guardian and a child. The owner may.
func TestHandover_PhoneRefusedForSeveralCustomers_CountsForItsHolder(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	servicetest.ChildOf(t, shop, ana, "Leo")
	phoneVisit := typedVisit(shop, ana)
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, phoneVisit.VisitRequest); !errors.Is(err, loyalty.ErrSeveralCustomers) {
		t.Fatal(err)
	}
	shop.RevokeDevice(device)
	shop.HandOver(device, phoneVisit)
	visit, err := acceptOnly(t, shop, device.ID)
	if err != nil || visit.Outcome != loyalty.HandoverRegistered || stampsOf(shop, ana) != 1 {
		t.Errorf("the visit becomes %s, %v, with %d stamps; want it registered, 1 stamp", visit.Outcome, err, stampsOf(shop, ana))
	}
	shop.MustHoldInvariants(t)
}

// Customers from before QRs had ids of their own have another id in the snapshot.
func TestHandover_CustomerChosenByName_IsNamed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, old := shop.EnrolDevice("Tablet"), shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	chosenVisit := shop.ScannedVisit(old)
	chosenVisit.CustomerID = readSnapshot(t, shop, time.Time{}).Customers[0].SnapshotID
	shop.RevokeDevice(device)
	shop.HandOver(device, chosenVisit)
	devices, err := shop.Cases.Devices.List(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	if listedVisit := devices[0].HandoverVisits[0]; listedVisit.CustomerID != old.ID || listedVisit.CustomerName != old.Name {
		t.Errorf("the visit is of %q, named %q; want %q, %q", listedVisit.CustomerID, listedVisit.CustomerName, old.ID, old.Name)
	}
	if visit, err := acceptOnly(t, shop, device.ID); err != nil || visit.Outcome != loyalty.HandoverRegistered || stampsOf(shop, old) != 1 {
		t.Errorf("the visit becomes %s, %v, with %d stamps; want it registered, 1 stamp", visit.Outcome, err, stampsOf(shop, old))
	}
}

// The visit arrived before the reward was earned, and reaches its milestone after.
func TestCheck_WaitingVisitReachesMilestonePaidSinceItsArrival_HoldsInvariants(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.VisitTarget, b.HalfRewardEnabled = 2, false })
	ana := shop.Customer("Ana")
	late := service.VisitRequest{CustomerID: ana.ID, Times: lateTimes(shop, 20*time.Hour, 0)}
	waiting, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, late)
	if err != nil || !waiting.Waiting {
		t.Fatalf("the late visit returns %+v, %v; want it to wait", waiting, err)
	}
	shop.Clock.Advance(time.Hour)
	shop.Visit(ana)
	shop.Delete(shop.FurtherVisit(ana))
	target, half := int64(4), true
	changes := loyalty.SettingChanges{VisitTarget: &target, HalfRewardEnabled: &half}
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(time.Minute)
	if _, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", waiting.Visit.ID); err != nil {
		t.Fatal(err)
	}
	if progress := shop.Progress(ana); progress.Card.Stamps != 2 || len(progress.Owed) != 1 || progress.Owed[0].Kind != loyalty.RewardFree {
		t.Errorf("the progress is %+v, want 2 stamps and the free service owed again", progress)
	}
	shop.MustHoldInvariants(t)
}
