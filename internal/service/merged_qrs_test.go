package service_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// An offline counter counts a scan of a merged record's ended QR for the kept record.
func TestSnapshot_KeptRecord_HasEndedQRsOfMergedRecords(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, duplicate, third := shop.Customer("Ana"), shop.Customer("Ana doble"), shop.Customer("Ana tercera")
	servicetest.ChangeQR(t, shop, shop.Customer("Eva"))
	servicetest.ChangeQR(t, shop, third)
	servicetest.ChangeQR(t, shop, duplicate)
	mergeRecords(t, shop, duplicate, third)
	mergeRecords(t, shop, ana, duplicate)
	snapshot, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{counterHash(t, snapshot.HashKey, duplicate.QR()), counterHash(t, snapshot.HashKey, third.QR())}
	slices.Sort(want)
	at := slices.IndexFunc(snapshot.Customers, func(c service.SnapshotCustomer) bool { return c.ID == ana.ID })
	if endedQRs := slices.Sorted(slices.Values(snapshot.Customers[at].EndedQRs)); !slices.Equal(endedQRs, want) {
		t.Errorf("the customer's ended QRs are %v, want %v", endedQRs, want)
	}
}

func TestLateVisit_QRChangedAndMergeUndoneSinceScan_CountsForRecordOfQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, duplicate := shop.Customer("Ana"), shop.Customer("Ana doble")
	mergeID := mergeRecords(t, shop, ana, duplicate)
	shop.Clock.Advance(24 * time.Hour)
	servicetest.ChangeQR(t, shop, ana)
	shop.Clock.Advance(2 * time.Hour)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, mergeID); err != nil {
		t.Fatal(err)
	}
	for qrID, wantCustomerID := range map[string]string{ana.QR(): ana.ID, duplicate.QR(): duplicate.ID} {
		if customerID, err := scanQR(t, shop, qrID, lateTimes(shop, 3*time.Hour, 0)); err != nil || customerID != wantCustomerID {
			t.Errorf("a scan before the QR change counts for %s (error %v); want %s", customerID, err, wantCustomerID)
		}
	}
}
