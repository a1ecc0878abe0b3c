package service_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func TestVisit_RefusalWithKey_IsReplayed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	request := service.VisitRequest{CustomerID: ana.ID, Key: "second"}
	_, first := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	shop.Clock.Advance(48 * time.Hour)
	_, again := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	for _, err := range []error{first, again} {
		var refusal *loyalty.Error
		if !errors.As(err, &refusal) || !refusal.Is(loyalty.ErrSameDayVisit) || !refusal.AvailableAt.Equal(time.Date(2026, 3, 26, 23, 0, 0, 0, time.UTC)) || refusal.Hint == "" {
			t.Errorf("the second visit returns %+v, want ErrSameDayVisit with its time", err)
		}
	}
	if got := shop.Progress(ana).Card.Stamps; got != 1 {
		t.Errorf("the card has %d stamps, want 1", got)
	}
}

func TestVisit_InvalidRequest_StoresNoResponse(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: "unknown", Key: "one"})
	if !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Fatal(err)
	}
	ana := shop.Customer("Ana")
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID, Key: "one"}); err != nil {
		t.Errorf("the key of a request without a customer must stay free: %v", err)
	}
}

func TestIdempotencyKey_OtherBusiness_IsIndependent(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	for range 2 {
		shop := town.Shop(t)
		if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: shop.Customer("Ana").ID, Key: "one"}); err != nil {
			t.Errorf("a key that another business used must stay free: %v", err)
		}
	}
}

func TestDeleteVisit_FirstOfDay_KeepsFurtherVisit(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	first, further := shop.Visit(ana), shop.FurtherVisit(ana)
	shop.Delete(first)
	shop.MustHoldInvariants(t)
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID}); !errors.Is(err, loyalty.ErrSameDayVisit) {
		t.Errorf("a second visit of the day returns %v, want ErrSameDayVisit", err)
	}
	shop.Delete(further)
	shop.Visit(ana)
	shop.MustHoldInvariants(t)
}

func TestMilestone_DeletedAndAddedAgain_PaysOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	fifth := shop.Visits(ana, 5)
	shop.Delete(fifth)
	if owed := shop.Progress(ana).Owed; len(owed) != 0 {
		t.Errorf("with four stamps %v is owed, want nothing", owed)
	}
	again := shop.FurtherVisit(ana)
	if again.NewReward == nil || again.NewReward.ID != fifth.NewReward.ID {
		t.Errorf("reaching the milestone again earned %+v, want the reward %s again", again.NewReward, fifth.NewReward.ID)
	}
	if _, err := shop.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	shop.Delete(again)
	if third := shop.FurtherVisit(ana); third.NewReward != nil || len(third.Progress.Owed) != 0 {
		t.Errorf("a redeemed milestone must not earn again: %+v", third.NewReward)
	}
	shop.MustHoldInvariants(t)
}

func TestVisit_FamilyPolicyChanges_StampsCurrentCard(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, carla := shop.Customer("Ana"), shop.Customer("Berta", loyalty.TagVIPA), shop.Customer("Carla")
	own := shop.Visits(ana, 4)
	shop.Family(loyalty.PolicyPool, ana, berta)
	shop.Family(loyalty.PolicyIndividual, carla)
	shop.Visits(berta, 4)
	fifth := shop.FurtherVisit(ana)
	if fifth.Progress.Card.Kind() != loyalty.FamilyCard || fifth.Progress.Card.Stamps != 5 || fifth.NewReward == nil || fifth.NewReward.Kind != loyalty.RewardHalf {
		t.Errorf("the family's card is %+v and earned %+v; want 5 stamps and HALF", fifth.Progress.Card, fifth.NewReward)
	}
	shop.Delete(own)
	if got := shop.Progress(ana).Card.Stamps; got != 5 {
		t.Errorf("a visit from before the family must not change its card: it has %d stamps, want 5", got)
	}
	if _, err := shop.Redeem(berta, loyalty.RewardHalf); err != nil {
		t.Errorf("another member redeems: %v", err)
	}
	if card := shop.Visit(carla).Progress.Card; card.Kind() != loyalty.IndividualCard || card.Stamps != 1 {
		t.Errorf("a member of a family with individual points has the card %+v; want Kind %v and Stamps 1", card, loyalty.IndividualCard)
	}
	shop.MustHoldInvariants(t)
}

