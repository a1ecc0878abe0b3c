package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func guardianWith(t *testing.T, shop *servicetest.Shop, names ...string) []loyalty.Customer {
	t.Helper()
	all := []loyalty.Customer{shop.Customer(names[0])}
	for _, name := range names[1:] {
		all = append(all, servicetest.ChildOf(t, shop, all[0], name))
	}
	return all
}

func readOffer(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) (service.FamilyOffer, []string) {
	t.Helper()
	offer, err := shop.Cases.Families.Offer(t.Context(), shop.Admin, customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, effect := range offer.Effects {
		names = append(names, effect.Customer.Name)
	}
	return offer, names
}

func acceptRequest(customer loyalty.Customer, offer service.FamilyOffer) service.AcceptOfferRequest {
	request := service.AcceptOfferRequest{CustomerID: customer.ID, FamilyID: offer.Family.ID}
	for _, effect := range offer.Effects {
		request.JoiningIDs = append(request.JoiningIDs, effect.Customer.ID)
	}
	return request
}

// Spec: families-2
func TestFamilyOffer_Accepted_CreatesPoolFamily(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	all := guardianWith(t, shop, "Ana", "Leo", "Sol")
	ana, leo, sol := all[0], all[1], all[2]
	shop.Visits(leo, 10)
	offer, names := readOffer(t, shop, leo) // a child gets the same offer as the guardian
	if !slices.Equal(names, []string{"Ana", "Leo", "Sol"}) || offer.Family.ID != "" || offer.Family.Name != "Familia de Ana" {
		t.Fatalf("the offer to %q is the family %+v; want [Ana, Leo and Sol], no ID and Name Familia de Ana", names, offer.Family)
	}
	if before, after := offer.Effects[1].Before, offer.Effects[1].After; before.Card.Stamps != 10 || after.Card.Stamps != 0 ||
		after.Card.Kind() != loyalty.FamilyCard || len(after.Owed) != 2 {
		t.Errorf("the card of Leo is %+v and would be %+v in the family; want 10 stamps before, and a family card with none and 2 rewards after", before, after)
	}
	request := acceptRequest(ana, offer)
	request.Key = "once"
	var family service.FamilyRecord
	for range 2 {
		var err error
		if family, err = shop.Cases.Families.AcceptOffer(t.Context(), shop.Admin, request); err != nil {
			t.Fatal(err)
		}
	}
	roles := []string{}
	for _, member := range family.Members {
		roles = append(roles, member.Name+" "+string(member.Family.Role))
	}
	if !slices.Equal(roles, []string{"Ana PRIMARY", "Leo CHILD", "Sol CHILD"}) || family.Family.Policy != loyalty.PolicyPool {
		t.Errorf("the family is %+v with %q; want %q and Policy %v", family.Family, roles, []string{"Ana PRIMARY", "Leo CHILD", "Sol CHILD"}, loyalty.PolicyPool)
	}
	for _, member := range []loyalty.Customer{ana, sol} {
		shop.Visit(member)
	}
	if progress := shop.Progress(leo); progress.Card.Stamps != 2 || progress.FamilyName != "Familia de Ana" || len(progress.Owed) != 2 {
		t.Errorf("the progress of Leo in the family is %+v, want two stamps and two rewards owed", progress)
	}
	if _, names := readOffer(t, shop, ana); len(names) > 0 {
		t.Errorf("members of one family must not get an offer: %q", names)
	}
	families, err := shop.Cases.Families.List(t.Context(), shop.Admin, usecase.ListRequest{Limit: 10})
	if err != nil || families.Total != 1 {
		t.Errorf("there are %d families, %v; want 1", families.Total, err)
	}
	shop.MustHoldInvariants(t)
}

func TestFamilyOffer_LaterChild_JoinsExistingFamily(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	all := guardianWith(t, shop, "Ana", "Leo")
	eva := shop.Customer("Eva")
	family := shop.Family(loyalty.PolicyPool, all[0], eva)
	shop.Visit(eva)
	offer, names := readOffer(t, shop, all[1])
	if !slices.Equal(names, []string{"Leo"}) || offer.Family.ID != family.ID || offer.Effects[0].After.Card.Stamps != 1 {
		t.Fatalf("the offer to %q is the family %+v with the effects %+v; want only Leo, ID %v and After.Card.Stamps 1", names, offer.Family, offer.Effects, family.ID)
	}
	record, err := shop.Cases.Families.AcceptOffer(t.Context(), shop.Admin, acceptRequest(all[0], offer))
	if err != nil || len(record.Members) != 3 || record.Family.ID != family.ID {
		t.Errorf("the family is %+v, %v; want len(Members) 3 and Family.ID %v", record, err, family.ID)
	}
}

func TestFamilyOffer_Outdated_ChangesNothing(t *testing.T) {
	t.Parallel()
	join := func(index int) func(*testing.T, *servicetest.Shop, []loyalty.Customer) {
		return func(t *testing.T, shop *servicetest.Shop, all []loyalty.Customer) {
			if err := shop.Join(shop.Family(loyalty.PolicyPool), all[index], loyalty.RoleAdult); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		meanwhile func(*testing.T, *servicetest.Shop, []loyalty.Customer)
		want      error
	}{
		"the guardian has joined another family": {join(0), loyalty.ErrFamilyOfferChanged},
		"a child has joined another family":      {join(2), loyalty.ErrFamilyOfferChanged},
		"another child was added": {func(t *testing.T, shop *servicetest.Shop, all []loyalty.Customer) {
			servicetest.ChildOf(t, shop, all[0], "Mar")
		}, loyalty.ErrFamilyOfferChanged},
		"a child was archived": {func(_ *testing.T, shop *servicetest.Shop, all []loyalty.Customer) {
			shop.Archive(all[1])
		}, loyalty.ErrFamilyOfferChanged},
		"a child has an own phone": {func(_ *testing.T, shop *servicetest.Shop, all []loyalty.Customer) {
			shop.Change(all[1], loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
		}, loyalty.ErrFamilyOfferChanged},
		"two children were merged": {func(t *testing.T, shop *servicetest.Shop, all []loyalty.Customer) {
			if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, all[1].ID, all[2].ID); err != nil {
				t.Fatal(err)
			}
		}, loyalty.ErrFamilyOfferChanged},
		"the guardian was archived": {func(_ *testing.T, shop *servicetest.Shop, all []loyalty.Customer) {
			shop.Archive(all[0])
		}, loyalty.ErrCustomerNotFound},
	} {
		shop := servicetest.New(t)
		all := guardianWith(t, shop, "Ana", "Leo", "Sol")
		offer, _ := readOffer(t, shop, all[0])
		c.meanwhile(t, shop, all)
		before := membersOf(t, shop)
		if _, err := shop.Cases.Families.AcceptOffer(t.Context(), shop.Admin, acceptRequest(all[0], offer)); !errors.Is(err, c.want) {
			t.Errorf("if %s, accepting returns %v, want %v", name, err, c.want)
		}
		if after := membersOf(t, shop); !slices.Equal(after, before) {
			t.Errorf("if %s, the members were %q and are %q, want the same", name, before, after)
		}
	}
}

func membersOf(t *testing.T, shop *servicetest.Shop) []string {
	t.Helper()
	return append(shop.Database.Rows(t, "SELECT name FROM families ORDER BY id"),
		shop.Database.Rows(t, "SELECT name FROM customers WHERE family_id IS NOT NULL ORDER BY id")...)
}

func TestFamilyOffer_FamilyLeftOrDeleted_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	all := guardianWith(t, shop, "Ana", "Leo")
	family := shop.Family(loyalty.PolicyPool, all[0])
	offer, _ := readOffer(t, shop, all[0])
	if _, err := shop.Cases.Families.Leave(t.Context(), shop.Admin, family.ID, all[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.AcceptOffer(t.Context(), shop.Admin, acceptRequest(all[0], offer)); !errors.Is(err, loyalty.ErrFamilyOfferChanged) {
		t.Errorf("an offer of a family that Ana has left returns %v, want ErrFamilyOfferChanged", err)
	}
	if err := shop.Cases.Families.Delete(t.Context(), shop.Admin, family.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.AcceptOffer(t.Context(), shop.Admin, acceptRequest(all[0], offer)); !errors.Is(err, loyalty.ErrFamilyNotFound) {
		t.Errorf("an offer of a deleted family returns %v, want ErrFamilyNotFound", err)
	}
}

func TestFamilyOffer_OtherBusiness_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	all, theirs := guardianWith(t, shop, "Ana", "Leo"), guardianWith(t, other, "Eva", "Sol")
	foreign := other.Family(loyalty.PolicyPool)
	if _, err := shop.Cases.Families.Offer(t.Context(), shop.Admin, theirs[0].ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("the offer for a customer of another business gets %v, want ErrCustomerNotFound", err)
	}
	own, _ := readOffer(t, shop, all[0])
	for name, change := range map[string]func(*service.AcceptOfferRequest){
		"their guardian":     func(r *service.AcceptOfferRequest) { r.CustomerID = theirs[0].ID },
		"their child":        func(r *service.AcceptOfferRequest) { r.JoiningIDs = append(r.JoiningIDs, theirs[1].ID) },
		"their family":       func(r *service.AcceptOfferRequest) { r.FamilyID = foreign.ID },
		"no member":          func(r *service.AcceptOfferRequest) { r.JoiningIDs = nil },
		"one of two members": func(r *service.AcceptOfferRequest) { r.JoiningIDs = r.JoiningIDs[:1] },
	} {
		request := acceptRequest(all[0], own)
		change(&request)
		if _, err := shop.Cases.Families.AcceptOffer(t.Context(), shop.Admin, request); err == nil {
			t.Errorf("%s: the offer must be refused", name)
		}
	}
	if members := membersOf(t, shop); !slices.Equal(members, []string{"Familia"}) {
		t.Errorf("the members are %q, want only those of Familia", members)
	}
}

// Spec: families-2
func TestFamilyOffer_ConcurrentAccepts_SucceedOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	all := guardianWith(t, shop, "Ana", "Leo", "Sol")
	offer, _ := readOffer(t, shop, all[0])
	_, faults := servicetest.RunConcurrently(func(i int) (service.FamilyRecord, error) {
		request := acceptRequest(all[i%len(all)], offer)
		request.Key = usecase.IdempotencyKey(fmt.Sprint("counter-", i))
		return shop.Cases.Families.AcceptOffer(context.Background(), shop.Admin, request)
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrFamilyOfferChanged)
	if members := membersOf(t, shop); len(members) != 4 {
		t.Errorf("the members are %q, want 4", members)
	}
	shop.MustHoldInvariants(t)
}

func TestFamilyOffer_ConcurrentJoins_IsAtomic(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	all := guardianWith(t, shop, "Ana", "Leo", "Sol")
	offer, _ := readOffer(t, shop, all[0])
	families := make([]loyalty.Family, servicetest.Concurrency)
	for i := range families {
		families[i] = shop.Family(loyalty.PolicyPool)
	}
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		if i%4 == 0 {
			_, err := shop.Cases.Families.AcceptOffer(context.Background(), shop.Admin, acceptRequest(all[0], offer))
			return struct{}{}, err
		}
		return struct{}{}, shop.Join(families[i], all[i%len(all)], loyalty.RoleAdult)
	})
	acceptedCount := 0
	for i, err := range faults {
		if i%4 == 0 && err == nil {
			acceptedCount++
		}
		if err != nil && !errors.Is(err, loyalty.ErrFamilyOfferChanged) && !errors.Is(err, loyalty.ErrInAnotherFamily) {
			t.Errorf("act %d: %v; want no error, ErrFamilyOfferChanged or ErrInAnotherFamily", i, err)
		}
	}
	together := shop.Database.Rows(t, "SELECT count(*) FROM customers WHERE family_id IS NOT NULL GROUP BY family_id HAVING count(*) = 3")
	if (acceptedCount == 1) != (len(together) == 1) || acceptedCount > 1 {
		t.Errorf("the offer was accepted %d times, and the families of all are %q; want one family if accepted once, else none", acceptedCount, together)
	}
	shop.MustHoldInvariants(t)
}
