package service_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// Spec: states-14
func TestVisit_AuthorizedWithoutKey_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	before := shop.Database.Dump(t)
	_, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, service.VisitRequest{CustomerID: ana.ID, Authorized: true})
	if !errors.Is(err, loyalty.ErrKeyRequired) {
		t.Errorf("the call returns %v, want %v", err, loyalty.ErrKeyRequired)
	}
	mustBeEqual(t, before, shop.Database.Dump(t))
}

// Spec: calls-22
func TestVisit_Replayed_ShowsCurrentState(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 4)
	fifth := shop.FurtherVisitRequest(ana)
	first, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, fifth)
	if err != nil || first.Replayed || first.NewReward == nil {
		t.Fatalf("the first request gives %+v, %v; want Replayed false and some NewReward", first, err)
	}
	shop.FurtherVisit(ana)
	again, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, fifth)
	if err != nil || !again.Replayed || again.Visit.ID != first.Visit.ID || again.NewReward.ID != first.NewReward.ID || !again.DeletedAt.IsZero() {
		t.Errorf("the same request again gives %+v, %v; want Replayed true, Visit.ID %v, NewReward.ID %v and no DeletedAt", again, err, first.Visit.ID, first.NewReward.ID)
	}
	if again.Progress.Card.Stamps != 6 {
		t.Errorf("the same request again shows %d stamps, want 6", again.Progress.Card.Stamps)
	}
	shop.Clock.Advance(time.Second)
	shop.Delete(first)
	deletedVisit, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, fifth)
	if err != nil || !deletedVisit.Replayed || !deletedVisit.DeletedAt.Equal(shop.Clock.Now()) || deletedVisit.Progress.Card.Stamps != 5 {
		t.Errorf("the same request after the deletion gives %+v, %v; want the deleted visit with 5 stamps", deletedVisit, err)
	}
	shop.MustHoldInvariants(t)
}

func TestVisit_ReplayedAfterMerge_ShowsKeptRecord(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, anita := shop.Customer("Ana"), shop.Customer("Anita")
	shop.Visits(ana, 2)
	request := shop.FurtherVisitRequest(anita)
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, request); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, anita.ID); err != nil {
		t.Fatal(err)
	}
	again, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, request)
	if err != nil || again.Progress.Card.Stamps != 3 {
		t.Errorf("the same request again shows %d stamps, %v; want 3", again.Progress.Card.Stamps, err)
	}
}

// Spec: calls-26
func TestRedeem_Replayed_IsMarked(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	half := shop.Visits(ana, 5).NewReward
	first, err := shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, ana.ID, half.ID, "one")
	if err != nil || first.Replayed {
		t.Fatalf("redeeming: replayed = %t, %v; want false", first.Replayed, err)
	}
	shop.FurtherVisit(ana)
	again, err := shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, ana.ID, half.ID, "one")
	if err != nil || !again.Replayed || again.Reward.Status != loyalty.RewardRedeemed || again.Progress.Card.Stamps != 6 {
		t.Errorf("the same request again gives %+v, %v; want Replayed true, Reward.Status %v and Progress.Card.Stamps 6", again, err, loyalty.RewardRedeemed)
	}
}

func TestReplay_RemovedRecord_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	servicetest.RecordConsent(t, shop, ana, true, loyalty.ConsentWhatsApp)
	guardian := shop.Customer("Eva")
	leo := servicetest.ChildOf(t, shop, guardian, "Leo")
	phone := ownPhone(shop.Phone())
	shop.Clock.Set(turnsFourteen())
	acts := map[string]struct {
		act  func() error
		want error
	}{
		"a QR that is sent": {func() error {
			_, err := shop.Cases.Messages.SendQR(t.Context(), shop.Owner, ana.ID, "qr")
			return err
		}, loyalty.ErrCustomerNotFound},
		"a new family": {func() error {
			_, err := shop.Cases.Families.Create(t.Context(), shop.Owner, "García", loyalty.PolicyPool, "family")
			return err
		}, loyalty.ErrFamilyNotFound},
		"a child's own phone": {func() error { return onOwnPhone(t, shop, guardian, leo, phone, "phone") }, loyalty.ErrCustomerNotFound},
	}
	for name, a := range acts {
		for range 2 {
			if err := a.act(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	shop.Archive(ana)
	shop.Archive(leo)
	family := shop.Database.Rows(t, "SELECT id FROM families")[0]
	if err := shop.Cases.Families.Delete(t.Context(), shop.Owner, family); err != nil {
		t.Fatal(err)
	}
	for name, a := range acts {
		if err := a.act(); !errors.Is(err, a.want) {
			t.Errorf("%s returns %v, want %v", name, err, a.want)
		}
	}
}

// Devices may send a visit up to three days later.
// Spec: calls-22
func TestStoredResponse_IsKeptForOneMonth(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	request := service.VisitRequest{CustomerID: ana.ID, Key: "one"}
	first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(30 * 24 * time.Hour)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil || again.Visit.ID != first.Visit.ID {
		t.Errorf("after 30 days the same request gives the visit %s, %v; want %s", again.Visit.ID, err, first.Visit.ID)
	}
}
