package httpapi

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

func (s *site) square(ink color.Color) []byte {
	s.t.Helper()
	picture, out := image.NewNRGBA(image.Rect(0, 0, 64, 64)), bytes.Buffer{}
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ink), image.Point{}, draw.Src)
	if err := png.Encode(&out, picture); err != nil {
		s.t.Fatal(err)
	}
	return out.Bytes()
}

func withPicture(upload []byte) string {
	return `{"picture":"` + base64.StdEncoding.EncodeToString(upload) + `"}`
}

func logoBody(s *site) string { return withPicture(s.square(color.Black)) }

func ofLogo(s *site) string {
	s.t.Helper()
	by := usecase.Actor{UserID: s.Owner.UserID, BusinessID: s.Business.ID}
	business, err := s.Cases.Businesses.SetLogo(s.t.Context(), by, s.square(color.Black))
	if err != nil {
		s.t.Fatalf("setting a logo: %v", err)
	}
	return "/public/businesses/" + business.ID + "/logo/" + string(business.Logo)
}

func (s *site) logoURLIn(as caller, path string) string {
	s.t.Helper()
	var look Look
	s.call(as, http.MethodGet, path, "").has(http.StatusOK).into(&look)
	if look.LogoURL == nil {
		return ""
	}
	return strings.TrimPrefix(*look.LogoURL, "/api")
}

func TestLogo_Uploaded_IsShownWithTheCard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.tokens[asCustomer] = s.PortalToken(s.Customer("Ana Ruiz"))
	places := map[string]caller{"/business": asBarber, "/public/businesses/" + s.Business.ID: asAnonymous, "/portal/me": asCustomer}
	for path, as := range places {
		if at := s.logoURLIn(as, path); at != "" {
			t.Errorf("%s shows a logo before one was uploaded: %s; want none", path, at)
		}
	}
	s.call(asOwner, http.MethodPost, "/business/logo", withPicture(s.square(color.Black))).has(http.StatusOK, `"logoUrl":"/api/public/businesses/`)
	s.call(asOwner, http.MethodGet, "/business/poster.pdf", "").has(http.StatusOK, "/Subtype /Image")
	s.call(asOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK, "data:image/png")
	for path, as := range places {
		response := s.call(asAnonymous, http.MethodGet, s.logoURLIn(as, path), "").has(http.StatusOK)
		if _, err := png.Decode(strings.NewReader(response.body)); err != nil {
			t.Errorf("%s is not a PNG: %v", path, err)
		}
		if response.header.Get("Content-Type") != "image/png" || !strings.Contains(response.header.Get("Cache-Control"), "immutable") {
			t.Errorf("the logo has the headers %v; want a PNG, cached forever", response.header)
		}
	}
	s.call(asOwner, http.MethodDelete, "/business/logo", "").has(http.StatusOK, `"logoUrl":null`)
	s.call(asOwner, http.MethodDelete, "/business/logo", "").has(http.StatusOK, `"logoUrl":null`)
	if at := s.logoURLIn(asAnonymous, "/public/businesses/"+s.Business.ID); at != "" {
		t.Errorf("the removed logo is still shown at %s", at)
	}
	trail := s.Database.Rows(t, "SELECT action FROM audit_events WHERE action LIKE 'business.logo-%' ORDER BY action")
	if want := []string{"business.logo-changed", "business.logo-removed", "business.logo-removed"}; !slices.Equal(trail, want) {
		t.Errorf("the trail has %v, want %v", trail, want)
	}
}

func TestLogo_SuspendedBusiness_IsHidden(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := ofLogo(s)
	s.Suspend()
	if logoURL := s.logoURLIn(asAnonymous, "/public/businesses/"+s.Business.ID); logoURL != "" {
		t.Errorf("the logo of a suspended business is shown at %s, want none", logoURL)
	}
	s.call(asAnonymous, http.MethodGet, at, "").has(http.StatusNotFound, loyalty.ErrLogoNotFound.Code)
}

func TestLogo_URL_IsImmutable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := ofLogo(s)
	s.call(asOwner, http.MethodPost, "/business/logo", withPicture(s.square(color.White))).has(http.StatusOK)
	second := s.logoURLIn(asBarber, "/business")
	s.call(asAnonymous, http.MethodGet, second, "").has(http.StatusOK)
	s.call(asAnonymous, http.MethodGet, first, "").has(http.StatusNotFound, loyalty.ErrLogoNotFound.Code)
	otherURL := strings.Replace(second, s.Business.ID, s.other.Business.ID, 1)
	s.call(asAnonymous, http.MethodGet, otherURL, "").has(http.StatusNotFound, loyalty.ErrLogoNotFound.Code)
}

func TestLogo_OtherBusiness_IsSeparate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := ofLogo(s)
	for _, path := range []string{"/business/logo", "/business/logo?businessId=" + s.Business.ID} {
		s.call(asForeignOwner, http.MethodPost, path, withPicture(s.square(color.White))).has(http.StatusOK, s.other.Business.ID)
		s.call(asForeignOwner, http.MethodDelete, path, "").has(http.StatusOK, s.other.Business.ID)
	}
	if now := s.logoURLIn(asOwner, "/business"); now != at {
		t.Errorf("another business moved our logo to %s, want %s as before", now, at)
	}
}

func TestLogo_Invalid_IsRefusedAndKeepsTheOldOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := ofLogo(s)
	for code, upload := range map[string]string{
		"LOGO_UNREADABLE": withPicture([]byte("<svg xmlns='http://www.w3.org/2000/svg'/>")),
		"VALIDATION":      `{}`,
		"LOGO_TOO_LARGE":  withPicture(make([]byte, 2<<20+1)),
	} {
		s.call(asOwner, http.MethodPost, "/business/logo", upload).has(http.StatusUnprocessableEntity, code)
	}
	s.call(asOwner, http.MethodPost, "/business/logo", withPicture(make([]byte, 3<<20))).has(http.StatusRequestEntityTooLarge)
	if now := s.logoURLIn(asOwner, "/business"); now != at {
		t.Errorf("a refused upload moved the logo to %s, want %s as before", now, at)
	}
}

func TestLogo_SettingsChange_KeepsIt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := ofLogo(s)
	s.call(asOwner, http.MethodPatch, "/business", `{"colour":"BLUE"}`).has(http.StatusOK)
	if now := s.logoURLIn(asOwner, "/business"); now != at {
		t.Errorf("a change of settings moved the logo to %s, want %s as before", now, at)
	}
}
