package access_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
)

const anasBirthday = "1990-05-17"

const aYear = 366 * 24 * time.Hour

func withBirthday(shop *servicetest.Shop, name string) loyalty.Customer {
	return shop.Change(shop.Customer(name), loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: anasBirthday}})
}

func tryCode(t *testing.T, shop *servicetest.Shop, phone, birthday string) (access.PortalSession, error) {
	t.Helper()
	return retryCode(t, shop, phone, shop.Code(phone), birthday)
}

func retryCode(t *testing.T, shop *servicetest.Shop, phone, code, birthday string) (access.PortalSession, error) {
	t.Helper()
	return shop.Cases.Portal.ExchangeCode(t.Context(), access.CodeExchange{
		Requester: servicetest.Requester, BusinessID: shop.Business.ID, Phone: phone, Code: code, Birthday: birthday,
	})
}

// Spec: portal-22
func TestSignIn_AfterAYearOfSilence_AsksForTheBirthday(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := withBirthday(shop, "Ana")
	shop.Clock.Advance(aYear)
	code := shop.Code(ana.Phone)
	for range 7 {
		if _, err := retryCode(t, shop, ana.Phone, code, ""); !errors.Is(err, loyalty.ErrBirthdayRequired) {
			t.Fatalf("without a birthday: %v, want ErrBirthdayRequired", err)
		}
	}
	if _, err := retryCode(t, shop, ana.Phone, code, "1991-01-01"); !errors.Is(err, loyalty.ErrBirthdayRefused) {
		t.Errorf("with another birthday: %v, want ErrBirthdayRefused", err)
	}
	if session, err := retryCode(t, shop, ana.Phone, code, anasBirthday); err != nil || session.User.CustomerID != ana.ID {
		t.Errorf("with the stored birthday: %+v, %v; want User.CustomerID %v", session, err, ana.ID)
	}
	if _, err := tryCode(t, shop, ana.Phone, ""); err != nil {
		t.Errorf("at the next sign-in: %v", err)
	}
}

func TestSignIn_AfterAYearOfSilence_TakesFewGuesses(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := withBirthday(shop, "Ana")
	shop.Clock.Advance(aYear)
	for range 5 {
		if _, err := tryCode(t, shop, ana.Phone, "1991-01-01"); !errors.Is(err, loyalty.ErrBirthdayRefused) {
			t.Fatalf("a guess: %v, want ErrBirthdayRefused", err)
		}
	}
	if _, err := tryCode(t, shop, ana.Phone, anasBirthday); !errors.Is(err, loyalty.ErrTooMany) {
		t.Errorf("the sixth try of a day returns %v, want ErrTooMany", err)
	}
	request := access.CodeRequest{BusinessID: shop.Business.ID, Phone: ana.Phone, Requester: "another", Birthday: anasBirthday}
	before := shop.LastCode(ana.Phone)
	if err := shop.Cases.Portal.RequestCode(t.Context(), request); err != nil || shop.LastCode(ana.Phone) != before {
		t.Errorf("a guess in a request for a code must send nothing: %v", err)
	}
	shop.Clock.Advance(25 * time.Hour)
	if _, err := tryCode(t, shop, ana.Phone, anasBirthday); err != nil {
		t.Errorf("on the next day: %v", err)
	}
}

func TestSignIn_WithTheBirthdayInTheRequest_OpensASession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := withBirthday(shop, "Ana")
	shop.Clock.Advance(aYear)
	request := access.CodeRequest{BusinessID: shop.Business.ID, Phone: ana.Phone, Requester: servicetest.Requester, Birthday: anasBirthday}
	if err := shop.Cases.Portal.RequestCode(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if _, err := retryCode(t, shop, ana.Phone, shop.LastCode(ana.Phone), ""); err != nil {
		t.Errorf("with the code: %v", err)
	}
}

