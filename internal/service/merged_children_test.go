package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func withoutPhone(shop *servicetest.Shop, name string) loyalty.Customer {
	return shop.Change(shop.Customer(name), loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true}})
}

func mergeRecords(t *testing.T, shop *servicetest.Shop, keptRecord, other loyalty.Customer) string {
	t.Helper()
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, other.ID)
	if err != nil {
		t.Fatal(err)
	}
	return merge.MergeID
}

func guardianIDOf(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) string {
	t.Helper()
	foundCustomer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	return foundCustomer.GuardianID
}

func TestUndoMerge_ChildrenWouldLosePhone_IsRefused(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(*testing.T, *servicetest.Shop) loyalty.Customer{
		"a guardian who had no phone": func(_ *testing.T, shop *servicetest.Shop) loyalty.Customer { return withoutPhone(shop, "Ana") },
		"a guardian who was a child": func(t *testing.T, shop *servicetest.Shop) loyalty.Customer {
			ana := servicetest.ChildOf(t, shop, shop.Customer("Eva"), "Ana")
			shop.Clock.Set(turnsFourteen())
			return ana
		},
	} {
		shop := servicetest.New(t)
		ana := before(t, shop)
		merge := mergeRecords(t, shop, ana, shop.Customer("Ana doble"))
		draft := servicetest.ChildDraft("Leo")
		draft.Birthday = "2019-05-17"
		leo, err := servicetest.AddChild(t, shop, ana.ID, draft, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge); !errors.Is(err, loyalty.ErrGuardianWithoutPhone) {
			t.Errorf("%s: the undo returns %v, want ErrGuardianWithoutPhone", name, err)
		}
		shop.MustHoldInvariants(t)
		shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
		if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge); err != nil {
			t.Errorf("%s, with another phone: %v", name, err)
		}
		if got := guardianIDOf(t, shop, leo); got != ana.ID {
			t.Errorf("%s: the child's guardian is %q, want %q", name, got, ana.ID)
		}
		shop.MustHoldInvariants(t)
	}
}

func TestUndoMerge_GuardianMergedAfterChild_FollowsGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, anita := shop.Customer("Ana"), shop.Customer("Anita")
	leo, sol := servicetest.ChildOf(t, shop, ana, "Leo"), servicetest.ChildOf(t, shop, ana, "Sol")
	withoutGuardian := withoutPhone(shop, "Leo doble")
	merges := []string{mergeRecords(t, shop, withoutGuardian, leo), mergeRecords(t, shop, sol, shop.Customer("Sol doble"))}
	mergeRecords(t, shop, anita, ana)
	for _, merge := range merges {
		if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge); err != nil {
			t.Fatal(err)
		}
	}
	got := []string{guardianIDOf(t, shop, withoutGuardian), guardianIDOf(t, shop, leo), guardianIDOf(t, shop, sol)}
	if want := []string{"", anita.ID, anita.ID}; !slices.Equal(got, want) {
		t.Errorf("after the undo the guardians are %q, want %q", got, want)
	}
	shop.MustHoldInvariants(t)
}

func TestUndoMerge_GuardianIsKeptRecord_RemovesGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	merge := mergeRecords(t, shop, leo, shop.Customer("Leo doble"))
	mergeRecords(t, shop, leo, ana)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge); err != nil {
		t.Fatal(err)
	}
	if got := guardianIDOf(t, shop, leo); got != "" {
		t.Errorf("the child's guardian is %q, want none", got)
	}
	shop.MustHoldInvariants(t)
}

func TestUndoMerge_ConcurrentArchiveOfGuardian_LeavesNoChild(t *testing.T) {
	t.Parallel()
	for _, childIsKept := range []bool{true, false} {
		shop := servicetest.New(t)
		ana, leon := shop.Customer("Ana"), shop.Customer("León")
		leo := servicetest.ChildOf(t, shop, ana, "Leo")
		keptRecord, other := leon, leo
		if childIsKept {
			keptRecord, other = leo, leon
		}
		merge := mergeRecords(t, shop, keptRecord, other)
		lock := shop.Database.LockRow(t, "customers", ana.ID,
			fmt.Sprintf("UPDATE customers SET archived_at = %d WHERE id = '%s'", shop.Clock.Now().UnixMilli(), ana.ID))
		faults, done := make(chan error, 1), make(chan struct{})
		go func() {
			defer close(done)
			faults <- shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge)
		}()
		lock.AwaitBlocked("1", done)
		lock.Commit()
		if err := <-faults; err != nil {
			t.Fatal(err)
		}
		if got := guardianIDOf(t, shop, leo); got != "" {
			t.Errorf("with the child kept = %t, the guardian is %q, who was removed; want none", childIsKept, got)
		}
		shop.MustHoldInvariants(t)
	}
}
