package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// The activity is a consent or a child, which do not change the customer's row.
func TestRetention_ActivityDuringBlocking_KeepsCustomer(t *testing.T) {
	t.Parallel()
	for name, update := range map[string]string{
		"a consent": "UPDATE consents SET given_at = %d WHERE customer_id = '%s'",
		"a child":   "UPDATE customers SET archived_at = NULL, last_visit_at = %d WHERE guardian_id = '%s'",
		"nothing":   "UPDATE customers SET last_visit_at = last_visit_at WHERE created_at = %d AND id = '%s'",
	} {
		shop := servicetest.New(t)
		ana := shop.Register("Ana")
		leo := servicetest.ChildOf(t, shop, ana, "Leo")
		shop.Clock.Set(shop.Clock.Now().AddDate(6, 0, 1))
		shop.Archive(leo)
		lock := shop.Database.LockRow(t, "customers", ana.ID, fmt.Sprintf(update, shop.Clock.Now().UnixMilli(), ana.ID))
		faults, done := make(chan error, 1), make(chan struct{})
		go func() {
			defer close(done)
			faults <- shop.Cases.Maintenance.ApplyRetention(t.Context())
		}()
		lock.AwaitBlocked("1", done)
		lock.Commit()
		if err := <-faults; err != nil {
			t.Fatal(err)
		}
		_, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
		if isErased := errors.Is(err, loyalty.ErrCustomerNotFound); isErased != (name == "nothing") {
			t.Errorf("with %s the customer is blocked = %t: %v; want a blocked customer only with nothing", name, isErased, err)
		}
		shop.MustHoldInvariants(t)
	}
}

func TestRetention_ChildCardOpened_CountsAsActivity(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo, sol := servicetest.ChildOf(t, shop, ana, "Leo"), servicetest.ChildOf(t, shop, ana, "Sol")
	shop.Clock.Set(shop.Clock.Now().AddDate(5, 0, 0))
	if _, err := shop.Cases.Portal.OpenCard(t.Context(), shop.PortalToken(ana), leo.ID); err != nil {
		t.Fatal(err)
	}
	retainAfterYears(t, shop, 2)
	if got := children(t, shop, ana); !slices.Equal(got, []string{"Leo"}) {
		t.Errorf("after seven years in which Leo's card was opened and %s's was not, the children are %q, want only Leo", sol.Name, got)
	}
}
