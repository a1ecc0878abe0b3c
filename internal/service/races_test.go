package service_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// Spec: states-13
func TestVisit_Concurrent_CountsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	_, faults := servicetest.RunConcurrently(func(int) (service.RegisteredVisit, error) {
		return shop.Cases.Visits.Register(context.Background(), shop.Barber, service.VisitRequest{CustomerID: ana.ID})
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrSameDayVisit)
	if got := shop.Progress(ana).Card.Stamps; got != 1 {
		t.Errorf("the card has %d stamps, want 1", got)
	}
	shop.MustHoldInvariants(t)
}

func TestVisit_ConcurrentAuthorized_AllCount(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visits, faults := servicetest.RunConcurrently(func(int) (service.RegisteredVisit, error) {
		return shop.Cases.Visits.Register(context.Background(), shop.Owner, shop.FurtherVisitRequest(ana))
	})
	rewards := 0
	for i, err := range faults {
		if err != nil {
			t.Fatalf("an authorized visit was refused: %v", err)
		}
		if visits[i].NewReward != nil {
			rewards++
		}
	}
	if got := shop.Progress(ana); got.Card.Stamps != servicetest.Concurrency || rewards != 6 || len(got.Owed) != 6 {
		t.Errorf("the card has %d stamps, with %d rewards announced and %d owed; want %d, 6 and 6", got.Card.Stamps, rewards, len(got.Owed), servicetest.Concurrency)
	}
	shop.MustHoldInvariants(t)
}

// Spec: calls-26
func TestRedeem_Concurrent_SucceedsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	reward := shop.Visits(ana, 5).NewReward
	_, faults := servicetest.RunConcurrently(func(int) (service.RedemptionResult, error) {
		return shop.Cases.Rewards.Redeem(context.Background(), shop.Barber, ana.ID, reward.ID, "")
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrRewardNotPending)
	shop.MustHoldInvariants(t)
}

func TestVisit_ConcurrentSameKey_GetsIdenticalAnswers(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.SecondServer(t) // another server on the same database
	ana := shop.Customer("Ana")
	visits, faults := servicetest.RunConcurrently(func(i int) (service.RegisteredVisit, error) {
		cases := shop.Cases
		if i%2 == 1 {
			cases = other
		}
		return cases.Visits.Register(context.Background(), shop.Barber, service.VisitRequest{CustomerID: ana.ID, Key: "once"})
	})
	originalCount := 0
	for i := range servicetest.Concurrency {
		if faults[i] != nil {
			t.Fatalf("a repeated request was refused: %v", faults[i])
		}
		if !visits[i].Replayed {
			originalCount++
		}
		visits[i].Replayed = false
		if got, want := fmt.Sprintf("%+v", visits[i]), fmt.Sprintf("%+v", visits[0]); got != want {
			t.Fatalf("the same key returns with\n%s\nand with\n%s", want, got)
		}
	}
	if got := shop.Progress(ana).Card.Stamps; got != 1 || originalCount != 1 {
		t.Errorf("the card has %d stamps, and %d answers say that they are no replay; want 1 and 1", got, originalCount)
	}
	shop.MustHoldInvariants(t)
}

func TestVisit_ConcurrentSameKeyTwoCustomers_ServesOne(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	customers := []loyalty.Customer{shop.Customer("Ana"), shop.Customer("Berta")}
	_, faults := servicetest.RunConcurrently(func(i int) (service.RegisteredVisit, error) {
		return shop.Cases.Visits.Register(context.Background(), shop.Barber, service.VisitRequest{CustomerID: customers[i%2].ID, Key: "once"})
	})
	servedRequests := [2]bool{}
	for i, err := range faults {
		if err == nil {
			servedRequests[i%2] = true
		} else if !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
			t.Errorf("the second request returns %v, want ErrIdempotencyMismatch", err)
		}
	}
	if servedRequests[0] == servedRequests[1] {
		t.Errorf("the requests served are %v, want exactly one of the two", servedRequests)
	}
	stamps := shop.Progress(customers[0]).Card.Stamps + shop.Progress(customers[1]).Card.Stamps
	if stamps != 1 {
		t.Errorf("%d stamps were given, want 1", stamps)
	}
}

func TestVisit_ConcurrentFamilyMembers_LoseNoStamp(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	members := make([]loyalty.Customer, servicetest.Concurrency)
	for i := range members {
		members[i] = shop.Customer(fmt.Sprintf("Miembro %d", i))
	}
	shop.Family(loyalty.PolicyPool, members...)
	visits, faults := servicetest.RunConcurrently(func(i int) (service.RegisteredVisit, error) {
		return shop.Cases.Visits.Register(context.Background(), shop.Barber, service.VisitRequest{CustomerID: members[i].ID})
	})
	numbers := map[int64]bool{}
	for i, err := range faults {
		if err != nil {
			t.Fatalf("a member's visit was refused: %v", err)
		}
		numbers[visits[i].Visit.StampNumber] = true
	}
	progress := shop.Progress(members[0])
	if len(numbers) != servicetest.Concurrency || progress.Card.Stamps != servicetest.Concurrency || len(progress.Owed) != 6 {
		t.Errorf("%d stamp numbers, %d stamps, %d rewards; want %d, %d, 6", len(numbers), progress.Card.Stamps, len(progress.Owed), servicetest.Concurrency, servicetest.Concurrency)
	}
	shop.MustHoldInvariants(t)
}

