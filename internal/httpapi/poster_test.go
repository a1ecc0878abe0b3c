package httpapi

import (
	"net/http"
	"strings"
	"testing"
)

func TestPoster_PublicURL_IsAddressOnPoster(t *testing.T) {
	t.Parallel()
	for want, row := range map[string]struct {
		publicURL string
		proxied   bool
		proto     string
	}{
		"https://axioma.test":       {publicURL: "https://axioma.test"},
		"http://shop.example:8080":  {proto: "https"},
		"https://shop.example:8080": {proxied: true, proto: "https"},
	} {
		address := publicAddress{publicURL: row.publicURL, proxied: row.proxied}
		in := BaseURLInput{host: "shop.example:8080", ForwardedProto: row.proto}
		if got := address.baseURL(in); got != want {
			t.Errorf("%+v: got %s, want %s", row, got, want)
		}
	}
	s := newSite(t)
	for _, size := range []string{"A4", "A6"} {
		got := s.call(asOwner, http.MethodGet, "/business/poster.pdf?size="+size, "").has(http.StatusOK, "%PDF-", "%%EOF")
		if kind, name := got.header.Get("Content-Type"), got.header.Get("Content-Disposition"); kind != "application/pdf" || name != `attachment; filename="cartel-`+strings.ToLower(size)+`.pdf"` {
			t.Errorf("the poster has Content-Type %q and Content-Disposition %q, want a PDF file named after its size", kind, name)
		}
	}
	s.call(asOwner, http.MethodGet, "/business/poster.pdf?size=A3", "").has(http.StatusUnprocessableEntity, "size")
}

func TestPoster_Preview_IsAnSVG(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.PublicURL = "https://axioma.test" })
	var poster, again Poster
	s.call(asOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&poster)
	s.call(asOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&again)
	if want := "https://axioma.test/portal?bid=" + s.Business.ID; poster.Portal != want {
		t.Errorf("the portal is %s, want %s", poster.Portal, want)
	}
	if poster != again || poster.Reach != reachEverywhere || !strings.HasPrefix(poster.Address, "https://axioma.test/r/") || !strings.HasPrefix(poster.Picture, "<svg ") {
		t.Errorf("the poster is %+.200v, then %+.200v; want the same SVG twice, with a short address that all reach", poster, again)
	}
}

func TestPoster_LocalAddress_IsReported(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]reach{
		"https://tarjeta.barberia.es/r/k7m3xp": reachEverywhere, "https://8.8.8.8/r/k7m3xp": reachEverywhere, "https://[2a00:1450::1]:8443/r/k7m3xp": reachEverywhere,
		"https://local.barberia.es/r/k7m3xp": reachEverywhere,

		"http://tarjeta.barberia.es/r/k7m3xp": reachUnencrypted, "http://8.8.8.8/r/k7m3xp": reachUnencrypted,

		"http://localhost:8080/r/k7m3xp": reachLocal, "https://LOCALHOST/r/k7m3xp": reachLocal, "https://axioma.localhost/r/k7m3xp": reachLocal,
		"http://127.0.0.1:8080/r/k7m3xp": reachLocal, "http://[::1]:8080/r/k7m3xp": reachLocal, "http://0.0.0.0/r/k7m3xp": reachLocal,
		"https://10.0.0.7/r/k7m3xp": reachLocal, "http://172.16.3.4/r/k7m3xp": reachLocal, "http://192.168.1.20/r/k7m3xp": reachLocal,
		"http://169.254.1.1/r/k7m3xp": reachLocal, "http://100.100.1.1/r/k7m3xp": reachLocal, "http://[fd00::1]/r/k7m3xp": reachLocal,
		"http://[fe80::1%25eth0]/r/k7m3xp": reachLocal, "http://[::ffff:192.168.1.1]/r/k7m3xp": reachLocal,
		"https://caja.local/r/k7m3xp": reachLocal, "https://caja.local./r/k7m3xp": reachLocal, "https://servidor/r/k7m3xp": reachLocal, "https://caja.lan/r/k7m3xp": reachLocal,
		"https:///r/k7m3xp": reachLocal, "http://%zz/r/k7m3xp": reachLocal,
	} {
		if got := reachOf(address); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
