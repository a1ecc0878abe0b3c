package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

const childBody = `{"name":"Leo Gil","birthday":"2018-05-17","guardianConsent":true}`

func TestChildren_Staff_AddsAChild(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	path := "/customers/" + ana.ID + "/children"
	var leo Customer
	s.call(asAdmin, http.MethodPost, path, childBody).
		has(http.StatusCreated, `"name":"Leo Gil"`, `"phone":null`, `"guardianId":"`+ana.ID+`"`, `"guardianName":"Ana"`, `"tag":null`).into(&leo)
	s.call(asAdmin, http.MethodPost, path, childBody).has(http.StatusConflict, "CHILD_EXISTS")
	s.call(asAdmin, http.MethodPost, path, `{"name":""}`).has(http.StatusUnprocessableEntity, `"name"`, `"birthday"`, `"guardianConsent"`)
	s.call(asBarber, http.MethodPost, "/customers/"+leo.ID+"/visits", "").has(http.StatusCreated)
	s.call(asBarber, http.MethodGet, path, "").has(http.StatusOK, `"total":1`, `"id":"`+leo.ID+`"`, `"stamps":1`, `"target":10`, `"owed":[]`)
	s.call(asBarber, http.MethodGet, "/customers?q=leo", "").has(http.StatusOK, `"total":1`, `"guardianId":"`+ana.ID+`"`)
	s.call(asForeignOwner, http.MethodGet, path, "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
}

func registeredChildBody(s *site) string {
	registration, err := s.Cases.Registrations.Register(s.t.Context(), s.Business.ID, s.Form("Ana Secreta"), "")
	token := registration.Token
	if errors.Is(err, loyalty.ErrBusinessSuspended) { // the caller registered before the suspension
		token, err = s.Cases.Portal.SignRegistration(loyalty.Customer{ID: "ana", CreatedAt: s.Clock.Now()}, s.Business.ID)
	}
	if err != nil {
		s.t.Fatalf("registering: %v", err)
	}
	return fmt.Sprintf(`{"registrationToken":%q,%s`, token, childBody[1:])
}

func TestChildren_RegistrationToken_AddsChildren(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := registeredChildBody(s)
	s.call(asAnonymous, http.MethodPost, "/public/customers/children", body).has(http.StatusCreated, `"name":"Leo Gil"`, `"qrUrl":"/api/public/customers/`)
	s.call(asAnonymous, http.MethodPost, "/public/customers/children", body).has(http.StatusConflict, "CHILD_EXISTS")
	s.call(asAnonymous, http.MethodPost, "/public/customers/children", `{"registrationToken":"`+s.PortalToken(s.Customer("Eva"))+`",`+childBody[1:]).
		has(http.StatusUnauthorized, "UNAUTHENTICATED")
	s.Clock.Advance(30 * time.Minute)
	s.call(asAnonymous, http.MethodPost, "/public/customers/children", body).has(http.StatusUnauthorized, "TOKEN_EXPIRED")
}

func TestPortalCards_Phone_OpensAllBusinessesAndChildren(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var leo OwnChild
	s.call(asCustomer, http.MethodPost, "/portal/me/children", childBody).has(http.StatusCreated, `"name":"Leo Gil"`).into(&leo)
	s.call(asCustomer, http.MethodPost, "/portal/me/children", `{"name":"Leo"}`).has(http.StatusUnprocessableEntity, `"birthday"`, `"guardianConsent"`)
	s.call(asCustomer, http.MethodGet, "/portal/me/cards", "").has(http.StatusOK, `"total":2`, `"child":true,"grown":false,"current":false`, `"child":false,"grown":false,"current":true`)
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, `"child":false`)
	var session PortalSession
	s.call(asCustomer, http.MethodPost, "/portal/me/cards/"+leo.ID+"/open", "").has(http.StatusOK, `"customerId":"`+leo.ID+`"`, `"name":"Leo Gil"`).into(&session)
	s.tokens[asCustomer] = session.Token
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, `"id":"`+leo.ID+`"`, `"child":true`)
	s.call(asCustomer, http.MethodGet, "/portal/me/data", "").has(http.StatusOK, `"child":true`, `"guardianName":"Carmen Propia"`)
}

func TestOwnPhone_ChildOfFourteen_KeepsTheCard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	leo, err := s.Cases.Children.Add(t.Context(), s.Admin, ana.ID, loyalty.ChildDraft{Name: "Leo Gil", Birthday: "2018-05-17", Consents: true}, "")
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Set(time.Date(2032, 5, 18, 9, 0, 0, 0, time.UTC))
	s.tokens[asCustomer] = s.PortalToken(ana)
	path := "/portal/me/children/" + leo.ID + "/own-phone"
	s.call(asCustomer, http.MethodGet, "/portal/me/cards", "").has(http.StatusOK, `"child":true,"grown":true`)
	s.call(asCustomer, http.MethodPost, path, `{"phone":"612"}`).has(http.StatusUnprocessableEntity, `"phone"`)
	s.call(asCustomer, http.MethodPost, path, `{"phone":"698765432"}`).has(http.StatusUnprocessableEntity, `"acceptedPrivacy"`)
	s.call(asCustomer, http.MethodPost, path, `{"phone":"698765432","acceptedPrivacy":true}`).has(http.StatusOK, `"customerId":"`+ana.ID+`"`)
	s.call(asCustomer, http.MethodGet, "/portal/me/cards", "").has(http.StatusOK, `"total":1`)
	if own, err := s.Cases.Customers.Get(t.Context(), s.Admin, leo.ID); err != nil || own.Phone != "+34698765432" || own.IsChild() {
		t.Errorf("own data: %+v, %v; want Phone %q and IsChild false", own, err, "+34698765432")
	}
}

func TestOwnPhone_AtTheCounter_SetsThePhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	leo, err := s.Cases.Children.Add(t.Context(), s.Admin, s.Customer("Ana").ID, loyalty.ChildDraft{Name: "Leo Gil", Birthday: "2018-05-17", Consents: true}, "")
	if err != nil {
		t.Fatal(err)
	}
	path, body := "/customers/"+leo.ID+"/own-phone", `{"phone":"698765432","acceptedPrivacy":true}`
	s.call(asAdmin, http.MethodPost, path, body).has(http.StatusConflict, "CHILD_TOO_YOUNG")
	s.call(asAdmin, http.MethodPatch, "/customers/"+leo.ID, `{"birthday":"2000-05-17"}`).has(http.StatusOK)
	s.call(asBarber, http.MethodPost, path, body).has(http.StatusForbidden)
	s.call(asAdmin, http.MethodPost, path, `{"phone":"612"}`).has(http.StatusUnprocessableEntity, `"phone"`)
	s.call(asAdmin, http.MethodPost, path, `{"phone":"698765432"}`).has(http.StatusUnprocessableEntity, `"acceptedPrivacy"`)
	s.call(asForeignOwner, http.MethodPost, path, body).has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
	s.call(asAdmin, http.MethodPost, path, body).has(http.StatusOK, `"phone":"+34698765432"`, `"guardianId":null`)
	s.call(asAdmin, http.MethodPost, path, body).has(http.StatusConflict, "NO_GUARDIAN")
}
