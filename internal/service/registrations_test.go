package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func TestRegistration_GrantsWelcomeAndSendsQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana García")
	owed := shop.Progress(ana).Owed
	if len(owed) != 1 || owed[0].Kind != loyalty.RewardWelcome || owed[0].Milestone != 0 {
		t.Errorf("the rewards owed are %+v, want one welcome", owed)
	}
	messages := shop.Database.Rows(t, "SELECT phone, kind, status, text FROM messages")
	want := ana.Phone + " QR QUEUED Hola, cliente: este es tu QR de " + shop.Business.Name
	if len(messages) != 1 || !strings.HasPrefix(messages[0], want) || !strings.HasSuffix(messages[0],
		"https://axioma.test/api/public/customers/"+ana.QR()+"/qr.png Tu tarjeta: https://axioma.test/portal?bid="+shop.Business.ID) {
		t.Errorf("the messages are %q, want %q", messages, want)
	}
}

func TestRegistration_PassesEnabled_MessageLinksToWallets(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	offering, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, PublicURL: "https://axioma.test", WalletPasses: true})
	if err != nil {
		t.Fatal(err)
	}
	result, err := offering.Registrations.Register(t.Context(), shop.Business.ID, shop.Form("Ana"), "")
	if err != nil {
		t.Fatal(err)
	}
	messages := shop.Database.Rows(t, "SELECT text FROM messages")
	if len(messages) != 1 || !strings.HasSuffix(messages[0], " Llévala en la cartera de tu móvil: https://axioma.test/api/public/wallet/"+result.Customer.QR()) {
		t.Errorf("the messages are %q, want one with the wallet link", messages)
	}
}

// Spec: registration-11
func TestRegistration_WithoutWhatsApp_SendsNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	form := shop.Form("Ana")
	form.WhatsAppOptIn = false
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); err != nil {
		t.Fatal(err)
	}
	if messages := shop.Database.Rows(t, "SELECT id FROM messages"); len(messages) != 0 {
		t.Errorf("%d messages are queued, want none", len(messages))
	}
}

func TestRegistration_KnownPhone_RevealsNothingAndResendsQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana Secreta")
	servicetest.RecordConsent(t, shop, ana, true, loyalty.ConsentWhatsApp)
	form := shop.Form("Otra")
	form.Phone = ana.Phone
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if !errors.Is(err, loyalty.ErrAlreadyRegistered) {
		t.Fatalf("the form returns %v, want ErrAlreadyRegistered", err)
	}
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); !errors.Is(err, loyalty.ErrAlreadyRegistered) {
		t.Fatalf("the form sent again returns %v, want ErrAlreadyRegistered", err)
	}
	if text := fmt.Sprintf("%+v %v", registration, err); strings.Contains(text, ana.ID) || strings.Contains(text, "Secreta") {
		t.Errorf("the answer reveals the customer: %s", text)
	}
	if messages := shop.Database.Rows(t, "SELECT phone, customer_id FROM messages"); !slices.Equal(messages, []string{ana.Phone + " " + ana.ID}) {
		t.Errorf("the messages are %v, want %v", messages, []string{ana.Phone + " " + ana.ID})
	}
	if consents := shop.Database.Rows(t, "SELECT kind FROM consents"); !slices.Equal(consents, []string{"WHATSAPP"}) {
		t.Errorf("after a stranger's form the customer's consents are %v, want only WHATSAPP", consents)
	}
	if owed := shop.Progress(ana).Owed; len(owed) != 0 {
		t.Errorf("registering again earned %v, want none", owed)
	}
}

func TestSendQR_QueuedForAWeek_IsNotSent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Register("Ana")
	shop.Clock.Advance(7*24*time.Hour - time.Second)
	if messages := shop.SendMessages(); len(messages) != 0 {
		t.Errorf("the messages sent are %+v, want none", messages)
	}
	if got := servicetest.MessageStates(t, shop); got != "DROPPED:EXPIRED" {
		t.Errorf("the message is %s, want DROPPED:EXPIRED", got)
	}
}

func TestRegistration_SameKey_ShowsSameQRAndSendsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	form := shop.Form("Ana")
	var ids []string
	for range 3 {
		registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "form-1")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, registration.Customer.ID)
	}
	if ids[0] != ids[1] || ids[1] != ids[2] {
		t.Errorf("the answers have the customers %v, want one", ids)
	}
	if messages := shop.Database.Rows(t, "SELECT id FROM messages"); len(messages) != 1 {
		t.Errorf("%d messages are queued, want 1", len(messages))
	}
	form.Name = "Berta"
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "form-1"); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another form with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
	if storedForms := shop.Database.Rows(t, "SELECT request FROM idempotency_keys"); strings.Contains(storedForms[0], "Ana") {
		t.Errorf("the stored form can be read: %s", storedForms)
	}
}

