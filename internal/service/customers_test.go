package service_test

import (
	"errors"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func TestACustomerIsCreatedOnceForAKey(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	draft := loyalty.CustomerDraft{Name: " Ana  Gil", Phone: shop.Phone(), Tag: string(loyalty.TagCard), Notes: "Sin navaja."}
	create := func(draft loyalty.CustomerDraft, key service.Key) (loyalty.Customer, bool, error) {
		return shop.Cases.CreateCustomer(t.Context(), shop.Admin, draft, key)
	}
	first, existed, err := create(draft, "once")
	if err != nil || existed || first.Name != "Ana Gil" {
		t.Fatalf("created %+v, existed %t, %v", first, existed, err)
	}
	again, existed, err := create(draft, "once")
	if err != nil || existed || again.ID != first.ID || again.Notes != draft.Notes {
		t.Errorf("the same key answered %+v, existed %t, %v; want the customer as new", again, existed, err)
	}
	other := draft
	other.Name = "Berta"
	if _, _, err := create(other, "once"); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another form under the same key: %v", err)
	}
	for range 2 {
		known, existed, err := create(draft, "another")
		if err != nil || !existed || known.ID != first.ID {
			t.Errorf("another key answered %s, existed %t, %v; want that she existed", known.ID, existed, err)
		}
	}
	if _, _, err := create(draft, "a key"); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a key with a blank: %v", err)
	}
}

func TestAKeyKeepsNothingOfACustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	draft := loyalty.CustomerDraft{
		Name: "Ana Gil", Phone: shop.Phone(), Email: "ana@x.test", Birthday: "1990-05-17", Notes: "Sin navaja.", Tag: string(loyalty.TagCard),
	}
	if _, _, err := shop.Cases.CreateCustomer(t.Context(), shop.Admin, draft, "once"); err != nil {
		t.Fatal(err)
	}
	stored := shop.Database.Rows(t, "SELECT request, answer FROM idempotency_keys")
	for _, told := range []string{"Ana", draft.Phone, "ana@x.test", "1990", "navaja"} {
		if strings.Contains(stored[0], told) {
			t.Errorf("the key keeps %q: %s", told, stored[0])
		}
	}
}
