package service_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func ownVisits(t *testing.T, shop *servicetest.Shop, actor usecase.Actor) (ids, undoable []string) {
	t.Helper()
	visits, err := shop.Cases.Visits.ListOwn(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	for _, visit := range visits {
		ids = append(ids, visit.ID)
		if visit.MayUndo {
			undoable = append(undoable, visit.ID)
		}
	}
	return ids, undoable
}

func removalRequests(t *testing.T, shop *servicetest.Shop) []service.NamedVisit {
	t.Helper()
	visits, err := shop.Cases.Visits.ListRemovalRequests(t.Context(), shop.Admin)
	if err != nil {
		t.Fatal(err)
	}
	return visits
}

func TestOwnVisits_OfToday_NewestFirst(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	other.Visit(other.Customer("Ana"))
	old := shop.Visit(shop.Customer("Ayer"))
	shop.Clock.Advance(24 * time.Hour)
	first := shop.Visit(shop.Customer("Ana"))
	shop.Clock.Advance(loyalty.VisitUndoWindow)
	second := shop.Visit(shop.Customer("Bea"))
	shop.FurtherVisit(shop.Customer("Carla")) // by the owner
	ids, undoable := ownVisits(t, shop, shop.Barber)
	both := []string{second.Visit.ID, first.Visit.ID}
	if !slices.Equal(ids, both) || !slices.Equal(undoable, both) {
		t.Errorf("the barber sees %v and may undo %v, want %v for both and not %s", ids, undoable, both, old.Visit.ID)
	}
	shop.Clock.Advance(time.Second)
	if _, undoable = ownVisits(t, shop, shop.Barber); !slices.Equal(undoable, both[:1]) {
		t.Errorf("after ten minutes %v may be undone, want only the second visit", undoable)
	}
	if _, err := shop.Cases.Visits.Undo(t.Context(), shop.Barber, second.Visit.ID); err != nil {
		t.Fatal(err)
	}
	if ids, _ = ownVisits(t, shop, shop.Barber); !slices.Equal(ids, both[1:]) {
		t.Errorf("after an undo the barber sees %v, want only the first visit", ids)
	}
}

func TestOwnVisits_LongDay_ReturnsAllVisits(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t)
	first := shop.Visit(shop.Customer("Ana"))
	for range 40 {
		shop.Clock.Advance(time.Second)
		shop.Visit(shop.Customer("Bea"))
	}
	if ids, _ := ownVisits(t, shop, shop.Barber); len(ids) != 41 || ids[40] != first.Visit.ID {
		t.Errorf("the barber sees %d visits, want all 41", len(ids))
	}
}

// Spec: checkin-15
func TestRemovalRequest_Granted_TakesStampAndRewardBack(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 4)
	shop.Clock.Advance(24 * time.Hour)
	visit := shop.Visit(ana)
	shop.Clock.Advance(loyalty.VisitUndoWindow + time.Second)
	_, err := shop.Cases.Visits.Undo(t.Context(), shop.Barber, visit.Visit.ID)
	servicetest.MustRefuse(t, "undoing too late", err, loyalty.ErrUndoTooLate)
	for range 2 { // repeats change nothing
		removal, err := shop.Cases.Visits.RequestRemoval(t.Context(), shop.Barber, visit.Visit.ID)
		if err != nil || !removal.AwaitsRemoval() {
			t.Fatalf("the request gives %+v, %v; want a visit that awaits removal", removal, err)
		}
		shop.Clock.Advance(time.Minute)
	}
	waiting := removalRequests(t, shop)
	if len(waiting) != 1 || waiting[0].CustomerName != "Ana" || waiting[0].RegisteredBy != shop.Barber.UserID {
		t.Errorf("the waiting requests are %+v; want one, CustomerName Ana and RegisteredBy %v", waiting, shop.Barber.UserID)
	}
	if foreign := removalRequests(t, other); len(foreign) != 0 {
		t.Errorf("another business sees %+v, want no requests", foreign)
	}
	shop.Delete(visit)
	if remaining := removalRequests(t, shop); len(remaining) != 0 {
		t.Errorf("after the removal the waiting requests are %+v, want none", remaining)
	}
	mustOwe(t, shop, ana, "without the fifth stamp", nil)
	shop.MustHoldInvariants(t)
}

func TestRemovalRequest_Refused_LeavesVisit(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	visit := shop.Visit(shop.Customer("Ana")).Visit.ID
	if _, err := shop.Cases.Visits.RequestRemoval(t.Context(), shop.Barber, visit); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := shop.Cases.Visits.RefuseRemoval(t.Context(), shop.Admin, visit); err != nil {
			t.Fatal(err)
		}
	}
	again, err := shop.Cases.Visits.RequestRemoval(t.Context(), shop.Barber, visit)
	if err != nil || again.AwaitsRemoval() || again.RemovalRefusedAt.IsZero() {
		t.Errorf("requested again, the visit is %+v, %v; want it refused still", again, err)
	}
	if ids, _ := ownVisits(t, shop, shop.Barber); !slices.Equal(ids, []string{visit}) || len(removalRequests(t, shop)) != 0 {
		t.Errorf("the barber's visits are %v, want only this one, without a request", ids)
	}
	shop.MustHoldInvariants(t)
}

func TestRemovalRequest_OtherUserOrVisit_IsRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	visit := shop.Visit(shop.Customer("Ana")).Visit.ID
	ask := func(actor usecase.Actor, id string) error {
		return servicetest.ErrorOf(shop.Cases.Visits.RequestRemoval(t.Context(), actor, id))
	}
	servicetest.MustRefuse(t, "a request for another user's visit", ask(shop.Admin, visit), loyalty.ErrUndoNotYours)
	servicetest.MustRefuse(t, "a request for another business's visit", ask(other.Barber, visit), loyalty.ErrVisitNotFound)
	servicetest.MustRefuse(t, "a refusal without a request", servicetest.ErrorOf(shop.Cases.Visits.RefuseRemoval(t.Context(), shop.Admin, visit)), loyalty.ErrRemovalNotRequested)
	servicetest.MustRefuse(t, "a refusal by another business", servicetest.ErrorOf(shop.Cases.Visits.RefuseRemoval(t.Context(), other.Admin, visit)), loyalty.ErrVisitNotFound)
	if _, err := shop.Cases.Visits.Undo(t.Context(), shop.Barber, visit); err != nil {
		t.Fatal(err)
	}
	if err := ask(shop.Barber, visit); !errors.Is(err, loyalty.ErrVisitNotFound) {
		t.Errorf("a request for an undone visit returns %v, want ErrVisitNotFound", err)
	}
}
