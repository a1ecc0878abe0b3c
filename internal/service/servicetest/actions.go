package servicetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Customer adds a customer, by default with BONO_TARJETA.
func (shop *Shop) Customer(name string, tag ...loyalty.Tag) loyalty.Customer {
	shop.T.Helper()
	draft := loyalty.CustomerDraft{Name: name, Phone: shop.Phone(), Tag: string(loyalty.TagCard)}
	if len(tag) > 0 {
		draft.Tag = string(tag[0])
	}
	customer, existed, err := shop.Cases.Customers.Create(context.Background(), shop.Owner, draft, "")
	if err != nil || existed {
		shop.T.Fatalf("adding customer %s: existed %t, %v", name, existed, err)
	}
	return customer
}

// Phone returns an unused Spanish mobile.
func (town *Town) Phone() string { return fmt.Sprintf("+346%08d", town.names.Add(1)) }

// Form returns a registration with a new phone, and all consents except to SMS.
func (town *Town) Form(name string) loyalty.Registration {
	return loyalty.Registration{
		CustomerDraft:   loyalty.CustomerDraft{Name: name, Phone: town.Phone()},
		AcceptedPrivacy: true, WhatsAppOptIn: true, EmailOptIn: true, AcceptedPromotions: true,
	}
}

// Browser is the mark of the customers' browser.
const Browser = "the-browser-of-the-customer"

// WithBrowser returns a context with the mark Browser.
func WithBrowser(ctx context.Context) context.Context {
	return usecase.WithBrowserMark(ctx, Browser)
}

// Register registers a customer by the public form.
func (shop *Shop) Register(name string) loyalty.Customer {
	shop.T.Helper()
	registration, err := shop.Cases.Registrations.Register(WithBrowser(context.Background()), shop.Business.ID, shop.Form(name), "")
	if err != nil {
		shop.T.Fatalf("registering %s: %v", name, err)
	}
	return registration.Customer
}

// RegisterVerified registers a customer and verifies the phone.
func (shop *Shop) RegisterVerified(name string) loyalty.Customer {
	shop.T.Helper()
	customer := shop.Register(name)
	shop.VerifyPhone(customer)
	return customer
}

// VerifyPhone marks a phone as verified.
func (shop *Shop) VerifyPhone(customer loyalty.Customer) {
	shop.T.Helper()
	err := shop.Store.InBusiness(context.Background(), shop.Business.ID, func(tx *store.Tx) error {
		return tx.Phones().NoteVerification(customer, shop.Clock.Now())
	})
	if err != nil {
		shop.T.Fatalf("proving the phone of %s: %v", customer.Name, err)
	}
}

// Visit registers a visit now.
func (shop *Shop) Visit(customer loyalty.Customer) service.RegisteredVisit {
	shop.T.Helper()
	visit, err := shop.Cases.Visits.Register(context.Background(), shop.Barber, service.VisitRequest{CustomerID: customer.ID})
	if err != nil {
		shop.T.Fatalf("registering a visit of %s: %v", customer.Name, err)
	}
	return visit
}

// Key returns an unused idempotency key.
func (town *Town) Key() usecase.IdempotencyKey {
	return usecase.IdempotencyKey(fmt.Sprintf("act-%d", town.names.Add(1)))
}

// FurtherVisitRequest asks for an authorized further visit.
func (shop *Shop) FurtherVisitRequest(customer loyalty.Customer) service.VisitRequest {
	return service.VisitRequest{CustomerID: customer.ID, Authorized: true, Key: shop.Key()}
}

// FurtherVisit registers an authorized further visit.
func (shop *Shop) FurtherVisit(customer loyalty.Customer) service.RegisteredVisit {
	shop.T.Helper()
	visit, err := shop.Cases.Visits.Register(context.Background(), shop.Owner, shop.FurtherVisitRequest(customer))
	if err != nil {
		shop.T.Fatalf("registering a further visit of %s: %v", customer.Name, err)
	}
	return visit
}

// Visits registers count visits and returns the last.
func (shop *Shop) Visits(customer loyalty.Customer, count int) service.RegisteredVisit {
	shop.T.Helper()
	var last service.RegisteredVisit
	for range count {
		last = shop.FurtherVisit(customer)
	}
	return last
}

