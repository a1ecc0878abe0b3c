package service_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func scanQR(t *testing.T, shop *servicetest.Shop, qrID string, times loyalty.VisitTimes) (string, error) {
	t.Helper()
	visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: qrID, Scanned: true, Times: times})
	return visit.Visit.CustomerID, err
}

// Spec: portal-18
func TestChangeQR_OldQREndsAndNewQROpens(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	servicetest.MustAnswerQR(t, shop, ana.QR(), nil)
	once := servicetest.ChangeQR(t, shop, ana)
	if once.ID != ana.ID || once.QR() == ana.QR() || once.VisitsCount != 1 {
		t.Fatalf("after the change the customer is %+v, want Ana with another QR and one visit", once)
	}
	twice := servicetest.ChangeQR(t, shop, once)
	for _, endedQR := range []string{ana.QR(), once.QR()} {
		servicetest.MustAnswerQR(t, shop, endedQR, loyalty.ErrCustomerNotFound)
	}
	servicetest.MustAnswerQR(t, shop, twice.QR(), nil)
	if content, err := shop.Cases.QRCodes.Content(t.Context(), twice.QR()); err != nil || content.ID != twice.QR() {
		t.Errorf("the new QR has the content %+v, %v; want the new QR", content, err)
	}
}

// Spec: portal-18
func TestVisit_ChangedQR_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	once := servicetest.ChangeQR(t, shop, ana)
	twice := servicetest.ChangeQR(t, shop, once)
	for _, endedQR := range []string{ana.QR(), once.QR()} {
		if _, err := scanQR(t, shop, endedQR, loyalty.VisitTimes{}); !errors.Is(err, loyalty.ErrQRRevoked) {
			t.Errorf("scanning the ended QR %s returns %v, want ErrQRRevoked", endedQR, err)
		}
	}
	if owner, err := scanQR(t, shop, twice.QR(), loyalty.VisitTimes{}); err != nil || owner != ana.ID {
		t.Errorf("the new QR counts for %s: %v; want %s", owner, err, ana.ID)
	}
	if customer, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, twice.QR()); err != nil || customer.ID != ana.ID {
		t.Errorf("by the new QR the staff find %+v, %v; want ID %v", customer, err, ana.ID)
	}
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(ana) // by the customer's id
	if _, err := scanQR(t, shop, "nobodys0123456789", loyalty.VisitTimes{}); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("a QR that never existed returns %v, want ErrCustomerNotFound", err)
	}
}

func TestLateVisit_ScannedBeforeQRChange_Counts(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	shop.Clock.Advance(24 * time.Hour)
	servicetest.ChangeQR(t, shop, ana)
	former := servicetest.ChangeQR(t, shop, eva)
	servicetest.ChangeQR(t, shop, eva)
	shop.Clock.Advance(2 * time.Hour)
	for qrID, owner := range map[string]string{ana.QR(): ana.ID, former.QR(): eva.ID} {
		if _, err := scanQR(t, shop, qrID, lateTimes(shop, time.Hour, 0)); !errors.Is(err, loyalty.ErrQRRevoked) {
			t.Errorf("a scan after the change returns %v, want ErrQRRevoked", err)
		}
		if customerID, err := scanQR(t, shop, qrID, lateTimes(shop, 3*time.Hour, 0)); err != nil || customerID != owner {
			t.Errorf("a scan before the change counts for %s, %v; want %s", customerID, err, owner)
		}
	}
}

// The visit counts at the oldest allowed time, when the QR had ended.
func TestLateVisit_OlderThanThreeDays_ScannedBeforeQRChange_Counts(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Clock.Advance(time.Hour)
	servicetest.ChangeQR(t, shop, ana)
	shop.Clock.Advance(100 * time.Hour)
	request := service.VisitRequest{CustomerID: ana.QR(), Scanned: true, Times: lateTimes(shop, 101*time.Hour, 0), Key: shop.Key()}
	tabletActor := shop.ActorOnDevice(shop.EnrolDevice("Tablet"), shop.Barber)
	if got, err := shop.Cases.Visits.Register(t.Context(), tabletActor, request); err != nil || got.Visit.CustomerID != ana.ID {
		t.Errorf("a scan before the change returns %+v, %v; want Visit.CustomerID %v", got, err, ana.ID)
	}
}

