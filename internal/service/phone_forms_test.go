package service_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// twoForms has mobiles as typed, stored, in the second form, and in WhatsApp.
var twoForms = map[string]struct{ phoneInput, canonical, second, whatsApp string }{
	"Argentina": {"+54 11 2345-6789", "+5491123456789", "+541123456789", "5491123456789"},
	"Brazil":    {"+55 31 8123-4567", "+5531981234567", "+553181234567", "553181234567"},
	"Mexico":    {"+52 1 55 1234 5678", "+525512345678", "+5215512345678", "5215512345678"},
}

func registerAs(t *testing.T, shop *servicetest.Shop, name, phone string) loyalty.Customer {
	t.Helper()
	form := shop.Form(name)
	form.Phone = phone
	registration, err := shop.Cases.Registrations.Register(servicetest.WithBrowser(t.Context()), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	return registration.Customer
}

func storePhone(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, phone string) loyalty.Customer {
	t.Helper()
	shop.Database.Corrupt(t, "UPDATE customers SET search = replace(search, phone, '"+phone+"'), phone = '"+phone+"' WHERE id = '"+customer.ID+"'")
	customer.Phone = phone
	return customer
}

func fromWhatsApp(town *servicetest.Town, id, text string) messaging.InboundMessage {
	phone, _ := loyalty.ParsePhone("+"+id, "")
	message := servicetest.InboundText(town, phone, text)
	message.WhatsAppID = id
	return message
}

func TestPhoneForms_EitherStoredForm_IsFound(t *testing.T) {
	t.Parallel()
	for name, phone := range twoForms {
		for formName, form := range map[string]string{"canonical": phone.canonical, "second form": phone.second} {
			t.Run(name+", "+formName, func(t *testing.T) {
				t.Parallel()
				shop := servicetest.New(t)
				ana := registerAs(t, shop, "Ana", phone.phoneInput)
				if ana.Phone != phone.canonical {
					t.Errorf("the customer's phone is stored as %s, want %s", ana.Phone, phone.canonical)
				}
				ana = storePhone(t, shop, ana, form)
				for _, phoneInput := range []string{phone.phoneInput, phone.canonical, phone.second, "+" + phone.whatsApp, phone.whatsApp} {
					mustFindAna(t, shop, ana, phoneInput)
				}
				shop.Code(phone.second)
				if code := shop.LastCode(form); code == "" {
					t.Error("no code was sent to the customer")
				} else if session, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, phone.canonical, code); err != nil {
					t.Errorf("the code is refused: %v", err)
				} else if user, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); err != nil || user.CustomerID != ana.ID {
					t.Errorf("the session belongs to %+v, %v; want CustomerID %v", user, err, ana.ID)
				} else if cards, err := shop.Cases.Portal.Cards(t.Context(), user); err != nil || len(cards) != 1 {
					t.Errorf("the session opens %d cards, %v; want 1", len(cards), err)
				}
				servicetest.Receive(t, shop.Cases, fromWhatsApp(shop.Town, phone.whatsApp, "BAJA"))
				if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 0 {
					t.Errorf("the customer accepts %v, want nothing", remaining)
				}
			})
		}
	}
}

// mustFindAna expects every lookup to find Ana's record.
func mustFindAna(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer, phoneInput string) {
	t.Helper()
	if customer, err := shop.Cases.Customers.Lookup(t.Context(), shop.Barber, phoneInput, ""); err != nil || customer.ID != ana.ID {
		t.Errorf("looking up %q finds %q, %v; want Ana", phoneInput, customer.Name, err)
	}
	if list, err := shop.Cases.Customers.List(t.Context(), shop.Owner, service.CustomersRequest{ListRequest: usecase.ListRequest{Search: phoneInput, Limit: 10}}); err != nil || len(list.Items) != 1 {
		t.Errorf("searching %q finds %d customers, %v; want 1", phoneInput, len(list.Items), err)
	}
	form := shop.Form("Otra")
	form.Phone = phoneInput
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); !errors.Is(err, loyalty.ErrAlreadyRegistered) {
		t.Errorf("registering %q returns %v, want ErrAlreadyRegistered", phoneInput, err)
	}
	createdCustomer, existed, err := shop.Cases.Customers.Create(t.Context(), shop.Owner, loyalty.CustomerDraft{Name: "Otra", Phone: phoneInput, Tag: string(loyalty.TagCard)}, "")
	if err != nil || !existed || createdCustomer.ID != ana.ID {
		t.Errorf("adding %q gives %q, existed %t, %v; want Ana, existing", phoneInput, createdCustomer.Name, existed, err)
	}
	other := shop.Customer("Otra")
	_, err = shop.Cases.Customers.Change(t.Context(), shop.Owner, other.ID, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: phoneInput}})
	if !errors.Is(err, loyalty.ErrPhoneTaken) {
		t.Errorf("giving another customer %q returns %v, want ErrPhoneTaken", phoneInput, err)
	}
	shop.Archive(other)
	shop.Clock.Advance(48 * time.Hour)
	if visit, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{Phone: phoneInput}); err != nil || visit.Visit.CustomerID != ana.ID {
		t.Errorf("a visit with %q counts for %q, %v; want Ana", phoneInput, visit.CustomerName, err)
	}
}

