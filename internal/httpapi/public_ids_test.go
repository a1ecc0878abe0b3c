package httpapi

import (
	"net/http"
	"strings"
	"testing"
)

func qrIDIn(url string) string {
	return strings.TrimSuffix(strings.TrimPrefix(url, "/api/public/customers/"), "/qr.png")
}

// Spec: calls-6, calls-7, calls-8
func TestPublicRoutes_CustomerID_IsAnsweredAsAnUnknownID(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Visit(ana)
	routeCount := 0
	for _, r := range table() {
		if !strings.HasPrefix(r.path, "/public/customers/{id}") && !strings.HasPrefix(r.path, "/public/wallet/{id}") {
			continue
		}
		routeCount++
		body := ""
		if e := examples()[r.String()]; e.body != nil {
			body = e.body(s)
		}
		ask := func(id string) answer {
			return s.call(asAnonymous, r.method, strings.Replace(r.path, "{id}", id, 1), body)
		}
		unknown, byID := ask("unknown0123456789abcdefghi"), ask(ana.ID)
		if byID.status != unknown.status || strings.ReplaceAll(byID.body, ana.ID, "") != strings.ReplaceAll(unknown.body, "unknown0123456789abcdefghi", "") {
			t.Errorf("%s must treat a customer's id like an unknown one: got %d %s and %d %s", r, byID.status, byID.body, unknown.status, unknown.body)
		}
		if strings.HasSuffix(r.path, "{id}/visits") || strings.HasSuffix(r.path, "/qr.png") {
			ask(ana.QR()).has(http.StatusOK)
			byID.has(http.StatusNotFound)
		}
	}
	if routeCount < 10 {
		t.Errorf("only %d routes were tried", routeCount)
	}
}

// Spec: entities-11
func TestRegistration_Answer_HasTheQRsID(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var registration RegisteredCustomer
	s.call(asAnonymous, http.MethodPost, "/public/customers/register", registerBody(s)).has(http.StatusCreated).into(&registration)
	if registration.QRURL != qrURL(registration.ID) {
		t.Errorf("the QR is at %s, but the id in the answer is %s, want the address of this id", registration.QRURL, registration.ID)
	}
	var customer Customer
	s.call(asOwner, http.MethodGet, "/customers/"+registration.ID, "").has(http.StatusOK).into(&customer)
	if customer.ID == registration.ID || customer.QRURL != registration.QRURL {
		t.Errorf("the staff see %+v, want another id and the same QR", customer)
	}
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+customer.ID, "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
}
