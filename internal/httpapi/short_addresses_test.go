package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestShortAddress_Poster_ShowsTheForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var poster Poster
	s.call(asOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&poster)
	address, err := url.Parse(poster.Address)
	if err != nil {
		t.Fatal(err)
	}
	pages := s.pages()
	form := getPage(pages, "/public/register?bid="+s.Business.ID)
	for _, typedPath := range []string{address.Path, "/r/" + strings.ToUpper(strings.TrimPrefix(address.Path, "/r/"))} {
		got := getPage(pages, typedPath)
		if got.Code != http.StatusOK || got.Body.String() != form.Body.String() || got.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s shows %d %s %v; want 200 with the form, not cached", typedPath, got.Code, got.Body, got.Header())
		}
	}
	var others Poster
	s.call(asForeignOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&others)
	if others.Address == poster.Address {
		t.Errorf("two businesses have the address %s", poster.Address)
	}
	s.Suspend()
	mustRedirectToForm(t, s, getPage(pages, address.Path))
}

func TestShortAddress_RenderFailure_RedirectsToTheForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var poster Poster
	s.call(asOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&poster)
	_, code, _ := strings.Cut(poster.Address, "/r/")
	s.call(asOwner, http.MethodPatch, "/business", `{"name":"broken"}`).has(http.StatusOK)
	mustRedirectToForm(t, s, getPage(s.pages(), "/r/"+code))
}

func mustRedirectToForm(t *testing.T, s *site, got *httptest.ResponseRecorder) {
	t.Helper()
	if got.Code != http.StatusFound || got.Header().Get("Location") != "/public/register?bid="+s.Business.ID {
		t.Errorf("the short address gives %d %v, want 302 to the form", got.Code, got.Header())
	}
}

func TestShortAddress_UnknownCode_AnswersNotFoundInPlace(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	for _, path := range []string{"/r/222222", "/r/nada", "/r/%2e%2e", "/r/" + strings.Repeat("2", 2000), "/r/222222?next=//evil.test"} {
		got := getPage(pages, path)
		if got.Code != http.StatusNotFound || !strings.Contains(got.Body.String(), "/r/-") || got.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%.30s answers %d %s %v; want 404 with an explanation, not cached", path, got.Code, got.Body, got.Header())
		}
	}
	got := httptest.NewRecorder()
	pages.ServeHTTP(got, httptest.NewRequest(http.MethodPost, "/r/222222", nil))
	if got.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST has the status %d, want 405", got.Code)
	}
}

func TestShortAddress_DatabaseFailure_AsksToRetry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := httptest.NewRecorder()
	s.pages().ServeHTTP(got, httptest.NewRequestWithContext(ctx, http.MethodGet, "/r/222222", nil))
	if got.Code != http.StatusServiceUnavailable || strings.Contains(got.Body.String(), "{") || !strings.Contains(got.Body.String(), "inténtalo de nuevo") {
		t.Errorf("the page for a failed database is %d %s; want 503, no %q in it and %q in it", got.Code, got.Body, "{", "inténtalo de nuevo")
	}
	if got.Header().Get("Retry-After") == "" {
		t.Errorf("Retry-After is missing: %v", got.Header())
	}
}