func TestRedeem_ConcurrentWelcomeAndOther_AreNotCombined(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	half := shop.Visits(ana, 5).NewReward
	welcome, _ := shop.Progress(ana).FirstOwed(loyalty.RewardWelcome)
	rewards := []string{half.ID, welcome.ID}
	_, faults := servicetest.RunConcurrently(func(i int) (service.RedemptionResult, error) {
		return shop.Cases.Rewards.Redeem(context.Background(), shop.Barber, ana.ID, rewards[i%2], "")
	})
	redeemedCount := 0
	for i, err := range faults {
		switch {
		case err == nil:
			redeemedCount++
		case !errors.Is(err, loyalty.ErrRewardNotPending) && !errors.Is(err, loyalty.ErrWelcomeNotCombinable):
			t.Errorf("try %d was refused with %v", i, err)
		}
	}
	if redeemedCount != 1 || len(shop.Progress(ana).Owed) != 1 {
		t.Errorf("%d rewards were given and %d are owed, want 1 and 1", redeemedCount, len(shop.Progress(ana).Owed))
	}
}

// Spec: calls-27
func TestDeleteVisit_Concurrent_SucceedsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	shop.Clock.Advance(24 * time.Hour)
	visit := shop.Visit(ana)
	_, faults := servicetest.RunConcurrently(func(int) (loyalty.Progress, error) {
		return shop.Cases.Visits.Delete(context.Background(), shop.Admin, visit.Visit.ID)
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrVisitNotFound)
	if got := shop.Progress(ana).Card.Stamps; got != 1 {
		t.Errorf("the card has %d stamps, want 1", got)
	}
	shop.MustHoldInvariants(t)
}

func TestVisit_ConcurrentDeletesAndRedemptions_HoldInvariants(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Family(loyalty.PolicyPool, ana, berta)
	half := shop.Visits(ana, 5)
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		switch i % 3 {
		case 0:
			_, err := shop.Cases.Visits.Register(context.Background(), shop.Owner, shop.FurtherVisitRequest(berta))
			return struct{}{}, err
		case 1:
			_, err := shop.Cases.Visits.Delete(context.Background(), shop.Admin, half.Visit.ID)
			return struct{}{}, ignore(err, loyalty.ErrVisitNotFound)
		}
		_, err := shop.Cases.Rewards.Redeem(context.Background(), shop.Barber, berta.ID, half.NewReward.ID, "")
		return struct{}{}, ignore(err, loyalty.ErrRewardNotPending)
	})
	for _, err := range faults {
		if err != nil {
			t.Error(err)
		}
	}
	shop.MustHoldInvariants(t)
}

func ignore(err, refusal error) error {
	if errors.Is(err, refusal) {
		return nil
	}
	return err
}

func TestRegistration_ConcurrentSamePhone_CreatesOneCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	form := shop.Form("Ana")
	_, faults := servicetest.RunConcurrently(func(int) (service.RegistrationResult, error) {
		return shop.Cases.Registrations.Register(context.Background(), shop.Business.ID, form, "")
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrAlreadyRegistered)
	customers, err := shop.Cases.Customers.List(context.Background(), shop.Owner, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 10}})
	if err != nil || customers.Total != 1 {
		t.Errorf("there are %d customers, %v; want 1", customers.Total, err)
	}
}

func TestRegistration_ConcurrentSameKey_ShowsSameQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	form := shop.Form("Ana")
	registrations, faults := servicetest.RunConcurrently(func(int) (service.RegistrationResult, error) {
		return shop.Cases.Registrations.Register(context.Background(), shop.Business.ID, form, "form-1")
	})
	for i, err := range faults {
		if err != nil || registrations[i].Customer.ID != registrations[0].Customer.ID {
			t.Fatalf("answer %d: customer %s, %v; want %s", i, registrations[i].Customer.ID, err, registrations[0].Customer.ID)
		}
	}
}

func TestFamilyRole_ConcurrentPrimaries_KeepOne(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	members := make([]loyalty.Customer, servicetest.Concurrency)
	for i := range members {
		members[i] = shop.Customer(fmt.Sprintf("Miembro %d", i))
	}
	family := shop.Family(loyalty.PolicyPool)
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		return struct{}{}, shop.Join(family, members[i], loyalty.RolePrimary)
	})
	primaries := 0
	for i, member := range members {
		if faults[i] != nil {
			t.Fatalf("joining was refused: %v", faults[i])
		}
		customer, err := shop.Cases.Customers.Get(context.Background(), shop.Owner, member.ID)
		if err != nil {
			t.Fatal(err)
		}
		if customer.Family.Role == loyalty.RolePrimary {
			primaries++
		}
	}
	if primaries != 1 {
		t.Errorf("the family has %d PRIMARY members, want 1", primaries)
	}
}
