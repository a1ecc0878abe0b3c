package httpapi

import (
	"net/http"
	"testing"

	"axioma/internal/badge"
)

func TestBadges_OperatorArtwork_IsServed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	passes := Passes{Maker: maker(t, s.Clock.Now()), Badges: Badges{
		Apple:  &badge.Badge{Name: "0123.svg", ContentType: "image/svg+xml", Picture: []byte("<svg/>")},
		Google: &badge.Badge{Name: "4567.png", ContentType: "image/png", Picture: []byte("png")},
	}}
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.Passes = passes })
	ana := s.Customer("Ana")
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR(), "").has(http.StatusOK,
		`"passBadge":"/api/wallet/badges/0123.svg"`, `"googlePassBadge":null`)
	got := s.call(asAnonymous, http.MethodGet, "/wallet/badges/0123.svg", "").has(http.StatusOK, "<svg/>")
	for header, want := range map[string]string{
		"Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=31536000, immutable", "Content-Security-Policy": badgePolicy,
	} {
		if got.header.Get(header) != want {
			t.Errorf("the header %s is %q, want %q", header, got.header.Get(header), want)
		}
	}
	s.call(asAnonymous, http.MethodGet, "/wallet/badges/89ab.svg", "").problem()
}

func TestBadges_WithoutArtwork_AreNull(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	ana := s.Customer("Ana")
	s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR(), "").has(http.StatusOK, `"passBadge":null`, `"googlePassBadge":null`)
}