func TestPhoneForms_ProofFromWhatsApp_VerifiesPhone(t *testing.T) {
	t.Parallel()
	for name, phone := range twoForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			town := servicetest.NewTown(t)
			shop := town.Shop(t)
			ana := storePhone(t, shop, registerAs(t, shop, "Ana", phone.phoneInput), phone.second)
			servicetest.Receive(t, shop.Cases, fromWhatsApp(town, phone.whatsApp, servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana))))
			if !servicetest.IsPhoneVerified(t, shop, ana) {
				t.Error("a message from the customer must verify the phone")
			}
			request := servicetest.RequestSignIn(t, shop.Cases, "")
			servicetest.Receive(t, shop.Cases, fromWhatsApp(town, phone.whatsApp, servicetest.ProofMessage(t, request)))
			session, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket)
			if err != nil || !opened || session.User.CustomerID != ana.ID {
				t.Errorf("the ticket opens %+v, %t, %v; want Ana's session", session.User, opened, err)
			}
		})
	}
}

// pairOf returns two records with one phone, from before phones had a canonical form.
func pairOf(t *testing.T, shop *servicetest.Shop) (first, second loyalty.Customer) {
	t.Helper()
	first = storePhone(t, shop, registerAs(t, shop, "Ana", shop.Town.Phone()), "+541123456789")
	shop.Clock.Advance(time.Second)
	second = storePhone(t, shop, registerAs(t, shop, "Ana G.", shop.Town.Phone()), "+5491123456789")
	return first, second
}