func TestSignIn_WithActivity_AsksForNoBirthday(t *testing.T) {
	t.Parallel()
	for name, lives := range map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer){
		"a visit": func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Visit(ana) },
		"a sign-in": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := tryCode(t, shop, ana.Phone, anasBirthday); err != nil {
				t.Fatal(err)
			}
		},
		"a visit of a child": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Visit(servicetest.ChildOf(t, shop, ana, "Sol"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := withBirthday(shop, "Ana")
			shop.Clock.Advance(aYear)
			lives(t, shop, ana)
			shop.Clock.Advance(aYear / 2)
			if _, err := tryCode(t, shop, ana.Phone, ""); err != nil {
				t.Errorf("signing in: %v", err)
			}
		})
	}
}

func TestSignIn_AfterBAJAFromTheNumber_StillAsksForTheBirthday(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	verifiedCustomer := shop.RegisterVerified("Ana")
	ana := shop.Change(verifiedCustomer, loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: anasBirthday}})
	shop.Clock.Advance(aYear)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, "BAJA"))
	if _, err := tryCode(t, shop, ana.Phone, ""); !errors.Is(err, loyalty.ErrBirthdayRequired) {
		t.Errorf("signing in returns %v, want ErrBirthdayRequired", err)
	}
}

func TestSignIn_WithoutABirthdayOnFile_AsksForNone(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Clock.Advance(aYear)
	if _, err := tryCode(t, shop, ana.Phone, ""); err != nil {
		t.Errorf("signing in: %v", err)
	}
}

func receiveProofFrom(t *testing.T, shop *servicetest.Shop, phone string) string {
	t.Helper()
	request := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, phone, servicetest.ProofMessage(t, request)))
	return request.Ticket
}

func TestSignInByMessage_AfterAYearOfSilence_AsksForTheBirthday(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := withBirthday(shop, "Ana")
	shop.Clock.Advance(aYear)
	ticket := receiveProofFrom(t, shop, ana.Phone)
	if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), ticket); opened || !errors.Is(err, loyalty.ErrBirthdayRequired) {
		t.Errorf("without a birthday: opened %t, %v; want ErrBirthdayRequired", opened, err)
	}
	if _, opened, err := shop.Cases.Proofs.ExchangeTicket(t.Context(), ticketTry(ticket, "1991-01-01")); opened || !errors.Is(err, loyalty.ErrBirthdayRefused) {
		t.Errorf("with another birthday: opened %t, %v; want ErrBirthdayRefused", opened, err)
	}
	if session, opened, err := shop.Cases.Proofs.ExchangeTicket(t.Context(), ticketTry(ticket, anasBirthday)); !opened || err != nil || session.User.CustomerID != ana.ID {
		t.Errorf("with the stored birthday: %+v, %v; want Ana's session", session, err)
	}
}

func TestOpenCard_SilentCustomer_IsRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	former, current := town.Shop(t), town.Shop(t)
	ana := withBirthday(former, "Ana")
	sol := servicetest.ChildOf(t, former, ana, "Sol")
	town.Clock.Advance(aYear)
	token := current.PortalToken(servicetest.CustomerWithPhone(t, current, "Berta", ana.Phone))
	if got := servicetest.CardNames(t, current, token); len(got) != 1 || got[0] != "Berta" {
		t.Errorf("the phone shows the cards %q, want only Berta", got)
	}
	for _, card := range []loyalty.Customer{ana, sol} {
		if _, err := current.Cases.Portal.OpenCard(t.Context(), token, card.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("opening the card of %s returns %v, want ErrCustomerNotFound", card.Name, err)
		}
	}
}

func TestRegisterAgain_WithAPhoneThatMayBeRecycled_SendsNoQR(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.RegisterVerified("Ana")
	shop.SendMessages()
	shop.Clock.Advance(aYear)
	servicetest.RegisterAgain(t, shop, ana)
	if messages := shop.SendMessages(); len(messages) != 0 {
		t.Errorf("the messages sent are %+v, want none", messages)
	}
}

func waysToRelease() map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer) error {
	return map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer) error{
		"in the portal": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) error {
			session, err := tryCode(t, shop, ana.Phone, anasBirthday)
			if err != nil {
				t.Fatal(err)
			}
			return shop.Cases.Releases.Release(t.Context(), session.User)
		},
		"by a code": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) error {
			return shop.Cases.Releases.ReleaseByCode(t.Context(), access.CodeExchange{
				Requester: servicetest.Requester, BusinessID: shop.Business.ID, Phone: ana.Phone, Code: shop.Code(ana.Phone),
			})
		},
		"by a ticket": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) error {
			return shop.Cases.Releases.ReleaseByTicket(t.Context(), receiveProofFrom(t, shop, ana.Phone))
		},
	}
}

