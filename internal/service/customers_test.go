package service_test

import (
	"errors"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// Spec: calls-19
func TestCreateCustomer_SameKey_CreatesOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	draft := loyalty.CustomerDraft{Name: " Ana  Gil", Phone: shop.Phone(), Tag: string(loyalty.TagCard), Notes: "Sin navaja."}
	create := func(draft loyalty.CustomerDraft, key usecase.IdempotencyKey) (loyalty.Customer, bool, error) {
		return shop.Cases.Customers.Create(t.Context(), shop.Admin, draft, key)
	}
	first, existed, err := create(draft, "once")
	if err != nil || existed || first.Name != "Ana Gil" {
		t.Fatalf("the created customer is %+v, existed %t, %v; want Ana Gil, new", first, existed, err)
	}
	again, existed, err := create(draft, "once")
	if err != nil || existed || again.ID != first.ID || again.Notes != draft.Notes {
		t.Errorf("the same key answered %+v, existed %t, %v; want the customer as new", again, existed, err)
	}
	other := draft
	other.Name = "Berta"
	if _, _, err := create(other, "once"); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another form with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
	for range 2 {
		customer, existed, err := create(draft, "another")
		if err != nil || !existed || customer.ID != first.ID {
			t.Errorf("another key answered %s, existed %t, %v; want the existing customer", customer.ID, existed, err)
		}
	}
	if _, _, err := create(draft, "a key"); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a key with a blank returns %v, want ErrValidation", err)
	}
}

func TestCreateCustomer_StoredResponse_HasNoPersonalData(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	draft := loyalty.CustomerDraft{
		Name: "Ana Gil", Phone: shop.Phone(), Email: "ana@x.test", Birthday: "1990-05-17", Notes: "Sin navaja.", Tag: string(loyalty.TagCard),
	}
	if _, _, err := shop.Cases.Customers.Create(t.Context(), shop.Admin, draft, "once"); err != nil {
		t.Fatal(err)
	}
	storedKeys := shop.Database.Rows(t, "SELECT request, answer FROM idempotency_keys")
	for _, value := range []string{"Ana", draft.Phone, "ana@x.test", "1990", "navaja"} {
		if strings.Contains(storedKeys[0], value) {
			t.Errorf("the stored key contains %q: %s", value, storedKeys[0])
		}
	}
}

// Spec: calls-18
func TestCustomerChange_StaleVersion_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	change := func(actor usecase.Actor, version int64, notes string) (loyalty.Customer, error) {
		changes := loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: notes}, Version: version}
		return shop.Cases.Customers.Change(t.Context(), actor, ana.ID, changes)
	}
	first, err := change(shop.Owner, ana.Version, "De Eva")
	if err != nil || first.Version != ana.Version+1 {
		t.Fatalf("the first change gives version %d after %d, %v; want one more", first.Version, ana.Version, err)
	}
	if _, err := change(shop.Admin, ana.Version, "De Luis"); !errors.Is(err, loyalty.ErrCustomerChanged) {
		t.Errorf("a change of the former version returns %v, want ErrCustomerChanged", err)
	}
	read := func() loyalty.Customer {
		customer, err := shop.Cases.Customers.Get(t.Context(), shop.Admin, ana.ID)
		if err != nil {
			t.Fatal(err)
		}
		return customer
	}
	if customer := read(); customer.Notes != "De Eva" || customer.Version != first.Version {
		t.Errorf("the note is %q of version %d after the refusal; want De Eva and %d", customer.Notes, customer.Version, first.Version)
	}
	if _, err := change(shop.Admin, first.Version, "De Luis"); err != nil {
		t.Errorf("a change of the current version: %v", err)
	}
	if _, err := change(shop.Admin, 0, "De nadie"); err != nil {
		t.Errorf("a change of any version: %v", err)
	}
}

func TestCustomerVersion_GrowsOnlyWithEditedData(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	newChange := func(value string) loyalty.Change { return loyalty.Change{Sent: true, Value: value} }
	shop.Change(berta, loyalty.CustomerChanges{Email: newChange("berta@x.test")})
	user := access.PortalUser{BusinessID: shop.Business.ID, CustomerID: ana.ID}
	grows := func(name string, by int64, act func()) {
		t.Helper()
		before, err := shop.Cases.Customers.Get(t.Context(), shop.Admin, ana.ID)
		if err != nil {
			t.Fatal(err)
		}
		act()
		after, err := shop.Cases.Customers.Get(t.Context(), shop.Admin, ana.ID)
		if err != nil || after.Version != before.Version+by {
			t.Errorf("%s: version %d after %d, %v; want one more for each change", name, after.Version, before.Version, err)
		}
	}
	grows("a visit", 0, func() { shop.Visit(ana) })
	grows("the same name", 0, func() { shop.Change(ana, loyalty.CustomerChanges{Name: newChange(" Ana ")}) })
	grows("another tag", 1, func() { shop.Tag(ana, loyalty.TagVIPA) })
	grows("a correction by the customer", 1, func() {
		if err := shop.Cases.SelfService.Change(t.Context(), user, loyalty.CustomerChanges{Birthday: newChange("1990-05-17")}); err != nil {
			t.Fatal(err)
		}
	})
	grows("a merge that fills a field", 1, func() {
		if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, ana.ID, berta.ID); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := shop.Cases.Customers.Change(t.Context(), shop.Admin, berta.ID, loyalty.CustomerChanges{Name: newChange("Eva"), Version: 5}); !errors.Is(err, loyalty.ErrCustomerChanged) {
		t.Errorf("a change of a merged record returns %v, want ErrCustomerChanged", err)
	}
}
