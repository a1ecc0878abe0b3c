package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func servedVisit(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, servedBy string) service.RegisteredVisit {
	t.Helper()
	visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: customer.ID, ServedBy: servedBy})
	if err != nil {
		t.Fatal(err)
	}
	return visit
}

func staffVisits(t *testing.T, shop *servicetest.Shop) map[string]int64 {
	t.Helper()
	visits := map[string]int64{}
	for _, line := range staffReport(t, shop, shop.Owner).Lines {
		visits[line.UserID] = line.Now.Visits
	}
	return visits
}

func TestServedBy_ChosenAtTheScan_CountsForThatUser(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	servedVisit(t, shop, ana, shop.Admin.UserID)
	servedVisit(t, shop, berta, shop.Barber.UserID)
	got := staffVisits(t, shop)
	if got[shop.Admin.UserID] != 1 || got[shop.Barber.UserID] != 1 {
		t.Errorf("the visits by user are %v, want one for the admin and one for the barber", got)
	}
	visits, err := shop.Cases.Visits.List(t.Context(), shop.Owner, ana.ID, usecase.ListRequest{Limit: 10})
	if err != nil || len(visits.Items) != 1 || visits.Items[0].RegisteredByName != "BARBER" || visits.Items[0].ServedByName != "ADMIN" {
		t.Errorf("the visits are %+v, %v; want one registered by BARBER and served by ADMIN", visits.Items, err)
	}
	own, err := shop.Cases.Visits.List(t.Context(), shop.Owner, berta.ID, usecase.ListRequest{Limit: 10})
	if err != nil || own.Items[0].ServedByName != "" {
		t.Errorf("a visit that the registering user did names %q, want no other user", own.Items[0].ServedByName)
	}
	breaches, err := shop.Store.Check(t.Context())
	if err != nil || breaches.Rows > 0 {
		t.Errorf("the visits break rules: %v %v", breaches.First, err)
	}
}

func TestServedBy_UnknownUser_RefusedUnlessTheVisitWaited(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	ana := shop.Customer("Ana")
	for _, unknown := range []string{other.Barber.UserID, "x"} {
		_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID, ServedBy: unknown})
		var refusal *loyalty.Error
		if !errors.As(err, &refusal) || refusal.Kind != loyalty.Invalid {
			t.Errorf("served by %s: %v, want a validation error", unknown, err)
		}
	}
	now := shop.Clock.Now()
	visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{
		CustomerID: ana.ID, ServedBy: "x", Times: loyalty.VisitTimes{ScannedAt: now.Add(-time.Hour), SentAt: now},
	})
	if err != nil || visit.Visit.ServedBy != "" || visit.Progress.Card.Stamps != 1 {
		t.Errorf("a visit that waited gives %+v, %v; want a stamp that counts for the barber", visit, err)
	}
}

func TestServedBy_RetryWithAnotherUser_ReplaysTheFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t)
	request := service.VisitRequest{CustomerID: shop.Customer("Ana").ID, ServedBy: shop.Admin.UserID, Key: "visit-1"}
	first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil {
		t.Fatal(err)
	}
	request.ServedBy = shop.Owner.UserID
	again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil || !again.Replayed || again.Visit.ID != first.Visit.ID || again.Visit.ServedBy != shop.Admin.UserID {
		t.Errorf("the retry gives %+v, %v; want the first visit", again, err)
	}
}

func TestHandover_Registered_CountsForTheUserWhoServed(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t)
	device := shop.EnrolDevice("Tablet")
	scannedVisit, servedVisit, unknown := shop.ScannedVisit(shop.Customer("Ana")), shop.ScannedVisit(shop.Customer("Berta")), shop.ScannedVisit(shop.Customer("Carla"))
	servedVisit.ServedBy, unknown.ServedBy = shop.Admin.UserID, "x"
	shop.RevokeDevice(device)
	shop.HandOver(device, scannedVisit, servedVisit, unknown)
	for _, handover := range shop.HandoverVisits(device.ID) {
		if _, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, handover.ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := staffVisits(t, shop); got[shop.Barber.UserID] != 2 || got[shop.Admin.UserID] != 1 || got[shop.Owner.UserID] != 0 {
		t.Errorf("the visits by user are %v, want two for the barber who scanned and one for the admin", got)
	}
}

