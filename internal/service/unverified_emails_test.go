package service_test

import (
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// Spec: portal-20
func TestEmail_Actions_VerifyOrNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		says   func(*testing.T, *servicetest.Shop, loyalty.Customer)
		proves bool
	}{
		"nothing":                     {func(*testing.T, *servicetest.Shop, loyalty.Customer) {}, false},
		"a message from the customer": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.VerifyPhone(ana) }, false},
		"another e-mail, entered by the staff": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, servicetest.EmailChange("otra@correo.test"))
		}, true},
		"a change of other data by the staff": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Email: servicetest.EmailChange(servicetest.AnasEmail).Email, Notes: loyalty.Change{Sent: true, Value: "Raya"}})
		}, false},
		"a confirmation by the staff": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{EmailConfirmed: true})
		}, true},
		"a sign-in by phone": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.PortalToken(ana) }, false},
		"the same e-mail, sent in the portal": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if err := servicetest.ChangeOwnEmail(t, shop, shop.PortalToken(ana), servicetest.AnasEmail); err != nil {
				t.Error(err)
			}
		}, true},
		"another e-mail, sent in the portal": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if err := servicetest.ChangeOwnEmail(t, shop, shop.PortalToken(ana), "otra@correo.test"); err != nil {
				t.Error(err)
			}
		}, true},
		"another name, sent in the portal": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			changes := loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Ana Ruiz"}}
			if err := shop.Cases.SelfService.Change(t.Context(), servicetest.PortalUser(shop, ana), changes); err != nil {
				t.Error(err)
			}
		}, false},
	} {
		shop := servicetest.New(t)
		ana := shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
		c.says(t, shop, ana)
		shop.VerifyPhone(ana)
		if proved := shop.MailedCode(ana.Phone) != ""; proved != c.proves {
			t.Errorf("%s: codes are sent to the e-mail = %t, want %t", name, proved, c.proves)
		}
		data, err := shop.Cases.SelfService.Data(t.Context(), servicetest.PortalUser(shop, ana))
		if err != nil || data.EmailUnverified == c.proves {
			t.Errorf("%s: the customer sees the e-mail as unverified = %t, %v; want %t", name, data.EmailUnverified, err, !c.proves)
		}
	}
}

func TestMerge_Email_KeepsVerification(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for name, c := range map[string]struct {
		mergedRecord loyalty.Customer
		proved       bool
	}{
		"from a form":                {shop.RegisterWithEmail("Ana", servicetest.AnasEmail), false},
		"from the staff":             {shop.CustomerWithEmail("Ana", servicetest.AnasEmail), true},
		"from the staff, of a child": {shop.Change(servicetest.ChildOf(t, shop, shop.Customer("Eva"), "Sol"), servicetest.EmailChange(servicetest.AnasEmail)), false},
	} {
		keptRecord := shop.Customer("Ana")
		merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, c.mergedRecord.ID)
		if err != nil {
			t.Fatal(err)
		}
		if proved := shop.MailedCode(keptRecord.Phone) != ""; proved != c.proved {
			t.Errorf("codes are sent to an e-mail %s = %t, want %t", name, proved, c.proved)
		}
		if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
			t.Fatal(err)
		}
		if shop.MailedCode(keptRecord.Phone) != "" {
			t.Errorf("after the undo an e-mail %s must not open the card that it was moved to", name)
		}
	}
}

// Two different people may have typed e-mail and phone.
func TestMerge_UnverifiedEmailWithUnverifiedPhone_IsDropped(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	keptRecord, other := shop.RegisterWithEmail("Ana", ""), shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, other.ID)
	if err != nil {
		t.Fatal(err)
	}
	if shop.MailedCode(keptRecord.Phone) != "" {
		t.Error("the moved e-mail must not get codes")
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if shop.MailedCode(other.Phone) == "" {
		t.Error("after the undo the e-mail must get codes for its own phone")
	}
}

func TestPortal_GuardianEmailOfFormerChild_GrantsNoAccess(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "madre@correo.test")
	sol := servicetest.ChildOf(t, shop, ana, "Sol")
	shop.Change(sol, servicetest.EmailChange("madre@correo.test"))
	phone := shop.Phone()
	shop.Change(sol, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: phone}})
	if shop.MailedCode(phone) != "" {
		t.Error("the guardian's e-mail must no longer get codes for the card")
	}
	if err := servicetest.ChangeOwnEmail(t, shop, shop.PortalToken(shop.Change(sol, loyalty.CustomerChanges{})), "sol@correo.test"); err != nil {
		t.Fatal(err)
	}
	if shop.MailedCode(phone) == "" {
		t.Error("the child's own e-mail must get codes")
	}
}

// A child got the phone of their own in the guardian's portal.
func TestPortal_UnverifiedGuardianEmail_GrantsNoAccess(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "madre@correo.test")
	sol := servicetest.ChildOf(t, shop, ana, "Sol")
	shop.Change(sol, servicetest.EmailChange("madre@correo.test"))
	shop.Clock.Set(turnsFourteen())
	form := ownPhone(shop.Phone())
	if err := onOwnPhone(t, shop, ana, sol, form, ""); err != nil {
		t.Fatal(err)
	}
	if shop.MailedCode(form.Phone) != "" {
		t.Error("the guardian's e-mail must no longer get codes for the card")
	}
}