func TestHandover_ChangedQR_CountsOnlyEarlierScans(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana, eva := shop.EnrolDevice("Tablet"), shop.Customer("Ana"), shop.Customer("Eva")
	eva = servicetest.ChangeQR(t, shop, eva)
	before, after, current := shop.ScannedVisit(ana), shop.ScannedVisit(ana), shop.ScannedVisit(eva)
	shop.Clock.Advance(time.Hour)
	servicetest.ChangeQR(t, shop, ana)
	shop.Clock.Advance(time.Hour)
	laterTimes := loyalty.VisitTimes{ScannedAt: shop.Clock.Now(), SentAt: shop.Clock.Now()}
	after.Times, before.Times.SentAt, current.Times.SentAt = laterTimes, laterTimes.SentAt, laterTimes.SentAt
	before.Scanned, after.Scanned, current.Scanned = true, true, true
	before.CustomerID, after.CustomerID, current.CustomerID = ana.QR(), ana.QR(), eva.QR()
	shop.RevokeDevice(device)
	for _, c := range []struct {
		visit service.HandoverVisit
		whose string
		want  error
	}{{before, ana.ID, nil}, {current, eva.ID, nil}, {after, ana.ID, loyalty.ErrQRRevoked}} {
		shop.HandOver(device, c.visit)
		handovers := shop.HandoverVisits(device.ID)
		last := handovers[slices.IndexFunc(handovers, func(h loyalty.HandoverVisit) bool { return h.Outcome == "" })]
		visit, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, last.ID)
		if !errors.Is(err, c.want) || c.want == nil && visit.CustomerID != c.whose {
			t.Errorf("the visit with the QR %s counts for %s: %v, want %v", c.visit.CustomerID, visit.CustomerID, err, c.want)
		}
	}
}

func TestChangeQR_Erasure_KeepsOldQREnded(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, double := shop.Customer("Ana"), shop.Customer("Ana doble")
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, double.ID)
	if err != nil {
		t.Fatal(err)
	}
	servicetest.ChangeQR(t, shop, ana)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, ana)); err != nil {
		t.Fatal(err)
	}
	err = shop.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error { return tx.Erasures().Erase(ana.ID, shop.Clock.Now()) })
	if err != nil {
		t.Fatal(err)
	}
	servicetest.MustAnswerQR(t, shop, double.QR(), loyalty.ErrCustomerNotFound)
	if _, err := scanQR(t, shop, double.QR(), loyalty.VisitTimes{}); !errors.Is(err, loyalty.ErrQRRevoked) {
		t.Errorf("scanning the merged record's QR returns %v, want ErrQRRevoked", err)
	}
}

func TestChangeQR_MergedRecords_EndsTheirQRs(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, double := shop.Customer("Ana"), shop.Customer("Ana doble")
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, double.ID)
	if err != nil {
		t.Fatal(err)
	}
	servicetest.MustAnswerQR(t, shop, double.QR(), nil)
	changedCustomer := servicetest.ChangeQR(t, shop, ana)
	for _, endedQR := range []string{ana.QR(), double.QR()} {
		servicetest.MustAnswerQR(t, shop, endedQR, loyalty.ErrCustomerNotFound)
		if _, err := scanQR(t, shop, endedQR, loyalty.VisitTimes{}); !errors.Is(err, loyalty.ErrQRRevoked) {
			t.Errorf("scanning the ended QR %s returns %v, want ErrQRRevoked", endedQR, err)
		}
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	again, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, double.ID)
	if err != nil || again.QR() == double.QR() || again.QR() == changedCustomer.QR() {
		t.Errorf("after the undo of the merge the record is %+v, %v; want a new QR", again, err)
	}
	servicetest.MustAnswerQR(t, shop, again.QR(), nil)
	servicetest.MustAnswerQR(t, shop, double.QR(), loyalty.ErrCustomerNotFound)
}

// Such a record was erased by earlier versions, three years after the merge.
func TestChangeQR_ErasedMergedRecord_StaysWithoutQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, double := shop.Customer("Ana"), shop.Customer("Ana doble")
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, double.ID); err != nil {
		t.Fatal(err)
	}
	erasure := loyalty.NewErasure(double.ID, shop.Clock.Now())
	servicetest.Must(t, 0, shop.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		return errors.Join(tx.Erasures().Insert(erasure), tx.Erasures().Erase(double.ID, erasure.DueAt))
	}))
	changedCustomer := servicetest.ChangeQR(t, shop, ana)
	servicetest.MustAnswerQR(t, shop, changedCustomer.QR(), nil)
	shop.MustHoldInvariants(t)
}

func TestMerge_ChangedQR_OpensKeptRecord(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, former := shop.Customer("Ana"), shop.Customer("Ana doble")
	double := servicetest.ChangeQR(t, shop, former)
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, double.ID); err != nil {
		t.Fatal(err)
	}
	if owner, err := scanQR(t, shop, double.QR(), loyalty.VisitTimes{}); err != nil || owner != ana.ID {
		t.Errorf("the QR counts for %s: %v; want %s", owner, err, ana.ID)
	}
	servicetest.MustAnswerQR(t, shop, double.QR(), nil)
	servicetest.MustAnswerQR(t, shop, former.QR(), loyalty.ErrCustomerNotFound)
}

