package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// at asks for an address of the site, which is none of the API.
func (s *site) at(method, address string) *httptest.ResponseRecorder {
	got := httptest.NewRecorder()
	s.handler.ServeHTTP(got, httptest.NewRequest(method, address, nil))
	return got
}

func TestTheShortAddressOnThePosterLeadsToTheForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var shown Poster
	s.call(asOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&shown)
	address, err := url.Parse(shown.Address)
	if err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{address.Path, "/r/" + strings.ToUpper(strings.TrimPrefix(address.Path, "/r/"))} {
		got := s.at(http.MethodGet, typed)
		if got.Code != http.StatusFound || got.Header().Get("Location") != "/public/register?bid="+s.Business.ID || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s leads to %d %v", typed, got.Code, got.Header())
		}
	}
	var others Poster
	s.call(asForeignOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&others)
	if others.Address == shown.Address {
		t.Errorf("two businesses print %s", shown.Address)
	}
	s.Suspend()
	if got := s.at(http.MethodGet, address.Path); got.Code != http.StatusFound || got.Header().Get("Location") != "/public/register?bid="+s.Business.ID {
		t.Errorf("while it is suspended: %d %v", got.Code, got.Header())
	}
}

func TestAShortAddressThatNobodyHasLeadsToThePageThatSaysSo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/r/222222", "/r/nada", "/r/%2e%2e", "/r/" + strings.Repeat("2", 2000), "/r/222222?next=//evil.test"} {
		got := s.at(http.MethodGet, path)
		if got.Code != http.StatusFound || got.Header().Get("Location") != "/public/register" {
			t.Errorf("%.30s leads to %d %q", path, got.Code, got.Header().Get("Location"))
		}
	}
	if got := s.at(http.MethodPost, "/r/222222"); got.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST is answered %d", got.Code)
	}
}

func TestAShortAddressInTroubleAsksToComeAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := httptest.NewRecorder()
	s.handler.ServeHTTP(got, httptest.NewRequestWithContext(ctx, http.MethodGet, "/r/222222", nil))
	if got.Code != http.StatusServiceUnavailable || strings.Contains(got.Body.String(), "{") || !strings.Contains(got.Body.String(), "inténtalo de nuevo") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}