func TestUseCases_OtherBusiness_AreNotFound(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	ours, theirs := town.Shop(t), town.Shop(t)
	ana, berta := ours.Customer("Ana"), theirs.Customer("Berta")
	visit := theirs.Visits(berta, 5)
	family := theirs.Family(loyalty.PolicyPool)
	before := town.Database.Dump(t)
	name := loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Mía"}}
	for act, c := range map[string]struct {
		err, want error
	}{
		"reading their customer":                    {errOf(ours.Cases.Customers.Get(t.Context(), ours.Owner, berta.ID)), loyalty.ErrCustomerNotFound},
		"registering a visit":                       {errOf(ours.Cases.Visits.Register(t.Context(), ours.Owner, service.VisitRequest{CustomerID: berta.ID})), loyalty.ErrCustomerNotFound},
		"registering a visit by phone":              {errOf(ours.Cases.Visits.Register(t.Context(), ours.Owner, service.VisitRequest{Phone: berta.Phone})), loyalty.ErrCustomerNotFound},
		"deleting their visit":                      {errOf(ours.Cases.Visits.Delete(t.Context(), ours.Owner, visit.Visit.ID)), loyalty.ErrVisitNotFound},
		"redeeming their reward for our customer":   {errOf(ours.Cases.Rewards.Redeem(t.Context(), ours.Owner, ana.ID, visit.NewReward.ID, "")), loyalty.ErrRewardNotFound},
		"redeeming their reward for their customer": {errOf(ours.Cases.Rewards.Redeem(t.Context(), ours.Owner, berta.ID, visit.NewReward.ID, "")), loyalty.ErrCustomerNotFound},
		"changing their customer":                   {errOf(ours.Cases.Customers.Change(t.Context(), ours.Owner, berta.ID, name)), loyalty.ErrCustomerNotFound},
		"archiving their customer":                  {ours.Cases.Customers.Archive(t.Context(), ours.Owner, berta.ID), loyalty.ErrCustomerNotFound},
		"our customer joins their family":           {ours.Join(family, ana, loyalty.RoleAdult), loyalty.ErrFamilyNotFound},
		"their family admits our customer":          {theirs.Join(family, ana, loyalty.RoleAdult), loyalty.ErrCustomerNotFound},
		"listing visits of their customer":          {errOf(ours.Cases.Visits.List(t.Context(), ours.Owner, berta.ID, usecase.ListRequest{Limit: 1})), loyalty.ErrCustomerNotFound},
		"looking up their phone":                    {errOf(ours.Cases.Customers.Lookup(t.Context(), ours.Owner, berta.Phone, "")), loyalty.ErrCustomerNotFound},
		"reading the progress of their customer":    {errOf(ours.Cases.Cards.Progress(t.Context(), ours.Owner, berta.ID)), loyalty.ErrCustomerNotFound},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", act, c.err, c.want)
		}
	}
	mustBeEqual(t, before, town.Database.Dump(t))
}

func errOf[T any](_ T, err error) error { return err }

func mustBeEqual(t *testing.T, before, after []string) {
	t.Helper()
	if len(before) != len(after) {
		t.Fatalf("a refused call must not change the database: it had %d rows and has %d", len(before), len(after))
	}
	for i := range before {
		if before[i] != after[i] {
			t.Errorf("a refused call changed a row:\n%s\n%s", before[i], after[i])
		}
	}
}

