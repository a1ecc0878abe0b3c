package service_test

import (
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// The address and device of entries about the staff stay.
func TestActivity_ErasedCustomer_LeavesNoTrace(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana Ruiz")
	visible := func() string {
		return strings.Join(shop.Database.Rows(t, "SELECT coalesce(address, '-') || ' ' || coalesce(device, '-') FROM audit_events WHERE customer_id = '"+ana.ID+"' ORDER BY id"), "; ")
	}
	ctx := usecase.WithCaller(usecase.WithAddress(t.Context(), "83.45.1.2"), usecase.Caller{IsRequest: true, IsCustomer: true, Device: "Safari en iPhone"})
	if err := shop.Cases.SelfService.RequestErasure(ctx, access.PortalUser{BusinessID: shop.Business.ID, CustomerID: ana.ID}); err != nil {
		t.Fatal(err)
	}
	if before := visible(); !strings.Contains(before, "83.45.1.2 Safari en iPhone") {
		t.Fatalf("before the erasure the trail has %q, want %q in it", before, "83.45.1.2 Safari en iPhone")
	}
	activity, _, err := shop.Cases.Activity.List(t.Context(), shop.Owner, service.ActivityRequest{ListRequest: usecase.ListRequest{Limit: 50}})
	if err != nil || len(activity.Items) == 0 {
		t.Fatalf("after the request the activity is %+v, %v; want the blocked entry", activity.Items, err)
	}
	for _, entry := range activity.Items {
		if entry.Names.Customer != "" || entry.ActorID == "" && entry.Address+entry.Device != "" {
			t.Errorf("after the request the entry is %+v, want no name, address or device of the customer", entry)
		}
	}
	shop.Clock.Advance(4 * 366 * 24 * time.Hour)
	if err := shop.Cases.Maintenance.ApplyRetention(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := visible(); strings.Contains(after, "83.45.1.2") || strings.Contains(after, "iPhone") {
		t.Errorf("after the erasure the trail has %q, want neither address nor device", after)
	}
	request := service.ActivityRequest{CustomerID: ana.ID, ListRequest: usecase.ListRequest{Limit: 50}}
	entries, _, err := shop.Cases.Activity.List(t.Context(), shop.Owner, request)
	if err != nil || len(entries.Items) == 0 {
		t.Fatalf("the activity is %+v, %v; want some entries", entries.Items, err)
	}
	for _, entry := range entries.Items {
		if strings.Contains(entry.Names.Customer, "Ana") || entry.IsCustomerActive {
			t.Errorf("the entry is %+v, want an inactive customer without name", entry)
		}
	}
}

// An operator may open a record by the id of its QR.
func TestActivity_ReadByQRID_IsListedUnderTheCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, luis := shop.Register("Ana Ruiz"), shop.Register("Luis Gil")
	if ana.QR() == ana.ID {
		t.Fatal("the QR id must not be the internal id")
	}
	former := ana.QR()
	changedCustomer, err := shop.Cases.QRChanges.Change(t.Context(), shop.Owner, ana.ID, "")
	if err != nil || changedCustomer.QR() == former {
		t.Fatalf("the renewed QR is %q, %v; want another one", changedCustomer.QR(), err)
	}
	operator := servicetest.OperatorActor(t, shop.Town)
	operator.BusinessID = shop.Business.ID
	reads := func(customerID string) (count int) {
		entries, _, err := shop.Cases.Activity.List(t.Context(), shop.Owner, service.ActivityRequest{CustomerID: customerID, ListRequest: usecase.ListRequest{Limit: 50}})
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries.Items {
			if entry.Action == loyalty.ActionRecordRead && entry.SubjectID == customerID {
				count++
			}
		}
		return count
	}
	for i, requestedID := range []string{ana.ID, changedCustomer.QR(), former} {
		shop.Clock.Advance(time.Hour)
		if err := shop.Cases.Activity.NoteRead(t.Context(), operator, loyalty.ActionRecordRead, requestedID, ""); err != nil {
			t.Fatal(err)
		}
		if err := shop.Cases.Activity.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := reads(ana.ID); got != i+1 {
			t.Errorf("after %d reads the customer's activity has %d, want one more per read", i+1, got)
		}
	}
	if got := reads(luis.ID); got != 0 {
		t.Errorf("another customer's activity has %d reads, want none", got)
	}
}

func TestActivity_RecordMergedTwice_IsListedUnderTheKeptCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first, second, keptRecord := shop.Register("Ana Ruiz"), shop.Register("Anita Ruiz"), shop.Register("Ana Ruiz Soler")
	for _, merge := range [][2]string{{second.ID, first.ID}, {keptRecord.ID, second.ID}} {
		if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, merge[0], merge[1]); err != nil {
			t.Fatal(err)
		}
	}
	for name, request := range map[string]service.ActivityRequest{
		"by customer": {CustomerID: keptRecord.ID, ListRequest: usecase.ListRequest{Limit: 50}},
		"by search":   {ListRequest: usecase.ListRequest{Limit: 50, Search: "Soler"}},
	} {
		entries, _, err := shop.Cases.Activity.List(t.Context(), shop.Owner, request)
		if err != nil {
			t.Fatal(err)
		}
		listedIDs := map[string]bool{}
		for _, entry := range entries.Items {
			listedIDs[entry.CustomerID()] = true
			if entry.Names.Customer != keptRecord.Name {
				t.Errorf("%s: the customer of %s is %q, want %q", name, entry.Action, entry.Names.Customer, keptRecord.Name)
			}
		}
		if !listedIDs[first.ID] || !listedIDs[second.ID] || !listedIDs[keptRecord.ID] {
			t.Errorf("%s: the activity is about %v, want all three records", name, listedIDs)
		}
	}
	shop.Archive(keptRecord)
	activity, _, err := shop.Cases.Activity.List(t.Context(), shop.Owner, service.ActivityRequest{ListRequest: usecase.ListRequest{Limit: 50}})
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range activity.Items {
		if entry.CustomerID() != "" && entry.Names.Customer != "" {
			t.Errorf("after archiving, the customer of %s is %q, want no name", entry.Action, entry.Names.Customer)
		}
	}
}
