package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func (d *device) register(phone string) RegisteredCustomer {
	d.t.Helper()
	var registration RegisteredCustomer
	d.post("/public/customers/register", fmt.Sprintf(`{"businessId":%q,"name":"Ana","phone":%q,"acceptedPrivacy":true}`, d.Business.ID, phone)).
		has(http.StatusCreated).into(&registration)
	return registration
}

func (d *device) signInByCode(phone string) PortalSession {
	d.t.Helper()
	d.post("/auth/customer/request", fmt.Sprintf(`{"phone":%q,"businessId":%q,"asker":"asker"}`, phone, d.Business.ID)).has(http.StatusOK)
	var session PortalSession
	d.post("/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"code":%q,"businessId":%q,"asker":"asker"}`, phone, d.LastCode(phone), d.Business.ID)).
		has(http.StatusOK).into(&session)
	return session
}

func TestRegister_MarksTheBrowser(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	registering := device{site: s, address: "203.0.113.1"}
	registration := registering.register(s.Phone())
	if !strings.HasPrefix(registering.cookie, browserCookie+"=") {
		t.Fatalf("the cookie is %q, want %q at the start of it", registering.cookie, browserCookie+"=")
	}
	first := registering.cookie
	registering.register(s.Phone())
	if registering.cookie != first {
		t.Error("a second registration changes the mark")
	}
	registering.signInByCode(registration.Phone)
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+registration.ID+"/visits", "").has(http.StatusOK)
}

// Spec: portal-21
func TestVerifyCode_InAnotherBrowser_EndsTheIDOfTheRegistration(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	stranger, customer := device{site: s, address: "203.0.113.1"}, device{site: s, address: "203.0.113.2"}
	registration := stranger.register(s.Phone())
	session := customer.signInByCode(registration.Phone)
	for _, path := range []string{"", "/visits", "/qr.png", "/phone-proof"} {
		s.call(asAnonymous, http.MethodGet, "/public/customers/"+registration.ID+path, "").has(http.StatusNotFound)
	}
	stranger.post("/public/customers/children", fmt.Sprintf(
		`{"registrationToken":%q,"name":"Sol","birthday":"2020-05-17","guardianConsent":true}`, *registration.RegistrationToken)).has(http.StatusUnauthorized)
	if strings.Contains(session.QRURL, registration.ID) {
		t.Errorf("the session shows the former QR %s", session.QRURL)
	}
	s.call(asAnonymous, http.MethodGet, strings.TrimPrefix(session.QRURL, "/api"), "").has(http.StatusOK)
}

// Spec: portal-22
func TestVerifyCode_OfASilentCustomer_AsksForTheBirthdayOrReleasesThePhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Change(s.Customer("Ana"), loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-05-17"}})
	s.Clock.Advance(366 * 24 * time.Hour)
	tries := func(path, birthday string) answer {
		return s.call(asAnonymous, http.MethodPost, path, fmt.Sprintf(
			`{"phone":%q,"code":%q,"businessId":%q,"asker":%q%s}`, ana.Phone, s.LastCode(ana.Phone), s.Business.ID, "asker", birthday))
	}
	asks := func() {
		s.Clock.Advance(time.Second)
		s.call(asAnonymous, http.MethodPost, "/auth/customer/request",
			fmt.Sprintf(`{"phone":%q,"businessId":%q,"asker":"asker"}`, ana.Phone, s.Business.ID)).has(http.StatusOK)
	}
	asks()
	tries("/auth/customer/verify", "").has(http.StatusConflict, "BIRTHDAY_ASKED").lacks("Ana", "1990")
	tries("/auth/customer/verify", `,"birthday":"1990-05-18"`).has(http.StatusConflict, "BIRTHDAY_REFUSED")
	tries("/auth/customer/verify", `,"birthday":"1990-05-17"`).has(http.StatusOK, ana.ID)
	asks()
	tries("/auth/customer/release", "").has(http.StatusOK)
	s.tokens[asOwner] = "" // expired meanwhile
	s.call(asOwner, http.MethodGet, "/customers/"+ana.ID, "").has(http.StatusOK, `"phone":null`, `"phoneReleasedAt":"2027-`)
	s.call(asOwner, http.MethodGet, "/released-phones", "").has(http.StatusOK, `"total":1`, `"customerId":"`+ana.ID+`"`, `"releasedAt":"2027-`)
	s.call(asOwner, http.MethodPost, "/released-phones/"+ana.ID+"/seen", "").has(http.StatusOK)
	s.call(asOwner, http.MethodGet, "/released-phones", "").has(http.StatusOK, `"items":[]`)
}

