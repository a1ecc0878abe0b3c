package httpapi

import (
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/googlewallet"
	"axioma/internal/googlewallet/googletest"
	"axioma/internal/loyalty"
)

func withGoogle(t *testing.T) (*site, *googletest.Google) {
	t.Helper()
	s := newSite(t)
	google, err := googletest.New(s.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	key, err := google.KeyFile(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	account, err := googlewallet.ReadAccount(googletest.Issuer, key)
	if err != nil {
		t.Fatal(err)
	}
	issuer, err := googlewallet.NewIssuer(account, googlewallet.Options{
		Cases: s.Cases.GooglePasses, PublicURL: "https://cards.example.com", Path: GooglePassService, Portal: PortalPath,
		Log: s.log(), Clock: s.Clock.Now, Transport: google,
		Addresses: googlewallet.Addresses{API: googletest.API, Save: googletest.Save, Keys: googletest.Keys},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) {
		o.Passes.Google.Issuer, o.PublicURL = issuer, "https://cards.example.com"
	})
	google.FetchPicturesFrom(s.handler)
	return s, google
}

func (s *site) requestGooglePass(customer loyalty.Customer) answer {
	s.t.Helper()
	return s.call(asAnonymous, http.MethodGet, "/public/customers/"+customer.QR()+"/google-pass", "")
}

func TestGooglePass_Link_RedirectsToGoogle(t *testing.T) {
	t.Parallel()
	s, google := withGoogle(t)
	ana := s.Customer("Ana")
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR(), "").has(http.StatusOK, `"googlePassUrl":"/api/public/customers/`+ana.QR()+`/google-pass"`)
	redirect := s.requestGooglePass(ana).has(http.StatusSeeOther)
	serials, err := google.OpenLink(redirect.header.Get("Location"))
	if err != nil || len(serials) != 1 || redirect.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("the link has the passes %v and the headers %v: %v; want one pass, not cached", serials, redirect.header, err)
	}
	_, address, _ := strings.Cut(google.Object(serials[0]), `"uri":"https://cards.example.com/api/wallet/google/pictures/strip`)
	name, _, _ := strings.Cut(address, `"`)
	picture := s.call(asAnonymous, http.MethodGet, "/wallet/google/pictures/strip"+name, "").has(http.StatusOK)
	if size, err := png.DecodeConfig(strings.NewReader(picture.body)); err != nil || size.Width < 1032 || !strings.Contains(picture.header.Get("Cache-Control"), "immutable") {
		t.Errorf("the strip is %v with the headers %v: %v; want at least 1032 pixels wide, cached forever", size, picture.header, err)
	}
	s.call(asAnonymous, http.MethodGet, "/wallet/google/pictures/"+strings.Replace("strip"+name, "-0-10-", "-9-10-", 1), "").has(http.StatusNotFound)
	s.call(asOperator, http.MethodGet, "/cp/wallet", "").has(http.StatusOK, `"google":{"missing":null,"issuer":"`+googletest.Issuer+`"}`)
}

func TestGooglePass_GoogleUnavailable_IsExplained(t *testing.T) {
	t.Parallel()
	s, google := withGoogle(t)
	s.troubled = true
	google.RespondWith(http.StatusServiceUnavailable)
	s.requestGooglePass(s.Customer("Ana")).has(http.StatusServiceUnavailable, loyalty.ErrGoogleUnavailable.Code)
	if !strings.Contains(s.logOutput.String(), "creating a pass at Google Wallet failed") {
		t.Error("the log does not say that creating the pass failed")
	}
}

func TestGooglePass_ArchivedOrSuspended_AnswersNotFound(t *testing.T) {
	t.Parallel()
	s, google := withGoogle(t)
	ana := s.Customer("Ana")
	s.Archive(ana)
	s.requestGooglePass(ana).has(http.StatusNotFound, loyalty.ErrCustomerNotFound.Code)
	eva := s.Customer("Eva")
	s.Suspend()
	s.requestGooglePass(eva).has(http.StatusNotFound, loyalty.ErrCustomerNotFound.Code)
	if calls := google.Calls(); len(calls) > 0 {
		t.Errorf("Google received the calls %q, want none", calls)
	}
}

func TestGoogleCallback_SignedNotice_IsStored(t *testing.T) {
	t.Parallel()
	s, google := withGoogle(t)
	serials, err := google.OpenLink(s.requestGooglePass(s.Customer("Ana")).has(http.StatusSeeOther).header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	event := googletest.Event{Serial: serials[0], Type: "del", Nonce: "n", Expires: s.Clock.Now().Add(time.Hour)}
	body := google.Callback(event)
	s.call(asAnonymous, http.MethodPost, "/wallet/google/callback", body).has(http.StatusOK)
	s.call(asAnonymous, http.MethodPost, "/wallet/google/callback", strings.Replace(body, `{`, `{"more":1,`, 1)).has(http.StatusOK)
	s.call(asAnonymous, http.MethodPost, "/wallet/google/callback", strings.Replace(body, `\"del\"`, `\"save\"`, 1)).has(http.StatusUnauthorized, badSignature)
	google.RespondWith(http.StatusServiceUnavailable)
	s.Clock.Advance(2 * time.Hour)
	event.Expires = s.Clock.Now().Add(time.Hour)
	s.call(asAnonymous, http.MethodPost, "/wallet/google/callback", google.Callback(event)).has(http.StatusOK)
}
