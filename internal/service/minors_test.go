package service_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

var eva = loyalty.Guardian{Name: "Eva Gil", Consents: true}

func guardian(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) string {
	t.Helper()
	record, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	return record.Guardian
}

func TestRegistration_Minor_NeedsGuardianAndGetsNoPromotions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	form := shop.Form("Leo")
	form.Birthday = servicetest.ChildBirthday.Value
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); !errors.Is(err, loyalty.ErrValidation) {
		t.Fatalf("registering without a guardian returns %v, want ErrValidation", err)
	}
	form.Guardian = eva
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	got := servicetest.ConsentRows(t, shop)
	slices.Sort(got)
	want := []string{
		"EMAIL yes PUBLIC_REGISTER Eva Gil", "PRIVACY yes PUBLIC_REGISTER Eva Gil", "PROMOTIONS no PUBLIC_REGISTER Eva Gil",
		"SMS no PUBLIC_REGISTER Eva Gil", "WHATSAPP yes PUBLIC_REGISTER Eva Gil",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the consents are %q, want %q", got, want)
	}
	if name := guardian(t, shop, registration.Customer); name != "Eva Gil" {
		t.Errorf("the staff sees the guardian %q, want Eva Gil", name)
	}
}

func TestCreateCustomer_Minor_NeedsGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	draft := loyalty.CustomerDraft{Name: "Leo", Phone: shop.Phone(), Birthday: servicetest.ChildBirthday.Value, Tag: string(loyalty.TagCard)}
	if _, _, err := shop.Cases.Customers.Create(t.Context(), shop.Admin, draft, ""); !errors.Is(err, loyalty.ErrValidation) {
		t.Fatalf("creating without a guardian returns %v, want ErrValidation", err)
	}
	draft.Guardian = eva
	leo, _, err := shop.Cases.Customers.Create(t.Context(), shop.Admin, draft, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := servicetest.ConsentRows(t, shop); !slices.Equal(got, []string{"PRIVACY yes STAFF Eva Gil"}) {
		t.Errorf("the consents are %q, want only PRIVACY yes STAFF Eva Gil", got)
	}
	// The phone is known, so nothing changes.
	draft.Guardian.Name = "Otra"
	if _, existed, err := shop.Cases.Customers.Create(t.Context(), shop.Admin, draft, ""); err != nil || !existed {
		t.Fatalf("created again: existed %t, %v; want an existing customer", existed, err)
	}
	if got := guardian(t, shop, leo); got != "Eva Gil" {
		t.Errorf("the guardian is %q, want Eva Gil", got)
	}
}

func TestCustomerChange_BecomesMinor_WithdrawsPromotions(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*servicetest.Shop, loyalty.Customer, loyalty.CustomerChanges) error{
		"STAFF": func(shop *servicetest.Shop, leo loyalty.Customer, changes loyalty.CustomerChanges) error {
			_, err := shop.Cases.Customers.Change(t.Context(), shop.Admin, leo.ID, changes)
			return err
		},
		"PORTAL": func(shop *servicetest.Shop, leo loyalty.Customer, changes loyalty.CustomerChanges) error {
			return shop.Cases.SelfService.Change(t.Context(), servicetest.PortalUser(shop, leo), changes)
		},
	} {
		shop := servicetest.New(t)
		leo := shop.RegisterVerified("Leo")
		before := len(servicetest.ConsentRows(t, shop))
		shop.Clock.Advance(time.Second)
		if err := change(shop, leo, loyalty.CustomerChanges{Birthday: servicetest.ChildBirthday}); !errors.Is(err, loyalty.ErrValidation) {
			t.Fatalf("%s, without a guardian: %v, want ErrValidation", name, err)
		}
		for range 2 {
			if err := change(shop, leo, loyalty.CustomerChanges{Birthday: servicetest.ChildBirthday, Guardian: eva}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		got := servicetest.ConsentRows(t, shop)[before:]
		slices.Sort(got)
		if want := []string{"PRIVACY yes " + name + " Eva Gil", "PROMOTIONS no " + name + " -"}; !slices.Equal(got, want) {
			t.Errorf("%s: the new consents are %q, want %q", name, got, want)
		}
	}
}

func TestPortal_Minor_CannotChangeBirthdayOrAcceptPromotions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	leo := shop.Customer("Leo")
	shop.Change(leo, loyalty.CustomerChanges{Birthday: servicetest.ChildBirthday, Guardian: eva})
	portal := servicetest.PortalUser(shop, leo)
	grown := loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-05-17"}}
	if err := shop.Cases.SelfService.Change(t.Context(), portal, grown); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("changing the birthday returns %v, want ErrValidation", err)
	}
	if err := shop.Cases.SelfService.SetConsent(t.Context(), portal, loyalty.ConsentPromotions, true); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("accepting promotions returns %v, want ErrValidation", err)
	}
	if err := shop.Cases.SelfService.SetConsent(t.Context(), portal, loyalty.ConsentPromotions, false); err != nil {
		t.Errorf("refusing promotions: %v", err)
	}
	if data, err := shop.Cases.SelfService.Data(t.Context(), portal); err != nil || data.Customer.Guardian != "Eva Gil" {
		t.Errorf("the child's data have the guardian %q, %v; want Eva Gil", data.Customer.Guardian, err)
	}

	shop.Clock.Set(shop.Clock.Now().AddDate(4, 0, 0)) // fourteen by now
	if err := shop.Cases.SelfService.SetConsent(t.Context(), portal, loyalty.ConsentPromotions, true); err != nil {
		t.Errorf("accepting promotions at fourteen: %v", err)
	}
	if name := guardian(t, shop, leo); name != "" {
		t.Errorf("at fourteen the guardian is %q, want none", name)
	}
}

func TestMinor_DayOfBusiness_Decides(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	midnight := shop.Business.Tomorrow(shop.Clock.Now())
	fourteen := shop.Business.DayOf(midnight.AddDate(-14, 0, 1)) // fourteen on the day after
	draft := loyalty.CustomerDraft{Name: "Leo", Phone: shop.Phone(), Birthday: string(fourteen), Tag: string(loyalty.TagCard)}
	last := shop.Business.Tomorrow(midnight)
	shop.Clock.Set(last.Add(-time.Millisecond))
	if _, _, err := shop.Cases.Customers.Create(t.Context(), shop.Admin, draft, ""); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a millisecond before the birthday: %v, want ErrValidation", err)
	}
	shop.Clock.Set(last)
	if _, _, err := shop.Cases.Customers.Create(t.Context(), shop.Admin, draft, ""); err != nil {
		t.Errorf("on the birthday: %v", err)
	}
}

func TestMerge_TakesBirthdayOfMinor_WithdrawsPromotions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	leo, twin := shop.Register("Leo"), shop.Customer("León")
	shop.Clock.Advance(time.Second)
	shop.Change(twin, loyalty.CustomerChanges{Birthday: servicetest.ChildBirthday, Guardian: eva})
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, leo.ID, twin.ID); err != nil {
		t.Fatal(err)
	}
	data, err := shop.Cases.SelfService.Data(t.Context(), servicetest.PortalUser(shop, leo))
	if err != nil {
		t.Fatal(err)
	}
	if consent, _ := loyalty.LatestConsent(data.Consents, loyalty.ConsentPromotions); consent.Granted || data.Customer.Guardian != "Eva Gil" {
		t.Errorf("promotions are accepted = %t and the guardian is %q, want false and Eva Gil", consent.Granted, data.Customer.Guardian)
	}
}
