package service_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// hashedScan has the data of a scan that a counter stores. They open no card.
func hashedScan(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) service.VisitRequest {
	t.Helper()
	snapshot := readSnapshot(t, shop, time.Time{})
	at := slices.IndexFunc(snapshot.Customers, func(c service.SnapshotCustomer) bool { return c.ID == customer.ID })
	if at < 0 {
		t.Fatalf("the snapshot lacks the customer %s", customer.ID)
	}
	scan := service.VisitRequest{
		CustomerID: snapshot.Customers[at].SnapshotID, QRHash: counterHash(t, snapshot.HashKey, customer.QR()),
		Key: shop.Key(),
	}
	for _, storedID := range []string{scan.CustomerID, scan.QRHash} {
		servicetest.MustAnswerQR(t, shop, storedID, loyalty.ErrCustomerNotFound)
	}
	return scan
}

func TestVisit_HashedScan_CountsAsTheQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, old := shop.Customer("Ana"), shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	for _, customer := range []loyalty.Customer{ana, old} {
		scan := hashedScan(t, shop, customer)
		byQR := scan
		byQR.CustomerID, byQR.QRHash, byQR.Scanned = customer.QR(), "", true
		first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, byQR)
		if err != nil {
			t.Fatal(err)
		}
		again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan)
		if err != nil || !again.Replayed || again.Visit.ID != first.Visit.ID || again.Visit.CustomerID != customer.ID {
			t.Errorf("a retry by the hash gives %+v, %v; want Replayed true, Visit.ID %v and Visit.CustomerID %v", again, err, first.Visit.ID, customer.ID)
		}
		if stamps := shop.Progress(customer).Card.Stamps; stamps != 1 {
			t.Errorf("the card has %d stamps, want 1", stamps)
		}
	}
	shop.MustHoldInvariants(t)
}

func TestVisit_HashedScanOfChangedQR_CountsOnlyEarlierScans(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, old := shop.Customer("Ana"), shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	for _, customer := range []loyalty.Customer{ana, old} {
		scan := hashedScan(t, shop, customer)
		shop.Clock.Advance(24 * time.Hour)
		servicetest.ChangeQR(t, shop, customer)
		shop.Clock.Advance(2 * time.Hour)
		scan.Times = lateTimes(shop, time.Hour, 0)
		if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan); !errors.Is(err, loyalty.ErrQRRevoked) {
			t.Errorf("a scan after the change returns %v, want ErrQRRevoked", err)
		}
		scan.Key, scan.Times = shop.Key(), lateTimes(shop, 3*time.Hour, 0)
		if visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan); err != nil || visit.Visit.CustomerID != customer.ID {
			t.Errorf("a scan before the change gives %+v, %v; want Visit.CustomerID %v", visit, err, customer.ID)
		}
	}
}

// Such a hash is of another key, from before a restore: the visit is not lost.
func TestVisit_HashOfNoQR_CountsForTheCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, other := shop.Customer("Ana"), shop.Town.Shop(t)
	scan := hashedScan(t, shop, ana)
	scan.QRHash = "AAAAAAAAAAAAAAAA"
	if _, err := other.Cases.Visits.Register(t.Context(), other.Barber, scan); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business answers the scan with %v, want ErrCustomerNotFound", err)
	}
	if visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan); err != nil || visit.Visit.CustomerID != ana.ID {
		t.Errorf("the visit is %+v, %v; want Visit.CustomerID %v", visit, err, ana.ID)
	}
}

func TestHandover_HashedScan_KeepsTheRulesOfQRs(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	scan := hashedScan(t, shop, ana)
	before, after := shop.ScannedVisit(ana), shop.ScannedVisit(ana)
	before.CustomerID, before.QRHash = scan.CustomerID, scan.QRHash
	after.CustomerID, after.QRHash = scan.CustomerID, scan.QRHash
	shop.Clock.Advance(time.Hour)
	changedAt := shop.Clock.Now()
	servicetest.ChangeQR(t, shop, ana)
	shop.Clock.Advance(time.Hour)
	before.Times.SentAt, after.Times = shop.Clock.Now(), loyalty.VisitTimes{ScannedAt: shop.Clock.Now(), SentAt: shop.Clock.Now()}
	shop.RevokeDevice(device)
	shop.HandOver(device, before, after)
	handovers := shop.HandoverVisits(device.ID)
	if len(handovers) != 2 {
		t.Fatalf("the handed over visits are %+v, want 2", handovers)
	}
	for _, handover := range handovers {
		var want error
		if handover.At.After(changedAt) {
			want = loyalty.ErrQRRevoked
		}
		_, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handover.ID)
		if want == nil && handover.CustomerID != ana.ID || !errors.Is(err, want) {
			t.Errorf("the handed over visit is %+v: %v, want %v", handover, err, want)
		}
	}
}