func TestRegistration_KeyOfRemovedRecord_CountsAsNewForm(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		leaves func(*servicetest.Shop, loyalty.Customer)
		want   error
	}{
		"archived": {func(shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) }, nil},
		"with another QR": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := shop.Cases.QRChanges.Change(t.Context(), shop.Owner, ana.ID, ""); err != nil {
				t.Fatal(err)
			}
		}, loyalty.ErrAlreadyRegistered},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			form := shop.Form("Ana")
			first, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "page-1")
			if err != nil {
				t.Fatal(err)
			}
			c.leaves(shop, first.Customer)
			for range 2 { // then the new response is replayed
				again, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "page-1")
				if !errors.Is(err, c.want) {
					t.Fatalf("the form sent again returns %v, want %v", err, c.want)
				}
				if err != nil {
					continue
				}
				if customer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, again.Customer.ID); err != nil || customer.QR() != again.Customer.QR() {
					t.Errorf("the record in the answer is %+v, %v; want the QR of the answer", customer, err)
				}
			}
			if active := shop.Database.Rows(t, "SELECT id FROM customers WHERE archived_at IS NULL AND name = 'Ana'"); len(active) != 1 {
				t.Errorf("%d records are active, want 1", len(active))
			}
		})
	}
}

func TestRegistration_KeyOfRefusal_IsEvaluatedAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	form := shop.Form("Ana")
	form.Phone = ana.Phone
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "page-1"); !errors.Is(err, loyalty.ErrAlreadyRegistered) {
		t.Fatalf("the form returns %v, want ErrAlreadyRegistered", err)
	}
	shop.Archive(ana)
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "page-1"); err != nil {
		t.Errorf("after the phone is released the form is refused: %v", err)
	}
}

func TestRegistration_KeyLifetime_LimitsReplay(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	request := service.RegistrationRequest{
		BusinessID: shop.Business.ID, Form: shop.Form("Ana"), Key: "page-1", KeyLifetime: 10 * time.Minute,
	}
	first, err := shop.Cases.Registrations.RegisterFrom(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(request.KeyLifetime)
	if again, err := shop.Cases.Registrations.RegisterFrom(t.Context(), request); err != nil || again.Customer.ID != first.Customer.ID {
		t.Errorf("within the key's lifetime the form gives %+v, %v; want ID %v", again.Customer, err, first.Customer.ID)
	}
	shop.Clock.Advance(time.Millisecond)
	if again, err := shop.Cases.Registrations.RegisterFrom(t.Context(), request); !errors.Is(err, loyalty.ErrAlreadyRegistered) || again.Customer.ID != "" {
		t.Errorf("after the key's lifetime the form gives %+v, %v; want ErrAlreadyRegistered and no ID", again.Customer, err)
	}
}

func TestConsents_Changes_AreHistory(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Clock.Advance(time.Hour)
	if err := shop.Cases.Consents.Unsubscribe(t.Context(), ana.QR()); err != nil {
		t.Fatal(err)
	}
	got := shop.Database.Rows(t, "SELECT form, kind, CASE WHEN granted THEN 'yes' ELSE 'no' END, given_at, text_version FROM consents ORDER BY given_at, kind")
	at := ana.CreatedAt.UnixMilli()
	want := []string{}
	for _, line := range []string{"EMAIL yes", "PRIVACY yes", "PROMOTIONS yes", "SMS no", "WHATSAPP yes"} {
		want = append(want, fmt.Sprintf("PUBLIC_REGISTER %s %d %s", line, at, loyalty.ConsentTextVersion))
	}
	for _, line := range []string{"EMAIL no", "PROMOTIONS no", "SMS no", "WHATSAPP no"} {
		want = append(want, fmt.Sprintf("UNSUBSCRIBE %s %d %s", line, at+time.Hour.Milliseconds(), loyalty.ConsentTextVersion))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the consents are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Spec: validation-5
func TestRegistration_InvalidForms_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	before := shop.Database.Dump(t)
	for name, change := range map[string]func(*loyalty.Registration){
		"a form without the privacy policy": func(f *loyalty.Registration) { f.AcceptedPrivacy = false },
		"a form with a blank name":          func(f *loyalty.Registration) { f.Name = " " },
		"a form without a phone":            func(f *loyalty.Registration) { f.Phone = "" },
		"a form with letters in the phone":  func(f *loyalty.Registration) { f.Phone = "612PELUCA" },
		"a form with an invalid e-mail":     func(f *loyalty.Registration) { f.Email = "ana" },
		"a form with a NUL":                 func(f *loyalty.Registration) { f.Name = "A\x00na" },
	} {
		form := shop.Form("Ana")
		change(&form)
		if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "key"); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("%s returns %v, want ErrValidation", name, err)
		}
	}
	if _, err := shop.Cases.Registrations.Register(t.Context(), "nowhere", shop.Form("Ana"), ""); !errors.Is(err, loyalty.ErrBusinessNotFound) {
		t.Errorf("an unknown business gets %v, want ErrBusinessNotFound", err)
	}
	if after := shop.Database.Dump(t); !slices.Equal(before, after) {
		t.Error("a refused form was written")
	}
	shop.Database.Corrupt(t, "UPDATE businesses SET status = 'SUSPENDED'")
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, shop.Form("Ana"), ""); !errors.Is(err, loyalty.ErrBusinessSuspended) {
		t.Errorf("a suspended business gets %v, want ErrBusinessSuspended", err)
	}
}

