package access_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func TestEmailCodes_WithMail_AreOffered(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.Enabled = false })
	mailing, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, MailEnabled: true})
	if err != nil {
		t.Fatal(err)
	}
	for businessID, want := range map[string]access.SignInMethods{
		shop.Business.ID: {Email: true}, // WhatsApp sends nothing
		"":               {Code: true, Email: true},
	} {
		if methods, err := mailing.Proofs.SignInMethods(t.Context(), businessID); err != nil || methods != want {
			t.Errorf("the sign-in methods of %q are %+v, %v; want %+v", businessID, methods, err, want)
		}
	}
	shop.Suspend()
	if methods, err := mailing.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || methods.Email {
		t.Errorf("the sign-in methods of a suspended business are %+v, %v; want no e-mail", methods, err)
	}
}

func TestEmailCodes_WithoutMail_AreNotOffered(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
	withoutSender, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	for channel, want := range map[string]error{"email": loyalty.ErrMailUnavailable, "pigeon": loyalty.ErrValidation} {
		request := access.CodeRequest{BusinessID: shop.Business.ID, Phone: ana.Phone, Channel: channel, Requester: servicetest.Requester}
		if err := withoutSender.Portal.RequestCode(t.Context(), request); !errors.Is(err, want) {
			t.Errorf("a code by %s returns %v, want %v", channel, err, want)
		}
	}
	if rows := shop.Database.Rows(t, "SELECT code_hash FROM login_codes"); len(rows) != 0 {
		t.Errorf("%d codes are kept, want none", len(rows))
	}
}

// Spec: portal-20
func TestEmailCode_Right_OpensThePortalOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Premio", "ana@correo.test")
	if err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{BusinessID: shop.Business.ID, Phone: ana.Phone, Channel: "email", Requester: servicetest.Requester}); err != nil {
		t.Fatal(err)
	}
	mails := shop.ClaimMails()
	if len(mails) != 1 {
		t.Fatalf("%d mails wait, want 1", len(mails))
	}
	mail, code := mails[0], mails[0].Text[:loyalty.CodeDigits]
	if mail.Address != "ana@correo.test" || mail.Sender != shop.Business.Name || mail.Kind != loyalty.MailCode ||
		!mail.ExpiresAt.Equal(shop.Clock.Now().Add(loyalty.CodeLifetime)) {
		t.Errorf("the mail is %+v; want Ana's code, valid for its lifetime", mail)
	}
	if mail.Subject != code+" es tu código de "+shop.Business.Name || !strings.Contains(mail.Text, "Caduca en 10 minutos. Si no lo has pedido, no hagas nada.") {
		t.Errorf("the mail has the subject %q and the text %q; want the code, and when it expires", mail.Subject, mail.Text)
	}
	if strings.Contains(mail.Subject+mail.Text, ana.Name) {
		t.Error("the mail contains a name that a stranger may have typed")
	}
	session, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code)
	if err != nil {
		t.Fatal(err)
	}
	want := access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID, Email: "ana@correo.test"}
	if user, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); err != nil || user != want || session.User != want {
		t.Errorf("the token belongs to %+v, %v; want Ana's", user, err)
	}
	if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the same code again returns %v, want ErrCodeRefused", err)
	}
	events := shop.Database.Rows(t, "SELECT action, detail FROM audit_events WHERE action LIKE 'portal%' ORDER BY action")
	if want := []string{"portal.code-sent email", "portal.sign-in email"}; !slices.Equal(events, want) {
		t.Errorf("the audit trail has %v, want %v", events, want)
	}
}

func TestEmailCode_TwoSignInsAtOnce_OneSucceeds(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
	code := shop.MailedCode(ana.Phone)
	var tries sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		tries.Go(func() {
			_, results[i] = shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code)
		})
	}
	tries.Wait()
	refusedCount := 0
	for _, err := range results {
		if errors.Is(err, loyalty.ErrCodeRefused) {
			refusedCount++
		} else if err != nil {
			t.Error(err)
		}
	}
	if refusedCount != len(results)-1 {
		t.Errorf("%d of %d sign-ins were refused, want all but one", refusedCount, len(results))
	}
}

