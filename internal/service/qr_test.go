package service_test

import (
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
)

func TestQRKey_ConcurrentPrograms_ShareOneKey(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	contents := make([]string, 8)
	var wg sync.WaitGroup
	for i := range contents {
		program := shop.SecondServer(t)
		wg.Go(func() {
			qr, err := program.QRCodes.Content(t.Context(), ana.QR())
			if err != nil || qr.ID != ana.QR() || qr.BusinessID != shop.Business.ID {
				t.Errorf("the content of the QR is %+v, %v; want Ana's QR at the business", qr, err)
			}
			snapshot, err := program.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Limit: 1})
			if err != nil {
				t.Error(err)
			}
			contents[i] = qr.Signature + " " + snapshot.QRKey
		})
	}
	wg.Wait()
	for _, other := range contents[1:] {
		if other != contents[0] {
			t.Fatalf("two servers must sign and verify alike, but have\n%s\n%s", contents[0], other)
		}
	}
	neighbour := shop.Town.Shop(t)
	snapshot, err := neighbour.Cases.Snapshots.Read(t.Context(), neighbour.Barber, service.SnapshotRequest{Limit: 1})
	if err != nil || len(contents[0]) < 87 || snapshot.QRKey == contents[0][87:] {
		t.Errorf("another business must have another key, but has %q, %v", snapshot.QRKey, err)
	}
}

func TestSendQR_Message_BringsQROfPage(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	claim, err := shop.Cases.Queue.Claim(t.Context(), messaging.ClaimRequest{BusinessID: shop.Business.ID, Lane: messaging.LaneRest, Max: 10})
	if err != nil || len(claim.Messages) != 1 || claim.Messages[0].Kind != loyalty.MessageQR {
		t.Fatalf("the claim took %+v, %v; want the message with the QR", claim, err)
	}
	page, err := shop.Cases.QRCodes.Content(t.Context(), ana.QR())
	if err != nil || claim.Messages[0].QR != page {
		t.Errorf("the message has %+v, but the page %+v, %v; want the same QR", claim.Messages[0].QR, page, err)
	}
}
