package service_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// storedScan has the data of a scan that a counter without the customer stores. They open no card.
func storedScan(t *testing.T, shop *servicetest.Shop, qrID string) service.VisitRequest {
	t.Helper()
	scan := service.VisitRequest{CustomerID: qrID[:8], Scanned: true, IDHash: usecase.HashID(qrID), Key: shop.Key()}
	for _, storedID := range []string{scan.CustomerID, scan.IDHash} {
		servicetest.MustAnswerQR(t, shop, storedID, loyalty.ErrCustomerNotFound)
	}
	return scan
}

func TestHashID_KnownID_HasTheWebAppsHash(t *testing.T) {
	t.Parallel()
	if hash, want := usecase.HashID("k3x9q2m7zzzzzzzzzzzzzzzzzz"), "xckeAC3srXldHcao"; hash != want {
		t.Errorf("the hash is %s, want %s", hash, want)
	}
}

func TestVisit_HashedID_CountsAsTheWholeID(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	old := shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	mergedCustomer, keeper := shop.Customer("Eli"), shop.Customer("Elisa")
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, keeper.ID, mergedCustomer.ID); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		id   string
		want loyalty.Customer
	}{
		"a QR": {shop.Customer("Ana").QR(), loyalty.Customer{}}, "a QR that is a record's id": {old.ID, old}, "the QR of a merged record": {mergedCustomer.QR(), keeper},
	} {
		for _, hashFirst := range []bool{false, true} {
			hashedVisit := storedScan(t, shop, c.id)
			whole := hashedVisit
			whole.CustomerID, whole.IDHash = c.id, ""
			requests := []service.VisitRequest{whole, hashedVisit}
			if hashFirst {
				requests = []service.VisitRequest{hashedVisit, whole}
			}
			first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, requests[0])
			if err != nil || c.want.ID != "" && first.Visit.CustomerID != c.want.ID {
				t.Fatalf("%s: the visit is %+v, %v; want one of %q", name, first.Visit, err, c.want.Name)
			}
			again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, requests[1])
			if err != nil || !again.Replayed || again.Visit.ID != first.Visit.ID {
				t.Errorf("%s: the retry gives %+v, %v; want Replayed true and Visit.ID %v", name, again, err, first.Visit.ID)
			}
			shop.Clock.Advance(24 * time.Hour)
		}
	}
	shop.MustHoldInvariants(t)
}

func TestVisit_HashedIDOfSnapshotCustomer_CountsAsTheWholeID(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, old := shop.Customer("Ana"), shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	for _, customer := range []loyalty.Customer{ana, old} {
		scan := hashedScan(t, shop, customer)
		scan.QRHash, scan.Scanned, scan.IDHash = "", true, usecase.HashID(customer.QR())
		whole := scan
		whole.CustomerID, whole.IDHash = customer.QR(), ""
		first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan)
		if err != nil || first.Visit.CustomerID != customer.ID {
			t.Fatalf("the visit is %+v, %v; want Visit.CustomerID %v", first, err, customer.ID)
		}
		if again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, whole); err != nil || !again.Replayed {
			t.Errorf("the retry with the QR gives %+v, %v; want Replayed true", again, err)
		}
		shop.Clock.Advance(24 * time.Hour)
		scan.Key, scan.IDHash = shop.Key(), "AAAAAAAAAAAAAAAA" // of a QR that a restore has undone: the visit is not lost
		if visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan); err != nil || visit.Visit.CustomerID != customer.ID {
			t.Errorf("the visit with another hash is %+v, %v; want Visit.CustomerID %v", visit, err, customer.ID)
		}
	}
}

func TestVisit_UnknownHash_CountsThoughTheRecordIDWasAQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	old := shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	servicetest.ChangeQR(t, shop, old)
	shop.Clock.Advance(24 * time.Hour)
	request := service.VisitRequest{CustomerID: old.ID, Scanned: true, IDHash: "AAAAAAAAAAAAAAAA", Key: shop.Key()}
	if visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request); err != nil || visit.Visit.CustomerID != old.ID {
		t.Errorf("the visit with an unknown hash is %+v, %v; want Visit.CustomerID %v", visit, err, old.ID)
	}
}

func TestVisit_HashedIDOfChangedQR_CountsOnlyEarlierScans(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, old := shop.Customer("Ana"), shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	for _, customer := range []loyalty.Customer{ana, old} {
		scan := storedScan(t, shop, customer.QR())
		shop.Clock.Advance(24 * time.Hour)
		servicetest.ChangeQR(t, shop, customer)
		shop.Clock.Advance(2 * time.Hour)
		scan.Times = lateTimes(shop, time.Hour, 0)
		if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan); !errors.Is(err, loyalty.ErrQRRevoked) {
			t.Errorf("a scan after the change returns %v, want ErrQRRevoked", err)
		}
		scan.Key, scan.Times = shop.Key(), lateTimes(shop, 3*time.Hour, 0)
		first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan)
		if err != nil || first.Visit.CustomerID != customer.ID {
			t.Fatalf("a scan before the change gives %+v, %v; want Visit.CustomerID %v", first, err, customer.ID)
		}
		servicetest.ChangeQR(t, shop, customer)
		if again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan); err != nil || !again.Replayed {
			t.Errorf("the retry after another change gives %+v, %v; want Replayed true", again, err)
		}
	}
}