func TestSnapshot_ChangedQRs_AreListed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	before := shop.Clock.Now()
	shop.Clock.Advance(time.Hour)
	once := servicetest.ChangeQR(t, shop, ana)
	twice := servicetest.ChangeQR(t, shop, once)
	for _, since := range []time.Time{{}, before.Add(30 * time.Minute)} {
		snapshot, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Since: since, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		hash := func(qrID string) string { return counterHash(t, snapshot.HashKey, qrID) }
		at := slices.IndexFunc(snapshot.Customers, func(c service.SnapshotCustomer) bool { return c.ID == ana.ID })
		if at < 0 || snapshot.Customers[at].QR != hash(twice.QR()) {
			t.Fatalf("the snapshot since %s has %+v, want the hash of the new QR", since, snapshot.Customers)
		}
		want := slices.Sorted(slices.Values([]string{hash(ana.QR()), hash(once.QR())}))
		for _, customer := range snapshot.Customers {
			if endedQRs := slices.Sorted(slices.Values(customer.EndedQRs)); customer.ID == ana.ID && !slices.Equal(endedQRs, want) || customer.ID == eva.ID && len(endedQRs) > 0 {
				t.Errorf("the snapshot since %s has for %s the ended QRs %v; want %v for Ana, none for Eva", since, customer.Name, endedQRs, want)
			}
		}
	}
}

func TestChangeQR_MessageAndCards_ShowNewQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	changedCustomer := servicetest.ChangeQR(t, shop, ana)
	if messages := shop.ClaimMessages(10); len(messages) != 1 || messages[0].QR.ID != changedCustomer.QR() {
		t.Errorf("the message has %+v, want the new QR", messages)
	}
	cards, err := shop.Cases.Portal.Cards(t.Context(), servicetest.PortalUser(shop, ana))
	if err != nil || len(cards) != 1 || cards[0].QRID != changedCustomer.QR() {
		t.Errorf("the customer's cards are %+v, %v; want the card with the new QR", cards, err)
	}
}

func TestChangeQR_QueuedMessage_ShowsNewQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	message := shop.ClaimMessages(1)[0]
	eva := shop.Register("Eva")
	for id, status := range map[string]string{"waiting": "QUEUED", "sent": "SENT"} {
		shop.Database.Corrupt(t, "INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, urgency, created_at, next_try_at) "+
			"SELECT business_id, '"+id+"', customer_id, phone, 'REPLY', text, '"+status+"', 0, created_at, next_try_at FROM messages WHERE id = '"+message.ID+"'")
	}
	changedCustomer := servicetest.ChangeQR(t, shop, ana)
	shop.FinishMessage(message, messaging.Try{Result: messaging.TryRetryLater})
	shop.Clock.Advance(time.Hour)
	want := map[string]string{"sent": ana.QR(), "waiting": changedCustomer.QR(), message.ID: changedCustomer.QR()}
	for _, message := range shop.ClaimMessages(10) {
		if message.Phone == eva.Phone {
			want[message.ID] = eva.QR()
		}
	}
	for id, qrID := range want {
		if text := shop.Database.Rows(t, "SELECT text FROM messages WHERE id = '"+id+"'")[0]; !strings.Contains(text, "/"+qrID+"/") {
			t.Errorf("message %s has the text %q, want %q in it", id, text, "/"+qrID+"/")
		}
	}
	if len(want) != 4 {
		t.Errorf("the messages are %v, want 4", want)
	}
}

func TestChangeQR_RepeatedOrSixthOfADay_MakesNoNewQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	user := servicetest.PortalUser(shop, ana)
	first, err := shop.Cases.QRChanges.ChangeOwn(t.Context(), user, "key-of-the-tap")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := shop.Cases.QRChanges.ChangeOwn(t.Context(), user, "key-of-the-tap"); err != nil || again.QR() != first.QR() {
		t.Errorf("the same request again gives %s, want %s, %v", again.QR(), first.QR(), err)
	}
	for range 4 {
		servicetest.ChangeQR(t, shop, ana)
	}
	if _, err := shop.Cases.QRChanges.ChangeOwn(t.Context(), user, ""); !errors.Is(err, loyalty.ErrTooMany) {
		t.Errorf("a sixth change returns %v, want ErrTooMany", err)
	}
	if _, err := shop.Cases.QRChanges.Change(t.Context(), shop.Owner, ana.ID, ""); err != nil {
		t.Errorf("changing the QR at the counter: %v", err)
	}
}

func TestChangeQR_OtherBusiness_IsNotFound(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	other := shop.Town.Shop(t)
	if _, err := other.Cases.QRChanges.Change(t.Context(), other.Owner, ana.ID, ""); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business that changes the QR gets %v, want ErrCustomerNotFound", err)
	}
	servicetest.MustAnswerQR(t, shop, ana.QR(), nil)
	changedCustomer := servicetest.ChangeQR(t, shop, ana)
	if _, err := scanQR(t, other, changedCustomer.QR(), loyalty.VisitTimes{}); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business answers the new QR with %v, want ErrCustomerNotFound", err)
	}
	if _, err := scanQR(t, other, ana.QR(), loyalty.VisitTimes{}); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business answers the ended QR with %v, want ErrCustomerNotFound", err)
	}
}