// Spec: product-1, limits-8
func TestWelcomeDiscount_CombinesWithNoReward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	welcomeFirst, halfFirst := shop.Register("Ana"), shop.Register("Berta")
	shop.Visits(welcomeFirst, 5)
	shop.Visits(halfFirst, 5)
	for _, order := range []struct {
		customer loyalty.Customer
		kinds    [2]loyalty.RewardKind
	}{{welcomeFirst, [2]loyalty.RewardKind{loyalty.RewardWelcome, loyalty.RewardHalf}}, {halfFirst, [2]loyalty.RewardKind{loyalty.RewardHalf, loyalty.RewardWelcome}}} {
		if _, err := shop.Redeem(order.customer, order.kinds[0]); err != nil {
			t.Errorf("redeeming %s first: %v", order.kinds[0], err)
		}
		if _, err := shop.Redeem(order.customer, order.kinds[1]); !errors.Is(err, loyalty.ErrWelcomeNotCombinable) {
			t.Errorf("redeeming %s on the day of %s returns %v, want ErrWelcomeNotCombinable", order.kinds[1], order.kinds[0], err)
		}
	}
	shop.Clock.Set(shop.Business.Tomorrow(shop.Clock.Now()))
	if _, err := shop.Redeem(welcomeFirst, loyalty.RewardHalf); err != nil {
		t.Errorf("redeeming HALF on the next day: %v", err)
	}
	welcome, err := shop.Redeem(halfFirst, loyalty.RewardWelcome)
	if err != nil {
		t.Errorf("redeeming WELCOME on the next day: %v", err)
	}
	shop.Clock.Set(shop.Business.Tomorrow(shop.Clock.Now()))
	if _, err := shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, halfFirst.ID, welcome.Reward.ID, ""); !errors.Is(err, loyalty.ErrRewardNotPending) {
		t.Errorf("redeeming WELCOME a second time returns %v, want ErrRewardNotPending", err)
	}
}

// Spec: states-25
func TestVisit_OwedRewards_AreOldestFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visits := []service.RegisteredVisit{}
	for range 5 {
		shop.Clock.Advance(time.Minute)
		visits = append(visits, shop.FurtherVisit(ana))
	}
	shop.Delete(visits[4]) // cancels HALF at 5
	shop.Delete(visits[3])
	shop.Tag(ana, loyalty.TagVIPA)
	shop.Clock.Advance(time.Minute)
	shop.FurtherVisit(ana) // FREE at 4
	shop.Clock.Advance(time.Minute)
	last := shop.FurtherVisit(ana) // HALF at 5, which is older, is owed again
	if got, want := fmt.Sprint(last.Progress.Owed), fmt.Sprint(shop.Progress(ana).Owed); got != want {
		t.Errorf("the visit gives\n%s\nbut the progress\n%s", got, want)
	}
}

func TestWelcomeDiscount_TextChangedLater_KeepsPromise(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	say := func(text string) {
		t.Helper()
		changes := loyalty.SettingChanges{WelcomeText: loyalty.Change{Sent: true, Value: text}}
		if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
			t.Fatal(err)
		}
	}
	say("20 % en tu primer corte")
	form := shop.Form("Ana")
	first, err := shop.Cases.Registrations.Register(servicetest.WithBrowser(t.Context()), shop.Business.ID, form, "form-1")
	if err != nil {
		t.Fatal(err)
	}
	say("Un café")
	again, err := shop.Cases.Registrations.Register(servicetest.WithBrowser(t.Context()), shop.Business.ID, form, "form-1")
	if err != nil || first.Promise != "20 % en tu primer corte" || again.Promise != first.Promise {
		t.Errorf("the form returns %q and %q (%v), want the promise twice", first.Promise, again.Promise, err)
	}
	owed := shop.Progress(first.Customer).Owed
	const note = "20 % en tu primer corte · Descuento de bienvenida: un solo servicio, no acumulable"
	if len(owed) != 1 || owed[0].Note() != note {
		t.Errorf("the reward owed is %+v; want one and Note %v", owed, note)
	}
	if luz := shop.Progress(shop.Register("Luz")).Owed; luz[0].Promise != "Un café" {
		t.Errorf("the next customer is owed %+v, want Promise Un café", luz)
	}
	if visit := shop.Visit(first.Customer); visit.Progress.Owed[0].Promise != "20 % en tu primer corte" {
		t.Errorf("the counter sees the rewards owed %+v, want Promise %q", visit.Progress.Owed, "20 % en tu primer corte")
	}
}

func TestWelcomeDiscount_WithoutAText_IsCalledByKindOfReward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owed := shop.Progress(shop.Register("Ana")).Owed
	if note := owed[0].Note(); note != "Descuento de bienvenida: un solo servicio, no acumulable" {
		t.Errorf("the reward is called %q, want %q", note, "Descuento de bienvenida: un solo servicio, no acumulable")
	}
}