// Delete deletes a visit as administrator.
func (shop *Shop) Delete(visit service.RegisteredVisit) {
	shop.T.Helper()
	if _, err := shop.Cases.Visits.Delete(context.Background(), shop.Admin, visit.Visit.ID); err != nil {
		shop.T.Fatalf("deleting a visit: %v", err)
	}
}

// Progress returns a customer's progress.
func (shop *Shop) Progress(customer loyalty.Customer) loyalty.Progress {
	shop.T.Helper()
	progress, err := shop.Cases.Cards.Progress(context.Background(), shop.Owner, customer.ID)
	if err != nil {
		shop.T.Fatalf("reading the progress of %s: %v", customer.Name, err)
	}
	return progress
}

// Redeem redeems the oldest pending reward of a kind.
func (shop *Shop) Redeem(customer loyalty.Customer, kind loyalty.RewardKind) (service.RedemptionResult, error) {
	shop.T.Helper()
	reward, owed := shop.Progress(customer).FirstOwed(kind)
	if !owed {
		shop.T.Fatalf("%s is not owed the reward %s", customer.Name, kind)
	}
	return shop.Cases.Rewards.Redeem(context.Background(), shop.Barber, customer.ID, reward.ID, "")
}

// Tag changes the tag.
func (shop *Shop) Tag(customer loyalty.Customer, tag loyalty.Tag) {
	shop.T.Helper()
	shop.Change(customer, loyalty.CustomerChanges{Tag: loyalty.Change{Sent: true, Value: string(tag)}})
}

// Change changes a customer as owner.
func (shop *Shop) Change(customer loyalty.Customer, changes loyalty.CustomerChanges) loyalty.Customer {
	shop.T.Helper()
	changedCustomer, err := shop.Cases.Customers.Change(context.Background(), shop.Owner, customer.ID, changes)
	if err != nil {
		shop.T.Fatalf("changing %s: %v", customer.Name, err)
	}
	return changedCustomer
}

// Archive archives a customer as owner.
func (shop *Shop) Archive(customer loyalty.Customer) {
	shop.T.Helper()
	if err := shop.Cases.Customers.Archive(context.Background(), shop.Owner, customer.ID); err != nil {
		shop.T.Fatalf("archiving %s: %v", customer.Name, err)
	}
}

// Suspend suspends the business.
func (shop *Shop) Suspend() {
	shop.T.Helper()
	err := shop.Store.InPlatform(context.Background(), func(tx *store.PlatformTx) error {
		return tx.Businesses().SetStatus(shop.Business.ID, loyalty.BusinessSuspended)
	})
	if err != nil {
		shop.T.Fatalf("suspending a business: %v", err)
	}
}

// Family creates a family with members.
func (shop *Shop) Family(policy loyalty.FamilyPolicy, members ...loyalty.Customer) loyalty.Family {
	shop.T.Helper()
	family, err := shop.Cases.Families.Create(context.Background(), shop.Owner, "Familia", policy, "")
	if err != nil {
		shop.T.Fatalf("making a family: %v", err)
	}
	for _, member := range members {
		if err := shop.Join(family, member, loyalty.RoleAdult); err != nil {
			shop.T.Fatalf("joining %s to a family: %v", member.Name, err)
		}
	}
	return family
}

// Join adds a customer to a family.
func (shop *Shop) Join(family loyalty.Family, customer loyalty.Customer, role loyalty.FamilyRole) error {
	_, err := shop.Cases.Families.Join(context.Background(), shop.Owner,
		service.JoinRequest{FamilyID: family.ID, CustomerID: customer.ID, Role: role})
	return err
}

// Token signs a user in.
func (town *Town) Token(t Fataler, user loyalty.User) string {
	t.Helper()
	session, err := town.Cases.Sessions.SignIn(context.Background(), user.Email, Password)
	if err != nil {
		t.Fatalf("signing %s in: %v", user.Email, err)
	}
	return session.Token
}

// Requester is the requester of calls through net/http/httptest.
const Requester = "network 192.0.2.0/24"

