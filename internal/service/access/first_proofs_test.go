package access_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/passes"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// takeover has a phone that a stranger registered, and what the stranger holds.
type takeover struct {
	*servicetest.Shop
	t            *testing.T
	form         loyalty.Registration
	registration service.RegistrationResult
	child        loyalty.Customer
	pass         passes.IssuedPass
}

func strangersBrowser(t *testing.T) context.Context {
	t.Helper()
	return usecase.WithBrowserMark(t.Context(), "the-browser-of-a-stranger")
}

// registerStrangersPhone registers a phone as a stranger, who also adds a child and takes a pass.
func registerStrangersPhone(t *testing.T, shop *servicetest.Shop) takeover {
	t.Helper()
	attack := takeover{Shop: shop, t: t, form: shop.Form("Ana")}
	attack.form.Email = "ajena@correo.test"
	var err error
	if attack.registration, err = shop.Cases.Registrations.Register(strangersBrowser(t), shop.Business.ID, attack.form, "form-1"); err != nil {
		t.Fatal(err)
	}
	user, err := shop.Cases.Portal.AuthenticateRegistration(t.Context(), attack.registration.Token)
	if err != nil {
		t.Fatal(err)
	}
	draft := loyalty.ChildDraft{Name: "Sol", Birthday: "2020-05-17", Consents: true}
	if attack.child, err = shop.Cases.Children.AddRegistered(t.Context(), access.Origin{}, user, draft, ""); err != nil {
		t.Fatal(err)
	}
	attack.pass = shop.Pass(attack.registration.Customer)
	return attack
}

func (attack takeover) record() loyalty.Customer {
	attack.t.Helper()
	customer, err := attack.Cases.Customers.Get(attack.t.Context(), attack.Owner, attack.registration.Customer.ID)
	if err != nil {
		attack.t.Fatal(err)
	}
	return customer
}

func (attack takeover) mustBeOver() {
	attack.t.Helper()
	for _, heldQR := range []string{attack.registration.Customer.QR(), attack.child.QR()} {
		servicetest.MustAnswerQR(attack.t, attack.Shop, heldQR, loyalty.ErrCustomerNotFound)
	}
	pass, err := attack.Cases.Passes.Fetch(attack.t.Context(), attack.pass.Serial, attack.pass.Token)
	if err != nil || !pass.Face.Void {
		attack.t.Errorf("the pass shows %+v, %v; want it void", pass.Face, err)
	}
	if _, err := attack.Cases.Portal.AuthenticateRegistration(attack.t.Context(), attack.registration.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		attack.t.Errorf("the token of the registration returns %v, want ErrTokenExpired", err)
	}
	attack.formMustOpenNothing()
	servicetest.MustAnswerQR(attack.t, attack.Shop, attack.record().QR(), nil)
}

func (attack takeover) formMustOpenNothing() {
	attack.t.Helper()
	again, err := attack.Cases.Registrations.Register(strangersBrowser(attack.t), attack.Business.ID, attack.form, "form-1")
	if !errors.Is(err, loyalty.ErrAlreadyRegistered) || again.Token != "" || again.Customer.ID != "" {
		attack.t.Errorf("the form sent again returns %+v, %v; want only ErrAlreadyRegistered", again, err)
	}
}

func (attack takeover) signInWithCode(ctx context.Context) string {
	attack.t.Helper()
	phone := attack.registration.Customer.Phone
	session, err := attack.Cases.Portal.SignInWithCode(ctx, servicetest.Requester, attack.Business.ID, phone, attack.Code(phone))
	if err != nil {
		attack.t.Fatal(err)
	}
	if record := attack.record(); session.QRID != record.QR() || record.PhoneUnverified {
		attack.t.Errorf("the session shows the QR %s, and the record is %+v; want its QR and a verified phone", session.QRID, record)
	}
	return session.Token
}

