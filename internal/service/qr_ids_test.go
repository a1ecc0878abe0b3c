package service_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

// counterHash hashes the id of a QR as a counter does.
func counterHash(t *testing.T, key, qrID string) string {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil || len(raw) != sha256.Size {
		t.Fatalf("the key %q: %v; want the length of a SHA-256", key, err)
	}
	mac := hmac.New(sha256.New, raw)
	mac.Write([]byte(qrID))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:12])
}

// removeQRIDs gives customers a QR with their own id, like customers from before customers.qr_id.
func removeQRIDs(t *testing.T, shop *servicetest.Shop, customers ...*loyalty.Customer) {
	t.Helper()
	for _, customer := range customers {
		shop.Database.Corrupt(t, "UPDATE customers SET qr_id = NULL WHERE id = '"+customer.ID+"'")
		customer.QRID = ""
	}
}

func TestNewCustomer_QR_DiffersFromTheID(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	mother := shop.Register("Ana")
	child, err := shop.Cases.Children.Add(t.Context(), shop.Admin, mother.ID, loyalty.ChildDraft{Name: "Leo", Birthday: "2020-05-17", Consents: true}, "")
	if err != nil {
		t.Fatal(err)
	}
	for how, customer := range map[string]loyalty.Customer{"registered": mother, "created by the staff": shop.Customer("Eva"), "a child": child} {
		if customer.QR() == customer.ID || len(customer.QR()) < 20 {
			t.Errorf("%s: the QR id must be a long random one: %+v", how, customer)
		}
		servicetest.MustAnswerQR(t, shop, customer.QR(), nil)
		servicetest.MustAnswerQR(t, shop, customer.ID, loyalty.ErrCustomerNotFound)
	}
}

func TestVisit_QRWithOwnID_CountsForItsCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, old := shop.Customer("Ana"), shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	for qrID, owner := range map[string]string{ana.QR(): ana.ID, old.ID: old.ID} {
		if customerID, err := scanQR(t, shop, qrID, loyalty.VisitTimes{}); err != nil || customerID != owner {
			t.Errorf("the QR %s counts for %s: %v; want %s", qrID, customerID, err, owner)
		}
	}
	shop.Clock.Advance(24 * time.Hour)
	if customerID, err := scanQR(t, shop, ana.ID, loyalty.VisitTimes{}); err != nil || customerID != ana.ID {
		t.Errorf("a visit with the typed customer id counts for %s, %v; want %s", customerID, err, ana.ID)
	}
	other := shop.Town.Shop(t)
	for _, qrID := range []string{ana.QR(), old.ID} {
		if _, err := scanQR(t, other, qrID, loyalty.VisitTimes{}); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("another business answers %s with %v, want ErrCustomerNotFound", qrID, err)
		}
	}
}

// An old printed QR stays valid, also offline. No text in the snapshot opens a card.
func TestSnapshot_AnyString_OpensNoCard(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, old, double := shop.Customer("Ana"), shop.Customer("Eva"), shop.Customer("Eva doble")
	removeQRIDs(t, shop, &old, &double)
	start := shop.Clock.Now()
	shop.Clock.Advance(time.Hour)
	mergeRecords(t, shop, old, double)
	for range 2 { // the second time with snapshot ids
		for _, since := range []time.Time{{}, start.Add(time.Minute)} {
			snapshot := readSnapshot(t, shop, since)
			for _, text := range stringsIn(t, snapshot) {
				servicetest.MustAnswerQR(t, shop, text, loyalty.ErrCustomerNotFound)
			}
		}
	}
	for _, qrID := range []string{ana.QR(), old.ID, double.ID} {
		servicetest.MustAnswerQR(t, shop, qrID, nil)
	}
}

func stringsIn(t *testing.T, snapshot service.Snapshot) []string {
	t.Helper()
	fields := map[string]any{"gone": snapshot.RemovedIDs, "keys": []string{snapshot.QRKey, snapshot.HashKey, snapshot.Next}}
	for _, c := range snapshot.Customers {
		fields[c.SnapshotID] = append([]string{c.SnapshotID, c.QR, c.Name, c.Phone}, c.EndedQRs...)
	}
	fieldsJSON, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	texts := strings.FieldsFunc(string(fieldsJSON), func(r rune) bool { return strings.ContainsRune(`"[]{},: `, r) })
	if len(texts) < 6 {
		t.Fatalf("the snapshot has the texts %q, want at least 6", texts)
	}
	return texts
}

func readSnapshot(t *testing.T, shop *servicetest.Shop, since time.Time) service.Snapshot {
	t.Helper()
	snapshot, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Since: since, Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

func TestSnapshot_OldCustomer_KeepsSnapshotIDThatTheStaffCanUse(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	old := shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	first := readSnapshot(t, shop, time.Time{}).Customers[0]
	if first.SnapshotID == old.ID || first.QR != counterHash(t, readSnapshot(t, shop, time.Time{}).HashKey, old.ID) {
		t.Fatalf("the snapshot has %+v; want another snapshot id, and the hash of the QR", first)
	}
	servicetest.ChangeQR(t, shop, old)
	if again := readSnapshot(t, shop, time.Time{}).Customers[0]; again.SnapshotID != first.SnapshotID {
		t.Errorf("the id must not change: it was %s and is %s", first.SnapshotID, again.SnapshotID)
	}
	visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: first.SnapshotID})
	if err != nil || visit.Visit.CustomerID != old.ID {
		t.Errorf("a visit by the snapshot's id gives %+v, %v; want Visit.CustomerID %v", visit, err, old.ID)
	}
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Town.Shop(t).Barber, first.SnapshotID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business answers the id with %v, want ErrCustomerNotFound", err)
	}
	shop.Archive(old)
	if removedIDs := readSnapshot(t, shop, shop.Clock.Now()).RemovedIDs; !slices.Equal(removedIDs, []string{first.SnapshotID}) {
		t.Errorf("after the removal the removed ids are %v, want %v", removedIDs, []string{first.SnapshotID})
	}
}

func TestSnapshot_CustomerErasedAtOnce_IsRemoved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, old := shop.Customer("Ana"), shop.Customer("Eva")
	removeQRIDs(t, shop, &old)
	snapshotIDs := []string{}
	for _, customer := range readSnapshot(t, shop, time.Time{}).Customers {
		snapshotIDs = append(snapshotIDs, customer.SnapshotID)
	}
	for _, customer := range []loyalty.Customer{ana, old} {
		shop.Archive(customer)
		now := shop.Clock.Now()
		err := shop.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
			erasure := loyalty.Erasure{CustomerID: customer.ID, RequestedAt: now, DueAt: now}
			return errors.Join(tx.Erasures().Insert(erasure), tx.Erasures().Erase(customer.ID, now))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(snapshotIDs)
	if removedIDs := slices.Sorted(slices.Values(readSnapshot(t, shop, shop.Clock.Now()).RemovedIDs)); !slices.Equal(removedIDs, snapshotIDs) {
		t.Errorf("the removed ids are %v, want %v", removedIDs, snapshotIDs)
	}
}