// Spec: portal-22
func TestReleasePhone_FreesTheNumberAndKeepsTheRecord(t *testing.T) {
	t.Parallel()
	for name, release := range waysToRelease() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := withBirthday(shop, "Ana")
			sol := servicetest.ChildOf(t, shop, ana, "Sol")
			shop.Visit(ana)
			before := shop.PortalToken(ana)
			shop.Clock.Advance(24 * time.Hour)
			if err := release(t, shop, ana); err != nil {
				t.Fatal(err)
			}
			record, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
			if err != nil || record.Phone != "" || record.PhoneReleasedAt.IsZero() || record.VisitsCount != 1 || record.Version != ana.Version+1 {
				t.Errorf("the record is %+v, %v; want a released phone", record, err)
			}
			if servicetest.IsPortalTokenValid(t, shop, before) {
				t.Error("the session of the phone stays valid")
			}
			for _, card := range []loyalty.Customer{ana, sol} {
				servicetest.MustAnswerQR(t, shop, card.QR(), nil)
			}
			trail := shop.Database.Rows(t, "SELECT subject_id FROM audit_events WHERE action = 'customer.phone-released'")
			if len(trail) != 1 || trail[0] != ana.ID {
				t.Errorf("the trail has %v, want only the customer", trail)
			}
			mustBeFree(t, shop, ana.Phone)
			changedCustomer := shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
			if record, err = shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID); err != nil || !changedCustomer.PhoneReleasedAt.IsZero() || !record.PhoneReleasedAt.IsZero() {
				t.Errorf("with another phone the record is %+v, %v; want no release", record, err)
			}
			shop.MustHoldInvariants(t)
		})
	}
}

// mustBeFree expects that the phone opens no card and can be registered.
func mustBeFree(t *testing.T, shop *servicetest.Shop, phone string) {
	t.Helper()
	form := shop.Form("Berta")
	form.Phone = phone
	registration, err := shop.Cases.Registrations.Register(servicetest.WithBrowser(t.Context()), shop.Business.ID, form, "")
	if err != nil {
		t.Fatalf("registering: %v", err)
	}
	if got := servicetest.CardNames(t, shop, shop.PortalToken(registration.Customer)); len(got) != 1 || got[0] != "Berta" {
		t.Errorf("the phone opens %q, want only Berta", got)
	}
}

func TestReleasePhone_WithoutProof_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", servicetest.AnasEmail)
	byEmail, err := shop.Cases.Portal.Authenticate(t.Context(), shop.MailedToken(ana))
	if err != nil {
		t.Fatal(err)
	}
	try := func(code string) error {
		return shop.Cases.Releases.ReleaseByCode(t.Context(), access.CodeExchange{
			Requester: servicetest.Requester, BusinessID: shop.Business.ID, Phone: ana.Phone, Code: code,
		})
	}
	waiting := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	for name, c := range map[string]struct{ err, want error }{
		"a session by e-mail":         {shop.Cases.Releases.Release(t.Context(), byEmail), loyalty.ErrPhoneSessionNeeded},
		"a code by e-mail":            {try(shop.MailedCode(ana.Phone)), loyalty.ErrCodeRefused},
		"a wrong code":                {try("000000"), loyalty.ErrCodeRefused},
		"a ticket without a message":  {shop.Cases.Releases.ReleaseByTicket(t.Context(), waiting.Ticket), loyalty.ErrTicketRefused},
		"a ticket that never existed": {shop.Cases.Releases.ReleaseByTicket(t.Context(), "none"), loyalty.ErrTicketRefused},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: releasing returns %v, want %v", name, c.err, c.want)
		}
	}
	if record, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID); err != nil || record.Phone != ana.Phone {
		t.Errorf("the record is %+v, %v; want the phone kept", record, err)
	}
}