func waysOfFirstProof() map[string]func(takeover, context.Context) {
	return map[string]func(takeover, context.Context){
		"a code": func(attack takeover, ctx context.Context) { attack.signInWithCode(ctx) },
		"a message after the registration": func(attack takeover, ctx context.Context) {
			request, err := attack.Cases.Proofs.Request(ctx, attack.registration.Customer.QR())
			if err != nil {
				attack.t.Fatal(err)
			}
			servicetest.Receive(attack.t, attack.Cases, servicetest.InboundText(attack.Town, attack.registration.Customer.Phone, servicetest.ProofMessage(attack.t, request)))
		},
		"a message to sign in": func(attack takeover, ctx context.Context) {
			request, err := attack.Cases.Proofs.RequestSignIn(ctx, attack.Business.ID)
			if err != nil {
				attack.t.Fatal(err)
			}
			servicetest.Receive(attack.t, attack.Cases, servicetest.InboundText(attack.Town, attack.registration.Customer.Phone, servicetest.ProofMessage(attack.t, request)))
		},
		"the session of another card": func(attack takeover, ctx context.Context) {
			other := attack.Town.Shop(attack.t)
			token := other.PortalToken(servicetest.CustomerWithPhone(attack.t, other, "Ana", attack.registration.Customer.Phone))
			if _, err := attack.Cases.Portal.OpenCard(ctx, token, attack.registration.Customer.ID); err != nil {
				attack.t.Fatal(err)
			}
		},
		"the session of another card, on the card of a child": func(attack takeover, ctx context.Context) {
			other := attack.Town.Shop(attack.t)
			token := other.PortalToken(servicetest.CustomerWithPhone(attack.t, other, "Ana", attack.registration.Customer.Phone))
			if _, err := attack.Cases.Portal.OpenCard(ctx, token, attack.child.ID); err != nil {
				attack.t.Fatal(err)
			}
		},
	}
}

// Spec: portal-21
func TestFirstProof_FromAnotherBrowser_EndsRegistrationAccess(t *testing.T) {
	t.Parallel()
	for name, prove := range waysOfFirstProof() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attack := registerStrangersPhone(t, servicetest.New(t))
			byEmail := attack.MailedToken(attack.registration.Customer)
			prove(attack, servicetest.WithBrowser(t.Context()))
			attack.mustBeOver()
			if servicetest.IsPortalTokenValid(t, attack.Shop, byEmail) {
				t.Error("the session by the stranger's e-mail stays valid")
			}
		})
	}
}

func TestFirstProof_FromTheRegisteringBrowser_KeepsTheQR(t *testing.T) {
	t.Parallel()
	for name, prove := range waysOfFirstProof() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attack := registerStrangersPhone(t, servicetest.New(t))
			prove(attack, strangersBrowser(t))
			if record := attack.record(); record.PhoneUnverified || record.QR() != attack.registration.Customer.QR() {
				t.Errorf("the record is %+v, want a verified phone and the same QR", record)
			}
			servicetest.MustAnswerQR(t, attack.Shop, attack.registration.Customer.QR(), nil)
		})
	}
}

func TestFirstProof_WithoutAMark_EndsTheQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, shop.Form("Ana"), "")
	if err != nil {
		t.Fatal(err)
	}
	attack := takeover{Shop: shop, t: t, registration: registration}
	attack.signInWithCode(t.Context())
	servicetest.MustAnswerQR(t, shop, registration.Customer.QR(), loyalty.ErrCustomerNotFound)
}

func TestSecondProof_FromAnotherBrowser_KeepsTheQR(t *testing.T) {
	t.Parallel()
	attack := registerStrangersPhone(t, servicetest.New(t))
	attack.signInWithCode(servicetest.WithBrowser(t.Context()))
	qr := attack.record().QR()
	attack.signInWithCode(usecase.WithBrowserMark(t.Context(), "a-third-browser"))
	if attack.record().QR() != qr {
		t.Error("a second proof changes the QR")
	}
}

func TestProofMessage_FromAnotherBrowser_AnswersWithTheNewQR(t *testing.T) {
	t.Parallel()
	attack := registerStrangersPhone(t, servicetest.New(t))
	attack.SendMessages()
	waysOfFirstProof()["a message after the registration"](attack, servicetest.WithBrowser(t.Context()))
	messages := attack.SendMessages()
	if len(messages) != 1 || !strings.Contains(messages[0].Text, attack.record().QR()) || strings.Contains(messages[0].Text, attack.registration.Customer.QR()) {
		t.Errorf("the replies are %+v, want one with the new QR only", messages)
	}
}

