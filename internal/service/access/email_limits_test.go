package access_test

import (
	"testing"

	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func requestEmailCode(t *testing.T, shop *servicetest.Shop, request access.CodeRequest) bool {
	t.Helper()
	request.BusinessID, request.Channel = shop.Business.ID, "email"
	if err := shop.Cases.Portal.RequestCode(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	return len(shop.ClaimMails()) > 0
}

func useUp(t *testing.T, shop *servicetest.Shop, attempt access.Attempt, remaining int64) {
	t.Helper()
	for range attempt.Kind.Limit().Max - remaining {
		if err := shop.Cases.Attempts.Take(t.Context(), attempt); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEmailLimits_StrangersRequests_LeaveTheCustomersLimit(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
	for tries := range int64(7) {
		want := tries < access.AttemptUnverifiedMail.Limit().Max
		if sent := requestEmailCode(t, shop, access.CodeRequest{Phone: ana.Phone, Requester: "his", Network: "192.0.2.0/24"}); sent != want {
			t.Errorf("after %d tries a code is sent to a stranger = %t, want %t", tries, sent, want)
		}
	}
	if !requestEmailCode(t, shop, access.CodeRequest{Phone: ana.Phone, Requester: "hers", Network: "198.51.100.0/24"}) {
		t.Error("the customer gets no code")
	}
}

// Bounced mails would harm the account that sends all codes.
func TestEmailLimits_UnverifiedEmails_GetFewPerBusiness(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	eva, ana := shop.CustomerWithEmail("Eva", "eva@correo.test"), shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
	from := func(network string) access.CodeRequest {
		return access.CodeRequest{Phone: ana.Phone, Requester: servicetest.Requester, Network: network}
	}
	useUp(t, shop, access.Attempt{Kind: access.AttemptUnverifiedNetwork, Subject: shop.Business.ID + " his"}, 0)
	if requestEmailCode(t, shop, from("his")) {
		t.Error("a network at its limit must get no code")
	}
	useUp(t, shop, access.Attempt{Kind: access.AttemptUnverifiedBusiness, Subject: shop.Business.ID}, 1)
	if !requestEmailCode(t, shop, from("hers")) || requestEmailCode(t, shop, from("hers")) {
		t.Error("exactly one more code must be sent for the business")
	}
	if !requestEmailCode(t, shop, access.CodeRequest{Phone: eva.Phone, Requester: servicetest.Requester, Network: "hers"}) {
		t.Error("a verified e-mail gets no code")
	}
	other := shop.Town.Shop(t)
	if !requestEmailCode(t, other, access.CodeRequest{Phone: other.RegisterWithEmail("Sol", "sol@correo.test").Phone, Requester: servicetest.Requester, Network: "hers"}) {
		t.Error("an e-mail of another business gets no code")
	}
}

func TestEmailLimits_KnownDevice_HasItsOwnLimit(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", servicetest.AnasEmail)
	useUp(t, shop, access.Attempt{Kind: access.AttemptMailedCode, Subject: servicetest.AnasEmail}, 0)
	for _, known := range []bool{false, true} {
		if sent := requestEmailCode(t, shop, access.CodeRequest{Phone: ana.Phone, Requester: servicetest.Requester, KnownDevice: known}); sent != known {
			t.Errorf("on a device with known = %t, a code is mailed = %t, want %t", known, sent, known)
		}
	}
}