func TestReleasePhone_QueuedMessages_AreDropped(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.RegisterVerified("Ana")
	shop.SendMessages()
	session, err := tryCode(t, shop, ana.Phone, "")
	if err != nil {
		t.Fatal(err)
	}
	shop.SendMessages()
	if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Owner, ana.ID, ""); err != nil || reason != "" {
		t.Fatalf("sending the QR: %q, %v; want none", reason, err)
	}
	if err := shop.Cases.Releases.Release(t.Context(), session.User); err != nil {
		t.Fatal(err)
	}
	claim, err := shop.Cases.Queue.Claim(t.Context(), messaging.ClaimRequest{BusinessID: shop.Business.ID, Lane: messaging.LaneRest, Max: 10})
	if err != nil || len(claim.Messages) != 0 {
		t.Errorf("the claim takes %+v, %v; want no message", claim, err)
	}
}

func ticketTry(ticket, birthday string) access.TicketExchange {
	return access.TicketExchange{Requester: access.NetworkRequester(""), Ticket: ticket, Birthday: birthday}
}

func releasedNames(t *testing.T, shop *servicetest.Shop) []string {
	t.Helper()
	releasedPhones, err := shop.Cases.Releases.List(t.Context(), shop.Admin)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, phone := range releasedPhones.Items {
		names = append(names, phone.Name)
	}
	if int(releasedPhones.Total) != len(names) {
		t.Errorf("%d records are counted, but %d listed", releasedPhones.Total, len(names))
	}
	return names
}

func TestReleasedPhones_Unseen_AreListed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	var customers []loyalty.Customer
	for _, name := range []string{"Ana", "Berta", "Carla", "Dora"} {
		customer := shop.Customer(name)
		if err := releaseOwn(t, shop, customer); err != nil {
			t.Fatal(err)
		}
		customers = append(customers, customer)
		shop.Clock.Advance(time.Minute)
	}
	if got := releasedNames(t, shop); !slices.Equal(got, []string{"Dora", "Carla", "Berta", "Ana"}) {
		t.Fatalf("the list has %q, want Dora, Carla, Berta and Ana", got)
	}
	if got := releasedNames(t, other); len(got) != 0 {
		t.Errorf("another business's list has %q, want none", got)
	}
	if err := other.Cases.Releases.MarkSeen(t.Context(), other.Owner, customers[0].ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business that marks the release gets %v, want ErrCustomerNotFound", err)
	}
	shop.Change(customers[0], loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
	shop.Archive(customers[1])
	for range 2 {
		if err := shop.Cases.Releases.MarkSeen(t.Context(), shop.Owner, customers[2].ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := releasedNames(t, shop); !slices.Equal(got, []string{"Dora"}) {
		t.Errorf("the list has %q, want only Dora", got)
	}
	if trail := shop.Database.Rows(t, "SELECT subject_id FROM audit_events WHERE action = 'customer.phone-release-seen'"); !slices.Equal(trail, []string{customers[2].ID}) {
		t.Errorf("the trail has %q, want only the marked customer", trail)
	}
	if record, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, customers[2].ID); err != nil || record.PhoneReleasedAt.IsZero() {
		t.Errorf("the record lost the release: %+v, %v; want some PhoneReleasedAt", record, err)
	}
}

func TestReleasedPhones_ReleasedAgain_AreListedAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	if err := releaseOwn(t, shop, ana); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Releases.MarkSeen(t.Context(), shop.Owner, ana.ID); err != nil {
		t.Fatal(err)
	}
	ana = shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
	shop.Clock.Advance(time.Hour)
	if err := releaseOwn(t, shop, ana); err != nil {
		t.Fatal(err)
	}
	if got := releasedNames(t, shop); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("the list has %q, want only Ana", got)
	}
}

func releaseOwn(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) error {
	t.Helper()
	shop.Clock.Advance(time.Minute)
	user, err := shop.Cases.Portal.Authenticate(t.Context(), shop.PortalToken(customer))
	if err != nil {
		return err
	}
	return shop.Cases.Releases.Release(t.Context(), user)
}
