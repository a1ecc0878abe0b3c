package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func (s *site) openPage(path, from string) answer {
	s.t.Helper()
	request := s.request(asAnonymous, http.MethodGet, path, "")
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	request.Header.Set("Referer", from)
	return s.send(request)
}

func waysOf(customer loyalty.Customer) []string {
	links := []string{"pass.pkpass", "passes.pkpasses?until=0&key=", "google-pass", "google-passes?until=0&key="}
	for i, link := range links {
		links[i] = "/public/customers/" + customer.QR() + "/" + link
	}
	return append(links, walletOf(customer))
}

func walletOf(customer loyalty.Customer) string { return "/public/wallet/" + customer.QR() }

func TestRefusedPage_Browser_GetsAPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Archive(ana)
	for _, link := range waysOf(ana) {
		got := s.openPage(link, "http://example.com/public/register?bid=b1").has(http.StatusNotFound,
			`<html lang="es">`, "No se pudo abrir la tarjeta", `href="/public/register?bid=b1">Volver a mi tarjeta</a>`)
		if kind := got.header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
			t.Errorf("%s is refused with the content type %q, want %q", link, kind, "text/html; charset=utf-8")
		}
		if strings.Contains(got.body, "Probar otra vez") {
			t.Errorf("the page of %s offers a retry, which cannot help", link)
		}
		if strings.Contains(got.body, "{") || strings.Contains(got.body, "CUSTOMER_NOT_FOUND") {
			t.Errorf("%s is refused with JSON: %s", link, got.body)
		}
		s.call(asAnonymous, http.MethodGet, link, "").has(http.StatusNotFound, `{"code":`)
	}
	s.openPage(walletOf(ana), "").has(http.StatusNotFound, "Esta tarjeta ya no está disponible", `href="/portal"`)
}

func TestRefusedPage_BackLink_StaysOnTheSite(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	unknownPath := "/public/wallet/unknown"
	for _, from := range []string{"https://evil.example/portal/points", "http://example.com//evil.example/", "javascript:alert(1)", ":", "http://example.com"} {
		s.openPage(unknownPath, from).has(http.StatusNotFound, `href="/portal">`)
	}
	s.openPage(unknownPath, `http://example.com/qr?cid="><b>`).has(http.StatusNotFound, `href="/qr?cid=%22%3e%3cb%3e">`)
}

func TestRefusedPage_GoogleUnavailable_OffersARetry(t *testing.T) {
	t.Parallel()
	s, google := withGoogle(t)
	s.troubled = true
	google.RespondWith(http.StatusServiceUnavailable)
	s.openPage(waysOf(s.Customer("Ana"))[2], "http://example.com/portal/points").has(http.StatusServiceUnavailable,
		loyalty.ErrGoogleUnavailable.Message, `<a href="">Probar otra vez</a>`, `href="/portal/points"`)
	s.openPage(waysOf(s.Customer("Berta"))[2], "").has(http.StatusServiceUnavailable, `href="/portal?bid=`+s.Business.ID+`">`)
}

func TestRefusedPage_TooManyRequests_GetsAPage(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	link := waysOf(s.Customer("Ana"))[0]
	var got answer
	for got.status != http.StatusTooManyRequests {
		got = s.openPage(link, "")
	}
	got.has(http.StatusTooManyRequests, "Demasiados intentos. Espera ", "Probar otra vez", `href="/portal?bid=`+s.Business.ID+`">Volver a mi tarjeta</a>`)
	if got.header.Get("Retry-After") == "" {
		t.Error("Retry-After is missing")
	}
	s.call(asAnonymous, http.MethodGet, link, "").has(http.StatusTooManyRequests, `{"code":`)
}

func TestRefusedPage_Success_IsPassedThrough(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	got := s.openPage(walletOf(ana), "").has(http.StatusSeeOther)
	if to := got.header.Get("Location"); to != PortalPath+s.Business.ID {
		t.Errorf("the page redirects to %q, want %q", to, PortalPath+s.Business.ID)
	}
}

func TestRefusedPage_Style_IsServed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.openPage("/public/wallet/unknown", "").has(http.StatusNotFound, `href="/api/refused.css"`)
	style := s.call(asAnonymous, http.MethodGet, "/refused.css", "").has(http.StatusOK)
	if kind := style.header.Get("Content-Type"); kind != "text/css; charset=utf-8" {
		t.Errorf("the style sheet has the content type %q, want %q", kind, "text/css; charset=utf-8")
	}
}