// Spec: portal-21
func TestConfirmPhone_ByTheStaff_EndsRegistrationAccess(t *testing.T) {
	t.Parallel()
	for name, changes := range map[string]loyalty.CustomerChanges{
		"the phone on file": {PhoneConfirmed: true},
		"another phone":     {Phone: loyalty.Change{Sent: true, Value: "+34655000111"}},
		"no phone":          {Phone: loyalty.Change{Sent: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attack := registerStrangersPhone(t, servicetest.New(t))
			attack.SendMessages()
			if name == "no phone" {
				attack.Archive(attack.child) // a customer with children must keep a phone
			}
			changedCustomer := attack.Change(attack.registration.Customer, changes)
			if changedCustomer.PhoneUnverified || changedCustomer.QR() == attack.registration.Customer.QR() || changedCustomer.QR() != attack.record().QR() {
				t.Errorf("the changed record is %+v, want a verified phone and a new QR", changedCustomer)
			}
			messages := attack.SendMessages()
			attack.mustBeOver()
			if wanted := changedCustomer.Phone != ""; wanted != (len(messages) == 1 && messages[0].Phone == changedCustomer.Phone && strings.Contains(messages[0].Text, changedCustomer.QR())) {
				t.Errorf("the messages sent are %+v, want one with the new QR to %q, or none without a phone", messages, changedCustomer.Phone)
			}
			trail := attack.Database.Rows(t, "SELECT action FROM audit_events WHERE actor_id IS NOT NULL AND action = 'customer.phone-verified'")
			if !slices.Equal(trail, []string{string(loyalty.ActionPhoneVerified)}) {
				t.Errorf("the trail has %v, want only phone-verified", trail)
			}
		})
	}
}

func TestConfirmPhone_VerifiedPhone_ChangesNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	changedCustomer := shop.Change(ana, loyalty.CustomerChanges{PhoneConfirmed: true})
	if changedCustomer.QR() != ana.QR() || changedCustomer.Version != ana.Version {
		t.Errorf("the record is %+v, want it unchanged", changedCustomer)
	}
}

// unprovedUser signs in by the stranger's e-mail to a record with notes.
func unprovedUser(t *testing.T, shop *servicetest.Shop) (access.PortalUser, loyalty.Customer) {
	t.Helper()
	form := shop.Form("Ana")
	form.Email, form.Birthday = "ajena@correo.test", "1990-05-17"
	registration, err := shop.Cases.Registrations.Register(strangersBrowser(t), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	ana := shop.Change(registration.Customer, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "flequillo"}})
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, service.VisitRequest{CustomerID: ana.ID, Notes: "navaja"}); err != nil {
		t.Fatal(err)
	}
	user, err := shop.Cases.Portal.Authenticate(t.Context(), shop.MailedToken(ana))
	if err != nil || !user.Unverified {
		t.Fatalf("the user is %+v, %v; want it unverified", user, err)
	}
	return user, ana
}

func TestUnverifiedSession_SeesNeitherNotesNorBirthday(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	user, ana := unprovedUser(t, shop)
	data, err := shop.Cases.SelfService.Data(t.Context(), user)
	if err != nil || !data.SessionUnverified || data.Customer.Name != ana.Name {
		t.Fatalf("the unverified session gets the data %+v, %v; want SessionUnverified true and Customer.Name %v", data, err, ana.Name)
	}
	visits, err := shop.Cases.SelfService.Visits(t.Context(), user, usecase.ListRequest{Limit: 10})
	if err != nil || len(visits.Items) != 1 || len(data.Visits) != 1 {
		t.Fatalf("the unverified session gets the visits %+v, %v; want one visit in each", visits, err)
	}
	visibleText := data.Customer.Notes + string(data.Customer.Birthday) + data.Visits[0].Notes + visits.Items[0].Notes
	if visibleText != "" || len(data.Messages) != 0 {
		t.Errorf("the unverified session sees %q and the messages %+v, want neither", visibleText, data.Messages)
	}
}

func TestUnverifiedSession_SeesNeitherFamilyNorGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	form := shop.Form("Leo")
	form.Email, form.Birthday, form.Guardian = "ajena@correo.test", "2020-05-17", loyalty.Guardian{Name: "Marta Madre", Consents: true}
	registration, err := shop.Cases.Registrations.Register(strangersBrowser(t), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	family := shop.Family(loyalty.PolicyPool, shop.Customer("Eva"), registration.Customer)
	user, err := shop.Cases.Portal.Authenticate(t.Context(), shop.MailedToken(registration.Customer))
	if err != nil || !user.Unverified {
		t.Fatalf("the user is %+v, %v; want it unverified", user, err)
	}
	own, err := shop.Cases.SelfService.Card(t.Context(), user)
	if err != nil || own.Progress.FamilyName != "" {
		t.Errorf("the unverified session sees the family name %q of %q, %v; want none", own.Progress.FamilyName, family.Name, err)
	}
	data, err := shop.Cases.SelfService.Data(t.Context(), user)
	if err != nil || len(data.Consents) == 0 {
		t.Fatalf("the unverified session gets the data %+v, %v; want consents", data, err)
	}
	for _, consent := range data.Consents {
		if consent.GivenBy != "" {
			t.Errorf("the unverified session sees that %q gave a consent, want none", consent.GivenBy)
		}
	}
}