// Spec: states-19
func TestArchive_Customer_FreesPhone(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Family(loyalty.PolicyPool, ana)
	shop.Archive(ana)
	heir, existed, err := shop.Cases.Customers.Create(t.Context(), shop.Owner, loyalty.CustomerDraft{Name: "Berta", Phone: ana.Phone, Tag: string(loyalty.TagCard)}, "")
	if err != nil || existed || heir.ID == ana.ID {
		t.Errorf("the archived customer's phone must be free: %v, existed %t", err, existed)
	}
	if members := shop.Database.Rows(t, "SELECT id FROM customers WHERE family_id IS NOT NULL"); len(members) != 0 {
		t.Errorf("an archived customer is still in a family")
	}
}

func TestAuditTrail_NamesActorAndAction(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visit := shop.Visits(ana, 5)
	if _, err := shop.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	shop.Delete(visit)
	shop.Archive(ana)
	got := map[string]string{}
	for _, line := range shop.Database.Rows(t, "SELECT action || ' ' || subject_id, actor_id FROM audit_events WHERE business_id = '"+shop.Business.ID+"'") {
		got[line] = ""
	}
	for _, want := range []string{
		"customer.created " + ana.ID + " " + shop.Owner.UserID, "visit.authorized " + visit.Visit.ID + " " + shop.Owner.UserID,
		"reward.redeemed " + visit.NewReward.ID + " " + shop.Barber.UserID, "visit.deleted " + visit.Visit.ID + " " + shop.Admin.UserID,
		"customer.archived " + ana.ID + " " + shop.Owner.UserID,
	} {
		if _, found := got[want]; !found {
			t.Errorf("the trail does not have %q: %v", want, got)
		}
	}
}

func TestVisit_ReplayedAfterArchive_IsAnswered(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	byPhone := service.VisitRequest{Phone: ana.Phone, Key: "visit"}
	first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, byPhone)
	if err != nil {
		t.Fatalf("registering the visit: %v", err)
	}
	welcome := first.Progress.Owed[0]
	redemption, err := shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, ana.ID, welcome.ID, "redeem")
	if err != nil {
		t.Fatalf("redeeming: %v", err)
	}
	shop.Archive(ana)

	again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, byPhone)
	if err != nil || again.Visit.ID != first.Visit.ID {
		t.Errorf("the same visit again gives %q, %v; want %q", again.Visit.ID, err, first.Visit.ID)
	}
	givenAgain, err := shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, ana.ID, welcome.ID, "redeem")
	if err != nil || givenAgain.Reward.ID != redemption.Reward.ID {
		t.Errorf("the same redemption again gives %q, %v; want %q", givenAgain.Reward.ID, err, redemption.Reward.ID)
	}
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{Phone: ana.Phone, Key: "new"}); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("a visit with a new key returns %v, want %v", err, loyalty.ErrCustomerNotFound)
	}
}

// Spec: checkin-14, roles-16
func TestUndoVisit_WithinWindowByRegistrar_Succeeds(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visit := shop.Visit(ana)
	servicetest.MustRefuse(t, "another user undoes it", servicetest.ErrorOf(shop.Cases.Visits.Undo(t.Context(), shop.Owner, visit.Visit.ID)), loyalty.ErrUndoNotYours)
	shop.Clock.Advance(10 * time.Second)
	progress, err := shop.Cases.Visits.Undo(t.Context(), shop.Barber, visit.Visit.ID)
	if err != nil || progress.Card.Stamps != 0 {
		t.Fatalf("after an undo within ten seconds the card has %d stamps, %v; want 0", progress.Card.Stamps, err)
	}
	servicetest.MustRefuse(t, "undoing twice", servicetest.ErrorOf(shop.Cases.Visits.Undo(t.Context(), shop.Barber, visit.Visit.ID)), loyalty.ErrVisitNotFound)
	again := shop.Visit(ana)
	shop.Clock.Advance(loyalty.VisitUndoWindow + time.Second)
	servicetest.MustRefuse(t, "undoing too late", servicetest.ErrorOf(shop.Cases.Visits.Undo(t.Context(), shop.Barber, again.Visit.ID)), loyalty.ErrUndoTooLate)
	if got := shop.Progress(ana).Card.Stamps; got != 1 {
		t.Errorf("the card has %d stamps, want 1", got)
	}
	shop.MustHoldInvariants(t)
}
