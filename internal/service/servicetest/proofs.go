package servicetest

import (
	"net/url"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

// RequestProof asks for the link by which a customer proves the phone.
func RequestProof(t testing.TB, shop *Shop, customer loyalty.Customer) access.ProofRequest {
	t.Helper()
	request, err := shop.Cases.Proofs.Ask(WithBrowser(t.Context()), customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

// RequestSignIn asks for the link by which a message signs a customer in.
func RequestSignIn(t testing.TB, cases *service.Service, businessID string) access.ProofRequest {
	t.Helper()
	request, err := cases.Proofs.AskToSignIn(WithBrowser(t.Context()), businessID)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

// ProofMessage is the text that the link of a proof puts into WhatsApp.
func ProofMessage(t testing.TB, request access.ProofRequest) string {
	t.Helper()
	link, err := url.Parse(request.Link)
	if err != nil || link.Host != "wa.me" || link.Path != "/"+strings.TrimPrefix(Number, "+") {
		t.Fatalf("the link is %s, %v", request.Link, err)
	}
	return link.Query().Get("text")
}

// IsPhoneVerified reports whether the phone of a customer is proved.
func IsPhoneVerified(t testing.TB, shop *Shop, customer loyalty.Customer) bool {
	t.Helper()
	state, err := shop.Cases.Proofs.State(t.Context(), customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	return state.Verified
}