func TestPhoneForms_TwoRecordsOfOnePhone_AreBothFound(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, again := pairOf(t, shop)
	if _, err := shop.Cases.Customers.Lookup(t.Context(), shop.Barber, "+54 11 2345 6789", ""); !errors.Is(err, loyalty.ErrSeveralCustomers) {
		t.Errorf("looking up the shared phone returns %v, want ErrSeveralCustomers", err)
	}
	renamedCustomer := shop.Change(ana, loyalty.CustomerChanges{
		Name: loyalty.Change{Sent: true, Value: "Ana María"}, Phone: loyalty.Change{Sent: true, Value: "+54 11 2345 6789"},
	})
	if renamedCustomer.Name != "Ana María" || renamedCustomer.Phone != ana.Phone {
		t.Errorf("after a change of the name the record is %+v; want Name Ana María and Phone %v", renamedCustomer, ana.Phone)
	}
	servicetest.Receive(t, shop.Cases, fromWhatsApp(shop.Town, "5491123456789", "BAJA"))
	for _, customer := range []loyalty.Customer{ana, again} {
		if remaining := servicetest.GrantedConsents(t, shop, customer); len(remaining) != 0 {
			t.Errorf("%s accepts %v, want nothing", customer.Name, remaining)
		}
	}
	session := shop.PortalToken(again)
	user, err := shop.Cases.Portal.Authenticate(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	if cards, err := shop.Cases.Portal.Cards(t.Context(), user); err != nil || len(cards) != 2 {
		t.Errorf("the phone opens %d cards, %v; want 2", len(cards), err)
	}
}

func TestPhoneForms_TwoRecordsOfOnePhone_AreListedUntilMerged(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	ana, again := pairOf(t, shop)
	shop.VerifyPhone(ana)
	registerAs(t, other, "Ana", "+54 9 11 2345 6789") // a record of another business
	registerAs(t, shop, "Eva", "+54 9 11 2345 6780")
	listShared := func() (ids []string) {
		t.Helper()
		err := shop.Store.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error {
			phones, err := tx.Customers().ListSharedPhones()
			for _, one := range phones {
				if one.SharedBy != "+5491123456789" || one.BusinessID != shop.Business.ID {
					t.Errorf("%+v is shared; want SharedBy %q and BusinessID %v", one, "+5491123456789", shop.Business.ID)
				}
				ids = append(ids, one.Customer.ID)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	if ids := listShared(); !slices.Equal(ids, []string{ana.ID, again.ID}) {
		t.Errorf("%v share a phone, want %v", ids, []string{ana.ID, again.ID})
	}
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, again.ID)
	if err != nil {
		t.Fatal(err)
	}
	if merge.Customer.Phone != "+5491123456789" || !servicetest.IsPhoneVerified(t, shop, ana) {
		t.Errorf("the kept record has the phone %s, verified = %t; want +5491123456789 and true", merge.Customer.Phone, servicetest.IsPhoneVerified(t, shop, ana))
	}
	if ids := listShared(); len(ids) != 0 {
		t.Errorf("after the merge %v share a phone, want none", ids)
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if ids := listShared(); len(ids) != 2 || !servicetest.IsPhoneVerified(t, shop, ana) {
		t.Errorf("after the undo %v share a phone, verified = %t; want two records and true", ids, servicetest.IsPhoneVerified(t, shop, ana))
	}
}

// Only WhatsApp knows whether a Brazilian number without the ninth digit is a mobile.
func TestWhatsAppID_DifferentFromPhone_IsStored(t *testing.T) {
	t.Parallel()
	const id = "553131234567"
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	ana := registerAs(t, shop, "Ana", "+55 31 93123-4567")
	eva := registerAs(t, other, "Eva", "+55 31 93123-4567")
	for _, message := range shop.ClaimMessages(10) {
		shop.FinishMessage(message, messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.1", WhatsAppID: id})
	}
	servicetest.Receive(t, shop.Cases, fromWhatsApp(town, id, servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana))))
	if !servicetest.IsPhoneVerified(t, shop, ana) {
		t.Error("a message from the customer must verify the phone")
	}
	servicetest.Receive(t, shop.Cases, fromWhatsApp(town, id, "BAJA"))
	if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 0 {
		t.Errorf("the customer accepts %v, want nothing", remaining)
	}
	if remaining := servicetest.GrantedConsents(t, other, eva); len(remaining) != 3 {
		t.Errorf("at the business that sent nothing yet %v is accepted, want 3 consents", remaining)
	}
	shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: "+34612345678"}})
	if customerIDs := shop.Database.Rows(t, "SELECT id FROM customers WHERE whatsapp_id IS NOT NULL"); len(customerIDs) != 0 {
		t.Errorf("after the change of phone %v have a WhatsApp id, want none", customerIDs)
	}
}

func TestWhatsAppID_EitherFormOfPhone_IsNotStored(t *testing.T) {
	t.Parallel()
	for name, phone := range twoForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			registerAs(t, shop, "Ana", phone.phoneInput)
			for _, message := range shop.ClaimMessages(10) {
				if !strings.HasPrefix(message.Phone, "+") {
					t.Errorf("a message goes to %q, want %q at the start of it", message.Phone, "+")
				}
				shop.FinishMessage(message, messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.1", WhatsAppID: phone.whatsApp})
			}
			if customerIDs := shop.Database.Rows(t, "SELECT id FROM customers WHERE whatsapp_id IS NOT NULL"); len(customerIDs) != 0 {
				t.Errorf("%v have a WhatsApp id that equals the phone, want none", customerIDs)
			}
		})
	}
}

func TestPhoneForms_MessageQueuedToTheSecondForm_IsNotDropped(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := registerAs(t, shop, "Ana", "+54 11 2345-6789")
	shop.Database.Corrupt(t, "UPDATE messages SET phone = '+541123456789' WHERE customer_id = '"+ana.ID+"'")
	if messages := shop.ClaimMessages(10); len(messages) != 1 {
		t.Errorf("%d messages go to the customer, want 1", len(messages))
	}
}