// The retry of the registered visit must not be refused, although no id has the hash any more.
func TestVisit_HashedIDAfterErasure_IsReplayed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	snapshotScan := hashedScan(t, shop, ana)
	ofSnapshot := service.VisitRequest{CustomerID: snapshotScan.CustomerID, Scanned: true, IDHash: usecase.HashID(ana.QR()), Key: shop.Key()}
	scans, visits := []service.VisitRequest{storedScan(t, shop, ana.QR()), ofSnapshot, snapshotScan}, map[usecase.IdempotencyKey]string{}
	for _, scan := range scans {
		scan.CustomerID, scan.Scanned, scan.IDHash, scan.QRHash = ana.QR(), true, "", ""
		first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan)
		if err != nil {
			t.Fatal(err)
		}
		visits[scan.Key] = first.Visit.ID
		shop.Clock.Advance(24 * time.Hour)
	}
	shop.Archive(ana)
	now := shop.Clock.Now()
	err := shop.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		erasure := loyalty.Erasure{CustomerID: ana.ID, RequestedAt: now, DueAt: now}
		return errors.Join(tx.Erasures().Insert(erasure), tx.Erasures().Erase(ana.ID, now))
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, scan := range scans {
		again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, scan)
		if err != nil || !again.Replayed || again.Visit.ID != visits[scan.Key] {
			t.Errorf("the retry of %+v gives %+v, %v; want Replayed true and Visit.ID %v", scan, again, err, visits[scan.Key])
		}
	}
}

func TestVisit_UnknownHashedID_IsNoCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, other := shop.Customer("Ana"), shop.Town.Shop(t)
	scan := storedScan(t, shop, ana.QR())
	otherHash, otherPrefix, shortPrefix := scan, scan, scan
	otherHash.IDHash, otherPrefix.CustomerID, shortPrefix.CustomerID = usecase.HashID("x"), "zzzzzzzz", scan.CustomerID[:7]
	for _, request := range []service.VisitRequest{otherHash, otherPrefix, shortPrefix} {
		if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("the scan %+v returns %v, want ErrCustomerNotFound", request, err)
		}
	}
	if _, err := other.Cases.Visits.Register(t.Context(), other.Barber, scan); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business answers the scan with %v, want ErrCustomerNotFound", err)
	}
	if stamps := shop.Progress(ana).Card.Stamps; stamps != 0 {
		t.Errorf("the card has %d stamps, want 0", stamps)
	}
}

func TestVisit_HashedIDsWithOnePrefix_CountForTheirOwnCustomers(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, name := range []string{"Ana", "Eva"} {
		customer, qrID := shop.Customer(name), "k3x9q2m7zzzzzzzzzzzzzzzz"+name
		shop.Database.Corrupt(t, "UPDATE customers SET qr_id = '"+qrID+"' WHERE id = '"+customer.ID+"'")
		visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, storedScan(t, shop, qrID))
		if err != nil || visit.Visit.CustomerID != customer.ID {
			t.Errorf("the scan of %s gives %+v, %v; want Visit.CustomerID %v", name, visit, err, customer.ID)
		}
	}
}

func TestHandover_HashedID_KeepsTheRulesOfQRs(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	scan := storedScan(t, shop, ana.QR())
	before, after, unknown := shop.ScannedVisit(ana), shop.ScannedVisit(ana), shop.ScannedVisit(ana)
	for _, visit := range []*service.HandoverVisit{&before, &after, &unknown} {
		visit.CustomerID, visit.IDHash, visit.Scanned = scan.CustomerID, scan.IDHash, true
	}
	unknown.IDHash, unknown.Name = usecase.HashID("x"), "unknown"
	shop.Clock.Advance(time.Hour)
	changedAt := shop.Clock.Now()
	servicetest.ChangeQR(t, shop, ana)
	shop.Clock.Advance(time.Hour)
	before.Times.SentAt, after.Times = shop.Clock.Now(), loyalty.VisitTimes{ScannedAt: shop.Clock.Now(), SentAt: shop.Clock.Now()}
	unknown.Times.SentAt = shop.Clock.Now()
	shop.RevokeDevice(device)
	shop.HandOver(device, before, after, unknown)
	handovers := shop.HandoverVisits(device.ID)
	if len(handovers) != 3 {
		t.Fatalf("the handed over visits are %+v, want 3", handovers)
	}
	for _, handover := range handovers {
		var want error
		switch {
		case handover.Name == "unknown":
			want = loyalty.ErrCustomerNotFound
		case handover.At.After(changedAt):
			want = loyalty.ErrQRRevoked
		}
		_, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handover.ID)
		if want == nil && handover.CustomerID != ana.ID || !errors.Is(err, want) {
			t.Errorf("the handed over visit is %+v: %v, want %v", handover, err, want)
		}
	}
}
