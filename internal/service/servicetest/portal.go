package servicetest

import (
	"errors"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// PortalUser returns a signed-in customer.
func PortalUser(shop *Shop, customer loyalty.Customer) access.PortalUser {
	return access.PortalUser{CustomerID: customer.ID, BusinessID: shop.Business.ID}
}

// ChangeQR changes a QR in the portal.
func ChangeQR(t testing.TB, shop *Shop, customer loyalty.Customer) loyalty.Customer {
	t.Helper()
	changedCustomer, err := shop.Cases.QRChanges.ChangeOwn(t.Context(), PortalUser(shop, customer), "")
	if err != nil {
		t.Fatal(err)
	}
	return changedCustomer
}

// WrongCode returns a code that differs from the right one.
func WrongCode(right string) string {
	if right[0] == '0' {
		return "1" + right[1:]
	}
	return "0" + right[1:]
}

// IsPortalTokenValid reports whether a token opens the portal.
func IsPortalTokenValid(t testing.TB, shop *Shop, token string) bool {
	t.Helper()
	_, err := shop.Cases.Portal.Authenticate(t.Context(), token)
	if err != nil && !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Fatal(err)
	}
	return err == nil
}

// OpenSessions returns the open sessions of a token's customer.
func OpenSessions(t testing.TB, shop *Shop, token string) []access.OpenSession {
	t.Helper()
	open, err := shop.Cases.Portal.OpenSessions(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return open
}

// CardNames returns the names on a token's cards.
func CardNames(t testing.TB, shop *Shop, token string) []string {
	t.Helper()
	user, err := shop.Cases.Portal.Authenticate(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	cards, err := shop.Cases.Portal.Cards(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, card := range cards {
		names = append(names, card.Name)
	}
	return names
}

// AnasEmail is Ana's e-mail in tests.
const AnasEmail = "ana@correo.test"

// EmailChange returns a change of the e-mail.
func EmailChange(email string) loyalty.CustomerChanges {
	return loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: email}}
}

// ChangeOwnEmail changes the e-mail of a session's customer.
func ChangeOwnEmail(t testing.TB, shop *Shop, token, email string) error {
	t.Helper()
	user, err := shop.Cases.Portal.Authenticate(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return shop.Cases.SelfService.Change(t.Context(), user, EmailChange(email))
}

func qrErrors(t testing.TB, shop *Shop, qrID string) map[string]error {
	t.Helper()
	refusals := map[string]error{}
	_, refusals["the picture"] = shop.Cases.QRCodes.Content(t.Context(), qrID)
	_, refusals["the page"] = shop.Cases.Customers.Public(t.Context(), qrID)
	_, refusals["the visits"] = shop.Cases.Visits.Public(t.Context(), qrID, usecase.ListRequest{Limit: 10})
	_, refusals["the pass"] = shop.Cases.Passes.Issue(t.Context(), qrID)
	_, refusals["the state of the proof"] = shop.Cases.Proofs.State(t.Context(), qrID)
	refusals["unsubscribing"] = shop.Cases.Consents.Unsubscribe(t.Context(), qrID)
	return refusals
}

// MustAnswerQR fails the test unless all calls with the QR's id return this error.
func MustAnswerQR(t testing.TB, shop *Shop, qrID string, want error) {
	t.Helper()
	for name, err := range qrErrors(t, shop, qrID) {
		if !errors.Is(err, want) {
			t.Errorf("%s of QR %s: %v, want %v", name, qrID, err, want)
		}
	}
}
