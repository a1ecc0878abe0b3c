package service_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// The ended QRs of a merged record identify the kept record.
func TestSnapshot_MergedRecord_HasItsEndedQRs(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, double, third := shop.Customer("Ana"), shop.Customer("Ana doble"), shop.Customer("Ana tercera")
	servicetest.ChangeQR(t, shop, shop.Customer("Eva"))
	servicetest.ChangeQR(t, shop, third)
	servicetest.ChangeQR(t, shop, double)
	mergeRecords(t, shop, double, third)
	mergeRecords(t, shop, ana, double)
	snapshot, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{counterHash(t, snapshot.HashKey, double.QR()), counterHash(t, snapshot.HashKey, third.QR())}
	slices.Sort(want)
	at := slices.IndexFunc(snapshot.Customers, func(c service.SnapshotCustomer) bool { return c.ID == ana.ID })
	if endedQRs := slices.Sorted(slices.Values(snapshot.Customers[at].EndedQRs)); !slices.Equal(endedQRs, want) {
		t.Errorf("the customer's ended QRs are %v, want %v", endedQRs, want)
	}
}

func TestLateVisit_QRMergedSince_CountsForScannedCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, double := shop.Customer("Ana"), shop.Customer("Ana doble")
	merge := mergeRecords(t, shop, ana, double)
	shop.Clock.Advance(24 * time.Hour)
	servicetest.ChangeQR(t, shop, ana)
	shop.Clock.Advance(2 * time.Hour)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge); err != nil {
		t.Fatal(err)
	}
	for qrID, owner := range map[string]string{ana.QR(): ana.ID, double.QR(): double.ID} {
		if customerID, err := scanQR(t, shop, qrID, lateTimes(shop, 3*time.Hour, 0)); err != nil || customerID != owner {
			t.Errorf("a scan before the change counts for %s, %v; want %s", customerID, err, owner)
		}
	}
}
