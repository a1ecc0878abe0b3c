package service_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func TestJoinFamily_Concurrent_SucceedsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	families := make([]loyalty.Family, servicetest.Concurrency)
	for i := range families {
		families[i] = shop.Family(loyalty.PolicyPool)
	}
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		return struct{}{}, shop.Join(families[i], ana, loyalty.RoleAdult)
	})
	winner := servicetest.MustSucceedOnce(t, faults, loyalty.ErrInAnotherFamily)
	customer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
	if err != nil || customer.Family == nil || customer.Family.FamilyID != families[winner].ID {
		t.Errorf("the customer is in %+v, %v; want family %s", customer.Family, err, families[winner].ID)
	}
	shop.MustHoldInvariants(t)
}

// Spec: states-20
func TestDeleteFamily_ConcurrentJoin_OneSucceeds(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for range 8 {
		families, customers := make([]loyalty.Family, servicetest.Concurrency/2), make([]loyalty.Customer, servicetest.Concurrency/2)
		for i := range families {
			families[i], customers[i] = shop.Family(loyalty.PolicyPool), shop.Customer("Ana")
		}
		_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
			if i%2 == 0 {
				return struct{}{}, shop.Cases.Families.Delete(context.Background(), shop.Admin, families[i/2].ID)
			}
			return struct{}{}, shop.Join(families[i/2], customers[i/2], loyalty.RoleAdult)
		})
		for i := range families {
			deleteErr, joinErr := faults[2*i], faults[2*i+1]
			first := deleteErr == nil && errors.Is(joinErr, loyalty.ErrFamilyNotFound)
			second := joinErr == nil && errors.Is(deleteErr, loyalty.ErrFamilyNotEmpty)
			if !first && !second {
				t.Errorf("deleting returns %v and joining %v, want one success", deleteErr, joinErr)
			}
		}
	}
	shop.MustHoldInvariants(t)
}

func TestFamilyRole_ConcurrentChanges_LeaveAtMostOnePrimary(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	members, twins := make([]loyalty.Customer, servicetest.Concurrency), make([]loyalty.Customer, servicetest.Concurrency)
	for i := range members {
		members[i], twins[i] = shop.Customer(fmt.Sprintf("Miembro %d", i)), shop.Customer(fmt.Sprintf("Ficha %d", i))
	}
	family := shop.Family(loyalty.PolicyPool, members...)
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		_, err := shop.Cases.Families.ChangeRole(context.Background(), shop.Admin, family.ID, members[i].ID, loyalty.RolePrimary)
		if i%4 == 1 {
			_, err = shop.Cases.Families.Leave(context.Background(), shop.Admin, family.ID, members[i].ID)
		}
		if i%4 == 2 {
			_, err = shop.Cases.Merges.Merge(context.Background(), shop.Admin, twins[i].ID, members[i].ID)
		}
		return struct{}{}, err
	})
	for i, err := range faults {
		if err != nil {
			t.Errorf("act %d was refused: %v", i, err)
		}
	}
	record, err := shop.Cases.Families.Get(t.Context(), shop.Owner, family.ID)
	if err != nil || len(record.Members) != servicetest.Concurrency*3/4 {
		t.Fatalf("the family has %d members, %v; want %d", len(record.Members), err, servicetest.Concurrency*3/4)
	}
	primary := 0 // none, if the last one left or was merged
	for _, member := range record.Members {
		if member.Family.Role == loyalty.RolePrimary {
			primary++
		}
	}
	if primary > 1 {
		t.Errorf("%d members are %s, want at most 1", primary, loyalty.RolePrimary)
	}
	shop.MustHoldInvariants(t)
}

func TestFamilyPolicy_ConcurrentVisits_LoseNoStamp(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	members := make([]loyalty.Customer, servicetest.Concurrency)
	for i := range members {
		members[i] = shop.Customer(fmt.Sprintf("Miembro %d", i))
	}
	family := shop.Family(loyalty.PolicyPool, members...)
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		if i%4 == 0 {
			policy := []loyalty.FamilyPolicy{loyalty.PolicyIndividual, loyalty.PolicyPool}[i/4%2]
			if _, err := shop.Cases.Families.Change(context.Background(), shop.Admin, family.ID, loyalty.FamilyChanges{Policy: &policy}); err != nil {
				return struct{}{}, err
			}
		}
		_, err := shop.Cases.Visits.Register(context.Background(), shop.Barber, service.VisitRequest{CustomerID: members[i].ID})
		return struct{}{}, err
	})
	policy := loyalty.PolicyIndividual
	record, err := shop.Cases.Families.Change(t.Context(), shop.Admin, family.ID, loyalty.FamilyChanges{Policy: &policy})
	if err != nil {
		t.Fatal(err)
	}
	stamps := record.Card.Card.Stamps
	for i, member := range members {
		if faults[i] != nil {
			t.Errorf("act %d was refused: %v", i, faults[i])
		}
		stamps += shop.Progress(member).Card.Stamps
	}
	if stamps != servicetest.Concurrency {
		t.Errorf("together the cards have %d stamps, want %d", stamps, servicetest.Concurrency)
	}
	shop.MustHoldInvariants(t)
}
