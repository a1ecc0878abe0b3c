package servicetest

import (
	"net/url"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

// RequestProof requests a verifying link.
func RequestProof(t testing.TB, shop *Shop, customer loyalty.Customer) access.ProofRequest {
	t.Helper()
	request, err := shop.Cases.Proofs.Request(WithBrowser(t.Context()), customer.QR())
	if err != nil {
		t.Fatal(err)
	}
	return request
}

// RequestSignIn requests a sign-in link.
func RequestSignIn(t testing.TB, cases *service.Service, businessID string) access.ProofRequest {
	t.Helper()
	request, err := cases.Proofs.RequestSignIn(WithBrowser(t.Context()), businessID)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

// ProofMessage returns the message that a link opens.
func ProofMessage(t testing.TB, request access.ProofRequest) string {
	t.Helper()
	link, err := url.Parse(request.Link)
	if err != nil || link.Host != "wa.me" || link.Path != "/"+strings.TrimPrefix(Number, "+") {
		t.Fatalf("the link is %s, %v; want the business's WhatsApp chat", request.Link, err)
	}
	return link.Query().Get("text")
}

// IsPhoneVerified reports whether a customer's phone is verified.
func IsPhoneVerified(t testing.TB, shop *Shop, customer loyalty.Customer) bool {
	t.Helper()
	state, err := shop.Cases.Proofs.State(t.Context(), customer.QR())
	if err != nil {
		t.Fatal(err)
	}
	return state.Verified
}