func TestWaitingVisit_Accepted_CountsForTheUserWhoServed(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t)
	now := shop.Clock.Now()
	waiting, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{
		CustomerID: shop.Customer("Ana").ID, ServedBy: shop.Admin.UserID, Times: loyalty.VisitTimes{ScannedAt: now.Add(-25 * time.Hour), SentAt: now},
	})
	if err != nil || !waiting.Waiting {
		t.Fatalf("the visit gives %+v, %v; want it to wait", waiting, err)
	}
	if _, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, "", waiting.Visit.ID); err != nil {
		t.Fatal(err)
	}
	if got := staffVisits(t, shop); got[shop.Admin.UserID] != 1 {
		t.Errorf("the visits by user are %v, want one for the admin", got)
	}
}

func TestChangeServedBy_OwnRecentVisit_MovesTheCountsAndIsAudited(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t)
	visit := servedVisit(t, shop, shop.Customer("Ana"), "").Visit
	refreshCounts(t, shop)
	for range 2 { // repeats change nothing
		if err := shop.Cases.Visits.ChangeServedBy(t.Context(), shop.Barber, visit.ID, shop.Admin.UserID); err != nil {
			t.Fatal(err)
		}
	}
	if got := staffVisits(t, shop); got[shop.Admin.UserID] != 1 || got[shop.Barber.UserID] != 0 {
		t.Errorf("after the correction the visits by user are %v, want one for the admin", got)
	}
	entries := shop.Database.Rows(t, fmt.Sprintf("SELECT actor_id FROM audit_events WHERE action = 'visit.served-by-changed' AND subject_id = '%s'", visit.ID))
	if !slices.Equal(entries, []string{shop.Barber.UserID}) {
		t.Errorf("the trail names %q, want the barber once", entries)
	}
	if err := shop.Cases.Visits.ChangeServedBy(t.Context(), shop.Barber, visit.ID, shop.Barber.UserID); err != nil {
		t.Fatal(err)
	}
	if got := staffVisits(t, shop); got[shop.Barber.UserID] != 1 || got[shop.Admin.UserID] != 0 {
		t.Errorf("corrected back, the visits by user are %v, want one for the barber", got)
	}
}

func TestChangeServedBy_StrangersLateOrDeleted_IsRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	visit := servedVisit(t, shop, shop.Customer("Ana"), "").Visit
	change := func(actor usecase.Actor, id, user string) error {
		return shop.Cases.Visits.ChangeServedBy(t.Context(), actor, id, user)
	}
	servicetest.MustRefuse(t, "of another business", change(other.Owner, visit.ID, other.Barber.UserID), loyalty.ErrVisitNotFound)
	var refusal *loyalty.Error
	if err := change(shop.Owner, visit.ID, other.Barber.UserID); !errors.As(err, &refusal) || refusal.Kind != loyalty.Invalid {
		t.Errorf("another business's user: %v, want a validation error", err)
	}
	shop.Clock.Advance(loyalty.VisitUndoWindow + time.Second)
	servicetest.MustRefuse(t, "after ten minutes", change(shop.Barber, visit.ID, shop.Admin.UserID), loyalty.ErrServedByTooLate)
	if err := change(shop.Admin, visit.ID, shop.Admin.UserID); err != nil {
		t.Errorf("an administrator later: %v, want no refusal", err)
	}
	if _, err := shop.Cases.Visits.Delete(t.Context(), shop.Owner, visit.ID); err != nil {
		t.Fatal(err)
	}
	servicetest.MustRefuse(t, "a deleted visit", change(shop.Owner, visit.ID, shop.Owner.UserID), loyalty.ErrVisitNotFound)
}

func TestColleagues_OfTheBusiness_AreListed(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	colleagues, err := shop.Cases.Visits.Colleagues(t.Context(), shop.Barber)
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{}
	for _, colleague := range colleagues {
		ids = append(ids, colleague.ID)
	}
	for _, want := range []string{shop.Barber.UserID, shop.Admin.UserID, shop.Owner.UserID} {
		if !slices.Contains(ids, want) {
			t.Errorf("the colleagues %v lack %s", ids, want)
		}
	}
	if slices.Contains(ids, other.Barber.UserID) {
		t.Errorf("the colleagues %v contain another business's barber", ids)
	}
}
