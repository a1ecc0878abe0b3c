package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func TestRegistration_UnverifiedPhone_GetsOneNeutralMessage(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := bornToday(t, shop, "Premio")
	first := shop.SendMessages()
	if len(first) != 1 || strings.Contains(first[0].Text, "Premio") || !strings.Contains(first[0].Text, ana.QR()) {
		t.Fatalf("the first messages are %+v, want one with the QR and without the word Premio", first)
	}
	for range 3 {
		servicetest.RegisterAgain(t, shop, ana)
		shop.Clock.Advance(25 * time.Hour)
		servicetest.RegisterAgain(t, shop, ana)
		if err := shop.Cases.Marketing.QueueDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if more := shop.SendMessages(); len(more) != 0 {
			t.Fatalf("more messages were sent to the phone: %+v, want none", more)
		}
	}
}

func bornToday(t *testing.T, shop *servicetest.Shop, name string) loyalty.Customer {
	t.Helper()
	form := shop.Form(name)
	form.Birthday = "1990-" + string(shop.Business.DayOf(shop.Clock.Now()))[len("2026-"):]
	for _, change := range []loyalty.SettingChanges{{BirthdayMessages: new(true)}} {
		if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, change, false); err != nil {
			t.Fatal(err)
		}
	}
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Marketing.QueueDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	return registration.Customer
}

func TestPhone_Actions_VerifyOrNot(t *testing.T) {
	t.Parallel()
	for name, prove := range map[string]func(*servicetest.Shop, loyalty.Customer) loyalty.Customer{
		"a code": func(shop *servicetest.Shop, ana loyalty.Customer) loyalty.Customer {
			shop.PortalToken(ana)
			return ana
		},
		"a message from the customer": func(shop *servicetest.Shop, ana loyalty.Customer) loyalty.Customer {
			servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana))))
			return ana
		},
		"another phone, entered by the staff": func(shop *servicetest.Shop, ana loyalty.Customer) loyalty.Customer {
			return shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := prove(shop, shop.Register("Ana"))
			shop.SendMessages()
			shop.Clock.Advance(25 * time.Hour)
			sends := func() int {
				servicetest.RegisterAgain(t, shop, ana)
				return len(shop.SendMessages())
			}
			if first, again := sends(), sends(); first != 1 || again != 0 {
				t.Errorf("typed twice on one day, the phone gets %d and %d messages, want 1 and 0", first, again)
			}
			shop.Clock.Advance(24 * time.Hour)
			if sends() != 1 {
				t.Error("on the next day the phone must get one message")
			}
		})
	}
}

func TestRegistration_PhoneAtManyBusinesses_GetsFewMessages(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	form, sentCount := town.Form("Ana"), 0
	for range 5 {
		shop := town.Shop(t)
		if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); err != nil {
			t.Fatal(err)
		}
		sentCount += len(shop.SendMessages())
	}
	if sentCount != 3 {
		t.Errorf("%d messages were sent to one phone, want 3", sentCount)
	}
}

func TestRequestCode_UnverifiedPhones_HaveASeparateLimit(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := town.Shop(t, func(b *loyalty.Business) { b.WhatsApp.DailyCap = 10 })
	knownCustomer := shop.Customer("Ana")
	for i := range 2 {
		stranger := shop.Register(fmt.Sprintf("Ajena %c", 'A'+i))
		for range 7 {
			shop.Clock.Advance(time.Millisecond)
			ask(t, shop, stranger.Phone, "browser of a stranger")
			shop.SendMessages()
		}
	}
	if used := shop.Database.Rows(t, "SELECT message_count FROM message_usage"); !slices.Equal(used, []string{"5"}) { // two QRs, and a quarter of the ten codes
		t.Errorf("of ten messages strangers used %v, want 5", used)
	}
	shop.Code(knownCustomer.Phone)
	if messages := shop.SendMessages(); len(messages) != 1 || messages[0].Phone != knownCustomer.Phone {
		t.Errorf("the messages sent are %+v, want the customer's code", messages)
	}
}

func ask(t *testing.T, shop *servicetest.Shop, phone, asker string) {
	t.Helper()
	if err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{BusinessID: shop.Business.ID, Phone: phone, Requester: asker}); err != nil {
		t.Fatal(err)
	}
}

func TestCheckCode_OtherRequester_DoesNotAffectCode(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	ask(t, shop, ana.Phone, "a stranger")
	for range 2 * loyalty.CodeTries {
		for _, asker := range []string{"a stranger", "another"} {
			if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), asker, shop.Business.ID, ana.Phone, servicetest.WrongCode(code)); !errors.Is(err, loyalty.ErrCodeRefused) {
				t.Errorf("a guess returns %v, want ErrCodeRefused", err)
			}
		}
	}
	if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), "another", shop.Business.ID, ana.Phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the customer's code from another browser returns %v, want ErrCodeRefused", err)
	}
	if got := servicetest.MessageStates(t, shop); got != "QUEUED QUEUED" {
		t.Errorf("the codes are %s, want QUEUED QUEUED", got)
	}
	if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); err != nil {
		t.Errorf("the customer's own code: %v", err)
	}
}

func TestMerge_Phone_KeepsVerification(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	keptRecord, mergedRecord := shop.Customer("Ana"), shop.Register("Ana")
	shop.Change(keptRecord, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true}})
	shop.SendMessages()
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, keptRecord.ID, mergedRecord.ID); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(25 * time.Hour)
	servicetest.RegisterAgain(t, shop, mergedRecord)
	if messages := shop.SendMessages(); len(messages) != 0 {
		t.Errorf("the messages sent are %+v, want none", messages)
	}
}