// Spec: portal-20
func TestEmailCode_Request_RevealsNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, archivedCustomer := shop.CustomerWithEmail("Ana", "ana@correo.test"), shop.CustomerWithEmail("Berta", "berta@correo.test")
	shop.Change(ana, loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-05-17"}})
	shop.Archive(archivedCustomer)
	unverifiedCustomer := shop.RegisterWithEmail("Cora", "cora@correo.test")
	shop.VerifyPhone(unverifiedCustomer)
	for name, request := range map[string]access.CodeRequest{
		"an unknown phone":               {BusinessID: shop.Business.ID, Phone: shop.Phone()},
		"a phone that no business knows": {Phone: shop.Phone()},
		"another's birthday":             {BusinessID: shop.Business.ID, Phone: ana.Phone, Birthday: "1990-05-18"},
		"an archived customer":           {BusinessID: shop.Business.ID, Phone: archivedCustomer.Phone},
		"a customer without an e-mail":   {BusinessID: shop.Business.ID, Phone: shop.Customer("Dora").Phone},
		"an unverified e-mail":           {BusinessID: shop.Business.ID, Phone: unverifiedCustomer.Phone},
	} {
		began := time.Now()
		request.Channel, request.Requester = "email", servicetest.Requester
		if err := shop.Cases.Portal.RequestCode(t.Context(), request); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took < 250*time.Millisecond {
			t.Errorf("%s: answered after %s, sooner than a known e-mail may be", name, took)
		}
	}
	if mails := shop.ClaimMails(); len(mails) != 0 {
		t.Errorf("%d codes were sent, want none", len(mails))
	}
	if rows := shop.Database.Rows(t, "SELECT count(*), count(customer_id) FROM login_codes"); rows[0] != "6 0" {
		t.Errorf("the number of codes and of those with a customer are %s, want 6 0", rows[0])
	}
}

func TestCode_OtherChannel_ReplacesTheFormer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
	try := func(code string) error {
		_, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code)
		return err
	}
	messagedCode := shop.Code(ana.Phone)
	mailedCode := shop.MailedCode(ana.Phone)
	if got := servicetest.MessageStates(t, shop); got != "DROPPED:REPLACED" {
		t.Errorf("after a code by e-mail the messages are %s, want DROPPED:REPLACED", got)
	}
	if err := try(messagedCode); messagedCode != mailedCode && !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the replaced code returns %v, want ErrCodeRefused", err)
	}
	if err := try(mailedCode); err != nil {
		t.Errorf("the mailed code: %v", err)
	}
	if err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{BusinessID: shop.Business.ID, Phone: ana.Phone, Channel: "email", Requester: servicetest.Requester}); err != nil {
		t.Fatal(err)
	}
	messagedCode = shop.Code(ana.Phone)
	if mails := shop.ClaimMails(); len(mails) != 0 {
		t.Errorf("after a code by WhatsApp %d mails wait, want none", len(mails))
	}
	if err := try(messagedCode); err != nil {
		t.Errorf("the code that came by WhatsApp: %v", err)
	}
}

func TestEmailCode_RefusedRequest_KeepsTheQueuedCode(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	if mailedCode := shop.MailedCode(ana.Phone); mailedCode != "" {
		t.Fatalf("a code was mailed without a recipient: %s", mailedCode)
	}
	if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); err != nil {
		t.Errorf("the code that came by WhatsApp: %v", err)
	}
}

func TestWhatsAppCode_RefusedRequest_KeepsTheMailedCode(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(*servicetest.Shop, *access.CodeRequest){
		"with another birthday": func(_ *servicetest.Shop, request *access.CodeRequest) { request.Birthday = "1999-12-31" },
		"after too many tries": func(shop *servicetest.Shop, request *access.CodeRequest) {
			for range access.AttemptUnverifiedCode.Limit().Max {
				if err := shop.Cases.Attempts.Take(t.Context(), access.Attempt{Kind: access.AttemptUnverifiedCode, Subject: request.Phone}); err != nil {
					t.Fatal(err)
				}
			}
		},
	} {
		shop := servicetest.New(t)
		ana := shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
		ana = shop.Change(ana, loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-01-01"}})
		code := shop.MailedCode(ana.Phone)
		request := access.CodeRequest{BusinessID: shop.Business.ID, Phone: ana.Phone, Requester: servicetest.Requester}
		ask(shop, &request)
		before := servicetest.MessageStates(t, shop)
		if err := shop.Cases.Portal.RequestCode(t.Context(), request); err != nil || servicetest.MessageStates(t, shop) != before {
			t.Fatalf("%s: the messages are %s, %v; want %s", name, servicetest.MessageStates(t, shop), err, before)
		}
		if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); err != nil {
			t.Errorf("%s: the code that was mailed: %v", name, err)
		}
	}
}