// Spec: portal-21
func TestUnverifiedSession_Changes_OnlyWithdrawConsents(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	user, ana := unprovedUser(t, shop)
	child := servicetest.ChildOf(t, shop, ana, "Sol")
	accept := func(granted bool) error {
		return shop.Cases.SelfService.SetConsent(t.Context(), user, loyalty.ConsentPromotions, granted)
	}
	if err := accept(false); err != nil {
		t.Errorf("withdrawing a consent: %v", err)
	}
	refusals := map[string]error{"accepting": accept(true), "erasing": shop.Cases.SelfService.RequestErasure(t.Context(), user)}
	refusals["renaming"] = shop.Cases.SelfService.Change(t.Context(), user, loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Otra"}})
	_, refusals["changing the QR"] = shop.Cases.QRChanges.ChangeOwn(t.Context(), user, "")
	_, refusals["adding a child"] = shop.Cases.Children.AddOwn(t.Context(), user, loyalty.ChildDraft{Name: "Leo", Birthday: "2020-05-17", Consents: true}, "")
	refusals["giving a child a phone"] = shop.Cases.Registrations.MoveChildToOwnPhone(t.Context(), user, child.ID, shop.Form("Sol"), "")
	for name, err := range refusals {
		if !errors.Is(err, loyalty.ErrPhoneUnverified) {
			t.Errorf("%s returns %v, want ErrPhoneUnverified", name, err)
		}
	}
	if now, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID); err != nil || now.Name != ana.Name || now.QR() != ana.QR() {
		t.Errorf("the record is %+v, %v; want it unchanged", now, err)
	}
}

func TestVerifiedSession_ByEmail_SeesAndChangesAsBefore(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", servicetest.AnasEmail)
	shop.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "flequillo"}})
	user, err := shop.Cases.Portal.Authenticate(t.Context(), shop.MailedToken(ana))
	if err != nil || user.Unverified {
		t.Fatalf("the user is %+v, %v; want it verified", user, err)
	}
	if data, err := shop.Cases.SelfService.Data(t.Context(), user); err != nil || data.Customer.Notes != "flequillo" {
		t.Errorf("the verified session gets the data %+v, %v; want the notes", data, err)
	}
	if _, err := shop.Cases.QRChanges.ChangeOwn(t.Context(), user, ""); err != nil {
		t.Errorf("changing the QR: %v", err)
	}
}

func TestMerge_UnverifiedIntoVerifiedRecord_EndsRegistrationAccess(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	attack := registerStrangersPhone(t, shop)
	ana := shop.Customer("Ana")
	mergeResult, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, attack.registration.Customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, heldQR := range []string{attack.registration.Customer.QR(), attack.child.QR()} {
		servicetest.MustAnswerQR(t, shop, heldQR, loyalty.ErrCustomerNotFound)
	}
	if pass, err := shop.Cases.Passes.Fetch(t.Context(), attack.pass.Serial, attack.pass.Token); err != nil || !pass.Face.Void {
		t.Errorf("the pass shows %+v, %v; want it void", pass.Face, err)
	}
	servicetest.MustAnswerQR(t, shop, ana.QR(), nil)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, mergeResult.MergeID); err != nil {
		t.Fatal(err)
	}
	servicetest.MustAnswerQR(t, shop, attack.record().QR(), nil)
	shop.MustHoldInvariants(t)
}

func TestMerge_TakesUnverifiedPhone_FirstProofEndsTheQRs(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	attack := registerStrangersPhone(t, shop)
	ana := shop.Customer("Ana")
	ana = shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true}})
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, attack.registration.Customer.ID); err != nil {
		t.Fatal(err)
	}
	servicetest.MustAnswerQR(t, shop, attack.registration.Customer.QR(), nil)
	attack.signInWithCode(servicetest.WithBrowser(t.Context()))
	for _, heldQR := range []string{attack.registration.Customer.QR(), attack.child.QR(), ana.QR()} {
		servicetest.MustAnswerQR(t, shop, heldQR, loyalty.ErrCustomerNotFound)
	}
}