// Code requests a code. It moves the clock by a millisecond, so that the message is the newest.
func (shop *Shop) Code(phone string) string {
	shop.T.Helper()
	shop.Clock.Advance(time.Millisecond)
	if err := shop.Cases.Portal.RequestCode(context.Background(), access.CodeRequest{BusinessID: shop.Business.ID, Phone: phone, Requester: Requester}); err != nil {
		shop.T.Fatalf("asking for a code: %v", err)
	}
	code := shop.LastCode(phone)
	if len(code) != loyalty.CodeDigits {
		shop.T.Fatalf("no code was sent to %s: %q", phone, code)
	}
	return code
}

// LastCode returns the code in the newest message, or "".
func (town *Town) LastCode(phone string) string {
	messages, err := town.Cases.Messages.List(context.Background(), messaging.MessageFilter{}, usecase.ListRequest{Search: phone, Limit: 10})
	if err != nil {
		return err.Error()
	}
	for _, message := range messages.Items {
		if message.Kind.BringsCode() {
			return message.Text[:loyalty.CodeDigits]
		}
	}
	return ""
}

// PortalToken signs a customer in.
func (shop *Shop) PortalToken(customer loyalty.Customer) string {
	shop.T.Helper()
	session, err := shop.Cases.Portal.SignInWithCode(WithBrowser(context.Background()), Requester, shop.Business.ID, customer.Phone, shop.Code(customer.Phone))
	if err != nil {
		shop.T.Fatalf("signing %s in to the portal: %v", customer.Name, err)
	}
	return session.Token
}

// MustHoldInvariants fails the test if a row breaks an invariant.
func (town *Town) MustHoldInvariants(t Fataler) {
	t.Helper()
	breaches, err := town.Store.Check(context.Background())
	if err != nil {
		t.Fatalf("checking the rules: %v", err)
	}
	for _, breach := range breaches.First {
		t.Fatalf("a rule is broken: %s", breach)
	}
}

// MustMatchChains compares rows with their hash chains, before and after sealing.
func (town *Town) MustMatchChains(t Fataler) {
	t.Helper()
	check := func() {
		t.Helper()
		_, err := town.Store.CheckChain(context.Background(), store.ChainCheck{Now: town.Clock.Now(), Report: func(_, difference string) error {
			return errors.New(difference)
		}})
		if err != nil {
			t.Fatalf("comparing with the hash chains: %v", err)
		}
	}
	check()
	if err := town.Cases.Chains.Seal(context.Background()); err != nil {
		t.Fatalf("sealing: %v", err)
	}
	check()
}

// CopyVisit adds deleted copies 'old-1', … of a visit without events, like rows from before hash chains.
func CopyVisit(t testing.TB, shop *Shop, count int) {
	t.Helper()
	shop.Database.Corrupt(t, fmt.Sprintf(`
		INSERT INTO visits (business_id, id, customer_id, card_id, visited_at, local_day, stamp_number, card_target, card_half, registered_by, deleted_at)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT v.business_id, 'old-' || n.i, v.customer_id, v.card_id, v.visited_at - n.i, v.local_day, 1, 10, 5, v.registered_by, v.visited_at
		FROM n CROSS JOIN (SELECT * FROM visits LIMIT 1) v`, count))
}

// CustomerWithPhone adds a customer with this phone.
func CustomerWithPhone(t testing.TB, shop *Shop, name, phone string) loyalty.Customer {
	t.Helper()
	draft := loyalty.CustomerDraft{Name: name, Phone: phone, Tag: string(loyalty.TagCard)}
	customer, _, err := shop.Cases.Customers.Create(t.Context(), shop.Owner, draft, "")
	if err != nil {
		t.Fatal(err)
	}
	return customer
}

// RegisterAgain sends the public form again.
func RegisterAgain(t testing.TB, shop *Shop, customer loyalty.Customer) {
	t.Helper()
	form := shop.Form("Quien sea")
	form.Phone = customer.Phone
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); !errors.Is(err, loyalty.ErrAlreadyRegistered) {
		t.Errorf("registering again: %v, want ErrAlreadyRegistered", err)
	}
}