func TestEmailCode_EmailNoLongerSignsIn_IsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		between func(*servicetest.Shop, loyalty.Customer)
		want    error
	}{
		"no event":              {func(*servicetest.Shop, loyalty.Customer) {}, nil},
		"the phone is verified": {func(shop *servicetest.Shop, ana loyalty.Customer) { shop.VerifyPhone(ana) }, loyalty.ErrCodeRefused},
		"the customer has another e-mail": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "otra@correo.test"}})
		}, loyalty.ErrCodeRefused},
		"the customer has no e-mail": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true}})
		}, loyalty.ErrCodeRefused},
		"the customer has another phone": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
		}, loyalty.ErrCodeRefused},
		"the customer is archived": {func(shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) }, loyalty.ErrCodeRefused},
		"another customer has the phone": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Archive(ana)
			servicetest.CustomerWithPhone(t, shop, "Otra", ana.Phone)
		}, loyalty.ErrCodeRefused},
		"the business is suspended": {func(shop *servicetest.Shop, _ loyalty.Customer) { shop.Suspend() }, loyalty.ErrBusinessSuspended},
		"the record was merged into another": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, shop.Customer("Otra").ID, ana.ID); err != nil {
				t.Error(err)
			}
		}, loyalty.ErrCodeRefused},
	} {
		shop := servicetest.New(t)
		ana := shop.RegisterWithEmail("Ana", "ana@correo.test")
		code := shop.MailedCode(ana.Phone)
		c.between(shop, ana)
		if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestEmailCode_WithoutBusiness_GoesToASignInEmail(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	first, last := town.Shop(t), town.Shop(t)
	ana := first.CustomerWithEmail("Ana", "ana@correo.test")
	anita := servicetest.CustomerWithPhone(t, last, "Anita", ana.Phone)
	town.Clock.Advance(time.Minute)
	last.Visit(anita)
	enters := func(want loyalty.Customer) {
		t.Helper()
		if err := town.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{Phone: ana.Phone, Channel: "email", Requester: servicetest.Requester}); err != nil {
			t.Fatal(err)
		}
		mails := last.ClaimMails()
		if len(mails) != 1 {
			t.Fatalf("%d mails wait, want 1", len(mails))
		}
		session, err := town.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, "", ana.Phone, mails[0].Text[:loyalty.CodeDigits])
		if err != nil || session.User.CustomerID != want.ID {
			t.Errorf("the code opened %+v, %v; want the card of %s", session.User, err, want.Name)
		}
		last.FinishMail(mails[0], service.MailAccepted)
	}
	enters(ana) // Anita has no e-mail
	last.Change(anita, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "ana@correo.test"}})
	enters(anita)
}

func TestEmailCode_StrangersRegistrationElsewhere_ChangesNothing(t *testing.T) {
	t.Parallel()
	for name, create := range map[string]func(*servicetest.Shop) loyalty.Customer{
		"the staff entered the customer's e-mail": func(shop *servicetest.Shop) loyalty.Customer {
			return shop.CustomerWithEmail("Ana", servicetest.AnasEmail)
		},
		"the customer has a visit": func(shop *servicetest.Shop) loyalty.Customer {
			ana := shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
			shop.Visit(ana)
			return ana
		},
		"the customer registered first": func(shop *servicetest.Shop) loyalty.Customer {
			return shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
		},
	} {
		town := servicetest.NewTown(t)
		ana := create(town.Shop(t))
		town.Clock.Advance(time.Hour)
		for range 2 { // the result must not depend on the order
			otherShop := town.Shop(t)
			form := otherShop.Form("Ajena")
			form.Phone, form.Email = ana.Phone, "ajena@correo.test"
			if _, err := otherShop.Cases.Registrations.Register(t.Context(), otherShop.Business.ID, form, ""); err != nil {
				t.Fatal(err)
			}
		}
		if err := town.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{Phone: ana.Phone, Channel: "email", Requester: servicetest.Requester}); err != nil {
			t.Fatal(err)
		}
		if to := town.Database.Rows(t, "SELECT address FROM mails WHERE kind = 'CODE'"); !slices.Equal(to, []string{servicetest.AnasEmail}) {
			t.Errorf("%s: the code goes to %v, want the e-mail of the card", name, to)
		}
	}
}

func TestEmailCodes_OneAddress_GetsFewPerDay(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	one, two := town.Shop(t), town.Shop(t)
	sendCodes := func(shop *servicetest.Shop, customer loyalty.Customer, times int) (count int) {
		for range times {
			if shop.MailedCode(customer.Phone) != "" {
				count++
			}
		}
		return count
	}
	const address = "ana@correo.test"
	for i, want := range []int{5, 5, 5, 0} {
		shop := []*servicetest.Shop{one, two}[i%2]
		if got := sendCodes(shop, shop.RegisterWithEmail("Ajena", address), 6); got != want {
			t.Errorf("registration %d with an e-mail has %d codes sent to it, want %d", i, got, want)
		}
	}
	ana, anita := one.CustomerWithEmail("Ana", address), two.CustomerWithEmail("Anita", address)
	for range 28 {
		if err := town.Cases.Attempts.Take(t.Context(), access.Attempt{Kind: access.AttemptMailedCode, Subject: address}); err != nil {
			t.Fatal(err)
		}
	}
	if got := sendCodes(one, ana, 2) + sendCodes(two, anita, 2); got != 2 {
		t.Errorf("after 28 codes the customer gets %d more, want 2", got)
	}
	if keys := town.Database.Rows(t, "SELECT key FROM attempts"); slices.ContainsFunc(keys, func(key string) bool { return strings.Contains(key, "ana") }) {
		t.Errorf("attempts must be stored without the e-mail: %v", keys)
	}
	town.Clock.Advance(24 * time.Hour)
	if sendCodes(one, ana, 1) != 1 {
		t.Error("on the next day the customer gets no code")
	}
}