func (d *device) get(path string) answer {
	d.t.Helper()
	request := httptest.NewRequest(http.MethodGet, "/api"+path, nil)
	request.RemoteAddr = d.address + ":443"
	request.Header.Set("Cookie", d.cookie)
	return d.send(request)
}

func TestPublicCustomer_InTheRegisteringBrowser_ShowsCardAndNotes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	own, other := device{site: s, address: "203.0.113.1"}, device{site: s, address: "203.0.113.2"}
	registration := own.register(s.Phone())
	other.register(s.Phone())
	path := "/public/customers/" + registration.ID
	s.callOnce(asOwner, "/customers/"+registration.ID+"/visits", `{"notes":"Corte a navaja"}`).has(http.StatusCreated)

	own.get(path).has(http.StatusOK, `"progress":{`, `"count":1`, `"kind":"WELCOME"`)
	own.get(path+"/visits").has(http.StatusOK, `"notes":"Corte a navaja"`)
	other.get(path).has(http.StatusOK, `"progress":null`)
	other.get(path+"/visits").has(http.StatusOK).lacks("notes", "navaja")
	s.call(asAnonymous, http.MethodGet, path+"/visits?q=navaja", "").has(http.StatusOK, `"total":1`).lacks("navaja")
}

func TestPublicCustomer_VerifiedInTheRegisteringBrowser_ShowsCardAndNotes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	own := device{site: s, address: "203.0.113.1"}
	registration := own.register(s.Phone())
	path := "/public/customers/" + registration.ID
	s.callOnce(asOwner, "/customers/"+registration.ID+"/visits", `{"notes":"Corte a navaja"}`).has(http.StatusCreated)
	mark := own.cookie
	own.signInByCode(registration.Phone)
	own.cookie = mark
	own.get(path).has(http.StatusOK, `"progress":{`)
	own.get(path+"/visits").has(http.StatusOK, `"notes":"Corte a navaja"`)
}

func TestPublicCustomer_VerifiedElsewhere_HidesCardAndNotes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	stranger, customer := device{site: s, address: "203.0.113.1"}, device{site: s, address: "203.0.113.2"}
	registration := stranger.register(s.Phone())
	session := customer.signInByCode(registration.Phone)
	newID := strings.TrimSuffix(strings.TrimPrefix(session.QRURL, "/api/public/customers/"), "/qr.png")
	stranger.get("/public/customers/"+newID).has(http.StatusOK, `"progress":null`)
}

func TestPublicCustomer_UnverifiedFamilyMember_HidesFamilyCard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	own := device{site: s, address: "203.0.113.1"}
	registration := own.register(s.Phone())
	family := s.Family(loyalty.PolicyPool, s.Customer("Eva"), loyalty.Customer{ID: registration.ID})
	own.get("/public/customers/"+registration.ID).has(http.StatusOK, `"progress":null`).lacks(family.Name)
}

func TestRegister_WelcomeText_ReachesCustomerAndCounter(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const promise = "20 % en tu primer corte"
	s.call(asOwner, http.MethodPatch, "/business", `{"welcomeText":"`+promise+`"}`).has(http.StatusOK)
	own := device{site: s, address: "203.0.113.1"}
	registration := own.register(s.Phone())
	if registration.WelcomeText == nil || *registration.WelcomeText != promise {
		t.Errorf("the form got the welcome text %v, want the promise", registration.WelcomeText)
	}
	s.call(asOwner, http.MethodPatch, "/business", `{"welcomeText":"Un café"}`).has(http.StatusOK)
	path := "/customers/" + registration.ID
	s.call(asBarber, http.MethodGet, path+"/progress", "").has(http.StatusOK, `"promise":"`+promise+`"`, `"note":"`+promise)
	s.call(asOwner, http.MethodGet, path+"/rewards", "").has(http.StatusOK, `"promise":"`+promise+`"`)
	own.get("/public"+path).has(http.StatusOK, `"promise":"`+promise+`"`)
}
